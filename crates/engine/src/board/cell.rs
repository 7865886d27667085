//! The names of cells: a column letter and a row number, `d7`; on the boundless plane axial coordinates, `0,-1`.

use crate::text::quoted;
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
    /// The cell in column `x` and row `y`, both counted from 0.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The column and the row of the cell `0,0` of the boundless plane.
    const CENTRE: u8 = 127;

    /// The cell of the boundless plane with the axial coordinates `q` and `r`, if both are at most
    /// [`Cell::MAX_AXIAL`] from 0.
    ///
    /// The column is `q` and the row is -`r`, each plus a constant, since r grows downward and row numbers grow upward. In
    /// columns and rows, cells have the same neighbours as on every other hex board.
    pub fn from_axial(q: i16, r: i16) -> Option<Self> {
        let near = |n: i16| n.unsigned_abs() <= u16::from(Self::MAX_AXIAL);
        let centre = i16::from(Self::CENTRE);
        (near(q) && near(r)).then(|| Self { x: (centre + q) as u8, y: (centre - r) as u8 })
    }

    /// The largest absolute value of an axial coordinate.
    pub const MAX_AXIAL: u8 = Self::CENTRE;

    /// The axial coordinates of a cell of the boundless plane.
    pub fn axial(self) -> (i16, i16) {
        let centre = i16::from(Self::CENTRE);
        (i16::from(self.x) - centre, centre - i16::from(self.y))
    }

    /// The cells on the line from this cell to `to`, without this cell. If the two are not on a line, the result is some path
    /// between them.
    pub fn line_to(self, to: Self) -> impl Iterator<Item = Self> {
        let towards = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
        let step = (towards(self.x, to.x), towards(self.y, to.y));
        let along = move |cell: &Self| {
            let next = (cell.x.checked_add_signed(step.0)?, cell.y.checked_add_signed(step.1)?);
            Some(Self::new(next.0, next.1))
        };
        let length = self.x.abs_diff(to.x).max(self.y.abs_diff(to.y));
        std::iter::successors(Some(self), along).skip(1).take(length.into())
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
        f.write_str(CellName::of(*self).as_str())
    }
}

/// Displays a cell of the boundless plane by its coordinates: `0,-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axial(pub Cell);

impl fmt::Display for Axial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CellName::of_plane(self.0).as_str())
    }
}

/// The name of a cell, without a heap allocation.
///
/// A record has hundreds of names. Formatting one with the standard library would take longer than choosing and playing its
/// action, so a name is joined from two parts computed at compile time.
#[derive(Clone, Copy, Debug)]
pub struct CellName {
    letters: [u8; 16],
    len: u8,
}

impl CellName {
    /// The name of a cell of a board.
    #[inline]
    pub fn of(cell: Cell) -> Self {
        Self::joined(COLUMNS[usize::from(cell.x)], ROWS[usize::from(cell.y)])
    }

    /// The name of a cell of the boundless plane.
    pub fn of_plane(cell: Cell) -> Self {
        Self::joined(RIGHTWARD[usize::from(cell.x)].and(b','), DOWNWARD[usize::from(cell.y)])
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        let letters = &self.letters[..usize::from(self.len)];
        std::str::from_utf8(letters).expect("letters, digits and signs are UTF-8")
    }

    /// Appends the name to `text`.
    #[inline]
    pub fn push_to(&self, text: &mut Vec<u8>) {
        // Appending all letters and truncating is faster than appending a variable number.
        text.extend_from_slice(&self.letters);
        text.truncate(text.len() - self.letters.len() + usize::from(self.len));
    }

    #[inline]
    fn joined(first: Part, second: Part) -> Self {
        // The letters are packed into an integer, so that one shift appends the second part to the first.
        let letters = u128::from(first.letters) | u128::from(second.letters) << (8 * first.len);
        Self { letters: letters.to_le_bytes(), len: first.len + second.len }
    }
}

/// A part of a cell's name.
#[derive(Clone, Copy)]
struct Part {
    /// The letters packed into an integer, the first in its lowest byte.
    letters: u64,
    len: u8,
}

impl Part {
    const NOTHING: Self = Self { letters: 0, len: 0 };

    const fn and(mut self, letter: u8) -> Self {
        self.letters |= (letter as u64) << (8 * self.len);
        self.len += 1;
        self
    }

    /// The letters of a column.
    const fn column(x: i16) -> Self {
        let first = if x >= 26 { Self::NOTHING.and(b'a' + (x / 26 - 1) as u8) } else { Self::NOTHING };
        first.and(b'a' + (x % 26) as u8)
    }

    /// A number of at most three digits.
    const fn number(number: i16) -> Self {
        let size = number.unsigned_abs();
        let mut part = if number < 0 { Self::NOTHING.and(b'-') } else { Self::NOTHING };
        if size >= 100 {
            part = part.and(b'0' + (size / 100) as u8);
        }
        if size >= 10 {
            part = part.and(b'0' + (size / 10 % 10) as u8);
        }
        part.and(b'0' + (size % 10) as u8)
    }
}

/// A table of the parts for all columns or rows, computed at compile time; a macro, because constants cannot call closures.
macro_rules! parts {
    ($at:ident => $part:expr) => {{
        let mut parts = [Part::NOTHING; 256];
        let mut $at = 0_i16;
        while $at < 256 {
            parts[$at as usize] = $part;
            $at += 1;
        }
        parts
    }};
}

/// The parts of names on ordinary boards, by column and by row.
static COLUMNS: [Part; 256] = parts!(x => Part::column(x));
static ROWS: [Part; 256] = parts!(y => Part::number(y + 1));
/// The parts of names on the boundless plane, by `q` and by `r`.
static RIGHTWARD: [Part; 256] = parts!(x => Part::number(x - Cell::CENTRE as i16));
static DOWNWARD: [Part; 256] = parts!(y => Part::number(Cell::CENTRE as i16 - y));

/// Text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid cell {}: {needed}", quoted(text))]
pub struct ParseCellError {
    text: String,
    /// The expected syntax.
    needed: &'static str,
}

impl ParseCellError {
    /// The syntax of names on a board.
    const ON_BOARD: &str = "expected a column letter and a row number, as in `d7`";
    /// The syntax of names on a board and on the boundless plane.
    const NEEDED: &str = "expected a column letter and a row number, as in `d7`, or on the boundless plane two \
        whole numbers separated by a comma, as in `1,-1`";
    /// The syntax of names on the boundless plane.
    const AXIAL: &str = "expected two whole numbers from -127 to 127 separated by a comma, as in `1,-1`";

    /// The same error where the text can only name a cell of the boundless plane or, if not `boundless`, of a board.
    pub fn where_cells_are(self, boundless: bool) -> Self {
        Self { needed: if boundless { Self::AXIAL } else { Self::ON_BOARD }, ..self }
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Parses `d7`, in either case, or `0,-1`, a cell of the boundless plane. The cell need not be on a board:
    /// [`Board::contains`] checks that.
    ///
    /// [`Board::contains`]: super::Board::contains
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((q, r)) = text.split_once(',') {
            let needed = ParseCellError::AXIAL;
            return axial_pair(q, r).ok_or_else(|| ParseCellError { text: text.to_owned(), needed });
        }
        let wrong = || ParseCellError { text: text.to_owned(), needed: ParseCellError::NEEDED };
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

/// The cell of the boundless plane whose axial coordinates are written as `q` and `r`.
fn axial_pair(q: &str, r: &str) -> Option<Cell> {
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        if plain && text != "-0" { text.parse::<i16>().ok() } else { None }
    };
    Cell::from_axial(number(q)?, number(r)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_by_letter_and_number() {
        for (cell, name) in [
            ((0, 0), "a1"),
            ((12, 12), "m13"),
            ((25, 8), "z9"),
            ((26, 0), "aa1"),
            ((30, 99), "ae100"),
            ((255, 255), "iv256"),
        ] {
            let cell = Cell::new(cell.0, cell.1);
            assert_eq!(cell.to_string(), name);
            assert_eq!(name.parse(), Ok(cell));
            assert_eq!(name.to_uppercase().parse(), Ok(cell));
        }
    }

    #[test]
    fn cells_of_the_plane_are_named_by_their_axial_coordinates() {
        for name in ["0,0", "0,-1", "-3,12", "127,-127"] {
            let cell: Cell = name.parse().unwrap();
            assert_eq!(Axial(cell).to_string(), name);
        }
        for text in ["0,", ",0", "0,+1", "00,1", "-0,1", "1,2,3", "128,0", "0, 1", "a,1", "-,1"] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_line_to_a_cell_visits_every_cell_on_the_way() {
        let line = |from: &str, to: &str| {
            let [from, to] = [from, to].map(|name| name.parse::<Cell>().unwrap());
            from.line_to(to).map(|cell| Axial(cell).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line("2,0", "-1,0"), "1,0 0,0 -1,0");
        assert_eq!(line("0,2", "2,0"), "1,1 2,0");
        assert_eq!(line("0,-1", "0,2"), "0,0 0,1 0,2");
        assert_eq!(line("1,1", "1,1"), "");
        assert_eq!(line("126,0", "127,0"), "127,0");
    }

    #[test]
    fn invalid_names_are_rejected() {
        for text in ["", "d", "7", "7d", "d07", "d0", "d-1", "d7 ", " d7", "d+7", "aaa1", "d999", "é1", "d7x"]
        {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }
}
