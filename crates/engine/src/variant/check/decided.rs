//! Checks that goals can be reached, and that none is already reached at the start.

use super::able::offered;
use crate::actions::{ActionRule, Owner};
use crate::board::Cell;
use crate::goals::{Both, Goal};
use crate::variant::diagnostic::Problem;
use crate::variant::model::{ScoreMethod, Side, Variant};
use crate::variant::tree::Path;
use crate::variant::words::quoted;

/// Problems with goals that leave no game to play.
pub fn problems(variant: &Variant) -> Vec<Problem> {
    let too_soon = |goal| reached_already(goal, variant).or_else(|| reached_by_any_stone(goal, variant));
    variant.goals.iter().filter_map(too_soon).chain(undecided(variant)).collect()
}

/// Notes on goals that can never be reached, a sentence each.
pub fn notes(variant: &Variant) -> Vec<String> {
    let name_of = |side: Side| variant.info.players[side.index()].name();
    let of_goal = |goal: &Goal| {
        let name = quoted(&goal.name);
        let whys = Side::BOTH.map(|side| why_unreachable(goal, variant, side));
        if let Some(only) = goal.side {
            let [first, second] = whys;
            let why = if only == Side::First { first } else { second }?;
            return Some(format!("the goal {name} can never be reached: {why}"));
        }
        match whys {
            [None, None] => None,
            [Some(why), Some(other)] if why == other => {
                Some(format!("the goal {name} can never be reached: {why}"))
            }
            [Some(why), Some(other)] => Some(format!(
                "the goal {name} can never be reached: for {}, {why}; for {}, {other}",
                name_of(Side::First),
                name_of(Side::Second)
            )),
            [Some(why), None] => {
                Some(format!("{} can never reach the goal {name}: {why}", name_of(Side::First)))
            }
            [None, Some(why)] => {
                Some(format!("{} can never reach the goal {name}: {why}", name_of(Side::Second)))
            }
        }
    };
    variant.goals.iter().filter_map(of_goal).chain(dominated_goals(variant)).collect()
}

/// Notes, one sentence each, on goals that can be reached only together with an earlier goal: for example, a long line contains
/// every shorter line.
fn dominated_goals(variant: &Variant) -> impl Iterator<Item = String> {
    variant.goals.iter().enumerate().filter_map(|(i, goal)| {
        let covers = |earlier: &&Goal| {
            goal.kind.includes(&earlier.kind)
                && goal.checked.includes(earlier.checked)
                && (earlier.side.is_none() || earlier.side == goal.side)
                && earlier.both != Both::Neither
        };
        let earlier = variant.goals[..i].iter().find(covers)?;
        Some(format!(
            "the goal {} never decides a game: whoever reaches it has also reached {}, which is checked first",
            quoted(&goal.name),
            quoted(&earlier.name)
        ))
    })
}

/// Why `side` can never reach `goal`, if the rules exclude it.
fn why_unreachable(goal: &Goal, variant: &Variant, side: Side) -> Option<String> {
    let why = || {
        let counts_stones = !goal.kind.counts_captures();
        if !goal.kind.needs_own_stones() {
            return None;
        }
        match Side::BOTH.map(|side| has_stones(variant, side)) {
            [false, false] => Some("neither side ever has a stone of its own"),
            has if counts_stones && !has[side.index()] => Some("it never has a stone of its own"),
            has if !counts_stones && !has[side.other().index()] => Some("the enemy never has a stone"),
            _ => None,
        }
    };
    goal.kind.why_unreachable(variant, side).or_else(|| why().map(str::to_owned))
}

/// Whether `side` can ever have a stone on the board.
fn has_stones(variant: &Variant, side: Side) -> bool {
    let gives = |action: &ActionRule| action.kind.adds_stones() && !action.kind.adds_neutral();
    // Turning over enemy stones adds stones to the other side.
    !variant.setup.stones[side.index()].is_empty()
        || variant.capture.flips() && !variant.setup.stones[side.other().index()].is_empty()
        || variant.turns().flat_map(|turn| offered(variant, turn)).any(|action| {
            let (giver, turner) = match (action.kind.adds_enemy(), action.kind.flips()) {
                (true, _) => (side.other(), None),
                (_, Some((_, Owner::Own))) => (side, Some(side)),
                (_, Some((_, Owner::Enemy))) => (side, Some(side.other())),
                _ => (side, None),
            };
            turner.is_some_and(|turner| action.is_for(turner))
                || gives(action) && (action.is_for(giver) || variant.capture.flips())
        })
}

/// The path of `goal` in the file.
fn place(goal: &Goal) -> Path {
    Path::of(["goal", &goal.name, goal.kind.word()])
}

/// Reports that a side has reached `goal` at the start, as if the opponent of the side to move had just ended a turn.
fn reached_already(goal: &Goal, variant: &Variant) -> Option<Problem> {
    let reached = goal.kind.reached(variant, &variant.setup, |reached| reached(None));
    let acted = variant.setup.mover().other();
    let reached = Side::BOTH.map(|side| goal.counts_for(side, acted) && reached[side.index()]);
    let side = match reached {
        [true, true] if goal.both == Both::Neither => None,
        [true, _] => Some(Side::First),
        [false, true] => Some(Side::Second),
        [false, false] => None,
    }?;
    let (name, colour) = (quoted(&goal.name), variant.info.players[side.index()].name());
    let message =
        format!("the game would be over before it begins: {colour} has reached the goal {name} at the start");
    let problem = Problem::with_key(place(goal), message).expected("expected a goal not yet reached");
    Some(problem.related(Path::of(["setup"]), "the start").over())
}

/// Reports that the first stone of the game reaches `goal` wherever it is placed.
fn reached_by_any_stone(goal: &Goal, variant: &Variant) -> Option<Problem> {
    if goal.checked.ends_turn() {
        return None;
    }
    let (setup, side) = (&variant.setup, variant.setup.mover());
    let first = variant.openings.get(setup.turns as usize).unwrap_or(&variant.turn);
    let has_none = setup.stones[side.index()].is_empty();
    let possible = |action: &&ActionRule| action.is_for(side) && !(has_none && action.kind.moves_own());
    let mut actions = offered(variant, first).filter(possible).peekable();
    // With captures, a stone may do more than occupy its cell.
    let alone = setup.stones.iter().all(Vec::is_empty) || !variant.capture.changes_stones();
    if !alone || actions.peek().is_none() || !actions.all(|action| action.kind.adds_own_stone()) {
        return None;
    }
    let taken = |cell: &Cell| setup.stones.iter().flatten().chain(&setup.neutral).any(|stone| stone == cell);
    let mut empty = variant.board.cells().iter().filter(|cell| !taken(cell));
    // Hex on a single cell is tiny, but still a game.
    if empty.clone().count() < 2 {
        return None;
    }
    let always = goal.kind.reached(variant, setup, |reached| {
        empty.all(|&cell| {
            let reached = reached(Some((side, cell)));
            Side::BOTH.into_iter().any(|owner| goal.counts_for(owner, side) && reached[owner.index()])
        })
    });
    let name = quoted(&goal.name);
    let message =
        format!("the first stone would end the game, wherever it is placed: it reaches the goal {name}");
    let problem =
        Problem::with_key(place(goal), message).expected("expected a goal that needs more than one stone");
    always
        .then(|| problem.help("put stones of both sides on the board with `[setup]`, or choose another goal"))
}

/// Reports that no goal can be reached and nothing else decides the game.
fn undecided(variant: &Variant) -> Option<Problem> {
    if variant.score.method != ScoreMethod::None || variant.end.stuck.decides() {
        return None;
    }
    let never = |goal| {
        let [first, second] = Side::BOTH.map(|side| why_unreachable(goal, variant, side));
        let why = match goal.side {
            Some(Side::First) => first,
            Some(Side::Second) => second,
            None => second.and(first),
        };
        why.map(|why| (goal, why))
    };
    let whys: Vec<(&Goal, String)> = variant.goals.iter().map(never).collect::<Option<_>>()?;
    let (goal, why) = whys.first()?;
    let name = quoted(&goal.name);
    let others = if whys.len() > 1 { ", and no other goal can be reached either" } else { "" };
    let message = format!(
        "nothing could ever decide the game: the goal {name} can never be reached because {why}{others}"
    );
    let problem = Problem::with_key(place(goal), message);
    Some(problem.expected("expected a goal that can be reached, or a `[score]`"))
}
