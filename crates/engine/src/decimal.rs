//! Exact decimal numbers: integers in units of the last place, parsed from and formatted as text.

use std::fmt;

/// Parses the decimal number `text` in units of 10^-`places`: digits after an optional `-`, then optionally a point and more
/// digits. `None` if it is malformed, has more decimals than `places`, or is too large.
pub fn parse(text: &str, places: usize) -> Option<i64> {
    let size = text.strip_prefix('-').unwrap_or(text);
    let mut units = 0_i64;
    // How many more decimals fit, once the point has been read.
    let mut left = None;
    for (i, byte) in size.bytes().enumerate() {
        match (byte, left) {
            (b'.', None) if i > 0 => left = Some(places),
            (b'0', Some(0)) => {}
            (b'0'..=b'9', _) if left != Some(0) => {
                units = units.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?;
                left = left.map(|left| left - 1);
            }
            _ => return None,
        }
    }
    let unit = 10_i64.checked_pow(left.unwrap_or(places) as u32)?;
    let units = units.checked_mul(unit).filter(|_| !size.is_empty())?;
    Some(if size.len() < text.len() { -units } else { units })
}

/// Formats `units` of 10^-`places` without trailing zeros: `7.5`.
pub fn shortest(units: i64, places: usize) -> String {
    text(shortest_in(&mut [0; LONGEST], units, places)).to_owned()
}

/// Room for the digits of the largest number, the sign and the point.
pub const LONGEST: usize = 21;

/// The digits of `units` of 10^-`places`, with all decimals, written into `room` as ASCII. A row of a table has many numbers: with
/// the formatter, writing the row would take a third more instructions.
pub fn digits(room: &mut [u8; LONGEST], units: u64, places: usize) -> &[u8] {
    // The shortest text has one digit before the point, all decimals, and the point if there are any decimals.
    let least = places + 1 + usize::from(places > 0);
    let (mut at, mut rest) = (room.len(), units);
    while rest > 0 || room.len() - at < least {
        at -= 1;
        room[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if room.len() - at == places {
            at -= 1;
            room[at] = b'.';
        }
    }
    &room[at..]
}

/// `units` of 10^-`places` without trailing zeros, written into `room` as ASCII.
fn shortest_in(room: &mut [u8; LONGEST], units: i64, places: usize) -> &[u8] {
    let mut from = LONGEST - digits(room, units.unsigned_abs(), places).len();
    let mut to = LONGEST;
    if places > 0 {
        while room[to - 1] == b'0' {
            to -= 1;
        }
        to -= usize::from(room[to - 1] == b'.');
    }
    if units < 0 {
        from -= 1;
        room[from] = b'-';
    }
    &room[from..to]
}

/// ASCII digits as text.
fn text(digits: &[u8]) -> &str {
    std::str::from_utf8(digits).expect("digits, a sign and a point are UTF-8")
}

/// An exact decimal: a whole number of units of 10^-`PLACES`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal<T, const PLACES: usize>(T);

impl<T: Copy, const PLACES: usize> Decimal<T, PLACES> {
    /// The number of units in 1.
    pub const UNIT: u64 = 10_u64.pow(PLACES as u32);

    /// A number of `units`.
    pub const fn of(units: T) -> Self {
        Self(units)
    }

    /// The number of units.
    pub const fn units(self) -> T {
        self.0
    }
}

impl<T: Copy + Into<f64>, const PLACES: usize> Decimal<T, PLACES> {
    /// The value as a floating point number.
    pub fn to_f64(self) -> f64 {
        self.0.into() / Self::UNIT as f64
    }
}

impl<T: Copy + Into<i64>, const PLACES: usize> Decimal<T, PLACES> {
    /// The number without trailing zeros, written into `room` as ASCII: `7.5`.
    pub fn shortest(self, room: &mut [u8; LONGEST]) -> &[u8] {
        shortest_in(room, self.0.into(), PLACES)
    }
}

/// Without trailing zeros: `7.5`.
impl<T: Copy + Into<i64>, const PLACES: usize> fmt::Display for Decimal<T, PLACES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text(self.shortest(&mut [0; LONGEST])))
    }
}

impl<const PLACES: usize> Decimal<u64, PLACES> {
    /// `part / whole`, rounded half up; 0 if `whole` is 0.
    pub fn ratio(part: u64, whole: u64) -> Self {
        let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
        let scaled = (2 * part * u128::from(Self::UNIT) + whole) / (2 * whole);
        Self(u64::try_from(scaled).unwrap_or(u64::MAX))
    }

    /// `value`, clamped to the range from 0 to a million and rounded; 0 for NaN.
    pub fn rounded(value: f64) -> Self {
        let value = if value > 0.0 { value.min(1e6) } else { 0.0 };
        Self((value * Self::UNIT as f64).round() as u64)
    }

    /// The number with all its decimals, written into `room` as ASCII: `7.5000`.
    pub fn fixed(self, room: &mut [u8; LONGEST]) -> &[u8] {
        digits(room, self.0, PLACES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        for (text, places, units) in [
            ("0", 2, 0),
            ("12.5", 2, 1250),
            ("-0.05", 2, -5),
            ("7.500", 2, 750),
            ("1.5", 3, 1500),
            ("3.", 1, 30),
            ("-92233720368547758.07", 2, -i64::MAX),
            ("00012.3000000000000000000", 1, 123),
        ] {
            assert_eq!(parse(text, places), Some(units), "{text}");
        }
        for text in [
            "",
            "-",
            ".5",
            "1.005",
            "1.05.",
            "1..",
            "1e2",
            "+1",
            "--1",
            " 1",
            "1_0",
            "NaN",
            "92233720368547758.08",
            "99999999999999999999",
        ] {
            assert_eq!(parse(text, 2), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_written_without_trailing_zeros() {
        for (units, text) in
            [(0, "0"), (1250, "12.5"), (-5, "-0.05"), (100, "1"), (i64::MIN, "-92233720368547758.08")]
        {
            assert_eq!(shortest(units, 2), text);
        }
        assert_eq!((shortest(7, 0), shortest(10, 0)), ("7".to_owned(), "10".to_owned()));
        assert_eq!(Decimal::<i32, 2>::of(-5).to_string(), "-0.05");
        assert_eq!(Decimal::<u32, 3>::of(20_000).to_string(), "20");
    }

    #[test]
    fn a_ratio_is_rounded_half_up() {
        for (part, whole, text) in [
            (2, 3, "0.666667"),
            (1, 3, "0.333333"),
            (5, 2, "2.500000"),
            (1, 2_000_000, "0.000001"),
            (0, 0, "0.000000"),
        ] {
            assert_eq!(Decimal::<u64, 6>::ratio(part, whole).fixed(&mut [0; LONGEST]), text.as_bytes());
        }
        assert_eq!(Decimal::<u64, 6>::rounded(2.0_f64.sqrt()).fixed(&mut [0; LONGEST]), b"1.414214");
        assert_eq!([f64::NAN, -1.0].map(Decimal::<u64, 6>::rounded), [Decimal::of(0); 2]);
    }

    #[test]
    fn numbers_of_every_size_are_written_with_all_decimals() {
        for (units, text) in [
            (0, "0.000000"),
            (9, "0.000009"),
            (999_999, "0.999999"),
            (1_000_000, "1.000000"),
            (12_345_678, "12.345678"),
            (u64::MAX, "18446744073709.551615"),
        ] {
            assert_eq!(Decimal::<u64, 6>::of(units).fixed(&mut [0; LONGEST]), text.as_bytes());
        }
        assert_eq!(Decimal::<u64, 4>::of(u64::MAX).fixed(&mut [0; LONGEST]), b"1844674407370955.1615");
    }
}
