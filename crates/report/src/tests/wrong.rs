//! Tests of folders with errors or missing files.

use super::*;

#[test]
fn a_pair_without_exchanged_sides_is_rejected() {
    let dir = paired(4, &[]);
    table(dir.path(), &[game(1, 1), game(2, 1)]);
    let message = write(dir.path()).unwrap_err().to_string();
    assert!(
        message.ends_with(
            "games.csv, line 3, column `first_agent`: expected `greedy`: the agents of a pair exchange sides"
        ),
        "{message}"
    );
}

#[test]
fn a_winner_that_contradicts_the_scores_is_rejected() {
    let wrong = |method: &str, margin: i32, winner: Winner| {
        let dir = scored_by(method, &[margin]);
        table(dir.path(), &[GameRow { winner, ..game(1, margin) }]);
        write(dir.path()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    for method in ["control", "area", "groups"] {
        assert!(
            wrong(method, 2, Winner::Second).ends_with(
                "games.csv, line 2, column `winner`: expected `first` according to the scores, 12 to 10, found `second`"
            ),
            "{method}"
        );
        assert_eq!(wrong(method, -2, Winner::Second), "");
    }
    // Whether the scores decide a game that ended with a stuck player depends on the rules.
    let stuck = |stuck: &str| {
        let dir = run("hexagon", &[2]);
        let mut manifest = manifest("hexagon");
        manifest.rules["end"]["stuck"] = stuck.into();
        manifest.write(dir.path()).unwrap();
        table(dir.path(), &[GameRow { winner: Winner::Second, end: Reason::Stuck, ..game(1, 2) }]);
        write(dir.path()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(["loses", "wins"].map(stuck), ["", ""]);
    assert!(stuck("end").contains("expected `first` according to the scores, 12 to 10"), "{}", stuck("end"));
    // The largest groups are equal; smaller ones may differ.
    assert_eq!(wrong("groups", 0, Winner::First), "");
    assert!(wrong("area", 0, Winner::First).contains("expected `draw` according to the scores, 10 to 10"));
}

#[test]
fn a_cell_of_another_kind_of_board_is_rejected() {
    for (shape, row) in [
        ("hexagon", CellRow::on_plane("0,-1".parse().unwrap())),
        ("boundless-hex", CellRow::new("a1".parse().unwrap())),
    ] {
        let dir = run(shape, &[1]);
        table(dir.path(), &[row]);
        let message = write(dir.path()).unwrap_err().to_string();
        assert!(message.ends_with("is not on the board that the manifest names"), "{message}");
    }
}

#[test]
fn a_truncated_last_line_is_skipped_with_a_warning() {
    let dir = run("hexagon", &[3, 1, -1]);
    let path = dir.path().join(GameRow::FILE);
    let whole = std::fs::read_to_string(&path).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for cut in last + 1..whole.len() - 1 {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let written = write(dir.path()).unwrap();
        assert_eq!(written.summary.games(), 2, "{}", &whole[last..cut]);
        assert!(
            written
                .warnings
                .contains(&"games.csv ends in the middle of a line: that game is left out.".to_owned())
        );
    }
    // Only the line end is missing.
    std::fs::write(&path, whole.trim_end()).unwrap();
    assert_eq!(write(dir.path()).unwrap().summary.games(), 3);
    // A broken line with a line end, or with further lines after it, was not cut off.
    for broken in [whole.replacen(",passes,", ",", 1), format!("{}\n", &whole[..last + 9])] {
        std::fs::write(&path, broken).unwrap();
        assert!(write(dir.path()).is_err());
    }
}

#[test]
fn empty_and_extreme_tables_have_a_report_too() {
    let dir = run("hexagon", &[3, 1]);
    table::<CellRow>(dir.path(), &[]);
    table::<CourseRow>(dir.path(), &[]);
    assert!(write(dir.path()).is_ok());
    let most = CellRow {
        first_turn_games: u64::MAX,
        first_turn_wins: u64::MAX,
        first_turn_draws: u64::MAX,
        first_turn_losses: u64::MAX,
        first_stones: u64::MAX,
        second_stones: u64::MAX,
        first_counts: u64::MAX,
        second_counts: u64::MAX,
        ..CellRow::new("a1".parse().unwrap())
    };
    table(dir.path(), &[most, CellRow { cell: "a2".parse().unwrap(), ..most }]);
    let turn =
        CourseRow { turn: u32::MAX, games: u64::MAX, legal_sum: u64::MAX, legal_square_sum: u128::MAX };
    table(dir.path(), &[turn, CourseRow { turn: 0, ..turn }]);
    assert!(write(dir.path()).is_ok());
    // The number of games is right, but the counts are not.
    table(dir.path(), &[CellRow { games: 2, ..most }]);
    let most = CourseRow { turn: 1, games: 2, ..turn };
    table(dir.path(), &[most, CourseRow { turn: 2, ..most }]);
    let warnings = write(dir.path()).unwrap().warnings;
    assert!(
        warnings.iter().any(|sentences| sentences.starts_with("cells.csv does not cover the games")),
        "{warnings:?}"
    );
}

#[test]
fn warnings_are_printed() {
    let dir = run("hexagon", &[3, 1]);
    let again = GameRow { game: 2, end: Reason::Cap, ..game(1, 3) };
    table(dir.path(), &[game(1, 3), again]);
    Manifest { complete: false, games_asked: 5, ..manifest("hexagon") }.write(dir.path()).unwrap();
    let warnings = write(dir.path()).unwrap().warnings;
    let begin = [
        "The run is not complete: 2 of the 5 requested games were played.",
        "Only 1 of the 2 games is distinct.",
        "1 of the 2 games (50.0 %) reached the turn cap",
    ];
    assert_eq!(warnings.len(), begin.len());
    for (warning, begin) in warnings.iter().zip(begin) {
        assert!(warning.starts_with(begin), "{warning}");
    }
}

#[test]
fn a_game_that_is_cut_off_without_a_score_is_a_draw() {
    for (method, what) in [("area", "is scored as it stands"), ("none", "is a draw")] {
        let dir = run("hexagon", &[0, 0]);
        let mut manifest = manifest("hexagon");
        manifest.rules["score"]["method"] = method.into();
        manifest.rules["goal"] = serde_json::json!({"row": {"line": {"length": 3}}});
        manifest.write(dir.path()).unwrap();
        let drawn = |number| {
            let half = Points::hundredths(50);
            GameRow { end: Reason::Cap, first_score: half, second_score: half, ..game(number, 0) }
        };
        table(dir.path(), &[drawn(1), drawn(2)]);
        let warnings = write(dir.path()).unwrap().warnings;
        let cut = format!(
            "2 of the 2 games (100.0 %) reached the turn cap: a game cut off there {what} and is counted with the others, although it was not over."
        );
        assert!(warnings.contains(&cut), "{warnings:?}");
    }
}

#[test]
fn missing_or_mismatched_tables_are_left_out_with_a_warning() {
    let killed = run("hexagon", &[3, 1, -1, 0, 2, -2]);
    std::fs::remove_file(killed.path().join(CellRow::FILE)).unwrap();
    std::fs::remove_file(killed.path().join(CourseRow::FILE)).unwrap();
    let written = write(killed.path()).unwrap();
    assert_eq!(
        written.warnings[..2],
        [
            "cells.csv is missing: the charts and tables drawn from it are left out.",
            "course.csv is missing: the charts and tables drawn from it are left out."
        ]
    );
    assert!(!written.files.iter().any(|file| file.ends_with("ends.svg") || file.ends_with("branching.svg")));
    assert!(!read(killed.path(), "report.html").contains("Cells</h2>"));

    let mixed = run("hexagon", &[3, 1, -1]);
    table(mixed.path(), &[game(1, 3), game(2, 1)]);
    let warnings = write(mixed.path()).unwrap().warnings;
    assert!(
        warnings.iter().any(|sentences| sentences.starts_with("cells.csv does not cover the games")),
        "{warnings:?}"
    );
    assert!(
        warnings.iter().any(|sentences| sentences.starts_with("course.csv does not cover the games")),
        "{warnings:?}"
    );
}

#[test]
fn a_gap_in_the_numbers_of_games_is_rejected() {
    let dir = run("hexagon", &[3, 1, -1]);
    table(dir.path(), &[game(1, 3), game(3, 1)]);
    let message = write(dir.path()).unwrap_err().to_string();
    assert!(message.ends_with("games.csv, line 3, column `game`: expected 2: a row is missing or repeated"));
}

#[test]
fn a_folder_without_a_valid_run_is_rejected_with_a_reason() {
    let refused = |dir: &Path| write(dir).unwrap_err().to_string();
    let empty = tempfile::tempdir().unwrap();
    assert!(refused(empty.path()).contains(": no run or experiment here: "));
    assert!(refused(run("hexagon", &[]).path()).ends_with("the run has no games to report"));
    assert!(refused(run("torus", &[1]).path()).contains("manifest.json: invalid rules: "));
    let off_board = run("hexagon", &[1]);
    table(off_board.path(), &[CellRow::new("z9".parse().unwrap())]);
    assert!(
        refused(off_board.path())
            .ends_with("cells.csv, line 2, column `cell`: `z9` is not on the board that the manifest names")
    );
}
