//! Files of openings.

use crate::cli::failure::Failure;
use crate::run::{read_text, reason};
use crate::simulate::Opening;
use crate::text::printable;
use crate::variant::Loaded;
use anyhow::anyhow;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// The openings in a file, not yet read by the rules of a variant.
pub struct Openings {
    path: PathBuf,
    /// Each with the number of its line, counted from 1.
    lines: Vec<(usize, String)>,
}

impl Openings {
    /// Reads the file `path`, if there is one.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, is too large, or has no opening.
    pub fn read(path: Option<&Path>) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let wrong = |what: &str| Failure::Wrong(anyhow!("{}: {what}", path.display()));
        let text = read_text(path, LARGEST).map_err(|error| wrong(&reason(&error)))?;
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim().to_owned()));
        let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        if lines.is_empty() {
            return Err(wrong("it has no opening: expected one a line, as in `d7 e9+h2+k11`"));
        }
        Ok(Some(Self { path: path.to_owned(), lines }))
    }

    /// The openings by the rules of `loaded`.
    ///
    /// # Errors
    /// Returns an error that names the first line that is not an opening, and what is wrong with it.
    pub fn of(&self, loaded: &Loaded) -> Result<Vec<Opening>, Failure> {
        let read = |(number, line): &(usize, String)| {
            Opening::new(line, &loaded.variant).map_err(|error| {
                let (path, game) = (self.path.display(), printable(&loaded.variant.info.name));
                Failure::Wrong(anyhow!("{path}, line {number}, in {game}: {error}"))
            })
        };
        self.lines.iter().map(read).collect()
    }

    /// The option as on the command line.
    pub fn option(&self) -> Vec<String> {
        vec!["--openings".to_owned(), self.path.display().to_string()]
    }
}
