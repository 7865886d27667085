//! Games between a person and an agent, line by line.

use crate::scene::Scene;

const TINY: &str = "play send-it --set board.side=2 --quiet";

#[test]
fn the_end_of_the_input_ends_the_game_cleanly() {
    let scene = Scene::new();
    scene.run_with_input(TINY, "b2\n").succeeds().mentions(&[
        "Send It, side=2: you are black, against greedy.",
        "greedy: ",
        "the game is not over",
    ]);
    scene.run_with_input(TINY, "").succeeds().mentions(&["black to move"]);
    scene
        .run_with_input(&format!("{TINY} --as second"), "quit\nb2\n")
        .succeeds()
        .mentions(&["you are white"]);
}

#[test]
fn illegal_actions_are_rejected_with_the_reason_and_the_game_continues() {
    let scene = Scene::new();
    let ran = scene.run_with_input(TINY, "nonsense\nz9\nb2+b2\npass\nshow\n").succeeds();
    ran.mentions(&[
        "\n`nonsense`: neither a command nor an action such as `a1`; nothing was played\nnow:\n  place a stone, 7 ways: a1, ",
        "`z9`: ",
        "`b2`: your turn ended before this action; nothing was played",
        "`pass`: the turn cannot end yet: another action is compulsory; nothing was played",
        "after 0 turns: black to move",
    ]);
}

#[test]
fn after_an_undone_action_the_agent_gives_the_same_answer() {
    let scene = Scene::new();
    let once = scene.run_with_input(TINY, "b2\n").succeeds().out;
    let twice = scene.run_with_input(TINY, "undo\nb2\nundo\nb2\n").succeeds().out;
    assert!(twice.contains("nothing to take back"), "{twice}");
    let answer = |out: &str| out.lines().rfind(|line| line.starts_with("greedy:")).unwrap().to_owned();
    assert_eq!(answer(&once), answer(&twice));
    assert_eq!(once.lines().last(), twice.lines().last());
    assert!(once.lines().rev().nth(1) == twice.lines().rev().nth(1), "the same position");
}

#[test]
fn the_legal_actions_are_printed() {
    let scene = Scene::new();
    scene.run_with_input(TINY, "legal\nhelp\n").succeeds().mentions(&[
        "7 legal actions: a1 a2 b1 b2 b3 c2 c3",
        "save FILE",
        "place a stone, 7 ways: a1, a2, b1, b2, b3, c2, …",
    ]);
    scene.run_with_input("play dropper --quiet", "?\n").succeeds().mentions(&["place a stone"]);
}

#[test]
fn a_saved_game_is_a_record_that_replays() {
    let scene = Scene::new();
    scene.run_with_input(TINY, "b2\nsave game.jsonl\nsave game.jsonl\nsave\n").succeeds().mentions(&[
        "saved: `dropline play send-it --set board.side=2 --agents human,greedy --resume game.jsonl` resumes it and `dropline replay \
         send-it --set board.side=2 game.jsonl --show=turns` shows it\n",
        "game.jsonl already exists: name another file",
        "expected the name of a file",
    ]);
    let record = scene.json("game.jsonl");
    assert_eq!((&record["first_agent"], &record["over"]), (&"human".into(), &false.into()));
    scene
        .run("replay send-it game.jsonl --set board.side=2")
        .succeeds()
        .mentions(&["game 1: ok", "not over"]);
}

#[test]
fn the_winner_of_a_finished_game_is_announced() {
    let scene = Scene::new();
    // After the opening, the person only passes; the agent fills the board and passes too.
    let input = format!("b2\n{}save game.jsonl\nquit\n", "pass\n".repeat(30));
    let ran = scene.run_with_input(TINY, &input).succeeds();
    ran.mentions(&["over after", "You lose."]);
    assert_eq!(scene.json("game.jsonl")["over"], true);
    scene
        .run("replay send-it game.jsonl --set board.side=2")
        .succeeds()
        .mentions(&["the second player wins"]);
}

#[test]
fn agents_are_notified_of_undone_actions() {
    let scene = Scene::new();
    // A tree that still belonged to the old position would offer illegal actions.
    let input = "b2\nundo\na1\nundo\nc3\npass\nundo\nlegal\n";
    scene.run_with_input(&format!("{TINY} --agent mcts:50"), input).succeeds().mentions(&["legal action"]);
}

#[test]
fn an_unknown_agent_or_side_is_refused() {
    let scene = Scene::new();
    let ran = scene.run("play send-it --agent gredy");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("did you mean `greedy`?"), "{}", ran.err);
    assert_eq!(scene.run("play send-it --as third").code, Some(2));
}

#[test]
fn a_saved_game_can_be_continued() {
    let scene = Scene::new();
    scene.run_with_input(TINY, "b2\nsave game.jsonl\n").succeeds();
    let ran = scene.run_with_input(&format!("{TINY} --resume game.jsonl"), "undo\nlegal\n").succeeds();
    ran.mentions(&["after 2 turns: black to move", "after 0 turns: black to move", "7 legal actions"]);
    let wrong = scene.run_with_input("play go --resume game.jsonl", "");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("with the variant and every `--set` it was begun with"), "{}", wrong.err);
    assert_eq!(scene.run_with_input("play go --resume nothing.jsonl", "").code, Some(2));
}

#[test]
fn a_game_begins_after_turns_that_are_given() {
    let scene = Scene::new();
    let ran = scene.run_with_input(&format!("{TINY} --as second --turns b2"), "").succeeds();
    ran.mentions(&["after 1 turn: white to move"]);
    scene
        .run_args(&["play", "tic-tac-toe", "--turns", "a1 a1"])
        .fails(2, "turn 2, action 1 of the turn, `a1`: the cell is not empty");
    let counted = scene.run_args(&["perft", "tic-tac-toe", "--turns", "a1 b2", "--depth", "2"]).succeeds();
    counted.prints("1\t7\n2\t42\n");
}

#[test]
fn two_people_play_at_one_terminal() {
    let scene = Scene::new();
    let input = "b2\na1+b1+c2\nundo\nc2\nsave game.jsonl\n";
    let ran = scene.run_with_input(&format!("{TINY} --agents human,human"), input).succeeds();
    ran.mentions(&[
        "human is black, human is white.",
        "after 1 turn: white to move",
        "after 1 turn and 2 actions: white to move",
    ]);
    let record = scene.json("game.jsonl");
    assert_eq!((&record["first_agent"], &record["second_agent"]), (&"human".into(), &"human".into()));
    assert_eq!(record["actions"], serde_json::json!(["b2", "a1", "b1", "c2"]));
}

#[test]
fn two_agents_play_to_the_end_without_prompts() {
    let ran = Scene::new().run_with_input(&format!("{TINY} --agents greedy,mcts:20"), "").succeeds();
    assert!(!ran.out.contains("`undo` takes back"), "{}", ran.out);
    ran.mentions(&["greedy is black, mcts:20 is white.", "greedy: ", "mcts:20: ", "over after", "wins."]);
}

#[test]
fn a_hint_names_an_action_and_its_expected_result() {
    let scene = Scene::new();
    // The next stone makes three in a row: no other action wins immediately.
    let almost = "play tic-tac-toe --quiet --agents human,human";
    let ran = scene.run_with_input(almost, "a1\na3\nb1\nb3\nhint\nc1\nhint\n").succeeds();
    ran.mentions(&[
        "mcts:2000 suggests `c1`, with an expected score of 100 % (a win scores 1, a draw one half)",
        "Black wins.",
        "no hint: the game is over",
    ]);
}

#[test]
fn a_hint_without_an_expected_result_names_the_action_alone() {
    let scene = Scene::new();
    // Where stones can move back, the adviser compares margins.
    let small = "play ataxx --quiet --agents human,human --set board.width=4 --set board.height=4 --set setup.black=[\"a1\"] \
                 --set setup.white=[\"d4\"]";
    let ran = scene.run_with_input(small, "hint\n").succeeds();
    assert!(ran.out.contains("mcts:2000 suggests `"), "{}", ran.out);
    assert!(ran.out.contains("`, for the margins that it leads to"), "{}", ran.out);
    // A single legal action needs no search.
    let ran = scene
        .run_with_input(
            "play tic-tac-toe --quiet --agents human,human",
            "a1\na2\na3\nb1\nb2\nc1\nb3\nc3\nhint\n",
        )
        .succeeds();
    assert!(ran.out.contains("`c2` is the only legal action"), "{}", ran.out);
}

#[test]
fn playable_cells_show_their_names() {
    let ran = Scene::new().run_with_input("play tic-tac-toe --quiet --agents human,human", "b2\n").succeeds();
    let board = "3   a3  b3  c3\n2   a2  X   c2\n1   a1  b1  c1\n    a   b   c";
    assert!(ran.out.contains(board), "{}", ran.out);
}

#[test]
fn invalid_players_are_rejected() {
    let scene = Scene::new();
    for wrong in ["--agents humen", "--agents human,humen", "--agents human,greedy --as second"] {
        assert_eq!(scene.run(&format!("play send-it {wrong}")).code, Some(2), "{wrong}");
    }
}

#[test]
fn people_who_play_see_the_rules() {
    let ran = Scene::new().run_with_input("play hex -a random --quiet", "rules\nquit\n").succeeds();
    ran.mentions(&["`rules` explains the game", "one that touches column 1 and column 11"]);
}

#[test]
fn a_legal_swap_or_other_action_without_a_cell_is_announced() {
    let scene = Scene::new();
    let hex = "play hex --set board.side=3 --agents human,human --quiet";
    let ran = scene.run_with_input(hex, "b2\nswap\n").succeeds();
    let ran = ran.mentions(&[
        "You may also `swap`, and take the other side.",
        "The sides are exchanged: the player who moved first is white now, the other black.",
    ]);
    assert_eq!(ran.out.matches("You may also").count(), 1, "{}", ran.out);
    // greedy swaps after a stone in the centre.
    let ran = scene.run_with_input("play hex --set board.side=3 --quiet", "b2\nundo\n").succeeds();
    ran.mentions(&[
        "greedy: swap\n\nThe sides are exchanged: you are white now, and greedy is black.",
        "\nYou are white.\n",
    ]);
    let ran = scene.run_with_input(&format!("{TINY} --agents human,human"), "b2\na1+b1+c2\n").succeeds();
    ran.mentions(&["You may also `pass`."]);
}

#[test]
fn an_action_of_an_unavailable_kind_is_rejected_with_the_available_kinds() {
    let ran = Scene::new().run_with_input("play breakthrough --quiet", "a8\na1-a3\n").succeeds();
    let ran = ran.mentions(&["`a8`: this part of the turn offers no action of that kind; nothing was played\nnow:\n  move a stone, "]);
    assert_eq!(ran.out.matches("\nnow:").count(), 1, "{}", ran.out);
    let ran = Scene::new().run_with_input("play breakthrough --quiet", "hnit\n").succeeds();
    assert!(ran.out.contains("\nDid you mean `hint`?") && !ran.out.contains("\nnow:"), "{}", ran.out);
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_line_or_a_saved_game_and_utf_16_is_one_error() {
    let scene = Scene::new();
    let marked = scene.run_with_input(TINY, "\u{feff}b2\n").succeeds();
    assert_eq!(marked.out, scene.run_with_input(TINY, "b2\n").succeeds().out);
    let record = "{\"actions\": [\"b2\"]}\n";
    scene.write("game.jsonl", &format!("\u{feff}{record}"));
    let resume = format!("{TINY} --agents human,human --resume");
    scene.run_with_input(&format!("{resume} game.jsonl"), "").succeeds();
    scene.write_utf_16("wide.jsonl", record);
    let wrong = "it is UTF-16 text: expected UTF-8";
    scene.run(&format!("{resume} wide.jsonl")).fails(2, &format!("cannot read wide.jsonl: {wrong}"));
    scene.run_with_input_of(TINY, "wide.jsonl").fails(1, &format!("cannot read standard input: {wrong}"));
}

#[test]
fn a_cell_where_actions_only_end_is_answered_with_these_actions() {
    let ran = Scene::new().run_with_input("play breakthrough --quiet", "b3\n").succeeds();
    ran.mentions(&[
        "; named cells are in legal actions, such as a2-a3\n",
        "`b3` is not an action by itself; these are: `a2-b3`, `b2-b3`, `c2-b3`; nothing was played",
    ]);
    let ran = Scene::new().run_with_input("play breakthrough --quiet", "b1\n").succeeds();
    ran.mentions(&["your stone on `b1` has no legal action now; nothing was played"]);
    let both = "play ataxx --quiet --agents human,human";
    Scene::new().run_with_input(both, "").succeeds().mentions(&["; named cells are legal\n"]);
}

#[test]
fn the_next_step_of_a_turn_is_announced() {
    let dropper = "play dropper --quiet --agents human,human --set board.width=4 --set board.height=4";
    let ran = Scene::new().run_with_input(dropper, "b2\nb2>b3\n").succeeds();
    assert_eq!(ran.out.matches("Your turn goes on: place a stone.\n").count(), 1, "{}", ran.out);
    let ran = Scene::new().run_with_input(&format!("{TINY} --agents human,human"), "b2\na1\n").succeeds();
    ran.mentions(&["Your turn goes on: place a stone.\n"]);
}

#[test]
fn a_hint_completes_the_turn() {
    let dropper = "play dropper --quiet --agents human,human --set board.width=4 --set board.height=4";
    let ran = Scene::new().run_with_input(dropper, "b2\nhint\n").succeeds();
    let hint = ran.out.split("suggests `").nth(1).and_then(|rest| rest.split('`').next()).expect("a hint");
    assert_eq!(hint.split('+').count(), 2, "{hint}");
    let ran = Scene::new().run_with_input(dropper, &format!("b2\n{hint}\n")).succeeds();
    ran.mentions(&["after 2 turns: "]);
}

#[test]
fn people_see_which_edges_are_whose() {
    let hex = "play hex --set board.side=3 --agents human,human --quiet";
    Scene::new().run_with_input(hex, "").succeeds().mentions(&[
        "Black (x) aims for a1 to c1 and a3 to c3. White (o) aims for a1 to a3 and c1 to c3.\n",
        "x and o beside the board: cells of black's and white's goals\n",
    ]);
    let ran = Scene::new().run_with_input(hex, "b2\nswap\n").succeeds();
    assert_eq!(ran.out.matches("Black (x) aims for").count(), 2, "{}", ran.out);
    let ran = Scene::new().run_with_input("play tic-tac-toe --quiet", "").succeeds();
    assert!(!ran.out.contains("aims for"), "{}", ran.out);
}
