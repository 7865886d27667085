//! Proven bounds of a position: the solver inside the search.
//!
//! MCTS-Solver (Winands, Björnsson and Saito 2008, "Monte-Carlo Tree Search Solver") backs up wins and losses that are certain.
//! Draws need two bounds instead of one value: the rules here are those of Cazenave and Saffidine 2010, "Score Bounded Monte-Carlo
//! Tree Search", with three scores. Bounds are the first player's, and each node stores the player to move, so that a player can
//! take several actions in a row.

use dropline_engine::rules::{Player, Winner};

/// The range of results under best play by both players from here on.
///
/// Results are the first player's: -1 a loss, 0 a draw, 1 a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first player gets at least this.
    lower: i8,
    /// The first player gets at most this.
    upper: i8,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Self = Self { lower: -1, upper: 1 };

    /// The result of a finished game.
    pub const fn of(winner: Winner) -> Self {
        let result = match winner {
            Winner::First => 1,
            Winner::Draw => 0,
            Winner::Second => -1,
        };
        Self { lower: result, upper: result }
    }

    /// The result under best play, if it is proven.
    pub const fn proven(self) -> Option<Winner> {
        match (self.lower, self.upper) {
            (1, _) => Some(Winner::First),
            (_, -1) => Some(Winner::Second),
            (0, 0) => Some(Winner::Draw),
            _ => None,
        }
    }

    /// Combines what two searches have proven about the same position.
    pub fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The least and the most that `player` can get.
    const fn seen_by(self, player: Player) -> (i8, i8) {
        match player {
            Player::First => (self.lower, self.upper),
            Player::Second => (-self.upper, -self.lower),
        }
    }

    /// Whether an action with these bounds cannot gain `mover` more than is already proven for the `position` that it is played
    /// in.
    ///
    /// Such an action need not be searched: Cazenave and Saffidine 2010, section 3.3.
    pub const fn cannot_improve(self, position: Self, mover: Player) -> bool {
        self.seen_by(mover).1 <= position.seen_by(mover).0
    }

    /// Whether an action with these bounds provably gains `mover` the best result that the bounds of its `position` allow.
    pub const fn attains(self, position: Self, mover: Player) -> bool {
        self.seen_by(mover).0 >= position.seen_by(mover).1
    }

    /// The rank of an action with these bounds, where `position` holds the bounds of the position in which it is played. An action
    /// that attains a proven value ranks first; next comes the most visited of the actions that may still gain something.
    pub const fn rank(self, visits: u32, position: Self, mover: Player) -> (bool, bool, u32) {
        (self.attains(position, mover), !self.cannot_improve(position, mover), visits)
    }

    /// The bounds of a position where `mover` chooses among children with these bounds; `complete` means that there are no other
    /// children.
    pub fn of_choice(mover: Player, children: impl Iterator<Item = Self>, complete: bool) -> Self {
        let open = if complete { -1 } else { 1 };
        let (lower, upper) = children
            .map(|child| child.seen_by(mover))
            .fold((-1, open), |best, child| (best.0.max(child.0), best.1.max(child.1)));
        match mover {
            Player::First => Self { lower, upper },
            Player::Second => Self { lower: -upper, upper: -lower },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{First, Second};

    const WIN: Bounds = Bounds::of(Winner::First);
    const DRAW: Bounds = Bounds::of(Winner::Draw);
    const LOSS: Bounds = Bounds::of(Winner::Second);

    fn choice(mover: Player, children: &[Bounds], complete: bool) -> Bounds {
        Bounds::of_choice(mover, children.iter().copied(), complete)
    }

    #[test]
    fn one_winning_action_wins_whatever_the_others_are() {
        assert_eq!(choice(First, &[LOSS, WIN, Bounds::OPEN], false).proven(), Some(Winner::First));
        assert_eq!(choice(Second, &[WIN, LOSS], false).proven(), Some(Winner::Second));
    }

    #[test]
    fn a_position_is_lost_only_when_every_action_loses() {
        assert_eq!(choice(First, &[LOSS, LOSS], true).proven(), Some(Winner::Second));
        assert_eq!(choice(First, &[LOSS, LOSS], false).proven(), None);
        assert_eq!(choice(First, &[LOSS, Bounds::OPEN], true).proven(), None);
        assert_eq!(choice(Second, &[WIN, WIN], true).proven(), Some(Winner::First));
    }

    #[test]
    fn a_draw_is_proven_if_no_child_is_better() {
        assert_eq!(choice(First, &[LOSS, DRAW], true).proven(), Some(Winner::Draw));
        assert_eq!(choice(Second, &[WIN, DRAW], true).proven(), Some(Winner::Draw));
        let half = choice(First, &[DRAW, Bounds::OPEN], true);
        assert_eq!(half.proven(), None);
        assert_eq!(half, Bounds { lower: 0, upper: 1 }, "a draw at least");
    }

    #[test]
    fn an_action_no_better_than_a_proven_one_is_not_searched() {
        let position = choice(First, &[DRAW, Bounds::OPEN], true);
        assert!(LOSS.cannot_improve(position, First) && DRAW.cannot_improve(position, First));
        assert!(!WIN.cannot_improve(position, First) && !Bounds::OPEN.cannot_improve(position, First));
        assert!(WIN.attains(position, First) && !DRAW.attains(position, First));
        assert!(DRAW.attains(DRAW, Second) && LOSS.attains(DRAW, Second) && !WIN.attains(DRAW, Second));
    }
}
