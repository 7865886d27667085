//! Experiments that the page asks for, as commands, and the runs of the folder.

use crate::folder::{Folder, REPORTS};
use dropline_agents::mcts::Budget;
use dropline_lab::contestant::Contestant;
use dropline_lab::run::{Experiment, Manifest, command_line};
use serde::Deserialize;
use serde_json::{Value, json};

/// The program, as commands name it.
const PROGRAM: &str = "dropline";
/// The most games of a run that the page starts.
const MOST_GAMES: u64 = 10_000_000;
/// The longest budget of a study that the page starts, in seconds.
const MOST_SECONDS: u64 = 24 * 3600;
/// The most variants that are compared.
const MOST_VARIANTS: usize = 8;
/// The most iterations of an agent that plays against a person, and its most milliseconds, for each action.
const MOST_THOUGHT: (u32, u32) = (100_000, 20_000);
/// The most runs that are listed.
const MOST_RUNS: usize = 300;

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "lowercase")]
pub enum Wanted {
    /// Games of a variant.
    Simulate {
        /// Its name.
        variant: String,
        /// The agents, as on the command line.
        agents: String,
        /// How many games.
        games: u64,
        /// The seed.
        seed: u64,
    },
    /// Games of several variants.
    Compare {
        /// Their names.
        variants: Vec<String>,
        /// The agents, as on the command line.
        agents: String,
        /// How many games of each.
        games: u64,
        /// The seed.
        seed: u64,
    },
    /// A study.
    Study {
        /// The name of the variant.
        variant: String,
        /// Its budget, in seconds.
        seconds: u64,
        /// The seed.
        seed: u64,
    },
}

impl Wanted {
    fn variants(&self) -> Vec<&String> {
        match self {
            Self::Simulate { variant, .. } | Self::Study { variant, .. } => vec![variant],
            Self::Compare { variants, .. } => variants.iter().collect(),
        }
    }

    /// The command, which writes the folder `run`.
    fn arguments(&self, run: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let (name, options, seed) = match self {
            Self::Simulate { agents, games, seed, .. } => {
                ("simulate", vec![("--agents", agents.clone()), ("--games", games.to_string())], seed)
            }
            Self::Compare { agents, games, seed, .. } => {
                ("compare", vec![("--agents", agents.clone()), ("--games", games.to_string())], seed)
            }
            Self::Study { seconds, seed, .. } => ("study", vec![("--budget", format!("{seconds}s"))], seed),
        };
        words.push(name.to_owned());
        words.extend(self.variants().into_iter().cloned());
        words.extend(options.into_iter().flat_map(|(option, value)| [option.to_owned(), value]));
        if *seed != 1 {
            words.extend(["--seed".to_owned(), seed.to_string()]);
        }
        words.extend(["--out".to_owned(), run.to_owned()]);
        words
    }

    /// What a command asked for, if the page could have asked for it, and the folder that it writes. The command comes from a file, so
    /// nothing else of it is used.
    fn read(command: &[String]) -> Option<(Self, String)> {
        let [program, name, rest @ ..] = command else { return None };
        let first = rest.iter().position(|word| word.starts_with('-'))?;
        let (names, options) = rest.split_at(first);
        let (mut agents, mut games, mut seconds, mut seed, mut out) = (None, None, None, 1, None);
        for pair in options.chunks(2) {
            let [option, value] = pair else { return None };
            match option.as_str() {
                "--agents" => agents = Some(value.clone()),
                "--games" => games = value.parse().ok(),
                "--budget" => seconds = value.strip_suffix('s')?.parse().ok(),
                "--seed" => seed = value.parse().ok()?,
                "--out" => out = Some(value.clone()),
                _ => return None,
            }
        }
        let wanted = match (name.as_str(), names) {
            ("simulate", [variant]) => {
                Self::Simulate { variant: variant.clone(), agents: agents?, games: games?, seed }
            }
            ("compare", variants) => {
                Self::Compare { variants: variants.to_vec(), agents: agents?, games: games?, seed }
            }
            ("study", [variant]) => Self::Study { variant: variant.clone(), seconds: seconds?, seed },
            _ => return None,
        };
        let run = out?;
        // The command is made again from its parts, and must be the same.
        let made = [&[PROGRAM.to_owned(), name.clone()][..], &wanted.arguments(&run)[1..]].concat();
        (program == PROGRAM && made == command).then_some((wanted, run))
    }
}

/// An experiment about to be added to the jobs.
pub struct Ready {
    /// The command as typed in a shell.
    pub command: String,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The folder that it writes.
    pub run: String,
}

impl Ready {
    fn new(wanted: &Wanted, run: String, resume: bool) -> Self {
        let mut arguments = wanted.arguments(&run);
        arguments.extend(resume.then(|| "--resume".to_owned()));
        let words: Vec<String> =
            std::iter::once(PROGRAM.to_owned()).chain(arguments.iter().cloned()).collect();
        Self { command: command_line(&words), arguments, run }
    }
}

/// Who may play: agents of the program, learned players of the folder, and the programs that the command line named.
#[derive(Debug)]
pub struct Players {
    /// The external programs that the command line allows.
    pub programs: Vec<Contestant>,
}

impl Players {
    /// The agent that `text` names.
    ///
    /// # Errors
    /// Returns an error if there is none, or the page may not use it.
    pub fn agent(&self, text: &str, folder: &Folder) -> Result<Contestant, String> {
        let agent: Contestant = text.trim().parse().map_err(|error| format!("{error}"))?;
        if agent.is_program() && !self.programs.contains(&agent) {
            return Err(format!(
                "external programs play here only if the command line names them, as in `dropline lab --program '{text}'`"
            ));
        }
        if let Contestant::Learned(learned) = &agent {
            let file = learned.path().to_str().unwrap_or_default();
            let path = folder.resolve(file).map_err(|error| error.to_string())?;
            if !file.ends_with(".learned") || !path.is_file() {
                return Err(format!("there is no file `{file}` of a learned player in this folder"));
            }
        }
        Ok(agent)
    }

    /// Like [`Players::agent`], for an agent that plays against a person, who waits for it.
    ///
    /// # Errors
    /// Also returns an error if the agent may take too long.
    pub fn opponent(&self, text: &str, folder: &Folder) -> Result<Contestant, String> {
        let agent = self.agent(text, folder)?;
        let (iterations, milliseconds) = MOST_THOUGHT;
        match agent.budget() {
            Some(Budget::Iterations(n)) if n > iterations => {
                Err(format!("at most {iterations} iterations for an action: somebody waits"))
            }
            Some(Budget::Milliseconds(n)) if n > milliseconds => {
                Err(format!("at most {milliseconds}ms for an action: somebody waits"))
            }
            _ => Ok(agent),
        }
    }

    /// Two agents separated by a comma, or one for both sides. Programs may have commas, so they are taken out first.
    fn pair(&self, text: &str, folder: &Folder) -> Result<(), String> {
        if self.agent(text, folder).is_ok() {
            return Ok(());
        }
        match text.split(',').collect::<Vec<_>>()[..] {
            [one] => self.agent(one, folder).map(drop),
            [first, second] => self.agent(first, folder).and_then(|_| self.agent(second, folder)).map(drop),
            _ => Err("expected two agents, as in `mcts:100,greedy`, or one that plays both sides".to_owned()),
        }
    }
}

/// Checks what the page asks for, and names the folder of its run, which must not be `taken`.
///
/// # Errors
/// Returns an error if a variant is missing or invalid, an agent may not play, or a number is out of range.
pub fn prepare(
    wanted: &Wanted,
    folder: &Folder,
    players: &Players,
    taken: impl Fn(&str) -> bool,
) -> Result<Ready, String> {
    check(wanted, folder, players)?;
    let stem = wanted.variants()[0].trim_end_matches(".toml").to_owned();
    let stem = match wanted {
        Wanted::Simulate { .. } => stem,
        Wanted::Compare { .. } => format!("{stem}-compared"),
        Wanted::Study { .. } => format!("{stem}-study"),
    };
    Ok(Ready::new(wanted, folder.new_run(&stem, taken), false))
}

/// Prepares to go on with the run in the folder `run`.
///
/// # Errors
/// Returns an error if there is no such run, or the page could not have begun it.
pub fn resume(run: &str, folder: &Folder, players: &Players) -> Result<Ready, String> {
    let path = folder.resolve(run).map_err(|error| error.to_string())?;
    let command = match Experiment::is_in(&path) {
        true => Experiment::read(&path).map(|experiment| experiment.command),
        false => Manifest::read(&path).map(|manifest| manifest.command),
    };
    let command = command.map_err(|error| error.to_string())?;
    let (wanted, out) = Wanted::read(&command).ok_or_else(|| {
        format!("this page cannot resume that command; in a terminal: {} --resume", command_line(&command))
    })?;
    if out != run {
        return Err(format!("{run} names another folder, {out}"));
    }
    check(&wanted, folder, players)?;
    Ok(Ready::new(&wanted, out, true))
}

fn check(wanted: &Wanted, folder: &Folder, players: &Players) -> Result<(), String> {
    let variants = wanted.variants();
    if variants.is_empty() || variants.len() > MOST_VARIANTS {
        return Err(format!("expected 1 to {MOST_VARIANTS} variants"));
    }
    for name in variants {
        let text = folder.variant_text(name).map_err(|error| error.to_string())?;
        folder.load(name, &text).map_err(|wrong| {
            let first = wrong.messages().next().unwrap_or_default().to_owned();
            format!("{name} has an error: {first}")
        })?;
    }
    match wanted {
        Wanted::Simulate { agents, games, .. } | Wanted::Compare { agents, games, .. } => {
            if !(1..=MOST_GAMES).contains(games) {
                return Err(format!("expected 1 to {MOST_GAMES} games"));
            }
            players.pair(agents, folder)?;
        }
        Wanted::Study { seconds, .. } if !(1..=MOST_SECONDS).contains(seconds) => {
            return Err(format!("expected a budget of 1 to {MOST_SECONDS} seconds"));
        }
        Wanted::Study { .. } => {}
    }
    match folder.resolve(REPORTS) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// The runs and experiments of the folder.
pub fn runs(folder: &Folder) -> Vec<Value> {
    folder.runs().into_iter().take(MOST_RUNS).filter_map(|name| run(&name, folder)).collect()
}

fn run(name: &str, folder: &Folder) -> Option<Value> {
    let path = folder.resolve(name).ok()?;
    let report = path.join("report.html").is_file();
    let (kind, game, complete, played, command, started) = if Experiment::is_in(&path) {
        let found = Experiment::read(&path).ok()?;
        let game = found.runs.first().map(|run| run.variant.clone()).unwrap_or_default();
        (found.kind.name(), game, found.complete, None, found.command, found.started)
    } else {
        let found = Manifest::read(&path).ok()?;
        let agents = found.agents.join(" against ");
        let played = format!("{agents}, n = {}", found.games_played);
        ("simulate", found.game, found.complete, Some(played), found.command, found.started)
    };
    let resumable = !complete && Wanted::read(&command).is_some_and(|(_, run)| run == name);
    Some(json!({
        "name": name, "kind": kind, "game": game, "complete": complete, "played": played, "report": report,
        "command": command_line(&command), "resumable": resumable, "started": started,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        command.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn only_commands_of_the_page_are_read_back() {
        let wanted = Wanted::Simulate {
            variant: "hex".to_owned(),
            agents: "greedy,random".to_owned(),
            games: 20,
            seed: 3,
        };
        let ready = Ready::new(&wanted, "reports/hex-1".to_owned(), false);
        assert_eq!(
            ready.command,
            "dropline simulate hex --agents greedy,random --games 20 --seed 3 --out reports/hex-1"
        );
        let typed = words(&ready.command);
        assert_eq!(Wanted::read(&typed), Some((wanted, "reports/hex-1".to_owned())));
        for other in [
            "dropline simulate hex --agents greedy --games 20 --out a --records",
            "dropline simulate hex --agents greedy --games 20 --out a --force yes",
            "dropline simulate hex --set board.side=3 --agents greedy --games 20 --out a",
            "sh simulate hex --agents greedy --games 20 --out a",
            "dropline learn hex --budget 10s --out a",
            "dropline simulate --agents greedy --games 20 --out a",
        ] {
            assert_eq!(Wanted::read(&words(other)), None, "{other}");
        }
    }

    #[test]
    fn programs_and_files_elsewhere_do_not_play() {
        let folder = Folder::current().unwrap();
        let players = Players { programs: vec!["gtp:gnugo --mode gtp".parse().unwrap()] };
        let refused = |text: &str| players.agent(text, &folder).unwrap_err();
        assert!(refused("ugi:rm -rf /").contains("only if the command line names them"));
        assert!(refused("gtp:gnugo").contains("only if the command line names them"));
        for file in ["/etc/passwd", "../a.learned", "a.learned"] {
            refused(&format!("learned:{file}"));
            refused(&format!("mcts:10:eval={file}"));
        }
        assert!(players.agent("gtp:gnugo --mode gtp", &folder).is_ok());
        assert!(
            players.pair("mcts:10,greedy", &folder).is_ok() && players.pair("greedy,ugi:x", &folder).is_err()
        );
        assert!(
            players.opponent("mcts:1000000", &folder).is_err()
                && players.opponent("mcts:1000", &folder).is_ok()
        );
    }
}
