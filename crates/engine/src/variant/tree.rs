//! A TOML document as a tree in which every key and value has its span.
//!
//! Files, the files they extend, and `--set` arguments all become such trees. When they are merged into one, each part keeps its
//! source, so that an error can point at the line that caused it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A range of bytes in one of the sources of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Index of the source.
    pub source: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Place {
    /// The bytes `range` of a source.
    pub fn new(source: usize, range: Range<usize>) -> Self {
        Self { source, start: range.start, end: range.end }
    }
}

/// A value with its places.
#[derive(Clone, Debug)]
pub struct Node {
    /// The span of its key; the document itself and elements of lists have none.
    pub key: Option<Place>,
    /// The span of the value; for a `[table]`, its header.
    pub place: Place,
    /// The value.
    pub value: Value,
}

/// The values of TOML. Dates are distinguished only to be rejected.
#[derive(Clone, Debug)]
pub enum Value {
    /// Key and value pairs.
    Table(BTreeMap<String, Node>),
    /// A list.
    List(Vec<Node>),
    /// A string.
    Text(String),
    /// An integer; if it does not fit into 64 bits, the nearest one that does.
    Integer(i64),
    /// A number with a decimal point.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A date or a time.
    Date,
}

impl Value {
    /// The name of the type, with its article.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::List(_) => "a list",
            Self::Text(_) => "a string",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a number with decimals",
            Self::Boolean(_) => "a boolean",
            Self::Date => "a date",
        }
    }
}

impl Node {
    /// The tree of a document.
    pub fn document(source: usize, table: Spanned<DeTable<'_>>) -> Self {
        let place = Place::new(source, table.span());
        Self { key: None, place, value: table_of(source, table.into_inner()) }
    }

    /// The tree of a value; `offset` is added to all its places.
    pub fn value(source: usize, value: Spanned<DeValue<'_>>, offset: usize) -> Self {
        let mut node = node_of(source, value);
        node.shift(offset);
        node
    }

    fn shift(&mut self, offset: usize) {
        for place in [Some(&mut self.place), self.key.as_mut()].into_iter().flatten() {
            place.start += offset;
            place.end += offset;
        }
        match &mut self.value {
            Value::Table(table) => table.values_mut().for_each(|node| node.shift(offset)),
            Value::List(list) => list.iter_mut().for_each(|node| node.shift(offset)),
            _ => {}
        }
    }

    /// The part under `part`, if there is one.
    pub fn child(&self, part: &Part) -> Option<&Self> {
        match (&self.value, part) {
            (Value::Table(table), Part::Key(key)) => table.get(key),
            (Value::List(list), Part::Index(index)) => list.get(*index),
            _ => None,
        }
    }

    /// The part under `keys`, mutable; elements of lists are named by their index.
    pub fn get_mut(&mut self, keys: &[&str]) -> Option<&mut Self> {
        keys.iter().try_fold(self, |node, key| match &mut node.value {
            Value::Table(table) => table.get_mut(*key),
            Value::List(list) => list.get_mut(key.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Whether both are the same string.
    pub fn is_same_text(&self, other: &Self) -> bool {
        matches!((&self.value, &other.value), (Value::Text(a), Value::Text(b)) if a == b)
    }

    /// The place that best shows `path`: its value or key, or, if it is missing, the nearest table around it. `None` if that is
    /// the whole document.
    pub fn locate(&self, path: &Path, at: At) -> Option<Place> {
        let mut node = self;
        for (depth, part) in path.0.iter().enumerate() {
            match node.child(part) {
                Some(child) => node = child,
                None if depth == 0 => return None,
                None => return Some(node.key.unwrap_or(node.place)),
            }
        }
        Some(match at {
            At::Key => node.key.unwrap_or(node.place),
            At::Value => node.place,
        })
    }

    /// The value as JSON, for decoding.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Table(table) => {
                Json::Object(table.iter().map(|(key, node)| (key.clone(), node.to_json())).collect())
            }
            Value::List(list) => Json::Array(list.iter().map(Self::to_json).collect()),
            Value::Text(text) => Json::String(text.clone()),
            Value::Integer(number) => Json::from(*number),
            Value::Float(number) => Json::from(*number),
            Value::Boolean(value) => Json::Bool(*value),
            Value::Date => Json::Null,
        }
    }
}

fn table_of(source: usize, table: DeTable<'_>) -> Value {
    let entry = |(key, value): (Spanned<_>, _)| {
        let place = Place::new(source, key.span());
        let key: std::borrow::Cow<'_, str> = key.into_inner();
        (key.into_owned(), Node { key: Some(place), ..node_of(source, value) })
    };
    Value::Table(table.into_iter().map(entry).collect())
}

fn node_of(source: usize, value: Spanned<DeValue<'_>>) -> Node {
    let place = Place::new(source, value.span());
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => Value::Integer(integer(number.as_str(), number.radix())),
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Value::Boolean(value),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => Value::List(list.into_iter().map(|item| node_of(source, item)).collect()),
        DeValue::Table(table) => table_of(source, table),
    };
    Node { key: None, place, value }
}

/// Parses the integer `digits`, or returns the nearest one that fits: no key takes numbers that large.
fn integer(digits: &str, radix: u32) -> i64 {
    let limit = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
    i64::from_str_radix(digits, radix).unwrap_or(limit)
}

/// One step of a key path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The key of a table.
    Key(String),
    /// An index into a list, starting at 0.
    Index(usize),
}

/// A key path, as in `turn.steps.0.max`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Part>);

impl Path {
    /// The path of keys `keys`.
    pub fn of<'a>(keys: impl IntoIterator<Item = &'a str>) -> Self {
        Self(keys.into_iter().map(|key| Part::Key(key.to_owned())).collect())
    }

    /// This path extended by a key.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        self.with(Part::Key(key.to_owned()))
    }

    /// This path extended by an index.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.with(Part::Index(index))
    }

    fn with(&self, part: Part) -> Self {
        Self(self.0.iter().cloned().chain([part]).collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            let dot = if i == 0 { "" } else { "." };
            match part {
                Part::Key(key) => {
                    let quote = if key.contains(' ') { "\"" } else { "" };
                    write!(f, "{dot}{quote}{}{quote}", super::words::plain(key))?;
                }
                Part::Index(index) => write!(f, "{dot}{index}")?,
            }
        }
        Ok(())
    }
}

/// Which part of an entry an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Its key.
    Key,
    /// Its value.
    Value,
}
