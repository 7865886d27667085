//! Merges one tree into another: a file into the one it extends, and `--set` into a file.

use super::GameInfo;
use super::diagnostic::Diagnostic;
use super::schema::Rule;
use super::tree::{Node, Place, Value};
use crate::text::shortened;
use std::collections::BTreeMap;

/// The word that removes an inherited key: `first_shape = "none"`.
pub const REMOVAL: &str = "none";

/// Merges trees.
pub struct Merge {
    /// A value from the source with this number, or from a later source, is never replaced by another key: two settings that
    /// exclude each other are an error.
    kept_from: usize,
    /// The places of empty tables that were merged into others and changed nothing.
    pub idle: Vec<Place>,
}

impl Merge {
    /// The merge of a file into the one it extends.
    pub const fn of_files() -> Self {
        Self::of_settings(usize::MAX)
    }

    /// The merge of settings into a file; the first setting is source number `first`.
    pub const fn of_settings(first: usize) -> Self {
        Self { kept_from: first, idle: Vec::new() }
    }

    /// Merges `over` into `base`, which both have the rule `rule` and the path `path`: tables merge key by key, everything else
    /// is replaced, and keys whose value is [`REMOVAL`] are removed. See also [`replaces`].
    pub fn apply(&mut self, base: Node, over: Node, rule: Option<&Rule>, path: &mut Vec<String>) -> Node {
        match (base.value, over.value) {
            (Value::Table(mut below), Value::Table(above)) => {
                if above.is_empty() && !below.is_empty() {
                    self.idle.push(over.place);
                }
                self.leave_out_replaced(&mut below, &above, path);
                for (key, node) in above {
                    let rule = rule.and_then(|rule| rule.child(&key));
                    let Some(old) = below.remove(&key) else {
                        below.insert(key, node);
                        continue;
                    };
                    if is_removal(&node, rule) {
                        continue;
                    }
                    path.push(key.clone());
                    let node = self.apply(old, node, rule, path);
                    path.pop();
                    below.insert(key, node);
                }
                Node { key: over.key, place: over.place, value: Value::Table(below) }
            }
            (_, value) => Node { key: over.key, place: over.place, value },
        }
    }

    /// Removes from the table `below` the keys that the table `above` at the same path replaces.
    ///
    /// Does not compare all pairs of keys: an untrusted file may have tens of thousands in both tables.
    fn leave_out_replaced(
        &self,
        below: &mut BTreeMap<String, Node>,
        above: &BTreeMap<String, Node>,
        path: &[String],
    ) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let named: Vec<&str> = REPLACING.into_iter().filter(|&new| above.contains_key(new)).collect();
        below.retain(|old, node| {
            node.place.source >= self.kept_from
                || match path[..] {
                    // Here every key of another name replaces `old`, so `any` examines at most two keys.
                    ["action" | "goal", _] => !above.keys().any(|new| replaces(&path, new, old)),
                    _ => !named.iter().any(|new| replaces(&path, new, old)),
                }
        });
    }
}

/// Whether `node`, merged into a key with this `rule`, removes that key; it does not if [`REMOVAL`] is also a value of the
/// key itself.
pub fn is_removal(node: &Node, rule: Option<&Rule>) -> bool {
    matches!(&node.value, Value::Text(word) if word == REMOVAL)
        && rule.is_some_and(|rule| !rule.is_text_or_word(REMOVAL))
}

/// The error for an empty table at `place`, which changes nothing.
pub fn changes_nothing(place: Place) -> Diagnostic {
    Diagnostic::new(Some(place), "an empty table changes nothing: tables merge key by key")
        .help(format!("`\"{REMOVAL}\"` in its place removes the inherited key"))
}

/// The keys that can replace a key of another name, see [`replaces`].
const REPLACING: [&str; 7] = ["shape", "sizes", "patterns", "actions", "tiers", "method", "terms"];

/// Whether the key `new` of the table at `path`, merged over the key `old` of the same table, replaces it.
///
/// A `[board]` that names its shape replaces the board that it is merged over, and an action or a goal of another kind replaces the
/// old one. Of two mutually exclusive keys, the new one wins.
pub fn replaces(path: &[&str], new: &str, old: &str) -> bool {
    match path {
        ["board"] => new == "shape",
        ["action" | "goal", _] => new != old,
        ["action", _, _, "shape" | "first_shape"] => match new {
            "sizes" => matches!(old, "patterns" | "parts" | "cells" | "seen"),
            "patterns" => old == "sizes",
            _ => false,
        },
        ["score"] => matches!((new, old), ("method", "terms") | ("terms", "method")),
        [.., "steps", _] => matches!((new, old), ("actions", "tiers") | ("tiers", "actions")),
        _ => false,
    }
}

/// Keys of `[game]` that are not inherited: a variant built on a game is a different game.
const NOT_INHERITED: [&str; 4] = ["author", "year", "summary", "based_on"];

/// Makes `base` the base of another game: removes its author, year and summary, and moves its name to `based_on`.
pub fn as_base(base: &mut Node) {
    let Some(Value::Table(game)) = base.get_mut(&["game"]).map(|game| &mut game.value) else { return };
    NOT_INHERITED.iter().for_each(|key| drop(game.remove(*key)));
    if let Some(name) = game.get("name").cloned() {
        game.insert("based_on".to_owned(), name);
    }
}

/// The most characters of the settings in the name of a game.
const MOST_CHANGES: usize = 80;

/// Names the game in `tree` after the game that it is based on and the settings that change it: `Hex, 4x4, swap=false`.
pub fn name_after(tree: &mut Node, changes: &[&str]) {
    let Some(Value::Table(game)) = tree.get_mut(&["game"]).map(|game| &mut game.value) else { return };
    game.remove("based_on");
    if let Some(Value::Text(name)) = game.get_mut("name").map(|name| &mut name.value) {
        let room = GameInfo::LONGEST_NAME - 2 - name.chars().count().min(GameInfo::LONGEST_NAME - 3);
        let changes = with_size(changes).join(", ");
        *name = format!("{name}, {}", shortened(&changes, room.min(MOST_CHANGES) - 1));
    }
}

/// Replaces the settings of the board's width and height, if `changes` has both, by its size: `width=6`, `height=4` by `6x4`.
fn with_size(changes: &[&str]) -> Vec<String> {
    let value =
        |key: &str| changes.iter().rev().find_map(|change| change.strip_prefix(key)?.strip_prefix('='));
    let (Some(width), Some(height)) = (value("width"), value("height")) else {
        return changes.iter().map(|&change| change.to_owned()).collect();
    };
    let is_of_size = |change: &&str| change.starts_with("width=") || change.starts_with("height=");
    let mut named: Vec<String> =
        changes.iter().filter(|change| !is_of_size(change)).map(|&change| change.to_owned()).collect();
    let at = changes.iter().position(is_of_size).unwrap_or(0);
    named.insert(at, format!("{width}x{height}"));
    named
}
