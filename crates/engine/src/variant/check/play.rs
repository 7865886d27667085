//! Whether a variant can be played at all.

use super::able::{able, from_the_first_turn, is_suicide_only, offered};
use crate::board::Board;
use crate::variant::diagnostic::Problem;
use crate::variant::model::{
    ActionKind, ActionRule, Capture, Pattern, ScoreMethod, Shapes, Step, Suicide, Turn, Variant,
};
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};

/// What makes the variant no game.
pub fn problems(variant: &Variant) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(variant.actions.iter().flat_map(|action| crowded_out(action, variant)));
    problems.extend(too_many_ways(variant));
    problems.extend(too_many_tiers(variant));
    if able(variant) == [false, false] {
        problems.push(if able(&from_the_first_turn(variant)) == [false, false] {
            let (why, help) = nobody_acts(variant);
            let message = format!("nobody could ever act: {why}");
            let problem = Problem::with_value(Path::of(["turn", "steps"]), message);
            problem.expected("none of these actions is ever possible").help(help)
        } else {
            openings_left_out(variant)
        });
    }
    problems.extend(super::alike::problems(variant));
    problems.extend(variant.actions.iter().enumerate().filter_map(|(i, _)| never_moved(i, variant)));
    problems.extend(variant.actions.iter().filter_map(|action| never_captures(action, variant)));
    problems.extend(too_long_a_run(variant));
    if problems.is_empty() {
        problems.extend(super::decided::problems(variant));
    }
    if variant.score.method == ScoreMethod::Control && !offers_placing(variant, &variant.turn) {
        let message =
            "control means nothing where no turn places a stone: every empty cell would count for both";
        problems.push(
            Problem::with_value(Path::of(["score", "method"]), message)
                .expected("expected \"area\", or a turn that offers to place")
                .related(Path::of(["turn", "steps"]), "no action of these places a stone"),
        );
    }
    problems
}

/// The problem that the action number `index` needs the stone moved in its turn, and nothing moves one before it.
fn never_moved(index: usize, variant: &Variant) -> Option<Problem> {
    let action = &variant.actions[index];
    if !matches!(&action.kind, ActionKind::Place(place) if place.seen_by_moved) {
        return None;
    }
    let offers = |step: &Step| step.actions().any(|offered| offered == index);
    let mut turns = variant.turns().filter(|turn| turn.steps.iter().any(offers)).peekable();
    turns.peek()?;
    let moves = |other: usize| {
        let rule = &variant.actions[other];
        matches!(rule.kind, ActionKind::Move(_)) && rule.shares_side_with(action)
    };
    // Of the step itself one action may move what the next is seen by.
    let possible = |turn: &Turn| {
        let last = turn.steps.iter().rposition(offers).unwrap_or(0);
        let before = turn.steps[..last].iter().chain(turn.steps.get(last).filter(|step| step.max > 1));
        before.flat_map(Step::actions).any(moves)
    };
    if turns.any(possible) {
        return None;
    }
    let message = format!(
        "{} could never be made: the stone moved in the same turn has to see the cell, and no step before it moves one",
        quoted(&action.name)
    );
    let path = Path::of(["action", &action.name, "place", "seen_by"]);
    let problem = Problem::with_value(path, message).expected("expected an earlier step that moves a stone");
    Some(problem.related(Path::of(["turn", "steps"]), "the steps"))
}

/// The problem that `action` has to capture, and nothing is captured.
fn never_captures(action: &ActionRule, variant: &Variant) -> Option<Problem> {
    let captured = !matches!(variant.capture, Capture::None | Capture::Forbidden);
    if !action.must_capture || captured || action.captures_by_itself() {
        return None;
    }
    let name = quoted(&action.name);
    let message =
        format!("{name} could never be made: it has to capture, and captures nothing under these rules");
    let problem = Problem::with_key(Path::of(["action", &action.name]), message);
    Some(
        problem
            .expected("expected `must_capture = false`")
            .related(Path::of(["capture", "rule"]), "the rule"),
    )
}

/// The problem that no line of the board has room for as many stones as are captured at once.
fn too_long_a_run(variant: &Variant) -> Option<Problem> {
    let Capture::Custodial { run: Some(run), .. } = variant.capture else { return None };
    // Both ends of the line are for own stones.
    let most = variant.board.longest_line().saturating_sub(2);
    if usize::from(run) <= most {
        return None;
    }
    let message = format!("no line of this board has room for {} between two others", count(run, "stone"));
    let problem = Problem::with_value(Path::of(["capture", "run"]), message);
    let problem = problem.related(Path::of(["board", "shape"]), "the board");
    Some(if most == 0 {
        problem.expected("expected a larger board")
    } else {
        problem.expected(format!("expected at most {most} on this board"))
    })
}

/// The problem that nobody can act without the openings that count as done.
fn openings_left_out(variant: &Variant) -> Problem {
    let done = variant.openings.len().min(variant.setup.turns as usize);
    let openings = count(done as u64, "opening");
    let are =
        if done == 1 { "counts as done, and its stones are" } else { "count as done, and their stones are" };
    let message = format!("nobody could ever act: {openings} {are} not on the board");
    let keys = if variant.board.is_boundless() {
        "put the stones on the tiles by `setup.stacks`"
    } else {
        "put the stones on the board by `setup.black` and `setup.white`"
    };
    Problem::with_value(Path::of(["setup", "turns"]), message)
        .expected("expected 0, or the stones of the turns that are done")
        .related(Path::of(["turn", "steps"]), "every action of these needs a stone that is there already")
        .help(keys)
}

/// Why nobody can ever act, and what to do about it.
fn nobody_acts(variant: &Variant) -> (&'static str, String) {
    let [first, second] = &variant.setup.stones;
    let occupied = first.len() + second.len();
    let (why, help) = if variant.board.is_boundless() {
        (
            "every action needs other stacks or prisoners than those that are there at the start",
            "let an opening or a turn drop stones on tiles, or put stacks on them by `setup.stacks`",
        )
    } else if occupied == variant.board.cells().len() {
        (
            "the board is full from the start",
            "leave cells empty in `[setup]`, or let an action take stones off",
        )
    } else if is_suicide_only(variant) {
        (
            "on a board of one cell no stone ever has a liberty, and suicide is forbidden",
            "let the board be larger",
        )
    } else if occupied == 0 {
        return (
            "the board is empty at the start, and every action needs a stone that is there already",
            format!("let an opening or a turn {}, or put stones on the board by `[setup]`", placing(variant)),
        );
    } else if has_no_room(variant) {
        ("the empty cells are too few for any shape", "leave more cells empty, or let the shapes be smaller")
    } else {
        return (
            "every action needs other stones than those that are there at the start",
            format!("let an opening or a turn {}, or change the stones in `[setup]`", placing(variant)),
        );
    };
    (why, help.to_owned())
}

/// An action that needs no other stone, by the keys that make those of `variant` need one.
fn placing(variant: &Variant) -> String {
    let mut keys = Vec::new();
    for action in &variant.actions {
        let ActionKind::Place(place) = &action.kind else { continue };
        let needs = [("`sight`", action.sight.is_some()), ("`touches`", place.touches.is_some())];
        keys.extend(needs.into_iter().filter(|(_, needed)| *needed).map(|(key, _)| key));
    }
    keys.sort_unstable();
    keys.dedup();
    if keys.is_empty() {
        "place a stone".to_owned()
    } else {
        format!("place a stone without {}", keys.join(" and "))
    }
}

/// Whether some shape could be placed if only there were room for it.
fn has_no_room(variant: &Variant) -> bool {
    variant.actions.iter().any(|action| matches!(action.kind, ActionKind::Place(_)) && action.sight.is_none())
}

fn offers_placing(variant: &Variant, turn: &Turn) -> bool {
    offered(variant, turn).any(|action| matches!(action.kind, ActionKind::Place(_)))
}

/// The problems that every shape of `action` makes a group of more new stones than one may hold. Where suicide is
/// allowed such a group may be gone before it is looked at.
fn crowded_out(action: &ActionRule, variant: &Variant) -> Vec<Problem> {
    let (ActionKind::Place(place), Some(limit)) = (&action.kind, action.new_per_group) else {
        return Vec::new();
    };
    if variant.capture == Capture::Liberties(Suicide::Allowed) {
        return Vec::new();
    }
    let name = &action.name;
    let kinds = [("shape", place.shape.as_ref()), ("first_shape", variant.first_shape(place))];
    let crowded = kinds.into_iter().filter_map(|(key, shapes)| {
        let least = smallest_group(shapes?, &variant.board);
        let here = Path::of(["action", name, "place", "new_per_group"]);
        let message = format!(
            "no `{key}` of {} could ever be placed: each makes a group of at least {least} new stones",
            quoted(name)
        );
        (least > usize::from(limit)).then(|| {
            let problem = Problem::with_value(here, message).expected(format!("expected at least {least}"));
            problem.related(Path::of(["action", name, "place", key]), "the shapes")
        })
    });
    crowded.collect()
}

/// The problem that patterns and their parts can lie in more ways than can be tried and kept; it is told of the shapes with
/// which they become too many.
fn too_many_ways(variant: &Variant) -> Option<Problem> {
    let mut ways = 0_usize;
    for action in &variant.actions {
        let ActionKind::Place(place) = &action.kind else { continue };
        for (key, shapes) in [("shape", &place.shape), ("first_shape", &place.first_shape)] {
            ways += shapes.as_ref().map_or(0, |shapes| ways_to_lie(shapes, &variant.board));
            if ways > Shapes::MOST_WAYS {
                let here = Path::of(["action", &action.name, "place", key, "patterns"]);
                let so_many = count(ways as u64, "way");
                let message = format!(
                    "with these, the patterns of the game and their parts can lie in up to {so_many}"
                );
                let most = count(Shapes::MOST_WAYS as u64, "way");
                let problem = Problem::with_value(here, message).expected(format!("expected at most {most}"));
                return Some(problem.help("let there be fewer patterns, or smaller ones, or no `parts`"));
            }
        }
    }
    None
}

/// The problem that the tiers of the steps can be in force in more ways than can be kept; it is told of the turn with
/// which they become too many.
fn too_many_tiers(variant: &Variant) -> Option<Problem> {
    let openings = (0..).map(|i| Path::of(["opening"]).index(i).key("steps")).zip(&variant.openings);
    let mut ways = 0_u64;
    let normal = [Path::of(["turn", "steps"]), Path::of(["turn", "catch_up", "steps"])];
    for (here, turn) in openings.chain(normal.into_iter().zip(variant.normal_turns())) {
        ways = ways.saturating_add(turn.ways());
        if ways > Turn::MOST_WAYS {
            let message = "with these steps, the tiers of all turns can be in force in too many ways";
            let most = count(Turn::MOST_WAYS, "way");
            let problem = Problem::with_value(here, message).expected(format!("expected at most {most}"));
            return Some(problem.help("let there be fewer optional steps with tiers, or fewer tiers"));
        }
    }
    None
}

/// In how many ways the patterns of `shapes` and their parts can lie at most: some may be the same. Connected sets of so
/// many cells are never too many.
fn ways_to_lie(shapes: &Shapes, board: &Board) -> usize {
    let Shapes::Patterns { patterns, parts, .. } = shapes else { return 0 };
    let parts_of = |pattern: &Pattern| if *parts { 1 << (pattern.cells.len() - 1) } else { 1 };
    patterns.iter().map(|pattern| board.orientations(&pattern.cells).len() * parts_of(pattern)).sum()
}

/// The stones of the largest group that a shape makes by itself, of the shape where these are fewest.
fn smallest_group(shapes: &Shapes, board: &Board) -> usize {
    let Shapes::Patterns { patterns, parts, cells, .. } = shapes else { return shapes.fewest() };
    let groups = patterns.iter().map(|pattern| {
        let apart = |cell: &(i8, i8)| *cell != (0, 0) && !board.adjacent().contains(cell);
        match (parts, pattern.cells.len()) {
            (_, 1) => 1,
            // Which parts have so many cells is not asked: some may lie apart.
            (true, _) if !cells.is_empty() => 1,
            (true, _) if pattern.cells.iter().any(apart) => 1,
            (true, _) => 2,
            (false, _) => largest_group(&pattern.cells, board),
        }
    });
    groups.min().unwrap_or(0)
}

/// The size of the largest connected set of `cells`.
fn largest_group(cells: &[(i8, i8)], board: &Board) -> usize {
    let mut left = cells.to_vec();
    let mut largest = 0;
    while let Some(start) = left.pop() {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&(x, y)) = group.get(next) {
            next += 1;
            let (near, far) = left.iter().partition(|(a, b)| board.adjacent().contains(&(a - x, b - y)));
            left = far;
            group.extend::<Vec<(i8, i8)>>(near);
        }
        largest = largest.max(group.len());
    }
    largest
}
