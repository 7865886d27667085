//! The evaluation of a position, updated where an action changed it.

use crate::layout::Layout;
use crate::logistic::{LOGIT, logistic};
use crate::weights::Tables;
use dropline_engine::chance;
use dropline_engine::rules::{Player, Position, Winner};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// The evaluation of a decided game, in units of 1/256 logit: beyond any sum of weights.
pub const DECIDED: i32 = 1 << 20;

/// Evaluates a position, and the positions that follow it.
///
/// It holds the index of each place of a pattern in one position, and moves from position to position by the cells that differ.
/// An action changes few cells, and each belongs to a few dozen places.
#[derive(Clone, Debug)]
pub struct Evaluator {
    layout: Arc<Layout>,
    /// The occupied cells of the position.
    words: Vec<u64>,
    /// The index of each place in the position.
    indices: Vec<u32>,
    /// How many cells are occupied.
    occupied: u32,
    /// For each side to move, the sum of the weights, once it is known.
    sums: [Option<i32>; 2],
    /// The occupied cells of a following position.
    next: Vec<u64>,
    /// The cells that differ in a following position, and what their states rise by.
    changes: Vec<(u16, u32)>,
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
            sums: [None; 2],
            next: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The layout of the patterns.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Moves to `position`.
    pub fn set(&mut self, position: &dyn Position) {
        position.occupied(&mut self.next);
        self.go_to_next();
    }

    /// Moves to the position with these occupied cells, as from [`Position::occupied`].
    pub fn set_to(&mut self, occupied: &[u64]) {
        self.next.clear();
        self.next.extend_from_slice(occupied);
        self.go_to_next();
    }

    fn go_to_next(&mut self) {
        self.sums = [None; 2];
        if self.words.len() != self.next.len() {
            self.words = vec![0; self.next.len()];
        }
        self.find_changes();
        for &(cell, by) in &self.changes {
            for member in self.layout.members(cell.into()) {
                let index = &mut self.indices[member.place as usize];
                *index = index.wrapping_add(by.wrapping_mul(member.step));
            }
        }
        std::mem::swap(&mut self.words, &mut self.next);
        self.occupied = self.words.iter().map(|word| word.count_ones()).sum();
    }

    /// Finds the cells in which `next` differs from `words`.
    #[inline]
    fn find_changes(&mut self) {
        self.changes.clear();
        let size = self.words.len() / 3;
        let (old, new) = (&self.words[..3 * size], &self.next[..3 * size]);
        for at in 0..size {
            let [a0, a1, a2] = [old[at], old[size + at], old[2 * size + at]];
            let [b0, b1, b2] = [new[at], new[size + at], new[2 * size + at]];
            let mut differ = (a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2);
            while differ != 0 {
                let bit = differ.trailing_zeros();
                differ &= differ - 1;
                let state = |[first, second, neutral]: [u64; 3]| {
                    ((first >> bit & 1) + 2 * (second >> bit & 1) + 3 * (neutral >> bit & 1)) as u32
                };
                let by = state([b0, b1, b2]).wrapping_sub(state([a0, a1, a2]));
                self.changes.push((self.layout.cell(64 * at + bit as usize) as u16, by));
            }
        }
    }

    /// The occupied cells of the position.
    pub fn occupied(&self) -> &[u64] {
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
        let sum = self.sum(tables, side) + self.rest(tables, position, self.occupied);
        if side == 0 { sum } else { -sum }
    }

    /// The evaluation for the first side of `next`, a position that follows the one that the evaluator has been set to.
    pub fn value_after(&mut self, tables: &Tables, next: &dyn Position) -> i32 {
        if next.outcome().is_some() {
            return decided(next);
        }
        next.occupied(&mut self.next);
        self.find_changes();
        let side = next.side_to_move().index();
        let mut sum = self.sum(tables, side);
        let entries = &tables.entries[side][..];
        if let [changes @ .., (last, by)] = &self.changes[..] {
            // Each change but the last is made, so that the next one finds its places up to date, and undone afterwards.
            for &(cell, by) in changes {
                for member in self.layout.members(cell.into()) {
                    let index = &mut self.indices[member.place as usize];
                    let to = index.wrapping_add(by.wrapping_mul(member.step));
                    sum += i32::from(entries[to as usize]) - i32::from(entries[*index as usize]);
                    *index = to;
                }
            }
            for member in self.layout.members((*last).into()) {
                let index = self.indices[member.place as usize];
                let to = index.wrapping_add(by.wrapping_mul(member.step));
                sum += i32::from(entries[to as usize]) - i32::from(entries[index as usize]);
            }
            for &(cell, by) in changes {
                for member in self.layout.members(cell.into()) {
                    let index = &mut self.indices[member.place as usize];
                    *index = index.wrapping_sub(by.wrapping_mul(member.step));
                }
            }
        }
        let occupied = self.next.iter().map(|word| word.count_ones()).sum();
        let sum = sum + self.rest(tables, next, occupied);
        if side == 0 { sum } else { -sum }
    }

    /// Like [`Evaluator::value_after`], with a little noise unless the game is over, so that players do not repeat their games.
    pub fn noisy_value_after(
        &mut self,
        tables: &Tables,
        next: &dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> i32 {
        let value = self.value_after(tables, next);
        let noise = chance::below(rng, 2 * NOISE + 1) as i32 - NOISE as i32;
        if next.outcome().is_some() { value } else { value + noise }
    }

    /// The sum of the weights of all places when this side is to move.
    fn sum(&mut self, tables: &Tables, side: usize) -> i32 {
        *self.sums[side].get_or_insert_with(|| {
            let entries = &tables.entries[side][..];
            self.indices.iter().map(|&index| i32::from(entries[index as usize])).sum()
        })
    }

    /// The weights of everything but patterns, for the side to move.
    fn rest(&self, tables: &Tables, position: &dyn Position, occupied: u32) -> i32 {
        let stage = position.stage();
        let side = stage.side.index();
        let none = self.layout.context(0, 0);
        let context = tables.contexts[self.layout.context(side, stage.actions) - none];
        if tables.margin == 0 {
            return context;
        }
        let margin = tables.scaled(margin(position))
            * tables.margins[self.layout.margin(occupied) - self.layout.margin(0)];
        context + margin / LOGIT
    }
}

/// How far the side to move is ahead, in hundredths of a point.
pub fn margin(position: &dyn Position) -> i32 {
    let hundredths = position.prospect().points().as_hundredths();
    if position.to_move() == Player::First { hundredths } else { -hundredths }
}

/// The most that players add to an evaluation or take from it, in units of 1/256 logit: about a tenth of a logit.
const NOISE: u32 = 24;

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
mod tests {
    use super::*;
    use crate::symmetry::{beginnings, symmetries};
    use crate::weights::Weights;
    use dropline_agents::playout_policy;
    use dropline_engine::rules::{ActionList, Snapshot};
    use dropline_engine::{rules, variant};

    /// The start of a game, with patterns and weights drawn at random.
    fn game(name: &str, sets: &[&str]) -> (Box<dyn Position>, Arc<Layout>, Tables) {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load(name, &sets).unwrap_or_else(|_| panic!("{name} is a variant"));
        let start = rules::start(&loaded.variant);
        let layout = Arc::new(Layout::new(&*start));
        let mut weights = Weights::new(&layout, 300);
        let mut rng = chance::stream(1, &[0; 32], 0);
        for value in &mut weights.values {
            *value = chance::below(&mut rng, 2001) as f32 / 1000.0 - 1.0;
        }
        let tables = weights.tables(&layout);
        (start, layout, tables)
    }

    #[test]
    fn an_update_gives_the_evaluation_from_scratch() {
        for (name, sets) in [
            ("othello", &[][..]),
            ("send-it", &["board.side=4"]),
            ("dropper", &[]),
            ("ataxx", &[]),
            ("go", &["board.width=5", "board.height=5"]),
            ("amazons", &[]),
            ("connect-four", &["turn.swap=true"]),
        ] {
            let (start, layout, tables) = game(name, sets);
            let policy = playout_policy(start.variant());
            let (mut position, mut next) = (start.boxed_clone(), start.boxed_clone());
            let (mut legal, mut evaluator) = (ActionList::new(), Evaluator::new(layout.clone()));
            for number in 0..4 {
                let mut rng = chance::stream(2, &[0; 32], number);
                position.reset();
                while position.outcome().is_none() {
                    evaluator.set(&*position);
                    position.legal_actions(&mut legal);
                    for &action in legal.iter().step_by(7) {
                        next.assign(&*position);
                        next.play(action);
                        let mut fresh = Evaluator::new(layout.clone());
                        fresh.set(&*next);
                        let updated = evaluator.value_after(&tables, &*next);
                        assert_eq!(updated, fresh.value(&tables, &*next), "{name} {action}");
                    }
                    let mut fresh = Evaluator::new(layout.clone());
                    fresh.set(&*position);
                    assert_eq!(evaluator.indices(), fresh.indices(), "{name}");
                    position.play_random(&mut rng, policy);
                }
            }
        }
    }

    #[test]
    fn images_of_a_position_have_the_same_evaluation() {
        for name in ["othello", "send-it", "hex", "breakthrough", "lines-of-action"] {
            let (start, layout, mut tables) = game(name, &[]);
            // The first action of each side is the same context, and komi is not exchanged.
            tables.contexts = [0; crate::layout::CONTEXTS];
            tables.margin = 0;
            let value = |snapshot: &Snapshot| {
                let mut position = start.boxed_clone();
                position.restore(snapshot);
                let mut evaluator = Evaluator::new(layout.clone());
                evaluator.set(&*position);
                evaluator.value(&tables, &*position)
            };
            let symmetries = symmetries(&*start);
            for snapshot in beginnings(&*start) {
                let here = value(&snapshot);
                for symmetry in &symmetries {
                    let there = value(&symmetry.snapshot(&snapshot));
                    assert_eq!(if symmetry.exchanges { -there } else { there }, here, "{name} {symmetry:?}");
                }
            }
        }
    }
}
