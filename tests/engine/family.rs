//! Random variants of the whole family: every rule of the model in every combination.

use crate::chance::{below, once_in, pick, seeded};
use crate::hand_made::{clear, go, hexagon, squares, target};
use crate::slow::Slow;
use dropline::board::{Board, Cell, Lines, Shape};
use dropline::points::Points;
use dropline::rules::{self, PlayoutPolicy};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Condition, Displace, End, Pattern, Place, Reach, Repetition, Score,
    ScoreMethod, Setup, Shapes, Side, Step, Stuck, Suicide, Turn, Unmet, Variant,
};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

/// Variant `number`; low numbers have small boards.
pub fn small(number: u64) -> Variant {
    let rng = &mut seeded(number);
    let most = 2 + (number / 16).min(4) as u8;
    let mut length = |bound: u8| 1 + below(rng, usize::from(bound)) as u8;
    let shape = match number % 5 {
        0 => Shape::Hexagon { side: length(most.min(4)) },
        1 => Shape::Rhombus { width: length(most), height: length(most) },
        2 => Shape::Triangle { side: length(most) },
        _ => Shape::Rectangle { width: length(most), height: length(most) },
    };
    on(shape, rng)
}

/// Random variants on boards of every size that the engine may treat differently.
pub fn large(number: u64) -> Variant {
    const SHAPES: [Shape; 12] = [
        hexagon(6),
        squares(8, 8),
        squares(31, 2),
        hexagon(8),
        squares(13, 13),
        hexagon(9),
        squares(15, 15),
        squares(16, 5),
        squares(19, 19),
        hexagon(12),
        squares(24, 24),
        squares(31, 31),
    ];
    on(SHAPES[number as usize % SHAPES.len()], &mut seeded(number))
}

/// The same variant, with the setup of a game after some random turns.
pub fn after_random_turns(variant: &Variant, rng: &mut Random) -> Variant {
    let mut game = rules::start(variant);
    let most = below(rng, 2 * variant.board.cells().len());
    let mut actions = 0;
    while game.outcome().is_none() && (actions < most || game.actions_in_turn() > 0) {
        let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
        game.play(action);
        actions += 1;
    }
    let of = |side| {
        let cells = variant.board.cells().iter().copied();
        cells.filter(|&cell| game.stone(cell) == Some(side)).collect()
    };
    let setup = Setup {
        stones: Side::BOTH.map(of),
        turns: game.turns(),
        to_move: Some(game.side_to_move()),
        ..Setup::default()
    };
    let end = End { max_turns: game.turns() + 3, ..variant.end };
    Variant { setup, end, ..variant.clone() }
}

/// A random variant on a board of that shape.
fn on(shape: Shape, rng: &mut Random) -> Variant {
    let cells = Board::new(shape).cells().len();
    let actions: Vec<_> = (0..1 + below(rng, 4)).map(|index| action(index, cells, rng)).collect();
    let turns = |rng: &mut Random| turn(actions.len(), rng);
    let mut variant = Variant {
        openings: (0..below(rng, 3)).map(|_| turns(rng)).collect(),
        turn: turns(rng),
        swap: once_in(3, rng),
        capture: pick(
            rng,
            &[
                Capture::None,
                Capture::Liberties(Suicide::Allowed),
                Capture::Liberties(Suicide::Forbidden),
                Capture::Liberties(Suicide::Forbidden),
            ],
        ),
        repetition: pick(rng, &[Repetition::None, Repetition::PositionalSuperko]),
        end: End {
            passes: pick(rng, &[1, 2, 2, 3]),
            max_turns: pick(rng, &[4, 9, 40, 1000]),
            stuck: pick(rng, &[Stuck::Pass, Stuck::Pass, Stuck::End]),
            ..End::default()
        },
        score: Score::new(
            pick(rng, &[ScoreMethod::Control, ScoreMethod::Area, ScoreMethod::Groups]),
            Points::hundredths(pick(rng, &[0, 0, 750, -125])),
        ),
        actions,
        ..go(shape)
    };
    if !once_in(3, rng) {
        variant.setup = setup(&variant.board, rng);
        settle(&mut variant);
    }
    variant
}

fn action(index: usize, cells: usize, rng: &mut Random) -> ActionRule {
    let reach = |rng: &mut Random| pick(rng, &[Reach::Adjacent, Reach::Touching]);
    let (mut clear_within, mut condition) = (None, Condition::default());
    let kind = if once_in(3, rng) {
        let number = |rng: &mut Random| pick(rng, &[None, Some(1), Some(2)]);
        let usual = target(Some(1), Some(1));
        let any = target(number(rng), number(rng));
        condition = if pick(rng, &[true, false, false]) { usual } else { any };
        ActionKind::Displace(Displace { to: reach(rng) })
    } else {
        clear_within = once_in(6, rng).then(|| reach(rng));
        let mut shapes = |n| once_in(n, rng).then(|| shapes(cells, rng));
        ActionKind::Place(Place { shape: shapes(6), first_shape: shapes(12), ..Place::default() })
    };
    let rule = ActionRule {
        sight: pick(rng, &[None, Some(Lines::Orthogonal), Some(Lines::Queen)]),
        new_per_group: pick(rng, &[None, Some(1), Some(1), Some(2)]),
        condition,
        ..ActionRule::new(&format!("action-{index}"), kind)
    };
    clear_within.map_or(rule.clone(), |reach| clear(reach, rule))
}

/// Random shapes, with large ones only on small boards: the slow engine tries every way to place one.
pub fn shapes(cells: usize, rng: &mut Random) -> Shapes {
    let most = match cells {
        ..=6 => 5,
        7..=9 => 4,
        10..=16 => 3,
        _ => 2,
    };
    if once_in(2, rng) {
        let sizes: Vec<u8> = (1..=most).filter(|_| once_in(2, rng)).collect();
        return Shapes::Sizes(if sizes.is_empty() { vec![most] } else { sizes });
    }
    let patterns = (0..1 + below(rng, 2)).map(|_| pattern(usize::from(most).min(3), rng)).collect();
    let only = (1..=most).filter(|_| once_in(2, rng)).collect();
    let cells = if once_in(3, rng) { only } else { vec![] };
    Shapes::Patterns { patterns, parts: once_in(2, rng), cells, centre_seen: once_in(2, rng) }
}

/// Some cells near a centre and the centre itself; they need not be connected.
fn pattern(most: usize, rng: &mut Random) -> Pattern {
    let mut cells = vec![(0, 0)];
    for _ in 1..=below(rng, most) {
        let mut near = || below(rng, 5) as i8 - 2;
        cells.push((near(), near()));
    }
    cells.sort_unstable();
    cells.dedup();
    Pattern { cells }
}

/// A turn whose steps offer some of this many kinds of action.
pub fn turn(actions: usize, rng: &mut Random) -> Turn {
    with_kinds((0..pick(rng, &[1, 1, 1, 2, 2, 3])).map(|_| step(actions, rng)).collect(), rng)
}

/// The turn of these steps, some of which may begin another kind of turn.
pub fn with_kinds(mut steps: Vec<Step>, rng: &mut Random) -> Turn {
    if steps.len() > 1 && once_in(2, rng) {
        let mut begun = vec![];
        for (i, step) in steps.iter_mut().enumerate() {
            // Kinds of turn begin with different actions.
            let new: Vec<_> = step.actions().filter(|action| !begun.contains(action)).collect();
            if i == 0 || once_in(2, rng) && !new.is_empty() {
                (step.or, step.min) = (i > 0, step.min.max(1));
                begun.extend(&new);
                step.tiers = vec![new];
            }
        }
    }
    Turn { steps, claim: false }
}

fn step(actions: usize, rng: &mut Random) -> Step {
    let mut offered: Vec<_> = (0..actions).filter(|_| once_in(2, rng)).collect();
    if offered.is_empty() {
        offered.push(below(rng, actions));
    }
    let max = pick(rng, &[1, 1, 2, 3, 4]);
    let min = if once_in(2, rng) { 0 } else { below(rng, usize::from(max) + 1) as u16 };
    let mut tiers = vec![offered];
    while once_in(4, rng) && tiers[tiers.len() - 1].len() > 1 {
        let last = tiers.len() - 1;
        let later = below(rng, tiers[last].len() - 1) + 1;
        let rest = tiers[last].split_off(later);
        tiers.push(rest);
    }
    Step { tiers, min, max, unmet: pick(rng, &[Unmet::Skip, Unmet::Skip, Unmet::End]), or: false }
}

/// Stones on some cells, at some point of the game.
pub fn setup(board: &Board, rng: &mut Random) -> Setup {
    let mut stones = [vec![], vec![]];
    let emptiness = pick(rng, &[2, 3, 6]);
    for &cell in board.cells() {
        if let Some(stones) = stones.get_mut(below(rng, emptiness)) {
            stones.push(cell);
        }
    }
    let to_move = pick(rng, &[None, None, Some(Side::First), Some(Side::Second)]);
    Setup { stones, turns: pick(rng, &[0, 1, 2, 3]), to_move, ..Setup::default() }
}

/// Removes stones until every group of the setup has a liberty, if the rules require that.
pub fn settle(variant: &mut Variant) {
    if !variant.capture.by_liberties() {
        return;
    }
    while let Some(cell) = Slow::start(variant).stone_without_liberty() {
        let keep = |stones: &mut Vec<Cell>| stones.retain(|&stone| stone != cell);
        variant.setup.stones.iter_mut().for_each(keep);
    }
}
