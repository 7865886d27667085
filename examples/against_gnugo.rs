//! Games of Go between an agent and GNU Go (Debian's package `gnugo`), on 9x9 with komi 7.5:
//!
//! ```text
//! cargo run --release --example against_gnugo -- mcts:2000 20
//! ```
//!
//! The agent has black in every second game. A level of GNU Go and a seed can follow: `mcts:2000 20 10 7`. GNU Go plays by
//! its own seed, which is the number of the game; it knows simple ko alone: where superko forbids what it plays, it passes.
//! Where there is no `gnugo` nothing is played.

use dropline::agents::{self, Agent, AgentError, AgentSpec};
use dropline::board::Cell;
use dropline::rules::{Action, Position, Winner, start};
use dropline::stats::wilson;
use dropline::{chance, variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [agent, games, rest @ ..] = arguments.as_slice() else {
        return Err("usage: against_gnugo AGENT GAMES [LEVEL [SEED]]".to_owned());
    };
    let agent: AgentSpec = agent.parse().map_err(|wrong| format!("{wrong}"))?;
    let games: u64 = games.parse().map_err(|wrong| format!("{games}: {wrong}"))?;
    let level = rest.first().map_or("1", String::as_str);
    let seed: u64 = rest.get(1).map_or(Ok(1), |seed| seed.parse()).map_err(|wrong| format!("{wrong}"))?;
    let loaded = variant::load("go", &[]).map_err(|wrong| wrong.render(false))?;
    let mut position = start(&loaded.variant);
    let mut won = 0;
    for game in 0..games {
        let Some(mut adversary) = GnuGo::start(level, game) else {
            println!("skipped: there is no `gnugo` here");
            return Ok(());
        };
        position.reset();
        let (mut own, mut rng) = (agent.build(), chance::stream(seed, &[0; 32], game));
        let first = game % 2 == 0;
        let players: [&mut dyn Agent; 2] =
            if first { [&mut *own, &mut adversary] } else { [&mut adversary, &mut *own] };
        agents::play_game(&mut *position, players, &mut rng, false, |_| Ok::<_, AgentError>(()))?;
        let winner = if first { Winner::First } else { Winner::Second };
        won += u64::from(position.winner() == winner);
    }
    let interval = wilson(won as f64 / games as f64, games as f64);
    let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
    println!(
        "{agent} won {won} of {games} games against GNU Go at level {level} (95 % interval {low:.1} to {high:.1} %)"
    );
    Ok(())
}

/// GNU Go, spoken to by the Go Text Protocol.
struct GnuGo {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// Moves made; black has made the first.
    moves: u32,
}

impl GnuGo {
    /// None if there is no such program.
    fn start(level: &str, seed: u64) -> Option<Self> {
        let places = ["gnugo", "/usr/games/gnugo"];
        let spawn = |place: &&str| {
            let arguments =
                ["--mode", "gtp", "--chinese-rules", "--level", level, "--seed", &seed.to_string()];
            let command = &mut Command::new(place);
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
        };
        let mut process = places.iter().find_map(spawn)?;
        let (to, from) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut this = Self { process, to, from, moves: 0 };
        for command in ["boardsize 9", "clear_board", "komi 7.5"] {
            this.ask(command);
        }
        Some(this)
    }

    /// The colour that moves.
    const fn colour(&self) -> &'static str {
        if self.moves.is_multiple_of(2) { "black" } else { "white" }
    }

    /// What it answers to `command`.
    ///
    /// # Panics
    /// If it says no, or nothing any more.
    fn ask(&mut self, command: &str) -> String {
        let answer = self.try_to_ask(command).unwrap_or_else(|error| panic!("GNU Go, {command}: {error}"));
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("GNU Go, {command}: {answer}"));
        text.trim().to_owned()
    }

    fn try_to_ask(&mut self, command: &str) -> io::Result<String> {
        writeln!(self.to, "{command}")?;
        let mut answer = String::new();
        // An empty line ends the answer.
        while !answer.ends_with("\n\n") {
            if self.from.read_line(&mut answer)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(answer)
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A cell as the protocol names it: there is no column I.
fn vertex(cell: Cell) -> String {
    let column = b'A' + cell.x + u8::from(cell.x >= 8);
    format!("{}{}", char::from(column), cell.y + 1)
}

/// The cell of that name; none for `PASS` and `resign`.
fn cell(vertex: &str) -> Option<Cell> {
    let column = vertex.bytes().next()?.to_ascii_uppercase();
    let row: u8 = vertex.get(1..)?.parse().ok()?;
    Some(Cell::new(column.checked_sub(b'A' + u8::from(column > b'I'))?, row.checked_sub(1)?))
}

impl Agent for GnuGo {
    fn played(&mut self, action: Action) {
        let vertex = if let Action::Place(cell) = action { vertex(cell) } else { "pass".to_owned() };
        let command = format!("play {} {vertex}", self.colour());
        self.ask(&command);
        self.moves += 1;
    }

    fn choose(&mut self, position: &mut dyn Position, _: &mut Xoshiro256PlusPlus) -> Action {
        // `reg_genmove` chooses without playing: GNU Go hears of its own actions as it does of all others.
        let command = format!("reg_genmove {}", self.colour());
        let answer = self.ask(&command);
        let action = cell(&answer).map_or(Action::Pass, Action::Place);
        if position.check(action).is_ok() { action } else { Action::Pass }
    }
}
