//! A second engine for stacks and tiles, slow and obvious, written from the text of the rules only.
//!
//! It shares nothing with the engines of the library except the model of a variant. Read it alongside the rules: [`act`] defines
//! what one action does and which rules it breaks, [`release`] which prisoners can be released together.
//! [`slow_turn`](crate::slow_turn) says what a turn is and when a game ends.

mod act;
mod position;
mod release;

use crate::slow_turn::{Point, SlowTurns};
use dropline::board::Cell;
use dropline::points::Points;
use dropline::rules::Ownership;
use dropline::variant::{End, Side, Variant};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// A position in a game.
#[derive(Clone)]
pub struct SlowTiles {
    variant: Variant,
    /// The side of the tile on each cell that has one.
    tiles: BTreeMap<Cell, Side>,
    /// The stones on each cell that has any, from bottom to top.
    stacks: BTreeMap<Cell, Vec<Side>>,
    /// The stones in the hands.
    hands: [usize; 2],
    at: Point,
    /// Enemy stones that each side has made prisoners.
    captures: [u32; 2],
    /// The sets of prisoners that can be released, computed on demand.
    releases: OnceCell<BTreeSet<BTreeSet<Cell>>>,
}

impl SlowTiles {
    /// The start of the game.
    pub fn start(variant: &Variant) -> Self {
        let setup = &variant.setup;
        let tiles = Side::BOTH
            .into_iter()
            .flat_map(|side| setup.tiles[side.index()].iter().map(move |&cell| (cell, side)));
        let stacks: BTreeMap<_, _> =
            setup.stacks.iter().map(|stack| (stack.cell, stack.stones.clone())).collect();
        let on_board = |side| stacks.values().flatten().filter(|&&stone| stone == side).count();
        let mut start = Self {
            variant: variant.clone(),
            tiles: tiles.collect(),
            hands: Side::BOTH.map(|side| usize::from(variant.stacks.hand) - on_board(side)),
            stacks,
            at: Point::start(variant),
            captures: [0; 2],
            releases: OnceCell::new(),
        };
        start.at.outcome = start.decided();
        start.skip_to_possible_step();
        start
    }

    /// The side that the stack on `cell` belongs to: that of its top stone.
    fn owner(&self, cell: Cell) -> Option<Side> {
        self.stacks.get(&cell)?.last().copied()
    }

    /// The cells that carry a stack and no tile.
    fn prisoners(&self) -> BTreeSet<Cell> {
        self.stacks.keys().copied().filter(|cell| !self.tiles.contains_key(cell)).collect()
    }

    /// The cells that share an edge with `cell`.
    fn around(&self, cell: Cell) -> BTreeSet<Cell> {
        let board = &self.variant.board;
        board.adjacent().iter().filter_map(|&step| board.step(cell, step)).collect()
    }

    /// The maximum number of tiles on the board.
    fn most_tiles(&self) -> usize {
        usize::from(self.variant.end.tiles.unwrap_or(End::MOST_TILES))
    }

    /// The group of the tile on `cell`.
    fn group(&self, cell: Cell) -> BTreeSet<Cell> {
        let mut group = BTreeSet::from([cell]);
        loop {
            let near: BTreeSet<_> = group.iter().flat_map(|&tile| self.around(tile)).collect();
            let before = group.len();
            group.extend(near.into_iter().filter(|near| self.tiles.get(near) == self.tiles.get(&cell)));
            if group.len() == before {
                return group;
            }
        }
    }

    /// The points of both sides.
    fn side_scores(&self) -> [Points; 2] {
        let of = |side| {
            let own: Vec<_> =
                self.tiles.iter().filter(|&(_, &tile)| tile == side).map(|(&cell, _)| cell).collect();
            let largest = own.iter().map(|&cell| self.group(cell).len()).max().unwrap_or(0);
            let others = own.len() - largest;
            Points::whole(largest as i32) + Points::hundredths(50 * others as i32)
        };
        [of(Side::First), of(Side::Second) + self.variant.score.komi]
    }

    /// The cells that hold something or count for a side.
    fn all_ownership(&self) -> impl Iterator<Item = Ownership> {
        let owned = |(at, cell): (usize, &Cell)| {
            let counts_for = Side::BOTH.map(|side| self.tiles.get(cell) == Some(&side));
            Ownership { at, stone: self.owner(*cell), counts_for }
        };
        let says_something = |owned: &Ownership| owned.stone.is_some() || owned.counts_for != [false; 2];
        self.variant.board.cells().iter().enumerate().map(owned).filter(says_something)
    }
}
