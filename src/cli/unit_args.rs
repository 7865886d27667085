//! The arguments of the commands that divide work over machines.

use super::values::{games, slurm_time, time};
use clap::ValueHint;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a task of Slurm takes at most, and how many times what is missing is tried again, unless somebody says otherwise.
const HOUR: &str = "1:00:00";
const TRIES: u32 = 3;

/// How the games are divided into units instead of being played.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "More than one machine")]
pub struct Divide {
    /// Play nothing yet: write into DIR a plan whose units any machine can play
    ///
    /// `dropline unit DIR K` plays one of them, `dropline status DIR` shows their progress, and `dropline finish DIR` assembles
    /// what one machine would have written there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["out", "force", "resume"])]
    pub plan: Option<PathBuf>,

    /// How long a unit should take on one thread, by a short trial of each run
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time, requires = "plan", conflicts_with_all = ["out", "force", "resume"])]
    pub unit_time: Duration,

    /// How many games a unit has, instead of a trial
    #[arg(long, value_name = "N", value_parser = games, allow_hyphen_values = true, requires = "plan", conflicts_with_all = ["unit_time", "out", "force", "resume"])]
    pub unit_games: Option<u64>,

    /// Submit the plan to Slurm at once; `dropline submit DIR --slurm` can say how
    #[arg(long, requires = "plan", conflicts_with_all = ["out", "force", "resume"])]
    pub slurm: bool,
}

/// Play a unit of a plan, or go on with it
///
/// Any machine that sees DIR can play any unit, in any order, at any time; a second process on the same unit does no harm. What
/// was interrupted goes on from its last checkpoint.
///
/// Exit code 0 if the unit is complete, 75 if it was interrupted or another process is at it and it has to be run again, 1 if a game
/// of it failed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline unit study 17
  seq 24 | xargs -P 4 -I{} dropline unit study {} --threads 1 --quiet")]
pub struct Unit {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// The number of the unit, from 1
    #[arg(value_name = "K", value_parser = games, allow_hyphen_values = true)]
    pub number: u64,
}

/// Hand the units of a plan to a scheduler that is there
///
/// Short scripts are written into DIR/jobs, and what they need is submitted; whoever wants them otherwise changes them. All machines
/// have to see DIR and this program under the same names. `--threads` says on how many threads a unit is played, one by default.
///
/// With --slurm, units are the tasks of an array, each queued again at the end of its time and where it is preempted. A last job
/// puts the units together, and submits again those that are missing. With --parallel, GNU parallel plays them over ssh, and the
/// command ends when they are put together. With --kubernetes, an Indexed Job is written and nothing submitted: it has been held
/// against its schema, and no more.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline submit study --slurm
  dropline submit study --slurm --time 4:00:00 -- --partition=long --account=games
  dropline submit study --parallel host1,host2,: --print
Slurm's own variables hold too, as in SBATCH_PARTITION=long.")]
#[command(group = clap::ArgGroup::new("scheduler").required(true))]
pub struct Submit {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// Submit to Slurm
    #[arg(long, group = "scheduler")]
    pub slurm: bool,

    /// Play on these machines by GNU parallel over ssh; `:` is this one
    #[arg(long, value_name = "HOSTS", group = "scheduler")]
    pub parallel: Option<String>,

    /// Write a Job for Kubernetes
    #[arg(long, group = "scheduler")]
    pub kubernetes: bool,

    /// How long a task may take until it is queued again, as Slurm has it
    #[arg(long, value_name = "TIME", default_value = HOUR, value_parser = slurm_time, conflicts_with_all = ["parallel", "kubernetes"])]
    pub time: String,

    /// How many times what is missing is submitted again, or a unit tried
    #[arg(long, value_name = "N", default_value_t = TRIES)]
    pub tries: u32,

    /// Print the scripts and what would be submitted, and do nothing
    #[arg(long)]
    pub print: bool,

    /// Further options of sbatch or parallel
    #[arg(last = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

/// Show the progress of a plan's units
///
/// It is read from their folders alone. On another machine, a unit counts as under way if its last checkpoint is less than five
/// minutes old.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline status study
  dropline status study --watch")]
pub struct Status {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// Refresh every few seconds, until nothing is left to play
    #[arg(long)]
    pub watch: bool,
}

/// Put the units of a plan together, and draw the reports
///
/// The folder then holds what one machine would have written there, byte for byte, and no units any more. Exit code 75 if units
/// are missing, which are named, and 1 if games of them failed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline simulate send-it --games 1000000 --plan study
  dropline unit study 1
  dropline finish study")]
pub struct Finish {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
}

impl Submit {
    /// What `--slurm` of the commands that plan means.
    pub fn to_slurm(dir: &Path) -> Self {
        let dir = dir.to_owned();
        let (parallel, options) = (None, Vec::new());
        Self {
            dir,
            slurm: true,
            parallel,
            kubernetes: false,
            time: HOUR.to_owned(),
            tries: TRIES,
            print: false,
            options,
        }
    }
}
