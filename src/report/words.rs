//! Numbers and findings in words.

pub use crate::numbers::thousands as count;

use crate::stats::{Distinct, Interval, Measure, Quantity, Summary, Unit};

/// A number with this many decimals, with a true minus sign, never `-0`.
pub fn decimal(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    let text = format!("{value:.decimals$}");
    let zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    match text.strip_prefix('-') {
        Some(size) if zero => size.to_owned(),
        Some(size) => format!("−{size}"),
        None => text,
    }
}

/// Decimals that show where an interval ends and no more: its half-width has about two digits.
fn decimals_for(interval: Option<Interval>) -> usize {
    match interval.map(Interval::half_width) {
        Some(half) if half > 0.0 && half < 0.095 => 2,
        Some(half) if half >= 50.0 && half.is_finite() => 0,
        _ => 1,
    }
}

/// Decimals that the values need, two at most: margins and komi are exact decimals.
fn decimals_needed(values: [f64; 3]) -> usize {
    let whole = |x: f64| !x.is_finite() || (x - x.round()).abs() < 1e-9;
    (0..2).find(|&decimals| values.iter().all(|x| whole(x * 10_f64.powi(decimals)))).unwrap_or(2) as usize
}

/// A measure and the ends of its interval as people read them, without units: `49.7`, `48.7 to 50.7`.
pub struct Said {
    /// The value.
    pub value: String,
    /// Its interval, if there is one.
    pub interval: Option<String>,
    /// What follows the numbers: ` %` or nothing.
    pub unit: &'static str,
}

/// How a measure is written.
pub fn said(measure: &Measure) -> Said {
    let (factor, unit) = match measure.quantity.unit() {
        Unit::Share => (100.0, " %"),
        Unit::PercentagePoints => (1.0, " percentage points"),
        Unit::Points => (1.0, " points"),
        Unit::Elo => (1.0, " Elo"),
        Unit::Mean => (1.0, ""),
        Unit::Count => {
            return Said { value: count(measure.value as u64), interval: None, unit: "" };
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
    let said = |x: f64| decimal(x, decimals);
    Said {
        value: said(value),
        interval: interval.map(|i| format!("{} to {}", said(i.low), said(i.high))),
        unit,
    }
}

/// `49.7 % (95 % interval 48.7 to 50.7, n = 10,000)`.
pub fn full(measure: &Measure) -> String {
    let Said { value, interval, unit } = said(measure);
    let interval = interval.map_or_else(String::new, |interval| format!("95 % interval {interval}, "));
    format!("{value}{unit} ({interval}n = {})", count(measure.n))
}

/// A number of games: `1 game`, `10,000 games`.
pub fn games(n: u64) -> String {
    format!("{} {}", count(n), if n == 1 { "game" } else { "games" })
}

/// What the games say about the first player's advantage, in one sentence or two.
pub fn headline(summary: &Summary) -> String {
    let score = summary.measure(Quantity::Score);
    let advantage = summary.measure(Quantity::Advantage);
    let interval = advantage.interval.unwrap_or(Interval { low: -50.0, high: 50.0 });
    let scored = format!("The first player scored {}", full(score));
    if interval.contains(0.0) {
        let decimals = decimals_for(Some(interval));
        return format!(
            "{scored}: no advantage to be seen. The interval leaves room for one of {} to {} percentage points.",
            decimal(interval.low, decimals),
            decimal(interval.high, decimals),
        );
    }
    let (player, sign) = if advantage.value > 0.0 { ("first", 1.0) } else { ("second", -1.0) };
    let ends = [interval.low * sign, interval.high * sign];
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let decimals = decimals_for(Some(interval));
    format!(
        "The {player} player has an advantage of {} percentage points ({} to {}). {scored}.",
        decimal(advantage.value.abs(), decimals),
        decimal(low, decimals),
        decimal(high, decimals),
    )
}

/// What to beware of when reading the measures.
pub fn warnings(summary: &Summary) -> Vec<String> {
    let mut warnings = Vec::new();
    let games = count(summary.games());
    let Distinct { count: distinct, exact, repeated } = summary.distinct;
    if repeated {
        let seen = count(distinct);
        let found = if exact {
            format!("Only {seen} of the {games} games are distinct.")
        } else {
            format!("Some of the {games} games came more than once; at least {seen} are distinct.")
        };
        warnings.push(format!(
            "{found} Where agents play the same way each time, the distinct games are the sample, and all intervals \
             here are too narrow; where chance alone repeats itself, as on a very small board, they hold."
        ));
    }
    if summary.truncated > 0 {
        let share = said(summary.measure(Quantity::Truncated));
        warnings.push(format!(
            "{} of the {games} games ({}{}) met the turn cap: scored as it stood, such a game is counted with the \
             others, though its winner is not that of a finished game.",
            count(summary.truncated),
            share.value,
            share.unit
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_decimal_point_and_a_true_minus() {
        assert_eq!(decimal(-1.25, 1), "−1.2");
        assert_eq!(decimal(-0.01, 1), "0.0");
        assert_eq!(decimal(f64::NEG_INFINITY, 2), "−∞");
    }

    #[test]
    fn decimals_follow_the_interval() {
        let of = |half: f64| decimals_for(Some(Interval { low: -half, high: half }));
        assert_eq!([0.0, 0.05, 0.98, 31.0, 200.0, f64::INFINITY].map(of), [1, 2, 1, 1, 0, 1]);
        let needed = [[0.0, -3.0, f64::INFINITY], [0.5, 0.0, 1.0], [0.25, 0.0, 1.0]].map(decimals_needed);
        assert_eq!(needed, [0, 1, 2]);
    }
}
