//! The arguments of the commands that divide work over machines.

use super::values::{games, slurm_time, time, unit};
use clap::ValueHint;
use clap::builder::NonEmptyStringValueParser;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default time limit of a Slurm task, and the default number of tries.
const HOUR: &str = "1:00:00";
const TRIES: u32 = 3;

/// How the games are divided into units instead of being played.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "More than one machine")]
pub struct Divide {
    /// Instead of playing, divide the games into units that any machine can play, and write the plan to DIR
    ///
    /// `dropline unit DIR K` plays one unit, `dropline status DIR` shows the progress, and `dropline finish DIR` merges the units
    /// into the files that one machine would have written there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["out", "force", "resume", "open"])]
    pub plan: Option<PathBuf>,

    /// How long a unit should take on one thread, estimated by a short trial of each run
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time, requires = "plan", conflicts_with_all = ["out", "force", "resume"])]
    pub unit_time: Duration,

    /// How many games each unit has, instead of --unit-time
    #[arg(long, value_name = "N", value_parser = games, allow_hyphen_values = true, requires = "plan", conflicts_with_all = ["unit_time", "out", "force", "resume"])]
    pub unit_games: Option<u64>,

    /// Also submit the plan to Slurm; `dropline submit DIR --slurm` has more options
    #[arg(long, requires = "plan", conflicts_with_all = ["out", "force", "resume"])]
    pub slurm: bool,
}

/// Play or resume a unit of a plan
///
/// Any machine with access to DIR can play any unit, in any order. An interrupted unit resumes from its last checkpoint. Running
/// two processes on the same unit does no harm.
///
/// Exits with 0 if the unit is complete, 75 if it was interrupted or another process is playing it, 1 if a game failed, and 2 for
/// incorrect usage or a damaged plan. After 75, run the command again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline unit study 17
  seq 24 | xargs -P 4 -I{} dropline unit study {} --threads 1 --quiet")]
pub struct Unit {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// The unit's number, starting at 1
    #[arg(value_name = "K", value_parser = unit, allow_hyphen_values = true)]
    pub number: u64,
}

/// Submit the units of a plan to a scheduler
///
/// Writes short scripts to DIR/jobs and submits them. All machines need DIR and this program at the same paths. `--threads` sets the
/// threads per unit, one by default.
///
/// With --slurm, the units become tasks of an array job. A task is requeued at its time limit and when it is preempted. A last job
/// runs `dropline finish` and resubmits missing units. With --parallel, GNU parallel plays the units over ssh, then the command
/// runs `dropline finish`. With --kubernetes, an Indexed Job is written but not submitted; it has been validated against the
/// schema but not run on a cluster.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline submit study --slurm
  dropline submit study --slurm --time 4:00:00 -- --partition=long --account=games
  dropline submit study --parallel host1,host2,: --print
Slurm's own environment variables apply too, such as SBATCH_PARTITION=long.")]
#[command(group = clap::ArgGroup::new("scheduler").required(true))]
pub struct Submit {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// Submit to Slurm
    #[arg(long, group = "scheduler")]
    pub slurm: bool,

    /// Play on these machines with GNU parallel over ssh; `:` is this machine
    #[arg(long, value_name = "HOSTS", group = "scheduler", value_parser = NonEmptyStringValueParser::new())]
    pub parallel: Option<String>,

    /// Write an Indexed Job for Kubernetes
    #[arg(long, group = "scheduler")]
    pub kubernetes: bool,

    /// Time limit of a task in Slurm's format; a task that reaches it is requeued
    #[arg(long, value_name = "TIME", default_value = HOUR, value_parser = slurm_time, conflicts_with_all = ["parallel", "kubernetes"])]
    pub time: String,

    /// How many times to resubmit missing units, or to try a failing unit
    #[arg(long, value_name = "N", default_value_t = TRIES)]
    pub tries: u32,

    /// Print the scripts and the commands without writing or submitting them
    #[arg(long)]
    pub print: bool,

    /// Submit even if jobs of the plan are still queued
    #[arg(short, long, conflicts_with_all = ["parallel", "kubernetes", "print"])]
    pub force: bool,

    /// Further options for sbatch or parallel
    #[arg(last = true, value_name = "OPTIONS", conflicts_with = "kubernetes")]
    pub options: Vec<String>,
}

/// Show the progress of a plan's units
///
/// Reads only the unit folders. A unit on another machine counts as under way if its last checkpoint is less than five minutes
/// old.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline status study
  dropline status study --watch")]
pub struct Status {
    /// The folder of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// Refresh every few seconds until all units are played
    #[arg(long)]
    pub watch: bool,
}

/// Merge the units of a plan and draw the reports
///
/// Replaces the units with the files that one machine would have written, byte for byte. Exits with 75 if units are missing or
/// damaged, another process is merging them, or the command was interrupted, and with 1 if games failed. Missing units are listed.
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
    /// The arguments of `submit` that `--slurm` stands for in the commands that write plans.
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
            force: false,
            options,
        }
    }
}
