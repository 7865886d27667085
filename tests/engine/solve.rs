//! Exact values of tiny random games, compared with plain minimax and with the whole graph of positions.

use crate::chance::seeded;
use crate::hand_made::shipped;
use crate::{family, family_mixtures, family_tiles};
use dropline::chance;
use dropline::points::Points;
use dropline::rules::{self, Action, ActionList, Margin, Player, Position, Winner};
use dropline::solve::{Bounds, Method, Settings, Solution, Solver, Value};
use dropline::variant::{End, Repetition, Variant};
use std::collections::BTreeMap;

pub fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads")
}

pub fn solve(variant: &Variant, settings: Settings) -> Solution {
    Solver::new(variant, settings).expect("a solver").solve(&pool(), &())
}

/// The value of a shipped game with these settings: who wins, and by how much.
pub fn value(name: &str, sets: &[&str]) -> (Winner, String) {
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
