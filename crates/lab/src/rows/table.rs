//! Tables as CSV: rows of fixed columns, written and read one by one.

use std::fmt::{self, Display};
use std::io::{Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use dropline_engine::decimal::{LONGEST, digits};
use dropline_engine::text::{json_fault, printable, quoted};

/// A row of one of a run's tables.
pub trait Row: Columns {
    /// The table's file in the folder of a run.
    const FILE: &'static str;
}

/// Neighbouring columns of a table.
pub trait Columns: Sized {
    /// The names of the columns, in order.
    const NAMES: &'static [&'static str];
    /// What the columns hold, in the same order.
    const KINDS: &'static [FieldKind];

    /// Passes the fields, in UTF-8, to `put`, in the order of the columns.
    fn fields(&self, put: &mut dyn FnMut(&[u8]));

    /// Reads the fields, in the order of the columns.
    ///
    /// # Errors
    /// Returns the first invalid field.
    fn parse(line: &mut Line<'_>) -> Result<Self, Wrong>;
}

/// Declares a struct whose fields are columns of the same names. `as` names a function that makes the text of a field safe to
/// write. The columns of another struct declared in this way may follow.
macro_rules! columns {
    (
        $(#[$meta:meta])*
        pub struct $row:ident {
            $($(#[$doc:meta])* pub $name:ident: $type:ty $(as $safe:path)?,)*
            $(; $(#[$rest_doc:meta])* pub $rest:ident: $columns:ty,)?
        }
    ) => {
        $(#[$meta])*
        pub struct $row {
            $($(#[$doc])* pub $name: $type,)*
            $($(#[$rest_doc])* pub $rest: $columns,)?
        }

        impl $crate::rows::table::Columns for $row {
            const NAMES: &'static [&'static str] = &$crate::rows::table::joined::<_, {
                [$(stringify!($name)),*].len() $(+ <$columns as $crate::rows::table::Columns>::NAMES.len())?
            }>(&[&[$(stringify!($name)),*] $(, <$columns as $crate::rows::table::Columns>::NAMES)?]);
            const KINDS: &'static [$crate::rows::FieldKind] = &$crate::rows::table::joined::<_, {
                <$row as $crate::rows::table::Columns>::NAMES.len()
            }>(&[
                &[$(<$type as $crate::rows::table::Field>::KIND),*]
                $(, <$columns as $crate::rows::table::Columns>::KINDS)?
            ]);

            fn fields(&self, put: &mut dyn FnMut(&[u8])) {
                $($crate::rows::table::columns!(@put put, &self.$name $(, $safe)?);)*
                $($crate::rows::table::Columns::fields(&self.$rest, put);)?
            }

            fn parse(line: &mut $crate::rows::table::Line<'_>) -> Result<Self, $crate::rows::table::Wrong> {
                Ok(Self {
                    $($name: line.take()?,)*
                    $($rest: <$columns as $crate::rows::table::Columns>::parse(line)?,)?
                })
            }
        }
    };
    (@put $put:ident, $field:expr) => { $crate::rows::table::Field::put_to($field, $put) };
    (@put $put:ident, $field:expr, $safe:path) => { $put($safe($field).as_bytes()) };
}
pub(super) use columns;

/// The items of `lists`, one after another; `N` in all.
pub(super) const fn joined<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut at, mut count) = (0, 0, 0);
    while count < N {
        if at == lists[list].len() {
            (list, at) = (list + 1, 0);
        } else {
            all[count] = lists[list][at];
            (at, count) = (at + 1, count + 1);
        }
    }
    all
}

/// What the fields of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Whole numbers that fit into 64 bits.
    Whole,
    /// Numbers, or nothing.
    Number,
    /// `true` or `false`.
    Truth,
    /// Any text.
    Text,
}

/// A type of values that fields hold.
pub trait Field: Sized {
    /// What a column of such fields holds.
    const KIND: FieldKind = FieldKind::Text;

    /// What the field should hold, for messages.
    fn expected() -> String;

    /// Reads the field; `None` if `text` is invalid.
    fn from_field(text: &str) -> Option<Self>;

    /// Like [`Field::from_field`], but may reuse one of the `recent` texts of earlier fields.
    fn from_field_or_recent(text: &str, _recent: &mut Vec<Arc<str>>) -> Option<Self> {
        Self::from_field(text)
    }

    /// Passes its text, in UTF-8, to `put`.
    fn put_to(&self, put: &mut dyn FnMut(&[u8]));
}

macro_rules! fields_from_str {
    ($($type:ty, $kind:ident, $expected:literal, $value:ident => $text:expr;)*) => {$(
        impl Field for $type {
            const KIND: FieldKind = FieldKind::$kind;
            fn expected() -> String {
                $expected.to_owned()
            }
            fn from_field(text: &str) -> Option<Self> {
                <$type>::from_str(text).ok()
            }
            fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
                let $value = self;
                put($text);
            }
        }
    )*};
}

fields_from_str! {
    u32, Whole, "a whole number from 0 to 4294967295", n => digits(&mut [0; LONGEST], (*n).into(), 0);
    u64, Whole, "a whole number from 0 to 18446744073709551615", n => digits(&mut [0; LONGEST], *n, 0);
    u128, Number, "a whole number", n => n.to_string().as_bytes();
    String, Text, "text", text => text.as_bytes();
    bool, Truth, "`true` or `false`", is => if *is { b"true" } else { b"false" };
    dropline_engine::points::Points, Number, "a score: a number with at most two decimals", points => points.shortest(&mut [0; LONGEST]);
}

/// The fields of one line, taken one after another.
#[derive(Debug)]
pub struct Line<'a> {
    record: &'a csv::StringRecord,
    next: usize,
    recent: &'a mut Vec<Arc<str>>,
}

impl Line<'_> {
    /// The next field.
    ///
    /// # Errors
    /// Returns an error if its text is not a valid `T`.
    pub fn take<T: Field>(&mut self) -> Result<T, Wrong> {
        let text = self.record.get(self.next).unwrap_or_default();
        let value = T::from_field_or_recent(text, self.recent).ok_or_else(|| Wrong {
            column: self.next,
            expected: T::expected(),
            found: text.to_owned(),
        })?;
        self.next += 1;
        Ok(value)
    }
}

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The column, counted from 0.
    column: usize,
    expected: String,
    found: String,
}

/// A file of a run that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}{place}: {what}", printable(&path.to_string_lossy()))]
pub struct ReadError {
    path: PathBuf,
    /// The line and column of the error; empty if it concerns the whole file.
    place: String,
    what: String,
}

impl ReadError {
    /// An error that concerns the file as a whole.
    pub fn file(path: &Path, what: impl Display) -> Self {
        Self { path: path.to_owned(), place: String::new(), what: what.to_string() }
    }

    /// An error in line `line` of the file, counted from 1.
    pub fn line(path: &Path, line: u64, what: impl Display) -> Self {
        Self { place: format!(", line {line}"), ..Self::file(path, what) }
    }

    /// An error in a column of line `line`, counted from 1.
    pub fn column(path: &Path, line: u64, column: &str, what: impl Display) -> Self {
        Self { place: format!(", line {line}, column `{column}`"), ..Self::file(path, what) }
    }

    /// An error in a JSON file that should hold `expected`.
    pub fn json(path: &Path, error: &serde_json::Error, expected: &str) -> Self {
        let (line, column) = (error.line(), error.column());
        let fault = json_fault(error, "text");
        let what = if error.is_eof() {
            format!("{fault}: it was cut off")
        } else {
            format!("cannot read {expected}: {fault}")
        };
        Self { place: format!(", line {line}, column {column}"), ..Self::file(path, what) }
    }

    fn csv(path: &Path, error: &csv::Error) -> Self {
        let line = error.position().map(csv::Position::line);
        match (error.kind(), line) {
            (csv::ErrorKind::Io(error), _) => Self::file(path, error),
            (csv::ErrorKind::Utf8 { err, .. }, Some(line)) => Self::line(path, line, err),
            (csv::ErrorKind::UnequalLengths { expected_len, len, .. }, Some(line)) => Self::line(
                path,
                line,
                format!("expected {expected_len} columns, found {len} (was the line cut off?)"),
            ),
            (_, Some(line)) => Self::line(path, line, error),
            (_, None) => Self::file(path, error),
        }
    }
}

/// A file, which may be compressed.
pub type Source = Box<dyn Read + Send>;

/// Reads the rows of a table one by one.
pub struct Rows<T, R = Source> {
    path: PathBuf,
    reader: csv::Reader<Watched<R>>,
    record: csv::StringRecord,
    /// Strings that many rows share, such as the names of agents.
    recent: Vec<Arc<str>>,
    row: PhantomData<T>,
}

impl<T, R> fmt::Debug for Rows<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("path", &self.path).finish_non_exhaustive()
    }
}

impl<T: Row, R: Read> Rows<T, R> {
    /// Reads the table from `source`. Error messages call it `path`.
    ///
    /// # Errors
    /// Returns an error if the first line does not begin with the columns of the table. More columns may follow.
    pub fn new(path: PathBuf, source: R) -> Result<Self, ReadError> {
        let mut reader = csv::Reader::from_reader(Watched { source, last: None, allowed: LONGEST_ROW });
        let header = reader.headers().map_err(|error| ReadError::csv(&path, &error))?;
        for (i, &column) in T::NAMES.iter().enumerate() {
            let found = header.get(i).filter(|found| !found.is_empty());
            if found != Some(column) {
                let found = found.map_or("nothing".to_owned(), quoted);
                let what = format!("expected `{column}` as column {}, found {found}", i + 1);
                return Err(ReadError::line(&path, 1, what));
            }
        }
        Ok(Self { path, reader, record: csv::StringRecord::new(), recent: Vec::new(), row: PhantomData })
    }

    /// The file, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The line of the row that was read last, counted from 1.
    pub fn line(&self) -> u64 {
        self.record.position().map_or(1, csv::Position::line)
    }

    /// Whether the row that was read last ends the file without a line end, because its writer was stopped in the middle. Read no
    /// further row after this call.
    pub fn is_cut_off(&mut self) -> bool {
        let is_last = matches!(self.reader.read_record(&mut csv::StringRecord::new()), Ok(false));
        let Watched { last, allowed, .. } = self.reader.get_ref();
        // A row that is too long is not read to its end, so the position says nothing about the file.
        is_last && *allowed > 0 && last.is_some_and(|byte| byte != b'\n')
    }
}

/// The longest row that is read, in bytes: an unclosed quote would turn the rest of the file into one row.
pub const LONGEST_ROW: usize = 1 << 24;

/// A source that records the last byte read, and limits how much is read.
struct Watched<R> {
    source: R,
    last: Option<u8>,
    /// Bytes that may be read before the next row.
    allowed: usize,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.allowed == 0 {
            let what = format!("a row is longer than {LONGEST_ROW} bytes (unclosed quote?)");
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, what));
        }
        let most = buffer.len().min(self.allowed);
        let read = self.source.read(&mut buffer[..most])?;
        self.allowed -= read;
        self.last = buffer[..read].last().copied().or(self.last);
        Ok(read)
    }
}

impl<T: Row, R: Read> Iterator for Rows<T, R> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.get_mut().allowed = LONGEST_ROW;
        match self.reader.read_record(&mut self.record) {
            Ok(false) => None,
            Err(error) => Some(Err(ReadError::csv(&self.path, &error))),
            Ok(true) => {
                let row = T::parse(&mut Line { record: &self.record, next: 0, recent: &mut self.recent });
                Some(row.map_err(|Wrong { column, expected, found }| {
                    let what = format!("expected {expected}, found {}", quoted(&found));
                    ReadError::column(&self.path, self.line(), T::NAMES[column], what)
                }))
            }
        }
    }
}

/// Writes the rows of a table one by one.
#[derive(Debug)]
pub struct RowWriter<T, W: Write> {
    writer: csv::Writer<W>,
    record: csv::ByteRecord,
    row: PhantomData<T>,
}

impl<T: Row, W: Write> RowWriter<T, W> {
    /// Begins the table with the names of its columns.
    ///
    /// # Errors
    /// Returns an error if these names cannot be written.
    pub fn new(target: W) -> std::io::Result<Self> {
        let mut writer = csv::Writer::from_writer(target);
        writer.write_record(T::NAMES)?;
        Ok(Self { writer, record: csv::ByteRecord::new(), row: PhantomData })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// Returns an error if the row cannot be written.
    pub fn write(&mut self, row: &T) -> std::io::Result<()> {
        self.record.clear();
        row.fields(&mut |field| self.record.push_field(field));
        Ok(self.writer.write_byte_record(&self.record)?)
    }

    /// Flushes everything to the target.
    ///
    /// # Errors
    /// Returns an error if the target cannot be written to.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }

    /// Ends the table and returns the target.
    ///
    /// # Errors
    /// Returns an error if the remaining text cannot be written.
    pub fn finish(self) -> std::io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// A whole table as text.
pub fn to_csv<T: Row>(rows: &[T]) -> String {
    const INFALLIBLE: &str = "writing to memory cannot fail";
    let mut writer = RowWriter::new(Vec::new()).expect(INFALLIBLE);
    rows.iter().for_each(|row| writer.write(row).expect(INFALLIBLE));
    String::from_utf8(writer.finish().expect(INFALLIBLE)).expect("fields are text")
}
