//! Positions with more legal actions than playouts can compare.
//!
//! A thousand playouts would try only a few dozen of five thousand shapes, and would say little about each. Margins can compare
//! them all: the search takes the actions in the order of the margins after them, and finds the best reply to each. It chooses
//! the action whose margin after that reply is best: minimax search (Shannon 1950, "Programming a Computer for Playing Chess")
//! two actions deep, which compares as many first actions as the budget has iterations.

use super::ranking::{Ranking, margin_for};
use crate::rules::{Action, ActionList, Margin, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The search of a crowded position, with its working memory.
#[derive(Default)]
pub struct Crowd {
    ranking: Ranking,
    replies: ActionList,
    margins: Vec<Margin>,
    scratch: Option<Box<dyn Position>>,
}

impl Crowd {
    /// Forgets the previous game: the next one may be of another variant.
    pub fn new_game(&mut self) {
        self.scratch = None;
    }

    /// Chooses an action of `position`, and returns it with the number of actions that were compared, at least one. `is_spent`
    /// returns whether that number of actions exhausts the budget; it is called before each action but the first.
    pub fn choose(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
        is_spent: impl Fn(u32) -> bool,
    ) -> (Action, u32) {
        let mut scratch = self.scratch.take().unwrap_or_else(|| position.boxed_clone());
        let mover = position.to_move();
        let (mut best, mut done) = (None, 0);
        for action in self.ranking.ordered(position, rng) {
            if done > 0 && is_spent(done) {
                break;
            }
            scratch.assign(position);
            scratch.play(action);
            let margin = margin_for(mover, after_reply(&mut *scratch, &mut self.replies, &mut self.margins));
            // Of equally good actions the first is chosen: it has the best margin before the reply.
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, action));
            }
            done += 1;
        }
        self.scratch = Some(scratch);
        (best.expect("a position that is not over has actions").1, done)
    }
}

/// The margin of `position` after the best action of its mover, or at the end of the game.
fn after_reply(position: &mut dyn Position, replies: &mut ActionList, margins: &mut Vec<Margin>) -> Margin {
    if position.outcome().is_some() {
        return position.margin();
    }
    let mover = position.to_move();
    position.legal_actions(replies);
    position.margins_after(replies, margins);
    let best = margins.iter().map(|&margin| margin_for(mover, margin)).max();
    margin_for(mover, best.expect("a position that is not over has actions"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::mcts::tests::{after, agent, game, rng};
    use crate::agents::{Agent, mcts::Mcts};

    /// The margin of `position` for its mover after `action` and the best reply, each found by making it.
    fn value(position: &dyn Position, action: Action) -> Margin {
        let next = after(position, action);
        let mut replies = ActionList::new();
        if next.outcome().is_none() {
            next.legal_actions(&mut replies);
        }
        let margins =
            replies.into_iter().map(|reply| margin_for(next.to_move(), after(&*next, reply).prospect()));
        let margin = margins.max().map_or(next.margin(), |best| margin_for(next.to_move(), best));
        margin_for(position.to_move(), margin)
    }

    /// Compares the choices of `mcts` in a game of random actions with the best actions: after the best reply, or with a budget
    /// of a single iteration, before it.
    fn chooses_best(mut position: Box<dyn Position>, mut mcts: Mcts, iterations: u32) {
        let mut legal = ActionList::new();
        let mut rng = rng();
        while position.outcome().is_none() && position.turns() < 6 {
            position.legal_actions(&mut legal);
            let chosen = mcts.choose(&mut *position, &mut rng);
            let mover = position.to_move();
            let most = |of: &mut dyn FnMut(Action) -> Margin| legal.iter().map(|&action| of(action)).max();
            if legal.len() > 1 {
                assert_eq!(mcts.iterations() as usize, legal.len().min(iterations as usize));
                if iterations == 1 {
                    let mut now = |action| margin_for(mover, position.margin_after(action));
                    assert_eq!(Some(now(chosen)), most(&mut now));
                } else {
                    let mut later = |action| value(&*position, action);
                    assert_eq!(Some(later(chosen)), most(&mut later));
                }
            }
            position.play_random(&mut rng, crate::rules::PlayoutPolicy::Unrestricted);
        }
    }

    #[test]
    fn the_choice_has_the_best_margin_after_the_best_reply() {
        let shapes = ["board.width=4", "board.height=4", "setup.black=['a1']", "setup.white=['d4']"];
        let squares = ["board.width=3", "board.height=3"];
        for (spec, sets) in
            [("dispatch", &shapes[..]), ("send-it-square", &squares), ("go", &squares), ("exxit", &[])]
        {
            for iterations in [1, 10_000] {
                let settings = format!("{iterations}:crowd=1");
                chooses_best(game(spec, sets), agent(&settings), iterations);
            }
        }
    }

    #[test]
    fn a_position_is_crowded_from_the_given_number_of_legal_actions_on() {
        let mut position = game("go", &["board.width=4", "board.height=4"]);
        let legal = position.count_legal();
        for (crowd, crowded) in [(legal, true), (legal + 1, false)] {
            let mut mcts = agent(&format!("50:crowd={crowd}"));
            mcts.choose(&mut *position, &mut rng());
            assert_eq!(mcts.expectation().is_none(), crowded);
        }
    }
}
