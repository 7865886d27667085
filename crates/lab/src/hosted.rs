//! Players that the program around the library provides, such as a function in Python.
//!
//! The program [registers](register) a player under a name. From then on `host:NAME` names it wherever an agent can be named.

use dropline_agents::{Agent, AgentError};
use dropline_engine::rand_xoshiro::Xoshiro256PlusPlus;
use dropline_engine::rules::{Action, Position};
use dropline_engine::variant::{Loaded, Variant};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::sync::{Arc, PoisonError, RwLock};

/// The word before the colon.
pub const WORD: &str = "host";

/// Makes players for games.
pub trait Host: Debug + Send + Sync {
    /// A player for games of `variant`, one after another. Each thread has players of its own.
    fn build(&self, variant: &Variant) -> Box<dyn Agent>;

    /// Checks that the player can play games of `loaded`.
    ///
    /// # Errors
    /// Returns an error if it cannot; the error says why.
    fn check(&self, loaded: &Loaded) -> Result<(), String>;
}

/// A registered player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hosted(String);

/// All registered players.
static HOSTS: RwLock<BTreeMap<String, Arc<dyn Host>>> = RwLock::new(BTreeMap::new());

/// Whether `name` can name a player: letters, digits, `_`, `-` and `.`, at least one of them, so that it is a word on every command
/// line and in every table.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Makes `host:NAME` name the player that `host` makes, instead of any earlier player of that name.
///
/// # Errors
/// Returns an error if `name` [cannot name](is_name) a player.
pub fn register(name: &str, host: Arc<dyn Host>) -> Result<(), ParseHostedError> {
    if !is_name(name) {
        return Err(ParseHostedError(name.to_owned()));
    }
    HOSTS.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), host);
    Ok(())
}

/// Forgets the player called `name`.
pub fn forget(name: &str) {
    HOSTS.write().unwrap_or_else(PoisonError::into_inner).remove(name);
}

impl Hosted {
    /// The player called `name`, whether it is registered or not: runs in which it played can be read without it.
    ///
    /// # Errors
    /// Returns an error if `name` [cannot name](is_name) a player.
    pub fn called(name: &str) -> Result<Self, ParseHostedError> {
        if is_name(name) { Ok(Self(name.to_owned())) } else { Err(ParseHostedError(name.to_owned())) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }

    fn host(&self) -> Result<Arc<dyn Host>, String> {
        let hosts = HOSTS.read().unwrap_or_else(PoisonError::into_inner);
        hosts.get(&self.0).cloned().ok_or_else(|| {
            format!(
                "no player is registered as `{}`: only programs that use dropline as a library can register one, such as a \
                 function in Python",
                self.0
            )
        })
    }

    /// A player for games of `variant`. If none is registered under its name, it fails at its first choice.
    pub fn build(&self, variant: &Variant) -> Box<dyn Agent> {
        self.host()
            .map_or_else(|why| -> Box<dyn Agent> { Box::new(Missing(why)) }, |host| host.build(variant))
    }

    /// Checks that the player is registered and can play games of `loaded`.
    ///
    /// # Errors
    /// Returns an error if not; the error says why.
    pub fn check(&self, loaded: &Loaded) -> Result<(), String> {
        self.host()?.check(loaded)
    }
}

/// A player that is not registered, and why it cannot play.
struct Missing(String);

impl Agent for Missing {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.try_choose(position, rng).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_choose(&mut self, _: &mut dyn Position, _: &mut Xoshiro256PlusPlus) -> Result<Action, AgentError> {
        Err(AgentError::Failed(self.0.clone()))
    }
}

impl fmt::Display for Hosted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{WORD}:{}", self.0)
    }
}

/// A name that no player can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid name {0:?} of a player: use letters, digits, `_`, `-` and `.`")]
pub struct ParseHostedError(String);

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_agents::AgentSpec;
    use dropline_engine::variant;

    #[derive(Debug)]
    struct Randomly;

    impl Host for Randomly {
        fn build(&self, _: &Variant) -> Box<dyn Agent> {
            AgentSpec::Random.build()
        }
        fn check(&self, loaded: &Loaded) -> Result<(), String> {
            if loaded.variant.id == "hex" { Ok(()) } else { Err("it plays only Hex".to_owned()) }
        }
    }

    #[test]
    fn a_registered_player_plays_until_it_is_forgotten() {
        let loaded = |name| variant::load(name, &[]).expect("a shipped variant");
        let player = Hosted::called("randomly").expect("a name");
        assert!(
            player.check(&loaded("hex")).unwrap_err().starts_with("no player is registered as `randomly`")
        );
        register("randomly", Arc::new(Randomly)).expect("a name");
        assert_eq!(player.check(&loaded("hex")), Ok(()));
        assert_eq!(player.check(&loaded("go")), Err("it plays only Hex".to_owned()));
        forget("randomly");
        assert!(player.check(&loaded("hex")).is_err());
        assert!(register("two words", Arc::new(Randomly)).is_err());
    }
}
