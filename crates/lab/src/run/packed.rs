//! Files of games compressed with Zstandard (RFC 8878), which `zstd -d` and most table readers can read.

use super::files::{open, write_atomically_by};
use super::{ReadError, Row, Rows, Source};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The number of bytes that are compressed into one frame. Each frame can be read separately.
const FRAME: u64 = 1 << 22;

/// The name of the file `path` once it is compressed.
pub fn packed(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".zst");
    name.into()
}

/// Opens the file `path`, or its compressed form, for reading. A name that ends in `.zst` is that of a compressed file.
///
/// # Errors
/// As for [`open()`].
pub fn open_packed(path: &Path) -> io::Result<Source> {
    let unpacked = |file| -> Source { Box::new(Frames::Between(BufReader::new(file))) };
    if path.extension() == Some(OsStr::new("zst")) {
        return open(path).map(unpacked);
    }
    match open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match open(&packed(path)) {
            Err(_) => Err(error),
            Ok(file) => Ok(unpacked(file)),
        },
        opened => Ok(Box::new(opened?)),
    }
}

impl<T: Row> Rows<T> {
    /// Opens the table in the folder `dir` of a run.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or its first line does not begin with the columns of the table.
    pub fn open(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(T::FILE);
        let file = open_packed(&path).map_err(|error| ReadError::file(&path, error))?;
        Self::new(path, file)
    }
}

/// Whether the file `path` exists, compressed or not.
pub fn is_there(path: &Path) -> bool {
    path.exists() || packed(path).exists()
}

/// Compresses the file `path`, and removes it once the result is on the disk; does nothing without such a file.
///
/// # Errors
/// Returns an error if a file cannot be read, written or removed.
pub fn pack(path: &Path) -> io::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let mut source = open(path)?;
    write_atomically_by(&packed(path), |into| {
        let mut bytes = Vec::new();
        while Read::by_ref(&mut source).take(FRAME).read_to_end(&mut bytes)? > 0 {
            into.write_all(&compress_to_vec(bytes.as_slice(), CompressionLevel::Fastest))?;
            bytes.clear();
        }
        Ok(())
    })?;
    fs::remove_file(path)
}

/// Reads frames one after another.
enum Frames {
    Between(BufReader<File>),
    Within(Box<StreamingDecoder<BufReader<File>, ruzstd::decoding::FrameDecoder>>),
    /// An error has occurred.
    Over,
}

impl Read for Frames {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            *self = match std::mem::replace(self, Self::Over) {
                Self::Over => return Ok(0),
                Self::Between(mut source) => {
                    if source.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let decoder = StreamingDecoder::new(source);
                    Self::Within(Box::new(
                        decoder.map_err(|error| io::Error::new(ErrorKind::InvalidData, error.to_string()))?,
                    ))
                }
                Self::Within(mut decoder) => {
                    let bytes = decoder.read(into)?;
                    if bytes > 0 || into.is_empty() {
                        *self = Self::Within(decoder);
                        return Ok(bytes);
                    }
                    Self::Between(decoder.into_inner())
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_the_same_when_it_is_compressed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.csv");
        let lines: String = (0..400_000).map(|i| format!("{i},send-it,random,{}\n", i % 97)).collect();
        assert!(lines.len() as u64 > 2 * FRAME);
        fs::write(&path, &lines).unwrap();
        pack(&path).unwrap();
        assert!(!path.exists() && is_there(&path));
        assert!(packed(&path).metadata().unwrap().len() < lines.len() as u64 / 3);
        let mut read = String::new();
        open_packed(&path).unwrap().read_to_string(&mut read).unwrap();
        assert!(read == lines);
        read.clear();
        open_packed(&packed(&path)).unwrap().read_to_string(&mut read).unwrap();
        assert!(read == lines);
        // Packing a second time does nothing.
        pack(&path).unwrap();
        assert!(is_there(&path));
    }

    #[test]
    fn a_file_that_is_not_compressed_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.csv");
        let missing = open_packed(&path).err().map(|error| error.kind());
        assert_eq!(missing, Some(ErrorKind::NotFound));
        fs::write(packed(&path), "game,variant\n").unwrap();
        let error = open_packed(&path).unwrap().read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
}
