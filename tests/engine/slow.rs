//! A second engine, slow and obvious, written from the text of the rules only.
//!
//! It shares nothing with the engine of the library except the model of a variant. Every question is answered by looking at the
//! whole board, and every action is tried on a copy. Read it alongside the rules: [`stones`] defines groups, liberties and sight,
//! [`shapes`] which cells form a shape, [`act`] what one action does and which rules it breaks, [`moves`] where stones move and
//! which may be taken off, [`captures`] which are captured, [`conditions`] what `where` and `makes` say, [`goals`] what decides a game, [`turn`] what repeats a position and
//! when a player catches up, [`score`] what counts. [`slow_turn`](crate::slow_turn) says what a turn is and when a game ends.

mod act;
mod captures;
mod conditions;
mod goals;
mod moves;
mod position;
mod score;
mod shapes;
mod stones;
mod turn;

use crate::slow_turn::{Point, SlowTurns};
use act::Scene;
use dropline::board::Cell;
use dropline::variant::{Side, Variant};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use stones::Stones;

/// A position in a game.
#[derive(Clone)]
pub struct Slow {
    variant: Arc<Variant>,
    /// The stones on the board.
    stones: Stones,
    /// The cells of the stones that this turn has placed.
    fresh: BTreeSet<Cell>,
    /// The cells where this turn has turned stones over.
    turned: BTreeSet<Cell>,
    /// The cell of the stone that this turn moved last, while it is on the board.
    moved: Option<Cell>,
    /// The names of the action rules that the game has used.
    begun: BTreeSet<String>,
    at: Point,
    /// The stones at the start of the game and at the end of every turn.
    earlier: Vec<Stones>,
    /// The stones, and the side to move, at the start of the game and at the end of every turn that was not passed.
    stood: Vec<(Stones, Side)>,
    /// Stones captured by each side.
    captures: [u32; 2],
    /// The last answer of [`Slow::usable`], with the stones for which it holds.
    last_usable: RefCell<Option<(Stones, [BTreeSet<Cell>; 2])>>,
}

impl Slow {
    /// The start of the game.
    pub fn start(variant: &Variant) -> Self {
        let mut stones = Stones::none();
        for side in Side::BOTH {
            variant.setup.stones[side.index()].iter().for_each(|&cell| stones.put(cell, side));
        }
        variant.setup.neutral.iter().for_each(|&cell| stones.put_neutral(cell));
        for (number, piece) in variant.pieces.iter().enumerate() {
            piece.cells.iter().for_each(|&cell| stones.give_kind(cell, Some(number)));
        }
        let mut start = Self {
            variant: Arc::new(variant.clone()),
            earlier: vec![stones.clone()],
            stood: vec![(stones.clone(), variant.setup.mover())],
            stones,
            fresh: BTreeSet::new(),
            turned: BTreeSet::new(),
            moved: None,
            begun: BTreeSet::new(),
            at: Point::start(variant),
            captures: [0; 2],
            last_usable: RefCell::default(),
        };
        if start.at.turns > 0 {
            start.begun = start.all_rules();
        }
        // A goal that the start has reached counts as if the opponent of the side to move had just ended a turn.
        start.at.side = start.at.side.other();
        start.at.outcome = start.decided_by_goals().or_else(|| start.decided_by_goals_of_turns());
        start.at.side = start.at.side.other();
        start.skip_to_possible_step();
        start
    }

    /// A stone of some group without a liberty, if there is such a group.
    pub fn stone_without_liberty(&self) -> Option<Cell> {
        let dead = |side| stones::without_liberties(&self.variant.board, &self.stones, side);
        Side::BOTH.into_iter().flat_map(dead).next()
    }

    /// The context for judging the next action.
    fn scene(&self) -> Scene<'_> {
        let Self { variant, stones, fresh, turned, moved, begun, at, .. } = self;
        Scene { variant, stones, fresh, turned, moved: *moved, begun, side: at.side }
    }

    /// The names of all rules.
    fn all_rules(&self) -> BTreeSet<String> {
        self.variant.actions.iter().map(|rule| rule.name.clone()).collect()
    }
}
