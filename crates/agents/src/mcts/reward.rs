//! The reward of an iteration.

use dropline_engine::board::Board;
use dropline_engine::rules::{Position, Winner};

/// The reward of a result for the first player: 1 for a win, 1/2 for a draw.
pub const fn of_winner(winner: Winner) -> f64 {
    match winner {
        Winner::First => 1.0,
        Winner::Draw => 0.5,
        Winner::Second => 0.0,
    }
}

/// The number of cells assumed for the boundless plane, where games end at about forty tiles.
const PLANE: usize = 40;

/// A margin that is clear but not decisive, in points: a tenth of the number of cells.
pub fn scale(board: &Board) -> f64 {
    let cells = if board.is_boundless() { PLANE } else { board.cells().len() };
    cells as f64 / 10.0
}

/// The value of a `margin` in points for the first player: 1/2 if nobody is ahead, 3/4 if the first player is ahead by `scale`,
/// approaching 1 for larger margins.
///
/// The shape, d / (d + scale), is a choice: like the sigmoids of Pepels et al. 2014, "Quality-Based Rewards for Monte-Carlo Tree
/// Search Simulations", it separates small margins better than large ones.
pub fn of_points(margin: f64, scale: f64) -> f64 {
    0.5 + 0.5 * margin / (margin.abs() + scale)
}

/// The value of a position for the first player by its margin.
pub fn of_margin(position: &dyn Position) -> f64 {
    of_points(position.prospect().points().to_f64(), scale(position.board()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::rules::start;
    use dropline_engine::variant;

    fn reward(komi: &str) -> f64 {
        let sets = ["board.width=10", "board.height=10", komi].map(str::to_owned);
        let loaded = variant::load("go", &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
        of_margin(&*start(&loaded.variant))
    }

    #[test]
    fn margins_are_scaled_by_the_size_of_the_board() {
        assert_eq!(["score.komi=0", "score.komi=10", "score.komi=-10"].map(reward), [0.5, 0.25, 0.75]);
        assert!(reward("score.komi=500") > 0.0 && reward("score.komi=11") < 0.25);
    }
}
