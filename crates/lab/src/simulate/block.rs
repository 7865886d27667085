//! Blocks: ranges of consecutive games of a run. Each unit of a plan plays one block.

use std::fmt;

use serde::{Deserialize, Serialize};

use dropline_engine::numbers::thousands;

/// Consecutive games of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The number of the first game, counted from 1.
    pub first: u64,
    /// How many games it has.
    pub games: u64,
    /// How many games the whole run has.
    pub of: u64,
}

impl Block {
    /// All games of a run.
    pub const fn whole(games: u64) -> Self {
        Self { first: 1, games, of: games }
    }

    /// Block `index`, counted from 0, of a run of `games` that is divided into `count` blocks of equal size. Pairs of games stay
    /// together.
    pub fn nth(index: u64, count: u64, games: u64, pairs: bool) -> Self {
        let together = Self::together(pairs);
        let before = |index: u64| {
            let all = u128::from(games.div_ceil(together));
            let blocks = all * u128::from(index) / u128::from(count.max(1));
            (blocks as u64).saturating_mul(together).min(games)
        };
        Self { first: before(index) + 1, games: before(index + 1) - before(index), of: games }
    }

    /// How many blocks of about `size` games divide a run of `games`.
    pub fn count(size: u64, games: u64, pairs: bool) -> u64 {
        let together = Self::together(pairs);
        games.div_ceil(size.div_ceil(together).max(1).saturating_mul(together)).max(1)
    }

    /// Block `index`, counted from 0, of `count` blocks, each twice as long as the previous one, that together hold the games
    /// after the first `before`. `count` is at most 63, and `before` does not split a pair. `games` and `pairs` are as in
    /// [`Block::nth`].
    pub fn nth_doubling(index: u64, count: u64, before: u64, games: u64, pairs: bool) -> Self {
        let together = Self::together(pairs);
        let rest = games.saturating_sub(before);
        let ones = |bits: u64| (1_u128 << bits.min(63)) - 1;
        let end = |index: u64| {
            let blocks = u128::from(rest.div_ceil(together)) * ones(index) / ones(count.max(1));
            before + (blocks as u64).saturating_mul(together).min(rest)
        };
        Self { first: end(index) + 1, games: end(index + 1) - end(index), of: games }
    }

    /// How many blocks of doubling length `games` are divided into, with at least `size` games in the first.
    pub fn count_doubling(size: u64, games: u64, pairs: bool) -> u64 {
        let together = Self::together(pairs);
        let sizes = games.div_ceil(together) / size.div_ceil(together).max(1);
        sizes.saturating_add(1).ilog2().max(1).into()
    }

    const fn together(pairs: bool) -> u64 {
        if pairs { 2 } else { 1 }
    }

    /// Whether the block holds all games of the run.
    pub const fn is_whole(self) -> bool {
        self.first == 1 && self.games == self.of
    }

    /// The number in the run of the `nth` game of the block, both counted from 1.
    pub const fn number(self, nth: u64) -> u64 {
        self.first.saturating_add(nth.saturating_sub(1))
    }

    /// The number of the last game.
    pub const fn last(self) -> u64 {
        self.number(self.games)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "games {} to {} of {}", thousands(self.first), thousands(self.last()), thousands(self.of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(count: u64, games: u64, pairs: bool) -> Vec<(u64, u64)> {
        let ends = |block: Block| (block.first, block.last());
        (0..count).map(|index| ends(Block::nth(index, count, games, pairs))).collect()
    }

    #[test]
    fn a_run_is_divided_into_blocks_one_after_another() {
        assert_eq!(ends(3, 10, false), [(1, 3), (4, 6), (7, 10)]);
        assert_eq!(ends(1, 7, false), [(1, 7)]);
        assert!(Block::nth(0, 1, 7, false).is_whole());
        assert_eq!(ends(2, u64::MAX, false)[1], (u64::MAX / 2 + 1, u64::MAX));
    }

    #[test]
    fn pairs_stay_together() {
        assert_eq!(ends(3, 10, true), [(1, 2), (3, 6), (7, 10)]);
    }

    #[test]
    fn a_run_has_enough_blocks_for_all_games() {
        assert_eq!(Block::count(3, 10, false), 4);
        assert_eq!(Block::count(3, 10, true), 3);
        assert_eq!(Block::count(1, 10, true), 5);
        assert_eq!(Block::count(u64::MAX, 10, false), 1);
    }

    #[test]
    fn blocks_can_double_in_length() {
        let ends = |size: u64, before: u64, games: u64, pairs: bool| {
            let count = Block::count_doubling(size, games - before, pairs);
            let block = |index| Block::nth_doubling(index, count, before, games, pairs);
            (0..count).map(block).map(|block| (block.first, block.last())).collect::<Vec<_>>()
        };
        assert_eq!(ends(10, 100, 170, false), [(101, 110), (111, 130), (131, 170)]);
        assert_eq!(ends(10, 100, 170, true), [(101, 110), (111, 130), (131, 170)]);
        assert_eq!(ends(1, 0, 2, false), [(1, 2)]);
        assert_eq!(ends(50, 100, 103, true), [(101, 103)]);
        let million = ends(600, 18_444, 1_000_000, false);
        assert_eq!((million.len(), million[0], million[9].1), (10, (18_445, 19_403), 1_000_000));
        for games in 1..200 {
            let blocks = ends(3, 0, games, false);
            assert!(blocks.iter().all(|(first, last)| first <= last) && blocks.last().unwrap().1 == games);
        }
    }

    #[test]
    fn a_block_says_which_games_it_has() {
        assert_eq!(Block::nth(1, 2, 4000, false).to_string(), "games 2,001 to 4,000 of 4,000");
    }
}
