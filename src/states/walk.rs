//! Games in which stones are placed one by one and stay: the arrangements that can be reached, by weighted random games.

use super::Estimate;
use crate::board::{Board, Cell};
use crate::rules::{self, Action, PlayoutPolicy, Position};
use crate::stats::Interval;
use crate::variant::{ActionRule, Capture, End, Side, Step, Turn, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;

/// A random game that weights every arrangement it reaches, so that the expected sum of the weights is the number of all reachable
/// arrangements.
///
/// Arrangements lie in layers, by their number of stones. From an arrangement with b actions, a game continues by one of them,
/// chosen uniformly; the next arrangement can be reached by d actions from arrangements of the layer before. The weight starts at
/// 1 and is multiplied by b/d. If the weight of reaching s has mean 1 for every s of a layer, it has mean 1 for every t of the
/// next layer too: the sum, over the d arrangements s before t, of 1 · 1/b(s) · b(s)/d. So the mean weight of a layer is the
/// number of its arrangements.
///
/// Source: D. E. Knuth's estimator for the size of trees, "Estimating the efficiency of backtrack programs", Mathematics of
/// Computation 29 (1975), in which the weight is the product of all b and counts sequences. Divided by d, the weight counts
/// arrangements.
#[derive(Debug)]
pub struct Walk {
    variant: Variant,
    falls: bool,
}

/// A stone and its side.
type Stone = (Cell, Side);

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

    /// The start of its games, to be passed to [`Walk::sample`].
    pub fn start(&self) -> Box<dyn Position> {
        rules::start(&self.variant)
    }

    /// Plays a random game and returns the sum of the weights of its arrangements. `position` is at the start before and after.
    pub fn sample(&self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let mut stones: Vec<Stone> = Vec::new();
        let (mut weight, mut sum) = (1.0, 1.0);
        position.reset();
        let mut before = position.boxed_clone();
        while position.outcome().is_none() {
            let (ways, side) = (position.count_legal(), position.side_to_move());
            let Some(cell) = position.play_random(rng, PlayoutPolicy::Unrestricted).stone() else { break };
            stones.push((cell, side));
            let over = position.outcome().is_some();
            weight *= f64::from(ways) / self.ways_to(&stones, over, &mut *before) as f64;
            sum += weight;
        }
        position.reset();
        sum
    }

    /// The number of arrangements from which the last action can have led to this one. The last stone can be any stone of its
    /// side if the others can be reached and the game continues after them. If the game is now `over`, `game` replays the others
    /// to test whether it continues; otherwise it does, since stones are only added and a goal that is not reached with all
    /// stones is not reached with one fewer.
    fn ways_to(&self, stones: &[Stone], over: bool, game: &mut dyn Position) -> usize {
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

    /// The estimate from games with these weights, in order.
    ///
    /// The interval is computed for the logarithm, by the delta method: weights are skewed.
    pub fn estimate(weights: &[f64]) -> Estimate {
        let n = weights.len() as f64;
        let most = weights.iter().copied().fold(1.0, f64::max);
        let mean = weights.iter().map(|weight| weight / most).sum::<f64>() / n;
        let variance =
            weights.iter().map(|weight| (weight / most - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let log10 = most.log10() + mean.log10();
        let half = 1.96 * (variance / n).sqrt() / mean / std::f64::consts::LN_10;
        Estimate {
            log10,
            interval: Interval { low: log10 - half, high: log10 + half },
            n: weights.len() as u64,
        }
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
/// heights of the columns.
fn take(
    columns: &[Vec<Side>],
    sides: &[Side],
    heights: &mut Vec<usize>,
    taken: &mut Vec<(u8, u8)>,
    seen: &mut HashSet<Vec<usize>>,
) -> bool {
    let Some((&side, sides)) = sides.split_last() else { return true };
    for x in 0..columns.len() {
        let Some(y) = heights[x].checked_sub(1).filter(|&y| columns[x][y] == side) else { continue };
        heights[x] = y;
        if seen.insert(heights.clone()) {
            taken.push((x as u8, y as u8));
            if take(columns, sides, heights, taken, seen) {
                return true;
            }
            taken.pop();
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
    let is_fixed = |step: &Step| step.min == step.max && matches!(&step.tiers[..], [tier] if tier.len() == 1);
    if !variant.turns().all(|Turn { steps }| steps.iter().all(is_fixed)) {
        return Err("turns do not always place the same number of stones");
    }
    let is_plain = |action: &ActionRule| {
        let unconditional = action.sight.is_none() && action.new_per_group.is_none() && !action.must_capture;
        action.kind.adds_anywhere() && unconditional && action.side.is_none()
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
    use crate::{chance, variant};

    fn load(spec: &str, set: &[&str]) -> Variant {
        let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
        variant::load(spec, &set).expect("a variant").variant
    }

    /// The estimate of `n` games.
    fn estimate(variant: &Variant, seed: u64, n: u64) -> Estimate {
        let walk = Walk::of(variant).expect("stones are placed and stay");
        let mut start = walk.start();
        let sample = |game| walk.sample(&mut *start, &mut chance::stream(seed, &[0; 32], game));
        Walk::estimate(&(1..=n).map(sample).collect::<Vec<f64>>())
    }

    /// The number of reachable arrangements, found by exhaustive search.
    fn counted(variant: &Variant) -> usize {
        let stones = |position: &dyn Position| -> Vec<Option<Side>> {
            position.board().cells().iter().map(|&cell| position.stone(cell)).collect()
        };
        let mut seen = HashSet::new();
        let mut left = vec![rules::start(&Variant { swap: false, ..variant.clone() })];
        while let Some(position) = left.pop() {
            if seen.insert(stones(&*position)) && position.outcome().is_none() {
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                left.extend(legal.into_iter().map(|action| {
                    let mut next = position.boxed_clone();
                    next.play(action);
                    next
                }));
            }
        }
        seen.len()
    }

    #[test]
    fn the_estimate_is_close_to_the_count() {
        for (spec, set, known) in [
            ("tic-tac-toe", &[][..], Some(5_478)),
            ("connect-four", &["board.width=4", "board.height=4"], Some(161_029)),
            ("connect-four", &["board.width=3", "board.height=4", "goal.row.line.length=3"], None),
            ("hex", &["board.side=3"], None),
            ("connect6", &["board.width=3", "board.height=3", "goal.row.line.length=3"], None),
        ] {
            let variant = load(spec, set);
            let count = counted(&variant);
            assert!(known.is_none_or(|known| known == count), "{spec}: {count}");
            let Estimate { interval, .. } = estimate(&variant, 1, 4_000);
            // The test allows three standard errors instead of two.
            let middle = f64::midpoint(interval.low, interval.high);
            let off = ((count as f64).log10() - middle).abs();
            assert!(
                off < 1.6 * interval.half_width() && interval.half_width() < 0.03,
                "{spec}: {count}, {interval:?}"
            );
        }
    }

    #[test]
    fn the_interval_holds_the_count_95_times_in_100() {
        let (variant, seeds) = (load("tic-tac-toe", &[]), 300);
        let held =
            (0..seeds).filter(|&seed| estimate(&variant, seed, 300).interval.contains(5_478_f64.log10()));
        let held = held.count();
        assert!((276..=298).contains(&held), "{held} of {seeds}");
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
