//! Playouts that learn what a stone is worth by what stands around its cell.
//!
//! A random stone of a playout has a rival next to the previous stone. The more often the surroundings of either have won, the likelier
//! it is placed. Weights follow the gradient of the results (Graf and Platzner 2015, "Adaptive Playouts in Monte-Carlo Tree
//! Search with Policy Gradient Reinforcement Learning"; the gradient is that of Williams 1992, "Simple Statistical Gradient-Following
//! Algorithms for Connectionist Reinforcement Learning").

use super::cells::Cells;
use super::compile::Rules;
use super::directions::DIRECTIONS;
use super::game::Player;
use super::grid::Index;
use super::guided::Guide;
use super::place::Placement;
use super::plan::Slot;
use super::processor::compiled;
use super::random::draw_place;
use super::state::State;
use crate::chance::Draw;

/// How many cells around a cell are its surroundings.
const fn around<const D: usize>() -> usize {
    if D == 6 { 6 } else { DIRECTIONS }
}

/// How many surroundings there are: each cell is empty, own, enemy, or neutral, and the previous stone is one of them or none.
const fn codes<const D: usize>() -> usize {
    (around::<D>() + 1) << (2 * around::<D>())
}

/// A choice between two stones.
#[derive(Clone, Copy, Debug)]
struct Duel {
    /// Whose stone it was.
    player: Player,
    /// The surroundings of the stone that was chosen.
    winner: u32,
    /// Those of the other.
    loser: u32,
    /// How fast the logarithm of the winner's chance grows with the difference of the weights.
    slope: f32,
}

/// The weights of surroundings.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// Indexed by the code of the surroundings.
    weights: Vec<f32>,
    /// The codes with weights other than 0.
    learnt: Vec<u32>,
    /// The duels of the playout.
    duels: Vec<Duel>,
    /// The recent mean reward of the first player.
    mean: f32,
}

/// How fast weights change.
const STEP: f32 = 0.5;
/// How fast the mean changes.
const MEAN_STEP: f32 = 0.02;
/// Chances are in parts of this.
const CHANCES: u32 = 1 << 12;

impl Default for Patterns {
    fn default() -> Self {
        Self { weights: Vec::new(), learnt: Vec::new(), duels: Vec::new(), mean: 0.5 }
    }
}

impl Patterns {
    /// Forgets all weights.
    pub fn forget(&mut self) {
        for code in self.learnt.drain(..) {
            self.weights[code as usize] = 0.0;
        }
        self.duels.clear();
        self.mean = 0.5;
    }

    /// Learns from a playout that was worth `reward` to the first player.
    pub fn learn(&mut self, reward: f32) {
        let surprise = reward - self.mean;
        for duel in self.duels.drain(..) {
            let own = if duel.player == Player::First { surprise } else { -surprise };
            let change = STEP * own * duel.slope;
            for (code, change) in [(duel.winner, change), (duel.loser, -change)] {
                let weight = &mut self.weights[code as usize];
                if *weight == 0.0 {
                    self.learnt.push(code);
                }
                *weight += change;
            }
        }
        self.mean += MEAN_STEP * surprise;
    }

    /// Chooses a stone in the surroundings `one` or one in `other`, and returns whether it is the first. The weights must have both.
    #[inline(always)]
    fn prefers(&mut self, player: Player, one: u32, other: u32, draw: &mut Draw<'_>) -> bool {
        let lead = self.weights[one as usize] - self.weights[other as usize];
        let scale = 1.0 + lead.abs();
        // A sigmoid without an exponential, which is not the same on every machine.
        let chance = 0.5 + 0.5 * lead / scale;
        let wins = draw.below(CHANCES) as f32 + 0.5 < chance * CHANCES as f32;
        let (winner, loser, chance) = if wins { (one, other, chance) } else { (other, one, 1.0 - chance) };
        self.duels.push(Duel { player, winner, loser, slope: 0.5 / (scale * scale * chance) });
        wins
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The code of the surroundings of `at` for the side to move, with the place of the stone on `last`.
    #[inline(always)]
    fn surroundings(&self, rules: &Rules<S, D>, at: Index, last: Index) -> u32 {
        let side = self.mover();
        let (mut code, mut before) = (0, 0);
        for k in 0..around::<D>() {
            let beside = rules.grid.one_along(at, k);
            let stands = if self.empty.has(beside) {
                0
            } else if self.stones[side].has(beside) {
                1
            } else if self.stones[1 - side].has(beside) {
                2
            } else {
                3
            };
            code = code << 2 | stands;
            before = if beside == last { k as u32 + 1 } else { before };
        }
        before << (2 * around::<D>()) | code
    }

    /// Draws a stone, a rival next to the stone on `last`, which may be [`Cells::NOWHERE`], and chooses between them.
    #[inline(always)]
    fn draw_by_patterns(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        excluded: S,
        guide: &mut Guide,
        last: Index,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let cells = self.allowed_candidates(rules, slot, excluded);
        let one = draw_place(self, rules, slot, cells, None, draw)?;
        if last == S::NOWHERE {
            return Some(one);
        }
        let near = rules.grid.touching[last % S::SIZE].and(cells);
        let Some(rival) = draw_place(self, rules, slot, near, None, draw) else { return Some(one) };
        if rival.0 == one.0 {
            return Some(one);
        }
        let player = self.mark(one.0, 0).player;
        let code = self.surroundings(rules, one.0, last);
        let other = self.surroundings(rules, rival.0, last);
        let known = &mut guide.known;
        if known.weights.len() < codes::<D>() {
            known.weights.resize(codes::<D>(), 0.0);
        }
        let gives_way =
            if code == other { draw.below(2) == 0 } else { known.prefers(player, other, code, draw) };
        Some(if gives_way { rival } else { one })
    }
}

compiled! {
    /// [`State::draw_by_patterns`], compiled on its own.
    pub fn draw_by_patterns(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, excluded: S, guide: &mut Guide, last: Index, draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> => state.draw_by_patterns(rules, slot, excluded, guide, last, draw);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;

    /// How often one of two surroundings is preferred after `playouts` in which it was and won, or was not and lost.
    fn preferred(known: &mut Patterns, player: Player, playouts: usize) -> usize {
        let mut rng = chance::stream(1, &[0; 32], 0);
        let mut draw = Draw::new(&mut rng);
        known.weights.resize(3, 0.0);
        for _ in 0..playouts {
            let won = known.prefers(player, 1, 2, &mut draw) == (player == Player::First);
            known.learn(if won { 1.0 } else { 0.0 });
        }
        (0..1000).filter(|_| known.prefers(player, 1, 2, &mut draw)).count()
    }

    #[test]
    fn what_wins_is_preferred_more_and_more() {
        let mut before = 400..600;
        for (playouts, least) in [(0, 400), (30, 600), (300, 850)] {
            for player in Player::BOTH {
                let often = preferred(&mut Patterns::default(), player, playouts);
                assert!(often > least, "{playouts}: {often}");
                assert!(playouts > 0 || before.contains(&often));
            }
            before = 0..1;
        }
    }

    #[test]
    fn what_is_forgotten_was_never_learnt() {
        let mut known = Patterns::default();
        let first = preferred(&mut known, Player::First, 50);
        assert!(!known.learnt.is_empty() && !known.duels.is_empty());
        known.forget();
        assert!(known.weights.iter().all(|&weight| weight == 0.0) && known.duels.is_empty());
        assert_eq!(preferred(&mut known, Player::First, 50), first);
    }
}
