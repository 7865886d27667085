//! `dropline merge`.

use super::report;
use super::simulate::refused;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::run_args;
use crate::cli::session::Session;
use anyhow::anyhow;
use dropline::run::{Manifest, Merge, MergeError, Output, RecordedRun, check_outside, write_highlights};
use std::path::{Path, PathBuf};

/// Puts the shares of a run together.
pub fn run(args: &run_args::Merge, session: &mut Session<'_>) -> Result<(), Failure> {
    refuse_share_as_whole(&args.dirs, &args.out)?;
    check_outside(&args.out).map_err(refused)?;
    let merge = Merge::of(&args.dirs).map_err(wrong)?;
    // What is replaced by force should not be gone for nothing.
    merge.check().map_err(wrong)?;
    let mut manifest = Manifest {
        command: command_of_whole(&merge.manifest().command, &args.out),
        ..merge.manifest().clone()
    };
    let mut output = Output::create(&args.out, &begun(&manifest), args.force).map_err(refused)?;
    let mut progress =
        Progress::new(manifest.games_asked, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.speaker())?;
    let done = merge.write(&mut output, &mut manifest, stop, |games| progress.pass(games));
    progress.clear();
    if !done.map_err(wrong)? {
        return Err(Failure::Failed(anyhow!(
            "interrupted: {} holds a part of the run; put it together again with `--force`",
            args.out.display()
        )));
    }
    write_highlights(&RecordedRun::read(&args.out).map_err(|error| anyhow!(error))?.simulation(), &args.out)?;
    report::draw(&args.out, &format!("`dropline report {}` draws it again", args.out.display()), session)
}

/// The manifest of a run with these games before the first of them is written.
fn begun(manifest: &Manifest) -> Manifest {
    Manifest { games_played: 0, complete: false, ..manifest.clone() }
}

/// Refuses to write the whole into the folder of a share, which would be gone before it is read.
fn refuse_share_as_whole(dirs: &[PathBuf], out: &Path) -> Result<(), Failure> {
    let Ok(out) = out.canonicalize() else { return Ok(()) };
    match dirs.iter().find(|dir| dir.canonicalize().is_ok_and(|dir| dir == out)) {
        None => Ok(()),
        Some(dir) => Err(Failure::Wrong(anyhow!(
            "{} is one of the shares: name another folder with `--out`",
            dir.display()
        ))),
    }
}

fn wrong(error: MergeError) -> Failure {
    match error {
        MergeError::Write(error) => refused(error),
        error => Failure::of_input(error),
    }
}

/// The command that plays the whole run into `out`, after that of a share: without `--shard` and `--force`, and with its own
/// `--out` if there was one.
fn command_of_whole(command: &[String], out: &Path) -> Vec<String> {
    let out = out.display().to_string();
    let mut whole = Vec::new();
    let mut arguments = command.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--shard" => drop(arguments.next()),
            "--force" | "-f" => {}
            "--out" | "-o" => {
                arguments.next();
                whole.extend([argument.clone(), out.clone()]);
            }
            other if other.starts_with("--shard=") => {}
            other if other.starts_with("--out=") => whole.push(format!("--out={out}")),
            _ => whole.push(argument.clone()),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_of_the_whole_is_that_of_a_share_without_what_makes_it_one() {
        for (share, whole) in [
            ("dropline simulate go --shard 1/8 --out s1 --seed 2", "dropline simulate go --out all --seed 2"),
            ("dropline simulate go -f -o s1 --shard=1/8", "dropline simulate go -o all"),
            (
                "dropline simulate go --shard 1/8 --out=s1 --records",
                "dropline simulate go --out=all --records",
            ),
        ] {
            let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(command_of_whole(&words(share), Path::new("all")), words(whole));
        }
    }
}
