//! The names of cells: a column letter and a row number, `d7`.

use std::fmt;
use std::str::FromStr;

/// A cell by its column and row, both counted from 0: `a1` is `(0, 0)`, `d7` is `(3, 6)`.
///
/// Cells are ordered by letter, then by number, as the notation lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, 0 for the letter `a`.
    pub x: u8,
    /// The row, 0 for the number 1.
    pub y: u8,
}

impl Cell {
    /// The cell in column `x` and row `y`, both from 0.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The name of column `x`: `a` to `z`, then `aa`, `ab` and so on.
    pub fn column_name(x: u8) -> String {
        let letter = |n: u8| char::from(b'a' + n);
        match x {
            0..26 => letter(x).to_string(),
            _ => format!("{}{}", letter(x / 26 - 1), letter(x % 26)),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.x >= 26 {
            write!(f, "{}", char::from(b'a' + self.x / 26 - 1))?;
        }
        write!(f, "{}{}", char::from(b'a' + self.x % 26), u32::from(self.y) + 1)
    }
}

/// A text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the name of a cell: a column letter and a row number are needed, as in `d7`")]
pub struct ParseCellError(String);

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads `d7`, in either case. Whether the cell is on a board is for [`Board::contains`] to say.
    ///
    /// [`Board::contains`]: super::Board::contains
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseCellError(text.to_owned());
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (column, row) = text.split_at(letters);
        let index = |b: u8| u32::from(b.to_ascii_lowercase() - b'a');
        let x = match *column.as_bytes() {
            [a] => index(a),
            [a, b] => (index(a) + 1) * 26 + index(b),
            _ => return Err(wrong()),
        };
        if row.is_empty() || row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let y = row.parse::<u32>().map_err(|_| wrong())?;
        match (u8::try_from(x), u8::try_from(y - 1)) {
            (Ok(x), Ok(y)) => Ok(Self { x, y }),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_by_letter_and_number() {
        for (cell, name) in
            [((0, 0), "a1"), ((12, 12), "m13"), ((25, 8), "z9"), ((26, 0), "aa1"), ((30, 30), "ae31")]
        {
            let cell = Cell::new(cell.0, cell.1);
            assert_eq!(cell.to_string(), name);
            assert_eq!(name.parse(), Ok(cell));
            assert_eq!(name.to_uppercase().parse(), Ok(cell));
        }
    }

    #[test]
    fn what_is_not_a_name_is_refused() {
        for text in ["", "d", "7", "7d", "d07", "d0", "d-1", "d7 ", " d7", "d+7", "aaa1", "d999", "é1", "d7x"]
        {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }
}
