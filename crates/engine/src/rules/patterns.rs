//! Playouts that learn what a stone is worth from what stands around its cell, and from its liberties.
//!
//! For each random placement, a playout draws a rival placement next to the previous stone, and plays one of the two. The more
//! often placements like one of them have won, the more likely the playout is to play it. Weights follow the gradient of the
//! results (Graf and Platzner 2015, "Adaptive Playouts in Monte-Carlo Tree Search with Policy Gradient Reinforcement Learning"; the
//! gradient is that of Williams 1992, "Simple Statistical Gradient-Following Algorithms for Connectionist Reinforcement Learning").

use super::cells::Cells;
use super::compile::Rules;
use super::directions::DIRECTIONS;
use super::index::Index;
use super::placement::Placement;
use super::plan::Slot;
use super::player::Player;
use super::processor::compiled;
use super::state::State;
use super::surroundings::{CLASSES, CODES, SurroundingCodes, Surroundings};
use super::turn::TurnFlow;
use crate::chance::Draw;

/// A choice between two stones.
#[derive(Clone, Copy, Debug)]
struct Duel {
    /// The player that placed the stone.
    player: Player,
    /// The surroundings of the stone that was chosen.
    winner: Surroundings,
    /// The surroundings of the other stone.
    loser: Surroundings,
    /// How fast the logarithm of the winner's chance grows with the difference of the weights.
    slope: f32,
}

/// The weights of surroundings.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// Indexed by the code of the surroundings. One weight for each pair of a code and a place of the previous stone would not
    /// fit into the processor's cache.
    weights: Vec<f32>,
    /// Indexed by the place of the previous stone.
    last: [f32; DIRECTIONS + 1],
    /// Indexed by the class of liberties.
    liberties: [f32; CLASSES],
    /// The codes with weights other than 0.
    learnt: Vec<u16>,
    /// The duels of the playout.
    duels: Vec<Duel>,
    /// The exponential moving average of the first player's reward.
    mean: f32,
}

/// How fast weights change.
const STEP: f32 = 0.5;
/// How fast the mean changes.
const MEAN_STEP: f32 = 0.02;
/// Random choices resolve probabilities in steps of 1 / `CHANCES`.
const CHANCES: u32 = 1 << 12;

impl Default for Patterns {
    fn default() -> Self {
        Self {
            weights: Vec::new(),
            last: [0.0; DIRECTIONS + 1],
            liberties: [0.0; CLASSES],
            learnt: Vec::new(),
            duels: Vec::new(),
            mean: 0.5,
        }
    }
}

impl Patterns {
    /// Forgets all weights.
    pub fn forget(&mut self) {
        for code in self.learnt.drain(..) {
            self.weights[code as usize] = 0.0;
        }
        self.last = [0.0; DIRECTIONS + 1];
        self.liberties = [0.0; CLASSES];
        self.duels.clear();
        self.mean = 0.5;
    }

    /// Prepares for choices: the table of weights is created for the first one.
    pub fn prepare(&mut self) {
        self.weights.resize(CODES, 0.0);
    }

    /// Learns from a playout that was worth `reward` to the first player: changes the weights along the gradient of the result.
    pub fn learn(&mut self, reward: f32) {
        let surprise = reward - self.mean;
        if surprise == 0.0 {
            self.duels.clear();
            return;
        }
        for duel in self.duels.drain(..) {
            let own = if duel.player == Player::First { surprise } else { -surprise };
            let change = STEP * own * duel.slope;
            for (stone, change) in [(duel.winner, change), (duel.loser, -change)] {
                // If the codes are equal, the changes would cancel out.
                if duel.winner.code != duel.loser.code {
                    let weight = &mut self.weights[usize::from(stone.code)];
                    if *weight == 0.0 {
                        self.learnt.push(stone.code);
                    }
                    *weight += change;
                }
                self.last[usize::from(stone.last)] += change;
                self.liberties[usize::from(stone.liberties)] += change;
            }
        }
        self.mean += MEAN_STEP * surprise;
    }

    /// The weight of a stone.
    #[inline(always)]
    fn weight(&self, stone: Surroundings) -> f32 {
        self.weights[usize::from(stone.code)]
            + self.last[usize::from(stone.last)]
            + self.liberties[usize::from(stone.liberties)]
    }

    /// Chooses between two stones.
    #[inline(always)]
    fn duel(&self, player: Player, [one, other]: [Surroundings; 2], draw: &mut Draw<'_>) -> (bool, Duel) {
        let lead = self.weight(one) - self.weight(other);
        let scale = 1.0 + lead.abs();
        // A sigmoid without an exponential: the result of an exponential is not the same on every machine.
        let chance = 0.5 + 0.5 * lead / scale;
        let wins = draw.below(CHANCES) as f32 + 0.5 < chance * CHANCES as f32;
        let (winner, loser, chance) = if wins { (one, other, chance) } else { (other, one, 1.0 - chance) };
        (wins, Duel { player, winner, loser, slope: 0.5 / (scale * scale * chance) })
    }
}

/// What a choice by patterns depends on, apart from the position.
pub struct Experience<'a, S: Cells> {
    pub known: &'a mut Patterns,
    pub around: &'a mut SurroundingCodes<S>,
    /// The cell of the previous stone, or [`Cells::NOWHERE`] before the first stone.
    pub last: Index,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Draws a placement and a rival placement next to the previous stone, and chooses between the two.
    #[inline(always)]
    fn draw_by_patterns(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        excluded: S,
        experience: Experience<'_, S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let Experience { known, around, last } = experience;
        let side = self.mover();
        let mut cells = self.allowed_candidates(rules, slot, excluded);
        // Only the chosen placement is tested: most candidates are legal.
        while let Some(one) = cells.pick(|count| draw.below(count)) {
            let (mut at, mut placement, mut duel) = (one, self.placement(rules, side, one), None);
            let near = rules.grid.touching[last].and(cells);
            if last != S::NOWHERE
                && let Some(rival) = near.pick(|count| draw.below(count))
                && rival != one
            {
                around.renew(self, rules);
                let other = self.placement(rules, side, rival);
                let of = [
                    around.of(rules, side, rival, &other, last),
                    around.of(rules, side, one, &placement, last),
                ];
                let (wins, fought) = known.duel(self.owner(side), of, draw);
                if wins {
                    (at, placement) = (rival, other);
                }
                duel = Some(fought);
            }
            match self.test_candidate(rules, slot, at, placement) {
                Ok(placement) => {
                    if let Some(duel) = duel {
                        known.duels.push(duel);
                    }
                    return Some((at, placement));
                }
                Err(failed) => cells = cells.without(failed).without(rules.grid.here[at].alone),
            }
        }
        None
    }
}

compiled! {
    pub fn draw_by_patterns(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, excluded: S, experience: Experience<'_, S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> => state.draw_by_patterns(rules, slot, excluded, experience, draw);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;

    const STONE: Surroundings = Surroundings { code: 1, last: 0, liberties: 0 };

    /// Stones that each differ from [`STONE`] in one respect: the surrounding stones, the place of the previous stone, or liberties.
    const OTHERS: [Surroundings; 3] = [
        Surroundings { code: 2, ..STONE },
        Surroundings { last: 3, ..STONE },
        Surroundings { liberties: 2, ..STONE },
    ];

    /// How often [`STONE`] is chosen rather than `other` after `playouts` playouts, each of which either chose it and won, or
    /// chose the other and lost.
    fn chosen(known: &mut Patterns, player: Player, playouts: usize, other: Surroundings) -> usize {
        let mut rng = chance::stream(1, &[0; 32], 0);
        let mut draw = Draw::new(&mut rng);
        known.prepare();
        let stones = [STONE, other];
        for _ in 0..playouts {
            let (first, duel) = known.duel(player, stones, &mut draw);
            known.duels.push(duel);
            known.learn(if first == (player == Player::First) { 1.0 } else { 0.0 });
        }
        (0..1000).filter(|_| known.duel(player, stones, &mut draw).0).count()
    }

    #[test]
    fn stones_that_win_are_chosen_more_and_more_often() {
        for (playouts, often) in [(0, 400..600), (30, 600..1000), (300, 850..1000)] {
            for other in OTHERS {
                for player in Player::BOTH {
                    let times = chosen(&mut Patterns::default(), player, playouts, other);
                    assert!(often.contains(&times), "{playouts}: {times}");
                }
            }
        }
    }

    #[test]
    fn the_slope_of_a_duel_is_the_gradient_of_the_logarithm_of_its_chance() {
        let mut rng = chance::stream(1, &[0; 32], 0);
        let (mut known, mut draw) = (Patterns::default(), Draw::new(&mut rng));
        known.prepare();
        known.weights[usize::from(STONE.code)] = 3.0;
        let mut won = [0, 0];
        for _ in 0..40 {
            let (first, duel) = known.duel(Player::First, [STONE, OTHERS[0]], &mut draw);
            // With a lead of 3, the first stone wins with chance 7/8; the derivative of that chance is 1/32.
            let expected = if first { 1.0 / 28.0 } else { 1.0 / 4.0 };
            assert!((duel.slope - expected).abs() < 1e-6, "{} instead of {expected}", duel.slope);
            won[usize::from(!first)] += 1;
        }
        assert!(won[0] > won[1] && won[1] > 0, "{won:?}");
    }

    /// Everything that `known` has learnt.
    fn all_weights(known: &Patterns) -> Vec<f32> {
        known.weights.iter().chain(&known.last).chain(&known.liberties).copied().collect()
    }

    #[test]
    fn forgotten_weights_are_as_if_never_learnt() {
        for other in OTHERS {
            let mut known = Patterns::default();
            let first = chosen(&mut known, Player::First, 50, other);
            assert!(all_weights(&known).iter().any(|&weight| weight != 0.0));
            known.forget();
            assert!(all_weights(&known).iter().all(|&weight| weight == 0.0));
            assert_eq!(chosen(&mut known, Player::First, 50, other), first);
        }
    }
}
