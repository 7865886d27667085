//! Games worth seeing, chosen by rule: a typical one, the most dramatic, the shortest.
//!
//! A [`Survey`] sees all rows once, in the order of the games. Among equally good games it chooses the first, so the same rows
//! give the same games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::rows::{Fingerprint, GameRow, Millionths};
use dropline_engine::rules::Winner;

/// A game that is worth seeing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notable {
    /// Its number.
    pub game: u64,
    /// The hash of its actions: the replayed game must have the same.
    pub fingerprint: Fingerprint,
    /// Its drama; `None` if nobody won.
    pub drama: Option<Millionths>,
}

impl From<&GameRow> for Notable {
    fn from(row: &GameRow) -> Self {
        Self { game: row.game, fingerprint: row.fingerprint, drama: row.measures.drama }
    }
}

/// The best game so far: the first game with the largest key.
#[derive(Clone, Debug)]
struct Best<K>(Option<(K, Notable)>);

impl<K> Default for Best<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialOrd> Best<K> {
    fn see(&mut self, key: K, game: impl Into<Notable>) {
        if self.0.as_ref().is_none_or(|(best, _)| key > *best) {
            self.0 = Some((key, game.into()));
        }
    }

    fn game(&self) -> Option<Notable> {
        self.0.as_ref().map(|&(_, game)| game)
    }
}

/// The properties by which games count as equal in the search for the typical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    turns: u32,
    /// The first player's lead at the end, in hundredths of a point.
    margin: i32,
}

/// The games of one [`Size`].
#[derive(Clone, Copy, Debug)]
struct Alike {
    count: u64,
    first: Notable,
}

/// A survey of all games, each of which it sees once.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    games: u64,
    /// Games by their size, for each result in the order of [`Winner::ALL`].
    sizes: [BTreeMap<Size, Alike>; 3],
    dramatic: Best<u128>,
    shortest: Best<Reverse<(u32, u32)>>,
}

impl Survey {
    /// The maximum number of sizes tracked for each result. Beyond this number, which only very long games reach, a game of a new
    /// size cannot be the typical one.
    const MOST_SIZES: usize = 1 << 16;

    /// Sees a game.
    pub fn add(&mut self, row: &GameRow) {
        self.games += 1;
        let sizes = &mut self.sizes[Winner::ALL.iter().position(|&w| w == row.winner).unwrap_or_default()];
        let size = Size { turns: row.turns, margin: row.margin().as_hundredths() };
        if let Some(alike) = sizes.get_mut(&size) {
            alike.count += 1;
        } else if sizes.len() < Self::MOST_SIZES {
            sizes.insert(size, Alike { count: 1, first: row.into() });
        }
        if let Some(late) = late_drama(row).filter(|&late| late > 0) {
            self.dramatic.see(late, row);
        }
        self.shortest.see(Reverse((row.turns, row.actions)), row);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The game whose winner was far behind and that was decided late: the one with the highest product of drama and
    /// decisiveness, as [`GameMeasures`](crate::rows::GameMeasures) defines them; `None` if no winner was ever behind.
    ///
    /// Drama alone, a mean over the rounds in which the winner was behind, is highest in games whose winner was behind only after
    /// the first round.
    pub fn dramatic(&self) -> Option<Notable> {
        self.dramatic.game()
    }

    /// The game with the fewest turns; of several such games, the one with the fewest actions. `None` without games.
    pub fn shortest(&self) -> Option<Notable> {
        self.shortest.game()
    }

    /// The typical game: of those with the most frequent result (the first in the order of [`Winner::ALL`], if several are equally
    /// frequent), the one that ranks closest to the median in number of turns and margin together. `None` without games.
    ///
    /// Distances from the median are measured in ranks, so that those of turns and of points can be added. Ranks are scaled to the
    /// range from 0 to 1; the distance is that of the mid-rank from 1/2, about 0 for the median and nearly 1/2 for the extremes.
    pub fn typical(&self) -> Option<Notable> {
        let total = |sizes: &BTreeMap<Size, Alike>| sizes.values().map(|alike| alike.count).sum::<u64>();
        let sizes = self.sizes.iter().rev().max_by_key(|sizes| total(sizes))?;
        let turns = distances(sizes, |size| size.turns.into());
        let margins = distances(sizes, |size| size.margin.into());
        let mut nearest = Best::default();
        for (size, alike) in sizes {
            let distance = turns[&i64::from(size.turns)] + margins[&i64::from(size.margin)];
            // Of equally distant games, the first is chosen.
            nearest.see(Reverse((distance, alike.first.game)), alike.first);
        }
        nearest.game()
    }
}

/// The drama of a game times its decisiveness, in units that are the same for all games; `None` if nobody won.
fn late_drama(row: &GameRow) -> Option<u128> {
    let late = row.measures.decisiveness?.units();
    Some(u128::from(row.measures.drama?.units()) * u128::from(late))
}

/// For each value of a property, how far its mid-rank is from the middle rank, in units of half a game: in these units, distances
/// are whole numbers and compare exactly.
fn distances(sizes: &BTreeMap<Size, Alike>, of: fn(&Size) -> i64) -> BTreeMap<i64, u64> {
    let mut counts = BTreeMap::<i64, u64>::new();
    for (size, alike) in sizes {
        *counts.entry(of(size)).or_default() += alike.count;
    }
    let total: u64 = counts.values().sum();
    let mut below = 0;
    let distance = |(value, count): (i64, u64)| {
        let twice_the_mid_rank = 2 * below + count;
        below += count;
        (value, twice_the_mid_rank.abs_diff(total))
    };
    counts.into_iter().map(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Branching, GameMeasures};
    use dropline_engine::points::Points;
    use dropline_engine::rules::Reason;

    /// A game of this many turns that ends with the first player ahead by `margin`, with a drama of this many millionths.
    fn game(number: u64, turns: u32, margin: i32, drama: u64) -> GameRow {
        GameRow {
            game: number,
            variant: "test".into(),
            first_agent: "random".into(),
            second_agent: "random".into(),
            winner: match margin {
                0 => Winner::Draw,
                1.. => Winner::First,
                _ => Winner::Second,
            },
            first_score: Points::whole(50 + margin),
            second_score: Points::whole(50),
            turns,
            actions: 2 * turns,
            end: Reason::Passes,
            branching: Branching::ratio(4, 1),
            first_captures: 0,
            second_captures: 0,
            swapped: false,
            first_turn: "a1".to_owned(),
            fingerprint: Fingerprint(number),
            measures: GameMeasures {
                drama: (margin != 0).then(|| Millionths::ratio(drama, Millionths::UNIT)),
                decisiveness: (margin != 0).then(|| Millionths::ratio(1, 1)),
                ..GameMeasures::default()
            },
        }
    }

    /// The numbers of the typical game, the most dramatic and the shortest.
    fn chosen(rows: &[GameRow]) -> [Option<u64>; 3] {
        let mut survey = Survey::default();
        rows.iter().for_each(|row| survey.add(row));
        assert_eq!(survey.games(), rows.len() as u64);
        [survey.typical(), survey.dramatic(), survey.shortest()].map(|found| found.map(|game| game.game))
    }

    #[test]
    fn the_typical_game_has_the_median_length_and_margin_of_the_most_frequent_result() {
        // For the five games that the first player won, the medians are 20 turns and 5 points. The sixth game has both, but was
        // lost.
        let rows = [
            game(1, 10, 1, 0),
            game(2, 30, 9, 0),
            game(3, 20, -5, 0),
            game(4, 20, 4, 0),
            game(5, 20, 5, 0),
            game(6, 22, 6, 0),
        ];
        assert_eq!(chosen(&rows)[0], Some(5));
    }

    #[test]
    fn turns_and_margins_have_equal_weight_whatever_their_size() {
        // Ranks of five games: game 3 is in the middle of the margins and one rank off in turns; game 1 is one rank off in both,
        // by a single turn and by a hundred points.
        let rows = [
            game(1, 21, 200, 0),
            game(2, 5, 300, 0),
            game(3, 19, 100, 0),
            game(4, 20, 1, 0),
            game(5, 50, 2, 0),
        ];
        assert_eq!(chosen(&rows)[0], Some(3));
    }

    #[test]
    fn equal_values_have_their_mid_rank() {
        let mut survey = Survey::default();
        let turns = [7, 7, 7, 8, 8, 8, 8, 8, 9, 9];
        (1..).zip(turns).for_each(|(number, turns)| survey.add(&game(number, turns, 1, 0)));
        // Twice the mid-ranks of 3, 5 and 2 games are 3, 11 and 18; the middle is 10.
        let distances = distances(&survey.sizes[0], |size| size.turns.into());
        assert_eq!(distances, BTreeMap::from([(7, 7), (8, 1), (9, 8)]));
    }

    #[test]
    fn the_first_of_equal_games_is_chosen() {
        let rows = [game(1, 9, -3, 40), game(2, 8, -3, 70), game(3, 8, -3, 70)];
        assert_eq!(chosen(&rows), [Some(2), Some(2), Some(2)]);
    }

    #[test]
    fn drama_in_the_first_turns_only_does_not_count() {
        let decided = |mut row: GameRow, turn: u64| {
            row.measures.decisiveness = Some(Millionths::ratio(turn, row.turns.into()));
            row
        };
        // The winner is behind until turn 2, 20 or 39 of 40: the longer it is behind, the smaller is its deficit.
        let rows = [
            decided(game(1, 40, 9, 400_000), 2),
            decided(game(2, 40, 9, 200_000), 20),
            decided(game(3, 40, 9, 50_000), 39),
        ];
        assert_eq!(chosen(&rows)[1], Some(2));
    }

    #[test]
    fn memory_is_bounded_for_any_games() {
        let mut survey = Survey::default();
        let games = 2 * Survey::MOST_SIZES as u32;
        (1..=games).for_each(|turns| survey.add(&game(turns.into(), turns, 1, 0)));
        assert_eq!(survey.sizes[0].len(), Survey::MOST_SIZES);
        assert_eq!((survey.games(), survey.shortest().unwrap().game), (games.into(), 1));
        assert!(survey.typical().is_some());
    }

    #[test]
    fn no_game_is_dramatic_if_no_winner_was_ever_behind() {
        assert_eq!(chosen(&[game(1, 9, 3, 0), game(2, 9, 0, 0)]), [Some(1), None, Some(1)]);
        assert_eq!(chosen(&[]), [None; 3]);
    }
}
