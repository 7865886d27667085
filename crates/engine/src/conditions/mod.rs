//! Conditions on a cell: how many of what are where, seen from it.
//!
//! A condition is a table. Each key is a [`Term`], and its value says what the term must be: a number, a range, or a comparison with
//! another term. All lines must hold.

mod bound;
mod missed;
mod pattern;
mod possible;
mod set;
mod term;

use crate::board::Board;
use crate::pieces::Piece;
use crate::text::{capital, quoted};
use crate::variant::{Path, Problem, Report, Variant};
pub use bound::{Bound, Is, Relation};
pub use missed::Missed;
pub use pattern::{Drawn, Pattern, PatternTable};
pub use possible::problems;
use serde_json::{Map, Value};
pub use set::{Set, SetTable};
use std::collections::BTreeMap;
pub use term::{Moment, Place, Term, Who, terms};

/// The parts of conditions.
pub mod kinds {
    pub use super::{Drawn, Is, Line, Missed, Moment, Pattern, Place, Relation, Set, Term, Who};
}

/// A condition in a variant file: terms, and what each must be.
pub type ConditionTable = BTreeMap<String, Bound>;

/// The patterns, sets and kinds of piece of a variant, which terms can name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vocabulary<'a> {
    /// The patterns.
    pub patterns: &'a [Pattern],
    /// The sets.
    pub sets: &'a [Set],
    /// The kinds of piece, each of which is a set, too.
    pub pieces: &'a [Piece],
}

impl Vocabulary<'_> {
    /// Whether `name` can be no name of a set or a kind of piece: terms, patterns or kinds of piece use it, or it has spaces.
    pub fn refuses(self, name: &str) -> bool {
        name.contains(' ')
            || self.patterns.iter().any(|pattern| pattern.name == name)
            || self.pieces.iter().any(|piece| piece.name == name)
            || set::is_word(name)
    }
}

/// A condition, checked: its lines, all of which must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition(pub Vec<Line>);

/// A term, and what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// What is counted.
    pub term: Term,
    /// What it must be.
    pub is: Is,
}

impl Line {
    /// No cell of `place` holds `who`.
    pub const fn none(who: Who, place: Place) -> Self {
        Self { term: Term::Cells(who, place), is: Is::Within(0, Some(0)) }
    }

    /// A cell of `place` holds `who`.
    pub const fn at_least_one(who: Who, place: Place) -> Self {
        Self { term: Term::Cells(who, place), is: Is::Within(1, None) }
    }

    /// Whether it asks for at least one cell of a kind.
    fn needed(&self) -> Option<(Who, Place)> {
        match *self {
            Self { term: Term::Cells(who, place), is: Is::Within(1.., _) } => Some((who, place)),
            _ => None,
        }
    }

    /// That the line, in the condition on the whole `board` at `path`, holds always or never, if its term can have no other values.
    fn certain_on(&self, board: &Board, vocabulary: Vocabulary<'_>, path: &Path) -> Option<Problem> {
        let Is::Within(least, most) = self.is else { return None };
        let greatest = self.term.most(board, vocabulary.patterns);
        let wrong = match most {
            // What is wrong with the pattern has been reported.
            _ if self.term.is_pattern_without_cells(vocabulary.patterns) => return None,
            _ if usize::from(least) > greatest => "never",
            _ if least > 0 => return None,
            Some(most) if usize::from(most) < greatest => return None,
            _ => "always",
        };
        let name = self.term.name_in(vocabulary);
        let message = format!("this {wrong} holds: {} is from 0 to {greatest}", quoted(&name));
        Some(Problem::with_value(path.key(&name), message).expected("expected another bound"))
    }

    /// The line as a clause if it is about whether something is there: `a friendly stone must stand next to the cell`.
    fn words_of_presence(&self, moment: Moment, variant: &Variant) -> Option<String> {
        match self.is {
            Is::Within(0, Some(0)) => self.term.words_of_presence(false, moment, variant),
            Is::Within(1, None) => self.term.words_of_presence(true, moment, variant),
            _ => None,
        }
    }

    /// The line as a clause: `the number of friendly stones next to the cell must be 2`.
    fn words(&self, moment: Moment, variant: &Variant) -> String {
        let words = self.term.words(moment, variant);
        let required = self.words_of_presence(moment, variant).unwrap_or_else(|| match self.is {
            Is::Within(least, Some(most)) if least == most => format!("{words} must be {least}"),
            Is::Within(0, Some(most)) => format!("{words} must be at most {most}"),
            Is::Within(least, Some(most)) => format!("{words} must be from {least} to {most}"),
            Is::Within(least, None) => format!("{words} must be at least {least}"),
            Is::Related(relation, other) => {
                format!("{words} must be {} {}", relation.words(), other.words(moment, variant))
            }
        });
        match moment {
            // A goal is a fact.
            Moment::Goal => {
                [("must be", "is"), ("may be", "is"), ("must stand", "stands"), ("may stand", "stands")]
                    .into_iter()
                    .fold(required, |words, (modal, fact)| words.replace(modal, fact))
            }
            _ => required,
        }
    }
}

impl Condition {
    /// The condition that `table`, at `path`, describes, to be read at `moment`. Adds to `report` what is wrong.
    pub fn check(
        table: &ConditionTable,
        moment: Moment,
        vocabulary: Vocabulary<'_>,
        path: &Path,
        report: &mut Report<'_>,
    ) -> Self {
        let (condition, wrong) = Self::read(table, moment, vocabulary, path);
        wrong.into_iter().for_each(|problem| report.add(problem));
        condition
    }

    /// The lines of `table` that are valid, and what is wrong with the others.
    fn read(
        table: &ConditionTable,
        moment: Moment,
        vocabulary: Vocabulary<'_>,
        path: &Path,
    ) -> (Self, Vec<Problem>) {
        let (mut lines, mut problems) = (Vec::new(), Vec::new());
        for (key, bound) in table {
            match line_of(key, bound, moment, vocabulary, path) {
                Ok(line) => lines.push(line),
                Err(problem) => problems.push(*problem),
            }
        }
        lines.sort_unstable();
        (Self(lines), problems)
    }

    /// The condition on the whole `board` that `table`, at `path`, describes, to be read at `moment`, and what is wrong with it.
    pub fn of_board(
        table: &ConditionTable,
        moment: Moment,
        board: Option<&Board>,
        vocabulary: Vocabulary<'_>,
        path: &Path,
    ) -> (Self, Vec<Problem>) {
        let (condition, mut problems) = Self::read(table, moment, vocabulary, path);
        let certain = |line: &Line| line.certain_on(board?, vocabulary, path);
        problems.extend(condition.0.iter().filter_map(certain));
        (condition, problems)
    }

    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its lines, those about neighbours first: they are read fastest.
    pub fn nearest_first(&self) -> Vec<Line> {
        let mut lines = self.0.clone();
        lines.sort_by_key(|line| !matches!(line.term, Term::Cells(_, Place::Near(_))));
        lines
    }

    /// Whether a line has a term of this `kind`.
    fn has(&self, kind: impl Fn(Term) -> bool) -> bool {
        self.0.iter().any(|line| kind(line.term) || matches!(line.is, Is::Related(_, other) if kind(other)))
    }

    /// Whether all its lines count what stands near a cell, which a few shifts tell for all cells.
    pub fn is_nearby(&self) -> bool {
        !self.has(|term| !matches!(term, Term::Cells(who, Place::Near(_)) if !matches!(who, Who::Set(_))))
    }

    /// Whether a line has this `term`.
    pub fn asks_for(&self, term: Term) -> bool {
        self.has(|other| other == term)
    }

    /// Whether a line is about the set with this index.
    pub fn names_set(&self, index: u8) -> bool {
        self.has(|term| term.set() == Some(index))
    }

    /// Whether a line is about groups.
    pub fn is_about_groups(&self) -> bool {
        self.has(|term| match term {
            Term::Cells(_, place) => place == Place::Beside,
            Term::Pattern(_) => false,
            _ => true,
        })
    }

    /// Whether a term is read [one cell at a time](Term::is_read_by_cell).
    pub fn is_read_by_cell(&self, made: Option<Who>) -> bool {
        self.has(|term| term.is_read_by_cell(made))
    }

    /// Whether a line is read cell by cell or counts patterns, and so takes long.
    pub fn is_slow(&self) -> bool {
        self.has(|term| {
            let slow_place = |place| matches!(place, Place::Seen | Place::Beside);
            match term {
                Term::Liberties | Term::Pattern(_) | Term::NewGroup => true,
                _ if term.set().is_some() => true,
                Term::Cells(_, place) | Term::Groups(_, place) => slow_place(place),
                Term::Largest(_, place) => place != Place::Board,
                Term::Group | Term::GroupBefore | Term::Product(..) => false,
            }
        })
    }

    /// Whether it holds for all stones of a group or for none.
    pub fn is_same_in_groups(&self) -> bool {
        !self.has(|term| match term {
            Term::Cells(_, place) | Term::Groups(_, place) | Term::Largest(_, place) => {
                !matches!(place, Place::Board | Place::Beside)
            }
            Term::Pattern(_) => true,
            Term::Group | Term::Liberties | Term::GroupBefore | Term::NewGroup | Term::Product(..) => false,
        })
    }

    /// Whether a line tells the sides apart.
    pub fn is_about_sides(&self) -> bool {
        let sided = |who| matches!(who, Who::Own | Who::Enemy | Who::Set(_));
        self.has(|term| match term {
            Term::Cells(who, _) | Term::Groups(who, _) | Term::Largest(who, _) | Term::Product(who, _) => {
                sided(who)
            }
            Term::Pattern(_) => true,
            Term::Group | Term::Liberties | Term::GroupBefore | Term::NewGroup => false,
        })
    }

    /// What must stand somewhere for it to hold.
    pub fn needs(&self) -> impl Iterator<Item = Who> {
        self.0.iter().filter_map(|line| line.needed().map(|(who, _)| who))
    }

    /// Its lines in words.
    pub fn clauses(&self, moment: Moment, variant: &Variant) -> Vec<String> {
        self.0.iter().map(|line| line.words(moment, variant)).collect()
    }

    /// The condition in sentences, each after a space.
    pub fn words(&self, moment: Moment, variant: &Variant) -> String {
        let clauses = self.clauses(moment, variant);
        let clauses = match moment {
            Moment::Before | Moment::Left => {
                return clauses.iter().map(|clause| format!(" {}.", capital(clause))).collect();
            }
            _ if clauses.is_empty() => return String::new(),
            _ => clauses.join(", and "),
        };
        match moment {
            Moment::TurnEnd if self.is_about_sides() => {
                format!(" At the end of a turn, seen by the side that took it, {clauses}.")
            }
            Moment::TurnEnd => format!(" At the end of a turn, {clauses}."),
            _ => format!(" Once the stone stands, {clauses}."),
        }
    }

    /// Replaces `key` of `table` by the condition, with every term and every bound written in one way; removes it if the condition asks
    /// for nothing.
    pub fn write_canonical(&self, key: &str, table: &mut Map<String, Value>) {
        table.shift_remove(key);
        if !self.is_empty() {
            let line = |line: &Line| (line.term.to_string(), line.is.to_string().into());
            let lines: Map<String, Value> = self.0.iter().map(line).collect();
            table.insert(key.to_owned(), lines.into());
        }
    }

    /// Removes the line, if it is there; returns whether it was.
    pub fn take(&mut self, line: Line) -> bool {
        let before = self.0.len();
        self.0.retain(|own| *own != line);
        self.0.len() < before
    }
}

/// The line that `key` and `bound` write in the table at `path`.
fn line_of(
    key: &str,
    bound: &Bound,
    moment: Moment,
    vocabulary: Vocabulary<'_>,
    path: &Path,
) -> Result<Line, Box<Problem>> {
    let here = path.key(key);
    let term = Term::parse(key, vocabulary).map_err(|near| {
        let problem = Problem::with_key(here.clone(), format!("{} is not a term", quoted(key)));
        let such = if moment.is_of_board() { "`own groups`" } else { "`own adjacent` or `group`" };
        problem.expected(format!("expected a term such as {such}")).did_you_mean(near.as_deref())
    })?;
    let is = Is::parse(bound, vocabulary).map_err(|(wrong, near)| {
        let problem = Problem::with_value(here.clone(), wrong);
        problem
            .expected("expected a number, a range as in \"1..2\" or \"2..\", or a comparison as in \"> own adjacent\"")
            .did_you_mean(near.as_deref())
    })?;
    let is_unknown = |term: Term| !term.is_known_at(moment);
    let (unknown, problem): (Term, fn(Path, String) -> Problem) = match is {
        _ if is_unknown(term) => (term, Problem::with_key),
        Is::Related(_, other) if is_unknown(other) => (other, Problem::with_value),
        _ => return Ok(Line { term, is }),
    };
    let (when, right) = match unknown {
        Term::GroupBefore => ("is known only once a stone has moved", "valid only in `makes` of a move"),
        Term::Product(..) => ("can only be scored", "valid only in `score.terms`"),
        Term::NewGroup => ("is known only after an action", "valid only in `capture.take`"),
        _ => (
            "is seen from a cell, and this condition is not",
            "expected a term about the whole board, such as `own groups`",
        ),
    };
    Err(Box::new(problem(here, format!("`{}` {when}", unknown.name_in(vocabulary))).expected(right)))
}
