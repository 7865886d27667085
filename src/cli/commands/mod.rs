//! The commands, one module each.

mod accuracy;
mod bench;
mod check;
mod compare;
mod engine;
mod experiment;
mod finish;
mod lab;
mod ladder;
mod learn;
mod lists;
mod markdown;
mod openings;
mod perft;
mod plan;
mod play;
mod replay;
mod report;
mod show;
mod simulate;
mod solve;
mod solving;
mod states;
mod status;
mod strength;
mod strong;
mod study;
mod submit;
mod sweep;
mod tune;
mod unit;
mod verify;

use super::args::Command;
use super::failure::Failure;
use super::session::Session;
use crate::run::command_line;
use std::path::Path;
use std::process::ExitCode;

/// A command of this program on the folder `dir`, as typed in a shell.
fn dropline(command: &str, dir: &Path) -> String {
    command_line(&["dropline", command, &dir.to_string_lossy()].map(str::to_owned))
}

/// Runs a command; returns its exit code.
pub fn run(command: &Command, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    match command {
        Command::Variants(args) => match &args.name {
            Some(name) => lists::variant_file(name, session)?,
            None => lists::variants(session)?,
        },
        Command::Agents(_) => lists::agents(session)?,
        Command::Schema(_) => lists::schema(session)?,
        Command::Completions(args) => lists::completions(args.shell, session)?,
        Command::Man(args) => lists::man(args.command.as_deref(), session)?,
        Command::Show(args) => show::run(args, session)?,
        Command::Report(args) => report::run(args, session)?,
        Command::Perft(args) => perft::run(args, session)?,
        Command::Play(args) => play::run(args, session)?,
        Command::Engine(args) => engine::run(args, session)?,
        Command::Lab(args) => lab::run(args, session)?,
        Command::States(args) => states::run(args, session)?,
        Command::Bench(args) => bench::run(args, session)?,
        Command::Status(args) => status::run(args, session)?,
        Command::Check(args) => return check::run(args, session),
        Command::Replay(args) => return replay::run(args, session),
        Command::Solve(args) => return solve::run(args, session),
        Command::Accuracy(args) => return accuracy::run(args, session),
        Command::Unit(args) => return unit::run(args, session),
        Command::Submit(args) => return submit::run(args, session),
        Command::Finish(args) => return finish::run(args, session),
        Command::Simulate(args) => return simulate::run(args, session),
        Command::Verify(args) => return verify::run(args, session),
        Command::Compare(args) => return compare::run(args, session),
        Command::Sweep(args) => return sweep::run(args, session),
        Command::Tune(args) => return tune::run(args, session),
        Command::Learn(args) => return learn::run(args, session),
        Command::Ladder(args) => return ladder::run(args, session),
        Command::Study(args) => return study::run(args, session),
    }
    Ok(ExitCode::SUCCESS)
}
