//! Draws from candidates: usually those of a single placement rule, otherwise those of every available rule.

use super::cells::Cells;
use super::compile::Rules;
use super::index::{Index, cell};
use super::placement::Placement;
use super::plan::{Choices, Slot};
use super::processor::compiled;
use super::scratch::{CandidateKind, Candidates};
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::place::PlaceRule;
use crate::actions::place::shapes::shape_holds;
use crate::actions::place::{place_allowed, refused_with};
use crate::board::CellSet;
use crate::chance::Draw;
use std::ops::ControlFlow;

/// A drawn action, with data about it.
pub enum Drawn<S: Cells> {
    /// A stone on an empty cell.
    Place(Index, Placement<S>, Slot),
    /// A form of the slot's shapes, and the cell its anchor is on.
    Shape(u32, Index, Slot),
    /// An action of a general kind: the cell and the way.
    General(Index, u32, Slot),
    /// The player takes the other side.
    Swap,
    /// Nothing but `pass` is legal.
    Pass,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Draws one of the candidates `cells` on which `slot`, the only choice, allows a stone. `seen` is what the side to move
    /// sees, if already known.
    #[inline(always)]
    pub fn draw_place(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let rule = rules.place_rule(slot);
        if rule.is_tried() {
            return draw_tried(self, rules, slot, cells, draw);
        }
        self.draw_place_by(rules, rule, slot, cells, seen, draw)
    }

    /// [`State::draw_place`] for a rule whose candidates must be [tried](Profile::Tried).
    #[inline(always)]
    fn draw_tried(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        mut cells: S,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        while let Some(at) = cells.pick(|count| draw.below(count)) {
            match self.test_place(rules, slot, at) {
                Ok(placement) => return Some((at, placement)),
                Err(known) => cells = cells.without(known).without(rules.grid.here[at].alone),
            }
        }
        None
    }

    /// [`State::draw_place`] with the `rule` of the slot, which the caller may know at compile time, and whose candidates need not be
    /// tried.
    #[inline(always)]
    pub fn draw_place_by(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        mut cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        while let Some(at) = cells.pick(|count| draw.below(count)) {
            let placement = self.placement(rules, self.mover(), at);
            match self.test_placement(rules, rule, slot, at, placement, seen) {
                Ok(placement) => return Some((at, placement)),
                Err(known) => cells = cells.without(known).without(rules.grid.here[at].alone),
            }
        }
        None
    }

    /// Draws one of the `cells` on which `slot`, the only choice, allows a stone.
    #[inline(always)]
    pub fn draw_among(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        cells: S,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        if cells.is_empty() {
            return None;
        }
        let mut cells = cells.and(self.slot_candidates(rules, slot));
        while let Some(at) = cells.pick(|count| draw.below(count)) {
            if let Ok(placement) = self.test_place(rules, slot, at) {
                return Some((at, placement));
            }
            cells = cells.without(rules.grid.here[at].alone);
        }
        None
    }

    /// The candidates of `slot` outside `excluded`.
    #[inline(always)]
    pub fn allowed_candidates(&self, rules: &Rules<S, D>, slot: Slot, excluded: S) -> S {
        self.slot_candidates(rules, slot).without(excluded)
    }

    /// Checks a stone on `at`, a candidate of `slot`. Returns the stone's placement if it is legal, else a set of illegal cells to
    /// exclude: all cells out of sight, or that a condition forbids, if `at` is one of them, otherwise none.
    #[inline(always)]
    pub fn test_place(&mut self, rules: &Rules<S, D>, slot: Slot, at: Index) -> Result<Placement<S>, S> {
        let placement = self.placement(rules, self.mover(), at);
        self.test_candidate(rules, slot, at, placement)
    }

    /// [`State::test_place`] with the `placement` of the stone.
    #[inline(always)]
    pub fn test_candidate(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        at: Index,
        placement: Placement<S>,
    ) -> Result<Placement<S>, S> {
        let rule = rules.place_rule(slot);
        if rule.is_tried()
            && let Some(refused) = refused_with(self, rules, rule, at)
        {
            return Err(refused);
        }
        self.test_placement(rules, rule, slot, at, placement, None)
    }

    /// [`State::test_candidate`] for a `rule` whose candidates need not be tried. `seen` is what the side to move sees, if already
    /// known.
    #[inline(always)]
    pub fn test_placement(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        at: Index,
        placement: Placement<S>,
        seen: Option<S>,
    ) -> Result<Placement<S>, S> {
        if rule.anywhere {
            return Ok(placement);
        }
        let side = self.mover();
        if let Some(lines) = rule.sight
            && !rules.grid.here[at].near.meets(self.stones[side])
            && !self.cache.seen[lines as usize].has(at)
        {
            // Most drawn cells are next to a friendly stone, so they are seen. Full sight is needed only for the others.
            let seen = match seen {
                Some(seen) => self.remember_sight(lines, seen),
                None => self.cache_sight(rules, lines),
            };
            if !seen.has(at) {
                return Err(self.empty.without(seen));
            }
        }
        if self.place_holds(rules, rule, slot, at, &placement) {
            return Ok(placement);
        }
        if rules.no_suicide && !placement.lives {
            let dead = &mut self.cache.dead[side];
            *dead = dead.or(S::single(at));
        }
        Err(S::none())
    }

    /// Draws from all choices: from a set of candidates for each placement rule, for each form of each shape rule, and for each way
    /// of each general kind, and from the swap, if it is legal. Cells of `excluded` are barred to single stones, but not to shapes
    /// of several cells.
    #[inline(always)]
    pub fn draw_any(&mut self, rules: &Rules<S, D>, excluded: S, draw: &mut Draw<'_>) -> Drawn<S> {
        let choices = self.choices(rules);
        let mut sets = std::mem::take(&mut self.candidates);
        sets.clear();
        if !choices.general.is_empty() {
            add_general(self, rules, choices, &mut sets);
        }
        if !choices.shapes.is_empty() {
            add_shapes(self, rules, choices, excluded, &mut sets);
        }
        let swap = u32::from(self.may_swap(rules));
        let drawn = match (choices.places.as_slice(), sets.is_empty(), swap) {
            (&[slot], true, 0) => {
                let cells = self.allowed_candidates(rules, slot, excluded);
                let drawn = draw_place(self, rules, slot, cells, None, draw);
                drawn.map_or(Drawn::Pass, |(at, placement)| Drawn::Place(at, placement, slot))
            }
            _ => {
                for (slot, kind) in choices.places.iter().enumerate() {
                    let rule = rules.place_rule(*kind);
                    let cells = self.place_candidates(rules, rule).without(excluded);
                    sets.push(Candidates { cells, count: cells.count(), kind: CandidateKind::Place, slot });
                }
                self.draw_from(rules, choices, &mut sets, swap, None, draw)
            }
        };
        self.candidates = sets;
        drawn
    }

    /// Counts the legal actions of `slot`, the only choice, which places shapes, and draws one of them. The count and the draw need
    /// the same planes, which take most of the time of either.
    #[inline(always)]
    pub fn count_and_draw_shape(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        draw: &mut Draw<'_>,
    ) -> (u32, Drawn<S>) {
        let (mut sets, mut legal) = (std::mem::take(&mut self.candidates), 0);
        sets.clear();
        let _ = self.tested_planes(rules, &self.placing(rules, slot), |plane, illegal| {
            let (cells, kind) = (plane.anchors, CandidateKind::Shape(plane.form));
            let count = cells.count();
            legal += count - illegal.count();
            sets.push(Candidates { cells, count, kind, slot: 0 });
            ControlFlow::Continue(())
        });
        let drawn = self.draw_from(rules, self.choices(rules), &mut sets, 0, None, draw);
        self.candidates = sets;
        (legal, drawn)
    }

    /// Draws from the available general kinds and from `cells`, the remaining candidates of the only placement rule. `rank` is
    /// the first number drawn.
    #[inline(always)]
    pub fn draw_other(&mut self, rules: &Rules<S, D>, cells: S, rank: u32, draw: &mut Draw<'_>) -> Drawn<S> {
        let choices = self.choices(rules);
        let mut sets = std::mem::take(&mut self.candidates);
        sets.clear();
        add_general(self, rules, choices, &mut sets);
        sets.push(Candidates { cells, count: cells.count(), kind: CandidateKind::Place, slot: 0 });
        let drawn = self.draw_from(rules, choices, &mut sets, 0, Some(rank), draw);
        self.candidates = sets;
        drawn
    }

    /// Adds to `sets` the candidates of the general kinds that `choices` offers.
    #[inline(always)]
    fn add_general(&self, rules: &Rules<S, D>, choices: &Choices, sets: &mut Vec<Candidates<S>>) {
        for (slot, kind) in choices.general.iter().enumerate() {
            let rule = &rules.general[usize::from(kind.rule)];
            let _ = rule.kind.planes(self, &rules.grid, |way, cells| {
                sets.push(Candidates {
                    cells,
                    count: cells.count(),
                    kind: CandidateKind::General(way),
                    slot,
                });
                ControlFlow::Continue(())
            });
        }
    }

    /// Adds to `sets` the candidates of the shapes that `choices` offers.
    #[inline(always)]
    fn add_shapes(&self, rules: &Rules<S, D>, choices: &Choices, excluded: S, sets: &mut Vec<Candidates<S>>) {
        for (slot, &kind) in choices.shapes.iter().enumerate() {
            let placing = self.placing(rules, kind);
            let _ = self.planes(rules, &placing, S::none(), |plane| {
                let cells = if plane.size == 1 { plane.anchors.without(excluded) } else { plane.anchors };
                sets.push(Candidates {
                    cells,
                    count: cells.count(),
                    kind: CandidateKind::Shape(plane.form),
                    slot,
                });
                ControlFlow::Continue(())
            });
        }
    }

    /// Draws from `sets`, and from the swap if `swap` is 1 rather than 0, until the drawn action is legal. `first` is the first
    /// number drawn, if the caller has drawn it.
    #[inline(always)]
    fn draw_from(
        &mut self,
        rules: &Rules<S, D>,
        choices: &Choices,
        sets: &mut [Candidates<S>],
        swap: u32,
        mut first: Option<u32>,
        draw: &mut Draw<'_>,
    ) -> Drawn<S> {
        loop {
            let total = sets.iter().map(|set| set.count).sum::<u32>() + swap;
            if total == 0 {
                return Drawn::Pass;
            }
            let mut rank = match first.take() {
                Some(rank) => rank,
                None => draw.below(total),
            };
            let Some(set) = sets.iter_mut().find(|set| {
                let found = rank < set.count;
                rank -= if found { 0 } else { set.count };
                found
            }) else {
                return Drawn::Swap;
            };
            let Some(at) = set.cells.pick(|_| rank) else { return Drawn::Pass };
            match judge(self, rules, choices, set.kind, set.slot, at) {
                Ok(drawn) => return drawn,
                Err(known) => {
                    set.cells = set.cells.without(known);
                    set.count = set.cells.count();
                }
            }
        }
    }

    /// Returns the action of the candidate `at` if it can be drawn from this set. Otherwise, returns
    /// candidates to remove from the set: illegal ones, or one that an earlier slot also allows, which is
    /// drawn only from the set of that slot.
    #[inline(always)]
    fn judge(
        &mut self,
        rules: &Rules<S, D>,
        choices: &Choices,
        kind: CandidateKind,
        slot: usize,
        at: Index,
    ) -> Result<Drawn<S>, S> {
        let alone = S::single(at);
        match kind {
            CandidateKind::General(way) => {
                let (earlier, here) = (&choices.general[..slot], choices.general[slot]);
                let rule = &rules.general[usize::from(here.rule)];
                let legal = self.holds(rules, here, at, way).is_ok()
                    && (rule.is_alone(here, earlier)
                        || !self.general_before(rules, earlier, rule.kind.action(&rules.grid, at, way)));
                if legal { Ok(Drawn::General(at, way, here)) } else { Err(alone) }
            }
            CandidateKind::Shape(form) => {
                let slot = choices.shapes[slot];
                let placing = self.placing(rules, slot);
                let cells = placing.forms.set(form, at);
                let legal = shape_holds(self, rules, &placing, cells).is_ok()
                    && !self.allowed_before(rules, choices, slot.rank, cells);
                if legal { Ok(Drawn::Shape(form, at, slot)) } else { Err(alone) }
            }
            CandidateKind::Place => {
                let slot = choices.places[slot];
                let placement = self.test_place(rules, slot, at).map_err(|illegal| illegal.or(alone))?;
                if self.allowed_before(rules, choices, slot.rank, alone) {
                    return Err(alone);
                }
                Ok(Drawn::Place(at, placement, slot))
            }
        }
    }

    /// Whether a slot with a rank below `rank` also allows stones on `cells`.
    #[inline(always)]
    fn allowed_before(&self, rules: &Rules<S, D>, choices: &Choices, rank: u16, cells: S) -> bool {
        let earlier = |slot: &&Slot| slot.rank < rank;
        let (mut places, mut shapes) =
            (choices.places.iter().filter(earlier), choices.shapes.iter().filter(earlier));
        if shapes.clone().next().is_some() {
            let cells: CellSet = cells.iter().map(cell::<S>).collect();
            if shapes.any(|&slot| self.shape_allowed(rules, slot, &cells).is_ok()) {
                return true;
            }
        }
        cells.only().is_some_and(|at| places.any(|&slot| place_allowed(self, rules, slot, at).is_ok()))
    }
}

compiled! {
    pub fn draw_place(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cells: S, seen: Option<S>, draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> => state.draw_place(rules, slot, cells, seen, draw);
    fn draw_tried(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cells: S, draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> => state.draw_tried(rules, slot, cells, draw);
    pub fn draw_among(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cells: S, draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> => state.draw_among(rules, slot, cells, draw);
    pub fn draw_any(
        state: &mut State<S, D>, rules: &Rules<S, D>, excluded: S, draw: &mut Draw<'_>,
    ) -> Drawn<S> => state.draw_any(rules, excluded, draw);
    pub fn draw_other(
        state: &mut State<S, D>, rules: &Rules<S, D>, cells: S, rank: u32, draw: &mut Draw<'_>,
    ) -> Drawn<S> => state.draw_other(rules, cells, rank, draw);
    fn add_general(state: &State<S, D>, rules: &Rules<S, D>, choices: &Choices, sets: &mut Vec<Candidates<S>>) => state.add_general(rules, choices, sets);
    fn add_shapes(
        state: &State<S, D>, rules: &Rules<S, D>, choices: &Choices, excluded: S, sets: &mut Vec<Candidates<S>>,
    ) => state.add_shapes(rules, choices, excluded, sets);
    // If this were inlined into the loop of `draw_from`, each draw would set up what all kinds need.
    fn judge(
        state: &mut State<S, D>, rules: &Rules<S, D>, choices: &Choices, kind: CandidateKind, slot: usize, at: Index,
    ) -> Result<Drawn<S>, S> => state.judge(rules, choices, kind, slot, at);
}
