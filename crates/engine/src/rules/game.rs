//! The interface of positions, independent of the board.

use super::outcome::{Outcome, Winner};
use super::{Action, ActionList, Guide, Mark, Snapshot, Trace};
use crate::board::{Board, Cell};
use crate::points::Points;
use crate::variant::{Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

/// One of the two players, whichever side it has: under the pie rule the players can exchange sides, and "the first player"
/// remains the one that moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player that moved first.
    First,
    /// The other.
    Second,
}

impl Player {
    /// Both players, the one that moves first before the other.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The adversary.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The result that is a win for this player.
    pub const fn wins(self) -> Winner {
        match self {
            Self::First => Winner::First,
            Self::Second => Winner::Second,
        }
    }
}

/// How far the first player is ahead; below zero if the second player is.
///
/// For scores that are single numbers, it is their difference. Where groups are compared as sequences, the first difference
/// decides: an earlier one outweighs any later one, and of two in the same place, the larger outweighs the smaller. Margins are
/// for comparing positions of one variant; their size has no unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(i64);

impl Margin {
    /// The margin of single scores.
    pub fn of_points(scores: [Points; 2]) -> Self {
        Self(i64::from((scores[0] - scores[1]).as_hundredths()))
    }

    /// The margin of two sequences whose first difference is at the index `place`, where the numbers differ by `difference`.
    pub fn of_sequences(place: usize, difference: Points) -> Self {
        // A difference in one place stays far below the next place's weight: scores have less than 2^31 hundredths.
        let weight = (1_i64 << 16) - place.min(1 << 16) as i64;
        let hundredths = i64::from(difference.as_hundredths());
        Self(hundredths.signum() * (weight << 32) + hundredths)
    }

    /// The margin of a game decided regardless of scores: larger than any other.
    pub const fn of_result(winner: Winner) -> Self {
        match winner {
            Winner::First => Self(Self::DECIDED),
            Winner::Second => Self(-Self::DECIDED),
            Winner::Draw => Self(0),
        }
    }

    const DECIDED: i64 = 1 << 60;

    /// The winner, if this is the margin of a game decided regardless of scores.
    pub fn decided(self) -> Option<Winner> {
        (self.0.unsigned_abs() == Self::DECIDED as u64).then(|| self.winner())
    }

    /// The first player's score less the second's; where groups are compared, the difference of the largest.
    pub fn points(self) -> Points {
        const LARGEST: u64 = 1 << 48;
        let hundredths = match self.0.unsigned_abs() {
            // A decided result counts one point: the scores of a game without scoring are 1 and 0.
            size if size == Self::DECIDED as u64 => 100,
            size if size >= LARGEST => size - LARGEST,
            // The largest groups are equal: smaller ones decide.
            size if size >> 32 > 0 => 0,
            size => size,
        };
        Points::hundredths(hundredths as i32 * self.0.signum() as i32)
    }

    /// A number with the order of margins, above 0 if the first player is ahead.
    pub const fn order(self) -> i64 {
        self.0
    }

    /// The margin of that [order](Self::order).
    pub const fn of_order(order: i64) -> Self {
        Self(order)
    }

    /// Who is ahead.
    pub fn winner(self) -> Winner {
        match self.0.cmp(&0) {
            std::cmp::Ordering::Greater => Winner::First,
            std::cmp::Ordering::Less => Winner::Second,
            std::cmp::Ordering::Equal => Winner::Draw,
        }
    }
}

impl std::ops::Neg for Margin {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_knows_the_points_it_was_made_of() {
        for hundredths in [0, 50, -700, 1_000_000, -1_000_000] {
            let points = Points::hundredths(hundredths);
            assert_eq!(Margin::of_points([points, Points::ZERO]).points(), points);
            assert_eq!(Margin::of_sequences(1, points).points(), Points::ZERO);
            if hundredths != 0 {
                assert_eq!(Margin::of_sequences(0, points).points(), points);
            }
        }
    }
}

/// Which legal actions random play may choose. An excluded action stays legal; it is chosen if nothing else is legal,
/// `pass` included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Every legal action.
    Unrestricted,
    /// Every legal action except those that fill one of the player's eyes: an empty cell whose neighbours are all friendly
    /// stones, with at most one enemy stone on the cells that touch it at a corner, and none at the edge of the board.
    AvoidOwnEyes,
}

/// The side whose stone stands on a cell, and the sides that score the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ownership {
    /// The index of the cell in the board's order.
    pub at: usize,
    /// The side whose stone stands there.
    pub stone: Option<Side>,
    /// Whether the cell counts for the first side, and whether for the second: an empty cell, or a tile.
    pub counts_for: [bool; 2],
}

/// An action that the rules do not allow in this position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Illegal {
    /// The rule it breaks.
    pub why: IllegalReason,
}

/// The rules an action can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The variant, or this part of the turn, has no such action.
    #[error("this part of the turn offers no action of that kind")]
    Kind,
    /// The cell does not exist.
    #[error("the cell is not on the board")]
    OffBoard,
    /// The cell is a hole.
    #[error("the cell is a hole of the board")]
    Hole,
    /// A stone stands where the action needs an empty cell.
    #[error("the cell is not empty")]
    Occupied,
    /// No friendly stone sees the cell.
    #[error("no friendly stone sees the cell")]
    Unseen,
    /// A stone stands near a cell whose surroundings must be clear.
    #[error("a stone stands next to the cell")]
    NotClear,
    /// The group would hold too many stones of this turn.
    #[error("the group it joins would hold too many stones of this turn")]
    NewPerGroup,
    /// A friendly group would be left without a liberty.
    #[error("a friendly group would be left without a liberty (suicide)")]
    Suicide,
    /// No enemy stone stands on the cell to be taken.
    #[error("no enemy stone stands on the cell")]
    NoTarget,
    /// The enemy stone's group does not have the required size or liberties.
    #[error("the enemy stone's group does not have the size or the liberties that the rule asks for")]
    WrongTarget,
    /// The displaced stone cannot get there.
    #[error("the displaced stone cannot go to that cell: it is not an empty cell near enough")]
    WrongTo,
    /// No stone of the required side stands on the cell.
    #[error("there is no stone on the cell that this action may take off")]
    NoStone,
    /// No stone of the side to move stands where a move begins.
    #[error("no friendly stone stands on the cell where the move begins")]
    NoOwnStone,
    /// The stone cannot get there.
    #[error("the stone cannot move to that cell")]
    WrongMove,
    /// No stone of the required side touches the cell.
    #[error("no stone that the rule asks for touches the cell")]
    Untouched,
    /// The cell below is empty.
    #[error("a stone falls to the lowest empty cell of its column")]
    Falls,
    /// The stone moved in this turn does not see the cell.
    #[error("the stone moved in this turn does not see the cell")]
    UnseenByMoved,
    /// A group of the enemy would be left without a liberty.
    #[error("an enemy group would be left without a liberty, which is forbidden here")]
    Capture,
    /// It must capture an enemy stone, and captures none.
    #[error("the action has to take an enemy stone, and takes none")]
    NoCapture,
    /// The turn would end in an arrangement that stood before.
    #[error("the turn would end in an arrangement of stones that stood before")]
    Repetition,
    /// The turn cannot end yet.
    #[error("the turn cannot end yet: another action is compulsory")]
    Compulsory,
    /// An action of an earlier tier of precedence is legal.
    #[error("another kind of action takes precedence and is legal")]
    Precedence,
    /// The shape is not one of those that can be placed now.
    #[error(
        "the cells do not have a shape that can be placed now (the first shape of a game may have to differ \
         from later ones)"
    )]
    WrongShape,
    /// There is no tile where one is needed.
    #[error("there is no tile on the cell")]
    NoTile,
    /// The hand is empty.
    #[error("no stone is left in the hand")]
    EmptyHand,
    /// None of the player's stacks stands on a tile there.
    #[error("none of the player's stacks stands on a tile there")]
    NoStack,
    /// The cells are not on one line, or too far from each other for the stack.
    #[error(
        "no deal of the stack ends on that cell: it runs along a line to the last cell that receives a stone"
    )]
    WrongDeal,
    /// The first stack met is not one that may be dealt upon.
    #[error("the first stack on the way must be the enemy's, no higher than the dealt one, and within reach")]
    NoVictim,
    /// The deal makes a prisoner although it must not, or makes none although it must.
    #[error("the deal makes a prisoner although it must not, or makes none although it must")]
    WrongPrisoner,
    /// The last stones of a deal would go onto a prisoner.
    #[error("the deal would end on a prisoner")]
    OntoPrisoner,
    /// No prisoner stands on one of the cells.
    #[error("no prisoner stands on the cell")]
    NoPrisoner,
    /// The prisoners cannot be released one after another.
    #[error(
        "the cells cannot be released one after another, each next to two tiles and to one released before it"
    )]
    WrongRelease,
    /// A further prisoner could be released with them.
    #[error("a further prisoner could be released with these")]
    NotMaximal,
    /// More tiles than the variant allows.
    #[error("there would be more tiles than the game allows")]
    TooManyTiles,
    /// The pie rule does not apply now.
    #[error(
        "sides can be swapped only instead of the second player's first turn, where the variant has the pie rule"
    )]
    NoSwap,
}

/// A position in a game, with everything that decides how it continues: stones, the side to move, the progress of the turn,
/// passes, and earlier positions if repetition matters.
///
/// The rules are data: implementations differ by the size of the board, not by the game.
pub trait Position: Send {
    /// The variant this position is one of.
    fn variant(&self) -> &Variant;

    /// The board.
    fn board(&self) -> &Board {
        &self.variant().board
    }

    /// Back to the start of the game.
    fn reset(&mut self);

    /// Becomes the same as `other`, a position of the same variant, without allocating.
    ///
    /// # Panics
    /// If the board of `other` has another size.
    fn assign(&mut self, other: &dyn Position);

    /// Writes everything that decides how the game continues, except for the turn cap, into `into`, and reuses its memory.
    fn snapshot(&self, into: &mut Snapshot);

    /// Restores the position of `from`, a snapshot of the same variant at the start of a turn.
    ///
    /// Captured stones are counted from 0, turns as in the snapshot, and only the present arrangement is known to the rule of
    /// repetition. A snapshot within a turn, or after the end, gives a different position.
    fn restore(&mut self, from: &Snapshot);

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// For [`Position::assign`].
    fn as_any(&self) -> &dyn std::any::Any;

    /// The player that makes the next action.
    fn to_move(&self) -> Player;

    /// The side that makes the next action.
    fn side_to_move(&self) -> Side;

    /// Whether the players have exchanged sides.
    fn swapped(&self) -> bool;

    /// Turns done since the start of the game, including those of the setup.
    fn turns(&self) -> u32;

    /// Actions done in the current turn.
    fn actions_in_turn(&self) -> u32;

    /// How the game ended; `None` while it continues.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether a stone that belongs to no side stands on `cell`.
    fn is_neutral(&self, cell: Cell) -> bool {
        let _ = cell;
        false
    }

    /// The side whose stone stands on `cell`, if any; on a stack, the side of the top stone.
    fn stone(&self, cell: Cell) -> Option<Side>;

    /// The stones on `cell`, from the bottom to the top.
    fn stack(&self, cell: Cell) -> Vec<Side> {
        self.stone(cell).into_iter().collect()
    }

    /// The side whose tile lies on `cell`, if any.
    fn tile(&self, cell: Cell) -> Option<Side> {
        let _ = cell;
        None
    }

    /// The stones in the hands of the first side and the second, in games where there are hands.
    fn hands(&self) -> Option<[u32; 2]> {
        None
    }

    /// Fills `into` with all legal actions, each once, in an order that depends only on the position. The list is empty if and
    /// only if the game is over.
    fn legal_actions(&self, into: &mut ActionList);

    /// How many legal actions there are.
    fn count_legal(&self) -> u32;

    /// Whether `action` is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn check(&self, action: Action) -> Result<(), Illegal>;

    /// Makes a legal action. What an illegal one does is unspecified, but memory-safe.
    fn play(&mut self, action: Action);

    /// A uniformly random legal action other than `pass` and those that `policy` excludes. If there is no such action, `pass` if
    /// it is legal, else an excluded action. The position stays the same; `self` is mutable for its caches.
    ///
    /// # Panics
    /// If the game is over.
    fn random_action(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action;

    /// Makes the action that [`Position::random_action`] would have chosen, faster than choosing and then
    /// [playing](Position::play) it.
    ///
    /// # Panics
    /// If the game is over.
    fn play_random(&mut self, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy) -> Action {
        let action = self.random_action(rng, policy);
        self.play(action);
        action
    }

    /// Makes random actions, as [`Position::play_random`] does, to the end of the turn, and notes each in `trace` with the number
    /// of legal ones, faster than [counting](Position::count_legal) them first.
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

    /// Plays random actions, as [`Position::random_action`] chooses them, to the end of the game. Returns how
    /// many were made.
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

    /// The scores of the first and the second player in this position, komi included. Komi belongs to the second side, whoever
    /// has it.
    fn score(&self) -> [Points; 2];

    /// The sizes of the groups of the first and the second player, the largest first, where scoring is by groups.
    fn groups(&self) -> Option<[Vec<u32>; 2]> {
        None
    }

    /// How far the first player is ahead in this position.
    fn margin(&self) -> Margin;

    /// The prospect of the first player: the margin, or in a game without scores an estimate, without unit, of how much nearer it
    /// is to its goals than the other player. For agents that evaluate positions before the end.
    fn prospect(&self) -> Margin {
        self.margin()
    }

    /// The [prospect](Position::prospect) after the legal `action`; the position is unchanged.
    fn margin_after(&mut self, action: Action) -> Margin;

    /// Fills `into` with the [margin after](Position::margin_after) each of the legal `actions`, in their order.
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
    /// What differs.
    fn verify(&self) -> Result<(), String>;
}

impl dyn Position + '_ {
    /// Who has won, or would if the game ended now.
    pub fn winner(&self) -> Winner {
        self.outcome().and_then(|outcome| outcome.decided).unwrap_or_else(|| self.margin().winner())
    }
}
