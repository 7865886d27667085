//! Reads any line as a record of one of the shipped games, on small boards; the first byte picks the game.
#![no_main]

use dropline::record::{Form, Record, convert, replay};
use dropline::rules::{self, Position};
use dropline::variant::{load, shipped};
use dropline_engine::text::is_unprintable;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    /// The games at their start.
    static GAMES: RefCell<Vec<Box<dyn Position>>> = RefCell::new(games());
}

fn games() -> Vec<Box<dyn Position>> {
    let small = |name: &str| -> Vec<String> {
        let sets: &[&str] = match name {
            "send-it" => &["board.side=3"],
            "go" => &["board.width=4", "board.height=4"],
            "dropper" | "send-it-square" | "send-it-square-nopush" => &["board.width=5", "board.height=5"],
            "dispatch" | "dispatch-chris" => {
                &["board.width=5", "board.height=5", "setup.black=[\"a1\"]", "setup.white=[\"e5\"]"]
            }
            _ => &[],
        };
        sets.iter().map(|&set| set.to_owned()).collect()
    };
    let start = |name: &str| rules::start(&load(name, &small(name)).expect("it is shipped").variant);
    shipped().iter().map(|shipped| start(shipped.name)).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, line)) = bytes.split_first() else { return };
    let Ok(line) = std::str::from_utf8(line) else { return };
    let record = match Record::from_line(line) {
        Ok(record) => record,
        Err(error) => {
            assert!(!error.to_string().contains(is_unprintable), "{error}");
            return;
        }
    };
    GAMES.with_borrow_mut(|games| {
        let number = usize::from(which) % games.len();
        let position = &mut *games[number];
        let mut turns = Vec::new();
        let replayed = replay(&record, position, |_, turn| turns.push(turn.to_vec()));
        assert_eq!(position.verify(), Ok(()));
        match &replayed.error {
            Some(error) => assert!(!error.to_string().contains(is_unprintable), "{error}"),
            None if position.actions_in_turn() == 0 => {
                // Converted to its other form, a record is still the same game. A key that replaying ignores may hold a value
                // that cannot be written, such as a number that is too large.
                let Ok(actions) = convert(line, Form::Actions, &turns) else { return };
                let again = Record::from_line(&actions).expect("a record");
                let legal = replayed.legal;
                assert_eq!(replay(&again, position, |_, _| {}).legal, legal);
            }
            None => {}
        }
    });
});
