//! Human-readable numbers.

use std::borrow::Cow;

/// A count with thousands separators: `10,000`.
pub fn thousands(n: u64) -> String {
    match n / 1000 {
        0 => n.to_string(),
        above => format!("{},{:03}", thousands(above), n % 1000),
    }
}

/// `1 stone`, `2 stones`, `1,000 stones`.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {}", thousands(n), form(n, noun))
}

/// `noun` in the singular or the plural, as `n` requires.
pub fn form(n: u64, noun: &str) -> Cow<'_, str> {
    if n == 1 { noun.into() } else { plural(noun).into() }
}

/// The verb for `n` things.
pub const fn is_or_are(n: u64) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

/// `two`, `three`, `four`; other numbers in digits.
pub fn in_words(n: u16) -> String {
    ["two", "three", "four"].get(usize::from(n).wrapping_sub(2)).map_or(n.to_string(), ToString::to_string)
}

/// The plural of `noun`: `stones`, `passes`, `symmetries`, `ways`.
pub fn plural(noun: &str) -> String {
    let vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(vowel) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_of_one_is_singular() {
        assert_eq!([0, 1, 1000].map(|n| counted(n, "game")), ["0 games", "1 game", "1,000 games"]);
        let nouns = ["stone", "pass", "push", "symmetry", "way"].map(plural);
        assert_eq!(nouns, ["stones", "passes", "pushes", "symmetries", "ways"]);
    }

    #[test]
    fn counts_have_thousands_separators() {
        assert_eq!([0, 999, 1000, 1_002_030].map(thousands), ["0", "999", "1,000", "1,002,030"]);
        assert_eq!(thousands(u64::MAX), "18,446,744,073,709,551,615");
    }
}
