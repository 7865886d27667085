//! Parses any lines of text, each as a `--set` and as a `--vary`; the length of the first line picks the variant.
#![no_main]

use dropline::variant::{Document, Grid, NoFiles, load_document, shipped};
use dropline_engine::text::is_unprintable;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let file = lines.next().map_or(0, str::len) % shipped().len();
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    let document = Document::file(Path::new("any.toml"), shipped()[file].text.as_bytes().to_vec());
    if let Err(wrong) = load_document(document, &lines, &NoFiles) {
        assert!(!wrong.render(false).contains(|c| !matches!(c, '\n' | '\t') && is_unprintable(c)));
    }
    match Grid::parse(&lines, &[]) {
        Ok(grid) => {
            assert!((1..=Grid::MAX_CELLS).contains(&grid.len()));
            assert_eq!(grid.cells().count(), grid.len());
        }
        Err(wrong) => assert!(wrong.render(false).starts_with("error: ")),
    }
});
