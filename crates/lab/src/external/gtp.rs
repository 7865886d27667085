//! The Go Text Protocol, version 2, controller side.
//!
//! Source: Gunnar Farnebäck 2002, "Specification of the Go Text Protocol, version 2, draft 2".

use super::agent::{ProtocolClient, TrackedGame};
use super::process::Process;
use super::spec::External;
use dropline_agents::AgentError;
use dropline_engine::board::{Cell, Shape};
use dropline_engine::rules::Action;
use dropline_engine::text::quoted;
use dropline_engine::variant::{ScoreMethod, Setup, Turn, Variant};
use std::time::Duration;

/// The largest board that the protocol has names for.
const LARGEST: u8 = 25;

/// A program that speaks the Go Text Protocol.
#[derive(Debug)]
pub struct Gtp {
    process: Process,
    timeout: Duration,
    /// The actions on the program's board: those sent to it, and its own.
    played: Vec<Action>,
    /// How the program refused the komi, in a clause, if it did.
    without_komi: Option<String>,
}

/// The side of the board of `variant`, if the protocol supports it.
///
/// # Errors
/// Returns an error if the protocol does not support games of `variant`; the error says why.
pub fn board(variant: &Variant) -> Result<u8, String> {
    let shape = variant.board.shape();
    let side = match shape {
        Shape::Rectangle { width, height } if width == height => width,
        _ => {
            return Err(format!(
                "the Go Text Protocol supports square boards only, but this one is a {shape}"
            ));
        }
    };
    let wrong = if side > LARGEST {
        format!(
            "the Go Text Protocol supports boards up to {LARGEST}x{LARGEST}, but this one is {side}x{side}"
        )
    } else if variant.board.wrap().is_some() {
        "the Go Text Protocol does not support boards that wrap".to_owned()
    } else if !variant.board.holes().is_empty() {
        "the Go Text Protocol does not support holes in the board".to_owned()
    } else if variant.setup != Setup::default() {
        "the Go Text Protocol starts from an empty board, but this game starts with stones on it, or after some turns"
            .to_owned()
    } else if variant.swap {
        "the Go Text Protocol does not support the pie rule".to_owned()
    } else if !variant.turns().all(is_one_action) {
        "the Go Text Protocol supports turns of one stone only, but a turn of this game can have several actions"
            .to_owned()
    } else if let Some(action) = variant.actions.iter().find(|action| !action.kind.adds_own_stone()) {
        format!(
            "the Go Text Protocol supports single stones on empty cells only, but the action `{}` does something \
             else",
            action.name
        )
    } else {
        return Ok(side);
    };
    Err(wrong)
}

fn is_one_action(turn: &Turn) -> bool {
    matches!(&turn.steps[..], [step] if step.max == 1)
}

/// The name of a cell in the protocol, which has no column I.
fn vertex(cell: Cell) -> String {
    let column = b'A' + cell.x + u8::from(cell.x >= 8);
    format!("{}{}", char::from(column), cell.y + 1)
}

/// The name of an action in the protocol.
fn written(action: Action) -> String {
    action.stone().map_or_else(|| "pass".to_owned(), vertex)
}

/// The action that `text` names.
fn read(text: &str) -> Option<Action> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Action::Pass);
    }
    let column = text.bytes().next()?.to_ascii_uppercase();
    if !column.is_ascii_uppercase() || column == b'I' {
        return None;
    }
    let digits = text.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let row: u8 = digits.parse().ok()?;
    Some(Action::Place(Cell::new(column - b'A' - u8::from(column > b'I'), row.checked_sub(1)?)))
}

/// The colour that plays action number `at`, counted from 0.
const fn colour(at: usize) -> &'static str {
    if at.is_multiple_of(2) { "black" } else { "white" }
}

impl Gtp {
    /// Starts the program that `spec` names, for games of `variant`.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, does not answer, or does not support such games.
    pub fn start(spec: &External, variant: &Variant) -> Result<Self, AgentError> {
        let side = board(variant).map_err(AgentError::Failed)?;
        let process = Process::start(&spec.words(), spec.to_string())?;
        let mut gtp = Self { process, timeout: spec.timeout, played: Vec::new(), without_komi: None };
        gtp.ask(&format!("boardsize {side}"))?;
        gtp.ask("clear_board")?;
        if variant.score.method != ScoreMethod::None {
            // The score is dropline's to count, so a program that refuses the komi can play.
            let komi = variant.score.komi;
            let refusal = gtp.answer(&format!("komi {komi}"))?.err();
            gtp.without_komi = refusal.map(|why| {
                format!(
                    "refused `komi {komi}`: {}; its games are scored with that komi all the same",
                    quoted(&why)
                )
            });
        }
        Ok(gtp)
    }

    /// Sends `command` and returns the program's answer.
    fn ask(&mut self, command: &str) -> Result<String, AgentError> {
        self.answer(command)?
            .map_err(|why| self.process.fault(&format!("refused `{command}`: {}", quoted(&why))))
    }

    /// Sends `command` and returns the program's answer, or why it refused the command.
    fn answer(&mut self, command: &str) -> Result<Result<String, String>, AgentError> {
        self.process.send(command);
        let mut answer: Option<String> = None;
        let answer = self.process.expect_line(&format!("answer to `{command}`"), self.timeout, |line| {
            match (&mut answer, line.trim()) {
                // Empty lines before an answer are skipped, and an empty line ends it.
                (None, "") => None,
                (Some(answer), "") => Some(std::mem::take(answer)),
                (Some(answer), more) => {
                    *answer += " ";
                    *answer += more;
                    None
                }
                (None, first) if first.starts_with(['=', '?']) => {
                    answer = Some(first.to_owned());
                    None
                }
                (None, _) => None,
            }
        })?;
        Ok(match answer.strip_prefix('=') {
            Some(body) => Ok(body.trim().to_owned()),
            None => Err(answer.trim_start_matches('?').trim().to_owned()),
        })
    }

    /// Brings the program's board up to date.
    fn catch_up(&mut self, actions: &[Action]) -> Result<(), AgentError> {
        if !actions.starts_with(&self.played) {
            self.ask("clear_board")?;
            self.played.clear();
        }
        for (at, &action) in actions.iter().enumerate().skip(self.played.len()) {
            self.ask(&format!("play {} {}", colour(at), written(action)))?;
            self.played.push(action);
        }
        Ok(())
    }
}

impl Gtp {
    /// Asks for an action.
    ///
    /// # Errors
    /// [`AgentError::Resigned`] if the program resigns; else an error if it fails.
    fn ask_for_action(&mut self, tracked: &TrackedGame) -> Result<Action, AgentError> {
        self.catch_up(&tracked.actions)?;
        let at = self.played.len();
        let answer = self.ask(&format!("genmove {}", colour(at)))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(AgentError::Resigned);
        }
        read(&answer).ok_or_else(|| {
            let what = format!("chose {} in turn {}", quoted(&answer), at + 1);
            self.process.fault(&format!("{what}: expected a vertex, `pass` or `resign`"))
        })
    }
}

impl ProtocolClient for Gtp {
    fn warning(&self) -> Option<String> {
        self.without_komi.clone()
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        self.played.clear();
        self.ask("clear_board").map(drop)
    }

    fn choose(&mut self, tracked: &TrackedGame) -> Result<Vec<Action>, AgentError> {
        let action = self.ask_for_action(tracked)?;
        tracked.position.check(action).map_err(|illegal| {
            let (chosen, turn) = (written(action), tracked.actions.len() + 1);
            self.process.fault(&format!("chose {} in turn {turn}: {illegal}", quoted(&chosen)))
        })?;
        self.played.push(action);
        Ok(vec![action])
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        self.process.send("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant;

    fn refused(spec: &str, sets: &[&str]) -> String {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load(spec, &sets).unwrap_or_else(|error| panic!("{}", error.render(false)));
        board(&loaded.variant).map_or_else(|why| why, |side| format!("side {side}"))
    }

    #[test]
    fn vertices_have_no_column_i() {
        for (name, called) in [("a1", "A1"), ("h9", "H9"), ("i3", "J3"), ("s19", "T19"), ("y25", "Z25")] {
            let action: Action = name.parse().unwrap();
            assert_eq!((written(action), read(called)), (called.to_owned(), Some(action)));
        }
        assert_eq!((read("PASS"), read("j3")), (Some(Action::Pass), "i3".parse().ok()));
        for wrong in ["", "I5", "A0", "A", "5", "A999", "A+1", "Ä1", "a1 b2"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn games_that_the_protocol_cannot_express_are_rejected_with_the_reason() {
        for (spec, sets, why) in [
            ("go", &[][..], "side 9"),
            ("go", &["board.width=19", "board.height=19"], "side 19"),
            ("gomoku", &[], "side 15"),
            ("go", &["board.width=7"], "square boards only, but this one is a rectangle 7x9"),
            ("go", &["board.width=26", "board.height=26"], "up to 25x25"),
            ("go", &["board.holes=[\"e5\"]"], "does not support holes"),
            ("go", &["board.wrap=torus"], "does not support boards that wrap"),
            ("go", &["setup.black=[\"e5\"]"], "starts from an empty board"),
            ("go", &["turn.swap=true"], "does not support the pie rule"),
            ("hex", &[], "square boards only, but this one is a rhombus 11x11"),
            ("send-it-square", &[], "turns of one stone only"),
            ("breakthrough", &[], "starts from an empty board"),
            ("domineering", &[], "single stones on empty cells only"),
        ] {
            let error = refused(spec, sets);
            assert!(error.contains(why), "{spec}: {error}");
        }
    }
}
