//! The effect of a single stone, found before it is placed.

use super::cells::Cells;
use super::compile::Rules;
use super::groups::{MOST_NEAR, names_beside};
use super::index::Index;
use super::state::State;

/// The effect of a stone on a given cell: all that is needed to check and to place the stone.
#[derive(Clone, Copy)]
pub struct Placement<S: Cells> {
    /// The cells that remain empty once the stone is placed, before captures.
    pub left: S,
    /// The friendly groups next to the stone: see [`Groups::beside`](super::groups::Groups::beside).
    pub beside: [S::Name; MOST_NEAR],
    /// The neighbours of the group that the stone and these groups form.
    pub neighbours: S,
    /// The neighbours of the enemy groups next to the stone, and [`Cells::NOWHERE`].
    pub enemy_neighbours: S,
    /// Whether an enemy group loses its last liberty.
    pub takes: bool,
    /// Whether the stone's group has a liberty after captures.
    pub lives: bool,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The placement of a stone of `side` on the empty cell `cell`.
    #[inline(always)]
    pub fn placement(&self, rules: &Rules<S, D>, side: usize, cell: Index) -> Placement<S> {
        let nowhere = S::name(S::NOWHERE);
        let here = &rules.grid.here[cell];
        let left = self.empty.without(here.alone);
        let mut placement = Placement {
            left,
            beside: [nowhere; MOST_NEAR],
            neighbours: S::none(),
            enemy_neighbours: S::none(),
            takes: false,
            lives: true,
        };
        if !rules.groups {
            return placement;
        }
        let [own, enemies] = self.groups.beside_both(&rules.grid, side, cell);
        placement.beside = own;
        placement.neighbours = here.near;
        for name in &placement.beside[..names_beside::<D>()] {
            placement.neighbours = placement.neighbours.or(self.groups.neighbours(*name));
        }
        // Drop the sentinel: it must not count as a liberty.
        placement.neighbours = placement.neighbours.without(rules.grid.nowhere);
        if rules.by_liberties {
            // With NOWHERE counted as empty, the sentinel group always has a liberty.
            let free = left.or(rules.grid.nowhere);
            for name in &enemies[..names_beside::<D>()] {
                let neighbours = self.groups.neighbours(*name);
                placement.enemy_neighbours = placement.enemy_neighbours.or(neighbours);
                placement.takes |= !free.meets(neighbours);
            }
            placement.lives = placement.takes | placement.neighbours.meets(left);
        }
        placement
    }
}
