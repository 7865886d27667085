//! Captures by condition: after an action, the stones of the first entry of a list that captures any.

use super::cells::Cells;
use super::condition::holding;
use super::grid::{Grid, flood};
use super::processor::compiled;
use super::scene::Scene;
use crate::actions::{Reach, Whose};
use crate::conditions::Line;
use crate::pieces::PieceKind;
use crate::variant::{Capture, Take, Taken, Vicinity};

/// An entry of the list, compiled.
pub struct TakeRule {
    stones: Whose,
    groups: bool,
    near: Option<Vicinity>,
    piece: Option<PieceKind>,
    lines: Vec<Line>,
    /// Whether the lines hold for all stones of a group or for none.
    same_in_groups: bool,
    flips: bool,
}

/// The stones of the side that has acted and of its opponent that are captured.
#[derive(Clone, Copy)]
pub struct Listed<S> {
    pub own: S,
    pub enemy: S,
    /// Whether they change sides; otherwise they are removed.
    pub flips: bool,
}

impl TakeRule {
    /// The list of `capture`.
    pub fn all(capture: &Capture) -> Vec<Self> {
        let rule = |take: &Take| Self {
            stones: take.stones,
            groups: take.groups,
            near: take.near,
            piece: take.piece,
            lines: take.condition.nearest_first(),
            same_in_groups: take.groups && take.piece.is_none() && take.condition.is_same_in_groups(),
            flips: take.taken == Taken::Flipped,
        };
        capture.listed().iter().map(rule).collect()
    }

    /// The captured stones of the side that sees `scene`, among the cells `near`.
    #[inline(always)]
    fn captured<S: Cells, const D: usize>(&self, grid: &Grid<S, D>, scene: &Scene<'_, S>, near: S) -> S {
        let mut stones = scene.own.and(near);
        if self.same_in_groups {
            // One stone of each group will do.
            let (mut rest, mut one_each) = (stones, S::none());
            while let Some(first) = rest.first() {
                one_each = one_each.or(S::single(first));
                rest = rest.without(flood(grid, S::single(first), scene.own));
            }
            stones = one_each;
        }
        if let Some(kind) = self.piece {
            stones = stones.and(scene.pieces_of(kind));
        }
        let captured = holding(grid, &self.lines, scene, stones);
        if self.groups && !captured.is_empty() { flood(grid, captured, scene.own) } else { captured }
    }
}

compiled! {
    /// What `takes` capture in `scene`, seen by the side that has acted.
    pub fn listed_captures(grid: &Grid<S, D>, takes: &[TakeRule], scene: &Scene<'_, S>) -> Listed<S> => {
        let mut listed = Listed { own: S::none(), enemy: S::none(), flips: false };
        for take in takes {
            let arrived = scene.arrived;
            let near = match take.near {
                None => grid.board,
                Some(Vicinity::Adjacent) => grid.around(arrived, Reach::Adjacent).without(arrived),
                Some(Vicinity::Touching) => grid.around(arrived, Reach::Touching).without(arrived),
                Some(Vicinity::Group) => {
                    let group = flood(grid, arrived, scene.side_of(arrived));
                    group.or(grid.spread(group))
                }
            };
            if take.stones != Whose::Enemy {
                listed.own = take.captured(grid, scene, near);
            }
            if take.stones != Whose::Own {
                listed.enemy = take.captured(grid, &scene.turned(), near);
            }
            if !listed.own.or(listed.enemy).is_empty() {
                listed.flips = take.flips;
                break;
            }
        }
        listed
    };
}
