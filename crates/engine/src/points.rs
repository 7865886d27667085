//! Scores: exact decimals with two places.

use crate::decimal::{self, Decimal};
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A score, or a difference of two, in hundredths of a point.
///
/// Scores count cells and stones, and komi has at most two decimals, so nothing is ever rounded.
pub type Points = Decimal<i32, 2>;

impl Points {
    /// No points.
    pub const ZERO: Self = Self::of(0);

    /// `n` whole points.
    pub const fn whole(n: i32) -> Self {
        Self::of(n * 100)
    }

    /// `n` hundredths of a point.
    pub const fn hundredths(n: i32) -> Self {
        Self::of(n)
    }

    /// The value in hundredths.
    pub const fn as_hundredths(self) -> i32 {
        self.units()
    }

    /// Converts `value`, if it has at most two decimals and is below 100,000 in absolute value.
    pub fn from_f64(value: f64) -> Option<Self> {
        let scaled = value * 100.0;
        let near = scaled.round();
        // Parsing a decimal and multiplying it by 100 changes at most the last binary digits, and keeps 0 exact.
        let same = (scaled - near).abs() <= near.abs() * 4.0 * f64::EPSILON;
        (near.abs() < 1e7 && same).then_some(Self::of(near as i32))
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::of(self.units() + other.units())
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::of(self.units() - other.units())
    }
}

impl Neg for Points {
    type Output = Self;
    fn neg(self) -> Self {
        Self::of(-self.units())
    }
}

/// Text that is not a decimal number with at most two places.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid score {}: expected a number with at most two decimals", crate::text::quoted(.0))]
pub struct ParsePointsError(String);

impl FromStr for Points {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hundredths = decimal::parse(text, 2).filter(|units| units.abs() < 10_000_000);
        hundredths.map(|units| Self::of(units as i32)).ok_or_else(|| ParsePointsError(text.to_owned()))
    }
}

impl serde::Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.units() % 100 == 0 {
            serializer.serialize_i32(self.units() / 100)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl<'de> serde::Deserialize<'de> for Points {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        Self::from_f64(value)
            .ok_or_else(|| serde::de::Error::custom(format!("{value} has more than two decimals")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_print_without_trailing_zeros_and_parse_back() {
        for (hundredths, text) in
            [(0, "0"), (1250, "12.5"), (-750, "-7.5"), (-5, "-0.05"), (1725, "17.25"), (-100, "-1")]
        {
            let points = Points::hundredths(hundredths);
            assert_eq!(points.to_string(), text);
            assert_eq!(text.parse(), Ok(points));
        }
    }

    #[test]
    fn points_are_numbers_in_files_and_whole_points_have_no_decimals() {
        for (hundredths, number) in [(0, "0"), (1200, "12"), (750, "7.5"), (-125, "-1.25"), (-100, "-1")] {
            let points = Points::hundredths(hundredths);
            assert_eq!(serde_json::to_string(&points).unwrap(), number);
            assert_eq!(serde_json::from_str::<Points>(number).unwrap(), points);
            assert_eq!(-points, Points::hundredths(-hundredths));
        }
    }

    #[test]
    fn points_have_at_most_two_decimals() {
        assert!("0.125".parse::<Points>().is_err());
        assert!(Points::from_f64(1e-9).is_none() && Points::from_f64(7.500_000_01).is_none());
        for hundredths in (-999_999..=999_999).step_by(7) {
            let points = Points::hundredths(hundredths);
            assert_eq!(Points::from_f64(points.to_f64()), Some(points));
        }
        assert_eq!(Points::from_f64(99_999.99), Some(Points::hundredths(9_999_999)));
        assert!(Points::from_f64(100_000.0).is_none());
        assert!("many".parse::<Points>().is_err());
        assert!(Points::from_f64(f64::NAN).is_none());
        assert!(Points::from_f64(1e300).is_none());
    }
}
