use super::*;
use crate::stages::LARGE;
use crate::symmetry::{beginnings, symmetries};
use crate::weights::Weights;
use dropline_agents::playout_policy;
use dropline_engine::rules::Snapshot;
use dropline_engine::{rules, variant};

/// The start of a game, with patterns and tables of weights drawn at random.
fn game(name: &str, sets: &[&str]) -> (Box<dyn Position>, Arc<Layout>, Tables) {
    let (start, layout, weights) = drawn(name, sets);
    let tables = weights.tables(&layout);
    (start, layout, tables)
}

/// The start of a game, with patterns and weights drawn at random.
fn drawn(name: &str, sets: &[&str]) -> (Box<dyn Position>, Arc<Layout>, Weights) {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    let loaded = variant::load(name, &sets).unwrap_or_else(|_| panic!("{name} is a variant"));
    let start = rules::start(&loaded.variant);
    let layout = Arc::new(Layout::new(&*start, start.board().cells().len() <= LARGE));
    let mut weights = Weights::new(&layout, 300);
    let mut rng = chance::stream(1, &[0; 32], 0);
    for value in &mut weights.values {
        *value = chance::below(&mut rng, 2001) as f32 / 1000.0 - 1.0;
    }
    if start.board().is_boundless() {
        // Nothing is learned of the empty plane.
        let of = &*layout;
        let numbers = |side: usize| of.empty().iter().map(move |&at| of.numbers(side)[at as usize] as usize);
        for number in numbers(0).chain(numbers(1)) {
            let of_stages = (0..STAGES).filter_map(|stage| layout.of_stage(number, stage));
            of_stages.chain([number]).for_each(|number| weights.values[number] = 0.0);
        }
    }
    (start, layout, weights)
}

/// Stones that are placed, made neutral and taken by a player.
const TURNED: [&str; 8] = [
    "board.width=5",
    "board.height=5",
    "goal.row=none",
    "score.method=stones",
    "action.lose.flip.becomes=neutral",
    "action.gain.flip.stones=neutral",
    "turn.steps=[{ actions = ['place', 'lose', 'gain'] }]",
    "end.max_turns=60",
];

#[test]
fn an_update_gives_the_evaluation_from_scratch() {
    for (name, sets) in [
        ("othello", &[][..]),
        ("send-it", &["board.side=4"]),
        ("send-it-square", &["board.width=6", "board.height=6"]),
        ("dropper", &[]),
        ("ataxx", &[]),
        ("go", &["board.width=5", "board.height=5"]),
        ("dispatch", &["board.width=13"]),
        ("amazons", &[]),
        ("gomoku", &TURNED),
        ("connect-four", &["turn.swap=true"]),
        ("hex-it", &[]),
    ] {
        let (start, layout, tables) = game(name, sets);
        let policy = playout_policy(start.variant());
        let (mut position, mut next) = (start.boxed_clone(), start.boxed_clone());
        let (mut legal, mut evaluator) = (ActionList::new(), Evaluator::new(layout.clone()));
        for number in 0..4 {
            let mut rng = chance::stream(2, &[0; 32], number);
            position.reset();
            while position.outcome().is_none() {
                evaluator.set(&*position);
                position.legal_actions(&mut legal);
                let actions: Vec<Action> = legal.iter().copied().step_by(7).collect();
                evaluator.values_after(
                    &tables,
                    &mut *position,
                    &actions,
                    &mut *next,
                    |action, next, value| {
                        let mut fresh = Evaluator::new(layout.clone());
                        fresh.set(next);
                        let mut expected = fresh.value(&tables, next);
                        if action == Action::Pass && next.outcome().is_none() {
                            expected = allowing_pass(expected, &mut *next.boxed_clone());
                        }
                        assert_eq!(value, expected, "{name} {action}");
                    },
                );
                let mut fresh = Evaluator::new(layout.clone());
                fresh.set(&*position);
                assert_eq!(evaluator.indices(), fresh.indices(), "{name}");
                position.play_random(&mut rng, policy);
            }
        }
    }
}

#[test]
fn tables_add_up_the_weights_that_learning_changes() {
    // Othello goes through all stages; entourage has patterns too large for stages; a board of three cells has no four in a row.
    for (name, sets) in [("othello", &[][..]), ("entourage", &[]), ("tic-tac-toe", &[]), ("exxit", &[])] {
        let (start, layout, weights) = drawn(name, sets);
        let tables = weights.tables(&layout);
        let mut position = start.boxed_clone();
        let (mut evaluator, mut numbers) = (Evaluator::new(layout.clone()), Vec::new());
        let mut rng = chance::stream(3, &[0; 32], 1);
        let mut stages = [false; STAGES];
        while position.outcome().is_none() && position.turns() < 200 {
            evaluator.set(&*position);
            let (side, stage) = (position.side_to_move().index(), layout.stage(evaluator.count()));
            stages[stage] = true;
            layout.read_weights(side, stage, evaluator.indices(), &mut numbers);
            let exact: f32 = numbers.iter().map(|&number| weights.values[number as usize]).sum();
            let rounded = evaluator.sum(&tables, side, stage) as f32 / LOGIT as f32;
            // Each place is rounded by at most half a 256th.
            let most = (layout.places() as f32 / 2.0 + 1.0) / LOGIT as f32;
            assert!((exact - rounded).abs() < most, "{name}: {exact} {rounded}");
            position.play_random(&mut rng, playout_policy(start.variant()));
        }
        assert!(name != "othello" || stages == [true; STAGES]);
    }
}

#[test]
fn a_pass_is_lost_if_the_opponent_is_ahead_and_may_end_the_game() {
    // White is ahead by the komi before the first stone, and behind without one after a stone of Black.
    for (komi, moves, is_lost) in [("7.5", &[][..], true), ("-7.5", &[], false), ("0", &["e5"], true)] {
        let komi = format!("score.komi={komi}");
        let (mut position, layout, tables) =
            game("go", &["board.width=9", "board.height=9", &komi, "score.method=area"]);
        for text in moves {
            let action = dropline_engine::notation::read_legal(text, &*position).expect("a legal action");
            position.play(action);
        }
        let (mut evaluator, mut next) = (Evaluator::new(layout), position.boxed_clone());
        evaluator.set(&*position);
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        evaluator.values_after(&tables, &mut *position, &[Action::Pass], &mut *next, |_, after, value| {
            assert_eq!(sign * value == -DECIDED, is_lost, "{komi} {moves:?}: {value}");
            assert_eq!(after.turns() as usize, moves.len() + 1);
        });
    }
}

#[test]
fn a_shortlist_has_the_actions_with_the_best_margins() {
    let (start, layout, tables) = game("dispatch", &[]);
    let (mut position, mut evaluator) = (start.boxed_clone(), Evaluator::new(layout));
    let (mut legal, mut next) = (ActionList::new(), start.boxed_clone());
    let mut rng = chance::stream(1, &[0; 32], 1);
    for _ in 0..6 {
        position.play_random(&mut rng, playout_policy(start.variant()));
        position.legal_actions(&mut legal);
        let all = legal.clone();
        evaluator.shortlist(&tables, &mut *position, &mut legal);
        let is_first = position.to_move() == Player::First;
        let mut own = |action: &Action| {
            next.assign(&*position);
            next.play(*action);
            let first = next.prospect().points().as_hundredths();
            if is_first { first } else { -first }
        };
        let least = legal.iter().map(&mut own).min();
        let others = all.iter().filter(|action| !legal.contains(action)).map(own).max();
        assert!((CANDIDATES..all.len()).contains(&legal.len()), "{} of {}", legal.len(), all.len());
        assert!(others < least, "{others:?} {least:?}");
    }
}

#[test]
fn images_of_a_position_have_the_same_evaluation() {
    for name in ["othello", "send-it", "hex", "breakthrough", "lines-of-action", "hex-it"] {
        let (start, layout, mut tables) = game(name, &[]);
        // The first action of each side is the same context, and komi is not exchanged.
        tables.contexts = [0; crate::layout::CONTEXTS];
        tables.margin = 0;
        let value = |snapshot: &Snapshot| {
            let mut position = start.boxed_clone();
            position.restore(snapshot);
            let mut evaluator = Evaluator::new(layout.clone());
            evaluator.set(&*position);
            evaluator.value(&tables, &*position)
        };
        let symmetries = symmetries(&*start);
        for snapshot in beginnings(&*start) {
            let here = value(&snapshot);
            for symmetry in &symmetries {
                let there = value(&symmetry.snapshot(&snapshot));
                assert_eq!(if symmetry.exchanges { -there } else { there }, here, "{name} {symmetry:?}");
            }
        }
    }
}
