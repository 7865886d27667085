//! The vocabulary of conditions: what a term counts, how it is written, and how it reads in a sentence.

use super::Pattern;
use crate::actions::Reach;
use crate::text::quoted;
use crate::variant::{Variant, nearest};
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
    /// How many groups a side has.
    Groups(Who),
    /// The size of a side's largest group.
    Largest(Who),
    /// How many patterns the cell is part of: those with this index in the variant's list.
    Pattern(u8),
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
}

/// Where cells are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Near the cell.
    Near(Reach),
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
    /// Once the stone stands, before anything is captured.
    Made,
    /// Once the stone that moved stands, before anything is captured.
    Moved,
}

/// The names of all terms.
pub fn terms() -> Vec<String> {
    Term::all().map(|term| term.to_string()).collect()
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
        }
    }
}

impl Place {
    /// All, with their words; the whole board has none.
    const ALL: [(&'static str, Self); 4] = [
        (" adjacent", Self::Near(Reach::Adjacent)),
        (" touching", Self::Near(Reach::Touching)),
        (" seen", Self::Seen),
        ("", Self::Board),
    ];

    /// `next to the cell`, if `it` is `the cell`.
    fn words(self, it: &str, variant: &Variant) -> String {
        match (self, variant.board.is_hex()) {
            (Self::Near(_), true) => format!("next to {it}"),
            (Self::Near(Reach::Adjacent), false) => format!("beside {it} (sharing an edge)"),
            (Self::Near(Reach::Touching), false) => format!("around {it} (all 8)"),
            (Self::Seen, _) => format!("in sight of {it}"),
            (Self::Board, _) => "on the board".to_owned(),
        }
    }
}

impl Term {
    /// All terms.
    fn all() -> impl Iterator<Item = Self> {
        let cells = Who::ALL.into_iter().flat_map(|(_, who)| {
            Place::ALL
                .into_iter()
                .filter(move |&(_, place)| who != Who::Empty || place != Place::Seen)
                .map(move |(_, place)| Self::Cells(who, place))
        });
        let sides = [Who::Own, Who::Enemy];
        cells
            .chain([Self::Group, Self::Liberties, Self::GroupBefore])
            .chain(sides.map(Self::Groups))
            .chain(sides.map(Self::Largest))
    }

    /// The term that `text` names.
    ///
    /// # Errors
    /// The nearest term, if one is near.
    pub fn parse(text: &str, patterns: &[Pattern]) -> Result<Self, Option<String>> {
        if let Some(index) = patterns.iter().position(|pattern| pattern.name == text) {
            return Ok(Self::Pattern(index as u8));
        }
        let names: Vec<(String, Self)> = Self::all().map(|term| (term.to_string(), term)).collect();
        let named = |words: &str| names.iter().find(|(name, _)| name == words);
        if let Some((_, term)) = named(text) {
            return Ok(*term);
        }
        // The sentences of `check` say *friendly*.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        let words = words.replace("friendly", "own").replace(['.', '_'], " ");
        if let Some((name, _)) = named(&words) {
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
        let all = names.iter().map(|(name, _)| name).chain(patterns.iter().map(|pattern| &pattern.name));
        Err(near.or_else(|| nearest(&words, all.map(String::as_str))).map(str::to_owned))
    }

    /// Whether it can be read at `moment`.
    pub fn is_known_at(self, moment: Moment) -> bool {
        self != Self::GroupBefore || moment == Moment::Moved
    }

    /// It as it is written in the file of `variant`.
    pub fn name(self, variant: &Variant) -> String {
        match self {
            Self::Pattern(index) => variant.patterns[usize::from(index)].name.clone(),
            _ => self.to_string(),
        }
    }

    /// It as a number: `the number of friendly stones next to the cell`, if `it` is `the cell`.
    pub fn words(self, it: &str, variant: &Variant) -> String {
        let side = |who: Who| who.noun().replace(" stone", "");
        match self {
            Self::Cells(who, place) => format!("the number of {}s {}", who.noun(), place.words(it, variant)),
            Self::Group => format!("the size of {it}'s group"),
            Self::Liberties => format!("the number of liberties of {it}'s group"),
            Self::GroupBefore => format!("the size of the group that {it} left"),
            Self::Groups(who) => format!("the number of {} groups", side(who)),
            Self::Largest(who) => format!("the size of the largest {} group", side(who)),
            Self::Pattern(_) => format!("the number of {} that {it} is part of", quoted(&self.name(variant))),
        }
    }

    /// That it is 0, or that it is not: `no friendly stone may stand next to the cell`, `a friendly stone must stand next to the cell`;
    /// `None` for terms that are sizes of groups and the like.
    pub fn words_of_presence(self, some: bool, it: &str, variant: &Variant) -> Option<String> {
        let (who, place) = match self {
            Self::Cells(who, place) => (who, place),
            Self::Pattern(_) => {
                let (modal, article) = if some { ("must", "a") } else { ("may", "no") };
                return Some(format!("{it} {modal} be part of {article} {}", quoted(&self.name(variant))));
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
        Some(format!("{article} {} {verb} {}", who.noun(), place.words(it, variant)))
    }
}

/// As in variant files, but for patterns, which are numbered: see [`Term::name`].
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |wanted| Who::ALL.into_iter().find(|&(_, who)| who == wanted).map_or("", |(name, _)| name);
        match *self {
            Self::Cells(of, at) => {
                let place = Place::ALL.into_iter().find(|&(_, place)| place == at);
                write!(f, "{}{}", who(of), place.map_or("", |(word, _)| word))
            }
            Self::Group => f.write_str("group"),
            Self::Liberties => f.write_str("liberties"),
            Self::GroupBefore => f.write_str("group before"),
            Self::Groups(of) => write!(f, "{} groups", who(of)),
            Self::Largest(of) => write!(f, "largest {} group", who(of)),
            Self::Pattern(index) => write!(f, "pattern {index}"),
        }
    }
}
