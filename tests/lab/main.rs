//! The laboratory in a browser: its page, driven by clicks and keys, and its server, asked by others than the page.
#![cfg(unix)]

#[path = "../cli/chromium.rs"]
mod chromium;
mod driver;
mod hostile;
mod page;
mod server;
