//! Tests that every sentence printed about experiments, games and searches is listed, in `docs/verdicts.md` or in `captions.md`,
//! and that each listed sentence appears under its condition. The sentences about runs are tested in the library's tests of the
//! report.

use crate::listed::{names, names_on, names_under};
use crate::scene::Scene;
use std::collections::BTreeSet;

/// The sentences that were found, and the expected ones that were not.
#[derive(Default)]
struct SentenceLog {
    names: BTreeSet<String>,
    missing: Vec<String>,
}

impl SentenceLog {
    /// Records the sentences in the output of `command`, which should contain all of `wanted`.
    fn note(&mut self, command: &str, found: BTreeSet<String>, wanted: &[&str]) {
        let not_said = wanted.iter().filter(|name| !found.contains(**name));
        self.missing.extend(not_said.map(|name| format!("{command}: {name} is not among {found:?}")));
        self.names.extend(found);
    }

    /// Asserts that no sentence is missing, and that all sentences of these sections except `others` were found.
    #[track_caller]
    fn all_of(self, sections: &[&str], others: &[&str]) {
        let listed = names_under(sections);
        let never = listed.difference(&self.names).filter(|name| !others.contains(&name.as_str()));
        let never: Vec<_> = never.collect();
        let missing = self.missing.join("\n");
        assert!(missing.is_empty() && never.is_empty(), "nothing says {never:?}\n{missing}");
    }
}

/// Settings for boards that are small enough for fast random games.
const TINY: &str = "--set board.width=3 --set board.height=3";

#[test]
fn sentences_of_experiments_are_listed_with_their_condition() {
    let scene = Scene::new();
    scene.write("pie.toml", "extends = \"send-it-square\"\n[turn]\nswap = true\n");
    let mut seen = SentenceLog::default();
    scene.write("book.txt", "b2\na1 c3\n");
    let cases: [(&str, &[&str]); 41] = [
        (
            "compare send-it-square send-it-square-nopush --agents random --agents greedy go",
            &["same", "differ", "of-differences", "of-beliefs"],
        ),
        ("compare send-it-square pie.toml --agents greedy,greedy", &["not-compared"]),
        ("compare send-it-square send-it-square-nopush --agents random", &["compare-same", "title-leads"]),
        ("compare send-it-square send-it-square-nopush --agents random --agents greedy", &["compare-none"]),
        ("compare send-it-square send-it-square-nopush go --agents greedy", &["compare-one"]),
        ("compare send-it-square go --agents greedy", &["compare-more"]),
        ("compare go send-it-square --agents greedy", &["compare-less"]),
        (
            "sweep go --agents random --vary score.komi=-9,0,9",
            &["values-only", "from-to", "ends-differ", "surface", "surface-through", "surface-chart"],
        ),
        ("sweep go --vary score.komi=0,0.5 --agents greedy,random", &["ends-same", "unpaired-runs"]),
        ("sweep go --agents random --vary score.komi=0..3", &["surface-fits"]),
        ("sweep go --agents random --vary score.komi=-9..9:2", &["surface-off"]),
        (
            "sweep go --agents random --vary score.komi=0,3 --vary end.passes=0,1,2",
            &["each-pair", "no-game", "no-game-there"],
        ),
        (
            "sweep go --agents random --vary score.komi=0..10 --vary end.passes=1..10",
            &["surface-map", "surface-more"],
        ),
        (
            "sweep send-it-square --vary turn.swap=false,true --agents greedy,greedy",
            &["no-verdict-at", "values-silent"],
        ),
        (
            "sweep send-it-square --vary turn.swap=true --vary score.komi=0,1,2 --agents greedy,greedy",
            &["values-none", "no-verdict-more"],
        ),
        ("sweep go --agents random --vary score.komi=100,200", &["values-nowhere"]),
        ("sweep go --budget 1s --vary score.komi=1,2", &["surer", "learned-each", "learned-scored"]),
        ("sweep connect6 --budget 1s --vary turn.swap=false,true", &["too-small", "with-playouts"]),
        ("tune go --vary score.komi=0..32 --fresh 4", &["plays-both"]),
        ("sweep go --agents random --agents mcts:1 --vary score.komi=1", &["values-alone", "values-for-all"]),
        ("sweep go --agents random --vary score.komi=1,1.5", &["values-even"]),
        ("sweep go --agents random --vary end.passes=1,2 --until 10%", &["sequences", "not-reached"]),
        (
            "sweep go --vary score.komi=0,1 --agents random,random --agents greedy,greedy --agents random,greedy --agents greedy,random --agents mcts:1,mcts:1 --agents mcts:2,mcts:2",
            &["some-pairs"],
        ),
        (
            "ladder go --rungs mcts:1..4",
            &["one-model", "no-turn", "skill", "strongest", "model-chart", "over-rungs"],
        ),
        ("ladder go --rungs random,greedy --openings book.txt", &["begun-in-turn"]),
        ("sweep go --agents random --vary score.komi=0,1 --turns b2", &["begun"]),
        ("study go --budget 1s", &["believed", "levels", "checked"]),
        ("study go --budget 5s", &["study-proved", "perfect-play", "learned-from"]),
        ("study tic-tac-toe --budget 1s", &["study-draw", "as-strong"]),
        (
            "study breakthrough --set board.width=5 --set board.height=5 --budget 1s --seed 2",
            &["second-seed-leads"],
        ),
        ("study breakthrough --budget 1s", &["these-players"]),
        ("study connect6 --budget 1s", &["too-small"]),
        ("study squava --budget 1s", &["study-swaps", "settles-swaps"]),
        ("study go --set end.max_turns=20 --budget 1s", &["settles-cap"]),
        ("ladder go --rungs greedy,random", &["out-of-order"]),
        ("ladder go --rungs random,greedy", &["title-skill"]),
        ("sweep go --agents random --vary score.komi=-9,9 --vary end.passes=1,2", &["title-effect"]),
        ("sweep go --agents random --vary score.komi=0,0.5 --vary end.passes=2,3", &["title-no-effect"]),
        ("sweep go --agents random --agents greedy --vary score.komi=-9,9", &["title-all-fall"]),
        ("ladder send-it-square --set turn.swap=true --rungs random,greedy", &["strongest-open"]),
        (
            "ladder othello --set score.komi=-5 --rungs random,greedy,mcts:4",
            &["sign-changes", "turns-round", "repeated", "in-other-runs"],
        ),
    ];
    for (number, (command, wanted)) in cases.into_iter().enumerate() {
        let (board, games) = match command {
            _ if command.contains("othello") => ("--set board.width=4 --set board.height=4", 200),
            _ if command.contains("1..10") => (TINY, 10),
            _ if command.contains("0..32") => (TINY, 400),
            _ if ["hex-it", "connect6", "squava", "breakthrough", "max_turns"]
                .iter()
                .any(|large| command.contains(large)) =>
            {
                ("", 4)
            }
            _ if command.contains("tic-tac-toe") => ("", 20),
            _ => (TINY, 60),
        };
        let options = format!("{board} --games {games} --quiet --out out{number}");
        scene.run(&format!("{command} {}", options.trim_start()));
        seen.note(command, names_on(&scene.read(&format!("out{number}/report.html"))), wanted);
    }
    let incomplete: [(&str, &[&str]); 2] =
        [("out0", &["experiment-incomplete"]), ("out2", &["values-incomplete"])];
    for (dir, wanted) in incomplete {
        let file = format!("{dir}/experiment.json");
        let experiment = scene.read(&file).replace("\"complete\": true", "\"complete\": false");
        scene.write(&file, &experiment);
        scene.run(&format!("report {dir} --quiet")).succeeds();
        seen.note(dir, names_on(&scene.read(&format!("{dir}/report.html"))), wanted);
    }
    // The two corrections must disagree, which happens rarely with three variants. Unit tests ask for the headlines of studies, for
    // advice, and for what is like a known game only in its length, or only in its score.
    let headlines = [
        "incomplete",
        "none",
        "swaps-nearly",
        "swaps-never",
        "swaps-chance",
        "cut",
        "drawn",
        "drawn-all",
        "draws",
        "ahead",
        "widens",
        "narrows",
        "moves",
        "seeds",
        "contradicted",
        "fair",
        "close",
        "open",
    ]
    .map(|headline| format!("study-{headline}"));
    let others: Vec<&str> = headlines
        .iter()
        .map(String::as_str)
        .chain([
            "may-help-pie",
            "may-help-pie-after",
            "may-help-pie-perhaps",
            "may-help-komi-little",
            "may-help-return",
            "no-pie",
            "pie-late",
            "passed-over",
            "settles-end",
            "settles-fair",
            "settles-more",
            "try",
            "values-between",
        ])
        .chain(["sharper", "like-both", "like-length", "like-score", "values-long", "values-nowhere-long"])
        .chain([
            "ladder-fair",
            "ladder-incomplete",
            "title-ahead-strength",
            "title-unsteady",
            "title-all-rise",
        ])
        .chain([
            "title-leads-none",
            "title-leads-not",
            "title-first-helps",
            "title-second-helps",
            "title-least",
        ])
        .chain(["values-judged", "values-judged-between", "values-judged-long"])
        .collect();
    seen.all_of(&["Experiments", "Titles of charts"], &others);
}

#[test]
fn sentences_on_games_are_listed_with_their_condition() {
    let scene = Scene::new();
    let mut seen = SentenceLog::default();
    let cases: [(&str, &[&str]); 4] = [
        (
            "send-it-square --set board.width=3 --set board.height=3 --agents random",
            &["result", "typical", "dramatic", "shortest", "marks"],
        ),
        ("hex --set board.side=6 --agents random,random", &["marks-of-goals", "some-turns"]),
        ("hex-it --agents random,random --games 4", &["marks-of-tiles"]),
        ("tic-tac-toe --agents mcts:500,mcts:500 --games 20", &["result-draw"]),
    ];
    for (number, (command, wanted)) in cases.into_iter().enumerate() {
        let games = if command.contains("--games") { "" } else { "--games 60" };
        let command = format!("simulate {command} {games} --quiet --out out{number}").replace("  ", " ");
        scene.run(&command).succeeds();
        seen.note(&command, names_on(&scene.read(&format!("out{number}/report.html"))), wanted);
    }
    seen.all_of(
        &["Games worth seeing"],
        &["too-long", "of-others", "not-complete", "none-chosen", "not-replayed"],
    );
}

#[test]
fn sentences_of_searches_and_state_spaces_are_listed_with_their_condition() {
    let scene = Scene::new();
    let mut seen = SentenceLog::default();
    let searches: [(&str, &[&str]); 7] = [
        (
            "--vary score.komi=-9..9:3 --games 2100 --fresh 300",
            &["tried", "fresh", "of-search", "simultaneous"],
        ),
        ("--vary score.komi=30,50 --games 400 --fresh 100", &["no-finalist"]),
        ("--vary score.komi=0,1 --vary end.passes=0,2 --games 40 --fresh 20", &["more-no-game"]),
        ("--vary end.passes=0..2 --games 40 --fresh 20", &["one-no-game"]),
        ("--vary score.komi=0..40 --games 300 --fresh 20", &["search-more"]),
        ("--vary score.komi=0,1 --aim first_player_score=55% --games 40 --fresh 20", &["several"]),
        ("--vary end.max_turns=2,30 --aim turns=2 --games 40 --fresh 20", &["only-finalist"]),
    ];
    for (number, (search, wanted)) in searches.into_iter().enumerate() {
        let command = format!("tune go --agent random --quiet {TINY} {search} --out out{number}");
        scene.run(&command).succeeds();
        seen.note(search, names_on(&scene.read(&format!("out{number}/report.html"))), wanted);
    }
    let cases: [(&str, &[&str]); 4] = [
        ("states tic-tac-toe", &["counted", "bound"]),
        ("states tic-tac-toe --samples 100", &["reachable", "bound"]),
        ("states connect-four --samples 100", &["rough"]),
        ("states go --samples 100", &["allowed"]),
    ];
    for (command, wanted) in cases {
        let out = scene.run(&format!("{command} --quiet")).succeeds().out;
        seen.note(command, listed_lines(&out), wanted);
    }
    let out = scene.run("states othello").succeeds().out;
    seen.note("states othello", listed_lines(&out), &["no-estimate"]);
    // Unit tests ask for the headlines of unusual finalists.
    let others = ["alone", "finalists-long", "finalist-silent", "finalists-silent"];
    seen.all_of(&["Searches", "State spaces"], &others);
}

/// The names of the sentences in the printed output, without tables and commands.
fn listed_lines(out: &str) -> BTreeSet<String> {
    let is_sentence = |line: &&str| {
        ["reachable", "allowed", "upper bound", "There is"].iter().any(|begin| line.starts_with(begin))
    };
    let of = |line: &str| {
        names(line)
            .unwrap_or_else(|| panic!("neither docs/verdicts.md nor tests/cli/captions.md lists: {line}"))
    };
    out.lines().filter(is_sentence).flat_map(of).collect()
}
