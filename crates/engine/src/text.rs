//! Making untrusted text safe to show: variant files, records and folders of runs may contain anything.

use std::borrow::Cow;
use std::io;

/// The largest number of characters of a text that a message quotes; the rest is cut.
const LONGEST_QUOTE: usize = 60;

/// Whether `c` is a control character, changes the direction of the text around it, or is invisible and does not join letters.
/// Such characters can control a terminal or make one text look like another.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' // text direction
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}') // zero-width marks
}

/// `text` made safe to print: unprintable characters are escaped, as in `\u{1b}`.
pub fn printable(text: &str) -> String {
    text.chars().flat_map(safe).collect()
}

/// `text` made safe to print as one or several lines: like [`printable`], but line breaks and tabs are kept.
pub fn printable_lines(text: &str) -> String {
    let stays = |c: char| matches!(c, '\n' | '\t');
    text.chars().flat_map(|c| if stays(c) { Box::new(std::iter::once(c)) } else { safe(c) }).collect()
}

/// JSON made safe to print without changing its meaning: unprintable characters occur only in strings, where `\u001b` means the
/// same.
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

/// `text` made safe to print within a sentence: escaped and of limited length.
pub fn plain(text: &str) -> String {
    shortened(text, LONGEST_QUOTE)
}

/// The first `most` characters of `text` made safe to print, with an ellipsis if there are more.
pub fn shortened(text: &str, most: usize) -> String {
    printable(&cut(text, most, most))
}

/// `text`, cut to at most `most` characters with an ellipsis at the end if it is longer.
pub fn fitted(text: &str, most: usize) -> String {
    cut(text, most, most - 1).into_owned()
}

/// `text`; if it has more than `most` characters, the first `kept` of them and an ellipsis.
fn cut(text: &str, most: usize, kept: usize) -> Cow<'_, str> {
    match text.chars().nth(most) {
        Some(_) => text.chars().take(kept).chain(['…']).collect(),
        None => text.into(),
    }
}

/// `text`, broken at spaces into lines of at most `width` columns. A longer word gets a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// `text` as a CSV cell that no spreadsheet runs as a formula: an apostrophe, which marks text in spreadsheets, is put before
/// every character that would start a formula. Numbers are unchanged.
///
/// The characters are those that OWASP's page "CSV Injection" lists: `=`, `+`, `-`, `@`, tab and line breaks, in half or full width,
/// at the start and after a semicolon, which separates cells in some locales.
pub fn inert(text: &str) -> Cow<'_, str> {
    const SEPARATOR: char = ';';
    let begins_formula =
        |c: char| matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠');
    let mut before = SEPARATOR;
    let is_active = text.chars().any(|c| std::mem::replace(&mut before, c) == SEPARATOR && begins_formula(c));
    if !is_active || text.parse::<f64>().is_ok() {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 1);
    before = SEPARATOR;
    for c in text.chars() {
        if before == SEPARATOR && begins_formula(c) {
            safe.push('\'');
        }
        safe.push(c);
        before = c;
    }
    Cow::Owned(safe)
}

/// Explains in plain words why a text is not valid JSON. The result is safe to print and leaves out the position. `kind` is what
/// the message calls the text, such as `line`.
pub fn json_fault(error: &serde_json::Error, kind: &str) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    match what {
        "EOF while parsing a list" => format!("the {kind} ends within a list"),
        "EOF while parsing an object" => format!("the {kind} ends within an object"),
        "EOF while parsing a string" => format!("the {kind} ends within a string"),
        "EOF while parsing a value" => format!("the {kind} ends where a value is expected"),
        "expected value" => "expected a value".to_owned(),
        "expected ident" => {
            "expected text in quotes; the only bare words in JSON are `true`, `false` and `null`".to_owned()
        }
        "trailing characters" => "unexpected text after the value".to_owned(),
        "key must be a string" => "expected a key in quotes".to_owned(),
        // Other reasons may quote the text, so their length is limited.
        other => shortened(&in_plain_words(other), LONGEST_REASON),
    }
}

/// The greatest length of a reason, in characters; the rest is cut.
const LONGEST_REASON: usize = 200;

/// The expected value or missing key that the parser reports, without the names of Rust types.
fn in_plain_words(message: &str) -> String {
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("missing key {key}");
    }
    let found = ["invalid type: ", "invalid value: "].iter().find_map(|start| message.strip_prefix(start));
    let Some((found, expected)) = found.and_then(|message| message.rsplit_once(", expected ")) else {
        return message.to_owned();
    };
    let expected = match expected {
        "u64" | "u32" | "usize" => "a whole number",
        "f64" => "a number",
        "a sequence" => "a list",
        "a map" => "a table with keys",
        other if other.starts_with("struct ") => "a table with keys",
        other => other,
    };
    format!("expected {expected}, found {found}")
}

/// The error in the operating system's words, without its number.
pub fn reason(error: &io::Error) -> String {
    without_number(&error.to_string()).to_owned()
}

/// `message`, which ends with the operating system's words, without their number.
pub fn without_number(message: &str) -> &str {
    message.rsplit_once(" (os error").map_or(message, |(words, _)| words)
}

/// `bytes` as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `text` in backticks, safe to print within a sentence.
pub fn quoted(text: &str) -> String {
    format!("`{}`", plain(text))
}

/// The number of characters shown of a differing line, and the maximum number of these before the first difference.
const SHOWN: usize = 60;
const BEFORE: usize = 20;

/// The part of the line in `bytes` around `at`, safe to print.
pub fn around(bytes: &[u8], at: usize) -> String {
    if at >= bytes.len() {
        return "nothing more".to_owned();
    }
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| at + end);
    let before = String::from_utf8_lossy(&bytes[start..at]);
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let text: String =
        before.chars().skip(skipped).collect::<String>() + &String::from_utf8_lossy(&bytes[at..end]);
    format!("`{}{}`", if skipped > 0 { "…" } else { "" }, shortened(&text, SHOWN))
}

/// A character as itself, or escaped if it is unprintable.
fn safe(c: char) -> Box<dyn Iterator<Item = char>> {
    if is_unprintable(c) { Box::new(c.escape_unicode()) } else { Box::new(std::iter::once(c)) }
}

/// `text` with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_holds_no_control_characters() {
        assert_eq!(quoted("a\u{1b}[31mb"), "`a\\u{1b}[31mb`");
        assert_eq!(quoted("é\n"), "`é\\u{a}`");
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), LONGEST_QUOTE + 3);
    }

    #[test]
    fn direction_marks_and_invisible_characters_are_escaped_but_joiners_are_not() {
        for c in ['\u{9b}', '\u{7f}', '\u{61c}', '\u{202e}', '\u{2069}', '\u{feff}', '\u{e0041}'] {
            assert!(printable(&c.to_string()).starts_with("\\u{"), "{c:?}");
        }
        // Composed emoji and Persian words need their joiners, and letters their combining accents.
        for text in ["👩‍🚀", "می‌خواهم", "e\u{301}", "σκάκι", "囲碁"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(
            wrapped("how often each cell was the first", 12),
            ["how often", "each cell", "was the", "first"]
        );
        assert_eq!(wrapped("incomprehensibilities", 5), ["incomprehensibilities"]);
        assert_eq!(wrapped("not at\u{a0}such spaces", 7), ["not", "at\u{a0}such", "spaces"]);
        assert_eq!(wrapped("", 5), [""]);
    }

    #[test]
    fn text_that_is_too_long_ends_in_an_ellipsis() {
        assert_eq!([fitted("send-it", 7), fitted("send-it-square", 7)], ["send-it", "send-i…"]);
        assert_eq!(
            [shortened("send-it", 7), shortened("send-\u{1b}-square", 6)],
            ["send-it", "send-\\u{1b}…"]
        );
    }

    #[test]
    fn spreadsheets_run_no_cell_as_a_formula() {
        for (text, cell) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1+1", "'+1+1"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("＝1", "'＝1"),
            ("a;=1;-b", "a;'=1;'-b"),
        ] {
            assert_eq!(inert(text), cell);
            assert_eq!(inert(cell), cell, "safe text is unchanged");
        }
        for text in ["", "send-it", "-0.5", "+3", "1e-3", "-inf", "d7+e9", "mcts:20:margin=1", "a=b", "1/2"] {
            assert_eq!(inert(text), text);
        }
    }

    #[test]
    fn printable_lines_keep_their_breaks() {
        assert_eq!(printable_lines("a\tb\n\u{1b}[2J\r\n"), "a\tb\n\\u{1b}[2J\\u{d}\n");
    }

    #[test]
    fn json_keeps_its_meaning_without_unprintable_characters() {
        let value = serde_json::json!({ "a\u{9b}": "\u{202e}\u{1b}\u{e0041}\n\u{7f}é" });
        let text = printable_json(&value.to_string());
        assert!(!text.contains(is_unprintable), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
