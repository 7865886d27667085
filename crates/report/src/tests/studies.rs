//! Tests of the reports of handwritten studies.

use super::listed::names_on;
use super::verdicts::{between, games};
use super::*;
use dropline_lab::run::{Aside, Basis, Experiment, ExperimentKind, Member};
use tempfile::TempDir;

/// A rung of a study: its agent, the games that the first player won, drew and lost when this agent played itself, and how many of 100
/// games against the rung below it won.
type Rung = (&'static str, [u64; 3], u64);

/// A study, from its lowest rung on.
pub(super) struct Study<'a> {
    pub rungs: &'a [Rung],
    /// The games that the first player won, drew and lost with an evaluation learned from a second seed.
    pub second_seed: Option<[u64; 3]>,
    /// The agent of the check, and the games that the first player won, drew and lost.
    pub check: Option<(&'a str, [u64; 3])>,
    /// Changes a game of an agent against itself.
    pub game: fn(GameRow) -> GameRow,
    /// Changes the rules.
    pub rules: fn(&mut serde_json::Value),
    /// The result under perfect play.
    pub exact: Option<&'a str>,
}

impl Default for Study<'_> {
    fn default() -> Self {
        Self { rungs: &[], second_seed: None, check: None, game: |row| row, rules: |_| {}, exact: None }
    }
}

impl Study<'_> {
    /// Writes the study into a folder.
    fn folder(&self) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        let mut members = Vec::new();
        let mut add = |agents: [&str; 2], rows: &[GameRow], aside: Option<Aside>| {
            let name = format!("{:02}", members.len() + 1);
            let run = between(agents, false, rows);
            let mut manifest = Manifest::read(run.path()).unwrap();
            (self.rules)(&mut manifest.rules);
            let command =
                ["dropline", "simulate", "test.toml", "--set", "board.side=3", "--agents", "greedy,greedy"];
            manifest.command = command.map(str::to_owned).to_vec();
            manifest.write(run.path()).unwrap();
            let to = dir.path().join("runs").join(&name);
            std::fs::create_dir_all(dir.path().join("runs")).unwrap();
            std::fs::rename(run.keep(), to).unwrap();
            members.push(Member {
                dir: Some(name),
                variant: "test".to_owned(),
                values: Vec::new(),
                agents: agents.map(str::to_owned),
                no_game: None,
                rules_hash: None,
                aside,
            });
        };
        let own = |agent: &str, [wins, draws, losses]: [u64; 3]| {
            let margin = |number| 2 * (i32::from(number <= wins + draws) + i32::from(number <= wins) - 1);
            let row = |number| {
                let (first_agent, second_agent) = (agent.into(), agent.into());
                (self.game)(GameRow { first_agent, second_agent, ..game(number, margin(number)) })
            };
            games(wins + draws + losses, row)
        };
        for (at, &(agent, results, against)) in self.rungs.iter().enumerate() {
            add([agent, agent], &own(agent, results), None);
            let Some(&(below, ..)) = at.checked_sub(1).map(|at| &self.rungs[at]) else { continue };
            let row = |number: u64| {
                let upper_first = number % 2 == 1;
                let agents = if upper_first { [agent, below] } else { [below, agent] };
                let [first_agent, second_agent] = agents.map(Into::into);
                let margin = if (number <= against) == upper_first { 2 } else { -2 };
                GameRow { first_agent, second_agent, ..game(number, margin) }
            };
            add([agent, below], &games(100, row), None);
        }
        if let (Some(results), Some(&(agent, ..))) = (self.second_seed, self.rungs.last()) {
            add([agent, agent], &own(agent, results), Some(Aside::SecondSeed));
        }
        if let Some((agent, results)) = self.check {
            add([agent, agent], &own(agent, results), Some(Aside::Check(results.iter().sum())));
        }
        let experiment = Experiment {
            program: "dropline".to_owned(),
            version: "0.1.0".to_owned(),
            command: ["dropline", "study", "test.toml"].map(str::to_owned).to_vec(),
            kind: ExperimentKind::Study,
            seed: 1,
            games: 100,
            vary: Vec::new(),
            basis: Some(Basis { exact: self.exact.map(str::to_owned), ..Basis::default() }),
            runs: members,
            complete: true,
            started: "2026-11-21T00:00:00Z".to_owned(),
            seconds: 1.0,
        };
        experiment.write(dir.path()).unwrap();
        dir
    }

    /// Its report, and its page.
    pub fn written(&self) -> (WrittenExperiment, String) {
        let dir = self.folder();
        let written = write_experiment(dir.path()).unwrap();
        let page = read(dir.path(), PAGE);
        // All its sentences are listed.
        names_on(&page);
        (written, page)
    }
}

/// Asserts that a finding of the study begins like this.
#[track_caller]
fn says(written: &WrittenExperiment, begin: &str) {
    assert!(written.findings.iter().any(|said| said.starts_with(begin)), "{begin}: {:?}", written.findings);
}

#[test]
fn the_row_that_decides_is_marked_and_named_once() {
    let rungs = [
        ("greedy", [50, 0, 50], 0),
        ("learned", [80, 0, 20], 90),
        ("mcts:4:eval", [60, 0, 40], 30),
        ("mcts:16:eval", [55, 0, 45], 45),
    ];
    let (written, page) = Study { rungs: &rungs, ..Study::default() }.written();
    let players: Vec<&str> = written.rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(players, ["mcts:16:eval", "mcts:4:eval", "learned *", "greedy"]);
    says(
        &written,
        "Between learned players (*), which decide, the first player scored 80.0 % (95 % interval ",
    );
    says(
        &written,
        "mcts:4:eval and mcts:16:eval do not decide: they are clearly weaker than a player below them.",
    );
    assert!(page.contains(", learned against learned *") && page.contains("The games of learned decide."));
    // Players that stand higher, though they are weaker, disagree.
    let Some(Answer::Study(answer)) = &written.answer else { panic!("{written:?}") };
    assert_eq!(answer.headline, "The first player is ahead by 30 points between strong players");
    let ordered = Study { rungs: &rungs[..2], ..Study::default() }.written().0;
    assert_eq!(ordered.rows[0][0], "learned *");
    assert!(ordered.findings.iter().all(|said| !said.contains("not decide")));
    // Nobody decides what is proved.
    let proved = Study { rungs: &rungs, exact: Some("first"), ..Study::default() }.written().0;
    assert!(proved.rows.iter().all(|row| !row[0].contains('*')));
}

#[test]
fn players_of_both_learning_seeds_decide() {
    let rungs = [("greedy", [50, 0, 50], 0), ("learned", [120, 0, 80], 90)];
    let of = |second_seed| {
        let (written, page) =
            Study { rungs: &rungs, second_seed: Some(second_seed), ..Study::default() }.written();
        let Some(Answer::Study(answer)) = &written.answer else { panic!("{written:?}") };
        (answer.clone(), written, page)
    };
    // They agree: the interval is that of all games.
    let (answer, written, page) = of([110, 0, 90]);
    assert_eq!(answer.headline, "The first player is ahead by 8 points between strong players");
    let score = answer.score.unwrap();
    assert_eq!((score.n, score.agent.as_str()), (400, "learned"));
    assert!((score.score - 0.575).abs() < 1e-9 && (score.low.unwrap() - 0.526).abs() < 0.001, "{score:?}");
    assert_eq!((answer.curve[1].n, answer.second_seed.unwrap().n), (200, 200));
    says(
        &written,
        "Between learned players (*), which decide, the first player scored 57.5 % (95 % interval 52.6 to 62.3, n = 400), over two learning \
         seeds: 60.0 % with the stronger and 55.0 % with the other.",
    );
    assert_eq!(written.rows[0][..3], ["learned *", "400", "57.5 %"]);
    assert!(page.contains("learned (second seed) against learned (second seed)"));
    // They differ: more games of theirs would not settle it.
    let (answer, ..) = of([80, 0, 120]);
    assert_eq!(
        answer.headline,
        "Not settled: the first player scores 60 % with one learning seed and 40 % with another"
    );
    assert!(answer.headline.split_whitespace().count() <= 20);
    assert_eq!(answer.verdict, "open");
    // They differ, and the same player is ahead.
    let rungs = [("greedy", [95, 0, 5], 0), ("learned", [190, 0, 10], 90)];
    let study = Study { rungs: &rungs, second_seed: Some([150, 0, 50]), ..Study::default() };
    let Some(Answer::Study(answer)) = study.written().0.answer else { panic!("no answer") };
    assert_eq!(answer.headline, "The first player is ahead by 35 points between strong players");
    let score = answer.score.unwrap();
    assert!(score.low.unwrap() < 0.65 && score.high.unwrap() > 0.93, "{score:?}");
}

#[test]
fn where_there_is_no_verdict_no_games_decide() {
    let cut = |row: GameRow| GameRow { end: Reason::Cap, ..row };
    let rungs = [("greedy", [50, 0, 50], 0), ("learned", [55, 0, 45], 90)];
    let (written, page) = Study { rungs: &rungs, game: cut, ..Study::default() }.written();
    let Some(Answer::Study(answer)) = &written.answer else { panic!("{written:?}") };
    assert_eq!(answer.verdict, "none");
    assert!(
        !page.contains("(*)") && !page.contains(", which decide,") && !page.contains(" decide."),
        "{page}"
    );
}

#[test]
fn games_that_are_cut_off_are_in_the_headline_and_cautions_are_not_folded_away() {
    let cut = |row: GameRow| GameRow {
        end: if row.game.is_multiple_of(10) { Reason::Cap } else { row.end },
        ..row
    };
    let rungs = [("greedy", [50, 0, 50], 0), ("learned", [55, 0, 45], 90)];
    let (written, page) = Study { rungs: &rungs, game: cut, ..Study::default() }.written();
    let Some(Answer::Study(answer)) = &written.answer else { panic!("{written:?}") };
    assert_eq!(answer.headline, "Not settled: 10 % of the games that decide are cut off at the turn cap");
    assert_eq!(answer.verdict, "open");
    // Only placing stones, games end by themselves.
    let next = |rules| {
        let study = Study { rungs: &rungs, game: cut, rules, ..Study::default() };
        let Some(Answer::Study(answer)) = study.written().0.answer else { panic!("no answer") };
        answer.next
    };
    assert_eq!(
        next(|rules| rules["repetition"]["rule"] = "none".into()),
        [
            "What would settle it: a rule that ends the game, as in `dropline study test.toml --set board.side=3 --set repetition.rule=positional-superko`."
        ]
    );
    // A rule that it has is not taken back.
    let next_with_moves = |rules: &mut serde_json::Value| {
        rules["repetition"]["rule"] = "none".into();
        rules["end"]["quiet"] = 40.into();
    };
    assert_eq!(
        next(next_with_moves),
        [
            "What would settle it: a further rule that ends the game, as in `dropline study test.toml --set board.side=3 --set repetition.rule=positional-superko`."
        ]
    );
    let (shown, folded) = page.split_once("How this was found").unwrap();
    assert!(shown.contains("Caution. ") && !folded.contains("Caution. "), "{page}");
    let [headline, caution, chart] =
        ["verdict", "Caution. ", "<figure"].map(|part| shown.find(part).unwrap());
    assert!(headline < caution && caution < chart);
}

/// The advice after a study in which the first player won and lost these many games between learned players.
fn advice(
    [wins, losses]: [u64; 2],
    game: fn(GameRow) -> GameRow,
    rules: fn(&mut serde_json::Value),
) -> Vec<String> {
    let rungs = [("greedy", [50, 0, 50], 0), ("learned", [wins, 0, losses], 90)];
    let Some(Answer::Study(answer)) =
        (Study { rungs: &rungs, game, rules, ..Study::default() }).written().0.answer
    else {
        panic!("no answer")
    };
    answer.next
}

/// The advice after a study in which all games between learned players were drawn because an arrangement returned.
fn advice_on_returns(rules: fn(&mut serde_json::Value)) -> Vec<String> {
    let rungs = [("greedy", [50, 0, 50], 0), ("learned", [0, 100, 0], 90)];
    let game = |row| GameRow { end: Reason::Repetition, ..row };
    match (Study { rungs: &rungs, game, rules, ..Study::default() }).written().0.answer {
        Some(Answer::Study(answer)) => answer.next,
        _ => panic!("no answer"),
    }
}

#[test]
fn another_end_is_advised_where_returns_make_nearly_every_game_a_draw() {
    let next = advice_on_returns(|rules| rules["repetition"]["result"] = "draw".into());
    assert!(
        next[0].starts_with("What may help: an arrangement that returned ended 100 % of the games"),
        "{next:?}"
    );
    assert!(!advice_on_returns(|_| {})[0].starts_with("What may help: an arrangement"));
}

/// The same games without scores: a goal decides them.
fn by_goal(row: GameRow) -> GameRow {
    let [first_score, second_score] = match row.winner {
        Winner::First => [1, 0],
        _ => [0, 1],
    }
    .map(Points::whole);
    GameRow { end: Reason::Goal, first_score, second_score, ..row }
}

fn without_scores(rules: &mut serde_json::Value) {
    rules["score"]["method"] = "none".into();
    rules["goal"] = serde_json::json!({"row": {"line": {"length": 3}}});
}

#[test]
fn the_pie_rule_is_advised_where_the_first_turns_show_that_it_may_help() {
    let alone = "The pie rule alone would hand the advantage over, unless there is a worse first turn than these players chose: the first \
                 side scored ";
    let size =
        "What to try: other sizes of the board, as in `dropline sweep test.toml --vary board.side=2..4`.";
    let larger = |rules: &mut serde_json::Value| {
        without_scores(rules);
        rules["board"]["side"] = 3.into();
    };
    // Four first turns that are not equivalent.
    let by_turns = |row: GameRow| {
        let row = by_goal(row);
        GameRow { first_turn: ["a1", "a2", "b2", "c3"][row.game as usize % 4].to_owned(), ..row }
    };
    let next = advice([360, 40], by_turns, larger);
    assert!(next.len() == 2 && next[0].starts_with(alone), "{next:?}");
    assert_eq!(next[1], size);
    // One first turn says nothing of the others.
    let next = advice([90, 10], by_goal, larger);
    assert_eq!(
        next,
        [
            "What may help: the pie rule, as in `dropline study test.toml --set board.side=3 --set turn.swap=true`, if another first turn than a1, with which these games began most often, \
             leaves the game near even."
        ]
    );
    // Another first turn, equivalent to a2, leaves the game nearer to even.
    let by_turn = |row: GameRow| {
        let row = by_goal(row);
        GameRow { first_turn: if row.game > 60 { "b1" } else { "a1" }.to_owned(), ..row }
    };
    let next = advice([80, 20], by_turn, larger);
    assert!(
        next.len() == 1
            && next[0].starts_with("What may help: the pie rule, by which ")
            && next[0].contains(" In these games, the first side scored 50.0 % after a2, the least of all "),
        "{next:?}"
    );
    // The game is over before a swap.
    let next = advice([100, 0], |row| GameRow { turns: 1, ..by_goal(row) }, larger);
    let late = "The pie rule cannot help: games are over before the second player could take the first player's side.";
    assert_eq!(next, [late, size]);
}

#[test]
fn where_nothing_is_known_to_help_another_game_is_tried() {
    let next = advice([10, 90], by_goal, |rules| {
        without_scores(rules);
        rules["board"] = serde_json::json!({"shape": "rectangle", "width": 5, "height": 4});
    });
    assert_eq!(
        next,
        [
            "What to try: other sizes of the board, as in `dropline sweep test.toml --set board.side=3 --vary board.width=4..6`."
        ]
    );
    // A komi may help either player.
    let next = advice([10, 90], |row| row, |_| {});
    assert!(
        next.len() == 1 && next[0].starts_with("What may help: a komi, which `dropline tune "),
        "{next:?}"
    );
}

#[test]
fn the_komi_that_a_game_has_is_not_advised() {
    // The second player is ahead, but half of the games have a margin of 0 or more, and half of 0 or less.
    let rungs = [("greedy", [50, 0, 50], 0), ("learned", [60, 60, 100], 90)];
    let game = |row: GameRow| {
        let points = match row.winner {
            Winner::First => 1 + (row.game % 9) as i32,
            Winner::Draw => 0,
            Winner::Second => -1 - (row.game % 9) as i32,
        };
        GameRow { first_score: Points::whole(20 + points), second_score: Points::whole(20), ..row }
    };
    let answer = Study { rungs: &rungs, game, ..Study::default() }.written().0.answer;
    let Some(Answer::Study(answer)) = answer else { panic!("no answer") };
    assert_eq!(answer.verdict, "second");
    let [next] = &answer.next[..] else { panic!("{:?}", answer.next) };
    assert!(next.starts_with("What to try: other "), "{next}");
}

#[test]
fn a_komi_between_two_humps_is_advised_with_doubt() {
    let all_or_nothing = |row: GameRow| {
        let points = Points::whole(30 + (row.game % 7) as i32);
        let [first_score, second_score] = match row.winner {
            Winner::First => [points, Points::ZERO],
            _ => [Points::ZERO, points],
        };
        GameRow { first_score, second_score, ..row }
    };
    let next = advice([40, 160], all_or_nothing, |_| {});
    assert!(
        next.len() == 1
            && next[0].starts_with("What may help: a komi, which `dropline tune test.toml ")
            && next[0].ends_with("` tries. It would decide few games, since their margins have two humps."),
        "{next:?}"
    );
}

#[test]
fn the_page_says_how_many_games_there_are_to_step_through() {
    let sentence = |games: usize| {
        let dir =
            Study { rungs: &[("greedy", [50, 0, 50], 0), ("learned", [80, 0, 20], 90)], ..Study::default() }
                .folder();
        let run = dir.path().join("runs/02");
        write(&run).unwrap();
        let record = r#"{"actions":["d:a1"],"first_score":1,"second_score":0,"winner":"first""#;
        let line =
            |game| format!("{record},\"game\":{game},\"why\":[\"typical\"],\"of\":100,\"drama\":null}}\n");
        std::fs::write(run.join("highlights.jsonl"), (1..=games).map(line).collect::<String>()).unwrap();
        write_experiment(dir.path()).unwrap();
        let page = read(dir.path(), PAGE);
        let (before, _) = page.split_once(" between learned players, to step through, ")?;
        let (_, how_many) = before.rsplit_once("<p>")?;
        Some(how_many.to_owned())
    };
    let said = [0, 1, 2, 3].map(sentence);
    assert_eq!(
        said,
        [None, Some("One game"), Some("Two games"), Some("Three games")].map(|said| said.map(str::to_owned))
    );
}

#[test]
fn only_scores_say_what_the_first_move_is_worth() {
    let rungs = [("greedy", [30, 40, 30], 0), ("learned", [40, 40, 20], 80)];
    let page = Study { rungs: &rungs, ..Study::default() }.written().1;
    assert!(!page.contains("in Elo"), "{page}");
}

#[test]
fn the_check_is_named_and_a_rung_out_of_order_is_no_trend() {
    // The rung below the strongest is clearly weaker than the one below it.
    let rungs = [
        ("greedy", [50, 0, 50], 0),
        ("mcts:2", [80, 0, 20], 90),
        ("mcts:8", [60, 0, 40], 30),
        ("mcts:32", [82, 0, 18], 75),
    ];
    let headline = |check| {
        let (written, _) =
            Study { rungs: &rungs, check: Some(("mcts:512", check)), ..Study::default() }.written();
        says(
            &written,
            "As a check, mcts:512, with 16 times the iterations of mcts:32, played itself: the first player scored ",
        );
        written.answer.unwrap().headline().to_owned()
    };
    assert_eq!(headline([10, 0, 2]), "The first player is ahead by 32 points between strong players");
    assert_eq!(
        headline([3, 0, 9]),
        "Not settled: the first player scores 82 %, but the check (12 games, 25 %) contradicts it"
    );
}

#[test]
fn the_number_with_its_interval_is_below_the_headline() {
    let page =
        Study { rungs: &[("greedy", [50, 0, 50], 0), ("learned", [80, 0, 20], 90)], ..Study::default() }
            .written()
            .1;
    let (shown, folded) = page.split_once("How this was found").unwrap();
    let number =
        "Between learned players (*), which decide, the first player scored 80.0\u{a0}% (95\u{a0}% interval ";
    assert!(shown.contains(number) && !folded.contains("Between learned"), "{page}");
    assert!(shown.find(number) < shown.find("<figure"));
}

#[test]
fn the_curve_of_scores_is_titled_by_what_its_intervals_show() {
    let title = |wins: [u64; 3], against: u64| {
        let agents = ["greedy", "mcts:10", "mcts:20"];
        let rungs: Vec<Rung> = agents
            .into_iter()
            .zip(wins)
            .map(|(agent, wins)| (agent, [wins, 0, 100 - wins], against))
            .collect();
        let (_, page) = Study { rungs: &rungs, ..Study::default() }.written();
        let (_, title) = page.split_once("<title class=\"message\">").unwrap();
        title.split('<').next().unwrap().to_owned()
    };
    assert_eq!(title([67, 60, 40], 80), "The first player's score falls with strength, from 67 to 40 %");
    assert_eq!(title([40, 60, 67], 80), "The first player's score rises with strength, from 40 to 67 %");
    assert_eq!(title([50, 90, 55], 80), "The first player's score changes with strength, but not steadily");
    assert_eq!(title([70, 75, 72], 80), "The first player is ahead at every strength");
    assert_eq!(title([50, 55, 52], 80), "Strength makes no clear difference");
    // A rung that loses to the one below is not stronger.
    assert_eq!(title([67, 60, 40], 20), "The first player's score falls with the rung, from 67 to 40 %");
}
