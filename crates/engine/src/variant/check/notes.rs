//! Parts of a variant that have no effect and may be mistakes.

use super::able::{sides_able_to_act, without_turns_done};
use super::{alike, decided};
use crate::actions::{ActionKind, ActionRule, Shapes};
use crate::conditions::{Condition, Term};
use crate::goals::{Both, Checked, Goal};
use crate::points::Points;
use crate::variant::claims::Claims;
use crate::variant::file::File;
use crate::variant::words::{count, listed, quoted};
use crate::variant::{
    Capture, End, Repetition, ScoreMethod, Side, Stacks, Step, Stuck, Suicide, Turn, Unmet, Variant,
};

/// Warnings about `variant`, which `file` describes, a sentence each.
pub fn notes(variant: &Variant, file: &File) -> Vec<String> {
    let mut notes = Vec::new();
    for (index, action) in variant.actions.iter().enumerate() {
        notes.extend(of_action(index, action, variant));
    }
    for side in Side::BOTH {
        if !sides_able_to_act(variant)[side.index()] {
            let name = variant.info.players[side.index()].name();
            let only = Claims::of(variant).swap == Some(side);
            let why = if only {
                " but by a swap"
            } else if sides_able_to_act(&without_turns_done(variant))[side.index()] {
                ": `setup.turns` treats openings as played, but their stones are not on the board"
            } else {
                ""
            };
            notes.push(format!("{name} can never act{why}"));
        }
    }
    let counted = |counts: &dyn Fn(&Condition) -> bool| {
        let of_actions = variant.actions.iter().flat_map(|action| [&action.condition, &action.makes]);
        let of_captures = variant.capture.listed().iter().map(|take| &take.condition);
        of_actions
            .chain([&variant.leaves])
            .chain(variant.goals.iter().filter_map(|goal| goal.kind.condition()))
            .chain(of_captures)
            .chain(variant.sets.iter().map(|set| &set.condition))
            .any(counts)
    };
    for (index, pattern) in variant.patterns.iter().enumerate() {
        let term = Term::Pattern(index as u8);
        let scored = variant.score.terms.iter().any(|&(scored, _)| scored == term);
        if !scored && !counted(&|condition| condition.asks_for(term)) {
            notes.push(format!("nothing counts the pattern {}", quoted(&pattern.name)));
        }
    }
    for (index, set) in variant.sets.iter().enumerate().skip(variant.pieces.len()) {
        let scored = variant.score.terms.iter().any(|&(scored, _)| scored.set() == Some(index as u8));
        if !scored && !counted(&|condition| condition.names_set(index as u8)) {
            notes.push(format!("nothing counts the set {}", quoted(&set.name)));
        }
    }
    notes.extend(alike::notes(variant));
    notes.extend(decided::notes(variant));
    notes.extend(variant.goals.iter().flat_map(|goal| of_goal(goal, variant)));
    notes.extend(skipped_while_stuck(variant));
    notes.extend(of_tiles(variant));
    notes.extend(ineffective_keys(variant, file));
    if variant.openings.len() as u64 >= u64::from(variant.end.max_turns) {
        notes.push(
            "the game ends before its openings are played: there are at least `end.max_turns` of them"
                .to_owned(),
        );
    }
    if variant.has_swaps() && Claims::of(variant).swap.is_none() {
        let why = match variant.setup.turns {
            1 => "`setup.to_move` gives the second turn to the first player",
            _ => "the second turn of the game has been played",
        };
        notes.push(format!("the pie rule never applies: {why}"));
    }
    notes
}

/// Notes on parts of the action number `index` that have no effect.
fn of_action(index: usize, action: &ActionRule, variant: &Variant) -> Vec<String> {
    let name = quoted(&action.name);
    let turns: Vec<&Turn> = variant
        .turns()
        .filter(|turn| turn.steps.iter().any(|step| step.actions().any(|offered| offered == index)))
        .collect();
    let mut notes = Vec::new();
    let Some(longest) = turns.iter().map(|turn| most_stones(turn, variant)).max() else {
        return vec![format!("no step offers the action {name}")];
    };
    if action.new_per_group.is_some_and(|limit| u64::from(limit) >= longest) {
        let stones = match shapes(action).next() {
            Some(_) => count(longest, "stone"),
            None => count(longest, "action"),
        };
        notes.push(format!("`new_per_group` of {name} has no effect: a turn has at most {stones}"));
    }
    notes
}

/// A note on a required step that is skipped although a later one is possible, in a game that a player who can do nothing loses or
/// wins.
fn skipped_while_stuck(variant: &Variant) -> Option<String> {
    let verb = match variant.end.stuck {
        Stuck::Loses => "lost",
        Stuck::Wins => "won",
        Stuck::Pass | Stuck::End => return None,
    };
    let names = |step: &Step| listed(step.actions().map(|index| quoted(&variant.actions[index].name)), "or");
    // What a moved stone must see is impossible without a move.
    let needs_move = |index: usize| matches!(&variant.actions[index].kind, ActionKind::Place(place) if place.seen_by_moved);
    let of_turn = |turn: &Turn| {
        let skips = |kind: &[Step]| match kind {
            [first, then, ..]
                if first.min > 0 && first.unmet == Unmet::Skip && !then.actions().all(needs_move) =>
            {
                Some((names(first), names(then)))
            }
            _ => None,
        };
        turn.kinds().find_map(skips)
    };
    let of_side = |side| of_turn(&variant.turn.of_side(side, variant));
    let (first, then) = Side::BOTH.into_iter().find_map(of_side)?;
    Some(format!(
        "a player who cannot take {first} goes on to {then}, and has not {verb} by being stuck: `unmet = \"end\"` of the step would \
         end the turn"
    ))
}

/// Notes on keys of `goal` that have no effect.
fn of_goal(goal: &Goal, variant: &Variant) -> Vec<String> {
    let name = quoted(&goal.name);
    let mut notes = Vec::new();
    if goal.checked == Checked::Turn && has_single_actions(variant) {
        notes.push(format!("`checked` of the goal {name} has no effect: a turn has at most 1 action"));
    }
    if goal.checked.is_one_sided() && goal.both != Both::default() {
        let checked = "`checked` says that it counts for one side at a time";
        notes.push(format!("`both` of the goal {name} has no effect: {checked}"));
    } else if goal.both != Both::default() && !Side::BOTH.into_iter().all(|side| goal.is_for(side)) {
        notes.push(format!("`both` of the goal {name} has no effect: only one side has the goal"));
    }
    notes
}

/// Whether no turn of either side has more than one action.
fn has_single_actions(variant: &Variant) -> bool {
    let is_single = |kind: &[Step]| kind.iter().map(|step| u64::from(step.max)).sum::<u64>() <= 1;
    let of_side = |turn: &Turn, side| turn.of_side(side, variant).kinds().all(is_single);
    variant.turns().all(|turn| Side::BOTH.into_iter().all(|side| of_side(turn, side)))
}

/// All shapes that `action` places.
fn shapes(action: &ActionRule) -> impl Iterator<Item = &Shapes> {
    action.kind.shapes().into_iter().map(|(_, shapes)| shapes)
}

/// The maximum number of stones that can be placed in `turn`.
fn most_stones(turn: &Turn, variant: &Variant) -> u64 {
    let of_step = |step: &Step| {
        let of_action = |index: usize| shapes(&variant.actions[index]).map(Shapes::most).max().unwrap_or(1);
        u64::from(step.max) * step.actions().map(of_action).max().unwrap_or(0) as u64
    };
    turn.steps.iter().map(of_step).sum()
}

/// Notes on keys that have no effect because of other keys.
fn ineffective_keys(variant: &Variant, file: &File) -> Vec<String> {
    let mut notes = Vec::new();
    if variant.end.repeated.is_some() && variant.repetition == Repetition::PositionalSuperko {
        notes.push("`repetition.result` has no effect: `repetition.rule` forbids every return".to_owned());
    }
    if file.capture.suicide == Suicide::Allowed && !matches!(variant.capture, Capture::Liberties(_)) {
        notes.push("`capture.suicide` has no effect: capture does not depend on liberties".to_owned());
    }
    let claims = Claims::of(variant);
    if variant.repetition != Repetition::None && claims.no_return.is_some() {
        notes.push("`repetition.rule` has no effect: no arrangement of stones can return".to_owned());
    }
    if file.repetition.result.is_some() && claims.no_return.is_some() {
        notes.push("`repetition.result` has no effect: no arrangement of stones can return".to_owned());
    }
    if file.repetition.times.is_some() && file.repetition.result.is_none() {
        notes.push("`repetition.times` has no effect: `repetition.result` is missing".to_owned());
    }
    if variant.score.method == ScoreMethod::None && variant.score.komi != Points::ZERO {
        notes.push("`score.komi` has no effect: nothing is scored".to_owned());
    }
    if variant.end.passes != End::default().passes && !claims.some_passed_turn() {
        notes.push("`end.passes` has no effect: no turn can be passed".to_owned());
    }
    let only_capped = variant.end.stuck.decides() && !claims.some_passed_turn();
    if variant.score.method != ScoreMethod::None && only_capped && !variant.board.is_boundless() {
        notes.push(
            "`score` decides only games that reach the turn cap: nothing else ends a game without deciding it"
                .to_owned(),
        );
    }
    notes
}

/// Notes on keys for tiles and stacks on boards without tiles.
fn of_tiles(variant: &Variant) -> Vec<String> {
    let mut notes = Vec::new();
    if !variant.board.is_boundless() {
        if variant.end.tiles.is_some() {
            notes.push("`end.tiles` has no effect: this board has no tiles".to_owned());
        }
        if variant.stacks != Stacks::default() {
            notes.push("`[stacks]` has no effect: stacks stand on tiles, and this board has none".to_owned());
        }
    }
    notes
}
