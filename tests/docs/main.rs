//! Tests of the manual: its commands are run, its links are checked, and its reference is generated from the file format. Also
//! checks the layers of the rules and of the library.
//!
//! `DROPLINE_DOCS=rewrite cargo test --test docs` updates the outputs and the generated page.

#[cfg(unix)]
mod console;
mod keys;
mod layers;
mod links;
mod pages;
