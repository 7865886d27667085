//! Proof before search: the exact values of actions near the end of a game.
//!
//! A search by sampling, or by evaluation, can prefer a losing action however long it thinks. So before it begins, a depth-first
//! search tries to prove who wins, if the rest of the game looks small enough. What it has proved is kept until the game ends.

use crate::mcts::Budget;
use crate::playout_policy;
use dropline_engine::rules::{Action, Player, Position, Winner};
use dropline_solve::Prover;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Visits to positions that a proof may take for each millisecond of a budget; at most half of the time.
const VISITS_PER_MILLISECOND: u64 = 500;
/// Visits between looks at the clock and at the flag that stops the search. A round begins where the table leads it.
const ROUND: u64 = 512;
/// How many random games estimate the size of the rest of the game.
const SAMPLES: u32 = 4;

/// A proof is tried if it looks larger than its visits by at most this many tenths of a bit: many lines of play meet again.
const HOPE: u64 = 60;
/// After a proof has failed, the next one must look smaller by this many tenths of a bit.
const DOUBT: u64 = 20;

/// Proves the values of actions, in one game after another.
pub struct Proof {
    visits_per_iteration: u64,
    prover: Option<Prover>,
    /// Whether proofs can be tried in this game; `None` if unknown.
    applies: Option<bool>,
    scratch: Option<Box<dyn Position>>,
    /// The actions after which the winner is proved, and who it is.
    known: Vec<(Action, Winner)>,
    /// When the last proof began, if its budget was a time.
    begun: Option<Instant>,
    /// By how many tenths of a bit the next proof must look smaller than its visits, since others failed in this game.
    doubt: u64,
    /// Set by another thread to stop a proof.
    pub stop: Option<Arc<AtomicBool>>,
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("applies", &self.applies).finish_non_exhaustive()
    }
}

/// The visits that are left for a proof.
struct Visits {
    left: u64,
    /// When the time for the proof ends, if the budget is a time.
    until: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl Visits {
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Calls `prove` with a number of visits until it is done, or none are left. It returns whether it is done, and how many visits
    /// it did not need.
    fn spend(&mut self, mut prove: impl FnMut(u64) -> (bool, u64)) {
        while self.left > 0 && !self.is_stopped() {
            let round = ROUND.min(self.left);
            let (done, left) = prove(round);
            self.left -= round - left;
            if done {
                break;
            }
        }
    }
}

impl Proof {
    /// A proof that visits at most this many positions for each iteration of a search.
    pub fn new(visits_per_iteration: u64) -> Self {
        Self {
            visits_per_iteration,
            prover: None,
            applies: None,
            scratch: None,
            known: Vec::new(),
            begun: None,
            doubt: 0,
            stop: None,
        }
    }

    /// The visits that a search with this `budget` leaves to the proof.
    fn visits(&self, budget: Budget) -> Visits {
        let (left, half) = match budget {
            Budget::Iterations(number) => (self.visits_per_iteration * u64::from(number), 0),
            Budget::Milliseconds(number) => (VISITS_PER_MILLISECOND * u64::from(number), number / 2),
        };
        let until = self.begun.map(|begun| begun + Duration::from_millis(half.into()));
        Visits { left, until, stop: self.stop.clone() }
    }

    /// Forgets the previous game.
    pub fn new_game(&mut self) {
        if let Some(prover) = &mut self.prover {
            prover.forget();
        }
        // The next game may use another variant.
        self.applies = None;
        self.scratch = None;
        self.doubt = 0;
    }

    /// Who wins after some of the `legal` actions of `position`: after an action that wins, if one is proved to, or after all that are
    /// proved to be worse than the best one. The others are left to the search, which follows with this `budget`.
    pub fn winners(
        &mut self,
        position: &dyn Position,
        legal: &[Action],
        budget: Budget,
    ) -> &[(Action, Winner)] {
        self.known.clear();
        // The clock is read only for a time budget, so that other budgets work on targets without a clock.
        self.begun = (!budget.is_reproducible()).then(Instant::now);
        let mut visits = self.visits(budget);
        if self.applies(position) && self.is_small(position, visits.left) {
            let value = self.value(position, &mut visits);
            // Where every action loses, all are left to the search: the opponent may not find the way.
            if value != Some(position.to_move().other().wins()) {
                self.compare(position, legal, value, &mut visits);
            }
        }
        &self.known
    }

    /// Who wins from `position`, if the `visits` suffice to prove it.
    fn value(&mut self, position: &dyn Position, visits: &mut Visits) -> Option<Winner> {
        let prover = self.prover.as_mut()?;
        let mut value = None;
        visits.spend(|round| {
            let (known, left) = prover.prove(position, round);
            value = known.winner();
            (value.is_some(), left)
        });
        if value.is_none() {
            self.doubt += DOUBT;
        }
        value
    }

    /// Finds out who wins after the `legal` actions of `position`, which has this `value` if it is known.
    fn compare(
        &mut self,
        position: &dyn Position,
        legal: &[Action],
        value: Option<Winner>,
        visits: &mut Visits,
    ) {
        let Some(prover) = &mut self.prover else { return };
        let mover = position.to_move();
        let next = self.scratch.get_or_insert_with(|| position.boxed_clone());
        for &action in legal {
            next.assign(position);
            next.play(action);
            if value == Some(Winner::Draw) && next.outcome().is_none() {
                // Does the action keep the draw?
                let target = if mover == Player::First { 0 } else { 1 };
                visits.spend(|round| {
                    let (answer, left) = prover.prove_at_least(&**next, target, round);
                    (answer.is_some(), left)
                });
            }
            match prover.known(&**next).winner() {
                Some(winner) if winner == mover.wins() => {
                    self.known.clear();
                    self.known.push((action, winner));
                    return;
                }
                Some(winner) if winner == mover.other().wins() => {
                    self.known.push((action, winner));
                }
                _ => {}
            }
        }
        if self.known.len() == legal.len() {
            self.known.clear();
        }
    }

    /// The time that the last proof took, if its budget was a time.
    pub fn spent(&self) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| begun.elapsed())
    }

    /// Whether proofs can be tried in the game of `position`.
    fn applies(&mut self, position: &dyn Position) -> bool {
        *self.applies.get_or_insert_with(|| {
            if !self.prover.as_ref().is_some_and(|prover| prover.is_for(position.variant())) {
                self.prover = Prover::of(position.variant());
            }
            self.prover.is_some()
        })
    }

    /// Whether a depth-first search is worth a try with this many `visits`.
    ///
    /// A search that looks at the best actions first visits about the square root of the lines of play (Knuth and Moore 1975, "An
    /// analysis of alpha-beta pruning"). A random game estimates their number by the product of the numbers of legal actions (Knuth
    /// 1975, "Estimating the efficiency of backtrack programs"); the logarithms are averaged, since a few games dominate the mean.
    fn is_small(&mut self, position: &dyn Position, visits: u64) -> bool {
        let most = 2 * u64::from(SAMPLES) * (tenths_of_bits(visits) + HOPE).saturating_sub(self.doubt);
        let policy = playout_policy(position.variant());
        // A stream of its own: the choices of the agent do not depend on whether a proof is tried.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(position.turns().into());
        let mut sum = 0;
        let next = self.scratch.get_or_insert_with(|| position.boxed_clone());
        for _ in 0..SAMPLES {
            next.assign(position);
            while next.outcome().is_none() {
                sum += tenths_of_bits(next.count_legal().into());
                if sum > most {
                    return false;
                }
                next.play_random(&mut rng, policy);
            }
        }
        true
    }
}

/// The logarithm of a positive number to base 2, in tenths: in whole numbers, so that it is the same on every machine.
fn tenths_of_bits(number: u64) -> u64 {
    let shift = number.max(1).ilog2().saturating_sub(11);
    let leading = u128::from(number.max(1) >> shift);
    u64::from(10 * shift + leading.pow(10).ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tests::{after, game, minimax, rng};
    use dropline_engine::rules::ActionList;

    /// Games that end, on a finite board, with few enough lines for exhaustive search.
    const GAMES: [(&str, &[&str]); 5] = [
        ("dropper", &["board.width=3", "board.height=3"]),
        ("connect-four", &["board.width=3", "board.height=3", "goal.row.line.length=3"]),
        ("othello", &["board.width=4", "board.height=4"]),
        ("clobber", &["board.width=3", "board.height=3"]),
        ("nogo", &["board.width=3", "board.height=3"]),
    ];

    /// The result for the first player.
    fn result(winner: Winner) -> i8 {
        match winner {
            Winner::First => 1,
            Winner::Draw => 0,
            Winner::Second => -1,
        }
    }

    #[test]
    fn proved_values_are_those_of_exhaustive_search() {
        let (mut proved, mut legal) = (0, ActionList::new());
        for (spec, sets) in GAMES {
            let (mut position, mut rng, mut proof) = (game(spec, sets), rng(), Proof::new(32));
            while position.outcome().is_none() {
                position.legal_actions(&mut legal);
                // Exhaustive search needs a small rest of the game.
                if legal.len() <= 6 {
                    let sign = if position.to_move() == Player::First { 1 } else { -1 };
                    let value = sign * minimax(&*position);
                    let known = proof.winners(&*position, &legal, Budget::Iterations(2000)).to_vec();
                    for &(action, winner) in &known {
                        let own = sign * result(winner);
                        assert_eq!(own, sign * minimax(&*after(&*position, action)), "{spec}: {action:?}");
                        assert!(own == 1 || own < value, "{spec}: {action:?} is as good as any");
                    }
                    let worse = |action: &&Action| sign * minimax(&*after(&*position, **action)) < value;
                    match value {
                        1 => assert_eq!(known.len(), 1, "{spec}: the winning action"),
                        0 => assert_eq!(
                            known.len(),
                            legal.iter().filter(worse).count(),
                            "{spec}: all that lose"
                        ),
                        _ => assert_eq!(known, [], "{spec}: every action loses"),
                    }
                    proved += known.len();
                }
                position.play_random(&mut rng, playout_policy(position.variant()));
            }
        }
        assert!(proved >= 10, "{proved}");
    }

    #[test]
    fn logarithms_are_in_tenths() {
        let numbers = [0, 1, 2, 3, 10, 1024, 5000, 51_200, u64::MAX];
        assert_eq!(numbers.map(tenths_of_bits), [0, 0, 10, 15, 33, 100, 122, 156, 639]);
    }

    #[test]
    fn nothing_is_tried_where_much_of_the_game_is_left_or_arrangements_return() {
        for spec in ["send-it", "go", "lines-of-action", "exxit"] {
            let (position, mut legal) = (game(spec, &[]), ActionList::new());
            position.legal_actions(&mut legal);
            let mut proof = Proof::new(32);
            assert_eq!(proof.winners(&*position, &legal, Budget::Iterations(1000)), [], "{spec}");
            assert!(proof.prover.is_none_or(|prover| prover.visits() == 0), "{spec}");
        }
    }

    #[test]
    fn a_proof_takes_at_most_about_half_of_the_time() {
        let (position, mut legal) =
            (game("connect-four", &["board.width=6", "board.height=5"]), ActionList::new());
        position.legal_actions(&mut legal);
        let mut proof = Proof::new(32);
        let begun = Instant::now();
        proof.winners(&*position, &legal, Budget::Milliseconds(1000));
        assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
    }
}
