//! When goals are looked at: after actions or at the end of turns, and for which side. Three in a row on 4 by 4 cells; black has a1 and b1,
//! white a4 and b4.

use crate::games::after;
use crate::hand_made::shipped;
use dropline::rules::{Reason, Winner};
use dropline::variant::{explain, load};

/// Black and white lack one stone each for a row.
const BOARD: [&str; 4] =
    ["board.width=4", "board.height=4", "setup.black=['a1', 'b1']", "setup.white=['a4', 'b4']"];
/// A turn places a stone, and may then take any stone off.
const LIFT: &str = "turn.steps=[{ actions = ['place'] }, { actions = ['lift'], min = 0 }]";
const LIFTS: &str = "action.lift.remove.stones=any";
/// A turn places a stone, or takes any off, or is passed.
const ONE: &str = "turn.steps=[{ actions = ['place', 'lift'], min = 0 }]";
/// A turn places two stones, each of either colour.
const GIVE: &str = "turn.steps=[{ actions = ['place', 'give'], max = 2 }]";

/// The winner, and why the game is over, after these actions of single stones; `None` while it goes on.
#[track_caller]
fn ended(turn: &str, checked: &str, sets: &[&str], actions: &str) -> Option<(Winner, Reason)> {
    let checked = format!("goal.row.line.checked={checked}");
    let used = if turn == GIVE { "action.give.place.colour=enemy" } else { LIFTS };
    let all: Vec<&str> = BOARD.iter().chain(&[turn, &checked, used]).chain(sets).copied().collect();
    let position = after("tic-tac-toe", &all, actions);
    position.outcome().map(|outcome| (position.winner(), outcome.reason))
}

const FIRST: Option<(Winner, Reason)> = Some((Winner::First, Reason::Goal));
const SECOND: Option<(Winner, Reason)> = Some((Winner::Second, Reason::Goal));

#[test]
fn a_row_that_a_later_action_of_the_turn_breaks_counts_only_after_actions() {
    assert_eq!(ended(LIFT, "action", &[], "c1"), FIRST);
    assert_eq!(ended(LIFT, "turn", &[], "c1"), None, "the turn goes on");
    assert_eq!(ended(LIFT, "turn", &[], "c1 xa1"), None, "the row is gone");
    assert_eq!(ended(LIFT, "turn", &[], "c1 xa4"), FIRST, "the turn ends by itself");
    assert_eq!(ended(LIFT, "turn", &[], "c1 pass"), FIRST, "the player ends the turn");
    assert_eq!(
        ended(LIFT, "turn", &[], "c1 xa1 d4 pass a1 pass"),
        FIRST,
        "another stone completes the row again"
    );
}

#[test]
fn whoever_has_not_acted_reaches_a_goal_too_at_the_end_of_a_turn() {
    assert_eq!(ended(GIVE, "turn", &[], "e:c4 d2"), SECOND, "black completes white's row");
    assert_eq!(
        ended(GIVE, "turn", &[], "e:c4 c1"),
        FIRST,
        "both rows count for the player whose turn it was"
    );
    assert_eq!(ended(GIVE, "turn", &["goal.row.line.both=other"], "e:c4 c1"), SECOND);
    assert_eq!(
        ended(GIVE, "turn", &["goal.row.line.both=draw"], "e:c4 c1"),
        Some((Winner::Draw, Reason::Goal))
    );
    assert_eq!(ended(GIVE, "turn", &["goal.row.line.both=neither"], "e:c4 c1"), None);
    assert_eq!(ended(GIVE, "turn", &["goal.row.line.result=lose"], "c1 d2"), SECOND);
    assert_eq!(
        ended(GIVE, "turn", &["goal.row.line.for=second"], "c1 d2"),
        None,
        "black does not have the goal"
    );
    assert_eq!(ended(GIVE, "turn", &["goal.row.line.for=second"], "e:c4 d2"), SECOND);
}

#[test]
fn if_the_game_goes_on_with_both_rows_whoever_keeps_its_row_alone_wins() {
    let any = "turn.steps=[{ actions = ['place', 'give', 'take'], max = 2 }]";
    let sets = [any, "action.take.remove.stones=any", "goal.row.line.both=neither"];
    assert_eq!(ended(GIVE, "turn", &sets, "e:c4 c1 d2 d3"), None, "both still have theirs");
    assert_eq!(ended(GIVE, "turn", &sets, "e:c4 c1 xb4 d3"), FIRST, "white breaks its own");
    // After each action, the first of the two rows decides.
    assert_eq!(ended(GIVE, "action", &sets, "e:c4"), SECOND);
}

#[test]
fn what_the_enemy_has_brought_about_may_count_only_after_an_own_action_or_turn() {
    assert_eq!(ended(GIVE, "own-action", &[], "e:c4 d2"), None, "white has not acted");
    assert_eq!(ended(GIVE, "own-action", &[], "e:c4 d2 d3"), SECOND, "white acts while its row is there");
    assert_eq!(ended(GIVE, "own-turn", &[], "e:c4 d2 d3"), None, "the turn goes on");
    assert_eq!(ended(GIVE, "own-turn", &[], "e:c4 d2 d3 e:c2"), SECOND);
    assert_eq!(ended(GIVE, "own-turn", &[], "c1 d2"), FIRST);
    let passing = ["turn.steps=[{ actions = ['place', 'give'], min = 0, max = 2 }]"];
    assert_eq!(ended(GIVE, "own-turn", &passing, "e:c4 pass pass"), SECOND, "a passed turn ends, too");
}

#[test]
fn a_row_may_have_to_outlast_the_enemys_turn() {
    assert_eq!(ended(ONE, "start", &[], "c1"), None, "white may break the row");
    assert_eq!(ended(ONE, "start", &[], "c1 xb1"), None, "as it does");
    assert_eq!(ended(ONE, "start", &[], "c1 xb1 b1 d4"), FIRST, "now it does not");
    assert_eq!(ended(ONE, "start", &[], "c1 c4"), FIRST, "white's own row is too late");
    assert_eq!(ended(ONE, "start", &[], "c1 pass"), FIRST);
    // A row that is there from the start is as one that the enemy has still to break.
    let white = ["setup.white=['a4', 'b4', 'c4']"];
    assert_eq!(ended(ONE, "start", &white, ""), None);
    assert_eq!(ended(ONE, "start", &white, "xa4"), None);
    assert_eq!(ended(ONE, "start", &white, "c1"), SECOND);
}

#[test]
fn goals_come_before_passes_and_the_cap() {
    assert_eq!(ended(ONE, "start", &["end.passes=1"], "c1 pass"), FIRST);
    assert_eq!(ended(ONE, "start", &["end.passes=1"], "pass"), Some((Winner::Draw, Reason::Passes)));
    assert_eq!(ended(ONE, "start", &["end.max_turns=2"], "c1 d4"), FIRST);
    assert_eq!(ended(ONE, "start", &["end.max_turns=2"], "c2 d4"), Some((Winner::Draw, Reason::Cap)));
    assert_eq!(ended(ONE, "start", &["end.max_turns=1"], "c1"), Some((Winner::Draw, Reason::Cap)));
}

#[test]
fn goals_go_with_the_side_that_a_player_takes_by_the_pie_rule() {
    let pie = ["turn.swap=true"];
    assert_eq!(ended(ONE, "start", &pie, "c1 swap"), None, "whose turn it is stays the same, and the row");
    assert_eq!(ended(ONE, "start", &pie, "c1 swap d4"), SECOND, "the second player has black now");
    assert_eq!(ended(LIFT, "turn", &pie, "d2 pass swap d4 pass c1 pass"), SECOND);
}

#[test]
fn goals_of_actions_come_before_those_of_turns() {
    // Whoever has two in a row loses, whatever the order in which the goals are listed.
    let game = |order| {
        let pair = "goal.pair.line={ length = 2, result = 'lose', checked = 'turn' }";
        ["setup.black=['a1', 'c1']", "setup.white=['a4', 'c4']", pair, order]
    };
    let [pair_first, row_first] = ["end.goals=['pair', 'row']", "end.goals=['row', 'pair']"].map(game);
    assert_eq!(ended(LIFT, "action", &pair_first, "b1"), FIRST);
    assert_eq!(
        ended(LIFT, "turn", &pair_first, "b1 pass"),
        SECOND,
        "of two of the same moment, the first counts"
    );
    assert_eq!(ended(LIFT, "turn", &row_first, "b1 pass"), FIRST);
}

#[test]
fn a_connection_is_found_again_after_it_was_undone_within_a_turn() {
    let turn = "turn.steps=[{ actions = ['place'] }, { actions = ['shift'], min = 0 }]";
    let sets = [
        "goal.row=none",
        "goal.bridge.connect={ between = ['row 1', 'row -1'], checked = 'turn' }",
        turn,
        "action.shift.move.how=step",
        "setup.black=['a1', 'a2']",
        "setup.white=['c1']",
    ];
    let is_over = |actions| after("tic-tac-toe", &sets, actions).outcome().is_some();
    assert!(!is_over("a3 a3-b3"));
    assert!(!is_over("a3 a3-b3 c2 pass"));
    assert!(is_over("a3 a3-b3 c2 pass b2 b3-a3"), "a1, a2 and a3 are connected");
    assert!(is_over("a3 pass"));
}

#[test]
fn check_says_when_goals_count() {
    let words = |sets: &[&str]| {
        let all: Vec<&str> = BOARD.iter().chain(&[LIFT, LIFTS]).chain(sets).copied().collect();
        let text = explain(&shipped("tic-tac-toe", &all)).split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, goals) =
            text.split_once("`row` (wins): a player has at least 3 stones in a row. ").expect("the goal");
        goals.split_once(" End ").expect("the end").0.to_owned()
    };
    let at_end = "Checked at the end of each turn.";
    assert_eq!(words(&[]), "Checked after each action.");
    assert_eq!(words(&["goal.row.line.checked=turn"]), at_end);
    let own = words(&["goal.row.line.checked=own-turn"]);
    assert_eq!(own, format!("It counts only at the end of the player's own turn. {at_end}"));
    let start = words(&["goal.row.line.checked=start"]);
    assert_eq!(
        start,
        format!("It counts only if it is still there at the end of the opponent's turn. {at_end}")
    );
    let draw = words(&["goal.row.line.checked=turn", "goal.row.line.both=draw"]);
    assert_eq!(
        draw,
        format!("If both sides have reached it at the end of a turn, the game is a draw. {at_end}")
    );
    // One goal after each action, and this one.
    let two = words(&["goal.row.line.checked=turn", "goal.four.line.length=4"]);
    assert_eq!(two, "It counts only at the end of a turn. Checked after each action, in this order.");
}

#[test]
fn a_moment_that_makes_no_difference_is_noted() {
    let notes = |turn: &str, sets: &[&str]| {
        let all: Vec<String> =
            BOARD.iter().chain(&[turn, LIFTS]).chain(sets).map(|&set| set.to_owned()).collect();
        load("tic-tac-toe", &all).expect("a variant").notes.join("; ")
    };
    assert_eq!(notes(LIFT, &["goal.row.line.checked=turn"]), "");
    let single = "`checked` of the goal `row` has no effect: a turn has at most 1 action";
    assert_eq!(notes(ONE, &["goal.row.line.checked=turn"]), single);
    assert_eq!(notes(ONE, &["goal.row.line.checked=start"]), "");
    let one_side =
        "`both` of the goal `row` has no effect: `checked` says that it counts for one side at a time";
    assert_eq!(notes(ONE, &["goal.row.line.checked=start", "goal.row.line.both=draw"]), one_side);
}
