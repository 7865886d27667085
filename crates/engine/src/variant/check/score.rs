//! What is scored, and that something decides the game.

use super::Report;
use crate::board::Board;
use crate::conditions::{Place, Term, Vocabulary, Who};
use crate::numbers::thousands;
use crate::points::Points;
use crate::text::quoted;
use crate::variant::diagnostic::Problem;
use crate::variant::file::{File, Worth};
use crate::variant::model::{Empties, Score, ScoreMethod};
use crate::variant::tree::Path;
use std::collections::BTreeMap;

/// How the game that `file` describes is scored. Reports if nothing decides it.
pub fn score(
    file: &File,
    board: Option<&Board>,
    vocabulary: Vocabulary<'_>,
    report: &mut Report<'_>,
) -> Option<Score> {
    let Some(table) = &file.score else {
        // A game without scoring is decided by goals, or by the rule about players who can do nothing.
        if !file.goal.is_empty() || file.end.stuck.decides() {
            return Some(Score::new(ScoreMethod::None, Points::ZERO));
        }
        let message = "nothing decides the game: there is no `[score]` and no goal";
        let problem = Problem::with_missing(Path::of(["score"]), message);
        report.add(problem.expected(
            "expected a table `[score]`, goals as in `[goal.row.line]`, or `end.stuck` that decides",
        ));
        return None;
    };
    let nothing =
        table.method == Some(ScoreMethod::None) && file.goal.is_empty() && !file.end.stuck.decides();
    if nothing && report.is_clean(&["score"]) && report.is_clean(&["goal"]) && report.is_clean(&["end"]) {
        let message = "nothing decides the game: nothing is scored, and there is no goal";
        let problem = Problem::with_value(Path::of(["score", "method"]), message);
        report.add(
            problem.expected(
                "expected another method, goals as in `[goal.row.line]`, or `end.stuck` that decides",
            ),
        );
    }
    if table.method.is_none() && table.terms.is_none() && report.is_clean(&["score"]) {
        let message = "`score` needs `method` or `terms`, and has neither";
        let problem = Problem::with_key(Path::of(["score"]), message);
        report.add(problem.expected("expected `method` or `terms`"));
    }
    let komi = Points::from_f64(table.komi);
    if komi.is_none() {
        let path = Path::of(["score", "komi"]);
        let message = format!("`score.komi` cannot be {}: scores have two decimals at most", table.komi);
        report.add(Problem::with_value(path, message).expected("expected at most two decimals"));
    }
    let (method, terms) = match &table.terms {
        Some(written) => (Some(ScoreMethod::Terms), terms(written, board, vocabulary, report)),
        None => (table.method, Vec::new()),
    };
    let counts_stones = matches!(method, Some(ScoreMethod::Stones | ScoreMethod::Terms) | None);
    if table.empties == Empties::Winner && !counts_stones {
        let path = Path::of(["score", "empties"]);
        let problem = Problem::with_value(path, "this method says for whom empty cells count");
        report.add(
            problem
                .expected("expected `nobody`")
                .related(Path::of(["score", "method"]), "only `stones` and `terms` leave it open"),
        );
    }
    Some(Score { method: method?, terms, empties: table.empties, komi: komi? })
}

/// The terms that are `written`, in the order of their names, each with what it is worth.
fn terms(
    written: &BTreeMap<String, Worth>,
    board: Option<&Board>,
    vocabulary: Vocabulary<'_>,
    report: &mut Report<'_>,
) -> Vec<(Term, i16)> {
    let path = Path::of(["score", "terms"]);
    let mut terms = Vec::new();
    for (name, &Worth(worth)) in written {
        match scored(name, vocabulary) {
            Ok(_) if worth == 0 => {
                let problem = Problem::with_value(path.key(name), "a term that is worth 0 counts nothing");
                report.add(problem.expected("expected another number, or no such line"));
            }
            Ok(term) => terms.push((term, worth)),
            Err((wrong, near)) => {
                let problem = Problem::with_key(path.key(name), wrong);
                let expected = "expected `own`, `own groups`, `largest own group`, the same with `enemy`, a pattern or a set";
                report.add(problem.expected(expected).did_you_mean(near.as_deref()));
            }
        }
    }
    if written.is_empty() && report.is_clean_at(&path) {
        let problem = Problem::with_key(path, "`score.terms` names no term, so nothing is scored");
        report.add(problem.expected("expected lines as in `own = 1`"));
    } else if let Some(board) = board {
        let most = |&(term, worth): &(Term, i16)| {
            term.most(board, vocabulary.patterns) as i64 * i64::from(worth).abs()
        };
        let most: i64 = terms.iter().map(most).sum();
        if most >= Score::TERMS_BELOW {
            let message =
                format!("these terms may be worth {} points together", thousands(most.unsigned_abs()));
            let expected = format!("expected less than {}", thousands(Score::TERMS_BELOW.unsigned_abs()));
            report.add(Problem::with_key(path, message).expected(expected));
        }
    }
    terms
}

/// The term called `name`, if it can be scored.
///
/// # Errors
/// Why it cannot be, and the term that was probably meant.
fn scored(name: &str, vocabulary: Vocabulary<'_>) -> Result<Term, (String, Option<String>)> {
    let term =
        Term::parse(name, vocabulary).map_err(|near| (format!("{} is not a term", quoted(name)), near))?;
    if term.is_scored() {
        return Ok(term);
    }
    let (wrong, near) = match term {
        Term::Cells(_, Place::Board) => ("is the same for both sides, so it decides nothing", None),
        Term::Cells(who @ (Who::Own | Who::Enemy), _) => {
            ("is seen from a cell, and a score is not", Some(Term::Cells(who, Place::Board)))
        }
        Term::Group => (
            "is of the group on a cell, and a score is of no cell",
            Some(Term::Largest(Who::Own, Place::Board)),
        ),
        _ => ("is seen from a cell, and a score is not", None),
    };
    Err((format!("{} {wrong}", quoted(name)), near.map(|term| term.to_string())))
}
