//! The output of simulations.

use crate::scene::{Scene, files_of};

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

#[test]
fn a_report_that_is_up_to_date_is_not_written_again() {
    let scene = Scene::new();
    scene.run("simulate send-it --agents random --set board.side=3 --games 20 --out run --quiet").succeeds();
    let files = ["report.html", "summary.csv", "charts/margins.svg"];
    let written =
        || files.map(|name| std::fs::metadata(scene.path("run").join(name)).unwrap().modified().unwrap());
    let before = written();
    // An archived run can therefore be shown without permission to write.
    scene.run("report run --json").succeeds();
    assert_eq!(written(), before);
    scene.write("run/summary.csv", "another");
    scene.run("report run --json").succeeds();
    assert!(scene.read("run/summary.csv").contains("first_player_score"));
}

#[test]
fn a_run_writes_a_folder_with_everything_in_it() {
    let scene = Scene::new();
    let ran = scene.run(&format!("{SMALL} --agents random --games 30 --out run --records")).succeeds();
    ran.mentions(&["first player", "n = 30", "run/report.html"]);
    for file in [
        "manifest.json",
        "games.csv",
        "games.jsonl",
        "cells.csv",
        "course.csv",
        "summary.csv",
        "summary.json",
        "report.html",
    ] {
        assert!(scene.has(&format!("run/{file}")), "{file} is missing");
    }
    let manifest = scene.json("run/manifest.json");
    assert_eq!(manifest["games_played"], 30);
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["rules"]["board"]["side"], 3);
}

#[test]
fn each_game_has_a_row_with_the_columns_of_the_format() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 5 --agents greedy,random --out run")).succeeds();
    let games = scene.read("run/games.csv");
    let lines: Vec<&str> = games.lines().collect();
    assert_eq!(
        lines[0],
        "game,variant,first_agent,second_agent,winner,first_score,second_score,turns,actions,end,branching,\
         first_captures,second_captures,swapped,first_turn,fingerprint,decision_factor,game_tree,rounds,lead_changes,\
         drama,decisiveness,coverage,stone_survival,late_upset"
    );
    assert_eq!(lines.len(), 6);
    for (i, line) in lines[1..].iter().enumerate() {
        assert!(line.starts_with(&format!("{},send-it,greedy,random,", i + 1)), "{line}");
    }
    assert!(!scene.has("run/games.jsonl"), "records were not asked for");
}

#[test]
fn the_table_of_cells_holds_the_used_part_of_the_plane() {
    let scene = Scene::new();
    for threads in [1, 2] {
        let run = format!(
            "simulate hex-it --agents random --games 30 --records --threads {threads} --out run{threads} --quiet"
        );
        scene.run(&run).succeeds();
    }
    let cells = scene.read("run1/cells.csv");
    assert_eq!(cells, scene.read("run2/cells.csv"));
    // This is a tile of Black's setup: a first turn can only be on a tile, and this tile is there in all games.
    let row = |name: &str| cells.lines().find(|row| row.starts_with(name)).map(str::to_owned);
    let first = row("\"1,0\",").expect("a tile of the setup");
    assert!(first.ends_with(",30,0,30"), "{first}");
    for row in cells.lines().skip(1) {
        let numbers = row.rsplit_once('"').expect("a name in quotes").1;
        assert!(
            numbers.trim_end_matches(",30").contains(['1', '2', '3', '4', '5', '6', '7', '8', '9']),
            "{row}"
        );
    }
    scene.run("replay hex-it run1/games.jsonl").succeeds();
}

#[test]
fn games_won_by_smaller_groups_can_be_reported() {
    let scene = Scene::new();
    let small = "simulate dropper --agents random --set board.width=3 --set board.height=3";
    scene.run(&format!("{small} --games 200 --out run --quiet")).succeeds();
    let rows = scene.read("run/games.csv");
    let equal = |row: &&str| row.split(',').nth(5) == row.split(',').nth(6);
    assert!(
        rows.lines().filter(equal).any(|row| !row.contains(",draw,")),
        "equal largest groups, but a winner"
    );
    let summary = scene.json("run/summary.json");
    assert_eq!(summary["ends"], serde_json::json!({"passes": 0, "stuck": 200, "tiles": 0, "cap": 0}));
    assert!(scene.read("run/report.html").contains("the sizes of the largest groups"));
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let scene = Scene::new();
    for threads in [1, 2, 3] {
        let run =
            format!("{SMALL} --agents random --games 200 --records --out run{threads} --threads {threads}");
        scene.run(&run).succeeds();
    }
    let files = files_of(&scene, "run1");
    for file in files.iter().filter(|file| !file.ends_with("manifest.json")) {
        for threads in ["run2", "run3"] {
            let other = scene.read(&file.replacen("run1", threads, 1));
            assert!(scene.read(file) == other, "{file} differs from that of {threads}");
        }
    }
    assert!(files.contains(&"run1/report.html".to_owned()));
}

#[test]
fn pages_show_the_deciding_part_of_the_command_and_the_manifest_the_whole_command() {
    let scene = Scene::new();
    scene
        .run(&format!("{SMALL} --agents random --games 5 --seed 3 --threads 2 --force --json -o run"))
        .succeeds();
    let decides = "dropline simulate send-it --set board.side=3 --agents random --games 5 --seed 3";
    assert!(scene.read("run/report.html").contains(&format!("<code>{decides}</code>")));
    assert_eq!(scene.json("run/summary.json")["command"], decides);
    let command = scene.json("run/manifest.json")["command"].as_array().expect("words").len();
    assert_eq!(command, "dropline simulate send-it --set board.side=3 --quiet --agents random --games 5 --seed 3 --threads 2 --force --json -o run".split(' ').count());
    scene
        .run("sweep send-it --agents random --vary board.side=2,3 --games 5 --threads 1 -q --out out")
        .succeeds();
    let sweep = "<code>dropline sweep send-it --agents random --vary board.side=2,3 --games 5</code>";
    assert!(scene.read("out/report.html").contains(sweep));
}

#[test]
fn a_game_depends_only_on_seed_rules_and_number() {
    let scene = Scene::new();
    let games = |name: &str, options: &str| {
        scene.run(&format!("{SMALL} --agents random --out {name} {options}")).succeeds();
        let rows = scene.read(&format!("{name}/games.csv"));
        rows.lines().skip(1).take(10).map(str::to_owned).collect::<Vec<_>>()
    };
    let few = games("few", "--games 10");
    assert_eq!(few, games("many", "--games 40"), "the first games of a longer run are the same");
    assert_ne!(few, games("seed", "--games 10 --seed 2"));
}

#[test]
fn a_run_stops_at_the_same_game_whatever_the_number_of_threads() {
    let scene = Scene::new();
    for threads in [1, 2, 3] {
        let run =
            format!("{SMALL} --agents random --until 6% --records --out run{threads} --threads {threads}");
        scene.run(&run).succeeds().mentions(&[
            "95 % confidence sequence",
            "as narrow as requested, 12 percentage points (`--until 6%`)",
        ]);
    }
    for file in ["games.csv", "games.jsonl", "cells.csv", "course.csv", "summary.csv"] {
        let one = scene.read(&format!("run1/{file}"));
        assert!(one == scene.read(&format!("run2/{file}")), "{file} differs with 2 threads");
        assert!(one == scene.read(&format!("run3/{file}")), "{file} differs with 3 threads");
    }
    let manifest = scene.json("run2/manifest.json");
    assert_eq!((&manifest["complete"], &manifest["games_asked"]), (&true.into(), &1_000_000.into()));
    assert_eq!(manifest["until"], serde_json::json!({"half_width": 0.06, "reached": true}));
    let rows = scene.read("run2/games.csv").lines().count() as u64 - 1;
    assert_eq!(manifest["games_played"], rows);
    let score = &scene.json("run2/summary.json")["measures"][0];
    let half = (score["high"].as_f64().unwrap() - score["low"].as_f64().unwrap()) / 2.0;
    assert!(half <= 0.06 + 1e-6 && score["n"] == rows, "{score}");

    // With one game fewer, the width is not reached.
    let message = format!("The requested width was not reached: after {} games", rows - 1);
    scene
        .run(&format!("{SMALL} --agents random --until 6% --games {} --out fewer", rows - 1))
        .succeeds()
        .mentions(&[&message, "Reaching it would take up to about "]);
    assert!(scene.json("fewer/summary.json")["until"]["games_needed"].as_u64().unwrap() > 0);
    let manifest = scene.json("fewer/manifest.json");
    assert_eq!((&manifest["complete"], &manifest["until"]["reached"]), (&true.into(), &false.into()));
    assert!(scene.read("run2/games.csv").starts_with(&scene.read("fewer/games.csv")));
}

#[test]
fn agents_exchange_sides_in_the_second_game_of_a_pair() {
    let scene = Scene::new();
    let run = |name: &str, options: &str| {
        scene.run(&format!("{SMALL} --agents greedy,random --pairs --out {name} {options}")).succeeds();
        scene.read(&format!("{name}/games.csv"))
    };
    let rows = run("run", "--games 40");
    for (number, row) in (1..).zip(rows.lines().skip(1)) {
        let agents = if number % 2 == 1 { "greedy,random" } else { "random,greedy" };
        assert!(row.starts_with(&format!("{number},send-it,{agents},")), "{row}");
    }
    assert!(run("more", "--games 60 --threads 1").starts_with(&rows), "a pair depends on its number alone");
    let summary = scene.json("run/summary.json");
    assert_eq!((&summary["pairs"], &summary["games"]), (&20.into(), &40.into()));
    assert!(summary["headline"].as_str().unwrap().contains("greedy is stronger, by "));
    assert_eq!(scene.json("run/manifest.json")["pairs"], true);

    // The first game of pair i is game i of a run without pairs; the second is that game with the agents exchanged.
    let without = |name: &str, agents: &str| {
        scene.run(&format!("{SMALL} --agents {agents} --games 20 --out {name}")).succeeds();
        scene.read(&format!("{name}/games.csv"))
    };
    let rest = |row: &str| row.split_once(',').unwrap().1.to_owned();
    let alternate = |a: &str, b: &str| {
        let both = a.lines().zip(b.lines()).skip(1).flat_map(|(a, b)| [rest(a), rest(b)]);
        both.collect::<Vec<_>>()
    };
    let pairs: Vec<String> = rows.lines().skip(1).map(rest).collect();
    assert_eq!(pairs, alternate(&without("one", "greedy,random"), &without("other", "random,greedy")));
}

/// The only folder under `reports` whose name ends with `end`, without the digits of its rules' hash.
fn default_folder(scene: &Scene, end: &str) -> String {
    let folders = scene.names("reports").into_iter().filter(|name| name.ends_with(end));
    let [folder] = &folders.collect::<Vec<_>>()[..] else { panic!("one folder ends with {end}") };
    let manifest = scene.json(&format!("reports/{folder}/manifest.json"));
    let digits = &manifest["rules_hash"].as_str().unwrap()[..6];
    let (before, after) = folder.split_once(&format!("_{digits}_")).expect("the hash is in the name");
    format!("{before}_{after}")
}

#[test]
fn the_default_folder_is_named_after_the_run() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --set score.komi=0.5 --games 3 --seed 7")).succeeds();
    assert_eq!(
        default_folder(&scene, "_3_seed7"),
        "send-it_board.side=3_score.komi=0.5_random-vs-random_3_seed7"
    );
    let value = r#"setup.black=["a1","b2"]"#;
    let args = ["simulate", "send-it", "--agents", "random", "--games", "1", "-q", "--set", value];
    scene.run_args(&args).succeeds();
    assert_eq!(default_folder(&scene, "_1_seed1"), "send-it_setup.black=-a1-b2_random-vs-random_1_seed1");
}

#[test]
fn a_changed_file_gets_another_default_folder() {
    let scene = Scene::new();
    for side in [2, 3] {
        scene.write("calm.toml", &format!("extends = \"send-it\"\n[board]\nside = {side}\n"));
        scene.run("simulate calm.toml --agents random --games 2 --quiet").succeeds();
    }
    assert_eq!(scene.names("reports").len(), 2);
    // The same file, the same folder.
    assert_eq!(scene.run("simulate calm.toml --agents random --games 2 --quiet").code, Some(2));
}

#[test]
fn a_default_folder_keeps_the_letters_of_every_script() {
    let scene = Scene::new();
    // The accent of the second name is a character of its own.
    for name in ["größe", "mene\u{301}", "囲碁", "五目"] {
        scene.write(&format!("{name}.toml"), "extends = \"send-it\"\nboard.side = 2\n");
        scene.run(&format!("simulate {name}.toml --agents random --games 2 --quiet")).succeeds();
    }
    let folders = scene.names("reports");
    let names: Vec<&str> = folders.iter().map(|folder| folder.split('_').next().unwrap()).collect();
    assert_eq!(names, ["größe", "mene\u{301}", "五目", "囲碁"]);
    scene.write("五目.toml", "extends = \"send-it\"\nboard.side = 3\n");
    scene.run("compare 囲碁.toml 五目.toml --agents random --games 2 --quiet").succeeds();
    assert!(scene.names("reports").iter().any(|folder| folder.starts_with("compare_囲碁_五目_")));
    // File systems limit names to 255 bytes.
    let long = "碁".repeat(80);
    scene.write(&format!("{long}.toml"), "extends = \"send-it\"\nboard.side = 2\n");
    scene.run(&format!("simulate {long}.toml --agents random --games 2 --quiet")).succeeds();
    scene.run(&format!("compare {long}.toml 五目.toml --agents random --games 2 --quiet")).succeeds();
}

#[test]
fn a_default_folder_name_that_is_too_long_leaves_out_the_settings() {
    let scene = Scene::new();
    let cells: Vec<String> =
        (1..=8).flat_map(|n| ["a", "b", "c", "d"].map(|x| format!("\"{x}{n}\""))).collect();
    let value = format!("setup.black=[{}]", cells.join(","));
    scene
        .run_args(&["simulate", "send-it", "--agents", "random", "--games", "1", "-q", "--set", &value])
        .succeeds();
    assert_eq!(default_folder(&scene, "_1_seed1"), "send-it_random-vs-random_1_seed1");
}

#[test]
fn unrelated_pictures_are_kept_beside_the_charts() {
    let scene = Scene::new();
    scene.write("run/charts/photo.svg", "mine");
    for _ in 0..2 {
        scene.run(&format!("{SMALL} --agents random --games 5 --force --out run")).succeeds();
        assert_eq!(scene.read("run/charts/photo.svg"), "mine");
    }
    // No other pictures are left, such as charts that only an earlier run had.
    assert_eq!(
        scene.names("run/charts"),
        ["branching.svg", "lengths.svg", "margins.svg", "photo.svg", "score.svg"]
    );
}

#[test]
fn rows_of_another_game_are_not_reported() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 5 --out run")).succeeds();
    scene
        .run("simulate go --agents random --set board.width=3 --set board.height=3 --games 5 --out go")
        .succeeds();
    scene.write("run/games.csv", &scene.read("go/games.csv"));
    scene.run("report run").fails(2, "run/games.csv, line 2, column `variant`: expected `send-it`, the variant of manifest.json, found `go`");
}

#[test]
fn a_folder_with_a_run_is_rejected_unless_forced() {
    let scene = Scene::new();
    let run = format!("{SMALL} --agents random --games 3 --out run");
    scene.run(&format!("{run} --records")).succeeds();
    let before = scene.read("run/games.csv");
    scene.write("run/notes.txt", "mine");
    scene.run(&format!("{run} --seed 2")).fails(
        2,
        "run already exists: name another folder with `--out`, replace the run in it with `--force`, or show its \
         results again with `--resume`",
    );
    assert_eq!(scene.read("run/games.csv"), before);

    scene.run(&format!("{run} --seed 2 --force")).succeeds();
    assert_ne!(scene.read("run/games.csv"), before);
    assert_eq!(scene.read("run/notes.txt"), "mine", "files that are not the run's stay");
    assert!(!scene.has("run/games.jsonl"), "no file of the earlier run is left");
}

#[test]
fn json_prints_the_summary_file() {
    let scene = Scene::new();
    let ran = scene.run(&format!("{SMALL} --agents random --games 5 --out run --json")).succeeds();
    assert_eq!(ran.out, scene.read("run/summary.json"));
}

#[test]
fn a_report_is_redrawn_from_the_files_alone() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 5 --out run")).succeeds();
    let page = scene.read("run/report.html");
    for file in ["report.html", "summary.csv", "summary.json"] {
        std::fs::remove_file(scene.path(&format!("run/{file}"))).unwrap();
    }
    scene.run("report run").succeeds().mentions(&["run/report.html"]);
    assert_eq!(scene.read("run/report.html"), page);
}

#[test]
fn searching_agents_play_the_same_games_on_any_number_of_threads() {
    let scene = Scene::new();
    let args = "simulate send-it --set board.side=3 --games 12 --agents mcts:40,mcts:20:exploration=0.7";
    scene.run(&format!("{args} --threads 1 --out one")).succeeds();
    scene.run(&format!("{args} --threads 2 --out two")).succeeds();
    assert_eq!(scene.read("one/games.csv"), scene.read("two/games.csv"));
    assert!(scene.read("one/games.csv").contains(",mcts:40,mcts:20:exploration=0.7,"));
    let manifest = scene.json("one/manifest.json");
    assert_eq!((&manifest["reproducible"], &manifest["program"]), (&true.into(), &"dropline".into()));
    // The name is valid on all file systems.
    scene.run(&args.replace("12", "1")).succeeds();
    assert!(scene.has("reports"));
}

#[test]
fn games_of_agents_with_a_time_limit_are_marked() {
    let scene = Scene::new();
    let ran = scene.run("simulate send-it --set board.side=2 --games 2 --agents mcts:1ms,random --out run");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(scene.json("run/manifest.json")["reproducible"], false);
    assert!(ran.err.contains("the same command may play different games"), "{}", ran.err);
    assert!(scene.read("run/report.html").contains("the same command may play different games"));
}

#[test]
fn games_that_scores_never_decide_have_no_komi() {
    let scene = Scene::new();
    let stuck = "extends = \"nogo\"\n[score]\nmethod = \"stones\"\n[end]\nstuck = \"loses\"\n";
    scene.write("stuck.toml", stuck);
    let simulate = |set: &str| {
        scene.run(&format!("simulate stuck.toml{set} --games 20 --agents random,random --out run --force"))
    };
    let ran = simulate("");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(!ran.out.contains("Static komi") && !ran.out.contains("Mean margin"), "{}", ran.out);
    assert!(ran.err.contains("`score` decides only games that reach the turn cap"), "{}", ran.err);
    assert!(!scene.read("run/report.html").contains("komi that would"));
    assert!(simulate(" --set end.stuck=end").out.contains("Static komi"));
}

/// The page is passed to the first program that opens files on a desktop; the program of this test writes down its argument.
#[cfg(target_os = "linux")]
#[test]
fn a_page_is_opened_in_the_browser_on_request() {
    use crate::scene::RunOutput;
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    let command = [
        "simulate",
        "send-it",
        "--agents",
        "random",
        "--set",
        "board.side=2",
        "--games",
        "5",
        "--out",
        "run",
        "--open",
    ];
    let ran: RunOutput = scene.command(&command).env("PATH", "").output().expect("the program starts").into();
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("warning: no browser could be started: "), "{}", ran.err);

    scene.write("bin/xdg-open", "#!/bin/sh\nprintf %s \"$1\" > opened.new && mv opened.new opened\n");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(scene.path("bin/xdg-open"), executable).expect("the file is executable");
    let path = format!("{}:{}", scene.path("bin").display(), std::env::var("PATH").unwrap_or_default());
    let ran: RunOutput = scene
        .command(&["report", "run", "--open"])
        .env("PATH", path)
        .output()
        .expect("the program starts")
        .into();
    ran.succeeds();
    let patience = std::time::Instant::now();
    while !scene.has("opened") && patience.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(scene.read("opened"), "run/report.html");
}

#[test]
fn a_report_is_printed_as_markdown() {
    let scene = Scene::new();
    scene.run("simulate go --agents random --set board.width=3 --set board.height=3 --games 20 --out run --quiet").succeeds();
    let report = scene.run("report run --markdown").succeeds().mentions(&[
        "# Go, 3x3: random against random\n\n",
        "\n\n| Measure ",
        "\n| First player's score ",
        "\n20 games on rectangle 3x3, played by this command:\n\n```sh\ndropline simulate go --agents random --set board.width=3 ",
        "\n\n![score](<run/charts/score.svg>)\n\n",
    ]);
    let rows: Vec<&str> = report.out.lines().filter(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 10 && rows.iter().all(|row| row.matches('|').count() == 5), "{rows:#?}");

    let sets = "--set board.width=3 --set board.height=3 --games 20 --quiet";
    scene.run(&format!("sweep go --agents random --vary score.komi=1,2 {sets} --out out")).succeeds();
    scene.run("report out --markdown").succeeds().mentions(&["\n| score.komi=1 ", "](<out/charts/"]);
    assert_eq!(scene.run("report run --markdown --json").code, Some(2));
}

#[test]
fn checking_the_rules_at_every_action_gives_the_same_games() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random,random --games 20 --out run")).succeeds();
    scene.run(&format!("{SMALL} --agents random,random --games 20 --out checked --check-rules")).succeeds();
    assert_eq!(scene.read("run/games.csv"), scene.read("checked/games.csv"));
}

#[test]
fn the_report_says_that_a_side_can_be_claimed_and_advises_no_pie_rule() {
    let scene = Scene::new();
    scene.run("simulate unlur --games 40 --agents random --out unlur").succeeds();
    let page = scene.read("unlur/report.html");
    assert!(page.contains("the second player may take black’s side in an opening. The first player is"));
    assert!(!page.contains("pie rule"), "{page}");
}
