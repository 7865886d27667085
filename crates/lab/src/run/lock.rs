//! Locks: only one process at a time writes to a folder.

use super::OutputError;
use super::folder::remove;
use super::read_text;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many times an attempt to take a lock is repeated: a process that only checks the lock also holds it for a moment.
const PATIENCE: u32 = 5;

/// A locked folder. The system releases the lock when the process ends, however it ends. Dropping the lock removes the file,
/// which holds the names of the machine and the process for `status`.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The file that is locked. It holds no data of the run, because on some systems nobody can read a locked file.
    pub const FILE: &'static str = ".lock";

    /// Locks the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if another process has locked it, or the file cannot be created.
    pub fn take(dir: &Path) -> Result<Self, OutputError> {
        let path = dir.join(Self::FILE);
        // In an untrusted folder, the lock file may be a link, which would create a file elsewhere, or a pipe, which would block.
        // No process locks a link or a pipe.
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            remove(&path)?;
        }
        let mut patience = PATIENCE;
        loop {
            // The file is truncated only after it is locked: another process may hold the lock.
            let file = File::options().write(true).create(true).truncate(false).open(&path);
            let mut file = file.map_err(|error| OutputError::File(path.clone(), error))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if patience == 0 => {
                    return Err(OutputError::Busy(dir.to_owned()));
                }
                Err(TryLockError::WouldBlock) => {
                    patience -= 1;
                    std::thread::sleep(Duration::from_millis(10));
                }
                // The previous holder may have removed the file after it was opened here, and the next one may have created
                // another in its place.
                Ok(()) if !is_at(&file, &path) => {}
                // Some file systems have no locks: then the user is responsible.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    // Only `status` uses the name, so the lock works without it on a full disk.
                    let _ = file.set_len(0).and_then(|()| file.write_all(Holder::own_text().as_bytes()));
                    return Ok(Self { path, _file: file });
                }
            }
        }
    }

    /// Whether a process has locked the folder `dir`.
    pub fn is_taken(dir: &Path) -> bool {
        let path = dir.join(Self::FILE);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
        let is_locked = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
        is_file && File::open(&path).is_ok_and(is_locked)
    }

    /// Whether the process that locked the folder `dir` has certainly ended: it ran on this machine, and either the lock is free
    /// or, on file systems without locks, no process has its id.
    pub fn is_abandoned(dir: &Path) -> bool {
        let path = dir.join(Self::FILE);
        let holder = read_text(&path, Holder::LONGEST).ok().and_then(|text| Holder::parse(&text));
        let Some(holder) = holder.filter(Holder::is_on_this_machine) else { return false };
        File::open(&path).is_ok_and(|file| match file.try_lock_shared() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => !holder.lives(),
        })
    }
}

/// Whether the open `file` is the one at `path`.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |found: fs::Metadata| (found.dev(), found.ino());
        let own = file.metadata().map(id);
        fs::symlink_metadata(path).map(id).is_ok_and(|there| own.is_ok_and(|own| own == there))
    }
    // Elsewhere a file cannot be replaced while it is open.
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// The process that took a lock.
struct Holder {
    host: String,
    process: u32,
}

impl Holder {
    /// The largest file that is read, in bytes.
    const LONGEST: u64 = 1000;

    /// The text that this process writes: empty if the machine's name is unknown.
    fn own_text() -> String {
        host().map_or_else(String::new, |host| format!("{host} {}\n", std::process::id()))
    }

    fn parse(text: &str) -> Option<Self> {
        let (host, process) = text.trim_end().rsplit_once(' ')?;
        Some(Self { host: host.to_owned(), process: process.parse().ok()? })
    }

    fn is_on_this_machine(&self) -> bool {
        host().is_some_and(|host| host == self.host)
    }

    /// Whether a process with this id exists.
    fn lives(&self) -> bool {
        #[cfg(unix)]
        {
            use rustix::{io::Errno, process::Pid, process::test_kill_process};
            let process = i32::try_from(self.process).ok().and_then(Pid::from_raw);
            // Any other error means that it exists, perhaps under another user.
            process.is_some_and(|process| test_kill_process(process) != Err(Errno::SRCH))
        }
        #[cfg(not(unix))]
        {
            true
        }
    }
}

/// The name of this machine.
fn host() -> Option<String> {
    hostname::get().ok()?.into_string().ok().filter(|name| !name.is_empty())
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A leftover file is harmless: only the lock matters.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let first = Lock::take(dir.path()).unwrap();
        assert!(matches!(Lock::take(dir.path()), Err(OutputError::Busy(_))));
        assert!(Lock::is_taken(dir.path()));
        assert!(!Lock::is_abandoned(dir.path()));
        drop(first);
        assert!(!Lock::is_taken(dir.path()));
        assert!(!dir.path().join(Lock::FILE).exists());
        Lock::take(dir.path()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_replaced_is_not_the_one_at_its_path() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(Lock::FILE);
        let opened = File::create(&path).unwrap();
        assert!(is_at(&opened, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&opened, &path));
        let _lock = Lock::take(dir.path()).unwrap();
        assert!(!is_at(&opened, &path));
    }

    #[test]
    fn stale_locks_of_this_and_other_machines_are_distinguished() {
        let dir = tempfile::tempdir().unwrap();
        let left = |text: &str| {
            fs::write(dir.path().join(Lock::FILE), text).unwrap();
            Lock::is_abandoned(dir.path())
        };
        let host = host().unwrap();
        assert!(left(&format!("{host} 1\n")), "the lock is free, whichever process has the id now");
        assert!(!left(&format!("{host}.another 1\n")));
        assert!(!left(""));
        assert!(!left("junk"));
        // The content of the file is replaced.
        let _lock = Lock::take(dir.path()).unwrap();
        let text = fs::read_to_string(dir.path().join(Lock::FILE)).unwrap();
        assert_eq!(text, format!("{host} {}\n", std::process::id()));
    }

    #[test]
    fn a_process_is_known_by_its_id() {
        let holder = |process| Holder { host: String::new(), process };
        assert!(holder(std::process::id()).lives());
        #[cfg(unix)]
        assert!(!holder(i32::MAX as u32).lives());
    }
}
