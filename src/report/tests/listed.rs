//! `docs/verdicts.md`: every sentence that is a verdict, with its condition.

use super::verdicts::{games, headline, own, pie};
use super::*;

/// The sentences of a section of the list, by name.
fn listed(section: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let page = include_str!("../../../docs/verdicts.md");
    let section = page.split("\n## ").find(|part| part.starts_with(section)).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        (cells[0], cells[1].split('…').map(str::trim).collect())
    };
    rows.map(row).collect()
}

/// Whether the parts of a sentence stand in `said`, one after another.
fn holds(said: &str, parts: &[&str]) -> bool {
    let mut rest = Some(said);
    for part in parts {
        rest = rest.and_then(|rest| rest.split_once(part).map(|(_, rest)| rest));
    }
    rest.is_some() && parts.first().is_some_and(|first| said.starts_with(first))
}

/// Games of greedy against itself: so many that the first player wins, draws and loses.
fn score(wins: u64, draws: u64, losses: u64) -> String {
    let margin = |number| {
        if number <= wins {
            2
        } else if number <= wins + draws {
            0
        } else {
            -2
        }
    };
    headline(["greedy", "greedy"], false, &games(wins + draws + losses, |number| own(number, margin(number))))
}

#[test]
fn every_verdict_on_a_run_is_listed_with_its_condition() {
    let exchanged = |number: u64, margin| {
        let row = game(number, margin);
        if number % 2 == 1 {
            row
        } else {
            GameRow { first_agent: row.second_agent, second_agent: row.first_agent, ..row }
        }
    };
    let greedy_wins = games(20, |number| exchanged(number, if number % 2 == 1 { -2 } else { 2 }));
    let cut = games(20, |number| GameRow { end: Reason::Cap, ..own(number, 1) });
    let unpaired = {
        let dir = run("hexagon", &[1, -1]);
        write(dir.path()).unwrap().headline
    };
    let cases = [
        ("cut-off", headline(["greedy", "greedy"], false, &cut)),
        ("unpaired", unpaired),
        ("one-winner", headline(["random", "greedy"], false, &greedy_wins)),
        ("always-swapped", pie("greedy", |_| true)),
        ("never-swapped", pie("greedy", |_| false)),
        ("by-chance", pie("random", |number| number <= 10)),
        ("small", score(45, 1_940, 15)),
        ("advantage", score(20, 0, 0)),
        ("balanced", score(2, 396, 2)),
        ("open", score(10, 0, 10)),
    ];
    let listed = listed("Of a run");
    assert_eq!(
        listed.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        cases.each_ref().map(|(name, _)| *name)
    );
    for (name, said) in &cases {
        // The first that fits: an advantage that is small is an advantage, too.
        let found = listed.iter().find(|(_, parts)| holds(said, parts)).map(|(name, _)| *name);
        assert_eq!(found, Some(*name), "{said}");
    }
}

#[test]
fn sentences_on_margins_are_listed_with_their_condition() {
    let with_margins = |margin: &dyn Fn(u64) -> i32| {
        headline(["greedy", "greedy"], false, &games(200, |number| own(number, margin(number))))
    };
    // Of a hundred games, five are the fewest that are named.
    let emptied = |each: u64| {
        let row = |number: u64| {
            let nothing = if number.is_multiple_of(each) { Points::ZERO } else { Points::whole(5) };
            GameRow {
                first_score: Points::whole(30),
                second_score: nothing,
                winner: Winner::First,
                ..own(number, 1)
            }
        };
        headline(["greedy", "greedy"], false, &games(100, row))
    };
    let humps = with_margins(&|number| (number % 7) as i32 + if number % 2 == 0 { 1 } else { 60 });
    let [(name, parts), (other, emptied_parts)] = &listed("Of margins")[..] else { panic!() };
    assert_eq!((*name, *other), ("humps", "emptied"));
    let says = |said: &str, parts: &[&str]| said.find(parts[0]).is_some_and(|at| holds(&said[at..], parts));
    assert!(says(&humps, parts) && !says(&humps, emptied_parts), "{humps}");
    let said = emptied(20);
    assert!(said.ends_with(" In 5 of the 100 games one side ended with nothing on the board."), "{said}");
    assert!(says(&said, emptied_parts), "{said}");
    assert!(!says(&emptied(21), emptied_parts));
}
