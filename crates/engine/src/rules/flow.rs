//! The flow of turns on a board of stones, from the start of a game.

use super::catch_up::catch_up;
use super::cells::Cells;
use super::compile::Rules;
use super::goals::decided;
use super::groups::Groups;
use super::history::History;
use super::legal::some_stone;
use super::occurrences::Occurrences;
use super::outcome::Outcome;
use super::plan::Plan;
use super::processor::{compiled, inlined};
use super::quiet::count_quiet;
use super::recurrence::count_return;
use super::scratch::Scratch;
use super::state::{LegalityCache, NewStones, State, Turned, Usable};
use super::turn::{Progress, SearchState, TurnFlow};
use std::cell::Cell;

impl<S: Cells, const D: usize> State<S, D> {
    /// The position at the start of the game.
    pub fn start(rules: &Rules<S, D>) -> Self {
        let mut state = Self {
            stones: [S::none(); 2],
            neutral: S::none(),
            pieces: Vec::new(),
            moved: S::NOWHERE,
            empty: rules.grid.board,
            groups: Groups::none(&rules.grid),
            cache: LegalityCache::nothing(),
            new_stones: NewStones::none(),
            turned: Turned::none(),
            arrived: [S::none(); 2],
            kept: Vec::new(),
            progress: Progress::start(&rules.plan, &rules.variant),
            captured: [0; 2],
            largest: [0; 2],
            census: [0; 3],
            begun: Vec::new(),
            hash: 0,
            history: History::new(rules.simple_ko),
            stood: Occurrences::new(),
            capturing_cells: Cell::new(([S::none(); 2], S::none())),
            usable: Cell::new(Usable::unknown()),
            candidates: Vec::new(),
            planes: Scratch::default(),
            shifted: Scratch::default(),
            ahead: 0,
            judged: Scratch::default(),
            trial: Scratch::default(),
        };
        reset(&mut state, rules);
        state
    }

    /// Returns to the start of the game.
    #[inline(always)]
    pub fn reset(&mut self, rules: &Rules<S, D>) {
        let stones = rules.start;
        self.stones = stones;
        self.neutral = rules.neutral;
        self.pieces.clone_from(&rules.pieces);
        self.moved = S::NOWHERE;
        self.empty = rules.grid.board.without(stones[0]).without(stones[1]).without(rules.neutral);
        if rules.groups {
            self.groups.rebuild(&rules.grid, &stones);
        }
        self.cache = LegalityCache::nothing();
        self.new_stones = NewStones::none();
        self.turned = Turned::none();
        self.progress = Progress::start(&rules.plan, &rules.variant);
        self.captured = [0; 2];
        self.note_largest(rules);
        self.note_census(rules);
        // The actions before the setup are unknown: if the setup counts turns as played, all first shapes count as placed.
        self.begun.clear();
        self.begun.resize(rules.shapes.len(), rules.variant.setup.turns > 0);
        if rules.superko {
            self.hash = rules.arrangement_on_board(self);
            self.history.clear();
            self.remember_arrangement();
        }
        self.restart_recurrence(rules);
        self.begin_goals(rules);
        self.progress.outcome = self.decided_at_start(rules);
        if self.progress.outcome.is_none() {
            self.check_cap(rules);
        }
        if self.progress.outcome.is_none() {
            begin_turn(self, rules);
        }
    }

    /// Whether any action but `pass` and `swap` is legal.
    #[inline(always)]
    fn some_choice(&self, rules: &Rules<S, D>) -> bool {
        match self.some_certain_stone(rules) {
            Some(some) => some,
            None => some_stone(self, rules),
        }
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
    fn must_not_end(&self, rules: &Rules<S, D>) -> bool {
        rules.judges_ends() && self.leaves_unlawful(rules).is_some() && some_stone(self, rules)
    }

    #[inline(always)]
    fn turn_ended(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        if rules.superko {
            self.remember_arrangement();
        }
        self.new_stones = NewStones::none();
        self.cache.seen = [S::none(); 2];
        self.moved = S::NOWHERE;
        if !rules.plan.reviews_turns {
            return None;
        }
        if let Some(most) = rules.plan.quiet {
            count_quiet(self, most);
        }
        if let Some(steps) = rules.plan.catch_up {
            catch_up(self, rules, steps);
        }
        if let Some(repeated) = rules.plan.repeated {
            count_return(self, rules, repeated);
        }
        self.decided_by_turn(rules)
    }

    #[inline(always)]
    fn find_next(&mut self, rules: &Rules<S, D>) {
        next_step(self, rules);
    }

    #[inline(always)]
    fn search_further(&mut self, rules: &Rules<S, D>, asked: SearchState) {
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
    pub fn reset(state: &mut State<S, D>, rules: &Rules<S, D>) => state.reset(rules);
    fn some_choice(state: &State<S, D>, rules: &Rules<S, D>) -> bool => state.some_choice(rules);
    fn next_step(state: &mut State<S, D>, rules: &Rules<S, D>) => state.next_step(rules);
    fn search_on(state: &mut State<S, D>, rules: &Rules<S, D>, asked: SearchState) => state.search_on(rules, asked);
    pub fn settle(state: &mut State<S, D>, rules: &Rules<S, D>) => state.settle(rules);
    pub fn advance(state: &mut State<S, D>, rules: &Rules<S, D>, step: u16) => state.advance(rules, step);
    pub fn pass(state: &mut State<S, D>, rules: &Rules<S, D>) => state.pass(rules);
    pub fn swap(state: &mut State<S, D>, rules: &Rules<S, D>) => state.swap(rules);
    pub fn begin_turn(state: &mut State<S, D>, rules: &Rules<S, D>) => state.begin_turn(rules);
}
