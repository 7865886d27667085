//! Every sentence that a page can contain, with its condition: `docs/verdicts.md`, and `captions.md` beside this file for those
//! that say their condition themselves. The tests of the report use this module, too.

use std::collections::BTreeSet;

/// A sentence of the list.
struct Sentence {
    /// The heading above it.
    section: String,
    name: String,
    /// Its fixed parts, between names and numbers.
    parts: Vec<String>,
}

/// The list, without code marks.
fn list() -> Vec<Sentence> {
    let pages = [include_str!("../../docs/verdicts.md"), include_str!("captions.md")]
        .map(|page| page.replace('`', ""));
    let mut list = Vec::new();
    for section in pages.iter().flat_map(|page| page.split("\n## ").skip(1)) {
        let heading = section.lines().next().unwrap_or_default();
        for row in section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |")) {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let parts: Vec<String> = cells[1].split('…').map(str::to_owned).collect();
            assert!(!parts[parts.len() - 1].is_empty(), "a sentence has an end: {row}");
            list.push(Sentence { section: heading.to_owned(), name: cells[0].to_owned(), parts });
        }
    }
    list
}

impl Sentence {
    /// What may be left of `message` after this sentence; empty if `message` does not begin with this sentence. Names and numbers
    /// do not extend beyond a sentence.
    fn rests<'a>(&self, message: &'a str) -> Vec<&'a str> {
        let begun = message.strip_prefix(&self.parts[0]).into_iter().collect();
        let rests: Vec<&str> = self.parts[1..].iter().fold(begun, |rests: Vec<&'a str>, part| {
            let after = |rest: &'a str| {
                let found = rest.match_indices(part).take_while(|(at, _)| !rest[..*at].contains(". "));
                found.map(|(at, _)| &rest[at + part.len()..]).collect::<Vec<_>>()
            };
            rests.into_iter().flat_map(after).collect()
        });
        rests.into_iter().filter(|rest| rest.is_empty() || rest.starts_with(' ')).collect()
    }
}

/// The names of the listed sentences that make up `message`; `None` if one of its sentences is not listed.
pub fn names(message: &str) -> Option<Vec<String>> {
    fn read(message: &str, list: &[Sentence]) -> Option<Vec<String>> {
        let message = message.trim_start();
        if message.is_empty() {
            return Some(Vec::new());
        }
        list.iter().find_map(|sentence| {
            let more = sentence.rests(message).into_iter().find_map(|rest| read(rest, list))?;
            Some([vec![sentence.name.clone()], more].concat())
        })
    }
    read(&message.replace('\u{a0}', " ").replace('`', ""), &list())
}

/// The names of all sentences on a page: those of its paragraphs and of the captions of its charts.
pub fn names_on(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for message in paragraphs(page) {
        // On a page of several runs, a warning begins with the name of its run.
        let about = || names(message.split_once(": ")?.1);
        let names = names(&message)
            .or_else(about)
            .unwrap_or_else(|| panic!("neither docs/verdicts.md nor tests/cli/captions.md lists: {message}"));
        found.extend(names);
    }
    found
}

/// The names under the headings that begin with one of `sections`.
pub fn names_under(sections: &[&str]) -> BTreeSet<String> {
    let of = |sentence: &Sentence| sections.iter().any(|section| sentence.section.starts_with(section));
    list().into_iter().filter(of).map(|sentence| sentence.name).collect()
}

/// The texts of a page's paragraphs, of the captions of its charts, and of the charts' descriptions and titles.
fn paragraphs(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let tags = [
        ("<p", "</p>"),
        ("<figcaption", "</figcaption>"),
        ("<desc", "</desc>"),
        ("<title class=\"message\"", "</title>"),
    ];
    for (tag, end) in tags {
        for part in page.split(tag).skip(1).filter(|part| part.starts_with(['>', ' '])) {
            let inside = part.split(end).next().unwrap_or_default();
            let (_, text) = inside.split_once('>').unwrap_or_default();
            // The caption of a board is its turn and its score.
            if !text.starts_with("<span>") {
                found.push(plain(text));
            }
        }
    }
    found
}

/// A piece of a page without tags.
fn plain(html: &str) -> String {
    let text: String = html
        .split('<')
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) })
        .collect();
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}
