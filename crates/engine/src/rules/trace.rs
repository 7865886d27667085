//! The trace of a game: its actions, turn by turn, and how many actions were legal before each.

use super::action::Action;

/// The trace of a game, in reusable memory.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    actions: Vec<Action>,
    legal: Vec<u32>,
    /// Where each turn ends in `actions`.
    ends: Vec<usize>,
}

impl Trace {
    /// Forgets the previous game.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.legal.clear();
        self.ends.clear();
    }

    /// Records an action that was chosen from `legal` legal actions.
    #[inline(always)]
    pub fn note(&mut self, action: Action, legal: u32) {
        self.note_legal(legal);
        self.note_action(action);
    }

    /// Records the number of legal actions from which the next action is chosen. [`Trace::note_action`] must follow.
    #[inline(always)]
    pub(in crate::rules) fn note_legal(&mut self, legal: u32) {
        self.legal.push(legal);
    }

    /// Records an action.
    #[inline(always)]
    pub(in crate::rules) fn note_action(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Records that the turn ends with the last action.
    #[inline]
    pub fn end_turn(&mut self) {
        self.ends.push(self.actions.len());
    }

    /// The actions so far.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// For each action, how many actions were legal before it.
    pub fn legal(&self) -> &[u32] {
        &self.legal
    }

    /// The actions of each turn that has ended.
    pub fn turns(&self) -> impl Iterator<Item = &[Action]> {
        self.spans().map(|(start, end)| &self.actions[start..end])
    }

    /// For each turn that has ended, how many actions were legal at its beginning.
    pub fn legal_at_turns(&self) -> impl Iterator<Item = u32> {
        self.spans().map(|(start, _)| self.legal[start])
    }

    /// The actions of the last turn that has ended, if any.
    #[inline]
    pub fn last_turn(&self) -> &[Action] {
        match self.ends[..] {
            [.., before, end] => &self.actions[before..end],
            [end] => &self.actions[..end],
            [] => &[],
        }
    }

    /// How many turns have ended.
    pub fn turn_count(&self) -> usize {
        self.ends.len()
    }

    /// Where each turn that has ended starts and ends in `actions`.
    fn spans(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut start = 0;
        self.ends.iter().map(move |&end| (std::mem::replace(&mut start, end), end))
    }
}
