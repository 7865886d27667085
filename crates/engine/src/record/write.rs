//! Writing records.

use crate::notation::push_turn;
use crate::points::Points;
use crate::rules::{Action, Outcome, Position, Reason, Trace, Winner};
use serde::Serialize;
use serde_json::{Value, json};

/// The beginning of a record's line. The game number comes first: see [`begin_of_game`].
#[derive(Serialize)]
struct Head<'a> {
    game: u64,
    variant: &'a str,
    first_agent: &'a str,
    second_agent: &'a str,
}

/// The end of a record's line.
#[derive(Serialize)]
struct Tail {
    /// How the game ended, if its turns do not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    winner: &'static str,
    score: [Points; 2],
}

/// Appends the record of game number `game`, traced by `trace`, to `into`, as a line.
#[allow(clippy::too_many_arguments, reason = "they are the parts of a record, each of its own type")]
pub fn write_line(
    into: &mut Vec<u8>,
    trace: &Trace,
    game: u64,
    variant: &str,
    agents: [&str; 2],
    end: Reason,
    winner: Winner,
    score: [Points; 2],
) {
    const INFALLIBLE: &str = "writing to memory does not fail";
    let head = Head { game, variant, first_agent: agents[0], second_agent: agents[1] };
    serde_json::to_writer(&mut *into, &head).expect(INFALLIBLE);
    // The turns come between the head and the tail, in the same object. The notation has no characters that JSON escapes, and
    // checking for them would take longer than writing the turns.
    into.pop();
    into.extend_from_slice(b",\"turns\":");
    write_turns(into, trace);
    let tail = into.len();
    let end = (end == Reason::Resigned).then(|| end.name());
    serde_json::to_writer(&mut *into, &Tail { end, winner: winner.name(), score }).expect(INFALLIBLE);
    into[tail] = b',';
    into.push(b'\n');
}

/// Appends the turns to `into`, as an array of strings.
fn write_turns(into: &mut Vec<u8>, trace: &Trace) {
    into.push(b'[');
    for (done, turn) in trace.turns().enumerate() {
        into.extend_from_slice(if done == 0 { b"\"" } else { b",\"" });
        push_turn(turn, into);
        into.push(b'"');
    }
    into.push(b']');
}

/// The record of the game that `actions` led to `position`, between these agents, whether or not it is over: single actions, so that
/// an open turn can be recorded too.
pub fn of_actions(position: &dyn Position, actions: &[Action], agents: [&str; 2]) -> Value {
    let over = position.outcome().is_some();
    let mut record = json!({
        "variant": position.variant().id,
        "first_agent": agents[0],
        "second_agent": agents[1],
        "actions": actions.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "winner": over.then(|| position.winner().name()),
        "score": position.score(),
        "over": over,
    });
    if let Some(Outcome { reason: Reason::Resigned, .. }) = position.outcome() {
        record["end"] = Reason::Resigned.name().into();
    }
    record
}

/// The beginning of the line of game number `game`. No other line begins like this, so readers find the line without parsing.
pub fn begin_of_game(game: u64) -> String {
    format!("{{\"game\":{game},")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Field, Record};

    /// The trace of a game of these actions, each with whether it ends its turn.
    fn trace_of(actions: &[(&str, bool)]) -> Trace {
        let mut trace = Trace::default();
        for (text, ends) in actions {
            trace.note(text.parse().unwrap(), 1);
            if *ends {
                trace.end_turn();
            }
        }
        trace
    }

    #[test]
    fn every_kind_of_action_reads_back_as_written() {
        let texts = ["c4.c5.d5", "d5>c5", "1,-1", "2,0>-1,0", "r:2,-1.3,-1", "swap"];
        let trace = trace_of(&texts.map(|text| (text, true)));
        let mut bytes = Vec::new();
        write_line(&mut bytes, &trace, 1, "all", ["random"; 2], Reason::Cap, Winner::Draw, [Points::ZERO; 2]);
        let record = Record::from_line(&String::from_utf8(bytes).unwrap()).unwrap();
        assert_eq!(record.turns.unwrap(), texts);
    }

    #[test]
    fn a_written_record_reads_back() {
        let trace = trace_of(&[("d7", true), ("e9", false), ("h2", false), ("pass", true), ("pass", true)]);
        let mut bytes = Vec::new();
        let score = [Points::hundredths(1250), Points::whole(17)];
        write_line(
            &mut bytes,
            &trace,
            3,
            "send-it",
            ["random", "greedy"],
            Reason::Passes,
            Winner::Second,
            score,
        );
        let line = String::from_utf8(bytes).unwrap();
        assert_eq!(
            line,
            "{\"game\":3,\"variant\":\"send-it\",\"first_agent\":\"random\",\"second_agent\":\"greedy\",\
             \"turns\":[\"d7\",\"e9+h2\",\"pass\"],\"winner\":\"second\",\"score\":[12.5,17]}\n"
        );
        let record = Record::from_line(&line).unwrap();
        assert_eq!(record.turns.unwrap(), ["d7", "e9+h2", "pass"]);
        assert_eq!((record.winner, record.score), (Field::Is(Some(Winner::Second)), Some(score)));
    }
}
