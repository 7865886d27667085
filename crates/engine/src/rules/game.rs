//! The interface of positions, independent of the board.

use super::action::{Action, ActionList, Mark};
use super::guided::Guide;
use super::illegal::Illegal;
use super::margin::Margin;
use super::outcome::Outcome;
use super::own_eyes::PlayoutPolicy;
use super::player::{Player, Winner};
use super::snapshot::Snapshot;
use super::trace::Trace;
use super::turn::Stage;
use crate::board::{Board, Cell};
use crate::points::Points;
use crate::variant::{Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;

/// The side whose stone stands on a cell, and the sides that score the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ownership {
    /// The index of the cell in the board's order.
    pub at: usize,
    /// The side whose stone stands there.
    pub stone: Option<Side>,
    /// Whether the cell, if it is empty or a tile, counts for the first side, and for the second.
    pub counts_for: [bool; 2],
}

/// A position in a game, with everything that decides how it continues: stones, the side to move, the progress of the turn,
/// passes, and earlier positions if repetition matters.
///
/// The rules are data: implementations differ by the size of the board, not by the game.
pub trait Position: Send {
    /// The variant of the game.
    fn variant(&self) -> &Variant;

    /// The board.
    fn board(&self) -> &Board {
        &self.variant().board
    }

    /// Returns to the start of the game.
    fn reset(&mut self);

    /// Copies `other`, a position of the same variant, into this one without allocating.
    ///
    /// # Panics
    /// Panics if `other` has an engine of another type, for example because its board needs a larger grid.
    fn assign(&mut self, other: &dyn Position);

    /// Saves in `into`, reusing its memory, all that decides how the game continues, except for the turn cap.
    fn snapshot(&self, into: &mut Snapshot);

    /// Restores the position of `from`, a snapshot of the same variant at the start of a turn.
    ///
    /// Turns are counted from the number in the snapshot. So are captured stones if a goal counts them; otherwise they are
    /// counted from 0. The repetition rule knows only the current arrangement. Restoring a snapshot that was taken within a turn,
    /// or after the end, gives a different position.
    fn restore(&mut self, from: &Snapshot);

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// The position, ready for a downcast to its own type, which [`Position::assign`] needs.
    fn as_any(&self) -> &dyn std::any::Any;

    /// Who moves, and how far the game has progressed.
    fn stage(&self) -> Stage;

    /// The player that takes the next action.
    fn to_move(&self) -> Player {
        self.stage().to_move()
    }

    /// The side that takes the next action.
    fn side_to_move(&self) -> Side {
        self.stage().side
    }

    /// Whether the players have exchanged sides.
    fn swapped(&self) -> bool {
        self.stage().swapped
    }

    /// Turns completed since the start of the game, including those of the setup.
    fn turns(&self) -> u32 {
        self.stage().turns
    }

    /// Actions taken in the current turn.
    fn actions_in_turn(&self) -> u32 {
        self.stage().actions
    }

    /// How the game ended; `None` while it continues.
    fn outcome(&self) -> Option<Outcome> {
        self.stage().outcome
    }

    /// Whether a stone that belongs to no side stands on `cell`.
    fn is_neutral(&self, cell: Cell) -> bool {
        let _ = cell;
        false
    }

    /// The index of the kind of the piece on `cell`, in the variant's list, if it is of a kind.
    fn piece(&self, cell: Cell) -> Option<usize> {
        let _ = cell;
        None
    }

    /// Appends the sets of the cells with a piece of each kind, as in [`Position::occupied`].
    fn append_pieces(&self, into: &mut Vec<u64>) {
        let _ = into;
    }

    /// Fills `into` with the sets of the cells that hold a stone of the first side, one of the second side and a neutral one, in this
    /// order. Each set is as many words of 64 bits, in which the bit of a cell is `cell.y * stride + cell.x`; returns the `stride`.
    /// On the boundless plane `into` stays empty: see [`Position::stacks_and_tiles`].
    fn occupied(&self, into: &mut Vec<u64>) -> usize {
        into.clear();
        0
    }

    /// Fills `into`, on the boundless plane [folded](Board::folded) onto a torus, with [`SETS_OF_TILES`](super::SETS_OF_TILES) sets of cells,
    /// as in [`Position::occupied`]: those with a stack of the first side, and of the second; tiles without a stack; those of the second
    /// side among them; stacks on tiles of their enemy; prisoners; stacks of at least two stones; and of at least three. Where cells fall
    /// together, the one that was used first counts. On other boards `into` stays empty.
    fn stacks_and_tiles(&self, into: &mut Vec<u64>) {
        into.clear();
    }

    /// Appends, in games with rules on groups, the sets of the cells whose stones belong to groups with one liberty, with two, and so
    /// on to `most`, at most [`MOST_LIBERTIES`](super::MOST_LIBERTIES), as in [`Position::occupied`]; returns whether the game has such rules.
    fn append_short_groups(&self, most: usize, into: &mut Vec<u64>) -> bool {
        let _ = (most, into);
        false
    }

    /// Appends, where control is scored, the sets of the empty cells that count only for the first side, and only for the second, as in
    /// [`Position::occupied`]; returns whether it is.
    fn append_controlled(&self, into: &mut Vec<u64>) -> bool {
        let _ = into;
        false
    }

    /// The side whose stone stands on `cell`, if any; on a stack, the side of the top stone.
    fn stone(&self, cell: Cell) -> Option<Side>;

    /// The stones on `cell`, from bottom to top.
    fn stack(&self, cell: Cell) -> Vec<Side> {
        self.stone(cell).into_iter().collect()
    }

    /// The side whose tile lies on `cell`, if any.
    fn tile(&self, cell: Cell) -> Option<Side> {
        let _ = cell;
        None
    }

    /// The stones in the hands of the first side and of the second, in games with hands.
    fn hands(&self) -> Option<[u32; 2]> {
        None
    }

    /// Fills `into` with all legal actions, each once, in an order that depends only on the position. The list is empty if and
    /// only if the game is over.
    fn legal_actions(&self, into: &mut ActionList);

    /// The same actions, but single stones as a set: fills `stones` with the cells where a single stone may be placed, as in
    /// [`Position::occupied`], and `others` with all other legal actions. This is faster than listing each stone. On the boundless
    /// plane `stones` stays empty, and `others` has all actions.
    fn legal_apart(&self, stones: &mut Vec<u64>, others: &mut ActionList) {
        stones.clear();
        self.legal_actions(others);
    }

    /// How many legal actions there are.
    fn count_legal(&self) -> u32;

    /// Whether `action` is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn check(&self, action: Action) -> Result<(), Illegal>;

    /// Whether the variant's action with this `number` allows `action`, whatever other actions do.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn check_by(&self, number: usize, action: Action) -> Result<(), Illegal> {
        let _ = number;
        self.check(action)
    }

    /// Plays a legal action. The effect of an illegal action is unspecified, but memory-safe.
    fn play(&mut self, action: Action);

    /// Ends the game: the player to move resigns, and the other wins. Has no effect if the game is over.
    fn resign(&mut self);

    /// Plays `action` if it is legal; otherwise the position stays the same.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn try_play(&mut self, action: Action) -> Result<(), Illegal> {
        self.check(action)?;
        self.play(action);
        Ok(())
    }

    /// A uniformly random legal action other than `pass` and those that `policy` excludes. If there is no such action, `pass` if
    /// it is legal, else an excluded action. The position stays the same; `self` is mutable for its caches.
    ///
    /// # Panics
    /// Panics if the game is over.
    fn random_action(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action;

    /// Plays the action that [`Position::random_action`] would have chosen. This is faster than choosing an action and then
    /// [playing](Position::play) it.
    ///
    /// # Panics
    /// Panics if the game is over.
    fn play_random(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action {
        let action = self.random_action(rng, policy);
        self.play(action);
        action
    }

    /// Plays random actions, as [`Position::play_random`] does, to the end of the turn, and records each in `trace`, with the
    /// number of actions that were legal before it. This is faster than [counting](Position::count_legal) the legal actions first.
    fn play_random_turn(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy, trace: &mut Trace) {
        let turn = self.turns();
        while self.turns() == turn && self.outcome().is_none() {
            let legal = self.count_legal();
            trace.note(self.play_random(rng, policy), legal);
        }
    }

    /// Whether `policy` excludes the legal `action`.
    fn excludes(&self, policy: PlayoutPolicy, action: Action) -> bool {
        let _ = (policy, action);
        false
    }

    /// Plays random actions, as [`Position::random_action`] chooses them, to the end of the game. Returns their number.
    fn playout(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> u32;

    /// Like [`Position::playout`], but guided by `guide` if the position supports it; appends what each action
    /// [marks](Action::marks), in order.
    fn playout_guided(
        &mut self,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        guide: &mut Guide,
        marks: &mut Vec<Mark>,
    ) {
        let _ = guide;
        while self.outcome().is_none() {
            let player = self.to_move();
            self.play_random(rng, policy).marks(player, |mark| marks.push(mark));
        }
    }

    /// The scores of the first and the second player in this position, komi included. Komi belongs to the second side, whichever
    /// player has that side.
    fn score(&self) -> [Points; 2];

    /// The sizes of the groups of the first and the second player, the largest first, where scoring is by groups.
    fn groups(&self) -> Option<[Vec<u32>; 2]> {
        None
    }

    /// How far the first player is ahead in this position.
    fn margin(&self) -> Margin;

    /// The prospect of the first player, for agents that evaluate positions before the end: the margin, which a goal at most two actions
    /// away outweighs, or in a game without scores, a unitless estimate of how far the first player is ahead.
    fn prospect(&self) -> Margin {
        self.margin()
    }

    /// The [prospect](Position::prospect) after the legal `action`; the position is unchanged.
    fn margin_after(&mut self, action: Action) -> Margin;

    /// Fills `into` with the [margin after](Position::margin_after) each of the legal `actions`, in the same order.
    fn margins_after(&mut self, actions: &[Action], into: &mut Vec<Margin>) {
        into.clear();
        for &action in actions {
            let margin = self.margin_after(action);
            into.push(margin);
        }
    }

    /// Removes from the legal `actions` those that `policy` excludes, unless it excludes them all.
    fn remove_excluded(&self, policy: PlayoutPolicy, actions: &mut ActionList) {
        let _ = (policy, actions);
    }

    /// Lists each cell that holds a stone or counts for a side in this position, once.
    fn ownership(&self, into: &mut Vec<Ownership>);

    /// Stones that the first and the second side have captured so far.
    fn captures(&self) -> [u32; 2];

    /// Compares all incremental state with a rebuild from scratch.
    ///
    /// # Errors
    /// Returns an error if something differs; the error says what.
    fn verify(&self) -> Result<(), String>;
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Shows the variant, whose turn it is, and the cells on which each side has a stone, the top one of a stack.
impl fmt::Debug for dyn Position + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_side = |side| {
            let cells = self.board().cells().iter().filter(move |&&cell| self.stone(cell) == Some(side));
            cells.map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        f.debug_struct("Position")
            .field("variant", &self.variant().id)
            .field("turns", &self.turns())
            .field("to_move", &self.to_move())
            .field("outcome", &self.outcome())
            .field("first", &of_side(Side::First))
            .field("second", &of_side(Side::Second))
            .finish_non_exhaustive()
    }
}

impl dyn Position + '_ {
    /// Who has won, or would win if the game ended now.
    pub fn winner(&self) -> Winner {
        self.outcome().and_then(|outcome| outcome.decided).unwrap_or_else(|| self.margin().winner())
    }
}
