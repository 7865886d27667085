//! Openings, from a file or the command line.

use crate::cli::failure::Failure;
use crate::cli::start_args::StartArgs;
use crate::run::{read_text, reason};
use crate::simulate::Opening;
use crate::text::printable;
use crate::variant::Loaded;
use anyhow::anyhow;
use std::path::PathBuf;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Openings, not yet read by the rules of a variant.
pub struct Openings {
    /// Where they stand; `None` on the command line.
    path: Option<PathBuf>,
    /// Each with the number of its line, counted from 1.
    lines: Vec<(usize, String)>,
}

impl Openings {
    /// Reads the openings that `start` asks for, if it does.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is too large, or has no opening.
    pub fn read(start: &StartArgs) -> Result<Option<Self>, Failure> {
        if let Some(turns) = &start.turns {
            return Ok(Some(Self { path: None, lines: vec![(1, turns.trim().to_owned())] }));
        }
        let Some(path) = &start.openings else { return Ok(None) };
        let wrong = |what: &str| Failure::Wrong(anyhow!("{}: {what}", path.display()));
        let text = read_text(path, LARGEST).map_err(|error| wrong(&reason(&error)))?;
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim().to_owned()));
        let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        if lines.is_empty() {
            return Err(wrong("it has no opening: expected one a line, as in `d7 e9+h2+k11`"));
        }
        Ok(Some(Self { path: Some(path.clone()), lines }))
    }

    /// Like [`Openings::read`], and checks the openings by the rules of these `games`, as [`Openings::of`] does.
    pub fn read_for<'a>(
        start: &StartArgs,
        games: impl IntoIterator<Item = &'a Loaded>,
    ) -> Result<Option<Self>, Failure> {
        let read = Self::read(start)?;
        if let Some(openings) = &read {
            games.into_iter().try_for_each(|loaded| openings.of(loaded).map(drop))?;
        }
        Ok(read)
    }

    /// The openings by the rules of `loaded`.
    ///
    /// # Errors
    /// Returns an error that names the first line that is not an opening, and what is wrong with it.
    pub fn of(&self, loaded: &Loaded) -> Result<Vec<Opening>, Failure> {
        let read = |(number, line): &(usize, String)| {
            Opening::new(line, &loaded.variant).map_err(|error| {
                let game = printable(&loaded.variant.info.name);
                Failure::Wrong(match &self.path {
                    Some(path) => anyhow!("{}, line {number}, in {game}: {error}", path.display()),
                    None => anyhow!("`--turns`, in {game}: {error}"),
                })
            })
        };
        self.lines.iter().map(read).collect()
    }

    /// The option as on the command line.
    pub fn option(&self) -> Vec<String> {
        match &self.path {
            Some(path) => vec!["--openings".to_owned(), path.display().to_string()],
            None => {
                let turns = self.lines.iter().map(|(_, turns)| turns.clone());
                std::iter::once("--turns".to_owned()).chain(turns).collect()
            }
        }
    }
}
