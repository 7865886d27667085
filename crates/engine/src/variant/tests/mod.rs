//! Variant files as users write them, valid and invalid.

mod explained;
mod extends;
mod fuzz;
mod games;
mod noted;
mod right;
mod schema;
mod wrong;

use super::{Diagnostics, Document, Loaded, NoFiles, load_document};
use std::path::Path;

/// A whole game in a few lines, which tests change.
const SMALL: &str = r#"
[game]
name = "Small"
[board]
shape = "rectangle"
width = 5
height = 5
[turn]
steps = [{ actions = ["stone"] }]
[action.stone.place]
[capture]
rule = "liberties"
[score]
method = "area"
"#;

/// Loads `text` as a file of its own.
fn read(text: &str, sets: &[&str]) -> Result<Loaded, Diagnostics> {
    let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
    load_document(Document::file(Path::new("my.toml"), text.into()), &sets, &NoFiles)
}

/// [`SMALL`] with `old` replaced by `new`.
fn small_with(old: &str, new: &str) -> String {
    assert_eq!(SMALL.matches(old).count(), 1, "{old}");
    SMALL.replace(old, new)
}

/// The error for the invalid file `text`.
fn error_of(text: &str, sets: &[&str]) -> String {
    read(text, sets).expect_err("the file should be rejected").render(false)
}

/// Compares `said` with the snapshot `FOLDER/NAME.snap`.
fn assert_matches_file(folder: &str, name: &str, said: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, said));
}

/// Whether the format of `text` is valid, even if the game is not.
fn has_right_format(text: &str) -> bool {
    let (table, errors) = toml::de::DeTable::parse_recoverable(text);
    let tree = super::tree::Node::document(0, table);
    errors.is_empty() && super::validate::validate(&tree, &super::schema::FILE).1.is_empty()
}
