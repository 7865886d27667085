//! Reads and writes files of a run. Writes are atomic, and files that are read are untrusted.

use dropline_engine::encoding::text_of;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Opens the file `path` for reading. Devices and pipes are rejected: reading them may never end.
///
/// # Errors
/// Returns an error if it is missing, is not a file, or cannot be read.
pub fn open(path: &Path) -> io::Result<File> {
    // The type is checked before opening: opening a pipe blocks until somebody writes into it.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    File::open(path)
}

/// Reads the text of the file `path`, which may have at most `most` bytes.
///
/// # Errors
/// Returns an error if it is missing, is not a file, cannot be read, has more bytes, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    // The limit does not rely on the length of the file, which may grow while it is read.
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it is larger than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    text_of(&bytes).map(str::to_owned)
}

/// The prefix of the names of incomplete files.
const UNFINISHED: &str = ".dropline-";

/// Whether `name` is the name of an incomplete file, which a killed process may have left behind.
pub fn is_unfinished(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with(UNFINISHED)
}

/// Removes incomplete files of a killed process from the folder `dir`. No process may be writing there.
///
/// # Errors
/// Returns an error if the folder cannot be read, or a file cannot be removed.
pub fn remove_unfinished(dir: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if is_unfinished(&entry.file_name()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Writes `bytes` to `path` atomically: readers find the whole old content or the whole new content.
///
/// # Errors
/// Returns an error if the folder is missing or cannot be written to, or the disk is full. The old file stays.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_by(path, |file| file.write_all(bytes))
}

/// Like [`write_atomically`], for the output of `write`.
///
/// # Errors
/// As for [`write_atomically`], or if `write` fails.
pub fn write_atomically_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Permissions follow the umask, as for any new file. The default for temporary files would hide reports from other users.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = builder.prefix(UNFINISHED).tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Syncs the entries of the folder `dir` to the disk. Otherwise, after a power failure, a created file could be missing, or a
/// removed one could be back.
///
/// # Errors
/// Returns an error if the folder cannot be read, or the disk fails.
pub fn sync_folder(dir: &Path) -> io::Result<()> {
    // Only Unix opens folders as files.
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacing_a_file_leaves_no_other_files() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("page.html");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_files_up_to_the_limit_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("text");
        std::fs::write(&path, "four").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "four");
        assert_eq!(read_text(&path, 3).unwrap_err().to_string(), "it is larger than 3 bytes");
        assert_eq!(read_text(dir.path(), 4).unwrap_err().to_string(), "it is not a regular file");
        assert_eq!(read_text(&dir.path().join("none"), 4).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_not_read() {
        assert_eq!(open(Path::new("/dev/zero")).unwrap_err().to_string(), "it is not a regular file");
    }

    #[test]
    fn unfinished_files_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(".dropline-Ab1"), b"ha").unwrap();
        write_atomically(&dir.path().join("page.html"), b"whole").unwrap();
        remove_unfinished(dir.path()).unwrap();
        let left: Vec<_> =
            std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["page.html"]);
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(write_atomically(&dir.path().join("none/page.html"), b"").is_err());
    }
}
