//! Tests of the reports of handwritten runs.

mod figures;
mod listed;
mod pages;
mod studies;
mod verdicts;
mod wrong;

use std::path::Path;

use super::*;
use dropline_engine::points::Points;
use dropline_engine::rules::{Reason, Winner};
use dropline_engine::variant;
use dropline_lab::run::{
    Branching, CellRow, CourseRow, Fingerprint, GameMeasures, GameRow, Manifest, Millionths, Row, RowWriter,
    Until,
};

/// Writes the rows of a table as a run does.
fn table<T: Row>(dir: &Path, rows: &[T]) {
    let mut writer = RowWriter::new(Vec::new()).unwrap();
    rows.iter().for_each(|row| writer.write(row).unwrap());
    std::fs::write(dir.join(T::FILE), writer.finish().unwrap()).unwrap();
}

/// The rules of a game on a small board of this `shape`, or on the boundless plane.
fn rules(shape: &str) -> serde_json::Value {
    if shape == "boundless-hex" {
        return variant::load("hex-it", &[]).expect("a shipped variant").effective;
    }
    let mut rules = variant::load("send-it", &[]).expect("a shipped variant").effective;
    rules["board"] = match shape {
        "rectangle" => serde_json::json!({"shape": shape, "width": 3, "height": 2}),
        "hexagon" => serde_json::json!({"shape": shape, "side": 2}),
        _ => serde_json::json!({"shape": shape, "side": 3}),
    };
    rules
}

fn manifest(shape: &str) -> Manifest {
    Manifest {
        program: "dropline".to_owned(),
        version: "0.1.0".to_owned(),
        command: ["dropline", "simulate", "test", "--games", "6"].map(str::to_owned).to_vec(),
        variant: "test".to_owned(),
        game: "Test".to_owned(),
        board: "hexagon of side 2".to_owned(),
        players: ["black", "white"].map(str::to_owned),
        agents: ["random", "greedy"].map(str::to_owned),
        learned: std::collections::BTreeMap::new(),
        reproducible: true,
        seed: 1,
        pairs: false,
        openings: Vec::new(),
        until: None,
        delta: None,
        games_asked: 6,
        games_played: 6,
        games_failed: 0,
        records: false,
        block: None,
        complete: true,
        rules: rules(shape),
        rules_hash: "ff".to_owned(),
        threads: 2,
        started: "2026-11-21T00:00:00Z".to_owned(),
        seconds: 0.5,
        files: std::collections::BTreeMap::new(),
    }
}

/// A game that ends with the first player ahead by `margin` points.
fn game(number: u64, margin: i32) -> GameRow {
    let winner = match margin {
        0 => Winner::Draw,
        1.. => Winner::First,
        _ => Winner::Second,
    };
    GameRow {
        game: number,
        variant: "test".into(),
        first_agent: "random".into(),
        second_agent: "greedy".into(),
        winner,
        first_score: Points::whole(10 + margin),
        second_score: Points::whole(10),
        turns: 4,
        actions: 8,
        end: Reason::Passes,
        branching: Branching::ratio(21, 4),
        first_captures: 1,
        second_captures: 0,
        swapped: false,
        first_turn: "a1".to_owned(),
        fingerprint: Fingerprint(number),
        measures: GameMeasures {
            decision_factor: Some(Branching::ratio(21, 2)),
            game_tree: Millionths::ratio(4, 1),
            rounds: 2,
            lead_changes: 2,
            drama: (margin != 0).then(|| Millionths::ratio(1, 4)),
            decisiveness: (margin != 0).then(|| Millionths::ratio(1, 2)),
            coverage: Millionths::ratio(3, 4),
            stone_survival: Some(Millionths::ratio(7, 8)),
            late_upset: margin == 0,
        },
    }
}

/// A run of games with these margins on a board of this shape, in its own folder.
fn run(shape: &str, margins: &[i32]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let games: Vec<GameRow> = (1..).zip(margins).map(|(number, &margin)| game(number, margin)).collect();
    let count = |of: fn(i32) -> bool| margins.iter().filter(|&&margin| of(margin)).count() as u64;
    let n = margins.len() as u64;
    let first = CellRow {
        first_turn_games: n,
        first_turn_wins: count(|m| m > 0),
        first_turn_draws: count(|m| m == 0),
        first_turn_losses: count(|m| m < 0),
        first_stones: n,
        games: n,
        ..CellRow::new("a1".parse().unwrap())
    };
    let second = CellRow { second_counts: n, games: n, ..CellRow::new("a2".parse().unwrap()) };
    let turn = |turn| CourseRow { turn, games: n, legal_sum: 5 * n, legal_square_sum: 25 * u128::from(n) };
    table(dir.path(), &games);
    let mut cells = vec![first, second];
    if shape == "boundless-hex" {
        let names = ["1,0", "0,-1", "-12,3"].map(|name| name.parse().unwrap());
        let tile = |cell| CellRow { second_counts: n, second_stones: n, games: n, ..CellRow::on_plane(cell) };
        cells = names.map(tile).to_vec();
        cells[0] = CellRow { cell: names[0], on_plane: true, first_counts: n, ..first };
        cells[2].second_counts = 0;
        cells[2].second_stones = n.min(1);
    } else if let Ok(loaded) = manifest(shape).load_rules(dir.path()) {
        let board = loaded.variant.board;
        let others = board.cells().iter().filter(|&&cell| cell != first.cell && cell != second.cell);
        cells.extend(others.map(|&cell| CellRow { games: n, ..CellRow::new(cell) }));
    }
    table(dir.path(), &cells);
    table(dir.path(), &(1..=4).map(turn).collect::<Vec<_>>());
    manifest(shape).write(dir.path()).unwrap();
    dir
}

fn read(dir: &Path, file: &str) -> String {
    std::fs::read_to_string(dir.join(file)).unwrap()
}

/// A run of pairs in which `random`, named first, wins all games except those numbered in `lost`, counted from 1.
fn paired(games: u64, lost: &[u64]) -> tempfile::TempDir {
    let dir = run("hexagon", &[1]);
    let rows: Vec<GameRow> = (1..=games)
        .map(|number| {
            let named_first_moves_first = number % 2 == 1;
            let first_wins = named_first_moves_first != lost.contains(&number);
            let row = game(number, if first_wins { 2 } else { -2 });
            if named_first_moves_first {
                row
            } else {
                GameRow { first_agent: row.second_agent, second_agent: row.first_agent, ..row }
            }
        })
        .collect();
    table(dir.path(), &rows);
    let whole = Manifest { pairs: true, games_asked: games, games_played: games, ..manifest("hexagon") };
    whole.write(dir.path()).unwrap();
    dir
}

/// A run whose positions are scored by `method`.
fn scored_by(method: &str, margins: &[i32]) -> tempfile::TempDir {
    let dir = run("hexagon", margins);
    let mut manifest = manifest("hexagon");
    manifest.rules["score"]["method"] = method.into();
    manifest.write(dir.path()).unwrap();
    dir
}
