//! Tests of the manual: its commands are run, its links are checked, and its reference is generated from the file format.
//!
//! `DROPLINE_DOCS=rewrite cargo test --test docs` updates the outputs and the generated page.

#[cfg(unix)]
mod console;
mod keys;
mod links;
mod pages;
