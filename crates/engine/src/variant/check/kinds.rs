//! Features that need ordinary cells, and features that need the tiles of the boundless plane: kinds of action, captures, scores.

use super::Report;
use crate::actions::KindName;
use crate::captures::CaptureWord;
use crate::variant::Unmet;
use crate::variant::diagnostic::Problem;
use crate::variant::file::{File, ShapeWord};
use crate::variant::model::{Repetition, ScoreMethod};
use crate::variant::tree::Path;

/// Reports parts of `file` that need another kind of board.
pub fn check(file: &File, report: &mut Report<'_>) {
    let Some(shape) = file.board.as_ref().and_then(|board| board.shape) else { return };
    let found =
        if shape == ShapeWord::BoundlessHex { on_the_plane(file) } else { without_tiles(file, shape) };
    let because = if shape == ShapeWord::BoundlessHex { "its cells carry tiles" } else { "it has no tiles" };
    for problem in found {
        report.add(problem.related(Path::of(["board", "shape"]), because));
    }
}

/// Problems with features that the boundless plane does not support.
fn on_the_plane(file: &File) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (name, table) in &file.action {
        for KindName { word, gerund, .. } in table.kinds().filter(|kind| !kind.of_stacks) {
            let message = format!(
                "{gerund} is not supported on the boundless plane: stones stand on its tiles, in stacks"
            );
            let problem = Problem::with_key(Path::of(["action", name, word]), message);
            problems.push(problem.expected(format!("expected {}", KindName::listed(true))));
        }
    }
    if let Some(name) = file.piece.keys().next() {
        let message = "kinds of piece are not supported on the boundless plane: it holds only stacks";
        problems.push(Problem::with_key(Path::of(["piece", name]), message));
    }
    if file.capture.rule != CaptureWord::None {
        let message = "captures are not supported on the boundless plane: it holds only stacks";
        let problem = Problem::with_value(Path::of(["capture", "rule"]), message);
        problems.push(problem.expected("expected \"none\""));
    }
    if file.repetition.rule != Repetition::None {
        let message = "superko and ko are not supported on the boundless plane: arrangements of stacks and tiles are not compared";
        let problem = Problem::with_value(Path::of(["repetition", "rule"]), message);
        problems.push(problem.expected("expected \"none\""));
    }
    if file.repetition.result.is_some() {
        let message = "repetition ends no games on the boundless plane: arrangements of stacks and tiles are not compared";
        let problem = Problem::with_key(Path::of(["repetition", "result"]), message);
        problems.push(problem.expected("expected no `repetition.result`"));
    }
    let openings =
        (0..).zip(&file.opening).map(|(i, opening)| (Path::of(["opening"]).index(i), &opening.steps));
    let turns = openings.chain(file.turn.iter().map(|turn| (Path::of(["turn"]), &turn.steps)));
    for (path, steps) in turns {
        for (i, _) in
            steps.iter().flatten().enumerate().filter(|(_, step)| step.unmet == Some(Unmet::Illegal))
        {
            let message = "turns that must be completed are not supported on the boundless plane";
            let problem = Problem::with_value(path.key("steps").index(i).key("unmet"), message);
            problems.push(problem.expected("expected \"skip\" or \"end\""));
        }
    }
    if file.turn.as_ref().is_some_and(|turn| !turn.leaves.is_empty()) {
        let message = "`leaves` is not supported on the boundless plane: its terms count stones on cells";
        let problem = Problem::with_key(Path::of(["turn", "leaves"]), message);
        problems.push(problem.expected("expected no `turn.leaves`"));
    }
    if file.end.quiet.is_some() {
        let message =
            "quiet turns are not supported on the boundless plane: they are about stones on the board";
        let problem = Problem::with_key(Path::of(["end", "quiet"]), message);
        problems.push(problem.expected("expected no `end.quiet`"));
    }
    if file.turn.as_ref().is_some_and(|turn| turn.catch_up.is_some()) {
        let message = "catching up is not supported on the boundless plane: it compares groups of stones";
        problems.push(
            Problem::with_key(Path::of(["turn", "catch_up"]), message)
                .expected("expected no `turn.catch_up`"),
        );
    }
    if file.score.as_ref().is_some_and(|score| score.terms.is_some()) {
        let message = "terms cannot be scored on the boundless plane: no stones stand on its cells";
        let problem = Problem::with_key(Path::of(["score", "terms"]), message);
        problems.push(problem.expected("expected `method = \"tiles\"`"));
    }
    let method = file.score.as_ref().and_then(|score| score.method);
    if let Some(method) = method.filter(|method| *method != ScoreMethod::Tiles) {
        let what = match method {
            ScoreMethod::Control => "control",
            ScoreMethod::Area => "area",
            ScoreMethod::Stones => "stones",
            _ => "groups",
        };
        let message = match method {
            ScoreMethod::None => "games on the boundless plane are decided by their score".to_owned(),
            _ => format!("{what} cannot be scored on the boundless plane: no stones stand on its cells"),
        };
        let problem = Problem::with_value(Path::of(["score", "method"]), message);
        problems.push(problem.expected("expected \"tiles\""));
    }
    problems
}

/// Problems with features that need tiles.
fn without_tiles(file: &File, shape: ShapeWord) -> Vec<Problem> {
    let mut problems = Vec::new();
    let elsewhere = "tiles lie on the boundless plane: `board.shape = \"boundless-hex\"`";
    for (name, table) in &file.action {
        for KindName { word, gerund, .. } in table.kinds().filter(|kind| kind.of_stacks) {
            let message = format!("{gerund} needs tiles, and this board has none");
            let problem = Problem::with_key(Path::of(["action", name, word]), message);
            let expected = format!("expected {}", KindName::listed(false));
            problems.push(problem.expected(expected).help(elsewhere));
        }
    }
    if file.score.as_ref().and_then(|score| score.method) == Some(ScoreMethod::Tiles) {
        let message = format!("a {} has no tiles to score", shape.word());
        let problem = Problem::with_value(Path::of(["score", "method"]), message);
        problems.push(
            problem.expected("expected \"control\", \"area\", \"groups\" or \"stones\"").help(elsewhere),
        );
    }
    problems
}
