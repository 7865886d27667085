//! Explanations of rules in plain words.

use super::right::{right, shipped_with};
use super::{SMALL, assert_matches_file};
use crate::variant::{Loaded, explain};

#[test]
fn turns_without_a_pass_are_explained_with_their_requirements() {
    let says = |steps: &str, words: &str| {
        let said = explained_with(&shipped_with(
            "gomoku",
            &["end.stuck=loses", "action.wall.place={ neutral = true, on = ['corners'] }", steps],
        ));
        assert!(said.contains(words), "{said}");
    };
    says("turn.steps=[{actions=[\"place\"], min=0, max=2}]", "Each turn: `place`, 1 or 2 times.");
    says(
        "turn.steps=[{actions=[\"place\"], max=2}, {actions=[\"wall\"], or=true}, {actions=[\"place\"], min=0}]",
        "Each turn: either (1) `place`, 1 or 2 times, or (2) `wall`, once if possible; then `place`, at most once.",
    );
    says(
        "turn.steps=[{actions=[\"place\"], min=0}, {actions=[\"wall\"], min=0}]",
        "`place`, at most once; then `wall`, at most once; at least one action in all.",
    );
}

#[test]
fn scores_from_terms_are_explained_term_by_term() {
    let sets = [
        "score.terms={ own = 1, 'own groups' = -10, 'largest enemy group' = -1, square = 2 }",
        "score.komi=0.5",
        "pattern.square.rows=['oo', 'oo']",
    ];
    let said = explained_with(&right(SMALL, &sets));
    let words = "Score One point for each friendly stone and 2 points for each `square`; minus one point for each stone of the largest \
                 enemy group and 10 points for each friendly group. White gets 0.5 more (komi). The higher score wins; equal scores are a draw.";
    assert!(said.contains(words), "{said}");
}

#[test]
fn products_sets_of_groups_and_quiet_turns_are_explained() {
    let sets = [
        "score.terms={ 'product of own groups' = 1, 'product of 2 largest enemy groups' = -3, 'low groups' = 2 }",
        "set.low={ of = 'own', on = ['row 1'] }",
        "end.quiet=6",
    ];
    let said = explained_with(&right(SMALL, &sets));
    for words in [
        "2 points for each group of cells of `low`",
        "the product of the sizes of all friendly groups (at most 80,000)",
        "minus 3 times the product of the sizes of the two largest enemy groups, 0 if there are fewer",
        "6 turns in a row that do not change the number of stones, of either side or neutral, end the game.",
    ] {
        assert!(said.to_lowercase().contains(&words.to_lowercase()), "{words}: {said}");
    }
}

#[test]
fn rows_that_are_captured_are_explained() {
    for (run, words) in [
        ("2", "Exactly two enemy stones in a row"),
        ("'2..3'", "From two to three enemy stones in a row"),
        ("'..2'", "At most two enemy stones in a row"),
        ("'3..'", "At least three enemy stones in a row"),
    ] {
        let said = explained_with(&shipped_with("pente", &[&format!("capture.run={run}")]));
        assert!(said.contains(words), "{run}: {said}");
    }
    let hash = |run| right("extends = \"pente\"", &[run]).rules_hash;
    assert_eq!(hash("capture.run='2..2'"), hash("capture.run=2"));
    assert_ne!(hash("capture.run='2..3'"), hash("capture.run=2"));
}

#[test]
fn cells_outside_a_set_are_explained_as_such() {
    for (cells, words) in [
        ("not edge", "It must end outside the edge."),
        ("not row 5", "It must end outside row 5."),
        ("row 5 column 2", "It must end on row 5 column 2."),
    ] {
        let said = explained_with(&shipped_with("amazons", &[&format!("action.walk.move.to=['{cells}']")]));
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn wrap_none_joins_no_edges() {
    let plain = right(SMALL, &[]);
    let none = right(SMALL, &["board.wrap=none"]);
    assert_eq!((none.rules_hash, &none.effective["board"]), (plain.rules_hash, &plain.effective["board"]));
    assert_eq!(right(SMALL, &["board.wrap=torus", "board.wrap=none"]).variant.board, plain.variant.board);
    right("extends = \"hex\"", &["board.wrap=none"]);
}

#[test]
fn openings_are_explained_with_the_actions_of_the_side_that_takes_them() {
    let said = explained_with(&shipped_with("send-it", &["action.open.place.by=first"]));
    assert!(said.contains("Turn 1 Black: `open`, once."), "{said}");
    assert!(said.contains("Turn 2 White: this side has no action in this turn."), "{said}");
    let steps = "opening=[{steps=[{tiers=[[\"open\"], [\"drop\"]]}, {actions=[\"open\"]}]}]";
    let sets = [steps, "action.open.place.by=second", "setup.black=[\"h8\"]"];
    let said = explained_with(&shipped_with("send-it", &sets));
    assert!(said.contains("Turn 1 Black: `drop`, once."), "{said}");
}

#[test]
fn a_variant_is_explained_in_plain_words() {
    let explained =
        |name: &str, loaded: Loaded| assert_matches_file("explained", name, &explain(&loaded.variant));
    explained("send_it", shipped_with("send-it", &[]));
    let sets = ["turn.swap=true", "score.komi=-1.5", "capture.suicide=allowed"];
    explained("send_it_square", shipped_with("send-it-square", &sets));
    let sets = [
        "game.players=[\"white\", \"black\"]",
        "setup.black=[\"c3\"]",
        "setup.turns=1",
        "repetition.rule=positional-superko",
        "turn.steps=[{actions=[\"take\"]}, {actions=[\"stone\"], max=2}]",
        "action.take.displace={to=\"touching\", where={group=2}}",
        "action.stone.place={where={\"stones touching\" = 0}, new_per_group=2}",
        "capture.rule=none",
        "score.komi=7.5",
        "end.passes=1",
    ];
    explained("another", right(SMALL, &sets));
    let pie = |sets: &[&str]| explain(&right(SMALL, sets).variant).contains("Pie rule");
    assert!(pie(&["turn.swap=true"]) && pie(&["turn.swap=true", "setup.turns=1"]));
    assert!(!pie(&["turn.swap=true", "setup.turns=1", "setup.to_move=black"]));
    assert!(!pie(&["turn.swap=true", "setup.turns=2"]));
}

#[test]
fn a_count_of_one_is_singular() {
    let said = |sets: &[&str]| explain(&right(SMALL, sets).variant);
    assert!(said(&["end.max_turns=1"]).contains("reaches 1 turn is"));
    assert!(said(&["end.max_turns=10000"]).contains("reaches 10,000 turns is"));
    assert!(said(&["setup.turns=1"]).contains("1 turn is done"));
    assert!(said(&["setup.turns=2", "end.max_turns=3"]).contains("2 turns are done"));
    assert!(said(&["setup.turns=12345", "end.max_turns=20000"]).contains("12,345 turns are done"));
    assert!(said(&["board.width=1"]).contains("1 by 5 squares: 5 cells."));
    assert!(said(&["board.width=1", "board.height=1", "capture.rule=none"]).contains("1 cell."));
}

#[test]
fn superko_is_explained_with_its_exceptions() {
    let said = explain(&right(SMALL, &["repetition.rule=positional-superko"]).variant);
    let words: Vec<&str> = said.split_whitespace().collect();
    let said = words.join(" ");
    assert!(
        said.contains("stood at the start or at the end of an earlier turn (positional superko)."),
        "{said}"
    );
    assert!(said.contains("Passing is exempt"), "{said}");
    assert!(said.contains("where nothing else is legal"), "{said}");
}

/// The explanation on one line.
fn explained_with(loaded: &Loaded) -> String {
    explain(&loaded.variant).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn superko_is_explained_for_the_action_that_ends_a_turn() {
    let superko = "repetition.rule=positional-superko";
    let ended = "If no further action is possible, the last one ends the turn and must obey this rule too.";
    assert!(!explained_with(&right(SMALL, &[superko])).contains(ended));
    for steps in ["min=2", "min=0, max=2"] {
        let several = right(SMALL, &[superko, &format!("turn.steps=[{{actions=[\"stone\"], {steps}}}]")]);
        assert!(explained_with(&several).contains(ended), "{steps}");
    }
}

#[test]
fn repetition_that_ends_the_game_is_explained() {
    let says = |sets: &[&str], words: &str| {
        let said = explained_with(&right(SMALL, sets));
        assert!(said.contains(words), "{said}");
    };
    says(
        &["repetition.result=draw", "repetition.times=3"],
        "When the same arrangement of stones has stood three times with the same side to move, at the start or at the end of \
         turns, the game is a draw. A passed turn repeats nothing.",
    );
    says(
        &["repetition={ rule = 'simple-ko', result = 'loses' }"],
        "has stood two times with the same side to move, at the start or at the end of turns, the player who has brought it back \
         loses.",
    );
}

#[test]
fn control_is_explained_with_its_exceptions() {
    let says = |name: &str, sets: &[&str], words: &str| {
        let said = explained_with(&shipped_with(name, sets));
        assert!(said.contains(words), "{said}");
    };
    says("send-it", &[], "could place no stone with its first action. A cell");
    let superko = "repetition.rule=positional-superko";
    says("send-it", &[superko], "with its first action (superko ignored). A cell");
    says(
        "dispatch",
        &[],
        "with its first action, whether or not the first shape of the game has been placed. A cell",
    );
    says("dispatch", &["setup.turns=2"], "with its first action. A cell");
}

#[test]
fn enemy_stones_that_are_taken_off_are_explained_as_captured() {
    let counted = "Enemy stones count as captured.";
    assert!(!explained_with(&shipped_with("konane", &[])).contains(counted));
    let sets = ["action.second.remove.stones=any"];
    assert!(explained_with(&shipped_with("konane", &sets)).contains(counted));
}

#[test]
fn a_first_shape_that_has_been_placed_is_not_explained() {
    let first = "The first time in the game";
    assert!(explained_with(&shipped_with("dispatch", &[])).contains(first));
    assert!(!explained_with(&shipped_with("dispatch", &["setup.turns=2"])).contains(first));
}

#[test]
fn the_explanation_of_passing_follows_from_the_turns() {
    let says = |sets: &[&str], words: &[&str]| {
        let said = explained_with(&shipped_with("dropper", sets));
        for words in words {
            assert!(said.contains(words), "{words}: {said}");
        }
    };
    says(
        &[],
        &[
            "must take required actions where possible. ",
            "End There is no pass. The game ends when the player to move can do nothing,",
        ],
    );
    says(
        &["turn.steps.1.min=0"],
        &[
            "if no required action is possible, they may pass.",
            "End Two passed turns in a row end the game. The game ends when",
        ],
    );
    says(
        &["turn.steps.1.max=2"],
        &["End No turn can be passed. The game ends when the player to move can do nothing"],
    );
    says(&["end.stuck=pass"], &["a player who can do nothing passes.", "End Two passed turns in a row end"]);
}

#[test]
fn conditions_on_the_board_are_explained_as_facts() {
    let says = |sets: &[&str], words: &str| {
        let all: Vec<&str> = sets.iter().copied().chain(["goal.row=none"]).collect();
        let said = explained_with(&shipped_with("gomoku", &all));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(words), "{said}");
    };
    let goal = "goal.far.board={ where={ 'own groups'='3..', 'largest own group'='> largest enemy group' } }";
    says(
        &[goal],
        "`far` (wins): seen by a player, the number of friendly groups is at least 3, and the size of the largest friendly group is \
         greater than the size of the largest enemy group.",
    );
    says(
        &[
            "goal.far.board={ where={ corner=1, empty='..9' }, for='second', result='lose' }",
            "pattern.corner.rows=['o!', '!o']",
        ],
        "`far` (loses): seen by white, the number of empty cells on the board is at most 9, and the number of `corner` on the board is 1.",
    );
    says(&["goal.full.board={ where={ empty=0 } }"], "`full` (wins): no empty cell is on the board.");
}

#[test]
fn empty_cells_for_the_winner_are_explained() {
    let said = explained_with(&shipped_with("othello", &["score.empties=winner"]));
    assert!(said.contains("the winner gets one point for each empty"), "{said}");
}
