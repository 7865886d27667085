//! The model of an experiment's report: its runs, read and measured.

use std::path::Path;

use super::nearest::Aim;
use super::{Links, study};
use crate::model::Model as RunModel;
use crate::verdict::{Case, Withheld};
use crate::{PAGE, ReportError, words};
use dropline_engine::text::quoted;
use dropline_lab::contestant::label;
use dropline_lab::run::{
    Aside, Experiment, ExperimentKind, Highlight, Manifest, Member, ReadError, Search, Varied, command_line,
    deciding,
};
use dropline_lab::stats::{Design, Measure, Proportion, Quantity, Summary};

/// An experiment, read and measured.
pub struct Model {
    pub experiment: Experiment,
    /// The runs, in the order of the experiment.
    pub runs: Vec<Run>,
}

/// A run of the experiment.
pub struct Run {
    pub member: Member,
    /// The model of its games; `None` if no game was played.
    pub model: Option<RunModel>,
    /// The link to its own report, if there is one.
    pub page: Option<String>,
    /// How many of its games its report shows; counted only for the runs of a study.
    pub shown: usize,
    /// The score over both learning seeds, if these are the strongest players of a study that learned from two.
    pub over_seeds: Option<OverSeeds>,
}

/// The first player's score in the games of players whose evaluations were learned from two seeds.
pub struct OverSeeds {
    pub measure: Measure,
    pub score: Proportion,
    /// The score with each seed, the stronger one first.
    pub each: [f64; 2],
    /// Whether these differ by more than chance would explain.
    pub differ: bool,
}

impl Run {
    /// The summary of its games, if there are any.
    pub fn summary(&self) -> Option<&Summary> {
        self.model.as_ref().map(|model| &model.summary)
    }

    /// Why its games give no verdict, in a clause; `None` if they give a verdict. Agents that never exchanged sides only cause a
    /// warning here, since the scores of runs between the same two agents can be compared.
    pub fn withheld(&self) -> Option<String> {
        Some(self.reason()?.clause(&self.model.as_ref()?.names))
    }

    /// Why its games give no verdict.
    pub fn reason(&self) -> Option<Withheld> {
        let Case { summary, agents, .. } = self.model.as_ref()?.case();
        Withheld::in_comparison(summary, agents)
    }

    /// The game as the command of the run names it, with its settings but that of the key `without`.
    pub fn game_arguments(&self, without: Option<&str>) -> Option<Vec<String>> {
        let command = &self.model.as_ref()?.manifest.command;
        let game = command.iter().skip(2).take_while(|argument| *argument != "--agents");
        let mut kept: Vec<String> = Vec::new();
        for argument in game {
            let key = argument.split('=').next();
            if without.is_some() && key == without && kept.last().is_some_and(|last| last == "--set") {
                kept.pop();
            } else {
                kept.push(argument.clone());
            }
        }
        Some(kept)
    }

    /// The command called `name` on its game, with `options`: a key and its value or values. The game is as in [`Run::game_arguments`].
    pub fn command(&self, name: &str, without: Option<&str>, options: &[&str]) -> Option<String> {
        let program = &self.model.as_ref()?.manifest.program;
        let begin = [program.clone(), name.to_owned()].into_iter().chain(self.game_arguments(without)?);
        Some(command_line(&begin.chain(options.iter().map(ToString::to_string)).collect::<Vec<_>>()))
    }

    /// A measure of its games; the score is that over both learning seeds, if there are two.
    pub fn measure(&self, quantity: Quantity) -> Option<&Measure> {
        match &self.over_seeds {
            Some(over_seeds) if quantity == Quantity::Score => Some(&over_seeds.measure),
            _ => self.summary()?.get(quantity),
        }
    }

    /// A measure of the run in words, with its interval and n.
    pub fn in_words(&self, measure: &Measure) -> String {
        words::measure_in_words(measure, self.summary().map(|summary| summary.design).unwrap_or_default())
    }
}

impl Model {
    /// Reads the experiment in the folder `dir`. A run that does not exist yet has no model.
    pub fn read(dir: &Path) -> Result<Self, ReportError> {
        let mut experiment = Experiment::read(dir)?;
        let members = std::mem::take(&mut experiment.runs);
        let read = |member: Member| {
            let run = member.dir.as_ref().map(|name| dir.join(Experiment::RUNS).join(name));
            let run = run.filter(|run| run.exists());
            let model = match run.as_deref().map(RunModel::read) {
                // The run was stopped before the first game was over.
                None | Some(Err(ReportError::Empty(_))) => None,
                Some(model) => Some(model?),
            };
            if let (Some(model), Some(name)) = (&model, &member.dir) {
                is_member(&model.manifest, &member).map_err(|what| {
                    ReadError::file(&dir.join(Experiment::RUNS).join(name).join(Manifest::FILE), what)
                })?;
            }
            // The players that the program found learned a file for each game.
            let are_found = experiment.basis.as_ref().is_some_and(|basis| !basis.players.is_empty());
            let label = if are_found { study::label } else { label };
            let mut agents = member.agents.each_ref().map(|agent| label(agent));
            if member.aside == Some(Aside::SecondSeed) {
                agents = agents.map(|agent| study::with_second_seed(&agent));
            }
            let is_study = experiment.kind == ExperimentKind::Study;
            let shown =
                run.filter(|_| is_study).zip(model.as_ref()).map_or(0, |(run, model)| shown(&run, model));
            Ok(Run { member: Member { agents, ..member }, model, page: None, shown, over_seeds: None })
        };
        let runs = members.into_iter().map(read).collect::<Result<Vec<_>, ReportError>>()?;
        if runs.iter().all(|run| run.model.is_none()) {
            return Err(ReportError::Empty(dir.join(Experiment::RUNS)));
        }
        let mut model = Self { experiment, runs };
        if let Some((run, over_seeds)) = super::deciding::over_seeds(&model) {
            model.runs[run].over_seeds = Some(over_seeds);
        }
        Ok(model)
    }

    /// Links the reports of the runs that were played: those that exist in the folder `dir` of the experiment, or all.
    pub fn link(&mut self, dir: &Path, links: Links) {
        for run in self.runs.iter_mut().filter(|run| run.model.is_some()) {
            let name = run.member.dir.iter();
            let page = name.map(|name| format!("{}/{name}/{PAGE}", Experiment::RUNS)).next();
            run.page = page.filter(|page| match links {
                Links::Drawn => dir.join(page).is_file(),
                Links::All => true,
                Links::None => false,
            });
        }
    }

    /// The command line as typed, without options that do not affect results.
    pub fn command_line(&self) -> String {
        command_line(&deciding(&self.experiment.command))
    }

    /// The search that chose the values of the runs, if there was one.
    pub fn search(&self) -> Option<&Search> {
        self.experiment.basis.as_ref()?.search.as_ref()
    }

    /// What the runs are compared with: the target of the search, or an even game.
    pub fn aim(&self) -> Aim {
        let of = |search: &Search| Some(Aim { quantity: search.quantity()?, target: search.target });
        self.search().and_then(of).unwrap_or(Aim::EVEN)
    }

    /// The source of the numbers, for the foot of a chart.
    pub fn source(&self) -> String {
        match self.game() {
            Some(game) => format!("{game}, {} a run", self.games()),
            None => format!("{} a run", self.games()),
        }
    }

    /// How many games each run has.
    pub fn games(&self) -> String {
        let games = words::games(self.experiment.games);
        if self.has_stopping_rule() { format!("at most {games}") } else { games }
    }

    /// Whether the runs were to stop at a given precision of the first player's score.
    pub fn has_stopping_rule(&self) -> bool {
        self.runs.iter().filter_map(Run::summary).any(|summary| summary.design.until.is_some())
    }

    /// The design that all runs share.
    pub fn design(&self) -> Design {
        let mut designs = self.runs.iter().filter_map(Run::summary).map(|summary| summary.design);
        let first = designs.next().unwrap_or_default();
        designs.fold(first, |all, run| Design {
            pairs: all.pairs && run.pairs,
            until: all.until.filter(|_| run.until.is_some()),
            delta: all.delta,
            swap: all.swap && run.swap,
            unscored: all.unscored && run.unscored,
            stuck_decides: all.stuck_decides && run.stuck_decides,
            repeats: all.repeats && run.repeats,
            failed: all.failed.saturating_add(run.failed),
            komi: all.komi,
            full: all.full,
        })
    }

    /// The kind of interval that a quantity has in these runs: `95 % interval`.
    pub fn kind_of(&self, quantity: Quantity) -> &'static str {
        match quantity {
            Quantity::Score | Quantity::Advantage | Quantity::Elo => words::kind_of_interval(self.design()),
            _ if self.design().pairs => "95 % interval over pairs",
            _ => "95 % interval",
        }
    }

    /// The pairs of agents, in the order of their first runs.
    pub fn pairs(&self) -> Vec<&[String; 2]> {
        let mut pairs = Vec::new();
        for run in &self.runs {
            if !pairs.contains(&&run.member.agents) {
                pairs.push(&run.member.agents);
            }
        }
        pairs
    }

    /// The runs of a pair of agents.
    pub fn of_pair<'a>(&'a self, pair: &'a [String; 2]) -> impl Iterator<Item = &'a Run> {
        self.runs.iter().filter(move |run| run.member.agents == *pair)
    }

    /// A run's name in words: its values of the varied keys, or its game, and the agents if there are several pairs.
    pub fn label(&self, run: &Run) -> String {
        let settings = self.settings(&run.member);
        self.with_agents(run, if settings.is_empty() { self.name(run) } else { settings.join(", ") })
    }

    /// A run's name in the form of a command: its values as `--set` takes them, or its variant.
    pub fn key(&self, run: &Run) -> String {
        let vary = self.experiment.vary.iter().zip(&run.member.values);
        let keys: Vec<String> = vary.map(|(varied, value)| format!("{}={value}", varied.key)).collect();
        self.with_agents(run, if keys.is_empty() { run.member.variant.clone() } else { keys.join(", ") })
    }

    fn with_agents(&self, run: &Run, name: String) -> String {
        if self.pairs().len() > 1 { format!("{name}, {}", against(&run.member.agents)) } else { name }
    }

    /// The name of a run's game, or the name of its variant if games of other variants have the same name.
    pub fn name(&self, run: &Run) -> String {
        // The name of the game that a variant is based on is left out.
        let game = |run: &Run| {
            let game = &run.model.as_ref()?.manifest.game;
            Some(game.split_once(", based on ").map_or(game.as_str(), |(name, _)| name).to_owned())
        };
        let Some(own) = game(run) else { return run.member.variant.clone() };
        let is_another =
            |other: &&Run| other.member.variant != run.member.variant && game(other).as_ref() == Some(&own);
        if self.runs.iter().any(|other| is_another(&other)) { run.member.variant.clone() } else { own }
    }

    /// The name of the game, if all runs have the same. Where keys vary, the names of the runs end with their values.
    pub fn game(&self) -> Option<&str> {
        if self.experiment.vary.is_empty() {
            return self.common(|manifest| &manifest.game);
        }
        let names = self.runs.iter().filter_map(|run| Some(run.model.as_ref()?.manifest.game.as_str()));
        names.reduce(shared_parts).filter(|name| !name.is_empty())
    }

    /// The board of the games, if all runs have the same.
    pub fn board(&self) -> Option<&str> {
        self.common(|manifest| &manifest.board)
    }

    /// What the manifests of all runs say, if they say the same.
    fn common(&self, said: fn(&Manifest) -> &str) -> Option<&str> {
        let mut all = self.runs.iter().filter_map(|run| Some(said(&run.model.as_ref()?.manifest)));
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// The name of a varied key.
    pub fn key_words(&self, varied: &Varied) -> String {
        let rules = self.runs.iter().find_map(|run| Some(&run.model.as_ref()?.variant));
        rules.map_or_else(|| varied.key.clone(), |rules| super::keys::words(&varied.key, rules))
    }

    /// The varied keys in words, with their values in a run.
    pub fn settings(&self, member: &Member) -> Vec<String> {
        let vary = self.experiment.vary.iter();
        vary.zip(&member.values)
            .map(|(varied, value)| format!("{} = {value}", self.key_words(varied)))
            .collect()
    }

    /// The warnings of the report.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.experiment.complete {
            let done =
                self.runs.iter().filter(|run| run.member.no_game.is_some() || is_complete(run)).count();
            warnings.push(format!(
                "The experiment is not complete: {done} of its {} runs have all their games.",
                self.runs.len()
            ));
        }
        warnings.extend(self.begun());
        let manifests = self.runs.iter().filter_map(|run| run.model.as_ref()).map(|model| &model.manifest);
        let mut once: Vec<_> = manifests.filter(|manifest| !manifest.reproducible).map(words::once).collect();
        once.sort_unstable();
        once.dedup();
        warnings.extend(once.into_iter().map(str::to_owned));
        if self.runs.iter().filter_map(|run| run.model.as_ref()).any(|model| !model.tells_agents_apart()) {
            warnings.push(words::UNPAIRED.to_owned());
        }
        let kinds: [(Warning, Extent); 3] = [
            (words::not_reached, |summary| summary.needed.unwrap_or(0)),
            (words::repeated, |summary| summary.games().saturating_sub(summary.distinct.count)),
            (words::truncated, |summary| summary.truncated),
        ];
        warnings.extend(kinds.into_iter().filter_map(|(warning, extent)| self.of_runs(warning, extent)));
        warnings
    }

    /// What the games begin with, if not as the variant says.
    fn begun(&self) -> Option<String> {
        match &*self.runs.iter().find_map(|run| run.model.as_ref())?.manifest.openings {
            [] => None,
            [turns] => {
                Some(format!("All games begin with {turns}: what is said here holds after these turns."))
            }
            openings => Some(format!(
                "The games begin with {} openings in turn: what is said here holds after these.",
                openings.len()
            )),
        }
    }

    /// Suggestions for runs without a verdict, without duplicates.
    pub fn advice(&self) -> Vec<String> {
        let runs = self.runs.iter().filter_map(|run| run.model.as_ref());
        let mut advice: Vec<String> = runs.filter_map(RunModel::advice).collect();
        advice.sort_unstable();
        advice.dedup();
        advice
    }

    /// The warning of the run with the greatest `extent`, and the number of other runs with the same warning.
    fn of_runs(&self, warning: Warning, extent: Extent) -> Option<String> {
        let with = |run| Some((run, Run::summary(run).and_then(warning)?));
        let warned: Vec<(&Run, String)> = self.runs.iter().filter_map(with).collect();
        // The first of several runs with the greatest extent.
        let (run, message) = warned.iter().rev().max_by_key(|(run, _)| run.summary().map(extent))?;
        let others = match warned.len() - 1 {
            0 => String::new(),
            others => {
                format!(
                    " The same is true of {others} more of the {} runs, to the same or a lesser degree.",
                    self.runs.len()
                )
            }
        };
        Some(format!("{}: {message}{others}", self.label(run)))
    }
}

/// The warning of a run, if it applies.
type Warning = fn(&Summary) -> Option<String>;

/// The extent to which a warning applies to a run.
type Extent = fn(&Summary) -> u64;

/// How many games the report of the run in the folder `dir` shows.
fn shown(dir: &Path, model: &RunModel) -> usize {
    let games = Highlight::read(dir).ok().flatten().unwrap_or_default();
    let belong = games.iter().all(|game| game.reasons.of == model.summary.games());
    if belong { games.len() } else { 0 }
}

/// Whether all games of the run were played.
fn is_complete(run: &Run) -> bool {
    run.model.as_ref().is_some_and(|model| model.manifest.complete)
}

/// What two names begin with, in whole parts between commas.
fn shared_parts<'a>(one: &'a str, other: &str) -> &'a str {
    let ends = one.match_indices(", ").map(|(at, _)| at).chain([one.len()]);
    let is_shared = |end: &usize| {
        other.strip_prefix(&one[..*end]).is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
    };
    ends.take_while(is_shared).last().map_or("", |end| &one[..end])
}

/// Two agents in words.
pub fn against([first, second]: &[String; 2]) -> String {
    format!("{first} against {second}")
}

/// Checks that the run with this `manifest` is the `member` of the experiment: otherwise its numbers would be misattributed.
fn is_member(manifest: &Manifest, member: &Member) -> Result<(), String> {
    let [rules, agents] = member.beside(manifest);
    for (key, [there, named]) in [("rules_hash", rules), ("agents", agents)] {
        if there != named {
            return Err(format!(
                "`{key}` should be {} for this run according to {}, found {}: another run is in its place",
                quoted(&named),
                Experiment::FILE,
                quoted(&there)
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::shared_parts;

    #[test]
    fn games_share_the_parts_of_their_names_before_what_varies() {
        for (one, other, shared) in [
            ("Hex, 4x4", "Hex, 5x5", "Hex"),
            ("Hex, swap=false, 4x4", "Hex, swap=false, 5x5", "Hex, swap=false"),
            ("Hex, width=1", "Hex, width=11", "Hex"),
            ("Hex", "Hex", "Hex"),
            ("Hex", "Hex-It", ""),
        ] {
            assert_eq!(shared_parts(one, other), shared);
        }
    }
}
