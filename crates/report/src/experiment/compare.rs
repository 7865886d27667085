//! Comparison of variants: how far each is from the first, and what can be concluded.

use super::model::{Model, Run, against};
use super::nearest::between_players;
use crate::headline::{LETTERS, shortest};
use crate::words;
use dropline_engine::text::fitted;
use dropline_lab::stats::{Difference, Interval, Posterior, Quantity, holm, picked};
use serde::Serialize;

/// The accepted chance of a false alarm, as for a 95 % interval.
pub const ALPHA: f64 = 0.05;

/// The sentence for an interval that contains 0 despite a small p: Holm's correction can reject more than Bonferroni's.
const SHARPER: &str = " The interval contains 0 because Bonferroni's correction widens it; p is adjusted by Holm's \
                       method, which is more powerful.";

/// A run compared with the first variant's run with the same agents.
pub struct Compared {
    /// The index of the run.
    pub run: usize,
    /// The index of the run that it is compared with.
    pub base: usize,
    /// How far the first player's score is above that of the base, with the interval and the p-value of this comparison alone.
    pub difference: Difference,
    /// The interval that is simultaneously valid with those of all other comparisons (Bonferroni).
    pub interval: Interval,
    /// The p-value, corrected for the number of comparisons (Holm).
    pub corrected: f64,
    /// The probability, from Jeffreys' prior, that the first player's true score is above that of the base.
    pub above: f64,
    /// The number of comparisons.
    pub of: usize,
}

/// All comparisons, in the order of the runs.
pub fn comparisons(model: &Model) -> Vec<Compared> {
    let mut found = Vec::new();
    for (at, run) in model.runs.iter().enumerate() {
        let base = model.runs.iter().position(|base| base.member.agents == run.member.agents);
        let Some(base) = base.filter(|&base| base != at) else { continue };
        let score = |run: &Run| run.model.as_ref().and_then(|model| model.tally.proportion());
        if let (Some(of_run), Some(of_base)) = (score(run), score(&model.runs[base])) {
            found.push((at, base, of_run, of_base));
        }
    }
    let of = found.len();
    let differences: Vec<Difference> =
        found.iter().map(|&(_, _, of_run, of_base)| Difference::new(of_run, of_base)).collect();
    let corrected = holm(&differences.iter().map(|difference| difference.p_value).collect::<Vec<_>>());
    let compared = found.into_iter().zip(differences).zip(corrected);
    compared
        .map(|(((run, base, of_run, of_base), difference), corrected)| {
            let interval = picked(of_run, of_base, of).interval;
            let posterior_finding = |at: usize, score| {
                let pairs = model.runs[at].summary().is_some_and(|summary| summary.pairs > 0);
                Posterior::of(score, pairs)
            };
            let above = posterior_finding(run, of_run).above_that_of(&posterior_finding(base, of_base));
            Compared { run, base, difference, interval, corrected, above, of }
        })
        .collect()
}

/// The run whose score is nearest to one half, of those that have a verdict.
pub fn fairest(model: &Model) -> Option<&Run> {
    let gap = |run: &Run| Some((run.summary()?.measure(Quantity::Score).value - 0.5).abs());
    let judged = model.runs.iter().filter(|run| run.withheld().is_none());
    judged.filter_map(|run| Some((run, gap(run)?))).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(run, _)| run)
}

/// The answer of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The answer in at most twenty words.
    pub headline: String,
}

impl Answer {
    /// The answer of these comparisons.
    pub(super) fn of(model: &Model, comparisons: &[Compared]) -> Self {
        let headline = if model.experiment.complete {
            between_players(headline(model, comparisons), model)
        } else {
            "Not settled: the experiment is not complete".to_owned()
        };
        Self { headline }
    }
}

/// The headline of a comparison whose games are complete.
fn headline(model: &Model, comparisons: &[Compared]) -> String {
    let (judged, silent): (Vec<&Compared>, Vec<&Compared>) =
        comparisons.iter().partition(|compared| compared.silent(model).is_none());
    let Some(first) = judged.first() else {
        let why = silent.first().and_then(|compared| compared.silent(model));
        let why = why.map(|(run, reason)| format!("in {}, {reason}", short_name(model, run)));
        return format!("No verdict: {}.", why.unwrap_or_else(|| "no games were played".to_owned()));
    };
    let name = |run: usize| short_name(model, &model.runs[run]);
    let base = name(first.base);
    let clear: Vec<&&Compared> = judged.iter().filter(|compared| compared.is_clear()).collect();
    let by_name = match (&judged[..], &clear[..]) {
        ([only], []) => {
            Some(format!("No clear difference between {base} and {} for the first player", name(only.run)))
        }
        ([_], [only]) => {
            let points = size(only.difference.value * 100.0);
            let more = if only.difference.value > 0.0 { "more" } else { "less" };
            let run = name(only.run);
            Some(format!("{run} gives the first player {points} points {more} than {base} does"))
        }
        (all, [only]) if model.pairs().len() == 1 => {
            let (run, all) = (name(only.run), all.len());
            Some(format!(
                "Of {all} other variants, only {run} differs clearly from {base} for the first player"
            ))
        }
        _ => None,
    };
    let n = judged.len();
    let counted = match clear.len() {
        0 => format!("No clear difference from {base} for the first player in {n} comparisons"),
        k => format!("A clear difference from {base} for the first player in {k} of {n} comparisons"),
    };
    let unjudged = match silent.len() {
        0 => String::new(),
        n => format!(" ({n} without verdict)"),
    };
    let forms = by_name.into_iter().chain([counted]);
    shortest(forms.flat_map(|form| [format!("{form}{unjudged}"), form]).collect())
}

/// The name of a run's game; that of its variant if it is too long.
fn short_name(model: &Model, run: &Run) -> String {
    let name = model.name(run);
    fitted(if name.chars().count() > LETTERS { &run.member.variant } else { &name }, LETTERS)
}

impl Compared {
    /// Whether the difference is significant among this many comparisons.
    pub fn is_clear(&self) -> bool {
        self.corrected < ALPHA
    }

    /// The run in which so many games failed that they could turn the difference around, and that reason.
    fn hanging_on_failed<'r>(&self, base: &'r Run, run: &'r Run) -> Option<(&'r Run, String)> {
        let range = |run: &Run| {
            let score = run.summary()?.measure(Quantity::Score);
            Some(score.with_failed.unwrap_or(Interval { low: score.value, high: score.value }))
        };
        let (of_base, of_run) = (range(base)?, range(run)?);
        let hangs = self.is_clear() && of_run.low <= of_base.high && of_base.low <= of_run.high;
        let failed = |run: &&Run| run.summary().is_some_and(|summary| summary.design.failed > 0);
        let at = [base, run].into_iter().find(failed).filter(|_| hangs)?;
        Some((at, "too many games failed".to_owned()))
    }

    /// The run without a verdict, and why; `None` if both have one.
    fn silent<'r>(&self, model: &'r Model) -> Option<(&'r Run, String)> {
        let [run, base] = [self.run, self.base].map(|at| &model.runs[at]);
        let withheld = [base, run].into_iter().find_map(|at| Some((at, at.withheld()?)));
        withheld.or_else(|| self.hanging_on_failed(base, run))
    }

    /// The difference in percentage points and its corrected interval: `+3.1` and `+2.0 to +4.2`.
    pub fn in_words(&self) -> (String, String) {
        let Interval { low, high } = self.interval.map(|x| x * 100.0);
        (signed(self.difference.value * 100.0), format!("{} to {}", signed(low), signed(high)))
    }

    /// The finding, in a sentence with the direction.
    pub fn verdict(&self, model: &Model) -> String {
        let [run, base] = [self.run, self.base].map(|at| &model.runs[at]);
        let (_, interval) = self.in_words();
        let (name, other) = (model.name(run), model.name(base));
        let (own, others) = (score_in_percent(run), score_in_percent(base));
        let chance = p_in_words(self.corrected, self.of);
        let who = against(&run.member.agents);
        if let Some((at, reason)) = self.silent(model) {
            return format!(
                "With {who}, no verdict on {name} against {other}: in {}, {reason}. The first player scored {own} in {name} and \
                 {others} in {other}.",
                model.name(at)
            );
        }
        let amount = size(self.difference.value * 100.0);
        if self.is_clear() {
            let more = if self.difference.value > 0.0 { "more" } else { "less" };
            return format!(
                "With {who}, the first player scores {amount} percentage points {more} in {name} than in {other}: {own} \
                 against {others} (difference {interval}; {chance}).{}",
                if self.interval.contains(0.0) { SHARPER } else { "" }
            );
        }
        format!(
            "With {who}, no difference in the first player's score was found between {name} and {other}: {own} \
             against {others} (difference {interval} percentage points; {chance}). The interval of the difference \
             contains 0."
        )
    }
}

/// The first player's score, with what the games that failed leave open: `100.0 % (9 games failed, which leaves 55.0 to 100.0 %)`.
fn score_in_percent(run: &Run) -> String {
    let Some(summary) = run.summary() else { return String::new() };
    let score = summary.measure(Quantity::Score);
    let failed = words::counting_failed(score).map(|failed| format!(" ({failed})"));
    format!("{} %{}", words::formatted(score).value, failed.unwrap_or_default())
}

/// A number with its sign and one decimal.
fn signed(value: f64) -> String {
    let text = words::decimal(value, 1);
    if value > 0.0 && text != "0.0" { format!("+{text}") } else { text }
}

/// The size of a number with one decimal, rounded with its sign as [`signed`] does.
fn size(value: f64) -> String {
    signed(value).trim_start_matches(['+', '−']).to_owned()
}

/// A p-value: `p = 0.0120`.
pub fn p_alone(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {}", words::decimal(p, 4)) }
}

/// A corrected p-value in words.
fn p_in_words(p: f64, of: usize) -> String {
    let p = p_alone(p);
    if of > 1 { format!("{p}; interval and p are valid for all {of} comparisons together") } else { p }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_their_sign() {
        assert_eq!([3.12, -0.26, 0.01, -0.01, 0.0].map(signed), ["+3.1", "−0.3", "0.0", "0.0", "0.0"]);
    }

    #[test]
    fn a_difference_and_its_size_are_rounded_alike() {
        for value in [-41.75, 41.75, -0.05, 0.04] {
            assert_eq!(signed(value).trim_start_matches(['+', '−']), size(value));
        }
        assert_eq!((signed(-41.75), size(-41.75)), ("−41.7".to_owned(), "41.7".to_owned()));
    }

    #[test]
    fn the_sentence_on_disagreeing_corrections_is_listed() {
        assert!(include_str!("../../../../docs/verdicts.md").contains(SHARPER));
    }

    #[test]
    fn small_probabilities_are_not_printed_as_zero() {
        assert_eq!(p_in_words(0.000_01, 1), "p < 0.0001");
        assert_eq!(
            p_in_words(0.012, 3),
            "p = 0.0120; interval and p are valid for all 3 comparisons together"
        );
    }
}
