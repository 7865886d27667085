//! `--set KEY=VALUE`: one key of a variant changed from the command line.

use super::diagnostic::Diagnostic;
use super::merge::{Merge, changes_nothing, is_removal, replaces};
use super::schema;
use super::tree::{Node, Place, Value};
use super::words::{count, quoted};
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};

/// A key path with the place of each key, and the value to set.
pub struct Setting {
    keys: Vec<(String, Place)>,
    value: Node,
}

impl Setting {
    /// Parses `KEY=VALUE`, the source with the number `source`. The key is dotted as in TOML, and the value is TOML; a bare word
    /// counts as a string.
    ///
    /// # Errors
    /// Returns an error if the key or the value is invalid; the error has its place.
    pub fn parse(text: &str, source: usize) -> Result<Self, Diagnostic> {
        let whole = Place::new(source, 0..text.len());
        let Some(equals) = equals_sign(text) else {
            return Err(Diagnostic::new(Some(whole), "a setting is written KEY=VALUE")
                .expected("expected a key, `=`, and a value"));
        };
        let keys = parse_key(&text[..equals], source)?;
        let value = parse_value(&text[equals + 1..], equals + 1, source)?;
        Ok(Self { keys, value })
    }

    /// Applies the setting to `tree`, in which the sources from number `first_set` on are settings.
    ///
    /// # Errors
    /// Returns an error if the path leads through a value that has no such part.
    pub fn apply(self, tree: &mut Node, first_set: usize) -> Result<(), Diagnostic> {
        if let [(key, place), ..] = self.keys.as_slice()
            && key == "extends"
        {
            return Err(Diagnostic::new(Some(*place), "`extends` cannot be set from the command line")
                .help("name the variant to build on instead of this one"));
        }
        if self.take_away(tree) {
            return Ok(());
        }
        leave_out_replaced(tree, &self, first_set);
        let mut node = tree;
        let mut rule = Some(&*schema::FILE);
        let mut path: Vec<String> = Vec::new();
        let mut last = None;
        for (key, place) in self.keys {
            node = descend(node, &key, place, &path.join("."))?;
            rule = rule.and_then(|rule| rule.child(&key));
            path.push(key);
            last = Some(place);
        }
        let old = std::mem::replace(node, self.value);
        let mut merge = Merge::of_settings(first_set);
        let new = merge.apply(old, node.clone(), rule, &mut path);
        *node = Node { key: last, ..new };
        merge.idle.first().map_or(Ok(()), |&place| Err(changes_nothing(place)))
    }

    /// Whether it changes a rule of the game, and not only its name.
    pub fn is_of_rules(&self) -> bool {
        self.keys.first().is_some_and(|(key, _)| key != "game")
    }

    /// Whether it names the game.
    pub fn is_of_name(&self) -> bool {
        self.keys.iter().map(|(key, _)| key.as_str()).eq(["game", "name"])
    }

    /// Removes the key if the setting requests that and `tree` has the key. Returns whether it did.
    fn take_away(&self, tree: &mut Node) -> bool {
        let rule = self.keys.iter().try_fold(&*schema::FILE, |rule, (key, _)| rule.child(key));
        let keys: Vec<&str> = self.keys.iter().map(|(key, _)| key.as_str()).collect();
        let Some((last, above)) = keys.split_last().filter(|_| is_removal(&self.value, rule)) else {
            return false;
        };
        match tree.get_mut(above).map(|node| &mut node.value) {
            Some(Value::Table(table)) => table.remove(*last).is_some(),
            _ => false,
        }
    }
}

/// The part of `node` called `key`, created if it is missing from a table. `above` is the path of `node`.
fn descend<'a>(node: &'a mut Node, key: &str, place: Place, above: &str) -> Result<&'a mut Node, Diagnostic> {
    let wrong = |message: String| Err(Diagnostic::new(Some(place), message));
    match &mut node.value {
        Value::Table(table) => {
            let empty = Node { key: Some(place), place, value: Value::Table(BTreeMap::new()) };
            Ok(table.entry(key.to_owned()).or_insert(empty))
        }
        Value::List(list) => {
            let Ok(index) = key.parse::<usize>() else {
                return wrong(format!("{} is a list: its elements are numbered from 0", quoted(above)));
            };
            let length = list.len();
            match list.get_mut(index) {
                Some(element) => Ok(element),
                None => wrong(format!(
                    "{} has no element {index}: it has {}, numbered from 0",
                    quoted(above),
                    count(length as u64, "element")
                )),
            }
        }
        other => wrong(format!("{} is {}, which has no keys", quoted(above), other.type_name())),
    }
}

/// Removes the keys that `setting` replaces: those of the file in the tables of `tree` on its path. Keys of earlier settings stay.
/// Naming the board's current shape replaces nothing.
fn leave_out_replaced(tree: &mut Node, setting: &Setting, first_set: usize) {
    let keys: Vec<&str> = setting.keys.iter().map(|(key, _)| key.as_str()).collect();
    for (depth, key) in keys.iter().enumerate() {
        let above = &keys[..depth];
        let Some(Value::Table(table)) = tree.get_mut(above).map(|node| &mut node.value) else { continue };
        if above == ["board"] && table.get(*key).is_some_and(|shape| shape.is_same_text(&setting.value)) {
            continue;
        }
        table.retain(|old, node| node.place.source >= first_set || !replaces(above, key, old));
    }
}

/// The first `=` that is not within quotes.
pub(super) fn equals_sign(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '=') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// The parts of a dotted key, according to TOML.
pub(super) fn parse_key(text: &str, source: usize) -> Result<Vec<(String, Place)>, Diagnostic> {
    let place = Place::new(source, 0..text.len());
    let wrong = || {
        let wrong = Diagnostic::new(Some(place), "invalid key")
            .expected("expected a dotted key, as in `board.side` or `turn.steps.0.max`");
        if text.trim().contains(' ') && !text.contains(['"', '\'']) {
            return wrong.help("put quotes around a key of several words: `where.\"own adjacent\"`");
        }
        wrong
    };
    let document = format!("{text}=0");
    let Ok(table) = DeTable::parse(&document) else { return Err(wrong()) };
    let mut keys = Vec::new();
    let mut node = Node::document(source, table);
    loop {
        node = match node.value {
            Value::Table(table) if table.len() == 1 => match table.into_iter().next() {
                Some((key, node)) => {
                    keys.push((key, node.key.unwrap_or(place)));
                    node
                }
                None => return Err(wrong()),
            },
            Value::Integer(_) if !keys.is_empty() => return Ok(keys),
            _ => return Err(wrong()),
        };
    }
}

/// A TOML value, or a bare word as a string.
pub(super) fn parse_value(text: &str, offset: usize, source: usize) -> Result<Node, Diagnostic> {
    let offset = offset + (text.len() - text.trim_start().len());
    let text = text.trim();
    match DeValue::parse(text) {
        Ok(value) => Ok(Node::value(source, value, offset)),
        Err(_) if is_bare(text) => {
            let place = Place::new(source, offset..offset + text.len());
            Ok(Node { key: None, place, value: Value::Text(text.to_owned()) })
        }
        Err(error) => {
            let span = error.span().unwrap_or(0..text.len());
            let place = Place::new(source, span.start + offset..span.end + offset);
            Err(Diagnostic::new(Some(place), "invalid value")
                .expected("expected a number, a word, `true`, `false`, a \"string\" or a [list]"))
        }
    }
}

/// Whether the text needs no quotes.
fn is_bare(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ' '))
}
