//! The engine behind [`Position`] for stacks and tiles, in one version for each size of its sets.

use super::cell_state::CellState;
use super::compile::{Rules, most_cells};
use super::random::playout;
use super::state::State;
use crate::board::{Board, Cell};
use crate::points::Points;
use crate::rules::Guide;
use crate::rules::action::{Action, ActionList, Mark};
use crate::rules::cells::require_support;
use crate::rules::game::{Ownership, Position};
use crate::rules::illegal::Illegal;
use crate::rules::margin::Margin;
use crate::rules::own_eyes::PlayoutPolicy;
use crate::rules::snapshot::Snapshot;
use crate::rules::trace::Trace;
use crate::rules::turn::Stage;
use crate::variant::{Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::any::Any;
use std::sync::Arc;

/// How many sets of cells [`Position::stacks_and_tiles`] gives.
pub const SETS_OF_TILES: usize = 8;

/// The start of a game of `variant`, on the boundless plane. Such games are always scored by tiles.
///
/// # Panics
/// Panics if the game can use 2048 cells or more, which the tile limit of checked variants rules out, and if the processor lacks
/// instructions that the engine is compiled for.
pub fn start(variant: &Variant) -> Box<dyn Position> {
    require_support();
    // Cells are numbered from 1.
    match most_cells(variant) {
        0..128 => Box::new(StackEngine::<2>::new(variant)),
        cells => {
            assert!(cells < 2048, "the game has too many tiles");
            Box::new(StackEngine::<32>::new(variant))
        }
    }
}

/// A position of a variant, with its rules.
struct StackEngine<const W: usize> {
    rules: Arc<Rules<W>>,
    state: State<W>,
}

impl<const W: usize> StackEngine<W> {
    fn new(variant: &Variant) -> Self {
        let mut rules = Rules::new(variant);
        let mut state = rules.start.clone();
        state.begin(&rules);
        rules.start = state.clone();
        Self { rules: Arc::new(rules), state }
    }
}

impl<const W: usize> Position for StackEngine<W> {
    fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    fn reset(&mut self) {
        self.state.copy_from(&self.rules.start);
    }

    fn assign(&mut self, other: &dyn Position) {
        let other = other.as_any().downcast_ref::<Self>();
        let other = other.expect("both positions should be of the same variant");
        self.state.copy_from(&other.state);
    }

    fn snapshot(&self, into: &mut Snapshot) {
        self.state.snapshot(&self.rules, into);
    }

    fn restore(&mut self, from: &Snapshot) {
        self.state.restore(&self.rules, from);
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(Self { rules: self.rules.clone(), state: self.state.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    #[inline(always)]
    fn stage(&self) -> Stage {
        self.state.progress.stage()
    }

    fn stone(&self, cell: Cell) -> Option<Side> {
        self.stack(cell).pop()
    }

    fn stack(&self, cell: Cell) -> Vec<Side> {
        self.state.stack(self.state.plane.number(cell)).sides().collect()
    }

    fn tile(&self, cell: Cell) -> Option<Side> {
        let number = self.state.plane.number(cell);
        let tiles = |side: &Side| self.state.tiles[side.index()].has(number);
        Side::BOTH.into_iter().find(tiles)
    }

    fn stacks_and_tiles(&self, into: &mut Vec<u64>) {
        const SPAN: usize = Board::FOLD as usize;
        const WORDS: usize = SPAN * SPAN / 64;
        let State { plane, cell_states, tiles, .. } = &self.state;
        into.clear();
        into.resize(SETS_OF_TILES * WORDS, 0);
        let mut taken = [0_u64; WORDS];
        for (number, cell) in plane.iter() {
            let CellState { stack, tile, .. } = cell_states[number.into()];
            if !tile && stack.is_empty() {
                continue;
            }
            let at = usize::from(cell.y) % SPAN * SPAN + usize::from(cell.x) % SPAN;
            let (word, bit) = (at / 64, 1 << (at % 64));
            if taken[word] & bit != 0 {
                continue;
            }
            taken[word] |= bit;
            let owner = stack.owner();
            let of_second = tiles[1].has(number);
            let is_in = if stack.is_empty() {
                [false, false, true, of_second, false, false, false, false]
            } else {
                let on_enemy = tiles[1 - owner].has(number);
                [
                    owner == 0,
                    owner == 1,
                    false,
                    false,
                    on_enemy,
                    !tile,
                    stack.height() > 1,
                    stack.height() > 2,
                ]
            };
            for (set, is_in) in is_in.into_iter().enumerate() {
                into[set * WORDS + word] |= if is_in { bit } else { 0 };
            }
        }
    }

    fn hands(&self) -> Option<[u32; 2]> {
        Some(self.state.hands.map(u32::from))
    }

    fn legal_actions(&self, into: &mut ActionList) {
        self.state.list(&self.rules, into);
    }

    fn count_legal(&self) -> u32 {
        self.state.count(&self.rules)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.state.allows(&self.rules, action).map_err(|why| Illegal { why })
    }

    fn play(&mut self, action: Action) {
        debug_assert_eq!(self.check(action), Ok(()));
        self.state.act(&self.rules, action);
    }

    fn resign(&mut self) {
        self.state.progress.resign();
    }

    fn random_action(&mut self, rng: &mut Xoshiro256PlusPlus, _: PlayoutPolicy) -> Action {
        assert!(self.state.progress.outcome.is_none(), "a game that is over has no actions");
        self.state.random_action(&self.rules, rng)
    }

    fn play_random(&mut self, rng: &mut Xoshiro256PlusPlus, _: PlayoutPolicy) -> Action {
        assert!(self.state.progress.outcome.is_none(), "a game that is over has no actions");
        self.state.play_random(&self.rules, rng)
    }

    fn play_random_turn(&mut self, rng: &mut Xoshiro256PlusPlus, _: PlayoutPolicy, trace: &mut Trace) {
        self.state.play_random_turn(&self.rules, rng, trace);
    }

    fn playout(&mut self, rng: &mut Xoshiro256PlusPlus, _: PlayoutPolicy) -> u32 {
        playout(&mut self.state, &self.rules, rng)
    }

    /// Guides apply only to placing single stones and to liberties, so nothing guides these playouts.
    fn playout_guided(
        &mut self,
        rng: &mut Xoshiro256PlusPlus,
        _: PlayoutPolicy,
        _: &mut Guide,
        marks: &mut Vec<Mark>,
    ) {
        self.state.playout_marked(&self.rules, rng, marks);
    }

    fn score(&self) -> [Points; 2] {
        self.state.scores(&self.rules, self.state.tiles)
    }

    fn margin(&self) -> Margin {
        let decided = self.state.progress.outcome.and_then(|outcome| outcome.decided);
        decided.map_or_else(|| Margin::of_points(self.score()), Margin::of_result)
    }

    /// Only actions that lay tiles change the score.
    fn margin_after(&mut self, action: Action) -> Margin {
        let mut tiles = self.state.tiles;
        if action.form().is_some_and(|form| form.lays_tiles) {
            let own = &mut tiles[self.state.mover()];
            action.taken(|cell| own.insert(self.state.plane.number(cell)));
        }
        let margin = Margin::of_points(self.state.scores(&self.rules, tiles));
        if action == Action::Swap { -margin } else { margin }
    }

    /// The stone of a cell is the top one of its stack, and a cell counts for the side of its tile.
    fn ownership(&self, into: &mut Vec<Ownership>) {
        into.clear();
        for (number, cell) in self.state.plane.iter() {
            let stack = self.state.stack(number);
            let stone = (!stack.is_empty()).then(|| Side::BOTH[stack.owner()]);
            let counts_for = self.state.tiles.each_ref().map(|tiles| tiles.has(number));
            if stone.is_some() || counts_for.contains(&true) {
                into.extend(self.board().index(cell).map(|at| Ownership { at, stone, counts_for }));
            }
        }
    }

    /// Enemy stones that each side's deals have made prisoners; a stone is counted each time it becomes part of a prisoner.
    fn captures(&self) -> [u32; 2] {
        self.state.captured
    }

    fn verify(&self) -> Result<(), String> {
        self.state.verify(&self.rules)
    }
}
