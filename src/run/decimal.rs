//! Numbers in `games.csv`. Each is rounded once, before anything uses it, so that statistics computed while playing equal those
//! computed from the file.

use std::fmt::{self, Display};
use std::sync::LazyLock;

use super::table::Field;
use crate::decimal;

/// A mean number of legal actions, in ten-thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branching(u64);

impl Branching {
    const UNIT: u64 = 10_000;

    /// The mean of `legal` actions over `decisions`, rounded half up; 0 without decisions.
    pub fn mean(legal: u64, decisions: u64) -> Self {
        Self(rounded(legal, decisions, Self::UNIT))
    }

    /// The value in ten-thousandths of an action.
    pub const fn ten_thousandths(self) -> u64 {
        self.0
    }
}

impl Display for Branching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal::write_fixed::<4>(f, self.0)
    }
}

impl Field for Branching {
    const EXPECTED: &'static str = "a number of actions from 0 to 1000000 with at most four decimals";
    fn from_field(text: &str) -> Option<Self> {
        read(text, 4).map(Self)
    }
}

impl Field for Option<Branching> {
    const EXPECTED: &'static str =
        "a number of actions from 0 to 1000000 with at most four decimals, or nothing";
    fn from_field(text: &str) -> Option<Self> {
        or_nothing(text)
    }
}

/// A measure of a game, 0 or more and usually at most 1, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millionths(u64);

impl Millionths {
    /// The number of millionths in 1.
    pub const UNIT: u64 = 1_000_000;

    /// `part / whole`, rounded half up; 0 if `whole` is 0.
    pub fn ratio(part: u64, whole: u64) -> Self {
        Self(rounded(part, whole, Self::UNIT))
    }

    /// `value`, clamped to the range from 0 to a million and rounded; 0 for NaN.
    pub fn from_f64(value: f64) -> Self {
        let value = if value > 0.0 { value.min(1e6) } else { 0.0 };
        Self((value * Self::UNIT as f64).round() as u64)
    }

    /// A value of `count` millionths.
    pub const fn of(count: u64) -> Self {
        Self(count)
    }

    /// log10 of `n`, rounded; 0 for 0 and 1. Sums of these values are exact, and the same on every machine.
    pub fn log10(n: u64) -> Self {
        // This is computed for every decision of every game, and most decisions have few legal actions.
        static OF_SMALL: LazyLock<[Millionths; 512]> =
            LazyLock::new(|| std::array::from_fn(|n| Millionths::from_f64((n.max(1) as f64).log10())));
        let small = OF_SMALL.get(n as usize).copied();
        small.unwrap_or_else(|| Self::from_f64((n as f64).log10()))
    }

    /// The number of millionths.
    pub const fn count(self) -> u64 {
        self.0
    }
}

impl Display for Millionths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal::write_fixed::<6>(f, self.0)
    }
}

impl Field for Millionths {
    const EXPECTED: &'static str = "a number from 0 to 1000000 with at most six decimals";
    fn from_field(text: &str) -> Option<Self> {
        read(text, 6).map(Self)
    }
}

impl Field for Option<Millionths> {
    const EXPECTED: &'static str = "a number from 0 to 1000000 with at most six decimals, or nothing";
    fn from_field(text: &str) -> Option<Self> {
        or_nothing(text)
    }
}

/// An optional value as a field, empty if there is none.
pub struct OrNothing<T>(pub Option<T>);

impl<T: Display> Display for OrNothing<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(f))
    }
}

/// `part / whole` in units of 1 / `unit`, rounded half up; 0 if `whole` is 0.
fn rounded(part: u64, whole: u64, unit: u64) -> u64 {
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    let scaled = (2 * part * u128::from(unit) + whole) / (2 * whole);
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

/// A number from 0 to a million in units of 10^-`places`.
fn read(text: &str, places: usize) -> Option<u64> {
    let units = u64::try_from(decimal::parse(text, places)?).ok()?;
    (units <= 1_000_000 * 10_u64.pow(places as u32)).then_some(units)
}

fn or_nothing<T: Field>(text: &str) -> Option<Option<T>> {
    if text.is_empty() { Some(None) } else { T::from_field(text).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_number_of_actions_is_rounded_to_four_decimals() {
        for (legal, decisions, text) in
            [(200, 3, "66.6667"), (1, 3, "0.3333"), (7, 1, "7.0000"), (1, 20_000, "0.0001"), (0, 0, "0.0000")]
        {
            let mean = Branching::mean(legal, decisions);
            assert_eq!(mean.to_string(), text);
            assert_eq!(Branching::from_field(text), Some(mean));
        }
    }

    #[test]
    fn a_ratio_is_rounded_to_six_decimals() {
        for (part, whole, text) in [
            (2, 3, "0.666667"),
            (1, 3, "0.333333"),
            (5, 2, "2.500000"),
            (1, 2_000_000, "0.000001"),
            (0, 0, "0.000000"),
        ] {
            let ratio = Millionths::ratio(part, whole);
            assert_eq!(ratio.to_string(), text);
            assert_eq!(Millionths::from_field(text), Some(ratio));
        }
        assert_eq!(Millionths::from_f64(2.0_f64.sqrt()).to_string(), "1.414214");
        assert_eq!([f64::NAN, -1.0].map(Millionths::from_f64), [Millionths::default(); 2]);
    }

    #[test]
    fn numbers_of_every_size_are_written_with_all_decimals() {
        for (count, text) in [
            (0, "0.000000"),
            (9, "0.000009"),
            (999_999, "0.999999"),
            (1_000_000, "1.000000"),
            (12_345_678, "12.345678"),
            (u64::MAX, "18446744073709.551615"),
        ] {
            assert_eq!(Millionths(count).to_string(), text);
        }
        assert_eq!(Branching(u64::MAX).to_string(), "1844674407370955.1615");
    }

    #[test]
    fn a_missing_value_is_an_empty_field() {
        assert_eq!(OrNothing(None::<Millionths>).to_string(), "");
        assert_eq!(OrNothing(Some(Millionths::ratio(1, 2))).to_string(), "0.500000");
        assert_eq!(Option::<Millionths>::from_field(""), Some(None));
        assert_eq!(Option::<Millionths>::from_field("0.5"), Some(Some(Millionths::ratio(1, 2))));
        for wrong in ["-1", "0.0000005", "half", "NaN"] {
            assert_eq!(Option::<Millionths>::from_field(wrong), None, "{wrong}");
        }
    }
}
