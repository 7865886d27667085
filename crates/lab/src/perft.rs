//! Perft: counts the sequences of actions from a position, the standard test of a rules engine.

use dropline_engine::rules::{Action, ActionList, Position};
use rayon::prelude::*;

/// Counts the sequences of `depth` actions from `position`: one, the empty sequence, if `depth` is 0. A finished game has no
/// continuation.
pub fn count(position: &dyn Position, depth: u32) -> u64 {
    Counter::new(position, depth).count(position, depth)
}

/// Counts the sequences of `depth` actions for each first action, in the order of actions, on all threads of `pool`.
///
/// # Panics
/// Panics if `depth` is 0: there is no first action.
pub fn divide(position: &dyn Position, depth: u32, pool: &rayon::ThreadPool) -> Vec<(Action, u64)> {
    let rest = depth.checked_sub(1).expect("a sequence has a first action");
    let mut actions = ActionList::new();
    position.legal_actions(&mut actions);
    actions.sort_unstable();
    let after = |action| {
        let mut next = position.boxed_clone();
        next.play(action);
        (action, next)
    };
    let roots: Vec<_> = actions.into_iter().map(after).collect();
    pool.install(|| roots.into_par_iter().map(|(action, next)| (action, count(&*next, rest))).collect())
}

/// A position and a list of actions for each remaining depth, so that counting does not allocate.
struct Counter {
    plies: Vec<(Box<dyn Position>, ActionList)>,
}

impl Counter {
    fn new(position: &dyn Position, depth: u32) -> Self {
        // The last ply is counted, not played.
        let plies = (1..depth).map(|_| (position.boxed_clone(), ActionList::new())).collect();
        Self { plies }
    }

    fn count(&mut self, position: &dyn Position, depth: u32) -> u64 {
        Self::count_in(&mut self.plies, position, depth)
    }

    fn count_in(plies: &mut [(Box<dyn Position>, ActionList)], position: &dyn Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let Some(((child, actions), deeper)) = plies.split_first_mut() else {
            return u64::from(position.count_legal());
        };
        position.legal_actions(actions);
        let mut total = 0;
        for &action in actions.iter() {
            child.assign(position);
            child.play(action);
            total += Self::count_in(deeper, &**child, depth - 1);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::{rules, variant};

    fn start(sets: &[&str]) -> Box<dyn Position> {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load("send-it", &sets).expect("a shipped variant");
        rules::start(&loaded.variant)
    }

    #[test]
    fn the_first_two_turns_are_free_drops() {
        let start = start(&["board.side=3"]);
        let counts: Vec<u64> = (0..=4).map(|depth| count(&*start, depth)).collect();
        assert_eq!(counts, [1, 19, 19 * 18, 19 * 18 * 17, 19 * 18 * 17 * 16]);
    }

    #[test]
    fn divided_counts_add_up_whatever_the_number_of_threads() {
        let start = start(&["board.side=2"]);
        let divided = |depth, threads| {
            divide(&*start, depth, &rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap())
        };
        for depth in 1..=6 {
            let counts = divided(depth, 3);
            assert_eq!(counts, divided(depth, 1));
            assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), count(&*start, depth));
        }
    }

    #[test]
    fn a_finished_game_has_no_continuation() {
        let mut position = start(&["board.side=2", "end.max_turns=1"]);
        assert_eq!((count(&*position, 1), count(&*position, 2)), (7, 0));
        position.play("a1".parse().unwrap());
        assert_eq!((count(&*position, 0), count(&*position, 1)), (1, 0));
    }
}
