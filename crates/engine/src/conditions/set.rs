//! Sets of cells that depend on the position: those that hold something and fulfil a condition.

use super::{Bound, Condition, ConditionTable, Moment, Term, Vocabulary, Who};
use crate::actions::On;
use crate::board::Board;
use crate::pieces::{Piece, PieceKind, with_article};
use crate::text::quoted;
use crate::variant::{Path, Problem, Report, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A set of cells in a variant file.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SetTable {
    /// What stands on its cells; anything if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// The kind of the pieces on its cells: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The cells that it may contain, as sets of cells; all of the board if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Vec<String>>,
    /// Conditions on its cells.
    #[serde(rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub condition: ConditionTable,
}

/// A set of cells, in any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its name, of which terms are made.
    pub name: String,
    /// What stands on its cells.
    pub of: Option<Who>,
    /// The kind of the pieces on its cells.
    pub piece: Option<PieceKind>,
    /// The cells that it may contain.
    pub on: Option<On>,
    /// What must hold on its cells.
    pub condition: Condition,
}

impl Set {
    /// The maximum number of sets in a variant.
    pub const MOST: usize = 16;

    /// The sets of a variant: its kinds of piece, and the sets of its file in the order of their names, whose conditions can name kinds.
    /// Adds to `report` what is wrong.
    pub fn check_all(
        tables: &BTreeMap<String, SetTable>,
        known: Vocabulary<'_>,
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Vec<Self> {
        let of_kind = |(index, piece): (u8, &Piece)| Self {
            name: piece.name.clone(),
            of: Some(Who::Stones),
            piece: Some(PieceKind::Kind(index)),
            on: None,
            condition: Condition::default(),
        };
        let of_kinds: Vec<Self> = (0..).zip(known.pieces).map(of_kind).collect();
        let known = Vocabulary { sets: &of_kinds, ..known };
        let mut sets = of_kinds.clone();
        for (name, table) in tables {
            let path = Path::of(["set", name]);
            if known.refuses(name) {
                let problem =
                    Problem::with_key(path, format!("{} cannot be the name of a set", quoted(name)));
                report.add(
                    problem.expected(
                        "expected a name without spaces that no term, pattern or kind of piece uses",
                    ),
                );
                continue;
            }
            if let Some(problem) = other_set(table, tables, &path.key("where")) {
                report.add(problem);
                continue;
            }
            let on = On::check(table.on.as_deref(), &path.key("on"), board, report);
            let condition =
                Condition::check(&table.condition, Moment::Before, known, &path.key("where"), report);
            let piece = report.take(Piece::named(table.piece.as_deref(), known, path.key("piece")));
            let everything = table.of.is_none() && table.on.is_none() && table.piece.is_none();
            if everything && table.condition.is_empty() {
                let problem = Problem::with_key(path, format!("the set {} has all cells", quoted(name)));
                report.add(problem.expected("expected `of`, `piece`, `on` or `where`"));
                continue;
            }
            sets.push(Self { name: name.clone(), of: table.of, piece, on, condition });
        }
        sets
    }

    /// Writes its condition and its cells in `table`, as in a variant file, in one way.
    pub fn write_canonical(&self, board: &Board, table: &mut Value) {
        if let Some(table) = table.as_object_mut() {
            self.condition.write_canonical("where", table);
            if let Some(on) = &self.on {
                table.insert("on".to_owned(), on.canonical(board));
            }
        }
    }

    /// It in words: `The empty cells on which …`.
    pub fn words(&self, variant: &Variant) -> String {
        let stone = self.piece.map_or_else(|| "stone".to_owned(), |piece| piece.noun(&variant.pieces));
        let of = match self.of {
            None if self.piece.is_some() => format!("All cells with {}", with_article(&stone)),
            None => "All cells".to_owned(),
            Some(Who::Empty) => "All empty cells".to_owned(),
            Some(who) => format!("All cells with {}", with_article(&who.noun().replace("stone", &stone))),
        };
        let on = self.on.as_ref().map_or_else(String::new, |on| on.sentence_of("The cell must be"));
        format!("{of}.{on}{}", self.condition.words(Moment::Before, variant))
    }
}

/// What is wrong if the condition of `table`, which stands at `path`, names a set: which of two sets comes first is nobody's to say.
fn other_set(table: &SetTable, tables: &BTreeMap<String, SetTable>, path: &Path) -> Option<Problem> {
    let named = |text: &str| text.split(' ').find(|word| tables.contains_key(*word)).map(str::to_owned);
    let (key, set, is_key) = table.condition.iter().find_map(|(key, bound)| match bound {
        _ if named(key).is_some() => Some((key, named(key)?, true)),
        Bound::Text(text) => Some((key, named(text)?, false)),
        Bound::Exactly(_) => None,
    })?;
    let at = if is_key { Problem::with_key } else { Problem::with_value };
    let problem = at(path.key(key), format!("the condition of a set names the set {}", quoted(&set)));
    Some(problem.expected("expected terms about stones, kinds of piece and patterns"))
}

/// Whether `name` is a word of the terms that every game has.
pub(super) fn is_word(name: &str) -> bool {
    Term::all().any(|term| term.to_string().split(' ').any(|word| word == name))
}
