//! Lays one tree over another: how a file changes the one it extends.

use super::tree::{Node, Value};
use std::collections::BTreeMap;

/// `base` with what `over` says: tables merge key by key, everything else is replaced. A `[board]` that names
/// its shape replaces the one below it, and so does an action of another kind.
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

/// Takes out of the table `below` what the table `above` at the same path replaces as a whole.
fn leave_out_replaced(below: &mut BTreeMap<String, Node>, above: &BTreeMap<String, Node>, path: &[String]) {
    match path {
        [board] if board == "board" && above.contains_key("shape") => below.clear(),
        [action, _] if action == "action" && !above.is_empty() => {
            below.retain(|kind, _| above.contains_key(kind));
        }
        _ => {}
    }
}
