//! The folder of the laboratory. Requests name what is in it; no path leads out of it, and links are refused.

use dropline_engine::text::{quoted, reason};
use dropline_engine::variant::{
    self, Diagnostics, Document, Identity, LARGEST_FILE, Library, Loaded, Unreadable, shipped,
};
use dropline_lab::run::{Experiment, Manifest};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};

/// Where new runs go, as for the commands.
pub const REPORTS: &str = "reports";
/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 80;
/// The most entries of a folder that are looked at.
const MOST_ENTRIES: usize = 2000;

/// The folder in which the program runs: names are relative to it.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The name could lead elsewhere.
    #[error(
        "{} is no name: expected letters, digits, `-`, `_` and `.`, and the ending `.{wanted}`",
        quoted(name)
    )]
    Name {
        /// The name.
        name: String,
        /// The ending it should have.
        wanted: &'static str,
    },
    /// It is a link, or in a folder that is one.
    #[error("{} is a link: links are not followed", quoted(.0))]
    Link(String),
    /// There is no such file, or not of that kind.
    #[error("there is no {}", quoted(.0))]
    Missing(String),
    /// A new file would replace another.
    #[error("{} exists: choose another name", quoted(.0))]
    Exists(String),
    /// It is too large.
    #[error("{} is too large", quoted(.0))]
    TooLarge(String),
    /// It cannot be read or written.
    #[error("{}: {}", quoted(.0), reason(.1))]
    Io(String, io::Error),
}

impl Folder {
    /// The current folder.
    pub fn current() -> io::Result<Self> {
        Ok(Self { root: fs::canonicalize(".")? })
    }

    /// Its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of what `name` names: an entry of the folder, or of folders in it.
    pub fn resolve(&self, name: &str) -> Result<PathBuf, FileError> {
        let parts: Vec<&str> = name.split('/').collect();
        let is_plain = |part: &&str| {
            let starts_well = part.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            starts_well
                && part.len() <= LONGEST_NAME
                && part.chars().all(|c| c.is_alphanumeric() || "-_.=+".contains(c))
        };
        let components = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if parts.len() > 6 || !parts.iter().all(is_plain) || !components {
            return Err(FileError::Name { name: name.to_owned(), wanted: "toml" });
        }
        let mut path = self.root.clone();
        for part in parts {
            path.push(part);
            if fs::symlink_metadata(&path).is_ok_and(|kind| kind.file_type().is_symlink()) {
                return Err(FileError::Link(name.to_owned()));
            }
        }
        // The checks above suffice; this one holds even if one of them is changed.
        match fs::canonicalize(&path) {
            Ok(real) if !real.starts_with(&self.root) => Err(FileError::Link(name.to_owned())),
            _ => Ok(path),
        }
    }

    /// The path of the file `name` in the folder itself, which must have this ending.
    fn file(&self, name: &str, ending: &'static str) -> Result<PathBuf, FileError> {
        let wrong = || FileError::Name { name: name.to_owned(), wanted: ending };
        let stem = name.strip_suffix(ending).and_then(|name| name.strip_suffix('.')).unwrap_or_default();
        if stem.is_empty() || name.contains('/') {
            return Err(wrong());
        }
        self.resolve(name).map_err(|error| match error {
            FileError::Name { .. } => wrong(),
            other => other,
        })
    }

    /// The text of the file at `path`, called `name`, of at most `most` bytes.
    pub fn read(&self, name: &str, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => FileError::Missing(name.to_owned()),
            _ => FileError::Io(name.to_owned(), error),
        };
        if !fs::symlink_metadata(path).map_err(failed)?.is_file() {
            return Err(FileError::Missing(name.to_owned()));
        }
        let mut bytes = Vec::new();
        File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > most { Err(FileError::TooLarge(name.to_owned())) } else { Ok(bytes) }
    }

    /// The text of the file `name` in the folder, which must have this ending.
    pub fn read_file(&self, name: &str, ending: &'static str, most: u64) -> Result<String, FileError> {
        let bytes = self.read(name, &self.file(name, ending)?, most)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The text of the variant `name`: a shipped one, or a file.
    pub fn variant_text(&self, name: &str) -> Result<String, FileError> {
        if let Some(shipped) = shipped().iter().find(|shipped| shipped.name == name) {
            return Ok(shipped.text.to_owned());
        }
        self.read_file(name, "toml", LARGEST_FILE)
    }

    /// Writes the file `name`, which must have this ending; a `new` file may not exist yet.
    pub fn write(&self, name: &str, ending: &'static str, text: &str, new: bool) -> Result<(), FileError> {
        let path = self.file(name, ending)?;
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AlreadyExists => FileError::Exists(name.to_owned()),
            _ => FileError::Io(name.to_owned(), error),
        };
        if new {
            let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
            return file.write_all(text.as_bytes()).map_err(failed);
        }
        if !fs::symlink_metadata(&path).is_ok_and(|kind| kind.is_file()) {
            return Err(FileError::Missing(name.to_owned()));
        }
        dropline_lab::run::write_atomically(&path, text.as_bytes()).map_err(failed)
    }

    /// The variant in `text`, which is called `name`.
    pub fn load(&self, name: &str, text: &str) -> Result<Loaded, Diagnostics> {
        let named = if name.ends_with(".toml") { name.to_owned() } else { format!("{name}.toml") };
        let path = Path::new(&named);
        let document =
            Document { identity: Identity::File(self.root.join(path)), ..Document::file(path, text.into()) };
        variant::load_document(document, &[], self)
    }

    /// The names in `folder`, sorted.
    fn entries(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().take(MOST_ENTRIES).flatten();
        let mut names: Vec<_> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// The names in the folder, and those in its folder of reports, each sorted.
    fn all(&self) -> impl Iterator<Item = String> {
        let reports = self.resolve(REPORTS).map(|path| Self::entries(&path)).unwrap_or_default();
        let own = Self::entries(&self.root).into_iter();
        own.chain(reports.into_iter().map(|name| format!("{REPORTS}/{name}")))
    }

    /// The files with this ending in the folder and in its folder of reports.
    pub fn files_of_all(&self, ending: &str) -> Vec<String> {
        let has_ending = |name: &String| Path::new(name).extension().is_some_and(|it| it == ending);
        let is_file = |name: &String| self.resolve(name).is_ok_and(|path| path.is_file());
        self.all().filter(has_ending).filter(is_file).collect()
    }

    /// The files with this ending in the folder itself.
    pub fn files(&self, ending: &str) -> Vec<String> {
        self.files_of_all(ending).into_iter().filter(|name| !name.contains('/')).collect()
    }

    /// The folders of runs and experiments: in the folder, and in its folder of reports.
    pub fn runs(&self) -> Vec<String> {
        let holds_run = |path: PathBuf| Experiment::is_in(&path) || path.join(Manifest::FILE).is_file();
        self.all().filter(|name| self.resolve(name).is_ok_and(holds_run)).collect()
    }

    /// A name for a new run in the folder of reports, beginning with `stem`, that is not `taken`.
    pub fn new_run(&self, stem: &str, taken: impl Fn(&str) -> bool) -> String {
        let name = |number: u32| format!("{REPORTS}/{stem}-{number}");
        (1..).map(name).find(|name| !self.root.join(name).exists() && !taken(name)).unwrap_or_else(|| name(1))
    }
}

/// Files that a variant may extend: those of the folder, by their names.
impl Library for Folder {
    fn open(&self, path: &Path) -> Result<Document, Unreadable> {
        let name = path.to_str().unwrap_or_default();
        let found =
            self.file(name, "toml").and_then(|path| Ok((self.read(name, &path, LARGEST_FILE)?, path)));
        let (bytes, real) = found.map_err(|error| match error {
            FileError::Missing(_) => Unreadable::Missing,
            FileError::Name { .. } => {
                Unreadable::Other("only files of this folder can be extended here".to_owned())
            }
            other => Unreadable::Other(other.to_string()),
        })?;
        Ok(Document { identity: Identity::File(real), ..Document::file(path, bytes) })
    }

    fn has(&self, path: &Path) -> bool {
        path.to_str().is_some_and(|name| self.file(name, "toml").is_ok_and(|path| path.is_file()))
    }
}
