//! Exact values: known values, and those of tiny random games compared with plain minimax.

use crate::chance::seeded;
use crate::hand_made::shipped;
use crate::{family, family_mixtures, family_tiles};
use dropline::chance;
use dropline::points::Points;
use dropline::rules::{self, Action, ActionList, Margin, Player, Position, Winner};
use dropline::solve::{Bounds, Effort, KeepError, Method, Settings, Solution, Solver, Stop, Value, Watcher};
use dropline::variant::{End, Repetition, Variant};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

pub fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads")
}

fn solve(variant: &Variant, settings: Settings) -> Solution {
    Solver::new(variant, settings).expect("a solver").solve(&pool(), &())
}

/// The value of a shipped game with these settings: who wins, and by how much.
fn value(name: &str, sets: &[&str]) -> (Winner, String) {
    let solution = solve(&shipped(name, sets), Settings::default());
    let value = solution.value.expect("a value");
    match value {
        Value::Ends(margin) => (margin.winner(), margin.points().to_string()),
        Value::Endless => (Winner::Draw, "endless".to_owned()),
    }
}

/// The margin with which a game ended; a win that scores do not decide counts as 1.
fn ended(position: &dyn Position) -> Margin {
    let one = Points::whole(1);
    match position.outcome().and_then(|outcome| outcome.decided) {
        Some(Winner::First) => Margin::of_points([one, Points::ZERO]),
        Some(Winner::Second) => Margin::of_points([Points::ZERO, one]),
        Some(Winner::Draw) => Margin::default(),
        None => position.margin(),
    }
}

/// The value of the start, with every line played to its end; `None` if there are more than `left` positions.
pub fn plain(position: &dyn Position, left: &mut u32) -> Option<Margin> {
    *left = left.checked_sub(1)?;
    if position.outcome().is_some() {
        return Some(ended(position));
    }
    let mut legal = ActionList::new();
    position.legal_actions(&mut legal);
    let mut values = Vec::new();
    for action in legal {
        let mut next = position.boxed_clone();
        next.play(action);
        values.push(plain(&*next, left)?);
    }
    match position.to_move() {
        Player::First => values.into_iter().max(),
        Player::Second => values.into_iter().min(),
    }
}

#[test]
fn tiny_games_with_a_cap_have_the_value_of_plain_minimax() {
    let (mut compared, mut decided) = (0, 0);
    for number in 0..400 {
        let variant = family::after_random_turns(&family::small(number), &mut seeded(number));
        let Some(margin) = plain(&*rules::start(&variant), &mut 20_000) else { continue };
        for symmetries in [true, false] {
            let settings = Settings { cap: true, symmetries, ..Settings::default() };
            let solution = solve(&variant, settings);
            assert_eq!(solution.value, Some(Value::Ends(margin)), "variant {number}");
            let winner = solve(&variant, Settings { winner_only: true, ..settings }).value.map(Value::winner);
            assert_eq!(winner, Some(margin.winner()), "variant {number}");
        }
        compared += 1;
        decided += u32::from(margin.winner() != Winner::Draw);
    }
    assert!(compared > 100 && decided > 60, "{compared} games, {decided} decided");
}

#[test]
fn tiny_mixtures_with_a_cap_have_the_value_of_plain_minimax() {
    let (mut compared, mut decided) = (0, 0);
    for number in 0..600 {
        let mut variant = family_mixtures::any(number);
        variant.end.max_turns = variant.end.max_turns.min(variant.setup.turns + 4);
        let Some(margin) = plain(&*rules::start(&variant), &mut 20_000) else { continue };
        for symmetries in [true, false] {
            let settings = Settings { cap: true, symmetries, ..Settings::default() };
            let solution = solve(&variant, settings);
            assert_eq!(solution.value, Some(Value::Ends(margin)), "mixture {number}");
        }
        compared += 1;
        decided += u32::from(margin.winner() != Winner::Draw);
    }
    assert!(compared > 100 && decided > 60, "{compared} games, {decided} decided");
}

/// In Amazons the stone that moved shoots: positions in which another stone moved to the same arrangement differ.
#[test]
fn games_in_which_the_moved_stone_sees_have_the_value_of_plain_minimax() {
    let small = ["board.width=3", "board.height=3", "action.walk.move.lines=orthogonal"];
    let mut compared = 0;
    for number in 0..25 {
        let mut cells: Vec<String> =
            ["a", "b", "c"].iter().flat_map(|x| (1..=3).map(move |y| format!("{x}{y}"))).collect();
        let mut rng = seeded(number);
        let mut draw = || cells.swap_remove(chance::below(&mut rng, cells.len() as u32) as usize);
        let stones: Vec<String> = (0..4).map(|_| draw()).collect();
        let white = format!("setup.white=[\"{}\", \"{}\"]", stones[0], stones[1]);
        let black = format!("setup.black=[\"{}\", \"{}\"]", stones[2], stones[3]);
        let variant = shipped("amazons", &[&small[..], &[white.as_str(), black.as_str()]].concat());
        let Some(margin) = plain(&*rules::start(&variant), &mut 40_000) else { continue };
        for symmetries in [true, false] {
            let settings = Settings { symmetries, ..Settings::default() };
            assert_eq!(solve(&variant, settings).value, Some(Value::Ends(margin)), "{white} {black}");
        }
        compared += 1;
    }
    assert!(compared > 5, "{compared} games");
}

/// A position of a game, identified by what determines how the game continues: the stones at the start of the turn, the actions
/// of the turn so far, whose turn it is, passed turns in a row, whether sides were exchanged, the number of turns completed as
/// long as openings and the pie rule depend on it, whether any shape has been placed, and under simple ko the stones at the start
/// of the opponent's last turn.
type Described = (Vec<u8>, Vec<Action>, bool, u16, bool, u32, bool, Option<Vec<u8>>);

/// A game as a graph of positions, one after each action, without symmetries.
struct Plain {
    positions: Vec<Box<dyn Position>>,
    children: Vec<Vec<usize>>,
}

impl Plain {
    /// All reachable positions, if there are at most `most`.
    fn of(variant: &Variant, most: usize) -> Option<Self> {
        let settled = variant.openings.len() as u32 + 2;
        let content = |position: &dyn Position| -> Vec<u8> {
            let held = |&cell| {
                let (stack, tile) = (position.stack(cell), position.tile(cell));
                let mut held = vec![tile.map_or(0, |side| 1 + side as u8), stack.len() as u8];
                held.extend(stack.iter().map(|&side| side as u8));
                held
            };
            position.board().cells().iter().flat_map(held).collect()
        };
        let start = rules::start(variant);
        let describe = |position: &dyn Position,
                        board: &[u8],
                        turn: &[Action],
                        passes: u16,
                        shapes: bool,
                        before: Option<Vec<u8>>|
         -> Described {
            let first = position.to_move() == Player::First;
            let turns = position.turns().min(settled);
            (board.to_vec(), turn.to_vec(), first, passes, position.swapped(), turns, shapes, before)
        };
        let shapes = variant.setup.turns > 0;
        let mut known: BTreeMap<Described, usize> = BTreeMap::new();
        let mut plain = Self { positions: Vec::new(), children: Vec::new() };
        let first = describe(&*start, &content(&*start), &[], 0, shapes, None);
        known.insert(first.clone(), 0);
        plain.positions.push(start);
        let mut open = vec![first];
        while plain.children.len() < open.len() {
            let at = plain.children.len();
            let (board, turn, _, passes, _, _, shapes, before) = open[at].clone();
            let mut legal = ActionList::new();
            plain.positions[at].legal_actions(&mut legal);
            let mut children = Vec::new();
            for action in legal {
                let mut next = plain.positions[at].boxed_clone();
                next.play(action);
                let shapes = shapes || matches!(action, Action::Shape(_)) || any_shape(variant, action);
                let ended = next.turns() != plain.positions[at].turns();
                let described = if ended {
                    let passed = action == Action::Pass && turn.is_empty();
                    let passes = if passed { passes + 1 } else { 0 };
                    let before = (variant.repetition == Repetition::SimpleKo).then(|| board.clone());
                    describe(&*next, &content(&*next), &[], passes, shapes, before)
                } else {
                    let turn: Vec<Action> = turn.iter().copied().chain([action]).collect();
                    describe(&*next, &board, &turn, passes, shapes, before.clone())
                };
                // Ends are distinguished by how they came about.
                let number = match (next.outcome(), known.get(&described)) {
                    (None, Some(&number)) => number,
                    _ => {
                        known.insert(described.clone(), open.len());
                        open.push(described);
                        plain.positions.push(next);
                        open.len() - 1
                    }
                };
                children.push(number);
            }
            plain.children.push(children);
            if open.len() > most {
                return None;
            }
        }
        Some(plain)
    }

    /// What each player can force from each position, computed backwards from the terminal positions until nothing changes.
    fn bounds(&self) -> Vec<Bounds> {
        let mut bounds: Vec<Bounds> = vec![Bounds::default(); self.positions.len()];
        loop {
            let mut changed = false;
            for at in 0..bounds.len() {
                let position = &self.positions[at];
                let own = if position.outcome().is_some() {
                    Bounds::exactly(position.margin())
                } else {
                    let children = || self.children[at].iter().map(|&child| bounds[child]);
                    // The mover needs one child in which it can force an end; the opponent needs every child.
                    let lows: Vec<Option<Margin>> = children().map(|child| child.low).collect();
                    let highs: Vec<Option<Margin>> = children().map(|child| child.high).collect();
                    if position.to_move() == Player::First {
                        let all = highs.iter().all(Option::is_some);
                        Bounds {
                            low: lows.into_iter().flatten().max(),
                            high: if all { highs.into_iter().flatten().max() } else { None },
                        }
                    } else {
                        let all = lows.iter().all(Option::is_some);
                        Bounds {
                            low: if all { lows.into_iter().flatten().min() } else { None },
                            high: highs.into_iter().flatten().min(),
                        }
                    }
                };
                changed |= own != bounds[at];
                bounds[at] = own;
            }
            if !changed {
                return bounds;
            }
        }
    }
}

/// Whether `action` may be one of a kind of shapes: a shape of one cell looks like a single stone.
fn any_shape(variant: &Variant, action: Action) -> bool {
    use dropline::variant::ActionKind::Place;
    let shapes = |rule: &dropline::variant::ActionRule| matches!(&rule.kind, Place(place) if place.shape.is_some() || place.first_shape.is_some());
    matches!(action, Action::Place(_)) && variant.actions.iter().any(shapes)
}

/// Compares the solver's values with those of the graph, for all positions of a game that may go on for ever.
fn compare_endless(variant: &Variant, most: usize, number: u64) -> Option<Method> {
    let end = End { max_turns: u32::MAX, ..variant.end };
    let variant = Variant { end, ..variant.clone() };
    // The graph does not describe all earlier arrangements.
    if variant.repetition == Repetition::PositionalSuperko {
        return None;
    }
    let plain = Plain::of(&variant, most)?;
    let expected = plain.bounds();
    let mut solver = Solver::new(&variant, Settings::default()).ok()?;
    let solution = solver.solve(&pool(), &());
    assert_eq!(solution.bounds, expected[0], "variant {number}: {solution:?}");
    let expected_value = expected[0].value();
    assert_eq!(solution.value, Some(expected_value), "variant {number}");
    for (position, expected) in plain.positions.iter().zip(expected) {
        assert_eq!(solver.bounds(&**position, &()), Ok(expected), "variant {number}");
    }
    for winner_only in [false, true] {
        let start = solve(&variant, Settings { start_only: true, winner_only, ..Settings::default() });
        let found = start.value.expect("a value");
        assert_eq!(found.winner(), expected_value.winner(), "variant {number}");
        assert!(winner_only || found == expected_value, "variant {number}: {found:?}");
    }
    Some(solution.method)
}

#[test]
fn tiny_games_without_a_cap_have_the_value_of_their_graph() {
    let (mut retrograde, mut depth_first, mut endless) = (0, 0, 0);
    for number in 0..600 {
        let variant = family::small(number);
        match compare_endless(&variant, 3_000, number) {
            Some(Method::Retrograde) => {
                retrograde += 1;
                let value = solve(&variant, Settings::default()).value;
                endless += u32::from(value == Some(Value::Endless));
            }
            Some(Method::DepthFirst) => depth_first += 1,
            None => {}
        }
    }
    let counts = (retrograde, depth_first, endless);
    assert!(retrograde > 80 && depth_first > 80 && endless > 8, "{counts:?}");
}

#[test]
fn tiny_games_under_simple_ko_have_the_value_of_their_graph() {
    let (mut retrograde, mut endless) = (0, 0);
    for number in 0..600 {
        let variant = Variant { repetition: Repetition::SimpleKo, ..family::small(number) };
        if compare_endless(&variant, 3_000, number) == Some(Method::Retrograde) {
            retrograde += 1;
            endless += u32::from(solve(&variant, Settings::default()).value == Some(Value::Endless));
        }
    }
    assert!(retrograde > 80 && endless > 4, "{retrograde} games, {endless} endless");
}

/// On four cells the players can repeat cycles longer than a ko.
#[test]
fn under_simple_ko_a_game_can_be_endless() {
    let go = ["board.width=2", "board.height=2", "score.komi=0", "repetition.rule=simple-ko"];
    assert_eq!(value("go", &go), (Winner::Draw, "endless".to_owned()));
}

#[test]
fn tiny_games_of_tiles_have_the_value_of_their_graph() {
    let compared =
        (0..400).filter_map(|number| compare_endless(&family_tiles::any(number), 2_000, number)).count();
    assert!(compared > 10, "{compared}");
}

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
