//! The report of an experiment: one table, charts and a page about its runs, made only from the files of its folder.

mod advice;
mod between;
mod charts;
mod compare;
mod deciding;
mod fairness;
mod keys;
mod known;
mod ladder;
mod message;
mod model;
mod nearest;
mod page;
mod search;
#[cfg(test)]
mod simulated;
mod study;
mod surface;
mod sweep;
mod tables;

pub use nearest::Aim;
use std::path::{Path, PathBuf};
pub use study::label as study_label;

use super::{
    Files, PAGE, ReportError,
    tables::{p_value, rounded},
    write_files,
};
use dropline_lab::run::{ExperimentKind, Search};
use dropline_lab::stats::{Measure, Quantity};
use model::Model;
use nearest::Values;

/// The report of an experiment that has been written.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct WrittenExperiment {
    /// Its findings, a sentence or two each.
    pub findings: Vec<String>,
    /// Its warnings.
    pub warnings: Vec<String>,
    /// The answer; always given.
    #[serde(flatten)]
    pub answer: Option<Answer>,
    /// The search of `tune`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Search>,
    /// The names of the columns of `rows`.
    pub columns: Vec<&'static str>,
    /// The runs as a human-readable table: the values that vary, the number of games, the first player's score or the measure that
    /// a search aimed at, and its interval; for a ladder also the score against the rung below with its interval. A study has a row for each rung, the highest first.
    pub rows: Vec<Vec<String>>,
    /// The page.
    pub page: PathBuf,
    /// All files, the page included, in the order in which they were written.
    pub files: Vec<PathBuf>,
}

/// The answer of an experiment.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Whether a game is fair.
    Study(Box<study::Answer>),
    /// At which values it may be even.
    Values(Values),
    /// How much skill it rewards, and who is ahead between the strongest agents.
    Ladder(ladder::Answer),
    /// Whether the first player scores differently in other variants.
    Compare(compare::Answer),
}

impl Answer {
    fn of(model: &Model, comparisons: &[compare::Compared]) -> Self {
        match model.experiment.kind {
            ExperimentKind::Study => Self::Study(Box::new(study::Answer::of(model))),
            ExperimentKind::Sweep | ExperimentKind::Tune => Self::Values(Values::of(model)),
            ExperimentKind::Ladder => Self::Ladder(ladder::Answer::of(model)),
            ExperimentKind::Compare => Self::Compare(compare::Answer::of(model, comparisons)),
        }
    }

    /// The answer in at most twenty words.
    pub fn headline(&self) -> &str {
        match self {
            Self::Study(answer) => &answer.headline,
            Self::Values(values) => &values.headline,
            Self::Ladder(answer) => &answer.headline,
            Self::Compare(answer) => &answer.headline,
        }
    }
}

/// Which runs' reports the page of an experiment links to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// The runs whose reports exist.
    Drawn,
    /// All runs that were played.
    All,
    /// None.
    None,
}

/// Writes the report of the experiment in the folder `dir`: a table, `charts/*.svg` and `report.html`, each atomically. Each of
/// its runs has its own report.
///
/// # Errors
/// Returns an error if a file of a run is missing or invalid, if there are no games, or if a file cannot be written.
pub fn write(dir: &Path) -> Result<WrittenExperiment, ReportError> {
    let Made { model, answer, findings, warnings, files } = made(dir, Links::Drawn)?;
    let files = write_files(dir, files)?;
    let (columns, rows) = (columns(&model), rows(&model));
    let search = model.search().cloned();
    let answer = Some(answer);
    Ok(WrittenExperiment { columns, rows, answer, search, warnings, findings, page: dir.join(PAGE), files })
}

/// Makes the files that [`write()`] writes. The page gets these `links`, since files may have appeared or disappeared after it was
/// first drawn.
///
/// # Errors
/// As for [`write()`], except for files that cannot be written.
pub fn make(dir: &Path, links: Links) -> Result<Files, ReportError> {
    made(dir, links).map(|made| made.files)
}

/// A report that has been made.
struct Made {
    model: Model,
    answer: Answer,
    findings: Vec<String>,
    warnings: Vec<String>,
    files: Files,
}

fn made(dir: &Path, links: Links) -> Result<Made, ReportError> {
    let mut model = Model::read(dir)?;
    model.link(dir, links);
    let kind = model.experiment.kind;
    let comparisons = if kind == ExperimentKind::Compare { compare::comparisons(&model) } else { Vec::new() };
    let surfaces = if kind == ExperimentKind::Sweep { surface::fitted(&model) } else { Vec::new() };
    let (mut findings, mut charts) = match kind {
        ExperimentKind::Compare => {
            let verdicts = comparisons.iter().map(|compared| compared.verdict(&model)).collect();
            (verdicts, charts::side_by_side(&model)?)
        }
        ExperimentKind::Sweep => {
            let mut findings = sweep::findings(&model);
            findings.extend(surface::findings(&model, &surfaces));
            let mut charts = charts::over_keys(&model, &surfaces)?;
            charts.extend(surface::charts(&model, &surfaces)?);
            (findings, charts)
        }
        ExperimentKind::Tune => (search::findings(&model), charts::side_by_side(&model)?),
        ExperimentKind::Ladder => (ladder::findings(&model), ladder::charts(&model, None, None)?),
        // The score that the headline names is shown.
        ExperimentKind::Study => {
            let decider = deciding::strongest_run(&model).filter(|run| deciding::decides(&model, run));
            let contradicting = deciding::contradicting(&model);
            (study::findings(&model), ladder::charts(&model, contradicting, decider)?)
        }
    };
    let answer = Answer::of(&model, &comparisons);
    if let Answer::Study(answer) = &answer
        && let Some(among) = known::Among::of(&model, answer)
    {
        findings.extend(among.in_words());
        charts.push(among.chart()?);
    }
    if !kind.has_rungs() {
        findings.extend(model.advice());
        findings.extend(model.experiment.basis.iter().flat_map(|basis| basis.players.clone()));
    }
    let table = table(&model, &comparisons);
    let mut warnings = model.warnings();
    if kind.has_rungs() {
        warnings.extend(ladder::warnings(&model));
    }
    let next = next_step(&model, &answer);
    let headline = answer.headline();
    let shown = page::Findings { headline, findings: &findings, warnings: &warnings, next: next.as_deref() };
    let html = page::html(&model, &shown, &comparisons, &surfaces, &charts);
    findings.extend(next);
    let mut tables = vec![(format!("{}.csv", kind.name()).into(), table)];
    if !surfaces.is_empty() {
        tables.push((surface::FILE.into(), surface::csv(&model, &surfaces)));
    }
    drop(surfaces);
    let files = super::files(tables, charts, html);
    Ok(Made { model, answer, findings, warnings, files })
}

/// What to do next: a value between two that lie on both sides of the target, or, where the program chose the players, stronger ones, as
/// those of a study.
fn next_step(model: &Model, answer: &Answer) -> Option<String> {
    if let Answer::Values(values) = answer
        && let Some((key, value)) = nearest::setting_between(model)
    {
        let run = &model.runs[values.nearest.first()?.run];
        let study = run.command("study", Some(key), &["--set", &format!("{key}={value}")])?;
        return Some(format!("What to try: the value between, as in `{study}`."));
    }
    let is_by_default = model.experiment.basis.as_ref().is_some_and(|basis| !basis.players.is_empty());
    if model.experiment.kind.has_rungs() || !is_by_default {
        return None;
    }
    let nearest = match answer {
        Answer::Values(values) => values.nearest.first().map(|place| &model.runs[place.run]),
        _ => compare::fairest(model),
    };
    let run = nearest.or_else(|| model.runs.iter().find(|run| run.model.is_some()))?;
    let study = run.command("study", None, &[])?;
    let what = match answer {
        Answer::Compare(_) => "game that came nearest to even",
        _ => "value that you like",
    };
    Some(format!("To be surer, `{study}` lets stronger players play the {what}."))
}

/// The table of the runs; if variants are compared, with the differences.
fn table(model: &Model, comparisons: &[compare::Compared]) -> String {
    if model.experiment.kind != ExperimentKind::Compare {
        return tables::csv(model, &[]);
    }
    let of = |run: usize| comparisons.iter().find(|compared| compared.run == run);
    let number = |x: f64| rounded(x).to_string();
    tables::csv(
        model,
        &[
            ("difference", &|run| of(run).map(|compared| number(compared.difference.value))),
            ("difference_low", &|run| of(run).map(|compared| number(compared.interval.low))),
            ("difference_high", &|run| of(run).map(|compared| number(compared.interval.high))),
            ("p_value", &|run| of(run).map(|compared| p_value(compared.difference.p_value))),
            ("p_holm", &|run| of(run).map(|compared| p_value(compared.corrected))),
            ("probability_above", &|run| of(run).map(|compared| number(compared.above))),
            ("verdict", &|run| of(run).map(|compared| compared.verdict(model))),
        ],
    )
}

/// The columns of the human-readable table.
fn columns(model: &Model) -> Vec<&'static str> {
    let (score, interval) = (model.aim().column(), model.kind_of(model.aim().quantity));
    if model.experiment.kind == ExperimentKind::Study {
        return vec!["players", "n", score, interval, "against below", "n", interval];
    }
    let mut columns = vec!["run", "n", score, interval];
    if model.experiment.kind.has_rungs() {
        columns.extend(["against the rung below", "95 % interval over pairs"]);
    }
    columns.extend(drawn(model).map(|_| "drawn"));
    columns
}

/// The share of drawn games, if the table shows it: some are drawn, and it is not what the table is about.
fn drawn(model: &Model) -> Option<Quantity> {
    let quantity = Quantity::Drawishness;
    let is_other = !model.experiment.kind.has_rungs() && model.aim().quantity != quantity;
    Some(quantity).filter(|&quantity| is_other && charts::shows(model, quantity))
}

fn rows(model: &Model) -> Vec<Vec<String>> {
    if model.experiment.kind == ExperimentKind::Study {
        return study::rows(model);
    }
    let drawn = drawn(model);
    let row = |run: &model::Run| {
        let label = model.key(run);
        let Some(summary) = run.summary() else {
            let why = run.member.no_game.clone().unwrap_or_else(|| "not played".to_owned());
            return vec![label, "0".to_owned(), "–".to_owned(), why];
        };
        let mut row = vec![label, super::words::played(summary)];
        row.extend(cells(summary.get(model.aim().quantity)));
        if model.experiment.kind.has_rungs() {
            row.extend(cells(summary.get(Quantity::FirstAgentScore)));
        }
        row.extend(drawn.map(|quantity| cells(summary.get(quantity))[0].clone()));
        row
    };
    model.runs.iter().map(row).collect()
}

/// A measure and its interval; empty if the games do not have it.
fn cells(measure: Option<&Measure>) -> [String; 2] {
    let Some(formatted) = measure.map(super::words::formatted) else { return [const { String::new() }; 2] };
    [format!("{}{}", formatted.value, formatted.unit), formatted.interval.unwrap_or_default()]
}
