//! Tests of the manual: they run its commands, check its links, and generate its reference from the file format. They also check
//! the layers of the rules and of the laboratory.
//!
//! `DROPLINE_DOCS=rewrite cargo test --test docs` updates the outputs and the generated page.

#[cfg(unix)]
mod console;
mod keys;
mod known;
mod layers;
mod links;
mod pages;
