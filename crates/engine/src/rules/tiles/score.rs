//! The score: a point for each tile of a side's largest group, half a point for each of its other tiles.

use super::compile::Rules;
use super::set::Set;
use super::state::State;
use crate::points::Points;

impl<const W: usize> State<W> {
    /// The scores of the first player and of the second, komi included, given the `tiles` of the sides.
    pub fn scores(&self, rules: &Rules<W>, tiles: [Set<W>; 2]) -> [Points; 2] {
        let [first, second] = tiles.map(|tiles| self.points(tiles));
        let scores = [first, second + rules.komi];
        if self.progress.swapped { [scores[1], scores[0]] } else { scores }
    }

    /// The points of a side with these tiles.
    fn points(&self, tiles: Set<W>) -> Points {
        let mut rest = tiles;
        let mut largest = 0;
        while !rest.is_empty() {
            let before = rest.count();
            self.take_group(&mut rest);
            largest = largest.max(before - rest.count());
        }
        // Half a point for every tile, and another half for each tile of the largest group.
        Points::hundredths(50 * (tiles.count() + largest) as i32)
    }

    /// Removes the group of the first tile from `tiles`.
    fn take_group(&self, tiles: &mut Set<W>) {
        let mut found = Set::<W>::none();
        let first = tiles.nth(0);
        tiles.remove(first);
        found.insert(first);
        while !found.is_empty() {
            let tile = found.nth(0);
            found.remove(tile);
            for near in self.plane.around(tile) {
                if tiles.has(near) {
                    tiles.remove(near);
                    found.insert(near);
                }
            }
        }
    }
}
