//! The syntax of learned players: `learned:FILE` and `mcts:BUDGET:eval=FILE`.

use crate::layout::Layout;
use crate::model::{Model, ModelError};
use crate::player::Learned;
use crate::search::Searching;
use crate::weights::Tables;
use dropline_agents::mcts::{Budget, MctsSettings};
use dropline_agents::{Agent, AgentError};
use dropline_engine::rules::{Action, Position};
use dropline_engine::text::hex;
use dropline_engine::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A learned player as written on the command line and in files. Its file is read when it is first needed, and once.
#[derive(Clone, Debug)]
pub struct LearnedSpec {
    path: PathBuf,
    budget: Option<Budget>,
    known: Arc<Known>,
}

/// What has been read for a player.
#[derive(Debug, Default)]
struct Known {
    model: OnceLock<Result<Model, String>>,
    /// The rules that the player was last prepared for.
    prepared: Mutex<Option<Prepared>>,
}

/// The patterns and weights for rules with this hash.
#[derive(Clone, Debug)]
struct Prepared {
    rules_hash: [u8; 32],
    layout: Arc<Layout>,
    tables: Arc<Tables>,
}

/// An invalid learned player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseLearnedError {
    /// No file is named.
    #[error("`learned` needs a file written by `dropline learn`, as in `learned:othello.learned`")]
    NoFile,
    /// The part before `:eval=` is wrong.
    #[error(
        "`mcts` with `eval` takes a budget and nothing else, as in `mcts:1000:eval=othello.learned`: {0}"
    )]
    Settings(String),
}

impl LearnedSpec {
    /// The name of the agent that looks one action ahead.
    pub const NAME: &'static str = "learned";

    /// What each kind of learned player does, in a few sentences.
    pub const EXPLANATIONS: [(&'static str, &'static str); 2] = [
        (
            "learned:FILE",
            "Plays the action after which the evaluation in FILE, which `dropline learn` wrote, is best for it. The evaluation \
             sums the weights of the local patterns of stones. Like `random`, it does not fill its own eyes. FILE must have been \
             learned for the same rules.",
        ),
        (
            "mcts:N:eval=FILE",
            "Tree search that plays no games to their end: each iteration evaluates all actions of one more position with FILE, and \
             the best of them is what the position is worth (PUCT, with the softmax of the evaluations as prior probabilities). \
             It proves forced results, draws included, keeps its tree from action to action, and begins with the \
             exact search of `mcts`. In the first turns of a game, it \
             draws among actions that it visited about equally often. With a budget of iterations, the same seed gives the same games.",
        ),
    ];

    /// Reads `text`; `None` if it names no learned player.
    pub fn read(text: &str) -> Option<Result<Self, ParseLearnedError>> {
        let spec = |path: &str, budget| match path {
            "" => Err(ParseLearnedError::NoFile),
            path => Ok(Self { path: path.into(), budget, known: Arc::default() }),
        };
        if text == Self::NAME {
            return Some(Err(ParseLearnedError::NoFile));
        }
        if let Some(path) = text.strip_prefix(Self::NAME).and_then(|rest| rest.strip_prefix(':')) {
            return Some(spec(path, None));
        }
        let (settings, path) = text.strip_prefix("mcts:")?.split_once("eval=")?;
        let settings = settings.strip_suffix(':').unwrap_or(settings);
        Some(match settings.parse::<MctsSettings>() {
            Ok(read) if read == MctsSettings::new(read.budget) => spec(path, Some(read.budget)),
            Ok(_) => Err(ParseLearnedError::Settings("leave out the other options".to_owned())),
            Err(error) => Err(ParseLearnedError::Settings(error.to_string())),
        })
    }

    /// A player that looks one action ahead with a model that need not be in a file; `name` stands for the file.
    pub fn of(model: Model, name: &str) -> Self {
        let known = Known { model: OnceLock::from(Ok(model)), prepared: Mutex::default() };
        Self { path: name.into(), budget: None, known: Arc::new(known) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its search may spend on an action; `None` if it does not search.
    pub const fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// Whether the same seed always gives the same choices, on any machine.
    pub fn is_reproducible(&self) -> bool {
        self.budget.is_none_or(Budget::is_reproducible)
    }

    /// The file's content.
    fn model(&self) -> Result<&Model, String> {
        let read = || Model::read(&self.path).map_err(|error| error.to_string());
        self.known.model.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The hash of the file, in hexadecimal.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is damaged.
    pub fn file_hash(&self) -> Result<String, String> {
        self.model().map(|model| hex(&model.hash))
    }

    /// Checks that the file was learned for `variant`, whose rules have this hash.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is damaged, or is about other rules.
    pub fn check(&self, variant: &Variant, rules_hash: &[u8; 32]) -> Result<(), String> {
        self.prepare(variant, rules_hash).map(drop)
    }

    fn prepare(&self, variant: &Variant, rules_hash: &[u8; 32]) -> Result<Prepared, String> {
        let mut prepared = self.known.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = prepared.as_ref().filter(|prepared| prepared.rules_hash == *rules_hash) {
            return Ok(prepared.clone());
        }
        let made = self.model()?.prepare(&self.path, variant, rules_hash);
        let (layout, tables) = made.map_err(|error: ModelError| error.to_string())?;
        Ok(prepared.insert(Prepared { rules_hash: *rules_hash, layout, tables }).clone())
    }

    /// A new search in games of `variant`, whose rules have this hash, and its budget; `None` if the player does not search, or its file
    /// cannot be used.
    pub fn search(&self, variant: &Variant, rules_hash: &[u8; 32]) -> Option<(Searching, Budget)> {
        let budget = self.budget?;
        let Prepared { layout, tables, .. } = self.prepare(variant, rules_hash).ok()?;
        Some((Searching::new(layout, tables, budget), budget))
    }

    /// A new player of games of `variant`, whose rules have this hash. If its file cannot be used, it fails at its first choice.
    pub fn build(&self, variant: &Variant, rules_hash: &[u8; 32]) -> Box<dyn Agent> {
        if let Some((searching, _)) = self.search(variant, rules_hash) {
            return Box::new(searching);
        }
        match self.prepare(variant, rules_hash) {
            Ok(Prepared { layout, tables, .. }) => Box::new(Learned::new(layout, tables)),
            Err(why) => Box::new(Unusable(why)),
        }
    }
}

impl PartialEq for LearnedSpec {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, self.budget) == (&other.path, other.budget)
    }
}

impl Eq for LearnedSpec {}

impl Hash for LearnedSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.path, self.budget).hash(state);
    }
}

impl fmt::Display for LearnedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            None => write!(f, "{}:{}", Self::NAME, self.path.display()),
            Some(budget) => write!(f, "mcts:{budget}:eval={}", self.path.display()),
        }
    }
}

/// A player whose file cannot be used.
struct Unusable(String);

impl Agent for Unusable {
    fn choose(&mut self, _: &mut dyn Position, _: &mut Xoshiro256PlusPlus) -> Action {
        panic!("{}", self.0)
    }

    fn try_choose(&mut self, _: &mut dyn Position, _: &mut Xoshiro256PlusPlus) -> Result<Action, AgentError> {
        Err(AgentError::Failed(self.0.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Head;
    use crate::train::Learning;
    use dropline_engine::variant::Loaded;

    #[test]
    fn names_round_trip() {
        for text in ["learned:a.learned", "learned:b:c", "mcts:400:eval=a.learned", "mcts:50ms:eval=x=y"] {
            let spec = LearnedSpec::read(text).expect("a learned player").expect("a valid one");
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.is_reproducible(), !text.contains("50ms"));
        }
        assert!(LearnedSpec::read("greedy").is_none() && LearnedSpec::read("mcts:100").is_none());
    }

    #[test]
    fn other_options_of_mcts_are_refused() {
        let wrong = |text: &str| LearnedSpec::read(text).expect("a learned player").unwrap_err().to_string();
        assert_eq!(
            wrong("learned"),
            "`learned` needs a file written by `dropline learn`, as in `learned:othello.learned`"
        );
        let message = wrong("mcts:100:bias=2:eval=a");
        assert!(message.ends_with("leave out the other options"), "{message}");
    }

    #[test]
    fn a_player_without_its_file_fails_instead_of_choosing() {
        let loaded = dropline_engine::variant::load("tic-tac-toe", &[]).expect("a shipped variant");
        let spec = LearnedSpec::read("learned:/nowhere/at all").expect("a player").expect("a valid one");
        assert!(
            spec.check(&loaded.variant, &loaded.rules_hash).unwrap_err().starts_with("/nowhere/at all: ")
        );
        let mut position = dropline_engine::rules::start(&loaded.variant);
        let mut rng = dropline_engine::chance::stream(1, &[0; 32], 1);
        let chosen = spec.build(&loaded.variant, &loaded.rules_hash).try_choose(&mut *position, &mut rng);
        assert!(matches!(chosen, Err(AgentError::Failed(_))));
    }

    /// A model that has learned nothing.
    fn unlearned(loaded: &Loaded) -> Model {
        let start = dropline_engine::rules::start(&loaded.variant);
        let layout = Arc::new(Layout::new(&*start, true));
        let learning = Learning::new(&*start, layout.clone(), loaded.rules_hash, 1);
        let head = Head {
            variant: loaded.variant.id.clone(),
            rules_hash: hex(&loaded.rules_hash),
            groups: layout.groups().iter().map(|group| (group.key.clone(), group.len)).collect(),
            staged: layout.staged(),
            located: layout.is_located(),
            seed: 1,
            asked: None,
            games: 0,
            positions: 0,
            best: 0,
            margin: 0,
            before: Vec::new(),
        };
        Model::new(head, learning.weights().clone())
    }

    #[test]
    fn threads_of_a_pool_prepare_a_player_together() {
        let (done, is_done) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let loaded = dropline_engine::variant::load("tic-tac-toe", &[]).expect("a shipped variant");
            let model = unlearned(&loaded);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
            for round in 0..100 {
                let spec = LearnedSpec::of(model.clone(), "tic-tac-toe");
                pool.in_place_scope(|scope| {
                    let build = |_: &_| drop(spec.build(&loaded.variant, &loaded.rules_hash));
                    scope.spawn(build);
                    // The second one begins at different moments while the first prepares.
                    std::thread::sleep(std::time::Duration::from_micros(100 * round));
                    scope.spawn(build);
                });
            }
            done.send(())
        });
        // A thread that prepared the player in parallel while it held the lock could begin another game, and wait for itself.
        is_done.recv_timeout(std::time::Duration::from_secs(60)).expect("no thread waits for itself");
    }
}
