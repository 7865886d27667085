//! What game a variant describes, in plain words.

use super::model::{
    ActionKind, ActionRule, Capture, Reach, Repetition, ScoreMethod, Side, Step, Suicide, Target, Turn,
    Variant,
};
use super::words::{count, listed, quoted};
use crate::board::{Cell, Lines, Shape};
use crate::points::Points;

/// Columns that the text is wrapped to.
const WIDTH: usize = 90;

/// The rules of `variant` for people: a line or more for each part, labels on the left. Ends with a line
/// break.
pub fn explain(variant: &Variant) -> String {
    let mut rows: Vec<(String, String)> =
        vec![("Board".into(), board(variant)), ("Start".into(), start(variant))];
    rows.extend(openings(variant));
    let label = if variant.openings.is_empty() { "Turns" } else { "Then" };
    rows.push((label.into(), turns(variant)));
    if variant.swap {
        rows.push(("Pie rule".into(), SWAP.into()));
    }
    let described = in_order_of_use(variant).into_iter().map(|index| &variant.actions[index]);
    rows.extend(described.map(|action| (quoted(&action.name), describe(action, variant))));
    rows.push(("Captures".into(), captures(variant)));
    rows.push(("Repetition".into(), repetition(variant)));
    rows.push(("End".into(), end(variant)));
    rows.push(("Score".into(), score(variant)));
    let indent = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0) + 2;
    let body = rows.iter().map(|(label, text)| wrapped(label, text, indent));
    head(variant) + "\n" + &body.collect::<String>()
}

fn head(variant: &Variant) -> String {
    let info = &variant.info;
    let year = info.year.map(|year| year.to_string());
    let origin: Vec<String> = info.author.iter().cloned().chain(year).collect();
    let origin = if origin.is_empty() { String::new() } else { format!(" ({})", origin.join(", ")) };
    let summary = if info.summary.is_empty() { String::new() } else { format!("{}\n", info.summary) };
    format!("{}{origin}\n{summary}", info.name)
}

/// `label` and `text`, the text wrapped and all its lines beginning in the column `indent`.
fn wrapped(label: &str, text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if indent + line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let row = |(i, line): (usize, String)| format!("{:indent$}{line}\n", if i == 0 { label } else { "" });
    lines.into_iter().enumerate().map(row).collect()
}

fn colour(variant: &Variant, side: Side) -> &'static str {
    variant.info.players[side.index()].name()
}

fn board(variant: &Variant) -> String {
    let cells = count(variant.board.cells().len() as u64, "cell");
    match variant.board.shape() {
        Shape::Hexagon { side } => format!("A hexagon of hexes, side {side}: {cells}."),
        Shape::Rectangle { width, height } => format!("{width} by {height} squares: {cells}."),
        Shape::Rhombus { width, height } => format!("A rhombus of {width} by {height} hexes: {cells}."),
        Shape::Triangle { side } => format!("A triangle of hexes, side {side}: {cells}."),
        Shape::BoundlessHex { .. } => "The boundless plane of hexes.".to_owned(),
    }
}

fn start(variant: &Variant) -> String {
    let setup = &variant.setup;
    let mover = colour(variant, setup.mover());
    let stones = Side::BOTH.into_iter().filter(|side| !setup.stones[side.index()].is_empty());
    let stones: Vec<String> = stones
        .map(|side| {
            let cells = &setup.stones[side.index()];
            let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
            format!("{} on {}", colour(variant, side), names.join(" "))
        })
        .collect();
    let board =
        if stones.is_empty() { "The board is empty".to_owned() } else { capital(&listed(stones, "and")) };
    match setup.turns {
        0 => format!("{board}; {mover} moves first."),
        turns => format!("{board}; {} done, {mover} is to move.", were(turns)),
    }
}

/// `1 turn is`, `2 turns are`.
fn were(turns: u32) -> String {
    format!("{} {}", count(turns, "turn"), if turns == 1 { "is" } else { "are" })
}

fn openings(variant: &Variant) -> Vec<(String, String)> {
    let done = variant.setup.turns as usize;
    let mover = variant.setup.mover();
    let rows = variant.openings.iter().enumerate().skip(done).map(|(i, turn)| {
        let side = if (i - done).is_multiple_of(2) { mover } else { mover.other() };
        let colour = capital(colour(variant, side));
        (format!("Turn {}", i + 1), format!("{colour}: {}.", steps(variant, turn)))
    });
    rows.collect()
}

fn turns(variant: &Variant) -> String {
    let steps_of_turn = &variant.turn.steps;
    let rest = if steps_of_turn.iter().all(|step| step.min == 0) {
        " A turn without an action is a pass."
    } else {
        " What is asked for is compulsory where possible."
    };
    format!("Each turn: {}.{rest}", steps(variant, &variant.turn))
}

/// The steps of a turn, as the end of a sentence.
fn steps(variant: &Variant, turn: &Turn) -> String {
    let step = |step: &Step| {
        let names = step.actions().map(|index| quoted(&variant.actions[index].name));
        let often = match (step.min, step.max) {
            (0, 1) => "at most once".to_owned(),
            (1, 1) => "once".to_owned(),
            (0, max) => format!("up to {max} times"),
            (min, max) if min == max => format!("{min} times"),
            (min, max) if min + 1 == max => format!("{min} or {max} times"),
            (min, max) => format!("{min} to {max} times"),
        };
        format!("{}, {often}", listed(names, "or"))
    };
    turn.steps.iter().map(step).collect::<Vec<_>>().join("; then ")
}

const SWAP: &str =
    "Instead of the first turn of its own, the second player may take the first player's side.";

/// The actions that turns offer, in the order that they are first offered in.
fn in_order_of_use(variant: &Variant) -> Vec<usize> {
    let turns = variant.openings.iter().chain([&variant.turn]);
    let mut order = Vec::new();
    for index in turns.flat_map(|turn| &turn.steps).flat_map(Step::actions) {
        if !order.contains(&index) {
            order.push(index);
        }
    }
    order
}

fn describe(action: &ActionRule, variant: &Variant) -> String {
    let mut text = match &action.kind {
        ActionKind::Place(place) => {
            let clear = place.clear.map_or(String::new(), |reach| {
                format!(" that has no stone on the cells {}", around(reach, variant))
            });
            format!("An own stone is placed on an empty cell{clear}.")
        }
        ActionKind::Displace(displace) => {
            let to = around(displace.to, variant);
            format!(
                "An own stone takes the cell of an enemy stone{}, which moves to an empty cell {to}.",
                target(displace.target)
            )
        }
        ActionKind::StackDrop => "A stone from the own hand goes on a tile that carries no stack.".to_owned(),
        ActionKind::Deal(_) => "An own stack on a tile is dealt out along a line.".to_owned(),
        ActionKind::Release => "Prisoners are released, and own tiles laid where they stood.".to_owned(),
    };
    if let Some(lines) = action.sight {
        let after = if matches!(action.kind, ActionKind::Displace(_)) {
            ", once the enemy stone has moved"
        } else {
            ""
        };
        text += &format!(" A friendly stone must see the cell {}{after}.", along(lines, variant));
    }
    match action.new_per_group {
        None => {}
        Some(1) => text += " Its group may hold no other stone of the same turn.",
        Some(n) => {
            text += &format!(" Its group may hold at most {n} stones of the same turn, itself included.")
        }
    }
    text
}

fn around(reach: Reach, variant: &Variant) -> &'static str {
    match (reach, variant.board.is_hex()) {
        (_, true) => "next to it",
        (Reach::Adjacent, false) => "beside it (the 4 that share an edge)",
        (Reach::Touching, false) => "around it (all 8)",
    }
}

fn along(lines: Lines, variant: &Variant) -> &'static str {
    match (lines, variant.board.is_hex()) {
        (_, true) => "along one of the three lines of hexes, with only empty cells between",
        (Lines::Orthogonal, false) => "along its row or column, with only empty cells between",
        (Lines::Queen, false) => "along its row, its column or a diagonal, with only empty cells between",
    }
}

fn target(target: Target) -> String {
    let group = target.group.map(|n| match n {
        1 => "is a group by itself".to_owned(),
        n => format!("belongs to a group of {n}"),
    });
    let liberties = target.liberties.map(|n| match n {
        1 => "has exactly one liberty".to_owned(),
        n => format!("has exactly {n} liberties"),
    });
    let conditions: Vec<String> = group.into_iter().chain(liberties).collect();
    if conditions.is_empty() { String::new() } else { format!(" that {}", listed(conditions, "and")) }
}

fn captures(variant: &Variant) -> String {
    let removed = "After each action groups without a liberty are removed, the enemy's first";
    match variant.capture {
        Capture::None => "None: stones stay, even without a liberty.".to_owned(),
        Capture::Liberties(Suicide::Forbidden) => {
            format!("{removed}. Suicide is forbidden: no action may leave an own group without one.")
        }
        Capture::Liberties(Suicide::Allowed) => {
            format!("{removed}. Suicide is allowed: own groups without one are removed too.")
        }
    }
}

fn repetition(variant: &Variant) -> String {
    match variant.repetition {
        Repetition::None => "Not restricted: earlier positions may come back.".to_owned(),
        Repetition::PositionalSuperko => {
            "No action may end a turn in an arrangement of stones that stood at the start or at the end of an \
             earlier turn (positional superko). Passing is exempt, and so is ending a turn where nothing else is \
             legal."
                .to_owned()
        }
    }
}

fn end(variant: &Variant) -> String {
    let passes = match variant.end.passes {
        1 => "A passed turn ends".to_owned(),
        n => format!("{} passed turns in a row end", capital(&in_words(n))),
    };
    let cap = variant.end.max_turns;
    format!(
        "{passes} the game. A game that reaches {} is scored as it stands and counted as truncated.",
        count(cap, "turn")
    )
}

fn in_words(n: u16) -> String {
    ["two", "three", "four"].get(usize::from(n).wrapping_sub(2)).map_or(n.to_string(), ToString::to_string)
}

fn score(variant: &Variant) -> String {
    let method = match variant.score.method {
        ScoreMethod::Control => {
            "One point for each own stone and each controlled cell: an empty cell where the adversary, were it \
             to begin a turn now, could place no stone. A cell that neither can use counts for both."
        }
        ScoreMethod::Area => {
            "One point for each own stone and each empty cell of a region that touches own stones only."
        }
        ScoreMethod::Groups => {
            "The sizes of each side's groups, the largest first, are compared one by one: the first difference decides."
        }
        ScoreMethod::Tiles => {
            "One point for each tile of the largest group of own tiles, half a point for each other own tile."
        }
    };
    let second = colour(variant, Side::Second);
    let komi = variant.score.komi;
    let komi = match komi.cmp(&Points::ZERO) {
        std::cmp::Ordering::Equal => String::new(),
        std::cmp::Ordering::Greater => format!(" {} gets {komi} more (komi).", capital(second)),
        std::cmp::Ordering::Less => format!(" {} gets {} less (komi).", capital(second), -komi),
    };
    format!("{method}{komi} The higher score wins; equal scores are a draw.")
}

/// The first letter large.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}
