//! Turning and mirroring sets of cells.

use super::{Board, Direction};

impl Board {
    /// The distinct orientations of a set of cells, turned and mirrored, each sorted. Cells are offsets from a centre. There are
    /// at most 8 on squares and 12 on hexes.
    pub fn orientations(&self, cells: &[Direction]) -> Vec<Vec<Direction>> {
        let turned = |(x, y): Direction| if self.is_hex() { (x - y, x) } else { (-y, x) };
        let mirrored = |(x, y): Direction| (y, x);
        let mut found = Vec::new();
        let mut cells = cells.to_vec();
        for _ in self.adjacent() {
            let image: Vec<Direction> = cells.iter().copied().map(mirrored).collect();
            for mut way in [cells.clone(), image] {
                way.sort_unstable();
                found.push(way);
            }
            cells = cells.into_iter().map(turned).collect();
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Direction, Shape};

    #[test]
    fn a_set_of_cells_has_up_to_eight_orientations_on_squares_and_twelve_on_hexes() {
        let squares = Board::new(Shape::Rectangle { width: 3, height: 3 });
        let hexes = Board::new(Shape::Hexagon { side: 3 });
        let ways = |cells: &[Direction]| [squares.orientations(cells).len(), hexes.orientations(cells).len()];
        assert_eq!(ways(&[(0, 0)]), [1, 1]);
        assert_eq!(ways(&[(0, 0), (1, 0)]), [4, 6]);
        assert_eq!(ways(&[(0, 0), (1, 0), (2, 0), (2, 1)]), [8, 12]);
        assert_eq!(ways(&[(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)])[0], 1);
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for board in
            [Board::new(Shape::Rectangle { width: 3, height: 3 }), Board::new(Shape::Hexagon { side: 3 })]
        {
            let mut all = board.adjacent().to_vec();
            all.sort_unstable();
            assert_eq!(board.orientations(&all), [all]);
        }
    }
}
