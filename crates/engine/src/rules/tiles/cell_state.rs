//! The state of each cell in use: its tile and stones, and what is next to it in each direction.

use super::plane::Directions;
use super::stack::Stack;

/// A cell in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellState {
    /// The stones on it.
    pub stack: Stack,
    /// What is next to it.
    pub near: Near,
    /// Whether it carries a tile.
    pub tile: bool,
}

/// What is next to a cell: for each kind of thing, the directions in which there is one.
///
/// The kinds share one word, with a byte each, so that one operation updates a neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Near(u32);

/// Kinds of things that can be next to a cell, each as the lowest bit of its byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Things(u32);

impl Things {
    /// A tile without a stack.
    pub const BARE: Self = Self(1);
    /// A free stack of the first side, and of the second.
    pub const FREE: [Self; 2] = [Self(1 << 8), Self(1 << 16)];
    /// The things to toggle when a stack of a side is put on a bare tile or removed from it.
    pub const COVER: [Self; 2] = [Self(1 | 1 << 8), Self(1 | 1 << 16)];
    /// The things to toggle when a free stack changes owner.
    pub const FREE_OF_BOTH: Self = Self(1 << 8 | 1 << 16);
    /// A prisoner.
    pub const PRISONER: Self = Self(1 << 24);
    /// A tile, with or without a stack.
    pub const TILE: Self = Self(1 | 1 << 8 | 1 << 16);
    /// Each kind by itself.
    pub const ALL: [Self; 4] = [Self::BARE, Self::FREE[0], Self::FREE[1], Self::PRISONER];
}

impl Near {
    /// Toggles the things in `direction`.
    #[inline(always)]
    pub fn toggle(&mut self, things: Things, direction: usize) {
        self.0 ^= things.0 << direction;
    }

    /// Whether one of `things` is in `direction`.
    #[inline(always)]
    pub fn leads_to(self, things: Things, direction: usize) -> bool {
        self.0 >> direction & things.0 != 0
    }

    /// The directions in which there are tiles without a stack.
    #[inline(always)]
    pub fn bare(self) -> Directions {
        self.0 as Directions
    }

    /// The directions in which there are free stacks of the side with that index.
    #[inline(always)]
    pub fn free(self, side: usize) -> Directions {
        (self.0 >> (8 + 8 * side)) as Directions
    }

    /// The directions in which there are tiles.
    #[inline(always)]
    pub fn tiles(self) -> Directions {
        self.bare() | self.free(0) | self.free(1)
    }

    /// The directions in which there are prisoners.
    #[inline(always)]
    pub fn prisoners(self) -> Directions {
        (self.0 >> 24) as Directions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_stored_by_direction() {
        let mut near = Near::default();
        near.toggle(Things::BARE, 0);
        near.toggle(Things::BARE, 5);
        near.toggle(Things::COVER[1], 5);
        assert_eq!((near.tiles(), near.free(0), near.free(1), near.bare()), (0b10_0001, 0, 0b10_0000, 1));
        near.toggle(Things::FREE_OF_BOTH, 5);
        near.toggle(Things::PRISONER, 2);
        assert_eq!((near.free(0), near.free(1), near.bare(), near.prisoners()), (0b10_0000, 0, 1, 4));
    }
}
