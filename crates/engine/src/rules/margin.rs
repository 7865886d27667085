//! How far a player is ahead.

use super::player::Winner;
use crate::points::Points;

/// How far the first player is ahead; negative if the second player is ahead.
///
/// If scores are single numbers, the margin is their difference. Where groups are compared as sequences, the first difference
/// decides: a difference at an earlier place outweighs any at a later one, and at the same place the larger difference outweighs
/// the smaller. Margins are for comparing positions of one variant; their size has no unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(i64);

impl Margin {
    /// The margin of single scores.
    pub fn of_points(scores: [Points; 2]) -> Self {
        Self(i64::from((scores[0] - scores[1]).as_hundredths()))
    }

    /// The margin of two sequences whose first difference is at the index `place`, where the numbers differ by `difference`.
    pub fn of_sequences(place: usize, difference: Points) -> Self {
        // A difference of scores is less than the distance between the weights of adjacent places: scores are less than 2^31
        // hundredths.
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

    /// The margin, if goals within reach put the first player ahead by so many `actions`: each outweighs all points.
    #[must_use]
    pub fn with_goals(self, actions: i32) -> Self {
        match actions {
            0 => self,
            _ => Self::of_sequences(0, self.points() + Points::whole(actions * Self::ACTION)),
        }
    }

    const DECIDED: i64 = 1 << 60;
    /// What an action is worth by which a player is nearer to a goal, in points: no scores differ by as many.
    const ACTION: i32 = 1_000_000;

    /// The winner, if this is the margin of a game decided regardless of scores.
    pub fn decided(self) -> Option<Winner> {
        (self.0.unsigned_abs() == Self::DECIDED as u64).then(|| self.winner())
    }

    /// The first player's score minus the second's; where groups are compared, the difference of the sizes of the largest groups,
    /// komi included.
    pub fn points(self) -> Points {
        const LARGEST: u64 = 1 << 48;
        let hundredths = match self.0.unsigned_abs() {
            // A decided result counts one point: the scores of a game without scoring are 1 and 0.
            size if size == Self::DECIDED as u64 => 100,
            size if size >= LARGEST => size - LARGEST,
            // The largest groups are equal, so smaller groups decide.
            size if size >> 32 > 0 => 0,
            size => size,
        };
        Points::hundredths(hundredths as i32 * self.0.signum() as i32)
    }

    /// A number that sorts as margins do, above 0 if the first player is ahead.
    pub const fn order(self) -> i64 {
        self.0
    }

    /// The margin for a number returned by [`order`](Self::order).
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
    fn a_margin_of_points_returns_these_points() {
        for hundredths in [0, 50, -700, 1_000_000, -1_000_000] {
            let points = Points::hundredths(hundredths);
            assert_eq!(Margin::of_points([points, Points::ZERO]).points(), points);
            assert_eq!(Margin::of_sequences(1, points).points(), Points::ZERO);
            if hundredths != 0 {
                assert_eq!(Margin::of_sequences(0, points).points(), points);
            }
        }
    }

    #[test]
    fn a_decided_game_is_won_by_one_point_and_by_more_than_any_score() {
        let won = Margin::of_result(Winner::First);
        assert_eq!((won.decided(), won.points()), (Some(Winner::First), Points::whole(1)));
        assert_eq!(((-won).decided(), (-won).points()), (Some(Winner::Second), Points::whole(-1)));
        assert_eq!(-won, Margin::of_result(Winner::Second));
        let largest = Points::hundredths(i32::MAX);
        assert!(won > Margin::of_points([largest, Points::ZERO]));
        assert!(won > Margin::of_sequences(0, largest));
        // Nobody is ahead in a draw.
        assert_eq!(Margin::of_result(Winner::Draw), Margin::default());
        assert_eq!(Margin::default().decided(), None);
    }
}
