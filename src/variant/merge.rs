//! Lays one tree over another: how a file changes the one it extends.

use super::tree::{Node, Value};
use std::collections::BTreeMap;

/// `base` with what `over` says: tables merge key by key, everything else is replaced; see also [`replaces`].
pub fn merge(base: Node, over: Node) -> Node {
    merge_at(base, over, &mut Vec::new())
}

fn merge_at(base: Node, over: Node, path: &mut Vec<String>) -> Node {
    match (base.value, over.value) {
        (Value::Table(mut below), Value::Table(above)) => {
            leave_out_replaced(&mut below, &above, path);
            for (key, node) in above {
                path.push(key.clone());
                let node = match below.remove(&key) {
                    Some(old) => merge_at(old, node, path),
                    None => node,
                };
                path.pop();
                below.insert(key, node);
            }
            Node { key: over.key, place: over.place, value: Value::Table(below) }
        }
        (_, value) => Node { key: over.key, place: over.place, value },
    }
}

/// Takes out of the table `below` what the table `above` at the same path replaces.
///
/// No key of one table is compared with every key of the other: a stranger's file may have tens of thousands in both.
fn leave_out_replaced(below: &mut BTreeMap<String, Node>, above: &BTreeMap<String, Node>, path: &[String]) {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let named: Vec<&str> = REPLACING.into_iter().filter(|&new| above.contains_key(new)).collect();
    below.retain(|old, _| match path[..] {
        // The first key but one decides.
        ["action", _] => !above.keys().any(|new| replaces(&path, new, old)),
        _ => !named.iter().any(|new| replaces(&path, new, old)),
    });
}

/// The keys that can replace another by their own name, see [`replaces`].
const REPLACING: [&str; 5] = ["shape", "sizes", "patterns", "actions", "tiers"];

/// Whether the key `new` of the table at `path`, laid over the key `old` of the same table, takes its place.
///
/// A `[board]` that names its shape replaces the one below it, and so does an action of another kind. Of two keys
/// that exclude one another the upper one is meant.
pub fn replaces(path: &[&str], new: &str, old: &str) -> bool {
    match path {
        ["board"] => new == "shape",
        ["action", _] => new != old,
        ["action", _, _, "shape" | "first_shape"] => match new {
            "sizes" => matches!(old, "patterns" | "parts" | "cells" | "seen"),
            "patterns" => old == "sizes",
            _ => false,
        },
        [.., "steps", _] => matches!((new, old), ("actions", "tiers") | ("tiers", "actions")),
        _ => false,
    }
}
