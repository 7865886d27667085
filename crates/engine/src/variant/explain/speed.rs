//! What makes a game slow: conditions that are read for one cell or one move at a time, and turns of which each action is tried.

use super::super::words::{listed, quoted};
use crate::variant::Variant;

/// What makes a game of `variant` slow, if anything does.
pub fn speed(variant: &Variant) -> Option<String> {
    let (mut by_cell, mut by_move) = (Vec::new(), Vec::new());
    for action in &variant.actions {
        let name = quoted(&action.name);
        if action.kind.read_on_cells(action).is_read_by_cell(None) {
            by_cell.push(format!("`where` of {name}"));
        }
        if action.kind.moves() && !action.makes.is_empty() {
            by_move.push(format!("`makes` of {name}"));
        } else if action.makes.is_read_by_cell(Some(action.stone())) {
            by_cell.push(format!("`makes` of {name}"));
        }
    }
    if variant.capture.listed().iter().any(|take| take.condition.is_read_by_cell(None)) {
        by_cell.push("`where` of `capture.take`".to_owned());
    }
    let sets = variant.sets.iter().filter(|set| set.condition.is_read_by_cell(None));
    by_cell.extend(sets.map(|set| format!("`where` of the set {}", quoted(&set.name))));
    let mut reasons = Vec::new();
    for (what, one) in [(by_cell, "cell"), (by_move, "move")] {
        if !what.is_empty() {
            let is = if what.len() == 1 { "is" } else { "are" };
            reasons.push(format!("{} {is} read for one {one} at a time", listed(what, "and")));
        }
    }
    if variant.binds_turns() {
        reasons.push("each action is tried, because it decides how its turn can end".to_owned());
    }
    (!reasons.is_empty()).then(|| format!("Slower than usual: {}.", reasons.join("; ")))
}
