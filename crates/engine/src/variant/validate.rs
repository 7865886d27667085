//! Checks a tree against the rules of the file format, and finds all problems.
//!
//! The tree without its invalid parts decodes without errors, so that later checks can report in the same run.

use super::diagnostic::Problem;
use super::merge::{REMOVAL, is_removal};
use super::schema::{Choice, Rule};
use super::tree::{Node, Part, Path, Place, Value};
use super::words::{count, listed, nearest, quoted};
use std::collections::BTreeMap;

/// The number of problems after which suggestions are skipped: an untrusted file may have a hundred thousand unknown keys.
const EXPLAINED: usize = 1000;

/// Checks `tree` against `rule`; returns the tree without its invalid parts, and all problems.
pub fn validate(tree: &Node, rule: &Rule) -> (Node, Vec<Problem>) {
    let mut problems = Vec::new();
    let kept = keep(tree, rule, &Path::default(), &mut problems);
    let empty = || Node { value: Value::Table(BTreeMap::new()), ..tree.clone() };
    (kept.unwrap_or_else(empty), problems)
}

/// The part of `node` that `rule` allows, if there is one; reports all other parts.
fn keep(node: &Node, rule: &Rule, path: &Path, problems: &mut Vec<Problem>) -> Option<Node> {
    let value = match (rule, &node.value) {
        (Rule::Table { .. }, Value::Table(table)) => Value::Table(keep_table(table, rule, path, problems)),
        (Rule::List { .. }, Value::List(list)) => Value::List(keep_list(list, rule, path, problems)?),
        _ => match value_problem(&node.value, rule, path) {
            None => node.value.clone(),
            Some(problem) => {
                problems.push(
                    if is_removal(node, Some(rule)) && matches!(path.0.last(), Some(Part::Key(_))) {
                        let nothing = format!(
                            "`\"{REMOVAL}\"` removes an inherited key: no `{path}` is inherited here"
                        );
                        problem.note(nothing)
                    } else {
                        explained(problem, path, rule)
                    },
                );
                return None;
            }
        },
    };
    Some(Node { key: node.key, place: node.place, value })
}

/// Adds to `problem` a note on what the key at `path` is for; elements of lists have no such note.
fn explained(problem: Problem, path: &Path, rule: &Rule) -> Problem {
    match rule.description() {
        "" => problem,
        about => problem.note(format!("`{path}`: {}", uncapitalised(about))),
    }
}

fn keep_table(
    table: &BTreeMap<String, Node>,
    rule: &Rule,
    path: &Path,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, Node> {
    let Rule::Table { keys, others, required, most, choice, .. } = rule else { return BTreeMap::new() };
    let mut kept = BTreeMap::new();
    for (key, node) in table {
        let here = path.key(key);
        let Some(rule) = keys.get(key).or(others.as_deref()) else {
            let problem = unknown_key(&here, key, path);
            let is_explained = problems.len() < EXPLAINED;
            problems.push(if is_explained { with_known_keys(problem, key, keys, table) } else { problem });
            continue;
        };
        kept.extend(keep(node, rule, &here, problems).map(|node| (key.clone(), node)));
    }
    for key in required.iter().filter(|key| !table.contains_key(*key)) {
        problems.push(missing_key(path, key, &keys[key]));
    }
    problems.extend(choice.as_ref().and_then(|choice| wrong_choice(choice, table, keys, path)));
    if let (None, Some(most)) = (choice, most)
        && table.len() > *most
    {
        let message = format!("`{path}` has {}", count(table.len() as u64, "key"));
        problems.push(Problem::with_key(path.clone(), message).expected(format!("expected at most {most}")));
    }
    kept
}

/// Problems with the exclusive keys of `table`.
fn wrong_choice(
    choice: &Choice,
    table: &BTreeMap<String, Node>,
    keys: &BTreeMap<String, Rule>,
    path: &Path,
) -> Option<Problem> {
    let found: Vec<&String> = choice.keys.iter().filter(|key| table.contains_key(*key)).collect();
    // An unknown key may be a misspelling of the missing one.
    let already_reported = table.keys().any(|key| !keys.contains_key(key));
    match found.as_slice() {
        [_] => None,
        [] if !choice.needed || already_reported => None,
        [first, second] if choice.keys.len() < keys.len() => {
            let (first, second) =
                if places(table, first) < places(table, second) { (first, second) } else { (second, first) };
            let message = format!("`{path}` has both `{first}` and `{second}`");
            let problem = Problem::with_key(path.key(second), message).expected("expected only one of them");
            Some(problem.related(path.key(first), "the other one"))
        }
        found => {
            let names = listed(choice.keys.iter().map(|key| quoted(key)), "or");
            let message = match found.len() {
                0 if choice.keys.len() < keys.len() => format!("`{path}` needs {names}, and has neither"),
                0 => format!("`{path}` needs exactly one kind, and has none"),
                n => format!("`{path}` needs exactly one kind, and has {n}"),
            };
            Some(Problem::with_key(path.clone(), message).expected(format!("expected {names}")))
        }
    }
}

/// The place of `key` in `table`.
fn places(table: &BTreeMap<String, Node>, key: &str) -> Option<Place> {
    table.get(key).and_then(|node| node.key)
}

fn keep_list(list: &[Node], rule: &Rule, path: &Path, problems: &mut Vec<Problem>) -> Option<Vec<Node>> {
    let Rule::List { item, min, max, unique, .. } = rule else { return None };
    let most = max.unwrap_or(usize::MAX);
    if list.len() < *min || list.len() > most {
        let wanted = match max {
            Some(max) if max == min => format!("exactly {}", count(*min as u64, "element")),
            Some(max) if list.len() > *max => format!("at most {}", count(*max as u64, "element")),
            _ => format!("at least {}", count(*min as u64, "element")),
        };
        let message = match list.len() {
            0 => format!("`{path}` is empty"),
            n => format!("`{path}` has {}", count(n as u64, "element")),
        };
        let problem = Problem::with_value(path.clone(), message).expected(format!("expected {wanted}"));
        problems.push(explained(problem, path, rule));
        return None;
    }
    let mut kept = Vec::new();
    let mut seen = BTreeMap::new();
    for (i, node) in list.iter().enumerate() {
        let here = path.index(i);
        if let Some(text) = word_or_number(&node.value).filter(|_| *unique)
            && let Some(first) = seen.insert(text.clone(), here.clone())
        {
            let problem = Problem::with_value(here, format!("{} is listed twice in `{path}`", quoted(&text)));
            problems.push(problem.expected("expected each element once").related(first, "first here"));
            continue;
        }
        kept.extend(keep(node, item, &here, problems));
    }
    (kept.len() >= *min).then_some(kept)
}

/// The text of a word or number, for comparing values.
fn word_or_number(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The problem with a value to which `rule` applies.
fn value_problem(value: &Value, rule: &Rule, path: &Path) -> Option<Problem> {
    let problem = |message: String| {
        Some(Problem::with_value(path.clone(), message).expected(format!("expected {}", wanted(rule))))
    };
    let range =
        |wrong: bool, shown: String| wrong.then(|| problem(format!("`{path}` cannot be {shown}"))).flatten();
    match (rule, value) {
        (Rule::Word { words, .. }, Value::Text(word)) => {
            if words.contains(word) {
                return None;
            }
            let near = nearest(word, words.iter().map(String::as_str));
            problem(format!("`{path}` cannot be {}", quoted(word))).map(|p| p.did_you_mean(near))
        }
        (Rule::Text { min, max, .. }, Value::Text(text)) => {
            let length = text.chars().count();
            let long = max.is_some_and(|max| length > max);
            let shown =
                if long { format!("{} long", count(length as u64, "character")) } else { "empty".into() };
            range(length < *min || long, shown)
        }
        (Rule::Integer { min, max, .. }, Value::Integer(n)) => {
            range(n < min || n > max, if is_far(*n) { "a number that large".into() } else { n.to_string() })
        }
        (Rule::Bound { .. }, Value::Text(text)) if text != REMOVAL => None,
        (Rule::Bound { max, .. }, Value::Integer(n)) => range(!(0..=*max).contains(n), n.to_string()),
        (Rule::Number { below, .. }, Value::Integer(n)) => {
            range(n.unsigned_abs() as f64 >= *below, n.to_string())
        }
        (Rule::Number { below, .. }, Value::Float(n)) => {
            range(n.is_nan() || n.abs() >= *below, n.to_string())
        }
        (Rule::Boolean { .. }, Value::Boolean(_)) => None,
        (Rule::List { item, .. }, Value::Table(_)) if matches!(**item, Rule::Table { .. }) => {
            let twice = format!("a table in a list is written with two pairs of brackets: `[[{path}]]`");
            problem(format!("`{path}` cannot be a table")).map(|problem| problem.help(twice))
        }
        _ => problem(format!("`{path}` cannot be {}", value.type_name())),
    }
}

/// Whether `n` may stand for an integer that did not fit into 64 bits.
fn is_far(n: i64) -> bool {
    n == i64::MIN || n == i64::MAX
}

/// The values that `rule` allows, in words.
fn wanted(rule: &Rule) -> String {
    match rule {
        Rule::Table { .. } => "a table".to_owned(),
        Rule::List { item, .. } => match item.as_ref() {
            Rule::Text { .. } | Rule::Word { .. } => "a list of strings, as in [\"a\", \"b\"]".to_owned(),
            Rule::Integer { .. } => "a list of integers, as in [2, 3]".to_owned(),
            Rule::List { .. } => "a list of lists, as in [[\"a\"], [\"b\"]]".to_owned(),
            _ => "a list of tables".to_owned(),
        },
        Rule::Word { words, .. } => listed(words.iter().map(|word| format!("\"{word}\"")), "or"),
        Rule::Text { min: 0, max: None, .. } => "a string".to_owned(),
        Rule::Text { min: 0, max: Some(max), .. } => {
            format!("a string of at most {}", count(*max as u64, "character"))
        }
        Rule::Text { min, max: Some(max), .. } => {
            format!("a string of {min} to {}", count(*max as u64, "character"))
        }
        Rule::Text { .. } => "a string that is not empty".to_owned(),
        Rule::Integer { min, max, .. } => format!("an integer from {min} to {max}"),
        Rule::Bound { .. } => {
            "a number, a range as in \"1..2\" or \"2..\", or a comparison as in \"> own adjacent\"".to_owned()
        }
        Rule::Number { below, .. } => format!("a number with an absolute value below {below}"),
        Rule::Boolean { .. } => "`true` or `false`".to_owned(),
    }
}

fn unknown_key(here: &Path, key: &str, table: &Path) -> Problem {
    let what = if table.0.is_empty() {
        format!("unknown key {}", quoted(key))
    } else {
        format!("unknown key {} in `{table}`", quoted(key))
    };
    Problem::with_key(here.clone(), what)
}

/// Adds the known `keys` and a suggestion to `problem`, which says that `key` is unknown.
fn with_known_keys(
    problem: Problem,
    key: &str,
    keys: &BTreeMap<String, Rule>,
    present: &BTreeMap<String, Node>,
) -> Problem {
    let names = || keys.keys().map(String::as_str);
    // A key that is already present is not suggested.
    let near = nearest(key, names().filter(|name| !present.contains_key(*name)));
    let expected = match keys.len() {
        0 => "expected no keys here".to_owned(),
        _ => format!("expected {}", listed(names().map(quoted), "or")),
    };
    problem.expected(expected).did_you_mean(near.or_else(|| nearest(key, names())))
}

fn missing_key(table: &Path, key: &str, rule: &Rule) -> Problem {
    let here = table.key(key);
    let problem = match (rule, table.0.is_empty()) {
        (Rule::Table { .. }, _) => {
            Problem::with_missing(here, format!("missing table `[{}]`", table.key(key)))
        }
        (_, true) => Problem::with_missing(here, format!("missing key `{key}`")),
        (_, false) => Problem::with_missing(here, format!("missing key `{key}` in `{table}`")),
    };
    let problem = match rule {
        Rule::Table { .. } => problem,
        _ => problem.expected(format!("expected `{key}` = {}", wanted(rule))),
    };
    explained(problem, &Path::of([key]), rule)
}

/// `text` without its initial capital and its full stop, for use within a longer message.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str().trim_end_matches('.'))
}
