//! Guided playouts, and what they report.

use crate::chance::seeded;
use crate::draw::{cell, stones};
use crate::hand_made::{go, squares};
use crate::{family, family_tiles};
use dropline::agents::playout_policy;
use dropline::board::Cell;
use dropline::rules::{self, Action, Guide, Mark, Player, PlayoutPolicy, Position};
use dropline::variant::{self, Variant};
use std::collections::BTreeMap;

/// A guide that always guides, and has learnt from `marks`.
fn leading(marks: &[Mark]) -> Guide {
    let mut guide = Guide::default();
    (guide.answers, guide.replies, guide.duels, guide.decisive, guide.patterns) = (200, 100, 200, 200, 200);
    for (number, pair) in marks.windows(2).enumerate() {
        guide.set_reply(pair[0], Some(pair[1].cell));
        guide.learn(pair[0], (number % 2) as f32, 0.5);
    }
    guide
}

fn played(mut position: Box<dyn Position>, seed: u64, guide: &Guide) -> (Box<dyn Position>, Vec<Mark>) {
    let (mut marks, policy, mut guide) = (Vec::new(), playout_policy(position.variant()), guide.clone());
    position.playout_guided(&mut seeded(seed), policy, &mut guide, &mut marks);
    (position, marks)
}

fn same(a: &dyn Position, b: &dyn Position) -> bool {
    let (mut ownership, mut others) = (Vec::new(), Vec::new());
    a.ownership(&mut ownership);
    b.ownership(&mut others);
    (a.outcome(), a.turns(), a.captures(), ownership) == (b.outcome(), b.turns(), b.captures(), others)
}

#[test]
fn an_unguided_playout_is_random_and_reports_its_placements() {
    for number in 0..40 {
        let variant = family_tiles::any(number);
        let (guided, marks) = played(rules::start(&variant), number, &Guide::default());
        let mut random = rules::start(&variant);
        let actions = random.playout(&mut seeded(number), PlayoutPolicy::Unrestricted);
        assert!(same(&*guided, &*random) && (!marks.is_empty() || actions < 5), "tiles {number}");
    }
    for number in 0..150 {
        let variant = family::small(number);
        let (guided, marks) = played(rules::start(&variant), number, &Guide::default());
        let mut random = rules::start(&variant);
        random.playout(&mut seeded(number), playout_policy(&variant));
        assert!(same(&*guided, &*random), "variant {number}");
        let last: BTreeMap<Cell, Player> = marks.iter().map(|mark| (mark.cell, mark.player)).collect();
        let start = rules::start(&variant);
        for &cell in variant.board.cells() {
            let Some(side) = guided.stone(cell) else { continue };
            let player = Player::BOTH[side.index() ^ usize::from(guided.swapped())];
            // Stones that stood at the start of the playout, and stones that changed hands by a swap, need no mark of their
            // player.
            let known = start.stone(cell) == Some(side) || guided.swapped();
            assert!(known || last.get(&cell) == Some(&player), "variant {number}, {cell}");
        }
    }
}

#[test]
fn guided_playouts_are_the_same_on_every_grid_and_reach_legal_positions() {
    let mut led = 0;
    for number in 0..150 {
        let variant = family::small(number);
        let (random, marks) = played(rules::start(&variant), number, &Guide::default());
        let guide = leading(&marks);
        let (fast, fast_marks) = played(rules::start(&variant), number, &guide);
        let (large, large_marks) = played(rules::start_on_large_grid(&variant), number, &guide);
        assert!(same(&*fast, &*large) && fast_marks == large_marks, "variant {number}");
        assert_eq!(fast.verify(), Ok(()), "variant {number}");
        led += u32::from(!same(&*fast, &*random));
    }
    assert!(led > 20, "{led} games differed");
}

/// Plays the single stones of `marks`, one a turn, with `pass` where the other player is to move.
fn replay(variant: &Variant, marks: &[Mark]) -> Box<dyn Position> {
    let mut position = rules::start(variant);
    for mark in marks {
        while position.to_move() != mark.player {
            assert_eq!(position.check(Action::Pass), Ok(()));
            position.play(Action::Pass);
        }
        assert_eq!(position.check(Action::Place(mark.cell)), Ok(()), "{mark:?}");
        position.play(Action::Place(mark.cell));
    }
    position
}

#[test]
fn every_stone_of_a_playout_is_legal() {
    for seed in 0..20 {
        let sets = [format!("board.width={}", 4 + seed % 4), "score.komi=0".to_owned()];
        let loaded = variant::load("go", &sets).expect("a shipped variant");
        let (_, first) = played(rules::start(&loaded.variant), seed, &Guide::default());
        let (end, marks) = played(rules::start(&loaded.variant), seed + 100, &leading(&first));
        let (mut ownership, mut others) = (Vec::new(), Vec::new());
        end.ownership(&mut ownership);
        replay(&loaded.variant, &marks).ownership(&mut others);
        assert_eq!(ownership, others, "{seed}");
    }
}

/// The first stones of playouts from a position of Go in which white has just played `last` and black is to move, with threats
/// always answered.
fn first_stones(drawing: &str, last: &str) -> Vec<Cell> {
    let mut variant = go(squares(5, 5));
    let [black, white] = stones(&variant.board, drawing);
    (variant.setup.stones, variant.setup.turns) = ([black, white], 0);
    let mut guide = Guide::default();
    guide.answers = 256;
    let mut found = Vec::new();
    for seed in 0..40 {
        let mut marks = vec![Mark { cell: cell(last), player: Player::Second }];
        let mut position = rules::start(&variant);
        position.playout_guided(&mut seeded(seed), PlayoutPolicy::AvoidOwnEyes, &mut guide, &mut marks);
        found.push(marks[1].cell);
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn threats_are_answered() {
    // White has put the stone in the middle in atari: it can escape downward.
    assert_eq!(first_stones("..... ..o.. .oxo. ..... .....", "c4"), [cell("c2")]);
    // It escapes if two liberties are left, but not if there is only one.
    assert_eq!(first_stones("..... ..o.. .oxo. .o... .....", "c4"), [cell("c2")]);
    assert!(first_stones("..... ..o.. .oxo. .o.o. .....", "c4").len() > 10);
    // Here another white stone next to it can be captured as well.
    assert_eq!(first_stones("..... ..ox. .oxo. ...x. .....", "c4"), [cell("c2"), cell("e3")]);
    // The last stone itself has one liberty left.
    assert_eq!(first_stones("..... ..x.. .xo.. ..x.. .....", "c3"), [cell("d3")]);
    // There is no threat: any cell will do.
    assert!(first_stones("..... ..... ..o.. ..... .....", "c3").len() > 10);
}

#[test]
fn the_weight_of_a_cell_moves_towards_its_rewards() {
    let mut guide = Guide::default();
    let [mine, other] = Player::BOTH.map(|player| Mark { cell: cell("c2"), player });
    guide.learn(mine, 1.0, 0.5);
    assert_eq!([guide.weight(mine), guide.weight(other)], [0.75, 0.5], "half the way from 0.5 to 1");
    guide.learn(mine, 0.0, 0.25);
    assert_eq!(guide.weight(mine), 0.5625, "a quarter of the way to 0");
    guide.forget();
    assert_eq!(guide.weight(mine), 0.5);
}

#[test]
fn a_duel_prefers_the_stone_with_the_greater_weight() {
    let loaded = variant::load("tic-tac-toe", &[]).expect("a shipped variant");
    let chosen = |reward: f32| {
        let mut guide = Guide::default();
        guide.duels = 256;
        guide.learn(Mark { cell: cell("c2"), player: Player::First }, reward, 1.0);
        let first = (0..400).map(|seed| played(rules::start(&loaded.variant), seed, &guide).1[0].cell);
        first.filter(|&first| first == cell("c2")).count()
    };
    // Of 9 cells, c2 is one of the two drawn in a share of 1 - (8/9)^2 of the playouts, which is 84 of 400; it is both of them in
    // a share of 1/81, which is 5 of 400.
    let (best, worst) = (chosen(1.0), chosen(0.0));
    assert!((60..110).contains(&best) && worst < 15, "{best} and {worst} of 400");
}

#[test]
fn playouts_learn_which_stones_win() {
    // Black is to move and wins immediately on c1, next to white's last stone.
    let sets = ["setup.black=[\"a1\",\"b1\"]", "setup.white=[\"a2\",\"c2\"]"].map(str::to_owned);
    let loaded = variant::load("tic-tac-toe", &sets).expect("a shipped variant");
    let mut guide = Guide::default();
    guide.patterns = 256;
    let mut wins_at_once = |seeds: std::ops::Range<u64>| {
        let mut wins = 0;
        for seed in seeds {
            let mut marks = vec![Mark { cell: cell("c2"), player: Player::Second }];
            let mut position = rules::start(&loaded.variant);
            position.playout_guided(&mut seeded(seed), PlayoutPolicy::Unrestricted, &mut guide, &mut marks);
            guide.learn_result(if position.winner() == Player::First.wins() { 1.0 } else { 0.0 });
            wins += usize::from(marks[1].cell == cell("c1"));
        }
        wins
    };
    let (first, later, last) = (wins_at_once(0..100), wins_at_once(100..2000), wins_at_once(2000..3000));
    assert!(first < 35 && last > 330, "{first} of 100, {later} of 1,900, {last} of 1,000");
}
