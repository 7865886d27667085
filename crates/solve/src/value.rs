//! The value of a position under perfect play, and its bounds.

use dropline_engine::points::Points;
use dropline_engine::rules::{Margin, Player, Position, Winner};

/// The value of a position: how the game ends under perfect play.
///
/// Endless play counts as a draw for both players: a player who can win does so, and a player who would lose plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The game ends with this margin.
    Ends(Margin),
    /// The game is endless: neither player can end it without being behind.
    Endless,
}

impl Value {
    /// Who wins; in an endless game, nobody.
    pub fn winner(self) -> Winner {
        match self {
            Self::Ends(margin) => margin.winner(),
            Self::Endless => Winner::Draw,
        }
    }

    /// `first`, `second`, `draw` or `endless`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ends(margin) => margin.winner().name(),
            Self::Endless => "endless",
        }
    }

    /// The number to compare values by: higher is better for the first player.
    pub fn order(self) -> i64 {
        match self {
            Self::Ends(margin) => margin.order(),
            Self::Endless => 0,
        }
    }
}

/// The margins that each player can force from a position.
///
/// In a game that always ends, the two margins are equal once the game is solved. In other games, a player may be able to prevent
/// any end; the other player can then force no margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The first player can force an end with at least this margin; `None` if it is not known that it can force an end.
    pub low: Option<Margin>,
    /// The second player can force an end with at most this margin; `None` if it is not known that it can force an end.
    pub high: Option<Margin>,
}

impl Bounds {
    /// Both players can force this margin.
    pub const fn exactly(margin: Margin) -> Self {
        Self { low: Some(margin), high: Some(margin) }
    }

    /// The value, if these bounds are final.
    pub fn value(self) -> Value {
        let draw = |bound: Option<Margin>| bound.filter(|margin| margin.winner() == Winner::Draw);
        match (self.low, self.high) {
            (Some(low), _) if low.winner() == Winner::First => Value::Ends(low),
            (_, Some(high)) if high.winner() == Winner::Second => Value::Ends(high),
            (low, high) => draw(low).or(draw(high)).map_or(Value::Endless, Value::Ends),
        }
    }

    /// The value, if it is certain even though the bounds may still narrow: both players can force the same, or one of them can
    /// force a win regardless of scores, which no result exceeds.
    pub fn certain(self) -> Option<Value> {
        let decided = |bound: Option<Margin>| bound.and_then(Margin::decided);
        let is_certain = self.low.is_some() && self.low == self.high
            || decided(self.low) == Some(Winner::First)
            || decided(self.high) == Some(Winner::Second);
        is_certain.then(|| self.value())
    }

    /// The bounds in a game in which endless play returns to an arrangement and so is a draw: what is known of such a game is its value.
    pub fn of_drawn_returns(self) -> Self {
        match self.value() {
            Value::Ends(margin) => Self::exactly(margin),
            Value::Endless => Self::exactly(Margin::default()),
        }
    }

    /// The bounds in a game in which every win counts the same: a win that a player can force is the value.
    pub fn of_win(self) -> Self {
        match (self.low, self.high) {
            (Some(low), _) if low.winner() == Winner::First => Self::exactly(low),
            (_, Some(high)) if high.winner() == Winner::Second => Self::exactly(high),
            _ => self,
        }
    }

    /// The winner, if it is certain even though the bounds may still narrow.
    pub fn winner(self) -> Option<Winner> {
        let low = self.low.map(Margin::winner);
        let high = self.high.map(Margin::winner);
        match (low, high) {
            (Some(Winner::First), _) => Some(Winner::First),
            (_, Some(Winner::Second)) => Some(Winner::Second),
            (Some(Winner::Draw), Some(Winner::Draw)) => Some(Winner::Draw),
            _ => None,
        }
    }
}

/// The final margin of a finished game. A game decided regardless of the score counts as won by 1, as in records.
pub fn end_margin(position: &dyn Position) -> Margin {
    let one = Points::whole(1);
    match position.outcome().and_then(|outcome| outcome.decided) {
        None => position.margin(),
        Some(Winner::First) => Margin::of_points([one, Points::ZERO]),
        Some(Winner::Second) => Margin::of_points([Points::ZERO, one]),
        Some(Winner::Draw) => Margin::default(),
    }
}

/// Which of two margins `player` would rather end with.
pub fn better(player: Player, one: Margin, other: Margin) -> Margin {
    match player {
        Player::First => one.max(other),
        Player::Second => one.min(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: Option<i64>, high: Option<i64>) -> Bounds {
        Bounds { low: low.map(Margin::of_order), high: high.map(Margin::of_order) }
    }

    #[test]
    fn endless_play_is_worth_a_draw() {
        let ends = |order| Value::Ends(Margin::of_order(order));
        for (low, high, value) in [
            (Some(5), Some(5), ends(5)),
            (Some(5), None, ends(5)),
            (Some(5), Some(9), ends(5)),
            (Some(-9), Some(-5), ends(-5)),
            (None, Some(-5), ends(-5)),
            (Some(0), Some(0), ends(0)),
            (Some(0), None, ends(0)),
            (Some(-5), Some(0), ends(0)),
            (Some(-5), Some(5), Value::Endless),
            (None, None, Value::Endless),
        ] {
            assert_eq!(bounds(low, high).value(), value, "{low:?} to {high:?}");
        }
    }

    #[test]
    fn a_value_or_winner_is_certain_only_if_both_bounds_imply_it() {
        assert_eq!(bounds(Some(5), None).certain(), None);
        let [first, second] = [Winner::First, Winner::Second].map(Margin::of_result);
        let won = Bounds { low: Some(first), high: None };
        assert_eq!(won.certain(), Some(Value::Ends(first)));
        assert_eq!(Bounds { low: Some(second), high: None }.certain(), None);
        assert_eq!(Bounds { low: None, high: Some(second) }.certain(), Some(Value::Ends(second)));
        assert_eq!(bounds(Some(5), None).winner(), Some(Winner::First));
        assert_eq!(bounds(None, Some(-5)).winner(), Some(Winner::Second));
        assert_eq!(bounds(Some(0), Some(5)).winner(), None);
        assert_eq!(bounds(Some(0), Some(0)).winner(), Some(Winner::Draw));
        assert_eq!(bounds(Some(5), Some(5)).certain(), Some(Value::Ends(Margin::of_order(5))));
    }
}
