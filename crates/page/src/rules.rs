//! The rules in the editor: what is wrong with them, or what they say.

use crate::folder::Folder;
use dropline_engine::draw::printable;
use dropline_engine::rules;
use dropline_engine::variant::{Diagnostics, Loaded, Variant, explained};
use serde_json::{Value, json};

/// Errors shown at once.
const MOST_ERRORS: usize = 50;

/// The errors of a variant, or its rules in sentences, as `dropline check` has them.
pub fn check(folder: &Folder, name: &str, text: &str) -> Value {
    match folder.load(name, text) {
        Ok(loaded) => described(&loaded),
        Err(diagnostics) => errors(&diagnostics),
    }
}

/// The errors, each with its line and column, and all of them as the command prints them.
pub fn errors(diagnostics: &Diagnostics) -> Value {
    let facts: Vec<_> = diagnostics.facts().take(MOST_ERRORS).collect();
    json!({ "ok": false, "errors": facts, "text": diagnostics.render(false) })
}

fn described(loaded: &Loaded) -> Value {
    let variant = &loaded.variant;
    let sentences: Vec<_> = explained(variant)
        .into_iter()
        .map(|(part, words)| json!({ "key": key_of(&part, variant), "part": printable(&part), "words": printable(&words) }))
        .collect();
    let over = rules::start(variant).outcome().is_some();
    let info = &variant.info;
    let names = |table: &str| loaded.effective[table].as_object().into_iter().flatten().map(|(name, _)| name);
    let heads = ["action", "goal"]
        .map(|table| names(table).map(|name| format!("\n[{table}.{name}.")).collect::<String>());
    json!({
        "ok": true,
        "title": printable(&info.title()),
        "by": info.author.iter().cloned().chain(info.year.map(|year| year.to_string())).collect::<Vec<_>>().join(", "),
        "summary": printable(&info.summary),
        "rules": sentences,
        "notes": loaded.notes,
        "heads": heads.concat(),
        "over": over,
    })
}

/// The table of a variant file that a sentence is about.
fn key_of(part: &str, variant: &Variant) -> String {
    let named = part.strip_prefix('`').and_then(|part| part.strip_suffix('`'));
    let table = match part {
        "Board" => "board",
        "Start" => "setup",
        "Pie rule" => "turn.swap",
        "Catching up" => "turn.catch_up",
        "Turns" | "Then" => "turn",
        "Stacks" => "stacks",
        "Captures" => "capture",
        "Repetition" => "repetition",
        "Goals" => "goal",
        "End" => "end",
        "Score" => "score",
        _ => "opening",
    };
    let is_pattern = |name: &str| variant.patterns.iter().any(|pattern| pattern.name == name);
    named.map_or_else(
        || table.to_owned(),
        |name| format!("{}.{name}", if is_pattern(name) { "pattern" } else { "action" }),
    )
}
