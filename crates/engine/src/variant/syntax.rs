//! Errors of the TOML parser as diagnostics.

use super::diagnostic::Diagnostic;
use super::set::parse_key;
use super::tree::{Node, Path, Place, Value};
use super::words::quoted;
use std::collections::BTreeMap;
use toml::de::DeTable;

/// The parser's messages for tables or lists that are nested too deeply.
const TOO_DEEP: [&str; 2] = ["recursion limit", "cannot recurse further; max recursion depth met"];

/// The parser's message for a key that is defined twice.
const DUPLICATE: &str = "duplicate key";
/// The number of bytes that are parsed again to find first definitions: each takes as long as parsing the whole file.
const MOST_PARSED_AGAIN: usize = 1 << 20;

/// Converts the errors of the TOML parser: one for each place, without those that only follow from its error recovery.
pub fn syntax_errors(source: usize, errors: &[toml::de::Error], text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut parsed_again = 0;
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let place = Place::new(source, span.start.min(text.len())..span.end.min(text.len()));
        if TOO_DEEP.contains(&error.message()) {
            found.push(Diagnostic::new(Some(place), "tables or lists are nested too deeply"));
            break;
        }
        if found.last().is_some_and(|last| last.place == Some(place)) {
            continue;
        }
        found.push(if error.message() == DUPLICATE {
            parsed_again += text.len();
            duplicate_key(place, text, parsed_again <= MOST_PARSED_AGAIN)
        } else {
            other_error(place, error.message())
        });
    }
    found
}

/// The parser's `message` about `place`.
fn other_error(place: Place, message: &str) -> Diagnostic {
    let (message, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let expected = match expected {
        "" | "nothing" => String::new(),
        "literal string" => "expected a value, as in `8`, `\"a string\"` or `[\"a\", \"list\"]`".to_owned(),
        other => format!("expected {other}"),
    };
    Diagnostic::new(Some(place), message).expected(expected)
}

/// The error for the key at `place` in `text`, which is defined twice. If `looks_up` is set, it names the table and the place of the
/// first definition.
fn duplicate_key(place: Place, text: &str, looks_up: bool) -> Diagnostic {
    let written = text.get(place.start..place.end).unwrap_or_default();
    let keys = parse_key(written, place.source).unwrap_or_default();
    let key = keys.into_iter().next().map_or_else(|| written.to_owned(), |(key, _)| key);
    let message = format!("duplicate key {}", quoted(&key));
    let found = if looks_up { first_definition(place, text, &key) } else { None };
    let Some((table, first)) = found else { return Diagnostic::new(Some(place), message) };
    let message = if table.0.is_empty() { message } else { format!("{message} in `{table}`") };
    Diagnostic {
        key: Some(Box::new(table.key(&key))),
        related: first.map(|first| Box::new((first, "first defined here".to_owned()))),
        ..Diagnostic::new(Some(place), message)
    }
}

/// The path of the table in which the `key` at `place` of `text` is defined twice, and the place of its first definition there, if it
/// can be found.
///
/// The parser does not report them. But if the key had another name, the parser would put it in the same
/// table as its first definition.
fn first_definition(place: Place, text: &str, key: &str) -> Option<(Path, Option<Place>)> {
    let renamed = format!("{}__duplicate__{}", text.get(..place.start)?, text.get(place.end..)?);
    let tree = Node::document(place.source, DeTable::parse_recoverable(&renamed).0);
    let (path, table) = table_with_key_at(place.start, &tree, &Path::default())?;
    let first = table.get(key).and_then(|first| first.key);
    // Where more is wrong, the parser may have kept a later definition.
    Some((path, first.filter(|first| first.start < place.start)))
}

/// The table in `node` with a key that begins at byte `at`, and its path; `path` is that of `node`.
fn table_with_key_at<'n>(
    at: usize,
    node: &'n Node,
    path: &Path,
) -> Option<(Path, &'n BTreeMap<String, Node>)> {
    match &node.value {
        Value::Table(table) => {
            if table.values().any(|node| node.key.is_some_and(|key| key.start == at)) {
                return Some((path.clone(), table));
            }
            table.iter().find_map(|(key, node)| table_with_key_at(at, node, &path.key(key)))
        }
        Value::List(list) => {
            (0..).zip(list).find_map(|(index, node)| table_with_key_at(at, node, &path.index(index)))
        }
        _ => None,
    }
}
