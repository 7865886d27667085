//! What a term must be: a number, a range, or a comparison with another term.

use super::{Term, Vocabulary};
use crate::text::quoted;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// What a term must be, as written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Bound {
    /// Exactly this.
    Exactly(u16),
    /// A range, or a comparison with another term.
    Text(String),
}

impl JsonSchema for Bound {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Bound".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["integer", "string"],
            "minimum": 0,
            "maximum": u16::MAX,
            "description": "What the term must be: a number, a range such as `1..2` or `2..`, or a comparison such as `> enemy adjacent`."
        })
    }
}

/// What a term must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Is {
    /// At least the first number, and at most the second, if there is one.
    Within(u16, Option<u16>),
    /// In this relation to another term.
    Related(Relation, Term),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Relation {
    /// All, with their signs; no sign begins with an earlier one.
    const ALL: [(&'static str, Self); 5] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("<", Self::Less),
        (">", Self::More),
        ("=", Self::Equal),
    ];

    /// The numbers that stand in this relation to `number`, as a range.
    fn range(self, number: u16) -> String {
        match self {
            Self::Less => format!("..{}", number.saturating_sub(1)),
            Self::AtMost => format!("..{number}"),
            Self::Equal => number.to_string(),
            Self::AtLeast => format!("{number}.."),
            Self::More => format!("{}..", number.saturating_add(1)),
        }
    }

    /// Whether `one` stands in this relation to `other`.
    #[inline(always)]
    pub fn holds(self, one: u32, other: u32) -> bool {
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Equal => one == other,
            Self::AtLeast => one >= other,
            Self::More => one > other,
        }
    }

    /// By how much `one` must change to stand in this relation to `other`.
    #[inline(always)]
    pub fn lacking(self, one: u32, other: u32) -> u32 {
        match self {
            Self::Less => (one + 1).saturating_sub(other),
            Self::AtMost => one.saturating_sub(other),
            Self::Equal => one.abs_diff(other),
            Self::AtLeast => other.saturating_sub(one),
            Self::More => (other + 1).saturating_sub(one),
        }
    }

    /// `greater than`.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Less => "smaller than",
            Self::AtMost => "at most",
            Self::Equal => "equal to",
            Self::AtLeast => "at least",
            Self::More => "greater than",
        }
    }
}

impl Is {
    /// Whether `number` is as it says, given the number of each term.
    #[inline(always)]
    pub fn holds(self, number: u32, of: impl Fn(Term) -> u32) -> bool {
        match self {
            Self::Within(least, most) => {
                number >= u32::from(least) && most.is_none_or(|most| number <= u32::from(most))
            }
            Self::Related(relation, other) => relation.holds(number, of(other)),
        }
    }

    /// What `bound` says.
    ///
    /// # Errors
    /// A sentence that says what is wrong, and the nearest term if one was probably meant.
    pub fn parse(bound: &Bound, vocabulary: Vocabulary<'_>) -> Result<Self, (String, Option<String>)> {
        let text = match bound {
            Bound::Exactly(number) => return Ok(Self::Within(*number, Some(*number))),
            Bound::Text(text) => text.trim(),
        };
        for (sign, meant) in [("==", "="), ("=>", ">="), ("=<", "<="), ("!=", "")] {
            if let Some(rest) = text.strip_prefix(sign) {
                let near = (!meant.is_empty()).then(|| format!("{meant} {}", rest.trim()));
                return Err((format!("{} is not a comparison", quoted(sign)), near));
            }
        }
        for (sign, relation) in Relation::ALL {
            if let Some(rest) = text.strip_prefix(sign) {
                if let Ok(number) = rest.trim().parse::<u16>() {
                    let wrong = format!("{} compares with a number, which a range does", quoted(text));
                    return Err((wrong, Some(relation.range(number))));
                }
                return match Term::parse(rest.trim(), vocabulary) {
                    Ok(term) => Ok(Self::Related(relation, term)),
                    Err(near) => Err((format!("{} is not a term", quoted(rest.trim())), near)),
                };
            }
        }
        let number = |text: &str| text.trim().parse::<u16>().ok();
        let range = match text.split_once("..") {
            None => number(text).map(|n| (n, Some(n))),
            Some((least, "")) => number(least).map(|least| (least, None)),
            Some(("", most)) => number(most).map(|most| (0, Some(most))),
            Some((least, most)) => number(least).zip(number(most)).map(|(least, most)| (least, Some(most))),
        };
        match range {
            Some((least, Some(most))) if least > most => Err((format!("{} is empty", quoted(text)), None)),
            Some((least, most)) => Ok(Self::Within(least, most)),
            None => Err((format!("{} is neither a number, a range nor a comparison", quoted(text)), None)),
        }
    }
}

impl fmt::Display for Is {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Within(least, Some(most)) if least == most => write!(f, "{least}"),
            Self::Within(least, Some(most)) => write!(f, "{least}..{most}"),
            Self::Within(least, None) => write!(f, "{least}.."),
            Self::Related(relation, term) => {
                let sign = Relation::ALL.into_iter().find(|&(_, other)| other == relation);
                write!(f, "{} {term}", sign.map_or("", |(sign, _)| sign))
            }
        }
    }
}
