//! Tests that every sentence on the page of a run is listed, in `docs/verdicts.md` or in `captions.md`, and that each listed
//! sentence appears under its condition.

use super::verdicts::{between, games, own, with_pie_rule};
use super::*;
use dropline_engine::board::Cell;
use dropline_lab::run::{Block, Highlight, Rows};
use dropline_lab::stats::Distinct;
use std::collections::BTreeSet;
use tempfile::TempDir;

#[path = "../../../../tests/cli/listed.rs"]
mod list;
pub(super) use list::names_on;
use list::{names, names_under};

/// The names of all sentences on the page of the run in this folder.
fn on_page(dir: &TempDir) -> BTreeSet<String> {
    write(dir.path()).unwrap();
    names_on(&read(dir.path(), PAGE))
}

/// The names of the sentences in the headline of that run.
fn first(dir: &TempDir) -> Vec<String> {
    let sentences = write(dir.path()).unwrap().headline;
    names(&sentences)
        .unwrap_or_else(|| panic!("neither docs/verdicts.md nor tests/cli/captions.md lists: {sentences}"))
}

/// Rewrites the manifest of a run with a change.
fn changed(dir: TempDir, change: impl FnOnce(&mut Manifest)) -> TempDir {
    let mut manifest = Manifest::read(dir.path()).unwrap();
    change(&mut manifest);
    manifest.write(dir.path()).unwrap();
    dir
}

/// Greedy against itself: games with this many wins, draws and losses of the first player.
fn score(wins: u64, draws: u64, losses: u64) -> TempDir {
    let margin = |number| 2 * (i32::from(number <= wins + draws) + i32::from(number <= wins) - 1);
    let rows = games(wins + draws + losses, |number| own(number, margin(number)));
    between(["greedy", "greedy"], false, &rows)
}

/// Games in pairs, with random named first; `first_wins` says in which games the first player wins.
fn pairs(n: u64, first_wins: impl Fn(u64) -> bool) -> TempDir {
    let row = |number: u64| {
        let row = game(number, if first_wins(number) { 2 } else { -2 });
        if number % 2 == 1 {
            row
        } else {
            GameRow { first_agent: row.second_agent, second_agent: row.first_agent, ..row }
        }
    };
    between(["random", "greedy"], false, &games(n, row))
}

/// A run on a board of 5 by 5 cells with these first turns, each with this many wins and losses.
fn begun(turns: &[(&str, u64, u64)]) -> TempDir {
    let mut rows = Vec::new();
    for &(turn, wins, losses) in turns {
        for number in 0..wins + losses {
            let row = own(rows.len() as u64 + 1, if number < wins { 2 } else { -2 });
            rows.push(GameRow { first_turn: turn.to_owned(), ..row });
        }
    }
    let n = rows.len() as u64;
    let dir = changed(between(["greedy", "greedy"], false, &rows), |manifest| {
        manifest.rules["board"] = serde_json::json!({"shape": "rectangle", "width": 5, "height": 5});
    });
    let board = Manifest::read(dir.path()).unwrap().load_rules(dir.path()).unwrap().variant.board;
    let of = |cell: Cell| turns.iter().find(|(turn, ..)| *turn == cell.to_string());
    let cell = |cell: &Cell| {
        let (wins, losses) = of(*cell).map_or((0, 0), |&(_, wins, losses)| (wins, losses));
        let (first_turn_games, first_turn_wins, first_turn_losses) = (wins + losses, wins, losses);
        CellRow { first_turn_games, first_turn_wins, first_turn_losses, games: n, ..CellRow::new(*cell) }
    };
    table(dir.path(), &board.cells().iter().map(cell).collect::<Vec<_>>());
    dir
}

/// The same run, except that goals decided the games that `decided` selects.
fn by_goals(dir: TempDir, decided: impl Fn(&GameRow) -> bool) -> TempDir {
    let rows = Rows::<GameRow>::open(dir.path()).unwrap().map(Result::unwrap);
    let rows = rows.map(|row| GameRow { end: if decided(&row) { Reason::Goal } else { row.end }, ..row });
    table(dir.path(), &rows.collect::<Vec<_>>());
    dir
}

const APART: [(&str, u64, u64); 5] =
    [("a1", 20, 80), ("b1", 55, 45), ("c1", 90, 10), ("b2", 85, 15), ("c3", 95, 5)];

/// Asserts that `found` contains all of `wanted`, and none of `unwanted`.
#[track_caller]
fn holds(found: &BTreeSet<String>, wanted: &[&str], unwanted: &[&str]) {
    let has = |name: &&&str| found.contains(**name);
    let missing: Vec<_> = wanted.iter().filter(|name| !has(name)).collect();
    let wrong: Vec<_> = unwanted.iter().filter(has).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "missing {missing:?}, wrong {wrong:?} in {found:?}");
}

/// Forty games of these agents, of which two are distinct.
fn repeating(agents: [&str; 2]) -> TempDir {
    let rows = games(40, |number| {
        let again = number % 2;
        let row = game(number, 1 - 2 * again as i32);
        let [first_agent, second_agent] = agents.map(Into::into);
        GameRow { first_agent, second_agent, fingerprint: game(again + 1, 1).fingerprint, ..row }
    });
    between(agents, false, &rows)
}

/// Twenty pairs of games of these agents, of which one is distinct.
fn repeating_in_pairs(agents: [&str; 2]) -> TempDir {
    let rows = games(40, |number| {
        let again = number % 2;
        let [first_agent, second_agent] =
            if again == 1 { agents } else { [agents[1], agents[0]] }.map(Into::into);
        GameRow { first_agent, second_agent, fingerprint: game(again + 1, 1).fingerprint, ..game(number, 1) }
    });
    changed(between(agents, false, &rows), |manifest| manifest.pairs = true)
}

#[test]
fn agents_that_repeat_themselves_give_no_verdict_but_random_players_do() {
    let headline = |agents| Model::read(repeating(agents).path()).unwrap().headline();
    let repeated = "No verdict: only 2 of the 40 games between greedy players are distinct.";
    assert!(headline(["greedy", "greedy"]).starts_with(repeated), "{}", headline(["greedy", "greedy"]));
    assert!(headline(["random", "random"]).contains("there are not enough games to tell"));
}

#[test]
fn sentences_of_headlines_are_listed_with_their_condition() {
    let cut = |n: u64| {
        let end = move |number| if number <= n { Reason::Cap } else { Reason::Passes };
        between(
            ["greedy", "greedy"],
            false,
            &games(20, |number| GameRow { end: end(number), ..own(number, 1) }),
        )
    };
    let emptied = |each: u64| {
        let row = |number: u64| {
            let lost = if number.is_multiple_of(each) { Points::ZERO } else { Points::whole(5) };
            GameRow {
                first_score: Points::whole(30),
                second_score: lost,
                winner: Winner::First,
                ..own(number, 1)
            }
        };
        between(["greedy", "greedy"], false, &games(100, row))
    };
    let humps = games(200, |number| own(number, (number % 7) as i32 + if number % 2 == 0 { 1 } else { 60 }));
    let until = |reached| {
        let even = games(400, |number| own(number, if number % 2 == 0 { 2 } else { -2 }));
        let until = Until { half_width: if reached { 0.1 } else { 0.01 }, reached };
        changed(between(["greedy", "greedy"], false, &even), |manifest| manifest.until = Some(until))
    };
    // Greedy is the second player of odd games, and always swaps.
    let always_and_sometimes = games(20, |number| {
        let row = game(number, if number % 3 == 0 { 2 } else { -2 });
        let (first_agent, second_agent) = if number % 2 == 1 {
            (row.first_agent.clone(), row.second_agent.clone())
        } else {
            (row.second_agent.clone(), row.first_agent.clone())
        };
        GameRow { swapped: number % 2 == 1 || number % 4 == 0, first_agent, second_agent, ..row }
    });
    let odd = |number: u64| number % 2 == 1;
    let cases: Vec<(TempDir, &[&str])> = vec![
        (cut(11), &["cut-off", "next-cut-off"]),
        (cut(10), &["advantage", "size-alone", "scored"]),
        (run("hexagon", &[1, -1]), &["unpaired"]),
        (run("hexagon", &[1; 20]), &["unpaired"]),
        (run("hexagon", &[-1; 20]), &["unpaired"]),
        (pairs(20, |number| !odd(number)), &["one-winner", "stronger"]),
        (pairs(4, |number| !odd(number)), &["one-winner", "few-pairs"]),
        (pairs(40, |number| number % 4 < 2), &["open", "not-stronger"]),
        (pairs(400, |number| number % 4 < 2), &["balanced", "not-stronger"]),
        (
            changed(score(11, 0, 0), |manifest| manifest.games_failed = 9),
            &["advantage", "size-alone", "scored"],
        ),
        (changed(score(11, 0, 0), |manifest| manifest.games_failed = 11), &["failed-games"]),
        (
            changed(pairs(40, |number| odd(number) == (number > 36)), |manifest| manifest.games_failed = 40),
            &["open", "failed-pairs"],
        ),
        // Random wins three of ten games as first player and none as second.
        (
            pairs(400, |number| !odd(number) || number % 20 < 6),
            &["advantage", "beside", "scored", "stronger"],
        ),
        (with_pie_rule("greedy", |_| true), &["always-swapped", "by-sides-with-komi", "next-players"]),
        (with_pie_rule("mcts:10", |_| true), &["always-swapped", "by-sides-with-komi", "next-iterations"]),
        (with_pie_rule("greedy", |_| false), &["never-swapped", "by-sides-with-komi", "next-players"]),
        (
            with_pie_rule("random", |number| number <= 10),
            &["by-chance", "swapped", "by-sides-with-komi", "next-players"],
        ),
        (with_pie_rule("greedy", |number| number <= 10), &["swapped", "open", "by-sides-with-komi"]),
        (
            by_goals(with_pie_rule("greedy", |number| number <= 10), |_| true),
            &["swapped", "open", "by-sides"],
        ),
        (
            between(["random", "greedy"], true, &always_and_sometimes),
            &["by-chance", "swapped", "unweighed", "by-sides-with-komi", "not-stronger", "next-players"],
        ),
        (score(45, 1_940, 15), &["advantage", "small", "scored"]),
        (score(70, 0, 30), &["advantage", "size", "scored"]),
        (score(2, 396, 2), &["balanced"]),
        (score(10, 0, 10), &["open"]),
        (score(210, 0, 200), &["open", "enough"]),
        (repeating(["greedy", "greedy"]), &["repeated-agents"]),
        (repeating_in_pairs(["greedy", "mcts:1"]), &["repeated-agents", "repeated-pairs"]),
        (until(true), &["open", "stopped"]),
        (until(false), &["open", "not-reached"]),
        (between(["greedy", "greedy"], false, &humps), &["advantage", "size-alone", "scored", "humps"]),
        (emptied(20), &["advantage", "size-alone", "scored", "emptied"]),
        (emptied(21), &["advantage", "size-alone", "scored"]),
    ];
    let mut sentences = BTreeSet::new();
    for (dir, expected) in &cases {
        assert_eq!(first(dir), *expected);
        assert!(headline::is_short(&headline::headline(Model::read(dir.path()).unwrap().case())));
        sentences.extend(on_page(dir));
    }
    assert!(sentences.contains("beliefs") && !on_page(&until(true)).contains("beliefs"));
    let all = names_under(&["The first player", "Sides, strength", "Headlines"]);
    let never: Vec<_> = all.difference(&sentences).collect();
    assert!(never.is_empty(), "no page says {never:?}");
}

#[test]
fn programs_read_the_verdict_as_a_word() {
    let word = |dir: TempDir| {
        write(dir.path()).unwrap();
        let text = std::fs::read_to_string(dir.path().join("summary.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        json["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(word(score(70, 0, 30)), "first");
    assert_eq!(word(score(30, 0, 70)), "second");
    assert_eq!(word(score(2, 396, 2)), "balanced");
    assert_eq!(word(score(10, 0, 10)), "open");
    assert_eq!(word(with_pie_rule("greedy", |_| true)), "none");
}

#[test]
fn sentences_on_first_turns_and_charts_are_listed_with_their_condition() {
    let even = [("a1", 52, 48), ("b1", 50, 50), ("c1", 48, 52), ("b2", 51, 49), ("c3", 49, 51)];
    let many: Vec<(String, u64, u64)> =
        (0..201).map(|turn| (format!("x{turn}"), 10 + turn % 20, 20 - turn % 20)).collect();
    let many: Vec<(&str, u64, u64)> =
        many.iter().map(|(turn, wins, losses)| (turn.as_str(), *wins, *losses)).collect();
    let with_pie_rule = changed(begun(&APART), |manifest| manifest.rules["turn"]["swap"] = true.into());
    let ends_apart = {
        let dir = run("rectangle", &[1; 60]);
        let cells = [("a1", 60), ("a2", 60), ("b1", 60), ("b2", 60), ("c1", 60), ("c2", 60)];
        let cell = |(name, first_stones): (&str, u64)| CellRow {
            first_stones,
            games: 60,
            ..CellRow::new(name.parse().unwrap())
        };
        table(dir.path(), &cells.map(cell));
        dir
    };
    let groups = scored_by("groups", &[1, -1]);
    let at_cap = between(
        ["greedy", "greedy"],
        false,
        &games(20, |number| GameRow {
            end: if number < 3 { Reason::Cap } else { Reason::Passes },
            ..own(number, 1)
        }),
    );
    let single = run("hexagon", &[1]);
    let judged = ["fairest-set", "fairest", "residual", "diversity", "static-komi"];
    let cases: Vec<(TempDir, Vec<&str>, Vec<&str>)> = vec![
        (
            run("hexagon", &[1, -1]),
            vec!["agents-differ", "map-agents-differ", "ends-alike"],
            vec!["diversity", "too-few"],
        ),
        (score(10, 0, 10), vec!["too-few", "diversity", "map-too-few"], vec!["fairest-set", "static-komi"]),
        (
            begun(&even),
            vec!["turns-alike", "map-alike", "diversity", "openings-pooled"],
            vec!["fairest-set", "residual", "pie-rule"],
        ),
        (
            begun(&APART),
            [&judged[..], &["pie-rule", "of-openings", "turns-map", "scores-map", "pooled-cells"]].concat(),
            vec!["turns-alike", "openings-more"],
        ),
        (with_pie_rule, judged.to_vec(), vec!["pie-rule"]),
        (begun(&[("c3", 40, 20)]), vec!["one-turn", "diversity"], vec!["fairest", "pie-rule", "turns-alike"]),
        (
            by_goals(begun(&APART), |row| row.winner == Winner::First),
            vec!["fairest", "no-static-komi"],
            vec!["static-komi"],
        ),
        (begun(&many), vec!["openings-more", "no-first-turn"], vec![]),
        (
            begun(&[("a1", 8, 8), ("b1", 16, 16), ("c1", 8, 8), ("b2", 8, 8), ("c2", 8, 8), ("c3", 2, 2)]),
            vec!["evenly-spread"],
            vec!["turns-map"],
        ),
        (begun(&[("c3", 10, 10)]), vec!["one-cell"], vec!["turns-map"]),
        (ends_apart, vec!["ends-map"], vec!["ends-alike", "of-groups", "at-the-cap"]),
        (groups, vec!["of-groups"], vec![]),
        (at_cap, vec!["at-the-cap", "at-cap"], vec![]),
        (single, vec![], vec!["course-few"]),
    ];
    let mut sentences = BTreeSet::new();
    for (dir, wanted, unwanted) in &cases {
        let found = on_page(dir);
        holds(&found, wanted, unwanted);
        sentences.extend(found);
    }
    let never: Vec<_> =
        names_under(&["First turns", "Maps and charts"]).difference(&sentences).cloned().collect();
    assert!(never.is_empty(), "no page says {never:?}");
}

#[test]
fn games_that_failed_are_missing() {
    let run = changed(score(80, 0, 6), |manifest| manifest.games_failed = 14);
    let written = write(run.path()).unwrap();
    assert_eq!(written.summary.games(), 86);
    assert_eq!(
        written.warnings[0],
        "14 games could not be played to the end and are missing: see failed.jsonl."
    );
}

#[test]
fn warnings_and_notes_are_listed_with_their_condition() {
    let two = || changed(run("hexagon", &[3, 1]), |manifest| manifest.games_played = 2);
    let of = |change: fn(&mut Manifest)| changed(two(), change);
    let half_line = two();
    let rows = read(half_line.path(), GameRow::FILE);
    std::fs::write(half_line.path().join(GameRow::FILE), &rows[..rows.len() - 3]).unwrap();
    let no_table = two();
    std::fs::remove_file(no_table.path().join(CellRow::FILE)).unwrap();
    let other_games = two();
    table(other_games.path(), &[CellRow { games: 7, ..CellRow::new("a1".parse().unwrap()) }]);
    let again = two();
    table(again.path(), &[game(1, 3), GameRow { game: 2, ..game(1, 3) }]);
    let highlights = |text: &str| {
        let dir = two();
        std::fs::write(dir.path().join(Highlight::FILE), text).unwrap();
        dir
    };
    let of_others = highlights("{\"game\":1,\"why\":[\"shortest\"],\"of\":9,\"drama\":null,\"turns\":[]}\n");
    let cases: Vec<(TempDir, Vec<&str>)> = vec![
        (of(|manifest| manifest.block = Some(Block { first: 1, games: 2, of: 9 })), vec!["caution", "part"]),
        (of(|manifest| manifest.games_failed = 1), vec!["failed"]),
        (of(|manifest| manifest.complete = false), vec!["incomplete", "not-complete"]),
        (of(|manifest| manifest.games_played = 7), vec!["other-number"]),
        (of(|manifest| manifest.reproducible = false), vec!["timed", "not-replayed"]),
        (
            of(|manifest| {
                manifest.reproducible = false;
                manifest.agents[1] = "ugi:bot".to_owned();
            }),
            vec!["program", "not-replayed"],
        ),
        (half_line, vec!["half-line"]),
        (no_table, vec!["no-table"]),
        (other_games, vec!["other-games"]),
        (again, vec!["repeated-by-chance"]),
        (repeating(["greedy", "greedy"]), vec!["repeated"]),
        (of_others, vec!["of-others"]),
        (highlights(""), vec!["too-long"]),
        (two(), vec!["none-chosen", "players", "played-by", "under-values"]),
        (of(|manifest| manifest.openings = vec!["c3".to_owned(), "d4".to_owned()]), vec!["openings"]),
        (paired(4, &[]), vec!["in-pairs", "under-values-of-pairs"]),
        (with_pie_rule("greedy", |number| number <= 10), vec!["sides"]),
    ];
    let mut sentences = BTreeSet::new();
    for (dir, wanted) in &cases {
        let found = on_page(dir);
        holds(&found, wanted, &[]);
        sentences.extend(found);
    }
    holds(&on_page(&two()), &[], &["caution", "in-pairs", "sides", "repeated", "repeated-by-chance"]);
    // Writing more games than the program can tell apart would take too long, so the summary is changed instead.
    let mut summary = Model::read(two().path()).unwrap().summary;
    summary.distinct = Distinct { exact: false, repeated: true, ..summary.distinct };
    for repeats in [false, true] {
        summary.design.repeats = repeats;
        sentences.extend(names(&words::repeated(&summary).unwrap()).unwrap());
    }
    // The sentences on first turns and charts are tested above, including the one on the cap.
    let above = ["at-cap", "of-openings", "openings-pooled", "openings-more", "of-these-agents-proved"];
    let never: Vec<_> = names_under(&["Warnings", "Notes"])
        .difference(&sentences)
        .filter(|name| !above.contains(&name.as_str()))
        .cloned()
        .collect();
    assert!(never.is_empty(), "no page says {never:?}");
}
