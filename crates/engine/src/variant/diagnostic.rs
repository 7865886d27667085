//! Errors in variant files, and their display.
//!
//! Checks report key paths ([`Problem`]) and know nothing of files. The loader finds the span of each path and converts each
//! problem to a [`Diagnostic`]; [`Diagnostics`] displays them all, each with its line.

use super::tree::{At, Node, Path, Place};
use super::words::{is_unprintable, plain, printable};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use std::fmt;

/// The number of errors shown in full; further errors are only counted.
const SHOWN: usize = 50;

/// A line under an error.
#[derive(Clone, Debug)]
pub enum Remark {
    /// What the key is for.
    Note(String),
    /// How to fix the error.
    Help(String),
    /// The suggested replacement, also given as help.
    Suggestion(String),
}

/// A problem of a variant, located by its key path.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The key.
    pub path: Path,
    /// The part of it that is underlined.
    pub at: At,
    /// What is wrong.
    pub message: String,
    /// What was expected, shown next to the underlined part.
    pub expected: String,
    /// Further lines.
    pub remarks: Vec<Remark>,
    /// A related key, with a label.
    pub related: Option<(Path, String)>,
    /// Whether the key is missing.
    pub missing: bool,
    /// Whether the only thing wrong is that nothing is left to play: the game is over at its start.
    pub over: bool,
}

impl Problem {
    /// A problem with the key at `path`.
    pub fn with_key(path: Path, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            path,
            at: At::Key,
            message,
            expected: String::new(),
            remarks: Vec::new(),
            related: None,
            missing: false,
            over: false,
        }
    }

    /// A problem with the value at `path`.
    pub fn with_value(path: Path, message: impl Into<String>) -> Self {
        Self { at: At::Value, ..Self::with_key(path, message) }
    }

    /// A problem with the missing key at `path`.
    pub fn with_missing(path: Path, message: impl Into<String>) -> Self {
        Self { missing: true, ..Self::with_key(path, message) }
    }

    /// Says that nothing else is wrong than that nothing is left to play.
    #[must_use]
    pub fn over(self) -> Self {
        Self { over: true, ..self }
    }

    /// Adds what was expected.
    #[must_use]
    pub fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// Adds help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.remarks.push(Remark::Help(help.into()));
        self
    }

    /// Suggests `name`, if there is one.
    #[must_use]
    pub fn did_you_mean(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => {
                let mut problem = self.help(format!("did you mean `{}`?", plain(name)));
                problem.remarks.push(Remark::Suggestion(name.to_owned()));
                problem
            }
            None => self,
        }
    }

    /// Adds what the key is for, before other help.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.remarks.insert(0, Remark::Note(note.into()));
        self
    }

    /// Adds a related key.
    #[must_use]
    pub fn related(self, path: Path, what: impl Into<String>) -> Self {
        Self { related: Some((path, what.into())), ..self }
    }

    /// Converts the problem to a diagnostic by resolving its paths to places in `tree`.
    pub fn locate(self, tree: &Node) -> Diagnostic {
        Diagnostic {
            message: self.message,
            place: tree.locate(&self.path, self.at),
            key: Some(Box::new(self.path)),
            expected: self.expected,
            remarks: self.remarks,
            related: self
                .related
                .and_then(|(path, what)| tree.locate(&path, At::Value).map(|place| Box::new((place, what)))),
        }
    }
}

/// A problem of a variant, located by its place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// The place, if it has one.
    pub place: Option<Place>,
    /// The path of the key concerned, if any.
    pub key: Option<Box<Path>>,
    /// What was expected, shown next to the underlined part.
    pub expected: String,
    /// Further lines.
    pub remarks: Vec<Remark>,
    /// A related place, with a label.
    pub related: Option<Box<(Place, String)>>,
}

impl Diagnostic {
    /// An error at `place`.
    pub fn new(place: Option<Place>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { message, place, key: None, expected: String::new(), remarks: Vec::new(), related: None }
    }

    /// Adds what was expected.
    #[must_use]
    pub fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// Adds help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.remarks.push(Remark::Help(help.into()));
        self
    }
}

impl Diagnostic {
    /// Adds a suggestion.
    #[must_use]
    pub fn suggest(mut self, name: impl Into<String>) -> Self {
        self.remarks.push(Remark::Suggestion(name.into()));
        self
    }

    /// The help, in one or more sentences.
    fn advice(&self) -> String {
        let helps = self.remarks.iter().filter_map(|remark| match remark {
            Remark::Help(text) => Some(text.as_str()),
            Remark::Note(_) | Remark::Suggestion(_) => None,
        });
        helps.collect::<Vec<_>>().join("; ")
    }

    /// The suggestion.
    fn suggestion(&self) -> Option<&str> {
        self.remarks.iter().find_map(|remark| match remark {
            Remark::Suggestion(name) => Some(name.as_str()),
            Remark::Note(_) | Remark::Help(_) => None,
        })
    }
}

/// An error split into parts, for programs; missing parts are left out.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorFacts<'a> {
    /// The file that contains it, or `--set`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// The line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The path of the key concerned, such as `turn.steps.0.max`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What is wrong.
    pub message: &'a str,
    /// What was expected.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub expected: &'a str,
    /// Help.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// The suggested replacement for the wrong word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<&'a str>,
}

/// A text that a variant was read from.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in errors: the file's path, or `--set`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether it is an option of the command line rather than a file.
    pub is_option: bool,
}

impl Source {
    /// The line and the column, both counted from 1, of the byte at offset `at`.
    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (1 + before.matches('\n').count(), 1 + line.chars().count())
    }
}

/// All problems of a variant.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    sources: Vec<Source>,
    items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The errors `items` in `sources`, the first of which is the requested file.
    pub(super) fn new(sources: Vec<Source>, mut items: Vec<Diagnostic>) -> Self {
        items.sort_by_key(|item| item.place.map(|place| (place.source, place.start, place.end)));
        Self { sources, items }
    }

    /// How many errors there are, at least one.
    pub fn count(&self) -> usize {
        self.items.len()
    }

    /// The errors, one line each, without their places.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| item.message.as_str())
    }

    /// The errors, one line each, with what was expected.
    pub fn messages_with_expected(&self) -> impl Iterator<Item = String> {
        self.items.iter().map(|item| match item.expected.as_str() {
            "" => item.message.clone(),
            expected => format!("{} ({expected})", item.message),
        })
    }

    /// The errors split into parts, in the order of their places.
    pub fn facts(&self) -> impl Iterator<Item = ErrorFacts<'_>> {
        self.items.iter().map(|item| {
            let source = self.sources.get(item.place.map_or(0, |place| place.source));
            let at = item.place.zip(source).map(|(place, source)| source.line_and_column(place.start));
            ErrorFacts {
                file: source.map(|source| source.name.as_str()),
                line: at.map(|(line, _)| line),
                column: at.map(|(_, column)| column),
                key: item.key.as_ref().map(ToString::to_string),
                message: &item.message,
                expected: &item.expected,
                help: item.advice(),
                suggestion: item.suggestion(),
            }
        })
    }

    /// The errors as text for a terminal, with the relevant lines underlined, in colour if `colour` is set. Does not end with a
    /// line break.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii);
        let mut shown: Vec<String> =
            self.items.iter().take(SHOWN).map(|item| renderer.render(&[self.group(item)])).collect();
        if let Some(more) = self.items.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            let title = Level::ERROR.primary_title(format!("and {more} more"));
            shown.push(renderer.render(&[Group::with_title(title)]));
        }
        let text = shown.join("\n\n");
        // The renderer passes some terminal control characters through. Only its own colour sequences are kept.
        let stays = |c: char| matches!(c, '\n' | '\t') || (colour && c == '\u{1b}') || !is_unprintable(c);
        text.chars().map(|c| if stays(c) { c } else { '\u{fffd}' }).collect()
    }

    /// One error with its snippets.
    fn group<'a>(&'a self, item: &'a Diagnostic) -> Group<'a> {
        let mut elements: Vec<Element<'a>> = Vec::new();
        match item.place {
            Some(place) => {
                let related = item.related.as_deref();
                let (near, far): (Vec<_>, Vec<_>) =
                    related.into_iter().partition(|(other, _)| other.source == place.source);
                let mut marks = vec![(place, item.expected.as_str(), AnnotationKind::Primary)];
                marks.extend(near.into_iter().map(|(p, what)| (*p, what.as_str(), AnnotationKind::Context)));
                elements.push(self.snippet(&marks).into());
                elements.extend(far.into_iter().map(|(p, what)| {
                    Element::from(self.snippet(&[(*p, what.as_str(), AnnotationKind::Context)]))
                }));
            }
            None => elements
                .extend(self.sources.first().map(|source| Origin::path(printable(&source.name)).into())),
        }
        elements.extend(item.remarks.iter().filter_map(|remark| match remark {
            Remark::Note(text) => Some(Level::NOTE.message(text.as_str()).into()),
            Remark::Help(text) => Some(Level::HELP.message(text.as_str()).into()),
            Remark::Suggestion(_) => None,
        }));
        elements.extend(self.extended_by(item).map(|note| Level::NOTE.message(note).into()));
        Level::ERROR.primary_title(item.message.as_str()).elements(elements)
    }

    /// For an error in an extended file, names the file that extends it, unless the error has a related place elsewhere.
    fn extended_by(&self, item: &Diagnostic) -> Option<String> {
        let related = item.related.as_ref().map(|related| related.0);
        let inherited = |place: &Place| place.source > 0 && !self.sources[place.source].is_option;
        let (first, _) = (self.sources.first()?, item.key.as_ref()?);
        let alone = inherited(&item.place?) && related.is_none_or(|place| inherited(&place));
        alone.then(|| format!("`{}` extends this file", printable(&first.name)))
    }

    /// The lines of `marks`, which are all in one source, with the marked parts underlined.
    fn snippet<'a>(&'a self, marks: &[(Place, &'a str, AnnotationKind)]) -> Snippet<'a, Annotation<'a>> {
        let source = &self.sources[marks[0].0.source];
        let text = source.text.as_str();
        let first = marks.iter().map(|(place, ..)| place.start).min().unwrap_or(0).min(text.len());
        let last = marks.iter().map(|(place, ..)| place.end).max().unwrap_or(0).min(text.len());
        // Includes only the lines around the marks, so that a file of a megabyte is not scanned again for each error.
        let from = text.as_bytes()[..first].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let end = text.as_bytes()[last..].iter().position(|b| *b == b'\n').map_or(text.len(), |at| last + at);
        let to = from + text.get(from..end).map_or(0, |lines| lines.trim_end_matches('\r').len());
        let line = 1 + text.as_bytes()[..from].iter().filter(|b| **b == b'\n').count();
        Snippet::source(&text[from..to]).path(printable(&source.name)).line_start(line).annotations(
            marks.iter().map(|(place, label, kind)| {
                let span = place.start.clamp(from, to) - from..place.end.clamp(from, to) - from;
                kind.span(span).label((!label.is_empty()).then_some(*label))
            }),
        )
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
