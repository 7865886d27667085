//! Warnings about settings that may be mistakes.

use super::SMALL;
use super::right::{right, shipped_with};

#[test]
fn suspicious_settings_are_noted() {
    let notes = |sets: &[&str]| right(SMALL, sets).notes.join("; ");
    assert_eq!(notes(&["action.other.place={}"]), "no step offers the action `other`");
    assert_eq!(
        notes(&["action.stone.place.new_per_group=1"]),
        "`new_per_group` of `stone` has no effect: a turn has at most 1 action"
    );
    assert_eq!(
        notes(&["setup.black=[\"a1\"]", "action.stone.place.sight=orthogonal"]),
        "white can never act"
    );
    assert_eq!(
        notes(&["setup.black=[\"a1\"]", "action.stone.place.sight=orthogonal", "turn.swap=true"]),
        "white can never act but by a swap"
    );
    let half_begun = shipped_with("send-it", &["setup.turns=2", "setup.white=[\"h8\"]"]);
    assert_eq!(
        half_begun.notes,
        [
            "black can never act: `setup.turns` treats openings as played, but their stones are not on the board"
        ]
    );
    assert_eq!(notes(&["capture.suicide=allowed"]), "");
    assert_eq!(
        notes(&["capture.rule=none", "capture.suicide=allowed", "repetition.rule=positional-superko"]),
        "`capture.suicide` has no effect: capture does not depend on liberties; `repetition.rule` has no effect: no \
         arrangement of stones can return"
    );
    assert_eq!(
        notes(&["capture.rule=none", "repetition.result=draw"]),
        "`repetition.result` has no effect: no arrangement of stones can return"
    );
    assert_eq!(
        notes(&["repetition.times=3"]),
        "`repetition.times` has no effect: `repetition.result` is missing"
    );
    assert_eq!(
        notes(&["end.stuck=loses", "end.passes=1"]),
        "`end.passes` has no effect: no turn can be passed; `score` decides only games that reach the turn cap: nothing else \
         ends a game without deciding it"
    );
    assert_eq!(
        notes(&["score.method=none", "end.stuck=loses", "score.komi=3"]),
        "`score.komi` has no effect: nothing is scored"
    );
    assert_eq!(notes(&["pattern.pair.rows=['oo']"]), "nothing counts the pattern `pair`");
    let never = "the pie rule never applies: ";
    assert_eq!(
        notes(&["turn.swap=true", "setup.turns=2"]),
        format!("{never}the second turn of the game has been played")
    );
    assert_eq!(
        notes(&["turn.swap=true", "setup.turns=1", "setup.to_move=black"]),
        format!("{never}`setup.to_move` gives the second turn to the first player")
    );
}

#[test]
fn goals_out_of_reach_are_noted() {
    let notes = |name: &str, sets: &[&str]| shipped_with(name, sets).notes.join("; ");
    assert_eq!(
        notes("tic-tac-toe", &["goal.pairs.capture.stones=2"]),
        "the goal `pairs` can never be reached: nothing captures stones"
    );
    assert_eq!(
        notes("breakthrough", &["goal.spoils.capture.stones=17"]),
        "the goal `spoils` can never be reached: the other side has only 16 stones at the start, and no stones are added"
    );
    // Stones that are turned over stay on the board, and may all end up on one side.
    let sets = ["goal.pairs.capture.stones=2", "goal.all.eliminate={}"];
    assert_eq!(notes("othello", &sets), "the goal `pairs` can never be reached: nothing captures stones");
    assert_eq!(notes("clobber", &sets), "");
    let sets = ["goal.all.eliminate={}", "setup.black=[\"a1\"]", "setup.white=[\"c3\"]"];
    assert_eq!(
        notes("tic-tac-toe", &sets),
        "the goal `all` can never be reached: the enemy has stones at the start, and nothing takes them"
    );
    let off = |goal: &[&str], stones: &str| {
        let turn = "turn.steps=[{actions=[\"place\", \"off\"]}]";
        notes("tic-tac-toe", &[goal, &[&format!("action.off.remove.stones={stones}"), turn]].concat())
    };
    // A side can lose all its stones, whichever side's stones are taken off.
    assert_eq!([off(&sets, "own"), off(&sets, "enemy")], ["", ""]);
    // Only enemy stones count as captured.
    let pairs = "goal.pairs.capture.stones=2";
    assert_eq!(off(&[pairs], "own"), "the goal `pairs` can never be reached: nothing captures stones");
    assert_eq!(off(&[pairs], "enemy"), "");
    assert_eq!(
        notes("hex", &["board.holes=[\"row 4\"]"]),
        "black can never reach the goal `bridge`: the holes in the board block the way"
    );
    assert_eq!(notes("hex", &["board.holes=[\"row 4 columns 2..-1\"]"]), "");
    assert_eq!(
        notes("hex", &["setup.neutral=[\"row 4\"]"]),
        "black can never reach the goal `bridge`: the neutral stones of the setup block the way"
    );
    assert_eq!(
        notes("havannah", &["board.side=2"]),
        "the goal `fork` can never be reached: the board is too small for it"
    );
    assert_eq!(notes("hex", &["board.side=1"]), "");
    assert_eq!(
        notes("squava", &["end.goals=[\"three\", \"four\"]"]),
        "the goal `four` never decides a game: whoever reaches it has also reached `three`, which is checked first"
    );
    // Removing enemy stones gives a side no stones of its own; turning them over does.
    let walls = [
        "action.place.place.by=first",
        "action.wall.place={neutral=true, by=\"second\"}",
        "turn.steps=[{actions=[\"place\", \"wall\"]}]",
        "end.stuck=loses",
    ];
    let with = |taken: &str| notes("gomoku", &[&walls[..], &["capture.rule=custodial", taken]].concat());
    let none = "white can never reach the goal `row`: it never has a stone of its own";
    assert!(with("capture.taken=removed").contains(none));
    assert!(!with("capture.taken=flipped").contains(none));
    let holes = "board.holes=[\"column 3\", \"row 3\", \"b2\", \"d4\", \"b4\", \"d2\"]";
    assert_eq!(
        notes("squava", &[holes, "end.stuck=loses"]),
        "the goal `four` can never be reached: no line of this board has 4 cells without a hole; the goal `three` can never \
         be reached: no line of this board has 3 cells without a hole"
    );
}

#[test]
fn actions_with_the_same_notation_are_noted() {
    let notes = |name: &str, sets: &[&str]| shipped_with(name, sets).notes.join("; ");
    let both =
        "`place` and `wall` can both be written `a1`: where both are legal, the notation means `place`, ";
    let wall = |steps| ["action.wall.place.neutral=true", steps];
    // A neutral stone may be legal where the player's own would be suicide.
    let stone = "`stone` and `wall` can both be written `a1`: where both are legal, the notation means `stone`, the first in the \
                 list";
    assert_eq!(notes("go", &wall("turn.steps=[{actions=[\"stone\", \"wall\"], min=0}]")), stone);
    let steps = "turn.steps=[{actions=[\"place\"], min=0}, {actions=[\"wall\"], min=0}]";
    assert_eq!(notes("gomoku", &wall(steps)), format!("{both}the one in the earlier step"));
    let one_at_a_time = "turn.steps=[{actions=[\"place\"]}, {actions=[\"wall\"]}]";
    assert_eq!(notes("gomoku", &wall(one_at_a_time)), "");
    // A move that leaves no trail is written like one that does.
    let walk =
        ["action.walk.move={how=\"step\", stones=\"own\"}", "turn.steps=[{actions=[\"crawl\", \"walk\"]}]"];
    assert_eq!(
        notes("slimetrail", &walk),
        "`crawl` and `walk` can both be written `a1-b1`: where both are legal, the notation means `crawl`, the first in the list"
    );
    let pairs = "action.place.place.shape.sizes=[2]";
    assert_eq!(
        notes("gomoku", &[&wall(steps)[..], &[pairs]].concat()),
        "",
        "a pair is written with two cells"
    );
    let sides = ["action.place.place.by=first", "action.wall.place={neutral=true, by=\"second\"}"];
    let sets =
        [sides.as_slice(), &["turn.steps=[{actions=[\"place\", \"wall\"]}]", "end.stuck=loses"]].concat();
    assert!(!notes("gomoku", &sets).contains("can both be written"));
    // The two actions place the same stone on the same cells.
    let again = [
        "action.again.place.where={'own touching' = '1..'}",
        "turn.steps=[{actions=[\"place\", \"again\"]}]",
    ];
    assert_eq!(notes("gomoku", &again), "");
    let moves = [
        "action.hop.move.how=leap",
        "action.jump.move.how=jump",
        "turn.steps=[{actions=[\"hop\", \"jump\"]}]",
    ];
    assert_eq!(
        notes("clobber", &moves),
        "no step offers the action `clobber`; `hop` and `jump` can both be written `a1-c1`: where both are legal, the notation means \
         `hop`, the first in the list"
    );
    for shipped in crate::variant::shipped() {
        assert!(!notes(shipped.name, &[]).contains("can both be written"), "{}", shipped.name);
    }
}

#[test]
fn a_required_step_that_a_stuck_player_skips_is_noted() {
    let notes = |steps: &str| {
        let lift = "action.lift.remove.stones=any";
        shipped_with("gomoku", &["end.stuck=loses", lift, steps]).notes.join("; ")
    };
    let note = "a player who cannot take `lift` goes on to `place`, and has not lost by being stuck: `unmet = \"end\"` of the step would \
                end the turn";
    assert_eq!(notes("turn.steps=[{actions=['lift']}, {actions=['place']}]"), note);
    for steps in [
        "{actions=['lift'], unmet='end'}, {actions=['place']}",
        "{actions=['lift'], min=0}, {actions=['place']}",
    ] {
        assert_eq!(notes(&format!("turn.steps=[{steps}]")), "");
    }
}
