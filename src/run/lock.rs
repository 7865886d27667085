//! One process at a time writes to a folder.

use super::OutputError;
use super::folder::remove;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a lock is tried again before another process has it: one that only asks whether it is there has it for a moment.
const PATIENCE: u32 = 5;

/// A locked folder. The system takes the lock away when the process ends, however it ends; the file goes when the lock is
/// dropped.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The file that is locked. It is one of its own, because a locked file can't be read on some systems.
    pub const FILE: &'static str = ".lock";

    /// Locks the folder `dir`.
    ///
    /// # Errors
    /// If another process has it, or the file can't be made.
    pub fn take(dir: &Path) -> Result<Self, OutputError> {
        let path = dir.join(Self::FILE);
        // A stranger may have put a link in its place, which would make a file elsewhere, or a pipe, on which one waits; no
        // process locks by one.
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            remove(&path)?;
        }
        let mut patience = PATIENCE;
        loop {
            // Nothing in it is touched: it may have been there before.
            let file = File::options().write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| OutputError::File(path.clone(), error))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if patience == 0 => {
                    return Err(OutputError::Busy(dir.to_owned()));
                }
                Err(TryLockError::WouldBlock) => {
                    patience -= 1;
                    std::thread::sleep(Duration::from_millis(10));
                }
                // The process that had it before may have removed the file since it was opened here.
                Ok(()) if !path.exists() => {}
                // Some file systems know no locks: then the user has to see to it.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Self { path, _file: file }),
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
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file that stays is no harm: it is the lock that counts.
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
        drop(first);
        assert!(!Lock::is_taken(dir.path()));
        assert!(!dir.path().join(Lock::FILE).exists());
        Lock::take(dir.path()).unwrap();
    }
}
