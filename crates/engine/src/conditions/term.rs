//! The vocabulary of conditions: what a term counts, how it is written, and how it reads in a sentence.

use super::{Pattern, Vocabulary};
use crate::actions::Reach;
use crate::board::Board;
use crate::numbers::in_words;
use crate::text::quoted;
use crate::variant::{Variant, nearest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A number that a condition reads off the board, seen from a cell by the side that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// How many cells of a place hold something.
    Cells(Who, Place),
    /// The size of the group of the stone on the cell; 0 if no stone of a side stands there.
    Group,
    /// The liberties of that group.
    Liberties,
    /// The size of the group that the moved stone belonged to before the move.
    GroupBefore,
    /// The size of the group of the stone that was placed or moved.
    NewGroup,
    /// How many groups of a side, or of the cells of a set, have a stone, or a cell, in a place.
    Groups(Who, Place),
    /// The size of the largest of these groups.
    Largest(Who, Place),
    /// The product of the sizes of a side's groups: of all, or of so many, the largest, where a missing group counts as 0.
    Product(Who, Option<u8>),
    /// How many patterns the cell is part of: those with this index in the variant's list.
    Pattern(u8),
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A stone of the side that acts.
    Own,
    /// A stone of its opponent.
    Enemy,
    /// A stone of no side.
    Neutral,
    /// Any stone.
    Stones,
    /// Nothing.
    Empty,
    /// A cell of the set with this index in the variant's list.
    #[serde(skip)]
    Set(u8),
}

/// Where cells are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Near the cell.
    Near(Reach),
    /// Next to the group of the stone on the cell.
    Beside,
    /// The first stones that the cell sees along its lines, diagonals included.
    Seen,
    /// The whole board.
    Board,
}

/// When a condition is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the action.
    Before,
    /// Before a move, on the cell that the stone leaves.
    Left,
    /// Once the stone stands, before anything is captured.
    Made,
    /// Once the stone that moved stands, before anything is captured.
    Moved,
    /// After the action, for a stone that may be captured: its owner is the side that sees the board.
    Captured,
    /// At the end of a turn, for the whole board.
    TurnEnd,
    /// When a goal is looked at, for the whole board.
    Goal,
}

impl Moment {
    /// Whether conditions are then read on the whole board, and not on a cell.
    pub const fn is_of_board(self) -> bool {
        matches!(self, Self::TurnEnd | Self::Goal)
    }

    /// What terms are seen from.
    const fn it(self) -> &'static str {
        match self {
            Self::Before => "the cell",
            Self::Left => "the cell it leaves",
            Self::Made | Self::Moved | Self::Captured => "the stone",
            Self::TurnEnd | Self::Goal => "the board",
        }
    }

    /// The group of the stone on the cell.
    const fn group(self) -> &'static str {
        match self {
            Self::Before => "the cell's group",
            Self::Left => "the group it leaves",
            Self::Made | Self::Moved | Self::Captured | Self::TurnEnd | Self::Goal => "the stone's group",
        }
    }
}

/// The names of the terms that a table with this `key` takes, apart from patterns: `where`, `makes` and `terms` take some.
pub fn terms(key: &str) -> Vec<String> {
    let takes = |term: &Term| match key {
        "where" => term.is_known_at(Moment::Before),
        "makes" => !matches!(term, Term::Product(..)),
        _ => term.is_scored(),
    };
    Term::all().filter(takes).map(|term| term.to_string()).collect()
}

impl Who {
    /// All, with their names.
    const ALL: [(&'static str, Self); 5] = [
        ("own", Self::Own),
        ("enemy", Self::Enemy),
        ("neutral", Self::Neutral),
        ("stones", Self::Stones),
        ("empty", Self::Empty),
    ];

    /// Whether everything that is `other` is this, too.
    pub fn covers(self, other: Self) -> bool {
        self == other || self == Self::Stones && other != Self::Empty
    }

    /// `friendly stone`.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Own => "friendly stone",
            Self::Enemy => "enemy stone",
            Self::Neutral => "neutral stone",
            Self::Stones => "stone",
            Self::Empty => "empty cell",
            Self::Set(_) => "cell of a set",
        }
    }

    /// `friendly groups`, or `groups of cells of `quiet``.
    fn groups(self, variant: &Variant) -> String {
        match self {
            Self::Set(index) => {
                format!("groups of cells of {}", quoted(&variant.sets[usize::from(index)].name))
            }
            _ => self.noun().replace("stone", "groups"),
        }
    }

    /// One of them.
    fn group(self, variant: &Variant) -> String {
        self.groups(variant).replacen("groups", "group", 1)
    }
}

impl Place {
    /// All, with their words; the whole board has none.
    const ALL: [(&'static str, Self); 5] = [
        (" adjacent", Self::Near(Reach::Adjacent)),
        (" touching", Self::Near(Reach::Touching)),
        (" beside", Self::Beside),
        (" seen", Self::Seen),
        ("", Self::Board),
    ];

    /// The words after what is counted.
    fn suffix(self) -> &'static str {
        Self::ALL.into_iter().find(|&(_, place)| place == self).map_or("", |(word, _)| word)
    }

    /// `next to the cell`.
    fn words(self, moment: Moment, variant: &Variant) -> String {
        let it = moment.it();
        match (self, variant.board.is_hex()) {
            (Self::Near(_), true) => format!("next to {it}"),
            (Self::Near(Reach::Adjacent), false) => format!("beside {it} (sharing an edge)"),
            (Self::Near(Reach::Touching), false) => format!("around {it} (all 8)"),
            (Self::Beside, _) => format!("next to {}", moment.group()),
            (Self::Seen, _) => format!("in sight of {it}"),
            (Self::Board, _) => "on the board".to_owned(),
        }
    }
}

impl Term {
    /// A product of sizes that is greater than this counts as this.
    pub const MOST_PRODUCT: u32 = 80_000;

    /// Whether it is read one cell at a time, on cells where a stone is `made` or not. All other terms are found for all cells at once.
    pub const fn is_read_by_cell(self, made: Option<Who>) -> bool {
        match self {
            Self::Liberties | Self::Cells(_, Place::Seen | Place::Beside) => true,
            // The stone itself may decide which cells are of a set.
            Self::Cells(Who::Set(_), _) => made.is_some(),
            Self::Groups(Who::Set(_), _) | Self::Largest(Who::Set(_), _) => true,
            Self::Groups(_, Place::Near(_)) => made.is_some(),
            Self::Groups(Who::Enemy, Place::Beside) | Self::Largest(Who::Enemy, Place::Beside) => {
                !matches!(made, Some(Who::Own))
            }
            Self::Groups(_, place) | Self::Largest(_, place) => !matches!(place, Place::Board),
            Self::Cells(..)
            | Self::Group
            | Self::GroupBefore
            | Self::NewGroup
            | Self::Product(..)
            | Self::Pattern(_) => false,
        }
    }

    /// The index of the set that it is about.
    pub const fn set(self) -> Option<u8> {
        match self {
            Self::Cells(Who::Set(index), _)
            | Self::Groups(Who::Set(index), _)
            | Self::Largest(Who::Set(index), _) => Some(index),
            _ => None,
        }
    }

    /// All terms.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let cells = Who::ALL.into_iter().flat_map(|(_, who)| {
            // Empty cells beside a group are its liberties, and no friendly stone is beside it.
            let lacks = move |place| {
                matches!((who, place), (Who::Empty, Place::Seen) | (Who::Own | Who::Empty, Place::Beside))
            };
            let places = Place::ALL.into_iter().map(|(_, place)| place).filter(move |&place| !lacks(place));
            places.map(move |place| Self::Cells(who, place))
        });
        let near = Place::Near(Reach::Adjacent);
        let groups = [
            (Who::Own, Place::Board),
            (Who::Enemy, Place::Board),
            (Who::Own, near),
            (Who::Enemy, near),
            (Who::Enemy, Place::Beside),
        ];
        cells
            .chain([Self::Group, Self::Liberties, Self::GroupBefore, Self::NewGroup])
            .chain(groups.map(|(who, place)| Self::Groups(who, place)))
            .chain(groups.map(|(who, place)| Self::Largest(who, place)))
            .chain([Who::Own, Who::Enemy].into_iter().flat_map(|who| {
                [None, Some(2), Some(3)].into_iter().map(move |most| Self::Product(who, most))
            }))
    }

    /// The term that `text` names.
    ///
    /// # Errors
    /// The nearest term, if one is near.
    pub fn parse(text: &str, vocabulary: Vocabulary<'_>) -> Result<Self, Option<String>> {
        let Vocabulary { patterns, sets, .. } = vocabulary;
        if let Some(index) = patterns.iter().position(|pattern| pattern.name == text) {
            return Ok(Self::Pattern(index as u8));
        }
        let of_sets: Vec<(String, Self)> =
            (0..).zip(sets).flat_map(|(index, set)| of_set(index, &set.name)).collect();
        if let Some((_, term)) = of_sets.iter().find(|(name, _)| name == text) {
            return Ok(*term);
        }
        let names: Vec<(String, Self)> = Self::all().map(|term| (term.to_string(), term)).collect();
        let named = |words: &str| names.iter().find(|(name, _)| name == words);
        if let Some((_, term)) = named(text) {
            return Ok(*term);
        }
        // The sentences of `check` say *friendly*.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        let words = words.replace("friendly", "own").replace(['.', '_'], " ");
        // The stones themselves are not named.
        let words = words.strip_suffix(" stones").map(str::to_owned).unwrap_or(words);
        // A stone's group is that of its owner.
        let of_stone =
            words.split_once(' ').map(|(_, rest)| rest).filter(|rest| ["group", "liberties"].contains(rest));
        if let Some((name, _)) = named(of_stone.unwrap_or(&words)) {
            return Err(Some(name.clone()));
        }
        // The words of a term in another order are that term.
        let mut sorted: Vec<&str> = words.split(' ').collect();
        sorted.sort_unstable();
        let shuffled = names.iter().find(|(name, _)| {
            let mut own: Vec<&str> = name.split(' ').collect();
            own.sort_unstable();
            own == sorted
        });
        let near = shuffled.map(|(name, _)| name.as_str());
        let all = names.iter().chain(&of_sets).map(|(name, _)| name);
        let all = all.chain(patterns.iter().map(|pattern| &pattern.name));
        Err(near.or_else(|| nearest(&words, all.map(String::as_str))).map(str::to_owned))
    }

    /// Whether it can be read at `moment`.
    pub fn is_known_at(self, moment: Moment) -> bool {
        match self {
            _ if moment.is_of_board() => self.is_of_board(),
            Self::GroupBefore => moment == Moment::Moved,
            Self::NewGroup => moment == Moment::Captured,
            Self::Product(..) => false,
            _ => true,
        }
    }

    /// Whether it counts one of `patterns` that lies nowhere, because it is invalid.
    pub fn is_pattern_without_cells(self, patterns: &[Pattern]) -> bool {
        matches!(self, Self::Pattern(index) if patterns[usize::from(index)].ways.is_empty())
    }

    /// Whether it counts something on the whole board.
    pub const fn is_of_board(self) -> bool {
        matches!(
            self,
            Self::Cells(_, Place::Board)
                | Self::Groups(_, Place::Board)
                | Self::Largest(_, Place::Board)
                | Self::Product(..)
                | Self::Pattern(_)
        )
    }

    /// Whether it counts what a side has, or sees, on the whole board.
    pub const fn is_scored(self) -> bool {
        let same = matches!(self, Self::Cells(Who::Neutral | Who::Stones | Who::Empty, _));
        self.is_of_board() && !same
    }

    /// An upper bound of its value on `board`.
    pub fn most(self, board: &Board, patterns: &[Pattern]) -> usize {
        let cells = board.cells().len();
        match self {
            Self::Pattern(index) => cells * patterns[usize::from(index)].ways.len(),
            Self::Product(_, None) => Self::MOST_PRODUCT as usize,
            Self::Product(_, Some(groups)) => {
                (cells / usize::from(groups)).pow(groups.into()).min(Self::MOST_PRODUCT as usize)
            }
            _ => cells,
        }
    }

    /// It as it is written in the file of `variant`.
    pub fn name(self, variant: &Variant) -> String {
        self.name_in(Vocabulary { patterns: &variant.patterns, sets: &variant.sets, pieces: &variant.pieces })
    }

    /// It as it is written in a file with this `vocabulary`.
    pub fn name_in(self, vocabulary: Vocabulary<'_>) -> String {
        match self {
            Self::Pattern(index) => vocabulary.patterns[usize::from(index)].name.clone(),
            _ => match self.set() {
                Some(index) => {
                    let (number, name) = (format!("set {index}"), &vocabulary.sets[usize::from(index)].name);
                    self.to_string().replacen(&number, name, 1)
                }
                None => self.to_string(),
            },
        }
    }

    /// It as a number: `the number of friendly stones next to the cell`.
    pub fn words(self, moment: Moment, variant: &Variant) -> String {
        let it = moment.it();
        match self {
            Self::Cells(Who::Set(index), place) => {
                let set = quoted(&variant.sets[usize::from(index)].name);
                format!("the number of cells of {set} {}", place.words(moment, variant))
            }
            Self::Cells(who, place) => {
                format!("the number of {}s {}", who.noun(), place.words(moment, variant))
            }
            Self::Group => format!("the size of {}", moment.group()),
            Self::Liberties => format!("the number of liberties of {}", moment.group()),
            Self::GroupBefore => format!("the size of the group that {it} left"),
            Self::NewGroup => "the size of the new group".to_owned(),
            Self::Groups(who, Place::Board) => format!("the number of {}", who.groups(variant)),
            Self::Groups(who, place) => {
                format!("the number of {} {}", who.groups(variant), place.words(moment, variant))
            }
            Self::Largest(who, Place::Board) => format!("the size of the largest {}", who.group(variant)),
            Self::Largest(who, place) => {
                format!("the size of the largest {} {}", who.group(variant), place.words(moment, variant))
            }
            Self::Product(who, most) => {
                let groups = who.groups(variant);
                let of = most.map_or_else(
                    || format!("all {groups}"),
                    |most| format!("the {} largest {groups}, 0 if there are fewer", in_words(most.into())),
                );
                format!("the product of the sizes of {of}")
            }
            Self::Pattern(_) if moment.is_of_board() => {
                format!("the number of {} on {it}", quoted(&self.name(variant)))
            }
            Self::Pattern(_) => format!("the number of {} that {it} is part of", quoted(&self.name(variant))),
        }
    }

    /// One of what it counts on the whole board: `each friendly stone`.
    pub fn each(self, variant: &Variant) -> String {
        match self {
            Self::Cells(Who::Set(_), _) => format!("each cell of {}", quoted(&self.name(variant))),
            Self::Cells(who, _) => format!("each {}", who.noun()),
            Self::Groups(who, _) => format!("each {}", who.group(variant)),
            Self::Largest(who @ Who::Set(_), _) => format!("each cell of the largest {}", who.group(variant)),
            Self::Largest(who, _) => format!("each stone of the largest {}", who.group(variant)),
            _ => format!("each {}", quoted(&self.name(variant))),
        }
    }

    /// That it is 0, or that it is not: `no friendly stone may stand next to the cell`, `a friendly stone must stand next to the cell`;
    /// `None` for terms that are sizes of groups and the like.
    pub fn words_of_presence(self, some: bool, moment: Moment, variant: &Variant) -> Option<String> {
        let (who, place) = match self {
            Self::Cells(Who::Set(_), _) => return None,
            Self::Cells(who, place) => (who, place),
            Self::Pattern(_) => {
                let (modal, article) = if some { ("must", "a") } else { ("may", "no") };
                let (it, name) = (moment.it(), quoted(&self.name(variant)));
                return Some(match moment {
                    _ if moment.is_of_board() => format!("{article} {name} {modal} be on {it}"),
                    _ => format!("{it} {modal} be part of {article} {name}"),
                });
            }
            _ => return None,
        };
        let article = match (some, who) {
            (false, _) => "no",
            (true, Who::Enemy | Who::Empty) => "an",
            (true, _) => "a",
        };
        let verb = match (some, who) {
            (_, Who::Empty) => {
                if some {
                    "must be"
                } else {
                    "may be"
                }
            }
            (true, _) => "must stand",
            (false, _) => "may stand",
        };
        Some(format!("{article} {} {verb} {}", who.noun(), place.words(moment, variant)))
    }
}

/// The terms about the set called `name`, with this index.
fn of_set(index: u8, name: &str) -> Vec<(String, Term)> {
    let set = Who::Set(index);
    let places = Place::ALL.into_iter().filter(|&(_, place)| place != Place::Seen);
    places
        .flat_map(|(word, place)| {
            let cells = (format!("{name}{word}"), Term::Cells(set, place));
            let of_groups = [
                (format!("{name} groups{word}"), Term::Groups(set, place)),
                (format!("largest {name} group{word}"), Term::Largest(set, place)),
            ];
            let has_groups = place != Place::Near(Reach::Touching);
            [cells].into_iter().chain(of_groups.into_iter().filter(move |_| has_groups))
        })
        .collect()
}

/// As in variant files, but for patterns and sets, which have names: see [`Term::name`].
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |wanted| match wanted {
            Who::Set(index) => Cow::Owned(format!("set {index}")),
            _ => Who::ALL.into_iter().find(|&(_, who)| who == wanted).map_or("", |(name, _)| name).into(),
        };
        match *self {
            Self::Cells(of, at) => write!(f, "{}{}", who(of), at.suffix()),
            Self::Group => f.write_str("group"),
            Self::Liberties => f.write_str("liberties"),
            Self::GroupBefore => f.write_str("group before"),
            Self::NewGroup => f.write_str("new group"),
            Self::Groups(of, at) => write!(f, "{} groups{}", who(of), at.suffix()),
            Self::Largest(of, at) => write!(f, "largest {} group{}", who(of), at.suffix()),
            Self::Product(of, None) => write!(f, "product of {} groups", who(of)),
            Self::Product(of, Some(most)) => write!(f, "product of {most} largest {} groups", who(of)),
            Self::Pattern(index) => write!(f, "pattern {index}"),
        }
    }
}
