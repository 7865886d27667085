//! Goals: whether the board supports them, and their order.

use super::Report;
use crate::board::Board;
use crate::conditions::Vocabulary;
use crate::goals::Goal;
use crate::variant::diagnostic::Problem;
use crate::variant::file::File;
use crate::variant::tree::Path;
use crate::variant::words::{listed, nearest, quoted};

/// The goals of `file`, in the order in which they are checked.
pub fn goals(
    file: &File,
    board: Option<&Board>,
    vocabulary: Vocabulary<'_>,
    report: &mut Report<'_>,
) -> Vec<Goal> {
    let Some(board) = board else { return Vec::new() };
    if let Some(name) = file.goal.keys().next().filter(|_| board.is_boundless()) {
        let message = "goals are not supported on the boundless plane: its games are decided by their score";
        let problem = Problem::with_key(Path::of(["goal", name]), message);
        report.add(problem.related(Path::of(["board", "shape"]), "the board"));
        return Vec::new();
    }
    let mut goals = Vec::new();
    for (name, table) in &file.goal {
        match table.check(name, board, vocabulary) {
            Ok(goal) => goals.extend(goal),
            Err(problem) => report.add(problem),
        }
    }
    in_order(file, &mut goals, report);
    // Those that are looked at after each action come first, whatever the list says.
    goals.sort_by_key(|goal| goal.checked.ends_turn());
    goals
}

/// Sorts `goals` into the order in which `end.goals` lists them.
fn in_order(file: &File, goals: &mut [Goal], report: &mut Report<'_>) {
    let Some(order) = &file.end.goals else { return };
    let path = Path::of(["end", "goals"]);
    for (i, name) in order.iter().enumerate() {
        if !file.goal.contains_key(name) {
            let names = || file.goal.keys().map(String::as_str);
            let expected = match names().next() {
                None => "no goal is defined".to_owned(),
                Some(_) => format!("expected {}", listed(names().map(quoted), "or")),
            };
            let problem = Problem::with_value(path.index(i), format!("there is no goal {}", quoted(name)));
            report.add(problem.expected(expected).did_you_mean(nearest(name, names())));
        }
    }
    let are_known = order.iter().all(|name| file.goal.contains_key(name));
    if let Some(left_out) = file.goal.keys().find(|name| are_known && !order.contains(name)) {
        let message = format!("the goal {} is never checked: `end.goals` does not name it", quoted(left_out));
        let problem = Problem::with_value(path, message).expected("expected all goals");
        report.add(problem.related(Path::of(["goal", left_out]), "the goal"));
    }
    goals.sort_by_key(|goal| order.iter().position(|name| *name == goal.name));
}
