//! Tables of columns, which other libraries read through Arrow's C interface without copying.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Fields};
use dropline::run::{CellRow, Columns, CourseRow, FieldKind as Kind, GameRow};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::io::Read;

/// A table.
#[pyclass(frozen, module = "dropline._native", name = "Columns")]
#[derive(Debug)]
pub struct Table {
    names: Vec<String>,
    columns: Vec<ArrayData>,
    rows: usize,
}

/// The columns of a run's tables of games, cells and turns, with what they hold.
fn columns_of_rows() -> impl Iterator<Item = (&'static str, Kind)> {
    fn of<R: Columns>() -> impl Iterator<Item = (&'static str, Kind)> {
        R::NAMES.iter().copied().zip(R::KINDS.iter().copied())
    }
    of::<GameRow>().chain(of::<CellRow>()).chain(of::<CourseRow>())
}

/// What the column of a run's table holds. The tables of measures, of first turns and of experiments have columns of their own.
fn kind_of(column: &str) -> Kind {
    let of_rows = columns_of_rows().find(|(name, _)| *name == column);
    of_rows.map_or(
        match column {
            "measure" | "n_counts" | "definition" | "run" | "no_game" => Kind::Text,
            "n" | "failed" | "wins" | "draws" | "losses" => Kind::Whole,
            _ => Kind::Number,
        },
        |(_, kind)| kind,
    )
}

/// Fills a table field by field.
#[derive(Debug)]
pub struct Builder {
    names: Vec<String>,
    columns: Vec<Column>,
    next: usize,
    rows: usize,
}

#[derive(Debug)]
enum Column {
    Whole(Vec<i64>),
    /// A field without a value is NaN here, and false in the second list.
    Number(Vec<f64>, Vec<bool>),
    Truth(Vec<bool>),
    /// The texts one after another, and where each ends.
    Text(String, Vec<i32>),
}

impl Builder {
    /// A table of a run with these columns.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self::of(names.into_iter().map(|name| (name, kind_of(name))))
    }

    /// A table with columns of these kinds.
    fn of<'n>(columns: impl Iterator<Item = (&'n str, Kind)>) -> Self {
        let column = |kind| match kind {
            Kind::Whole => Column::Whole(Vec::new()),
            Kind::Number => Column::Number(Vec::new(), Vec::new()),
            Kind::Truth => Column::Truth(Vec::new()),
            Kind::Text => Column::Text(String::new(), vec![0]),
        };
        let (names, columns) = columns.map(|(name, kind)| (name.to_owned(), column(kind))).unzip();
        Self { names, columns, next: 0, rows: 0 }
    }

    /// Appends the next field, row by row.
    ///
    /// # Errors
    /// Returns an error if it does not fit its column.
    pub fn push(&mut self, field: &str) -> Result<(), String> {
        let name = &self.names[self.next];
        let wrong = |what: &str| format!("column `{name}`: expected {what}, found {field:?}");
        match &mut self.columns[self.next] {
            Column::Whole(values) => values.push(field.parse().map_err(|_| wrong("a whole number"))?),
            Column::Number(values, valid) => {
                valid.push(!field.is_empty());
                let value = if field.is_empty() { Ok(f64::NAN) } else { field.parse() };
                values.push(value.map_err(|_| wrong("a number"))?);
            }
            Column::Truth(values) => values.push(field.parse().map_err(|_| wrong("`true` or `false`"))?),
            Column::Text(text, ends) => {
                text.push_str(field);
                ends.push(
                    i32::try_from(text.len()).map_err(|_| format!("column `{name}` is longer than 2 GiB"))?,
                );
            }
        }
        self.next += 1;
        if self.next == self.columns.len() {
            (self.next, self.rows) = (0, self.rows + 1);
        }
        Ok(())
    }

    /// The table.
    pub fn finish(self) -> Result<Table, ArrowError> {
        let Self { names, columns, rows, .. } = self;
        let columns = columns.into_iter().map(|column| column.array(rows)).collect::<Result<_, _>>()?;
        Ok(Table { names, columns, rows })
    }
}

impl Column {
    fn array(self, rows: usize) -> Result<ArrayData, ArrowError> {
        match self {
            Self::Whole(values) => {
                ArrayData::builder(DataType::Int64).len(rows).add_buffer(Buffer::from_vec(values)).build()
            }
            Self::Number(values, valid) => ArrayData::builder(DataType::Float64)
                .len(rows)
                .add_buffer(Buffer::from_vec(values))
                .nulls(Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0))
                .build(),
            Self::Truth(values) => {
                let bits = BooleanBuffer::from(values).into_inner();
                ArrayData::builder(DataType::Boolean).len(rows).add_buffer(bits).build()
            }
            Self::Text(text, ends) => ArrayData::builder(DataType::Utf8)
                .len(rows)
                .add_buffer(Buffer::from_vec(ends))
                .add_buffer(Buffer::from_vec(text.into_bytes()))
                .build(),
        }
    }
}

/// The table of an experiment in CSV that `source` gives. Its columns depend on the experiment: those of which every field is empty or
/// a number hold numbers, and the others text.
///
/// # Errors
/// Returns an error if it cannot be read; the error calls it `name`.
pub fn read_experiment(source: impl Read, name: &str) -> PyResult<Table> {
    let failed = |error: csv::Error| PyValueError::new_err(format!("{name}: {error}"));
    let mut reader = csv::Reader::from_reader(source);
    let headers = reader.headers().map_err(failed)?.clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().map_err(failed)?;
    let is_number = |column: usize| {
        let fields = || rows.iter().map(|row| &row[column]);
        kind_of(&headers[column]) != Kind::Text
            && fields().all(|field| field.is_empty() || field.parse::<f64>().is_ok())
    };
    let kinds = (0..headers.len()).map(|column| if is_number(column) { Kind::Number } else { Kind::Text });
    let mut builder = Builder::of(headers.iter().zip(kinds));
    for field in rows.iter().flatten() {
        builder.push(field).map_err(PyValueError::new_err)?;
    }
    builder.finish().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The table of a run in CSV that `source` gives.
///
/// # Errors
/// Returns an error if it cannot be read; the error calls it `name`.
pub fn read_csv(source: impl Read, name: &str) -> PyResult<Table> {
    let failed = |what: String| PyValueError::new_err(format!("{name}: {what}"));
    let mut reader = csv::Reader::from_reader(source);
    let headers = reader.headers().map_err(|error| failed(error.to_string()))?.clone();
    let mut builder = Builder::new(&headers);
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| failed(error.to_string()))? {
        let line = record.position().map_or(0, csv::Position::line);
        for field in &record {
            builder.push(field).map_err(|what| failed(format!("line {line}, {what}")))?;
        }
    }
    builder.finish().map_err(|error| failed(error.to_string()))
}

impl Table {
    fn fields(&self) -> Fields {
        let field =
            |(name, column): (&String, &ArrayData)| Field::new(name, column.data_type().clone(), true);
        self.names.iter().zip(&self.columns).map(field).collect()
    }

    fn column(&self, name: &str) -> PyResult<&ArrayData> {
        let at = self.names.iter().position(|column| column == name);
        at.map(|at| &self.columns[at]).ok_or_else(|| {
            PyKeyError::new_err(format!("no column {name}: there are {}", self.names.join(", ")))
        })
    }
}

#[pymethods]
impl Table {
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// What a column holds: `i` for whole numbers, `f` for numbers, `b` for truth values, `t` for text.
    fn kind(&self, name: &str) -> PyResult<char> {
        Ok(match self.column(name)?.data_type() {
            DataType::Int64 => 'i',
            DataType::Boolean => 'b',
            DataType::Utf8 => 't',
            _ => 'f',
        })
    }

    fn copy_whole(&self, py: Python<'_>, name: &str, into: PyBuffer<i64>) -> PyResult<()> {
        into.copy_from_slice(py, self.column(name)?.buffers()[0].typed_data())
    }

    fn copy_numbers(&self, py: Python<'_>, name: &str, into: PyBuffer<f64>) -> PyResult<()> {
        into.copy_from_slice(py, self.column(name)?.buffers()[0].typed_data())
    }

    fn copy_truths(&self, py: Python<'_>, name: &str, into: PyBuffer<u8>) -> PyResult<()> {
        let bits = BooleanBuffer::new(self.column(name)?.buffers()[0].clone(), 0, self.rows);
        into.copy_from_slice(py, &bits.iter().map(u8::from).collect::<Vec<_>>())
    }

    fn texts(&self, name: &str) -> PyResult<Vec<String>> {
        let buffers = self.column(name)?.buffers();
        let (ends, bytes) = (buffers[0].typed_data::<i32>(), buffers[1].as_slice());
        let texts = ends.windows(2).map(|ends| &bytes[ends[0] as usize..ends[1] as usize]);
        Ok(texts.map(|text| String::from_utf8_lossy(text).into_owned()).collect())
    }

    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(DataType::Struct(self.fields())).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The capsules of the schema and of the data.
    fn arrow<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let data = ArrayData::builder(DataType::Struct(self.fields()))
            .len(self.rows)
            .child_data(self.columns.clone())
            .build()
            .map_err(failed)?;
        let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&data), c"arrow_array")?;
        Ok((self.schema(py)?, array))
    }
}

fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
