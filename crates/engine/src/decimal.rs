//! Exact decimal numbers: integers in units of the last place, parsed from and formatted as text.

use std::fmt;

/// Parses the decimal number `text` in units of 10^-`places`: digits after an optional `-`, then optionally a point and more
/// digits. `None` if it is malformed, has more decimals than `places`, or is too large.
pub fn parse(text: &str, places: usize) -> Option<i64> {
    let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
    let (whole, decimals) = size.split_once('.').unwrap_or((size, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(decimals) {
        return None;
    }
    let decimals = decimals.trim_end_matches('0');
    if decimals.len() > places {
        return None;
    }
    format!("{whole}{decimals:0<places$}").parse::<i64>().ok().map(|units| sign * units)
}

/// Formats `units` of 10^-`places` without trailing zeros: `7.5`.
pub fn shortest(units: i64, places: usize) -> String {
    let unit = 10_u64.pow(places as u32);
    let (sign, size) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    let (whole, decimals) = (size / unit, size % unit);
    if decimals == 0 {
        return format!("{sign}{whole}");
    }
    let decimals = format!("{decimals:0places$}");
    format!("{sign}{whole}.{}", decimals.trim_end_matches('0'))
}

/// Writes `units` of 10^-`PLACES` with all decimals. A row of a table has several such numbers: padding by the formatter would
/// take half the time of writing the row.
///
/// # Errors
/// If writing fails.
pub fn write_fixed<const PLACES: usize>(f: &mut fmt::Formatter<'_>, units: u64) -> fmt::Result {
    // Room for the digits of the largest number, and the point.
    let mut text = [b'0'; 21];
    let mut at = text.len();
    let mut rest = units;
    while rest > 0 || at > text.len() - PLACES - 2 {
        at -= 1;
        if at == text.len() - PLACES - 1 {
            text[at] = b'.';
        } else {
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
    f.write_str(std::str::from_utf8(&text[at..]).expect("digits and a point are text"))
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
        ] {
            assert_eq!(parse(text, places), Some(units), "{text}");
        }
        for text in ["", "-", ".5", "1.005", "1e2", "+1", "--1", " 1", "1_0", "NaN", "99999999999999999999"] {
            assert_eq!(parse(text, 2), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_written_with_the_decimals_they_need() {
        for (units, text) in
            [(0, "0"), (1250, "12.5"), (-5, "-0.05"), (100, "1"), (i64::MIN, "-92233720368547758.08")]
        {
            assert_eq!(shortest(units, 2), text);
        }
        assert_eq!(shortest(7, 0), "7");
    }
}
