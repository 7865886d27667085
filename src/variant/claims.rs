//! What the rules of a variant promise of every game: facts that the explanation puts into words and that tests try
//! against play.

use super::model::{Side, Variant};

/// What holds of every game of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The side that may swap instead of the second turn of the game; none where nobody ever may.
    pub swap: Option<Side>,
}

impl Claims {
    /// What holds of the games of `variant`.
    pub fn of(variant: &Variant) -> Self {
        Self { swap: may_swap(variant) }
    }
}

/// Only the second side swaps, and only instead of the second turn: where the setup is past that turn, or gives it to
/// the first side, nobody does.
fn may_swap(variant: &Variant) -> Option<Side> {
    let setup = &variant.setup;
    let second_side_moves_second = match setup.turns {
        0 => true,
        1 => setup.mover() == Side::Second,
        _ => false,
    };
    (variant.swap && second_side_moves_second).then_some(Side::Second)
}
