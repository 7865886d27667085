//! Which sets of prisoners can be released by one action.
//!
//! The cells of such a set can be ordered so that each is next to at least two tiles, counting the tiles laid on earlier cells,
//! and each after the first is next to an earlier cell. A set can be ordered in many ways but is one action: this module
//! enumerates every set exactly once, without storing any.
//!
//! The number of sets can be exponential: up to 2^p - 1 for p adjacent prisoners, if most of them are next to two tiles. All sets
//! are enumerated: p is at most the number of stones, and rarely larger than 4.

use crate::variant::ReleaseSets;
use std::ops::ControlFlow;

/// A set of prisoners: a bit for each index. There are never more prisoners than stones.
pub type PrisonerMask = u32;

/// The prisoners of a position and the tiles near them.
pub struct Prisoners {
    /// For each prisoner, the prisoners next to it.
    pub near: [PrisonerMask; 32],
    /// Prisoners next to at least one tile.
    pub one_tile: PrisonerMask,
    /// Prisoners next to at least two tiles: a release can begin with them.
    pub two_tiles: PrisonerMask,
}

/// A set of prisoners that can be released one after another.
#[derive(Clone, Copy)]
struct Grown {
    cells: PrisonerMask,
    /// The prisoners next to at least one prisoner of the set.
    near: PrisonerMask,
    /// The prisoners next to at least two prisoners of the set.
    near_two: PrisonerMask,
}

impl Prisoners {
    /// The prisoners that can be released after `grown`: each is next to a cell of `grown` and, counting the tiles laid on these
    /// cells, next to at least two tiles.
    #[inline(always)]
    fn open(&self, grown: Grown) -> PrisonerMask {
        (grown.near & self.one_tile | grown.near_two) & !grown.cells
    }

    /// `grown`, extended by the first of `next`.
    #[inline(always)]
    fn with_first(&self, grown: Grown, next: PrisonerMask) -> Grown {
        let near = self.near[next.trailing_zeros() as usize];
        Grown {
            cells: grown.cells | first(next),
            near: grown.near | near,
            near_two: grown.near_two | grown.near & near,
        }
    }

    /// The set that holds only the first prisoner of `start`.
    #[inline(always)]
    fn begin(&self, start: PrisonerMask) -> Grown {
        self.with_first(Grown { cells: 0, near: 0, near_two: 0 }, start)
    }

    /// `grown`, extended by all prisoners of `within` that can be released after it. Each release only enables others, so the
    /// order does not matter.
    #[inline(always)]
    fn grow(&self, mut grown: Grown, within: PrisonerMask) -> Grown {
        loop {
            let next = self.open(grown) & within;
            if next == 0 {
                return grown;
            }
            grown = self.with_first(grown, next);
        }
    }

    /// The set `cells` grown from one of `starts`; `None` if it cannot be grown from any of them.
    #[inline(always)]
    fn grown_from(&self, starts: PrisonerMask, cells: PrisonerMask) -> Option<Grown> {
        let mut rest = starts & self.two_tiles & cells;
        while rest != 0 {
            let grown = self.grow(self.begin(rest), cells);
            if grown.cells == cells {
                return Some(grown);
            }
            rest &= rest - 1;
        }
        None
    }

    /// Whether the prisoners `cells` can be released one after another.
    pub fn can_be_ordered(&self, cells: PrisonerMask) -> bool {
        self.grown_from(PrisonerMask::MAX, cells).is_some()
    }

    /// Whether another prisoner could be released together with `cells`, which can be ordered.
    ///
    /// A prisoner that can be released somewhere in between can also be released last, since the number of tiles next to it
    /// only grows. So it is enough to check whether each could come last.
    pub fn can_be_extended(&self, cells: PrisonerMask) -> bool {
        self.grown_from(PrisonerMask::MAX, cells).is_some_and(|grown| self.open(grown) != 0)
    }

    /// Calls `each` with every set of at most `room` prisoners that can be released, until `each` returns `Break`.
    #[inline(always)]
    pub fn each_set(
        &self,
        room: u32,
        kind: ReleaseSets,
        each: &mut impl FnMut(PrisonerMask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut starts = if room == 0 { 0 } else { self.two_tiles };
        while starts != 0 {
            let grown = self.begin(starts);
            // A set is enumerated only from the first of the prisoners that it can be grown from.
            let earlier = self.two_tiles & (first(starts) - 1);
            starts &= starts - 1;
            let largest = self.grow(grown, PrisonerMask::MAX).cells;
            let maximal = kind == ReleaseSets::Maximal;
            if maximal && largest.count_ones() <= room {
                if self.grown_from(earlier, largest).is_none() {
                    each(largest)?;
                }
                continue;
            }
            let search = SetSearch { prisoners: self, earlier, room, only_full: maximal };
            search.from(grown, 0, each)?;
        }
        ControlFlow::Continue(())
    }
}

/// The first prisoner of a non-empty set.
#[inline(always)]
const fn first(cells: PrisonerMask) -> PrisonerMask {
    cells & cells.wrapping_neg()
}

/// The search for all sets that can be grown from one prisoner.
struct SetSearch<'a> {
    prisoners: &'a Prisoners,
    /// Prisoners from which sets have already been grown.
    earlier: PrisonerMask,
    /// The largest size of a set.
    room: u32,
    /// Whether to find only sets that cannot be extended.
    only_full: bool,
}

impl SetSearch<'_> {
    /// Enumerates all sets that contain `grown` and no prisoner of `without`: first those with the first prisoner that can be
    /// added, then, without that prisoner, those with the second, and so on, and finally `grown` itself. Every set is thus found
    /// on exactly one path.
    fn from(
        &self,
        grown: Grown,
        mut without: PrisonerMask,
        each: &mut impl FnMut(PrisonerMask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let full = grown.cells.count_ones() == self.room;
        let mut open = if full { 0 } else { self.prisoners.open(grown) & !without };
        while open != 0 {
            if self.only_full && self.prisoners.grow(grown, !without).cells.count_ones() < self.room {
                return ControlFlow::Continue(());
            }
            let next = self.prisoners.with_first(grown, open);
            // If this set can be grown from an earlier prisoner, so can all its supersets.
            if self.prisoners.grown_from(self.earlier, next.cells).is_none() {
                self.from(next, without, each)?;
            }
            without |= first(open);
            open &= open - 1;
        }
        if full || !self.only_full { each(grown.cells) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prisoners in a row: the first and the last next to two tiles, the others next to `tiles`.
    fn row(length: usize, tiles: u32) -> Prisoners {
        let mut near = [0; 32];
        for (i, near) in near.iter_mut().enumerate().take(length) {
            let next = if i + 1 < length { 1 << (i + 1) } else { 0 };
            *near = next | if i > 0 { 1 << (i - 1) } else { 0 };
        }
        let ends = 1 | 1 << (length - 1);
        let all = (1 << length) - 1;
        Prisoners { near, one_tile: if tiles > 0 { all } else { ends }, two_tiles: ends }
    }

    fn sets(prisoners: &Prisoners, room: u32, kind: ReleaseSets) -> Vec<PrisonerMask> {
        let mut sets = Vec::new();
        let _ = prisoners.each_set(room, kind, &mut |cells| {
            sets.push(cells);
            ControlFlow::Continue(())
        });
        sets.sort_unstable();
        sets
    }

    #[test]
    fn every_set_is_found_once() {
        let any = |prisoners: Prisoners, room| sets(&prisoners, room, ReleaseSets::Any);
        assert_eq!(any(row(3, 1), 9), [0b001, 0b011, 0b100, 0b110, 0b111]);
        assert_eq!(any(row(3, 1), 2), [0b001, 0b011, 0b100, 0b110]);
        assert_eq!(any(row(3, 0), 9), [0b001, 0b100], "only one neighbour gives the middle prisoner a tile");
        assert_eq!(any(row(3, 1), 0), [0; 0]);
    }

    #[test]
    fn tiles_laid_by_a_release_make_further_prisoners_releasable() {
        // The last prisoner is next to all others, and to no tile before the release.
        for (others, count) in [(2, 4), (3, 11)] {
            let (all, two_tiles) = ((1 << (others + 1)) - 1, (1 << others) - 1);
            let near = std::array::from_fn(|i| all & !(1 << i));
            let ring = Prisoners { near, one_tile: two_tiles, two_tiles };
            let sets = sets(&ring, 9, ReleaseSets::Any);
            assert_eq!(sets.len(), count, "{sets:?}");
            let with_last = sets.iter().filter(|&&cells| cells >> others == 1);
            assert!(with_last.clone().all(|&cells| cells.count_ones() > 2), "{sets:?}");
        }
    }

    #[test]
    fn maximal_sets_are_those_that_no_prisoner_could_join() {
        let maximal = |prisoners: Prisoners, room| sets(&prisoners, room, ReleaseSets::Maximal);
        assert_eq!(maximal(row(3, 1), 9), [0b111]);
        assert_eq!(maximal(row(3, 0), 9), [0b001, 0b100]);
        assert_eq!(maximal(row(4, 1), 2), [0b0011, 0b1100]);
        assert_eq!(maximal(row(4, 1), 3), [0b0111, 0b1110]);
    }

    #[test]
    fn every_subset_of_a_block_of_prisoners_can_be_released() {
        // Each prisoner is next to all others and to two tiles.
        let near = std::array::from_fn(|i| 0xffff & !(1 << i));
        let block = Prisoners { near, one_tile: 0xffff, two_tiles: 0xffff };
        let any = sets(&block, 16, ReleaseSets::Any);
        assert!(any.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(any.len(), (1 << 16) - 1);
        assert_eq!(sets(&block, 2, ReleaseSets::Maximal).len(), 16 * 15 / 2);
    }
}
