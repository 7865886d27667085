//! The scoring of a variant in plain words.

use super::colour;
use crate::conditions::{Moment, Term};
use crate::numbers::thousands;
use crate::points::Points;
use crate::text::capital;
use crate::variant::{Empties, Repetition, ScoreMethod, Side, Step, Variant, listed};
use std::cmp::Ordering;

/// Whether the first shape of the game, still to be placed, differs from later ones.
fn first_shapes(variant: &Variant) -> bool {
    let mut actions = variant.turn.steps.iter().flat_map(Step::actions);
    actions.any(|index| variant.first_shape(&*variant.actions[index].kind).is_some())
}

/// The scoring of controlled cells.
fn control(variant: &Variant) -> String {
    let first = if first_shapes(variant) {
        ", whether or not the first shape of the game has been placed"
    } else {
        ""
    };
    let superko = match variant.repetition {
        Repetition::None => "",
        Repetition::PositionalSuperko => " (superko ignored)",
        Repetition::SimpleKo => " (ko ignored)",
    };
    format!(
        "One point for each of a side's stones and for each controlled cell: an empty cell where the opponent, if it began \
         a turn now, could place no stone with its first action{superko}{first}. A cell that neither side can use counts for both."
    )
}

const AREA: &str = "One point for each of a side's stones, and for each empty cell of a region that touches only stones of \
                    that side.";

const NEUTRAL: &str = "Neutral stones count for nobody, and a region may touch them.";

/// How a game is scored.
pub fn score(variant: &Variant) -> String {
    let method = match variant.score.method {
        ScoreMethod::Control => &control(variant),
        ScoreMethod::Area if variant.has_neutral_stones() => &format!("{AREA} {NEUTRAL}"),
        ScoreMethod::Area => AREA,
        ScoreMethod::Groups => return groups(variant),
        ScoreMethod::Tiles => {
            "One point for each tile of a side's largest group of tiles, half a point for each of its other tiles."
        }
        ScoreMethod::Stones => "One point for each of a side's stones.",
        ScoreMethod::Terms => &terms(variant),
        ScoreMethod::None => return "None: a game that is not decided otherwise is a draw.".to_owned(),
    };
    let komi = match komi_in_words(variant) {
        Some((second, change)) => format!(" {second} gets {change} (komi)."),
        None => String::new(),
    };
    let empties = match variant.score.empties {
        Empties::Nobody => "",
        Empties::Winner => " When the game is over, the winner gets one point for each empty cell.",
    };
    format!("{method}{komi} The higher score wins; equal scores are a draw.{empties}")
}

/// The scoring of terms.
fn terms(variant: &Variant) -> String {
    let term = |&(term, worth): &(Term, i16)| {
        if let Term::Product(_, most) = term {
            let times = if worth.abs() == 1 { String::new() } else { format!("{} times ", worth.abs()) };
            let cut = if most.is_none() {
                format!(" (at most {})", thousands(Term::MOST_PRODUCT.into()))
            } else {
                String::new()
            };
            return format!("{times}{}{cut}", term.words(Moment::TurnEnd, variant));
        }
        let points =
            if worth.abs() == 1 { "one point".to_owned() } else { format!("{} points", worth.abs()) };
        format!("{points} for {}", term.each(variant))
    };
    let (more, less): (Vec<_>, Vec<_>) = variant.score.terms.iter().partition(|(_, worth)| *worth > 0);
    let [more, less] = [more, less].map(|terms| listed(terms.into_iter().map(term), "and"));
    match (more.as_str(), less.as_str()) {
        (more, "") => format!("{}.", capital(more)),
        ("", less) => format!("Minus {less}."),
        (more, less) => format!("{}; minus {less}.", capital(more)),
    }
}

/// The scoring of groups.
fn groups(variant: &Variant) -> String {
    let komi = match komi_in_words(variant) {
        Some((second, change)) => format!(" {second}'s largest group counts {change} (komi)."),
        None => String::new(),
    };
    format!(
        "Each side's groups are sorted by size and compared one by one, the largest first: the first difference \
         decides, and a missing group counts as 0.{komi} Equal sizes throughout are a draw. The score is the size of \
         the largest group."
    )
}

/// The second side, and how many points more or fewer it gets for moving second, if any.
fn komi_in_words(variant: &Variant) -> Option<(String, String)> {
    let komi = variant.score.komi;
    let change = match komi.cmp(&Points::ZERO) {
        Ordering::Equal => return None,
        Ordering::Greater => format!("{komi} more"),
        Ordering::Less => format!("{} less", -komi),
    };
    Some((capital(colour(variant, Side::Second)), change))
}
