//! Repetition that draws or loses the game, sentence by sentence.

use crate::draw::action;
use crate::family_mixtures;
use crate::hand_made::{drawn, go, shipped, squares};
use crate::solve::{plain, solve};
use crate::table::Table;
use dropline::rules::{self, Position, Reason, Snapshot, Winner};
use dropline::solve::{Method, Settings, Value};
use dropline::variant::goals::{Capture, Checked};
use dropline::variant::{
    Both, End, Goal, GoalKind, GoalResult, Repeated, Repetition, RepetitionResult, Side, Variant,
};

const DRAW: &str = "repetition.result=draw";
const LOSES: &str = "repetition.result=loses";
const THREE_TIMES: &str = "repetition.times=3";
/// Both kings leave and return, so that the start stands again.
const SHUTTLE: &str = "a1-a2 d3-d2 a2-a1 d2-d3";

/// A king on `a1` and one on `d3`, which slide along rows and columns of 4 by 3 squares; a player who cannot move loses.
fn two_kings(sets: &[&str]) -> Variant {
    let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=none", "end.stuck=loses"];
    let kings = ["setup.black=['a1']", "setup.white=['d3']", "piece.king.cells=['a1', 'd3']"];
    let moves = [
        "action.king={ move = { how = 'slide', lines = 'orthogonal', piece = 'king' } }",
        "turn.steps=[{ actions = ['king'] }]",
    ];
    shipped("gomoku", &[&board[..], &kings, &moves, sets].concat())
}

fn kings(sets: &[&str]) -> Table {
    Table::of(&two_kings(sets))
}

#[test]
fn kings_that_shuttle_draw_when_an_arrangement_stands_for_the_third_time() {
    kings(&[DRAW, THREE_TIMES])
        .play(SHUTTLE)
        .goes_on()
        .play("a1-a2 d3-d2 a2-a1")
        .goes_on()
        .play("d2-d3")
        .ended_by(Reason::Repetition)
        .scores("0.5", "0.5");
}

#[test]
fn the_first_return_ends_the_game_unless_the_rules_say_how_often() {
    kings(&[DRAW]).play("a1-a2 d3-d2 a2-a1").goes_on().play("d2-d3").ended_by(Reason::Repetition);
}

#[test]
fn the_player_who_brings_an_arrangement_back_loses() {
    kings(&[LOSES]).play(SHUTTLE).ended_by(Reason::Repetition).scores("1", "0");
    kings(&[LOSES]).play("a1-a2 d3-d2 a2-a3 d2-d3 a3-a2").ended_by(Reason::Repetition).scores("0", "1");
}

#[test]
fn no_repetition_is_illegal() {
    kings(&[LOSES]).play("a1-a2 d3-d2 a2-a1").allows("d2-d3");
}

#[test]
fn an_arrangement_with_the_other_side_to_move_is_another() {
    kings(&[DRAW]).play("a1-a2 d3-d2 a2-a3 d2-d3 a3-a1").goes_on();
}

#[test]
fn without_the_rule_arrangements_return_for_ever() {
    kings(&[]).play(&[SHUTTLE; 5].join(" ")).goes_on();
}

#[test]
fn an_arrangement_with_stones_of_other_kinds_is_another() {
    let queen = ["piece.queen.cells=[]", "action.king.move.becomes='queen'"];
    let both = ["action.queen={ move = { how = 'slide', lines = 'queen', piece = 'queen' } }"];
    let turn = ["turn.steps=[{ actions = ['king', 'queen'] }]"];
    // Both kings have become queens when the start would stand again.
    kings(&[&[DRAW][..], &queen, &both, &turn].concat())
        .play(SHUTTLE)
        .goes_on()
        .play("a1-a2")
        .goes_on()
        .play("d3-d2")
        .ended_by(Reason::Repetition);
}

#[test]
fn a_passed_turn_repeats_nothing() {
    let passes = ["end.stuck=pass", "score.method=stones", "turn.steps=[{ actions = ['king'], min = 0 }]"];
    let game = |sets: &[&str]| kings(&[&passes[..], &[DRAW], sets].concat());
    // The start stands again, with black to move, but only because two turns were passed.
    game(&["end.passes=3"]).play("pass pass").goes_on().play("pass").ended_by(Reason::Passes);
    game(&[]).play("a1-a2 pass a2-a1 pass").goes_on().play("a1-a2").ended_by(Reason::Repetition);
}

#[test]
fn an_arrangement_that_returns_in_the_last_turn_before_the_cap_decides_the_game() {
    let capped = ["end.max_turns=4", LOSES];
    kings(&capped).play(SHUTTLE).ended_by(Reason::Repetition).scores("1", "0");
    kings(&capped).play("a1-a2 d3-d2 a2-a1 d2-d1").ended_by(Reason::Cap);
}

/// A ko that black takes on `c2` and white retakes on `b2`, which brings the start back; with these goals.
fn ko(goals: Vec<Goal>) -> Table {
    let repeated = Some(Repeated { times: 2, result: RepetitionResult::Loses });
    let end = End { repeated, ..go(squares(4, 3)).end };
    let game = Variant { repetition: Repetition::None, goals, end, ..go(squares(4, 3)) };
    Table::of(&drawn(game, ".xo. xo.o .xo.")).play("c2 b2")
}

#[test]
fn a_goal_that_the_same_action_reaches_comes_first() {
    let goal = Goal {
        name: "taken".to_owned(),
        kind: GoalKind::Capture(Capture { stones: 1 }),
        side: Some(Side::Second),
        result: GoalResult::Win,
        both: Both::Mover,
        checked: Checked::Action,
    };
    ko(vec![]).ended_by(Reason::Repetition);
    ko(vec![goal]).ended_by(Reason::Goal);
}

#[test]
fn a_decided_repetition_ignores_the_scores() {
    // White has more stones, and loses.
    let position = two_kings(&[LOSES, "score.method=stones", "setup.white=['d3', 'c1']"]);
    let mut position = rules::start(&position);
    SHUTTLE.split_whitespace().for_each(|text| position.play(action(text)));
    assert_eq!(position.outcome().and_then(|outcome| outcome.decided), Some(Winner::First));
}

#[test]
fn copies_know_what_has_stood_and_restored_positions_do_not() {
    let mut game = rules::start(&two_kings(&[DRAW]));
    let play = |game: &mut dyn Position, text: &str| {
        text.split_whitespace().for_each(|text| game.play(action(text)));
    };
    play(&mut *game, "a1-a2 d3-d2 a2-a1");
    let (mut copy, mut assigned, mut restored) =
        (game.boxed_clone(), rules::start(game.variant()), rules::start(game.variant()));
    assigned.assign(&*game);
    let mut snapshot = Snapshot::default();
    game.snapshot(&mut snapshot);
    restored.restore(&snapshot);
    for game in [&mut copy, &mut assigned, &mut restored] {
        play(&mut **game, "d2-d3");
        assert_eq!(game.verify(), Ok(()));
    }
    let over = [&copy, &assigned, &restored, &game].map(|game| game.outcome().is_some());
    assert_eq!(over, [true, true, false, false]);
    // A new game knows nothing of the last one.
    copy.reset();
    play(&mut *copy, "a1-a2 d3-d2 a2-a1");
    assert_eq!(copy.outcome(), None);
}

#[test]
fn what_has_stood_is_part_of_a_snapshot() {
    let after = |turns: &str, sets: &[&str]| {
        let mut game = rules::start(&two_kings(sets));
        turns.split_whitespace().for_each(|text| game.play(action(text)));
        let mut snapshot = Snapshot::default();
        game.snapshot(&mut snapshot);
        snapshot
    };
    let (short, long) = ("a1-a2 d3-d2", "a1-a3 d3-d1 a3-a2 d1-d2");
    assert_ne!(after(short, &[DRAW]), after(long, &[DRAW]), "other arrangements stood before");
    assert_eq!(after(short, &[]), after(long, &[]), "the same kings");
}

/// Compares the solver with every line of play, and returns how it solved the game; `None` if there are too many lines.
fn compared(variant: &Variant, number: u64) -> Option<Method> {
    // Lines of play are as long as there are arrangements.
    let all_lines = || plain(&*rules::start(variant), &mut 15_000);
    let margin = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, all_lines);
        thread.expect("a thread").join().expect("a margin")
    })?;
    let mut method = None;
    for symmetries in [true, false] {
        let solution = solve(variant, Settings { symmetries, ..Settings::default() });
        assert_eq!(solution.value, Some(Value::Ends(margin)), "mixture {number}: {solution:?}");
        method = Some(solution.method);
    }
    method
}

/// A mixture in which arrangements that return end the game, and nothing else does so but goals, passes and stuck players.
fn returning(number: u64, result: RepetitionResult, times: u16) -> Variant {
    let variant = family_mixtures::any(number);
    let end = End { repeated: Some(Repeated { times, result }), max_turns: u32::MAX, ..variant.end };
    Variant { end, ..variant }
}

#[test]
fn tiny_mixtures_in_which_repetition_ends_the_game_have_the_value_of_plain_minimax() {
    let mut counts = [0; 2];
    for number in 0..400 {
        let results = [RepetitionResult::Draw, RepetitionResult::Loses];
        let variant = returning(number, results[(number % 2) as usize], 2 + (number / 2 % 2) as u16);
        counts[(number % 2) as usize] += u32::from(compared(&variant, number).is_some());
    }
    assert!(counts[0] > 30 && counts[1] > 30, "{counts:?}");
}

#[test]
fn where_a_return_is_a_draw_the_graph_of_arrangements_has_the_value_of_plain_minimax() {
    let mut retrograde = 0;
    for number in 0..600 {
        let variant = returning(number, RepetitionResult::Draw, 2);
        let end = End { quiet: None, ..variant.end };
        let goals = vec![];
        let variant = Variant {
            openings: vec![],
            swap: false,
            catch_up: None,
            repetition: Repetition::None,
            goals,
            end,
            ..variant
        };
        retrograde += u32::from(compared(&variant, number) == Some(Method::Retrograde));
    }
    assert!(retrograde > 20, "{retrograde} games");
}

/// Neither player of Pong Hau K'i can force the other to have no move.
#[test]
fn an_endless_game_is_a_draw_or_lost_by_repetition() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/pong-hau-ki.toml");
    let value = |sets: &[&str]| solve(&shipped(file, sets), Settings::default()).value.map(Value::name);
    assert_eq!(value(&[]), Some("endless"));
    assert_eq!(value(&[DRAW]), Some("draw"));
    assert_eq!(value(&[DRAW, THREE_TIMES]), Some("draw"));
    assert_eq!(value(&[LOSES]), Some("first"));
}
