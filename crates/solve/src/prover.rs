//! Proves who wins from positions of one game after another, within a budget.

use super::search::Search;
use super::symmetry::Symmetries;
use super::value::end_margin;
use super::{Bounds, can_return, returns_end};
use dropline_engine::rules::Position;
use dropline_engine::variant::{Repetition, Variant};
use std::fmt;

/// The longest line that a prover follows, in actions: it runs on the stack of its caller.
const MOST_PLIES: usize = 300;
/// Bytes of memory for positions.
const MEMORY: u64 = 1 << 26;

/// A depth-first search that keeps what it has proved until the game ends.
///
/// It applies to games on finite boards in which no position repeats by the arrangement of stones alone. The turn cap is a rule: what
/// is proved holds in the game as it is played.
pub struct Prover {
    variant: Variant,
    search: Search,
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("variant", &self.variant.id).finish_non_exhaustive()
    }
}

impl Prover {
    /// A prover for games of `variant`; `None` if it does not apply to them.
    pub fn of(variant: &Variant) -> Option<Self> {
        let applies = !variant.board.is_boundless()
            && variant.repetition == Repetition::None
            && !can_return(variant)
            && !returns_end(variant);
        applies.then(|| {
            let mut search = Search::new(variant, Symmetries::of(variant), true, MEMORY);
            search.most_plies = MOST_PLIES;
            Self { variant: variant.clone(), search }
        })
    }

    /// Whether this is a prover for games of `variant`.
    pub fn is_for(&self, variant: &Variant) -> bool {
        self.variant == *variant
    }

    /// Visits to positions so far.
    pub fn visits(&self) -> u64 {
        self.search.nodes()
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// Tries to find out who wins from `position` in at most `visits` visits to positions; returns what is then known, and how many
    /// visits are left.
    pub fn prove(&mut self, position: &dyn Position, visits: u64) -> (Bounds, u64) {
        let mut last = self.known(position);
        let left = self.within(visits, |search| {
            // What a search that is stopped has reported holds.
            let _ = search.bounds(position, true, &(), &mut |bounds| last = bounds);
        });
        (last, left)
    }

    /// Like [`Prover::prove`], but asks only whether the first player can get a margin of at least `target`, as an
    /// [order](dropline_engine::rules::Margin::order), from a position that is not terminal; returns the answer, if it was found.
    pub fn prove_at_least(
        &mut self,
        position: &dyn Position,
        target: i64,
        visits: u64,
    ) -> (Option<bool>, u64) {
        let mut answer = None;
        let left = self.within(visits, |search| {
            answer = search.at_least(position, target, &()).ok().map(|known| known.low >= target);
        });
        (answer, left)
    }

    /// Searches at most `visits` positions; returns how many are left.
    fn within(&mut self, visits: u64, run: impl FnOnce(&mut Search)) -> u64 {
        let end = self.search.nodes() + visits;
        self.search.end = end;
        run(&mut self.search);
        end.saturating_sub(self.search.nodes())
    }

    /// What is known about `position`.
    pub fn known(&mut self, position: &dyn Position) -> Bounds {
        if position.outcome().is_some() {
            return Bounds::exactly(end_margin(position));
        }
        self.search.known(position).into()
    }
}
