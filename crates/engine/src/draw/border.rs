//! Lines along the borders of cells: where goals require stones, and where edges of the board are joined.

use super::GoalCells;
use crate::board::{Board, Cell, Direction, Point};

/// A line along the borders of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// The points that it connects, in the units of [`Board::centre`].
    pub points: Vec<Point>,
    /// What it shows.
    pub of: StrokeOf,
}

impl Stroke {
    /// Whether it is an outline within a cell, rather than a line along an edge of the board.
    pub const fn is_outline(&self) -> bool {
        self.points.len() > 2
    }
}

/// What a stroke shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeOf {
    /// The border of cells on which a goal requires black stones, white stones, or stones of either colour.
    Goal([bool; 2]),
    /// A joined edge.
    Seam,
}

/// The strokes for goals and for joined edges.
pub fn strokes(board: &Board, wanted: &[GoalCells]) -> Vec<Stroke> {
    let borders = Borders { board, corners: board.corners() };
    let mut strokes: Vec<Stroke> = board.cells().iter().flat_map(|&cell| borders.seams(cell)).collect();
    let goal_borders: Vec<GoalBorder> =
        wanted.iter().flat_map(|wanted| borders.goal_borders(wanted)).collect();
    for goal_border in &goal_borders {
        let rivals = goal_borders
            .iter()
            .filter(|other| other.is_at(goal_border) && other.by != goal_border.by)
            .count();
        strokes.push(borders.stroke(goal_border, rivals > 0));
    }
    let inner = wanted.iter().flat_map(|wanted| borders.inner(wanted));
    strokes.extend(inner);
    strokes
}

/// The steps off the board across the borders that goals cover: the cell, the step, and the stones that the goal requires.
pub fn goal_steps(board: &Board, wanted: &[GoalCells]) -> Vec<(Cell, Direction, [bool; 2])> {
    let borders = Borders { board, corners: board.corners() };
    let of = |wanted: &GoalCells| {
        let by = wanted.by;
        let steps_of =
            |(cell, steps): (Cell, Vec<Direction>)| steps.into_iter().map(move |step| (cell, step, by));
        borders.covered(wanted).into_iter().flat_map(steps_of).collect::<Vec<_>>()
    };
    wanted.iter().flat_map(of).collect()
}

/// An outer border of a cell that a goal covers.
#[derive(Clone, Copy)]
struct GoalBorder {
    cell: Cell,
    /// The index of the border among all borders of the cell.
    border: usize,
    /// Whether the same goal also covers the previous border of the cell.
    after_own: bool,
    by: [bool; 2],
}

impl GoalBorder {
    fn is_at(&self, other: &Self) -> bool {
        (self.cell, self.border) == (other.cell, other.border)
    }
}

struct Borders<'a> {
    board: &'a Board,
    corners: Vec<Point>,
}

impl Borders<'_> {
    /// The border of a cell that lies in the direction of `step`.
    fn towards(&self, step: Direction) -> usize {
        let way = self.board.drawn((step.0.into(), step.1.into()));
        let along = |i: usize| {
            let [from, to] = self.ends(i);
            way.x * (from.x + to.x) + way.y * (from.y + to.y)
        };
        let borders = 0..self.corners.len();
        borders.max_by(|&i, &j| along(i).total_cmp(&along(j))).expect("a cell has borders")
    }

    /// Both ends of a border, relative to the centre of its cell.
    fn ends(&self, border: usize) -> [Point; 2] {
        [self.corners[border], self.corners[(border + 1) % self.corners.len()]]
    }

    fn line(&self, cell: Cell, ends: [Point; 2], of: StrokeOf) -> Stroke {
        let centre = self.board.centre(cell);
        let points = ends.map(|end| Point { x: centre.x + end.x, y: centre.y + end.y }).to_vec();
        Stroke { points, of }
    }

    /// The borders of `cell` at joined edges.
    fn seams(&self, cell: Cell) -> Vec<Stroke> {
        let over_the_seam = |&&step: &&Direction| {
            self.board.step(cell, step).is_some_and(|next| {
                let near = |from: u8, to: u8, by: i8| i16::from(from) + i16::from(by) == i16::from(to);
                !near(cell.x, next.x, step.0) || !near(cell.y, next.y, step.1)
            })
        };
        let steps = self.board.adjacent().iter().filter(over_the_seam);
        steps.map(|&step| self.line(cell, self.ends(self.towards(step)), StrokeOf::Seam)).collect()
    }

    /// The steps that lead off the board from every cell of one of its sides.
    fn outward(&self, side: &[Cell]) -> Vec<Direction> {
        let leaves = |step: Direction| {
            let off =
                |&cell: &Cell| self.board.towards(cell, step).is_none_or(|next| !self.board.outlines(next));
            side.iter().all(off)
        };
        self.board.adjacent().iter().copied().filter(|&step| leaves(step)).collect()
    }

    /// The sides of the board that `wanted` covers: a side counts if all its cells are wanted, or if all wanted cells lie on it.
    fn sides(&self, wanted: &GoalCells) -> Vec<Vec<Cell>> {
        let holds = |set: &[Cell], part: &[Cell]| part.iter().all(|cell| set.contains(cell));
        let mut sides = self.board.outline();
        sides.retain(|side| !side.is_empty() && (holds(&wanted.cells, side) || holds(side, &wanted.cells)));
        sides
    }

    /// The cells of `wanted` on the sides that it covers, each with the steps that lead off the board from that side.
    fn covered(&self, wanted: &GoalCells) -> Vec<(Cell, Vec<Direction>)> {
        let of_side = |side: Vec<Cell>| {
            let steps = self.outward(&side);
            let cells = side.into_iter().filter(|cell| wanted.cells.contains(cell));
            cells.map(|cell| (cell, steps.clone())).collect::<Vec<_>>()
        };
        self.sides(wanted).into_iter().flat_map(of_side).collect()
    }

    fn goal_borders(&self, wanted: &GoalCells) -> Vec<GoalBorder> {
        let before = |border: usize| (border + self.corners.len() - 1) % self.corners.len();
        let mut goal_borders = Vec::new();
        for (cell, steps) in self.covered(wanted) {
            let borders: Vec<usize> = steps.iter().map(|&step| self.towards(step)).collect();
            goal_borders.extend(borders.iter().map(|&border| GoalBorder {
                cell,
                border,
                after_own: borders.contains(&before(border)),
                by: wanted.by,
            }));
        }
        goal_borders
    }

    /// The stroke along a goal's border. If two goals share the border, each gets the half next to the cell's other border that
    /// the goal covers.
    fn stroke(&self, goal_border: &GoalBorder, shared: bool) -> Stroke {
        let [from, to] = self.ends(goal_border.border);
        let middle = Point { x: f64::midpoint(from.x, to.x), y: f64::midpoint(from.y, to.y) };
        let ends = match (shared, goal_border.after_own) {
            (false, _) => [from, to],
            (true, true) => [from, middle],
            (true, false) => [middle, to],
        };
        self.line(goal_border.cell, ends, StrokeOf::Goal(goal_border.by))
    }

    /// Outlines within the cells of `wanted` that lie on none of the sides that `wanted` covers.
    fn inner(&self, wanted: &GoalCells) -> Vec<Stroke> {
        const SIZE: f64 = 0.8;
        let sides = self.sides(wanted);
        let elsewhere = |cell: &&Cell| !sides.iter().any(|side| side.contains(cell));
        let around = |&cell: &Cell| {
            let centre = self.board.centre(cell);
            let mut points: Vec<Point> = self.corners.clone();
            points.push(points[0]);
            for point in &mut points {
                *point = Point { x: centre.x + SIZE * point.x, y: centre.y + SIZE * point.y };
            }
            Stroke { points, of: StrokeOf::Goal(wanted.by) }
        };
        wanted.cells.iter().filter(elsewhere).map(around).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, Wrap};

    fn wanted(board: &Board, text: &str, by: [bool; 2]) -> GoalCells {
        GoalCells { cells: board.region(text).unwrap(), by }
    }

    /// The number of borders drawn in full, and the number drawn as halves.
    fn borders(board: &Board, wanted: &[GoalCells]) -> (usize, usize) {
        let strokes = strokes(board, wanted);
        let length = |stroke: &Stroke| {
            let [from, to] = [stroke.points[0], stroke.points[1]];
            (from.x - to.x).hypot(from.y - to.y)
        };
        let longest = strokes.iter().map(length).fold(0.0, f64::max);
        let whole = strokes.iter().filter(|stroke| length(stroke) > 0.9 * longest).count();
        (whole, strokes.len() - whole)
    }

    #[test]
    fn two_colours_share_the_border_in_the_corner_between_their_sides() {
        let board = Board::new(Shape::Rhombus { width: 4, height: 4 });
        let black = [wanted(&board, "row 1", [true, false]), wanted(&board, "row -1", [true, false])];
        assert_eq!(borders(&board, &black), (16, 0));
        let white = [wanted(&board, "column 1", [false, true]), wanted(&board, "column -1", [false, true])];
        // Two corners of a rhombus have a shared border, the other two do not.
        assert_eq!(borders(&board, &[black, white].concat()), (28, 4));
    }

    #[test]
    fn a_part_of_a_side_is_drawn_alone_and_cells_elsewhere_have_outlines() {
        let board = Board::new(Shape::Rectangle { width: 5, height: 5 });
        let by = [true, false];
        assert_eq!(strokes(&board, &[wanted(&board, "row 5 columns 2..-2", by)]).len(), 3);
        assert_eq!(strokes(&board, &[wanted(&board, "edge", by)]).len(), 20);
        let centre = strokes(&board, &[wanted(&board, "centre", by)]);
        assert_eq!(centre.iter().map(|stroke| stroke.points.len()).collect::<Vec<_>>(), [5]);
        let rows = strokes(&board, &[wanted(&board, "rows 4..5", by)]);
        assert_eq!(rows.iter().filter(|stroke| stroke.points.len() == 2).count(), 5);
        assert_eq!(rows.len(), 10);
    }

    #[test]
    fn seams_are_drawn_at_both_edges() {
        let board = Board::new(Shape::Rectangle { width: 5, height: 4 });
        assert!(strokes(&board, &[]).is_empty());
        assert_eq!(strokes(&board.clone().wrapped(Wrap::Columns), &[]).len(), 8);
        assert_eq!(strokes(&board.wrapped(Wrap::Torus), &[]).len(), 18);
    }
}
