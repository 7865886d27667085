//! The state of a search as a file: the entries of its table, from which the next search resumes.
//!
//! The file consists of a header line, the hash of everything that the entries depend on, the effort so far (visits and
//! milliseconds), the number of entries, the entries, and the BLAKE3 hash of all these. Numbers are little-endian.

use super::table::TranspositionTable;
use std::io::{self, Read, Write};
use std::time::Duration;

const LINE: &[u8] = b"dropline solve 2\n";
/// The header line of a file of any version begins with this.
const ANY_VERSION: &[u8] = b"dropline solve ";

/// The effort that a search has taken, in all sessions since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of visits to positions.
    pub visits: u64,
    /// How long they took.
    pub time: Duration,
}

impl std::ops::Add for Effort {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { visits: self.visits.saturating_add(other.visits), time: self.time.saturating_add(other.time) }
    }
}

/// The state of an earlier session, as read from a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The number of positions.
    pub positions: u64,
    /// The effort of the sessions before.
    pub effort: Effort,
}

/// Why a search cannot resume from a file.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// `dropline solve --keep` did not write it, or it is damaged.
    #[error("not written by `dropline solve --keep`, or damaged")]
    Foreign,
    /// It belongs to another game or version.
    #[error("written for other rules, by another version, or with another `--with-cap`")]
    Other,
}

/// Writes the entries of `table`, which depend on rules with the hash `of` and took this `effort`.
pub fn write(
    table: &TranspositionTable,
    of: &[u8; 32],
    effort: Effort,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out = Hashed { inner: io::BufWriter::new(out), hasher: blake3::Hasher::new() };
    out.write_all(LINE)?;
    out.write_all(of)?;
    let milliseconds = u64::try_from(effort.time.as_millis()).unwrap_or(u64::MAX);
    for number in [effort.visits, milliseconds, table.len()] {
        out.write_all(&number.to_le_bytes())?;
    }
    for entry in table.entries() {
        out.write_all(entry)?;
    }
    let hash = out.hasher.finalize();
    out.inner.write_all(hash.as_bytes())?;
    out.inner.flush()
}

/// Reads what [`write()`] wrote into `table`.
pub fn read(table: &mut TranspositionTable, of: &[u8; 32], from: &mut dyn Read) -> Result<Kept, KeepError> {
    let mut from = Hashed { inner: io::BufReader::new(from), hasher: blake3::Hasher::new() };
    let mut line = [0; LINE.len()];
    from.read_whole(&mut line)?;
    if line != LINE {
        return Err(if line.starts_with(ANY_VERSION) { KeepError::Other } else { KeepError::Foreign });
    }
    let mut hash = [0; 32];
    from.read_whole(&mut hash)?;
    if hash != *of {
        return Err(KeepError::Other);
    }
    let [visits, milliseconds, positions] = [from.read_number()?, from.read_number()?, from.read_number()?];
    let mut entry = vec![0; table.entry()];
    for _ in 0..positions {
        from.read_whole(&mut entry)?;
        table.restore(&entry);
    }
    let expected = from.hasher.finalize();
    let mut last = [0; 32];
    from.read_whole(&mut last)?;
    let ends = from.inner.read(&mut [0])? == 0;
    if !ends || *expected.as_bytes() != last {
        return Err(KeepError::Foreign);
    }
    Ok(Kept { positions, effort: Effort { visits, time: Duration::from_millis(milliseconds) } })
}

/// A reader or writer that hashes the bytes that pass through it.
struct Hashed<T> {
    inner: T,
    hasher: blake3::Hasher,
}

impl<T: Write> Hashed<T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Hashed<T> {
    /// Fills `bytes`. A file that ends too early was not written by [`write()`].
    fn read_whole(&mut self, bytes: &mut [u8]) -> Result<(), KeepError> {
        match self.inner.read_exact(bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(KeepError::Foreign),
            Err(error) => return Err(error.into()),
        }
        self.hasher.update(bytes);
        Ok(())
    }

    fn read_number(&mut self) -> Result<u64, KeepError> {
        let mut bytes = [0; 8];
        self.read_whole(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Known;
    use super::*;

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::new(4, 1 << 16);
        for number in 0..500_u32 {
            let bound = i64::from(number);
            table.put(&number.to_le_bytes(), Known { low: -bound, high: bound }, 1 + u64::from(number));
        }
        table
    }

    #[test]
    fn a_saved_table_reads_back() {
        let (mut bytes, mut other) = (Vec::new(), TranspositionTable::new(4, 1 << 16));
        let effort = Effort { visits: 700, time: Duration::from_millis(2500) };
        write(&table(), &[7; 32], effort, &mut bytes).unwrap();
        assert!(table().len() > 490, "few entries were replaced");
        let kept = Kept { positions: table().len(), effort };
        assert_eq!(read(&mut other, &[7; 32], &mut &bytes[..]).unwrap(), kept);
        for number in 0..500_u32 {
            assert_eq!(other.get(&number.to_le_bytes()), table().get(&number.to_le_bytes()));
        }
        let mut again = Vec::new();
        write(&other, &[7; 32], effort, &mut again).unwrap();
        assert_eq!(again.len(), bytes.len());
    }

    #[test]
    fn damaged_files_and_files_of_another_game_are_rejected() {
        let mut bytes = Vec::new();
        write(&table(), &[7; 32], Effort::default(), &mut bytes).unwrap();
        let read =
            |of: u8, bytes: &[u8]| read(&mut TranspositionTable::new(4, 1 << 16), &[of; 32], &mut &bytes[..]);
        assert!(matches!(read(8, &bytes), Err(KeepError::Other)));
        let earlier = [b"dropline solve 1\n", &bytes[LINE.len()..]].concat();
        assert!(matches!(read(7, &earlier), Err(KeepError::Other)));
        for end in [0, 10, 40, 60, bytes.len() / 2, bytes.len() - 1] {
            assert!(matches!(read(7, &bytes[..end]), Err(KeepError::Foreign)), "{end} bytes");
        }
        for at in [0, 50, bytes.len() / 2, bytes.len() - 1] {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            assert!(matches!(read(7, &wrong), Err(KeepError::Foreign)), "byte {at}");
        }
        bytes.push(0);
        assert!(matches!(read(7, &bytes), Err(KeepError::Foreign)));
    }
}
