//! The order in which a search follows actions: the sooner one that answers the query, the less there is to search.

use dropline_engine::rules::{Action, Player, Position};

/// How good an action looks; the greatest is searched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Promise {
    /// The lead of the player who acts, after the action.
    lead: i64,
    /// The legal actions that follow, negative if they are those of the opponent.
    mobility: i64,
    /// How well the action has answered elsewhere.
    answers: u64,
}

/// How well each player's actions have answered queries: one that answers in many positions often answers in others, too (history
/// heuristic: Schaeffer 1989, "The history heuristic and alpha-beta search enhancements in practice").
#[derive(Debug)]
pub struct Answers([Vec<u64>; 2]);

impl Answers {
    /// Actions with the same hash share a number.
    const SIZE: usize = 1 << 12;

    /// Nothing is known yet.
    pub fn none() -> Self {
        Self([vec![0; Self::SIZE], vec![0; Self::SIZE]])
    }

    /// Forgets all queries.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|answers| answers.fill(0));
    }

    /// How good `action` looks, which led to `next`, and which the first player has taken if `first`.
    pub fn promise(&self, first: bool, action: Action, next: &dyn Position) -> Promise {
        let (margin, legal) = (next.margin().order(), i64::from(next.count_legal()));
        Promise {
            lead: if first { margin } else { -margin },
            mobility: if (next.to_move() == Player::First) == first { legal } else { -legal },
            answers: self.0[usize::from(first)][place(action)],
        }
    }

    /// Notes that `action` has answered a query, after a search of `nodes` positions. The larger the search, the more an action counts
    /// that shortens it.
    pub fn note(&mut self, first: bool, action: Action, nodes: u64) {
        let weight = u64::from(nodes.max(1).ilog2() + 1);
        self.0[usize::from(first)][place(action)] += weight * weight;
    }
}

/// Where the number of `action` is kept: the same place on every machine.
fn place(action: Action) -> usize {
    let mut hash = 0_u64;
    action.code(|one, other| {
        let cells = u32::from_le_bytes([one.x, one.y, other.x, other.y]);
        hash = (hash ^ u64::from(cells)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    });
    hash as usize % Answers::SIZE
}
