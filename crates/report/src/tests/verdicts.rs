//! Tests of the headline of a run, and of when it has no verdict.

use super::*;

/// A run of these games between these agents.
pub(super) fn between(agents: [&str; 2], swap: bool, games: &[GameRow]) -> tempfile::TempDir {
    let dir = run("hexagon", &vec![1; games.len()]);
    table(dir.path(), games);
    let n = games.len() as u64;
    let agents = agents.map(str::to_owned);
    let pairs = agents[0] != agents[1];
    let mut manifest = Manifest { agents, pairs, games_asked: n, games_played: n, ..manifest("hexagon") };
    manifest.rules["turn"]["swap"] = swap.into();
    manifest.write(dir.path()).unwrap();
    dir
}

/// The headline.
fn headline(agents: [&str; 2], swap: bool, games: &[GameRow]) -> String {
    write(between(agents, swap, games).path()).unwrap().headline
}

/// `n` games, each of which `of` makes from its number.
pub(super) fn games(n: u64, of: impl Fn(u64) -> GameRow) -> Vec<GameRow> {
    (1..=n).map(of).collect()
}

/// A game of greedy against itself.
pub(super) fn own(number: u64, margin: i32) -> GameRow {
    GameRow { first_agent: "greedy".into(), ..game(number, margin) }
}

#[test]
fn mostly_truncated_games_have_no_verdict() {
    let cut = |up_to: u64| {
        let end = move |number| if number <= up_to { Reason::Cap } else { Reason::Passes };
        headline(
            ["greedy", "greedy"],
            false,
            &games(20, |number| GameRow { end: end(number), ..own(number, 1) }),
        )
    };
    assert_eq!(
        cut(11),
        "No verdict: 11 of the 20 games between greedy players reached the turn cap before they were over, so their scores are \
         not results. Next, raise `end.max_turns`, let stronger agents play, or add a rule that brings games to an end."
    );
    assert!(
        cut(20).starts_with("No verdict: all 20 games between greedy players reached the turn cap "),
        "{}",
        cut(20)
    );
    assert!(
        cut(10).starts_with("Between greedy players the first player has an advantage of 50.0 "),
        "{}",
        cut(10)
    );
}

#[test]
fn there_is_no_verdict_on_the_first_player_if_one_agent_won_every_game() {
    let pairs = |upset: u64| {
        let rows = games(20, |number| {
            let odd = number % 2 == 1;
            let row = game(number, if odd != (number == upset) { -2 } else { 2 });
            if odd {
                row
            } else {
                GameRow { first_agent: row.second_agent, second_agent: row.first_agent, ..row }
            }
        });
        headline(["random", "greedy"], false, &rows)
    };
    let sentences = pairs(0);
    assert!(
        sentences.starts_with(
            "No verdict on the first player: greedy won all 20 games against random, no matter who moved first. These \
             games compare the agents, and say nothing about the advantage of moving first."
        ),
        "{sentences}"
    );
    assert!(!sentences.contains("no advantage"), "{sentences}");
    let sentences = pairs(20);
    assert!(
        sentences.starts_with(
            "Between random and greedy, each moving first once per pair, there are not enough games to tell: "
        ),
        "{sentences}"
    );
}

/// Games in which Black wins by 6, and the second player takes its side if `swapped` says so.
pub(super) fn with_pie_rule(agent: &str, swapped: impl Fn(u64) -> bool) -> tempfile::TempDir {
    let rows = games(20, |number| {
        let swapped = swapped(number);
        let row = game(number, if swapped { -6 } else { 6 });
        GameRow { swapped, first_agent: agent.into(), second_agent: agent.into(), ..row }
    });
    between([agent, agent], true, &rows)
}

fn pie(agent: &str, swapped: impl Fn(u64) -> bool) -> String {
    write(with_pie_rule(agent, swapped).path()).unwrap().headline
}

/// The advice for greedy or random players, whose games show nothing about the pie rule.
const ADVICE: &str = "Next, play with agents that look further ahead (`--agents mcts:200,mcts:200 --games 100`), or leave out the \
                      pie rule (`--set turn.swap=false`): the report then says which first turns leave the game nearest to even.";

const BY_SIDES: &str = "By sides: black scored 100.0 % (95 % interval 83.9 to 100.0, n = 20), whichever player had it; the komi for \
                        white that would have split these games evenly is 6 points (6 to 6).";

#[test]
fn the_verdict_explains_agents_that_always_or_never_swap() {
    assert_eq!(
        pie("greedy", |_| true),
        format!(
            "No verdict on the first player: between greedy players the second player took black's side in all 20 games. The first \
             player therefore always played white, and the first player's score is white's. {BY_SIDES} {ADVICE}"
        )
    );
    assert_eq!(
        pie("greedy", |_| false),
        format!(
            "No verdict on the pie rule: between greedy players the second player took black's side in none of the 20 \
             games, as if there were no pie rule. {BY_SIDES} {ADVICE}"
        )
    );
    let sentences = pie("mcts:10", |_| true);
    assert!(
        sentences.contains(" Next, give the players more iterations, or leave out the pie rule "),
        "{sentences}"
    );
}

#[test]
fn the_share_of_swaps_comes_first_if_agents_never_exchange_sides() {
    let rows = games(20, |number| GameRow { swapped: number == 1, ..game(number, 1) });
    let dir = run("hexagon", &[1]);
    table(dir.path(), &rows);
    let mut manifest = Manifest { games_asked: 20, games_played: 20, ..manifest("hexagon") };
    manifest.agents = [&rows[0].first_agent, &rows[0].second_agent].map(ToString::to_string);
    manifest.rules["turn"]["swap"] = true.into();
    manifest.write(dir.path()).unwrap();
    let sentences = write(dir.path()).unwrap().headline;
    let [first, second] = &manifest.agents;
    assert!(first != second);
    let share = format!(
        "The second player took black's side in 5.0 % (95 % interval 0.9 to 23.6, n = 20): {second} in 1 of its 20. {first}, the \
         first player in every game, scored "
    );
    assert!(
        sentences.starts_with(&share)
            && sentences.contains("with `--pairs`, each agent moves first once per pair"),
        "{sentences}"
    );
    assert!(sentences.contains(" By sides: black scored "), "{sentences}");
}

#[test]
fn the_share_of_swaps_comes_first_in_the_headline() {
    let sentences = pie("greedy", |number| number <= 10);
    let share = "The second player took black's side in 50.0 % (95 % interval 29.9 to 70.1, n = 20). Between greedy players \
                 there are not enough games to tell: the first player scored 50.0 % ";
    assert!(sentences.starts_with(share) && sentences.ends_with(BY_SIDES), "{sentences}");
}

#[test]
fn there_is_no_verdict_on_the_pie_rule_for_an_agent_that_swaps_at_random() {
    let sentences = pie("random", |number| number <= 10);
    let why = "No verdict on the pie rule: between random players sides are swapped at random, since random \
        does not evaluate positions. The second player took black's side in 50.0 % ";
    assert!(
        sentences.starts_with(why) && sentences.ends_with(&format!("{BY_SIDES} {ADVICE}")),
        "{sentences}"
    );
}

#[test]
fn how_each_of_two_agents_uses_the_pie_rule_is_reported() {
    // In odd games greedy is the second player and always swaps; in even games random is, and swaps in half of them.
    let rows = games(20, |number| {
        let odd = number % 2 == 1;
        let row =
            GameRow { swapped: odd || number % 4 == 0, ..game(number, if number % 3 == 0 { 2 } else { -2 }) };
        if odd {
            row
        } else {
            GameRow { first_agent: row.second_agent, second_agent: row.first_agent, ..row }
        }
    });
    let sentences = headline(["random", "greedy"], true, &rows);
    let each = "random in 5 of its 10, greedy in all 10 of its games. An agent that always or never swaps does \
        not distinguish first turns.";
    assert!(sentences.contains(each), "{sentences}");
}

#[test]
fn swaps_and_sides_have_rows_only_under_the_pie_rule() {
    let dir = run("hexagon", &[1, 2]);
    let mut manifest = manifest("hexagon");
    for in_force in [false, true] {
        manifest.rules["turn"]["swap"] = in_force.into();
        manifest.write(dir.path()).unwrap();
        write(dir.path()).unwrap();
        let (summary, page) = (read(dir.path(), "summary.csv"), read(dir.path(), "report.html"));
        for (found, what) in [
            (summary.contains("\nswapped,"), "the share in the table"),
            (summary.contains("\nfirst_side_score,"), "the side in the table"),
            (page.contains("Swapped sides"), "the share on the page"),
            (page.contains("the second player may take black’s side"), "the sides on the page"),
        ] {
            assert_eq!(found, in_force, "{what}");
        }
    }
}
