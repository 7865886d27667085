//! `dropline lab`: the laboratory in a browser.

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::lab_args::Lab;
use crate::cli::session::Session;
use crate::cli::terminal::whole_line;
use crate::record::{Record, replayed_actions};
use crate::report::PAGE;
use crate::rules;
use crate::run::{Experiment, Highlight, Manifest, read_text, reason};
use crate::text::printable_lines;
use anyhow::anyhow;
use dropline_page::{Exported, Options, Server, export_page};
use std::path::Path;

/// The largest file that is exported, in bytes.
const LARGEST: u64 = 64 << 20;

/// Serves the page, or exports one.
pub fn run(args: &Lab, session: &mut Session<'_>) -> Result<(), Failure> {
    if let Some(file) = &args.export {
        return export(args, file, session);
    }
    // Names are relative to the folder, here and in the commands of experiments.
    std::env::set_current_dir(&args.dir)
        .map_err(|error| Failure::of_input(format!("{}: {}", args.dir.display(), reason(&error))))?;
    let program =
        std::env::current_exe().map_err(|error| anyhow!("cannot find this program: {}", reason(&error)))?;
    let options = Options { port: args.port, programs: args.program.clone(), program };
    let say = |text: &str| whole_line(&printable_lines(text));
    let server = Server::bind(options, say).map_err(|error| match args.port {
        Some(port) => Failure::of_input(format!("cannot use port {port}: {}", reason(&error))),
        None => anyhow!("cannot begin: {}", reason(&error)).into(),
    })?;
    let stop = interrupt::flag_saying("ending the experiments; Ctrl-C again stops immediately", say)?;
    let address = server.address();
    session.terminal.line(format_args!("dropline lab is at {address}"))?;
    session.terminal.flush()?;
    session.terminal.note("Ctrl-C ends it, and its experiments.");
    session.opens = !args.no_open;
    session.open(Path::new(&address));
    server.run(stop);
    Ok(())
}

/// Writes a self-contained page of a variant or a run.
fn export(args: &Lab, file: &Path, session: &mut Session<'_>) -> Result<(), Failure> {
    let read = |path: &Path| {
        read_text(path, LARGEST)
            .map_err(|error| Failure::of_input(format!("{}: {}", path.display(), reason(&error))))
    };
    if Experiment::is_in(&args.dir) {
        let run = args.dir.join(Experiment::RUNS).join("NAME");
        return Err(Failure::Wrong(anyhow!(
            "{} holds an experiment: export one of its runs, {}",
            args.dir.display(),
            run.display()
        )));
    }
    let is_run = args.dir.join(Manifest::FILE).is_file();
    let spec = if is_run { args.dir.join(Manifest::FILE) } else { args.dir.clone() };
    let loaded = session.load(&spec.to_string_lossy())?;
    let text = if spec.is_file() && !is_run { Some(read(&spec)?) } else { None };
    let highlights = args.dir.join(Highlight::FILE);
    let record = args.record.clone().or_else(|| (is_run && highlights.is_file()).then_some(highlights));
    let actions = match record {
        None => Vec::new(),
        Some(path) => {
            let line = read(&path)?;
            let wrong =
                |what: &dyn std::fmt::Display| Failure::of_input(format!("{}: {what}", path.display()));
            let record =
                Record::from_line(line.lines().next().unwrap_or_default()).map_err(|error| wrong(&error))?;
            replayed_actions(&record, &mut *rules::start(&loaded.variant)).map_err(|error| wrong(&error))?
        }
    };
    let report = if is_run { Some(read(&args.dir.join(PAGE))?) } else { None };
    let page = export_page(&Exported {
        loaded: &loaded,
        text: text.as_deref(),
        actions: &actions,
        report: report.as_deref(),
    });
    std::fs::write(file, page)
        .map_err(|error| anyhow!("cannot write {}: {}", file.display(), reason(&error)))?;
    session.terminal.note(format_args!("written: {}", file.display()));
    Ok(())
}
