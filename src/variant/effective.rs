//! What is in force: every key of a variant, and the hash of its rules.

use super::file::{CaptureWord, File, ShapeWord};
use super::{Suicide, Variant};
use serde_json::{Value, json};

/// Every key of `file` with its value, defaults filled in, in the order of the file format.
pub fn effective(file: &File) -> Value {
    to_json(&completed(file))
}

/// The BLAKE3 hash of the rules of `file`: the same for all ways to write the same rules with the same names
/// of actions.
pub fn rules_hash(file: &File, variant: &Variant) -> [u8; 32] {
    let mut file = completed(file);
    if let Some(board) = &mut file.board
        && board.shape == Some(ShapeWord::Rhombus)
        && let Some(side) = board.side.take()
    {
        (board.width, board.height) = (Some(side), Some(side));
    }
    if file.capture.rule == CaptureWord::None {
        file.capture.suicide = Suicide::Forbidden;
    }
    file.setup.to_move = Some(variant.info.players[variant.setup.mover().index()]);
    for cells in [&mut file.setup.black, &mut file.setup.white] {
        cells.iter_mut().for_each(|cell| cell.make_ascii_lowercase());
        cells.sort();
    }
    let openings = file.opening.iter_mut().filter_map(|opening| opening.steps.as_mut());
    let turn = file.turn.iter_mut().filter_map(|turn| turn.steps.as_mut());
    for step in openings.chain(turn).flatten() {
        let tiers = step.tiers.iter_mut().flatten().chain(&mut step.actions);
        tiers.for_each(|names| names.sort());
    }
    let mut rules = to_json(&file);
    rules["game"] = json!({ "players": variant.info.players });
    leave_out_defaults(&mut rules, &to_json(&File::default()));
    *blake3::hash(rules.to_string().as_bytes()).as_bytes()
}

/// Takes the keys out of `rules` that came into the format after others and hold their defaults: a game that does
/// not use them has the hash, and with it the random streams, that it had before there were such keys.
fn leave_out_defaults(rules: &mut Value, defaults: &Value) {
    for (table, key) in [("setup", "tiles"), ("setup", "stacks"), ("end", "stuck")] {
        if let Some(table_of_rules) = rules[table].as_object_mut()
            && table_of_rules.get(key) == defaults[table].get(key)
        {
            table_of_rules.remove(key);
        }
    }
    if let Some(rules) = rules.as_object_mut().filter(|rules| rules.get("stacks") == defaults.get("stacks")) {
        rules.remove("stacks");
    }
}

/// `file` with the defaults that depend on other keys.
fn completed(file: &File) -> File {
    let mut file = file.clone();
    let openings = file.opening.iter_mut().filter_map(|opening| opening.steps.as_mut());
    let turn = file.turn.iter_mut().filter_map(|turn| turn.steps.as_mut());
    for step in openings.chain(turn).flatten() {
        step.max = Some(step.max());
    }
    file
}

fn to_json(file: &File) -> Value {
    serde_json::to_value(file).unwrap_or_default()
}
