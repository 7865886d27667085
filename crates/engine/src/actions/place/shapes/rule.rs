//! The compiled rules for placing stones in a shape.

use super::Shapes;
use super::forms::Forms;
use crate::actions::{ActionRule, Place, Reach};
use crate::board::{Board, Lines};
use crate::rules::Cells;

/// A rule for placing shapes.
pub struct ShapeRule<S: Cells> {
    /// The lines along which at least one of the cells that the form marks as needed must be seen.
    pub sight: Option<Lines>,
    /// The maximum number of stones placed in this turn in any group that contains a new stone.
    pub new_per_group: Option<u16>,
    /// Which cells around each of the shape's cells must hold no stone.
    pub clear: Option<Reach>,
    /// The forms that can be placed.
    pub forms: Forms<S>,
    /// A smaller set of forms that can fill the same cells; `None` unless only open cells and sight limit placement.
    pub covering: Option<Forms<S>>,
    /// The forms of the first such action of the game, if they differ.
    pub first_forms: Option<Forms<S>>,
}

impl<S: Cells> ShapeRule<S> {
    /// The rule of `action`, which places shapes on `board` as `place` says; `free` says that captures, repetition and limits
    /// on new stones never restrict it.
    pub fn new(place: &Place, action: &ActionRule, free: bool, board: &Board) -> Self {
        // Without `shape`, all later actions place a single stone.
        let single = Shapes::Sizes(vec![1]);
        let forms_of = |shape| Forms::new(shape, place.fixed, board);
        let forms = forms_of(place.shape.as_ref().unwrap_or(&single));
        Self {
            sight: action.sight,
            new_per_group: action.new_per_group,
            clear: place.clear,
            covering: (free && forms.sizes.is_none()).then(|| forms.covering(board)),
            forms,
            first_forms: place.first_shape.as_ref().map(forms_of),
        }
    }
}
