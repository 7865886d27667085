//! What the keys of a sweep do, in words.

use super::model::{Model, Run, against};
use crate::stats::{Measure, Quantity};

/// For each pair of agents, from where to where the first player's score goes.
pub fn findings(model: &Model) -> Vec<String> {
    model.pairs().into_iter().filter_map(|pair| finding(model, pair)).collect()
}

fn finding(model: &Model, pair: &[String; 2]) -> Option<String> {
    let score = |run: &&Run| run.summary().map_or(f64::NAN, |summary| summary.measure(Quantity::Score).value);
    let played: Vec<&Run> = model.of_pair(pair).filter(|run| run.summary().is_some()).collect();
    let lowest = played.iter().min_by(|a, b| score(a).total_cmp(&score(b)))?;
    let highest = played.iter().max_by(|a, b| score(a).total_cmp(&score(b)))?;
    let who = against(pair);
    let at = |run: &Run| model.settings(&run.member).join(", ");
    let said = |run: &Run| run.summary().map(|summary| run.told(summary.measure(Quantity::Score)));
    if played.len() == 1 {
        return Some(format!("With {who}, the first player scores {} at {}.", said(lowest)?, at(lowest)));
    }
    let (low, high): (&Measure, &Measure) =
        (lowest.summary()?.measure(Quantity::Score), highest.summary()?.measure(Quantity::Score));
    let apart = match (low.interval, high.interval) {
        (Some(low), Some(high)) if low.high < high.low => "",
        _ => " Their intervals overlap: that the keys make a difference can't be seen from these two.",
    };
    let picked = match played.len() {
        2 => String::new(),
        n => format!(
            " The ends are picked from {n} values, which makes them look further apart than they are."
        ),
    };
    Some(format!(
        "With {who}, the first player's score goes from {} at {} to {} at {}.{apart}{picked}",
        said(lowest)?,
        at(lowest),
        said(highest)?,
        at(highest),
    ))
}
