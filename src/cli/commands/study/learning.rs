//! What the players of a study, or of an experiment whose command names none, learn within their budget.

use super::budget::Budget;
use crate::cli::commands::learn::{self, Amount, Request};
use crate::cli::experiment_args::Folder;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::learn::Model;
use crate::learn::model::Head;
use crate::report::count;
use crate::variant::Loaded;
use anyhow::anyhow;
use std::path::Path;

/// A game to be learned.
pub struct Game<'a> {
    /// The variant as given on the command line.
    pub spec: &'a str,
    /// What changes its keys.
    pub sets: &'a [String],
    pub loaded: &'a Loaded,
}

/// How a game is to be learned.
pub struct Lesson<'a> {
    pub budget: &'a Budget,
    /// How often the game is learned within the budget.
    pub times: u32,
    /// The seed of the games.
    pub seed: u64,
    /// The weights to begin with.
    pub from: Option<&'a Model>,
    /// The file to write.
    pub file: &'a Path,
    pub folder: &'a Folder,
}

/// What a game was learned from.
pub struct Learned {
    /// The games on its own board.
    games: u64,
    /// The games on smaller boards.
    before: u64,
}

impl Learned {
    /// Learns `game` as the `lesson` says, unless a command that is resumed has done so.
    pub fn of(game: &Game<'_>, lesson: &Lesson<'_>, session: &mut Session<'_>) -> Result<Self, Failure> {
        let &Lesson { budget, times, seed, from, file, folder } = lesson;
        let amount = Amount::Positions(budget.positions_to_learn(times));
        if folder.resume && file.exists() {
            let head = Model::read(file).map_err(Failure::of_input)?.head;
            if head.asked != amount.positions() || head.seed != seed {
                return Err(Failure::Wrong(anyhow!(
                    "{} was learned with another `--budget` or `--seed`: resume with those, or replace both with `--force`",
                    file.display()
                )));
            }
            return Ok(Self::from(&head));
        }
        if file.exists() && !folder.force {
            let advice = match folder.divide.plan {
                Some(_) => "remove it",
                None => "remove it, resume with `--resume`, or replace both with `--force`",
            };
            return Err(Failure::Wrong(anyhow!("{} exists: {advice}", file.display())));
        }
        let request = Request {
            spec: game.spec,
            sets: game.sets,
            amount,
            out: file,
            from: from.cloned(),
            seed,
            // What was learned may be of another budget.
            resume: false,
        };
        Ok(Self::from(&learn::learn(request, game.loaded, session)?.head))
    }

    /// The games that were learned from on the game's own board.
    pub const fn on_own_board(&self) -> u64 {
        self.games
    }

    /// The games in words: `4,096 games against themselves`.
    pub fn words(&self) -> String {
        let on_smaller = match self.before {
            0 => String::new(),
            before => format!(", {} of them on smaller boards", count(before)),
        };
        format!("{} games against themselves{on_smaller}", count(self.games + self.before))
    }
}

impl From<&Head> for Learned {
    fn from(head: &Head) -> Self {
        let before = head.before.iter().map(|board| board.games).sum();
        Self { games: head.games, before }
    }
}
