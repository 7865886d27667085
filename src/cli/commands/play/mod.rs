//! `dropline play`: people and agents against each other, line by line.

mod help;
mod table;

use crate::agents::{ADVISER, Hint, reason_without_score};
use crate::cli::failure::Failure;
use crate::cli::game_args::Play;
use crate::cli::interrupt;
use crate::cli::picture::{self, Marks};
use crate::cli::session::Session;
use crate::contestant::Contestant;
use crate::encoding::{Line, Lines};
use crate::rules::{Action, Player, Position, Winner};
use crate::run::{command_line, reason};
use crate::variant::explain_within;
use anyhow::anyhow;
use std::io::{self, BufRead, IsTerminal};
use table::LiveGame;

/// The maximum length of a line, in bytes; turns are shorter.
const LONGEST: u64 = 1 << 16;

/// Plays a game.
pub fn run(args: &Play, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load(&args.variant)?;
    session.print_notes(&loaded);
    interrupt::exit_on_interrupt()?;
    let seats = args.seats();
    session.try_out(seats.iter().filter_map(|seat| Some((seat.agent()?, &loaded))))?;
    let mut table = LiveGame::new(&loaded, seats, session.common.seed());
    if let Some(path) = &args.resume {
        table.resume(path).map_err(|error| Failure::Wrong(anyhow!(error)))?;
    }
    if let Some(turns) = &args.turns {
        table.open_with(turns).map_err(|error| Failure::Wrong(anyhow!(error)))?;
    }
    let swapped = table.position().swapped();
    let mut game = PlaySession { table, session, args, swapped, prompts: io::stdin().is_terminal() };
    game.print_intro()?;
    game.continue_game()?;
    let mut input = Lines::new(io::stdin().lock(), LONGEST);
    // Without people, there is nobody to prompt.
    while game.has_people()
        && let Some(line) = game.ask(&mut input)?
    {
        if game.answer(line.trim())? == Next::Leave {
            break;
        }
    }
    game.note_unfinished()
}

/// What to do after a line.
#[derive(PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// The game and its terminal.
struct PlaySession<'g, 's> {
    table: LiveGame,
    session: &'g mut Session<'s>,
    args: &'g Play,
    /// Whether the players had exchanged sides at the last announcement.
    swapped: bool,
    /// Whether to prompt: a person plays.
    prompts: bool,
}

impl PlaySession<'_, '_> {
    fn say(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        self.session.terminal.line(text)
    }

    fn has_people(&self) -> bool {
        Player::BOTH.into_iter().any(|player| self.table.is_person(player))
    }

    fn print_intro(&mut self) -> Result<(), Failure> {
        let position = self.table.position();
        let title = position.variant().info.title();
        let colour = |player| picture::colour_of(position, player).name();
        let who = match self.table.person() {
            Some(you) => {
                let other = you.other();
                format!("you are {}, against {}.", colour(you), self.table.seat(other).label())
            }
            None => {
                let seat = |player| format!("{} is {}", self.table.seat(player).label(), colour(player));
                format!("{}.", Player::BOTH.map(seat).join(", "))
            }
        };
        let help = if self.has_people() {
            " Enter an action, or several joined by `+`; `rules` explains the game, `hint` shows what a \
             strong agent would do, `help` lists all commands."
        } else {
            ""
        };
        let greeting = format!("{title}: {who}{help}\n");
        self.say(greeting)?;
        self.say_goals()
    }

    /// Tells people which cells the goals of each colour are about.
    fn say_goals(&mut self) -> Result<(), Failure> {
        let goals = if self.has_people() { help::goal_cells(self.table.position()) } else { None };
        goals.map_or(Ok(()), |goals| self.say(format_args!("{goals}\n")))
    }

    /// Lets agents play while it is their turn, and shows the position.
    fn continue_game(&mut self) -> Result<(), Failure> {
        // Show the position while an agent thinks.
        self.session.terminal.flush()?;
        let watched = !self.has_people();
        while let Some((agent, turn)) = self.agents_turn()? {
            self.say(format_args!("{}: {turn}\n", agent.label()))?;
            if watched && self.table.position().outcome().is_none() {
                self.show()?;
            }
        }
        self.show()?;
        if self.table.position().outcome().is_some() {
            let verdict = verdict(self.table.position(), self.table.person());
            let more = if watched {
                ""
            } else {
                " `save FILE` saves the game, `undo` takes back an action, `quit` quits."
            };
            self.say(format_args!("{verdict}{more}"))?;
        }
        Ok(())
    }

    /// Plays the turn of the agent that is to move; returns who played and what.
    fn agents_turn(&mut self) -> Result<Option<(Contestant, String)>, Failure> {
        self.table.let_agent_play().map_err(|error| Failure::Failed(anyhow!("{error}")))
    }

    fn show(&mut self) -> Result<(), Failure> {
        self.announce_swap()?;
        let names = self.table.awaits_person();
        let marks = Marks::Play { last: self.table.last_turn(), names };
        let text = picture::text(self.table.position(), marks, self.session.terminal);
        self.session.terminal.drawing(text.trim_end_matches('\n'))?;
        if names {
            let position = self.table.position();
            let more = [self.new_colour(), help::next_step(position), help::actions_without_cell(position)];
            more.into_iter().flatten().try_for_each(|line| self.say(line))?;
        }
        Ok(())
    }

    /// The person's colour, once the sides were exchanged.
    fn new_colour(&self) -> Option<String> {
        let you = self.table.person().filter(|_| self.swapped)?;
        Some(format!("You are {}.", picture::colour_of(self.table.position(), you).name()))
    }

    /// Announces who has which side after a swap.
    fn announce_swap(&mut self) -> Result<(), Failure> {
        let swapped = self.table.position().swapped();
        if swapped && !self.swapped {
            let colour = |player| picture::colour_of(self.table.position(), player).name();
            let who = match self.table.person() {
                Some(you) => {
                    let other = you.other();
                    let name = self.table.seat(other).label();
                    format!("you are {} now, and {name} is {}", colour(you), colour(other))
                }
                None => format!(
                    "the player who moved first is {} now, the other {}",
                    colour(Player::First),
                    colour(Player::Second)
                ),
            };
            self.say(format_args!("The sides are exchanged: {who}.\n"))?;
            self.say_goals()?;
        }
        self.swapped = swapped;
        Ok(())
    }

    /// How a strong agent would complete the turn, and the result it expects.
    fn hint(&mut self) -> Result<(), Failure> {
        self.session.terminal.flush()?;
        let adviser = ADVISER;
        match self.table.hint() {
            None => self.say("no hint: the game is over"),
            Some(Hint { actions, is_only: true, .. }) => {
                self.say(format_args!("`{}` is the only legal action", joined(&actions)))
            }
            Some(Hint { actions, .. }) if actions[..] == [Action::Swap] => {
                self.say(format_args!("{adviser} suggests `swap`"))
            }
            Some(Hint { actions, expected: None, .. }) => self.say(format_args!(
                "{adviser} suggests `{}`, {}",
                joined(&actions),
                reason_without_score(self.table.position().variant())
            )),
            Some(Hint { actions, expected: Some(expected), .. }) => {
                let percent = (expected * 100.0).round();
                self.say(format_args!(
                    "{adviser} suggests `{}`, with an expected score of {percent} % (a win scores 1, a draw one half)",
                    joined(&actions)
                ))
            }
        }
    }

    /// Asks for the next line; `None` at the end of the input.
    fn ask(&mut self, input: &mut Lines<impl BufRead>) -> Result<Option<String>, Failure> {
        if self.prompts {
            let position = self.table.position();
            let over = position.outcome().is_some();
            let mover = picture::colour_of(position, position.to_move()).name();
            let prompt = if over { "> ".to_owned() } else { format!("{mover}> ") };
            self.session.terminal.bytes(prompt.as_bytes())?;
        }
        self.session.terminal.flush()?;
        let mut line = Vec::new();
        let unreadable = |error| Failure::Failed(anyhow!("cannot read standard input: {}", reason(&error)));
        match input.next(&mut line).map_err(unreadable)? {
            None => Ok(None),
            Some(Line::Whole) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
            Some(Line::TooLong) => Err(Failure::Wrong(anyhow!("a line is longer than {LONGEST} bytes"))),
        }
    }

    /// Executes a line.
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
            ("rules", "") => {
                let width = self.session.terminal.columns().unwrap_or(usize::MAX);
                let rules = explain_within(self.table.position().variant(), width);
                self.say(rules.trim_end_matches('\n'))?;
            }
            ("hint", "") => self.hint()?,
            ("undo", "") => {
                if self.table.undo() {
                    self.continue_game()?;
                } else {
                    self.say("nothing to take back: you have not played yet")?;
                }
            }
            ("save", "") => self.say("expected the name of a file, as in `save game.jsonl`")?,
            ("save", path) => self.save(path)?,
            _ => self.play(line)?,
        }
        Ok(Next::Stay)
    }

    fn play(&mut self, line: &str) -> Result<(), Failure> {
        match self.table.play(line) {
            Ok(()) => self.continue_game(),
            Err(error) => {
                if let Some(why) = help::only_in_others(line, self.table.position()) {
                    return self.say(format_args!("{why}; nothing was played"));
                }
                self.say(format_args!("{error}; nothing was played"))?;
                help::help_after(line, self.table.position()).map_or(Ok(()), |more| self.say(more))
            }
        }
    }

    fn save(&mut self, path: &str) -> Result<(), Failure> {
        let message = match self.table.save(path) {
            Ok(()) => {
                let seats = Player::BOTH.map(|player| self.table.seat(player).to_string()).join(",");
                let resume = self.command("play", &["--agents", &seats, "--resume", path]);
                let replay = self.command("replay", &[path, "--show=turns"]);
                format!("game saved: `{resume}` resumes it and `{replay}` shows it")
            }
            Err(error) => error,
        };
        self.say(message)
    }

    /// A command with the variant of this game.
    fn command(&self, name: &str, rest: &[&str]) -> String {
        let sets = self.session.common.set.iter().flat_map(|set| ["--set", set]);
        let words =
            ["dropline", name, &self.args.variant].into_iter().chain(sets).chain(rest.iter().copied());
        command_line(&words.map(str::to_owned).collect::<Vec<_>>())
    }

    /// Tells a person who quits that the game is not over, unless it is.
    fn note_unfinished(&mut self) -> Result<(), Failure> {
        if self.table.position().outcome().is_none() {
            self.say("the game is not over")?;
        }
        Ok(())
    }
}

/// The actions as a person would type them.
fn joined(actions: &[Action]) -> String {
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

/// Who won, addressed to the `person` if only one person plays.
fn verdict(position: &dyn Position, person: Option<Player>) -> String {
    let winner = match position.winner() {
        Winner::Draw => return "A draw.".to_owned(),
        Winner::First => Player::First,
        Winner::Second => Player::Second,
    };
    match person {
        Some(person) if person == winner => "You win.".to_owned(),
        Some(_) => "You lose.".to_owned(),
        None => {
            let colour = picture::colour_of(position, winner).name();
            format!("{} wins.", crate::text::capital(colour))
        }
    }
}
