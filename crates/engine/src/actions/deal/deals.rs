//! A side's deals, in a list of fixed size.

use crate::rules::tiles::{NOWHERE, Number};
use crate::variant::Stacks;

/// A legal deal in terms of cell numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedDeal {
    /// The cell of the stack.
    pub from: Number,
    /// The last cell that receives a stone.
    pub to: Number,
    /// The direction of the deal.
    pub direction: u8,
    /// Whether the deal makes a prisoner.
    pub prisoner: bool,
}

/// All deals of a side: those that make a prisoner first, then the others.
#[derive(Clone, Copy, Debug)]
pub struct Deals {
    list: [NumberedDeal; Self::MOST],
    raids: u8,
    len: u8,
}

impl Deals {
    /// Six directions for each stack; a side cannot have more stacks than stones.
    const MOST: usize = 6 * Stacks::MOST_STONES as usize;

    /// No deals.
    pub const fn none() -> Self {
        let nothing = NumberedDeal { from: NOWHERE, to: NOWHERE, direction: 0, prisoner: false };
        Self { list: [nothing; Self::MOST], raids: 0, len: 0 }
    }

    /// With `prisoner`, the deals that make a prisoner; with `none`, the deals that make none; with both, all of them.
    #[inline(always)]
    pub fn of_kind(&self, prisoner: bool, none: bool) -> &[NumberedDeal] {
        let raids = usize::from(self.raids);
        let begin = if prisoner { 0 } else { raids };
        let end = if none { usize::from(self.len) } else { raids };
        &self.list[begin..end]
    }

    /// Whether any deal makes a prisoner.
    #[inline(always)]
    pub fn any_raids(&self) -> bool {
        self.raids > 0
    }

    /// Whether any deal makes no prisoner.
    #[inline(always)]
    pub fn any_others(&self) -> bool {
        self.len > self.raids
    }

    /// Removes all deals.
    #[inline(always)]
    pub fn clear(&mut self) {
        (self.raids, self.len) = (0, 0);
    }

    /// Adds a deal. A deal that makes a prisoner takes the place of the first deal that makes none, which moves to the end.
    #[inline(always)]
    pub fn push(&mut self, deal: NumberedDeal) {
        let (raids, len) = (usize::from(self.raids), usize::from(self.len));
        self.list[len] = deal;
        self.len += 1;
        if deal.prisoner {
            self.list.swap(raids, len);
            self.raids += 1;
        }
    }

    /// Copies `other`.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        let len = usize::from(other.len);
        self.list[..len].copy_from_slice(&other.list[..len]);
        (self.raids, self.len) = (other.raids, other.len);
    }
}
