//! `dropline report`, and the summary of a finished run.

use super::{lists, markdown};
use crate::cli::args::Report;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::contestant::label;
use crate::report::{self, ReportError, Written};
use crate::run::Experiment;
use crate::run::{changed_under_report, reason};
use crate::stats::{Measure, Quantity, Selection};
use anyhow::anyhow;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

/// Draws a report again, and warns of files that were changed since they were written.
pub fn run(args: &Report, session: &mut Session<'_>) -> Result<(), Failure> {
    // The rows may have gigabytes: they are hashed while they are read for the report.
    let (drawn, changed) = thread::scope(|scope| {
        let hash = || changed_under_report(&args.dir);
        let changed = thread::Builder::new().spawn_scoped(scope, hash);
        let drawn = draw_again(args, session);
        // Without another thread, this one hashes them afterwards.
        let changed = changed
            .map_or_else(|_| hash(), |changed| changed.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (drawn, changed)
    });
    drawn?;
    for file in changed {
        session.terminal.note(format_args!(
            "warning: {}: checksum mismatch: the file was changed after it was written; the report shows it as it is now",
            file.display()
        ));
    }
    Ok(())
}

fn draw_again(args: &Report, session: &mut Session<'_>) -> Result<(), Failure> {
    const AGAIN: &str = "the same command redraws it";
    if args.markdown {
        print_markdown(args, AGAIN, session)?;
    } else {
        of_folder(&args.dir, AGAIN, session)?;
    }
    #[cfg(feature = "png")]
    if args.png {
        draw_pngs(&args.dir, AGAIN)?;
    }
    Ok(())
}

/// Draws the charts of the run or experiment in `dir` as PNG.
#[cfg(feature = "png")]
fn draw_pngs(dir: &Path, again: &str) -> Result<(), Failure> {
    report::write_pngs(dir).map(drop).map_err(|error| refused(error, again))
}

/// Draws the report again and prints it as Markdown; `again` as in [`draw_experiment`].
fn print_markdown(args: &Report, again: &str, session: &mut Session<'_>) -> Result<(), Failure> {
    let wrong = |error| refused(error, again);
    let page = if Experiment::is_in(&args.dir) {
        let written = report::write_experiment(&args.dir).map_err(wrong)?;
        markdown::of_experiment(&written, session)?;
        written.page
    } else {
        let written = report::write(&args.dir).map_err(wrong)?;
        markdown::of_run(&written, session)?;
        written.page
    };
    session.open(&page);
    Ok(())
}

/// Draws the report of the run or the experiment in `dir`; `again` as in [`draw_experiment`].
pub fn of_folder(dir: &Path, again: &str, session: &mut Session<'_>) -> Result<(), Failure> {
    if Experiment::is_in(dir) { draw_experiment(dir, again, session) } else { draw(dir, again, session) }
}

/// Advice if the report of games just played cannot be written.
pub const RESUME: &str = "run the same command with `--resume` to continue";

/// Draws the report of the experiment in `dir` and prints its main findings. `again` says what to do once a full disk has room.
pub fn draw_experiment(dir: &Path, again: &str, session: &mut Session<'_>) -> Result<(), Failure> {
    let written = report::write_experiment(dir).map_err(|error| refused(error, again))?;
    if session.terminal.json {
        session.open(&written.page);
        return session.terminal.json_line(&written);
    }
    if let Some(answer) = &written.answer {
        session.terminal.verdict(answer.headline())?;
        session.terminal.line("")?;
    }
    let mut table = lists::plain_table(session);
    table.set_header(&written.columns);
    for row in &written.rows {
        table.add_row(row);
    }
    lists::print(table, session)?;
    let terminal = &mut *session.terminal;
    if !written.findings.is_empty() {
        terminal.line("")?;
    }
    for finding in &written.findings {
        terminal.verdict(finding)?;
    }
    for warning in &written.warnings {
        terminal.note(format_args!("warning: {warning}"));
    }
    session.print_and_open(&written.page)
}

/// Draws the report of the run in `dir` and prints its main findings; `again` as in [`draw_experiment`].
pub fn draw(dir: &Path, again: &str, session: &mut Session<'_>) -> Result<(), Failure> {
    let written = report::write(dir).map_err(|error| refused(error, again))?;
    if session.terminal.json {
        let path = dir.join("summary.json");
        let summary = std::fs::read_to_string(&path)
            .map_err(|error| anyhow!("cannot read {}: {}", path.display(), reason(&error)))?;
        session.open(&written.page);
        return session.terminal.json(summary.trim_end());
    }
    print_findings(&written, session)
}

/// The failure for an error in the folder of a run: invalid input, or a full disk, with `again` as advice.
pub fn refused(error: ReportError, again: &str) -> Failure {
    match error {
        ReportError::Write { path, source } => {
            let (path, reason) = (path.display(), reason(&source));
            anyhow!("cannot write {path}: {reason}; the games are kept; once the problem is fixed, {again}")
                .into()
        }
        error => Failure::of_input(error),
    }
}

/// Prints the main findings of a report and its path.
fn print_findings(written: &Written, session: &mut Session<'_>) -> Result<(), Failure> {
    let Written { manifest, summary, headline, .. } = written;
    let [first, second] = manifest.agents.each_ref().map(|agent| label(agent));
    let games = report::games(summary.games());
    let terminal = &mut *session.terminal;
    terminal.line(format_args!(
        "{} ({}), {first} against {second}: {games} in {}\n",
        manifest.game,
        manifest.board,
        report::duration(manifest.seconds)
    ))?;
    terminal.verdict(headline)?;
    terminal.line("")?;
    // If scores decided no game, they do not say who was ahead, and komi would have changed nothing.
    let idle = |quantity: &Quantity| {
        !summary.is_by_score() && matches!(quantity, Quantity::MeanMargin | Quantity::StaticKomi)
    };
    let printed = Quantity::selected(Selection::Terminal)
        .filter(|quantity| !idle(quantity))
        .chain((summary.truncated > 0).then_some(Quantity::Truncated));
    let printed: Vec<&Measure> = printed.filter_map(|quantity| summary.get(quantity)).collect();
    let title = |measure: &Measure| measure.quantity.title();
    let width = printed.iter().map(|measure| title(measure).chars().count()).max().unwrap_or(0);
    for measure in printed {
        let label = format!("{:width$}  ", title(measure));
        terminal.entry(&label, report::measure_in_words(measure, summary.design))?;
    }
    for warning in &written.warnings {
        terminal.note(format_args!("warning: {warning}"));
    }
    session.print_and_open(&written.page)
}
