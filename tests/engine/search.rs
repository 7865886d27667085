//! The search agent against exhaustive play, on random variants of the whole family.

use crate::chance::seeded;
use crate::family;
use dropline::agents::AgentSpec;
use dropline::rules::{self, Action, ActionList, Player, Position, Winner};

/// The maximum number of positions that exhaustive play may visit; games with more are skipped.
const MOST: u32 = 4_000;

/// The result under best play by both players, with every line played to its end: 1 for a win of the first player, -1 for a win of
/// the second. `None` if there are more positions than `left`.
fn value(position: &dyn Position, left: &mut u32) -> Option<i8> {
    *left = left.checked_sub(1)?;
    if position.outcome().is_some() {
        return Some(match position.winner() {
            Winner::First => 1,
            Winner::Draw => 0,
            Winner::Second => -1,
        });
    }
    let sign = if position.to_move() == Player::First { 1 } else { -1 };
    let mut legal = ActionList::new();
    position.legal_actions(&mut legal);
    let mut best = -1;
    for action in legal {
        best = best.max(sign * value(&*after(position, action), left)?);
    }
    Some(sign * best)
}

fn after(position: &dyn Position, action: Action) -> Box<dyn Position> {
    let mut next = position.boxed_clone();
    next.play(action);
    next
}

#[test]
fn with_enough_iterations_mcts_plays_perfectly() {
    let spec: AgentSpec = "mcts:100000".parse().expect("an agent");
    let mut agent = spec.build();
    let (mut compared, mut decided) = (0, 0);
    for number in 0..400 {
        let mut rng = seeded(number);
        let variant = family::after_random_turns(&family::small(number), &mut rng);
        let mut position = rules::start(&variant);
        let mut left = MOST;
        let Some(best) = value(&*position, &mut left) else { continue };
        if position.outcome().is_some() {
            continue;
        }
        agent.new_game();
        let action = agent.choose(&mut *position, &mut rng);
        assert_eq!(position.check(action), Ok(()), "variant {number}");
        let attained = value(&*after(&*position, action), &mut { MOST }).expect("fewer than before");
        assert_eq!(attained, best, "variant {number}: {action:?}");
        compared += 1;
        decided += u32::from(position.count_legal() > 1);
    }
    assert!(compared > 50 && decided > 30, "{compared} positions, {decided} with a choice");
}
