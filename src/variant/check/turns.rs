//! Actions and the turns made of them: names that exist, numbers that fit together.

use super::Report;
use crate::board::{Board, Shape};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{ActionTable, SeenWord, ShapeTable, Sight, StepTable};
use crate::variant::model::{
    ActionKind, ActionRule, Deal, Displace, Pattern, Place, Shapes, Step, Target, Turn,
};
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
            let kind = ActionKind::Place(Place {
                clear: place.clear,
                shape: place.shape.as_ref().map(shapes),
                first_shape: place.first_shape.as_ref().map(shapes),
            });
            ("place", place.sight, place.new_per_group, kind)
        }
        (None, Some(displace)) => {
            let target = Target { group: displace.target.group, liberties: displace.target.liberties };
            let kind = ActionKind::Displace(Displace { target, to: displace.to });
            ("displace", displace.sight, displace.new_per_group, kind)
        }
        (None, None) if table.stack_drop.is_some() => {
            ("stack-drop", Sight::None, None, ActionKind::StackDrop)
        }
        (None, None) if table.release.is_some() => ("release", Sight::None, None, ActionKind::Release),
        (None, None) => {
            let deal = Deal { makes_prisoner: table.deal.as_ref()?.makes_prisoner };
            ("deal", Sight::None, None, ActionKind::Deal(deal))
        }
    };
    Some((word, sight, ActionRule { name: name.to_owned(), kind, sight: sight.lines(), new_per_group }))
}

/// The shapes that `table` describes.
fn shapes(table: &ShapeTable) -> Shapes {
    if let Some(patterns) = &table.patterns {
        let seen = table.seen.unwrap_or(if table.parts { SeenWord::Centre } else { SeenWord::Any });
        return Shapes::Patterns {
            patterns: patterns.iter().map(|text| pattern(text)).collect(),
            parts: table.parts,
            cells: sorted(table.cells.as_deref()),
            centre_seen: seen == SeenWord::Centre,
        };
    }
    Shapes::Sizes(sorted(table.sizes.as_deref()))
}

/// The numbers of a list, sorted, each once.
fn sorted(list: Option<&[u8]>) -> Vec<u8> {
    let numbers: BTreeSet<u8> = list.unwrap_or_default().iter().copied().collect();
    numbers.into_iter().collect()
}

/// The pattern drawn by `text`.
fn pattern(text: &str) -> Pattern {
    let rows: Vec<&str> = text.split_ascii_whitespace().collect();
    let middle = rows.len() as i8 / 2;
    let mut cells = Vec::new();
    for (y, row) in (0..).zip(&rows) {
        let centre = row.len() as i8 / 2;
        cells
            .extend((0..).zip(row.chars()).filter(|&(_, c)| c == '#').map(|(x, _)| (x - centre, middle - y)));
    }
    cells.sort_unstable();
    Pattern { cells }
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
    let mut tiers = Vec::new();
    if let Some(called) = &table.actions {
        tiers.push(tier(called, &path.key("actions"), names, report));
    } else {
        let called = table.tiers.as_ref()?;
        let tier =
            |(i, called): (usize, &Vec<String>)| tier(called, &path.key("tiers").index(i), names, report);
        tiers.extend(called.iter().enumerate().map(tier));
    }
    // All tiers are looked at before any that is wrong makes the step wrong.
    Some(Step { tiers: tiers.into_iter().collect::<Option<_>>()?, min: table.min, max })
}

/// The actions that the list at `path` calls by their names.
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
            problem.help("an action is defined by a table `[action.NAME.place]` or `[action.NAME.displace]`")
        }
    }
}
