//! Whether a variant can be played at all, and what in it can have no effect.

use crate::variant::diagnostic::Problem;
use crate::variant::model::{
    ActionKind, ActionRule, Capture, ScoreMethod, Setup, Side, Step, Suicide, Target, Turn, Variant,
};
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};

/// What makes the variant no game.
pub fn problems(variant: &Variant) -> Vec<Problem> {
    let mut problems = unsupported(variant);
    if !problems.is_empty() {
        return problems;
    }
    if able(variant) == [false, false] {
        problems.push(if able(&from_the_first_turn(variant)) == [false, false] {
            let problem = Problem::with_value(Path::of(["turn", "steps"]), nobody_acts(variant));
            problem.expected("nothing of this is ever possible").help(
                "let an opening or a turn place a stone without `sight`, or put stones on the board by `[setup]`",
            )
        } else {
            openings_left_out(variant)
        });
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

/// What the format knows and the engine does not play yet.
fn unsupported(variant: &Variant) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |path: Path, what: &str| {
        problems.push(Problem::with_value(path, format!("{what} can't be played yet")));
    };
    if variant.board.is_boundless() {
        refuse(Path::of(["board", "shape"]), "the boundless plane");
    }
    for action in &variant.actions {
        let name = action.name.as_str();
        match &action.kind {
            ActionKind::Place(_) | ActionKind::Displace(_) => {}
            _ => refuse(Path::of(["action", name]), "actions of stacks"),
        }
    }
    if variant.score.method == ScoreMethod::Tiles {
        refuse(Path::of(["score", "method"]), "this method");
    }
    problems
}

/// The same game, no turn of it done.
fn from_the_first_turn(variant: &Variant) -> Variant {
    let setup = Setup { turns: 0, to_move: None, ..variant.setup.clone() };
    Variant { setup, ..variant.clone() }
}

/// The problem that nobody can act without the openings that count as done.
fn openings_left_out(variant: &Variant) -> Problem {
    let done = variant.openings.len().min(variant.setup.turns as usize);
    let openings = count(done as u64, "opening");
    let are =
        if done == 1 { "counts as done, and its stones are" } else { "count as done, and their stones are" };
    let message = format!("nobody could ever act: {openings} {are} not on the board");
    Problem::with_value(Path::of(["setup", "turns"]), message)
        .expected("expected 0, or the stones of the turns that are done")
        .related(Path::of(["turn", "steps"]), "every action of these needs a stone that is there already")
        .help("put the stones on the board by `setup.black` and `setup.white`")
}

/// Why nobody can ever act, in words.
fn nobody_acts(variant: &Variant) -> String {
    let [first, second] = &variant.setup.stones;
    let why = if first.len() + second.len() == variant.board.cells().len() {
        "the board is full from the start"
    } else if is_suicide_only(variant) {
        "on a board of one cell no stone ever has a liberty, and suicide is forbidden"
    } else if first.is_empty() && second.is_empty() {
        "the board is empty at the start, and every action needs a stone that is there already"
    } else {
        "every action needs other stones than those that are there at the start"
    };
    format!("nobody could ever act: {why}")
}

/// Whether every stone placed would be without a liberty at once, and may not be.
fn is_suicide_only(variant: &Variant) -> bool {
    variant.board.cells().len() == 1 && variant.capture == Capture::Liberties(Suicide::Forbidden)
}

/// For each side, whether it could ever act, if all the rest went well: a stone it needs to see from or to
/// displace is there or can come.
fn able(variant: &Variant) -> [bool; 2] {
    let mut stones = variant.setup.stones.each_ref().map(|stones| !stones.is_empty());
    let mut able = [false, false];
    let occupied: usize = variant.setup.stones.iter().map(Vec::len).sum();
    if occupied == variant.board.cells().len() || is_suicide_only(variant) {
        return able;
    }
    // Each round lets a side act that could not before: two are enough, a third changes nothing.
    for _ in 0..2 {
        for (turn, side) in turns_to_come(variant) {
            let own = side.index();
            let possible = |action: &ActionRule| {
                (action.sight.is_none() || stones[own])
                    && (matches!(action.kind, ActionKind::Place(_)) || stones[side.other().index()])
            };
            if offered(variant, turn).any(possible) {
                able[own] = true;
                stones[own] = true;
            }
        }
    }
    able
}

/// The openings that are not done yet and the normal turn, each with the sides that make it.
fn turns_to_come(variant: &Variant) -> impl Iterator<Item = (&Turn, Side)> {
    let done = variant.setup.turns as usize;
    let mover = variant.setup.mover();
    let openings = variant
        .openings
        .iter()
        .skip(done)
        .enumerate()
        .map(move |(i, turn)| (turn, if i % 2 == 0 { mover } else { mover.other() }));
    openings.chain(Side::BOTH.map(|side| (&variant.turn, side)))
}

/// The actions that `turn` offers.
fn offered<'a>(variant: &'a Variant, turn: &'a Turn) -> impl Iterator<Item = &'a ActionRule> {
    turn.steps.iter().flat_map(Step::actions).map(|index| &variant.actions[index])
}

fn offers_placing(variant: &Variant, turn: &Turn) -> bool {
    offered(variant, turn).any(|action| matches!(action.kind, ActionKind::Place(_)))
}

/// Whether some group on the board can have the size and the liberties that `target` asks for, as far as
/// counting cells tells.
fn exists(target: Target, variant: &Variant) -> bool {
    let cells = variant.board.cells().len();
    let size = target.group.map_or(1, usize::from);
    let liberties = target.liberties.map_or(0, usize::from);
    let around = target.group.map_or(cells, |size| usize::from(size) * variant.board.adjacent().len());
    size + liberties <= cells && liberties <= around
}

/// What may not be meant, a sentence each.
pub fn notes(variant: &Variant) -> Vec<String> {
    let mut notes = Vec::new();
    let turns = || variant.openings.iter().chain([&variant.turn]);
    for (index, action) in variant.actions.iter().enumerate() {
        let name = quoted(&action.name);
        let steps = || {
            turns()
                .flat_map(|turn| &turn.steps)
                .filter(move |step| step.actions().any(|offered| offered == index))
        };
        if steps().next().is_none() {
            notes.push(format!("no step offers the action {name}"));
            continue;
        }
        let longest = turns()
            .filter(|turn| turn.steps.iter().any(|step| step.actions().any(|offered| offered == index)))
            .map(|turn| turn.steps.iter().map(|step| u64::from(step.max)).sum::<u64>())
            .max();
        if let (Some(limit), Some(longest)) = (action.new_per_group.map(u64::from), longest)
            && limit >= longest
        {
            notes.push(format!(
                "`new_per_group` of {name} changes nothing: a turn has {} at most",
                count(longest, "action")
            ));
        }
        if let ActionKind::Displace(displace) = &action.kind
            && !exists(displace.target, variant)
        {
            notes.push(format!(
                "{name} is never possible: no group on this board has that size and liberties"
            ));
        }
    }
    for side in Side::BOTH {
        if !able(variant)[side.index()] {
            let name = variant.info.players[side.index()].name();
            let why = if able(&from_the_first_turn(variant))[side.index()] {
                ": its stones of the openings that `setup.turns` counts as done are not on the board"
            } else {
                ""
            };
            notes.push(format!("{name} can never act{why}"));
        }
    }
    if variant.openings.len() as u64 >= u64::from(variant.end.max_turns) {
        notes.push(
            "the game is over before the openings are: `end.max_turns` is not more than they are".to_owned(),
        );
    }
    if variant.swap && variant.setup.turns > 1 {
        notes.push("the pie rule never applies: the second player's first turn is done".to_owned());
    }
    notes
}
