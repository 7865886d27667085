//! A second engine, slow and obvious, written from the text of the rules only.
//!
//! It shares nothing with the engine of the library except the model of a variant. Every question is answered by looking at the
//! whole board, and every action is tried on a copy. Read it alongside the rules: [`stones`] defines groups, liberties and sight,
//! [`shapes`] which cells form a shape, [`act`] what one action does and which rules it breaks, [`moves`] where stones move and
//! which may be taken off, [`captures`] which are captured, [`goals`] what decides a game, [`turn`] what a turn is and when a
//! game ends, [`score`] what counts.

mod act;
mod captures;
mod goals;
mod moves;
mod position;
mod score;
mod shapes;
mod stones;
mod turn;

use act::Scene;
use dropline::board::Cell;
use dropline::rules::Outcome;
use dropline::variant::{Side, Variant};
use std::collections::BTreeSet;
use stones::Stones;

/// A position in a game.
#[derive(Clone)]
pub struct Slow {
    variant: Variant,
    /// The stones on the board.
    stones: Stones,
    /// The cells of the stones that this turn has placed.
    fresh: BTreeSet<Cell>,
    /// The cell of the stone that this turn moved last, while it is on the board.
    moved: Option<Cell>,
    /// The names of the rules by which some action of the game has been made.
    begun: BTreeSet<String>,
    /// The side to move.
    side: Side,
    /// Whether the players have exchanged their sides.
    swapped: bool,
    /// Turns done.
    turns: u32,
    /// Whether the current turn is one to catch up.
    catching_up: bool,
    /// The current step of the turn; past the last one if no step could be done.
    step: usize,
    /// Actions done in this step.
    in_step: u16,
    /// Actions done in this turn.
    in_turn: u32,
    /// Passed turns in a row.
    passes: u16,
    /// The stones at the start of the game and at the end of every turn.
    earlier: Vec<Stones>,
    /// Stones captured by each side.
    captures: [u32; 2],
    outcome: Option<Outcome>,
}

impl Slow {
    /// The start of the game.
    pub fn start(variant: &Variant) -> Self {
        let mut stones = Stones::none();
        for side in Side::BOTH {
            variant.setup.stones[side.index()].iter().for_each(|&cell| stones.put(cell, side));
        }
        variant.setup.neutral.iter().for_each(|&cell| stones.put_neutral(cell));
        let mut start = Self {
            variant: variant.clone(),
            earlier: vec![stones.clone()],
            stones,
            fresh: BTreeSet::new(),
            moved: None,
            begun: BTreeSet::new(),
            side: variant.setup.mover(),
            swapped: false,
            turns: variant.setup.turns,
            catching_up: false,
            step: 0,
            in_step: 0,
            in_turn: 0,
            passes: 0,
            captures: [0; 2],
            outcome: None,
        };
        if start.turns > 0 {
            start.begun = start.all_rules();
        }
        start.go_on();
        start
    }

    /// A stone of a group without a liberty, if there is one.
    pub fn stone_without_liberty(&self) -> Option<Cell> {
        let dead = |side| stones::without_liberties(&self.variant.board, &self.stones, side);
        Side::BOTH.into_iter().flat_map(dead).next()
    }

    /// The context for judging the next action.
    fn scene(&self) -> Scene<'_> {
        let Self { variant, stones, fresh, moved, begun, side, .. } = self;
        Scene { variant, stones, fresh, moved: *moved, begun, side: *side }
    }

    /// The names of all rules.
    fn all_rules(&self) -> BTreeSet<String> {
        self.variant.actions.iter().map(|rule| rule.name.clone()).collect()
    }
}
