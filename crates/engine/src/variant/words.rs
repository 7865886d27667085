//! Helpers for writing sentences.

use crate::numbers::counted;

pub use crate::text::{is_unprintable, plain, printable, quoted};

/// Words longer than this get no suggestions.
const LONGEST_WORD: usize = 60;

/// `a`, `a or b`, `a, b or c`.
pub fn listed<T: AsRef<str>>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let items: Vec<T> = items.into_iter().collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., end] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", most.join(", "), end.as_ref())
        }
    }
}

/// `1 stone`, `2 stones`, `1,000 stones`.
pub fn count(n: impl Into<u64>, noun: &str) -> String {
    counted(n.into(), noun)
}

/// A space at which lines are not broken; it is displayed as an ordinary space.
pub const NO_BREAK: &str = "\u{a0}";

/// `text` as one word, which is never broken.
pub fn unbroken(text: &str) -> String {
    text.replace(' ', NO_BREAK)
}

/// The candidate nearest to `word`, if any is near enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    let allowed = (word.chars().count() / 3).max(1);
    let distance = |candidate: &str| {
        if word.len() >= 3 && candidate.starts_with(&word) && candidate != word {
            return 1;
        }
        strsim::damerau_levenshtein(&word, &candidate.to_lowercase())
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, candidate)| *distance <= allowed && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_one_that_was_probably_meant() {
        let keys = ["sight", "new_per_group", "clear"];
        assert_eq!(nearest("sigth", keys), Some("sight"));
        assert_eq!(nearest("Clear", keys), Some("clear"));
        assert_eq!(nearest("Hex", ["hex-it", "hex"]), Some("hex"));
        assert_eq!(nearest("new_per", keys), Some("new_per_group"));
        assert_eq!(nearest("new-per-group", keys), Some("new_per_group"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(nearest("x", ["a", "b"]), None);
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(listed(["a"], "or"), "a");
        assert_eq!(listed(["a", "b", "c"], "and"), "a, b and c");
        assert_eq!((count(1u8, "cell"), count(0u8, "cell")), ("1 cell".into(), "0 cells".into()));
        assert_eq!(
            (count(999u32, "turn"), count(1_002_030u32, "turn")),
            ("999 turns".into(), "1,002,030 turns".into())
        );
    }
}
