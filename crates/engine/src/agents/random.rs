//! The agent that knows nothing.

use super::{Agent, AgentError};
use crate::rules::{Action, Position, Spare, Trace};
use crate::variant::{Capture, ScoreMethod, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses uniformly among the legal actions other than `pass`, and passes only if nothing else is legal.
///
/// Where a stone in an own eye gains nothing and endangers all around it, it is left alone: see [`spared`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        let spare = spared(position.variant());
        position.random_action(rng, spare)
    }

    fn try_play(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, AgentError> {
        let spare = spared(position.variant());
        Ok(position.play_random(rng, spare))
    }

    fn play_turn(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
        trace: &mut Trace,
    ) -> Result<(), AgentError> {
        let spare = spared(position.variant());
        position.play_random_turn(rng, spare, trace);
        Ok(())
    }
}

/// What random play leaves alone in games of `variant`.
///
/// Under area scoring an own eye counts already. To fill it gains nothing, and with captures by liberties a player
/// who fills all eyes loses its groups, again and again: random games would never end.
pub fn spared(variant: &Variant) -> Spare {
    let captures = variant.capture != Capture::None;
    if captures && variant.score.method == ScoreMethod::Area { Spare::OwnEyes } else { Spare::Nothing }
}
