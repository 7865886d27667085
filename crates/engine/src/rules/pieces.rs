//! Kinds of piece in play: which stones are of which kind, before and after an action.

use super::cells::Cells;
use super::index::Index;
use crate::pieces::PieceKind;

/// What an action does to the kinds of piece. Captured pieces lose theirs; that follows from the stones.
#[derive(Clone, Copy)]
pub struct Change {
    /// The cell that a stone leaves; [`Cells::NOWHERE`] if none does. Small numbers keep effects small.
    from: u16,
    /// The cell where that stone, or a new one, then stands.
    to: u16,
    /// Whether the action moves the stone, rather than places it or pushes it away.
    moves: bool,
    /// The kind of the stone that stands there; the same as before if `None`. A new stone is of no kind.
    becomes: Option<PieceKind>,
}

impl Change {
    /// No change.
    #[inline(always)]
    pub const fn none<S: Cells>() -> Self {
        Self { from: S::NOWHERE as u16, to: S::NOWHERE as u16, moves: false, becomes: None }
    }

    /// A stone moves.
    #[inline(always)]
    pub const fn moved(from: Index, to: Index, becomes: Option<PieceKind>) -> Self {
        Self { from: from as u16, to: to as u16, moves: true, becomes }
    }

    /// A stone is pushed away.
    #[inline(always)]
    pub const fn pushed(from: Index, to: Index) -> Self {
        Self { moves: false, ..Self::moved(from, to, None) }
    }

    /// A stone is placed.
    #[inline(always)]
    pub const fn placed<S: Cells>(to: Index, becomes: Option<PieceKind>) -> Self {
        Self { to: to as u16, becomes, ..Self::none::<S>() }
    }

    /// The cell that a stone leaves; [`Cells::NOWHERE`] if none does.
    #[inline(always)]
    pub fn left(self) -> Index {
        self.from.into()
    }

    /// The cell to which the action moves a stone.
    #[inline(always)]
    pub fn moved_to(self) -> Option<Index> {
        self.moves.then_some(self.to.into())
    }

    /// The same, but the stone stands on `to`.
    #[inline(always)]
    pub const fn ending_on(self, to: Index) -> Self {
        Self { to: to as u16, ..self }
    }
}

/// The pieces of the kind with this `index`, if there were `pieces` of each kind before `change` and `stones` stand on the board now.
#[inline(always)]
pub fn piece_after<S: Cells>(pieces: &[S], index: u8, change: &Change, stones: S) -> S {
    let before = pieces[usize::from(index)];
    let is_of_kind = match change.becomes {
        Some(kind) => kind == PieceKind::Kind(index),
        None => before.has(change.from.into()),
    };
    let to = S::single(change.to.into());
    let rest = before.without(S::single(change.from.into())).without(to);
    (if is_of_kind { rest.or(to) } else { rest }).and(stones)
}
