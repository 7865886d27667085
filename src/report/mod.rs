//! The report of a run: tables, charts and one page, made from the files in its folder alone.
//!
//! [`write()`] reads the folder into a model, measures it, draws it and puts the results beside the files. The
//! same files give the same report.

mod bins;
mod charts;
mod experiment;
mod games;
mod maps;
mod model;
mod openings;
mod page;
mod plot;
mod series;
mod tables;
mod words;

use std::io;
use std::path::{Path, PathBuf};

use crate::run::{Manifest, ReadError, write_atomically};
use crate::stats::Summary;
use model::Model;

pub use experiment::{WrittenExperiment, write as write_experiment};
pub use words::{count, games, headline, strength, told, warnings};

/// A report that can't be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file of the run can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The run has no games.
    #[error("{}: the run has no games, so that there is nothing to report", .0.display())]
    Empty(PathBuf),
    /// A chart can't be drawn.
    #[error("the chart `{chart}` can't be drawn: {what}")]
    Draw {
        /// The chart.
        chart: String,
        /// Why.
        what: String,
    },
    /// A file of the report can't be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
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
    /// What it says first, in a sentence or two.
    pub headline: String,
    /// What to beware of when reading it.
    pub warnings: Vec<String>,
    /// The page.
    pub page: PathBuf,
    /// All files, the page included, in the order in which they were written.
    pub files: Vec<PathBuf>,
}

/// A drawn chart: its place in the folder, what it says, and the picture, which bears its title.
struct Chart {
    /// The name of its file, without the ending.
    name: String,
    /// What can be read from it, with its interval and sample size.
    caption: String,
    svg: String,
}

/// Writes the report of the run in the folder `dir`: `summary.csv`, `summary.json`, `charts/*.svg` and
/// `report.html`, each as a whole or not at all.
///
/// # Errors
/// If a file of the run is missing or holds something else than it should, if there are no games, or if a file
/// can't be written.
pub fn write(dir: &Path) -> Result<Written, ReportError> {
    let model = Model::read(dir)?;
    let charts: Vec<Chart> = charts::all(&model)?.into_iter().chain(maps::all(&model)).collect();
    let games = games::read(dir, &model)?;
    let page = dir.join("report.html");
    let tables = vec![
        ("summary.csv".to_owned(), tables::csv(&model)),
        ("summary.json".to_owned(), tables::json(&model)),
        (openings::FILE.to_owned(), openings::csv(&model)),
    ];
    let files = write_files(dir, tables, &charts, page::html(&model, &charts, &games))?;
    Ok(Written {
        headline: model.headline(),
        warnings: model.warnings(),
        page,
        files,
        manifest: model.manifest,
        summary: model.summary,
    })
}

/// Writes `tables` by their names, the charts and the page into the folder `dir`, each as a whole or not at all; their
/// paths, the page's last.
fn write_files(
    dir: &Path,
    tables: Vec<(String, String)>,
    charts: &[Chart],
    page: String,
) -> Result<Vec<PathBuf>, ReportError> {
    let folder = dir.join("charts");
    make_folder(&folder).map_err(|source| ReportError::Write { path: folder.clone(), source })?;
    let mut files: Vec<(PathBuf, String)> =
        tables.into_iter().map(|(name, text)| (dir.join(name), text)).collect();
    files.extend(charts.iter().map(|chart| (folder.join(format!("{}.svg", chart.name)), chart.svg.clone())));
    files.push((dir.join("report.html"), page));
    for (path, text) in &files {
        write_atomically(path, text.as_bytes())
            .map_err(|source| ReportError::Write { path: path.clone(), source })?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

/// Makes a folder that may be there. A link is none: it could lead out of the run's folder, which a stranger may have made.
fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_symlink() {
        return Err(io::Error::other("it is a link, a folder is needed"));
    }
    std::fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests;
