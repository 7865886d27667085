//! The published games in `examples/published`: every file is a valid game with the numbers of action sequences that were worked out for it,
//! and the corpus names only games that are there.

use crate::games::counts;
use dropline::variant::shipped;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/published")
}

/// The rows of a table, without its head.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join(name)).expect("a table");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn published_games_have_the_numbers_of_action_sequences_that_were_worked_out() {
    let rows = table("perft.tsv");
    for row in &rows {
        let expected: Vec<u64> = row[1..].iter().map(|number| number.parse().expect("a number")).collect();
        counts(&folder().join(format!("{}.toml", row[0])).to_string_lossy(), &[], &expected);
    }
    let files = fs::read_dir(folder()).expect("the folder").filter(|entry| {
        let path = entry.as_ref().expect("a file").path();
        path.extension().is_some_and(|extension| extension == "toml")
    });
    assert_eq!(files.count(), rows.len(), "each file has its row");
}

#[test]
fn the_corpus_names_the_file_of_every_game_that_it_calls_expressible() {
    let files: BTreeSet<String> =
        table("perft.tsv").into_iter().map(|row| row[0].clone() + ".toml").collect();
    let rows = table("corpus.tsv");
    for row in &rows {
        let (game, file, needs) = (&row[1], &row[2], &row[3]);
        let is_there = files.contains(file) || shipped().iter().any(|shipped| shipped.name == file);
        assert!(
            if file.is_empty() { !needs.is_empty() } else { is_there && needs.is_empty() },
            "{game}: {file}, {needs}"
        );
    }
    assert_eq!(
        (rows.len(), rows.iter().filter(|row| !row[2].is_empty()).count()),
        (264, 151),
        "as docs/scope.md says"
    );
}
