//! The report of a run: tables, charts and one page, made only from the files in its folder.
//!
//! [`write()`] reads the folder into a model, measures it, draws it and writes the results into the same folder. The same files
//! give the same report.

mod accuracy;
mod alike;
mod beside;
mod bins;
mod charts;
mod experiment;
mod games;
mod headline;
mod key_map;
mod learned;
mod line_chart;
mod maps;
mod model;
mod openings;
mod page;
mod plot;
#[cfg(feature = "png")]
mod png;
mod series;
mod tables;
mod verdict;
mod words;

use std::io;
use std::path::{Path, PathBuf};

use dropline_engine::variant::Variant;
use dropline_lab::run::{GameRow, Manifest, ReadError, write_atomically};
use dropline_lab::stats::Summary;
use model::Model;

pub use accuracy::{AccuracyReport, Rung};
pub use experiment::{
    Aim, Answer, Links, WrittenExperiment, make as make_experiment, study_label, write as write_experiment,
};
pub use learned::LearnedPage;
#[cfg(feature = "png")]
pub use png::write_pngs;
pub use verdict::plays_by_chance;
pub use words::{count, duration, formatted, games, measure_in_words, sample, strength, warnings};

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file of the run cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The run has no games.
    #[error("{}: the run has no games to report", .0.display())]
    Empty(PathBuf),
    /// A chart cannot be drawn.
    #[error("the chart `{chart}` cannot be drawn: {what}")]
    Draw {
        /// The chart.
        chart: String,
        /// The reason.
        what: String,
    },
    /// A file of the report cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// A report that has been written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// How the run was made.
    pub manifest: Manifest,
    /// Its measures.
    pub summary: Summary,
    /// Its findings, in a sentence or two.
    pub headline: String,
    /// Its warnings.
    pub warnings: Vec<String>,
    /// The page.
    pub page: PathBuf,
    /// All files, the page included, in the order in which they were written.
    pub files: Vec<PathBuf>,
}

/// A drawn chart: the name of its file, its caption, and the picture.
struct Chart {
    /// The name of its file, without the extension.
    name: String,
    /// The caption: how to read the chart, with its interval and sample size.
    caption: String,
    svg: String,
    /// The picture for narrow screens, if it differs; only the page has it.
    narrow: Option<String>,
    ground: Ground,
}

/// What a chart has behind its marks and numbers on a dark page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// The page.
    Page,
    /// Coloured fields that keep their colours, on the page.
    Fields,
    /// A light ground.
    Light,
}

impl Ground {
    /// The class of the chart's figure.
    const fn class(self) -> Option<&'static str> {
        match self {
            Self::Page => None,
            Self::Fields => Some("fields"),
            Self::Light => Some("shaded"),
        }
    }
}

/// The files of a report, not written yet: the relative path and the text of each, the page last.
pub type Files = Vec<(PathBuf, String)>;

/// The folder of charts in the folder of a run or an experiment.
pub const CHARTS: &str = "charts";
/// The page in the folder of a run or an experiment.
pub const PAGE: &str = "report.html";

/// Writes the report of the run in the folder `dir`: `summary.csv`, `summary.json`, `charts/*.svg` and `report.html`, each
/// atomically.
///
/// # Errors
/// Returns an error if a file of the run is missing or invalid, if there are no games, or if a file cannot be written.
pub fn write(dir: &Path) -> Result<Written, ReportError> {
    let (model, files) = made(dir)?;
    remove_old_maps(dir, &files);
    Ok(Written {
        headline: model.headline(),
        warnings: model.warnings(),
        page: dir.join(PAGE),
        files: write_files(dir, files)?,
        manifest: model.manifest,
        summary: model.summary,
    })
}

/// The findings of a run that is not in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest {
    /// Its measures, as in `summary.csv`.
    pub summary: String,
    /// Its findings, in a sentence or two.
    pub headline: String,
    /// Its warnings.
    pub warnings: Vec<String>,
}

/// The findings of a run of games by the rules of `variant`: `manifest` says how it was made, and `rows` are its games, in order.
/// `None` without games.
///
/// # Errors
/// Returns an error if the manifest is invalid.
pub fn digest<'r>(
    manifest: Manifest,
    variant: &Variant,
    rows: impl IntoIterator<Item = &'r GameRow>,
) -> Result<Option<Digest>, String> {
    let model = Model::in_memory(manifest, variant.clone(), rows)?;
    Ok(model.map(|model| Digest {
        summary: tables::csv(&model),
        headline: model.headline(),
        warnings: model.warnings(),
    }))
}

/// Makes the files that [`write()`] writes.
///
/// # Errors
/// As for [`write()`], except for files that cannot be written.
pub fn make(dir: &Path) -> Result<Files, ReportError> {
    made(dir).map(|(_, files)| files)
}

fn made(dir: &Path) -> Result<(Model, Files), ReportError> {
    let model = Model::read(dir)?;
    let (maps, silent) = maps::all(&model);
    let charts: Vec<Chart> = charts::all(&model)?.into_iter().chain(maps).collect();
    let games = games::read(dir, &model)?;
    let page = page::html(&model, &charts, &silent, &games);
    let files = files(tables_of(&model), charts, page);
    Ok((model, files))
}

/// The tables of a run.
fn tables_of(model: &Model) -> Files {
    let tables = [
        ("summary.csv", tables::csv(model)),
        ("summary.json", tables::json(model)),
        (openings::FILE, openings::csv(model)),
    ];
    tables.map(|(name, text)| (PathBuf::from(name), text)).into()
}

/// The tables, the charts and the page.
fn files(tables: Files, charts: Vec<Chart>, page: String) -> Files {
    tables
        .into_iter()
        .chain(charts.into_iter().map(chart_file))
        .chain([(PathBuf::from(PAGE), page)])
        .collect()
}

/// The file of a chart.
fn chart_file(chart: Chart) -> (PathBuf, String) {
    (Path::new(CHARTS).join(format!("{}.svg", chart.name)), chart.svg)
}

/// Removes maps of an earlier report that the new report does not have. Maps that cannot be removed stay, and `verify` names them.
fn remove_old_maps(dir: &Path, files: &Files) {
    for name in maps::NAMES.map(|name| Path::new(CHARTS).join(format!("{name}.svg"))) {
        if !files.iter().any(|(made, _)| *made == name) {
            let _ = std::fs::remove_file(dir.join(name));
        }
    }
}

/// Writes `files` into the folder `dir`, each atomically; returns their paths.
fn write_files(dir: &Path, files: Files) -> Result<Vec<PathBuf>, ReportError> {
    let folder = dir.join(CHARTS);
    make_folder(&folder).map_err(|source| ReportError::Write { path: folder, source })?;
    let mut written = Vec::with_capacity(files.len());
    for (name, text) in files {
        let path = dir.join(name);
        // A report that is already there needs no permission to write, so that archived runs can be shown.
        if !holds(&path, text.as_bytes()) {
            write_atomically(&path, text.as_bytes())
                .map_err(|source| ReportError::Write { path: path.clone(), source })?;
        }
        written.push(path);
    }
    Ok(written)
}

/// Whether the regular file `path` holds exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_alike =
        std::fs::symlink_metadata(path).is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
    is_alike && std::fs::read(path).is_ok_and(|found| found == bytes)
}

/// Makes a folder unless it exists. Symlinks are rejected: they could lead out of the run's folder, which may be untrusted.
fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_symlink() {
        return Err(io::Error::other("it is a link, not a folder"));
    }
    std::fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests;
