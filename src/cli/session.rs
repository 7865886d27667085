//! The context of every command: the checked common options and the terminal.

use super::args::Common;
use super::failure::Failure;
use super::picture;
use super::terminal::Terminal;
use crate::contestant::Contestant;
use crate::rules::{self, Reason};
use crate::run::Manifest;
use crate::text::without_number;
use crate::variant::{self, Loaded, Variant};
use anyhow::anyhow;
use std::path::Path;

/// The stack size of a playing thread, in bytes: trying actions keeps several positions on the stack, and positions on the largest
/// grids are large.
pub const STACK: usize = 16 << 20;

/// A command's context.
pub struct Session<'a> {
    /// The common options.
    pub common: &'a Common,
    /// The command as it was typed.
    pub typed: Vec<String>,
    /// Where output goes.
    pub terminal: &'a mut Terminal,
    /// Whether a report is shown in the browser once it is written.
    pub opens: bool,
}

impl Session<'_> {
    /// Loads the variant `spec`, a shipped name or a path, and applies `--set`. If `spec` is the path of a run's manifest, loads
    /// the variant of that run.
    pub fn load(&self, spec: &str) -> Result<Loaded, Failure> {
        self.load_by(spec, variant::load)
    }

    /// Like [`Session::load`], but the game may be over at its start.
    pub fn load_position(&self, spec: &str) -> Result<Loaded, Failure> {
        self.load_by(spec, variant::load_position)
    }

    fn load_by(
        &self,
        spec: &str,
        load: fn(&str, &[String]) -> Result<Loaded, variant::Diagnostics>,
    ) -> Result<Loaded, Failure> {
        let path = Path::new(spec);
        if path.file_name().is_some_and(|name| name == Manifest::FILE) {
            return self.load_of_run(path);
        }
        load(spec, &self.common.set).map_err(Failure::Variant)
    }

    /// Like [`Session::load`], for a variant to be played.
    ///
    /// # Errors
    /// Returns an error if the variant is invalid, or its game is over before the first action.
    pub fn load_to_play(&self, spec: &str) -> Result<Loaded, Failure> {
        let loaded = self.load(spec)?;
        match over_at_start(&loaded.variant) {
            None => Ok(loaded),
            Some(over) => Err(Failure::Wrong(anyhow!("there is nothing to play in `{spec}`: {over}"))),
        }
    }

    /// The variant in the manifest at `path`.
    fn load_of_run(&self, path: &Path) -> Result<Loaded, Failure> {
        if !self.common.set.is_empty() {
            return Err(Failure::Wrong(anyhow!(
                "the rules in {} are those of a run that was played: `--set` cannot change them",
                path.display()
            )));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let manifest = Manifest::read(folder).map_err(Failure::of_input)?;
        manifest.diagnose_rules(folder).map_err(Failure::Variant)
    }

    /// Prints the warnings about a variant.
    pub fn print_notes(&mut self, loaded: &Loaded) {
        for note in &loaded.notes {
            self.terminal.note(format_args!("note: {note}"));
        }
    }

    /// Checks, before the first game, that the players can play their variants, by starting each external program once.
    pub fn try_out<'c>(
        &mut self,
        players: impl IntoIterator<Item = (&'c Contestant, &'c Loaded)>,
    ) -> Result<(), Failure> {
        let mut started = Vec::new();
        for (player, loaded) in players {
            let is_new = !started.contains(&player);
            let tried = if is_new { player.try_out(loaded) } else { player.check(loaded).map(|()| None) };
            if let Some(warning) = tried.map_err(Failure::of_input)? {
                self.terminal.note(format_args!("note: `{player}` {warning}"));
            }
            started.push(player);
        }
        Ok(())
    }

    /// Notes that external programs among the `players` of a run are not reproducible.
    pub fn note_programs(&mut self, players: &[&Contestant]) {
        for (at, player) in players.iter().enumerate() {
            if player.is_program() && !players[..at].contains(player) {
                self.terminal.note(format_args!(
                    "note: `{player}` is an external program: its games cannot be reproduced"
                ));
            }
        }
    }

    /// Prints the path of a report, and shows it in the browser on request.
    pub fn print_and_open(&mut self, page: &Path) -> Result<(), Failure> {
        self.terminal.line(format_args!("\nreport: {}", page.display()))?;
        self.open(page);
        Ok(())
    }

    /// Shows a page in the browser on request.
    pub fn open(&mut self, page: &Path) {
        if self.opens
            && let Err(error) = open::that_detached(page)
        {
            let reason = crate::run::reason(&error);
            self.terminal.note(format_args!("warning: no browser could be started: {reason}"));
        }
    }

    /// Starts the pool of threads that `--threads` asks for.
    pub fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        pool(self.common.threads.unwrap_or(0))
    }
}

/// Why the game of `variant` is over before the first action, if it is.
pub fn over_at_start(variant: &Variant) -> Option<String> {
    let start = rules::start(variant);
    let why = match start.outcome()?.reason {
        Reason::Stuck => {
            format!(": {} can do nothing", picture::colour(&*start, start.side_to_move()).name())
        }
        _ => String::new(),
    };
    Some(format!("the game is over at its start{why}"))
}

/// A pool of `threads` threads; 0 means one for each processor.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    // The error names its cause again as its source.
    Ok(pool.map_err(|error| anyhow!("cannot start the threads: {}", without_number(&error.to_string())))?)
}
