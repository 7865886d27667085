//! What games were like to play: the measures of the literature, over games.

use super::moments::Moments;
use crate::run::{GameRow, Millionths};

/// The [measures](crate::run::GameMeasures) of games, summed up. Each has its own number of games: nobody takes the lead
/// for good in a drawn one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quality {
    /// In ten-thousandths of an action.
    pub decision_factor: Moments,
    pub lead_changes: Moments,
    /// In millionths, as those below.
    pub lead_changes_per_turn: Moments,
    pub drama: Moments,
    pub decisiveness: Moments,
    pub coverage: Moments,
    pub permanence: Moments,
    /// Games whose leader at three quarters has not won.
    pub uncertain_late: u64,
}

impl Quality {
    /// Counts one game.
    pub fn add(&mut self, row: &GameRow) {
        let measures = row.measures;
        if let Some(factor) = measures.decision_factor {
            self.decision_factor.add(whole(factor.ten_thousandths()));
        }
        let changes = measures.lead_changes.into();
        self.lead_changes.add(changes);
        let per_turn = Millionths::ratio(measures.lead_changes.into(), row.turns.into());
        for (moments, value) in [
            (&mut self.lead_changes_per_turn, Some(per_turn)),
            (&mut self.drama, measures.drama),
            (&mut self.decisiveness, measures.decisiveness),
            (&mut self.coverage, Some(measures.coverage)),
            (&mut self.permanence, measures.permanence),
        ] {
            if let Some(value) = value {
                moments.add(whole(value.count()));
            }
        }
        self.uncertain_late += u64::from(measures.uncertain_late);
    }
}

fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
