//! Ctrl-C.

use super::failure::Failure;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program ended by Ctrl-C, as shells have it: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on, the first Ctrl-C sets the flag that is returned, and the second ends the program at once.
pub fn flag() -> Result<&'static AtomicBool, Failure> {
    let stop = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(stop).context("cannot listen for Ctrl-C")?;
    Ok(&STOP)
}
