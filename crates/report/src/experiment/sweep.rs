//! The effects of the keys of a sweep, in words.

use super::compare::{ALPHA, p_alone};
use super::model::{Model, Run, against};
use crate::words::decimal;
use dropline_lab::stats::{Difference, Measure, Quantity, picked};

/// For each pair of agents, the range of the first player's score, and the values without a verdict.
pub fn findings(model: &Model) -> Vec<String> {
    model.pairs().into_iter().flat_map(|pair| [finding(model, pair), silent(model, pair)]).flatten().collect()
}

/// Reports that the games of a pair of agents give no verdict at some values, with the reason at the first such value.
fn silent(model: &Model, pair: &[String; 2]) -> Option<String> {
    let mut withheld = model.of_pair(pair).filter_map(|run| Some((run, run.withheld()?)));
    let (run, reason) = withheld.next()?;
    let others = match withheld.count() {
        0 => String::new(),
        n => format!(" The same applies to {n} more."),
    };
    let at = model.settings(&run.member).join(", ");
    Some(format!("With {}, there is no verdict at {at}: {reason}.{others}", against(pair)))
}

/// The least and the greatest score, if they differ.
fn finding(model: &Model, pair: &[String; 2]) -> Option<String> {
    let tells = |run: &&Run| run.summary().is_some() && run.withheld().is_none();
    let played: Vec<&Run> = model.of_pair(pair).filter(tells).collect();
    let [lowest, highest] = extremes(&played)?;
    let at = |run: &Run| model.settings(&run.member).join(", ");
    let count = played.len();
    Some(format!(
        "With {}, the first player's score lies between {} at {} and {} at {}. {}",
        against(pair),
        score_among(lowest, count)?,
        at(lowest),
        score_among(highest, count)?,
        at(highest),
        extremes_sentence(lowest, highest, count)
    ))
}

/// The runs with the least and the greatest score, if they differ.
pub fn extremes<'a>(played: &[&'a Run]) -> Option<[&'a Run; 2]> {
    let score = |run: &Run| run.summary().map_or(f64::NAN, |summary| summary.measure(Quantity::Score).value);
    let by_score = |a: &&&Run, b: &&&Run| score(a).total_cmp(&score(b));
    let (lowest, highest) = (played.iter().min_by(by_score)?, played.iter().max_by(by_score)?);
    (score(lowest) != score(highest)).then_some([*lowest, *highest])
}

/// How far the extremes of `count` scores differ. Any two values could have been the extremes, so the p-value is multiplied by the number of
/// pairs (Bonferroni's correction, the first step of Holm's).
pub fn difference(lowest: &Run, highest: &Run, count: usize) -> Option<Difference> {
    let proportion = |run: &Run| run.model.as_ref().and_then(|model| model.tally.proportion());
    Some(picked(proportion(highest)?, proportion(lowest)?, count * (count - 1) / 2))
}

/// The score of a run that was picked among `count`, with an interval that is simultaneously valid for all of them. The confidence
/// sequence of a run that ended by its stopping rule is valid only for that run.
fn score_among(run: &Run, count: usize) -> Option<String> {
    let model = run.model.as_ref()?;
    let score = model.summary.measure(Quantity::Score);
    let is_alone = count == 2 || model.summary.design.until.is_some();
    let among = model.tally.proportion().filter(|_| !is_alone).map(|score| score.interval_among(count));
    Some(run.in_words(&Measure { interval: among.or(score.interval), ..*score }))
}

/// A sentence on whether the two extremes of `count` values differ by more than chance would explain.
fn extremes_sentence(lowest: &Run, highest: &Run, count: usize) -> String {
    let Some(Difference { value, interval, p_value }) = difference(lowest, highest, count) else {
        return String::new();
    };
    let pairs = count * (count - 1) / 2;
    let p = p_alone(p_value);
    let points = |share: f64| decimal(share * 100.0, 1);
    let verdict = if p_value < ALPHA {
        "They differ by more than chance would explain"
    } else {
        "These two do not show that the keys make a difference"
    };
    let picked = match count {
        2 => String::new(),
        n if lowest.summary().is_some_and(|summary| summary.design.until.is_some()) => format!(
            "; with Bonferroni's correction, interval and p are valid for all {pairs} pairs of the {n} values together; each sequence is valid \
             for its value alone"
        ),
        n => format!(
            "; with Bonferroni's correction, the intervals of the scores are valid for all {n} values together, and the interval of the \
             difference and p are valid for all {pairs} pairs of values"
        ),
    };
    format!(
        "{verdict} ({} percentage points, 95 % interval {} to {}; {p}{picked}).",
        points(value),
        points(interval.low),
        points(interval.high)
    )
}
