//! The evaluation of a position, updated where an action changed it.

use crate::layout::{Layout, Member, STAGES};
use crate::logistic::{LOGIT, logistic};
use crate::states::MOST_SETS;
use crate::weights::Tables;
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Margin, Player, Position, Winner};
use dropline_engine::variant::Side;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// The evaluation of a decided game, in units of 1/256 logit: beyond any sum of weights.
pub const DECIDED: i32 = 1 << 20;

/// How many actions of a position are evaluated, if its margins or draws pick them out.
///
/// In Dispatch a thousand are legal, and most leave the player hopelessly behind.
pub const CANDIDATES: usize = 128;

/// Evaluates a position, and the positions that follow it.
///
/// It holds the index of each place of a pattern in one position, and moves from position to position by the cells that differ.
/// An action changes few cells, and each belongs to a few dozen places.
#[derive(Clone, Debug)]
pub struct Evaluator {
    layout: Arc<Layout>,
    /// The sets of cells of the position, as [`Layout::read`] gives them.
    words: Vec<u64>,
    /// The index of each place in the position.
    indices: Vec<u32>,
    /// How many cells are occupied.
    occupied: u32,
    /// For each stage of the game and each side to move, the sum of the weights, once it is known.
    sums: [[Option<i32>; 2]; STAGES],
    /// The sets of cells of a following position.
    next: Vec<u64>,
    /// The cells that differ in a following position.
    changes: Vec<Change>,
    /// The margins after the actions of a position.
    margins: Vec<Margin>,
}

/// A cell that differs in a following position.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: u16,
    /// What its state rises by in plain patterns, and in fine ones.
    by: [u32; 2],
}

impl Change {
    /// The places that change, and what each index rises by.
    #[inline]
    fn places<'l>(&self, layout: &'l Layout) -> impl Iterator<Item = (usize, u32)> + use<'l> {
        let by = self.by;
        let of = move |(members, by): (&'l [Member], u32)| {
            // A group may get another liberty while its stones stay.
            let members = if by == 0 { &[] } else { members };
            members.iter().map(move |member| (member.place as usize, by.wrapping_mul(member.step)))
        };
        let [coarse, fine] = layout.members(self.cell.into());
        of((coarse, by[0])).chain(of((fine, by[1])))
    }
}

impl Evaluator {
    /// An evaluator at an empty board.
    pub fn new(layout: Arc<Layout>) -> Self {
        let indices = layout.empty().to_vec();
        Self {
            layout,
            words: Vec::new(),
            indices,
            occupied: 0,
            sums: [[None; 2]; STAGES],
            next: Vec::new(),
            changes: Vec::new(),
            margins: Vec::new(),
        }
    }

    /// The layout of the patterns.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Moves to `position`.
    pub fn set(&mut self, position: &dyn Position) {
        self.layout.read(position, &mut self.next);
        self.go_to_next();
    }

    /// Moves to the position with these sets of cells, as from [`Layout::read`].
    pub fn set_to(&mut self, sets: &[u64]) {
        self.next.clear();
        self.next.extend_from_slice(sets);
        self.go_to_next();
    }

    fn go_to_next(&mut self) {
        self.sums = [[None; 2]; STAGES];
        if self.words.len() != self.next.len() {
            self.words = vec![0; self.next.len()];
        }
        self.find_changes();
        for change in &self.changes {
            for (place, by) in change.places(&self.layout) {
                self.indices[place] = self.indices[place].wrapping_add(by);
            }
        }
        std::mem::swap(&mut self.words, &mut self.next);
        self.occupied = count(&self.words, self.layout.sets());
    }

    /// Finds the cells in which `next` differs from `words`.
    fn find_changes(&mut self) {
        /// One loop for each number of sets.
        macro_rules! find {
            ($($sets:literal)*) => {
                match self.layout.sets() {
                    $($sets => self.find_changes_in::<$sets>(),)*
                    _ => self.find_changes_in::<MOST_SETS>(),
                }
            };
        }
        find!(3 4 5 6 7 8 9 10 11 12 13);
    }

    #[inline]
    fn find_changes_in<const SETS: usize>(&mut self) {
        self.changes.clear();
        let [plain, fine] = *self.layout.rises();
        let size = self.words.len() / SETS;
        let (old, new) = (&self.words[..SETS * size], &self.next[..SETS * size]);
        for at in 0..size {
            let mut differ = 0;
            for set in 0..SETS {
                differ |= old[set * size + at] ^ new[set * size + at];
            }
            while differ != 0 {
                let bit = differ.trailing_zeros();
                differ &= differ - 1;
                let mut by = [0_u32; 2];
                for set in 0..SETS {
                    // 1 if the cell joins the set, and -1 if it leaves the set.
                    let [before, after] = [old[set * size + at], new[set * size + at]];
                    let joins = ((after >> bit & 1) as u32).wrapping_sub((before >> bit & 1) as u32);
                    by[0] = by[0].wrapping_add(joins.wrapping_mul(plain[set]));
                    by[1] = by[1].wrapping_add(joins.wrapping_mul(fine[set]));
                }
                self.changes.push(Change { cell: self.layout.cell(64 * at + bit as usize) as u16, by });
            }
        }
    }

    /// The cells that are not merely empty, each with its state in plain patterns and in fine ones.
    pub fn states(&self) -> impl Iterator<Item = (usize, [u32; 2])> {
        let sets = self.layout.sets();
        let size = self.words.len() / sets;
        (0..64 * size).filter_map(move |bit| {
            let is_in = |&set: &usize| self.words[set * size + bit / 64] >> (bit % 64) & 1 == 1;
            let within: Vec<usize> = (0..sets).filter(is_in).collect();
            let state = |rises: [u32; MOST_SETS]| within.iter().map(|&set| rises[set]).sum();
            (!within.is_empty()).then(|| (self.layout.cell(bit), self.layout.rises().map(state)))
        })
    }

    /// The sets of cells of the position, as [`Layout::read`] gives them.
    pub fn sets(&self) -> &[u64] {
        &self.words
    }

    /// How many cells are occupied.
    pub fn count(&self) -> u32 {
        self.occupied
    }

    /// The index of each place in the position.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// The evaluation of `position`, to which the evaluator has been [set](Evaluator::set), for the first side.
    pub fn value(&mut self, tables: &Tables, position: &dyn Position) -> i32 {
        if position.outcome().is_some() {
            return decided(position);
        }
        let side = position.side_to_move().index();
        let margin = || position.prospect();
        let sum = self.sum(tables, side, self.layout.stage(self.occupied))
            + self.rest(tables, position, margin, self.occupied);
        if side == 0 { sum } else { -sum }
    }

    /// Keeps, in games with scores, the [`CANDIDATES`] legal `actions` of `position` after which the side to move is furthest ahead, and all
    /// that tie with the last of these.
    pub fn shortlist(&mut self, tables: &Tables, position: &mut dyn Position, actions: &mut ActionList) {
        if tables.margin == 0 || actions.len() <= CANDIDATES {
            return;
        }
        position.margins_after(actions, &mut self.margins);
        let own = |margin: &Margin| own_margin(position, *margin);
        let mut sorted: Vec<i32> = self.margins.iter().map(own).collect();
        let (_, &mut least, _) = sorted.select_nth_unstable_by(CANDIDATES - 1, |a, b| b.cmp(a));
        let mut margins = self.margins.iter();
        actions.retain(|_| margins.next().is_some_and(|margin| own(margin) >= least));
    }

    /// Evaluates the positions after the legal `actions` of `position`, to which the evaluator has been [set](Evaluator::set). `each`
    /// takes the action, the position after it and its evaluation for the first side. `next` is any position of the game.
    pub fn values_after(
        &mut self,
        tables: &Tables,
        position: &mut dyn Position,
        actions: &[Action],
        next: &mut dyn Position,
        mut each: impl FnMut(Action, &dyn Position, i32),
    ) {
        // All at once: most margins are known from what the actions change.
        let mut margins = std::mem::take(&mut self.margins);
        if tables.margin > 0 {
            position.margins_after(actions, &mut margins);
        }
        for (at, &action) in actions.iter().enumerate() {
            next.assign(position);
            next.play(action);
            let mut value = self.value_after(tables, next, || margins[at]);
            if action == Action::Pass && next.outcome().is_none() {
                value = allowing_pass(value, next);
                next.assign(position);
                next.play(action);
            }
            each(action, next, value);
        }
        self.margins = margins;
    }

    /// The evaluation for the first side of `next`, a position that follows the one that the evaluator has been set to, given the
    /// margin of the first player.
    fn value_after(&mut self, tables: &Tables, next: &dyn Position, margin: impl FnOnce() -> Margin) -> i32 {
        if next.outcome().is_some() {
            return decided(next);
        }
        self.layout.read(next, &mut self.next);
        self.find_changes();
        let side = next.side_to_move().index();
        let occupied = count(&self.next, self.layout.sets());
        let stage = self.layout.stage(occupied);
        let mut sum = self.sum(tables, side, stage);
        let entries = &tables.entries[stage][side][..];
        if let [changes @ .., last] = &self.changes[..] {
            // Each change but the last is made, so that the next one finds its places up to date, and undone afterwards.
            for change in changes {
                for (place, by) in change.places(&self.layout) {
                    let index = &mut self.indices[place];
                    let to = index.wrapping_add(by);
                    sum += i32::from(entries[to as usize]) - i32::from(entries[*index as usize]);
                    *index = to;
                }
            }
            for (place, by) in last.places(&self.layout) {
                let index = self.indices[place];
                let to = index.wrapping_add(by);
                sum += i32::from(entries[to as usize]) - i32::from(entries[index as usize]);
            }
            for change in changes {
                for (place, by) in change.places(&self.layout) {
                    self.indices[place] = self.indices[place].wrapping_sub(by);
                }
            }
        }
        let sum = sum + self.rest(tables, next, margin, occupied);
        if side == 0 { sum } else { -sum }
    }

    /// The sum of the weights of all places when this side is to move, at this stage of the game.
    fn sum(&mut self, tables: &Tables, side: usize, stage: usize) -> i32 {
        *self.sums[stage][side].get_or_insert_with(|| {
            let entries = &tables.entries[stage][side][..];
            self.indices.iter().map(|&index| i32::from(entries[index as usize])).sum()
        })
    }

    /// The weights of everything but patterns, for the side to move, given the margin of the first player.
    fn rest(
        &self,
        tables: &Tables,
        position: &dyn Position,
        margin: impl FnOnce() -> Margin,
        occupied: u32,
    ) -> i32 {
        let (side, actions) = self.layout.moment(position);
        let none = self.layout.context(0, 0);
        let context = tables.contexts[self.layout.context(side, actions) - none];
        if tables.margin == 0 {
            return context;
        }
        let margin = tables.scaled(own_margin(position, margin()))
            * tables.margins[self.layout.margin(occupied) - self.layout.margin(0)];
        context + margin / LOGIT
    }
}

/// How many cells are occupied, given this many `sets` of cells as from [`Layout::read`].
fn count(words: &[u64], sets: usize) -> u32 {
    words[..words.len() / sets * 3].iter().map(|word| word.count_ones()).sum()
}

/// How far the side to move is ahead, in hundredths of a point.
pub fn margin(position: &dyn Position) -> i32 {
    own_margin(position, position.prospect())
}

/// The margin of the first player, in hundredths of a point, as the side to move sees it.
pub fn own_margin(position: &dyn Position, margin: Margin) -> i32 {
    let hundredths = margin.points().as_hundredths();
    if position.to_move() == Player::First { hundredths } else { -hundredths }
}

/// `value`, the evaluation of `position`, with a little noise unless the game is over, so that players do not repeat their games.
pub fn noisy(value: i32, position: &dyn Position, rng: &mut Xoshiro256PlusPlus) -> i32 {
    if position.outcome().is_some() {
        return value;
    }
    value + chance::below(rng, 2 * NOISE + 1) as i32 - NOISE as i32
}

/// The most that players add to an evaluation or take from it, in units of 1/256 logit: a fifth of a logit.
const NOISE: u32 = 51;

/// The probability of a win, by an evaluation.
pub fn probability(value: i32) -> f32 {
    if value.abs() < DECIDED {
        logistic(value as f32 / LOGIT as f32)
    } else if value > 0 {
        1.0
    } else {
        0.0
    }
}

/// `value`, the evaluation of `next` for the first side, if the side to move may end the game by passing: then it gets at least the
/// result. A player that misses this learns to pass while it is behind, and never learns the rest of the game.
fn allowing_pass(value: i32, next: &mut dyn Position) -> i32 {
    if next.check(Action::Pass).is_err() {
        return value;
    }
    let side = next.side_to_move();
    next.play(Action::Pass);
    match (next.outcome(), side) {
        (None, _) => value,
        (Some(_), Side::First) => value.max(decided(next)),
        (Some(_), Side::Second) => value.min(decided(next)),
    }
}

/// The evaluation of a game that is over, for the first side.
pub fn decided(position: &dyn Position) -> i32 {
    let first = match position.winner() {
        Winner::First => DECIDED,
        Winner::Second => -DECIDED,
        Winner::Draw => 0,
    };
    if position.swapped() { -first } else { first }
}

#[cfg(test)]
mod tests;
