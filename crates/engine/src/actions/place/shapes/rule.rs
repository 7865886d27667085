//! The compiled rules for placing stones in a shape.

use super::Shapes;
use super::forms::Forms;
use crate::actions::{ActionRule, Place};
use crate::board::{Board, Lines};
use crate::rules::{Allowed, Cells};

/// A rule for placing shapes.
pub struct ShapeRule<S: Cells> {
    /// The lines along which at least one of the cells that the form marks as needed must be seen.
    pub sight: Option<Lines>,
    /// The maximum number of stones placed in this turn in any group that contains a new stone.
    pub new_per_group: Option<u16>,
    /// The cells that `on` and `where` allow.
    pub cells: Allowed,
    /// The forms that can be placed.
    pub forms: Forms<S>,
    /// A smaller set of forms that can fill the same cells; `None` unless only open cells and sight limit placement.
    pub covering: Option<Forms<S>>,
    /// The forms of the first such action of the game, if they differ.
    pub first_forms: Option<Forms<S>>,
}

impl<S: Cells> ShapeRule<S> {
    /// The rule of `action`, the action with this `number`, which places shapes on `board` as `place` says; `free` says that captures, repetition and limits
    /// on new stones never restrict it.
    pub fn new(place: &Place, action: &ActionRule, number: usize, free: bool, board: &Board) -> Self {
        // Without `shape`, all later actions place a single stone.
        let single = Shapes::Sizes(vec![1]);
        let forms_of = |shape| Forms::new(shape, place.fixed, board);
        let forms = forms_of(place.shape.as_ref().unwrap_or(&single));
        Self {
            sight: action.sight,
            new_per_group: action.new_per_group,
            cells: Allowed::new(action, number),
            covering: (free && forms.sizes.is_none()).then(|| forms.covering(board)),
            forms,
            first_forms: place.first_shape.as_ref().map(forms_of),
        }
    }
}
