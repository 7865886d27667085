//! Actions and turns: names that exist, consistent numbers.

use super::Report;
use crate::actions::{ActionRule, ActionTable, KindName};
use crate::board::{Board, Shape};
use crate::conditions::Vocabulary;
use crate::variant::diagnostic::Problem;
use crate::variant::file::{Opening, StepTable};
use crate::variant::tree::{Part, Path};
use crate::variant::words::{count, is_unprintable, listed, nearest, quoted};
use crate::variant::{Step, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of action, in the order of their names.
pub fn actions(
    tables: &BTreeMap<String, ActionTable>,
    board: Option<&Board>,
    vocabulary: Vocabulary<'_>,
    report: &mut Report<'_>,
) -> Vec<ActionRule> {
    let mut rules = Vec::new();
    for (name, table) in tables {
        report.found.extend(name_problem("action", name));
        let Some(rule) = table.check(name, board, vocabulary, report) else { continue };
        if rule.sight.is_some() && board.is_some_and(|board| board.cells().len() == 1) {
            let path = Path::of(["action", name, rule.kind.word(), "sight"]);
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

/// What is wrong with the name of a table in `[action]` or `[pattern]`, if anything. Messages and explanations repeat the name.
pub fn name_problem(table: &str, name: &str) -> Option<Problem> {
    let most = ActionRule::LONGEST_NAME;
    let problem = |message: String, expected: String| {
        Some(Problem::with_key(Path::of([table, name]), message).expected(expected))
    };
    if name.contains(is_unprintable) {
        let message = format!("the name {} contains an unprintable character", quoted(name));
        return problem(message, "expected letters".to_owned());
    }
    let length = name.chars().count();
    let message = || format!("the name {} has {}", quoted(name), count(length as u64, "character"));
    if length > most { problem(message(), format!("expected at most {most}")) } else { None }
}

/// Whether the board's size is given as its side.
fn has_side(board: &Board) -> bool {
    matches!(board.shape(), Shape::Hexagon { .. } | Shape::Triangle { .. })
}

/// The names by which steps may refer to actions.
pub struct Names {
    /// The valid names, each with the index of its action.
    known: BTreeMap<String, usize>,
    /// The names of invalid actions, which are not reported as missing.
    broken: BTreeSet<String>,
    /// Whether the table of actions as a whole is invalid.
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

/// The turn that `table`, at `path`, describes.
pub fn opening(table: &Opening, path: &Path, names: &Names, report: &mut Report<'_>) -> Option<Turn> {
    let steps = path.key("steps");
    let turn = turn(table.steps.as_deref(), &steps, names, report)?;
    let is_one_action = matches!(turn.steps[..], [Step { min: 1, max: 1, .. }]);
    if table.claim && !is_one_action {
        let problem =
            Problem::with_key(path.key("claim"), "a turn of several actions cannot be left for a claim");
        report.add(problem.expected("expected one step of one action").related(steps, "the steps"));
    }
    Some(Turn { claim: table.claim, ..turn })
}

/// The turn made of `steps`, at `path`.
pub fn turn(
    steps: Option<&[StepTable]>,
    path: &Path,
    names: &Names,
    report: &mut Report<'_>,
) -> Option<Turn> {
    let tables = steps?;
    let begins = |i: usize| tables[i].or || i == 0 && tables.iter().any(|table| table.or);
    for (i, table) in tables.iter().enumerate() {
        let (path, or) = (path.index(i), path.index(i).key("or"));
        if i == 0 && table.or {
            let problem = Problem::with_value(or, "no kind of turn comes before the first step");
            report.add(problem.expected("expected `or` only on later steps"));
        } else if begins(i) && (table.min == 0 || table.tiers.is_some()) {
            let (key, wrong) = if table.min == 0 { ("min", "be optional") } else { ("tiers", "have tiers") };
            let message = format!("the step that begins a kind of turn cannot {wrong}");
            report.add(
                Problem::with_value(path.key(key), message)
                    .expected("expected `actions`, at least one of which is taken"),
            );
        }
    }
    let steps = tables.iter().enumerate().map(|(i, table)| step(table, &path.index(i), names, report));
    // Every step is checked, even after an invalid one, so that all errors are reported.
    let steps: Vec<Option<Step>> = steps.collect();
    let turn = Turn { steps: steps.into_iter().collect::<Option<_>>()?, claim: false };
    let mut begun = BTreeMap::new();
    for (i, step) in turn.steps.iter().enumerate().filter(|&(i, _)| begins(i)) {
        for action in step.actions() {
            if let Some(earlier) = begun.insert(action, i) {
                let message = "two kinds of turn begin with the same action: the second could never be taken";
                let problem = Problem::with_value(path.index(i).key("actions"), message);
                let first = path.index(earlier).key("actions");
                report.add(problem.expected("expected another action").related(first, "the first of them"));
            }
        }
    }
    Some(turn)
}

fn step(table: &StepTable, path: &Path, names: &Names, report: &mut Report<'_>) -> Option<Step> {
    let max = table.max();
    if table.min > max {
        let message = format!("this step requires {} actions, but allows at most {max}", table.min);
        report.add(
            Problem::with_value(path.key("min"), message)
                .expected(format!("expected at most {max}"))
                .related(path.key("max"), "the maximum"),
        );
    }
    if let Some(tiers) = &table.tiers {
        each_once(tiers, &path.key("tiers"), report);
    }
    let mut tiers = Vec::new();
    if let Some(called) = &table.actions {
        tiers.push(tier(called, &path.key("actions"), names, report));
    } else {
        let called = table.tiers.as_ref()?;
        let tier =
            |(i, called): (usize, &Vec<String>)| tier(called, &path.key("tiers").index(i), names, report);
        tiers.extend(called.iter().enumerate().map(tier));
    }
    // Every tier has been checked, even after an invalid one, so that all errors are reported.
    Some(Step {
        tiers: tiers.into_iter().collect::<Option<_>>()?,
        min: table.min,
        max,
        unmet: table.unmet.unwrap_or_default(),
        or: table.or,
    })
}

/// Reports each action that occurs more than once in the `tiers` at `path`, in one list or in two.
fn each_once(tiers: &[Vec<String>], path: &Path, report: &mut Report<'_>) {
    let mut seen = BTreeMap::new();
    for (i, tier) in tiers.iter().enumerate() {
        for (j, name) in tier.iter().enumerate() {
            let here = path.index(i).index(j);
            if let Some(first) = seen.insert(name, here.clone()) {
                let problem =
                    Problem::with_value(here, format!("{} is listed twice in `{path}`", quoted(name)));
                report.add(problem.expected("expected each action once").related(first, "first here"));
            }
        }
    }
}

/// The actions named in the list at `path`.
fn tier(called: &[String], path: &Path, names: &Names, report: &mut Report<'_>) -> Option<Vec<usize>> {
    let mut actions = Vec::new();
    for (i, name) in called.iter().enumerate() {
        match names.known.get(name) {
            Some(&index) => actions.push(index),
            None if names.may_be_meant(name) => {}
            None => report.add(unknown_action(name, path.index(i), names, report.is_crowded())),
        }
    }
    (actions.len() == called.len()).then_some(actions)
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
            let [of_stones, of_stacks] = [false, true].map(KindName::listed);
            problem.help(format!(
                "an action is defined by a table `[action.NAME.KIND]`, where KIND is {of_stones}, or on the boundless plane \
                 {of_stacks}"
            ))
        }
    }
}
