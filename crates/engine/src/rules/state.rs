//! A position in the engine: the stones, and everything derived from them that is updated action by action.

use super::catch_up::catch_up;
use super::cells::Cells;
use super::compile::Rules;
use super::draw::Candidates;
use super::goals::decided;
use super::groups::Groups;
use super::legal::some_stone;
use super::new_per_group::NewStones;
use super::outcome::Outcome;
use super::place_shape::Shifted;
use super::plan::Plan;
use super::processor::{compiled, inlined};
use super::sight::LegalityCache;
use super::trial::Scratch;
use super::turn::{Asked, Progress, TurnFlow};
use std::cell::Cell;

/// A position. The rules are passed to the methods, so the compiler knows that they do not change.
///
/// Fields that a variant does not use keep their values from [`State::start`].
#[derive(Clone)]
pub struct State<S: Cells, const D: usize> {
    /// The stones of the first side and of the second.
    pub stones: [S; 2],
    /// The stones that belong to no side.
    pub neutral: S,
    /// The cell of the stone that was moved in this turn; [`Cells::NOWHERE`] if none was.
    pub moved: usize,
    /// Whether only the arrangement before the last turn must not repeat.
    pub simple_ko: bool,
    /// The cells without a stone.
    pub empty: S,
    /// The groups of stones.
    pub groups: Groups<S>,
    /// The cache of cells where a player cannot place.
    pub cache: LegalityCache<S>,
    /// The stones placed in this turn.
    pub new_stones: NewStones<S>,
    /// The progress of the game and the turn.
    pub progress: Progress,
    /// For each side, the cells on which the last action put a stone of that side; tracked if there are goals.
    pub arrived: [S; 2],
    /// What the tests of goals keep from one action to the next.
    pub kept: Vec<S>,
    /// Stones that each side has captured.
    pub captured: [u32; 2],
    /// The size of each side's largest group when this turn began; tracked if players can catch up.
    pub largest: [i32; 2],
    /// For each kind of shapes, whether one has been placed in this game.
    pub begun: Vec<bool>,
    /// The hash of the stone arrangement, where repetition matters.
    pub hash: u64,
    /// The hashes at the start and at the end of each turn, where repetition matters.
    pub history: Vec<u64>,
    /// The fewest empty cells in any arrangement of `history`.
    pub least_empty: u32,
    /// The stones of a side and of its adversary for which captures by position were last computed, and the resulting cells.
    pub takers: Cell<([S; 2], S)>,
    /// Memory for drawing an action from several sets; empty between draws.
    pub candidates: Vec<Candidates<S>>,
    /// Memory for the ways in which stones can move.
    pub planes: Scratch<Vec<(u32, S)>>,
    /// Memory for queries about shapes.
    pub shifted: Scratch<Vec<Shifted<S>>>,
    /// The current depth of the look-ahead for repetition: see [`super::repetition`].
    pub ahead: u8,
    /// How many positions the look-ahead may still visit.
    pub positions: Cell<u16>,
    /// Memory for queries that try an action.
    pub trial: Scratch<Option<Box<Self>>>,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The position at the start of the game.
    pub fn start(rules: &Rules<S, D>) -> Self {
        let mut state = Self {
            stones: [S::none(); 2],
            neutral: S::none(),
            moved: S::NOWHERE,
            simple_ko: rules.simple_ko,
            empty: rules.grid.board,
            groups: Groups::none(rules),
            cache: LegalityCache::nothing(),
            new_stones: NewStones::none(),
            arrived: [S::none(); 2],
            kept: Vec::new(),
            progress: Progress::start(&rules.plan, &rules.variant),
            captured: [0; 2],
            largest: [0; 2],
            begun: Vec::new(),
            hash: 0,
            history: Vec::new(),
            least_empty: u32::MAX,
            takers: Cell::new(([S::none(); 2], S::none())),
            candidates: Vec::new(),
            planes: Scratch::default(),
            shifted: Scratch::default(),
            ahead: 0,
            positions: Cell::new(0),
            trial: Scratch::default(),
        };
        reset(&mut state, rules);
        state
    }

    /// Back to the start of the game.
    #[inline(always)]
    pub fn reset(&mut self, rules: &Rules<S, D>) {
        let stones = rules.start;
        self.stones = stones;
        self.neutral = rules.neutral;
        self.moved = S::NOWHERE;
        self.empty = rules.grid.board.without(stones[0]).without(stones[1]).without(rules.neutral);
        if rules.groups {
            self.groups.rebuild(rules, &stones);
        }
        self.cache = LegalityCache::nothing();
        self.new_stones = NewStones::none();
        self.progress = Progress::start(&rules.plan, &rules.variant);
        self.captured = [0; 2];
        self.note_largest(rules);
        // The actions before the setup are unknown: if it counts turns as done, all first shapes count as placed.
        self.begun.clear();
        self.begun.resize(rules.shapes.len(), rules.variant.setup.turns > 0);
        if rules.superko {
            self.hash = rules.arrangement(&stones, self.neutral);
            self.history.clear();
            self.least_empty = u32::MAX;
            self.remember_arrangement();
        }
        self.begin_goals(rules);
        begin_turn(self, rules);
    }

    /// Becomes the same as `other`, reusing memory.
    #[inline(always)]
    pub fn copy_from(&mut self, rules: &Rules<S, D>, other: &Self) {
        self.stones = other.stones;
        self.neutral = other.neutral;
        self.moved = other.moved;
        self.empty = other.empty;
        if rules.groups {
            self.groups = other.groups;
        }
        self.cache = other.cache;
        self.new_stones = other.new_stones;
        self.progress = other.progress;
        self.kept.clone_from(&other.kept);
        self.captured = other.captured;
        self.largest = other.largest;
        self.begun.clone_from(&other.begun);
        self.hash = other.hash;
        self.history.clone_from(&other.history);
        self.least_empty = other.least_empty;
    }

    /// Sets the position to the beginning of a normal turn of `side`, for queries; its choices are still to be found.
    #[inline(always)]
    pub fn give_turn(&mut self, rules: &Rules<S, D>, side: usize) {
        let step = rules.plan.normal_turn(side);
        self.progress = Progress { side: side as u8, step, done: 0, made: 0, outcome: None, ..self.progress };
        self.new_stones = NewStones::none();
        self.moved = S::NOWHERE;
        self.cache.seen = [S::none(); 2];
    }

    /// Whether any action but `pass` and `swap` is legal.
    #[inline(always)]
    fn some_choice(&self, rules: &Rules<S, D>) -> bool {
        match self.some_certain_stone(rules) {
            Some(some) => some,
            None => some_stone(self, rules),
        }
    }

    /// The side that moves, as an index.
    #[inline(always)]
    pub fn mover(&self) -> usize {
        usize::from(self.progress.side & 1)
    }
}

impl<S: Cells, const D: usize> TurnFlow<Rules<S, D>> for State<S, D> {
    #[inline(always)]
    fn plan(rules: &Rules<S, D>) -> &Plan {
        &rules.plan
    }

    #[inline(always)]
    fn progress(&self) -> &Progress {
        &self.progress
    }

    #[inline(always)]
    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    #[inline(always)]
    fn some_action(&self, rules: &Rules<S, D>) -> bool {
        inlined!(self.some_choice(rules))
    }

    #[inline(always)]
    fn may_not_rest(&self, rules: &Rules<S, D>) -> bool {
        rules.superko && self.repeats(self.hash) && some_stone(self, rules)
    }

    #[inline(always)]
    fn turn_ended(&mut self, rules: &Rules<S, D>) {
        if rules.superko {
            self.remember_arrangement();
        }
        self.new_stones = NewStones::none();
        self.cache.seen = [S::none(); 2];
        self.moved = S::NOWHERE;
        if let Some(steps) = rules.plan.catch_up {
            catch_up(self, rules, steps);
        }
    }

    #[inline(always)]
    fn find_next(&mut self, rules: &Rules<S, D>) {
        next_step(self, rules);
    }

    #[inline(always)]
    fn search_further(&mut self, rules: &Rules<S, D>, asked: Asked) {
        search_on(self, rules, asked);
    }

    #[inline(always)]
    fn start_turn(&mut self, rules: &Rules<S, D>) {
        begin_turn(self, rules);
    }

    #[inline(always)]
    fn finished(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        if rules.goals.is_empty() { None } else { decided(self, rules) }
    }
}

compiled! {
    /// [`State::reset`], compiled on its own.
    pub fn reset(state: &mut State<S, D>, rules: &Rules<S, D>) => state.reset(rules);
    /// `copy`, compiled on its own.
    pub fn copy(to: &mut State<S, D>, rules: &Rules<S, D>, from: &State<S, D>) => to.copy_from(rules, from);
    /// [`State::some_choice`], compiled on its own.
    fn some_choice(state: &State<S, D>, rules: &Rules<S, D>) -> bool => state.some_choice(rules);
    /// [`State::next_step`], compiled on its own.
    fn next_step(state: &mut State<S, D>, rules: &Rules<S, D>) => state.next_step(rules);
    /// [`State::search_on`], compiled on its own.
    fn search_on(state: &mut State<S, D>, rules: &Rules<S, D>, asked: Asked) => state.search_on(rules, asked);
    /// [`State::settle`], compiled on its own.
    pub fn settle(state: &mut State<S, D>, rules: &Rules<S, D>) => state.settle(rules);
    /// [`TurnFlow::advance`], compiled on its own.
    pub fn advance(state: &mut State<S, D>, rules: &Rules<S, D>, step: u16) => state.advance(rules, step);
    /// [`TurnFlow::pass`], compiled on its own.
    pub fn pass(state: &mut State<S, D>, rules: &Rules<S, D>) => state.pass(rules);
    /// [`TurnFlow::swap`], compiled on its own.
    pub fn swap(state: &mut State<S, D>, rules: &Rules<S, D>) => state.swap(rules);
    /// [`State::begin_turn`], compiled on its own.
    pub fn begin_turn(state: &mut State<S, D>, rules: &Rules<S, D>) => state.begin_turn(rules);
}
