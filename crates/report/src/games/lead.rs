//! The course of a game: who was ahead after each turn, as bars.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::replayed::ReplayedGame;
use crate::words::decimal;

/// Half the height of the drawing, in its own units; a page stretches it.
const HALF: f64 = 100.0;

/// The bars: upward for the first player's lead and downward for the second's, with labels above and below.
pub fn chart(game: &ReplayedGame) -> Markup {
    let leads: Vec<f64> = game.turns.iter().skip(1).map(super::replayed::Turn::lead).collect();
    let most = leads.iter().fold(0.0_f64, |most, lead| most.max(*lead));
    let least = leads.iter().fold(0.0_f64, |least, lead| least.min(*lead));
    let reach = most.max(-least).max(1.0);
    let bars = |sign: f64| bars(&leads, sign, reach);
    let turns = leads.len().max(1);
    let label = format!(
        "the first player's lead after each of {turns} turns, from {} to {} points",
        decimal(least, 1),
        decimal(most, 1)
    );
    let most_of =
        |lead: f64| if lead > 0.0 { format!("by up to {}", trimmed(lead)) } else { "never".to_owned() };
    html! {
        div.lead {
            span { "First player ahead: " (most_of(most)) }
            svg role="img" aria-label=(label) width="100%" height="80" preserveAspectRatio="none" data-turns=(turns)
                viewBox={ "0 0 " (turns) " " (2.0 * HALF) } {
                path.first d=(bars(1.0)) {}
                path.second d=(bars(-1.0)) {}
                rect.now x="-9" y="0" width="1" height=(2.0 * HALF) {}
                path.zero vector-effect="non-scaling-stroke" d={ "M0 " (HALF) "h" (turns) } {}
            }
            span { "Second player ahead: " (most_of(-least)) }
            span.turns { span { "turn 1" } span { "turn " (turns) } }
        }
    }
}

/// The bars of the turns after which the lead has this sign.
fn bars(leads: &[f64], sign: f64, reach: f64) -> String {
    let mut path = String::new();
    for (turn, lead) in leads.iter().enumerate().filter(|(_, lead)| *lead * sign > 0.0) {
        let _ = write!(path, "M{turn} {HALF}v{}h1V{HALF}z", (-lead / reach * HALF).round());
    }
    path
}

/// `1 point`, `2.5 points`.
pub fn points(points: f64) -> String {
    let number = trimmed(points);
    let unit = if number == "1" { "point" } else { "points" };
    format!("{number} {unit}")
}

/// Points without needless decimals.
fn trimmed(points: f64) -> String {
    decimal(points, 2).trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_up_for_the_first_player_and_down_for_the_second() {
        let leads = [0.0, 5.0, -10.0];
        assert_eq!(bars(&leads, 1.0, 10.0), "M1 100v-50h1V100z");
        assert_eq!(bars(&leads, -1.0, 10.0), "M2 100v100h1V100z");
    }

    #[test]
    fn points_have_no_more_decimals_than_they_need() {
        assert_eq!([3.0, 10.0, 2.5, 0.25].map(trimmed), ["3", "10", "2.5", "0.25"]);
        assert_eq!([1.0, 1.5].map(points), ["1 point", "1.5 points"]);
    }
}
