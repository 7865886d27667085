//! What several kinds of action share: keys, the values of keys, and words for them.

use crate::board::{Board, Cell, Lines};
use crate::conditions::{ConditionTable, Who};
use crate::variant::{Path, Problem, Report, Side, Variant, listed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The keys that several kinds of action share.
pub struct SharedKeys<'t> {
    pub sight: Sight,
    pub new_per_group: Option<u16>,
    pub by: Option<SideWord>,
    pub must_capture: bool,
    pub on: Option<&'t [String]>,
    pub condition: &'t ConditionTable,
    pub makes: &'t ConditionTable,
    /// The kind of the pieces that it may act on.
    pub piece: Option<&'t str>,
    /// The kind of the piece that it places, or that a moved piece becomes, and the key that says so.
    pub becomes: Option<(&'static str, &'t str)>,
}

/// No condition.
static NOTHING: ConditionTable = ConditionTable::new();

impl Default for SharedKeys<'_> {
    fn default() -> Self {
        Self {
            sight: Sight::None,
            new_per_group: None,
            by: None,
            must_capture: false,
            on: None,
            condition: &NOTHING,
            makes: &NOTHING,
            piece: None,
            becomes: None,
        }
    }
}

/// The cells where an action may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct On {
    /// The cells, sorted and distinct.
    pub cells: Vec<Cell>,
    /// Where they are, in words: `on the edge or on d4`.
    words: String,
}

impl On {
    /// These cells of `board`.
    pub fn of(mut cells: Vec<Cell>, board: &Board) -> Self {
        cells.sort_unstable();
        cells.dedup();
        let words = listed(cells.iter().map(|&cell| format!("on {}", board.name(cell))), "or");
        Self { cells, words }
    }

    /// The cells of `board` that `list`, at `path`, describes, if both are there. Reports a set that cannot be parsed, and leaves its list
    /// out.
    pub fn check(
        list: Option<&[String]>,
        path: &Path,
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Option<Self> {
        let (list, board) = list.zip(board)?;
        let cells = report.regions(list, path, board)?;
        if cells.is_empty() {
            let problem = Problem::with_value(path.clone(), "no cell of this board is in these sets");
            report.add(problem.expected("expected at least one cell, or no such list"));
        }
        let words = Self::words_of(list, board);
        Some(Self { cells, words })
    }

    /// Where the cells of `list` are: `on the edge or on d4`, `outside the corners`.
    pub fn words_of(list: &[String], board: &Board) -> String {
        let is_one_set = |text: &str| match text.split_whitespace().collect::<Vec<_>>()[..] {
            [one, _] => matches!(one, "row" | "rows" | "column" | "columns" | "checkered"),
            ref words => words.len() == 1,
        };
        let place = |text: &String| match text.trim().strip_prefix("not ") {
            Some(rest) if is_one_set(rest) => format!("outside {}", board.region_in_words(rest)),
            _ => format!("on {}", board.region_in_words(text)),
        };
        listed(list.iter().map(place), "or")
    }

    /// The cells by name, as they are hashed.
    pub fn canonical(&self, board: &Board) -> Value {
        self.cells.iter().map(|&cell| board.name(cell)).collect()
    }

    /// ` The cell must be on the edge or on d4.`, if `beginning` is `The cell must be`.
    pub fn sentence_of(&self, beginning: &str) -> String {
        format!(" {beginning} {}.", self.words)
    }
}

/// The side that has an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SideWord {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
}

impl SideWord {
    pub const fn side(self) -> Side {
        match self {
            Self::First => Side::First,
            Self::Second => Side::Second,
        }
    }
}

/// The lines along which a friendly stone must see a cell.
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
    /// The lines, if the cell must be seen.
    pub const fn lines(self) -> Option<Lines> {
        match self {
            Self::None => None,
            Self::Orthogonal => Some(Lines::Orthogonal),
            Self::Queen => Some(Lines::Queen),
        }
    }
}

/// Whose stones a rule refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The stones of the side that acts.
    Own,
    /// The stones of its opponent.
    Enemy,
    /// The stones of either side.
    Any,
    /// The stones of no side.
    Neutral,
}

impl Whose {
    /// What the stones are to the side that acts.
    pub const fn kinds(self) -> &'static [Who] {
        match self {
            Self::Own => &[Who::Own],
            Self::Enemy => &[Who::Enemy],
            Self::Any => &[Who::Own, Who::Enemy],
            Self::Neutral => &[Who::Neutral],
        }
    }

    /// `An enemy stone`.
    pub const fn a_stone(self) -> &'static str {
        match self {
            Self::Own => "A friendly stone",
            Self::Enemy => "An enemy stone",
            Self::Any => "A stone of either side",
            Self::Neutral => "A neutral stone",
        }
    }
}

/// Whose a stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The side that acts.
    Own,
    /// Its opponent.
    Enemy,
    /// No side.
    Neutral,
}

impl Owner {
    /// All stones of this owner.
    pub const fn stones(self) -> Whose {
        match self {
            Self::Own => Whose::Own,
            Self::Enemy => Whose::Enemy,
            Self::Neutral => Whose::Neutral,
        }
    }

    /// What the stone becomes: `neutral`.
    pub const fn adjective(self) -> &'static str {
        match self {
            Self::Own => "friendly",
            Self::Enemy => "the enemy's",
            Self::Neutral => "neutral",
        }
    }
}

/// The cells near another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// The cells that share an edge: 4 on squares, 6 on hexes.
    Adjacent,
    /// All cells around: 8 on squares, 6 on hexes.
    Touching,
}

impl Reach {
    /// `next to it`.
    pub fn around(self, variant: &Variant) -> &'static str {
        match (self, variant.board.is_hex()) {
            (_, true) => "next to it",
            (Self::Adjacent, false) => "beside it (the 4 that share an edge)",
            (Self::Touching, false) => "around it (all 8)",
        }
    }
}

/// The lines along which a cell is seen, in words.
pub fn along(lines: Lines, variant: &Variant) -> &'static str {
    match (lines, variant.board.is_hex()) {
        (_, true) => "along one of the three lines of hexes, with only empty cells between",
        (Lines::Orthogonal, false) => "along its row or column, with only empty cells between",
        (Lines::Queen, false) => "along its row, its column or a diagonal, with only empty cells between",
    }
}

/// Whether `value` is the default, and so can be omitted on output.
pub fn is_false(value: &bool) -> bool {
    !value
}
