//! Verifies an experiment: compares its runs with its list of runs, and its own files with regenerated ones.

use super::Compared;
use super::files::holds;
use crate::report::{self, Files, Links, PAGE, ReportError};
use crate::run::{Block, Experiment, ExperimentKind, Manifest, Member, ReadError};
use crate::text::printable;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The verification of an experiment, without its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentFound {
    /// The experiment.
    pub experiment: Experiment,
    /// The folders of its runs that exist, in the order of the experiment.
    pub runs: Vec<PathBuf>,
    /// The comparison of its list of runs and of its own files.
    pub compared: Compared,
}

/// Checks the experiment in the folder `dir`: whether exactly the runs that it names exist, with the variants, agents, seed and
/// numbers of games that it names, and whether its table, charts and page match these runs. The games of the runs are not
/// checked.
///
/// # Errors
/// Returns an error if there is no experiment, or its list of runs is invalid.
pub fn experiment(dir: &Path) -> Result<ExperimentFound, ReadError> {
    let experiment = Experiment::read(dir)?;
    let mut compared = Compared::default();
    let (mut runs, mut manifests) = (Vec::new(), Vec::new());
    for (member, name) in experiment.runs.iter().filter_map(|member| Some((member, member.dir.as_ref()?))) {
        let run = dir.join(Experiment::RUNS).join(name);
        if !run.exists() {
            if experiment.complete {
                let (runs, file) = (Experiment::RUNS, Experiment::FILE);
                compared.problems.push(format!("{runs}/{name} is missing, but {file} names it"));
            }
            continue;
        }
        match Manifest::read(&run) {
            Ok(manifest) => manifests.push((name.as_str(), member, manifest)),
            Err(error) => compared.problems.push(error.to_string()),
        }
        runs.push(run);
    }
    for (name, member, manifest) in &manifests {
        let first = manifests.first().map(|(.., first)| first);
        let wrong = differences(&experiment, member, manifest, first);
        let located = |wrong: String| format!("{}/{name}: {wrong}", Experiment::RUNS);
        compared.problems.extend(wrong.into_iter().map(located));
    }
    let file = Experiment::FILE;
    if !Experiment::is_intact(dir)? {
        compared
            .problems
            .push(format!("{file}: checksum mismatch: the file was changed after it was written"));
    }
    let named = experiment.runs.iter().filter(|member| member.dir.is_some()).count();
    let whole = manifests.iter().filter(|(.., manifest)| manifest.complete).count() == named;
    if whole && !experiment.complete {
        compared.problems.push(format!(
            "{file}: `complete` is false, but all runs are complete: run the command that made the experiment again with \
             `--resume` to complete it"
        ));
    }
    compared.problems.extend(foreign(dir, &experiment));
    match regenerated(dir) {
        Ok(made) => {
            compared.compare(dir, &made, !experiment.complete);
            let own = [Experiment::FILE, Experiment::RUNS].map(PathBuf::from);
            let known: Vec<PathBuf> = made.into_iter().map(|(name, _)| name).chain(own).collect();
            compared.note_unknown_files(dir, &known);
        }
        Err(error) => compared.problems.push(format!("the report cannot be regenerated: {error}")),
    }
    Ok(ExperimentFound { experiment, runs, compared })
}

/// The differences between the run with this `manifest` and the `member` of the experiment, one sentence each. Properties that
/// the experiment does not name must equal those of its `first` run.
fn differences(
    experiment: &Experiment,
    member: &Member,
    manifest: &Manifest,
    first: Option<&Manifest>,
) -> Vec<String> {
    let width = |manifest: &Manifest| manifest.until.map(|until| until.half_width);
    let pairs = match experiment.kind {
        // Two different rungs exchange sides; a rung that plays against itself does not.
        ExperimentKind::Ladder | ExperimentKind::Study => member.agents[0] != member.agents[1],
        ExperimentKind::Compare | ExperimentKind::Sweep | ExperimentKind::Tune => {
            first.is_some_and(|first| first.pairs)
        }
    };
    let [[rules, rules_named], [agents, agents_named]] = member.beside(manifest);
    let games = experiment.games_of(member);
    let named = [
        ("rules' hash", rules, rules_named),
        ("version", manifest.version.clone(), experiment.version.clone()),
        ("agents", agents, agents_named),
        ("seed", manifest.seed.to_string(), experiment.seed.to_string()),
        ("number of games", manifest.games_asked.to_string(), games.to_string()),
        ("pairs of games", manifest.pairs.to_string(), pairs.to_string()),
        ("half-width to stop at", shown(width(manifest)), shown(first.and_then(width))),
        ("games", manifest.block().to_string(), Block::whole(games).to_string()),
    ];
    let file = Experiment::FILE;
    let different = named.into_iter().filter(|(_, there, named)| there != named);
    let mut wrong: Vec<String> = different
        .map(|(what, there, named)| {
            let [there, named] = [there, named].map(|text| printable(&text));
            format!("its {what} should be {named} according to {file}, but is {there}")
        })
        .collect();
    if experiment.complete && !manifest.complete {
        wrong.push(format!("it is not complete, but {file} says that all runs are"));
    }
    wrong
}

fn shown(half_width: Option<f64>) -> String {
    half_width.map_or_else(|| "none".to_owned(), |half_width| half_width.to_string())
}

/// The regenerated report. If some choice of links reproduces the existing page, the regenerated page has these links, since the
/// reports that the page linked to may have been removed or redrawn later.
fn regenerated(dir: &Path) -> Result<Files, ReportError> {
    let made = report::make_experiment(dir, Links::Drawn)?;
    let is_there = |made: &Files| {
        let page = made.iter().find(|(name, _)| name == Path::new(PAGE));
        page.is_some_and(|(name, text)| holds(&dir.join(name), text.as_bytes()))
    };
    if !is_there(&made) {
        for links in [Links::All, Links::None] {
            let other = report::make_experiment(dir, links)?;
            if is_there(&other) {
                return Ok(other);
            }
        }
    }
    Ok(made)
}

/// Files in the folder of the runs that do not belong to the experiment.
fn foreign(dir: &Path, experiment: &Experiment) -> Vec<String> {
    let known: BTreeSet<&str> = experiment.runs.iter().filter_map(|member| member.dir.as_deref()).collect();
    let Ok(entries) = fs::read_dir(dir.join(Experiment::RUNS)) else { return Vec::new() };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut others: Vec<String> = names.filter(|name| !known.contains(name.as_str())).collect();
    others.sort();
    let problem = |name: &String| {
        let (name, file) = (printable(name), Experiment::FILE);
        format!("{}/{name} is not one of the runs in {file}", Experiment::RUNS)
    };
    others.iter().map(problem).collect()
}
