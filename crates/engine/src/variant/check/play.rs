//! Whether a variant can be played at all.

use super::able::{is_suicide_only, offered, sides_able_to_act, without_turns_done};
use crate::actions::{ActionRule, Shapes};
use crate::conditions;
use crate::numbers::is_or_are;
use crate::variant::diagnostic::Problem;
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};
use crate::variant::{Capture, ScoreMethod, Turn, Variant};

/// Problems that make the variant unplayable.
pub fn problems(variant: &Variant) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(variant.actions.iter().flat_map(|action| action.kind.problems(action, variant)));
    problems.extend(conditions::problems(variant));
    problems.extend(too_many_ways(variant));
    problems.extend(too_many_tiers(variant));
    if problems.is_empty() && sides_able_to_act(variant) == [false, false] {
        problems.push(if sides_able_to_act(&without_turns_done(variant)) == [false, false] {
            let (why, help) = why_nobody_acts(variant);
            let message = format!("nobody could ever act: {why}");
            let problem = Problem::with_value(Path::of(["turn", "steps"]), message);
            let problem = problem.expected("none of these actions is ever possible").help(help);
            if is_full(variant) { problem.over() } else { problem }
        } else {
            openings_left_out(variant)
        });
    }
    problems.extend(super::alike::problems(variant));
    problems.extend(variant.actions.iter().filter_map(|action| never_captures(action, variant)));
    problems.extend(too_long_a_run(variant));
    if problems.is_empty() {
        problems.extend(super::decided::problems(variant));
    }
    if variant.score.method == ScoreMethod::Control && !offers_placing(variant, &variant.turn) {
        let message = "control is meaningless where no turn places a stone: every empty cell would count for both sides";
        problems.push(
            Problem::with_value(Path::of(["score", "method"]), message)
                .expected("expected \"area\", or a turn that places stones")
                .related(Path::of(["turn", "steps"]), "none of these actions places a stone"),
        );
    }
    problems.extend(control_of_bound_turns(variant));
    problems
}

/// Reports control where turns are bound by how they end: the cells that a side could use would depend on all that follows.
fn control_of_bound_turns(variant: &Variant) -> Option<Problem> {
    if variant.score.method != ScoreMethod::Control || !variant.binds_turns() {
        return None;
    }
    let message = "control is not supported where an action can be illegal because of how its turn would end";
    let problem = Problem::with_value(Path::of(["score", "method"]), message);
    let problem = problem.expected("expected another method, such as \"area\"");
    Some(match variant.leaves.is_empty() {
        true => problem,
        false => problem.related(Path::of(["turn", "leaves"]), "the end of turns"),
    })
}

/// Reports that `action` must capture although nothing can be captured.
fn never_captures(action: &ActionRule, variant: &Variant) -> Option<Problem> {
    let captured = !matches!(variant.capture, Capture::None | Capture::Forbidden);
    if !action.must_capture || captured || action.kind.captures_by_itself() {
        return None;
    }
    let name = quoted(&action.name);
    let message =
        format!("{name} is never legal: it must capture, but nothing is captured under these rules");
    let problem = Problem::with_key(Path::of(["action", &action.name]), message);
    Some(
        problem
            .expected("expected `must_capture = false`")
            .related(Path::of(["capture", "rule"]), "the rule"),
    )
}

/// Reports that no line of the board has room for the run of stones that a capture requires.
fn too_long_a_run(variant: &Variant) -> Option<Problem> {
    let Capture::Custodial { run: Some(run), .. } = variant.capture else { return None };
    // The two ends of the line hold the capturing stones.
    let most = variant.board.longest_line().saturating_sub(2);
    if usize::from(run.least) <= most {
        return None;
    }
    let stones = count(run.least, "stone");
    let message = format!("no line of this board has room for {stones} between two others");
    let problem = Problem::with_value(Path::of(["capture", "run"]), message);
    let problem = problem.related(Path::of(["board", "shape"]), "the board");
    Some(if most == 0 {
        problem.expected("expected a larger board")
    } else {
        problem.expected(format!("expected at most {most} on this board"))
    })
}

/// Reports that nobody can act because openings are treated as played and their stones are missing.
fn openings_left_out(variant: &Variant) -> Problem {
    let done = variant.openings.len().min(variant.setup.turns as usize);
    let openings = count(done as u64, "opening");
    let message = format!(
        "nobody could ever act: {openings} {} treated as played, but the setup lacks the corresponding stones",
        is_or_are(done as u64)
    );
    let keys = if variant.board.is_boundless() {
        "put the stones on the tiles with `setup.stacks`"
    } else {
        "put the stones on the board with `setup.black` and `setup.white`"
    };
    Problem::with_value(Path::of(["setup", "turns"]), message)
        .expected("expected 0, or the stones of these openings in the setup")
        .related(Path::of(["turn", "steps"]), "all of these actions need a stone on the board")
        .help(keys)
}

/// Whether the setup leaves no cell of the board empty.
fn is_full(variant: &Variant) -> bool {
    let setup = &variant.setup;
    let occupied = setup.stones.iter().map(Vec::len).sum::<usize>() + setup.neutral.len();
    !variant.board.is_boundless() && occupied == variant.board.cells().len()
}

/// Why nobody can ever act, and how to fix it.
fn why_nobody_acts(variant: &Variant) -> (&'static str, String) {
    let [first, second] = &variant.setup.stones;
    let occupied = first.len() + second.len();
    let (why, help) = if variant.board.is_boundless() {
        (
            "no action is possible with the stacks and prisoners at the start",
            "let an opening or a turn drop stones on tiles, or put stacks on them with `setup.stacks`",
        )
    } else if is_full(variant) {
        (
            "the board is full from the start",
            "leave cells empty in `[setup]`, or let an action take stones off the board",
        )
    } else if is_suicide_only(variant) {
        (
            "on a board of one cell no stone ever has a liberty, and suicide is forbidden",
            "make the board larger",
        )
    } else if occupied == 0 {
        return (
            "the board is empty at the start, and every action needs a stone on the board",
            format!(
                "let an opening or a turn {}, or put stones on the board with `[setup]`",
                placing(variant)
            ),
        );
    } else if has_no_room(variant) {
        ("too few cells are empty for any shape", "leave more cells empty, or use smaller shapes")
    } else {
        return (
            "no action is possible with the stones on the board at the start",
            format!("let an opening or a turn {}, or change the stones in `[setup]`", placing(variant)),
        );
    };
    (why, help.to_owned())
}

/// Advice to place a stone without the keys for which the placements of `variant` need other stones on the board.
fn placing(variant: &Variant) -> String {
    let mut keys = Vec::new();
    for action in &variant.actions {
        keys.extend(action.sight.filter(|_| action.kind.only_adds()).map(|_| "`sight`".to_owned()));
        keys.extend(action.condition_needing_stones().map(|key| format!("`{key}`")));
    }
    keys.sort_unstable();
    keys.dedup();
    if keys.is_empty() {
        "place a stone".to_owned()
    } else {
        format!("place a stone without {}", keys.join(" and "))
    }
}

/// Whether only a lack of room prevents placing some shape.
fn has_no_room(variant: &Variant) -> bool {
    variant.actions.iter().any(|action| action.kind.only_adds() && action.sight.is_none())
}

fn offers_placing(variant: &Variant, turn: &Turn) -> bool {
    offered(variant, turn).any(|action| action.kind.only_adds())
}

/// Reports, at the shapes that exceed the limit, that patterns and their parts have more placements than can be tried and stored.
fn too_many_ways(variant: &Variant) -> Option<Problem> {
    let mut ways = 0_usize;
    for action in &variant.actions {
        for (key, shapes) in action.kind.shapes() {
            ways += shapes.max_forms(&variant.board);
            if ways > Shapes::MOST_WAYS {
                let here = Path::of(["action", &action.name, "place", key, "patterns"]);
                let placements = count(ways as u64, "way");
                let message = format!(
                    "with these patterns, the shapes of the game can be placed in up to {placements}"
                );
                let most = count(Shapes::MOST_WAYS as u64, "way");
                let problem = Problem::with_value(here, message).expected(format!("expected at most {most}"));
                return Some(problem.help("use fewer or smaller patterns, or no `parts`"));
            }
        }
    }
    None
}

/// Reports, at the turn that exceeds the limit, that the tiers of the steps combine in more ways than can be stored.
fn too_many_tiers(variant: &Variant) -> Option<Problem> {
    let openings = (0..).map(|i| Path::of(["opening"]).index(i).key("steps")).zip(&variant.openings);
    let mut ways = 0_u64;
    let normal = [Path::of(["turn", "steps"]), Path::of(["turn", "catch_up", "steps"])];
    for (here, turn) in openings.chain(normal.into_iter().zip(variant.normal_turns())) {
        ways = ways.saturating_add(turn.ways());
        if ways > Turn::MOST_WAYS {
            let message = "with these steps, the tiers of all turns have too many combinations";
            let most = count(Turn::MOST_WAYS, "combination");
            let problem = Problem::with_value(here, message).expected(format!("expected at most {most}"));
            return Some(problem.help("use fewer optional steps with tiers, or fewer tiers"));
        }
    }
    None
}
