//! Texts from strangers, made safe to show: variant files, records and folders of runs may hold anything.

/// Texts longer than this are cut when a message quotes them, in characters.
const LONGEST_QUOTE: usize = 60;

/// Whether `c` is a control character, one that changes the direction of the text around it, or one that can't be seen and
/// joins nothing: what steers a terminal, or makes a text look like another.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' // directions
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}') // marks without a width
}

/// `text` made safe to print: what is unprintable is escaped, as `\u{1b}`.
pub fn printable(text: &str) -> String {
    text.chars().flat_map(safe).collect()
}

/// `text` made safe to print as one or several lines: as [`printable`], but line breaks and tabs stay.
pub fn printable_lines(text: &str) -> String {
    let stays = |c: char| matches!(c, '\n' | '\t');
    text.chars().flat_map(|c| if stays(c) { Box::new(std::iter::once(c)) } else { safe(c) }).collect()
}

/// A text of JSON made safe to print, without changing what it says: what is unprintable stands within strings, where
/// `\u001b` is the same.
pub fn printable_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unprintable(c) && c != '\n' {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units);
            units.iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// `text` made safe to print within a sentence: nothing unprintable, no unreasonable length.
pub fn plain(text: &str) -> String {
    shortened(text, LONGEST_QUOTE)
}

/// The first `most` characters of `text` made safe to print, with an ellipsis if there are more.
pub fn shortened(text: &str, most: usize) -> String {
    let mut out: String = text.chars().take(most).flat_map(safe).collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

/// `text` in backticks, safe to print within a sentence.
pub fn quoted(text: &str) -> String {
    format!("`{}`", plain(text))
}

/// A character as itself, or escaped if it is unprintable.
fn safe(c: char) -> Box<dyn Iterator<Item = char>> {
    if is_unprintable(c) { Box::new(c.escape_unicode()) } else { Box::new(std::iter::once(c)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_nothing_that_disturbs_a_terminal() {
        assert_eq!(quoted("a\u{1b}[31mb"), "`a\\u{1b}[31mb`");
        assert_eq!(quoted("é\n"), "`é\\u{a}`");
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), LONGEST_QUOTE + 3);
    }

    #[test]
    fn what_turns_or_hides_text_is_escaped_and_what_joins_letters_is_not() {
        for c in ['\u{9b}', '\u{7f}', '\u{61c}', '\u{202e}', '\u{2069}', '\u{feff}', '\u{e0041}'] {
            assert!(printable(&c.to_string()).starts_with("\\u{"), "{c:?}");
        }
        // Emoji of several signs and Persian words need their joiners, letters their accents.
        for text in ["👩‍🚀", "می‌خواهم", "e\u{301}", "σκάκι", "囲碁"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn lines_keep_their_breaks() {
        assert_eq!(printable_lines("a\tb\n\u{1b}[2J\r\n"), "a\tb\n\\u{1b}[2J\\u{d}\n");
    }

    #[test]
    fn json_says_the_same_with_nothing_unprintable_in_it() {
        let value = serde_json::json!({ "a\u{9b}": "\u{202e}\u{1b}\u{e0041}\n\u{7f}é" });
        let text = printable_json(&value.to_string());
        assert!(!text.contains(is_unprintable), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
