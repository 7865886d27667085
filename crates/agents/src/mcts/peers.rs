//! The channels by which the threads of a search exchange their iterations.

use super::replay::Round;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, Sender, channel};

/// A worker's channels to and from the others.
///
/// Each message is received one round after it was sent: a worker that is ahead of another by less than a round need not wait for
/// it. A worker that panics drops its channels; the others find the channels closed, and do not wait for that worker either.
#[derive(Debug, Default)]
pub struct Peers {
    to: Vec<Sender<Arc<Round>>>,
    /// The channels from the others, in the order of the workers.
    from: Vec<Receiver<Arc<Round>>>,
}

impl Peers {
    /// Connects each of `workers` workers with all others.
    pub fn connect(workers: usize) -> Vec<Self> {
        let mut all: Vec<_> = (0..workers).map(|_| Self::default()).collect();
        for sender in 0..workers {
            for receiver in (0..workers).filter(|&receiver| receiver != sender) {
                let (to, from) = channel();
                all[sender].to.push(to);
                all[receiver].from.push(from);
            }
        }
        // Rounds are received one round late, so each worker first receives an empty one.
        all.iter().for_each(|peers| peers.send(Round::default()));
        all
    }

    /// Whether there are no other workers.
    pub const fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Sends a round to all others.
    pub fn send(&self, round: Round) {
        let round = Arc::new(round);
        for to in &self.to {
            // A worker that has panicked no longer receives. The sender finds out when it next receives from that worker.
            to.send(Arc::clone(&round)).ok();
        }
    }

    /// Waits for the next round of each other worker.
    pub fn receive(&self) -> impl Iterator<Item = Result<Arc<Round>, RecvError>> {
        self.from.iter().map(Receiver::recv)
    }
}
