//! Loads a checked variant by its name, from a file, or from text in memory.
//!
//! A document and everything it extends are merged into one tree, to which settings from the command line are applied; the tree
//! is checked against the file format, decoded, and validated. Each stage goes as far as the previous one allows, so that one run
//! reports all errors.

use super::Variant;
use super::check::{Checked, Start, check, expand_rows};
use super::diagnostic::{Diagnostic, Diagnostics, Problem, Source};
use super::effective;
use super::file::File;
use super::merge::{as_base, name_after};
use super::schema;
use super::set::Setting;
use super::source::{self, CommandLine, Disk, Document, Identity, Library, NoFiles};
use super::tree::Node;
use super::validate::validate;
use crate::text::{inert, shortened};
use std::collections::BTreeSet;
use std::path::Path;

/// A valid variant.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The variant.
    pub variant: Variant,
    /// Every key with its value, defaults included, in the order of the file format. Written as a TOML file, these keys describe
    /// the same variant.
    pub effective: serde_json::Value,
    /// The BLAKE3 hash of the effective rules: everything that decides games, and nothing else. It does not depend on the texts
    /// of `[game]`, but does depend on the order of the players.
    pub rules_hash: [u8; 32],
    /// Warnings, a sentence each.
    pub notes: Vec<String>,
}

/// Loads the variant `spec` with the settings `sets`, each written `KEY=VALUE`. `spec` is a shipped name, the path of a TOML
/// file, or `-` for standard input. A shipped name takes precedence over a file of the same name, unless `spec` looks like a
/// path.
///
/// # Errors
/// Returns an error if the variant is invalid; the error lists all problems.
pub fn load(spec: &str, sets: &[String]) -> Result<Loaded, Diagnostics> {
    load_varied(spec, sets, &[])
}

/// Like [`load`], with settings from `--vary` on top of those from `--set`.
///
/// # Errors
/// Returns an error if the variant is invalid; the error lists all problems.
pub fn load_varied(spec: &str, sets: &[String], varied: &[String]) -> Result<Loaded, Diagnostics> {
    load_named(spec, &[("--set", sets), ("--vary", varied)], Start::Open)
}

/// Like [`load`], but the game may be over at its start: a goal reached, the board full, or the turn cap passed.
///
/// # Errors
/// Returns an error if the variant is invalid for any other reason; the error lists all problems.
pub fn load_position(spec: &str, sets: &[String]) -> Result<Loaded, Diagnostics> {
    load_named(spec, &[("--set", sets)], Start::Any)
}

/// Loads the variant `spec`, with settings from the named options.
fn load_named(spec: &str, settings: &[(&str, &[String])], start: Start) -> Result<Loaded, Diagnostics> {
    let found = if source::is_standard_input(spec) {
        source::standard_input()
    } else {
        source::find(spec, Path::new(""), &CommandLine)
    };
    match found {
        Ok(document) => load_settings(document, settings, &Disk, start),
        Err(error) => Err(Diagnostics::new(Vec::new(), vec![error])),
    }
}

/// Loads the variant whose keys are all in `effective`, as in [`Loaded::effective`]; tables call the variant `id`.
///
/// # Errors
/// Returns an error if the variant is invalid; the error lists all problems, and calls the text `name`.
pub fn load_effective(effective: &serde_json::Value, id: &str, name: &Path) -> Result<Loaded, Diagnostics> {
    let toml = toml::to_string(effective)
        .map_err(|error| Diagnostics::new(Vec::new(), vec![Diagnostic::new(None, error.to_string())]))?;
    let mut loaded = load_document(Document::file(name, toml.into_bytes()), &[], &NoFiles)?;
    id.clone_into(&mut loaded.variant.id);
    Ok(loaded)
}

/// Loads the variant in `document` with the settings `sets`; files that it extends come from `library`.
///
/// # Errors
/// Returns an error if the variant is invalid; the error lists all problems.
pub fn load_document(
    document: Document,
    sets: &[String],
    library: &dyn Library,
) -> Result<Loaded, Diagnostics> {
    load_settings(document, &[("--set", sets)], library, Start::Open)
}

/// Loads the variant in `document`, with settings from the named options.
fn load_settings(
    document: Document,
    settings: &[(&str, &[String])],
    library: &dyn Library,
    start: Start,
) -> Result<Loaded, Diagnostics> {
    let id = id_of(&document);
    let source::Chain { mut sources, mut tree, errors: mut found } = source::read_chain(document, library);
    apply_settings(&mut tree, settings, &mut sources, &mut found);
    let (kept, problems) = validate(&tree, &schema::FILE);
    // Keys in parts that cannot be parsed are not reported as missing.
    let whole = found.is_empty();
    let problems: Vec<Problem> = problems.into_iter().filter(|problem| whole || !problem.missing).collect();
    let broken_lines = BrokenLines::new(&found, &sources);
    let located = problems.iter().cloned().map(|problem| problem.locate(&tree));
    found.extend(located.filter(|error| !broken_lines.hold(error)));
    if !whole {
        return Err(Diagnostics::new(sources, found));
    }
    let file: File = match serde_json::from_value(kept.to_json()) {
        Ok(file) => file,
        Err(error) => {
            found.push(Diagnostic::new(None, error.to_string()));
            return Err(Diagnostics::new(sources, found));
        }
    };
    let file = match expand_rows(file) {
        Ok(file) => file,
        Err(wrong) => {
            found.extend(wrong.into_iter().map(|problem| problem.locate(&kept)));
            return Err(Diagnostics::new(sources, found));
        }
    };
    let Checked { outcome, notes } = check(&file, &problems, id, start);
    match outcome {
        Ok(variant) => Ok(Loaded {
            effective: effective::effective(&file),
            rules_hash: effective::rules_hash(&file, &variant),
            variant: *variant,
            notes,
        }),
        Err(problems) => {
            found.extend(problems.into_iter().map(|problem| problem.locate(&kept)));
            Err(Diagnostics::new(sources, found))
        }
    }
}

/// The greatest length of an id, in characters. The rest is cut, since every row of a table repeats the id.
const LONGEST_ID: usize = 100;

/// The id of the variant in tables.
fn id_of(document: &Document) -> String {
    match &document.identity {
        Identity::Shipped(name) => (*name).to_owned(),
        Identity::StandardInput => "stdin".to_owned(),
        Identity::File(_) => {
            let stem = Path::new(&document.name).file_stem();
            let name = stem.map_or(document.name.as_str().into(), |stem| stem.to_string_lossy());
            // Rows are read back as text, so the id itself must be safe in a table.
            inert(&shortened(&name, LONGEST_ID)).into_owned()
        }
    }
}

fn apply_settings(
    tree: &mut Node,
    settings: &[(&str, &[String])],
    sources: &mut Vec<Source>,
    errors: &mut Vec<Diagnostic>,
) {
    let first_set = sources.len();
    for (option, texts) in settings {
        let (mut changes, mut is_named) = (Vec::new(), false);
        for text in *texts {
            let parsed = Setting::parse(text, sources.len());
            sources.push(Source { name: (*option).to_owned(), text: text.clone(), is_option: true });
            let applied = parsed.and_then(|setting| {
                is_named |= setting.is_of_name();
                let is_of_rules = setting.is_of_rules();
                let mut changed = tree.clone();
                setting.apply(&mut changed, first_set)?;
                // The runs of an experiment are named alike, also the one whose value is in force anyway.
                if is_of_rules && (*option == "--vary" || changed.to_json() != tree.to_json()) {
                    if changes.is_empty() {
                        as_base(&mut changed);
                    }
                    changes.push(text.strip_prefix("board.").unwrap_or(text));
                }
                *tree = changed;
                Ok(())
            });
            errors.extend(applied.err());
        }
        if !changes.is_empty() && !is_named {
            name_after(tree, &changes);
        }
    }
}

/// The lines of the sources with syntax errors, which may cause other errors on the same lines.
struct BrokenLines {
    /// For each source, where its lines end.
    ends: Vec<Vec<usize>>,
    broken: BTreeSet<(usize, usize)>,
}

impl BrokenLines {
    fn new(errors: &[Diagnostic], sources: &[Source]) -> Self {
        let ends = |source: &Source| source.text.match_indices('\n').map(|(at, _)| at).collect();
        let ends = if errors.is_empty() { Vec::new() } else { sources.iter().map(ends).collect() };
        let mut lines = Self { ends, broken: BTreeSet::new() };
        lines.broken = errors.iter().filter_map(|error| lines.line_of(error)).collect();
        lines
    }

    /// The source and the line of `error`.
    fn line_of(&self, error: &Diagnostic) -> Option<(usize, usize)> {
        let place = error.place?;
        Some((place.source, self.ends.get(place.source)?.partition_point(|end| *end < place.start)))
    }

    fn hold(&self, error: &Diagnostic) -> bool {
        self.line_of(error).is_some_and(|line| self.broken.contains(&line))
    }
}
