//! Reports as Markdown.

use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::contestant::label;
use crate::report::{self, Written, WrittenExperiment, formatted, sample};
use crate::text::{printable, printable_lines};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{ContentArrangement, Table};
use std::ffi::OsStr;
use std::path::PathBuf;

/// The characters that Markdown escapes with a backslash.
const SPECIAL: &str = "\\`*_[]<>|#";

/// Prints the report of a run: its findings, its measures, and its charts.
pub fn of_run(written: &Written, session: &mut Session<'_>) -> Result<(), Failure> {
    let Written { manifest, summary, .. } = written;
    let [first, second] = manifest.agents.each_ref().map(|agent| label(agent));
    let mut measures = table(["Measure", "Value", "95 % interval", "n"]);
    for measure in summary.measures() {
        let formatted = formatted(measure);
        let value = format!("{}{}", formatted.value, formatted.unit);
        let row =
            [measure.quantity.title(), &value, &formatted.interval.unwrap_or_default(), &sample(measure)];
        measures.add_row(row.map(escaped));
    }
    let parts = [
        format!("# {}", escaped(&format!("{}: {first} against {second}", manifest.game))),
        escaped(&written.headline),
        warnings(&written.warnings),
        measures.to_string(),
        format!(
            "{} on {}, played by this command:",
            report::games(summary.games()),
            escaped(&manifest.board)
        ),
        format!("```sh\n{}\n```", printable(&manifest.deciding_command_line())),
        charts(&written.files),
    ];
    print(&parts, session)
}

/// Prints the report of an experiment: its runs, its findings, and its charts.
pub fn of_experiment(written: &WrittenExperiment, session: &mut Session<'_>) -> Result<(), Failure> {
    let mut runs = table(&written.columns);
    for row in &written.rows {
        runs.add_row(row.iter().map(|field| escaped(field)));
    }
    let findings: Vec<String> = written.findings.iter().map(|finding| sentence(finding)).collect();
    let headline = written
        .answer
        .as_ref()
        .map_or_else(String::new, |answer| format!("# {}", escaped(answer.headline())));
    let parts = [
        headline,
        findings.join("\n\n"),
        warnings(&written.warnings),
        runs.to_string(),
        charts(&written.files),
    ];
    print(&parts, session)
}

/// A Markdown table with these columns.
fn table<T: ToString>(columns: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.into_iter().map(|name| escaped(&name.to_string())));
    table
}

fn warnings(warnings: &[String]) -> String {
    warnings.iter().map(|warning| format!("> {}", sentence(warning))).collect::<Vec<_>>().join("\n>\n")
}

/// The charts among the `files` of a report, as images in Markdown.
fn charts(files: &[PathBuf]) -> String {
    let charts = files.iter().filter(|file| file.extension() == Some(OsStr::new("svg")));
    let picture = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
        format!("![{}](<{}>)", escaped(&name), file.display())
    };
    charts.map(picture).collect::<Vec<_>>().join("\n\n")
}

/// `text` with special characters of Markdown escaped.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| SPECIAL.contains(c).then_some('\\').into_iter().chain([c])).collect()
}

/// A sentence with special characters escaped, but for code between backticks.
fn sentence(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let part = |(at, text): (usize, &&str)| if at % 2 == 0 { escaped(text) } else { format!("`{text}`") };
    parts.iter().enumerate().map(part).collect()
}

/// Prints the `parts` that are not empty, with empty lines between.
fn print(parts: &[String], session: &mut Session<'_>) -> Result<(), Failure> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    session.terminal.drawing(&printable_lines(&parts.join("\n\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_sentences_are_code_and_names_are_escaped() {
        assert_eq!(sentence("Try `--vary a*b` on x_y."), "Try `--vary a*b` on x\\_y.");
        assert_eq!(sentence("One ` alone"), "One \\` alone");
        assert_eq!(escaped("a`|`b"), "a\\`\\|\\`b");
    }
}
