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
        $(#[$doc])*
        #[inline(always)]
        $visibility fn $name<S: $crate::rules::Cells, const D: usize>($($argument: $type),*) $(-> $out)? {
            #[inline(never)]
            fn portable<S: $crate::rules::Cells, const D: usize>($($argument: $type),*) $(-> $out)? {
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn vectors<S: $crate::rules::Cells, const D: usize>($($argument: $type),*) $(-> $out)? {
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "the set decides which features its functions are compiled for")]
            if S::VECTORS {
                // SAFETY: sets in vectors are created only where `avx2::is_supported` has found these features.
                return unsafe { vectors::<S, D>($($argument),*) };
            }
            portable::<S, D>($($argument),*)
        }
    )*};
}

/// Declares functions that are never inlined, and compiles each for processors that count and scan bits fast, and for others: as
/// [`compiled!`], but for positions of stacks and tiles.
macro_rules! compiled_for_bits {
    ($($(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $out:ty)? => $body:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $visibility fn $name<const W: usize>($($argument: $type),*) $(-> $out)? {
            #[inline(never)]
            fn portable<const W: usize>($($argument: $type),*) $(-> $out)? {
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
            fn fast<const W: usize>($($argument: $type),*) $(-> $out)? {
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "the processor decides which features the function is compiled for")]
            if $crate::rules::cells::avx2::is_supported() {
                // SAFETY: `avx2::is_supported` has found these features.
                return unsafe { fast::<W>($($argument),*) };
            }
            portable::<W>($($argument),*)
        }
    )*};
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

pub(crate) use {compiled, compiled_for_bits, inlined};
