//! A position: tiles, stacks, hands, and the deals that are possible.

use super::compile::Rules;
use super::deal::Deals;
use super::plane::{Number, Plane};
use super::set::Set;
use super::stack::Stack;
use crate::rules::game::Outcome;
use crate::rules::plan::{Offer, Plan};
use crate::rules::turn::{Course, Progress};
use crate::variant::Variant;

/// A position. What rules it obeys is passed to its methods.
#[derive(Debug)]
pub struct State<const W: usize> {
    /// The cells in use.
    pub plane: Plane,
    /// The stones on each of them.
    pub stacks: Vec<Stack>,
    /// The tiles of the first side and of the second.
    pub tiles: [Set<W>; 2],
    /// The free stacks of the first side and of the second: those on tiles.
    pub free: [Set<W>; 2],
    /// The stacks that are prisoners: those on cells without a tile.
    pub prisoners: Set<W>,
    /// The stones in the hands of the first side and of the second.
    pub hands: [u8; 2],
    /// How many tiles there are.
    pub laid: u16,
    /// The deals that the side to move can make, whatever the turn offers. Nothing is said when the game is over.
    pub deals: Deals,
    /// Enemy stones that each side has made prisoners of by its deals.
    pub captured: [u32; 2],
    /// How far the game and the turn have come.
    pub progress: Progress,
}

impl<const W: usize> State<W> {
    /// The position that `variant` is set up with, before the first turn has begun.
    pub fn set_up(variant: &Variant, plan: &Plan, mut plane: Plane) -> Self {
        let setup = &variant.setup;
        plane.reserve(64 * W);
        let tiles =
            setup.tiles.each_ref().map(|cells| cells.iter().map(|&cell| plane.number(cell)).collect());
        let mut state = Self {
            stacks: Vec::with_capacity(64 * W),
            plane,
            tiles,
            free: [Set::none(); 2],
            prisoners: Set::none(),
            hands: [variant.stacks.hand; 2],
            laid: setup.tiles.iter().map(|cells| cells.len() as u16).sum(),
            deals: Deals::none(),
            captured: [0; 2],
            progress: Progress::start(plan, variant),
        };
        state.stacks.resize(state.plane.len(), Stack::default());
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

    /// The first turn begins, unless the game is over already.
    pub fn begin(&mut self, rules: &Rules<W>) {
        self.progress.outcome = self.finished(rules);
        if self.progress.outcome.is_none() {
            self.find_deals(rules);
            self.begin_turn(rules);
        }
    }

    /// Becomes the same as `other`, in the memory it has.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.plane.copy_from(&other.plane);
        self.stacks.clone_from(&other.stacks);
        self.tiles = other.tiles;
        self.free = other.free;
        self.prisoners = other.prisoners;
        self.hands = other.hands;
        self.laid = other.laid;
        self.deals.copy_from(&other.deals);
        self.captured = other.captured;
        self.progress = other.progress;
    }

    /// The side that moves, as an index.
    #[inline(always)]
    pub fn mover(&self) -> usize {
        self.progress.side as usize
    }

    /// The stones on the cell `number`.
    #[inline(always)]
    pub fn stack(&self, number: Number) -> Stack {
        self.stacks[usize::from(number)]
    }

    /// All tiles.
    #[inline(always)]
    pub fn ground(&self) -> Set<W> {
        self.tiles[0].or(self.tiles[1])
    }

    /// Tiles that can still be laid.
    #[inline(always)]
    pub fn room(&self, rules: &Rules<W>) -> u32 {
        u32::from(rules.most_tiles.saturating_sub(self.laid))
    }

    /// Puts stones on top of what stands on the cell `number`.
    #[inline(always)]
    pub fn put(&mut self, number: Number, stones: Stack) {
        let stack = &mut self.stacks[usize::from(number)];
        stack.put(stones);
        let owner = stack.owner();
        if self.ground().has(number) {
            self.free[owner].insert(number);
            self.free[1 - owner].remove(number);
        } else {
            self.prisoners.insert(number);
        }
    }

    /// Takes all stones off the cell `number`.
    #[inline(always)]
    pub fn take(&mut self, number: Number) -> Stack {
        self.free.iter_mut().for_each(|stacks| stacks.remove(number));
        self.prisoners.remove(number);
        std::mem::take(&mut self.stacks[usize::from(number)])
    }

    /// An action of `offer` has been made: the turn goes on with what comes next.
    #[inline(always)]
    pub fn made(&mut self, rules: &Rules<W>, offer: Offer) {
        if !self.ends_turn(rules, offer) {
            self.find_deals(rules);
        }
        self.advance(rules, offer.step);
    }
}

impl<const W: usize> Clone for State<W> {
    /// A copy with as much room for more cells.
    fn clone(&self) -> Self {
        let mut stacks = Vec::with_capacity(self.stacks.capacity());
        stacks.clone_from(&self.stacks);
        Self { plane: self.plane.clone(), stacks, ..*self }
    }
}

impl<const W: usize> Course<Rules<W>> for State<W> {
    #[inline(always)]
    fn plan(rules: &Rules<W>) -> &Plan {
        &rules.plan
    }

    #[inline(always)]
    fn progress(&self) -> &Progress {
        &self.progress
    }

    #[inline(always)]
    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    #[inline(always)]
    fn some_action(&self, rules: &Rules<W>) -> bool {
        self.some_on(rules, self.menu(rules))
    }

    #[inline(always)]
    fn may_not_rest(&self, _: &Rules<W>) -> bool {
        false
    }

    #[inline(always)]
    fn turn_ended(&mut self, rules: &Rules<W>) {
        self.find_deals(rules);
    }

    #[inline(always)]
    fn finished(&self, rules: &Rules<W>) -> Option<Outcome> {
        let end = rules.variant.end.tiles?;
        (self.laid >= end).then_some(Outcome::Tiles)
    }
}
