//! The agent that plays at random.

use super::{Agent, AgentError};
use dropline_engine::rules::{Action, PlayoutPolicy, Position, Trace};
use dropline_engine::variant::{Capture, ScoreMethod, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses uniformly among the legal actions other than `pass`, and passes only if nothing else is legal.
///
/// Does not fill its own eyes where [`playout_policy`] excludes that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        let policy = playout_policy(position.variant());
        position.random_action(rng, policy)
    }

    fn try_play(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, AgentError> {
        let policy = playout_policy(position.variant());
        Ok(position.play_random(rng, policy))
    }

    fn play_turn(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
        trace: &mut Trace,
    ) -> Result<(), AgentError> {
        let policy = playout_policy(position.variant());
        position.play_random_turn(rng, policy, trace);
        Ok(())
    }
}

/// The policy of random play in games of `variant`.
///
/// Under area scoring, the player's own eyes already count, so filling one gains nothing. With capture by liberties, a player who
/// fills all its eyes loses its groups again and again: random games would never end.
pub fn playout_policy(variant: &Variant) -> PlayoutPolicy {
    let captures = variant.capture != Capture::None;
    if captures && variant.score.method == ScoreMethod::Area {
        PlayoutPolicy::AvoidOwnEyes
    } else {
        PlayoutPolicy::Unrestricted
    }
}
