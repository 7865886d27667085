//! Reading text of others: files and input in UTF-8, with or without the byte order mark that some editors and shells put first.
//! UTF-16, which the same editors and shells may write, is one error.

use std::io::{self, BufRead, ErrorKind, Read};

/// Why a text in UTF-16 is refused.
pub const UTF_16: &str = "it is UTF-16 text: expected UTF-8";

/// `bytes`, the beginning of a text or all of it, without a byte order mark.
///
/// # Errors
/// Returns an error that says [`UTF_16`] if the text is not UTF-8 but UTF-16.
pub fn without_mark(bytes: &[u8]) -> io::Result<&[u8]> {
    let is_utf_16 = match *bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without a mark, an ASCII character in UTF-16 has a zero byte.
        [first, second, ..] => (first == 0) != (second == 0),
        _ => false,
    };
    if is_utf_16 {
        return Err(io::Error::new(ErrorKind::InvalidData, UTF_16));
    }
    Ok(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
}

/// The text that `bytes` hold, without a byte order mark.
///
/// # Errors
/// Returns an error if it is not UTF-8.
pub fn text_of(bytes: &[u8]) -> io::Result<&str> {
    let wrong = |_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text");
    std::str::from_utf8(without_mark(bytes)?).map_err(wrong)
}

/// A line that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The whole line, with its line end if it has one.
    Whole,
    /// Only the beginning: the line is longer than allowed.
    TooLong,
}

/// Reads a text line by line.
#[derive(Debug)]
pub struct Lines<R> {
    from: R,
    longest: u64,
    begun: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads `from`, whose lines may have up to `longest` bytes besides the line end.
    pub fn new(from: R, longest: u64) -> Self {
        Self { from, longest, begun: false }
    }

    /// Reads the next line into `line`; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the text cannot be read, or is UTF-16.
    pub fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Option<Line>> {
        line.clear();
        if !self.begun {
            // More than a line: in UTF-16, the first line may be the first byte of a line break.
            without_mark(self.from.fill_buf()?)?;
        }
        if self.from.by_ref().take(self.longest + 1).read_until(b'\n', line)? == 0 {
            return Ok(None);
        }
        let is_long = line.len() as u64 > self.longest && line.last() != Some(&b'\n');
        if !std::mem::replace(&mut self.begun, true) {
            let marked = line.len() - without_mark(line)?.len();
            line.drain(..marked);
        }
        Ok(Some(if is_long { Line::TooLong } else { Line::Whole }))
    }

    /// Skips the rest of the line.
    ///
    /// # Errors
    /// Returns an error if the text cannot be read.
    pub fn skip_rest(&mut self) -> io::Result<()> {
        self.from.skip_until(b'\n').map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` in UTF-16, after `mark`.
    fn utf_16(mark: &str, text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        format!("{mark}{text}").encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_only_at_the_start() {
        assert_eq!(text_of("\u{feff}a\u{feff}".as_bytes()).unwrap(), "a\u{feff}");
        assert_eq!(text_of(b"").unwrap(), "");
        let (mut lines, mut line) = (Lines::new("\u{feff}ab\ncd".as_bytes(), 5), Vec::new());
        for text in ["ab\n", "cd"] {
            assert_eq!((lines.next(&mut line).unwrap(), &*line), (Some(Line::Whole), text.as_bytes()));
        }
        assert_eq!(lines.next(&mut line).unwrap(), None);
    }

    #[test]
    fn utf_16_is_one_error() {
        for mark in ["", "\u{feff}"] {
            for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                for text in ["a1\nb2\n", "\na1\n"] {
                    let bytes = utf_16(mark, text, to_bytes);
                    assert_eq!(text_of(&bytes).unwrap_err().to_string(), UTF_16);
                    let error = Lines::new(&*bytes, 9).next(&mut Vec::new()).unwrap_err();
                    assert_eq!(error.to_string(), UTF_16);
                }
            }
        }
        assert_eq!(text_of(b"\xe9").unwrap_err().to_string(), "it is not UTF-8 text");
    }

    #[test]
    fn long_lines_are_reported_and_can_be_skipped() {
        let (mut lines, mut line) = (Lines::new(&b"abc\nabcd\nef"[..], 3), Vec::new());
        assert_eq!(lines.next(&mut line).unwrap(), Some(Line::Whole));
        assert_eq!((lines.next(&mut line).unwrap(), &*line), (Some(Line::TooLong), &b"abcd"[..]));
        lines.skip_rest().unwrap();
        assert_eq!((lines.next(&mut line).unwrap(), &*line), (Some(Line::Whole), &b"ef"[..]));
    }
}
