//! Records as they are written.

use crate::notation::push_turn;
use crate::points::Points;
use crate::rules::{Action, Winner};
use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};

/// Notes the actions of a game as it goes on; its memory is used again and again.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    actions: Vec<Action>,
    /// Where each turn ends in `actions`.
    ends: Vec<usize>,
}

/// A record's line.
#[derive(Serialize)]
struct Line<'a> {
    game: u64,
    variant: &'a str,
    first_agent: &'a str,
    second_agent: &'a str,
    turns: Turns<'a>,
    winner: &'static str,
    score: [Points; 2],
}

/// The turns of a record, each as its text.
struct Turns<'a>(&'a Recorder);

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut turns = serializer.serialize_seq(None)?;
        let mut text = String::new();
        for actions in self.0.turns() {
            text.clear();
            push_turn(actions, &mut text);
            turns.serialize_element(&text)?;
        }
        turns.end()
    }
}

impl Recorder {
    /// Forgets the game before.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.ends.clear();
    }

    /// Notes an action, and whether it ended its turn.
    pub fn note(&mut self, action: Action, ends_turn: bool) {
        self.actions.push(action);
        if ends_turn {
            self.ends.push(self.actions.len());
        }
    }

    /// The actions so far.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The actions of each turn that has ended.
    pub fn turns(&self) -> impl Iterator<Item = &[Action]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.actions[start..end])
    }

    /// The actions of the turn that ended last; none before the first has.
    pub fn last_turn(&self) -> &[Action] {
        match self.ends[..] {
            [.., before, end] => &self.actions[before..end],
            [end] => &self.actions[..end],
            [] => &[],
        }
    }

    /// Appends the record of game number `game` to `into`, as a line.
    pub fn write_line(
        &self,
        into: &mut Vec<u8>,
        game: u64,
        variant: &str,
        agents: [&str; 2],
        winner: Winner,
        score: [Points; 2],
    ) {
        let line = Line {
            game,
            variant,
            first_agent: agents[0],
            second_agent: agents[1],
            turns: Turns(self),
            winner: winner.name(),
            score,
        };
        serde_json::to_writer(&mut *into, &line).expect("memory takes what is written to it");
        into.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Record, Said};

    #[test]
    fn every_kind_of_action_is_written_as_it_is_read() {
        let texts = ["c4.c5.d5", "d5>c5", "1,-1", "2,0>-1,0", "r:2,-1.3,-1", "swap"];
        let mut recorder = Recorder::default();
        texts.iter().for_each(|text| recorder.note(text.parse().unwrap(), true));
        let mut bytes = Vec::new();
        recorder.write_line(&mut bytes, 1, "all", ["random"; 2], Winner::Draw, [Points::ZERO; 2]);
        let record = Record::from_line(&String::from_utf8(bytes).unwrap()).unwrap();
        assert_eq!(record.turns.unwrap(), texts);
    }

    #[test]
    fn a_written_record_reads_back() {
        let mut recorder = Recorder::default();
        for (text, ends) in [("d7", true), ("e9", false), ("h2", false), ("pass", true), ("pass", true)] {
            recorder.note(text.parse().unwrap(), ends);
        }
        let mut bytes = Vec::new();
        let score = [Points::hundredths(1250), Points::whole(17)];
        recorder.write_line(&mut bytes, 3, "send-it", ["random", "greedy"], Winner::Second, score);
        let line = String::from_utf8(bytes).unwrap();
        assert_eq!(
            line,
            "{\"game\":3,\"variant\":\"send-it\",\"first_agent\":\"random\",\"second_agent\":\"greedy\",\
             \"turns\":[\"d7\",\"e9+h2\",\"pass\"],\"winner\":\"second\",\"score\":[12.5,17]}\n"
        );
        let record = Record::from_line(&line).unwrap();
        assert_eq!(record.turns.unwrap(), ["d7", "e9+h2", "pass"]);
        assert_eq!((record.winner, record.score), (Said::Is(Some(Winner::Second)), Some(score)));
    }
}
