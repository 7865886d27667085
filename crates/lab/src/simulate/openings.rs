//! Openings: turns that games begin with, whoever plays.

use super::Simulation;
use dropline_engine::notation::play_turn;
use dropline_engine::rules::{self, Action};
use dropline_engine::variant::Variant;
use std::fmt;

/// Turns that a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The turns, separated by spaces.
    text: String,
    actions: Vec<Action>,
}

/// Why turns are not an opening of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// There is no turn.
    #[error("expected a turn or more")]
    Empty,
    /// This turn, counted from 1, is illegal, unfinished or not a turn at all.
    #[error("turn {0}, {1}")]
    Turn(usize, String),
    /// After these turns nothing is left to be played.
    #[error("the game is over after turn {0}: leave something to be played")]
    Over(usize),
}

impl Opening {
    /// The opening with these turns, separated by spaces, from the start of `variant`.
    ///
    /// # Errors
    /// Returns an error that names the first turn that cannot be played, or if the game is over after the last.
    pub fn new(text: &str, variant: &Variant) -> Result<Self, OpeningError> {
        let (mut position, mut actions) = (rules::start(variant), Vec::new());
        let turns: Vec<&str> = text.split_whitespace().collect();
        for (at, turn) in turns.iter().enumerate() {
            play_turn(&mut *position, turn, |_, action| actions.push(action))
                .map_err(|error| OpeningError::Turn(at + 1, error.to_string()))?;
        }
        if turns.is_empty() {
            return Err(OpeningError::Empty);
        }
        if position.outcome().is_some() {
            return Err(OpeningError::Over(turns.len()));
        }
        Ok(Self { text: turns.join(" "), actions })
    }

    /// Its actions, in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }
}

/// The turns, separated by spaces.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Simulation<'_> {
    /// The actions that game number `game` begins with. The openings take turns; both games of a pair have the same.
    pub fn opening(&self, game: u64) -> &[Action] {
        if self.openings.is_empty() {
            return &[];
        }
        let unit = if self.pairs { game.div_ceil(2) } else { game };
        let at = (unit - 1) % self.openings.len() as u64;
        &self.openings[at as usize].actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Contestant;
    use crate::simulate::{Games, Runner};
    use dropline_engine::variant;

    fn small() -> variant::Loaded {
        variant::load("send-it", &["board.side=3".to_owned()]).expect("a shipped variant")
    }

    #[test]
    fn an_opening_is_legal_and_leaves_something_to_be_played() {
        let loaded = small();
        let new = |text: &str| Opening::new(text, &loaded.variant);
        assert_eq!(new(" c3  a1+b1+a2 ").expect("an opening").to_string(), "c3 a1+b1+a2");
        let wrong = |text: &str| new(text).expect_err("no opening").to_string();
        assert_eq!(wrong("c3 c3+a1+a2"), "turn 2, action 1 of the turn, `c3`: the cell is not empty");
        assert_eq!(
            wrong("c3 a1 b2"),
            "turn 2, action 1 of the turn, `a1`: after this action, the turn cannot end yet: another action is compulsory"
        );
        assert_eq!(wrong(" "), "expected a turn or more");
        let tiny = variant::load("tic-tac-toe", &[]).expect("a shipped variant");
        assert_eq!(
            Opening::new("a1 a2 b1 b2 c1", &tiny.variant).expect_err("it is over").to_string(),
            "the game is over after turn 5: leave something to be played"
        );
    }

    #[test]
    fn pairs_share_an_opening_and_openings_take_turns() {
        let loaded = small();
        let openings =
            ["c3 a1+b1+a2", "b2"].map(|text| Opening::new(text, &loaded.variant).expect("an opening"));
        let agents: [Contestant; 2] = ["random", "greedy"].map(|agent| agent.parse().expect("an agent"));
        for (pairs, firsts) in
            [(true, ["c3", "c3", "b2", "b2", "c3"]), (false, ["c3", "b2", "c3", "b2", "c3"])]
        {
            let all = |check_rules| {
                let simulation = Simulation {
                    openings: &openings,
                    pairs,
                    records: true,
                    check_rules,
                    ..Simulation::new(&loaded, &agents, 1, 5)
                };
                let (mut runner, mut games) = (Runner::new(simulation), Games::default());
                (1..=5).for_each(|game| runner.add_game(game, &mut games));
                games
            };
            let games = all(false);
            assert_eq!(games.rows.iter().map(|row| &*row.first_turn).collect::<Vec<_>>(), firsts);
            let records = String::from_utf8(games.records.clone()).expect("UTF-8");
            let begins = |line: &str| {
                line.contains(r#""turns":["c3","a1+b1+a2""#) || line.contains(r#""turns":["b2","#)
            };
            assert!(records.lines().all(begins), "{records}");
            // Checking the rules plays action by action.
            let checked = all(true);
            assert_eq!((games.rows, games.records), (checked.rows, checked.records));
        }
    }
}
