//! The headline of a run's page, in at most twenty words: its numbers are in the chart beside it.

use super::verdict::{Case, Withheld, repeats};
use super::words::decimal;
use dropline_engine::text::fitted;
use dropline_lab::stats::{Decision, Quantity, Summary};

/// The most words of a headline.
const WORDS: usize = 20;
/// The most characters of a name in a headline.
pub const LETTERS: usize = 24;

/// Whether a headline has at most [`WORDS`] words.
pub fn is_short(text: &str) -> bool {
    text.split_whitespace().count() <= WORDS
}

/// The first of these forms of a headline, the shortest last, that is short enough; otherwise the last.
pub fn shortest(mut forms: Vec<String>) -> String {
    let found = forms.iter().position(|form| is_short(form));
    found.or(forms.len().checked_sub(1)).map(|at| forms.swap_remove(at)).unwrap_or_default()
}

/// The headline of a run.
pub fn headline(case: Case<'_>) -> String {
    let Case { summary, agents, .. } = case;
    let [one, other] = agents.each_ref().map(|agent| fitted(agent, LETTERS));
    match Withheld::of(case) {
        Some(Withheld::Unpaired) => unpaired(summary, [&one, &other]),
        Some(Withheld::OneWinner(at)) => {
            let [winner, loser] = if at == 0 { [one, other] } else { [other, one] };
            format!("{winner} won every game against {loser}: no verdict on the first player")
        }
        Some(reason) => format!("No verdict: {}.", reason.clause(agents)),
        None if agents[0] == agents[1] => match ahead(summary) {
            Some(ahead) => format!("Between {one} players {ahead}"),
            None => format!("Not settled who is ahead between {one} players"),
        },
        None => {
            let moving =
                ahead(summary).unwrap_or_else(|| "not settled whether moving first helps".to_owned());
            format!("{}; {moving}", stronger(summary, [&one, &other]))
        }
    }
}

/// Who is ahead, or that the game is fair.
fn ahead(summary: &Summary) -> Option<String> {
    let advantage = summary.measure(Quantity::Advantage).value;
    let player = if advantage > 0.0 { "first" } else { "second" };
    let size = advantage.abs();
    let points = decimal(size, usize::from(size < 9.95));
    match summary.decision {
        Decision::Advantage { small } => {
            let slightly = if small { "slightly, " } else { "" };
            Some(format!("the {player} player leads {slightly}by {points} points"))
        }
        Decision::Balanced => Some("the game is fair".to_owned()),
        Decision::Open { .. } => None,
    }
}

/// Which of two agents that exchanged sides is stronger.
fn stronger(summary: &Summary, [one, other]: [&str; 2]) -> String {
    let gain = summary.get(Quantity::StrengthDifference);
    let hangs = summary.get(Quantity::FirstAgentScore).and_then(|score| score.with_failed);
    let is_open = repeats(summary) || hangs.is_some_and(|range| range.contains(0.5));
    let clear = gain.filter(|gain| !is_open && gain.interval.is_some_and(|interval| !interval.contains(0.0)));
    match clear.map(|gain| gain.value > 0.0) {
        Some(true) => format!("{one} is stronger than {other}"),
        Some(false) => format!("{other} is stronger than {one}"),
        None => format!("Not settled whether {one} or {other} is stronger"),
    }
}

/// What games say in which one agent always moved first.
fn unpaired(summary: &Summary, [one, other]: [&str; 2]) -> String {
    let score = summary.measure(Quantity::Score).interval;
    match score.map(|interval| (interval.low > 0.5, interval.high < 0.5)) {
        Some((true, _)) => {
            format!("{one} beats {other}, but always moves first: no verdict on the first player")
        }
        Some((_, true)) => {
            format!("{other} beats {one}, but never moves first: no verdict on the first player")
        }
        _ => format!("Not settled whether {one}, always moving first, or {other} scores more"),
    }
}
