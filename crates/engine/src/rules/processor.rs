//! Functions that are compiled for the features of the processor.
//!
//! Almost everything in the engine is `#[inline(always)]`, down to the operations on sets of cells, so a function compiled for
//! AVX2 contains only code compiled for it. By itself, this would inline every rule into each caller, recursively. A function
//! declared by [`compiled!`], next to its rule, stops that: it exists once for each kind of set and each number of neighbours.

/// Declares functions that are never inlined, and compiles each for every kind of set, with the features that the set needs.
///
/// Most are out-of-line versions of a method. They have the method's name, and the method has the documentation:
///
/// ```text
/// compiled! {
///     pub fn count(state: &State<S, D>, rules: &Rules<S, D>) -> u32 => state.count(rules);
/// }
/// ```
///
/// `S` is the kind of set, `D` the number of neighbours.
macro_rules! compiled {
    ($($(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $out:ty)? => $body:expr;)*) => {$(
        $crate::rules::compiled_if! {
            S::VECTORS, {S: $crate::rules::Cells, const D: usize}, {S, D},
            $(#[$doc])* $visibility fn $name($($argument: $type),*) $(-> $out)? => $body
        }
    )*};
}

/// [`compiled!`] for functions on stacks and tiles: `W` is the size of their sets. The sets are always words, but with the features of
/// the processor, bits are counted and found faster.
macro_rules! compiled_on_tiles {
    ($($(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $out:ty)? => $body:expr;)*) => {$(
        $crate::rules::compiled_if! {
            $crate::rules::cells::VECTORS, {const W: usize}, {W},
            $(#[$doc])* $visibility fn $name($($argument: $type),*) $(-> $out)? => $body
        }
    )*};
}

/// Declares a function that is never inlined, and compiles it for the features that `avx2::is_supported` checks if the condition, a
/// constant, is true, and for any processor otherwise.
macro_rules! compiled_if {
    (
        $condition:expr, {$($generics:tt)*}, {$($names:tt)*},
        $(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) $(-> $out:ty)? => $body:expr
    ) => {
        $(#[$doc])*
        #[inline(always)]
        $visibility fn $name<$($generics)*>($($argument: $type),*) $(-> $out)? {
            #[inline(never)]
            fn portable<$($generics)*>($($argument: $type),*) $(-> $out)? {
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn vectors<$($generics)*>($($argument: $type),*) $(-> $out)? {
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "the condition decides which features the function is compiled for")]
            if $condition {
                // SAFETY: games start only where `cells::is_supported` returns true, which implies these features.
                return unsafe { vectors::<$($names)*>($($argument),*) };
            }
            portable::<$($names)*>($($argument),*)
        }
    };
}

/// Calls an inlined method, or for sets of many plain words, the function of the same name that [`compiled!`] declares.
///
/// The fastest loops inline most of what they call, so that the compiler can optimise across the calls. With sets of many words,
/// this would produce much code at each call and gain little.
macro_rules! inlined {
    ($state:ident.$name:ident($($argument:expr),*)) => {
        if S::INLINED { $state.$name($($argument),*) } else { $name($state, $($argument),*) }
    };
}

pub(crate) use {compiled, compiled_if, compiled_on_tiles, inlined};
