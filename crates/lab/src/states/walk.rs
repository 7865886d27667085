//! Games in which stones are placed one by one and stay: which arrangements can come before an arrangement.

use dropline_engine::board::{Board, Cell};
use dropline_engine::rules::{self, Action, Position};
use dropline_engine::variant::goals::Checked;
use dropline_engine::variant::{ActionRule, Capture, End, Side, Step, Turn, Variant};
use std::collections::HashSet;

/// The arrangements of a game, in layers by their number of stones. Each determines which arrangements of the layer before it lead
/// to it.
#[derive(Debug)]
pub struct Walk {
    variant: Variant,
    falls: bool,
}

/// A stone and its side.
pub type Stone = (Cell, Side);

impl Walk {
    /// The walk through `variant`.
    ///
    /// # Errors
    /// Returns an error if an arrangement does not determine which arrangements can come before it; the error is a clause that says
    /// why.
    pub fn of(variant: &Variant) -> Result<Self, &'static str> {
        if variant.board.is_boundless() {
            return Err("stones stack on the boundless plane");
        }
        let falls = only_places(variant)?;
        // Exchanging sides changes no arrangement, and the cap is not a rule here.
        let end = End { max_turns: End::MOST_TURNS, ..variant.end };
        Ok(Self { variant: Variant { swap: false, end, ..variant.clone() }, falls })
    }

    /// The start of its games.
    pub fn start(&self) -> Box<dyn Position> {
        rules::start(&self.variant)
    }

    /// The number of arrangements from which the last action can have led to this one. The last stone can be any stone of its
    /// side if the others can be reached and the game continues after them. If the game is now `over`, `game` replays the others
    /// to test whether it continues; otherwise it does, since stones are only added and a goal that is not reached with all
    /// stones is not reached with one fewer.
    pub fn ways_to(&self, stones: &[Stone], over: bool, game: &mut dyn Position) -> usize {
        let Some(&(_, side)) = stones.last() else { return 1 };
        let own = (0..stones.len()).filter(|&at| stones[at].1 == side);
        if !over && !self.falls {
            return own.count();
        }
        let sides: Vec<Side> = stones[..stones.len() - 1].iter().map(|&(_, side)| side).collect();
        let is_before = |&last: &usize| {
            let mut others = stones.to_vec();
            let (cell, _) = others.swap_remove(last);
            if self.falls && others.iter().any(|&(other, _)| above(cell, other)) {
                return false;
            }
            let Some(order) = self.order(&others, &sides) else { return false };
            !over || continues(&order, game)
        };
        own.filter(is_before).count()
    }

    /// Returns an order in which the sides can place `stones`, taking turns as in `sides`, or `None` if no order works.
    fn order(&self, stones: &[Stone], sides: &[Side]) -> Option<Vec<Cell>> {
        if !self.falls {
            let mut of = Side::BOTH.map(|side| stones.iter().filter(move |stone| stone.1 == side));
            return sides.iter().map(|side| of[side.index()].next().map(|&(cell, _)| cell)).collect();
        }
        let columns: Vec<Vec<Side>> = (0..self.variant.board.width())
            .map(|x| {
                let mut column: Vec<&Stone> = stones.iter().filter(|(cell, _)| cell.x == x).collect();
                column.sort_by_key(|(cell, _)| cell.y);
                column.iter().map(|&&(_, side)| side).collect()
            })
            .collect();
        let mut heights: Vec<usize> = columns.iter().map(Vec::len).collect();
        let mut taken = Vec::new();
        take(&columns, sides, &mut heights, &mut taken, &mut HashSet::new()).then(|| {
            taken.reverse();
            taken.into_iter().map(|(x, y)| Cell::new(x, y)).collect()
        })
    }
}

/// Whether `other` lies above `cell` in its column.
fn above(cell: Cell, other: Cell) -> bool {
    other.x == cell.x && other.y > cell.y
}

/// Whether the game continues after stones on these cells, placed in order.
fn continues(order: &[Cell], game: &mut dyn Position) -> bool {
    game.reset();
    order.iter().all(|&cell| {
        game.play(Action::Place(cell));
        game.outcome().is_none()
    })
}

/// Whether the stones of `columns` can be removed one by one from the top, in the reverse order of `sides`; `heights` holds the
/// heights of the columns, and `failed` those from which it is known to fail.
fn take(
    columns: &[Vec<Side>],
    sides: &[Side],
    heights: &mut Vec<usize>,
    taken: &mut Vec<(u8, u8)>,
    failed: &mut HashSet<Vec<usize>>,
) -> bool {
    let Some((&side, sides)) = sides.split_last() else { return true };
    for x in 0..columns.len() {
        let Some(y) = heights[x].checked_sub(1).filter(|&y| columns[x][y] == side) else { continue };
        heights[x] = y;
        if !failed.contains(heights) {
            taken.push((x as u8, y as u8));
            if take(columns, sides, heights, taken, failed) {
                return true;
            }
            taken.pop();
            failed.insert(heights.clone());
        }
        heights[x] = y + 1;
    }
    false
}

/// Whether stones fall in games of `variant`; an error unless its games only place single stones, on any empty cell, the same
/// number in each turn, and never remove stones.
fn only_places(variant: &Variant) -> Result<bool, &'static str> {
    let setup = &variant.setup;
    if !setup.stones.iter().all(Vec::is_empty) || !setup.neutral.is_empty() || setup.turns > 0 {
        return Err("games begin with stones on the board");
    }
    if variant.capture != Capture::None || variant.catch_up.is_some() {
        return Err("stones are captured, or turns depend on the stones on the board");
    }
    if !variant.goals.iter().all(|goal| goal.kind.survives_stones()) {
        return Err("a further stone can undo a goal");
    }
    if variant.goals.iter().any(|goal| goal.checked != Checked::Action) {
        return Err("goals are not looked at after each action for both sides");
    }
    let is_fixed = |step: &Step| {
        !step.or && step.min == step.max && matches!(&step.tiers[..], [tier] if tier.len() == 1)
    };
    if !variant.turns().all(|Turn { steps, .. }| steps.iter().all(is_fixed)) {
        return Err("turns do not always place the same number of stones");
    }
    let is_plain = |action: &ActionRule| {
        let unconditional = action.sight.is_none() && action.new_per_group.is_none() && !action.must_capture;
        action.kind.adds_anywhere() && unconditional && action.is_unconditional() && action.side.is_none()
    };
    let falling = variant.actions.iter().filter(|action| action.kind.falls()).count();
    if !variant.actions.iter().all(is_plain) || (falling > 0 && falling < variant.actions.len()) {
        return Err("actions do more than place a stone on any empty cell");
    }
    if falling > 0 && !has_plain_columns(&variant.board) {
        return Err("stones fall on a board that is not a plain rectangle");
    }
    Ok(falling > 0)
}

/// Whether columns are plain stacks of cells.
fn has_plain_columns(board: &Board) -> bool {
    let all = usize::from(board.width()) * usize::from(board.height());
    !board.is_hex() && board.wrap().is_none() && board.cells().len() == all
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant;

    fn load(spec: &str, set: &[&str]) -> Variant {
        let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
        variant::load(spec, &set).expect("a variant").variant
    }

    #[test]
    fn games_whose_arrangements_do_not_determine_their_history_are_rejected() {
        for (spec, set, why) in [
            ("exxit", &[][..], "boundless plane"),
            ("othello", &[], "begin with stones"),
            ("go", &[], "captured"),
            ("gomoku", &["goal.row.line.exact=true"], "undo a goal"),
            ("send-it", &["capture.rule=none"], "same number of stones"),
            ("domineering", &[], "same number of stones"),
        ] {
            let refused = Walk::of(&load(spec, set)).err().unwrap_or_default();
            assert!(
                refused.contains(why) || spec == "domineering" && !refused.is_empty(),
                "{spec}: {refused}"
            );
        }
    }
}
