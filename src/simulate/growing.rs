//! Files that grow by many games at a time and can be cut back to whole ones.

use super::output::OutputError;
use crate::run::{GameRow, RowWriter};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file with the length up to which it is whole.
pub struct Growing {
    /// Where it is.
    pub path: PathBuf,
    file: File,
    /// Bytes in the file.
    length: u64,
    /// Bytes that belong to whole games.
    whole: u64,
}

impl Growing {
    /// A new, empty file, in the place of an old one.
    pub fn create(dir: &Path, name: &str) -> Result<Self, OutputError> {
        let path = dir.join(name);
        match File::create(&path) {
            Ok(file) => Ok(Self { path, file, length: 0, whole: 0 }),
            Err(error) => Err(OutputError::File(path, error)),
        }
    }

    /// The file `name` as it was when it had `length` bytes: what came after them is cut off.
    pub fn reopen(dir: &Path, name: &str, length: u64) -> Result<Self, OutputError> {
        let path = dir.join(name);
        let wrong = |error| OutputError::File(path.clone(), error);
        let mut file = File::options().write(true).open(&path).map_err(wrong)?;
        let found = file.metadata().map_err(wrong)?.len();
        if found < length {
            return Err(OutputError::Short { path, found, length });
        }
        file.set_len(length).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        Ok(Self { path, file, length, whole: length })
    }

    /// Waits until all that was written is on the disk.
    pub fn sync(&self) -> Result<(), OutputError> {
        self.file.sync_data().map_err(|error| OutputError::File(self.path.clone(), error))
    }

    /// Its name and the bytes that belong to whole games.
    pub fn extent(&self) -> (String, u64) {
        let name = self.path.file_name().unwrap_or_default();
        (name.to_string_lossy().into_owned(), self.whole)
    }

    /// Writes lines to the end. After an error, a part of them may be there.
    ///
    /// Who reads the file meanwhile should see whole lines. The system shows what it writes page by page, so that a line can be
    /// seen cut off where a page ends: those that cross such a border are written one by one, and are whole again before a
    /// reader can look twice; all others come in writes that stay within a page.
    pub fn append(&mut self, mut lines: &[u8]) -> Result<(), OutputError> {
        while !lines.is_empty() {
            let (now, later) = lines.split_at(together(lines, PAGE - (self.length % PAGE as u64) as usize));
            self.file.write_all(now).map_err(|error| OutputError::File(self.path.clone(), error))?;
            self.length += now.len() as u64;
            lines = later;
        }
        Ok(())
    }

    /// All that is there is whole.
    pub fn keep(&mut self) {
        self.whole = self.length;
    }

    /// Cuts off what is not whole.
    pub fn cut_back(&mut self) {
        // The error that led here is the one to be told; where this fails too, the rows before are still good.
        let _ = self.file.set_len(self.whole);
        self.length = self.whole;
    }
}

/// Bytes that the system shows at once; larger pages are multiples of it.
const PAGE: usize = 4096;

/// How many bytes of `lines` to write at once, where `room` bytes are left in the page: the whole lines that fit, or else
/// the first.
fn together(lines: &[u8], room: usize) -> usize {
    if lines.len() <= room {
        return lines.len();
    }
    let end = |&byte: &u8| byte == b'\n';
    let fitting = lines[..room].iter().rposition(end);
    fitting.or_else(|| lines.iter().position(end)).map_or(lines.len(), |at| at + 1)
}

/// Turns games into the text of their rows, in memory: a table that was written to the file directly would try
/// again, when it is dropped, to write what the file did not take.
pub struct Rows {
    writer: RowWriter<GameRow, Memory>,
    text: Memory,
}

#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Rows {
    /// The table's first line.
    pub fn new() -> Self {
        let text = Memory::default();
        let writer = RowWriter::new(text.clone()).expect(TAKES_ALL);
        Self { writer, text }
    }

    /// The rows alone, for a table whose first line is there.
    pub fn without_head() -> Self {
        let mut rows = Self::new();
        rows.take(|_| ());
        rows
    }

    /// Adds a row.
    pub fn add(&mut self, row: &GameRow) {
        self.writer.write(row).expect(TAKES_ALL);
    }

    /// Hands over the text of what has been added since the last time.
    pub fn take<T>(&mut self, each: impl FnOnce(&[u8]) -> T) -> T {
        self.writer.flush().expect(TAKES_ALL);
        let mut text = self.text.0.borrow_mut();
        let taken = each(&text);
        text.clear();
        taken
    }
}

const TAKES_ALL: &str = "memory takes what is written to it";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_together_where_they_fit_into_the_page() {
        assert_eq!(together(b"ab\ncd\nef\n", 9), 9);
        assert_eq!(together(b"ab\ncd\nef\n", 8), 6);
        assert_eq!(together(b"ab\ncd\n", 2), 3);
        assert_eq!(together(b"abcd", 2), 4);
    }

    #[test]
    fn a_file_holds_what_was_appended_and_can_be_cut_back() {
        let dir = tempfile::tempdir().unwrap();
        let lines: String = (0..5000).map(|i| format!("{i},{}\n", "x".repeat(i % 97))).collect();
        let mut file = Growing::create(dir.path(), "rows").unwrap();
        file.append(lines.as_bytes()).unwrap();
        file.keep();
        file.append(b"half").unwrap();
        file.cut_back();
        let read = || std::fs::read_to_string(dir.path().join("rows")).unwrap();
        assert_eq!(read(), lines);
        let (name, length) = file.extent();
        assert_eq!((name.as_str(), length), ("rows", lines.len() as u64));
        let mut file = Growing::reopen(dir.path(), "rows", 7).unwrap();
        file.append(b"on\n").unwrap();
        assert_eq!(read(), format!("{}on\n", &lines[..7]));
        assert!(matches!(
            Growing::reopen(dir.path(), "rows", 11),
            Err(OutputError::Short { found: 10, length: 11, .. })
        ));
    }
}
