//! Compares the table of `docs/known-games.md` with the studies that reports compare games with.

use crate::pages::{check_generated, root};
use std::fmt::Write;

const PAGE: &str = "docs/known-games.md";
const DATA: &str = "crates/report/src/experiment/known.csv";

/// Everything above this line is handwritten.
const MARK: &str = "<!-- The rest of this page is generated from known.csv: DROPLINE_DOCS=rewrite cargo test --test docs known -->\n";

#[test]
fn the_table_of_known_games_has_their_studies() {
    check_generated(PAGE, MARK, &table());
}

fn table() -> String {
    let mut table =
        "\n| game | answer | first player's score in % (95 % interval, n) | between | between greedy | levels | turns | draws in % |\n\
                     |---|---|---|---|---|---|---|---|\n"
            .to_owned();
    let mut reader = csv::Reader::from_path(root().join(DATA)).expect("the data are there");
    for row in reader.deserialize() {
        let row: Row = row.expect("a row of known.csv");
        let [score, low, high, draws] = [row.score, row.low, row.high, row.draws].map(|share| 100.0 * share);
        let levels = if row.least == row.most {
            row.least.to_string()
        } else {
            format!("{} to {}", row.least, row.most)
        };
        let _ = writeln!(
            table,
            "| {} | {} | {score:.1} ({low:.1} to {high:.1}, {}) | `{}` | {} | {levels} | {:.0} | {draws:.0} |",
            row.game,
            answer(&row.headline),
            row.n,
            row.players,
            row.greedy.map_or_else(|| "–".to_owned(), |greedy| format!("{:.0}", 100.0 * greedy)),
            row.turns,
        );
    }
    table
}

/// A headline without what the other columns and the text above the table say.
fn answer(headline: &str) -> &str {
    let headline = match headline.rsplit_once("; ") {
        Some((headline, draws)) if draws.ends_with(" % are draws") => headline,
        _ => headline,
    };
    let headline = headline.trim_end_matches(" between strong players").trim_end_matches('.');
    if headline.starts_with("No large advantage") { "No large advantage" } else { headline }
}

#[derive(serde::Deserialize)]
struct Row {
    game: String,
    players: String,
    score: f64,
    low: f64,
    high: f64,
    n: u64,
    turns: f64,
    draws: f64,
    greedy: Option<f64>,
    least: usize,
    most: usize,
    headline: String,
}
