//! What an iteration is worth.

use crate::rules::{Position, Winner};

/// The reward of a result for the first player: 1 for a win, 1/2 for a draw.
pub const fn of_winner(winner: Winner) -> f64 {
    match winner {
        Winner::First => 1.0,
        Winner::Draw => 0.5,
        Winner::Second => 0.0,
    }
}

/// What a position promises the first player as it stands: 1/2 where nobody is ahead, 3/4 when the first player is by
/// a tenth of the board's cells.
pub fn of_margin(position: &dyn Position) -> f64 {
    let [first, second] = position.score().map(|score| score.to_f64());
    let (margin, scale) = (first - second, position.board().cells().len().max(40) as f64 / 10.0);
    0.5 + 0.5 * margin / (margin.abs() + scale)
}
