//! The sources of variants: shipped texts, files, and the files that they extend.

use super::diagnostic::{Diagnostic, Source};
use super::merge::{Merge, as_base, changes_nothing};
use super::schema;
use super::shipped;
use super::syntax::syntax_errors;
use super::tree::{Node, Place, Value};
use super::words::{nearest, printable, quoted};
use crate::encoding::without_mark;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// The largest file that is read, in bytes. The longest shipped variant has about two thousand.
pub const LARGEST_FILE: u64 = 1 << 20;

/// The largest number of files in a chain of `extends`.
pub const DEEPEST_CHAIN: usize = 16;

/// The extension that extended files must have, so that an untrusted file cannot make the program print lines of arbitrary files in
/// errors.
const ENDING: &str = "toml";

/// Text with the place it came from.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its name in errors.
    pub name: String,
    /// Its identity, to detect cycles.
    pub identity: Identity,
    /// The base folder of relative paths in it.
    pub folder: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The identity of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// A shipped variant.
    Shipped(&'static str),
    /// A file.
    File(PathBuf),
    /// Standard input.
    StandardInput,
}

impl Document {
    /// The document of a shipped variant.
    pub(super) fn shipped(shipped: &shipped::Shipped) -> Self {
        Self {
            name: format!("variants/{}.toml", shipped.name),
            identity: Identity::Shipped(shipped.name),
            folder: PathBuf::new(),
            bytes: shipped.text.as_bytes().to_vec(),
        }
    }

    /// The document of `bytes` as if read from the file `path`.
    pub fn file(path: &Path, bytes: Vec<u8>) -> Self {
        Self {
            name: path.display().to_string(),
            identity: Identity::File(path.to_owned()),
            folder: path.parent().map(Path::to_owned).unwrap_or_default(),
            bytes,
        }
    }
}

/// The source of files: the disk, or a substitute in tests.
pub trait Library {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    fn open(&self, path: &Path) -> Result<Document, Unreadable>;

    /// Whether there is such a file, without reading it.
    fn has(&self, path: &Path) -> bool {
        self.open(path).is_ok()
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It does not exist.
    #[error("no such file")]
    Missing,
    /// It is a broken link.
    #[error("it is a broken link to `{}`", printable(.0))]
    DeadLink(String),
    /// It is a folder.
    #[error("it is a folder")]
    Folder,
    /// It is a device or a pipe, which may never end.
    #[error("it is not a regular file")]
    NotAFile,
    /// It is a device or a pipe, and the error suggests standard input instead.
    #[error("it is a pipe or a device, not a file; `-` reads standard input")]
    NotAFileNamed,
    /// It is a file without the required extension.
    #[error("the name of a file to extend must end in `.toml`")]
    OtherName,
    /// It is a symbolic link to a file without the required extension.
    #[error("it is a link to `{}`: the name of a file to extend must end in `.toml`, even behind a link", printable(.0))]
    LinkToOtherName(String),
    /// Its permissions do not allow it.
    #[error("permission denied")]
    Forbidden,
    /// An error of the operating system.
    #[error("{0}")]
    Other(String),
}

impl From<std::io::Error> for Unreadable {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing,
            ErrorKind::IsADirectory => Self::Folder,
            ErrorKind::PermissionDenied => Self::Forbidden,
            _ => Self::Other(error.to_string()),
        }
    }
}

/// The files that variant files may extend: TOML files anywhere on the machine.
#[derive(Debug)]
pub struct Disk;

impl Library for Disk {
    fn open(&self, path: &Path) -> Result<Document, Unreadable> {
        // Checked before opening: opening a pipe blocks until somebody writes to it.
        let kind = metadata(path)?;
        if kind.is_dir() {
            return Err(Unreadable::Folder);
        }
        if !kind.is_file() {
            return Err(Unreadable::NotAFile);
        }
        // The name must have the extension, and if it is a link, so must its target.
        let real = path.canonicalize()?;
        let is_other = |path: &Path| path.extension().is_none_or(|ending| ending != ENDING);
        if is_other(path) {
            return Err(Unreadable::OtherName);
        }
        if is_other(&real) {
            let name = real.file_name().unwrap_or_default();
            return Err(Unreadable::LinkToOtherName(name.to_string_lossy().into_owned()));
        }
        Ok(Document { identity: Identity::File(real), ..Document::file(path, read(File::open(path)?)?) })
    }

    fn has(&self, path: &Path) -> bool {
        path.is_file()
    }
}

/// The files that the command line may name: any file, and open pipes, as in `<(…)`.
pub struct CommandLine;

impl Library for CommandLine {
    fn open(&self, path: &Path) -> Result<Document, Unreadable> {
        let kind = metadata(path)?;
        if kind.is_dir() {
            return Err(Unreadable::Folder);
        }
        if !kind.is_file() && !is_open(path) {
            return Err(Unreadable::NotAFileNamed);
        }
        let document = Document::file(path, read(File::open(path)?)?);
        if kind.is_file() {
            return Ok(Document { identity: Identity::File(path.canonicalize()?), ..document });
        }
        // A pipe is in no folder and may have no path.
        Ok(Document { folder: PathBuf::new(), ..document })
    }

    fn has(&self, path: &Path) -> bool {
        path.is_file()
    }
}

/// The metadata of the file at `path`, following links.
fn metadata(path: &Path) -> Result<Metadata, Unreadable> {
    std::fs::metadata(path).map_err(|error| match (error.kind(), std::fs::read_link(path)) {
        (ErrorKind::PermissionDenied, _) | (_, Err(_)) => error.into(),
        (_, Ok(target)) => Unreadable::DeadLink(target.to_string_lossy().into_owned()),
    })
}

/// Whether the special file at `path` is already open, as a pipe from `<(…)` is: its path is in `/dev/fd`, or resolves to no
/// file, since the pipe has no name. Opening any other pipe may block forever.
fn is_open(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.canonicalize().is_err()
}

/// The content of `source`, up to the size limit.
fn read(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether `spec` stands for standard input.
pub fn is_standard_input(spec: &str) -> bool {
    matches!(spec, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// The text on standard input; paths in it are relative to the current folder.
///
/// # Errors
/// Returns an error if it cannot be read. The error has no place.
pub fn standard_input() -> Result<Document, Diagnostic> {
    let bytes = read(std::io::stdin().lock()).map_err(|error| {
        Diagnostic::new(None, format!("cannot read standard input: {}", Unreadable::from(error)))
    })?;
    let name = "<stdin>".to_owned();
    Ok(Document { name, identity: Identity::StandardInput, folder: PathBuf::new(), bytes })
}

/// No files at all: only shipped variants can be extended.
#[derive(Debug)]
pub struct NoFiles;

impl Library for NoFiles {
    fn open(&self, _: &Path) -> Result<Document, Unreadable> {
        Err(Unreadable::Missing)
    }
}

/// Finds the variant `spec`: a shipped name, or a path relative to `folder`.
///
/// # Errors
/// Returns an error if there is no such variant, or its file cannot be read. The error has no place.
pub fn find(spec: &str, folder: &Path, library: &dyn Library) -> Result<Document, Diagnostic> {
    let is_path = spec.contains(['/', '\\']) || spec.ends_with(".toml");
    if !is_path && let Some(shipped) = shipped::find(spec) {
        return Ok(Document::shipped(shipped));
    }
    library.open(&folder.join(spec)).map_err(|reason| {
        let error = match reason {
            Unreadable::Missing if !is_path => {
                Diagnostic::new(None, format!("unknown variant {}", quoted(spec)))
            }
            _ => Diagnostic::new(None, format!("cannot read `{}`: {reason}", printable(spec))),
        };
        let ended = format!("{spec}.toml");
        if !spec.ends_with(".toml") && library.has(&folder.join(&ended)) {
            let near = if is_path { ended } else { format!("./{ended}") };
            error.help(format!("did you mean `{}`?", printable(&near))).suggest(near)
        } else if is_path {
            error
        } else {
            with_nearest_name(error, spec)
        }
    })
}

/// Adds the shipped name nearest to `spec` to `error`, which says that there is no variant `spec`.
fn with_nearest_name(error: Diagnostic, spec: &str) -> Diagnostic {
    let names = || shipped().iter().map(|shipped| shipped.name);
    match nearest(spec, names()) {
        Some(name) => {
            error.help(format!("did you mean `{name}`? A path to a TOML file works too")).suggest(name)
        }
        None => error.help("`dropline variants` lists the shipped variants; a path to a TOML file works too"),
    }
}

/// The merged trees of a document and everything it extends, with the errors.
pub struct Chain {
    /// The texts that were read, the first document's first.
    pub sources: Vec<Source>,
    /// The merged tree.
    pub tree: Node,
    /// The errors. If there are any, parts of the tree may be missing.
    pub errors: Vec<Diagnostic>,
}

/// Reads `document` and the documents it extends.
pub fn read_chain(document: Document, library: &dyn Library) -> Chain {
    let mut chain = Reading { library, sources: Vec::new(), seen: Vec::new(), bytes: 0, errors: Vec::new() };
    let mut layers = Vec::new();
    let mut next = Some(document);
    while let Some(document) = next {
        let folder = document.folder.clone();
        let mut tree = chain.parse(document);
        next = chain.base(&mut tree, &folder);
        layers.push(tree);
    }
    let mut merge = Merge::of_files();
    let tree = layers.into_iter().rev().reduce(|mut base, over| {
        as_base(&mut base);
        merge.apply(base, over, Some(&schema::FILE), &mut Vec::new())
    });
    // An empty table header is not a mistake, but `{}` is meant to have an effect.
    let is_inline = |place: &Place| chain.sources[place.source].text[place.start..].starts_with('{');
    chain.errors.extend(merge.idle.into_iter().filter(is_inline).map(changes_nothing));
    let empty = || Node { key: None, place: Place::new(0, 0..0), value: Value::Table(Default::default()) };
    Chain { sources: chain.sources, tree: tree.unwrap_or_else(empty), errors: chain.errors }
}

/// A chain being read.
struct Reading<'a> {
    library: &'a dyn Library,
    sources: Vec<Source>,
    seen: Vec<Identity>,
    /// The total length of the texts read.
    bytes: u64,
    errors: Vec<Diagnostic>,
}

impl Reading<'_> {
    /// The valid part of the tree of `document`.
    fn parse(&mut self, document: Document) -> Node {
        let source = self.sources.len();
        self.seen.push(document.identity);
        let mut text = self.decode(source, document.bytes);
        if text.trim_start().starts_with('{') {
            let diagnostic = Diagnostic::new(Some(Place::new(source, 0..0)), "the file is JSON");
            self.errors.push(diagnostic.expected("expected TOML, such as `[board]`"));
            text.clear();
        }
        let (table, errors) = DeTable::parse_recoverable(&text);
        self.errors.extend(syntax_errors(source, &errors, &text));
        let tree = Node::document(source, table);
        self.sources.push(Source { name: document.name, text, is_option: false });
        tree
    }

    /// Decodes `bytes`; text other than UTF-8 is an error.
    fn decode(&mut self, source: usize, bytes: Vec<u8>) -> String {
        self.bytes += bytes.len() as u64;
        if self.bytes > LARGEST_FILE {
            let message = match source {
                0 => "the file is too large to be a variant",
                _ => "the file and those that extend it are too large to be a variant",
            };
            self.errors.push(
                Diagnostic::new(Some(Place::new(source, 0..0)), message)
                    .expected(format!("expected at most {LARGEST_FILE} bytes")),
            );
            return String::new();
        }
        let Ok(bytes) = without_mark(&bytes) else {
            let diagnostic = Diagnostic::new(Some(Place::new(source, 0..0)), "the file is UTF-16 text");
            self.errors.push(diagnostic.expected("expected UTF-8"));
            return String::new();
        };
        if let Err(error) = std::str::from_utf8(bytes) {
            let start = error.valid_up_to();
            // The replacement character takes three bytes.
            let place = Place::new(source, start..start + 3);
            let diagnostic = Diagnostic::new(Some(place), "the file is not UTF-8 text");
            self.errors.push(diagnostic.expected("invalid byte"));
        }
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Removes `extends` from `tree` and finds the document that it names.
    fn base(&mut self, tree: &mut Node, folder: &Path) -> Option<Document> {
        let Value::Table(table) = &mut tree.value else { return None };
        let node = table.remove("extends")?;
        let Value::Text(spec) = &node.value else {
            let message = format!("`extends` cannot be {}", node.value.type_name());
            let wanted = "expected the name of a shipped variant, or a path in quotes";
            self.errors.push(Diagnostic::new(Some(node.place), message).expected(wanted));
            return None;
        };
        let error = match find(spec, folder, self.library) {
            Ok(base) if self.seen.contains(&base.identity) => Diagnostic::new(None, self.cycle(&base)),
            Ok(_) if self.seen.len() == DEEPEST_CHAIN => {
                Diagnostic::new(None, format!("more than {DEEPEST_CHAIN} files in a chain of `extends`"))
            }
            Ok(base) => return Some(base),
            Err(error) => error,
        };
        self.errors.push(Diagnostic { place: Some(node.place), ..error });
        None
    }

    /// The error for the cycle that `base` completes.
    fn cycle(&self, base: &Document) -> String {
        let start = self.seen.iter().position(|identity| *identity == base.identity).unwrap_or(0);
        let names: Vec<String> =
            self.sources[start..].iter().map(|source| format!("`{}`", printable(&source.name))).collect();
        match names.as_slice() {
            [only] => format!("{only} extends itself"),
            _ => format!("`extends` forms a cycle: {}, {}", names.join(", "), names[0]),
        }
    }
}
