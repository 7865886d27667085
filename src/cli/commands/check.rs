//! `dropline check`.

use crate::cli::args::Check;
use crate::cli::failure::Failure;
use crate::cli::session::{self, Session};
use crate::variant::{self, Diagnostics, Loaded};
use anyhow::anyhow;
use serde_json::json;
use std::process::ExitCode;

/// Validates variants and explains their rules.
pub fn run(args: &Check, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    if args.files.iter().filter(|file| variant::is_standard_input(file)).count() > 1 {
        return Err(Failure::Wrong(anyhow!("standard input can be read only once")));
    }
    let mut code = ExitCode::SUCCESS;
    for (i, file) in args.files.iter().enumerate() {
        match variant::load(file, &session.common.set) {
            Ok(loaded) => explain(file, &loaded, i == 0, args.files.len() > 1, session)?,
            Err(diagnostics) => {
                refuse(file, &diagnostics, session)?;
                code = ExitCode::from(2);
            }
        }
    }
    Ok(code)
}

fn explain(
    file: &str,
    loaded: &Loaded,
    first: bool,
    several: bool,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let width = session.terminal.columns().filter(|_| !session.terminal.json).unwrap_or(usize::MAX);
    let explanation = variant::explain_within(&loaded.variant, width);
    let over = session::over_at_start(&loaded.variant);
    let notes: Vec<&String> = loaded.notes.iter().chain(&over).collect();
    if session.terminal.json {
        return session.terminal.json_line(&json!({
            "file": file,
            "ok": true,
            "variant": loaded.variant.id,
            "explanation": explanation,
            "notes": notes,
            "rules": loaded.effective,
        }));
    }
    if !first {
        session.terminal.line("")?;
    }
    if several {
        session.terminal.line(format_args!("{file}:"))?;
    }
    session.terminal.line(explanation.trim_end())?;
    for note in notes {
        session.terminal.note(format_args!("note: {note}"));
    }
    Ok(())
}

fn refuse(file: &str, diagnostics: &Diagnostics, session: &mut Session<'_>) -> Result<(), Failure> {
    if session.terminal.json {
        let errors: Vec<_> = diagnostics.facts().collect();
        return session.terminal.json_line(&json!({ "file": file, "ok": false, "errors": errors }));
    }
    let text = diagnostics.render(session.terminal.has_colour());
    session.terminal.flush()?;
    session.terminal.message_styled(&text);
    Ok(())
}
