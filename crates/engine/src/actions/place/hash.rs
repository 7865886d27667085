//! What the hash of the rules is computed from.

use crate::actions::{ActionRule, Reach};
use crate::board::Board;
use crate::conditions::{Condition, Line, Place, Who};
use serde_json::{Map, Value};

/// The keys in the order in which they are hashed.
const ORDER: [&str; 17] = [
    "sight",
    "new_per_group",
    "clear",
    "shape",
    "first_shape",
    "fixed",
    "touches",
    "gravity",
    "neutral",
    "colour",
    "piece",
    "seen_by",
    "by",
    "must_capture",
    "on",
    "where",
    "makes",
];

/// Puts `action`, which `table` describes, into the form that is hashed.
pub fn write(action: &ActionRule, board: &Board, table: &mut Value) {
    let Some(keys) = table.as_object_mut() else { return };
    let mut condition = action.condition.clone();
    // Two conditions go by the names that they had when the seeds of games were fixed.
    if let Some(clear) = taken(&mut condition, &CLEAR) {
        keys.insert("clear".to_owned(), clear);
    }
    if let Some(touches) = taken(&mut condition, &TOUCHES) {
        keys.insert("touches".to_owned(), touches);
    }
    if !action.kind.adds_enemy() {
        keys.shift_remove("colour");
    }
    if let Some(on) = &action.on {
        keys.insert("on".to_owned(), on.canonical(board));
    }
    condition.write_canonical("where", keys);
    action.makes.write_canonical("makes", keys);
    let sorted: Map<String, Value> =
        ORDER.iter().filter_map(|&key| Some((key.to_owned(), keys.shift_remove(key)?))).collect();
    debug_assert!(keys.is_empty(), "keys that are not hashed: {keys:?}");
    *keys = sorted;
}

/// The conditions called `clear`, with its values.
const CLEAR: [(Line, &str); 2] = [
    (Line::none(Who::Stones, Place::Near(Reach::Adjacent)), "adjacent"),
    (Line::none(Who::Stones, Place::Near(Reach::Touching)), "touching"),
];
/// The conditions called `touches`, with its values.
const TOUCHES: [(Line, &str); 3] = [
    (Line::at_least_one(Who::Own, Place::Near(Reach::Touching)), "own"),
    (Line::at_least_one(Who::Enemy, Place::Near(Reach::Touching)), "enemy"),
    (Line::at_least_one(Who::Stones, Place::Near(Reach::Touching)), "any"),
];

/// Takes the first of `lines` that it has out of `condition`; returns its name.
fn taken(condition: &mut Condition, lines: &[(Line, &str)]) -> Option<Value> {
    lines.iter().find(|(line, _)| condition.take(*line)).map(|&(_, name)| name.into())
}
