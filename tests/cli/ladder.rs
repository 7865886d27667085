//! `dropline ladder`: each agent plays against the next stronger one.

use crate::experiment::rows;
use crate::scene::Scene;

#[test]
fn a_ladder_with_time_limits_prints_a_warning() {
    let scene = Scene::new();
    let ran = scene.run("ladder send-it --set board.side=2 --rungs mcts:1ms..2ms --games 4 --out out");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("An agent had a time limit for each move"), "{}", ran.err);
    let page = scene.read("out/report.html");
    assert!(page.contains("An agent had a time limit for each move") && page.contains("mcts:2ms"));
}

#[test]
fn a_ladder_has_the_score_against_the_rung_below() {
    let scene = Scene::new();
    let ladder =
        "ladder send-it --set board.side=2 --rungs random,greedy,mcts:20 --games 20 --out out --quiet";
    let ran = scene.run(ladder).succeeds();
    ran.mentions(&["against the rung below", "for greedy against random to "]);
    let rows = rows(&scene, "out/ladder.csv");
    let scores: Vec<bool> = rows.iter().map(|row| !row["first_agent_score"].is_empty()).collect();
    assert_eq!(scores, [false, false, true, false, true], "only matches have it");
    assert!(scene.read("out/report.html").contains("Score against the rung below</th>"));
}

#[test]
fn a_ladder_without_scores_has_no_chart_of_margins() {
    let scene = Scene::new();
    scene.run("ladder tic-tac-toe --rungs random,greedy --games 20 --out out --quiet").succeeds();
    let charts = scene.names("out/charts");
    assert!(
        !charts.contains(&"mean_margin.svg".to_owned()) && charts.contains(&"turns.svg".to_owned()),
        "{charts:?}"
    );
}

#[test]
fn a_ladder_with_rungs_out_of_order_prints_a_warning() {
    let scene = Scene::new();
    let ran = scene.run("ladder send-it --set board.side=3 --rungs greedy,random --games 60 --out out");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("The rungs are not in order of strength: random scores "), "{}", ran.err);
    let ran = scene.run("ladder send-it --set board.side=3 --rungs random,greedy --games 60 --out other");
    assert!(
        !ran.err.contains("order of strength") && ran.out.contains("Skill: of the 1 rung above the lowest"),
        "{ran:?}"
    );
}

#[test]
fn a_ladder_puts_strength_and_the_first_move_into_one_model() {
    let scene = Scene::new();
    let ladder =
        "ladder go --set board.width=3 --set board.height=3 --rungs mcts:1..4 --games 60 --out out --quiet";
    scene
        .run(ladder)
        .succeeds()
        .mentions(&["In one model of all games (Davidson and Beaver 1977)", "between players like mcts:4"]);
    assert!(scene.read("out/charts/advantage_by_strength.svg").contains("First move, in Elo"));
}
