//! The head of a page in HTML.

use super::printable;
use maud::{Markup, PreEscaped, html};

/// The head of a page that needs no other file: its `title`, the program that made it, and its style sheets.
pub fn head(title: &str, generator: &str, styles: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="generator" content=(printable(generator));
            title { (printable(title)) }
            style { @for style in styles { (PreEscaped(style)) } }
        }
    }
}
