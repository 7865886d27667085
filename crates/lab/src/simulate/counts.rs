//! The counts of a run for each cell and each turn: integers, so that the order of addition does not matter.

use crate::rows::{CellRow, CourseRow};
use dropline_engine::board::{Board, Cell};
use dropline_engine::rules::{Action, Ownership, Winner};
use dropline_engine::variant::Side;
use std::ops::Range;

/// Sums over games: for each cell, and for each turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of games that have ended.
    games: u64,
    /// The rows of the cells, in the order of the board; empty before the first game. The number of games is left out, because
    /// it is the same for all cells.
    cells: Vec<CellRow>,
    /// The range of the cells that games used; on a board, all cells. On the boundless plane, a game uses few of the thousands of
    /// cells, and visiting all of them would take longer than playing.
    used: Range<usize>,
    /// The rows of turns, from the first turn.
    course: Vec<CourseRow>,
}

impl Counts {
    /// The sums over games on `board` that the tables of cells and turns hold; `None` if a cell is not on the board, or a turn is
    /// missing.
    pub fn of_tables(board: &Board, cells: &[CellRow], course: Vec<CourseRow>) -> Option<Self> {
        let mut counts = Self { games: course.first().map_or(0, |row| row.games), ..Self::default() };
        if counts.games > 0 {
            counts.prepare(board);
        }
        for row in cells.iter().filter(|row| row.is_used()) {
            let at = board.index(row.cell).filter(|&at| at < counts.cells.len())?;
            widen(&mut counts.used, at);
            counts.cells[at] = CellRow { games: 0, ..*row };
        }
        let in_order = course.iter().zip(1..).all(|(row, turn)| row.turn == turn);
        counts.course = course;
        in_order.then_some(counts)
    }

    /// Forgets all games. Later games must be played on the same board.
    pub fn clear(&mut self) {
        self.games = 0;
        for row in &mut self.cells[std::mem::take(&mut self.used)] {
            *row = row.empty();
        }
        self.course.clear();
    }

    /// The rows of all cells of `board`; on the boundless plane, of those that a game used.
    pub fn cells(&self, board: &Board) -> Vec<CellRow> {
        let mut cells = if self.cells.is_empty() { empty_cells(board).collect() } else { self.cells.clone() };
        if board.is_boundless() {
            cells.retain(CellRow::is_used);
        }
        cells.iter_mut().for_each(|row| row.games = self.games);
        cells
    }

    /// The rows of the turns that were reached.
    pub fn course(&self) -> &[CourseRow] {
        &self.course
    }

    /// Counts a turn that follows `done` others in its game, with `legal` actions at its first decision.
    pub fn turn(&mut self, done: usize, legal: u64) {
        let row = self.course_row(done);
        row.games += 1;
        row.legal_sum += legal;
        row.legal_square_sum += u128::from(legal) * u128::from(legal);
    }

    /// Counts the end of a game: the winner by first turn, and the ownership of cells by side; with `swapped`, the first side is
    /// the second player's.
    pub fn end(
        &mut self,
        board: &Board,
        winner: Winner,
        swapped: bool,
        first_turn: &[Action],
        ownership: &[Ownership],
    ) {
        self.prepare(board);
        self.games += 1;
        let boundless = board.is_boundless();
        let [first, second] = if swapped { [Side::Second, Side::First] } else { Side::BOTH };
        for owned in ownership {
            let Some(row) = self.cells.get_mut(owned.at) else { continue };
            if boundless {
                widen(&mut self.used, owned.at);
            }
            row.first_stones += u64::from(owned.stone == Some(first));
            row.second_stones += u64::from(owned.stone == Some(second));
            row.first_counts += u64::from(owned.counts_for[first.index()]);
            row.second_counts += u64::from(owned.counts_for[second.index()]);
        }
        let mut taken: Vec<Cell> = Vec::new();
        first_turn.iter().for_each(|&action| action.taken(|cell| taken.push(cell)));
        // A cell that was taken twice in the turn counts once.
        taken.sort_unstable();
        taken.dedup();
        for cell in taken {
            let Some(i) = board.index(cell).filter(|&i| i < self.cells.len()) else { continue };
            widen(&mut self.used, i);
            let row = &mut self.cells[i];
            row.first_turn_games += 1;
            match winner {
                Winner::First => row.first_turn_wins += 1,
                Winner::Draw => row.first_turn_draws += 1,
                Winner::Second => row.first_turn_losses += 1,
            }
        }
    }

    /// Prepares for games on `board`.
    fn prepare(&mut self, board: &Board) {
        if self.cells.is_empty() {
            self.cells.extend(empty_cells(board));
        }
        if !board.is_boundless() {
            self.used = 0..self.cells.len();
        }
    }

    /// Adds the games of `other`.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        for (done, row) in other.course.iter().enumerate() {
            let sum = self.course_row(done);
            sum.games += row.games;
            sum.legal_sum += row.legal_sum;
            sum.legal_square_sum += row.legal_square_sum;
        }
        if self.cells.is_empty() {
            self.cells.extend_from_slice(&other.cells);
            self.used = other.used.clone();
            return;
        }
        if !other.used.is_empty() {
            widen(&mut self.used, other.used.start);
            widen(&mut self.used, other.used.end - 1);
        }
        for (sum, row) in self.cells.iter_mut().zip(&other.cells).take(other.used.end).skip(other.used.start)
        {
            sum.first_turn_games += row.first_turn_games;
            sum.first_turn_wins += row.first_turn_wins;
            sum.first_turn_draws += row.first_turn_draws;
            sum.first_turn_losses += row.first_turn_losses;
            sum.first_stones += row.first_stones;
            sum.second_stones += row.second_stones;
            sum.first_counts += row.first_counts;
            sum.second_counts += row.second_counts;
        }
    }

    fn course_row(&mut self, done: usize) -> &mut CourseRow {
        while self.course.len() <= done {
            let turn = self.course.len() as u32 + 1;
            self.course.push(CourseRow { turn, ..CourseRow::default() });
        }
        &mut self.course[done]
    }
}

/// Extends `range` to include `index`.
fn widen(range: &mut Range<usize>, index: usize) {
    let (start, end) = (range.start, range.end);
    *range = if start == end { index..index + 1 } else { start.min(index)..end.max(index + 1) };
}

fn empty_cells(board: &Board) -> impl Iterator<Item = CellRow> {
    let row = if board.is_boundless() { CellRow::on_plane } else { CellRow::new };
    board.cells().iter().map(move |&cell| row(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::board::Shape;

    fn two_cells() -> Board {
        Board::new(Shape::Rectangle { width: 2, height: 1 })
    }

    fn one_game(winner: Winner, swapped: bool) -> Counts {
        let board = two_cells();
        let ownership = [
            Ownership { at: 0, stone: Some(Side::First), counts_for: [false; 2] },
            Ownership { at: 1, stone: None, counts_for: [true, false] },
        ];
        let mut counts = Counts::default();
        counts.turn(0, 2);
        counts.turn(1, 1);
        counts.end(&board, winner, swapped, &["a1".parse().unwrap()], &ownership);
        counts
    }

    #[test]
    fn a_cell_counts_the_games_that_began_there_and_its_final_owners() {
        let mut counts = one_game(Winner::First, false);
        counts.add(&one_game(Winner::Draw, false));
        let [a1, b1] = counts.cells(&two_cells())[..] else { panic!("two cells") };
        assert_eq!((a1.first_turn_games, a1.first_turn_wins, a1.first_turn_draws), (2, 1, 1));
        assert_eq!((a1.first_stones, a1.second_stones, a1.first_counts, a1.games), (2, 0, 0, 2));
        assert_eq!((b1.first_turn_games, b1.first_stones, b1.first_counts, b1.second_counts), (0, 0, 2, 0));
    }

    #[test]
    fn after_a_swap_the_first_side_is_the_second_player() {
        let [a1, b1] = one_game(Winner::Second, true).cells(&two_cells())[..] else { panic!("two cells") };
        assert_eq!((a1.first_stones, a1.second_stones, a1.first_turn_losses), (0, 1, 1));
        assert_eq!((b1.first_counts, b1.second_counts), (0, 1));
    }

    /// The cells of the plane that are used by a game of one turn with this ownership.
    fn used(first_turn: &[&str], ownership: &[Ownership]) -> Vec<CellRow> {
        let board = Board::new(Shape::BoundlessHex { reach: 3 });
        let actions: Vec<Action> = first_turn.iter().map(|text| text.parse().unwrap()).collect();
        let mut counts = Counts::default();
        counts.end(&board, Winner::First, false, &actions, ownership);
        counts.cells(&board)
    }

    #[test]
    fn each_cell_that_the_first_turn_takes_is_counted_once() {
        let board = Board::new(Shape::Rectangle { width: 3, height: 2 });
        let mut counts = Counts::default();
        let first_turn = ["a1.a2.b2", "c1>c2", "a1", "pass"].map(|text| text.parse().unwrap());
        counts.end(&board, Winner::Draw, false, &first_turn, &[]);
        let games: Vec<u64> = counts.cells(&board).iter().map(|row| row.first_turn_games).collect();
        assert_eq!(games, [1, 1, 0, 1, 1, 0]);
    }

    #[test]
    fn a_deal_takes_all_cells_on_its_way_and_a_release_all_new_tiles() {
        let names = |first_turn: &[&str]| {
            let rows = used(first_turn, &[]);
            let name = |row: &CellRow| dropline_engine::board::Axial(row.cell).to_string();
            rows.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&["2,0>-1,0"]), "-1,0 0,0 1,0");
        assert_eq!(names(&["0,2>2,0"]), "1,1 2,0");
        assert_eq!(names(&["0,-1>0,2"]), "0,2 0,1 0,0");
        assert_eq!(names(&["r:2,-1.3,-1", "1,1"]), "1,1 2,-1 3,-1");
    }

    #[test]
    fn occupied_cells_of_the_plane_are_listed_with_tiles_under_stacks() {
        let tile: Cell = "0,-1".parse().unwrap();
        let at = Board::new(Shape::BoundlessHex { reach: 3 }).index(tile).unwrap();
        let rows = used(&["pass"], &[Ownership { at, stone: Some(Side::Second), counts_for: [true, false] }]);
        let [row] = rows[..] else { panic!("one cell: {rows:?}") };
        assert_eq!((row.cell, row.on_plane, row.games), (tile, true, 1));
        assert_eq!((row.first_stones, row.second_stones, row.first_counts, row.second_counts), (0, 1, 1, 0));
    }

    #[test]
    fn cleared_counts_are_like_new() {
        let mut counts = one_game(Winner::First, false);
        counts.clear();
        assert_eq!(counts.cells(&two_cells()), Counts::default().cells(&two_cells()));
        assert!(counts.course().is_empty());
        counts.add(&one_game(Winner::Second, true));
        assert_eq!(counts.cells(&two_cells()), one_game(Winner::Second, true).cells(&two_cells()));
    }

    #[test]
    fn games_on_distant_cells_of_the_plane_are_all_counted() {
        let board = Board::new(Shape::BoundlessHex { reach: 3 });
        let game = |turn: &str| {
            let mut counts = Counts::default();
            counts.end(&board, Winner::First, false, &[turn.parse().unwrap()], &[]);
            counts
        };
        let mut counts = Counts::default();
        ["3,3", "0,0", "-3,-3"].iter().for_each(|turn| counts.add(&game(turn)));
        let games: Vec<u64> = counts.cells(&board).iter().map(|row| row.first_turn_games).collect();
        assert_eq!(games, [1, 1, 1]);
    }

    #[test]
    fn tables_hold_all_counts() {
        for board in [two_cells(), Board::new(Shape::BoundlessHex { reach: 3 })] {
            let mut counts = Counts::default();
            assert_eq!(Counts::of_tables(&board, &counts.cells(&board), Vec::new()), Some(counts.clone()));
            let name = if board.is_boundless() { "0,1" } else { "b1" };
            counts.turn(0, 3);
            counts.end(&board, Winner::First, false, &[name.parse().unwrap()], &[]);
            let course = counts.course().to_vec();
            assert_eq!(Counts::of_tables(&board, &counts.cells(&board), course.clone()), Some(counts));
            let elsewhere = CellRow { first_stones: 1, ..CellRow::new("z31".parse().unwrap()) };
            assert_eq!(Counts::of_tables(&board, &[elsewhere], course), None);
        }
    }

    #[test]
    fn a_turn_counts_the_games_that_reached_it() {
        let mut counts = one_game(Winner::First, false);
        counts.turn(0, 4);
        let [first, second] = counts.course[..] else { panic!("two turns") };
        assert_eq!((first.turn, first.games, first.legal_sum, first.legal_square_sum), (1, 2, 6, 20));
        assert_eq!((second.turn, second.games, second.legal_sum, second.legal_square_sum), (2, 1, 1, 1));
    }
}
