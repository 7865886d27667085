//! Loads any bytes as a variant file: the result is a game that can be explained and started, or errors without terminal control
//! characters.
#![no_main]

use dropline::variant::{Document, NoFiles, explain, load_document};
use dropline_engine::text::is_unprintable;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    match load_document(Document::file(Path::new("any.toml"), bytes.to_vec()), &[], &NoFiles) {
        Ok(loaded) => {
            let text = explain(&loaded.variant);
            assert!(!text.contains(|c| c != '\n' && is_unprintable(c)), "{text}");
            // The start position equals one rebuilt from scratch.
            let again = dropline::rules::start(&loaded.variant);
            assert_eq!(again.verify(), Ok(()));
        }
        Err(wrong) => {
            let text = wrong.render(false);
            assert!(wrong.count() > 0 && text.starts_with("error: "));
            assert!(!text.contains(|c| !matches!(c, '\n' | '\t') && is_unprintable(c)), "{text}");
            assert!(wrong.facts().count() == wrong.count());
        }
    }
});
