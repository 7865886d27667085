//! The commands that were read and are not answered yet.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The size of commands from which on no more are read, in bytes, with [`OF_A_LINE`] bytes for each line besides its text.
const MOST: usize = 1 << 24;
const OF_A_LINE: usize = 64;

/// The size of these commands. The thread that reads waits while there are too many.
#[derive(Default)]
pub struct Backlog {
    bytes: Mutex<usize>,
    freed: Condvar,
}

impl Backlog {
    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a line that was read.
    pub fn add(&self, line: &str) {
        *self.bytes() += line.len() + OF_A_LINE;
    }

    /// Counts a line that is answered.
    pub fn remove(&self, line: &str) {
        *self.bytes() -= line.len() + OF_A_LINE;
        self.freed.notify_one();
    }

    /// Whether no more lines are read.
    pub fn is_full(&self) -> bool {
        *self.bytes() > MOST
    }

    /// Waits until lines may be read.
    pub fn wait_for_room(&self) {
        let full = |bytes: &mut usize| *bytes > MOST;
        drop(self.freed.wait_while(self.bytes(), full).unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_waits_until_lines_are_answered() {
        let (backlog, long) = (Backlog::default(), "x".repeat(MOST / 2));
        backlog.add(&long);
        backlog.wait_for_room();
        backlog.add(&long);
        assert!(backlog.is_full());
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| backlog.wait_for_room());
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert!(!reader.is_finished());
            backlog.remove(&long);
        });
        assert!(!backlog.is_full());
    }
}
