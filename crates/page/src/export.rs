//! One file to be sent by mail: the rules, a game to step through, and a report.

use crate::game::Game;
use dropline_engine::draw::{self, printable};
use dropline_engine::rules::Action;
use dropline_engine::variant::{Loaded, explained};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The most turns of a game that are drawn.
const MOST_TURNS: usize = 400;

const STYLES: [&str; 2] = [include_str!("../assets/export.css"), include_str!("../assets/board.css")];

/// What a file holds.
#[derive(Debug)]
pub struct Exported<'a> {
    /// The variant.
    pub loaded: &'a Loaded,
    /// Its file; without it, the page shows a file with all its keys.
    pub text: Option<&'a str>,
    /// A game, which may be unfinished, or empty.
    pub actions: &'a [Action],
    /// The page of a report.
    pub report: Option<&'a str>,
}

/// The page: self-contained, and readable without scripts. The report runs in a frame without access to the rest.
pub fn page(it: &Exported<'_>) -> String {
    let info = &it.loaded.variant.info;
    let origin: Vec<String> =
        info.author.iter().cloned().chain(info.year.map(|year| year.to_string())).collect();
    let whole = || toml::to_string(&it.loaded.effective).unwrap_or_default();
    // A file that extends another one is of no use without it.
    let extends =
        |text: &str| toml::from_str::<toml::Table>(text).ok()?.get("extends")?.as_str().map(str::to_owned);
    let stands_alone = |text: &&str| !extends(text).is_some_and(|base| base.ends_with(".toml"));
    let text = it.text.filter(stands_alone).map_or_else(whole, str::to_owned);
    let pictures = Game::pictures(it.loaded, it.actions, MOST_TURNS);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (draw::head(&info.title(), concat!("dropline ", env!("CARGO_PKG_VERSION")), &STYLES))
            body {
                h1 { (printable(&info.title())) }
                @if !origin.is_empty() { p.quiet { (printable(&origin.join(", "))) } }
                @if !info.summary.is_empty() { p { (printable(&info.summary)) } }
                section id="rules" {
                    h2 { "Rules" }
                    dl { @for (part, words) in explained(&it.loaded.variant) {
                        dt { (prose(&part)) } dd { (prose(&words)) }
                    } }
                    details { summary { "The variant file" } pre { (printable_lines(&text)) } }
                }
                section id="game" {
                    h2 { @if it.actions.is_empty() { "The board" } @else { "A game" } }
                    div.bar hidden {
                        button aria-label="Back one turn" { "◀" }
                        input type="range" min="0" value="0" aria-label="Turn";
                        button aria-label="Ahead one turn" { "▶" }
                    }
                    @for (picture, caption) in &pictures {
                        figure.board { (PreEscaped(picture)) figcaption { (printable(caption)) } }
                    }
                }
                @if let Some(report) = it.report {
                    section id="report" {
                        h2 { "Report" }
                        iframe title="Report" sandbox="allow-scripts" srcdoc=(report) {}
                    }
                }
                p.quiet { "Made by dropline " (env!("CARGO_PKG_VERSION")) ". Save the variant file as a TOML file to play and test it." }
                script { (PreEscaped(include_str!("../assets/export.js"))) }
            }
        }
    };
    page.into_string()
}

/// A sentence, in which what stands between backticks is code.
fn prose(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (printable(part)) } } @else { (printable(part)) }
        }
    }
}

/// `text` with its lines, but without characters that could deceive a reader.
fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}
