//! Single actions as text.

use crate::board::{Cell, ParseCellError};
use crate::rules::Action;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => cell.fmt(f),
            Self::Displace { cell, to } => write!(f, "{cell}>{to}"),
            Self::Pass => f.write_str("pass"),
            Self::Swap => f.write_str("swap"),
        }
    }
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseActionError {
    /// No text at all.
    #[error("an action is missing: a cell (`d7`), a displacement (`d5>c5`), `pass` or `swap` is needed")]
    Empty,
    /// A cell's name is wrong.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
}

impl FromStr for Action {
    type Err = ParseActionError;

    /// Reads one action, in either case. Whether it is legal, or its cells are on the board, is for
    /// [`Position::check`](crate::rules::Position::check) to say.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Err(ParseActionError::Empty);
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        if text.eq_ignore_ascii_case("swap") {
            return Ok(Self::Swap);
        }
        match text.split_once('>') {
            Some((cell, to)) => Ok(Self::Displace { cell: cell.parse()?, to: to.parse()? }),
            None => Ok(Self::Place(text.parse::<Cell>()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_back_what_they_print() {
        for text in ["d7", "o15", "aa1", "d5>c5", "m13>m12", "pass", "swap"] {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            assert_eq!(text.to_uppercase().parse(), Ok(action));
        }
    }

    #[test]
    fn an_error_names_the_part_that_is_wrong() {
        let message = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert!(message("").starts_with("an action is missing"));
        assert!(message("d5>").starts_with("`` is not the name of a cell"));
        assert!(message("d5>c5>b5").starts_with("`c5>b5` is not the name of a cell"));
        assert!(message("passs").starts_with("`passs` is not the name of a cell"));
        assert!(message("d 7").starts_with("`d 7` is not the name of a cell"));
    }
}
