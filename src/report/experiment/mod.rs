//! The report of an experiment: one table, charts and a page over its runs, made from the files of its folder alone.

mod charts;
mod compare;
mod ladder;
mod model;
mod page;
mod sweep;
mod tables;

use std::path::{Path, PathBuf};

use super::{ReportError, tables::rounded, write_files};
use crate::run::Kind;
use model::Model;

/// The report of an experiment that has been written.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct WrittenExperiment {
    /// What it says first, a sentence or two each.
    pub findings: Vec<String>,
    /// What to beware of when reading it.
    pub warnings: Vec<String>,
    /// The runs as a table for people: what varies, the number of games, the first player's score and its interval.
    pub rows: Vec<[String; 4]>,
    /// The page.
    pub page: PathBuf,
    /// All files, the page included, in the order in which they were written.
    pub files: Vec<PathBuf>,
}

/// Writes the report of the experiment in the folder `dir`, of whose runs each has its own: a table, `charts/*.svg` and
/// `report.html`, each as a whole or not at all.
///
/// # Errors
/// If a file of a run is missing or holds something else than it should, if there are no games, or if a file can't
/// be written.
pub fn write(dir: &Path) -> Result<WrittenExperiment, ReportError> {
    let model = Model::read(dir)?;
    let kind = model.experiment.kind;
    let comparisons = if kind == Kind::Compare { compare::comparisons(&model) } else { Vec::new() };
    let (findings, charts) = match kind {
        Kind::Compare => {
            let verdicts = comparisons.iter().map(|compared| compared.verdict(&model)).collect();
            (verdicts, charts::side_by_side(&model)?)
        }
        Kind::Sweep => (sweep::findings(&model), charts::over_keys(&model)?),
        Kind::Ladder => (ladder::findings(&model), ladder::charts(&model)?),
    };
    let page = dir.join("report.html");
    let table = table(&model, &comparisons);
    let mut warnings = model.warnings();
    if kind == Kind::Ladder {
        warnings.extend(ladder::warnings(&model));
    }
    let html =
        page::html(&model, &page::Said { findings: &findings, warnings: &warnings }, &comparisons, &charts);
    let files = write_files(dir, vec![(format!("{}.csv", kind.name()), table)], &charts, html)?;
    Ok(WrittenExperiment { rows: rows(&model), warnings, findings, page, files })
}

/// The table of the runs, with the differences where variants are compared.
fn table(model: &Model, comparisons: &[compare::Compared]) -> String {
    if model.experiment.kind != Kind::Compare {
        return tables::csv(model, &[]);
    }
    let of = |run: usize| comparisons.iter().find(|compared| compared.run == run);
    let number = |x: f64| rounded(x).to_string();
    tables::csv(
        model,
        &[
            ("difference", &|run| of(run).map(|compared| number(compared.difference.value))),
            ("difference_low", &|run| of(run).map(|compared| number(compared.difference.interval.low))),
            ("difference_high", &|run| of(run).map(|compared| number(compared.difference.interval.high))),
            ("p_value", &|run| of(run).map(|compared| format!("{:e}", compared.difference.p_value))),
            ("p_holm", &|run| of(run).map(|compared| format!("{:e}", compared.corrected))),
            ("verdict", &|run| of(run).map(|compared| compared.verdict(model))),
        ],
    )
}

fn rows(model: &Model) -> Vec<[String; 4]> {
    let row = |run: &model::Run| {
        let label = model.label(run);
        let Some(summary) = run.summary() else {
            let why = run.member.no_game.clone().unwrap_or_else(|| "not played".to_owned());
            return [label, "0".to_owned(), "–".to_owned(), why];
        };
        let said = super::words::said(summary.measure(crate::stats::Quantity::Score));
        let value = format!("{}{}", said.value, said.unit);
        [label, super::words::count(summary.games()), value, said.interval.unwrap_or_default()]
    };
    model.runs.iter().map(row).collect()
}
