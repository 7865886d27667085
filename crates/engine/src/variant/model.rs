//! A checked variant: everything that the rules need, always valid.

use super::turn::Turn;
use crate::actions::{ActionKind, ActionRule, Kind, Owner, Shapes};
use crate::board::{Board, Cell};
use crate::captures::Capture;
use crate::conditions::{Condition, Pattern, Set, Term};
use crate::goals::Goal;
use crate::pieces::Piece;
use crate::points::Points;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A checked game: sizes are within limits, names are resolved, cells are on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The shipped name, or the file's name without its extension: the variant's name in CSV files.
    pub id: String,
    /// Its name, author and similar facts.
    pub info: GameInfo,
    /// The board.
    pub board: Board,
    /// The position a game starts from.
    pub setup: Setup,
    /// The first turns of the game, one after another.
    pub openings: Vec<Turn>,
    /// Every other turn.
    pub turn: Turn,
    /// The turn that a player takes to catch up, instead of the normal turn, if the opponent's last turn
    /// enlarged the opponent's largest group, and that group now has at least two stones and is at least as
    /// large as the player's largest.
    pub catch_up: Option<Turn>,
    /// What must hold at the end of each turn in which an action is taken, seen by its side.
    pub leaves: Condition,
    /// The pie rule: the second player, instead of its first turn, may take the first player's side.
    pub swap: bool,
    /// The kinds of action, in the order of their names; steps refer to them by index.
    pub actions: Vec<ActionRule>,
    /// The drawings that conditions count, in the order of their names.
    pub patterns: Vec<Pattern>,
    /// The sets of cells that conditions count; the first are the kinds of piece.
    pub sets: Vec<Set>,
    /// The kinds of piece, in the order of their names.
    pub pieces: Vec<Piece>,
    /// Which stones are captured.
    pub capture: Capture,
    /// The rules of stacks, which stand on tiles.
    pub stacks: Stacks,
    /// Whether an earlier position may repeat.
    pub repetition: Repetition,
    /// The goals, in the order in which they are checked.
    pub goals: Vec<Goal>,
    /// When a game is over.
    pub end: End,
    /// How a position is scored.
    pub score: Score,
}

impl Variant {
    /// The turns of all kinds: the openings, the normal turn, and that of a player who catches up.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.openings.iter().chain(self.normal_turns())
    }

    /// The turns of all kinds except openings.
    pub fn normal_turns(&self) -> impl Iterator<Item = &Turn> {
        [&self.turn].into_iter().chain(&self.catch_up)
    }

    /// The side that takes opening number `turn`, counted from 0, unless it has been played.
    pub fn taker(&self, turn: usize) -> Side {
        let mover = self.setup.mover();
        if (turn - self.setup.turns as usize).is_multiple_of(2) { mover } else { mover.other() }
    }

    /// Whether the first side can be claimed in an opening.
    pub fn has_claims(&self) -> bool {
        self.openings.iter().any(|turn| turn.claim)
    }

    /// Whether players can exchange sides.
    pub fn has_swaps(&self) -> bool {
        self.swap || self.has_claims()
    }

    /// The smallest of the limits on new stones in a group, if there is one.
    pub fn least_limit(&self) -> Option<u16> {
        self.actions.iter().filter_map(|action| action.new_per_group).min()
    }

    /// Whether an action can be illegal because of how its turn would end, apart from repetition.
    pub fn binds_turns(&self) -> bool {
        !self.leaves.is_empty() || self.turns().any(Turn::must_be_completed)
    }

    /// Whether neutral stones can be on the board.
    pub fn has_neutral_stones(&self) -> bool {
        let makes =
            |kind: &ActionKind| kind.adds_neutral() || matches!(kind.flips(), Some((_, Owner::Neutral)));
        !self.setup.neutral.is_empty() || self.actions.iter().any(|action| makes(&action.kind))
    }

    /// Whether a goal counts the stones that each side has captured.
    pub fn counts_captures(&self) -> bool {
        self.goals.iter().any(|goal| goal.kind.counts_captures())
    }

    /// Whether some action belongs to one side only.
    pub fn has_sides(&self) -> bool {
        self.actions.iter().any(|action| action.side.is_some())
    }

    /// The shapes of the first such action of the game, if they differ from the shapes of later ones and the action is still to
    /// come. If the setup counts some turns as played, all first shapes count as already placed.
    pub fn first_shape<'a>(&self, kind: &'a dyn Kind) -> Option<&'a Shapes> {
        kind.first_shape().filter(|_| self.setup.turns == 0)
    }
}

/// The name of a game, and facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its name.
    pub name: String,
    /// Its author, if given.
    pub author: Option<String>,
    /// The year it was published, if given.
    pub year: Option<i64>,
    /// A one-line description.
    pub summary: String,
    /// The name of the game it is based on, if it is built on another game.
    pub based_on: Option<String>,
    /// The colours of the two sides; the first moves first.
    pub players: [Colour; 2],
}

impl GameInfo {
    /// The game's title: `Send It`, `My game, based on Send It`, or `Based on Send It` if it has no name of its own.
    pub fn title(&self) -> String {
        match &self.based_on {
            None => self.name.clone(),
            Some(base) if *base == self.name => format!("Based on {base}"),
            Some(base) => format!("{}, based on {base}", self.name),
        }
    }

    /// The longest name of a game or an author, in characters.
    pub const LONGEST_NAME: usize = 200;
    /// The longest summary, in characters.
    pub const LONGEST_SUMMARY: usize = 1000;
}

/// The colour of a side's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Black stones.
    Black,
    /// White stones.
    White,
}

impl Colour {
    /// The name in variant files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

/// One of the two sets of stones. The first side takes the first turn of the game.
///
/// Under the pie rule the players can exchange sides; see [`crate::rules::Player`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides; the first moves first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The position a game starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The stones of the first side and of the second; no cell twice.
    pub stones: [Vec<Cell>; 2],
    /// The neutral stones, on other cells.
    pub neutral: Vec<Cell>,
    /// The tiles of the first side and of the second; no cell twice.
    pub tiles: [Vec<Cell>; 2],
    /// The stacks that stand on tiles and, as prisoners, beside them; no cell twice.
    pub stacks: Vec<Stack>,
    /// The number of turns already played; they count towards the openings and the pie rule.
    pub turns: u32,
    /// The side to move, if it does not follow from the number of turns played.
    pub to_move: Option<Side>,
}

impl Setup {
    /// The largest absolute value of the axial coordinates of tiles and stacks.
    pub const FARTHEST: u8 = 20;

    /// The side that takes the next turn.
    pub fn mover(&self) -> Side {
        self.to_move.unwrap_or(Side::BOTH[self.turns as usize % 2])
    }
}

/// Stones on one cell, on top of one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Its cell.
    pub cell: Cell,
    /// The side of each stone, from bottom to top; at least one.
    pub stones: Vec<Side>,
}

/// The rules of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacks {
    /// The stones each side plays with, including those of the setup: stones that are not on the board are in the side's hand. At
    /// most [`Stacks::MOST_STONES`].
    pub hand: u8,
    /// Whether a deal may end on a prisoner.
    pub onto_prisoner: OntoPrisoner,
    /// Which sets of prisoners can be released.
    pub release: ReleaseSets,
}

impl Stacks {
    /// The largest hand. All stones of both sides may be prisoners next to each other, and an action may release any set of
    /// these: 20 prisoners have a million sets, which can still be listed.
    pub const MOST_STONES: u8 = 10;
}

impl Default for Stacks {
    fn default() -> Self {
        Self { hand: 8, onto_prisoner: OntoPrisoner::Stack, release: ReleaseSets::Any }
    }
}

/// Whether a deal may end on a prisoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OntoPrisoner {
    /// The stones go on top of the prisoner.
    Stack,
    /// Such a deal is illegal.
    Forbidden,
}

/// Which sets of prisoners can be released by one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseSets {
    /// Any set whose prisoners can be released one at a time, each after the first next to an earlier one.
    Any,
    /// Only sets that no further prisoner can join.
    Maximal,
}

/// Whether an earlier position may repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Earlier positions may repeat.
    None,
    /// No action may end a turn in a stone arrangement that stood at the end of an earlier turn or at the start, with pieces of the same
    /// kinds; a passed turn is exempt, and so is the `pass` that closes a turn when nothing else is legal.
    PositionalSuperko,
    /// No action may end a turn in the stone arrangement that the opponent's last turn began with.
    SimpleKo,
}

/// What follows when an arrangement of stones has stood often enough with the same side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// The game is a draw.
    Draw,
    /// The player whose turn brought the arrangement back loses.
    Loses,
}

/// How an arrangement of stones that returns ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// How often an arrangement must have stood with the same side to move, at the start or at the end of turns that were not passed; at
    /// least 2.
    pub times: u16,
    /// What follows.
    pub result: RepetitionResult,
}

impl Repeated {
    /// The value of `times` if a variant does not say it: the first return of an arrangement counts.
    pub const TIMES: u16 = 2;
}

/// When a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number of consecutive passed turns that ends the game, at least 1.
    pub passes: u16,
    /// What happens to a player who can do nothing.
    pub stuck: Stuck,
    /// The number of turns in a row that ends the game if none of them changes how many stones each side has; `None` if it does not
    /// matter.
    pub quiet: Option<u16>,
    /// How an arrangement that returns ends the game; `None` if it does not.
    pub repeated: Option<Repeated>,
    /// The number of tiles on the plane that ends the game immediately; no more are laid.
    pub tiles: Option<u16>,
    /// The number of turns after which the game is scored as it stands and counted as truncated; turns that the setup counts as
    /// played are included.
    pub max_turns: u32,
}

impl Default for End {
    fn default() -> Self {
        Self { passes: 2, stuck: Stuck::Pass, quiet: None, repeated: None, tiles: None, max_turns: 1000 }
    }
}

impl End {
    /// Whether one player can lose for want of a legal action or by repetition, regardless of scores.
    pub fn can_decide(&self) -> bool {
        self.stuck.decides()
            || self.repeated.is_some_and(|repeated| repeated.result == RepetitionResult::Loses)
    }

    /// The largest value of `tiles`.
    pub const MOST_TILES: u16 = 200;
    /// The largest value of `max_turns`: every turn has a row in a table, and its arrangement may need to be stored.
    pub const MOST_TURNS: u32 = 100_000;
}

/// What happens to a player who can do nothing in a turn but pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stuck {
    /// The turn is passed.
    Pass,
    /// The game ends immediately, even if the opponent could act.
    End,
    /// The player loses. There is no `pass`.
    Loses,
    /// The player wins. There is no `pass`.
    Wins,
}

impl Stuck {
    /// Whether a player who can do nothing ends the game.
    pub const fn ends(self) -> bool {
        !matches!(self, Self::Pass)
    }

    /// Whether a player who can do nothing wins or loses, so there is no `pass`.
    pub const fn decides(self) -> bool {
        matches!(self, Self::Loses | Self::Wins)
    }
}

/// How a position is scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// What counts.
    pub method: ScoreMethod,
    /// The terms that count, none twice, each with the points that one is worth; empty unless the method is [`ScoreMethod::Terms`].
    pub terms: Vec<(Term, i16)>,
    /// For whom the empty cells count when the game is over.
    pub empties: Empties,
    /// Added to the second side's score.
    pub komi: Points,
}

/// For whom the empty cells count when a game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Empties {
    /// For nobody.
    #[default]
    Nobody,
    /// For the side with the higher score: a point each.
    Winner,
}

impl Empties {
    /// Whether variant files can leave it out.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Score {
    /// The absolute value of komi is below this, in points. No board has that many cells.
    pub const KOMI_BELOW: i32 = 10_000;
    /// The maximum number of terms.
    pub const MOST_TERMS: usize = 16;
    /// The largest absolute value of what one of a term is worth, in points.
    pub const MOST_WORTH: i16 = 1_000;
    /// The absolute value of what terms are worth together is below this, in points; with komi, it is below that of [`Points`].
    pub const TERMS_BELOW: i64 = 90_000;

    /// A score by a `method` other than terms.
    pub const fn new(method: ScoreMethod, komi: Points) -> Self {
        Self { method, terms: Vec::new(), empties: Empties::Nobody, komi }
    }
}

/// What counts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreMethod {
    /// A side's stones and controlled cells: empty cells where the opponent could not place a stone at the beginning of a normal
    /// turn. A cell that neither side can use counts for both.
    Control,
    /// A side's stones, and empty regions that touch only these stones. Neutral stones count for nobody, and a region may touch
    /// them.
    Area,
    /// The sizes of the groups, the largest first, compared as sequences: the first difference decides. The score is the size of
    /// the largest group, plus komi.
    Groups,
    /// A point for each tile of a side's largest group of tiles, half a point for each of its other tiles.
    Tiles,
    /// A side's stones.
    Stones,
    /// What `score.terms` says, which stands in place of a method.
    #[serde(skip)]
    Terms,
    /// Nothing: a game that no goal decides is a draw.
    None,
}
