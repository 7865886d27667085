//! The format of variant files, as types.
//!
//! The JSON Schema is generated from these types, the loader checks files against that schema, and the valid parts are decoded
//! into these types: keys, words, ranges and defaults are defined only here. A required key is an `Option` that the schema marks
//! as `required`: a file whose invalid keys are removed can still be decoded, so that all errors are reported at once.

use crate::actions::{ActionRule, ActionTable, is_false};
use crate::board::{Board, Wrap};
use crate::captures::CaptureTable;
use crate::conditions::{ConditionTable, Pattern, PatternTable, Set, SetTable};
use crate::goals::{Goal, GoalTable};
use crate::pieces::{Piece, PieceTable};
use crate::points::Points;
use crate::variant::{
    Colour, Empties, End, GameInfo, OntoPrisoner, ReleaseSets, Repeated, Repetition, RepetitionResult, Score,
    ScoreMethod, Stacks, Step, Stuck, Turn, Unmet,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game for dropline: its board, its turns, its rules.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "dropline variant", extend("required" = ["game", "board", "turn"]))]
pub struct File {
    /// The variant this one is built on: the name of a shipped variant, or a path relative to this file.
    /// Tables merge key by key; a list replaces the inherited list. A `[board]` that names its shape replaces
    /// the inherited board, and an `[action.NAME]` or `[goal.NAME]` of another kind the inherited action or
    /// goal. `KEY = "none"` removes an inherited key, unless "none" is a value of the key itself. Author,
    /// year and summary are not inherited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// The name of the game and facts about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Game>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardTable>,
    /// The position the game starts from; an empty board if omitted.
    pub setup: SetupTable,
    /// The first turns of the game, one table for each.
    #[schemars(length(max = Turn::MOST_OPENINGS))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<Opening>,
    /// Every turn after the openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnTable>,
    /// The actions of players, each under the name that steps use: `[action.NAME.KIND]`, as in `[action.drop.place]`.
    #[schemars(extend("maxProperties" = ActionRule::MOST))]
    pub action: BTreeMap<String, ActionTable>,
    /// Drawings of what stands where, each under the name that conditions use: `[pattern.NAME]`.
    #[schemars(extend("maxProperties" = Pattern::MOST))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pattern: BTreeMap<String, PatternTable>,
    /// Sets of cells that depend on the position, each under the name that terms use: `[set.NAME]`.
    #[schemars(extend("maxProperties" = Set::MOST))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, SetTable>,
    /// Kinds of piece, each under the name that other tables use: `[piece.NAME]`. Stones can be of a kind or of none.
    #[schemars(extend("maxProperties" = Piece::MOST))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub piece: BTreeMap<String, PieceTable>,
    /// Which stones are captured.
    pub capture: CaptureTable,
    /// The rules of stacks, which stand on tiles.
    pub stacks: StacksTable,
    /// Whether an earlier position may repeat.
    pub repetition: RepetitionTable,
    /// The goals, each under a name. A goal decides a game before it is scored, or in place of scoring: `[goal.NAME.KIND]`, as in
    /// `[goal.five.line]`.
    #[schemars(extend("maxProperties" = Goal::MOST))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub goal: BTreeMap<String, GoalTable>,
    /// When the game is over.
    pub end: EndTable,
    /// How a position is scored. Can be left out if goals decide, or if a player who can do nothing loses or wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreTable>,
}

/// The name of the game and facts about it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name"]))]
pub struct Game {
    /// The name of the game.
    #[schemars(length(min = 1, max = GameInfo::LONGEST_NAME))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The designer.
    #[schemars(length(max = GameInfo::LONGEST_NAME))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The year in which the game was published.
    #[schemars(range(min = -9999, max = 9999))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<i64>,
    /// A one-line description.
    #[schemars(length(max = GameInfo::LONGEST_SUMMARY))]
    pub summary: String,
    /// The name of the game it is based on; the name in the extended file if omitted.
    #[schemars(length(min = 1, max = GameInfo::LONGEST_NAME))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub based_on: Option<String>,
    /// The colours of the players, the first player's first.
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
            based_on: None,
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
    /// A rectangle or a rhombus drawn row by row, the highest first, in place of its size: `.` is an empty cell, `#` a hole; `b`,
    /// `w` and `n` are a black, a white and a neutral stone. Spaces between cells are optional.
    #[schemars(length(min = 1, max = Board::MAX_SPAN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    /// Holes: cells that the board lacks, one by one or in sets, as in `["centre", "d7"]`. A hole holds no stone and blocks
    /// sight.
    #[schemars(length(max = Board::MOST_CELLS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holes: Option<Vec<String>>,
    /// Edges of a rectangle or a rhombus that are joined: stones on both sides of the seam are neighbours, and lines, sight and
    /// moves continue across it. A line that returns to its first cell ends there.
    #[serde(skip_serializing_if = "WrapWord::is_none")]
    pub wrap: WrapWord,
}

/// Which edges of a board are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WrapWord {
    /// No edges are joined: the default.
    #[default]
    None,
    /// The last column is adjacent to the first; needs at least 3 columns.
    Columns,
    /// The last row is adjacent to the first; needs at least 3 rows.
    Rows,
    /// Both pairs of edges are joined; needs at least 3 columns and 3 rows.
    Torus,
}

impl WrapWord {
    /// The edges that are joined, if any are.
    pub const fn wrap(self) -> Option<Wrap> {
        match self {
            Self::None => None,
            Self::Columns => Some(Wrap::Columns),
            Self::Rows => Some(Wrap::Rows),
            Self::Torus => Some(Wrap::Torus),
        }
    }

    /// Whether no edges are joined.
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
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
    /// The cells of the black stones, one by one or in sets: `all`, `edge`, `corners`, `centre`, `row N`, `rows N..M`, `column N`,
    /// `columns N..M` (negative numbers count from the far edge) and `checkered CELL`. Several sets in one string, as in
    /// `"row 1 columns 2..-2"`, mean their intersection.
    #[schemars(length(max = Board::MOST_CELLS))]
    pub black: Vec<String>,
    /// The cells of the white stones.
    #[schemars(length(max = Board::MOST_CELLS))]
    pub white: Vec<String>,
    /// The cells of neutral stones, which belong to no side.
    #[schemars(length(max = Board::MOST_CELLS))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub neutral: Vec<String>,
    /// The tiles, on the boundless plane.
    pub tiles: TilesTable,
    /// The stacks on tiles, and the prisoners beside them. Each text names a cell and the stones on it from bottom to top, `b` for
    /// black and `w` for white, as in `["1,0 wb"]`.
    #[schemars(length(max = 2 * u32::from(Stacks::MOST_STONES)))]
    pub stacks: Vec<String>,
    /// The side to move; by default it follows from the number of turns already played. Before the first turn, it is the first
    /// player's side. If the second turn falls to that side again, nobody may swap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Colour>,
    /// The number of turns already played; they count towards the openings and the pie rule.
    #[schemars(range(max = End::MOST_TURNS - 1))]
    pub turns: u32,
}

/// The tiles on the plane at the start.
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
    /// The steps of the turn, in order.
    #[schemars(length(min = 1, max = Turn::MOST_STEPS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepTable>>,
    /// How many turns in a row follow these steps; 1 if omitted.
    #[schemars(range(min = 1, max = Turn::MOST_OPENINGS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Whether a player may claim the first player's side instead of such a turn: that player by passing, the second player by
    /// swapping. The openings that are left are then left out. Such a turn is a single action.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub claim: bool,
}

/// Every turn after the openings.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["steps"]))]
pub struct TurnTable {
    /// The steps of a turn, in order.
    #[schemars(length(min = 1, max = Turn::MOST_STEPS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepTable>>,
    /// The pie rule: instead of its first turn, the second player may take the first player's side. That counts as a turn only
    /// towards the turn cap: openings, catch-up turns and ko are as before. If `end.stuck` is not "pass", a player who can do
    /// nothing else must swap.
    pub swap: bool,
    /// [Conditions](conditions.md#turns) on the whole board at the end of each turn of the game, as in `{ corner = 0 }`: an action is
    /// legal only if its turn can end so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub leaves: ConditionTable,
    /// The catch-up turn, which replaces the normal turn if the opponent's last turn enlarged the opponent's largest group, and
    /// that group now has at least two stones and is at least as large as the player's largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_up: Option<CatchUp>,
}

/// The turn of a player who catches up.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["steps"]))]
pub struct CatchUp {
    /// The steps of the turn, in order.
    #[schemars(length(min = 1, max = Turn::MOST_STEPS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepTable>>,
}

/// A part of a turn: a number of actions of certain kinds, listed in either `actions` or `tiers`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["actions"] }, { "required": ["tiers"] }]))]
pub struct StepTable {
    /// The names of the actions that the step offers.
    #[schemars(length(min = 1, max = ActionRule::MOST), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// The names of the actions by precedence, instead of `actions`: an action is legal only if none in an earlier tier of
    /// the step is legal, as in `[["raid"], ["deal"], ["drop", "release"]]`.
    #[schemars(length(min = 1, max = Step::MOST_TIERS), inner(length(min = 1, max = ActionRule::MOST)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiers: Option<Vec<Vec<String>>>,
    /// How many actions the player must take if possible; with 0, the player can skip the step.
    #[schemars(range(max = Step::MOST_ACTIONS))]
    pub min: u16,
    /// How many actions the player may take; by default the same as `min`, but at least 1.
    #[schemars(range(min = 1, max = Step::MOST_ACTIONS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u16>,
    /// What happens if `min` cannot be met; `skip` if omitted. With `illegal`, an action is legal only if `min` can be met after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmet: Option<Unmet>,
    /// Whether this step begins another kind of turn. The player takes the steps of one kind, which the first action of the turn
    /// chooses. The first step of each kind must be compulsory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("default" = false))]
    pub or: bool,
}

impl Default for StepTable {
    fn default() -> Self {
        Self { actions: None, tiers: None, min: 1, max: None, unmet: None, or: false }
    }
}

impl StepTable {
    /// How many actions the player may take.
    pub fn max(&self) -> u16 {
        self.max.unwrap_or(self.min.max(1))
    }
}

/// The rules of stacks.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StacksTable {
    /// The number of stones each side plays with, including those of the setup.
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

/// Whether an earlier position may repeat, and what follows if it does.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RepetitionTable {
    /// Which repetitions are forbidden.
    pub rule: Repetition,
    /// How the game ends when the same arrangement of stones, of the same kinds, has stood `times` times with the same side to move: at the
    /// start, or at the end of turns. A passed turn counts as no repetition. A goal that the same action reaches comes first. By
    /// default, an arrangement that returns does not end the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<RepetitionResult>,
    /// How often the arrangement must have stood for `result` to apply: 2 is the first repetition, 3 the second.
    #[schemars(range(min = 2), extend("default" = Repeated::TIMES))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u16>,
}

impl RepetitionTable {
    /// How an arrangement that returns ends the game.
    pub fn repeated(&self) -> Option<Repeated> {
        self.result.map(|result| Repeated { times: self.times.unwrap_or(Repeated::TIMES), result })
    }
}

impl Default for RepetitionTable {
    fn default() -> Self {
        Self { rule: Repetition::None, result: None, times: None }
    }
}

/// When the game is over.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EndTable {
    /// The number of consecutive passed turns that ends the game.
    #[schemars(range(min = 1))]
    pub passes: u16,
    /// What happens to a player who can do nothing in a turn but pass.
    pub stuck: Stuck,
    /// The number of turns in a row that ends the game if none of them changes how many stones each side, or neither, has on the board:
    /// turns of moves without a capture, and passed turns. A change of the kind of a piece does not count. The score decides, or without
    /// one the game is a draw.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u16>,
    /// The names of the goals in the order in which they are checked: the first that is reached decides the game. By default all of
    /// them, sorted by name. Goals that are checked after each action come before those that are checked at the end of a turn.
    #[schemars(length(min = 1, max = Goal::MOST), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<Vec<String>>,
    /// The number of tiles on the plane that ends the game immediately; no more are laid.
    #[schemars(range(min = 1, max = End::MOST_TILES))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<u16>,
    /// The turn cap: a game that reaches it is scored as it stands and counted as truncated.
    #[schemars(range(min = 1, max = End::MOST_TURNS))]
    pub max_turns: u32,
}

impl Default for EndTable {
    fn default() -> Self {
        let End { passes, stuck, quiet, repeated: _, tiles, max_turns } = End::default();
        Self { passes, stuck, quiet, goals: None, tiles, max_turns }
    }
}

/// How a position is scored.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("not" = { "required": ["method", "terms"] }))]
pub struct ScoreTable {
    /// What a side's score counts, unless `terms` say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<ScoreMethod>,
    /// What a side's score is the sum of, in place of a method: [terms](conditions.md#scores) about the whole board, each with the points
    /// that one is worth, as in `{ own = 1, "own groups" = -10 }`. Each side reads them for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = Score::MOST_TERMS))]
    pub terms: Option<BTreeMap<String, Worth>>,
    /// For whom empty cells count when the game is over, with `stones` or `terms`: with `winner`, the side with the higher score gets a
    /// point for each.
    #[serde(skip_serializing_if = "Empties::is_default")]
    pub empties: Empties,
    /// Added to the second side's score, whoever plays it under the pie rule; at most two decimals.
    #[schemars(extend("exclusiveMinimum" = -Score::KOMI_BELOW, "exclusiveMaximum" = Score::KOMI_BELOW))]
    #[serde(serialize_with = "exact_points")]
    pub komi: f64,
}

/// Serializes a number with at most two decimals, without a redundant `.0`.
fn exact_points<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Points::from_f64(*value).unwrap_or_default().serialize(serializer)
}

/// The points that one of a term is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Worth(#[schemars(range(min = -Score::MOST_WORTH, max = Score::MOST_WORTH))] pub i16);
