//! Games judged by exact values: decisions by hand, and those of random games compared with plain minimax.

use crate::chance::{pick, seeded};
use crate::family;
use crate::hand_made::shipped;
use crate::solve::{plain, pool};
use dropline::rules::{self, Action, ActionList, Margin, Position};
use dropline::solve::{Decisions, Judge, Settings, Solver};
use dropline::variant::Variant;

/// The decisions that matter in a game, judged by the values that `plain` finds by playing every line to its end; `None` if there
/// are more than `left` positions.
fn plain_decisions(variant: &Variant, game: &[Action], winner_only: bool, left: u32) -> Option<Decisions> {
    let worth = |margin: Margin| if winner_only { margin.order().signum() } else { margin.order() };
    let (mut position, mut left, mut decisions) = (rules::start(variant), left, Decisions::default());
    for &action in game {
        let mut legal = ActionList::new();
        position.legal_actions(&mut legal);
        let value = worth(plain(&*position, &mut left)?);
        let mut keeping = Vec::new();
        for &other in &legal {
            let mut next = position.boxed_clone();
            next.play(other);
            keeping.extend((worth(plain(&*next, &mut left)?) == value).then_some(other));
        }
        assert!(!keeping.is_empty(), "some action keeps the value");
        if keeping.len() < legal.len() {
            let counts = if keeping.contains(&action) { &mut decisions.kept } else { &mut decisions.lost };
            counts[position.to_move().index()] += 1;
        }
        position.play(action);
    }
    Some(decisions)
}

/// A game in which `choose` picks each action among the legal ones.
fn game_of(variant: &Variant, mut choose: impl FnMut(&dyn Position, &[Action]) -> Action) -> Vec<Action> {
    let (mut position, mut legal, mut game) = (rules::start(variant), ActionList::new(), Vec::new());
    while position.outcome().is_none() {
        position.legal_actions(&mut legal);
        let action = choose(&*position, &legal);
        position.play(action);
        game.push(action);
    }
    game
}

#[test]
fn the_decisions_of_random_games_are_those_of_plain_minimax() {
    let (mut compared, mut all) = (0, Decisions::default());
    for number in 0..200 {
        let variant = family::after_random_turns(&family::small(number), &mut seeded(number));
        if rules::start(&variant).outcome().is_some() {
            continue;
        }
        let mut rng = seeded(number + 1_000);
        let game = game_of(&variant, |_, legal| pick(&mut rng, legal));
        for winner_only in [false, true] {
            let Some(expected) = plain_decisions(&variant, &game, winner_only, 20_000) else { continue };
            let settings = Settings { cap: true, winner_only, ..Settings::default() };
            let mut solver = Solver::new(&variant, settings).expect("a solver");
            assert_eq!(solver.solve(&pool(), &()).stopped, None);
            let mut judge = Judge::new(solver);
            // The second time, the solver answers from memory.
            for _ in 0..2 {
                assert_eq!(judge.decisions(&game, &()), Ok(expected), "variant {number}");
            }
            compared += 1;
            for player in [0, 1] {
                all.kept[player] += expected.kept[player];
                all.lost[player] += expected.lost[player];
            }
        }
    }
    let often = all.kept.into_iter().chain(all.lost).all(|count| count > 20);
    assert!(compared > 60 && often, "{compared} games, {all:?}");
}

#[test]
fn perfect_players_keep_the_value_in_every_decision() {
    for (name, sets) in [
        ("tic-tac-toe", &[][..]),
        ("dropper", &["board.width=3", "board.height=3"]),
        ("send-it", &["board.side=2"]),
        ("hex-it", &["end.tiles=7", "stacks.hand=2"]),
        ("exxit", &["end.tiles=7", "stacks.hand=2"]),
    ] {
        let variant = shipped(name, sets);
        let solved = || {
            let mut solver = Solver::new(&variant, Settings::default()).expect("a solver");
            assert_eq!(solver.solve(&pool(), &()).stopped, None);
            solver
        };
        let (mut solver, mut judge, mut rng) = (solved(), Judge::new(solved()), seeded(1));
        let (mut kept, mut lost_at_random) = (0, 0);
        for _ in 0..10 {
            let game = game_of(&variant, |position, _| {
                let value = solver.bounds(position, &()).expect("nobody stops it").value();
                let legal = solver.actions(position, value, &()).expect("nobody stops it");
                let best: Vec<_> = legal.iter().filter(|legal| legal.keeps_value).collect();
                pick(&mut rng, &best).action
            });
            let decisions = judge.decisions(&game, &()).expect("nobody stops it");
            assert_eq!((decisions.lost, decisions.kept()), ([0, 0], decisions.all()), "{name}");
            kept += decisions.kept();
            let game = game_of(&variant, |_, legal| pick(&mut rng, legal));
            lost_at_random += judge.decisions(&game, &()).expect("nobody stops it").lost.iter().sum::<u32>();
        }
        assert!(kept > 0 && lost_at_random > 0, "{name}: {kept}, {lost_at_random}");
    }
}

#[test]
fn the_decisions_of_tic_tac_toe_are_those_found_by_hand() {
    let variant = shipped("tic-tac-toe", &[]);
    let mut solver = Solver::new(&variant, Settings::default()).expect("a solver");
    solver.solve(&pool(), &());
    let mut judge = Judge::new(solver);
    let mut decisions = |game: &str| {
        let actions: Vec<Action> = game.split(' ').map(|text| text.parse().expect("an action")).collect();
        let Decisions { kept, lost } = judge.decisions(&actions, &()).expect("nobody stops it");
        (kept, lost)
    };
    // Every first action draws, so the first decision does not matter.
    assert_eq!(decisions("b2"), ([0, 0], [0, 0]));
    // A stone in a corner answers the centre, and a stone in the centre answers a corner.
    for corner in ["a1", "a3", "c1", "c3"] {
        assert_eq!(decisions(&format!("b2 {corner}")), ([0, 1], [0, 0]));
        assert_eq!(decisions(&format!("{corner} b2")), ([0, 1], [0, 0]));
    }
    for edge in ["a2", "b1", "b3", "c2"] {
        assert_eq!(decisions(&format!("b2 {edge}")), ([0, 0], [0, 1]));
    }
    assert_eq!(decisions("a1 c3"), ([0, 0], [0, 1]));
    // After the error a2, a1 threatens c3 and then wins by two threats at once; c2 gives the win away, since White then draws
    // with c1.
    assert_eq!(decisions("b2 a2 a1"), ([1, 0], [0, 1]));
    assert_eq!(decisions("b2 a2 c2"), ([0, 0], [1, 1]));
    // White must stop c3; everything else loses immediately. Then c1 threatens both b1 and a3.
    assert_eq!(decisions("b2 a2 a1 c3 c1"), ([2, 0], [0, 1]));
}
