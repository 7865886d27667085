//! Records as they are written.

use crate::notation::push_turn;
use crate::points::Points;
use crate::rules::{Action, Winner};
use serde::Serialize;

/// Notes the actions of a game as it goes on; its memory is used again and again.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    actions: Vec<Action>,
    /// Where each turn ends in `actions`.
    ends: Vec<usize>,
}

/// What a record's line begins with; the number stands first, see [`begin_of_game`].
#[derive(Serialize)]
struct Head<'a> {
    game: u64,
    variant: &'a str,
    first_agent: &'a str,
    second_agent: &'a str,
}

/// What it ends with.
#[derive(Serialize)]
struct Tail {
    winner: &'static str,
    score: [Points; 2],
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
        const TAKES_ALL: &str = "memory takes what is written to it";
        let head = Head { game, variant, first_agent: agents[0], second_agent: agents[1] };
        serde_json::to_writer(&mut *into, &head).expect(TAKES_ALL);
        // The turns stand between the two, in the same object. The notation has no letter that JSON writes otherwise, and to
        // look for one takes longer than to write the turns.
        into.pop();
        into.extend_from_slice(b",\"turns\":");
        self.write_turns(into);
        let tail = into.len();
        serde_json::to_writer(&mut *into, &Tail { winner: winner.name(), score }).expect(TAKES_ALL);
        into[tail] = b',';
        into.push(b'\n');
    }

    /// Appends the turns to `into`, as an array of texts.
    fn write_turns(&self, into: &mut Vec<u8>) {
        into.push(b'[');
        let mut begin = 0;
        for &end in &self.ends {
            into.extend_from_slice(if begin == 0 { b"\"" } else { b",\"" });
            push_turn(&self.actions[begin..end], into);
            into.push(b'"');
            begin = end;
        }
        into.push(b']');
    }
}

/// What the line of game number `game` begins with, and no other: the line is found without reading the others as JSON.
pub fn begin_of_game(game: u64) -> String {
    format!("{{\"game\":{game},")
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
