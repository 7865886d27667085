//! Mutated copies of the shipped variant files.

use crate::mutate::Mutator;
use dropline::variant::{Document, Loaded, NoFiles, explain, load_document, shipped};
use dropline_engine::text::is_unprintable;
use std::path::Path;

/// Replacements for words: keys, words and values that are valid somewhere, and some that never are.
const WORDS: [&str; 72] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "16",
    "17",
    "31",
    "32",
    "-1",
    "7.25",
    "0.125",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "65535",
    "65536",
    "100000",
    "100001",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "true",
    "false",
    "2004-01-01",
    "[]",
    "{}",
    "\"\"",
    "\"a1\"",
    "\"0,0\"",
    "\"1,0 wb\"",
    "[\"a1\"]",
    "[[\"drop\"]]",
    "[2, 3]",
    "\"\\u001b[2J\"",
    "\"\\u202e\"",
    "black",
    "white",
    "hexagon",
    "rectangle",
    "rhombus",
    "triangle",
    "boundless-hex",
    "none",
    "orthogonal",
    "queen",
    "liberties",
    "allowed",
    "positional-superko",
    "control",
    "area",
    "groups",
    "tiles",
    "steps",
    "tiers",
    "actions",
    "min",
    "max",
    "place",
    "displace",
    "deal",
    "stack-drop",
    "release",
    "shape",
    "sizes",
    "patterns",
    "parts",
    "side",
    "width",
    "setup",
];
/// Settings for the command line.
const SETTINGS: [&str; 17] = [
    "board.side=4",
    "board.side=0",
    "board={shape=\"rectangle\",width=5,height=31}",
    "board.shape=triangle",
    "turn.steps.0.max=9",
    "turn.steps.0.tiers=[[\"drop\"],[\"drop\"]]",
    "turn.steps.7.max=1",
    "setup.black=[\"a1\",\"b2\"]",
    "setup.turns=2",
    "score.komi=-7.5",
    "score.method=groups",
    "score.terms.\"own groups\"=-3",
    "capture.rule=none",
    "extends=go",
    "end.tiles=7",
    "action.x.place={}",
    "a..b=",
];

/// Loads a mutated file and uses the result; returns whether the file is valid.
pub fn exercise(mutator: &mut Mutator) -> bool {
    let (text, sets) = changed(mutator);
    match load_document(Document::file(Path::new("any.toml"), text), &sets, &NoFiles) {
        Ok(loaded) => {
            use_it(&loaded);
            true
        }
        Err(wrong) => {
            let said = wrong.render(false);
            assert!(wrong.count() > 0 && said.starts_with("error: "), "{said}");
            assert!(!said.contains(|c| !matches!(c, '\n' | '\t') && is_unprintable(c)), "{said}");
            false
        }
    }
}

/// Explains the game, and checks that its effective keys load as the same game.
fn use_it(loaded: &Loaded) {
    let text = explain(&loaded.variant);
    assert!(text.contains("Board") && !text.contains(|c| c != '\n' && is_unprintable(c)), "{text}");
    let again = toml::to_string(&loaded.effective).expect("the effective keys are TOML");
    let document = Document::file(Path::new("again.toml"), again.clone().into_bytes());
    match load_document(document, &[], &NoFiles) {
        Ok(again) => assert_eq!(again.rules_hash, loaded.rules_hash),
        Err(wrong) => panic!("the effective keys are invalid: {wrong}\n{again}"),
    }
}

/// A mutated file, and settings.
fn changed(mutator: &mut Mutator) -> (Vec<u8>, Vec<String>) {
    let file = |mutator: &mut Mutator| {
        let files: Vec<&str> = shipped().iter().map(|shipped| shipped.text).collect();
        mutator.pick(&files).as_bytes().to_vec()
    };
    let mut text = file(mutator);
    for _ in 0..=mutator.below(3) {
        text = match mutator.below(4) {
            0 => {
                mutator.bytes(&mut text);
                text
            }
            1 => {
                let other = file(mutator);
                mutator.splice(&text, &other, b"\n")
            }
            2 => {
                let other = file(mutator);
                mutator.splice(&text, &other, b",={}[]\"\n")
            }
            _ => {
                let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
                mutator.word(&String::from_utf8_lossy(&text), is_part, &WORDS).into_bytes()
            }
        };
    }
    let sets = (0..mutator.below(3)).map(|_| mutator.pick(&SETTINGS).to_owned()).collect();
    (text, sets)
}
