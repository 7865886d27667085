//! Turns: steps with their actions by precedence.

use super::{Side, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A turn: a sequence of steps, or several such sequences, of which the player takes one.
///
/// Once a step has reached its minimum, the player may begin the next one. A step whose minimum cannot be met is skipped or ends
/// the turn. If no remaining compulsory action is possible, the player may end the turn with `pass`; if no action at all is
/// possible and something compulsory remains, the turn ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// At least one; those of each kind of turn after those of the kind before.
    pub steps: Vec<Step>,
    /// Whether a player may claim the first side instead of taking the turn: its player by passing, which keeps the side, the other
    /// by swapping. The openings that are left are then left out. Such a turn is one action.
    pub claim: bool,
}

/// A part of a turn: a number of actions of certain kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Indices into [`Variant::actions`](super::Variant::actions) by precedence: each occurs once, and each tier has at least
    /// one. An action is legal only while none in an earlier tier of the same step is legal. The tiers of different steps are
    /// independent.
    pub tiers: Vec<Vec<usize>>,
    /// The number of actions that the player must take if possible.
    pub min: u16,
    /// The number of actions that the player may take, at least 1 and not less than `min`.
    pub max: u16,
    /// What happens if the minimum cannot be met.
    pub unmet: Unmet,
    /// Whether this step begins another kind of turn. The first step of each kind is compulsory and has one tier, where there are
    /// several kinds.
    pub or: bool,
}

/// What happens in a turn if the minimum of a step cannot be met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unmet {
    /// The turn continues with the next step.
    #[default]
    Skip,
    /// The turn ends.
    End,
    /// No action may lead there.
    Illegal,
}

impl Turn {
    /// The largest number of steps of a turn.
    pub const MOST_STEPS: usize = 16;
    /// The largest number of openings.
    pub const MOST_OPENINGS: usize = 100;
    /// The largest sum of [`Turn::ways`] over all turns of a game: the engine numbers the sets of choices at all points of all
    /// turns with 16 bits.
    pub const MOST_WAYS: u64 = 60_000;

    /// The kinds of turn to choose from, mostly one, as the steps of each.
    pub fn kinds(&self) -> impl Iterator<Item = &[Step]> + Clone {
        self.steps.chunk_by(|_, next| !next.or)
    }

    /// Whether the player chooses among several kinds of turn.
    pub fn has_kinds(&self) -> bool {
        self.kinds().nth(1).is_some()
    }

    /// The turn as `side` takes it: without actions that only the other side has, without steps that offer nothing else, and without
    /// kinds of turn that begin with such a step.
    pub fn of_side(&self, side: Side, variant: &Variant) -> Self {
        let own = |action: &usize| variant.actions[*action].is_for(side);
        let step = |step: &Step| {
            let tiers = step.tiers.iter().map(|tier| tier.iter().copied().filter(own).collect::<Vec<_>>());
            Step { tiers: tiers.filter(|tier| !tier.is_empty()).collect(), ..step.clone() }
        };
        let (mut steps, chosen) = (Vec::<Step>::new(), self.has_kinds());
        for kind in self.kinds() {
            let kind: Vec<Step> = kind.iter().map(step).collect();
            if !(chosen && kind[0].tiers.is_empty()) {
                steps.extend(kind.into_iter().filter(|step| !step.tiers.is_empty()));
            }
        }
        if let Some(first) = steps.first_mut() {
            first.or = false;
        }
        if self.claim && side == Side::First {
            steps.iter_mut().for_each(|step| step.min = 0);
        }
        Self { steps, claim: self.claim }
    }

    /// Whether it must be completed: some action is illegal if a step that follows it is impossible.
    pub fn must_be_completed(&self) -> bool {
        self.steps.iter().any(|step| step.min > 0 && step.unmet == Unmet::Illegal)
    }

    /// The actions that can come first in the turn, if they are the same in every position; `None` if they depend on the
    /// position, because of tiers or of a compulsory step that others follow.
    pub fn first_actions(&self) -> Option<Vec<usize>> {
        let mut actions = Vec::new();
        if self.has_kinds() {
            actions.extend(self.kinds().flat_map(|kind| kind[0].actions()));
            return Some(actions);
        }
        for (i, step) in self.steps.iter().enumerate() {
            let [tier] = step.tiers.as_slice() else { return None };
            actions.extend(tier);
            if step.min > 0 {
                // If the step is impossible, the turn ends, so later steps never come first.
                let last = step.unmet != Unmet::Skip || i + 1 == self.steps.len();
                return last.then_some(actions);
            }
        }
        Some(actions)
    }

    /// The number of different sets of choices that the points of a turn can offer. A tier applies only if all earlier tiers of
    /// its step are impossible, so the numbers of tiers of optional steps multiply.
    pub fn ways(&self) -> u64 {
        self.kinds().map(Self::ways_of).fold(2, u64::saturating_add)
    }

    fn ways_of(steps: &[Step]) -> u64 {
        let tiers = |step: &Step| step.tiers.len() as u64;
        let optional = |step: &Step, behind: u64| match tiers(step) {
            1 => behind,
            tiers => (tiers + 1).saturating_mul(behind).saturating_add(tiers),
        };
        let (mut ways, mut behind) = (2_u64, 1);
        for step in steps.iter().rev() {
            let unmet = if step.min > 0 { 2 * tiers(step) } else { 0 };
            let met = if step.max > step.min { optional(step, behind) } else { 0 };
            ways = ways.saturating_add(tiers(step) + unmet).saturating_add(met);
            behind = match (step.min, step.unmet) {
                (0, _) => optional(step, behind),
                (_, Unmet::Skip) => behind.saturating_add(2 * tiers(step)),
                (_, Unmet::End | Unmet::Illegal) => 1 + 2 * tiers(step),
            };
        }
        ways
    }
}

impl Step {
    /// The largest number of tiers of precedence.
    pub const MOST_TIERS: usize = 16;
    /// The largest number of actions in a step: more than any board has cells, and small enough for 32 bits to count the actions
    /// of a whole game.
    pub const MOST_ACTIONS: u16 = 1000;

    /// The indices of all actions of the step, those of the first tier first.
    pub fn actions(&self) -> impl Iterator<Item = usize> {
        self.tiers.iter().flatten().copied()
    }
}
