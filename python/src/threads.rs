//! Threads, and Ctrl-C while they work.

use dropline::rayon::{ThreadPool, ThreadPoolBuilder, current_thread_index};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The stack of a playing thread, in bytes: as in the program.
const STACK: usize = 16 << 20;

/// How often a signal is looked for.
const TICK: Duration = Duration::from_millis(50);

/// Runs `work` on another thread, without the GIL. If Python has a signal to handle that raises an exception, such as Ctrl-C, calls
/// `stop`, waits for the work to end, and raises it.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, is_done) = sync_channel(1);
    let is_done = Mutex::new(is_done);
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let result = work();
            let _ = done.send(());
            result
        })?;
        let mut raised = None;
        while !worker.is_finished() {
            let waited =
                py.detach(|| is_done.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
            if !matches!(waited, Err(RecvTimeoutError::Timeout)) {
                break;
            }
            if let Err(error) = py.check_signals() {
                stop();
                raised.get_or_insert(error);
            }
        }
        let result = py.detach(|| worker.join());
        match raised {
            Some(error) => Err(error),
            None => Ok(result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        }
    })
}

/// The pools of each process, by the number of threads: a child made by `fork` has none of its parent's threads.
type Pools = HashMap<(u32, usize), Arc<ThreadPool>>;

/// The pool of `threads` threads; 0 means one for each processor.
pub fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    static POOLS: Mutex<Option<Pools>> = Mutex::new(None);
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let pools = pools.get_or_insert_default();
    let key = (std::process::id(), threads);
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    Ok(Arc::clone(pools.entry(key).or_insert(new_pool(threads)?)))
}

/// The pool for games that begin now. Games within a game, of a function that plays, have a pool of their own: all threads of the
/// other one may be waiting for them.
pub fn pool_for_games(threads: usize) -> PyResult<Arc<ThreadPool>> {
    if is_playing() { new_pool(threads) } else { pool(threads) }
}

/// Whether this is a thread that plays games, on which Python runs only functions that play.
pub fn is_playing() -> bool {
    current_thread_index().is_some()
}

fn new_pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    pool.map(Arc::new).map_err(|error| PyRuntimeError::new_err(format!("cannot start the threads: {error}")))
}
