//! Tries actions for queries: to compute scores, stones are placed in the position itself and taken back; other queries use a
//! copy of the position.
//!
//! A player that looks one action ahead queries thousands of shapes in a position. Placing each shape on a copy would take longer
//! than scoring it, mainly because the groups must be copied. But few shapes capture anything, and the scores after other shapes
//! need no groups.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::grid::set_of;
use super::index::index;
use super::processor::compiled;
use super::state::{NewStones, State, Turned};
use super::turn::Progress;
use crate::variant::ScoreMethod;

/// The saved stones and empty cells of a position.
pub struct Undo<S> {
    stones: [S; 2],
    empty: S,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Calls `question` with a copy of the position, which `question` may change, and returns the answer.
    #[inline(always)]
    pub fn try_out<T>(&self, rules: &Rules<S, D>, question: impl FnOnce(&mut Self) -> T) -> T {
        let mut copy = self.trial.borrow_mut();
        let copy = copy.get_or_insert_with(|| self.boxed());
        copy.copy_from(rules, self);
        question(copy)
    }

    /// Copies `other` into this position, reusing memory.
    #[inline(always)]
    pub fn copy_from(&mut self, rules: &Rules<S, D>, other: &Self) {
        self.stones = other.stones;
        self.neutral = other.neutral;
        self.pieces.clone_from(&other.pieces);
        self.moved = other.moved;
        self.empty = other.empty;
        if rules.groups {
            self.groups = other.groups;
        }
        self.cache = other.cache;
        self.new_stones = other.new_stones;
        self.turned = other.turned;
        self.progress = other.progress;
        self.kept.clone_from(&other.kept);
        self.captured = other.captured;
        self.largest = other.largest;
        self.census = other.census;
        self.begun.clone_from(&other.begun);
        self.ahead = other.ahead;
        self.hash = other.hash;
        if rules.superko {
            self.history.copy_from(&other.history);
        }
        if rules.plan.repeated.is_some() {
            self.stood.copy_from(&other.stood);
        }
    }

    /// Sets the position to the beginning of a normal turn of `side`, for queries. Its choices have not been found yet.
    #[inline(always)]
    pub fn begin_normal_turn(&mut self, rules: &Rules<S, D>, side: usize) {
        let step = rules.plan.normal_turn(side);
        self.progress = Progress { side: side as u8, step, done: 0, made: 0, outcome: None, ..self.progress };
        self.new_stones = NewStones::none();
        self.turned = Turned::none();
        self.moved = S::NOWHERE;
        self.cache.seen = [S::none(); 2];
    }

    /// A copy on the heap. It is built on the stack in a separate function, since nested queries would otherwise overflow the
    /// stack.
    #[cold]
    #[inline(never)]
    fn boxed(&self) -> Box<Self> {
        Box::new(self.clone())
    }

    /// The cells on which the legal `action` puts stones, if it changes nothing else on the board that the score needs.
    #[inline(always)]
    pub fn only_adds(&self, rules: &Rules<S, D>, action: Action) -> Option<S> {
        // Control depends on the legality of single stones, which depends on the groups around them; these groups are not updated
        // here.
        let control = rules.method == ScoreMethod::Control;
        if control && (rules.control_varies || rules.no_suicide && !rules.control.is_empty())
            || !rules.plain
            || rules.has_goals()
            || rules.method == ScoreMethod::None
            || rules.plan.stuck.decides()
            || rules.plan.repeated.is_some()
        {
            return None;
        }
        let cells = match action {
            Action::Place(cell) => S::single(index::<S>(cell)),
            Action::Shape(cells) => set_of(cells.iter()),
            _ => return None,
        };
        if rules.by_liberties {
            let empty = self.empty.without(cells);
            let enemy = 1 - self.mover();
            let near = rules.grid.spread(cells);
            let takes = !self.without_liberties_among(rules, enemy, near, empty).is_empty();
            if takes || rules.may_die && !self.keeps_liberties(rules, cells) {
                return None;
            }
        }
        Some(cells)
    }

    /// Puts stones of the side to move on `cells`. Until [`State::take_back`], only queries about the score are valid.
    pub fn try_stones(&mut self, cells: S) -> Undo<S> {
        let undo = Undo { stones: self.stones, empty: self.empty };
        let side = self.mover();
        self.stones[side] = self.stones[side].or(cells);
        self.empty = self.empty.without(cells);
        undo
    }

    /// Restores the stones and empty cells that `undo` holds.
    pub fn take_back(&mut self, undo: Undo<S>) {
        (self.stones, self.empty) = (undo.stones, undo.empty);
    }
}

compiled! {
    pub fn copy(to: &mut State<S, D>, rules: &Rules<S, D>, from: &State<S, D>) => to.copy_from(rules, from);
    pub fn only_adds(state: &State<S, D>, rules: &Rules<S, D>, action: Action) -> Option<S> => state.only_adds(rules, action);
}
