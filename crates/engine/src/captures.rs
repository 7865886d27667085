//! Captures: what a variant file says of them, what that means once it is checked, and how it reads.

use crate::actions::Whose;
use crate::board::{Board, Lines};
use crate::conditions::{Bound, Condition, ConditionTable, Moment, Vocabulary};
use crate::numbers::{in_words, is_or_are};
use crate::pieces::{Piece, PieceKind};
use crate::text::quoted;
use crate::variant::{Path, Problem, Report, Variant, listed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which stones are captured.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CaptureTable {
    /// Which stones are captured.
    pub rule: CaptureWord,
    /// Whether an action may leave a friendly group without a liberty, after captures. For capture by liberties.
    pub suicide: Suicide,
    /// The exact number of enemy stones in a row that are captured between two friendly stones, or a range as in `"2..3"`; any number
    /// if omitted. For custodial capture.
    #[schemars(range(min = 1, max = Board::MAX_SPAN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Bound>,
    /// The lines along which stones are captured; `queen` if omitted. For custodial capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
    /// What happens to captured stones; `removed` if omitted. For custodial and touching capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
    /// Stones that are captured if they fulfil a condition. After each action the tables are read in order, and only the first that
    /// captures a stone captures any. Not together with another rule of capture.
    #[schemars(length(max = Take::MOST))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub take: Vec<TakeTable>,
}

impl Default for CaptureTable {
    fn default() -> Self {
        Self {
            rule: CaptureWord::None,
            suicide: Suicide::Forbidden,
            run: None,
            lines: None,
            taken: None,
            take: Vec::new(),
        }
    }
}

/// How stones are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureWord {
    /// No stones are captured, except those that `take` names.
    None,
    /// Groups without a liberty are removed after each action, the enemy's first.
    Liberties,
    /// No action may leave a group of either side without a liberty.
    Forbidden,
    /// Enemy stones in a row are captured between the stone placed or moved and another friendly stone.
    Custodial,
    /// Enemy stones on the cells around the stone placed or moved are captured.
    Touching,
}

/// Stones that an action captures.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TakeTable {
    /// Whose stones are captured; neutral ones never are.
    pub stones: Whose,
    /// Whether whole groups are captured: those with a stone that is near enough and fulfils the condition.
    pub groups: bool,
    /// Captures only stones this near to the stone that was placed or moved; all on the board if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Vicinity>,
    /// The kind of the pieces that are captured: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Conditions for a stone to be captured, once the action is done. The stone's own side is `own`.
    #[serde(rename = "where")]
    pub condition: ConditionTable,
    /// What happens to captured stones.
    pub taken: Taken,
}

impl Default for TakeTable {
    fn default() -> Self {
        Self {
            stones: Whose::Enemy,
            groups: false,
            near: None,
            piece: None,
            condition: ConditionTable::new(),
            taken: Taken::Removed,
        }
    }
}

/// How near stones are to the stone that was placed or moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Vicinity {
    /// On a cell that shares an edge with its cell.
    Adjacent,
    /// On a cell around its cell: one of 8 on squares, of 6 on hexes.
    Touching,
    /// In its group, itself included, or next to its group.
    Group,
}

/// How many stones in a row are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The fewest, at least 1.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl Run {
    /// Exactly so many.
    pub const fn of(stones: u8) -> Self {
        Self { least: stones, most: stones }
    }

    /// What `bound` says; `None` if that is no range of numbers that rows can have.
    fn read(bound: &Bound) -> Option<Self> {
        let number = |text: &str| text.trim().parse().ok();
        let (least, most) = match bound {
            Bound::Exactly(stones) => (u8::try_from(*stones).ok()?, u8::try_from(*stones).ok()?),
            Bound::Text(text) => match text.split_once("..") {
                None => (number(text)?, number(text)?),
                Some((least, "")) => (number(least)?, Board::MAX_SPAN),
                Some((least, most)) => (if least.is_empty() { 1 } else { number(least)? }, number(most)?),
            },
        };
        (1 <= least && least <= most && most <= Board::MAX_SPAN).then_some(Self { least, most })
    }

    /// Whether a row of this `length` is captured.
    #[inline(always)]
    pub const fn has(self, length: u8) -> bool {
        self.least <= length && length <= self.most
    }
}

/// What happens to captured stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// They are removed. The other side has captured them.
    #[default]
    Removed,
    /// They change sides, and do not count as captured.
    Flipped,
}

/// Whether an action may leave a friendly group without a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Suicide {
    /// It is illegal.
    Forbidden,
    /// It is legal, and the group is removed.
    Allowed,
}

/// Which stones are captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Capture {
    /// Nothing.
    None,
    /// Groups without a liberty are removed after each action, the enemy's first.
    Liberties(Suicide),
    /// No action may leave any group without a liberty.
    Forbidden,
    /// Enemy stones in a row between the stone placed or moved and another friendly stone are captured.
    Custodial {
        /// How many in a row; any number if `None`.
        run: Option<Run>,
        /// The lines on which the rows lie.
        lines: Lines,
        /// What happens to the captured stones.
        taken: Taken,
    },
    /// Enemy stones on the cells around the stone placed or moved are captured.
    Touching {
        /// What happens to the captured stones.
        taken: Taken,
    },
    /// Stones that fulfil a condition are captured: those of the first list entry with such a stone.
    Listed(Vec<Take>),
}

/// Stones that are captured if they fulfil a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// Whose they are.
    pub stones: Whose,
    /// Whether all stones of their groups are captured with them.
    pub groups: bool,
    /// How near they must be to the stone that was placed or moved.
    pub near: Option<Vicinity>,
    /// Their kind; any if `None`.
    pub piece: Option<PieceKind>,
    /// What must hold for them; their side is `own`.
    pub condition: Condition,
    /// What happens to them.
    pub taken: Taken,
}

impl CaptureTable {
    /// The rule that the table describes. Adds keys that belong to another rule to `report`.
    pub fn check(&self, vocabulary: Vocabulary<'_>, report: &mut Report<'_>) -> Capture {
        let taken = self.taken.unwrap_or_default();
        let custodial = self.rule == CaptureWord::Custodial;
        let takes = custodial || self.rule == CaptureWord::Touching;
        let (no_rule, right) = (self.rule == CaptureWord::None, "valid only with `rule = \"custodial\"`");
        for (key, misplaced, right) in [
            ("run", self.run.is_some() && !custodial, right.to_owned()),
            ("lines", self.lines.is_some() && !custodial, right.to_owned()),
            ("taken", self.taken.is_some() && !takes, format!("{right} or `rule = \"touching\"`")),
            (
                "take",
                !self.take.is_empty() && !no_rule,
                "valid only without another rule of capture".to_owned(),
            ),
        ] {
            if misplaced {
                let message = format!("`capture.{key}` has no effect with this capture rule");
                let problem = Problem::with_value(Path::of(["capture", key]), message).expected(right);
                report.add(problem.related(Path::of(["capture", "rule"]), "the rule"));
            }
        }
        match self.rule {
            CaptureWord::None if self.take.is_empty() => Capture::None,
            CaptureWord::None => {
                let path = |i| Path::of(["capture", "take"]).index(i);
                let tables = self.take.iter().enumerate();
                Capture::Listed(tables.map(|(i, table)| table.check(vocabulary, &path(i), report)).collect())
            }
            CaptureWord::Liberties => Capture::Liberties(self.suicide),
            CaptureWord::Forbidden => Capture::Forbidden,
            CaptureWord::Custodial => {
                let run = self.run.as_ref().and_then(|bound| {
                    let run = Run::read(bound);
                    if run.is_none() {
                        let message = "`capture.run` is no number of stones in a row";
                        let problem = Problem::with_value(Path::of(["capture", "run"]), message);
                        report.add(problem.expected("expected a number from 1, or a range as in \"2..3\""));
                    }
                    run
                });
                Capture::Custodial { run, lines: self.lines.unwrap_or(Lines::Queen), taken }
            }
            CaptureWord::Touching => Capture::Touching { taken },
        }
    }
}

impl TakeTable {
    /// What the table, at `path`, describes.
    fn check(&self, vocabulary: Vocabulary<'_>, path: &Path, report: &mut Report<'_>) -> Take {
        if self.stones == Whose::Neutral {
            let problem = Problem::with_value(path.key("stones"), "neutral stones are never captured");
            report.add(problem.expected("expected \"own\", \"enemy\" or \"any\""));
        }
        let condition = path.key("where");
        Take {
            stones: self.stones,
            groups: self.groups,
            near: self.near,
            piece: report.take(Piece::named(self.piece.as_deref(), vocabulary, path.key("piece"))),
            condition: Condition::check(&self.condition, Moment::Captured, vocabulary, &condition, report),
            taken: self.taken,
        }
    }
}

impl Capture {
    /// Whether captures remove or flip stones.
    pub const fn changes_stones(&self) -> bool {
        !matches!(self, Self::None | Self::Forbidden)
    }

    /// Whether captures remove stones.
    pub fn removes_stones(&self) -> bool {
        match self {
            Self::Listed(takes) => takes.iter().any(|take| take.taken == Taken::Removed),
            _ => self.changes_stones() && !self.flips(),
        }
    }

    /// Whether stones are turned over, and so change sides.
    pub fn flips(&self) -> bool {
        match self {
            Self::Custodial { taken, .. } | Self::Touching { taken } => *taken == Taken::Flipped,
            Self::Listed(takes) => takes.iter().any(|take| take.taken == Taken::Flipped),
            Self::None | Self::Liberties(_) | Self::Forbidden => false,
        }
    }

    /// Whether an action may capture the player's own stones; captures by condition count, whatever they ask for.
    pub const fn may_take_own(&self) -> bool {
        matches!(self, Self::Liberties(Suicide::Allowed) | Self::Listed(_))
    }

    /// Whether the rule depends on liberties.
    pub const fn by_liberties(&self) -> bool {
        matches!(self, Self::Liberties(_) | Self::Forbidden)
    }

    /// Whether a stone only captures stones of the enemy, and none of them if no stone is placed or moved.
    pub const fn is_by_stone(&self) -> bool {
        matches!(self, Self::Custodial { .. } | Self::Touching { .. })
    }

    /// The conditions under which stones are captured.
    pub fn listed(&self) -> &[Take] {
        if let Self::Listed(takes) = self { takes } else { &[] }
    }

    /// Whether its conditions take long to read.
    pub fn is_slow(&self) -> bool {
        self.listed().iter().any(|take| take.condition.is_slow())
    }

    /// Writes the run and each condition in `table`, as in a variant file, in one way.
    pub fn write_canonical(&self, table: &mut Value) {
        if let Self::Custodial { run: Some(Run { least, most }), .. } = *self {
            table["run"] = if least == most { least.into() } else { format!("{least}..{most}").into() };
        }
        if self.listed().is_empty() {
            return;
        }
        for (take, table) in self.listed().iter().zip(table["take"].as_array_mut().into_iter().flatten()) {
            if let Some(table) = table.as_object_mut() {
                take.condition.write_canonical("where", table);
            }
        }
    }

    /// It in sentences.
    pub fn words(&self, variant: &Variant) -> String {
        let removed = "After each action, groups without a liberty are removed, the enemy's first";
        match self {
            Self::None if variant.actions.iter().any(|action| action.kind.captures_by_itself()) => {
                let taking = variant.actions.iter().filter(|action| action.kind.captures_by_itself());
                let taking: Vec<String> = taking.map(|action| quoted(&action.name)).collect();
                format!("Only by {}.", listed(taking, "and"))
            }
            Self::None => "None.".to_owned(),
            Self::Liberties(Suicide::Forbidden) => {
                format!(
                    "{removed}. Suicide is forbidden: no action may leave a friendly group without a liberty."
                )
            }
            Self::Liberties(Suicide::Allowed) => {
                format!("{removed}. Suicide is allowed: friendly groups without a liberty are removed too.")
            }
            Self::Forbidden => {
                "Forbidden: no action may leave a group of either side without a liberty.".to_owned()
            }
            Self::Custodial { run, lines, taken } => {
                let row = match run {
                    None => "Enemy stones in a row".to_owned(),
                    Some(Run { least: 1, most: 1 }) => "A single enemy stone".to_owned(),
                    Some(Run { least, most }) if least == most => {
                        format!("Exactly {} enemy stones in a row", in_words((*least).into()))
                    }
                    Some(Run { least, most: Board::MAX_SPAN }) => {
                        format!("At least {} enemy stones in a row", in_words((*least).into()))
                    }
                    Some(Run { least: 1, most }) => {
                        format!("At most {} enemy stones in a row", in_words((*most).into()))
                    }
                    Some(Run { least, most }) => {
                        let [least, most] = [least, most].map(|&stones| in_words(stones.into()));
                        format!("From {least} to {most} enemy stones in a row")
                    }
                };
                let verb = is_or_are(run.map_or(2, |run| run.most.into()));
                let (acted, acts) = verbs(variant);
                let along = match (lines, variant.board.is_hex()) {
                    (_, true) => "",
                    (Lines::Orthogonal, false) => ", along a row or a column,",
                    (Lines::Queen, false) => ", along a row, a column or a diagonal,",
                };
                format!(
                    "{row} between the stone that was {acted} and another friendly stone{along} {verb} {}. A stone that {acts} between \
                     two enemy stones is not captured.",
                    taken.words()
                )
            }
            Self::Touching { taken } => {
                let around = if variant.board.is_hex() { "next to" } else { "around (all 8 cells)" };
                let (acted, _) = verbs(variant);
                format!("Enemy stones {around} the stone that was {acted} are {}.", taken.words())
            }
            Self::Listed(takes) => {
                let sentences: Vec<String> = takes.iter().map(|take| take.words(variant)).collect();
                format!("After each action, {}", sentences.join(" If none are, "))
            }
        }
    }
}

impl Take {
    /// The most in a list.
    pub const MOST: usize = 8;

    /// It in sentences: `enemy groups next to the group of the stone that was placed are removed. For that, …`
    fn words(&self, variant: &Variant) -> String {
        let what = if self.groups { "groups" } else { "stones" };
        let what = match self.stones {
            Whose::Own => format!("friendly {what}"),
            Whose::Enemy => format!("enemy {what}"),
            Whose::Any => format!("{what} of either side"),
            Whose::Neutral => format!("neutral {what}"),
        };
        let stone = format!("the stone that was {}", verbs(variant).0);
        let near = match (self.near, variant.board.is_hex()) {
            (None, _) => String::new(),
            (Some(Vicinity::Group), _) if self.stones == Whose::Enemy => {
                format!(" next to the group of {stone}")
            }
            (Some(Vicinity::Group), _) => format!(" in or next to the group of {stone}"),
            (Some(Vicinity::Adjacent), false) => format!(" beside (sharing an edge with) {stone}"),
            (Some(Vicinity::Touching), false) => format!(" around (all 8 cells) {stone}"),
            (Some(_), true) => format!(" next to {stone}"),
        };
        let condition = self.words_of_condition(variant);
        let taken = self.taken.words();
        let all = if near.is_empty() && condition.is_empty() { "all " } else { "" };
        if self.groups && self.stones == Whose::Own && self.near == Some(Vicinity::Group) {
            return format!("the group of {stone} is {taken}.{condition}");
        }
        format!("{all}{what}{near} are {taken}.{condition}")
    }

    /// What must hold for a stone that is captured, or for one of its group.
    fn words_of_condition(&self, variant: &Variant) -> String {
        let piece = self.piece.map(|piece| format!("the piece must be {}", piece.words(variant)));
        let clauses: Vec<String> =
            piece.into_iter().chain(self.condition.clauses(Moment::Captured, variant)).collect();
        if clauses.is_empty() {
            return String::new();
        }
        let one = self.groups && (self.piece.is_some() || !self.condition.is_same_in_groups());
        let of = if one { "For one stone of the group" } else { "For that" };
        let seen = if self.condition.is_about_sides() { ", seen by its owner" } else { "" };
        format!(" {of}{seen}, {}.", clauses.join(", and "))
    }
}

impl Taken {
    /// What happens to captured stones.
    const fn words(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Flipped => "turned over: they change sides",
        }
    }
}

/// The verbs for the capturing stone, and for a stone that might be captured.
fn verbs(variant: &Variant) -> (&'static str, &'static str) {
    let moves = variant.actions.iter().any(|action| action.kind.moves_own());
    let places = variant.actions.iter().any(|action| !action.kind.moves_own());
    match (places, moves) {
        (_, false) => ("placed", "is placed"),
        (false, true) => ("moved", "moves"),
        (true, true) => ("placed or moved", "comes to stand"),
    }
}
