//! Counts of games, which are added one by one.

use std::collections::HashSet;

use super::histogram::Histogram;
use super::means::{Means, Numbers, numbers};
use super::openings::Openings;
use super::outcomes::Outcomes;
use super::pair_margins::PairMargins;
use super::pairs::Pairs;
use super::watch::{Design, StoppingRule};
use crate::rows::{Fingerprint, GameRow};
use dropline_engine::points::Points;
use dropline_engine::rules::{Reason, Winner};

/// The counts of some games, in bounded memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(super) design: Design,
    /// The pairs, if the run has them.
    pub(super) pairs: Pairs,
    /// The margins of the pairs, for the players and for the sides.
    pub(super) pair_margins: PairMargins,
    pub(super) pair_side_margins: PairMargins,
    /// The first game of an incomplete pair.
    open: Option<Game>,
    /// The stopping rule of a run with `--until`.
    pub(super) watch: Option<StoppingRule>,
    pub(super) outcomes: Outcomes,
    /// The results of the games for the side that moves first, whichever player had it.
    pub(super) side_outcomes: Outcomes,
    /// The same results over pairs, if the run has them.
    pub(super) side_pairs: Pairs,
    /// For each agent, in the order of the command, the games in which it was the second player, and how many of them had swapped
    /// sides.
    pub(super) swaps: [Swaps; 2],
    /// The first player's score minus the second's, in hundredths of a point.
    pub(super) margins: Histogram,
    /// The first side's score minus the second's. The sides differ from the players if the players have swapped. In games that no
    /// komi would have changed, it is plus or minus [`Tally::BEYOND_KOMI`].
    pub(super) side_margins: Histogram,
    pub(super) means: Means,
    pub(super) turns: Histogram,
    pub(super) actions: Histogram,
    /// Games by the reason for their end, in the order of [`Reason::ALL`].
    pub(super) ends: [u64; Reason::COUNT],
    /// Games after which one side had nothing on the board.
    pub(super) emptied: u64,
    pub(super) openings: Openings,
    pub(super) seen: SeenGames,
}

/// How often an agent swapped sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swaps {
    /// Games in which it was the second player.
    pub games: u64,
    /// The number of these games in which it took the side that moves first.
    pub swapped: u64,
}

/// The data of a game until its pair is complete.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Game {
    /// Its number in the run.
    number: u64,
    winner: Winner,
    side_winner: Winner,
    margin: i64,
    side_margin: i64,
    numbers: Numbers,
}

impl Tally {
    /// More than any margin, in hundredths of a point.
    pub(super) const BEYOND_KOMI: i64 = 1 << 48;

    /// An empty tally for a run of this `design`.
    pub fn new(design: Design) -> Self {
        let watch = design.until.map(|half_width| StoppingRule::new(half_width, design.pairs));
        Self { design, watch, ..Self::default() }
    }

    /// Counts one game. The games of a run must be added in order.
    pub fn add(&mut self, row: &GameRow) {
        let side_winner = if row.swapped { row.winner.other() } else { row.winner };
        self.outcomes.add(row.winner);
        // In pairs, the agent named first is the second player of even games.
        let swaps = &mut self.swaps[usize::from(!(self.design.pairs && row.game.is_multiple_of(2)))];
        swaps.games += 1;
        swaps.swapped += u64::from(row.swapped);
        self.side_outcomes.add(side_winner);
        if let Some(watch) = &mut self.watch {
            watch.add_game(row.game, row.winner);
        }
        let margin = i64::from(row.margin().as_hundredths());
        let side_margin = match side_winner {
            Winner::First if self.design.ignores_scores(row.end) => Self::BEYOND_KOMI,
            Winner::Second if self.design.ignores_scores(row.end) => -Self::BEYOND_KOMI,
            _ if row.swapped => -margin,
            _ => margin,
        };
        let numbers = numbers(row);
        if self.design.pairs {
            let number = row.game;
            self.add_to_pair(Game { number, winner: row.winner, side_winner, margin, side_margin, numbers });
        }
        self.means.add(&numbers);
        self.margins.add(margin);
        self.side_margins.add(side_margin);
        self.turns.add(row.turns.into());
        self.actions.add(row.actions.into());
        for (count, end) in self.ends.iter_mut().zip(Reason::ALL) {
            *count += u64::from(row.end == end);
        }
        self.emptied += u64::from(has_nothing(row, self.design));
        self.openings.add(&row.first_turn, row.winner, row.swapped);
        self.seen.add(row.fingerprint);
    }

    /// Counts the pair that `game` completes. A game whose partner failed belongs to no pair.
    fn add_to_pair(&mut self, game: Game) {
        let Some(first) = self.open.take().filter(|first| first.number + 1 == game.number) else {
            self.open = (game.number % 2 == 1).then_some(game);
            return;
        };
        self.pairs.add([first.winner, game.winner]);
        self.side_pairs.add([first.side_winner, game.side_winner]);
        self.pair_margins.add([first.margin, game.margin]);
        self.pair_side_margins.add([first.side_margin, game.side_margin]);
        self.means.pair(&first.numbers, &game.numbers);
    }

    /// Games that ended for this reason.
    pub fn ended(&self, reason: Reason) -> u64 {
        self.ends[reason as usize]
    }

    /// Games after which one side had nothing on the board, and the other something.
    pub const fn emptied(&self) -> u64 {
        self.emptied
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.outcomes.games()
    }

    /// The share of the games that is evidence: the distinct games, if the agents repeat themselves.
    pub(super) fn evidence(&self) -> f64 {
        let distinct = self.seen.count();
        if distinct.is_sample(self.design, self.games()) {
            distinct.count as f64 / self.games() as f64
        } else {
            1.0
        }
    }

    /// Wins, draws and losses of the first player.
    pub fn outcomes(&self) -> Outcomes {
        self.outcomes
    }

    /// The pairs counted; empty unless the run has pairs.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The games by their first turns.
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// The first player's score minus the second's, in hundredths of a point.
    pub fn margins(&self) -> &Histogram {
        &self.margins
    }

    /// Turns per game.
    pub fn turns(&self) -> &Histogram {
        &self.turns
    }

    /// Actions per game.
    pub fn actions(&self) -> &Histogram {
        &self.actions
    }
}

/// Whether the scores show that one side has no stone left and the other has some: the former scored nothing but komi, or the
/// latter scored every cell of the board. If cells that neither side can use count for both, the loser may have a point without a
/// stone.
fn has_nothing(row: &GameRow, design: Design) -> bool {
    let Design { komi, full, .. } = design;
    let bare = if row.swapped {
        [row.first_score - komi, row.second_score]
    } else {
        [row.first_score, row.second_score - komi]
    };
    bare[0] != bare[1] && (bare.contains(&Points::ZERO) || full.is_some_and(|full| bare.contains(&full)))
}

/// The number of different games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distinct {
    /// Different games among those examined, at most [`Distinct::CAP`].
    pub count: u64,
    /// Whether all games were examined; otherwise the number is a lower bound.
    pub exact: bool,
    /// Whether one of the examined games occurred more than once.
    pub repeated: bool,
}

impl Distinct {
    /// The maximum number of different games tracked.
    pub const CAP: usize = 1 << 20;

    /// Whether more than one of a hundred of these `games` repeats an earlier one: fewer repeats hardly change an interval. If not
    /// all games were examined, whether any is known to.
    pub const fn is_far_below(self, games: u64) -> bool {
        self.repeated && (!self.exact || (games - self.count).saturating_mul(100) > games)
    }

    /// Whether the distinct ones of these `games`, rather than all, are the sample of a run of this `design`: its agents repeat
    /// themselves.
    pub const fn is_sample(self, design: Design, games: u64) -> bool {
        design.repeats && self.exact && self.is_far_below(games)
    }
}

/// The games seen so far, by their fingerprints, until there is no more room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SeenGames {
    fingerprints: HashSet<Fingerprint>,
    repeated: bool,
}

impl SeenGames {
    fn add(&mut self, fingerprint: Fingerprint) {
        if self.fingerprints.len() < Distinct::CAP {
            self.repeated |= !self.fingerprints.insert(fingerprint);
        }
    }

    pub(super) fn count(&self) -> Distinct {
        let count = self.fingerprints.len();
        Distinct { count: count as u64, exact: count < Distinct::CAP, repeated: self.repeated }
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::game;
    use super::*;

    #[test]
    fn distinct_games_are_counted_up_to_the_cap() {
        let mut seen = SeenGames::default();
        [1, 2, 3].into_iter().for_each(|game| seen.add(Fingerprint(game)));
        assert_eq!(seen.count(), Distinct { count: 3, exact: true, repeated: false });
        seen.add(Fingerprint(2));
        assert_eq!(seen.count(), Distinct { count: 3, exact: true, repeated: true });
        (0..=Distinct::CAP as u64).for_each(|game| seen.add(Fingerprint(game)));
        assert_eq!(seen.count(), Distinct { count: Distinct::CAP as u64, exact: false, repeated: true });
    }

    #[test]
    fn komi_does_not_count_as_a_stone() {
        let design =
            Design { komi: Points::hundredths(750), full: Some(Points::whole(81)), ..Design::default() };
        let row = |scores: [i32; 2], swapped| {
            let [first_score, second_score] = scores.map(Points::hundredths);
            GameRow { first_score, second_score, swapped, ..game(1, Winner::Draw, 0, 0, 4) }
        };
        let counted = [([8000, 750], false), ([750, 8000], true), ([0, 8850], false), ([8100, 950], false)];
        let others = [([8000, 750], true), ([8000, 850], false), ([0, 750], false), ([8100, 8850], false)];
        for (scores, swapped) in counted {
            assert!(has_nothing(&row(scores, swapped), design), "{scores:?}");
        }
        for (scores, swapped) in others {
            assert!(!has_nothing(&row(scores, swapped), design), "{scores:?}");
        }
    }
}
