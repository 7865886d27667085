//! Performs numbered jobs in parallel; one thread consumes their results in the order of their numbers.
//!
//! Workers claim ranges of numbers, long enough to make the claim cheap and short enough to keep all threads busy to the end. A
//! worker that is a whole window of jobs ahead of the consumer waits, so that pending results take bounded memory, however many
//! jobs there are.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many jobs may be claimed ahead of the consumer.
const WINDOW: u64 = 4096;
/// The maximum number of jobs in a range, unless the caller asks for shorter ranges.
const LONGEST: u64 = 256;
/// How long a worker should be busy with a range.
const BUSY: Duration = Duration::from_millis(20);

/// The results of a range of jobs; its memory is recycled between the workers and the consumer.
pub trait Batch: Default + Send {
    /// Clears the results.
    fn clear(&mut self);
}

/// A worker on one thread.
pub trait Worker<B> {
    /// Does job number `job` and adds its result to `batch`.
    fn work(&mut self, job: u64, batch: &mut B);
}

/// Runs `jobs` on all threads of `pool`, with a worker from `new_worker` for each thread. Passes each batch of results, with the
/// number of jobs in it, to `consume`: in the order of the jobs, on the calling thread.
///
/// When `stop` is set, each worker finishes its current job, and finished jobs are consumed up to the first gap. Returns the
/// number of jobs consumed.
///
/// # Errors
/// The first error of `consume`, which stops the work.
///
/// # Panics
/// Panics if a worker panics; the panic follows once the other workers have stopped.
pub fn run<B: Batch, W: Worker<B>, E>(
    pool: &rayon::ThreadPool,
    jobs: Range<u64>,
    stop: &AtomicBool,
    new_worker: impl Fn() -> W + Sync,
    consume: impl FnMut(&B, u64) -> Result<(), E>,
) -> Result<u64, E> {
    run_in_ranges(LONGEST, pool, jobs, stop, new_worker, consume)
}

/// Like [`run`], in ranges of at most `longest` jobs: with 1, each job is consumed by itself, so that the consumer can stop the
/// work after any job.
///
/// # Errors
/// Same as [`run`].
///
/// # Panics
/// Same as [`run`].
pub fn run_in_ranges<B: Batch, W: Worker<B>, E>(
    longest: u64,
    pool: &rayon::ThreadPool,
    jobs: Range<u64>,
    stop: &AtomicBool,
    new_worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(&B, u64) -> Result<(), E>,
) -> Result<u64, E> {
    let scheduler = Scheduler {
        state: Mutex::new(JobQueue { next: jobs.start, consumed: jobs.start, spare: Vec::new() }),
        moved: Condvar::new(),
        end: jobs.end,
        longest,
        threads: pool.current_num_threads() as u64,
        stop,
        halted: AtomicBool::new(false),
    };
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..scheduler.threads {
            let (scheduler, new_worker, sender) = (&scheduler, &new_worker, sender.clone());
            scope.spawn(move |_| scheduler.run_worker(&mut new_worker(), &sender));
        }
        drop(sender);
        let _guard = PanicGuard(&scheduler);
        let result = scheduler.collect(&receiver, jobs.start, &mut consume);
        scheduler.halt();
        result
    })
}

/// The output of a worker.
struct Finished<B> {
    claimed: Range<u64>,
    /// How many jobs of the range, from the first on, are done.
    done: u64,
    batch: B,
}

/// The state from which workers claim jobs.
struct Scheduler<'a, B> {
    state: Mutex<JobQueue<B>>,
    /// Wakes waiting workers when something has been consumed, or when there is nothing more to do.
    moved: Condvar,
    end: u64,
    longest: u64,
    threads: u64,
    /// Set by the caller, to stop the work.
    stop: &'a AtomicBool,
    /// Set when the consumer needs no more results.
    halted: AtomicBool,
}

struct JobQueue<B> {
    /// The first unclaimed job.
    next: u64,
    /// The first job that has not been consumed.
    consumed: u64,
    /// Empty batches, to be reused.
    spare: Vec<B>,
}

impl<B: Batch> Scheduler<'_, B> {
    fn state(&self) -> MutexGuard<'_, JobQueue<B>> {
        // A worker's panic leaves no partial change behind: each change is one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.halted.load(Ordering::Relaxed)
    }

    fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
        let _state = self.state();
        self.moved.notify_all();
    }

    /// A range of at most `length` jobs and a batch for it, or `None` if there is nothing more to do.
    fn claim(&self, length: u64) -> Option<(Range<u64>, B)> {
        let mut state = self.state();
        while state.next < self.end && state.next >= state.consumed + WINDOW && !self.stopped() {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.next >= self.end || self.stopped() {
            return None;
        }
        let fair = ((self.end - state.next) / (2 * self.threads)).max(1);
        let claimed = state.next..self.end.min(state.next + length.min(fair));
        state.next = claimed.end;
        Some((claimed, state.spare.pop().unwrap_or_default()))
    }

    /// Claims and works until there is nothing more to do.
    fn run_worker(&self, worker: &mut impl Worker<B>, sender: &Sender<Finished<B>>) {
        let _guard = PanicGuard(self);
        let mut length = 1;
        while let Some((claimed, mut batch)) = self.claim(length) {
            let start = Instant::now();
            let mut done = 0;
            for job in claimed.clone() {
                if self.stopped() {
                    break;
                }
                worker.work(job, &mut batch);
                done += 1;
            }
            length = next_length(done, start.elapsed()).min(self.longest);
            if sender.send(Finished { claimed, done, batch }).is_err() {
                return;
            }
        }
    }

    /// Consumes results in order, up to the first gap.
    fn collect<E>(
        &self,
        receiver: &Receiver<Finished<B>>,
        mut next: u64,
        consume: &mut impl FnMut(&B, u64) -> Result<(), E>,
    ) -> Result<u64, E> {
        let first = next;
        let mut early = BTreeMap::new();
        for finished in receiver {
            early.insert(finished.claimed.start, finished);
            while let Some(Finished { claimed, done, mut batch }) = early.remove(&next) {
                if done > 0 {
                    consume(&batch, done)?;
                }
                next += done;
                if next < claimed.end {
                    // The work was stopped: all remaining results come after a gap.
                    return Ok(next - first);
                }
                batch.clear();
                let mut state = self.state();
                state.consumed = next;
                state.spare.push(batch);
                self.moved.notify_all();
            }
        }
        Ok(next - first)
    }
}

/// The length of the range that should keep a worker busy for [`BUSY`], after `done` jobs in `elapsed`.
fn next_length(done: u64, elapsed: Duration) -> u64 {
    let each = elapsed.as_secs_f64() / done.max(1) as f64;
    ((BUSY.as_secs_f64() / each.max(1e-9)) as u64).clamp(1, LONGEST)
}

/// Stops all workers when a worker or the consumer panics, since the missing results would never come.
struct PanicGuard<'a, 'b, B: Batch>(&'a Scheduler<'b, B>);

impl<B: Batch> Drop for PanicGuard<'_, '_, B> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    impl Batch for Vec<u64> {
        fn clear(&mut self) {
            Vec::clear(self);
        }
    }

    /// A worker that takes longer for some jobs than for others, so that they finish out of order.
    struct Uneven;

    impl Worker<Vec<u64>> for Uneven {
        fn work(&mut self, job: u64, batch: &mut Vec<u64>) {
            if job.is_multiple_of(97) {
                std::thread::sleep(Duration::from_micros(500));
            }
            batch.push(job);
        }
    }

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in 1..=4 {
            let mut seen = Vec::<u64>::new();
            let stop = AtomicBool::new(false);
            let Ok(count) = run(
                &pool(threads),
                5..20_000,
                &stop,
                || Uneven,
                |batch: &Vec<u64>, n| {
                    assert_eq!(batch.len() as u64, n);
                    seen.extend(batch);
                    Ok::<_, Infallible>(())
                },
            );
            assert_eq!(count, 19_995);
            assert!(seen.iter().copied().eq(5..20_000));
        }
    }

    #[test]
    fn stopped_work_is_consumed_without_a_gap() {
        let mut seen = Vec::<u64>::new();
        let stop = AtomicBool::new(false);
        let Ok(count) = run(
            &pool(3),
            0..1_000_000_000,
            &stop,
            || Uneven,
            |batch: &Vec<u64>, _| {
                seen.extend(batch);
                stop.store(seen.len() > 2_000, Ordering::Relaxed);
                Ok::<_, Infallible>(())
            },
        );
        assert!(count > 2_000 && seen.iter().copied().eq(0..count));
    }

    #[test]
    fn an_error_of_the_consumer_ends_the_work() {
        let stop = AtomicBool::new(false);
        let result = run(&pool(2), 0..1_000_000_000, &stop, || Uneven, |_: &Vec<u64>, _| Err("disk full"));
        assert_eq!(result, Err("disk full"));
    }

    #[test]
    fn workers_stay_within_the_window() {
        let ahead = std::sync::atomic::AtomicU64::new(0);
        struct Highest<'a>(&'a std::sync::atomic::AtomicU64);
        impl Worker<Vec<u64>> for Highest<'_> {
            fn work(&mut self, job: u64, _: &mut Vec<u64>) {
                self.0.fetch_max(job, Ordering::SeqCst);
            }
        }
        let (mut consumed, stop) = (0, AtomicBool::new(false));
        let result = run(
            &pool(2),
            0..100_000,
            &stop,
            || Highest(&ahead),
            |_: &Vec<u64>, n| {
                consumed += n;
                assert!(ahead.load(Ordering::SeqCst) < consumed + WINDOW + LONGEST);
                Ok::<_, Infallible>(())
            },
        );
        assert_eq!(result, Ok(100_000));
    }

    #[test]
    #[should_panic(expected = "job 3000 is beyond me")]
    fn a_panic_of_a_worker_ends_the_work_instead_of_hanging() {
        struct Weak;
        impl Worker<Vec<u64>> for Weak {
            fn work(&mut self, job: u64, _: &mut Vec<u64>) {
                assert!(job != 3000, "job 3000 is beyond me");
            }
        }
        let stop = AtomicBool::new(false);
        let _ = run(&pool(2), 0..1_000_000, &stop, || Weak, |_: &Vec<u64>, _| Ok::<_, Infallible>(()));
    }
}
