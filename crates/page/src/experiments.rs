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

/// The kinds of experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Games of a variant.
    Simulate,
    /// Games of several variants.
    Compare,
    /// A study.
    Study,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Simulate, Self::Compare, Self::Study];

    const fn command(self) -> &'static str {
        match self {
            Self::Simulate => "simulate",
            Self::Compare => "compare",
            Self::Study => "study",
        }
    }
}

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    kind: Kind,
    /// The names of the variants.
    variants: Vec<String>,
    /// The agents, as on the command line; not for studies.
    #[serde(default)]
    agents: String,
    /// How many games of each variant; not for studies.
    #[serde(default)]
    games: u64,
    /// The budget of a study.
    #[serde(default)]
    seconds: u64,
    seed: u64,
}

impl Wanted {
    /// The command, which writes the folder `run`.
    fn arguments(&self, run: &str) -> Vec<String> {
        let mut words = vec![self.kind.command().to_owned()];
        words.extend(self.variants.iter().cloned());
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        if self.kind == Kind::Study {
            add("--budget", format!("{}s", self.seconds));
        } else {
            add("--agents", self.agents.clone());
            add("--games", self.games.to_string());
        }
        if self.seed != 1 {
            add("--seed", self.seed.to_string());
        }
        add("--out", run.to_owned());
        words
    }

    /// What a command asked for, if the page could have asked for it, and the folder that it writes. The command comes from a file, so
    /// nothing else of it is used.
    fn read(command: &[String]) -> Option<(Self, String)> {
        let [program, name, rest @ ..] = command else { return None };
        let kind = Kind::ALL.into_iter().find(|kind| kind.command() == name)?;
        let (variants, options) = rest.split_at(rest.iter().position(|word| word.starts_with('-'))?);
        let value_of = |option: &str| Some(&options.chunks_exact(2).find(|pair| pair[0] == option)?[1]);
        let number_of =
            |option: &str| value_of(option).and_then(|value| value.trim_end_matches('s').parse().ok());
        if options.len() % 2 == 1 || variants.is_empty() {
            return None;
        }
        let wanted = Self {
            kind,
            variants: variants.to_vec(),
            agents: value_of("--agents").cloned().unwrap_or_default(),
            games: number_of("--games").unwrap_or_default(),
            seconds: number_of("--budget").unwrap_or_default(),
            seed: number_of("--seed").unwrap_or(1),
        };
        let run = value_of("--out")?.clone();
        // Rebuilds the command from these parts, and accepts it only if nothing was lost.
        (program == PROGRAM && command[1..] == wanted.arguments(&run)).then_some((wanted, run))
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
pub fn prepare(
    wanted: &Wanted,
    folder: &Folder,
    players: &Players,
    taken: impl Fn(&str) -> bool,
) -> Result<Ready, String> {
    check(wanted, folder, players)?;
    let stem = wanted.variants[0].trim_end_matches(".toml");
    let stem = match wanted.kind {
        Kind::Simulate => stem.to_owned(),
        Kind::Compare => format!("{stem}-compared"),
        Kind::Study => format!("{stem}-study"),
    };
    Ok(Ready::new(wanted, folder.new_run(&stem, taken), false))
}

/// Prepares to go on with the run in the folder `run`.
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
    let Wanted { kind, variants, agents, games, seconds, .. } = wanted;
    let most = if *kind == Kind::Compare { MOST_VARIANTS } else { 1 };
    if variants.is_empty() || variants.len() > most {
        return Err(format!("expected 1 to {most} variants"));
    }
    for name in variants {
        let text = folder.variant_text(name).map_err(|error| error.to_string())?;
        folder.load(name, &text).map_err(|wrong| {
            let first = wrong.messages().next().unwrap_or_default().to_owned();
            format!("{name} has an error: {first}")
        })?;
    }
    if *kind == Kind::Study {
        if !(1..=MOST_SECONDS).contains(seconds) {
            return Err(format!("expected a budget of 1 to {MOST_SECONDS} seconds"));
        }
    } else {
        if !(1..=MOST_GAMES).contains(games) {
            return Err(format!("expected 1 to {MOST_GAMES} games"));
        }
        players.pair(agents, folder)?;
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
        let wanted = Wanted {
            kind: Kind::Simulate,
            variants: vec!["hex".to_owned()],
            agents: "greedy,random".to_owned(),
            games: 20,
            seconds: 0,
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
            "dropline simulate hex --games 20 --out --agents",
            "dropline simulate hex --out",
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
