//! Compares the limits in the manual with those of the code.

use crate::external::{External, LONGEST_LINE};
use crate::run::{self, Experiment, LONGEST_ROW};
use dropline_engine::board::Board;
use dropline_engine::numbers::thousands;
use dropline_engine::record::Record;
use dropline_engine::variant::{self, ActionRule, End, GameInfo, Grid, Score, Shapes, Stacks, Step, Turn};

const LIMITS: &str = include_str!("../../../docs/limits.md");

#[test]
fn the_limits_in_the_manual_match_the_code() {
    for (what, most) in [
        ("columns and rows of a board", Board::MAX_SPAN.into()),
        ("side of a hexagon", Board::MAX_HEXAGON_SIDE.into()),
        ("tiles on the boundless plane", End::MOST_TILES.into()),
        ("stones of a side on the boundless plane", Stacks::MOST_STONES.into()),
        ("turns of a game (`end.max_turns`)", End::MOST_TURNS.into()),
        ("actions of a step", Step::MOST_ACTIONS.into()),
        ("actions of a game", actions_of_a_game()),
        ("steps of a turn", Turn::MOST_STEPS as u64),
        ("tiers of a step", Step::MOST_TIERS as u64),
        ("openings", Turn::MOST_OPENINGS as u64),
        ("combinations of the tiers of all turns", Turn::MOST_WAYS),
        ("kinds of action", ActionRule::MOST as u64),
        ("cells of a shape by size", Shapes::MOST_CELLS.into()),
        ("cells of a drawn shape", Shapes::MOST_PATTERN_CELLS.into()),
        ("patterns of a shape", Shapes::MOST_PATTERNS as u64),
        ("placements of all patterns and their parts on the board", Shapes::MOST_WAYS as u64),
        ("characters of a game's name", GameInfo::LONGEST_NAME as u64),
        ("characters of its summary", GameInfo::LONGEST_SUMMARY as u64),
        ("characters of an action's name", ActionRule::LONGEST_NAME as u64),
        ("bytes of a variant file with those it extends", variant::LARGEST_FILE),
        ("files in a chain of `extends`", variant::DEEPEST_CHAIN as u64),
        ("combinations of a sweep", Grid::MAX_CELLS as u64),
        ("runs of an experiment", Experiment::MOST_RUNS as u64),
        ("units of a plan", run::Division::MOST),
        ("bytes of another program's command", External::LONGEST as u64),
        ("characters of the name of another program", External::LONGEST_NAME as u64),
        ("bytes of a line that another program writes", LONGEST_LINE as u64),
        ("bytes of a record", Record::LONGEST_LINE as u64),
        ("bytes of a row of `games.csv`", LONGEST_ROW as u64),
        ("bytes of a `manifest.json`", run::LARGEST_FILE),
    ] {
        let row = format!("\n| {what} | {} |\n", thousands(most));
        assert!(LIMITS.contains(&row), "{row}");
    }
    // The bound is exclusive.
    let komi = format!("{}.99", thousands(Score::KOMI_BELOW as u64 - 1));
    assert!(LIMITS.contains(&format!("\n| komi, in points, positive or negative | {komi} |\n")));
}

/// The number of actions of the longest possible game.
fn actions_of_a_game() -> u64 {
    u64::from(End::MOST_TURNS) * Turn::MOST_STEPS as u64 * u64::from(Step::MOST_ACTIONS)
}

#[test]
fn the_number_of_actions_of_a_game_fits_into_32_bits() {
    // Rows of `games.csv` and the engine count actions in 32 bits.
    assert!(u32::try_from(actions_of_a_game()).is_ok());
}

#[test]
fn the_number_of_ways_through_all_turns_fits_into_16_bits() {
    assert!(u16::try_from(Turn::MOST_WAYS).is_ok());
}
