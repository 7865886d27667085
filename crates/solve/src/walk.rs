//! Whole turns: the positions that one turn can lead to.

use super::interner::Interner;
use super::key::{Coder, Scope};
use super::symmetry::Symmetries;
use dropline_engine::rules::{ActionList, Position};
use dropline_engine::variant::Variant;
use std::ops::ControlFlow;

/// What is called after each turn, with the bytes of memory in use.
type Each<'e> = dyn FnMut(&dyn Position, u64) -> ControlFlow<()> + 'e;

/// Enumerates all turns from a position. If several orders of the same actions reach a position within a turn, the turn is
/// continued from it only once.
#[derive(Debug)]
pub struct Walker {
    /// A position and its actions for each action of a turn; `None` while it is in use.
    plies: Vec<Option<(Box<dyn Position>, ActionList)>>,
    coder: Coder,
    seen: Interner,
    key: Vec<u8>,
}

impl Walker {
    /// A walker for positions of `variant`.
    pub fn new(variant: &Variant) -> Self {
        let scope = Scope { within_turns: true, cap: false, stood: false };
        let coder = Coder::new(variant, Symmetries::identity(&variant.board), scope);
        Self { plies: Vec::new(), seen: Interner::new(coder.stride()), coder, key: Vec::new() }
    }

    /// Calls `each` with the position after each whole turn from `position`, which is not terminal, and with the bytes of memory
    /// that the walk takes, until `each` returns `Break`. The same position may occur several times.
    pub fn walk(&mut self, position: &dyn Position, each: &mut Each<'_>) -> ControlFlow<()> {
        self.seen.clear();
        self.walk_from(0, position, each)
    }

    fn walk_from(&mut self, ply: usize, position: &dyn Position, each: &mut Each<'_>) -> ControlFlow<()> {
        if ply == self.plies.len() {
            self.plies.push(None);
        }
        let unused = self.plies[ply].take();
        let (mut next, mut actions) = unused.unwrap_or_else(|| (position.boxed_clone(), ActionList::new()));
        position.legal_actions(&mut actions);
        for &action in &actions {
            next.assign(position);
            next.play(action);
            if next.outcome().is_some() || next.actions_in_turn() == 0 {
                each(&*next, self.seen.memory())?;
                continue;
            }
            self.key.clear();
            self.coder.append(&*next, &mut self.key);
            if self.seen.insert(&self.key).1 {
                self.walk_from(ply + 1, &*next, each)?;
            }
        }
        self.plies[ply] = Some((next, actions));
        ControlFlow::Continue(())
    }
}
