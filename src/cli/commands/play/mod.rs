//! `dropline play`: a person against an agent, line by line.

mod help;
mod table;

use crate::cli::args::Play;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::picture::{self, Marks};
use crate::cli::session::Session;
use anyhow::anyhow;
use dropline::rules::{Player, Position, Winner};
use dropline::run::reason;
use std::io::{self, BufRead, IsTerminal};
use table::Table;

/// The longest line that is read, in bytes; no turn is as long.
const LONGEST: u64 = 1 << 16;

/// Plays a game.
pub fn run(args: &Play, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load(&args.variant)?;
    session.tell_notes(&loaded);
    interrupt::leave()?;
    let table = Table::new(&loaded, args.agent, args.side.player(), session.common.seed());
    let mut game = Game { table, session, prompts: io::stdin().is_terminal() };
    game.greet()?;
    game.go_on()?;
    let mut input = io::stdin().lock();
    while let Some(line) = game.ask(&mut input)? {
        if game.answer(line.trim())? == Next::Leave {
            break;
        }
    }
    game.leave()
}

/// What follows a line.
#[derive(PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// The game and the terminal that it is played in.
struct Game<'g, 's> {
    table: Table,
    session: &'g mut Session<'s>,
    /// Whether someone sits there who needs to be asked.
    prompts: bool,
}

impl Game<'_, '_> {
    fn say(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        self.session.terminal.line(text)
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let position = self.table.position();
        let you = picture::colour_of(position, self.table.person()).name();
        let greeting = format!(
            "{}: you are {you}, against {}. A line is an action or several with `+` between; `help` tells more.\n",
            position.variant().info.title(),
            self.table.agent_name()
        );
        self.say(greeting)
    }

    /// Lets the agent play if it is its turn, and shows how the game stands.
    fn go_on(&mut self) -> Result<(), Failure> {
        // What stands already is shown while the agent thinks.
        self.session.terminal.flush()?;
        for turn in self.table.let_agent_play() {
            let agent = self.table.agent_name().to_owned();
            self.say(format_args!("{agent}: {turn}\n"))?;
        }
        self.show()?;
        if self.table.position().outcome().is_some() {
            let verdict = verdict(self.table.position(), self.table.person());
            self.say(format_args!("{verdict} `save FILE` keeps the game, `undo` goes back, `quit` ends."))?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let marks = Marks::LastTurn(self.table.last_turn());
        let text = picture::text(self.table.position(), marks, self.session.terminal);
        self.session.terminal.drawing(text.trim_end_matches('\n'))
    }

    /// The next line; none at the end of the input.
    fn ask(&mut self, input: &mut impl BufRead) -> Result<Option<String>, Failure> {
        if self.prompts {
            self.session.terminal.bytes(b"> ")?;
        }
        self.session.terminal.flush()?;
        let mut line = Vec::new();
        let unreadable = |error| Failure::Failed(anyhow!("cannot read standard input: {}", reason(&error)));
        let read = io::Read::take(input, LONGEST).read_until(b'\n', &mut line).map_err(unreadable)?;
        if read as u64 == LONGEST && !line.ends_with(b"\n") {
            return Err(Failure::Wrong(anyhow!("a line is longer than {LONGEST} bytes")));
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    /// Does what a line says.
    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => return Ok(Next::Leave),
            ("help" | "?", "") => {
                let help = help::help(self.table.position());
                self.say(help)?;
            }
            ("legal", "") => {
                let legal = help::legal(self.table.position());
                self.say(legal)?;
            }
            ("show", "") => self.show()?,
            ("undo", "") => {
                if self.table.undo() {
                    self.go_on()?;
                } else {
                    self.say("nothing to take back: you have not played yet")?;
                }
            }
            ("save", "") => self.say("the name of a file is needed, as in `save game.jsonl`")?,
            ("save", path) => {
                let said = self.table.save(path);
                self.say(said)?;
            }
            _ => self.play(line)?,
        }
        Ok(Next::Stay)
    }

    fn play(&mut self, line: &str) -> Result<(), Failure> {
        match self.table.play(line) {
            Ok(()) => self.go_on(),
            Err(wrong) => self.say(format_args!("{wrong}; nothing was played")),
        }
    }

    /// Says how the game stands when the person leaves.
    fn leave(&mut self) -> Result<(), Failure> {
        if self.table.position().outcome().is_none() {
            self.say("the game is not over")?;
        }
        Ok(())
    }
}

/// Who won, told to the `person`.
fn verdict(position: &dyn Position, person: Player) -> &'static str {
    match (position.winner(), person) {
        (Winner::Draw, _) => "A draw.",
        (Winner::First, Player::First) | (Winner::Second, Player::Second) => "You win.",
        _ => "You lose.",
    }
}
