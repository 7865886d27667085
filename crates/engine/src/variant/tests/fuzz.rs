//! Loading arbitrary bytes finishes quickly and without a panic, with a variant or with errors that can be shown.

use super::NoFiles;
use crate::variant::{Diagnostics, Document, Loaded, explain, load_document, shipped};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::path::Path;
use std::time::{Duration, Instant};

/// Loads `bytes` and uses the result.
fn exercise(bytes: &[u8], sets: &[String]) -> Result<Loaded, Diagnostics> {
    let loaded = load_document(Document::file(Path::new("any.toml"), bytes.to_vec()), sets, &NoFiles);
    match &loaded {
        Ok(loaded) => assert!(explain(&loaded.variant).contains("Board")),
        Err(wrong) => {
            assert!(wrong.count() > 0);
            assert!(wrong.render(false).starts_with("error: "));
            assert!(!wrong.render(false).contains('\u{1b}'));
        }
    }
    loaded
}

/// Lines of variant files, lines that resemble them, and arbitrary lines.
fn lines() -> impl Strategy<Value = String> {
    let shipped: Vec<&str> = shipped().iter().flat_map(|shipped| shipped.text.lines()).collect();
    prop_oneof![
        4 => select(shipped).prop_map(str::to_owned),
        1 => "[a-z]{1,5}(\\.[a-z]{1,5}){0,2} = (-?[0-9]{1,20}|\"[^\"]{0,5}\"|\\[\\]|\\{\\}|nan|true)",
        1 => "\\[{1,2}(board|turn|setup|action\\.[a-z]\\.place|[a-z]{1,4})\\]{1,2}",
        1 => ".{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = exercise(&bytes, &[]);
    }

    #[test]
    fn any_lines(lines in prop::collection::vec(lines(), 0..40)) {
        let _ = exercise(lines.join("\n").as_bytes(), &[]);
    }

    #[test]
    fn shipped_files_with_bytes_changed(
        file in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = file.get(shipped()).text.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = exercise(&bytes, &[]);
    }

    #[test]
    fn any_settings(
        keys in "[a-z\"'.= ]{0,12}|(board|turn|setup|action|score)(\\.(steps|0|1|side|black|drop|place|min)){0,3}",
        value in ".{0,12}|-?[0-9]{1,20}|\\[\"[a-z][0-9]\"\\]",
    ) {
        let _ = exercise(shipped()[0].text.as_bytes(), &[format!("{keys}={value}")]);
    }
}

#[test]
fn large_files_are_loaded_quickly() {
    let repeated = |part: &str| part.repeat((1 << 17) / part.len());
    let numbered = |count: usize, part: &str| -> String {
        (0..count).map(|i| part.replace('#', &i.to_string())).collect()
    };
    let send_it = |text: String| format!("extends = \"send-it\"\n{text}");
    let files = [
        numbered(10_000, "k# = #\n"),
        numbered(4_000, "[action.a#.place]\nsight = 1\n"),
        repeated("["),
        repeated("= \n"),
        repeated("a = 1\n"),
        repeated("\u{1b}"),
        format!("x = {}", repeated("[")),
        format!("x = {}", repeated("{a=")),
        format!("{}a = 1", repeated("a.")),
        send_it(format!("[setup]\nblack = [{}]", numbered(10_000, "\"a#\", "))),
        send_it(format!("[game]\nname = \"{}\"", repeated("é"))),
        send_it(format!(
            "[turn]\nsteps = [{{ actions = [{}] }}]\n{}",
            numbered(4_000, "\"b#\", "),
            numbered(4_000, "[action.a#.place]\n")
        )),
        send_it(numbered(4_000, "[[opening]]\nsteps = [{ actions = [\"dorp#\"] }]\n")),
    ];
    for file in files {
        let start = Instant::now();
        let _ = exercise(file.as_bytes(), &[]);
        // Far more than needed: a bound on growth, not on the speed of the machine.
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "{took:?} for {}", &file[..40]);
    }
}
