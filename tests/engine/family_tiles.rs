//! Random variants of games with stacks and tiles: every rule of the model in every combination.

use crate::chance::{below, once_in, pick, seeded};
use crate::family::with_kinds;
use dropline::board::{Board, Cell, Shape};
use dropline::points::Points;
use dropline::rules::{self, PlayoutPolicy, Position};
use dropline::variant::{
    ActionKind, ActionRule, Deal, End, OntoPrisoner, Release, ReleaseSets, Score, ScoreMethod, Setup, Side,
    Stack, StackDrop, Stacks, Step, Stuck, Turn, Unmet, Variant, load,
};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

/// Variant `number`: Hex-It or Exxit with other parameters, or a game with the same kinds of action.
pub fn any(number: u64) -> Variant {
    let rng = &mut seeded(number);
    let usual = load(pick(rng, &["hex-it", "exxit"]), &[]).expect("a valid variant").variant;
    // On a small plane, games reach the edge.
    let board = Board::new(Shape::BoundlessHex { reach: pick(rng, &[3, 4, 6, 9]) });
    let mut variant = if number.is_multiple_of(3) { usual } else { of_any_turns(usual, rng) };
    variant.stacks = Stacks {
        hand: pick(rng, &[1, 2, 3, 5, 8, 8, 9, 10]),
        onto_prisoner: pick(rng, &[OntoPrisoner::Stack, OntoPrisoner::Forbidden]),
        release: pick(rng, &[ReleaseSets::Any, ReleaseSets::Maximal]),
    };
    if !once_in(3, rng) {
        variant.setup = setup(variant.stacks.hand, rng);
    }
    let tiles = variant.setup.tiles.iter().map(Vec::len).sum::<usize>() as u16;
    variant.end.tiles =
        pick(rng, &[None, Some(0), Some(1), Some(2), Some(5), Some(20)]).map(|more| tiles + more);
    Variant { board, ..variant }
}

/// A game with so many tiles that it needs larger sets.
pub fn of_many_tiles(number: u64) -> Variant {
    let usual = load(["hex-it", "exxit"][number as usize % 2], &[]).expect("a valid variant").variant;
    let rng = &mut seeded(number);
    let stacks = Stacks { hand: pick(rng, &[8, 10]), ..usual.stacks };
    let mut setup = setup(8, rng);
    setup.to_move = None;
    setup.turns = 0;
    if number.is_multiple_of(3) {
        // Tiles far from each other, so that each uses seven cells.
        let far = (0..30).map(|i| Cell::from_axial(3 * (i % 6) - 9, 3 * (i / 6) + 5).expect("a near cell"));
        setup.tiles[0].extend(far);
    }
    let end = End { tiles: pick(rng, &[None, Some(60), Some(200)]), max_turns: 1000, ..usual.end };
    Variant { board: Board::new(Shape::BoundlessHex { reach: 30 }), setup, stacks, end, ..usual }
}

/// The same variant, with the setup of a game after some random turns.
pub fn after_random_turns(variant: &Variant, rng: &mut Random) -> Variant {
    let mut game = rules::start(variant);
    let most = below(rng, 300);
    let mut actions = 0;
    while game.outcome().is_none() && (actions < most || game.actions_in_turn() > 0) {
        let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
        game.play(action);
        actions += 1;
    }
    let end = End { max_turns: game.turns() + 10, ..variant.end };
    Variant { setup: setup_of(game.as_ref()), end, ..variant.clone() }
}

/// The setup of this position.
fn setup_of(game: &dyn Position) -> Setup {
    let cells = || game.board().cells().iter().copied();
    let tiles = Side::BOTH.map(|side| cells().filter(|&cell| game.tile(cell) == Some(side)).collect());
    let stack = |cell| Stack { cell, stones: game.stack(cell) };
    Setup {
        tiles,
        stacks: cells().filter(|&cell| game.stone(cell).is_some()).map(stack).collect(),
        turns: game.turns(),
        to_move: Some(game.side_to_move()),
        ..Setup::default()
    }
}

/// A game with random kinds of action in random turns.
fn of_any_turns(usual: Variant, rng: &mut Random) -> Variant {
    let actions: Vec<_> = (0..2 + below(rng, 4)).map(|index| action(index, rng)).collect();
    let turns = |rng: &mut Random| turn(actions.len(), rng);
    Variant {
        openings: (0..below(rng, 3)).map(|_| turns(rng)).collect(),
        turn: turns(rng),
        swap: once_in(3, rng),
        end: End {
            passes: pick(rng, &[1, 2, 2, 3]),
            stuck: pick(rng, &[Stuck::Pass, Stuck::Pass, Stuck::End]),
            max_turns: pick(rng, &[4, 9, 40, 1000]),
            ..usual.end
        },
        score: Score::new(ScoreMethod::Tiles, Points::hundredths(pick(rng, &[0, 0, 750, -125]))),
        actions,
        ..usual
    }
}

fn action(index: usize, rng: &mut Random) -> ActionRule {
    let deal = ActionKind::Deal(Deal { makes_prisoner: pick(rng, &[None, Some(true), Some(false)]) });
    let kind =
        pick(rng, &[ActionKind::StackDrop(StackDrop), ActionKind::Release(Release), deal.clone(), deal]);
    ActionRule { name: format!("action-{index}"), kind, ..crate::hand_made::place("") }
}

fn turn(actions: usize, rng: &mut Random) -> Turn {
    with_kinds((0..pick(rng, &[1, 1, 1, 2, 2, 3])).map(|_| step(actions, rng)).collect(), rng)
}

/// A step that offers some of the actions, in tiers.
fn step(actions: usize, rng: &mut Random) -> Step {
    let mut tiers = vec![vec![]; pick(rng, &[1, 2, 3, 4])];
    for action in 0..actions {
        if !once_in(4, rng) {
            let tier = below(rng, tiers.len());
            tiers[tier].push(action);
        }
    }
    tiers.retain(|tier| !tier.is_empty());
    if tiers.is_empty() {
        tiers.push(vec![below(rng, actions)]);
    }
    let max = pick(rng, &[1, 1, 2, 3, 4]);
    let min = if once_in(2, rng) { 0 } else { below(rng, usize::from(max) + 1) as u16 };
    Step { tiers, min, max, unmet: pick(rng, &[Unmet::Skip, Unmet::Skip, Unmet::End]), or: false }
}

/// Random tiles, stacks and prisoners around the middle, with at most `hand` stones of each side.
fn setup(hand: u8, rng: &mut Random) -> Setup {
    let mut setup = Setup {
        turns: pick(rng, &[0, 1, 2, 3]),
        to_move: pick(rng, &[None, Some(Side::First), Some(Side::Second)]),
        ..Setup::default()
    };
    let mut hands = [hand; 2];
    let mut prisoners = 0;
    let (density, emptiness) = (pick(rng, &[2, 3, 4]), pick(rng, &[1, 2, 4]));
    for (q, r) in (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))) {
        let cell = Cell::from_axial(q, r).expect("a near cell");
        let tile = !once_in(density, rng);
        if tile {
            setup.tiles[below(rng, 2)].push(cell);
        }
        // Few enough prisoners that all sets of them can be tried.
        let stack = once_in(1 + emptiness, rng) && (tile || prisoners < 7);
        if stack {
            let stones = stones(&mut hands, rng);
            prisoners += usize::from(!tile);
            setup.stacks.extend((!stones.is_empty()).then_some(Stack { cell, stones }));
        }
    }
    setup
}

/// Takes a few random stones out of the hands.
fn stones(hands: &mut [u8; 2], rng: &mut Random) -> Vec<Side> {
    let mut stones = vec![];
    for _ in 0..pick(rng, &[1, 1, 1, 2, 2, 3, 5]) {
        let side = pick(rng, &Side::BOTH);
        if hands[side.index()] > 0 {
            hands[side.index()] -= 1;
            stones.push(side);
        }
    }
    stones
}
