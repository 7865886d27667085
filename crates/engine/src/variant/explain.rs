//! Describes the game of a variant in plain words.

mod goals;
mod score;
mod speed;

use super::claims::{Claims, NoReturn, Passed};
use super::words::{NO_BREAK, count, listed, quoted};
use super::{
    Repeated, Repetition, RepetitionResult, ScoreMethod, Side, Stack, Step, Stuck, Turn, Unmet, Variant,
};
use crate::actions::{ActionKind, ActionRule};
use crate::board::{Cell, Shape};
use crate::conditions::Moment;
use crate::numbers::{in_words, is_or_are};
use crate::text::{capital, wrapped};

/// The width to which the text is wrapped, in columns.
const WIDTH: usize = 90;

/// The rules of `variant` in plain words, and what makes its games slow: one or more lines for each part, with labels on the left. Ends
/// with a line break.
pub fn explain(variant: &Variant) -> String {
    explain_within(variant, WIDTH)
}

/// Like [`explain`], but with lines of at most `width` columns unless a word is longer.
pub fn explain_within(variant: &Variant, width: usize) -> String {
    let mut rows = parts(variant);
    rows.extend(speed::speed(variant).map(|speed| ("Speed".into(), speed)));
    let indent = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0) + 2;
    let body = rows.iter().map(|(label, text)| laid_out(label, text, indent, width.min(WIDTH)));
    head(variant) + "\n" + &body.collect::<String>()
}

/// The label and the text of each part of the rules of `variant`.
pub fn parts(variant: &Variant) -> Vec<(String, String)> {
    let claims = Claims::of(variant);
    let mut rows: Vec<(String, String)> =
        vec![("Board".into(), board(variant)), ("Start".into(), start(variant))];
    rows.extend(openings(variant));
    let label = if variant.openings.is_empty() { "Turns" } else { "Then" };
    rows.push((label.into(), turns(variant, &claims)));
    rows.extend(catch_up(variant, &claims).map(|turn| ("Catching up".into(), turn)));
    if variant.swap && claims.swap.is_some() {
        rows.push(("Pie rule".into(), SWAP.into()));
    }
    let described = in_order_of_use(variant).into_iter().map(|index| &variant.actions[index]);
    rows.extend(described.map(|action| (quoted(&action.name), action.words(variant))));
    rows.extend(variant.patterns.iter().map(|pattern| (quoted(&pattern.name), pattern.words() + ".")));
    let pieces: Vec<String> = variant.pieces.iter().map(|piece| piece.words(&variant.board)).collect();
    if !pieces.is_empty() {
        rows.push(("Pieces".to_owned(), pieces.join(" ")));
    }
    let sets = variant.sets.iter().skip(variant.pieces.len());
    rows.extend(sets.map(|set| (quoted(&set.name), set.words(variant))));
    rows.push(if variant.board.is_boundless() {
        ("Stacks".into(), STACKS.into())
    } else {
        ("Captures".into(), variant.capture.words(variant))
    });
    rows.push(("Repetition".into(), repetition(variant, &claims)));
    rows.extend(goals::words(variant).map(|goals| ("Goals".into(), goals)));
    rows.push(("End".into(), end(variant, &claims)));
    rows.push(("Score".into(), score::score(variant)));
    rows
}

fn head(variant: &Variant) -> String {
    let info = &variant.info;
    let year = info.year.map(|year| year.to_string());
    let origin: Vec<String> = info.author.iter().cloned().chain(year).collect();
    let origin = if origin.is_empty() { String::new() } else { format!(" ({})", origin.join(", ")) };
    let summary = if info.summary.is_empty() { String::new() } else { format!("{}\n", info.summary) };
    format!("{}{origin}\n{summary}", info.title())
}

/// `label` and `text`, with the text wrapped and all its lines starting in column `indent`.
fn laid_out(label: &str, text: &str, indent: usize, width: usize) -> String {
    let lines = wrapped(text, width.saturating_sub(indent));
    let row = |(i, line): (usize, String)| {
        format!("{:indent$}{}\n", if i == 0 { label } else { "" }, line.replace(NO_BREAK, " "))
    };
    lines.into_iter().enumerate().map(row).collect()
}

fn colour(variant: &Variant, side: Side) -> &'static str {
    variant.info.players[side.index()].name()
}

fn board(variant: &Variant) -> String {
    let cells = count(variant.board.cells().len() as u64, "cell");
    let text = match variant.board.shape() {
        Shape::Hexagon { side } => format!("A hexagon of hexes, side {side}: {cells}."),
        Shape::Rectangle { width, height } => format!("{width} by {height} squares: {cells}."),
        Shape::Rhombus { width, height } => format!("A rhombus of {width} by {height} hexes: {cells}."),
        Shape::Triangle { side } => format!("A triangle of hexes, side {side}: {cells}."),
        Shape::BoundlessHex { .. } => "The boundless plane of hexes, on which tiles are laid.".to_owned(),
    };
    let text = match variant.board.wrap() {
        Some(wrap) => format!("{text} {}.", capital(&wrap.to_string())),
        None => text,
    };
    let holes: Vec<String> = variant.board.holes().iter().map(|&cell| variant.board.name(cell)).collect();
    match holes.as_slice() {
        [] => text,
        [hole] => format!("{text} Hole: {hole}."),
        holes => format!("{text} Holes: {}.", holes.join(" ")),
    }
}

fn start(variant: &Variant) -> String {
    let setup = &variant.setup;
    let mover = colour(variant, setup.mover());
    let board = if variant.board.is_boundless() {
        format!("{} {}", tiles(variant), stacks(variant))
    } else {
        let mut stones = on_cells(&setup.stones, variant);
        if !setup.neutral.is_empty() {
            let names: Vec<String> = setup.neutral.iter().map(|&cell| variant.board.name(cell)).collect();
            let and = if stones.is_empty() { "" } else { ", " };
            let neutral = if names.len() == 1 { "a neutral stone" } else { "neutral stones" };
            stones += &format!("{and}{neutral} on {}", names.join(" "));
        }
        if stones.is_empty() { "The board is empty".to_owned() } else { capital(&stones) }
    };
    match setup.turns {
        0 => format!("{board}; {mover} moves first."),
        turns => format!("{board}; {} done, {mover} is to move.", turns_with_verb(turns)),
    }
}

/// `black on a1 b2 and white on c3`; empty if no cell holds anything.
fn on_cells(cells: &[Vec<Cell>; 2], variant: &Variant) -> String {
    let sides = Side::BOTH.into_iter().filter(|side| !cells[side.index()].is_empty());
    let sides = sides.map(|side| {
        let names: Vec<String> = cells[side.index()].iter().map(|&cell| variant.board.name(cell)).collect();
        format!("{} on {}", colour(variant, side), names.join(" "))
    });
    listed(sides, "and")
}

fn tiles(variant: &Variant) -> String {
    format!("Tiles: {}.", on_cells(&variant.setup.tiles, variant))
}

/// The stacks, the prisoners and the hands of the setup, as a sentence without its full stop.
fn stacks(variant: &Variant) -> String {
    let setup = &variant.setup;
    let on_tile = |stack: &&Stack| setup.tiles.iter().flatten().any(|tile| *tile == stack.cell);
    let (free, prisoners): (Vec<_>, Vec<_>) = setup.stacks.iter().partition(on_tile);
    let mut text = String::new();
    for (label, stacks) in [("Stacks", free), ("Prisoners", prisoners)] {
        let stacks: Vec<String> = stacks.into_iter().map(|stack| stones_of(stack, variant)).collect();
        if !stacks.is_empty() {
            text += &format!("{label}, from bottom to top: {}. ", stacks.join("; "));
        }
    }
    let on_plane =
        |side| setup.stacks.iter().flat_map(|stack| &stack.stones).filter(|stone| **stone == side).count();
    let [first, second] = Side::BOTH.map(|side| usize::from(variant.stacks.hand) - on_plane(side));
    if first == second {
        text + &format!("{} in each hand", count(first as u64, "stone"))
    } else {
        let [one, other] = Side::BOTH.map(|side| colour(variant, side));
        text + &format!(
            "{} in the hand of {one}, {second} in the hand of {other}",
            count(first as u64, "stone")
        )
    }
}

/// `1,0 white white black`.
fn stones_of(stack: &Stack, variant: &Variant) -> String {
    let stones: Vec<&str> = stack.stones.iter().map(|&side| colour(variant, side)).collect();
    format!("{} {}", variant.board.name(stack.cell), stones.join(" "))
}

/// `1 turn is`, `2 turns are`.
fn turns_with_verb(turns: u32) -> String {
    format!("{} {}", count(turns, "turn"), is_or_are(turns.into()))
}

/// The openings; those in a row that are the same for both sides together: `Turns 1 to 24`.
fn openings(variant: &Variant) -> Vec<(String, String)> {
    let done = variant.setup.turns as usize;
    let mover = variant.setup.mover();
    let mut rows = Vec::new();
    let mut first = done.min(variant.openings.len());
    for same in variant.openings[first..].chunk_by(|one, other| one == other) {
        let next = first + same.len();
        let steps = |side: Side| {
            let claim = if same[0].claim { CLAIMS[side.index()] } else { "" };
            steps_of(variant, &Turn { claim: false, ..same[0].clone() }, side) + claim
        };
        if same.len() > 1 && steps(mover) == steps(mover.other()) {
            rows.push((format!("Turns {} to {next}", first + 1), format!("{}.", capital(&steps(mover)))));
        } else if same.len() > 2 {
            let one = |turn| {
                format!("{}: {}.", capital(colour(variant, variant.taker(turn))), steps(variant.taker(turn)))
            };
            rows.push((
                format!("Turns {} to {next}", first + 1),
                format!("{} {}", one(first), one(first + 1)),
            ));
        } else {
            rows.extend((first..next).map(|turn| {
                let side = variant.taker(turn);
                let (colour, steps) = (capital(colour(variant, side)), steps(side));
                (format!("Turn {}", turn + 1), format!("{colour}: {steps}."))
            }));
        }
        first = next;
    }
    rows
}

fn turns(variant: &Variant, claims: &Claims) -> String {
    let of = |side| steps_of(variant, &variant.turn, side);
    let each = match Side::BOTH.map(of) {
        [first, second] if first == second => format!("Each turn: {first}."),
        each => {
            let one =
                |side: Side| format!("{}'s turns: {}.", capital(colour(variant, side)), each[side.index()]);
            Side::BOTH.map(one).join(" ")
        }
    };
    let leaves = variant.leaves.words(Moment::TurnEnd, variant);
    format!("{each} {}{leaves}", without_action(claims.normal().passed))
}

/// What happens in a turn without an action.
const fn without_action(passed: Passed) -> &'static str {
    match passed {
        Passed::Always => "A turn without an action is a pass.",
        Passed::WithoutCompulsory => {
            "Players must take required actions where possible; if no required action is possible, they may pass."
        }
        Passed::WithoutAnything => {
            "Players must take required actions where possible; a player who can do nothing passes."
        }
        Passed::Never => "Players must take required actions where possible.",
    }
}

/// The turn of a player who catches up, and its condition.
fn catch_up(variant: &Variant, claims: &Claims) -> Option<String> {
    let steps = steps(variant, variant.catch_up.as_ref()?);
    let rest = claims.catch_up.filter(|turn| turn.passed != claims.normal().passed);
    let rest = rest.map_or(String::new(), |turn| format!(" {}", without_action(turn.passed)));
    Some(format!(
        "{} instead, if the opponent's last turn enlarged its largest group to two stones or more, and to at least the \
         size of the player's largest.{rest}",
        capital(&steps)
    ))
}

/// The steps of a turn, as the end of a sentence.
fn steps(variant: &Variant, turn: &Turn) -> String {
    // A turn that cannot be passed has an action even if no step is compulsory.
    let some = variant.end.stuck.decides() && turn.steps.iter().all(|step| step.min == 0);
    if let ([only], true) = (turn.steps.as_slice(), some) {
        return step(variant, &Step { min: 1, ..only.clone() });
    }
    let of_kind = |kind: &[Step]| {
        let skipped = |one: &Step| one.min > 0 && one.unmet == Unmet::Skip && kind.len() > 1;
        let words = |one| {
            let words = step(variant, one);
            if skipped(one) && !words.ends_with("possible") { words + " if possible" } else { words }
        };
        kind.iter().map(words).collect::<Vec<_>>().join("; then ")
    };
    if turn.has_kinds() {
        let kinds = (1..).zip(turn.kinds()).map(|(number, kind)| format!("({number}) {}", of_kind(kind)));
        return format!("either {}", kinds.collect::<Vec<_>>().join(", or "));
    }
    let steps = of_kind(&turn.steps);
    if some { format!("{steps}; at least one action in all") } else { steps }
}

/// The steps of a turn of `side`, as the end of a sentence.
fn steps_of(variant: &Variant, turn: &Turn, side: Side) -> String {
    let own = turn.of_side(side, variant);
    if own.steps.is_empty() {
        "this side has no action in this turn".to_owned()
    } else {
        steps(variant, &own)
    }
}

fn step(variant: &Variant, step: &Step) -> String {
    let often = match (step.min, step.max) {
        (min, _)
            if usize::from(min) >= variant.board.cells().len().max(2) && !variant.board.is_boundless() =>
        {
            "as often as possible".to_owned()
        }
        (0, 1) => "at most once".to_owned(),
        (1, 1) => "once".to_owned(),
        (0, max) => format!("up to {max} times"),
        (min, max) if min == max => format!("{min} times"),
        (min, max) if min + 1 == max => format!("{min} or {max} times"),
        (min, max) => format!("{min} to {max} times"),
    };
    let often = match step.unmet {
        Unmet::End if step.min > 0 => format!("{often} (if that is impossible, the turn ends)"),
        Unmet::Illegal if step.min > 0 => {
            format!("{often} (without that, the turn is illegal)")
        }
        _ => often,
    };
    let tiers = step.tiers.iter().map(|tier| {
        let names = tier.iter().map(|&index| quoted(&variant.actions[index].name));
        listed(names, "or")
    });
    match tiers.collect::<Vec<_>>().as_slice() {
        [only] => format!("{only}, {often}"),
        [higher @ .., last] => {
            let higher: Vec<String> =
                higher.iter().map(|tier| format!("{tier} if possible, else ")).collect();
            format!("{}{last}, {often}", higher.concat())
        }
        [] => often,
    }
}

/// How the player of each side claims the first side in an opening.
const CLAIMS: [&str; 2] = [
    ", or pass, which ends the openings",
    ", or swap to take the first player's side, which ends the openings",
];

const SWAP: &str = "Instead of its first turn, the second player may take the first player's side.";

const STACKS: &str = "A stack belongs to the owner of its top stone. It is free on a tile, and a prisoner on a cell \
                      without a tile.";

/// The actions that turns offer, in the order in which they are first offered.
fn in_order_of_use(variant: &Variant) -> Vec<usize> {
    let turns = variant.turns();
    let mut order = Vec::new();
    for index in turns.flat_map(|turn| &turn.steps).flat_map(Step::actions) {
        if !order.contains(&index) {
            order.push(index);
        }
    }
    order
}

fn repetition(variant: &Variant, claims: &Claims) -> String {
    match claims.no_return {
        Some(NoReturn::Grows) => return "Impossible: the number of stones only grows.".to_owned(),
        Some(NoReturn::Recedes) => {
            let forward = |action: &ActionRule| matches!(&action.kind, ActionKind::Move(kind) if kind.forward || kind.directions.is_some());
            let or_forward = if variant.actions.iter().any(forward) { " or moves one forward" } else { "" };
            return format!("Impossible: every action takes a stone off{or_forward}.");
        }
        None => {}
    }
    let forbidden = forbidden_repetition(variant, claims);
    match variant.end.repeated {
        Some(repeated) if variant.repetition == Repetition::None => {
            format!("Earlier positions may return, but not without end. {}", returns(repeated, claims))
        }
        Some(repeated) => format!("{forbidden} {}", returns(repeated, claims)),
        None => forbidden,
    }
}

/// How an arrangement that returns ends the game.
fn returns(repeated: Repeated, claims: &Claims) -> String {
    let times = in_words(repeated.times);
    let ends = match repeated.result {
        RepetitionResult::Draw => "the game is a draw",
        RepetitionResult::Loses => "the player who has brought it back loses",
    };
    let exempt = if claims.some_passed_turn() { " A passed turn repeats nothing." } else { "" };
    format!(
        "When the same arrangement of stones has stood {times} times with the same side to move, at the start or at the end \
         of turns, {ends}.{exempt}"
    )
}

/// Which arrangements no turn may end in.
fn forbidden_repetition(variant: &Variant, claims: &Claims) -> String {
    match variant.repetition {
        Repetition::None => "Not restricted: earlier positions may return.".to_owned(),
        Repetition::SimpleKo => {
            "No action may end a turn in the arrangement of stones that the opponent's last turn began \
                                 with (ko)."
                .to_owned()
        }
        Repetition::PositionalSuperko => {
            let by_itself = if claims.turns.iter().any(|turn| turn.cut_short || turn.closed) {
                " If no further action is possible, the last one ends the turn and must obey this rule too."
            } else {
                ""
            };
            let exempt = if claims.some_passed_turn() {
                " Passing is exempt, and so is ending a turn by `pass` where nothing else is legal."
            } else if claims.some_pass() {
                " Ending a turn by `pass` where nothing else is legal is exempt."
            } else {
                ""
            };
            format!(
                "No action may end a turn in an arrangement of stones that stood at the start or at the end of an \
                 earlier turn (positional superko).{by_itself}{exempt}"
            )
        }
    }
}

fn end(variant: &Variant, claims: &Claims) -> String {
    let (passes, verb) = match variant.end.passes {
        1 => ("A passed turn".to_owned(), "ends"),
        n => (format!("{} passed turns in a row", capital(&in_words(n))), "end"),
    };
    let tiles = variant.end.tiles.filter(|_| variant.board.is_boundless());
    let by_tiles =
        tiles.map(|most| format!("{} on the plane end the game immediately.", count(most, "tile")));
    let by_passes = match (claims.some_pass(), claims.some_passed_turn()) {
        (false, _) => "There is no pass.".to_owned(),
        (true, false) => "No turn can be passed.".to_owned(),
        (true, true) if tiles.is_some() => format!("{passes} {verb} it too."),
        (true, true) => format!("{passes} {verb} the game."),
    };
    let stuck = match variant.end.stuck {
        Stuck::Pass => None,
        Stuck::End => Some(
            "The game ends when the player to move can do nothing, even if the opponent could still act."
                .to_owned(),
        ),
        Stuck::Loses => Some("A player who can do nothing loses.".to_owned()),
        Stuck::Wins => Some("A player who can do nothing wins.".to_owned()),
    };
    let quiet = variant.end.quiet.map(|turns| {
        let (turns, do_not, end) = match turns {
            1 => ("A turn".to_owned(), "does not", "ends"),
            n => (format!("{} turns in a row", capital(&in_words(n))), "do not", "end"),
        };
        format!(
            "{turns} that {do_not} change the number of stones, of either side or neutral, {end} the game."
        )
    });
    let cap = count(variant.end.max_turns, "turn");
    let then = match variant.score.method {
        ScoreMethod::None => "is a draw",
        _ => "is scored as it stands",
    };
    let cap = format!("A game that reaches {cap} {then} and counted as truncated.");
    by_tiles
        .into_iter()
        .chain([by_passes])
        .chain(stuck)
        .chain(quiet)
        .chain([cap])
        .collect::<Vec<_>>()
        .join(" ")
}
