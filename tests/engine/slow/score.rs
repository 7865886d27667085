//! What counts: stones, controlled cells, surrounded regions.

use super::Slow;
use super::act::Scene;
use super::stones::{adjacent, alike};
use dropline::board::Cell;
use dropline::points::Points;
use dropline::rules::{Action, Claim};
use dropline::variant::{ScoreMethod, Side, Step};
use std::collections::BTreeSet;

impl Slow {
    /// What `cell` holds or counts for.
    pub fn claim(&self, cell: Cell) -> Claim {
        match self.stones.on(cell) {
            Some(side) => Claim { stone: Some(side), counts_for: [false; 2] },
            None => Claim { stone: None, counts_for: Side::BOTH.map(|side| self.counts_for(cell, side)) },
        }
    }

    /// The points of both sides.
    pub fn side_scores(&self) -> [Points; 2] {
        let claims: Vec<_> = self.variant.board.cells().iter().map(|&cell| self.claim(cell)).collect();
        let of = |side: Side| {
            let own = |claim: &&Claim| claim.stone == Some(side) || claim.counts_for[side.index()];
            Points::whole(claims.iter().filter(own).count() as i32)
        };
        [of(Side::First), of(Side::Second) + self.variant.score.komi]
    }

    /// Whether an empty cell is a point of `side`.
    fn counts_for(&self, cell: Cell, side: Side) -> bool {
        match self.variant.score.method {
            ScoreMethod::Control => !self.could_place(cell, side.other()),
            ScoreMethod::Area => self.region_touches(cell) == BTreeSet::from([side.index()]),
            ScoreMethod::Groups | ScoreMethod::Tiles => false,
        }
    }

    /// Whether `side` could place a stone on `cell`, were it to begin a normal turn now.
    fn could_place(&self, cell: Cell, side: Side) -> bool {
        let scene = Scene { variant: &self.variant, stones: &self.stones, fresh: &BTreeSet::new(), side };
        let mut rules = self.variant.turn.steps.iter().flat_map(Step::actions);
        rules.any(|rule| scene.broken(&self.variant.actions[rule], Action::Place(cell)).is_empty())
    }

    /// The sides, by index, whose stones touch the empty region of `cell`.
    fn region_touches(&self, cell: Cell) -> BTreeSet<usize> {
        let region = alike(&self.variant.board, &self.stones, cell);
        let near = region.iter().flat_map(|&empty| adjacent(&self.variant.board, empty));
        near.filter_map(|cell| self.stones.on(cell)).map(|side| side.index()).collect()
    }
}
