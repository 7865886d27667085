//! Variant files as users write them, right and wrong.

mod wrong;

use super::{Diagnostics, Document, Loaded, NoFiles, load_document};
use std::path::Path;

/// A whole game in few lines: what tests change a line of.
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

/// What is said about the wrong file `text`.
fn complaint(text: &str, sets: &[&str]) -> String {
    read(text, sets).expect_err("the file should be refused").render(false)
}
