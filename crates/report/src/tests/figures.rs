//! Tests of the numbers of a report, and of the sentences with these numbers.

use super::*;

#[test]
fn the_summary_of_six_games_agrees_with_hand_computation() {
    let dir = run("hexagon", &[3, 1, 5, 0, -2, 1]);
    write(dir.path()).unwrap();
    let summary = read(dir.path(), "summary.csv");
    let numbers: Vec<String> =
        summary.lines().map(|line| line.splitn(6, ',').take(5).collect::<Vec<_>>().join(",")).collect();
    for line in [
        "measure,value,low,high,n",
        // (4 + 1/2) / 6; the interval of four wins, a draw and a loss was computed separately, as for `Proportion::interval`.
        "first_player_score,0.75,0.373905,0.949546,6",
        "first_player_advantage,25,-12.609464,44.954626,6",
        // Wilson for 1 of 6: (1/6 + 0.320122) / 1.640243 ± 1.194923 · sqrt(0.0231481 + 0.0266768).
        "drawishness,0.166667,0.030053,0.563503,6",
        // The margins are -2 0 1 1 3 5: the median is the mean of the third and the fourth. When six margins are resampled, three
        // or more are -2 with a chance of 6.2 %, more than 2.5 %; four or more are at most 3 with a chance of 93.8 %, less than
        // 97.5 %.
        "median_margin,1,-2,5,6",
        "turns,4,4,4,6",
        "branching_factor,5.25,5.25,5.25,6",
        "first_captures,1,1,1,6",
        "decision_factor,10.5,10.5,10.5,6",
        "lead_changes,2,2,2,6",
        "lead_changes_per_round,1,1,1,6",
        "game_tree,4,4,4,6",
        "turn_branching,1,1,1,6",
        // The five games that have a winner.
        "drama,0.25,0.25,0.25,5",
        "decisiveness,0.5,0.5,0.5,5",
        "late_upsets,0.166667,0.030053,0.563503,6",
        "board_coverage,0.75,0.75,0.75,6",
        "stone_survival,0.875,0.875,0.875,6",
        "distinct_games,6,,,6",
    ] {
        assert!(numbers.iter().any(|number| number == line), "{line} is not in\n{summary}");
    }
}

#[test]
fn pairs_separate_the_first_player_from_the_better_agent() {
    let dir = paired(20, &[20]);
    let headline = write(dir.path()).unwrap().headline;
    // See `pairs_agree_with_hand_computation` in the statistics.
    assert_eq!(
        headline,
        "Between random and greedy, each moving first once per pair, there are not enough games to tell: the first player scored 55.0 % \
         (95 % interval over pairs 39.7 to 70.2, n = 10 pairs), which leaves room for an advantage of −10.3 to 20.2 percentage \
         points. random is stronger, by 45.0 percentage points (18.6 to 49.5): random scored 95.0 % \
         (95 % interval 68.6 to 99.5, n = 10 pairs) against greedy, each being the first player once per pair."
    );
    let summary = read(dir.path(), "summary.csv");
    for line in [
        "first_player_effect,0.55,0.397357,0.702075,10,pairs,",
        "strength_difference,45,18.634384,49.477941,10,pairs,",
    ] {
        assert!(summary.contains(&format!("\n{line}")), "{line} is not in\n{summary}");
    }
    // Margins and all other measures of play are taken over pairs as well: nine pairs have the mean margin 0, one has 2.
    assert!(summary.contains("\nmean_margin,0.2,-0.252431,0.652431,10,pairs,"), "{summary}");
    let json: serde_json::Value = serde_json::from_str(&read(dir.path(), "summary.json")).unwrap();
    assert_eq!((&json["pairs"], &json["until"]), (&10.into(), &serde_json::Value::Null));
    assert!(read(dir.path(), "report.html").contains("score interval of the results of pairs"));
}

#[test]
fn a_run_that_stopped_early_shows_the_interval_that_stopped_it() {
    let margins: Vec<i32> = (0..400).map(|i| if i % 2 == 0 { 1 } else { -1 }).collect();
    let dir = run("hexagon", &margins);
    let mut manifest = Manifest {
        until: Some(Until { half_width: 0.075, reached: true }),
        games_asked: 1_000_000,
        games_played: 400,
        ..manifest("hexagon")
    };
    manifest.write(dir.path()).unwrap();
    let written = write(dir.path()).unwrap();
    assert!(written.headline.contains("(95 % confidence sequence "), "{}", written.headline);
    assert!(
        written.headline.ends_with(
            "After 400 games the confidence sequence was as narrow as requested, 15 percentage \
                points (`--until 7.5%`)."
        ),
        "{}",
        written.headline
    );
    assert!(written.warnings.iter().all(|warning| !warning.contains("not complete")));
    let mut watch = dropline_lab::stats::StoppingRule::new(0.075, false);
    margins.iter().for_each(|&margin| {
        watch.add(if margin > 0 { Winner::First } else { Winner::Second });
    });
    let interval = written.summary.measure(dropline_lab::stats::Quantity::Score).interval;
    assert_eq!(interval, Some(watch.interval()));
    let json: serde_json::Value = serde_json::from_str(&read(dir.path(), "summary.json")).unwrap();
    assert_eq!(
        json["until"],
        serde_json::json!({"half_width": 0.075, "reached": true, "games_needed": null})
    );

    manifest.until = Some(Until { half_width: 0.01, reached: false });
    manifest.write(dir.path()).unwrap();
    let headline = write(dir.path()).unwrap().headline;
    // 2 log(40) / 4 / 0.01² = 18,444, rounded up to two digits.
    let sentences = "The requested width was not reached: after 400 games the confidence sequence is ";
    let asked = "instead of at most 2 percentage points (`--until 1%`). Reaching it would take up to about 19,000 games \
        in all.";
    assert!(headline.contains(sentences) && headline.ends_with(asked), "{headline}");
    let page = read(dir.path(), "report.html");
    assert!(page.contains(sentences), "the page says so too");
    assert!(read(dir.path(), "charts/score.svg").contains("with its 95 % confidence sequence"));

    manifest.until = Some(Until { half_width: 0.0, reached: false });
    manifest.write(dir.path()).unwrap();
    assert!(
        write(dir.path()).unwrap_err().to_string().contains("`until.half_width` must be a number above 0")
    );
}

#[test]
fn the_summary_as_json_agrees_with_the_table() {
    let dir = run("hexagon", &[3, 3, 3]);
    let written = write(dir.path()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&read(dir.path(), "summary.json")).unwrap();
    assert_eq!(json["headline"], written.headline);
    assert_eq!((&json["wins"], &json["draws"], &json["losses"]), (&3.into(), &0.into(), &0.into()));
    let elo = &json["measures"][2];
    assert_eq!((&elo["measure"], &elo["value"]), (&"first_player_elo".into(), &serde_json::Value::Null));
    assert!(read(dir.path(), "summary.csv").contains("\nfirst_player_elo,inf,"));
}

#[test]
fn game_endings_are_reported_as_counts_and_shares() {
    let dir = run("hexagon", &[3, 1, 2, 1]);
    let ends = [Reason::Stuck, Reason::Tiles, Reason::Stuck, Reason::Passes];
    let games: Vec<GameRow> = (1..).zip(ends).map(|(n, end)| GameRow { end, ..game(n, 1) }).collect();
    table(dir.path(), &games);
    write(dir.path()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&read(dir.path(), "summary.json")).unwrap();
    assert_eq!(json["ends"], serde_json::json!({"passes": 1, "stuck": 2, "tiles": 1, "cap": 0}));
    let summary = read(dir.path(), "summary.csv");
    // Wilson for 2 of 4: 0.5 ± sqrt(z² / (4 (4 + z²))), for 0 of 4: 0 to z² / (4 + z²).
    for line in ["end_stuck,0.5,0.150039,0.849961,4,", "end_cap,0,0,0.489891,4,"] {
        assert!(summary.contains(&format!("\n{line}")), "{line} is not in\n{summary}");
    }
    let page = read(dir.path(), "report.html");
    let section = page.split("How games end").nth(1).unwrap().split("</table>").next().unwrap();
    let rows: Vec<&str> =
        section.split("scope=\"row\">").skip(1).map(|row| &row[..row.find('<').unwrap()]).collect();
    assert_eq!(rows, ["passes", "stuck", "tiles", "cap"]);
    assert!(section.contains("50.0 %") && section.contains("15.0 to 85.0"), "{section}");
}

#[test]
fn scores_of_groups_are_explained() {
    let dir = scored_by("groups", &[3, 0]);
    write(dir.path()).unwrap();
    for file in ["summary.csv", "summary.json", "report.html", "charts/margins.svg"] {
        assert!(read(dir.path(), file).contains("the sizes of the largest groups"), "{file}");
    }
    let page = read(dir.path(), "report.html");
    assert!(
        page.contains("a cell belongs to the player who has a stone there.")
            && !page.contains("while it is empty")
    );
}

#[test]
fn half_points_are_printed_exactly() {
    let dir = run("hexagon", &[1, 2, 3, 4]);
    let half = |number, margin| GameRow {
        winner: Winner::First,
        first_score: Points::hundredths(1000 + margin),
        ..game(number, 1)
    };
    table(dir.path(), &[half(1, 50), half(2, 50), half(3, 150), half(4, 250)]);
    write(dir.path()).unwrap();
    let summary = read(dir.path(), "summary.csv");
    for line in ["mean_margin,1.25,", "median_margin,1,0.5,2.5,4,", "margin_q75,1.5,", "static_komi,1,"] {
        assert!(summary.contains(&format!("\n{line}")), "{line} is not in\n{summary}");
    }
}

#[test]
fn the_headline_says_what_is_shown_and_what_is_not() {
    let sentences = |margins: &[i32]| {
        let dir = run("hexagon", margins);
        let agents = ["random", "random"].map(str::to_owned);
        Manifest { agents, ..manifest("hexagon") }.write(dir.path()).unwrap();
        write(dir.path()).unwrap().headline
    };
    let alternate: Vec<i32> = (0..100).map(|i| if i % 2 == 0 { 1 } else { -1 }).collect();
    assert_eq!(
        sentences(&alternate),
        "Between random players there are not enough games to tell: the first player scored 50.0 % (95 % interval 40.3 to 59.7, \
         n = 100), which leaves room for an advantage of −9.7 to 9.7 percentage points."
    );
    let even: Vec<i32> = (0..8_000).map(|i| if i % 2 == 0 { 1 } else { -1 }).collect();
    assert_eq!(
        sentences(&even),
        "Between random players the game is balanced to within 2 percentage points: the first player scored 50.0 % (95 % interval \
         48.9 to 51.1, n = 8,000), and two one-sided tests at 5 % exclude a larger advantage of either player."
    );
    let a_little: Vec<i32> = (0..20_000).map(|i| if i % 100 < 51 { 1 } else { -1 }).collect();
    assert!(
        sentences(&a_little).starts_with(
            "Between random players the first player has an advantage of 1.0 percentage points (0.3 to 1.7). It is small: less than 2 \
             percentage points, by two one-sided tests at 5 %. The first player scored 51.0 % "
        ),
        "{}",
        sentences(&a_little)
    );
    assert_eq!(
        sentences(&[1; 20]),
        "Between random players the first player has an advantage of 50.0 percentage points (33.9 to 50.0). It is very large. The first player scored 100.0 % \
         (95 % interval 83.9 to 100.0, n = 20)."
    );
    assert_eq!(
        sentences(&[-1; 20]),
        "Between random players the second player has an advantage of 50.0 percentage points (33.9 to 50.0). It is very large. The first player scored 0.0 % \
         (95 % interval 0.0 to 16.1, n = 20)."
    );
}

#[test]
fn no_advantage_is_reported_if_different_agents_never_swap_sides() {
    let sentences = write(run("hexagon", &[1; 20]).path()).unwrap().headline;
    assert_eq!(
        sentences,
        "random, the first player in every game, scored 100.0 % (95 % interval 83.9 to 100.0, n = 20) against greedy. \
         This may be due to moving first or to being the better agent: with `--pairs`, each agent moves first once per \
         pair."
    );
}
