//! Catches panics in games, and reports them instead of printing them.
//!
//! A panic is a bug in this program, but it should not end a run that takes hours. The caller must discard whatever panicked: its
//! state is unknown.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread will be caught by [`caught`].
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    /// The message of the last caught panic.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`. If it panics, returns the message and the location without printing, since printing would garble a progress bar.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    listen();
    let before = WATCHED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    WATCHED.set(before);
    done.map_err(|_| MESSAGE.take())
}

/// Records panics that will be caught; other panics are reported as usual.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(
            move |info| if WATCHED.get() { MESSAGE.set(describe(info)) } else { usual(info) },
        ));
    });
}

/// The message and the location of a panic.
fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let message = text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("it panicked");
    info.location()
        .map_or_else(|| message.to_owned(), |place| format!("{message} ({}:{})", place.file(), place.line()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_with_its_location() {
        let stones: Vec<u8> = Vec::new();
        let error = caught(|| *stones.first().expect("a stone stands here")).unwrap_err();
        assert!(error.starts_with("a stone stands here (crates/lab/src/simulate/failing.rs:"), "{error}");
        assert_eq!(caught(|| 7), Ok(7));
    }

    #[test]
    fn nested_panics_are_each_caught_with_their_message() {
        let outer = caught(|| {
            assert!(caught(|| panic!("{} is beyond me", 3)).unwrap_err().starts_with("3 is beyond me"));
            panic!("outer");
        });
        assert!(outer.unwrap_err().starts_with("outer ("));
    }
}
