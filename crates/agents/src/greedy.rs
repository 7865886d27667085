//! The agent that looks one action ahead.

use super::{Agent, AgentError, playout_policy};
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Margin, Player, Position, Winner};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays the action with the best score margin after it, breaking ties at random; passes when every other action would lower
/// its margin.
///
/// Under the pie rule, the agent decides about a swap before it considers other actions: the player takes the other side if that
/// side is ahead, keeps its own side if its own is ahead, and tosses a coin if they are level. The margin is that of the position,
/// komi included. A swap is not compared with the margins after other actions: each of these actions adds a stone, so the swap
/// would always win the comparison or always lose it.
///
/// Like [`Random`](super::Random), it does not fill its own eyes where games would never end otherwise.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    /// The legal actions; kept to reuse the allocation.
    legal: ActionList,
    /// The number of legal actions at its last choice.
    listed: u32,
    /// The margins after the actions of `legal`; kept to reuse the allocation.
    margins: Vec<Margin>,
    /// The actions with the best margin; kept to reuse the allocation.
    best: ActionList,
}

impl Agent for Greedy {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        position.legal_actions(&mut self.legal);
        assert!(!self.legal.is_empty(), "no action is left when the game is over");
        self.listed = self.legal.len() as u32;
        position.remove_excluded(playout_policy(position.variant()), &mut self.legal);
        let player = position.to_move();
        let own = |margin: Margin| if player == Player::First { margin } else { -margin };

        if let Some(at) = self.legal.iter().position(|&action| action == Action::Swap) {
            self.legal.remove(at);
            // A player who can do nothing else takes the other side.
            if self.swaps(position, own, rng) || self.legal.is_empty() {
                return Action::Swap;
            }
        }
        let may_pass = self.legal.contains(&Action::Pass);
        self.legal.retain(|&action| action != Action::Pass);
        position.margins_after(&self.legal, &mut self.margins);
        self.best.clear();
        let mut best_margin = None;
        for (&action, &margin) in self.legal.iter().zip(&self.margins) {
            let margin = own(margin);
            if best_margin.is_none_or(|best| margin > best) {
                best_margin = Some(margin);
                self.best.clear();
            }
            if best_margin == Some(margin) {
                self.best.push(action);
            }
        }

        let lowers = best_margin.is_none_or(|best| best < own(position.prospect()));
        if lowers && may_pass {
            return Action::Pass;
        }
        self.best[chance::below(rng, self.best.len() as u32) as usize]
    }

    fn play_counted(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<(Action, u32), AgentError> {
        // Choosing the action has set `listed`.
        let action = self.try_play(position, rng)?;
        Ok((action, self.listed))
    }
}

impl Greedy {
    /// Whether to take the other side. `own` converts a margin to the point of view of the player who decides.
    fn swaps(
        &mut self,
        position: &mut dyn Position,
        own: impl Fn(Margin) -> Margin,
        rng: &mut Xoshiro256PlusPlus,
    ) -> bool {
        position.margins_after(&[Action::Swap], &mut self.margins);
        match own(self.margins[0]).winner() {
            Winner::First => true,
            Winner::Draw => chance::below(rng, 2) == 0,
            Winner::Second => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use dropline_engine::rules;
    use dropline_engine::variant;
    use std::collections::BTreeMap;

    fn start() -> Box<dyn Position> {
        let sets = ["board.width=5", "board.height=4"].map(str::to_owned);
        rules::start(&variant::load("send-it-square", &sets).expect("a shipped variant").variant)
    }

    /// The margin of the player to move, now and after each action, found by playing the action.
    fn margins(position: &dyn Position) -> (Margin, BTreeMap<Action, Margin>) {
        let player = position.to_move();
        let margin = |position: &dyn Position| {
            let score = position.score();
            Margin::of_points([score[player.index()], score[player.other().index()]])
        };
        let mut legal = ActionList::new();
        position.legal_actions(&mut legal);
        let after = |action| {
            let mut next = position.boxed_clone();
            next.play(action);
            (action, margin(&*next))
        };
        (margin(position), legal.into_iter().map(after).collect())
    }

    #[test]
    fn it_takes_a_best_action_and_passes_only_if_all_others_lower_its_margin() {
        let mut passes_by_choice = 0;
        for game in 0..40 {
            let (mut position, mut rng) = (start(), chance::stream(1, &[0; 32], game));
            while position.outcome().is_none() {
                let (now, after) = margins(&*position);
                let action = Greedy::default().choose(&mut *position, &mut rng);
                let others = after.iter().filter(|&(&action, _)| action != Action::Pass);
                let best = others.map(|(_, &margin)| margin).max();
                if action == Action::Pass {
                    assert!(best.is_none_or(|best| best < now), "{best:?} does not lower {now:?}");
                    passes_by_choice += u32::from(best.is_some());
                } else {
                    assert_eq!(Some(after[&action]), best);
                    assert!(best >= Some(now) || !after.contains_key(&Action::Pass));
                }
                // Random play leads to more kinds of positions.
                let played = Random.choose(&mut *position, &mut rng);
                position.play(if game % 2 == 0 { action } else { played });
            }
        }
        assert!(passes_by_choice > 0, "no position was tried where every other action lowers the margin");
    }

    #[test]
    fn a_player_who_can_only_swap_does_so() {
        // White never has a stone to place, and whoever can do nothing wins.
        let sets = [
            "board.width=2",
            "board.height=1",
            "turn.swap=true",
            "end.stuck=wins",
            "action.place.place.by=first",
        ];
        let variant = variant::load("nogo", &sets.map(str::to_owned)).expect("a shipped variant").variant;
        let mut position = rules::start(&variant);
        position.play(Action::Place("a1".parse().expect("a cell")));
        for game in 0..20 {
            let mut rng = chance::stream(1, &[0; 32], game);
            assert_eq!(Greedy::default().choose(&mut *position, &mut rng), Action::Swap);
        }
    }

    #[test]
    fn a_goal_within_reach_outweighs_the_score() {
        // Three white stones lack one more in column e, and every black stone apart from others costs a point.
        let sets = [
            "board.width=5",
            "board.height=5",
            "goal.row.line.length=4",
            "setup.black=['a1']",
            "setup.white=['e3', 'e4', 'e5']",
            "setup.to_move=black",
            "score.terms={ 'own groups' = -1 }",
        ];
        let variant = variant::load("gomoku", &sets.map(str::to_owned)).expect("a shipped variant").variant;
        let mut rng = chance::stream(1, &[0; 32], 0);
        let chosen = Greedy::default().choose(&mut *rules::start(&variant), &mut rng);
        assert_eq!(chosen, Action::Place("e2".parse().expect("a cell")));
    }

    #[test]
    fn ties_are_broken_uniformly() {
        let mut position = start();
        let mut rng = chance::stream(1, &[0; 32], 0);
        let mut greedy = Greedy::default();
        let mut chosen = BTreeMap::<Action, u32>::new();
        for _ in 0..8_000 {
            *chosen.entry(greedy.choose(&mut *position, &mut rng)).or_default() += 1;
        }
        let (_, after) = margins(&*position);
        let best = after.values().max();
        let tied = after.values().filter(|&margin| Some(margin) == best).count();
        assert!(tied > 1 && chosen.len() == tied, "{chosen:?}");
        let expected = 8_000.0 / tied as f64;
        let chi_squared: f64 = chosen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(chi_squared < 3.0 * tied as f64, "{chosen:?}");
    }

    /// How often the agent swaps in 200 tries, with this komi, after a first stone in Send It that leaves Black ahead by 37
    /// cells.
    fn swaps(komi: &str) -> usize {
        let sets = ["board.side=4", "turn.swap=true", komi].map(str::to_owned);
        let variant = variant::load("send-it", &sets).expect("a shipped variant").variant;
        let mut position = rules::start(&variant);
        position.play(Action::Place("d4".parse().expect("a cell")));
        let mut rng = chance::stream(1, &[0; 32], 0);
        let mut greedy = Greedy::default();
        (0..200).filter(|_| greedy.choose(&mut *position, &mut rng) == Action::Swap).count()
    }

    #[test]
    fn it_takes_the_other_side_if_that_is_ahead_and_tosses_a_coin_if_they_are_level() {
        let ahead = (0..40).find(|komi| (1..200).contains(&swaps(&format!("score.komi={komi}"))));
        let level = ahead.expect("some komi makes the sides level");
        let tossed = swaps(&format!("score.komi={level}"));
        assert!((70..=130).contains(&tossed), "{tossed}");
        assert_eq!(swaps(&format!("score.komi={}", f64::from(level) - 0.5)), 200, "Black is ahead");
        assert_eq!(swaps(&format!("score.komi={}", f64::from(level) + 0.5)), 0, "White is ahead");
    }
}
