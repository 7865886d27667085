//! The engine behind [`Position`], compiled from the same code for each size of grid and number of neighbours.
//!
//! Nothing else is chosen at run time. Games do not depend on the processor.

use super::act::act;
use super::action::{Action, ActionList, Mark};
use super::allowed::allows;
use super::cells::{self, Cells, Large, Small};
use super::compile::Rules;
use super::control_after::{control_deltas, points_after};
use super::control_after_shape::{Behind, points_after_shape, shape_deltas};
use super::flow::reset;
use super::game::{Ownership, Position};
use super::grid::Grid;
use super::groups::short_groups;
use super::guided::{Guide, playout_guided};
use super::illegal::Illegal;
use super::index::index;
use super::legal::{count, list, list_apart};
use super::margin::Margin;
use super::outcome::Outcome;
use super::own_eyes::{PlayoutPolicy, excluded_cells};
use super::player::Winner;
use super::playout::{play_random_turn, playout};
use super::random::{play_random, random_action};
use super::score::{controlled, counting, points, sequences};
use super::snapshot::{Snapshot, restore};
use super::standing::{standing, within_reach};
use super::state::State;
use super::tiles;
use super::trace::Trace;
use super::trial::{copy, only_adds};
use super::turn::Stage;
use super::verify::verify;
use crate::board::Cell;
use crate::chance::Draw;
use crate::points::Points;
use crate::variant::{Empties, ScoreMethod, Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;

/// Whether this processor can run the engine as it was built: on x86-64 the engine needs AVX2, BMI1, BMI2, LZCNT and POPCNT, unless it
/// was built with the feature `portable`.
pub fn processor_is_supported() -> bool {
    cells::is_supported()
}

/// The start of a game of `variant`, on the smaller of two grids that the board fits.
///
/// # Panics
/// Panics if the board does not fit the larger grid, which the boards of checked variants always do, and if
/// [`processor_is_supported`] returns false.
pub fn start(variant: &Variant) -> Box<dyn Position> {
    let (columns, rows) = (variant.board.width(), variant.board.height());
    if variant.board.is_boundless() {
        tiles::start(variant)
    } else if variant.board.wrap().is_none() && Small::fits(columns, rows) {
        start_on::<Small>(variant)
    } else {
        start_on::<Large>(variant)
    }
}

/// Like [`start`], but on the larger of the two grids: for comparison.
///
/// # Panics
/// Under the same conditions as [`start`].
pub fn start_on_large_grid(variant: &Variant) -> Box<dyn Position> {
    if variant.board.is_boundless() { start(variant) } else { start_on::<Large>(variant) }
}

/// The start of a game on the grid of `S`.
fn start_on<S: Cells>(variant: &Variant) -> Box<dyn Position> {
    assert!(S::fits(variant.board.width(), variant.board.height()), "the board has more cells than the grid");
    if variant.board.is_hex() {
        Box::new(Engine::<S, 6>::new(variant))
    } else {
        Box::new(Engine::<S, 4>::new(variant))
    }
}

/// A position of a variant, with its rules.
struct Engine<S: Cells, const D: usize> {
    rules: Arc<Rules<S, D>>,
    state: State<S, D>,
    /// Memory for a copy of the position on which actions are tried.
    scratch: Option<Box<State<S, D>>>,
    /// Memory for queries about shapes.
    behind: Option<Behind<S, D>>,
}

impl<S: Cells, const D: usize> Engine<S, D> {
    fn new(variant: &Variant) -> Self {
        debug_assert!(Grid::<S, D>::fits(&variant.board));
        let rules = Arc::new(Rules::new(variant));
        let state = State::start(&rules);
        Self { rules, state, scratch: None, behind: None }
    }

    /// The scores in `state`.
    fn scores(&self, state: &State<S, D>) -> [Points; 2] {
        if self.rules.method == ScoreMethod::None {
            return scores_of_result(state.progress.outcome);
        }
        let mut points = points(state, &self.rules);
        if self.rules.empties == Empties::Winner && state.progress.outcome.is_some() {
            let [first, second] = self.scores_of(points, false);
            match first.cmp(&second) {
                Ordering::Greater => points[0] += state.empty.count() as i32,
                Ordering::Less => points[1] += state.empty.count() as i32,
                Ordering::Equal => {}
            }
        }
        self.scores_of(points, state.progress.swapped)
    }

    /// Converts points by side to scores by player, komi included, given whether the players have `swapped` sides.
    fn scores_of(&self, [first, second]: [i32; 2], swapped: bool) -> [Points; 2] {
        let scores = [Points::whole(first), Points::whole(second) + self.rules.komi];
        if swapped { [scores[1], scores[0]] } else { scores }
    }

    /// How far the first player is ahead in `state`: a decided game is won or lost by more than any score.
    fn margin_of(&self, state: &State<S, D>) -> Margin {
        if let Some(winner) = state.progress.outcome.and_then(|outcome| outcome.decided) {
            return Margin::of_result(winner);
        }
        if self.rules.method != ScoreMethod::Groups {
            return Margin::of_points(self.scores(state));
        }
        let [first, second] = points(state, &self.rules);
        let largest = Points::whole(first - second) - self.rules.komi;
        let margin = if largest == Points::ZERO {
            let [first, second] = sequences(state, &self.rules);
            first.margin(second, self.rules.komi)
        } else {
            Margin::of_sequences(0, largest)
        };
        if state.progress.swapped { -margin } else { margin }
    }
}

impl<S: Cells, const D: usize> Engine<S, D> {
    /// The prospect of the first player in `state`: its margin, which goals within reach outweigh, or an estimate in a game without
    /// scores.
    fn prospect_of(&self, state: &State<S, D>) -> Margin {
        let scored = self.rules.method != ScoreMethod::None;
        if state.progress.outcome.is_some() || scored && !self.rules.has_goals() {
            return self.margin_of(state);
        }
        let ahead = if scored { within_reach(state, &self.rules) } else { standing(state, &self.rules) };
        let ahead = if state.progress.swapped { -ahead } else { ahead };
        if scored {
            return self.margin_of(state).with_goals(ahead);
        }
        Margin::of_points([Points::hundredths(ahead), Points::ZERO])
    }
}

/// The scores of a game without scoring: 1 for the winner and 0 for the loser, 1/2 each if nobody has won.
fn scores_of_result(outcome: Option<Outcome>) -> [Points; 2] {
    match outcome.and_then(|outcome| outcome.decided) {
        Some(Winner::First) => [Points::whole(1), Points::ZERO],
        Some(Winner::Second) => [Points::ZERO, Points::whole(1)],
        Some(Winner::Draw) | None => [Points::hundredths(50); 2],
    }
}

impl<S: Cells, const D: usize> Position for Engine<S, D> {
    fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    fn reset(&mut self) {
        reset(&mut self.state, &self.rules);
    }

    fn assign(&mut self, other: &dyn Position) {
        let other = other.as_any().downcast_ref::<Self>();
        let other = other.expect("both positions should be of the same variant");
        copy(&mut self.state, &self.rules, &other.state);
    }

    fn snapshot(&self, into: &mut Snapshot) {
        self.state.snapshot(&self.rules, into);
    }

    fn restore(&mut self, from: &Snapshot) {
        restore(&mut self.state, &self.rules, from);
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        let (rules, state) = (self.rules.clone(), self.state.clone());
        Box::new(Self { rules, state, scratch: None, behind: None })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    #[inline(always)]
    fn stage(&self) -> Stage {
        self.state.progress.stage()
    }

    fn is_neutral(&self, cell: Cell) -> bool {
        self.state.neutral.has(index::<S>(cell))
    }

    fn piece(&self, cell: Cell) -> Option<usize> {
        let index = index::<S>(cell);
        self.state.pieces.iter().position(|pieces| pieces.has(index))
    }

    fn append_pieces(&self, into: &mut Vec<u64>) {
        self.state.pieces.iter().for_each(|set| into.extend_from_slice(set.words().as_ref()));
    }

    fn occupied(&self, into: &mut Vec<u64>) -> usize {
        into.clear();
        let [first, second] = self.state.stones;
        [first, second, self.state.neutral]
            .into_iter()
            .for_each(|set| into.extend_from_slice(set.words().as_ref()));
        S::STRIDE
    }

    fn append_short_groups(&self, most: usize, into: &mut Vec<u64>) -> bool {
        if !self.rules.groups {
            return false;
        }
        let State { stones, empty, groups, .. } = &self.state;
        let short = short_groups(groups, *stones, *empty, most);
        short[..most].iter().for_each(|set| into.extend_from_slice(set.words().as_ref()));
        true
    }

    fn append_controlled(&self, into: &mut Vec<u64>) -> bool {
        if self.rules.method != ScoreMethod::Control {
            return false;
        }
        let sets = controlled(&self.state, &self.rules);
        sets.iter().for_each(|set| into.extend_from_slice(set.words().as_ref()));
        true
    }

    fn stone(&self, cell: Cell) -> Option<Side> {
        let index = index::<S>(cell);
        Side::BOTH.into_iter().find(|side| self.state.stones[side.index()].has(index))
    }

    fn legal_actions(&self, into: &mut ActionList) {
        list(&self.state, &self.rules, into);
    }

    fn legal_apart(&self, stones: &mut Vec<u64>, others: &mut ActionList) {
        stones.clear();
        stones.extend_from_slice(list_apart(&self.state, &self.rules, others).words().as_ref());
    }

    fn count_legal(&self) -> u32 {
        count(&self.state, &self.rules)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        allows(&self.state, &self.rules, action).map_err(|why| Illegal { why })
    }

    fn check_by(&self, number: usize, action: Action) -> Result<(), Illegal> {
        self.state.allows_by(&self.rules, number, action).map_err(|why| Illegal { why })
    }

    fn play(&mut self, action: Action) {
        debug_assert_eq!(self.check(action), Ok(()));
        act(&mut self.state, &self.rules, action);
    }

    fn resign(&mut self) {
        self.state.progress.resign();
    }

    fn random_action(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action {
        assert!(self.state.progress.outcome.is_none(), "a game that is over has no actions");
        random_action(&mut self.state, &self.rules, policy, &mut Draw::new(rng))
    }

    fn play_random(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action {
        assert!(self.state.progress.outcome.is_none(), "a game that is over has no actions");
        play_random(&mut self.state, &self.rules, policy, &mut Draw::new(rng))
    }

    fn play_random_turn(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy, trace: &mut Trace) {
        play_random_turn(&mut self.state, &self.rules, rng, policy, trace);
    }

    fn excludes(&self, policy: PlayoutPolicy, action: Action) -> bool {
        match action {
            Action::Place(cell) => excluded_cells(&self.state, &self.rules, policy).has(index::<S>(cell)),
            _ => false,
        }
    }

    fn playout(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> u32 {
        playout(&mut self.state, &self.rules, rng, policy)
    }

    fn playout_guided(
        &mut self,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        guide: &mut Guide,
        marks: &mut Vec<Mark>,
    ) {
        playout_guided(&mut self.state, &self.rules, rng, policy, guide, marks);
    }

    fn score(&self) -> [Points; 2] {
        self.scores(&self.state)
    }

    fn groups(&self) -> Option<[Vec<u32>; 2]> {
        (self.rules.method == ScoreMethod::Groups).then(|| {
            let mut groups = sequences(&self.state, &self.rules).map(|sizes| sizes.sorted());
            if self.swapped() {
                groups.reverse();
            }
            groups
        })
    }

    fn margin(&self) -> Margin {
        self.margin_of(&self.state)
    }

    fn prospect(&self) -> Margin {
        self.prospect_of(&self.state)
    }

    fn margin_after(&mut self, action: Action) -> Margin {
        if let Some(cells) = only_adds(&self.state, &self.rules, action) {
            let undo = self.state.try_stones(cells);
            let margin = self.margin_of(&self.state);
            self.state.take_back(undo);
            return margin;
        }
        let mut scratch = self.scratch.take().unwrap_or_else(|| Box::new(self.state.clone()));
        copy(&mut scratch, &self.rules, &self.state);
        act(&mut scratch, &self.rules, action);
        let margin = self.prospect_of(&scratch);
        self.scratch = Some(scratch);
        margin
    }

    fn margins_after(&mut self, actions: &[Action], into: &mut Vec<Margin>) {
        let control_deltas = control_deltas(&self.state, &self.rules);
        let shape_deltas = shape_deltas(&self.state, &self.rules, &mut self.behind);
        into.clear();
        for &action in actions {
            let points = if let Some(known) = &control_deltas {
                points_after(&self.state, &self.rules, known, action)
            } else if let (Some(known), Some(behind)) = (&shape_deltas, &self.behind) {
                points_after_shape(&self.state, &self.rules, known, behind, &action)
            } else {
                None
            };
            into.push(match points {
                Some(points) => Margin::of_points(self.scores_of(points, self.state.progress.swapped)),
                None => self.margin_after(action),
            });
        }
    }

    fn remove_excluded(&self, policy: PlayoutPolicy, actions: &mut ActionList) {
        let excluded = excluded_cells(&self.state, &self.rules, policy);
        let chosen = |action: &Action| match action {
            Action::Place(cell) => !excluded.has(index::<S>(*cell)),
            _ => true,
        };
        if policy != PlayoutPolicy::Unrestricted && actions.iter().any(chosen) {
            actions.retain(chosen);
        }
    }

    fn ownership(&self, into: &mut Vec<Ownership>) {
        let [first, second] = self.state.stones.map(S::members);
        let [for_first, for_second] = counting(&self.state, &self.rules).map(S::members);
        into.clear();
        for (at, &cell) in self.rules.variant.board.cells().iter().enumerate() {
            let cell = index::<S>(cell);
            let stone = match (first.has(cell), second.has(cell)) {
                (true, _) => Some(Side::First),
                (_, true) => Some(Side::Second),
                _ => None,
            };
            let counts_for = [for_first.has(cell), for_second.has(cell)];
            if stone.is_some() || counts_for[0] || counts_for[1] {
                into.push(Ownership { at, stone, counts_for });
            }
        }
    }

    fn captures(&self) -> [u32; 2] {
        self.state.captured
    }

    fn verify(&self) -> Result<(), String> {
        verify(&self.state, &self.rules)
    }
}
