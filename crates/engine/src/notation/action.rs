//! Single actions as text.

use crate::actions::FORMS;
use crate::board::{Board, Cell, CellName, CellSet, ParseCellError};
use crate::rules::{Action, Extent, Form};
use crate::text::quoted;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        push_action(self, &mut text);
        f.write_str(&as_text(text))
    }
}

impl Action {
    /// The cell whose name is all that this action is written as.
    pub fn alone(&self) -> Option<Cell> {
        let text = self.to_string();
        let mut cells = Vec::new();
        self.touched(|cell| cells.push(cell));
        let is_alone = |cell: &Cell| text.parse::<Cell>().is_ok_and(|named| named == *cell);
        cells.into_iter().find(is_alone)
    }
}

/// Appends `action` to `text` in the notation, in ASCII.
///
/// Records are made of bytes: checking that each name is valid UTF-8 would take longer than writing it.
#[inline]
pub fn push_action(action: &Action, text: &mut Vec<u8>) {
    // The most frequent action is written without a call.
    if let Action::Place(cell) = action { CellName::of(*cell).push_to(text) } else { push_any(action, text) }
}

/// Appends any action.
fn push_any(action: &Action, text: &mut Vec<u8>) {
    let Some(form) = action.form() else {
        return text.extend_from_slice(if *action == Action::Swap { b"swap" } else { b"pass" });
    };
    text.extend_from_slice(form.prefix.as_bytes());
    action.named(|cells| match (form.on_plane, form.extent) {
        (false, _) => push_joined(cells, form.sign, CellName::of, text),
        (true, Extent::Set) => {
            // The notation sorts cells by q, then by r. The order of cells cannot be used, because it follows rows upward, while
            // r grows downward.
            let mut cells = cells.to_vec();
            cells.sort_unstable_by_key(|cell| cell.axial());
            push_joined(&cells, form.sign, CellName::of_plane, text);
        }
        (true, _) => push_joined(cells, form.sign, CellName::of_plane, text),
    });
}

/// Appends the names of cells with a sign between them.
fn push_joined(cells: &[Cell], sign: u8, name: impl Fn(Cell) -> CellName, text: &mut Vec<u8>) {
    for (i, &cell) in cells.iter().enumerate() {
        if i > 0 {
            text.push(sign);
        }
        name(cell).push_to(text);
    }
}

/// Converts bytes in the notation to a string.
pub fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the notation is ASCII")
}

/// Parses an action of a game on `board`, with cells named as on that board.
///
/// # Errors
/// Returns an error if the text is not an action, or is an action for another kind of board.
pub fn read(text: &str, board: &Board) -> Result<Action, ParseActionError> {
    let action: Action = text.parse().map_err(|wrong| match wrong {
        ParseActionError::Cell(cell) => cell.where_cells_are(board.is_boundless()).into(),
        other => other,
    })?;
    if action.on_plane().is_none_or(|plane| plane == board.is_boundless()) {
        Ok(action)
    } else {
        Err(ParseActionError::WrongPlane(text.to_owned()))
    }
}

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseActionError {
    /// No text at all.
    #[error(
        "missing action: expected a cell (`d7`), an enemy stone (`e:d7`), a shape (`c4.c5.d5`), a move (`d5-c5`), a displacement \
         (`d5>c5`), a stone taken off (`xd5`) or turned over (`f:d5`), on the boundless plane a cell (`1,-1`), a deal (`2,0>-1,0`) or a \
         release (`r:2,-1.3,-1`), `pass` or `swap`"
    )]
    Empty,
    /// The same cell is named twice.
    #[error("{} is named twice", quoted(.0))]
    Twice(String),
    /// More cells than an action can have.
    #[error("an action has at most {} cells", CellSet::MOST)]
    TooMany,
    /// Cells of the boundless plane and of a board mixed in one action, or cells of the wrong kind.
    #[error(
        "{} cannot be a cell of this action: cells have names like `d7` on boards, and like `0,-1` on the boundless plane",
        quoted(.0)
    )]
    WrongPlane(String),
    /// A cell's name is invalid.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
}

impl FromStr for Action {
    type Err = ParseActionError;

    /// Parses one action, in either case. The action need not be legal, nor its cells on the board:
    /// [`Position::check`](crate::rules::Position::check) checks both.
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
        let (form, named) = form_of(text);
        match form.extent {
            Extent::Set => Ok((form.action)(&set_of(named, form)?)),
            Extent::Cell => Ok((form.action)(&[cell_of(named, form)?])),
            Extent::Pair => {
                let (first, second) = named.split_once(char::from(form.sign)).unwrap_or((named, ""));
                Ok((form.action)(&[cell_of(first, form)?, cell_of(second, form)?]))
            }
        }
    }
}

/// The form that `text` seems to have, and the part of the text that names the cells.
fn form_of(text: &str) -> (&'static Form, &str) {
    let plane = text.contains(',');
    for form in FORMS.iter().filter(|form| !form.prefix.is_empty()) {
        if let Some((prefix, named)) = text.split_at_checked(form.prefix.len())
            && prefix.eq_ignore_ascii_case(form.prefix)
            // `x4` is a cell in column x, `xd4` a stone taken off.
            && (form.extent != Extent::Cell || named.parse::<Cell>().is_ok())
        {
            return (form, named);
        }
    }
    let forms = || FORMS.iter().filter(|form| form.prefix.is_empty() && form.on_plane == plane);
    let joined = forms().find(|form| form.extent != Extent::Cell && text.contains(char::from(form.sign)));
    let form = joined.or_else(|| forms().find(|form| form.extent == Extent::Cell));
    (form.expect("single cells can be named on boards and on the plane"), text)
}

/// The cell named `text`, on the plane or on a board as `form` requires.
fn cell_of(text: &str, form: &Form) -> Result<Cell, ParseActionError> {
    let cell = text.parse()?;
    if text.contains(',') == form.on_plane {
        Ok(cell)
    } else {
        Err(ParseActionError::WrongPlane(text.to_owned()))
    }
}

/// The cells named in `text`, joined by the sign of `form`.
fn set_of(text: &str, form: &Form) -> Result<CellSet, ParseActionError> {
    let mut cells = CellSet::new();
    for name in text.split(char::from(form.sign)) {
        let cell = cell_of(name, form)?;
        if cells.len() == CellSet::MOST {
            return Err(ParseActionError::TooMany);
        }
        if !cells.insert(cell) {
            return Err(ParseActionError::Twice(name.to_owned()));
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_manual_has_an_example_of_every_form() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
        let page = std::fs::read_to_string(page).expect("the manual can be read");
        let rows = page.lines().skip_while(|line| !line.starts_with("| action | text | example |")).skip(2);
        let mut shown = HashSet::new();
        for row in rows.take_while(|line| line.starts_with('|')) {
            let example =
                row.trim_end_matches(" |").rsplit("| ").next().expect("three columns").trim_matches('`');
            let action: Action = example.parse().unwrap_or_else(|wrong| panic!("{row}: {wrong}"));
            assert_eq!(action.to_string(), example, "{row}");
            shown.insert(std::mem::discriminant(&action));
        }
        let words = [Action::Pass, Action::Swap].len();
        assert_eq!(shown.len(), FORMS.len() + words);
    }

    #[test]
    fn no_two_forms_are_written_alike_or_have_the_same_tag() {
        let sign = |form: &Form| (form.extent != Extent::Cell).then_some(form.sign);
        let signs: HashSet<_> = FORMS.iter().map(|form| (form.on_plane, form.prefix, sign(form))).collect();
        assert_eq!(signs.len(), FORMS.len());
        let tags: Vec<_> = FORMS.iter().filter_map(|form| form.tag).collect();
        assert_eq!(tags.iter().collect::<HashSet<_>>().len(), tags.len());
    }

    #[test]
    fn printed_actions_parse_back() {
        for text in [
            "d7",
            "o15",
            "aa1",
            "d5>c5",
            "m13>m12",
            "a2-a3",
            "xd4",
            "xa10",
            "x4",
            "c4.c5.d5",
            "a9.a10",
            "1,-1",
            "2,0>-1,0",
            "r:2,-1.3,-1",
            "r:0,3",
            "r:-1,4.0,-3.0,2",
            "pass",
            "swap",
        ] {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            assert_eq!(text.to_uppercase().parse(), Ok(action));
        }
    }

    #[test]
    fn an_error_says_how_cells_of_this_board_are_written() {
        let message = |name: &str| {
            let loaded = crate::variant::load(name, &[]).expect("a shipped variant");
            read("undo", &loaded.variant.board).unwrap_err().to_string()
        };
        assert_eq!(
            message("hex"),
            "invalid cell `undo`: expected a column letter and a row number, as in `d7`"
        );
        assert_eq!(
            message("hex-it"),
            "invalid cell `undo`: expected two whole numbers from -127 to 127 separated by a comma, as in `1,-1`"
        );
    }

    #[test]
    fn an_error_names_the_part_that_is_wrong() {
        let message = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert!(message("").starts_with("missing action"));
        assert!(message("d5>").starts_with("invalid cell ``"));
        assert!(message("d5>c5>b5").starts_with("invalid cell `c5>b5`"));
        assert!(message("passs").starts_with("invalid cell `passs`"));
        assert_eq!(message("c4.c5.C4"), "`C4` is named twice");
        assert!(message("d5>1,0").starts_with("`d5` cannot be a cell of this action"));
        assert!(message("r:d5").starts_with("`d5` cannot be a cell of this action"));
        assert!(message(&["1,1"; 40].join(".")).starts_with("invalid cell `1,1.1,1"));
        assert!(message("d 7").starts_with("invalid cell `d 7`"));
    }
}
