//! Cells and pieces that the tables of goals name.

use crate::actions::SideWord;
use crate::board::{Board, Cell};
use crate::conditions::Vocabulary;
use crate::pieces::{Piece, PieceKind};
use crate::text::quoted;
use crate::variant::{Part, Path, Problem, listed};

/// A list of sets of cells, and its key.
pub type KeyedList<'t> = (&'static str, &'t Vec<String>);

/// For each side, the key that names its cells, and the list there: its own, else that for `both` sides. If only one side has the
/// goal, the other one gets the same list, which nothing reads.
///
/// # Errors
/// Returns an error if a list of the other side is given.
pub fn lists_by_side<'t>(
    side: Option<SideWord>,
    path: &Path,
    own: [(&'static str, &'t Option<Vec<String>>); 2],
    both: (&'static str, &'t Option<Vec<String>>),
) -> Result<[Option<KeyedList<'t>>; 2], Problem> {
    let given = |(key, list): (&'static str, &'t Option<Vec<String>>)| Some((key, list.as_ref()?));
    let Some(only) = side.map(SideWord::side) else { return Ok(own.map(|own| given(own).or(given(both)))) };
    let (key, list) = own[only.other().index()];
    if list.is_some() {
        let message = format!("the goal {} is for the other side, which `for` says", name_of(path));
        let problem = Problem::with_key(path.key(key), message);
        return Err(problem
            .expected(format!("expected only `{}`", own[only.index()].0))
            .related(path.key("for"), "the side"));
    }
    Ok([given(own[only.index()]).or(given(both)); 2])
}

/// The cells of a list, in words and one by one.
pub fn region(list: &[String], path: &Path, board: &Board) -> Result<(String, Vec<Cell>), Problem> {
    let mut cells = Vec::new();
    for (i, text) in list.iter().enumerate() {
        let found = board
            .region(text)
            .map_err(|wrong| Problem::with_value(path.index(i), wrong).expected(Board::CELLS_EXPECTED))?;
        cells.extend(found);
    }
    cells.sort_unstable();
    cells.dedup();
    if cells.is_empty() {
        return Err(Problem::with_value(path.clone(), "no cell of this board is in these sets")
            .expected("expected at least one cell"));
    }
    let words = list.iter().map(|text| board.region_in_words(text));
    Ok((listed(words, "or"), cells))
}

/// The kind of piece that a goal is about, with its name; `name` is the value of the key `piece` of the table at `path`.
pub fn piece_of(
    name: Option<&str>,
    path: &Path,
    vocabulary: Vocabulary<'_>,
) -> Result<Option<(String, PieceKind)>, Problem> {
    let kind = Piece::named(name, vocabulary, path.key("piece")).map_err(|problem| *problem)?;
    Ok(kind.map(|kind| (kind.noun(vocabulary.pieces), kind)))
}

/// The name of the goal that the key at `path` belongs to.
pub fn name_of(path: &Path) -> String {
    match path.0.get(1) {
        Some(Part::Key(name)) => quoted(name),
        _ => "this".to_owned(),
    }
}
