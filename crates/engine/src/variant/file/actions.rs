//! The kinds of action in variant files.

use crate::board::Lines;
use crate::variant::{Motion, MoveLines, Onto, Reach, Shapes, Whose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of action with its restrictions: exactly one of the tables.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(extend("minProperties" = 1, "maxProperties" = 1))]
pub struct ActionTable {
    /// An own stone is placed on an empty cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceTable>,
    /// An own stone takes the cell of an enemy stone, which moves to an empty cell near it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub displace: Option<DisplaceTable>,
    /// A stone from the own hand goes on a tile, of either side, that carries no stack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack_drop: Option<StackDropTable>,
    /// An own stack on a tile is dealt out along a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<DealTable>,
    /// Prisoners are released, and own tiles laid where they stood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<ReleaseTable>,
    /// An own stone moves to another cell.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub movement: Option<MoveTable>,
    /// A stone is taken off the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<RemoveTable>,
}

/// The side that has an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SideWord {
    /// The side that moves first.
    First,
    /// The other.
    Second,
}

/// Whether `value` is the default, and may be left out of what is written.
fn is_false(value: &bool) -> bool {
    !value
}

/// An own stone moves to another cell.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["how"]))]
pub struct MoveTable {
    /// How far it moves, and over what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<Motion>,
    /// The lines it moves along; `queen` if left out. A leap goes along none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<MoveLines>,
    /// Whether it moves only towards higher rows, if it is the first side's, or lower ones, if it is the second's.
    pub forward: bool,
    /// What may stand on the cell it goes to; an enemy stone there is captured. Nothing if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onto: Option<Onto>,
    /// Whose stones it jumps over; enemy stones that are jumped over are captured. The enemy's if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Whose>,
    /// The side that has the action; both if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
    /// Whether it has to capture or to turn over at least one enemy stone.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub must_capture: bool,
}

/// A stone is taken off the board.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RemoveTable {
    /// Whose stones; own ones if left out. Enemy stones count as captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<Whose>,
    /// The cells where stones can be taken off, as in `["corners", "d4"]`; all if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// Whether the stone has to stand beside an empty cell, over an edge.
    pub beside_empty: bool,
    /// The side that has the action; both if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
}

/// An own stone, or several in a shape, is placed on an empty cell.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlaceTable {
    /// The lines along which a friendly stone has to see the cell.
    pub sight: Sight,
    /// How many stones placed in this turn the new stone's group may hold, captures done; any number if left out. Stones that were
    /// moved don't count.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_per_group: Option<u16>,
    /// The cells around on which no stone may stand; any stones may if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear: Option<Reach>,
    /// The shapes that stones are placed in, all at once; single stones if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeTable>,
    /// The shapes of the first such action of the game, whoever makes it; the same as later if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_shape: Option<ShapeTable>,
    /// Whether the patterns lie as they are drawn, and are not turned or mirrored.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub fixed: bool,
    /// Whose stone has to stand on one of the cells all around; none has to if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touches: Option<Whose>,
    /// Whether the stone falls: it can only be placed on the lowest cell of a column, above a stone, or above a hole.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub gravity: bool,
    /// Whether the stone is neutral: it belongs to no side and blocks both.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub neutral: bool,
    /// Which friendly stone has to see the cell, where there is `sight`: any if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<SeenBy>,
    /// The side that has the action; both if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
    /// Whether it has to capture or to turn over at least one enemy stone.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub must_capture: bool,
}

/// Which friendly stone has to see a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenBy {
    /// Any.
    Any,
    /// The one that was moved in the same turn.
    Moved,
}

/// Sets of cells that stones are placed on at once: either `sizes`, or `patterns`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("not" = { "required": ["sizes", "patterns"] }))]
pub struct ShapeTable {
    /// Any connected set of so many cells.
    #[schemars(
        length(min = 1),
        inner(range(min = 1, max = Shapes::MOST_CELLS)),
        extend("uniqueItems" = true)
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<u8>>,
    /// Drawn sets of cells, turned and mirrored freely: rows from top to bottom with a space between, `#` for a
    /// cell and `.` for none, as in `[".#. ### .#."]`. A column is a letter of the cells' names and a row a number, on
    /// hexes as well. The centre is in the middle; where it matters, for `parts` or for what has to be seen, rows and
    /// columns are odd in number.
    #[schemars(length(min = 1, max = Shapes::MOST_PATTERNS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// Any part of a pattern that holds its centre and at least one more cell is a shape as well.
    pub parts: bool,
    /// Of the patterns and their parts only those of so many cells; all if left out.
    #[schemars(
        length(min = 1),
        inner(range(min = 1, max = Shapes::MOST_PATTERN_CELLS)),
        extend("uniqueItems" = true)
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<u8>>,
    /// Which of the cells has to be seen, where there is `sight`; if left out, the centre of patterns with `parts`, any cell
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<SeenWord>,
}

impl ShapeTable {
    /// Which of the cells has to be seen.
    pub fn seen(&self) -> SeenWord {
        self.seen.unwrap_or(if self.parts { SeenWord::Centre } else { SeenWord::Any })
    }
}

/// Which cell of a shape has to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenWord {
    /// At least one of its cells.
    Any,
    /// The centre of the pattern.
    Centre,
}

/// A stone from the own hand goes on a tile, of either side, that carries no stack.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StackDropTable {}

/// An own stack on a tile is dealt out along a line: one stone, the lowest first, on each next cell. On a cell
/// without a tile all that are left make a prisoner. The first stack met on a tile has to be the enemy's, no
/// higher, and among the cells that receive a stone.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DealTable {
    /// Whether the deal has to make a prisoner, or must not; either if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes_prisoner: Option<bool>,
}

/// Prisoners are released, and own tiles laid where they stood: one after another, each next to at least two
/// tiles and, after the first, to one that was released before it. Their stones go back to the hands.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReleaseTable {}

/// An own stone takes the cell of an enemy stone, which moves to an empty cell near it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DisplaceTable {
    /// Which enemy stones can be displaced; any if left out.
    pub target: TargetTable,
    /// Where the displaced stone may go.
    pub to: Reach,
    /// The lines along which a friendly stone has to see the cell.
    pub sight: Sight,
    /// How many stones placed in this turn the new stone's group may hold, captures done; any number if left out. Stones that were
    /// moved don't count.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_per_group: Option<u16>,
    /// The side that has the action; both if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
}

impl Default for DisplaceTable {
    fn default() -> Self {
        let target = TargetTable::default();
        Self { target, to: Reach::Adjacent, sight: Sight::None, new_per_group: None, by: None }
    }
}

/// Which enemy stones can be displaced: each number given has to be met exactly.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TargetTable {
    /// Stones in its group.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// Liberties of its group.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liberties: Option<u16>,
}

/// The lines along which a friendly stone has to see a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// The cell need not be seen.
    #[default]
    None,
    /// Rows and columns on squares, the three lines through a cell on hexes.
    Orthogonal,
    /// The diagonals of squares as well; on hexes the same as `orthogonal`.
    Queen,
}

impl Sight {
    /// The lines, if the cell has to be seen.
    pub const fn lines(self) -> Option<Lines> {
        match self {
            Self::None => None,
            Self::Orthogonal => Some(Lines::Orthogonal),
            Self::Queen => Some(Lines::Queen),
        }
    }
}
