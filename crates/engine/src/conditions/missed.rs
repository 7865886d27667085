//! The line of a condition that forbids an action.

use super::{Condition, Is, Line, Moment, Term};
use crate::variant::Variant;

/// A line of a condition that does not hold. It is small, since an engine that draws actions at random refuses many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Its term.
    term: Term,
    /// What the term is, or would be.
    number: u16,
}

impl Missed {
    /// A line with this `term`, which is this `number`.
    #[inline(always)]
    pub const fn new(term: Term, number: u32) -> Self {
        Self { term, number: if number > u16::MAX as u32 { u16::MAX } else { number as u16 } }
    }

    /// The line, if it is one of those of `condition`.
    pub fn line_of(self, condition: &Condition) -> Option<Line> {
        let forbids = |line: &&Line| match line.is {
            Is::Within(..) => !line.is.holds(self.number.into(), |_| 0),
            Is::Related(..) => true,
        };
        condition.0.iter().filter(|line| line.term == self.term).find(forbids).copied()
    }

    /// What is missed of `condition`, in a sentence without its full stop: `the number of stones on the board must be 9, and is 8`.
    pub fn words(self, condition: &Condition, moment: Moment, variant: &Variant) -> String {
        let Some(line) = self.line_of(condition) else { return String::new() };
        let required = Condition(vec![line]).words(moment, variant);
        let required = required.trim().trim_end_matches('.');
        if line.words_of_presence(moment, variant).is_some() {
            return required.to_owned();
        }
        let is = match moment {
            Moment::Before | Moment::Left => "is",
            _ => "would be",
        };
        format!("{required}, and {is} {}", self.number)
    }
}
