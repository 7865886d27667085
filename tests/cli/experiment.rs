//! Experiments: several runs for one question.

use crate::scene::Scene;

/// The rows of an experiment's table, by the names of their columns.
pub fn rows(scene: &Scene, file: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let text = scene.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let row = |record: csv::StringRecord| {
        header.iter().zip(record.iter()).map(|(name, field)| (name.to_owned(), field.to_owned())).collect()
    };
    reader.records().map(|record| row(record.expect("a whole row"))).collect()
}

#[test]
fn variants_are_compared_with_their_differences() {
    let scene = Scene::new();
    let ran = scene.run(
        "compare send-it-square send-it-square-nopush --set board.width=4 --set board.height=4 --games 40 --out out \
         --agents random,random --agents greedy,random --quiet",
    );
    ran.succeeds().mentions(&[
        "send-it-square-nopush, greedy against random",
        "interval and p are valid for all 2 comparisons together",
    ]);
    let rows = rows(&scene, "out/compare.csv");
    let of = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(of("variant"), ["send-it-square", "send-it-square-nopush"].repeat(2));
    assert_eq!(of("n"), ["40"; 4]);
    assert!(
        rows[0]["difference"].is_empty() && rows[2]["difference"].is_empty(),
        "the first is the base of the comparison"
    );
    for (base, other) in [(0, 1), (2, 3)] {
        let number = |row: usize, name: &str| rows[row][name].parse::<f64>().expect("a number");
        let difference = number(other, "first_player_score") - number(base, "first_player_score");
        assert!((number(other, "difference") - difference).abs() < 1e-6);
        assert!(
            number(other, "difference_low") <= difference && difference <= number(other, "difference_high")
        );
        assert!(number(other, "p_value") <= number(other, "p_holm"));
        let above = number(other, "probability_above");
        assert!((0.0..=1.0).contains(&above));
        assert!(difference == 0.0 || (above > 0.5) == (difference > 0.0), "{above}, {difference}");
    }
    // Each run is the same as a run of `simulate`, and has its own report.
    let manifest = scene.json("out/runs/04/manifest.json");
    let command: Vec<&str> =
        manifest["command"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
    assert_eq!(command[..3], ["dropline", "simulate", "send-it-square-nopush"]);
    let again = [&command[1..], &["--out", "again", "--quiet"]].concat();
    scene.run_args(&again).succeeds();
    assert_eq!(scene.read("again/games.csv"), scene.read("out/runs/04/games.csv"));
}

#[test]
fn a_grid_is_swept_and_invalid_combinations_are_listed_with_the_reason() {
    let scene = Scene::new();
    let sweep = "sweep send-it --agents random --vary turn.steps.0.max=1..2 --vary board.side=1..3 --games 30 --out out --quiet";
    scene
        .run(sweep)
        .succeeds()
        .mentions(&["turn.steps.0.max=2, board.side=3", "a board of one cell has no lines"]);
    let rows = rows(&scene, "out/sweep.csv");
    let place = |row: &std::collections::BTreeMap<String, String>| {
        (row["turn.steps.0.max"].clone(), row["board.side"].clone(), row["n"].clone())
    };
    let places: Vec<_> = rows.iter().map(place).collect();
    let expected = [
        ("1", "1", ""),
        ("1", "2", "30"),
        ("1", "3", "30"),
        ("2", "1", ""),
        ("2", "2", "30"),
        ("2", "3", "30"),
    ];
    assert_eq!(places, expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned())));
    assert!(rows[0]["no_game"].contains("one cell") && rows[1]["no_game"].is_empty());
    let page = scene.read("out/report.html");
    assert!(page.contains("No game") && page.contains("side of the board = 3"));
    assert!(!scene.names("out/charts").contains(&"drawishness.svg".to_owned()), "no game is drawn");
    for chart in ["first_player_score", "turns", "branching_factor"] {
        let map = scene.read(&format!("out/charts/{chart}.svg"));
        let texts: Vec<&str> =
            map.split("<text").skip(1).filter_map(|text| text.split('\n').nth(1)).collect();
        assert!(texts.contains(&"drops a turn ↓") && texts.contains(&"side of the board →"), "{texts:?}");
        // The legend of the colours comes last: around 50 %, or from the lowest number on the map to the highest.
        match chart {
            "first_player_score" => assert!(texts.ends_with(&["30 %", "50 %", "70 %"]), "{texts:?}"),
            _ => {
                let [others @ .., least, most] = &texts[..] else { panic!("{texts:?}") };
                assert!(others.contains(least) && others.contains(most), "{texts:?}");
            }
        }
    }
}

#[test]
fn the_report_of_an_experiment_is_redrawn_from_its_files() {
    let scene = Scene::new();
    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 20 --out out --quiet";
    let first = scene.run(sweep).succeeds();
    let (table, page) = (scene.read("out/sweep.csv"), scene.read("out/report.html"));
    scene.write("out/report.html", "");
    let again = scene.run("report out --quiet").succeeds();
    assert_eq!(
        (first.out, table, page),
        (again.out, scene.read("out/sweep.csv"), scene.read("out/report.html"))
    );
}

#[test]
fn an_experiment_does_not_depend_on_the_number_of_threads() {
    let scene = Scene::new();
    for threads in ["1", "2"] {
        let sweep = format!(
            "sweep send-it --agents random --vary board.side=2,3 --games 50 --threads {threads} --out out{threads} --quiet"
        );
        scene.run(&sweep).succeeds();
    }
    for file in ["sweep.csv", "runs/01/games.csv", "runs/02/games.csv"] {
        assert_eq!(scene.read(&format!("out1/{file}")), scene.read(&format!("out2/{file}")), "{file}");
    }
}

#[test]
fn runs_with_wider_intervals_than_requested_cause_a_warning() {
    let scene = Scene::new();
    let ran =
        scene.run("sweep send-it --agents random --vary board.side=2..4 --until 3% --games 60 --out out");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("The requested width was not reached: after 60 games"), "{}", ran.err);
    assert!(ran.err.contains("instead of at most 6 percentage points (`--until 3%`)"), "{}", ran.err);
    assert!(ran.err.contains("more of the 3 runs"), "{}", ran.err);
    assert!(scene.read("out/report.html").contains("was not reached"));
}

#[test]
fn a_key_cannot_be_both_set_and_varied() {
    let scene = Scene::new();
    let ran = scene.run("sweep send-it --agents random --set board.side=3 --vary board.side=4..5");
    assert_eq!(ran.code, Some(2));
    for part in ["`board.side` is set by `--set` and varied by `--vary`", "--vary:1:1", "leave out"] {
        assert!(ran.err.contains(part), "{part} is not in\n{}", ran.err);
    }
}

#[test]
fn if_no_combination_is_valid_the_first_few_reasons_are_shown() {
    let scene = Scene::new();
    let ran = scene.run("sweep send-it --agents random --vary board.side=20..29");
    let error = "error: none of the 10 combinations is a valid game:\n  board.side=20: ";
    assert!(ran.code == Some(2) && ran.err.starts_with(error), "{}", ran.err);
    assert!(ran.err.contains("\n  board.side=22: ") && ran.err.ends_with("\n  and 7 more\n"), "{}", ran.err);
    assert!(!scene.has("reports"), "nothing was begun");
}

#[test]
fn combinations_that_are_no_games_are_named_before_the_others_are_played() {
    let scene = Scene::new();
    let ran = scene.run("sweep hex --agents random --games 2 --vary board.side=4,99,x");
    let note = "note: 2 of the 3 combinations are not valid games:\n  board.side=99: `board.side` cannot be 99 (expected an integer from 1 to \
         31)\n  board.side=x: ";
    assert!(ran.code == Some(0) && ran.err.contains(note), "{}", ran.err);
}

#[test]
fn a_single_variant_cannot_be_compared() {
    Scene::new().run("compare send-it --games 10").fails(
        2,
        "nothing to compare `send-it` with: name another variant, play it by itself with `dropline simulate \
         send-it`, or compare values of a key with `dropline sweep send-it --vary KEY=VALUES`",
    );
}

#[test]
fn errors_in_grids_are_shown_at_their_position() {
    let scene = Scene::new();
    for (vary, messages) in [
        ("board.side=8..4", ["the range ends before it begins", "board.side=8..4"]),
        ("board.sied=4..8", ["unknown key `sied`", "did you mean `side`?"]),
        ("board.side", ["a varied key is written KEY=VALUES", "--vary"]),
        ("board.side=1..999999", ["the range has 999,999 values", "at most 10,000"]),
        ("extends=go,dropper", ["`extends` cannot be set", "--vary"]),
    ] {
        let ran = scene.run_args(&["sweep", "send-it", "--vary", vary]);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        for message in messages {
            assert!(ran.err.contains(message), "{vary}: {message:?} is not in\n{}", ran.err);
        }
    }
    assert!(!scene.has("reports"), "nothing was begun");
}

#[test]
fn a_game_cannot_be_compared_with_itself() {
    let scene = Scene::new();
    scene.write("same.toml", "extends = \"send-it\"\n[game]\nname = \"The same\"\n");
    scene.run("compare send-it same.toml").fails(
        2,
        "`same.toml` has the same rules as `send-it`: they would play the same games; name each game once",
    );
}

#[test]
fn combinations_with_the_same_rules_are_rejected() {
    let scene = Scene::new();
    for (vary, one, other) in [
        ("score.komi=0,1,0.0", "score.komi=0.0", "score.komi=0"),
        ("game.year=2001,2002", "game.year=2002", "game.year=2001"),
    ] {
        let error = format!(
            "`{one}` has the same rules as `{other}`: they would play the same games; give each game once"
        );
        scene.run(&format!("sweep send-it --agents random --vary {vary} --games 5")).fails(2, &error);
    }
    assert!(!scene.has("reports"), "nothing was begun");
}

#[test]
fn an_experiment_is_replaced_only_by_force() {
    let scene = Scene::new();
    let sweep = |values: &str| {
        format!("sweep send-it --agents random --vary board.side={values} --games 5 --out out --quiet")
    };
    scene.run(&sweep("2,3,4")).succeeds();
    scene.write("out/notes.txt", "mine");
    let refused = scene.run(&sweep("2"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("out already exists") && refused.err.contains("--force"), "{}", refused.err);
    scene.run(&format!("{} --force", sweep("2"))).succeeds();
    assert_eq!(scene.names("out/runs"), ["01"]);
    assert_eq!(scene.read("out/notes.txt"), "mine");
}

#[test]
fn unrelated_files_are_kept_when_an_experiment_is_replaced() {
    let scene = Scene::new();
    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 5 --quiet --out";
    let mine = |dir: &str| {
        for name in [
            "runs/02/notes.txt",
            "runs/2024/data",
            "runs/notes/x",
            "runs/readme.txt",
            "runs/01/charts/photo.svg",
        ] {
            scene.write(&format!("{dir}/{name}"), "mine");
        }
    };
    let stays = |dir: &str| {
        assert_eq!(scene.names(&format!("{dir}/runs")), ["01", "02", "2024", "notes", "readme.txt"]);
        assert_eq!(scene.read(&format!("{dir}/runs/02/notes.txt")), "mine");
        assert_eq!(scene.read(&format!("{dir}/runs/01/charts/photo.svg")), "mine");
        let report = scene.run(&format!("report {dir}")).succeeds();
        report.mentions(&["board.side=2  5"]);
    };
    // One folder holds an experiment, one merely a file called `experiment.json`, and one neither.
    scene.run(&format!("{sweep} out")).succeeds();
    scene.write("none/experiment.json", "{}");
    for dir in ["out", "none", "bare"] {
        mine(dir);
        assert_eq!(scene.run(&format!("{sweep} {dir}")).code, Some(2), "not without `--force`");
        for _ in 0..2 {
            scene.run(&format!("{sweep} {dir} --force")).succeeds();
            stays(dir);
        }
    }
}

#[test]
fn a_run_and_an_experiment_never_share_a_folder() {
    let scene = Scene::new();
    let sweep = |out: &str| {
        format!("sweep send-it --agents random --vary board.side=2,3 --games 5 --quiet --out {out}")
    };
    let run = |out: &str| {
        format!("simulate send-it --agents random --set board.side=2 --games 5 --quiet --out {out}")
    };
    scene.run(&sweep("sweep")).succeeds();
    scene.run(&run("run")).succeeds();
    let refused = |command: String, what: &str| {
        let error = format!(
            "{what}, which cannot be replaced by files of another kind: name another folder with `--out`"
        );
        scene.run(&format!("{command} --force")).fails(2, &error);
    };
    refused(run("sweep"), "sweep holds an experiment");
    refused(sweep("run"), "run holds a run");
    assert!(!scene.has("sweep/manifest.json") && !scene.has("run/experiment.json"));
    scene.run("verify sweep --quiet").succeeds();
    scene.run("verify run --quiet").succeeds();
}

#[test]
fn a_run_that_was_put_in_place_of_another_is_not_reported() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=2,3 --games 5 --out out --quiet").succeeds();
    let other = |options: &str, what: &str| {
        let other = format!("simulate send-it {options} --games 5 --out out/runs/02 --quiet --force");
        scene.run(&other).succeeds();
        let ran = scene.run("report out");
        let reported = ran.err.contains("error: out/runs/02/manifest.json: ") && ran.err.contains(what);
        assert!(ran.code == Some(2) && reported, "{}", ran.err);
    };
    other("--agents random --set board.side=2", "`rules_hash` should be `");
    let agents =
        "`agents` should be `random,random` for this run according to experiment.json, found `greedy,random`";
    other("--set board.side=3 --agents greedy,random", agents);
}

#[test]
fn an_experiment_in_progress_is_locked() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=2,3 --games 5 --out out --quiet").succeeds();
    let small = "--set board.side=2 --games 4 --quiet";
    scene.run(&format!("simulate send-it --agents random {small} --out beside")).succeeds();
    let lock = dropline::run::Lock::take(&scene.path("out")).expect("nobody has it");
    let wanted = format!(
        "another process is writing to {}: wait for it, or name another folder with `--out`",
        scene.path("out").canonicalize().unwrap().display()
    );
    for command in [
        format!("simulate send-it --agents random {small} --out out/runs/02 --force"),
        format!("simulate send-it --agents random {small} --out out/runs/03"),
        format!("simulate send-it --agents random {small} --out beside/../out/runs/03/mine"),
        "sweep send-it --agents random --vary board.side=2,3 --games 5 --out out/runs/02 --force".to_owned(),
        format!("simulate send-it --agents random {small} --plan out/runs/03"),
    ] {
        scene.run(&command).fails(75, &wanted);
    }
    assert!(!scene.has("out/runs/03"));
    drop(lock);
    scene.run(&format!("simulate send-it --agents random {small} --out out/runs/03")).succeeds();
}

#[test]
fn variants_are_compared_over_pairs_until_their_intervals_are_narrow_enough() {
    let scene = Scene::new();
    let compare = "compare send-it-square send-it-square-nopush --set board.width=4 --set board.height=4 --agents greedy,random --agents mcts:2,random --out out --quiet";
    scene
        .run(&format!("{compare} --pairs --until 12% --games 600"))
        .succeeds()
        .mentions(&["95 % confidence sequence", "greedy against random"]);
    for run in ["01", "02", "03", "04"] {
        let manifest = scene.json(&format!("out/runs/{run}/manifest.json"));
        assert_eq!(manifest["pairs"], true);
        assert_eq!(manifest["until"], serde_json::json!({"half_width": 0.12, "reached": true}));
        assert!(manifest["games_played"].as_u64().unwrap() < 600);
    }
    let rows = rows(&scene, "out/compare.csv");
    assert_eq!(rows[0]["interval_of_score"], "95 % confidence sequence");
    assert_eq!(rows[0]["n"].parse::<u64>().unwrap(), 2 * rows[0]["pairs"].parse::<u64>().unwrap());
    let chart = scene.read("out/charts/first_player_score.svg");
    assert!(chart.contains("Each with its 95 % confidence sequence."), "{chart}");
    assert!(!rows[0]["first_agent_score"].is_empty() && !rows[1]["difference"].is_empty());
    let page = scene.read("out/report.html");
    assert!(
        page.contains("at most 600 games each")
            && page.contains("the confidence sequence of its first player")
    );

    // The command of a run replays it.
    let manifest = scene.json("out/runs/02/manifest.json");
    let command: Vec<&str> =
        manifest["command"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
    scene.run_args(&[&command[1..], &["--out", "again", "--quiet"]].concat()).succeeds();
    assert_eq!(scene.read("again/games.csv"), scene.read("out/runs/02/games.csv"));
}

#[test]
fn a_difference_over_pairs_has_the_variance_of_pairs() {
    let scene = Scene::new();
    let small = "--set board.width=4 --set board.height=4 --agents greedy,random --quiet --games 60";
    let compare = format!("compare send-it-square send-it-square-nopush {small}");
    scene.run(&format!("{compare} --out single")).succeeds();
    scene.run(&format!("{compare} --out paired --pairs")).succeeds();
    let half_width = |row: &std::collections::BTreeMap<String, String>, name: &str| {
        let end = |end: &str| row[&format!("{name}_{end}")].parse::<f64>().expect("a number");
        (end("high") - end("low")) / 2.0
    };
    let paired = rows(&scene, "paired/compare.csv");
    // Newcombe's interval for independent scores is about as wide as the intervals of both scores together, whether their
    // variance is computed over games or over pairs.
    let scores = [0, 1].map(|run: usize| half_width(&paired[run], "first_player_score"));
    let both = scores[0].hypot(scores[1]);
    let difference = half_width(&paired[1], "difference");
    assert!((difference / both - 1.0).abs() < 0.1, "{difference} and {both}");
    assert!(rows(&scene, "single/compare.csv")[0]["first_agent_score"].is_empty());
}

#[test]
fn invalid_pairs_in_an_experiment_are_rejected() {
    let scene = Scene::new();
    scene.run("compare send-it go --pairs --agents greedy,random --agents greedy,greedy").fails(
        2,
        "`--pairs` exchanges the sides of two different agents; with `greedy,greedy` both games of a pair would be the same: \
         name two with `--agents`, or leave `--pairs` out",
    );
    scene
        .run("sweep send-it --vary board.side=2,3 --pairs --agents greedy,random --games 5")
        .fails(2, "pairs of games need an even number: `--games 4` or `--games 6`");
    assert!(!scene.has("reports"), "nothing was begun");
}

#[test]
fn agents_named_twice_are_refused() {
    let scene = Scene::new();
    for command in ["compare send-it go", "sweep send-it --vary board.side=3,4"] {
        scene
            .run(&format!("{command} --agents random,random --agents random,random --out out"))
            .fails(2, "duplicate `--agents random,random`: both would play the same games");
        // With exchanged sides, the order of the agents makes no difference.
        let both = "--agents random,greedy --agents greedy,random --games 2 --out out";
        scene.run(&format!("{command} {both} --pairs")).fails(
            2,
            "`--agents greedy,random` names the same agents as `--agents random,greedy`, and pairs exchange their sides: both would \
             play the same games; name each pair once",
        );
    }
}

#[test]
fn a_sweep_says_whether_its_extremes_differ_by_more_than_chance() {
    let scene = Scene::new();
    // The first sweep has the largest difference that komi can make; the second has none.
    let ran = scene.run(
        "sweep send-it --agents random --set board.side=3 --vary score.komi=-30,30 --games 60 --out far",
    );
    assert!(ran.succeeds().out.contains("They differ by more than chance would explain ("));
    let ran = scene.run(
        "sweep send-it --agents random --set board.side=3 --vary score.komi=0,0.25,0.5 --games 60 --out near",
    );
    let wanted = ran.succeeds().out;
    assert!(wanted.contains("These two do not show that the keys make a difference ("), "{wanted}");
    assert!(
        wanted.contains("are valid for all 3 values together, and the interval of the difference and p are valid for all 3 pairs of values"),
        "{wanted}"
    );
}

#[test]
fn first_turns_of_different_agents_are_not_judged() {
    let scene = Scene::new();
    scene.run("simulate send-it --set board.side=3 --games 200 --agents greedy,random --out run").succeeds();
    assert!(scene.read("run/report.html").contains("The players are different agents"));
    assert_eq!(scene.read("run/openings.csv").lines().count(), 1);
}

#[test]
fn games_in_which_sides_are_always_swapped_are_left_out_of_the_verdicts() {
    let scene = Scene::new();
    scene
        .run("sweep send-it --vary turn.swap=false,true --set board.side=3 --agents greedy,greedy --games 40 --out out --quiet")
        .succeeds()
        .mentions(&[
            "No value is compatible with an even game; pie rule = false (10.0 %) comes nearest (one value without verdict)",
            "With greedy against greedy, there is no verdict at pie rule = true: the sides were swapped in every game.",
        ]);
    scene.write("pie.toml", "extends = \"send-it\"\n[turn]\nswap = true\n");
    scene
        .run("compare send-it pie.toml --set board.side=3 --agents greedy,greedy --games 40 --out compared --quiet")
        .succeeds()
        .mentions(&["With greedy against greedy, no verdict on pie against send-it: in pie, the sides were swapped in every game. \
                     The first player scored 85.0 % in pie and 10.0 % in send-it."]);
}

#[test]
fn a_sweep_has_a_response_surface() {
    let scene = Scene::new();
    let sweep = "sweep go --agents random --set board.width=3 --set board.height=3 --vary score.komi=-9..9:3 --games 200 --out out --quiet";
    scene
        .run(sweep)
        .succeeds()
        .mentions(&["a surface over the keys, fitted to 7 values, depends significantly on"]);
    let rows = rows(&scene, "out/surface.csv");
    let number = |row: usize, name: &str| rows[row][name].parse::<f64>().expect("a number");
    assert_eq!((rows.len(), rows[0]["score.komi"].as_str()), (7, "-9"));
    assert!(number(0, "fitted") > number(3, "fitted") && number(3, "fitted") > number(6, "fitted"));
    assert!(scene.has("out/charts/surface.svg"));
    scene.run("verify out --quiet").succeeds();
}

#[test]
fn without_agents_the_players_learn_each_game() {
    let scene = Scene::new();
    for (number, command) in [
        "compare send-it-square send-it-square-nopush --set board.width=3 --set board.height=3",
        "sweep send-it --vary board.side=2,3",
        "tune send-it --vary board.side=2,3 --fresh 4",
    ]
    .into_iter()
    .enumerate()
    {
        let out = format!("out{number}");
        let again = format!("{command} --games 4 --budget 1s --quiet --out {out}");
        let ran = scene.run(&again).succeeds();
        let what = ["game that came nearest to even", "value that you like", "value that you like"][number];
        ran.mentions(&[
            "The players learned each game from ",
            "In 20 pairs of each game, mcts:",
            "To be surer, `dropline study send-it",
            &format!(" lets stronger players play the {what}."),
        ]);
        let runs = rows(&scene, &format!("{out}/{}.csv", command.split(' ').next().unwrap()));
        let player = &runs[0]["first_agent"];
        assert!(player.starts_with("mcts:") && player.ends_with(":eval"), "{player}");
        assert!(runs.iter().all(|run| [&run["first_agent"], &run["second_agent"]] == [player; 2]));
        // Each game has its own learned file, and `--resume` reuses it.
        for file in ["01", "02"] {
            let learned = format!("{out}.learned/{file}.learned");
            assert!(scene.has(&learned), "{learned}");
        }
        let list = scene.json(&format!("{out}/experiment.json"));
        assert!(list["runs"][0]["agents"][0].as_str().is_some_and(|agent| agent.contains("01.learned")));
        let report = scene.read(&format!("{out}/report.html"));
        scene.run(&format!("{again} --resume")).succeeds();
        assert_eq!(report, scene.read(&format!("{out}/report.html")));
        let taken = scene.run(&again);
        assert!(taken.code == Some(2) && taken.err.contains("--force"), "{}", taken.err);
        let named = scene.run(&format!("{again} --force --agents random"));
        assert!(
            named.code == Some(2) && named.err.contains("'--budget <TIME>' cannot be used"),
            "{}",
            named.err
        );
    }
    // What a plan needs lies beside it.
    scene
        .run("tune send-it --vary board.side=2,3 --games 4 --fresh 4 --budget 1s --quiet --plan parts")
        .succeeds();
    assert!(scene.has("parts.learned/02.learned") && !scene.has("reports"));
    let large =
        "tune send-it --set board.side=2 --vary score.komi=0..32 --games 400 --fresh 4 --quiet --out large";
    let ran = scene.run(large).succeeds();
    ran.mentions(&["plays both sides, since mcts:100 scored ", "To be surer, `dropline study send-it"]);
}
