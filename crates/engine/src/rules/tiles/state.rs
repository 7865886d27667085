//! A position as data: tiles, stacks, hands, and the deals that are possible.

use super::cell_state::{CellState, Things};
use super::plane::{Number, Plane, opposite};
use super::set::Set;
use super::stack::Stack;
use super::table::ChunkedTable;
use crate::actions::deal::Deals;
use crate::rules::plan::Plan;
use crate::rules::turn::Progress;
use crate::variant::Variant;

/// A position.
#[derive(Clone, Debug)]
pub struct State<const W: usize> {
    /// The cells in use.
    pub plane: Plane<W>,
    /// The state of each cell, by number.
    pub cell_states: ChunkedTable<CellState, W>,
    /// The tiles of the first side and of the second.
    pub tiles: [Set<W>; 2],
    /// The free stacks of the first side and of the second: those on tiles.
    pub free: [Set<W>; 2],
    /// The stacks that are prisoners: those on cells without a tile.
    pub prisoners: Set<W>,
    /// The prisoners next to at least two tiles: a release can begin with each of them.
    pub openers: Set<W>,
    /// The stones in the hands of the first side and of the second.
    pub hands: [u8; 2],
    /// The number of tiles.
    pub laid: u16,
    /// How many tiles carry no stack. Recounting would be slower: the baseline target has no popcount instruction.
    pub bare: u16,
    /// The deals that the stones and tiles allow the side to move, whether or not the turn offers them. Unspecified when the game
    /// is over.
    pub deals: Deals,
    /// Enemy stones that each side's deals have made prisoners.
    pub captured: [u32; 2],
    /// The progress of the game and the turn.
    pub progress: Progress,
}

impl<const W: usize> State<W> {
    /// The position of the setup of `variant`, before the first turn begins.
    pub fn set_up(variant: &Variant, plan: &Plan) -> Self {
        let setup = &variant.setup;
        let mut state = Self {
            plane: Plane::of_setup(variant),
            cell_states: ChunkedTable::of(CellState::default()),
            tiles: [Set::none(); 2],
            free: [Set::none(); 2],
            prisoners: Set::none(),
            openers: Set::none(),
            hands: [variant.stacks.hand; 2],
            laid: 0,
            bare: 0,
            deals: Deals::none(),
            captured: [0; 2],
            progress: Progress::start(plan, variant),
        };
        for (side, cells) in setup.tiles.iter().enumerate() {
            cells.iter().for_each(|&cell| state.lay(side, state.plane.number(cell)));
        }
        for stack in &setup.stacks {
            let number = state.plane.number(stack.cell);
            let stones: Stack = stack.stones.iter().copied().collect();
            for (hand, stones) in state.hands.iter_mut().zip(stones.counts()) {
                *hand = hand.saturating_sub(stones);
            }
            state.put(number, stones);
        }
        state
    }

    /// Copies `other`, reusing memory.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.plane.copy_from(&other.plane);
        self.cell_states.copy_first(usize::MAX, &other.cell_states);
        self.tiles = other.tiles;
        self.free = other.free;
        self.prisoners = other.prisoners;
        self.openers = other.openers;
        self.hands = other.hands;
        self.laid = other.laid;
        self.bare = other.bare;
        self.deals.copy_from(&other.deals);
        self.captured = other.captured;
        self.progress = other.progress;
    }

    /// The index of the side to move.
    #[inline(always)]
    pub fn mover(&self) -> usize {
        self.progress.side as usize
    }

    /// The state of the cell `number`.
    #[inline(always)]
    pub fn cell_state(&self, number: Number) -> &CellState {
        &self.cell_states[number.into()]
    }

    /// The stones on the cell `number`.
    #[inline(always)]
    pub fn stack(&self, number: Number) -> Stack {
        self.cell_state(number).stack
    }

    /// All tiles.
    #[inline(always)]
    pub fn ground(&self) -> Set<W> {
        self.tiles[0].or(self.tiles[1])
    }

    /// The tiles that carry no stack.
    #[inline(always)]
    pub fn bare_tiles(&self) -> Set<W> {
        self.ground().without(self.free[0]).without(self.free[1])
    }

    /// Lays a tile of the side with that index on the empty cell `number`.
    #[inline(always)]
    pub fn lay(&mut self, side: usize, number: Number) {
        let known = self.plane.len();
        self.plane.add_neighbours(number);
        for new in known..self.plane.len() {
            self.init_neighbourhood(new as Number + 1);
        }
        self.cell_states[number.into()].tile = true;
        self.tiles[side].insert(number);
        self.laid += 1;
        self.bare += 1;
        self.toggle_around(number, Things::BARE);
        for near in self.plane.around(number) {
            if self.prisoners.has(near) {
                self.note_opener(near);
            }
        }
    }

    /// Records whether a release can begin with the prisoner on the cell `number`. The number of tiles next to it only grows.
    #[inline(always)]
    fn note_opener(&mut self, number: Number) {
        let tiles = self.cell_state(number).near.tiles();
        if tiles & tiles.wrapping_sub(1) != 0 {
            self.openers.insert(number);
        }
    }

    /// Initialises the neighbourhood of a cell that comes into use. All cells around tiles are already in use, so only prisoners
    /// can be next to it.
    #[inline(always)]
    fn init_neighbourhood(&mut self, number: Number) {
        for (direction, near) in self.plane.around(number).into_iter().enumerate() {
            if self.prisoners.has(near) {
                self.cell_states[number.into()].near.toggle(Things::PRISONER, direction);
            }
        }
    }

    /// Puts stones on top of the stack on the cell `number`.
    #[inline(always)]
    pub fn put(&mut self, number: Number, stones: Stack) {
        let cell_state = &mut self.cell_states[number.into()];
        let before = cell_state.stack;
        cell_state.stack.put(stones);
        let owner = cell_state.stack.owner();
        if !cell_state.tile {
            if before.is_empty() {
                self.prisoners.insert(number);
                self.note_opener(number);
                self.toggle_around(number, Things::PRISONER);
            }
        } else if before.is_empty() {
            self.bare -= 1;
            self.free[owner].insert(number);
            self.toggle_around(number, Things::COVER[owner]);
        } else if before.owner() != owner {
            self.free[owner].insert(number);
            self.free[1 - owner].remove(number);
            self.toggle_around(number, Things::FREE_OF_BOTH);
        }
    }

    /// Removes the stack from the tile `number`.
    #[inline(always)]
    pub fn take_free_stack(&mut self, number: Number) -> Stack {
        let stack = std::mem::take(&mut self.cell_states[number.into()].stack);
        self.bare += 1;
        self.free[stack.owner()].remove(number);
        self.toggle_around(number, Things::COVER[stack.owner()]);
        stack
    }

    /// Removes the prisoner from the cell `number`.
    #[inline(always)]
    pub fn take_prisoner(&mut self, number: Number) -> Stack {
        self.prisoners.remove(number);
        self.openers.remove(number);
        self.toggle_around(number, Things::PRISONER);
        std::mem::take(&mut self.cell_states[number.into()].stack)
    }

    /// Records in the cells around `number` that `things` have appeared on that cell or disappeared from it.
    #[inline(always)]
    fn toggle_around(&mut self, number: Number, things: Things) {
        for (direction, near) in self.plane.around(number).into_iter().enumerate() {
            self.cell_states[near.into()].near.toggle(things, opposite(direction));
        }
    }
}
