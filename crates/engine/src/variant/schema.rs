//! The JSON Schema of variant files, and the same schema as rules for the loader.
//!
//! Both come from the types in [`file`](super::file). The printed schema differs in one way: a file that `extends` another need
//! not repeat what it inherits, so keys of tables are required only without `extends`, and can be removed only with it.

use super::file::File;
use super::merge::REMOVAL;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rule for a value.
#[derive(Clone, Debug)]
pub enum Rule {
    /// A table.
    Table {
        /// The keys that have a rule of their own.
        keys: BTreeMap<String, Rule>,
        /// The rule for all other keys; without it they are not allowed.
        others: Option<Box<Rule>>,
        /// Required keys.
        required: Vec<String>,
        /// The largest number of keys allowed.
        most: Option<usize>,
        /// Keys that exclude each other.
        choice: Option<Choice>,
        /// What the table is for.
        about: String,
    },
    /// A list.
    List {
        /// The rule for each element.
        item: Box<Rule>,
        /// The smallest number of elements.
        min: usize,
        /// The largest number of elements.
        max: Option<usize>,
        /// Whether elements must be unique.
        unique: bool,
        /// What the list is for.
        about: String,
    },
    /// One of a set of words.
    Word {
        /// The words.
        words: Vec<String>,
        /// What the word is for.
        about: String,
    },
    /// Any string.
    Text {
        /// The smallest number of characters.
        min: usize,
        /// The largest number of characters.
        max: Option<usize>,
        /// What the string is for.
        about: String,
    },
    /// An integer.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
        /// What the number is for.
        about: String,
    },
    /// A whole number that is not negative, or a string: what a term of a condition must be.
    Bound {
        /// The largest number.
        max: i64,
        /// What it is for.
        about: String,
    },
    /// A number of limited absolute value.
    Number {
        /// Its absolute value is less than this.
        below: f64,
        /// What the number is for.
        about: String,
    },
    /// `true` or `false`.
    Boolean {
        /// What it is for.
        about: String,
    },
}

/// Keys of which only one is allowed.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The keys.
    pub keys: Vec<String>,
    /// Whether one of them is required.
    pub needed: bool,
}

impl Rule {
    /// The rule for the part under `key`; elements of lists are named by their index.
    pub fn child(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Table { keys, others, .. } => keys.get(key).or(others.as_deref()),
            Self::List { item, .. } => Some(item),
            _ => None,
        }
    }

    /// Whether `word` is a valid value here: one of the words, or any string.
    pub fn is_text_or_word(&self, word: &str) -> bool {
        match self {
            Self::Text { .. } => true,
            Self::Word { words, .. } => words.iter().any(|known| known == word),
            _ => false,
        }
    }

    /// What the value is for, as in the documentation of the file format.
    pub fn description(&self) -> &str {
        match self {
            Self::Table { about, .. }
            | Self::List { about, .. }
            | Self::Word { about, .. }
            | Self::Text { about, .. }
            | Self::Integer { about, .. }
            | Self::Bound { about, .. }
            | Self::Number { about, .. }
            | Self::Boolean { about } => about,
        }
    }
}

/// The rules for a whole file, after merging the files that it extends.
pub static FILE: LazyLock<Rule> = LazyLock::new(|| rule_of(&strict()));

/// The JSON Schema (draft-07) of variant files, with descriptions, defaults, words and ranges, for editors.
pub fn schema() -> Value {
    let mut schema = strict();
    let mut required = hoist_required(&mut schema);
    both(&mut required, allow_removal(&mut schema));
    let about = "Removes the inherited key, in a file that `extends` another";
    schema["definitions"] = json!({ "taken-away": { "const": REMOVAL, "description": about } });
    schema["if"] = json!({ "required": ["extends"] });
    // An empty `then` has no effect; some editors require it with an `if`.
    schema["then"] = json!({});
    schema["else"] = required;
    schema
}

/// The schema of a file that extends no other.
fn strict() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let generator = settings.with_transform(RecursiveTransform(tidy)).into_generator();
    generator.into_root_schema_for::<File>().to_value()
}

/// Replaces the schema of an optional key with that of its value, since TOML has no null, and joins each description into one
/// paragraph.
fn tidy(schema: &mut schemars::Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            object["type"] = one.clone();
        }
    }
    if let Some(Value::Array(mut choices)) = object.remove("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
        if let Some(Value::Object(only)) = choices.pop() {
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
    }
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    // `format` names the Rust type of an integer, which its range already expresses.
    object.remove("format");
}

/// Extends the schema of each key of the tables in `schema` by the value that removes the key, unless that value has another
/// meaning there; returns a schema that forbids it, for files that inherit nothing.
fn allow_removal(schema: &mut Value) -> Value {
    let mut forbidden = Map::new();
    if let Some(keys) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let inner: Map<String, Value> =
            keys.iter_mut().map(|(key, value)| (key.clone(), alternative(value))).collect();
        forbidden.insert("properties".to_owned(), Value::Object(inner));
    }
    if let Some(others) = schema.get_mut("additionalProperties").filter(|others| others.is_object()) {
        forbidden.insert("additionalProperties".to_owned(), alternative(others));
    }
    if let Some(items) = schema.get_mut("items") {
        forbidden.insert("items".to_owned(), allow_removal(items));
    }
    Value::Object(forbidden)
}

/// Extends the `schema` of a key by the value that removes it; returns a schema that forbids it.
fn alternative(schema: &mut Value) -> Value {
    let is_value = rule_of(schema).is_text_or_word(REMOVAL);
    let mut forbidden = allow_removal(schema);
    let Some(object) = schema.as_object_mut().filter(|_| !is_value) else { return forbidden };
    let mut whole = Map::new();
    for key in ["description", "default"] {
        whole.extend(object.shift_remove(key).map(|value| (key.to_owned(), value)));
    }
    let taken_away = json!({ "$ref": REMOVAL_DEFINITION });
    forbidden["not"] = taken_away.clone();
    whole.insert("anyOf".to_owned(), json!([Value::Object(object.clone()), taken_away]));
    *object = whole;
    forbidden
}

/// The part of the schema that describes the value that removes a key.
const REMOVAL_DEFINITION: &str = "#/definitions/taken-away";

/// Adds the requirements of `more` to `schema`.
fn both(schema: &mut Value, more: Value) {
    match (schema, more) {
        (Value::Object(schema), Value::Object(more)) => {
            for (key, value) in more {
                both(schema.entry(key).or_insert(Value::Null), value);
            }
        }
        (schema, more) => *schema = more,
    }
}

/// Moves the `required` lists of the tables of `schema` into a new schema.
fn hoist_required(schema: &mut Value) -> Value {
    let mut hoisted = Map::new();
    if let Some(required) = schema.as_object_mut().and_then(|object| object.shift_remove("required")) {
        hoisted.insert("required".to_owned(), required);
    }
    let mut properties = Map::new();
    for (key, value) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if value["type"] == "object" {
            let inner = hoist_required(value);
            if inner.as_object().is_some_and(|inner| !inner.is_empty()) {
                properties.insert(key.clone(), inner);
            }
        }
    }
    if !properties.is_empty() {
        hoisted.insert("properties".to_owned(), Value::Object(properties));
    }
    Value::Object(hoisted)
}

/// Converts the parts of JSON Schema that the types of the file format use.
fn rule_of(schema: &Value) -> Rule {
    let about = schema["description"].as_str().unwrap_or_default().to_owned();
    let number = |key: &str, default: i64| schema[key].as_i64().unwrap_or(default);
    let size = |key: &str| schema[key].as_u64().and_then(|n| usize::try_from(n).ok());
    // In a table, `oneOf` lists keys that exclude each other instead: see `choice_of`.
    if let (None, Some(choices)) = (schema.get("type"), schema["oneOf"].as_array()) {
        let word = |choice: &Value| choice["const"].as_str().map(str::to_owned);
        return Rule::Word { words: choices.iter().filter_map(word).collect(), about };
    }
    if schema["type"] == json!(["integer", "string"]) {
        return Rule::Bound { max: number("maximum", i64::MAX), about };
    }
    match schema["type"].as_str() {
        Some("object") => Rule::Table {
            keys: schema["properties"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(key, value)| (key.clone(), rule_of(value)))
                .collect(),
            others: schema["additionalProperties"]
                .is_object()
                .then(|| Box::new(rule_of(&schema["additionalProperties"]))),
            required: required_by(schema),
            most: size("maxProperties"),
            choice: choice_of(schema),
            about,
        },
        Some("array") => Rule::List {
            item: Box::new(rule_of(&schema["items"])),
            min: size("minItems").unwrap_or(0),
            max: size("maxItems"),
            unique: schema["uniqueItems"] == true,
            about,
        },
        Some("string") => Rule::Text { min: size("minLength").unwrap_or(0), max: size("maxLength"), about },
        Some("integer") => {
            Rule::Integer { min: number("minimum", i64::MIN), max: number("maximum", i64::MAX), about }
        }
        Some("number") => {
            Rule::Number { below: schema["exclusiveMaximum"].as_f64().unwrap_or(f64::INFINITY), about }
        }
        _ => Rule::Boolean { about },
    }
}

/// The keys that `schema` marks as required.
fn required_by(schema: &Value) -> Vec<String> {
    let keys = schema["required"].as_array().into_iter().flatten();
    keys.filter_map(|key| key.as_str().map(str::to_owned)).collect()
}

/// The keys of a table that exclude one another: all of them, or those that the parts of `oneOf` require, or those that must not
/// occur together.
fn choice_of(schema: &Value) -> Option<Choice> {
    if schema["maxProperties"] == 1 {
        let keys = schema["properties"].as_object()?.keys().cloned().collect();
        return Some(Choice { keys, needed: schema["minProperties"] == 1 });
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return Some(Choice { keys: choices.iter().flat_map(required_by).collect(), needed: true });
    }
    schema.get("not").map(|both| Choice { keys: required_by(both), needed: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The keywords that `rule_of` and the walker understand, and keywords irrelevant to checks.
    const SUPPORTED: [&str; 18] = [
        "type",
        "oneOf",
        "not",
        "properties",
        "additionalProperties",
        "required",
        "items",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minProperties",
        "maxProperties",
    ];
    const IGNORED: [&str; 4] = ["$schema", "title", "description", "default"];

    fn assert_supported(schema: &Value) {
        let object = schema.as_object().expect("a schema is an object");
        if let (None, Some(choices)) = (object.get("type"), object.get("oneOf")) {
            let words = choices.as_array().expect("oneOf is a list");
            assert!(words.iter().all(|w| w["const"].is_string()), "{schema}");
            return;
        }
        assert!(object["type"].is_string() || object["type"] == json!(["integer", "string"]), "{schema}");
        for keys in choices_of(object) {
            assert_eq!(keys.as_object().map(Map::len), Some(1), "{schema}");
            assert!(!required_by(keys).is_empty(), "{schema}");
        }
        for key in object.keys() {
            assert!(SUPPORTED.contains(&key.as_str()) || IGNORED.contains(&key.as_str()), "{key}");
        }
        let properties = object.get("properties").and_then(Value::as_object).into_iter().flatten();
        properties.map(|(_, value)| value).for_each(assert_supported);
        object.get("items").into_iter().for_each(assert_supported);
        if let Some(others) = object.get("additionalProperties").filter(|others| others.is_object()) {
            assert_supported(others);
        } else if object["type"] == "object" {
            assert_eq!(object["additionalProperties"], false, "{schema}");
        }
    }

    /// The schemas in a table that determine which keys go together.
    fn choices_of(table: &Map<String, Value>) -> impl Iterator<Item = &Value> {
        let one_of = table.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        one_of.chain(table.get("not"))
    }

    #[test]
    fn the_loader_understands_every_keyword_of_the_schema() {
        assert_supported(&strict());
    }

    #[test]
    fn every_key_has_a_description() {
        fn walk(rule: &Rule) {
            assert!(!rule.description().is_empty(), "{rule:?}");
            if let Rule::Table { keys, .. } = rule {
                keys.values().for_each(walk);
            }
        }
        walk(&FILE);
    }

    /// Whole numbers that may be left out although they have no default: without them there is no limit, or other keys decide.
    const OPTIONAL: [&str; 12] = [
        "corners",
        "count",
        "edges",
        "from_turn",
        "height",
        "max",
        "new_per_group",
        "quiet",
        "side",
        "tiles",
        "width",
        "year",
    ];

    #[test]
    fn a_whole_number_is_required_or_has_a_default_unless_it_may_be_left_out() {
        fn walk(schema: &Value, found: &mut BTreeSet<String>) {
            let required = required_by(schema);
            for (key, value) in schema["properties"].as_object().into_iter().flatten() {
                if value["type"] == "integer" && value.get("default").is_none() && !required.contains(key) {
                    found.insert(key.clone());
                }
                walk(value, found);
            }
            for inside in ["items", "additionalProperties"] {
                schema.get(inside).into_iter().for_each(|inside| walk(inside, found));
            }
        }
        let mut found = BTreeSet::new();
        walk(&strict(), &mut found);
        assert_eq!(found, OPTIONAL.map(str::to_owned).into_iter().collect());
    }

    #[test]
    fn the_documented_limit_of_hexagons_is_their_largest_side() {
        let schema = strict();
        let about = schema["properties"]["board"]["properties"]["side"]["description"].as_str();
        let limit = format!("a hexagon (at most {})", crate::board::Board::MAX_HEXAGON_SIDE);
        assert!(about.is_some_and(|about| about.contains(&limit)), "{about:?}");
    }

    #[test]
    fn the_schema_does_not_change_by_accident() {
        insta::assert_snapshot!(format!("{:#}", schema()));
    }
}
