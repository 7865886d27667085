//! Stones tried out: what the score would be with them, without making the action.
//!
//! A player that looks one action ahead asks this of thousands of shapes in a position. To make each on a copy would
//! take longer than to score it, most of all for the copy of the groups; but few shapes capture anything, and no score
//! of shapes asks for groups.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::grid::index;
use super::place_shape::set_of;
use super::processor::compiled;
use super::state::State;

/// The stones and empty cells of a position, put aside.
pub struct Aside<S> {
    stones: [S; 2],
    empty: S,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells on which the legal `action` puts stones, if that is all it changes on the board, and all that the
    /// score asks for.
    #[inline(always)]
    pub fn only_adds(&self, rules: &Rules<S, D>, action: Action) -> Option<S> {
        // Whether single stones can be placed is judged by the groups around.
        if rules.no_suicide && !rules.control.is_empty() {
            return None;
        }
        let cells = match action {
            Action::Place(cell) => S::single(index::<S>(cell)),
            Action::Shape(cells) => set_of(&cells),
            _ => return None,
        };
        if rules.captures {
            let empty = self.empty.without(cells);
            let enemy = 1 - self.mover();
            let near = rules.grid.spread(cells);
            let takes = !self.breathless_among(rules, enemy, near, empty).is_empty();
            if takes || rules.may_die && !self.keeps_liberties(rules, cells) {
                return None;
            }
        }
        Some(cells)
    }

    /// Puts stones of the side to move on `cells`, for questions about the score alone.
    pub fn try_stones(&mut self, cells: S) -> Aside<S> {
        let aside = Aside { stones: self.stones, empty: self.empty };
        let side = self.mover();
        self.stones[side] = self.stones[side].or(cells);
        self.empty = self.empty.without(cells);
        aside
    }

    /// Everything as it was before.
    pub fn take_back(&mut self, aside: Aside<S>) {
        (self.stones, self.empty) = (aside.stones, aside.empty);
    }
}

compiled! {
    /// [`State::only_adds`], compiled on its own.
    pub fn only_adds(state: &State<S, D>, rules: &Rules<S, D>, action: Action) -> Option<S> => state.only_adds(rules, action);
}
