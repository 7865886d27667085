//! What manifests and lists of runs say, held against rows, rules and commands.

use crate::scene::Scene;
use crate::verify::finds;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

#[test]
fn what_a_manifest_says_is_held_against_the_rest() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 60 --records --out run")).succeeds();
    for (old, new, said) in [
        ("  \"pairs\": false,\n", "", "manifest.json: the key `pairs` is missing"),
        ("  \"until\": null,\n", "", "manifest.json: the key `until` is missing"),
        ("  \"games_failed\": 0,\n", "", "manifest.json: the key `games_failed` is missing"),
        ("  \"records\": true,\n", "", "manifest.json: the key `records` is missing"),
        ("  \"seed\": 1,\n", "  \"seed\": 1, \"size\": 2,\n", "manifest.json: `size` is no key of it"),
        (
            "\"records\": true",
            "\"records\": false",
            "games.jsonl is there, and manifest.json says that no records were written",
        ),
        (
            "\"complete\": true",
            "\"complete\": false",
            "manifest.json: `complete` is false, and the games that were asked for are all there",
        ),
        (
            "\"games_asked\": 60",
            "\"games_asked\": 61",
            "manifest.json: `complete` is true, and the games that were asked for are not all there",
        ),
        (
            "\"games_asked\": 60",
            "\"games_asked\": 59",
            "manifest.json says that 59 games were asked for, and there are 60",
        ),
        (
            "\"games_failed\": 0",
            "\"games_failed\": 2",
            "manifest.json says that 2 games failed, failed.jsonl holds 0",
        ),
        (
            "\"dropline\",\n  \"version\"",
            "\"x\",\n  \"version\"",
            "`program` is `x`, and should be `dropline`",
        ),
        ("    \"simulate\"", "    \"report\"", "manifest.json: `command` is not one that plays a run"),
        ("    \"60\"", "    \"61\"", "manifest.json: `games` is `60`, by `command` there it is `61`"),
        ("    \"--records\",\n", "", "manifest.json: `records` is `true`, by `command` there it is `false`"),
        ("    \"60\",", "    \"60\", \"--pairs\",", "`pairs` is `false`, by `command` there it is `true`"),
        ("    \"60\",", "    \"60\", \"--seed\", \"7\",", "`seed` is `1`, by `command` there it is `7`"),
        ("    \"60\",", "    \"60\", \"--until=2%\",", "`until` is `none`, by `command` there it is `0.02`"),
        ("    \"60\",", "    \"60\", \"--shard=1/2\",", "`shard` is `1/1`, by `command` there it is `1/2`"),
        ("    \"60\",", "    \"60\", \"-arandom,greedy\",", "by `command` there it is `random,greedy`"),
        ("    \"board.side=3\"", "    \"board.side=4\"", "manifest.json: `rules_hash` is `"),
        (
            "      \"name\": \"Send It\"",
            "      \"name\": \"Sent It\"",
            "`rules.game.name` is `\"Sent It\"`, by `command` there it is `\"Send It\"`",
        ),
        (
            "      \"based_on\": \"Send It\"",
            "      \"based_on\": \"Go\"",
            "`rules.game.based_on` is `\"Go\"`, by `command` there it is",
        ),
        ("    \"send-it\"", "    \"go\"", "manifest.json: the variant of `command` is none"),
    ] {
        finds(&scene, "run", "manifest.json", [old, new], said);
    }
    scene.run("verify run --quiet").succeeds();
}

#[test]
fn a_run_that_stops_by_itself_stops_where_it_should() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --until 5% --out run")).succeeds();
    scene.run("verify run --quiet").succeeds();
    let games = scene.json("run/manifest.json")["games_played"].as_u64().unwrap();
    let reached = ["\"reached\": true", "\"reached\": false"];
    let said = "manifest.json: `until.reached` is false, and by the games the width is reached";
    finds(&scene, "run", "manifest.json", reached, said);
    let wider = ["\"half_width\": 0.05", "\"half_width\": 0.1"];
    finds(&scene, "run", "manifest.json", wider, "manifest.json: by `until` the run stops after ");
    finds(&scene, "run", "manifest.json", wider, &format!(" games, and there are {games}"));
    scene.run(&format!("{SMALL} --games 100 --until 5% --out short")).succeeds();
    scene.run("verify short --quiet").succeeds();
}

#[test]
fn what_an_experiment_says_is_held_against_its_command() {
    let scene = Scene::new();
    for command in [
        "sweep send-it --vary board.side=1,2,3 --games 20 --out sweep --quiet",
        "compare dropper send-it-square-nopush --games 4 --agents random,greedy --pairs --out compare --quiet",
        "ladder send-it --set board.side=2 --rungs random,greedy --games 4 --out ladder --quiet",
    ] {
        scene.run(command);
    }
    for dir in ["sweep", "compare", "ladder"] {
        scene.run(&format!("verify {dir} --quiet")).succeeds();
    }
    let more = |dir: &str, old: &str, new: &str, said: &str| {
        finds(&scene, dir, "experiment.json", [old, new], said);
    };
    let kind = "experiment.json: `kind` is `compare`, by `command` there it is `ladder`";
    more(
        "compare",
        "\"compare\",\n    \"dropper\",",
        "\"ladder\", \"dropper\",",
        "experiment.json: `command` is not one",
    );
    more("ladder", "\"kind\": \"ladder\"", "\"kind\": \"compare\"", kind);
    let vary = "experiment.json: `vary` is `board.side=2`, by `command` there it is ``";
    let mut varied = scene.json("ladder/experiment.json");
    varied["vary"] = serde_json::json!([{"key": "board.side", "values": ["2"]}]);
    varied["runs"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|run| run["values"] = serde_json::json!(["2"]));
    let text = scene.read("ladder/experiment.json");
    more("ladder", &text, &varied.to_string(), vary);
    let [three, four] = ["      \"values\": [\n        \"3\"", "      \"values\": [\n        \"4\""];
    more("sweep", three, four, "experiment.json: run 3 is not the one that `command` plays in its place");
    more(
        "sweep",
        "board.side=1,2,3",
        "board.side=1,2",
        "`vary` is `board.side=1,2,3`, by `command` there it is `",
    );
    more(
        "sweep",
        "  \"complete\": true",
        "  \"complete\": false",
        "experiment.json: `complete` is false, and all runs are",
    );
    more("sweep", "      \"no_game\": null,\n", "", "experiment.json: the key `runs.1.no_game` is missing");
    let hash = scene.json("sweep/experiment.json")["runs"][2]["rules_hash"].as_str().unwrap().to_owned();
    let [named, unnamed] = [format!(",\n      \"rules_hash\": \"{hash}\""), String::new()];
    let said = "experiment.json: the key `runs.2.rules_hash` is missing, and other runs have it";
    more("sweep", &named, &unnamed, said);
    // Both could be the command of such a run.
    let said = "runs/02/manifest.json: `command` is not the one that experiment.json gives the run";
    let text = scene.read("sweep/runs/02/manifest.json");
    scene.write(
        "sweep/runs/02/manifest.json",
        &text.replace("    \"--seed\",\n    \"1\"\n", "    \"--seed=1\"\n"),
    );
    let ran = scene.run("verify sweep --quiet");
    assert!(ran.code == Some(1) && ran.out.contains(said), "{}", ran.out);
}
