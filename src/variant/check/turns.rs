//! Actions and the turns made of them: names that exist, numbers that fit together.

use super::Report;
use crate::board::{Board, Shape};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{ActionTable, Sight, StepTable};
use crate::variant::model::{ActionKind, ActionRule, Displace, Place, Step, Target, Turn};
use crate::variant::tree::{Part, Path};
use crate::variant::words::{listed, nearest, quoted};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of action, in the order of their names.
pub fn actions(
    tables: &BTreeMap<String, ActionTable>,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Vec<ActionRule> {
    let mut rules = Vec::new();
    for (name, table) in tables {
        let Some((word, sight, rule)) = action(name, table) else { continue };
        if sight != Sight::None && board.is_some_and(|board| board.cells().len() == 1) {
            let path = Path::of(["action", name, word, "sight"]);
            let size = if board.is_some_and(has_side) { "side" } else { "width" };
            report.add(
                Problem::with_value(
                    path,
                    "a board of one cell has no lines: nothing could ever be seen on it",
                )
                .expected("expected \"none\"")
                .related(Path::of(["board", size]), "its size"),
            );
        }
        rules.push(rule);
    }
    rules
}

/// Whether the board's size is written as its side.
fn has_side(board: &Board) -> bool {
    matches!(board.shape(), Shape::Hexagon { .. } | Shape::Triangle { .. })
}

/// The word for its kind, its sight, and the rule that `table` describes.
fn action(name: &str, table: &ActionTable) -> Option<(&'static str, Sight, ActionRule)> {
    let (word, sight, new_per_group, kind) = match (&table.place, &table.displace) {
        (Some(place), _) => {
            ("place", place.sight, place.new_per_group, ActionKind::Place(Place { clear: place.clear }))
        }
        (None, Some(displace)) => {
            let target = Target { group: displace.target.group, liberties: displace.target.liberties };
            let kind = ActionKind::Displace(Displace { target, to: displace.to });
            ("displace", displace.sight, displace.new_per_group, kind)
        }
        (None, None) => return None,
    };
    Some((word, sight, ActionRule { name: name.to_owned(), kind, sight: sight.lines(), new_per_group }))
}

/// The names that steps can call actions by.
pub struct Names {
    /// The defined ones, each with the number of its action.
    known: BTreeMap<String, usize>,
    /// Those of actions with which something is wrong: they may be meant to be there.
    broken: BTreeSet<String>,
    /// Whether the table of actions as a whole is wrong.
    all_broken: bool,
}

impl Names {
    /// The names of the actions `tables`.
    pub fn new(tables: &BTreeMap<String, ActionTable>, report: &Report<'_>) -> Self {
        let action = |problem: &Problem| match problem.path.0.as_slice() {
            [Part::Key(table), Part::Key(name), ..] if table == "action" => Some(name.clone()),
            _ => None,
        };
        Self {
            known: tables.keys().cloned().zip(0..).collect(),
            broken: report.earlier.iter().filter_map(action).collect(),
            all_broken: report.earlier.iter().any(|problem| problem.path == Path::of(["action"])),
        }
    }

    fn may_be_meant(&self, name: &str) -> bool {
        self.all_broken || self.broken.contains(name)
    }
}

/// The turn made of `steps`, which stand at `path`.
pub fn turn(
    steps: Option<&[StepTable]>,
    path: &Path,
    names: &Names,
    report: &mut Report<'_>,
) -> Option<Turn> {
    let steps = steps?.iter().enumerate().map(|(i, table)| step(table, &path.index(i), names, report));
    // All steps are looked at before any that is wrong makes the turn wrong.
    let steps: Vec<Option<Step>> = steps.collect();
    Some(Turn { steps: steps.into_iter().collect::<Option<_>>()? })
}

fn step(table: &StepTable, path: &Path, names: &Names, report: &mut Report<'_>) -> Option<Step> {
    let max = table.max();
    if table.min > max {
        let message = format!("a step can't ask for {} actions and allow no more than {max}", table.min);
        report.add(
            Problem::with_value(path.key("min"), message)
                .expected(format!("expected at most {max}"))
                .related(path.key("max"), "the most"),
        );
    }
    let called = table.actions.as_ref()?;
    let mut actions = Vec::new();
    for (i, name) in called.iter().enumerate() {
        match names.known.get(name) {
            Some(&index) => actions.push(index),
            None if names.may_be_meant(name) => {}
            None => {
                let problem = unknown_action(name, path.key("actions").index(i), names, report.is_crowded());
                report.add(problem);
            }
        }
    }
    (actions.len() == called.len()).then_some(Step { actions, min: table.min, max })
}

fn unknown_action(name: &str, path: Path, names: &Names, crowded: bool) -> Problem {
    let known = || names.known.keys().map(String::as_str);
    let problem = Problem::with_value(path, format!("there is no action {}", quoted(name)));
    let problem = match names.known.len() {
        0 => problem.expected("no action is defined"),
        1..=12 => problem.expected(format!("expected {}", listed(known().map(quoted), "or"))),
        _ => problem.expected("expected the name of an action"),
    };
    match nearest(name, known().filter(|_| !crowded)) {
        Some(near) => problem.did_you_mean(Some(near)),
        None => {
            problem.help("an action is defined by a table `[action.NAME.place]` or `[action.NAME.displace]`")
        }
    }
}
