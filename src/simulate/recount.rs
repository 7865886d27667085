//! What the rows of `games.csv` tell of the tables of cells and turns, without playing a game.

use super::counts::Counts;
use crate::board::Board;
use crate::rules::Action;
use crate::run::{CellRow, CourseRow, GameRow, LARGEST_FILE, ReadError, Row, Rows, read_text, to_csv};
use crate::variant::End;
use std::collections::BTreeMap;
use std::path::Path;

/// The part of the tables that can be counted again from the rows of the games: who won after which first turn, and how many
/// games reached each turn.
#[derive(Default)]
pub struct Recount {
    counts: Counts,
    /// How many games have how many turns.
    lengths: BTreeMap<u32, u64>,
    games: u64,
    /// The first game with a first turn that is none.
    unreadable: Option<u64>,
}

impl Recount {
    /// Counts a game on `board`.
    pub fn add(&mut self, board: &Board, row: &GameRow) {
        self.games += 1;
        // A file from a stranger may have any number of turns; those that no game has need no places of their own.
        *self.lengths.entry(row.turns.min(End::MOST_TURNS + 1)).or_default() += 1;
        let actions: Result<Vec<Action>, _> = row.first_turn.split('+').map(str::parse).collect();
        match actions {
            Ok(actions) => self.counts.end(board, row.winner, row.swapped, &actions, &[]),
            // A game that was over before its first turn has none.
            Err(_) if row.turns == 0 && row.first_turn.is_empty() => {
                self.counts.end(board, row.winner, row.swapped, &[], &[]);
            }
            Err(_) => self.unreadable = self.unreadable.or(Some(row.game)),
        }
    }

    /// What is wrong with the table of cells, of which `text` is the file; a sentence each.
    pub fn wrong_cells(&self, board: &Board, rows: &[CellRow], text: &str) -> Vec<String> {
        let file = CellRow::FILE;
        if let Some(game) = self.unreadable {
            return vec![format!(
                "games.csv: the first turn of game {game} is none, so that {file} can't be compared"
            )];
        }
        let mut problems = Vec::new();
        if rows.iter().any(|row| row.games != self.games) {
            problems.push(format!("{file} does not count the {} games of games.csv", self.games));
        }
        if let Some(row) = rows.iter().find(|row| !row.is_possible()) {
            problems.push(format!("{file}: no games can add up to the counts of {}", row.name()));
        }
        problems.extend(self.wrong_opening(board, rows));
        if problems.is_empty() && self.canonical(board, rows).as_deref() != Some(text) {
            problems
                .push(format!("{file} is not written as a run writes it: a row is missing, or stands twice"));
        }
        problems
    }

    /// What is wrong with the first row that counts other first turns than the games have.
    fn wrong_opening(&self, board: &Board, rows: &[CellRow]) -> Option<String> {
        let counted: BTreeMap<_, _> =
            self.counts.cells(board).iter().map(|row| (row.cell, openings(row))).collect();
        let is_other = |row: &&CellRow| openings(row) != counted.get(&row.cell).copied().unwrap_or_default();
        let (file, name) = (CellRow::FILE, rows.iter().find(is_other)?.name());
        Some(format!("{file} does not count the first turns of games.csv that took {name}"))
    }

    /// The table that a run would have written of these `rows`: in the order of the board, one for each cell, each number in
    /// the one way to write it. None if they are of no board or run.
    fn canonical(&self, board: &Board, rows: &[CellRow]) -> Option<String> {
        // The sums over cells know the number of games by the course.
        let course = vec![CourseRow { turn: 1, games: self.games, ..CourseRow::default() }];
        Some(to_csv(&Counts::of_tables(board, rows, course)?.cells(board)))
    }

    /// What is wrong with the table of turns, of which `text` is the file; a sentence each.
    pub fn wrong_course(&self, rows: &[CourseRow], text: &str) -> Vec<String> {
        let file = CourseRow::FILE;
        let longest = self.lengths.keys().next_back().copied().unwrap_or(0);
        let mut reached = self.games;
        for turn in 1..=longest {
            let found = rows.get(turn as usize - 1).map(|row| (row.turn, row.games));
            if found != Some((turn, reached)) {
                return vec![format!(
                    "{file} does not count the {reached} games of games.csv that reached turn {turn}"
                )];
            }
            reached -= self.lengths.get(&turn).copied().unwrap_or(0);
        }
        if rows.len() as u64 > u64::from(longest) || to_csv(rows) != text {
            return vec![format!(
                "{file} is not written as a run writes it: no game of games.csv has more than {longest} turns"
            )];
        }
        Vec::new()
    }
}

/// What a row tells of first turns.
fn openings(row: &CellRow) -> [u64; 4] {
    [row.first_turn_games, row.first_turn_wins, row.first_turn_draws, row.first_turn_losses]
}

/// The rows of one of the small tables in the folder `dir`, and its text.
pub fn table<T: Row>(dir: &Path) -> Result<(Vec<T>, String), ReadError> {
    let path = dir.join(T::FILE);
    let text = read_text(&path, LARGEST_FILE).map_err(|error| ReadError::file(&path, error))?;
    let rows = Rows::new(path, text.as_bytes())?.collect::<Result<_, _>>()?;
    Ok((rows, text))
}
