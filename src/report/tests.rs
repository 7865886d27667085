use std::path::Path;

use super::*;
use crate::points::Points;
use crate::rules::{Outcome, Winner};
use crate::run::{
    Branching, CellRow, CourseRow, Fingerprint, GameMeasures, GameRow, Manifest, Millionths, Row, RowWriter,
    Until,
};

/// Writes the rows of a table as a run does.
fn table<T: Row>(dir: &Path, rows: &[T]) {
    let mut writer = RowWriter::new(Vec::new()).unwrap();
    rows.iter().for_each(|row| writer.write(row).unwrap());
    std::fs::write(dir.join(T::FILE), writer.finish().unwrap()).unwrap();
}

fn manifest(shape: &str) -> Manifest {
    Manifest {
        program: "dropline".to_owned(),
        version: "0.1.0".to_owned(),
        command: ["dropline", "simulate", "test", "--games", "6"].map(str::to_owned).to_vec(),
        variant: "test".to_owned(),
        game: "Test".to_owned(),
        board: "hexagon of side 2".to_owned(),
        players: ["black", "white"].map(str::to_owned),
        agents: ["random", "greedy"].map(str::to_owned),
        reproducible: true,
        seed: 1,
        pairs: false,
        until: None,
        games_asked: 6,
        games_played: 6,
        games_failed: 0,
        records: false,
        shard: None,
        complete: true,
        rules: serde_json::json!({"board": {"shape": shape, "side": 2, "width": 3, "height": 2}}),
        rules_hash: "ff".to_owned(),
        threads: 2,
        started: "2026-11-21T00:00:00Z".to_owned(),
        seconds: 0.5,
    }
}

/// A game that the first player ends ahead by `margin` points.
fn game(number: u64, margin: i32) -> GameRow {
    let winner = match margin {
        0 => Winner::Draw,
        1.. => Winner::First,
        _ => Winner::Second,
    };
    GameRow {
        game: number,
        variant: "test".to_owned(),
        first_agent: "random".to_owned(),
        second_agent: "greedy".to_owned(),
        winner,
        first_score: Points::whole(10 + margin),
        second_score: Points::whole(10),
        turns: 4,
        actions: 8,
        end: Outcome::Passes,
        branching: Branching::mean(21, 4),
        first_captures: 1,
        second_captures: 0,
        swapped: false,
        first_turn: "a1".to_owned(),
        fingerprint: Fingerprint(number),
        measures: GameMeasures {
            decision_factor: Some(Branching::mean(21, 2)),
            lead_changes: 2,
            drama: (margin != 0).then(|| Millionths::ratio(1, 4)),
            decisiveness: (margin != 0).then(|| Millionths::ratio(1, 2)),
            coverage: Millionths::ratio(3, 4),
            permanence: Some(Millionths::ratio(7, 8)),
            uncertain_late: margin == 0,
        },
    }
}

/// A run of games with these margins on a board of this shape, in a folder of its own.
fn run(shape: &str, margins: &[i32]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let games: Vec<GameRow> = (1..).zip(margins).map(|(number, &margin)| game(number, margin)).collect();
    let count = |of: fn(i32) -> bool| margins.iter().filter(|&&margin| of(margin)).count() as u64;
    let n = margins.len() as u64;
    let first = CellRow {
        first_turn_games: n,
        first_turn_wins: count(|m| m > 0),
        first_turn_draws: count(|m| m == 0),
        first_turn_losses: count(|m| m < 0),
        first_stones: n,
        games: n,
        ..CellRow::new("a1".parse().unwrap())
    };
    let second = CellRow { second_counts: n, games: n, ..CellRow::new("a2".parse().unwrap()) };
    let turn = |turn| CourseRow { turn, games: n, legal_sum: 5 * n, legal_square_sum: 25 * n };
    table(dir.path(), &games);
    let mut cells = vec![first, second];
    if shape == "boundless-hex" {
        let names = ["1,0", "0,-1", "-12,3"].map(|name| name.parse().unwrap());
        let tile = |cell| CellRow { second_counts: n, second_stones: n, games: n, ..CellRow::on_plane(cell) };
        cells = names.map(tile).to_vec();
        cells[0] = CellRow { cell: names[0], on_plane: true, first_counts: n, ..first };
        cells[2].second_counts = 0;
        cells[2].second_stones = n.min(1);
    } else if let Ok(board) = model::board(&manifest(shape).rules) {
        let others = board.cells().iter().filter(|&&cell| cell != first.cell && cell != second.cell);
        cells.extend(others.map(|&cell| CellRow { games: n, ..CellRow::new(cell) }));
    }
    table(dir.path(), &cells);
    table(dir.path(), &(1..=4).map(turn).collect::<Vec<_>>());
    manifest(shape).write(dir.path()).unwrap();
    dir
}

fn read(dir: &Path, file: &str) -> String {
    std::fs::read_to_string(dir.join(file)).unwrap()
}

/// What is wrong with the nesting of the tags of a document, if anything.
fn nesting(document: &str) -> Result<(), String> {
    let (mut open, mut rest) = (Vec::new(), document);
    while let Some(start) = rest.find('<') {
        let end = rest[start..].find('>').ok_or("a tag without end")? + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split(|c: char| c.is_whitespace()).next().unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes something else"));
            }
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("never closed: {open:?}")) }
}

#[test]
fn six_games_summarised_as_by_hand() {
    let dir = run("hexagon", &[3, 1, 5, 0, -2, 1]);
    write(dir.path()).unwrap();
    let summary = read(dir.path(), "summary.csv");
    let numbers: Vec<String> =
        summary.lines().map(|line| line.splitn(6, ',').take(5).collect::<Vec<_>>().join(",")).collect();
    for line in [
        "measure,value,low,high,n",
        // (4 + 1/2) / 6; v = (4 + 1/4)/6 - 0.75² = 0.1458333, effective number 6 · 0.1875 / v = 7.714286;
        // Wilson: (0.75 + 0.248983) / 1.497967 ± 1.308416 · sqrt(0.0243056 + 0.0161378).
        "first_player_score,0.75,0.403763,0.930022,6",
        "first_player_advantage,25,-9.623663,43.002238,6",
        // Wilson for 1 of 6: (1/6 + 0.320122) / 1.640243 ± 1.194923 · sqrt(0.0231481 + 0.0266768).
        "drawishness,0.166667,0.030053,0.563503,6",
        // -2 0 1 1 3 5: the mean of the third and the fourth. Of six draws, three or more are -2 with a chance of
        // 6.2 %, more than 2.5 %; four or more are at most 3 with a chance of 93.8 %, less than 97.5 %.
        "median_margin,1,-2,5,6",
        "turns,4,4,4,6",
        "branching_factor,5.25,5.25,5.25,6",
        "first_captures,1,1,1,6",
        "decision_factor,10.5,10.5,10.5,6",
        "lead_changes,2,2,2,6",
        "lead_changes_per_turn,0.5,0.5,0.5,6",
        // Of the five games with a winner.
        "drama,0.25,0.25,0.25,5",
        "decisiveness,0.5,0.5,0.5,5",
        "uncertainty_late,0.166667,0.030053,0.563503,6",
        "board_coverage,0.75,0.75,0.75,6",
        "permanence,0.875,0.875,0.875,6",
        "distinct_games,6,,,6",
    ] {
        assert!(numbers.iter().any(|number| number == line), "{line} is not in\n{summary}");
    }
}

/// A run of pairs in which `random`, named first, wins all games but those in `lost`, counted from 1.
fn paired(games: u64, lost: &[u64]) -> tempfile::TempDir {
    let dir = run("hexagon", &[1]);
    let rows: Vec<GameRow> = (1..=games)
        .map(|number| {
            let named_first_moves_first = number % 2 == 1;
            let first_wins = named_first_moves_first != lost.contains(&number);
            let row = game(number, if first_wins { 2 } else { -2 });
            if named_first_moves_first {
                row
            } else {
                GameRow { first_agent: row.second_agent, second_agent: row.first_agent, ..row }
            }
        })
        .collect();
    table(dir.path(), &rows);
    let whole = Manifest { pairs: true, games_asked: games, games_played: games, ..manifest("hexagon") };
    whole.write(dir.path()).unwrap();
    dir
}

#[test]
fn pairs_tell_whose_gain_it_is() {
    let dir = paired(20, &[20]);
    let headline = write(dir.path()).unwrap().headline;
    // See `pairs_by_hand` in the statistics.
    assert_eq!(
        headline,
        "The first player scored 55.0 % (95 % interval over pairs 45.7 to 64.0, n = 20): no advantage to be seen. The \
         interval leaves room for one of −4.3 to 14.0 percentage points. random is stronger, by 45.0 percentage points (27.1 \
         to 49.1): random scored 95.0 % (95 % interval 77.1 to 99.1, n = 10 pairs) against greedy, each being the first \
         player once in a pair."
    );
    let summary = read(dir.path(), "summary.csv");
    for line in
        ["first_player_effect,0.55,0.45691,0.639716,10,", "strength_difference,45,27.066758,49.077704,10,"]
    {
        assert!(summary.contains(&format!("\n{line}")), "{line} is not in\n{summary}");
    }
    let json: serde_json::Value = serde_json::from_str(&read(dir.path(), "summary.json")).unwrap();
    assert_eq!((&json["pairs"], &json["until"]), (&10.into(), &serde_json::Value::Null));
    assert!(read(dir.path(), "report.html").contains("by the variance over pairs"));
}

#[test]
fn a_pair_in_which_the_agents_stay_is_refused() {
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
fn a_run_that_stopped_by_itself_says_so_with_the_interval_it_stopped_by() {
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
        written
            .headline
            .ends_with("It took 400 games to know the score to ± 7.5 percentage points, as was asked for."),
        "{}",
        written.headline
    );
    assert!(written.warnings.iter().all(|warning| !warning.contains("not complete")));
    let mut watch = crate::stats::Watch::new(0.075, false);
    margins.iter().for_each(|&margin| {
        watch.add(if margin > 0 { Winner::First } else { Winner::Second });
    });
    let interval = written.summary.measure(crate::stats::Quantity::Score).interval;
    assert_eq!(interval, Some(watch.interval()));
    let json: serde_json::Value = serde_json::from_str(&read(dir.path(), "summary.json")).unwrap();
    assert_eq!(json["until"], serde_json::json!({"half_width": 0.075, "reached": true}));

    manifest.until = Some(Until { half_width: 0.01, reached: false });
    manifest.write(dir.path()).unwrap();
    let headline = write(dir.path()).unwrap().headline;
    assert!(headline.ends_with(
        "400 games were not enough to know the score to ± 1 percentage points, as was asked for."
    ));

    manifest.until = Some(Until { half_width: 0.0, reached: false });
    manifest.write(dir.path()).unwrap();
    assert!(
        write(dir.path()).unwrap_err().to_string().contains("`until.half_width` should be a number above 0")
    );
}

#[test]
fn every_file_of_the_report_is_there() {
    let dir = run("hexagon", &[3, 1, 5, 0, -2, 1]);
    let written = write(dir.path()).unwrap();
    let names: Vec<String> = written
        .files
        .iter()
        .map(|file| file.strip_prefix(dir.path()).unwrap().display().to_string().replace('\\', "/"))
        .collect();
    assert_eq!(
        names,
        [
            "summary.csv",
            "summary.json",
            "openings.csv",
            "charts/score.svg",
            "charts/margins.svg",
            "charts/lengths.svg",
            "charts/branching.svg",
            "charts/first_turns.svg",
            "charts/first_turn_scores.svg",
            "charts/ends.svg",
            "report.html"
        ]
    );
    assert!(written.files.iter().all(|file| file.is_file()));
}

#[test]
fn the_summary_as_json_says_what_the_table_says() {
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
fn how_games_end_is_told_by_counts_and_shares() {
    let dir = run("hexagon", &[3, 1, 2, 1]);
    let ends = [Outcome::Stuck, Outcome::Tiles, Outcome::Stuck, Outcome::Passes];
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
    let section = page.split("How games end").nth(1).unwrap().split("</section>").next().unwrap();
    let rows: Vec<&str> =
        section.split("scope=\"row\">").skip(1).map(|row| &row[..row.find('<').unwrap()]).collect();
    assert_eq!(rows, ["passes", "stuck", "tiles", "cap"]);
    assert!(section.contains("50.0 %") && section.contains("15.0 to 85.0"), "{section}");
}

/// A run of which positions are scored by `method`.
fn scored_by(method: &str, margins: &[i32]) -> tempfile::TempDir {
    let dir = run("hexagon", margins);
    let mut manifest = manifest("hexagon");
    manifest.rules["score"] = serde_json::json!({"method": method});
    manifest.write(dir.path()).unwrap();
    dir
}

#[test]
fn a_winner_agrees_with_the_scores() {
    let wrong = |method: &str, margin: i32, winner: Winner| {
        let dir = scored_by(method, &[margin]);
        table(dir.path(), &[GameRow { winner, ..game(1, margin) }]);
        write(dir.path()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    for method in ["control", "area", "tiles", "groups"] {
        assert!(
            wrong(method, 2, Winner::Second).ends_with(
                "games.csv, line 2, column `winner`: expected `first` by the scores, 12 to 10, found `second`"
            ),
            "{method}"
        );
        assert_eq!(wrong(method, -2, Winner::Second), "");
    }
    // The largest groups are equal; the others may differ.
    assert_eq!(wrong("groups", 0, Winner::First), "");
    assert!(wrong("area", 0, Winner::First).contains("expected `draw` by the scores, 10 to 10"));
}

#[test]
fn what_scores_of_groups_are_is_told() {
    let dir = scored_by("groups", &[3, 0]);
    write(dir.path()).unwrap();
    for file in ["summary.csv", "summary.json", "report.html", "charts/margins.svg"] {
        assert!(read(dir.path(), file).contains("the sizes of the largest groups"), "{file}");
    }
    let ends = read(dir.path(), "charts/ends.svg");
    assert!(ends.contains("that has a stone there (n = 2)"));
    assert!(!ends.contains("empty"));
}

#[test]
fn half_points_are_told_as_they_are() {
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
fn maps_of_the_plane_show_the_cells_that_are_often_in_use() {
    let margins = [1; 200];
    let dir = run("boundless-hex", &margins);
    let mut manifest = manifest("boundless-hex");
    manifest.rules["score"] = serde_json::json!({"method": "tiles"});
    manifest.write(dir.path()).unwrap();
    write(dir.path()).unwrap();
    let ends = read(dir.path(), "charts/ends.svg");
    assert!(ends.contains("<title>0,-1: −100.0 ± 0.0 points; first player 0.0 % (a stack or prisoner 0.0), second player 100.0 % (a stack"));
    assert!(ends.contains("has a tile there") && ends.contains("r stands at the left"));
    assert!(!ends.contains("<title>-12,3") && ends.contains("Cells farther out"));
    let first_turns = read(dir.path(), "charts/first_turns.svg");
    assert!(first_turns.contains("<title>1,0: the first turn of 200 games, 100.0 %"));
    assert!(!first_turns.contains("farther out"));
    assert!(read(dir.path(), "report.html").contains("<th scope=\"row\">-12,3</th>"));
}

#[test]
fn a_cell_of_another_kind_of_board_is_refused() {
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
fn a_last_line_that_is_cut_off_is_left_out_and_said_to_be() {
    let dir = run("hexagon", &[3, 1, -1]);
    let path = dir.path().join(GameRow::FILE);
    let whole = std::fs::read_to_string(&path).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for cut in last + 1..whole.len() - 1 {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let written = write(dir.path()).unwrap();
        assert_eq!(written.summary.games(), 2, "{}", &whole[last..cut]);
        assert!(
            written.warnings.contains(&"games.csv ends within a line: that game is left out.".to_owned())
        );
    }
    // Nothing is missing but the end of the line.
    std::fs::write(&path, whole.trim_end()).unwrap();
    assert_eq!(write(dir.path()).unwrap().summary.games(), 3);
    // A broken line that is followed by others, or has its end, is none that was cut off.
    for broken in [whole.replacen(",passes,", ",", 1), format!("{}\n", &whole[..last + 9])] {
        std::fs::write(&path, broken).unwrap();
        assert!(write(dir.path()).is_err());
    }
}

#[test]
fn the_headline_says_what_can_be_seen_and_what_can_not() {
    let said = |margins: &[i32]| write(run("hexagon", margins).path()).unwrap().headline;
    let alternate: Vec<i32> = (0..100).map(|i| if i % 2 == 0 { 1 } else { -1 }).collect();
    assert_eq!(
        said(&alternate),
        "The first player scored 50.0 % (95 % interval 40.4 to 59.6, n = 100): no advantage to be seen. The \
         interval leaves room for one of −9.6 to 9.6 percentage points."
    );
    assert_eq!(
        said(&[1; 20]),
        "The first player has an advantage of 50.0 percentage points (33.9 to 50.0). The first player scored 100.0 % \
         (95 % interval 83.9 to 100.0, n = 20)."
    );
    assert_eq!(
        said(&[-1; 20]),
        "The second player has an advantage of 50.0 percentage points (33.9 to 50.0). The first player scored 0.0 % \
         (95 % interval 0.0 to 16.1, n = 20)."
    );
}

#[test]
fn the_page_is_well_formed_and_needs_nothing_from_elsewhere() {
    for shape in ["hexagon", "rectangle", "rhombus", "triangle", "boundless-hex"] {
        let dir = run(shape, &[3, 1, 5, 0, -2, 1]);
        for file in write(dir.path()).unwrap().files {
            let text = std::fs::read_to_string(&file).unwrap();
            if file.extension().is_some_and(|ending| ending == "svg" || ending == "html") {
                assert_eq!(nesting(&text), Ok(()), "{}", file.display());
                let own = text.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
                assert!(!own.contains("http") && !own.contains("src=") && !own.contains("url("));
            }
        }
    }
}

#[test]
fn names_from_files_are_shown_and_never_obeyed() {
    let dir = run("hexagon", &[1, 2]);
    let attack = "<script>alert('x')</script>\u{1}";
    let hostile = Manifest {
        game: attack.to_owned(),
        agents: [attack.to_owned(), attack.to_owned()],
        command: vec![attack.to_owned()],
        board: attack.to_owned(),
        players: [attack.to_owned(), attack.to_owned()],
        ..manifest("hexagon")
    };
    hostile.write(dir.path()).unwrap();
    for file in write(dir.path()).unwrap().files {
        let text = std::fs::read_to_string(&file).unwrap();
        if file.extension().is_some_and(|ending| ending == "svg" || ending == "html") {
            assert!(text.contains("&lt;script&gt;alert("), "{}", file.display());
            assert!(!text.contains("<script") && !text.contains('\u{1}'), "{}", file.display());
        }
    }
}

#[test]
fn the_same_files_give_the_same_report() {
    let dir = run("hexagon", &[3, 1, 5, 0, -2, 1]);
    let contents = || {
        let files = write(dir.path()).unwrap().files;
        files.iter().map(|file| std::fs::read(file).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(contents(), contents());
}

#[test]
fn a_single_game_and_games_all_alike_make_a_report() {
    for margins in [&[7][..], &[0], &[-7], &[0, 0, 0], &[1000, -1000]] {
        assert!(write(run("hexagon", margins).path()).is_ok(), "{margins:?}");
    }
}

#[test]
fn tables_that_say_nothing_or_too_much_make_a_report_too() {
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
    let turn = CourseRow { turn: u32::MAX, games: u64::MAX, legal_sum: u64::MAX, legal_square_sum: u64::MAX };
    table(dir.path(), &[turn, CourseRow { turn: 0, ..turn }]);
    assert!(write(dir.path()).is_ok());
}

#[test]
fn what_to_beware_of_is_said() {
    let dir = run("hexagon", &[3, 1]);
    let again = GameRow { game: 2, end: Outcome::Cap, ..game(1, 3) };
    table(dir.path(), &[game(1, 3), again]);
    Manifest { complete: false, games_asked: 5, ..manifest("hexagon") }.write(dir.path()).unwrap();
    let warnings = write(dir.path()).unwrap().warnings;
    let begin = [
        "The run is not complete: 2 of the 5 games asked for were played.",
        "Only 1 of the 2 games are distinct.",
        "1 of the 2 games (50.0 %) met the turn cap",
    ];
    assert_eq!(warnings.len(), begin.len());
    for (warning, begin) in warnings.iter().zip(begin) {
        assert!(warning.starts_with(begin), "{warning}");
    }
}

#[test]
fn tables_that_are_missing_or_count_other_games_are_left_out_and_said_to_be() {
    let killed = run("hexagon", &[3, 1, -1, 0, 2, -2]);
    std::fs::remove_file(killed.path().join(CellRow::FILE)).unwrap();
    std::fs::remove_file(killed.path().join(CourseRow::FILE)).unwrap();
    let written = write(killed.path()).unwrap();
    assert_eq!(
        written.warnings[..2],
        [
            "cells.csv is missing: what is drawn from it is left out.",
            "course.csv is missing: what is drawn from it is left out."
        ]
    );
    assert!(!written.files.iter().any(|file| file.ends_with("ends.svg") || file.ends_with("branching.svg")));
    assert!(!read(killed.path(), "report.html").contains("Cells</h2>"));

    let mixed = run("hexagon", &[3, 1, -1]);
    table(mixed.path(), &[game(1, 3), game(2, 1)]);
    let warnings = write(mixed.path()).unwrap().warnings;
    assert!(warnings.iter().any(|said| said.starts_with("cells.csv counts other games")), "{warnings:?}");
    assert!(warnings.iter().any(|said| said.starts_with("course.csv counts other games")), "{warnings:?}");
}

#[test]
fn games_are_numbered_without_a_gap() {
    let dir = run("hexagon", &[3, 1, -1]);
    table(dir.path(), &[game(1, 3), game(3, 1)]);
    let message = write(dir.path()).unwrap_err().to_string();
    assert!(
        message.ends_with("games.csv, line 3, column `game`: expected 2: a row is missing, or stands twice")
    );
}

#[test]
fn a_folder_without_a_run_or_with_a_broken_one_is_refused_with_a_reason() {
    let refused = |dir: &Path| write(dir).unwrap_err().to_string();
    let empty = tempfile::tempdir().unwrap();
    assert!(refused(empty.path()).contains("manifest.json: "));
    assert!(refused(run("hexagon", &[]).path()).ends_with("so that there is nothing to report"));
    assert!(refused(run("torus", &[1]).path()).contains("manifest.json: `rules.board.shape` should be"));
    let off_board = run("hexagon", &[1]);
    table(off_board.path(), &[CellRow::new("z9".parse().unwrap())]);
    assert!(
        refused(off_board.path())
            .ends_with("cells.csv, line 2, column `cell`: `z9` is not on the board that the manifest names")
    );
}
