//! The commands that runs and experiments tell, held against the rest of what they tell.

use super::experiment::Plan;
use super::{compare, ladder, sweep};
use crate::cli::args::{Args, Command, Common};
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::terminal::Terminal;
use clap::Parser;
use dropline::report::count;
use dropline::run::{Experiment, Kind, Manifest, Member, Varied};
use dropline::simulate::hex;
use dropline::text::quoted;
use dropline::variant::{Grid, load, shipped};
use std::path::Path;

/// The keys of the texts of a game in a manifest, and in the rules there.
const TEXTS: [(&str, &str); 5] = [
    ("rules.game.name", "name"),
    ("rules.game.author", "author"),
    ("rules.game.year", "year"),
    ("rules.game.summary", "summary"),
    ("rules.game.based_on", "based_on"),
];

/// What is wrong with the command in a run's `manifest`, a sentence each. The rules are compared where the command names a
/// shipped variant: a file may be gone, or another one, by now.
pub fn wrong_in_run(manifest: &Manifest) -> Vec<String> {
    let file = Manifest::FILE;
    let Some(Args { common, command: Command::Simulate(args) }) = parsed(&manifest.command) else {
        return vec![format!("{file}: `command` is not one that plays a run")];
    };
    let games = manifest.shard.map_or(manifest.games_asked, |shard| shard.games);
    let share = args.shard.unwrap_or(dropline::run::Share::WHOLE);
    let until = manifest.until.map(|until| until.half_width);
    let agents = args.agents.0.map(|agent| agent.to_string());
    let mut facts = vec![
        ("seed", common.seed().to_string(), manifest.seed.to_string()),
        ("games", count(args.games), count(games)),
        ("agents", agents.join(","), manifest.agents.join(",")),
        ("pairs", args.pairs.to_string(), manifest.pairs.to_string()),
        ("records", args.records.to_string(), manifest.records.to_string()),
        ("until", width(args.until), width(until)),
        ("shard", share.to_string(), manifest.share().to_string()),
    ];
    if is_shipped(&args.variant) {
        match load(&args.variant, &common.set) {
            Ok(loaded) => {
                facts.extend([
                    ("variant", loaded.variant.id.clone(), manifest.variant.clone()),
                    ("rules_hash", hex(&loaded.rules_hash), manifest.rules_hash.clone()),
                ]);
                // The texts of the game are in no hash, and other versions may have had others.
                let same_version = manifest.version == env!("CARGO_PKG_VERSION");
                facts.extend(TEXTS.iter().filter(|_| same_version).map(|&(name, key)| {
                    let [asked, said] =
                        [&loaded.effective, &manifest.rules].map(|rules| rules["game"][key].to_string());
                    (name, asked, said)
                }));
            }
            Err(_) => return vec![format!("{file}: the variant of `command` is none")],
        }
    }
    differences(file, facts)
}

/// What is wrong with the command of the `experiment` in the folder `dir`, a sentence each. Where it names shipped variants
/// alone, the list of runs and the command of each are made again from it.
pub fn wrong_in_experiment(dir: &Path, experiment: &Experiment) -> Vec<String> {
    let file = Experiment::FILE;
    let Some(asked) = parsed(&experiment.command).and_then(Asked::of) else {
        return vec![format!("{file}: `command` is not one that plays an experiment")];
    };
    let mut wrong = differences(
        file,
        vec![
            ("kind", asked.kind.name().to_owned(), experiment.kind.name().to_owned()),
            ("seed", asked.args.common.seed().to_string(), experiment.seed.to_string()),
            ("games", count(asked.games), count(experiment.games)),
            ("vary", told(asked.vary.as_deref()), told(Some(&experiment.vary))),
        ],
    );
    if wrong.is_empty() && asked.names_shipped_variants() {
        match asked.plan() {
            Ok(plan) => wrong.extend(wrong_runs(dir, experiment, &plan, &asked.args.common)),
            Err(_) => wrong.push(format!("{file}: `command` makes no experiment")),
        }
    }
    wrong
}

/// Where the runs are not those of the `plan`, and their commands not those that it gives them.
fn wrong_runs(dir: &Path, experiment: &Experiment, plan: &Plan, common: &Common) -> Vec<String> {
    let (file, members) = (Experiment::FILE, plan.members());
    if members.len() != experiment.runs.len() {
        let (here, there) = (members.len(), experiment.runs.len());
        return vec![format!("{file}: by `command` there are {here} runs, and `runs` has {there}")];
    }
    let mut wrong = Vec::new();
    let runs = (1..).zip(experiment.runs.iter().zip(&members)).zip(plan.commands(common));
    for ((number, (there, made)), command) in runs {
        // Experiments of earlier versions don't name the rules.
        let made =
            Member { rules_hash: there.rules_hash.as_ref().and(made.rules_hash.clone()), ..made.clone() };
        if *there != made {
            wrong.push(format!("{file}: run {number} is not the one that `command` plays in its place"));
        }
        let Some(run) = &there.dir else { continue };
        let manifest = Manifest::read(&dir.join(Experiment::RUNS).join(run));
        if manifest.is_ok_and(|manifest| manifest.command != command) {
            let (runs, told) = (Experiment::RUNS, Manifest::FILE);
            wrong.push(format!("{runs}/{run}/{told}: `command` is not the one that {file} gives the run"));
        }
    }
    wrong
}

fn parsed(command: &[String]) -> Option<Args> {
    Args::try_parse_from(command).ok()
}

/// An experiment as a command asks for it.
struct Asked {
    kind: Kind,
    games: u64,
    /// The keys that vary, if they are some.
    vary: Option<Vec<Varied>>,
    args: Args,
}

impl Asked {
    fn of(args: Args) -> Option<Self> {
        let (kind, games, vary) = match &args.command {
            Command::Compare(compare) => (Kind::Compare, compare.runs.games, Some(Vec::new())),
            Command::Ladder(ladder) => (Kind::Ladder, ladder.games, Some(Vec::new())),
            Command::Sweep(asked) => {
                let grid = Grid::parse(&asked.vary, &args.common.set).ok();
                (Kind::Sweep, asked.runs.games, grid.map(|grid| sweep::varied(&grid)))
            }
            _ => return None,
        };
        Some(Self { kind, games, vary, args })
    }

    fn names_shipped_variants(&self) -> bool {
        match &self.args.command {
            Command::Compare(compare) => compare.variants.iter().all(|spec| is_shipped(spec)),
            Command::Ladder(ladder) => is_shipped(&ladder.variant),
            Command::Sweep(sweep) => is_shipped(&sweep.variant),
            _ => false,
        }
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let mut silent = Terminal::new(true, false);
        let session = &mut Session { common: &self.args.common, terminal: &mut silent };
        match &self.args.command {
            Command::Compare(args) => compare::plan(args, session),
            Command::Ladder(args) => ladder::plan(args, session),
            Command::Sweep(args) => sweep::plan(args, session),
            _ => Err(Failure::Wrong(anyhow::anyhow!("it is no experiment"))),
        }
    }
}

fn is_shipped(spec: &str) -> bool {
    shipped().iter().any(|variant| variant.name == spec)
}

fn differences(file: &str, facts: Vec<(&str, String, String)>) -> Vec<String> {
    let other = facts.into_iter().filter(|(_, asked, said)| asked != said);
    let told = |(key, asked, said): (&str, String, String)| {
        let [asked, said] = [asked, said].map(|text| quoted(&text));
        format!("{file}: `{key}` is {said}, by `command` there it is {asked}")
    };
    other.map(told).collect()
}

fn width(until: Option<f64>) -> String {
    until.map_or_else(|| "none".to_owned(), |half_width| half_width.to_string())
}

/// Keys that vary, with their values.
fn told(vary: Option<&[Varied]>) -> String {
    let Some(vary) = vary else { return "wrong".to_owned() };
    let one = |varied: &Varied| format!("{}={}", varied.key, varied.values.join(","));
    vary.iter().map(one).collect::<Vec<_>>().join(" ")
}
