//! The measures of games, recomputed from their records in the simplest way, to test the measures taken while playing.

use std::collections::BTreeSet;

use super::Simulation;
use super::measures::log10;
use super::play::{Games, Runner};
use crate::contestant::Contestant;
use crate::rows::{Branching, GameMeasures, Millionths};
use dropline_agents::AgentSpec;
use dropline_engine::board::Cell;
use dropline_engine::notation::play_turn;
use dropline_engine::record::Record;
use dropline_engine::rules::{self, Position, Winner};
use dropline_engine::variant;

/// Everything observed in a replayed game.
struct Replayed {
    /// Legal actions before each action.
    legal: Vec<u64>,
    /// After each round: the turns played, who was ahead, and by how many points.
    standings: Vec<(usize, Winner, f64)>,
    /// Cells with a stone at any time.
    stood: BTreeSet<Cell>,
    /// The number of stones at the start and of those put on the board since.
    put: usize,
}

/// The cells with a stone, and how many stones there are.
fn stones(position: &dyn Position) -> (BTreeSet<Cell>, usize) {
    let height = |cell| if position.is_neutral(cell) { 1 } else { position.stack(cell).len() };
    let stacks = position.board().cells().iter().map(|&cell| (cell, height(cell)));
    let stacks: Vec<(Cell, usize)> = stacks.filter(|&(_, stones)| stones > 0).collect();
    (stacks.iter().map(|&(cell, _)| cell).collect(), stacks.iter().map(|&(_, stones)| stones).sum())
}

/// How many stones an action put on the board: the stones that left the hands, or in a game without hands, the increase in stones
/// plus the stones that the action removed.
fn put(before: &dyn Position, after: &dyn Position) -> usize {
    let gone = |position: &dyn Position| position.captures().iter().sum::<u32>() as i64;
    match (before.hands(), after.hands()) {
        (Some(before), Some(after)) => {
            let used = |side: usize| before[side].saturating_sub(after[side]) as usize;
            used(0) + used(1)
        }
        _ => {
            let more = stones(after).1 as i64 - stones(before).1 as i64;
            (more + gone(after) - gone(before)) as usize
        }
    }
}

fn watch(position: &mut dyn Position, turns: &[String]) -> Replayed {
    position.reset();
    let (stood, there) = stones(position);
    let mut seen = Replayed { legal: Vec::new(), standings: Vec::new(), stood, put: there };
    let began = position.side_to_move();
    for (number, turn) in (1..).zip(turns) {
        let mut before = position.boxed_clone();
        let mut begun = false;
        let (legal, stood, all) = (&mut seen.legal, &mut seen.stood, &mut seen.put);
        let mut look = |now: &dyn Position| {
            stood.extend(stones(now).0);
            *all += if begun { put(&*before, now) } else { 0 };
            before = now.boxed_clone();
            begun = true;
        };
        play_turn(position, turn, |now: &dyn Position, _| {
            legal.push(now.count_legal().into());
            look(now);
        })
        .expect("the record is right");
        look(position);
        let [first, second] = position.score();
        if position.side_to_move() == began || number == turns.len() {
            seen.standings.push((number, position.winner(), (first - second).to_f64()));
        }
    }
    seen
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

fn measured(position: &mut dyn Position, turns: &[String]) -> GameMeasures {
    let seen = watch(position, turns);
    let variant = position.variant();
    let hard: Vec<u64> = seen.legal.iter().copied().filter(|&legal| legal > 1).collect();
    let ahead: Vec<Winner> = seen.standings.iter().map(|&(_, ahead, _)| ahead).collect();
    let of_someone = |turns: &[Winner]| -> Vec<Winner> {
        turns.iter().copied().filter(|&ahead| ahead != Winner::Draw).collect()
    };
    let winner = position.winner();
    let decided = winner != Winner::Draw;
    let largest = seen.standings.iter().map(|&(_, _, by)| by.abs()).fold(0.0, f64::max);
    let behind = seen.standings.iter().filter(|(_, ahead, _)| ![Winner::Draw, winner].contains(ahead));
    let depths = behind.map(|&(_, _, by)| if largest > 0.0 { (by.abs() / largest).sqrt() } else { 0.0 });
    let drama = if depths.clone().count() > 0 { mean(depths) } else { 0.0 };
    // Scoring by groups compares sequences of sizes, which this test does not recompute.
    let lead = |by: f64| if winner == Winner::First { by } else { -by };
    let most = seen.standings.iter().map(|&(_, _, by)| lead(-by)).fold(0.0, f64::max);
    let since = seen.standings.iter().find(|&&(_, _, by)| lead(by) > most).map_or(turns.len(), |at| at.0);
    let three_quarters = seen.standings.iter().position(|at| 4 * at.0 >= 3 * turns.len()).expect("some");
    let leader = of_someone(&ahead[..=three_quarters]).last().copied();
    let tiles: Vec<Cell> =
        position.board().cells().iter().copied().filter(|&cell| position.tile(cell).is_some()).collect();
    let coverage = if variant.board.is_boundless() {
        let stood = tiles.iter().filter(|cell| seen.stood.contains(cell)).count();
        Millionths::ratio(stood as u64, tiles.len() as u64)
    } else {
        Millionths::ratio(seen.stood.len() as u64, variant.board.cells().len() as u64)
    };
    GameMeasures {
        decision_factor: (!hard.is_empty()).then(|| Branching::ratio(hard.iter().sum(), hard.len() as u64)),
        game_tree: Millionths::of(seen.legal.iter().map(|&legal| log10(legal).units()).sum()),
        rounds: ahead.len() as u32,
        lead_changes: of_someone(&ahead).windows(2).filter(|pair| pair[0] != pair[1]).count() as u32,
        drama: decided.then(|| Millionths::rounded(drama)),
        decisiveness: decided.then(|| Millionths::ratio(since as u64, turns.len() as u64)),
        coverage,
        stone_survival: (seen.put > 0).then(|| Millionths::ratio(stones(position).1 as u64, seen.put as u64)),
        late_upset: leader.is_some_and(|leader| leader != winner),
    }
}

#[test]
fn measures_taken_while_playing_agree_with_those_of_the_records() {
    for (name, sets) in [
        ("send-it", &["board.side=4"][..]),
        ("send-it", &["board.side=3", "turn.swap=true", "score.komi=1.5"]),
        ("send-it-square", &["board.width=6", "board.height=5"]),
        ("dispatch", &["board.width=6", "board.height=6", "setup.black=[\"b2\"]", "setup.white=[\"e5\"]"]),
        (
            "dispatch-chris",
            &["board.width=7", "board.height=7", "setup.black=[\"b2\"]", "setup.white=[\"f6\"]"],
        ),
        ("dropper", &["board.width=5", "board.height=5"]),
        ("go", &["board.width=4", "board.height=4", "end.max_turns=60"]),
        (
            "amazons",
            &[
                "board.width=5",
                "board.height=5",
                "setup.white=[\"a1\"]",
                "setup.black=[\"e5\"]",
                "setup.neutral=[\"c3\"]",
            ],
        ),
        ("hex-it", &[]),
        ("exxit", &["end.tiles=30"]),
    ] {
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        let loaded = variant::load(name, &sets).unwrap_or_else(|_| panic!("{name} is a variant"));
        let agents = [const { Contestant::Agent(AgentSpec::Random) }; 2];
        let simulation = Simulation { records: true, ..Simulation::new(&loaded, &agents, 1, 6) };
        let (mut table, mut games) = (Runner::new(simulation), Games::default());
        (1..=simulation.block.games).for_each(|game| table.add_game(game, &mut games));
        let records = String::from_utf8(games.records).expect("records are text");
        let mut position = rules::start(&loaded.variant);
        for (row, line) in games.rows.iter().zip(records.lines()) {
            let record = Record::from_line(line).expect("a record");
            let again = measured(&mut *position, &record.turns.expect("turns"));
            assert_eq!(row.measures, again, "{name} {sets:?}, game {}", row.game);
        }
        assert_eq!(games.rows.len(), 6);
    }
}
