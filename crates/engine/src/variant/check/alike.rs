//! Actions with the same notation and different effects: the notation means the first one that is legal.

use crate::actions::{ActionKind, ActionRule};
use crate::board::Cell;
use crate::rules::Action;
use crate::variant::diagnostic::Problem;
use crate::variant::tree::Path;
use crate::variant::words::quoted;
use crate::variant::{Capture, Repetition, Step, Turn, Variant};
use std::collections::BTreeSet;

/// Problems with steps that offer an action which can never be played, because an action listed earlier has the same notation and
/// is legal in all the same positions.
pub fn problems(variant: &Variant) -> Vec<Problem> {
    let openings = (0..).map(|i| Path::of(["opening"]).index(i).key("steps")).zip(&variant.openings);
    let normal = [Path::of(["turn", "steps"]), Path::of(["turn", "catch_up", "steps"])];
    let turns = openings.chain(normal.into_iter().zip(variant.normal_turns()));
    let steps = turns.flat_map(|(path, turn)| {
        let step = move |i: usize| (path.index(i), &turn.steps[i], begun_before(turn, i));
        (0..turn.steps.len()).map(step)
    });
    let hidden = |(path, step, begun): (Path, &Step, Vec<usize>)| {
        // An action of a later tier, or one that begins a later kind of turn, is played only where no earlier one is legal.
        let offered: Vec<usize> = begun.into_iter().chain(step.actions()).collect();
        let mut pairs = pairs(&offered).map(|(one, other)| (&variant.actions[one], &variant.actions[other]));
        let (first, second) = pairs.find(|(first, second)| hides(first, second, variant))?;
        let (first, second) = (quoted(&first.name), quoted(&second.name));
        let message = format!(
            "{second} can never be played here: it is written like {first}, which is listed earlier and is legal wherever {second} is"
        );
        let problem = Problem::with_value(path, message).expected("expected only one of the two");
        Some(
            problem
                .help("put them in steps that follow each other, or give them different sides or conditions"),
        )
    };
    steps.filter_map(hidden).collect()
}

/// The actions that begin the kinds of turn before the one that step `i` of `turn` begins, if it begins one.
fn begun_before(turn: &Turn, i: usize) -> Vec<usize> {
    if !turn.steps[i].or {
        return Vec::new();
    }
    let earlier = turn.kinds().take_while(|kind| !std::ptr::eq(&kind[0], &turn.steps[i]));
    earlier.flat_map(|kind| kind[0].actions()).collect()
}

/// Notes on actions that share a notation, a sentence for each pair.
pub fn notes(variant: &Variant) -> Vec<String> {
    let mut noted = BTreeSet::new();
    let mut notes = Vec::new();
    for turn in variant.turns() {
        for (one, other, why) in rivals(turn) {
            let (first, second) = (&variant.actions[one], &variant.actions[other]);
            if first.shares_side_with(second)
                && !first.piece.zip(second.piece).is_some_and(|(one, other)| one != other)
                && let Some(text) = text_of_both(first, second, variant)
                && noted.insert((one, other))
            {
                let (first, second) = (quoted(&first.name), quoted(&second.name));
                notes.push(format!(
                    "{first} and {second} can both be written {}: where both are legal, the notation means {first}, {why}",
                    quoted(&text)
                ));
            }
        }
    }
    notes
}

/// Text that can stand for both actions, if they do different things.
fn text_of_both(first: &ActionRule, second: &ActionRule, variant: &Variant) -> Option<String> {
    let both = |cell| both_on(first, second, cell);
    let of_kinds = || first.kind.text_shared_with(&second.kind, &variant.board, &both);
    if first.becomes == second.becomes || first.kind.word() != second.kind.word() {
        return of_kinds();
    }
    // Only the kind of the piece differs.
    let mut texts = BTreeSet::new();
    first.kind.conceivable(&variant.board, &mut |action| {
        let all_on = || match action {
            Action::Move { from, to } => both(from) && [first, second].iter().all(|rule| may_end(rule, to)),
            _ => action.named(|cells| cells.iter().all(|&cell| both(cell))),
        };
        texts.extend(all_on().then(|| action.to_string()));
    });
    let mut shared = None;
    second.kind.conceivable(&variant.board, &mut |action| {
        let text = action.to_string();
        if shared.is_none() && texts.contains(&text) {
            shared = Some(text);
        }
    });
    shared
}

/// Whether a move of `rule` may end on `cell`.
fn may_end(rule: &ActionRule, cell: Cell) -> bool {
    let ActionKind::Move(kind) = &rule.kind else { return true };
    kind.to.as_ref().is_none_or(|on| on.cells.contains(&cell))
}

/// Whether both actions may be taken on `cell`.
fn both_on(first: &ActionRule, second: &ActionRule, cell: Cell) -> bool {
    [first, second].iter().all(|action| action.on.as_ref().is_none_or(|on| on.cells.contains(&cell)))
}

/// The pairs of actions that may be available at the same time, in order of precedence, with the reason for the order.
fn rivals(turn: &Turn) -> Vec<(usize, usize, &'static str)> {
    let mut rivals = Vec::new();
    for (number, kind) in turn.kinds().enumerate() {
        let later: Vec<usize> = turn.kinds().skip(number + 1).flat_map(|kind| kind[0].actions()).collect();
        let both = kind[0].actions().flat_map(|one| later.iter().map(move |&other| (one, other)));
        rivals.extend(both.map(|(one, other)| (one, other, "the one whose kind of turn is listed first")));
    }
    for (steps, i) in turn.kinds().flat_map(|kind| (0..kind.len()).map(move |i| (kind, i))) {
        let step = &steps[i];
        let of_list = step.tiers.iter().flat_map(|tier| pairs(tier));
        rivals.extend(of_list.map(|(one, other)| (one, other, "the first in the list")));
        // While a step that has reached its minimum stays open, actions of later steps may be legal too, up to and including the
        // first compulsory step.
        let optional = steps[i + 1..].iter().take_while(|step| step.min == 0).count();
        let open = if step.min < step.max { (optional + 1).min(steps.len() - i - 1) } else { 0 };
        for later in &steps[i + 1..=i + open] {
            for one in step.actions() {
                let others = later.actions().filter(|&other| other != one);
                rivals.extend(others.map(|other| (one, other, "the one in the earlier step")));
            }
        }
    }
    rivals
}

/// All pairs of `list`, in order.
fn pairs(list: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    list.iter().enumerate().flat_map(|(i, &one)| list[i + 1..].iter().map(move |&other| (one, other)))
}

/// Whether `second` is legal only where `first` is legal too, and so is never played.
fn hides(first: &ActionRule, second: &ActionRule, variant: &Variant) -> bool {
    let mut own = second.clone();
    own.name.clone_from(&first.name);
    own.side = own.side.filter(|_| first.side.is_some());
    // The restrictions on groups and arrangements apply to the player's stones, not to neutral ones.
    let same_limits = (variant.capture == Capture::None || variant.capture.is_by_stone())
        && variant.repetition == Repetition::None;
    if same_limits && own.kind.differs_only_in_owner(&first.kind) {
        own.kind = first.kind.clone();
    }
    // The kind that the stone becomes matters only to conditions on what follows, and to what it captures.
    if !own.must_capture
        && variant.repetition == Repetition::None
        && !variant.binds_turns()
        && own.makes.is_empty()
    {
        own.becomes = first.becomes;
    }
    own == *first
}
