//! The printed schema and the loader agree on what a variant file may hold.

use super::{SMALL, read};
use crate::variant::{schema, shipped};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Whether `value` is valid according to the schema `root`. Implements the JSON Schema keywords in use independently of the
/// loader.
fn is_valid(root: &Value, value: &Value) -> bool {
    is_valid_by(root, root, value)
}

/// Whether `value` is valid according to `schema`, a part of the schema `root`.
fn is_valid_by(root: &Value, schema: &Value, value: &Value) -> bool {
    let is_valid = |schema: &Value, value: &Value| is_valid_by(root, schema, value);
    let Some(keywords) = schema.as_object() else { return schema != false };
    keywords.iter().all(|(keyword, wanted)| match keyword.as_str() {
        "type" if wanted.is_array() => items(wanted).any(|name| is_valid(&json!({ "type": name }), value)),
        "type" => match wanted.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("number") => value.is_number(),
            Some("integer") => value.is_i64() || value.is_u64(),
            _ => panic!("unknown type {wanted}"),
        },
        "const" => value == wanted,
        "$ref" => {
            let place = wanted.as_str().and_then(|place| root.pointer(place.strip_prefix('#')?));
            is_valid(place.expect("a part of the schema"), value)
        }
        "anyOf" => items(wanted).any(|choice| is_valid(choice, value)),
        "oneOf" => items(wanted).filter(|choice| is_valid(choice, value)).count() == 1,
        "not" => !is_valid(wanted, value),
        "properties" => members(wanted).all(|(key, rule)| value.get(key).is_none_or(|it| is_valid(rule, it))),
        "additionalProperties" => members(value)
            .filter(|(key, _)| schema["properties"].get(key).is_none())
            .all(|(_, it)| is_valid(wanted, it)),
        "required" => {
            !value.is_object() || items(wanted).all(|key| value.get(key.as_str().unwrap()).is_some())
        }
        "minProperties" => value.as_object().is_none_or(|it| it.len() as u64 >= wanted.as_u64().unwrap()),
        "maxProperties" => value.as_object().is_none_or(|it| it.len() as u64 <= wanted.as_u64().unwrap()),
        "items" => items(value).all(|it| is_valid(wanted, it)),
        "minItems" => value.as_array().is_none_or(|it| it.len() as u64 >= wanted.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|it| it.len() as u64 <= wanted.as_u64().unwrap()),
        "uniqueItems" => {
            items(value).map(Value::to_string).collect::<BTreeSet<_>>().len() == items(value).count()
        }
        "minLength" => value.as_str().is_none_or(|it| it.chars().count() as u64 >= wanted.as_u64().unwrap()),
        "maxLength" => value.as_str().is_none_or(|it| it.chars().count() as u64 <= wanted.as_u64().unwrap()),
        "minimum" => value.as_f64().is_none_or(|it| it >= wanted.as_f64().unwrap()),
        "maximum" => value.as_f64().is_none_or(|it| it <= wanted.as_f64().unwrap()),
        "exclusiveMinimum" => value.as_f64().is_none_or(|it| it > wanted.as_f64().unwrap()),
        "exclusiveMaximum" => value.as_f64().is_none_or(|it| it < wanted.as_f64().unwrap()),
        "if" => is_valid(&schema[if is_valid(wanted, value) { "then" } else { "else" }], value),
        "then" | "else" | "definitions" | "$schema" | "title" | "description" | "default" => true,
        other => panic!("unknown keyword {other}"),
    })
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn json_of(text: &str) -> Value {
    toml::from_str(text).expect("the text is TOML")
}

#[test]
fn shipped_files_are_valid_according_to_the_schema() {
    for shipped in shipped() {
        assert!(is_valid(&schema(), &json_of(shipped.text)), "{}", shipped.name);
    }
}

#[test]
fn a_file_that_extends_another_need_not_repeat_what_it_inherits() {
    assert!(is_valid(&schema(), &json!({ "extends": "send-it", "board": { "side": 4 } })));
    assert!(!is_valid(&schema(), &json!({ "board": { "side": 4 } })));
    assert!(!is_valid(&schema(), &json!({ "extends": "send-it", "board": { "sid": 4 } })));
}

#[test]
fn only_a_file_that_extends_another_can_remove_keys() {
    let over =
        json!({ "extends": "dispatch", "action": { "dispatch": { "place": { "first_shape": "none" } } } });
    assert!(is_valid(&schema(), &over));
    let mut alone = full();
    assert!(is_valid(&schema(), &alone));
    alone["action"]["shapes"]["place"]["first_shape"] = json!("none");
    assert!(!is_valid(&schema(), &alone));
    // Where `none` is a value of the key itself, a file that extends no other can contain it too.
    alone["action"]["shapes"]["place"]["first_shape"] = json!({ "sizes": [2] });
    alone["action"]["shapes"]["place"]["sight"] = json!("none");
    assert!(is_valid(&schema(), &alone));
}

/// Every key of [`SMALL`] written out, and some that it omits.
fn full() -> Value {
    let mut full = read(SMALL, &[]).expect("it is valid").effective;
    full["game"]["author"] = json!("me");
    full["game"]["year"] = json!(2000);
    full["opening"] = json!([{ "steps": [{ "actions": ["stone"], "min": 1, "max": 1 }] }]);
    full["setup"] = json!({ "black": ["c3"], "white": ["d4"], "to_move": "white", "turns": 1 });
    full["setup"]["tiles"] = json!({ "black": ["0,0"], "white": ["1,0"] });
    full["setup"]["stacks"] = json!(["1,0 wb"]);
    full["stacks"] = json!({ "hand": 8, "onto_prisoner": "stack", "release": "any" });
    full["end"]["tiles"] = json!(39);
    full["opening"][0]["steps"][0] = json!({ "tiers": [["stone"], ["take"]] });
    full["action"]["deal"] = json!({ "deal": { "makes_prisoner": true } });
    full["action"]["shapes"] = json!({ "place": {
        "shape": { "patterns": ["###"], "parts": true, "seen": "any" },
        "first_shape": { "sizes": [3] },
    } });
    full["action"]["take"] =
        json!({ "displace": { "where": { "group": 1, "liberties": 1 }, "to": "touching" } });
    full["action"]["stone"]["place"] =
        json!({ "sight": "queen", "new_per_group": 1, "where": { "stones adjacent": 0, "own": ">= enemy" } });
    full
}

/// Values that users may write, valid or not.
fn values() -> Vec<Value> {
    let numbers =
        [-10_000, -1, 0, 1, 2, 16, 31, 32, 1000, 9999, 10_000, 65_535, 65_536, 99_999, 100_000, 100_001];
    let words = ["", "none", "black", "stone", "touching", "area", "hexagon", "queen", "allowed", "é"];
    let others = [
        json!("é".repeat(200)),
        json!("é".repeat(1001)),
        json!(vec!["black"; 1000]),
        json!(true),
        json!(0.5),
        json!([]),
        json!([1]),
        json!(["black"]),
        json!(["black", "white"]),
        json!(["black", "black"]),
        json!(["black", "white", "black"]),
        json!([{}]),
        json!([["stone"]]),
        json!([[]]),
        json!([3, 3]),
        json!([{ "steps": [] }]),
        json!({ "actions": ["stone"], "tiers": [["stone"]] }),
        json!({ "sizes": [3], "patterns": ["###"] }),
        json!([{ "actions": ["stone"] }]),
        json!({}),
        json!({ "place": {} }),
        json!({ "name": "x", "shape": "hexagon", "method": "area" }),
        json!({ "steps": [{ "actions": ["stone"] }] }),
    ];
    numbers.into_iter().map(Value::from).chain(words.into_iter().map(Value::from)).chain(others).collect()
}

/// The JSON pointers of all values within `value`.
fn pointers(value: &Value, here: &str, into: &mut Vec<String>) {
    let tables = members(value).map(|(key, value)| (key.clone(), value));
    let lists = items(value).enumerate().map(|(i, value)| (i.to_string(), value));
    for (key, value) in tables.chain(lists) {
        let there = format!("{here}/{key}");
        pointers(value, &there, into);
        into.push(there);
    }
}

/// All documents that differ from `document` in one place, where something is removed, replaced or added.
fn changed_in_one_place(document: &Value) -> Vec<Value> {
    let keys = [
        "side", "sight", "min", "max", "actions", "tiers", "sizes", "patterns", "place", "displace",
        "colour", "komi", "target", "swap", "x y",
    ];
    let mut places = vec![String::new()];
    pointers(document, "", &mut places);
    let mut changed = Vec::new();
    let mut change = |place: &str, edit: &dyn Fn(&mut Value)| {
        let mut copy = document.clone();
        edit(copy.pointer_mut(place).expect("the place exists"));
        changed.push(copy);
    };
    for place in &places {
        if let Some((parent, key)) = place.rsplit_once('/') {
            change(parent, &|value| _ = value.as_object_mut().map(|table| table.remove(key)));
            values().iter().for_each(|new| change(place, &|value| *value = new.clone()));
        }
        if document.pointer(place).is_some_and(Value::is_object) {
            for key in keys {
                change(place, &|table| table[key] = json!(1));
                change(place, &|table| table[key] = json!({}));
            }
        }
    }
    changed
}

#[test]
fn the_loader_and_the_schema_reject_the_same_files() {
    let schema = schema();
    let mut counts = [0, 0];
    for document in changed_in_one_place(&full()) {
        let text = toml::to_string(&document).expect("every value can be written as TOML");
        let right = is_valid(&schema, &document);
        assert_eq!(super::has_right_format(&text), right, "{text}");
        counts[usize::from(right)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 200), "valid and invalid documents were tried: {counts:?}");
}
