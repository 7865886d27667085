//! The prospects by which agents judge unfinished games with goals. Without scores, a prospect is 10 times the number of actions by which the
//! first player is nearer to its nearest goal than the second player is to its own. If a player without an action loses, the
//! prospect also contains 0.01 times the number of legal actions of the first player minus that of the second.

use crate::games::after;

/// The first player's prospect after these actions.
#[track_caller]
fn prospect(name: &str, set: &[&str], actions: &str) -> String {
    after(name, set, actions).prospect().points().to_string()
}

#[test]
fn the_distance_to_a_line_is_the_number_of_stones_that_it_lacks() {
    assert_eq!(prospect("tic-tac-toe", &[], ""), "0");
    assert_eq!(prospect("tic-tac-toe", &[], "a1"), "10", "2 and 3 are lacking");
    assert_eq!(prospect("tic-tac-toe", &[], "a1 b1 a2"), "10", "1 and 2 are lacking");
    assert_eq!(prospect("tic-tac-toe", &[], "a1 b1 a2 a3"), "0", "the line of two stones is blocked");
    for checked in ["turn", "own-turn", "start"] {
        let checked = format!("goal.row.line.checked={checked}");
        assert_eq!(prospect("tic-tac-toe", &[&checked], "a1 b1 a2"), "10", "{checked}");
    }
}

#[test]
fn the_distance_to_a_connection_is_the_number_of_stones_that_its_shortest_path_lacks() {
    let sets = ["board.side=3", "end.stuck=pass"];
    assert_eq!(prospect("hex", &sets, ""), "0");
    assert_eq!(prospect("hex", &sets, "b2"), "10", "2 and 3 are lacking");
    assert_eq!(prospect("hex", &sets, "b2 swap"), "-10", "the stone is now the second player's");
}

#[test]
fn the_distance_to_cells_is_the_number_of_steps_from_the_nearest_stone() {
    assert_eq!(prospect("breakthrough", &["end.stuck=pass"], ""), "0");
    assert_eq!(prospect("breakthrough", &["end.stuck=pass"], "a2-a3"), "10", "5 steps and 6");
}

#[test]
fn the_distance_to_an_elimination_is_the_number_of_enemy_stones_left() {
    let sets = ["end.stuck=pass", "setup.white=[\"a1\", \"b1\", \"c1\"]", "setup.black=[\"h8\"]"];
    assert_eq!(prospect("breakthrough", &sets, ""), "20", "1 stone and 3");
}

#[test]
fn the_distance_to_uniting_stones_is_the_number_of_groups_to_join() {
    let sets = ["setup.black=[\"a1\", \"b2\", \"d1\", \"f1\"]", "setup.white=[\"a8\", \"c8\"]"];
    assert_eq!(prospect("lines-of-action", &sets, ""), "-10", "2 groups and 1");
}

#[test]
fn the_distance_to_a_number_of_captures_is_the_number_of_captures_that_it_lacks() {
    let sets = ["goal.capture.capture.stones=3", "end.stuck=pass"];
    assert_eq!(prospect("atari-go", &sets, "a2 a1 b1"), "10", "2 stones and 3");
}

#[test]
fn if_being_stuck_decides_the_game_the_prospect_counts_legal_actions() {
    // A board of six squares, two columns wide.
    let sets = |stuck| ["board.width=2", "board.height=3", stuck];
    assert_eq!(prospect("domineering", &sets("end.stuck=loses"), ""), "0.01", "4 vertical dominoes and 3");
    assert_eq!(prospect("domineering", &sets("end.stuck=wins"), ""), "-0.01");
}

/// The first player's prospect in Ataxx, with these stones.
#[track_caller]
fn ataxx(black: &str, white: &str) -> String {
    prospect("ataxx", &[&format!("setup.black=[{black}]"), &format!("setup.white=[{white}]")], "")
}

#[test]
fn with_scores_a_goal_outweighs_them_once_it_is_at_most_two_actions_away() {
    assert_eq!(ataxx("'a1', 'a2', 'a3', 'a4', 'a5'", "'g1', 'g2', 'g3'"), "2", "5 stones and 3");
    assert_eq!(ataxx("'a1', 'a2', 'a3', 'a4', 'a5'", "'g1', 'g2'"), "1000003", "one action nearer than 3");
    assert_eq!(ataxx("'a1', 'a2', 'a3', 'a4', 'a5'", "'g1'"), "2000004", "two actions nearer than 3");
    assert_eq!(ataxx("'a1'", "'g1', 'g2'"), "-1000001");
    assert_eq!(ataxx("'a1'", "'g1'"), "0", "both are one action away");
}
