//! Watches games until the first player's score is known precisely enough.

use super::betting::ConfidenceSequence;
use super::interval::Interval;
use super::pairs::{first_player_of, outcome_of};
use dropline_engine::points::Points;
use dropline_engine::rules::{Reason, Winner};

/// The design of a run, on which its statistics depend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Design {
    /// Whether games 1 and 2, 3 and 4, and so on are pairs of the same two agents, each of which moves first once.
    pub pairs: bool,
    /// The half-width of the interval of the first player's score at which the run was to stop, from 0 to 1.
    pub until: Option<f64>,
    /// The margin of balance around one half; `None` stands for [`MARGIN`](super::MARGIN).
    pub delta: Option<f64>,
    /// Whether the pie rule is in force: the second player may take the first player's side.
    pub swap: bool,
    /// Whether games are decided without scores. Then margins only repeat results, and nobody leads before the end.
    pub unscored: bool,
    /// Whether a player who can do nothing wins or loses, regardless of scores.
    pub stuck_decides: bool,
    /// Whether a game that repeats an earlier one is no new evidence, since no agent plays at random.
    pub repeats: bool,
    /// Games that could not be played to their end, and are not counted.
    pub failed: u64,
    /// The komi of the side that moves second.
    pub komi: Points,
    /// The number of points if every cell of the board counts one point; `None` on the boundless plane.
    pub full: Option<Points>,
}

impl Design {
    /// The margin of balance around one half.
    pub fn margin(self) -> f64 {
        self.delta.unwrap_or(super::MARGIN)
    }

    /// Whether games that end for this reason are decided regardless of the scores.
    pub const fn ignores_scores(self, end: Reason) -> bool {
        end.ignores_scores(self.stuck_decides)
    }
}

/// A rule that watches games one by one until the half-width of a [`ConfidenceSequence`] of the first player's score is small
/// enough. Pairs are observed as units, because their games depend on each other.
#[derive(Clone, Debug, PartialEq)]
pub struct StoppingRule {
    sequence: ConfidenceSequence,
    half_width: f64,
    pairs: bool,
    /// The winner of the first game of an incomplete pair.
    open: Option<Winner>,
    /// The number of the last game added.
    last: u64,
}

impl StoppingRule {
    /// Watches a run that stops at this `half_width`, more than 0; `pairs` as in [`Design`].
    pub fn new(half_width: f64, pairs: bool) -> Self {
        Self { sequence: ConfidenceSequence::aiming_at(half_width), half_width, pairs, open: None, last: 0 }
    }

    /// Adds the winner of the next game, and returns whether the half-width is small enough.
    pub fn add(&mut self, winner: Winner) -> bool {
        self.add_game(self.last + 1, winner)
    }

    /// Adds the winner of game number `game`, as [`StoppingRule::add`] does; games must be added in order. In a run of pairs, a
    /// game without its partner is left out.
    pub fn add_game(&mut self, game: u64, winner: Winner) -> bool {
        let partner = self.open.take().filter(|_| game == self.last + 1);
        self.last = game;
        if !self.pairs {
            self.sequence.observe(outcome_of(winner));
        } else if let Some(first) = partner {
            self.sequence.observe(first_player_of([first, winner]));
        } else {
            self.open = (game % 2 == 1).then_some(winner);
            return false;
        }
        self.reached()
    }

    /// Whether the half-width is small enough.
    pub fn reached(&self) -> bool {
        // The means of the hypotheses are decimal fractions: allow for rounding.
        self.interval().half_width() <= self.half_width + 1e-9
    }

    /// An estimate, from the games so far, of how many games in all are needed until the half-width is small enough.
    pub fn games_needed(&self) -> u64 {
        let games = if self.pairs { 2.0 } else { 1.0 };
        (games * self.sequence.observations_for(self.half_width)).ceil() as u64
    }

    /// The interval of the score after the games so far, which is valid at every look.
    pub fn interval(&self) -> Interval {
        self.sequence.interval()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Winner::{First, Second};

    #[test]
    fn a_run_stops_exactly_when_the_interval_is_narrow_enough() {
        let mut watch = StoppingRule::new(0.1, false);
        let winners = (0..10_000).map(|i| if i % 2 == 0 { First } else { Second });
        let games = 1 + winners.take_while(|&winner| !watch.add(winner)).count();
        assert!(watch.interval().half_width() <= 0.1 && watch.interval().contains(0.5));
        // About 2 log(40) / 4 / 0.1² = 184.
        assert!((150..250).contains(&games), "{games}");
    }

    #[test]
    fn a_half_width_equal_up_to_rounding_is_narrow_enough() {
        for hundredths in [5, 8, 10, 15, 20] {
            let asked = f64::from(hundredths) / 100.0;
            let mut watch = StoppingRule::new(asked, false);
            for i in 0.. {
                if watch.add(if i % 2 == 0 { First } else { Second }) {
                    break;
                }
                assert!(watch.interval().half_width() > asked + 1e-6, "{asked} after {} games", i + 1);
            }
        }
    }

    #[test]
    fn the_number_of_games_needed_is_estimated_from_the_first_games() {
        for (pairs, wins, half_width, seen) in
            [(false, 5, 0.04, 300), (false, 8, 0.03, 300), (true, 6, 0.04, 300), (false, 10, 0.02, 100)]
        {
            let mut watch = StoppingRule::new(half_width, pairs);
            // Wins spread evenly, and in pairs as well.
            let mut games = (0..).map(|i| if i * 7 % 10 < wins { First } else { Second });
            games.by_ref().take(seen).for_each(|winner| {
                watch.add(winner);
            });
            assert!(!watch.reached(), "{pairs}, {wins}");
            let needed = watch.games_needed();
            let took = (seen + 1 + games.take_while(|&winner| !watch.add(winner)).count()) as u64;
            let ratio = needed as f64 / took as f64;
            assert!((0.75..1.35).contains(&ratio), "{pairs}, {wins}: {needed} needed, {took} taken");
        }
    }

    #[test]
    fn pairs_are_observed_as_units() {
        let mut watch = StoppingRule::new(0.05, true);
        let mut games = 0;
        // Whoever moves first in the first game of a pair wins both games: each pair has the value 1/2.
        while !watch.add(if games % 2 == 0 { First } else { Second }) {
            games += 1;
        }
        games += 1;
        assert!(games % 2 == 0 && games < 200, "equal pairs need fewer games: {games}");
        assert!(watch.interval().contains(0.5));
        assert!(!watch.add(First), "half a pair is not observed");
    }

    #[test]
    fn a_game_whose_partner_failed_is_left_out() {
        let (mut whole, mut gaps) = (StoppingRule::new(0.1, true), StoppingRule::new(0.1, true));
        for (game, winner) in [(1, First), (2, Second), (7, First), (8, First)] {
            whole.add_game(game, winner);
        }
        for (game, winner) in [(1, First), (2, Second), (3, First), (6, Second), (7, First), (8, First)] {
            gaps.add_game(game, winner);
        }
        assert!(whole == gaps, "games 3 and 6 are not a pair");
    }
}
