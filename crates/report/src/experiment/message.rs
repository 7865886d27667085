//! What a chart of several runs shows, as its title. A title claims no more than the intervals in the chart.

use super::charts::drawn;
use super::compare::ALPHA;
use super::model::{Model, Run};
use super::nearest::Aim;
use super::sweep::{difference, extremes};
use crate::headline::LETTERS;
use crate::words::decimal;
use dropline_engine::text::capital;
use dropline_lab::run::ExperimentKind;
use dropline_lab::stats::{Decision, Interval, Measure, Quantity, Unit};

/// How values change from the first of several points to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Rises,
    Falls,
    /// They change, but not in one direction.
    Unsteady,
    /// No clear change.
    Same,
}

impl Course {
    /// The course of these values and their intervals; `None` if it is doubtful. `differ` says whether a test found that two of them differ.
    /// The ends are compared by their own intervals, since they are not picked by their values.
    fn of(points: &[(f64, Interval)], differ: bool) -> Option<Self> {
        let [first, .., last] = points else { return None };
        let is_above = |one: &(f64, Interval), other: &(f64, Interval)| one.1.low > other.1.high;
        let pairs =
            || (1..points.len()).flat_map(|at| points[..at].iter().map(move |before| (before, &points[at])));
        let falls = pairs().any(|(before, after)| is_above(before, after));
        let rises = pairs().any(|(before, after)| is_above(after, before));
        match (is_above(last, first), is_above(first, last)) {
            (true, _) if !falls => Some(Self::Rises),
            (_, true) if !rises => Some(Self::Falls),
            (true, _) | (_, true) => Some(Self::Unsteady),
            _ if differ => Some(Self::Unsteady),
            _ if falls || rises || may_differ(*first, *last) => None,
            _ => Some(Self::Same),
        }
    }

    /// The course of a measure over these runs, in order. Runs without a verdict say nothing about the players.
    pub fn over(runs: &[&Run], quantity: Quantity) -> Option<Self> {
        let points: Option<Vec<(f64, Interval)>> =
            measures(runs, quantity).map(|measure| Some((measure.value, measure.interval?))).collect();
        Self::of(&points?, quantity == Quantity::Score && differ(runs))
    }
}

/// Whether two values differ by more than the interval of their difference (Newcombe 1998) would explain: their own intervals may overlap.
fn may_differ((one, of_one): (f64, Interval), (other, of_other): (f64, Interval)) -> bool {
    let (low, high, of_low, of_high) =
        if one < other { (one, other, of_one, of_other) } else { (other, one, of_other, of_one) };
    high - low > (high - of_high.low).hypot(of_low.high - low)
}

/// The measures of the runs that have it; of scores, those with a verdict.
fn measures<'a>(runs: &'a [&Run], quantity: Quantity) -> impl Iterator<Item = &'a Measure> {
    let tells = move |run: &&&Run| quantity != Quantity::Score || run.withheld().is_none();
    runs.iter().filter(tells).filter_map(move |run| run.measure(quantity))
}

/// Whether the extreme scores of these runs differ by more than chance would explain, though they were picked.
pub fn differ(runs: &[&Run]) -> bool {
    let judged: Vec<&Run> = runs.iter().copied().filter(|run| run.withheld().is_none()).collect();
    let found = extremes(&judged).and_then(|[lowest, highest]| difference(lowest, highest, judged.len()));
    found.is_some_and(|difference| difference.p_value < ALPHA)
}

/// What changes, in words.
const fn subject(quantity: Quantity) -> Option<&'static str> {
    Some(match quantity {
        Quantity::Score => "the first player's score",
        Quantity::Turns => "the length of games",
        Quantity::Drawishness => "the share of draws",
        Quantity::Branching => "the branching factor",
        Quantity::MeanMargin => "the first player's margin",
        _ => return None,
    })
}

/// A key in words, as part of a sentence.
pub fn named(key: &str) -> String {
    if key.contains(" of the ") { format!("the {key}") } else { key.to_owned() }
}

/// What a curve over `runs` shows, which are in the order of the `key`.
pub fn of_curve(runs: &[&Run], quantity: Quantity, key: &str, everywhere: &str) -> Option<String> {
    let what = capital(subject(quantity)?);
    let course = Course::over(runs, quantity);
    let moved = |verb: &str| {
        let known: Vec<&Measure> = measures(runs, quantity).collect();
        let [first, .., last] = known[..] else { return None };
        Some(format!("{what} {verb} with {key}, {}", from_to(first, last)))
    };
    match course {
        Some(Course::Rises) => moved("rises"),
        Some(Course::Falls) => moved("falls"),
        Some(Course::Unsteady) => Some(format!("{what} changes with {key}, but not steadily")),
        Some(Course::Same) | None => {
            let ahead = ahead_everywhere(runs, quantity);
            let ahead = ahead.map(|player| format!("The {player} player is ahead at every {everywhere}"));
            ahead.or_else(|| course.map(|_| format!("{} makes no clear difference", capital(key))))
        }
    }
}

/// What several curves show, if they agree in their direction.
pub fn of_curves(curves: &[Vec<&Run>], quantity: Quantity, key: &str) -> Option<String> {
    let what = capital(subject(quantity)?);
    let mut courses = curves.iter().map(|runs| Course::over(runs, quantity));
    let first = courses.next()??;
    let verb = match first {
        Course::Rises => "rises",
        Course::Falls => "falls",
        Course::Unsteady | Course::Same => return None,
    };
    courses.all(|course| course == Some(first)).then(|| format!("{what} {verb} with {key} for all agents"))
}

/// What measures side by side show: the run that stands out from all others.
pub fn side_by_side(model: &Model, quantity: Quantity) -> Option<String> {
    let what = subject(quantity)?;
    let point = |run: &Run| {
        let measure = run.summary()?.get(quantity)?;
        Some((model.label(run), measure.value, measure.interval?))
    };
    let mut points: Vec<(String, f64, Interval)> = model.runs.iter().filter_map(point).collect();
    points.sort_by(|a, b| a.1.total_cmp(&b.1));
    let ([least, others @ ..], [.., greatest]) = (&points[..], &points[..]) else { return None };
    let below = points.len().checked_sub(1).filter(|&below| below > 0)?;
    let stands_out = |name: &str, verb: &str, others: &str| {
        let is_short = model.experiment.vary.is_empty() && name.chars().count() <= LETTERS;
        is_short.then(|| format!("In {name} {what} is {verb} than in {others}"))
    };
    if points[..below].iter().all(|other| other.2.high < greatest.2.low) {
        return stands_out(&greatest.0, "greater", if below == 1 { "the other" } else { "all others" });
    }
    if others.iter().all(|other| least.2.high < other.2.low) {
        return stands_out(&least.0, "less", "all others");
    }
    let is_apart = may_differ((least.1, least.2), (greatest.1, greatest.2));
    (!is_apart).then(|| format!("{} does not differ clearly", capital(what)))
}

/// The player who is ahead in each of several runs.
fn ahead_everywhere(runs: &[&Run], quantity: Quantity) -> Option<&'static str> {
    let intervals: Vec<Interval> = measures(runs, quantity).filter_map(|measure| measure.interval).collect();
    if quantity != Quantity::Score || intervals.len() < runs.len() {
        return None;
    }
    let all = |is_ahead: fn(&Interval) -> bool| intervals.iter().all(is_ahead);
    match (all(|interval| interval.low > 0.5), all(|interval| interval.high < 0.5)) {
        (true, _) => Some("first"),
        (_, true) => Some("second"),
        _ => None,
    }
}

/// Two values, with as many decimals as tell them apart: `from 67 to 52 %`.
fn from_to(first: &Measure, last: &Measure) -> String {
    let values = [first, last].map(|measure| drawn(measure).0);
    let at = |decimals| values.map(|value| decimal(value, decimals));
    let words = (0..3).map(at).find(|[first, last]| first != last).unwrap_or_else(|| at(3));
    let unit = match first.quantity {
        Quantity::Turns => " turns",
        Quantity::MeanMargin => " points",
        Quantity::Branching => " legal actions",
        quantity if quantity.unit() == Unit::Share => " %",
        _ => "",
    };
    format!("from {} to {}{unit}", words[0], words[1])
}

/// Who is ahead in the runs of an experiment whose question is that: by name if there are few, otherwise their number.
pub fn who_is_ahead(model: &Model) -> Option<String> {
    if model.aim() != Aim::EVEN {
        return None;
    }
    let decision = |run: &Run| Some(run.summary()?.decision).filter(|_| run.withheld().is_none());
    let judged: Vec<(&Run, Decision)> =
        model.runs.iter().filter_map(|run| Some((run, decision(run)?))).collect();
    let ahead_in = |is_first: bool| {
        let score = |run: &Run| run.summary().map_or(0.5, |summary| summary.measure(Quantity::Score).value);
        let leads = |(run, decision): &(&Run, Decision)| {
            let is_clear = matches!(decision, Decision::Advantage { .. });
            (is_clear && (score(run) > 0.5) == is_first).then(|| model.label(run))
        };
        judged.iter().filter_map(leads).collect::<Vec<_>>()
    };
    let all = judged.len();
    let what = match model.experiment.kind {
        ExperimentKind::Tune => "finalists",
        _ if model.pairs().len() == 1 => "variants",
        _ => "runs",
    };
    let is_named = model.experiment.kind == ExperimentKind::Compare;
    let by_first = ahead_in(true);
    let is_second = !by_first.is_empty();
    let part = |(player, names, is_second): (&str, Vec<String>, bool)| {
        let place = match names.len() {
            0 => return None,
            1 if all == 1 => return Some(format!("the {player} player is ahead")),
            2 if all == 2 => format!("both {what}"),
            n if n == all => format!("all {all} {what}"),
            1 if is_named && names[0].chars().count() <= LETTERS => names[0].clone(),
            n if is_second => n.to_string(),
            n => format!("{n} of {all} {what}"),
        };
        Some(format!("in {place} the {player} player is ahead"))
    };
    let sides = [("first", by_first, false), ("second", ahead_in(false), is_second)];
    let parts: Vec<String> = sides.into_iter().filter_map(part).collect();
    match (all, parts.is_empty()) {
        (0, _) => None,
        (1, true) => Some("Neither player is clearly ahead".to_owned()),
        (_, true) => Some(format!("In none of {all} {what} is a player clearly ahead")),
        _ => Some(capital(&parts.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_as_clear_as_its_intervals() {
        let of = |ends: &[[f64; 2]], differ| {
            let point = |&[low, high]: &[f64; 2]| (f64::midpoint(low, high), Interval { low, high });
            Course::of(&ends.iter().map(point).collect::<Vec<_>>(), differ)
        };
        assert_eq!(of(&[[0.1, 0.2], [0.15, 0.3], [0.25, 0.4]], false), Some(Course::Rises));
        assert_eq!(of(&[[0.6, 0.7], [0.4, 0.5]], false), Some(Course::Falls));
        assert_eq!(of(&[[0.1, 0.2], [0.5, 0.6], [0.3, 0.4]], false), Some(Course::Unsteady));
        // Intervals that overlap show no change, unless a test does.
        assert_eq!(of(&[[0.1, 0.3], [0.2, 0.4]], false), Some(Course::Same));
        assert_eq!(of(&[[0.1, 0.3], [0.29, 0.49]], false), None);
        assert_eq!(of(&[[0.1, 0.3], [0.2, 0.4]], true), Some(Course::Unsteady));
        // The extremes of many values may differ by chance.
        assert_eq!(of(&[[0.1, 0.3], [0.4, 0.5], [0.2, 0.4]], false), None);
        assert_eq!(of(&[[0.1, 0.3]], false), None);
        assert_eq!(of(&[], false), None);
    }
}
