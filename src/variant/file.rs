//! The format of variant files, as types.
//!
//! The JSON Schema is generated from these types, the loader checks files against that schema, and what is
//! left is decoded into them: keys, words, ranges and defaults are written here and nowhere else. A key that
//! has to be given is an `Option` that the schema calls `required`: a file whose wrong keys were left out still
//! decodes, so that all that can be said about it is said at once.

use crate::board::{Board, Lines};
use crate::points::Points;
use crate::variant::{
    ActionRule, Colour, End, GameInfo, OntoPrisoner, Reach, ReleaseSets, Repetition, Score, ScoreMethod,
    Shapes, Stacks, Step, Stuck, Suicide, Turn, Unmet,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game for dropline: its board, its turns, its rules.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "dropline variant", extend("required" = ["game", "board", "turn", "score"]))]
pub struct File {
    /// The variant this one is built on: a shipped name, or a path relative to this file. Tables merge key by
    /// key, lists replace. A `[board]` that names its shape replaces the inherited one, and so does an
    /// `[action.NAME]` of another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// What the game is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Game>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardTable>,
    /// The position the game starts from; an empty board if left out.
    pub setup: SetupTable,
    /// The first turns of the game, one table for each.
    #[schemars(length(max = Turn::MOST_OPENINGS))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<Opening>,
    /// Every turn after the openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnTable>,
    /// The kinds of action, each under the name that steps call it by: `[action.NAME.place]`,
    /// `[action.NAME.displace]` and, with tiles, `stack-drop`, `deal` and `release`.
    #[schemars(extend("maxProperties" = ActionRule::MOST))]
    pub action: BTreeMap<String, ActionTable>,
    /// What happens to groups without liberties.
    pub capture: CaptureTable,
    /// The rules of stacks, which stand on tiles.
    pub stacks: StacksTable,
    /// Whether an earlier position may come back.
    pub repetition: RepetitionTable,
    /// When the game is over.
    pub end: EndTable,
    /// How a position is scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreTable>,
}

/// What the game is called.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name"]))]
pub struct Game {
    /// The name of the game.
    #[schemars(length(min = 1, max = GameInfo::LONGEST_NAME))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who made it.
    #[schemars(length(max = GameInfo::LONGEST_NAME))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The year it was published.
    #[schemars(range(min = -9999, max = 9999))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<i64>,
    /// One line about it.
    #[schemars(length(max = GameInfo::LONGEST_SUMMARY))]
    pub summary: String,
    /// The colours, first mover first.
    #[schemars(extend("uniqueItems" = true))]
    pub players: [Colour; 2],
}

impl Default for Game {
    fn default() -> Self {
        Self {
            name: None,
            author: None,
            year: None,
            summary: String::new(),
            players: [Colour::Black, Colour::White],
        }
    }
}

/// The board: its shape, and its size in cells.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["shape"]))]
pub struct BoardTable {
    /// The outline of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeWord>,
    /// Cells along one edge of a hexagon (at most 16), a triangle or a rhombus.
    #[schemars(range(min = 1, max = Board::MAX_SPAN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
    /// Columns of a rectangle or a rhombus.
    #[schemars(range(min = 1, max = Board::MAX_SPAN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u8>,
    /// Rows of a rectangle or a rhombus.
    #[schemars(range(min = 1, max = Board::MAX_SPAN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
}

/// The outline of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShapeWord {
    /// Hexes within a hexagon; its size is `side`.
    Hexagon,
    /// Squares within a rectangle; its size is `width` and `height`.
    Rectangle,
    /// Hexes within a rhombus; its size is `side`, or `width` and `height`.
    Rhombus,
    /// Hexes within a triangle; its size is `side`.
    Triangle,
    /// The boundless plane of hexes, on which tiles are laid; it has no size.
    BoundlessHex,
}

impl ShapeWord {
    /// The word in variant files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hexagon => "hexagon",
            Self::Rectangle => "rectangle",
            Self::Rhombus => "rhombus",
            Self::Triangle => "triangle",
            Self::BoundlessHex => "boundless-hex",
        }
    }
}

/// The position the game starts from.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SetupTable {
    /// The cells of the black stones, as in `["c3", "d4"]`.
    #[schemars(length(max = Board::MOST_CELLS))]
    pub black: Vec<String>,
    /// The cells of the white stones.
    #[schemars(length(max = Board::MOST_CELLS))]
    pub white: Vec<String>,
    /// The tiles, on the boundless plane.
    pub tiles: TilesTable,
    /// The stacks on tiles, and the prisoners beside them, each as its cell and its stones from the bottom to the
    /// top, `b` black and `w` white, as in `["1,0 wb"]`.
    #[schemars(length(max = 2 * u32::from(Stacks::MOST_STONES)))]
    pub stacks: Vec<String>,
    /// Whose turn it is; if left out, the number of turns done tells. Before the first turn it is the first
    /// player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Colour>,
    /// Turns that are already done: the openings and the pie rule count them.
    #[schemars(range(max = End::MOST_TURNS - 1))]
    pub turns: u32,
}

/// The tiles that lie there at the start.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TilesTable {
    /// The cells of the black tiles, as in `["0,0", "0,-1"]`.
    #[schemars(length(max = End::MOST_TILES))]
    pub black: Vec<String>,
    /// The cells of the white tiles.
    #[schemars(length(max = End::MOST_TILES))]
    pub white: Vec<String>,
}

/// One of the first turns of the game.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["steps"]))]
pub struct Opening {
    /// The steps of the turn, one after another, at least one.
    #[schemars(length(min = 1, max = Turn::MOST_STEPS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepTable>>,
}

/// Every turn after the openings.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["steps"]))]
pub struct TurnTable {
    /// The steps of a turn, one after another, at least one.
    #[schemars(length(min = 1, max = Turn::MOST_STEPS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepTable>>,
    /// The pie rule: instead of its first turn, the second player may take the first player's side.
    pub swap: bool,
}

/// A part of a turn: some number of actions of certain kinds, either `actions` or `tiers`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["actions"] }, { "required": ["tiers"] }]))]
pub struct StepTable {
    /// The names of the actions that the step offers, at least one.
    #[schemars(length(min = 1, max = ActionRule::MOST), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// The names of the actions by precedence, in place of `actions`: those of a tier are legal only while nothing
    /// of an earlier tier is, as in `[["raid"], ["deal"], ["drop", "release"]]`.
    #[schemars(length(min = 1, max = Step::MOST_TIERS), inner(length(min = 1, max = ActionRule::MOST)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiers: Option<Vec<Vec<String>>>,
    /// How many actions have to be made where possible; 0 lets the player leave the step out.
    #[schemars(range(max = Step::MOST_ACTIONS))]
    pub min: u16,
    /// How many actions may be made; if left out, the same as `min`, but at least 1.
    #[schemars(range(min = 1, max = Step::MOST_ACTIONS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u16>,
    /// What becomes of the turn if `min` can't be met: it goes on with the next step unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmet: Option<Unmet>,
}

impl Default for StepTable {
    fn default() -> Self {
        Self { actions: None, tiers: None, min: 1, max: None, unmet: None }
    }
}

impl StepTable {
    /// How many actions may be made.
    pub fn max(&self) -> u16 {
        self.max.unwrap_or(self.min.max(1))
    }
}

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
}

/// An own stone, or several in a shape, is placed on an empty cell.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlaceTable {
    /// The lines along which a friendly stone has to see the cell.
    pub sight: Sight,
    /// How many stones of this turn the new stone's group may hold, captures done; any number if left out.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_per_group: Option<u16>,
    /// The cells around on which no stone may stand; any stones may if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear: Option<Reach>,
    /// The shapes that stones are placed in, all at once; single stones if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeTable>,
    /// The shapes of the first such action of the game, whoever makes it, if they are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_shape: Option<ShapeTable>,
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

/// The rules of stacks.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StacksTable {
    /// The stones each side plays with, those of the setup included.
    #[schemars(range(min = 1, max = Stacks::MOST_STONES))]
    pub hand: u8,
    /// Whether a deal may end on a prisoner.
    pub onto_prisoner: OntoPrisoner,
    /// Which sets of prisoners can be released by one action.
    pub release: ReleaseSets,
}

impl Default for StacksTable {
    fn default() -> Self {
        let Stacks { hand, onto_prisoner, release } = Stacks::default();
        Self { hand, onto_prisoner, release }
    }
}

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
    /// How many stones of this turn the new stone's group may hold, captures done; any number if left out.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_per_group: Option<u16>,
}

impl Default for DisplaceTable {
    fn default() -> Self {
        Self { target: TargetTable::default(), to: Reach::Adjacent, sight: Sight::None, new_per_group: None }
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

/// What happens to groups without liberties.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CaptureTable {
    /// Whether stones are captured.
    pub rule: CaptureWord,
    /// Whether an action may leave an own group without a liberty, the enemy's captures done.
    pub suicide: Suicide,
}

impl Default for CaptureTable {
    fn default() -> Self {
        Self { rule: CaptureWord::None, suicide: Suicide::Forbidden }
    }
}

/// Whether stones are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureWord {
    /// Stones stay.
    None,
    /// Groups without a liberty are removed after each action, the enemy's first.
    Liberties,
}

/// Whether an earlier position may come back.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RepetitionTable {
    /// What is forbidden.
    pub rule: Repetition,
}

impl Default for RepetitionTable {
    fn default() -> Self {
        Self { rule: Repetition::None }
    }
}

/// When the game is over.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EndTable {
    /// Passed turns in a row that end the game.
    #[schemars(range(min = 1))]
    pub passes: u16,
    /// What becomes of a player who can do nothing in a turn but pass.
    pub stuck: Stuck,
    /// Tiles on the board that end the game at once; none are laid beyond them.
    #[schemars(range(min = 1, max = End::MOST_TILES))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<u16>,
    /// The turn cap: a game that reaches it is scored as it stands and counted as truncated.
    #[schemars(range(min = 1, max = End::MOST_TURNS))]
    pub max_turns: u32,
}

impl Default for EndTable {
    fn default() -> Self {
        let End { passes, stuck, tiles, max_turns } = End::default();
        Self { passes, stuck, tiles, max_turns }
    }
}

/// How a position is scored.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["method"]))]
pub struct ScoreTable {
    /// What a side's score counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<ScoreMethod>,
    /// Added to the second player's score, or to whoever has that side under the pie rule; at most two
    /// decimals.
    #[schemars(extend("exclusiveMinimum" = -Score::KOMI_BELOW, "exclusiveMaximum" = Score::KOMI_BELOW))]
    #[serde(serialize_with = "exact_points")]
    pub komi: f64,
}

/// Writes a number with at most two decimals without a needless `.0`.
fn exact_points<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Points::from_f64(*value).unwrap_or_default().serialize(serializer)
}
