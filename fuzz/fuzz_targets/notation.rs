//! Parses any text as an action. A valid action, printed again, has the same letters in lower case.
#![no_main]

use dropline::rules::Action;
use dropline_engine::text::is_unprintable;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<Action>() {
    Ok(action) => {
        let printed = action.to_string();
        assert_eq!(printed.parse(), Ok(action));
        // The cells of a shape or a release may be named in any order.
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.to_lowercase().chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&printed), sorted(text));
    }
    Err(error) => {
        let said = error.to_string();
        assert!(said.len() < 1000 && !said.contains(is_unprintable), "{said}");
    }
});
