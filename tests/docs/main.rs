//! The manual: its commands are run, its links followed, its reference made from the file format.
//!
//! `DROPLINE_DOCS=rewrite cargo test --test docs` writes the outputs and the generated page again.

#[cfg(unix)]
mod console;
mod keys;
mod links;
mod pages;
