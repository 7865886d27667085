//! Kinds of piece: some stones differ from the others, and keep their kind when they move or change sides.

use crate::actions::On;
use crate::board::{Board, Cell};
use crate::conditions::{Pattern, Vocabulary};
use crate::text::{capital, is_unprintable, plain, quoted};
use crate::variant::{Path, Problem, Report, Setup, Variant, listed, nearest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A kind of piece in a variant file.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PieceTable {
    /// The cells of the setup where a piece of this kind stands, one by one or in sets; none if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// The character with which the kind is drawn; the first letter of its name, as a capital, if omitted.
    #[schemars(length(min = 1, max = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// The character with which it is drawn.
    pub mark: char,
    /// The cells where it stands at the start.
    pub cells: Vec<Cell>,
}

/// Which kind of piece a stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// None: a plain stone.
    Plain,
    /// The kind with this index in the variant's list.
    Kind(u8),
}

impl Piece {
    /// The maximum number of kinds in a variant.
    pub const MOST: usize = 7;
    /// The word for stones of no kind.
    const PLAIN: &'static str = "none";

    /// The kinds of a variant, in the order of their names. Adds to `report` what is wrong.
    pub fn check_all(
        tables: &BTreeMap<String, PieceTable>,
        patterns: &[Pattern],
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Vec<Self> {
        let mut pieces: Vec<Self> = Vec::new();
        let known = Vocabulary { patterns, ..Vocabulary::default() };
        for (name, table) in tables {
            let path = Path::of(["piece", name]);
            if name == Self::PLAIN || name.is_empty() || known.refuses(name) {
                let message = format!("{} cannot be the name of a kind of piece", quoted(name));
                let expected = "expected a name without spaces that no term uses";
                report.add(Problem::with_key(path.clone(), message).expected(expected));
            }
            let marked = table.mark.as_ref().and_then(|mark| mark.chars().next());
            let mark = marked.or_else(|| name.chars().next()?.to_uppercase().next()).unwrap_or('?');
            if mark.is_whitespace() || is_unprintable(mark) {
                let message = format!("the mark of {} cannot be printed", quoted(name));
                report.add(Problem::with_value(path.key("mark"), message).expected("expected a letter"));
            }
            if let Some(other) = pieces.iter().find(|other| other.mark == mark) {
                let message =
                    format!("{} and {} have the same mark, {mark}", quoted(&other.name), quoted(name));
                let problem = Problem::with_key(path.clone(), message);
                report.add(problem.expected("expected a `mark` for each kind"));
            }
            let cells = table.cells.as_deref().filter(|cells| !cells.is_empty());
            let on = On::check(cells, &path.key("cells"), board, report);
            pieces.push(Self { name: name.clone(), mark, cells: on.map_or_else(Vec::new, |on| on.cells) });
        }
        pieces
    }

    /// What is wrong with the cells of `pieces` in `setup`.
    pub fn problems(pieces: &[Self], setup: &Setup, board: &Board) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let path = || Path::of(["piece", &piece.name, "cells"]);
            let stands =
                |cell: &&Cell| setup.stones.iter().flatten().chain(&setup.neutral).any(|at| at == *cell);
            if let Some(&cell) = piece.cells.iter().find(|cell| !stands(cell)) {
                let message = format!("no stone of the setup stands on `{}`", board.name(cell));
                problems.push(Problem::with_value(path(), message).expected("expected cells of the setup"));
            }
            let others = || pieces[..number].iter();
            let other = others().find(|other| other.cells.iter().any(|cell| piece.cells.contains(cell)));
            if let Some(other) = other {
                let message =
                    format!("a piece cannot be both {} and {}", quoted(&other.name), quoted(&piece.name));
                let problem = Problem::with_value(path(), message).expected("expected other cells");
                problems.push(problem.related(Path::of(["piece", &other.name, "cells"]), "the other kind"));
            }
        }
        problems
    }

    /// The kind that `name`, at `path`, means.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn named(
        name: Option<&str>,
        vocabulary: Vocabulary<'_>,
        path: Path,
    ) -> Result<Option<PieceKind>, Box<Problem>> {
        let Some(name) = name else { return Ok(None) };
        if name == Self::PLAIN {
            return Ok(Some(PieceKind::Plain));
        }
        let names = || vocabulary.pieces.iter().map(|piece| piece.name.as_str());
        if let Some(index) = names().position(|other| other == name) {
            return Ok(Some(PieceKind::Kind(index as u8)));
        }
        let problem = Problem::with_value(path, format!("{} is not a kind of piece", quoted(name)));
        let known = listed(names().chain([Self::PLAIN]).map(quoted), "or");
        Err(Box::new(problem.expected(format!("expected {known}")).did_you_mean(nearest(name, names()))))
    }

    /// Writes its cells in `table`, as in a variant file, in one way.
    pub fn write_canonical(&self, board: &Board, table: &mut Value) {
        table["cells"] = On::of(self.cells.clone(), board).canonical(board);
        if let Some(table) = table.as_object_mut() {
            table.shift_remove("mark");
        }
    }

    /// It in words: `King (drawn as K): at the start on e5.`
    pub fn words(&self, board: &Board) -> String {
        let names: Vec<String> = self.cells.iter().map(|&cell| board.name(cell)).collect();
        let start = if names.is_empty() {
            "none at the start".to_owned()
        } else {
            format!("at the start on {}", names.join(" "))
        };
        format!("{} (drawn as {}): {start}.", capital(&plain(&self.name)), self.mark)
    }
}

/// `a king`, or `an archer`.
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

impl PieceKind {
    /// `king`, or `stone of no kind`.
    pub fn noun(self, pieces: &[Piece]) -> String {
        match self {
            Self::Plain => "stone of no kind".to_owned(),
            Self::Kind(index) => plain(&pieces[usize::from(index)].name),
        }
    }

    /// `a king`, or `an archer`.
    pub fn words(self, variant: &Variant) -> String {
        with_article(&self.noun(&variant.pieces))
    }
}
