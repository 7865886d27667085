//! Finds the browser in which tests open pages.

use std::io::Write as _;
use std::path::PathBuf;

/// The browser; if none is installed, prints a message and returns `None`.
pub fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let installed = std::env::split_paths(&path)
        .flat_map(|dir| names.map(|name| dir.join(name)))
        .find(|file| file.is_file());
    let found = named.or(installed);
    if found.is_none() {
        // Bypasses the test harness's output capture, so that whoever runs the tests sees the message.
        let _ = writeln!(std::io::stderr(), "no Chromium is installed: pages are not checked in a browser");
    }
    found
}
