//! Tests of runs with failing games.

use super::{
    Block, Checkpoint, CourseRow, Ended, FailedGame, GameRow, Lock, Manifest, Observer, Output, Rows,
};
use crate::contestant::Contestant;
use crate::simulate::ordered::Worker;
use crate::simulate::{Games, Replayer, Runner, Simulation};
use dropline_agents::{Agent, AgentSpec};
use dropline_engine::rules::{Action, Position};
use dropline_engine::variant::{self, Loaded};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// An agent that panics at its third action.
struct PanickingAgent {
    left: u32,
}

impl Agent for PanickingAgent {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.left = self.left.checked_sub(1).expect("no more ideas");
        AgentSpec::Random.build().choose(position, rng)
    }
}

/// An agent that puts a stone on top of another one.
struct IllegalAgent;

impl Agent for IllegalAgent {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        let cells = position.board().cells().to_vec();
        let taken = cells.into_iter().find(|&cell| !position.stack(cell).is_empty());
        taken.map_or_else(|| AgentSpec::Random.build().choose(position, rng), Action::Place)
    }
}

/// A runner whose every seventh game fails.
struct FailingRunner<'s> {
    runner: Runner<'s>,
    simulation: Simulation<'s>,
}

impl Worker<Games> for FailingRunner<'_> {
    fn work(&mut self, nth: u64, games: &mut Games) {
        let game = self.simulation.block.number(nth);
        if game.is_multiple_of(7) {
            self.runner.seat(Box::new(PanickingAgent { left: 2 }));
        }
        self.runner.add_game(game, games);
    }
}

/// An observer that records its calls.
#[derive(Default)]
struct Notes {
    already_written: Vec<u64>,
    played: Vec<u64>,
    failed: Vec<u64>,
}

impl Observer for Notes {
    fn already_written(&mut self, row: &GameRow) {
        self.already_written.push(row.game);
    }
    fn played(&mut self, rows: &[GameRow]) {
        self.played.extend(rows.iter().map(|row| row.game));
    }
    fn failed(&mut self, game: &FailedGame) {
        self.failed.push(game.game);
    }
}

fn small() -> Loaded {
    variant::load("send-it", &["board.side=3".to_owned()]).unwrap_or_else(|_| panic!("it is a variant"))
}

fn simulation(loaded: &Loaded, games: u64) -> Simulation<'_> {
    const RANDOM: [Contestant; 2] = [const { Contestant::Agent(AgentSpec::Random) }; 2];
    Simulation { records: true, ..Simulation::new(loaded, &RANDOM, 1, games) }
}

fn manifest(simulation: &Simulation<'_>, loaded: &Loaded) -> Manifest {
    Manifest::begin(simulation, loaded, vec!["dropline".to_owned()], 2)
}

fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap()
}

/// Continues a run from the progress of `output`; every seventh game fails.
fn play_failing(simulation: Simulation<'_>, loaded: &Loaded, output: &mut Output) -> (Manifest, Notes) {
    let mut manifest = manifest(&simulation, loaded);
    let mut notes = Notes::default();
    let new_worker = || FailingRunner { runner: Runner::new(simulation), simulation };
    let stop = AtomicBool::new(false);
    let ended = output.record_with(new_worker, &simulation, &pool(), &stop, &mut notes).unwrap();
    assert_eq!(ended, Ended::Played);
    (manifest.games_played, manifest.games_failed) = (output.games(), output.failures());
    output.finish(&loaded.variant.board, &mut manifest).unwrap();
    (manifest, notes)
}

/// Opens an interrupted run again.
fn reopen(dir: &Path, loaded: &Loaded) -> Output {
    let lock = Lock::take(dir).unwrap();
    let checkpoint = Checkpoint::read(dir).unwrap().expect("a checkpoint");
    Output::reopen(lock, dir, &checkpoint, &loaded.variant.board).unwrap()
}

/// Plays the whole run of `simulation` in `output`, up to its tables.
fn play_whole(simulation: Simulation<'_>, output: &mut Output) {
    let stop = AtomicBool::new(false);
    let ended = output.record(&simulation, &pool(), &stop, &mut Notes::default()).unwrap();
    assert_eq!(ended, Ended::Played);
}

#[test]
fn a_run_whose_tables_cannot_be_written_is_not_complete() {
    let (dir, loaded) = (tempfile::tempdir().unwrap(), small());
    let (dir, board) = (dir.path(), &loaded.variant.board);
    let simulation = simulation(&loaded, 20);
    let mut output = Output::create(dir, &manifest(&simulation, &loaded), false).unwrap();
    play_whole(simulation, &mut output);
    let mut complete = Manifest { games_played: 20, complete: true, ..manifest(&simulation, &loaded) };
    // No file can replace a folder.
    std::fs::create_dir(dir.join("course.csv")).unwrap();
    output.finish(board, &mut complete).unwrap_err();
    assert!(!Manifest::read(dir).unwrap().complete && dir.join(Checkpoint::FILE).exists());
    drop(output);
    std::fs::remove_dir(dir.join("course.csv")).unwrap();
    let mut output = reopen(dir, &loaded);
    play_whole(simulation, &mut output);
    let mut complete = Manifest { complete: true, ..complete };
    output.finish(board, &mut complete).unwrap();
    assert!(Manifest::read(dir).unwrap().complete && !dir.join(Checkpoint::FILE).exists());
    assert!(complete.changed_files(dir).unwrap().is_empty());
}

fn numbers(dir: &Path) -> Vec<u64> {
    Rows::<GameRow>::open(dir).unwrap().map(|row| row.unwrap().game).collect()
}

#[test]
fn a_failed_game_does_not_end_the_run() {
    let (dir, loaded) = (tempfile::tempdir().unwrap(), small());
    let dir = dir.path();
    let simulation = simulation(&loaded, 100);
    let mut output = Output::create(dir, &manifest(&simulation, &loaded), false).unwrap();
    let (manifest, notes) = play_failing(simulation, &loaded, &mut output);
    let whole: Vec<u64> = (1..=100).filter(|game| game % 7 != 0).collect();
    assert_eq!((manifest.games_played, manifest.games_failed), (86, 14));
    assert!(numbers(dir) == whole && notes.played == whole && notes.failed.len() == 14);

    // The other games and their counts are the same as if none had failed.
    let mut again = Replayer::new(&simulation);
    for row in Rows::<GameRow>::open(dir).unwrap() {
        let row = row.unwrap();
        assert_eq!(row, *again.play(row.game).0);
    }
    let course: Vec<CourseRow> = Rows::open(dir).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(course[0].games, 86);

    let failed = FailedGame::first(dir).unwrap().unwrap();
    assert!(failed.error.starts_with("no more ideas (crates/lab/src/run/tests.rs:"), "{}", failed.error);
    let (row, record) = again.play(7);
    assert_eq!((failed.game, &*failed.variant, failed.seed), (row.game, &*row.variant, 1));
    // The record so far is a prefix of the same game without the failure.
    assert!(failed.actions.len() > 3);
    let turns = String::from_utf8(record.to_vec()).unwrap().replace('+', "\",\"");
    assert!(turns.contains(&format!("\"turns\":[\"{}\"", failed.actions[0])), "{turns} {:?}", failed.actions);

    assert_eq!(Manifest::read(dir).unwrap().games_failed, 14);
}

#[test]
fn a_run_with_failed_games_can_be_resumed() {
    let loaded = small();
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let whole = simulation(&loaded, 100);
    let create = |dir: &Path, run| Output::create(dir, &manifest(&run, &loaded), false);
    play_failing(whole, &loaded, &mut create(one.path(), whole).unwrap());
    let part = Simulation { block: Block { games: 40, ..whole.block }, ..whole };
    play_failing(part, &loaded, &mut create(two.path(), part).unwrap());
    let mut output = reopen(two.path(), &loaded);
    let (_, notes) = play_failing(whole, &loaded, &mut output);
    assert_eq!((notes.already_written.len(), notes.played.len(), notes.failed.len()), (35, 51, 9));
    for file in ["games.csv", "games.jsonl", "cells.csv", "course.csv", "failed.jsonl"] {
        let bytes = |dir: &tempfile::TempDir| std::fs::read(dir.path().join(file)).unwrap();
        assert!(bytes(&one) == bytes(&two), "{file}");
    }
}

#[test]
fn the_check_of_the_rules_detects_illegal_actions_of_agents() {
    let loaded = small();
    let simulation = Simulation { check_rules: true, ..simulation(&loaded, 1) };
    let (mut runner, mut games) = (Runner::new(simulation), Games::default());
    runner.seat(Box::new(IllegalAgent));
    runner.add_game(1, &mut games);
    let error = &games.failed[0].error;
    assert!(
        error.starts_with("the agent's action `") && error.ends_with("is illegal: the cell is not empty"),
        "{error}"
    );
    // The runner still works.
    runner.add_game(2, &mut games);
    assert_eq!(games.rows.len(), 1);
}

#[test]
fn checking_the_rules_does_not_change_games() {
    for name in ["send-it", "send-it-square", "dispatch-chris", "dropper", "hex-it"] {
        let loaded = variant::load(name, &[]).unwrap_or_else(|_| panic!("{name} is a variant"));
        let simulation = simulation(&loaded, 3);
        let checked = Simulation { check_rules: true, ..simulation };
        let (mut plain, mut checked) = (Replayer::new(&simulation), Replayer::new(&checked));
        assert_eq!(plain.try_play(3).unwrap(), checked.try_play(3).unwrap());
    }
}
