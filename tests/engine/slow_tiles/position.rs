//! The slow engine answers the same questions as the fast one.

use super::SlowTiles;
use crate::chance::pick;
use crate::slow_turn::SlowTurns;
use dropline::board::Cell;
use dropline::points::Points;
use dropline::rules::{
    Action, ActionList, Illegal, Margin, Outcome, Ownership, PlayoutPolicy, Position, Reason, Snapshot, Stage,
};
use dropline::variant::{Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

impl Position for SlowTiles {
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

    fn stone(&self, cell: Cell) -> Option<Side> {
        self.owner(cell)
    }

    fn stack(&self, cell: Cell) -> Vec<Side> {
        self.stacks.get(&cell).cloned().unwrap_or_default()
    }

    fn tile(&self, cell: Cell) -> Option<Side> {
        self.tiles.get(&cell).copied()
    }

    fn hands(&self) -> Option<[u32; 2]> {
        Some(self.hands.map(|stones| stones as u32))
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

    fn random_action(&mut self, rng: &mut Xoshiro256PlusPlus, _: PlayoutPolicy) -> Action {
        let legal: Vec<_> = self.legal().into_iter().filter(|&action| action != Action::Pass).collect();
        if legal.is_empty() { Action::Pass } else { pick(rng, &legal) }
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
        let [first, second] = self.side_scores();
        if self.at.swapped { [second, first] } else { [first, second] }
    }

    fn margin(&self) -> Margin {
        Margin::of_points(self.score())
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
