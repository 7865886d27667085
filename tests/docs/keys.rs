//! Compares `docs/keys.md` with the JSON Schema and the output of an example for each key.

use crate::pages::{check_generated, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::Command;

const PAGE: &str = "docs/keys.md";

/// Everything above this line is handwritten.
const MARK: &str = "<!-- The rest of this page is generated from the file format: DROPLINE_DOCS=rewrite cargo test --test docs keys -->\n";

/// Keys whose table is the same as that of another key, in whose section it is described.
const ALIKE: [(&str, &str); 3] = [
    ("opening.N.steps", "turn.steps"),
    ("turn.catch_up.steps", "turn.steps"),
    ("action.NAME.place.first_shape", "action.NAME.place.shape"),
];

/// Keys without an example of their own: that of another key sets them, too.
const SHOWN_WITH: [(&str, &str); 6] = [
    ("setup.white", "setup.black"),
    ("setup.tiles.white", "setup.tiles.black"),
    ("action.NAME.move.directions.second", "action.NAME.move.directions.first"),
    ("action.NAME.flip.becomes", "action.NAME.flip.stones"),
    ("goal.NAME.connect.second", "goal.NAME.connect.first"),
    ("goal.NAME.reach.second", "goal.NAME.reach.first"),
];

/// Keys that every goal has.
const OF_EVERY_GOAL: [&str; 4] = ["checked", "for", "result", "both"];

#[test]
fn the_reference_has_every_key_of_the_format() {
    check_generated(PAGE, MARK, &Reference::new().page());
}

/// A key of the file format.
struct Key {
    /// Its path, with `N` for the indices of lists and `NAME` for names that the user chooses.
    path: String,
    schema: Value,
    required: bool,
}

struct Reference {
    keys: Vec<Key>,
    examples: BTreeMap<String, String>,
}

impl Reference {
    fn new() -> Self {
        let schema = dropline::variant::schema();
        let mut keys = Vec::new();
        walk("", &schema, &schema["else"], &mut keys);
        let examples = fs::read_to_string(root().join("tests/docs/keys.toml")).expect("the examples");
        Self { keys, examples: toml::from_str(&examples).expect("examples are strings") }
    }

    fn page(&self) -> String {
        let (mut page, mut used) = (String::new(), BTreeSet::new());
        for key in &self.keys {
            let (level, path) =
                if is_section(key) { ("##", section_title(key)) } else { ("###", key.path.clone()) };
            let about = sentence(key.schema["description"].as_str().expect("every key is described"));
            write!(page, "\n{level} `{path}`\n\n{about}\n").unwrap();
            if let Some(twin) = self.twin(key) {
                page.truncate(page.len() - about.len() - 1);
                writeln!(page, "As [`{twin}`](#{}).", anchor(twin)).unwrap();
                continue;
            }
            page += &self.same_words(key).unwrap_or_else(|| values(key));
            if let Some(example) = self.examples.get(&key.path) {
                used.insert(key.path.as_str());
                page += &shown(&key.path, example);
            } else {
                assert!(
                    self.needs_no_example(key),
                    "tests/docs/keys.toml lacks an example for `{}`",
                    key.path
                );
            }
        }
        let unknown: Vec<&String> = self.examples.keys().filter(|key| !used.contains(key.as_str())).collect();
        assert!(unknown.is_empty(), "examples of unknown keys: {unknown:?}");
        page
    }

    /// Whether other keys show what this one does: those of a table, or a key whose example sets this one, too.
    fn needs_no_example(&self, key: &Key) -> bool {
        let with = SHOWN_WITH.iter().find(|(path, _)| *path == key.path);
        let name = key.path.rsplit('.').next().unwrap_or_default();
        kind(&key.schema) == "object"
            || ALIKE.iter().any(|(path, _)| *path == key.path)
            || with.is_some_and(|(_, other)| self.examples[*other].contains(name))
    }

    /// The allowed words, if an earlier key explains the same ones.
    fn same_words(&self, key: &Key) -> Option<String> {
        let choices = key.schema["oneOf"].as_array()?;
        let mut earlier = self.keys.iter().take_while(|other| other.path != key.path);
        let same = earlier.find(|other| other.schema["oneOf"].as_array() == Some(choices))?;
        let default = key.schema.get("default");
        let word = |choice: &Value| {
            let chosen = if default == Some(&choice["const"]) { " (the default)" } else { "" };
            format!("`{}`{chosen}", choice["const"])
        };
        let words: Vec<String> = choices.iter().map(word).collect();
        let (last, others) = words.split_last()?;
        let asked = if key.required { " Required." } else { "" };
        let path = &same.path;
        let listed = others.join(", ");
        Some(format!("\n*Value:* {listed} or {last}, as for [`{path}`](#{}).{asked}\n", anchor(path)))
    }

    /// The path of an earlier key of the same name and meaning, of a kind of action or of a pattern.
    fn twin(&self, key: &Key) -> Option<&str> {
        let name = |key: &Key| key.path.rsplit('.').next().map(str::to_owned);
        let alike = |other: &&Key| {
            name(other) == name(key) && other.schema == key.schema && other.required == key.required
        };
        let mut earlier = self.keys.iter().take_while(|other| other.path != key.path);
        earlier.find(alike).filter(|_| key.path.contains(".NAME.")).map(|other| other.path.as_str())
    }
}

/// The anchor of a key's heading.
fn anchor(path: &str) -> String {
    path.replace('.', "").to_lowercase()
}

/// Each table of the file has a section, and so has each kind of action and of goal.
fn is_section(key: &Key) -> bool {
    let parts = key.path.split('.').count();
    parts == 1 || (parts == 3 && key.path.contains(".NAME.") && !key.path.contains("KIND"))
}

/// The title of a section in the form used in files: `[board]`, `[action.NAME.place]`.
fn section_title(key: &Key) -> String {
    match kind(&key.schema) {
        "object" => format!("[{}]", key.path),
        // A list of tables; within tables there are only lists of texts.
        "array" if !key.path.contains('.') => format!("[[{}]]", key.path),
        _ => key.path.clone(),
    }
}

/// Adds all keys below `path`, in the order of the format.
fn walk(path: &str, schema: &Value, demanded: &Value, keys: &mut Vec<Key>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    for (name, value) in schema["properties"].as_object().into_iter().flatten() {
        if path.starts_with("goal.NAME.") && OF_EVERY_GOAL.contains(&name.as_str()) {
            let common = format!("goal.NAME.KIND.{name}");
            if let Some(known) = keys.iter().find(|key| key.path == common) {
                assert_eq!(known.schema, given(value), "{path}.{name} differs from that of other goals");
            } else {
                keys.push(Key { path: common, schema: given(value), required: false });
            }
            continue;
        }
        let value = given(value);
        let asked = [schema, demanded].iter().any(|from| {
            from["required"].as_array().is_some_and(|names| names.iter().any(|asked| asked == name))
        });
        let path = below(name);
        keys.push(Key { path: path.clone(), schema: value.clone(), required: asked });
        if let Some((_, other)) = ALIKE.iter().find(|(alike, _)| *alike == path) {
            if let Some(other) = keys.iter().find(|key| key.path == *other) {
                assert_eq!(other.schema["properties"], value["properties"], "{path}");
            }
            continue;
        }
        let inner = &demanded["properties"][name];
        walk(&path, &value, inner, keys);
        if value["items"]["properties"].is_object() {
            walk(&format!("{path}.N"), &value["items"], &inner["items"], keys);
        }
        if value["additionalProperties"].is_object() {
            walk(&format!("{path}.NAME"), &given(&value["additionalProperties"]), &Value::Null, keys);
        }
    }
}

/// The schema of a key's value if the key is given and not removed.
fn given(schema: &Value) -> Value {
    let mut given = schema.clone();
    if let Some(choices) = schema["anyOf"].as_array() {
        for (key, value) in choices[0].as_object().expect("a schema is an object") {
            if given.get(key).is_none() {
                given[key] = value.clone();
            }
        }
    }
    given
}

fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(types) if *types == ["integer", "string"] => "bound",
        of => of.as_str().unwrap_or("word"),
    }
}

/// `text` with a full stop at its end.
fn sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

/// The allowed values, and the default.
fn values(key: &Key) -> String {
    if let Some((_, other)) = ALIKE.iter().find(|(path, _)| *path == key.path) {
        return format!("\nIts keys are those of [`{other}`](#{}).\n", anchor(other));
    }
    let default = key.schema.get("default").filter(|default| !default.is_object());
    let mut text = match kind(&key.schema) {
        "object" => {
            return if key.required { "\nRequired.\n".to_owned() } else { String::new() };
        }
        "word" => {
            let mut list = String::from("\n");
            for choice in key.schema["oneOf"].as_array().into_iter().flatten() {
                let word = &choice["const"];
                let chosen = if default == Some(word) { ", the default" } else { "" };
                let about = choice["description"].as_str().unwrap_or_default();
                writeln!(list, "- `{word}`{chosen}: {about}").unwrap();
            }
            let asked = if key.required { "\nRequired.\n" } else { "" };
            return list + asked;
        }
        _ => format!("\n*Value:* {}.", value(&key.schema)),
    };
    if key.required {
        text += " Required.";
    }
    match default {
        Some(Value::Array(list)) if list.is_empty() => {}
        Some(Value::String(string)) if string.is_empty() => {}
        Some(default) => text += &format!(" *Default:* `{default}`.").replace("\",\"", "\", \""),
        None => {}
    }
    text + "\n"
}

fn value(schema: &Value) -> String {
    let schema = given(schema);
    let bound = |key: &str| schema.get(key).and_then(Value::as_u64);
    match kind(&schema) {
        "boolean" => "`true` or `false`".to_owned(),
        "integer" => format!("{} to {}", schema["minimum"], schema["maximum"]),
        "number" => {
            format!("a number above {} and below {}", schema["exclusiveMinimum"], schema["exclusiveMaximum"])
        }
        "string" => match bound("maxLength") {
            Some(most) => format!("a string of at most {most} characters"),
            None => "a string".to_owned(),
        },
        "bound" => "a whole number or a string".to_owned(),
        "word" => {
            let words: Vec<String> = schema["oneOf"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|choice| format!("`{}`", choice["const"]))
                .collect();
            words.join(" or ")
        }
        "array" => {
            let of = match kind(&schema["items"]) {
                "object" => "tables".to_owned(),
                "string" => "strings".to_owned(),
                _ => format!("values, each {}", value(&schema["items"])),
            };
            match (bound("minItems"), bound("maxItems")) {
                (least, Some(most)) if least == Some(most) => format!("a list of {most} {of}"),
                (Some(least), Some(most)) => format!("a list of {least} to {most} {of}"),
                (None, Some(most)) => format!("a list of at most {most} {of}"),
                _ => format!("a list of {of}"),
            }
        }
        other => panic!("a value of type {other}"),
    }
}

/// The command of an example and its output: a drawing without what stands below it; for `check` the sentences that the last
/// `--set` changes or, without `--set`, the part about the key's table or, after ` # NAME`, about the action or the goal of that name.
fn shown(path: &str, example: &str) -> String {
    let named = example.rsplit_once(" # ").filter(|(_, name)| name.chars().all(char::is_alphanumeric));
    let (example, named) = named.map_or((example, None), |(example, name)| (example, Some(name)));
    let printed = dropline(example);
    let output = if example.starts_with("show ") {
        printed.split("\n\n").next().expect("a drawing").to_owned()
    } else if let Some(name) = named {
        let printed = rows(&printed);
        let part = |row: &String| {
            let known = row.starts_with("Goals").then(|| without(row, name));
            format!("{}\n", new_sentences(row, known.as_slice()))
        };
        let about = |row: &&String| {
            row.starts_with(&format!("`{name}` ")) || (path.starts_with("goal") && row.starts_with("Goals"))
        };
        let shown: String = printed.iter().filter(about).map(part).collect();
        assert!(!shown.is_empty(), "{path}: the output says nothing about `{name}`");
        shown
    } else {
        let base = example.rfind(" --set ").map(|at| dropline(&example[..at]));
        assert!(base.is_some() || is_whole_table(path), "{path}: the example sets nothing");
        let known = base.as_deref().map(rows).unwrap_or_default();
        let changed: Vec<String> = rows(&printed).into_iter().filter(|row| !known.contains(row)).collect();
        assert!(!changed.is_empty(), "{path}: `{example}` changes nothing");
        if base.is_some() {
            sets(path, example);
        }
        // A changed game is named after the setting, which need not be shown here.
        let title = base.as_ref().and_then(|_| rows(&printed).into_iter().next());
        // Whether a position can recur depends on many keys; the sentence on it is shown at its own.
        let is_repetition = |row: &String| row.starts_with("Repetition") && !path.starts_with("repetition");
        let aside = |row: &String| row.starts_with("note:") || is_repetition(row);
        let news = |row: &&String| Some(*row) != title.as_ref() && !aside(row);
        let news = |row: &&String| news(row) && (base.is_some() || is_about(path, row));
        let kept: Vec<&String> = changed.iter().filter(news).collect();
        let kept = if kept.is_empty() { changed.iter().collect() } else { kept };
        kept.iter().map(|row| format!("{}\n", new_sentences(row, &known))).collect()
    };
    format!("\n```text\n$ dropline {example}\n{}```\n", output.trim_end().to_owned() + "\n")
}

/// An entry of an explanation without the sentence about what is called `name`.
fn without(row: &str, name: &str) -> String {
    let text = row.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
    let others: String =
        sentences(&text).into_iter().filter(|sentence| !sentence.starts_with(&format!("`{name}`"))).collect();
    format!("{:12}{others}", row.split(' ').next().unwrap_or_default())
}

/// The entry `row` of an explanation with ellipses in place of the sentences that are also in the entry of the same name in
/// `known`.
fn new_sentences(row: &str, known: &[String]) -> String {
    let name_and_text = |row: &str| {
        let (name, text) = row.split_once("  ")?;
        Some((name.to_owned(), text.split_whitespace().collect::<Vec<_>>().join(" ")))
    };
    let of_same_name =
        |name: &str| known.iter().filter_map(|row| name_and_text(row)).find(|(other, _)| other == name);
    let Some((name, text)) = name_and_text(row) else { return row.to_owned() };
    let Some((_, before)) = of_same_name(&name) else { return row.to_owned() };
    let (new, old): (Vec<&str>, Vec<&str>) = (sentences(&text), sentences(&before));
    let is_new = |sentence: &&str| !old.contains(sentence);
    if new.iter().all(is_new) || !new.iter().any(is_new) {
        return row.to_owned();
    }
    let mut shown = String::new();
    for part in new.chunk_by(|a, b| is_new(a) == is_new(b)) {
        shown += &if is_new(&part[0]) { part.concat() } else { "… ".to_owned() };
    }
    // Spaces in code do not break lines.
    let parts = shown.trim_end().split('`').enumerate();
    let kept: Vec<String> = parts
        .map(|(at, part)| if at % 2 == 1 { part.replace(' ', "\u{a0}") } else { part.to_owned() })
        .collect();
    let indent = " ".repeat(12);
    let options = textwrap::Options::new(87).initial_indent(&indent).subsequent_indent(&indent);
    let wrapped = textwrap::fill(&kept.join("`"), options).replace('\u{a0}', " ");
    format!("{name:12}{}", wrapped.trim_start())
}

/// The sentences of a text, each with the space that follows it.
fn sentences(text: &str) -> Vec<&str> {
    let ends = text.match_indices(". ").map(|(at, end)| at + end.len());
    let mut ends: Vec<usize> =
        ends.filter(|&at| text[at..].starts_with(|c: char| c == '`' || c.is_uppercase())).collect();
    ends.push(text.len());
    let mut from = 0;
    ends.into_iter().map(|end| &text[std::mem::replace(&mut from, end)..end]).collect()
}

/// Whether the key is the table of a kind of action or goal, or can only be set in a file.
fn is_whole_table(path: &str) -> bool {
    path == "extends" || path.split('.').count() == 3
}

/// Whether a row of an explanation is about the table at `path`.
fn is_about(path: &str, row: &str) -> bool {
    match path.split('.').next() {
        Some("action") => row.starts_with('`'),
        Some("goal") => row.starts_with("Goals"),
        _ => row.contains("based on"),
    }
}

/// Asserts that the last `--set` of an example concerns the key: its path must lead to the key, with names in place of
/// placeholders.
fn sets(path: &str, example: &str) {
    let setting = example.rsplit_once(" --set ").expect("a setting").1.trim_start_matches('\'');
    let set = setting.split_once('=').expect("KEY=VALUE").0;
    let stands_for =
        |(part, name): (&str, &str)| part == name || part == "N" || part == "NAME" || part == "KIND";
    let leads = path.split('.').zip(set.split('.')).all(stands_for);
    let whole = set.split('.').count() == path.split('.').count();
    let last = path.rsplit('.').next().unwrap_or_default();
    assert!(leads && (whole || setting.contains(last)), "{path}: `{setting}` concerns another key");
}

/// The entries of an explanation, with their continuation lines.
fn rows(text: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match rows.last_mut() {
            Some(row) if line.starts_with(' ') => *row += &format!("\n{line}"),
            _ => rows.push(line.to_owned()),
        }
    }
    rows
}

/// The output of the program for `arguments`, which are quoted as for a shell.
fn dropline(arguments: &str) -> String {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in arguments.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    let output =
        Command::new(env!("CARGO_BIN_EXE_dropline")).args(&words).output().expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`dropline {arguments}`\n{error}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
