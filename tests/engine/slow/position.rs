//! The slow engine answers the same questions as the fast one.

use super::Slow;
use crate::chance::pick;
use crate::slow_turn::SlowTurns;
use dropline::board::Cell;
use dropline::points::Points;
use dropline::rules::{
    Action, ActionList, Illegal, Margin, Outcome, Ownership, PlayoutPolicy, Position, Reason, Snapshot,
    Stage, Winner,
};
use dropline::variant::{ScoreMethod, Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

impl Position for Slow {
    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn reset(&mut self) {
        *self = Self::start(&self.variant);
    }

    fn assign(&mut self, other: &dyn Position) {
        let other: &Self = other.as_any().downcast_ref().expect("a position of the same engine");
        *self = other.clone();
    }

    fn snapshot(&self, _: &mut Snapshot) {
        unimplemented!("snapshots of the fast engine are compared by what they lead to")
    }

    fn restore(&mut self, _: &Snapshot) {
        unimplemented!("only the fast engine is restored")
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn stage(&self) -> Stage {
        self.at.stage()
    }

    fn is_neutral(&self, cell: Cell) -> bool {
        self.stones.is_neutral(cell)
    }

    fn piece(&self, cell: Cell) -> Option<usize> {
        self.stones.kind(cell)
    }

    fn stone(&self, cell: Cell) -> Option<Side> {
        self.stones.on(cell)
    }

    fn legal_actions(&self, into: &mut ActionList) {
        into.clear();
        into.extend(self.legal());
    }

    fn count_legal(&self) -> u32 {
        self.legal().len() as u32
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match self.broken(&[action])[0].first() {
            None => Ok(()),
            Some(&why) => Err(Illegal { why }),
        }
    }

    fn play(&mut self, action: Action) {
        self.make_legal(action);
    }

    fn resign(&mut self) {
        let winner = self.at.stage().to_move().other();
        self.at.outcome = self.at.outcome.or(Some(Outcome::won(Reason::Resigned, winner)));
    }

    fn random_action(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action {
        let legal = self.legal();
        let others = legal.iter().copied().filter(|&action| action != Action::Pass);
        let (excluded, chosen): (Vec<_>, Vec<_>) = others.partition(|&action| self.excludes(policy, action));
        match () {
            () if !chosen.is_empty() => pick(rng, &chosen),
            () if legal.contains(&Action::Pass) => Action::Pass,
            () => pick(rng, &excluded),
        }
    }

    fn excludes(&self, policy: PlayoutPolicy, action: Action) -> bool {
        match action {
            Action::Place(cell) => policy == PlayoutPolicy::AvoidOwnEyes && self.is_own_eye(cell),
            _ => false,
        }
    }

    fn playout(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> u32 {
        let mut actions = 0;
        while self.at.outcome.is_none() {
            let action = self.random_action(rng, policy);
            self.play(action);
            actions += 1;
        }
        actions
    }

    fn score(&self) -> [Points; 2] {
        if self.variant.score.method == ScoreMethod::None {
            return match self.at.outcome.and_then(|outcome| outcome.decided) {
                Some(Winner::First) => [Points::whole(1), Points::ZERO],
                Some(Winner::Second) => [Points::ZERO, Points::whole(1)],
                Some(Winner::Draw) | None => [Points::hundredths(50); 2],
            };
        }
        let [first, second] = self.side_scores();
        if self.at.swapped { [second, first] } else { [first, second] }
    }

    fn groups(&self) -> Option<[Vec<u32>; 2]> {
        let sides = if self.at.swapped { [Side::Second, Side::First] } else { Side::BOTH };
        (self.variant.score.method == ScoreMethod::Groups).then(|| sides.map(|side| self.sizes(side)))
    }

    fn margin(&self) -> Margin {
        match self.at.outcome.and_then(|outcome| outcome.decided) {
            Some(winner) => Margin::of_result(winner),
            None if self.variant.score.method == ScoreMethod::None => Margin::default(),
            None if self.at.swapped => -self.side_margin(),
            None => self.side_margin(),
        }
    }

    fn margin_after(&mut self, action: Action) -> Margin {
        let mut copy = self.clone();
        copy.play(action);
        copy.margin()
    }

    fn ownership(&self, into: &mut Vec<Ownership>) {
        into.clear();
        into.extend(self.all_ownership());
    }

    fn captures(&self) -> [u32; 2] {
        self.captures
    }

    /// There is no incremental state.
    fn verify(&self) -> Result<(), String> {
        Ok(())
    }
}
