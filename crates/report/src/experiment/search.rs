//! The search that chose the values of an experiment.

use maud::{Markup, html};

use super::model::Model;
use crate::words::{self, count};
use dropline_engine::draw::printable;
use dropline_lab::run::{Search, Tried};
use dropline_lab::stats::{Interval, Measure, Quantity, Sampled};

/// The maximum number of combinations that the page lists; experiment.json has all.
const LISTED: usize = 40;

/// How the finalists were found.
pub fn findings(model: &Model) -> Vec<String> {
    let Some(search) = model.search() else { return Vec::new() };
    let played: u64 = search.tried.iter().map(|tried| tried.games).sum();
    let no_game = match search.no_game {
        0 => String::new(),
        1 => " One combination is not a valid game.".to_owned(),
        n => format!(" {n} combinations are not valid games."),
    };
    let (tried, games) = (search.tried.len(), search.combinations.saturating_sub(search.no_game));
    let tried = match tried < games {
        true => format!("{} of {}", count(tried as u64), count(games as u64)),
        false => format!("all {}", count(tried as u64)),
    };
    let played = words::games(played);
    vec![format!(
        "The search tried {tried} combinations in {played}. Fresh games of the best decide.{no_game}"
    )]
}

/// The combinations that were tried.
pub fn section(model: &Model, search: &Search) -> Markup {
    let quantity = model.aim().quantity;
    let setting = |tried: &Tried| {
        let vary = model.experiment.vary.iter().zip(&tried.values);
        let settings = vary.map(|(varied, value)| format!("{} = {value}", model.key_words(varied)));
        settings.collect::<Vec<_>>().join(", ")
    };
    html! {
        h2 { "The search" }
        p.note {
            "What the search tried, the best first. Its games do not count above, since they picked the finalists."
            @if quantity == Quantity::Score { " The intervals hold for all values together, at every look." }
        }
        div.scroll { table {
            thead { tr {
                th { "Values" } th.number { "n" } th.number { "Rounds" } th.number { (quantity.title()) } th.number { "95 % interval" }
            } }
            tbody { @for tried in search.tried.iter().take(LISTED) {
                @let formatted = words::formatted(&measure(tried, quantity));
                tr {
                    th scope="row" { (printable(&setting(tried))) }
                    td.number { (count(tried.games)) }
                    td.number { (tried.rounds) }
                    td.number { (formatted.value) (formatted.unit) }
                    td.number { (formatted.interval.unwrap_or_default()) }
                }
            } }
        } }
        @if search.tried.len() > LISTED { p.note { "experiment.json has all." } }
    }
}

/// The measure of a combination in the games of the search.
fn measure(tried: &Tried, quantity: Quantity) -> Measure {
    let interval = tried.low.zip(tried.high).map(|(low, high)| Interval { low, high });
    let Tried { value, games: n, .. } = *tried;
    Measure { quantity, value, interval, with_failed: None, failed: 0, n, sampled: Sampled::Games }
}
