//! Effective rules: every key of a variant, and the hash of its rules.

use super::file::{File, Opening, ScoreTable, ShapeWord, StepTable};
use super::{Colour, ScoreMethod, Side, Stack, Suicide, Unmet, Variant};
use crate::actions::ActionTable;
use crate::board::Axial;
use crate::captures::CaptureWord;
use serde_json::{Value, json};

/// Every key of `file` with its value, defaults included, in the order of the file format, except keys that have no effect on its
/// board.
pub fn effective(file: &File) -> Value {
    to_json(&completed(file))
}

/// The BLAKE3 hash of the rules of `file`: the same rules with the same names of actions have the same hash, however they are
/// written.
pub fn rules_hash(file: &File, variant: &Variant) -> [u8; 32] {
    let mut file = completed(file);
    if let Some(board) = &mut file.board
        && let Some(holes) = &mut board.holes
    {
        *holes = variant.board.holes().iter().map(ToString::to_string).collect();
    }
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
    let setup = &mut file.setup;
    if !variant.board.is_boundless() {
        // A set of cells is hashed as the list of its cells.
        for (colour, stones) in variant.info.players.iter().zip(&variant.setup.stones) {
            let list = if *colour == Colour::Black { &mut setup.black } else { &mut setup.white };
            *list = stones.iter().map(ToString::to_string).collect();
        }
        setup.neutral = variant.setup.neutral.iter().map(ToString::to_string).collect();
    }
    for cells in [&mut setup.black, &mut setup.white, &mut setup.tiles.black, &mut setup.tiles.white] {
        cells.iter_mut().for_each(|cell| cell.make_ascii_lowercase());
        cells.sort();
    }
    setup.stacks = variant.setup.stacks.iter().map(|stack| written(stack, variant)).collect();
    setup.stacks.sort();
    // The same openings one by one have the same hash.
    let alone = |opening: &Opening| {
        let one = Opening { count: None, ..opening.clone() };
        vec![one; opening.count.unwrap_or(1).into()]
    };
    file.opening = file.opening.iter().flat_map(alone).collect();
    for step in steps(&mut file) {
        // New keys of the format must not change the hash where they have no effect, since that would change the random
        // streams.
        step.unmet = step.unmet.filter(|&unmet| unmet != Unmet::default());
        // A single tier is written as a plain list.
        if let Some([actions]) = step.tiers.as_deref() {
            (step.actions, step.tiers) = (Some(actions.clone()), None);
        }
        step.tiers.iter_mut().flatten().chain(&mut step.actions).for_each(|names| names.sort());
    }
    let mut rules = to_json(&file);
    rules["game"] = json!({ "players": variant.info.players });
    for action in &variant.actions {
        let table = &mut rules["action"][&action.name][action.kind.word()];
        action.kind.write_canonical(action, &variant.board, table);
    }
    variant.capture.write_canonical(&mut rules["capture"]);
    for piece in &variant.pieces {
        piece.write_canonical(&variant.board, &mut rules["piece"][&piece.name]);
    }
    for set in variant.sets.iter().skip(variant.pieces.len()) {
        set.write_canonical(&variant.board, &mut rules["set"][&set.name]);
    }
    for goal in &variant.goals {
        goal.kind.write_canonical(&mut rules["goal"][&goal.name][goal.kind.word()]);
    }
    if let Some(turn) = rules["turn"].as_object_mut() {
        variant.leaves.write_canonical("leaves", turn);
    }
    leave_out_default_of_stuck(&mut rules);
    *blake3::hash(rules.to_string().as_bytes()).as_bytes()
}

/// Leaves out `end.stuck` if players who can do nothing pass: the hash, and so the random streams, must stay the same as before the
/// key existed.
fn leave_out_default_of_stuck(rules: &mut Value) {
    let stuck = to_json(&File::default())["end"]["stuck"].take();
    if let Some(end) = rules["end"].as_object_mut().filter(|end| end.get("stuck") == Some(&stuck)) {
        end.shift_remove("stuck");
    }
}

/// The stack as `1,0 wb`.
fn written(stack: &Stack, variant: &Variant) -> String {
    let letter = |side: &Side| &variant.info.players[side.index()].name()[..1];
    let stones: String = stack.stones.iter().map(letter).collect();
    format!("{} {stones}", Axial(stack.cell))
}

/// `file` with the defaults that depend on other keys filled in.
fn completed(file: &File) -> File {
    let mut file = file.clone();
    for step in steps(&mut file) {
        step.max = Some(step.max());
        step.unmet = Some(step.unmet.unwrap_or_default());
    }
    file.action.values_mut().for_each(ActionTable::complete);
    file.repetition.times = file.repetition.repeated().map(|repeated| repeated.times);
    file.score.get_or_insert(ScoreTable { method: Some(ScoreMethod::None), ..ScoreTable::default() });
    file
}

/// The steps of all turns.
fn steps(file: &mut File) -> impl Iterator<Item = &mut StepTable> {
    let openings = file.opening.iter_mut().filter_map(|opening| opening.steps.as_mut());
    let turns = file.turn.iter_mut().flat_map(|turn| {
        let catch_up = turn.catch_up.iter_mut().filter_map(|turn| turn.steps.as_mut());
        turn.steps.iter_mut().chain(catch_up)
    });
    openings.chain(turns).flatten()
}

/// `file` without keys that have no effect on its board.
fn to_json(file: &File) -> Value {
    let mut keys = serde_json::to_value(file).unwrap_or_default();
    let boundless = file.board.as_ref().is_some_and(|board| board.shape == Some(ShapeWord::BoundlessHex));
    let idle: &[&[&str]] = if boundless {
        &[&["setup", "black"], &["setup", "white"], &["capture"], &["repetition"]]
    } else {
        &[&["setup", "tiles"], &["setup", "stacks"], &["stacks"], &["end", "tiles"]]
    };
    for path in idle {
        let (table, key) = match path {
            [key] => (Some(&mut keys), key),
            [table, key] => (keys.get_mut(table), key),
            _ => continue,
        };
        // Keeps the order of the other keys.
        table.and_then(Value::as_object_mut).and_then(|table| table.shift_remove(*key));
    }
    keys
}
