//! What counts: stones, controlled cells, surrounded regions.

use super::Slow;
use super::conditions::{NOTHING, View};
use super::stones::{adjacent, alike, around, sizes};
use crate::slow_turn::{Point, SlowTurns};
use dropline::board::Cell;
use dropline::points::Points;
use dropline::rules::{Action, Margin, Ownership};
use dropline::variant::conditions::Term;
use dropline::variant::{Empties, ScoreMethod, Side, Variant};
use std::collections::BTreeSet;

impl Slow {
    /// The cells that hold something or count for a side.
    pub fn all_ownership(&self) -> impl Iterator<Item = Ownership> {
        let usable = match self.variant.score.method {
            ScoreMethod::Control => self.usable(),
            _ => Default::default(),
        };
        let counts_for = move |cell, side| self.counts_for(cell, side, &usable);
        let owned = move |(at, &cell): (usize, &Cell)| match self.stones.on(cell) {
            Some(side) => Ownership { at, stone: Some(side), counts_for: [false; 2] },
            None if !self.stones.is_empty(cell) => Ownership { at, stone: None, counts_for: [false; 2] },
            None => Ownership { at, stone: None, counts_for: Side::BOTH.map(|side| counts_for(cell, side)) },
        };
        let says_something = |owned: &Ownership| owned.stone.is_some() || owned.counts_for != [false; 2];
        self.variant.board.cells().iter().enumerate().map(owned).filter(says_something)
    }

    /// The sizes of the groups of `side`, the largest first.
    pub fn sizes(&self, side: Side) -> Vec<u32> {
        sizes(&self.variant.board, &self.stones, side)
    }

    /// Whether the empty `cell` is an eye of the side to move: its stones on all neighbouring cells and, on squares, at most one
    /// enemy stone diagonally next to it, none at the edge of the board.
    pub fn is_own_eye(&self, cell: Cell) -> bool {
        let board = &self.variant.board;
        let own = |&near: &Cell| self.stones.on(near) == Some(self.at.side);
        let corners = around(board, cell, board.touching());
        let enemies =
            corners.iter().filter(|&&near| self.stones.on(near) == Some(self.at.side.other())).count();
        let allowed = usize::from(corners.len() == board.touching().len());
        adjacent(board, cell).iter().all(own) && enemies <= allowed
    }

    /// How far the first side is ahead.
    pub fn side_margin(&self) -> Margin {
        let scores = self.side_scores();
        if self.variant.score.method != ScoreMethod::Groups || scores[0] != scores[1] {
            return match self.variant.score.method {
                ScoreMethod::Groups => Margin::of_sequences(0, scores[0] - scores[1]),
                _ => Margin::of_points(scores),
            };
        }
        let [first, second] = Side::BOTH.map(|side| self.sizes(side));
        let at = |sizes: &[u32], place: usize| sizes.get(place).map_or(0, |&size| size as i32);
        for place in 1..first.len().max(second.len()) {
            let difference = at(&first, place) - at(&second, place);
            if difference != 0 {
                return Margin::of_sequences(place, Points::whole(difference));
            }
        }
        Margin::default()
    }

    /// The board as `side` sees it; only terms about the whole board can be read.
    pub fn whole_board(&self, side: Side) -> View<'_> {
        let Variant { board, patterns, sets, .. } = &*self.variant;
        let cell = board.cells()[0];
        View { board, patterns, sets, stones: &self.stones, before: None, arrived: NOTHING, side, cell }
    }

    /// The points of both sides, and when the game is over the empty cells for the winner.
    pub fn side_scores(&self) -> [Points; 2] {
        let mut scores = self.side_scores_on_board();
        let empty = self.variant.board.cells().iter().filter(|&&cell| self.stones.is_empty(cell)).count();
        let over = self.at.outcome.is_some() && self.variant.score.empties == Empties::Winner;
        if over && scores[0] != scores[1] {
            let ahead = &mut scores[usize::from(scores[0] < scores[1])];
            *ahead = *ahead + Points::whole(empty as i32);
        }
        scores
    }

    /// The points of both sides in the position.
    fn side_scores_on_board(&self) -> [Points; 2] {
        let komi = self.variant.score.komi;
        if self.variant.score.method == ScoreMethod::Groups {
            let largest = |side| Points::whole(self.sizes(side).first().map_or(0, |&size| size as i32));
            return [largest(Side::First), largest(Side::Second) + komi];
        }
        if self.variant.score.method == ScoreMethod::Terms {
            let of = |side| {
                let view = self.whole_board(side);
                let points =
                    |&(term, worth): &(Term, i16)| view.number_on_board(term) as i32 * i32::from(worth);
                Points::whole(self.variant.score.terms.iter().map(points).sum())
            };
            return [of(Side::First), of(Side::Second) + komi];
        }
        let ownership: Vec<_> = self.all_ownership().collect();
        let of = |side: Side| {
            let own = |owned: &&Ownership| owned.stone == Some(side) || owned.counts_for[side.index()];
            Points::whole(ownership.iter().filter(own).count() as i32)
        };
        [of(Side::First), of(Side::Second) + komi]
    }

    /// Whether an empty cell is a point for `side`; `usable` are the cells that each side could use.
    fn counts_for(&self, cell: Cell, side: Side, usable: &[BTreeSet<Cell>; 2]) -> bool {
        match self.variant.score.method {
            ScoreMethod::Control => !usable[side.other().index()].contains(&cell),
            ScoreMethod::Area => self.region_touches(cell) == BTreeSet::from([side.index()]),
            ScoreMethod::Groups
            | ScoreMethod::Tiles
            | ScoreMethod::Stones
            | ScoreMethod::Terms
            | ScoreMethod::None => false,
        }
    }

    /// For each side, the cells on which a legal first action of its normal turn would place a stone, assuming that the first
    /// shapes of the game have been placed. Repetition is ignored, so only the stones matter.
    fn usable(&self) -> [BTreeSet<Cell>; 2] {
        if let Some((stones, usable)) = &*self.last_usable.borrow()
            && *stones == self.stones
        {
            return usable.clone();
        }
        let usable = Side::BOTH.map(|side| self.usable_by(side));
        self.last_usable.replace(Some((self.stones.clone(), usable.clone())));
        usable
    }

    /// [`Slow::usable`] for one side.
    fn usable_by(&self, side: Side) -> BTreeSet<Cell> {
        let mut turn = self.clone();
        turn.begun = turn.all_rules();
        turn.earlier.clear();
        turn.fresh.clear();
        turn.turned.clear();
        turn.moved = None;
        turn.at = Point { side, turns: turn.variant.openings.len() as u32, ..Point::start(&self.variant) };
        turn.skip_what_cannot_be_done();
        let stones = |action| match action {
            Action::Place(cell) => vec![cell],
            Action::Shape(cells) => cells.to_vec(),
            _ => vec![],
        };
        turn.legal_on_board().into_iter().flat_map(stones).collect()
    }

    /// The sides, by index, whose stones touch the empty region of `cell`.
    fn region_touches(&self, cell: Cell) -> BTreeSet<usize> {
        let region = alike(&self.variant.board, &self.stones, cell);
        let near = region.iter().flat_map(|&empty| adjacent(&self.variant.board, empty));
        near.filter_map(|cell| self.stones.on(cell)).map(Side::index).collect()
    }
}
