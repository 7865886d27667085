//! `show --why`: what the side to move may do at a cell, and which line of the file forbids the rest.

use crate::scene::Scene;
use serde_json::json;

#[test]
fn show_says_why_an_action_is_illegal_at_a_cell() {
    let scene = Scene::new();
    let answers = |args: &str| {
        let ran = scene.run(&format!("show {args}")).succeeds();
        ran.out.split("\n\n").last().expect("an answer").to_owned()
    };
    assert_eq!(
        answers("breakthrough --why A3"),
        "`advance` at a3: legal: a2-a3\n`strike` at a3: legal: b2-a3\n"
    );
    assert_eq!(
        answers("othello --why a1"),
        "`place` at a1: the action must capture or turn over an enemy stone, but does neither\n  \
         action.place.place.must_capture = true\n"
    );
    assert_eq!(
        answers("ataxx --why d4"),
        "`grow` at d4: the cell does not fulfil the condition `where`: a friendly stone must stand around the cell \
         (all 8)\n  action.grow.place.where.\"own touching\" = \"1..\"\n\
         `leap` at d4: the stone cannot move to that cell\n  action.leap.move.how = \"leap\"\n"
    );
    // The fox moves first, and only the hounds must advance.
    assert!(
        answers("fox-and-hounds --why b3").starts_with("`run` at b3: the stone cannot move to that cell\n")
    );
    // Stones of the enemy are written otherwise than one's own.
    assert_eq!(answers("manalath --why d5"), "`other` at d5: legal: e:d5\n`own` at d5: legal: d5\n");
    // The piece that both players move stands on d4; a neutral stone lies where it came from.
    assert!(
        answers("slimetrail --turns e5-d4 --why e5").starts_with("`crawl` at e5: the cell is not empty\n")
    );
    for (key, cell, words) in [
        ("from", "a4", "the action is not possible on that cell: it must start on a4"),
        ("to", "a5", "a move of this kind may not end on that cell: it must end on a5"),
    ] {
        let set = format!("action.walk.move.{key}=[\"{cell}\"]");
        let ran = scene.run_args(&["show", "amazons", "--set", &set, "--why", "d5"]).succeeds();
        ran.mentions(&[&format!("`walk` at d5: {words}\n  action.walk.move.{key} = [\"{cell}\"]\n")]);
    }
    let opening = answers("send-it-square --why c3");
    assert_eq!(
        opening,
        "`open` at c3: legal: c3\n`push` at c3: this part of the turn offers no action of that kind\n  \
         opening.0.steps = [{ actions = [\"open\"], max = 1, min = 1, unmet = \"skip\" }]\n"
    );
    let tiers = ["show", "breakthrough", "--set", "turn.steps=[{ tiers = [[\"strike\"], [\"advance\"]] }]"];
    let enemy = ["--set", "action.strike.move.onto=enemy"];
    let position = ["--turns", "d2-d3 e7-e6 d3-d4 e6-e5", "--why", "a3"];
    let ran = scene.run_args(&[&tiers[..], &enemy, &position].concat()).succeeds();
    ran.mentions(&[
        "`advance` at a3: another kind of action takes precedence: `d4-e5`, for example, is legal\n  turn.steps = [",
    ]);
    let over = ["show", "tic-tac-toe", "--turns", "a1 a2 b1 b2 c1", "--why", "c3"];
    scene.run_args(&over).succeeds().mentions(&["\nc3: the game is over\n"]);
    scene
        .run("show tic-tac-toe --why d4")
        .fails(2, "`--why d4`: the board has no such cell: expected one such as `a1`");
}

#[test]
fn a_last_plus_leaves_the_turn_open_for_its_optional_actions() {
    let scene = Scene::new();
    scene.write(
        "zap.toml",
        r#"extends = "tic-tac-toe"
[turn]
steps = [{ actions = ["place"] }, { actions = ["zap"], min = 0 }]
[action.zap.remove]
stones = "enemy"
where = { "own adjacent" = "1.." }
"#,
    );
    let asked =
        |turns: &str| scene.run_args(&["show", "zap.toml", "--turns", turns, "--why", "b2"]).succeeds().out;
    assert!(asked("b2 a1").contains("`zap` at b2: this part of the turn offers no action of that kind"));
    assert!(
        asked("b2 a1+")
            .contains("`zap` at b2: the cell does not fulfil the condition `where`: a friendly stone"),
        "{}",
        asked("b2 a1+")
    );
    assert!(asked("b2 a2+").contains("`zap` at b2: legal: xb2"), "{}", asked("b2 a2+"));
    let over = scene.run_args(&["show", "zap.toml", "--turns", "b2 a2+xb2+"]);
    over.fails(2, "turn 2, action 3 of the turn: the turn ended before this action");
}

#[test]
fn what_stands_on_a_cell_is_a_reason() {
    let scene = Scene::new();
    let says = |args: &[&str], answers: &[&str]| {
        scene.run_args(&[&["show"], args].concat()).succeeds().mentions(answers)
    };
    // Kings and guards move in their own ways.
    says(&["entourage", "--why", "b1"], &["the stone on b1 is not a king\n  action."]);
    // What takes precedence is not the only reason.
    let tiers = ["--set", "turn.steps=[{ tiers = [['first'], ['second']] }]", "--set", "action.place=none"];
    let actions = [
        "--set",
        "action.first.place={ on = ['a1'] }",
        "--set",
        "action.second.remove={ where = { own = 9 } }",
    ];
    says(
        &[&["gomoku"][..], &tiers, &actions, &["--set", "setup.black=['c3']", "--why", "c3"]].concat(),
        &[
            "`second` at c3: the cell does not fulfil the condition `where`: the number of friendly stones on the board must be \
             9, and is 1\n  action.second.remove.where.own = 9\n",
        ],
    );
}

#[test]
fn of_a_condition_the_line_that_fails_is_named_with_what_it_counts() {
    let scene = Scene::new();
    let says = |sets: &[&str], cell: &str, answers: &[&str]| {
        let all = [
            "action.place=none",
            "turn.steps=[{ actions = ['near'] }]",
            "setup.black=['b2', 'b4', 'd7']",
            "setup.white=['o15']",
        ];
        let sets = all.iter().chain(sets).flat_map(|set| ["--set", set]);
        let args: Vec<_> = ["show", "gomoku"].into_iter().chain(sets).chain(["--why", cell]).collect();
        scene.run_args(&args).succeeds().mentions(answers);
    };
    says(
        &["action.near.place.where={ own = '2..', 'largest own group' = '>= enemy', 'own seen' = 2 }"],
        "f9",
        &["and is 1\n  action.near.place.where.\"own seen\" = 2\n"],
    );
    says(
        &["action.near.place.makes={ group = '..2', liberties = '2..' }"],
        "b3",
        &["once the stone stands, the size of the stone's group must be at most 2, and would be 3\n  \
             action.near.place.makes.group = \"..2\"\n"],
    );
    says(
        &["action.near.place={}", "turn.leaves={ 'own groups' = '..2', own = '..9' }"],
        "f9",
        &[
            "`leaves`: at the end of a turn, seen by the side that took it, the number of friendly groups must be at most 2, and \
             would be 4\n  turn.leaves.\"own groups\" = \"..2\"\n",
        ],
    );
}

#[test]
fn directions_on_hexes_are_those_of_the_drawing() {
    let scene = Scene::new();
    let goes = |direction: &str| {
        let walk = format!("action.walk.move={{ how = 'step', directions = {{ first = ['{direction}'] }} }}");
        let sets = [
            "action.place=none",
            "turn={ swap = false, steps = [{ actions = ['walk'] }] }",
            "board.side=4",
            "setup.black=['d4']",
            "setup.white=['a1']",
            &walk,
        ];
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<_> = ["show", "yavalath", "--legal"].into_iter().chain(sets).collect();
        let picture = scene.run_args(&args).succeeds().out;
        let place = |mark: char| {
            let row = picture.lines().position(|line| line.contains(&format!(" {mark} "))).expect("the mark");
            (picture.lines().nth(row).and_then(|line| line.find(mark)).expect("the mark"), row)
        };
        let ((x, y), (to_x, to_y)) = (place('X'), place('+'));
        (to_x as i64 - x as i64, to_y as i64 - y as i64)
    };
    let ends = ["ne", "e", "se", "sw", "w", "nw"].map(goes);
    assert_eq!(ends, [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)]);
}

#[test]
fn actions_that_are_written_alike_have_reasons_and_cells_of_their_own() {
    let scene = Scene::new();
    let says = |sets: &[&str], cell: &str, answers: &[&str]| {
        let both = ["action.place=none", "turn.steps=[{ actions = [\"far\", \"near\"] }]"];
        let sets = both.iter().chain(sets).flat_map(|set| ["--set", set]);
        let args: Vec<_> = ["show", "gomoku"].into_iter().chain(sets).chain(["--why", cell]).collect();
        scene.run_args(&args).succeeds().mentions(answers);
    };
    let near = "action.near.place={ where = { \"own touching\" = 0 } }";
    let far = "action.far.place={ on = [\"corners\"] }";
    let by = "action.far.place.by=second";
    says(
        &[near, far],
        "b2",
        &[
            "`far` at b2: the action is not possible on that cell: the cell must be on a corner\n",
            "`near` at b2: legal: b2\n",
        ],
    );
    let blocked = "`near` at a1: the cell does not fulfil the condition `where`: no friendly stone may stand around the cell (all 8)\n";
    says(&[near, far, "setup.black=[\"b2\"]"], "a1", &["`far` at a1: legal: a1\n", blocked]);
    // What only the other side has is in question only if nothing else is written like it.
    says(&[near, far, by], "a1", &["\n\n`near` at a1: legal: a1\n"]);
    let walk = "action.near.move={ how = \"step\" }";
    let lift = "action.far.remove={ by = \"second\" }";
    let only = "`far` at b2: only white has this action\n  action.far.remove.by = \"second\"\n";
    says(&[walk, lift, "setup.black=[\"b2\"]", "setup.white=[\"d4\"]"], "b2", &[only]);
}

#[test]
fn show_says_why_as_json() {
    let facts = Scene::new().run("show othello --why a1 --json").succeeds().json_lines()[0].clone();
    assert_eq!(facts["why"]["cell"], "a1");
    assert_eq!(
        facts["why"]["ways"],
        json!([{
            "actions": ["place"],
            "legal": [],
            "why": "the action must capture or turn over an enemy stone, but does neither",
            "keys": { "action.place.place.must_capture": true },
        }])
    );
    let legal = Scene::new().run("show othello --why d3 --json").succeeds().json_lines()[0].clone();
    let way = &legal["why"]["ways"][0];
    assert_eq!((&way["legal"], &way["why"]), (&json!(["d3"]), &json!(null)));
}

#[test]
fn a_neutral_piece_is_judged_where_it_stands() {
    let scene = Scene::new();
    let ran = scene.run("show tablut --turns d1-d3 --why e5").succeeds();
    ran.mentions(&["`king` at e5: the stone cannot move to that cell\n  action.king.move."]);
}

#[test]
fn a_shape_is_refused_where_a_stone_stands_and_outside_its_cells() {
    let scene = Scene::new();
    let says = |args: &[&str], words: &str| {
        let taken = ["show", "domineering", "--turns", "a1.a2"];
        scene.run_args(&[&taken[..], args].concat()).succeeds().mentions(&[words]);
    };
    says(&["--why", "a2"], ": the cell is not empty\n");
    scene
        .run("show teeko --why a1")
        .succeeds()
        .mentions(&["no stone that this action could start from is on the board\n"]);
}
