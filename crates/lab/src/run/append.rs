//! Append-only files that can be rolled back to whole games.

use super::folder::remove;
use super::{Extent, GameRow, OutputError, RowWriter};
use blake3::Hasher;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file to which rows of many games are appended at a time. It is never a link, so that writes stay in the folder.
#[derive(Debug)]
pub struct AppendFile {
    /// Its path.
    pub path: PathBuf,
    file: File,
    /// The length of the file in bytes, and the hash of its content.
    length: u64,
    hash: Hasher,
    /// The length and the hash of the committed part, which holds only whole games.
    committed: u64,
    committed_hash: Hasher,
}

impl AppendFile {
    /// Creates an empty file, replacing any file of this name.
    pub fn create(dir: &Path, name: &str) -> Result<Self, OutputError> {
        let path = dir.join(name);
        // An existing file is removed, not truncated: it may be a link to something else.
        remove(&path)?;
        match File::create_new(&path) {
            Ok(file) => Ok(Self::new(path, file, 0, Hasher::new())),
            Err(error) => Err(OutputError::File(path, error)),
        }
    }

    /// Opens the file `name` and truncates it to `extent`.
    ///
    /// # Errors
    /// Returns an error if the file does not begin with the content that `extent` describes, or if writing to it could change files
    /// elsewhere.
    pub fn reopen(dir: &Path, name: &str, extent: &Extent) -> Result<Self, OutputError> {
        let path = dir.join(name);
        let changed = |what: String| OutputError::Changed { path: path.clone(), what };
        let wrong = |error| OutputError::File(path.clone(), error);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(changed("the file is missing".to_owned()));
            }
            Err(error) => return Err(wrong(error)),
            Ok(found) if found.is_symlink() => {
                return Err(changed("the file is a link, and links are not followed".to_owned()));
            }
            Ok(found) if !found.is_file() => return Err(changed("not a regular file".to_owned())),
            Ok(found) if link_count(&found) > 1 => {
                let what = "the file has another hard link, which would change too";
                return Err(changed(what.to_owned()));
            }
            Ok(found) if found.len() < extent.bytes => {
                let (found, written) = (found.len(), extent.bytes);
                return Err(changed(format!("the file has {found} bytes, but {written} were written")));
            }
            Ok(_) => {}
        }
        let mut file = File::options().read(true).write(true).open(&path).map_err(wrong)?;
        let mut hash = Hasher::new();
        hash.update_reader((&mut file).take(extent.bytes)).map_err(wrong)?;
        if hash.finalize().to_hex().as_str() != extent.blake3 {
            let first = extent.bytes;
            return Err(changed(format!("checksum mismatch in the first {first} bytes")));
        }
        file.set_len(extent.bytes).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        Ok(Self::new(path, file, extent.bytes, hash))
    }

    fn new(path: PathBuf, file: File, length: u64, hash: Hasher) -> Self {
        Self { path, file, length, committed: length, committed_hash: hash.clone(), hash }
    }

    /// Waits until all written data is on the disk.
    pub fn sync(&self) -> Result<(), OutputError> {
        self.file.sync_data().map_err(|error| OutputError::File(self.path.clone(), error))
    }

    /// The file's name, and the length and checksum of the committed part.
    pub fn extent(&self) -> (String, Extent) {
        let name = self.path.file_name().unwrap_or_default();
        let blake3 = self.committed_hash.finalize().to_hex().to_string();
        (name.to_string_lossy().into_owned(), Extent { bytes: self.committed, blake3 })
    }

    /// Appends lines. After an error, some of them may already have been written.
    ///
    /// Readers should always see whole lines. But the system makes a write visible page by page, so a line that crosses a page
    /// boundary can briefly appear cut off. Such a line is written on its own, and is whole about a microsecond later. All other
    /// lines are written in batches that stay within a page. No order of writes closes this window, since a file cannot
    /// grow atomically across a page boundary.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), OutputError> {
        let mut rest = lines;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(together(rest, PAGE - (self.length % PAGE as u64) as usize));
            self.file.write_all(now).map_err(|error| OutputError::File(self.path.clone(), error))?;
            self.length += now.len() as u64;
            rest = later;
        }
        // Hash in large chunks, so that BLAKE3 can use SIMD.
        self.hash.update(lines);
        Ok(())
    }

    /// Commits the appended games.
    pub fn commit(&mut self) {
        self.committed = self.length;
        self.committed_hash = self.hash.clone();
    }

    /// Truncates to the committed part.
    pub fn roll_back(&mut self) {
        // The caller reports the original error. Even if truncating fails too, the committed rows stay valid.
        let _ = self.file.set_len(self.committed);
        self.length = self.committed;
        self.hash = self.committed_hash.clone();
    }
}

/// The number of links to a file.
fn link_count(file: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(file);
    #[cfg(not(unix))]
    return file.is_file().into();
}

/// The number of bytes that become visible at once: the smallest size of a page. Larger pages are multiples of it.
const PAGE: usize = 4096;

/// How many bytes of `lines` to write at once if `room` bytes are left in the page: the whole lines that fit, or the first line
/// if none fits.
fn together(lines: &[u8], room: usize) -> usize {
    if lines.len() <= room {
        return lines.len();
    }
    let end = |&byte: &u8| byte == b'\n';
    let fitting = lines[..room].iter().rposition(end);
    fitting.or_else(|| lines.iter().position(end)).map_or(lines.len(), |at| at + 1)
}

/// Formats the rows of games in memory. A CSV writer that wrote to the file itself would retry a failed write when it is dropped.
#[derive(Debug)]
pub struct RowText {
    writer: RowWriter<GameRow, Memory>,
    text: Memory,
}

#[derive(Clone, Debug, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl RowText {
    /// Begins with the first line of the table.
    pub fn with_head() -> Self {
        let text = Memory::default();
        let writer = RowWriter::new(text.clone()).expect(INFALLIBLE);
        Self { writer, text }
    }

    /// Begins without the first line, for a table that already has it.
    pub fn without_head() -> Self {
        let mut rows = Self::with_head();
        rows.take(|_| ());
        rows
    }

    /// Adds a row.
    pub fn add(&mut self, row: &GameRow) {
        self.writer.write(row).expect(INFALLIBLE);
    }

    /// Passes `each` the text added since the last call.
    pub fn take<T>(&mut self, each: impl FnOnce(&[u8]) -> T) -> T {
        self.writer.flush().expect(INFALLIBLE);
        let mut text = self.text.0.borrow_mut();
        let taken = each(&text);
        text.clear();
        taken
    }
}

const INFALLIBLE: &str = "writing to memory cannot fail";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_fit_into_a_page_are_written_together() {
        assert_eq!(together(b"ab\ncd\nef\n", 9), 9);
        assert_eq!(together(b"ab\ncd\nef\n", 8), 6);
        assert_eq!(together(b"ab\ncd\n", 2), 3);
        assert_eq!(together(b"abcd", 2), 4);
    }

    #[test]
    fn a_file_holds_the_appended_lines_and_can_be_truncated() {
        let dir = tempfile::tempdir().unwrap();
        let lines: String = (0..5000).map(|i| format!("{i},{}\n", "x".repeat(i % 97))).collect();
        let mut file = AppendFile::create(dir.path(), "rows").unwrap();
        file.append(lines.as_bytes()).unwrap();
        file.commit();
        file.append(b"half").unwrap();
        file.roll_back();
        let read = || fs::read_to_string(dir.path().join("rows")).unwrap();
        assert_eq!(read(), lines);
        let (name, whole) = file.extent();
        assert_eq!((name.as_str(), whole.bytes), ("rows", lines.len() as u64));
        assert_eq!(whole, extent(lines.as_bytes()));
        let mut file = AppendFile::reopen(dir.path(), "rows", &extent(&lines.as_bytes()[..7])).unwrap();
        file.append(b"on\n").unwrap();
        file.commit();
        assert_eq!(read(), format!("{}on\n", &lines[..7]));
        // After truncation, the hash continues from the remaining content.
        assert_eq!(file.extent().1, extent(read().as_bytes()));
    }

    /// The extent of a file that begins with `bytes`.
    fn extent(bytes: &[u8]) -> Extent {
        Extent { bytes: bytes.len() as u64, blake3: blake3::hash(bytes).to_hex().to_string() }
    }

    #[test]
    fn a_changed_file_is_not_appended_to() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("rows"), "1,a\n2,b\n").unwrap();
        fs::create_dir(dir.path().join("folder")).unwrap();
        let error = |name: &str, bytes: &[u8]| match AppendFile::reopen(dir.path(), name, &extent(bytes)) {
            Err(OutputError::Changed { what, .. }) => what,
            other => panic!("{:?}", other.err()),
        };
        assert_eq!(error("none", b""), "the file is missing");
        assert_eq!(error("folder", b""), "not a regular file");
        assert_eq!(error("rows", b"1,a\n2,b\n3"), "the file has 8 bytes, but 9 were written");
        assert_eq!(error("rows", b"1,x\n"), "checksum mismatch in the first 4 bytes");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("rows", dir.path().join("link")).unwrap();
            assert_eq!(error("link", b"1,a\n"), "the file is a link, and links are not followed");
            fs::write(dir.path().join("here"), "1,a\n").unwrap();
            fs::hard_link(dir.path().join("here"), dir.path().join("there")).unwrap();
            assert!(error("here", b"1,a\n").starts_with("the file has another hard link"));
        }
        assert_eq!(fs::read_to_string(dir.path().join("rows")).unwrap(), "1,a\n2,b\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_replaces_a_link_but_not_its_target() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("precious"), "all of it").unwrap();
        std::os::unix::fs::symlink("precious", dir.path().join("rows")).unwrap();
        AppendFile::create(dir.path(), "rows").unwrap().append(b"1\n").unwrap();
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!((read("precious").as_str(), read("rows").as_str()), ("all of it", "1\n"));
    }
}
