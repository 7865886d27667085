//! Numbers and findings in words.

pub use dropline_engine::numbers::{counted, thousands as count};

use super::verdict::repeats;
use dropline_engine::numbers::is_or_are;
use dropline_lab::run::Manifest;
use dropline_lab::stats::{
    Design, Distinct, Interval, MeanShare, Measure, Posterior, Quantity, Sampled, Summary, Tally, Unit,
};

/// A number with this many decimals and a true minus sign, but never `-0`.
pub fn decimal(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    // Rounds half up, so that a score and its distance from 50 are rounded the same way; values within the last binary digits of
    // a half count as a half.
    let scale = 10_f64.powi(decimals as i32);
    let value = (value * scale + 0.5 + 1e-9).floor() / scale;
    let text = format!("{value:.decimals$}");
    let zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    match text.strip_prefix('-') {
        Some(size) if zero => size.to_owned(),
        Some(size) => format!("−{size}"),
        None => text,
    }
}

/// A duration: `1.3 s`, or below a tenth of a second `43 ms`.
pub fn duration(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.0} ms", (seconds * 1000.0).max(1.0)) } else { format!("{seconds:.1} s") }
}

/// The number of decimals with which the half-width of an interval has about two digits.
fn decimals_for(interval: Option<Interval>) -> usize {
    match interval.map(Interval::half_width) {
        Some(half) if half > 0.0 && half < 0.095 => {
            (2..6).find(|&d| half * 10_f64.powi(d) >= 0.95).unwrap_or(6) as usize
        }
        Some(half) if half >= 50.0 && half.is_finite() => 0,
        _ => 1,
    }
}

/// The number of decimals that the values need, at most two: margins and komi are exact decimals.
fn decimals_needed(values: [f64; 3]) -> usize {
    let whole = |x: f64| !x.is_finite() || (x - x.round()).abs() < 1e-9;
    (0..2).find(|&decimals| values.iter().all(|x| whole(x * 10_f64.powi(decimals)))).unwrap_or(2) as usize
}

/// A measure and the ends of its interval in readable form, without units: `49.7`, `48.7 to 50.7`.
#[derive(Debug)]
pub struct Formatted {
    /// The value.
    pub value: String,
    /// Its interval, if there is one.
    pub interval: Option<String>,
    /// The unit that follows the numbers, with a space before it, as in ` %`; may be empty.
    pub unit: &'static str,
}

/// A formatted measure.
pub fn formatted(measure: &Measure) -> Formatted {
    let (factor, unit) = match measure.quantity.unit() {
        Unit::Share => (100.0, " %"),
        Unit::PercentagePoints => (1.0, " percentage points"),
        Unit::Points => (1.0, " points"),
        Unit::Elo => (1.0, " Elo"),
        Unit::Mean => (1.0, ""),
        Unit::Count => {
            return Formatted { value: count(measure.value as u64), interval: None, unit: "" };
        }
    };
    let interval = measure.interval.map(|interval| interval.map(|x| x * factor));
    let value = measure.value * factor;
    let decimals = match (measure.quantity, interval) {
        (Quantity::MeanMargin, _) => decimals_for(interval),
        (quantity, Some(Interval { low, high })) if quantity.unit() == Unit::Points => {
            decimals_needed([value, low, high])
        }
        _ => decimals_for(interval),
    };
    let unit = if unit == " points" && is_one(&decimal(value, decimals)) { " point" } else { unit };
    written(value, interval, decimals, unit)
}

fn is_one(number: &str) -> bool {
    matches!(number, "1" | "−1")
}

fn written(value: f64, interval: Option<Interval>, decimals: usize, unit: &'static str) -> Formatted {
    let number = |x: f64| decimal(x, decimals);
    let interval = interval.map(|i| format!("{} to {}", number(i.low), number(i.high)));
    Formatted { value: number(value), interval, unit }
}

/// A mean of shares, in percent.
pub fn share_in_percent(share: &MeanShare) -> Formatted {
    let interval = Some(share.interval.map(|x| x * 100.0));
    written(share.value * 100.0, interval, decimals_for(interval), " %")
}

/// A measure of a run of this `design` in words, with the kind of its interval, and with `pairs` if n counts pairs: `49.7 % (95 %
/// interval 48.7 to 50.7, n = 10,000)`.
pub fn measure_in_words(measure: &Measure, design: Design) -> String {
    let Formatted { value, interval, unit } = formatted(measure);
    let kind = match measure.quantity {
        Quantity::Score | Quantity::Advantage | Quantity::Elo => kind_of_interval(design),
        _ => "95 % interval",
    };
    let interval = interval.map_or_else(String::new, |interval| format!("{kind} {interval}, "));
    let failed = counting_failed(measure).map_or_else(String::new, |failed| format!("; {failed}"));
    format!("{value}{unit} ({interval}n = {}{failed})", counted_in(measure))
}

/// Where games failed, how many, and the range of a score if they are counted for either player: `9 games failed, which leaves 55.0
/// to 100.0 %`.
pub fn counting_failed(measure: &Measure) -> Option<String> {
    let failed = (measure.failed > 0).then(|| format!("{} failed", games(measure.failed)))?;
    let percent = |share: f64| decimal(share * 100.0, 1);
    let range = measure
        .with_failed
        .map(|range| format!(", which leaves {} to {} %", percent(range.low), percent(range.high)));
    Some(failed + &range.unwrap_or_default())
}

/// How many games were played, how many of them are distinct if the agents repeat themselves, and how many failed: `11 (9 failed)`.
pub fn played(summary: &Summary) -> String {
    let distinct = summary.distinct;
    let repeated = distinct.is_sample(summary.design, summary.games());
    let notes = [
        (repeated, distinct.count, "distinct"),
        (summary.design.failed > 0, summary.design.failed, "failed"),
    ];
    let notes: Vec<String> =
        notes.iter().filter(|note| note.0).map(|(_, n, what)| format!("{} {what}", count(*n))).collect();
    let played = count(summary.games());
    if notes.is_empty() { played } else { format!("{played} ({})", notes.join(", ")) }
}

/// The sample of a measure, and how many games it leaves out since they failed: `10,000`, `5,000 pairs` or `11 (9 failed)`.
pub fn sample(measure: &Measure) -> String {
    let counted = counted_in(measure);
    if measure.failed == 0 { counted } else { format!("{counted} ({} failed)", count(measure.failed)) }
}

fn counted_in(measure: &Measure) -> String {
    match measure.sampled {
        Sampled::Games => count(measure.n),
        Sampled::Pairs => counted(measure.n, "pair"),
    }
}

/// The kind of the interval of the first player's score in a run of this `design`.
pub fn kind_of_interval(design: Design) -> &'static str {
    match design {
        Design { until: Some(_), .. } => "95 % confidence sequence",
        Design { pairs: true, .. } => "95 % interval over pairs",
        Design { .. } => "95 % interval",
    }
}

/// A number of games: `1 game`, `10,000 games`.
pub fn games(n: u64) -> String {
    counted(n, "game")
}

/// The interval of the first player's advantage, in percentage points; the full range if the games have none.
pub fn advantage_interval(summary: &Summary) -> Interval {
    summary.measure(Quantity::Advantage).interval.unwrap_or(Interval { low: -50.0, high: 50.0 })
}

/// `−9.6 to 9.6 percentage points`.
pub fn points(interval: Interval) -> String {
    let decimals = decimals_for(Some(interval));
    format!("{} to {} percentage points", decimal(interval.low, decimals), decimal(interval.high, decimals))
}

/// The headline for different `agents` that never exchanged sides, without a verdict.
pub fn of_agents(summary: &Summary, [first, second]: &[String; 2]) -> String {
    format!(
        "{first}, the first player in every game, scored {} against {second}. This may be due to moving first or to \
         being the better agent: with `--pairs`, each agent moves first once per pair.",
        measure_in_words(summary.measure(Quantity::Score), summary.design)
    )
}

/// A gain in words: `3.7 percentage points (1.2 to 6.2)`. The sign is left out, since the text says who gains. The numbers are
/// rounded with their sign, like the score that they belong to.
pub fn gain_in_words(value: f64, interval: Interval) -> String {
    let decimals = decimals_for(Some(interval));
    let size = |x: f64| decimal(x, decimals).trim_start_matches('−').to_owned();
    let ends = if value > 0.0 { [interval.low, interval.high] } else { [interval.high, interval.low] };
    let [low, high] = ends.map(size);
    format!("{} percentage points ({low} to {high})", size(value))
}

/// The finding of pairs of games on the strength of the `agents`, in the order of the command; `None` without pairs.
pub fn strength(summary: &Summary, agents: &[String; 2]) -> Option<String> {
    let score = summary.get(Quantity::FirstAgentScore)?;
    let difference = summary.get(Quantity::StrengthDifference)?;
    let interval = difference.interval?;
    let [named_first, named_second] = agents;
    let scored = format!(
        "{named_first} scored {} against {named_second}, each being the first player once per pair",
        measure_in_words(score, summary.design)
    );
    if repeats(summary) {
        return Some(format!("{scored}: too few distinct games to show which is stronger."));
    }
    let hangs = score.with_failed.is_some_and(|range| range.contains(0.5));
    if hangs && !interval.contains(0.0) {
        return Some(format!("{scored}: too many games failed to show which is stronger."));
    }
    if interval.contains(0.0) {
        let found = if score.value <= 0.0 || score.value >= 1.0 {
            "too few pairs to show which is stronger"
        } else {
            "no difference in strength was found"
        };
        return Some(format!("{scored}: {found}."));
    }
    let stronger = if difference.value > 0.0 { named_first } else { named_second };
    Some(format!("{stronger} is stronger, by {}: {scored}.", gain_in_words(difference.value, interval)))
}

/// The posterior of the first player's score; `None` for runs with a stopping rule, whose score has a confidence sequence instead.
pub fn posterior(tally: &Tally, summary: &Summary) -> Option<Posterior> {
    let score = tally.proportion().filter(|_| summary.design.until.is_none())?;
    Some(Posterior::of(score, summary.pairs > 0))
}

/// The posterior in words.
pub fn posterior_finding(tally: &Tally, summary: &Summary) -> Option<String> {
    let margin = summary.design.margin();
    let posterior = posterior(tally, summary)?;
    let chance = |p: f64| match p {
        p if p > 0.999 => "more than 99.9 %".to_owned(),
        p if p < 0.001 => "less than 0.1 %".to_owned(),
        p => format!("{} %", decimal(p * 100.0, 1)),
    };
    let results = if summary.pairs > 0 { counted(summary.pairs, "pair") } else { games(summary.games()) };
    Some(format!(
        "In Bayesian terms: with Jeffreys' prior (a Dirichlet distribution with 1/2 for each possible value of a \
         result) and these {results}, the first player's true score is above 50 % with a probability of {}, and within \
         {} percentage points of 50 % with a probability of {}.",
        chance(posterior.above(0.5)),
        percent(margin),
        chance(posterior.within(margin))
    ))
}

/// The warning about different agents that never exchange sides.
pub const UNPAIRED: &str = "If two different agents play and the one named first always moves first, its score reflects \
    its strength as much as the first move: with `--pairs`, each agent moves first once per \
    pair.";

/// The warning about a run that cannot be reproduced.
pub fn once(manifest: &Manifest) -> &'static str {
    if manifest.has_programs() { FOREIGN } else { TIMED }
}

/// The warning about external programs.
pub const FOREIGN: &str = "An external program played, so the same command may play different games. Only its command \
    is recorded, not its rules and settings.";

/// The warning about agents with a time limit.
pub const TIMED: &str = "An agent had a time limit for each move: its strength depends on the machine and its load, and \
    the same command may play different games. Agents with a fixed number of iterations play the same \
    games everywhere.";

/// How a run with `--until` stopped; `None` for other runs.
pub fn stopped(summary: &Summary) -> Option<String> {
    let half_width = summary.design.until?;
    if summary.reached != Some(true) {
        return not_reached(summary);
    }
    let games = games(summary.games());
    Some(format!(
        "After {games} the confidence sequence was as narrow as requested, {}.",
        requested_width(half_width)
    ))
}

/// How far a run with `--until` came if it did not reach its width; `None` for other runs.
pub fn not_reached(summary: &Summary) -> Option<String> {
    let (half_width, needed) = summary.design.until.zip(summary.needed)?;
    let score = summary.measure(Quantity::Score);
    let width = score.interval?.half_width() * 200.0;
    let more = if needed > summary.games() {
        format!("up to about {} in all", games(rounded_up(needed)))
    } else {
        "somewhat more games".to_owned()
    };
    Some(format!(
        "The requested width was not reached: after {} the confidence sequence is {} percentage points wide, from {}, \
         instead of at most {}. Reaching it would take {more}.",
        games(summary.games()),
        decimal(width, 1),
        formatted(score).interval.unwrap_or_default(),
        requested_width(half_width),
    ))
}

/// The margin of balance in percentage points: `2`, `1.5`.
pub fn margin_in_words(design: Design) -> String {
    percent(design.margin())
}

/// A share in percent, with only as many decimals as it needs.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let decimals = (0..4).find(|&d| (percent - rounded(percent, d)).abs() < 1e-9);
    decimal(percent, decimals.unwrap_or(4) as usize)
}

/// The requested width in words, for this half-width: `2 percentage points (--until 1%)`.
fn requested_width(half_width: f64) -> String {
    format!("{} percentage points (`--until {}%`)", percent(2.0 * half_width), percent(half_width))
}

/// A number of games, rounded up to two significant digits.
pub fn rounded_up(games: u64) -> u64 {
    let unit = 10_u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}

/// A number of at least 1, rounded to two significant digits, or to an integer below 10.
pub fn two_digits(value: f64) -> u64 {
    let unit = 10_f64.powi((value.log10().floor() as i32 - 1).max(0));
    ((value / unit).round() * unit) as u64
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}

/// The warnings about the measures.
pub fn warnings(summary: &Summary) -> Vec<String> {
    [repeated(summary), truncated(summary)].into_iter().flatten().collect()
}

/// Reports that games repeat, if more than one in a hundred repeats an earlier one, and what that means for the intervals.
pub fn repeated(summary: &Summary) -> Option<String> {
    let Distinct { count: distinct, exact, .. } = summary.distinct;
    if !summary.distinct.is_far_below(summary.games()) {
        return None;
    }
    let (games, seen) = (count(summary.games()), count(distinct));
    let found = if exact {
        format!("Only {seen} of the {games} games {} distinct.", is_or_are(distinct))
    } else {
        format!("Some of the {games} games occurred more than once; at least {seen} are distinct.")
    };
    let so = match (summary.design.repeats, exact) {
        (false, _) => "They repeat by chance, since an agent plays at random: all games count.",
        (true, true) => {
            "The agents repeat themselves, so the distinct games are the sample of every interval here."
        }
        (true, false) => "The agents repeat themselves, so all intervals here are too narrow.",
    };
    Some(format!("{found} {so}"))
}

/// Warns that games reached the turn cap, if any did.
pub fn truncated(summary: &Summary) -> Option<String> {
    let share = formatted(summary.measure(Quantity::Truncated));
    (summary.truncated > 0).then(|| {
        format!(
            "{} of the {} ({}{}) reached the turn cap: a game cut off there {} and is counted with the others, although \
             it was not over.",
            count(summary.truncated),
            games(summary.games()),
            share.value,
            share.unit,
            if summary.design.unscored { "is a draw" } else { "is scored as it stands" }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_once_to_two_digits() {
        let rounded = [1.4, 9.6, 37.67, 99.6, 144.7, 174.99, 1_249.0].map(two_digits);
        assert_eq!(rounded, [1, 10, 38, 100, 140, 170, 1_200]);
    }

    #[test]
    fn numbers_have_a_decimal_point_and_a_true_minus() {
        assert_eq!(decimal(-1.25, 1), "−1.2");
        assert_eq!(decimal(-0.01, 1), "0.0");
        assert_eq!(decimal(f64::NEG_INFINITY, 2), "−∞");
    }

    #[test]
    fn short_durations_are_in_milliseconds() {
        assert_eq!([0.0, 0.0434, 0.1, 12.34].map(duration), ["1 ms", "43 ms", "0.1 s", "12.3 s"]);
    }

    #[test]
    fn a_score_and_its_distance_from_one_half_are_rounded_alike() {
        for tenths in (5..10_000).step_by(10) {
            // 0.05 %, 0.15 % and so on: halves of the last decimal, which binary numbers only approximate.
            let s = f64::from(tenths) / 10_000.0;
            let score: f64 = decimal(s * 100.0, 1).parse().unwrap();
            let advantage: f64 = decimal((s - 0.5) * 100.0, 1).replace('−', "-").parse().unwrap();
            assert!((score - 50.0 - advantage).abs() < 1e-9, "{s}: {score} and {advantage}");
        }
        assert_eq!(
            (decimal(53.75, 1), decimal((0.5375 - 0.5) * 100.0, 1)),
            ("53.8".to_owned(), "3.8".to_owned())
        );
    }

    #[test]
    fn the_kind_of_an_interval_is_named_where_it_differs() {
        let interval = Some(Interval { low: 0.4, high: 0.6 });
        let measure = |quantity| Measure {
            quantity,
            value: 0.5,
            interval,
            n: 100,
            with_failed: None,
            failed: 0,
            sampled: Sampled::Games,
        };
        let stopping = Design { until: Some(0.1), ..Design::default() };
        assert_eq!(
            measure_in_words(&measure(Quantity::Score), stopping),
            "50.0 % (95 % confidence sequence 40.0 to 60.0, n = 100)"
        );
        assert_eq!(
            measure_in_words(&measure(Quantity::Drawishness), stopping),
            "50.0 % (95 % interval 40.0 to 60.0, n = 100)"
        );
        let paired = Design { pairs: true, ..Design::default() };
        let over_pairs = |quantity| Measure { sampled: Sampled::Pairs, ..measure(quantity) };
        assert_eq!(
            [Quantity::Drawishness, Quantity::Score]
                .map(|quantity| measure_in_words(&over_pairs(quantity), paired)),
            [
                "50.0 % (95 % interval 40.0 to 60.0, n = 100 pairs)",
                "50.0 % (95 % interval over pairs 40.0 to 60.0, n = 100 pairs)"
            ]
        );
    }

    #[test]
    fn one_point_is_singular() {
        let komi = |value: f64| {
            let interval = Some(Interval { low: value, high: value });
            let quantity = Quantity::StaticKomi;
            formatted(&Measure {
                quantity,
                value,
                interval,
                n: 9,
                with_failed: None,
                failed: 0,
                sampled: Sampled::Games,
            })
            .unit
        };
        assert_eq!(
            [1.0, -1.0, 0.0, 1.5, 2.0].map(komi),
            [" point", " point", " points", " points", " points"]
        );
    }

    #[test]
    fn decimals_follow_the_interval() {
        let of = |half: f64| decimals_for(Some(Interval { low: -half, high: half }));
        assert_eq!([0.0, 0.05, 0.98, 31.0, 200.0, f64::INFINITY].map(of), [1, 2, 1, 1, 0, 1]);
        assert_eq!([0.095, 0.0094, 0.001, 0.00012, 1e-9].map(of), [1, 3, 3, 4, 6]);
        let needed = [[0.0, -3.0, f64::INFINITY], [0.5, 0.0, 1.0], [0.25, 0.0, 1.0]].map(decimals_needed);
        assert_eq!(needed, [0, 1, 2]);
    }
}
