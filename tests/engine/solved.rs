//! Exact values that are known, and what finding them takes.

use crate::hand_made::shipped;
use crate::solve::{pool, solve, value};
use dropline::points::Points;
use dropline::rules::{Margin, Winner};
use dropline::solve::{Effort, KeepError, Method, Settings, Solver, Stop, Watcher};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

#[test]
fn dropper_on_small_boards_is_won_by_the_first_player() {
    assert_eq!(value("dropper", &["board.width=3", "board.height=3"]).0, Winner::First);
}

#[test]
fn send_it_on_the_smallest_hexagon_is_won_by_the_first_player() {
    assert_eq!(value("send-it", &["board.side=2"]).0, Winner::First);
}

#[test]
fn dropper_on_3x4_is_won_by_the_first_player() {
    assert_eq!(value("dropper", &["board.width=3", "board.height=4"]), (Winner::First, "1".to_owned()));
}

#[test]
fn send_it_on_3x3_squares_is_won_by_the_second_player_with_the_push_and_without() {
    let size = ["board.width=3", "board.height=3"];
    assert_eq!(value("send-it-square", &size), (Winner::Second, "-9".to_owned()));
    assert_eq!(value("send-it-square-nopush", &size), (Winner::Second, "-9".to_owned()));
}

/// Snort on a board of this size, as sets of cells: whether the player to move wins, whose stones are `own`.
fn mover_wins_snort(
    width: u32,
    height: u32,
    own: u32,
    enemy: u32,
    known: &mut HashMap<[u32; 2], bool>,
) -> bool {
    if let Some(&wins) = known.get(&[own, enemy]) {
        return wins;
    }
    let near = |at: u32| {
        let (x, y) = (at % width, at / width);
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let cells = steps.map(|(dx, dy)| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)));
        cells
            .iter()
            .filter(|(x, y)| *x < width && *y < height)
            .fold(0, |set, (x, y)| set | 1 << (y * width + x))
    };
    let open = (0..width * height).filter(|&at| (own | enemy) >> at & 1 == 0 && near(at) & enemy == 0);
    let wins = open.into_iter().any(|at| !mover_wins_snort(width, height, enemy, own | 1 << at, known));
    known.insert([own, enemy], wins);
    wins
}

#[test]
fn cats_and_dogs_has_the_values_of_a_solver_of_snort() {
    for (width, height) in [(2, 2), (3, 2), (3, 3), (4, 3), (5, 2), (5, 3)] {
        let wins = mover_wins_snort(width, height, 0, 0, &mut HashMap::new());
        let size = [format!("board.width={width}"), format!("board.height={height}")];
        let size = [size[0].as_str(), size[1].as_str(), "action.first.place.on=[\"all\"]"];
        assert_eq!(value("cats-and-dogs", &size).0 == Winner::First, wins, "{width}x{height}");
    }
}

#[test]
fn the_hounds_win() {
    assert_eq!(value("fox-and-hounds", &[]).0, Winner::Second);
}

#[test]
fn exxit_with_8_tiles_and_3_stones_is_won_by_the_second_player() {
    assert_eq!(value("exxit", &["end.tiles=8", "stacks.hand=3"]), (Winner::Second, "-0.5".to_owned()));
}

/// Van der Werf, van den Herik and Uiterwijk 2003, "Solving Go on Small Boards": 9 points. They forbid only the immediate
/// recapture of a ko, as simple ko does; superko gives the same value. If nothing is forbidden, not even immediate recapture,
/// white can hold out for more.
#[test]
fn go_on_3x3_is_won_by_the_whole_board_if_a_ko_cannot_be_retaken() {
    let size = ["board.width=3", "board.height=3", "score.komi=0"];
    assert_eq!(value("go", &size), (Winner::First, "9".to_owned()));
    let simple = [&size[..], &["repetition.rule=simple-ko"]].concat();
    assert_eq!(value("go", &simple), (Winner::First, "9".to_owned()));
    let free = [&size[..], &["repetition.rule=none"]].concat();
    assert_eq!(value("go", &free), (Winner::First, "2".to_owned()));
}

#[test]
#[ignore = "takes a minute"]
fn hex_it_with_few_tiles_and_stones_is_won_by_the_second_player() {
    assert_eq!(value("hex-it", &["end.tiles=8", "stacks.hand=3"]), (Winner::Second, "-0.5".to_owned()));
    assert_eq!(value("hex-it", &["end.tiles=7", "stacks.hand=4"]).0, Winner::Second);
}

#[test]
fn goal_and_mobility_games_have_their_published_values() {
    let square = |side: u32| [format!("board.width={side}"), format!("board.height={side}")];
    let winner =
        |name: &str, sets: &[String]| value(name, &sets.iter().map(String::as_str).collect::<Vec<_>>()).0;
    assert_eq!(winner("tic-tac-toe", &[]), Winner::Draw);
    assert_eq!(winner("connect-four", &square(4)), Winner::Draw);
    let (who, margin) = value("othello", &["board.width=4", "board.height=4"]);
    assert_eq!((who, margin.as_str()), (Winner::Second, "-8"));
    assert_eq!(winner("domineering", &square(4)), Winner::First);
    assert_eq!(winner("domineering", &square(5)), Winner::Second);
    assert_eq!(winner("nogo", &square(3)), Winner::First);
    for side in 2..=3 {
        assert_eq!(
            winner("hex", &[format!("board.side={side}"), "turn.swap=false".to_owned()]),
            Winner::First
        );
    }
}

#[test]
#[ignore = "takes minutes"]
fn send_it_on_4x3_squares_without_the_push_is_won_by_the_second_player() {
    assert_eq!(value("send-it-square-nopush", &["board.width=4", "board.height=3"]).0, Winner::Second);
}

#[test]
fn the_value_of_the_start_alone_takes_fewer_positions() {
    let size = ["board.width=4", "board.height=4"];
    let settings = Settings { start_only: true, ..Settings::default() };
    let solution = solve(&shipped("lines-of-action", &size), settings);
    // There are 312,364.
    assert!(solution.positions < 30_000, "{}", solution.positions);
    assert_eq!(solution.margin(), Some(Margin::of_points([Points::whole(1), Points::ZERO])));
}

#[test]
fn a_game_is_solved_from_its_setup() {
    // White wins by moving first to the centre, and loses by moving first to the corner.
    let size = ["board.width=3", "board.height=3"];
    let after = |black: &str| {
        let setup = format!("setup.white=[\"{black}\"]");
        value("dropper", &[size[0], size[1], &setup, "setup.turns=1"]).0
    };
    assert_eq!((after("b2"), after("a1")), (Winner::First, Winner::Second));
}

#[test]
fn the_first_actions_that_keep_the_value_are_found_by_both_methods() {
    let best = |name: &str, sets: &[&str]| {
        let mut solver = Solver::new(&shipped(name, sets), Settings::default()).expect("a solver");
        let value = solver.solve(&pool(), &()).value.expect("a value");
        let first = solver.first_actions(value, &()).expect("nobody stops it");
        let best = first.iter().filter(|first| first.keeps_value).map(|first| first.action.to_string());
        (solver.method(), first.len(), best.collect::<Vec<_>>().join(" "))
    };
    let size = ["board.width=3", "board.height=3"];
    assert_eq!(best("dropper", &size), (Method::DepthFirst, 9, "b2".to_owned()));
    assert_eq!(best("send-it", &["board.side=2"]), (Method::Retrograde, 7, "b2".to_owned()));
}

#[test]
fn too_little_memory_gives_valid_bounds() {
    let small = shipped("send-it-square", &["board.width=3", "board.height=3"]);
    for memory in [1 << 12, 40 << 10] {
        let solution = solve(&small, Settings { memory, ..Settings::default() });
        assert_eq!((solution.value, solution.stopped), (None, Some(Stop::Memory)));
        let low =
            solution.bounds.low.is_none_or(|low| low <= Margin::of_points([Points::ZERO, Points::whole(9)]));
        assert!(low && solution.bounds.winner() != Some(Winner::First), "{solution:?}");
    }
}

#[test]
fn a_small_graph_needs_little_memory() {
    let small = shipped("lines-of-action", &["board.width=4", "board.height=4"]);
    let solution = solve(&small, Settings { memory: 1 << 20, start_only: true, ..Settings::default() });
    assert_eq!((solution.method, solution.stopped), (Method::Retrograde, None));
    assert!(solution.value.is_some());
}

#[test]
fn a_single_position_with_millions_of_turns_exceeds_no_limit() {
    // The first turns of Send It lead to ten million positions.
    let send_it = shipped("send-it", &[]);
    let solve = |settings, watcher: &dyn Watcher| {
        Solver::new(&send_it, settings).expect("a solver").solve(&pool(), watcher)
    };
    let small = Settings { memory: 1 << 20, ..Settings::default() };
    let solution = solve(small, &());
    assert_eq!((solution.method, solution.stopped), (Method::Retrograde, Some(Stop::Memory)));
    assert!(solution.memory < 2 << 20, "{} bytes", solution.memory);
    let few = Settings { visits: 100_000, ..Settings::default() };
    assert_eq!(solve(few, &()).stopped, Some(Stop::Visits));
    // The first check precedes the first position.
    let solution = solve(Settings::default(), &StopsAfter(AtomicU32::new(3)));
    assert_eq!(solution.stopped, Some(Stop::Interrupted));
}

/// Stops a search after this many checks.
struct StopsAfter(AtomicU32);

impl Watcher for StopsAfter {
    fn stops(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn a_stopped_search_resumes_from_its_saved_state() {
    let (variant, rules) = (shipped("dropper", &["board.width=3", "board.height=4"]), [3; 32]);
    let solver = || Solver::new(&variant, Settings::default()).expect("a solver");
    let whole = solver().solve(&pool(), &());
    let effort = |visits: u64| Effort { visits, time: Duration::from_millis(visits) };
    let (mut kept, mut stops, mut visits) = (None::<Vec<u8>>, 0, 0);
    let found = loop {
        let mut solver = solver();
        if let Some(kept) = &kept {
            let resumed = solver.resume(&rules, &mut &kept[..]).expect("what was kept");
            assert!(resumed.positions > 0 && resumed.effort == effort(visits));
        }
        let solution = solver.solve(&pool(), &StopsAfter(AtomicU32::new(1)));
        visits += solution.visits;
        if solution.stopped.is_none() {
            break solution;
        }
        let mut bytes = Vec::new();
        solver.keep(&rules, effort(visits), &mut bytes).expect("written");
        (kept, stops) = (Some(bytes), stops + 1);
    };
    assert!(stops > 0, "the search was never stopped");
    assert_eq!((found.value, found.bounds), (whole.value, whole.bounds));
    // A stop loses only the current line.
    assert!(found.visits < whole.visits && visits < 2 * whole.visits, "{visits} against {}", whole.visits);
    let other = solver().resume(&[4; 32], &mut &kept.expect("stopped once")[..]);
    assert!(matches!(other, Err(KeepError::Other)));
}

#[test]
fn the_most_visits_end_a_search_at_the_same_place_on_any_number_of_threads() {
    let fox = shipped("fox-and-hounds", &[]);
    let solve = |threads, visits| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let settings = Settings { visits, winner_only: true, start_only: true, ..Settings::default() };
        let solution = Solver::new(&fox, settings).expect("a solver").solve(&pool, &());
        (solution.stopped, solution.positions, solution.value)
    };
    for visits in [20_000, 150_000] {
        let one = solve(1, visits);
        assert_eq!((one.0, one.2), (Some(Stop::Visits), None));
        assert_eq!(one, solve(3, visits));
    }
    let hex = shipped("hex", &["board.side=4"]);
    let visits = Settings { visits: 1_000, ..Settings::default() };
    let stopped = Solver::new(&hex, visits).expect("a solver").solve(&pool(), &());
    assert_eq!((stopped.stopped, stopped.visits), (Some(Stop::Visits), 1_001));
}
