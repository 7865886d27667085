//! `cells.csv` and `course.csv`: the counts of a run for each cell of the board and for each turn.

use super::table::{Columns, Field, FieldKind, Line, Row, Wrong, columns};
use dropline_engine::board::{Axial, Cell};

/// A row of `cells.csv`: one cell of the board, over all games of the run. On the boundless plane there are rows only for cells
/// that a game used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRow {
    /// The cell.
    pub cell: Cell,
    /// Whether the cell is on the boundless plane, where cells have names such as `0,-1`.
    pub on_plane: bool,
    /// Games whose first turn placed a stone or laid a tile here.
    pub first_turn_games: u64,
    /// Games among them that the first player won.
    pub first_turn_wins: u64,
    /// Games among them that were drawn.
    pub first_turn_draws: u64,
    /// Games among them that the first player lost.
    pub first_turn_losses: u64,
    /// Games that ended with a stone of the first player here; in a stack, the top stone counts.
    pub first_stones: u64,
    /// Games that ended with a stone of the second player here.
    pub second_stones: u64,
    /// Games that ended with the cell counting for the first player, as an empty cell or as its tile.
    pub first_counts: u64,
    /// Games that ended with the cell counting for the second player; an empty cell may count for both.
    pub second_counts: u64,
    /// The number of games of the run.
    pub games: u64,
}

impl CellRow {
    /// The row of a cell of a finite board, without games.
    pub const fn new(cell: Cell) -> Self {
        Self {
            cell,
            on_plane: false,
            first_turn_games: 0,
            first_turn_wins: 0,
            first_turn_draws: 0,
            first_turn_losses: 0,
            first_stones: 0,
            second_stones: 0,
            first_counts: 0,
            second_counts: 0,
            games: 0,
        }
    }

    /// Like [`CellRow::new`], for a cell of the boundless plane.
    pub const fn on_plane(cell: Cell) -> Self {
        Self { on_plane: true, ..Self::new(cell) }
    }

    /// A row of the same cell, without games.
    pub const fn empty(&self) -> Self {
        Self { on_plane: self.on_plane, ..Self::new(self.cell) }
    }

    /// The name of the cell.
    pub fn name(&self) -> String {
        if self.on_plane { Axial(self.cell).to_string() } else { self.cell.to_string() }
    }

    /// Whether any game made use of the cell.
    pub fn is_used(&self) -> bool {
        let Self { first_turn_games, first_stones, second_stones, first_counts, second_counts, .. } = *self;
        [first_turn_games, first_stones, second_stones, first_counts, second_counts].iter().any(|&n| n > 0)
    }
}

impl CellRow {
    /// Whether its counts are consistent with its number of games.
    pub fn is_possible(&self) -> bool {
        let up_to_games = |parts: &[u64]| {
            let sum = parts.iter().try_fold(0, |sum: u64, &part| sum.checked_add(part));
            sum.is_some_and(|sum| sum <= self.games)
        };
        let ended = [self.first_turn_wins, self.first_turn_draws, self.first_turn_losses];
        let lists: [&[u64]; 5] = [
            &ended,
            &[self.first_turn_games],
            &[self.first_stones, self.second_stones],
            &[self.first_counts],
            &[self.second_counts],
        ];
        lists.into_iter().all(up_to_games) && ended.iter().sum::<u64>() == self.first_turn_games
    }
}

/// A cell as the table names it, and whether it is on the boundless plane.
struct Named {
    cell: Cell,
    on_plane: bool,
}

impl Field for Named {
    fn expected() -> String {
        "the name of a cell, such as `d7`, or `0,-1` on the boundless plane".to_owned()
    }
    fn from_field(text: &str) -> Option<Self> {
        // Only names of cells on the plane have a comma.
        Some(Self { cell: text.parse().ok()?, on_plane: text.contains(',') })
    }
    fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
        let name = if self.on_plane { Axial(self.cell).to_string() } else { self.cell.to_string() };
        put(name.as_bytes());
    }
}

impl Row for CellRow {
    const FILE: &'static str = "cells.csv";
}

impl Columns for CellRow {
    const NAMES: &'static [&'static str] = &[
        "cell",
        "first_turn_games",
        "first_turn_wins",
        "first_turn_draws",
        "first_turn_losses",
        "first_stones",
        "second_stones",
        "first_counts",
        "second_counts",
        "games",
    ];
    const KINDS: &'static [FieldKind] = &{
        let mut kinds = [FieldKind::Whole; Self::NAMES.len()];
        kinds[0] = Named::KIND;
        kinds
    };

    fn fields(&self, put: &mut dyn FnMut(&[u8])) {
        Named { cell: self.cell, on_plane: self.on_plane }.put_to(put);
        self.first_turn_games.put_to(put);
        self.first_turn_wins.put_to(put);
        self.first_turn_draws.put_to(put);
        self.first_turn_losses.put_to(put);
        self.first_stones.put_to(put);
        self.second_stones.put_to(put);
        self.first_counts.put_to(put);
        self.second_counts.put_to(put);
        self.games.put_to(put);
    }

    fn parse(line: &mut Line<'_>) -> Result<Self, Wrong> {
        let Named { cell, on_plane } = line.take()?;
        Ok(Self {
            cell,
            on_plane,
            first_turn_games: line.take()?,
            first_turn_wins: line.take()?,
            first_turn_draws: line.take()?,
            first_turn_losses: line.take()?,
            first_stones: line.take()?,
            second_stones: line.take()?,
            first_counts: line.take()?,
            second_counts: line.take()?,
            games: line.take()?,
        })
    }
}

columns! {
    /// A row of `course.csv`: one turn, over the games that reached it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct CourseRow {
        /// The turn, counted from 1.
        pub turn: u32,
        /// Games that reached the turn.
        pub games: u64,
        /// The number of legal actions at the first decision of the turn, summed over the games that reached the turn.
        pub legal_sum: u64,
        /// The sum, over the same games, of the squares of these numbers of actions.
        pub legal_square_sum: u128,
    }
}

impl CourseRow {
    /// Whether `rows` are possible for `games` games with a turn or more: their turns are 1, 2 and so on, and no turn is reached by more games than
    /// the one before it.
    pub fn are_possible(rows: &[Self], games: u64) -> bool {
        let counted = (1..).zip(rows).all(|(turn, row)| row.turn == turn);
        let reached = rows.windows(2).all(|pair| pair[1].games <= pair[0].games);
        rows.first().map_or(0, |row| row.games) == games && counted && reached
    }
}

impl Row for CourseRow {
    const FILE: &'static str = "course.csv";
}

#[cfg(test)]
mod tests {
    use super::super::{RowWriter, Rows};
    use super::*;

    fn round_trip<T: Row>(row: &T) -> (String, T) {
        let mut writer = RowWriter::new(Vec::new()).unwrap();
        writer.write(row).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let back = Rows::new(T::FILE.into(), text.as_bytes()).unwrap().next().unwrap().unwrap();
        (text, back)
    }

    #[test]
    fn a_cell_reads_back_as_it_was() {
        let row = CellRow {
            first_turn_games: 6,
            first_turn_wins: 3,
            first_turn_draws: 1,
            first_turn_losses: 2,
            first_stones: 4,
            second_stones: 5,
            first_counts: 7,
            second_counts: 8,
            games: 100,
            ..CellRow::new("d7".parse().unwrap())
        };
        let (text, back) = round_trip(&row);
        assert!(text.ends_with("\nd7,6,3,1,2,4,5,7,8,100\n"), "{text}");
        assert_eq!(back, row);
    }

    #[test]
    fn a_cell_of_the_plane_is_named_by_its_coordinates() {
        let row = CellRow { games: 3, first_stones: 1, ..CellRow::on_plane("0,-1".parse().unwrap()) };
        let (text, back) = round_trip(&row);
        assert!(text.ends_with("\n\"0,-1\",0,0,0,0,1,0,0,0,3\n"), "{text}");
        assert_eq!(back, row);
    }

    #[test]
    fn a_turn_reads_back_as_it_was() {
        let row = CourseRow { turn: 3, games: 20, legal_sum: 2000, legal_square_sum: 210_000 };
        let (text, back) = round_trip(&row);
        assert_eq!(text, "turn,games,legal_sum,legal_square_sum\n3,20,2000,210000\n");
        assert_eq!(back, row);
    }

    #[test]
    fn impossible_counts_are_detected() {
        let row = CellRow { games: 5, ..CellRow::new("d7".parse().unwrap()) };
        let right = CellRow {
            first_turn_games: 5,
            first_turn_wins: 3,
            first_turn_losses: 2,
            first_stones: 1,
            second_stones: 4,
            first_counts: 5,
            second_counts: 5,
            ..row
        };
        assert!(row.is_possible() && right.is_possible());
        for wrong in [
            CellRow { first_turn_games: 1, ..row },
            CellRow { first_turn_wins: u64::MAX, first_turn_draws: 1, ..row },
            CellRow { first_turn_games: 6, first_turn_wins: 6, ..row },
            CellRow { first_stones: 3, second_stones: 3, ..row },
            CellRow { first_stones: u64::MAX, second_stones: u64::MAX, ..row },
            CellRow { first_counts: 6, ..row },
            CellRow { second_counts: 6, ..row },
        ] {
            assert!(!wrong.is_possible(), "{wrong:?}");
        }
    }

    #[test]
    fn turns_are_counted_from_the_first_and_reached_by_fewer_and_fewer_games() {
        let possible = |turns: &[(u32, u64)]| {
            let row = |&(turn, games)| CourseRow { turn, games, ..CourseRow::default() };
            CourseRow::are_possible(&turns.iter().map(row).collect::<Vec<_>>(), 5)
        };
        assert!(possible(&[(1, 5)]) && possible(&[(1, 5), (2, 5), (3, 1)]));
        for wrong in [&[][..], &[(1, 4)], &[(2, 5)], &[(1, 5), (1, 5)], &[(1, 5), (2, 6)]] {
            assert!(!possible(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn unknown_cells_are_reported_with_their_position() {
        let text = "cell,first_turn_games,first_turn_wins,first_turn_draws,first_turn_losses,first_stones,\
                    second_stones,first_counts,second_counts,games\n7d,0,0,0,0,0,0,0,0,0\n";
        let error = Rows::<CellRow, _>::new("cells.csv".into(), text.as_bytes()).unwrap().next().unwrap();
        assert_eq!(
            error.unwrap_err().to_string(),
            "cells.csv, line 2, column `cell`: expected the name of a cell, such as `d7`, or `0,-1` on the \
             boundless plane, found `7d`"
        );
    }
}
