//! The functions of the engine that are compiled twice: for any processor, and for those that have single instructions
//! to count bits and to find them, which sets of numbers are made for.
//!
//! What they call on their way is `#[inline(always)]`, so that it is compiled with them, and written with loops: closures
//! passed to the standard library stay functions of their own, compiled for any processor.

use super::compile::Rules;
use super::state::State;
use crate::rules::action::Action;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Declares functions that choose what was compiled for the processor they run on.
macro_rules! compiled {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? => $body:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name<const W: usize>($($arg: $type),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
                fn with_bits<const W: usize>($($arg: $type),*) $(-> $out)? {
                    $body
                }
                if knows_bits() {
                    // SAFETY: the processor has all four features.
                    return unsafe { with_bits($($arg),*) };
                }
            }
            $body
        }
    )*};
}

/// Whether the processor has the instructions. What it has is found out once for the whole program.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn knows_bits() -> bool {
    use std::is_x86_feature_detected as has;
    has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

compiled! {
    /// How many actions are legal.
    count(state: &State<W>, rules: &Rules<W>) -> u32 => state.count(rules);
    /// Makes a legal action.
    act(state: &mut State<W>, rules: &Rules<W>, action: Action) => state.act(rules, action);
    /// A legal action, uniformly among those other than `pass`.
    random_action(state: &State<W>, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> Action
        => state.random_action(rules, rng);
    /// Plays random actions to the end of the game; how many there were.
    playout(state: &mut State<W>, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> u32
        => state.playout(rules, rng);
}
