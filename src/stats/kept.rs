//! A stored tally that replaces the games it has counted.

use super::{Design, Distinct, StoppingRule, Tally};
use serde_json::Value;

/// The maximum number of games. Up to this number, floating-point sums of counts are exact.
const MOST: u64 = 1 << 53;

impl Tally {
    /// Restores the tally of the games of a complete run of this `design` from JSON. No game can be added to it.
    ///
    /// # Errors
    /// Returns an error if the JSON, which may be untrusted, is invalid; the error says why.
    pub fn restored(kept: Value, design: Design) -> Result<Self, String> {
        let mut tally: Self = serde_json::from_value(kept).map_err(|error| error.to_string())?;
        tally.design = design;
        if tally.is_possible() { Ok(tally) } else { Err("no run of games can have these counts".to_owned()) }
    }

    /// Whether the games of a run can have these counts.
    fn is_possible(&self) -> bool {
        let (games, pairs) = (self.games(), self.pair_margins.pairs());
        let watch_is_possible = |watch: &Option<StoppingRule>| match (watch, self.design.until) {
            (Some(watch), Some(half_width)) => watch.is_possible(half_width, self.design.pairs),
            (watch, until) => watch.is_none() && until.is_none(),
        };
        let ended = self.ends.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        let Distinct { count, .. } = self.seen.count();
        (1..=MOST).contains(&games)
            && pairs <= games / 2
            && [&self.pairs, &self.side_pairs].iter().all(|them| them.is_possible(pairs))
            && [&self.pair_margins, &self.pair_side_margins].iter().all(|them| them.is_possible(pairs))
            && self.means.are_possible(games, pairs)
            && [self.outcomes, self.side_outcomes].iter().all(|outcomes| outcomes.is_possible(games))
            && self.swaps.iter().all(|swaps| swaps.swapped <= swaps.games && swaps.games <= games)
            && [&self.margins, &self.side_margins, &self.turns, &self.actions]
                .iter()
                .all(|histogram| histogram.is_possible(games))
            && ended == Some(games)
            && self.emptied <= games
            && self.openings.are_possible(games)
            && (1..=games.min(Distinct::CAP as u64)).contains(&count)
            && watch_is_possible(&self.watch)
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::paired;
    use super::*;
    use crate::points::Points;
    use serde_json::json;

    fn designs() -> Vec<Design> {
        let plain = Design::default();
        vec![plain, Design { pairs: true, ..plain }, Design { until: Some(0.2), swap: true, ..plain }]
    }

    #[test]
    fn a_stored_tally_gives_the_same_sentences_as_the_games() {
        for design in designs() {
            let tally = paired(design);
            let kept = serde_json::to_value(&tally).unwrap();
            let text = kept.to_string();
            let restored = Tally::restored(serde_json::from_str(&text).unwrap(), design).unwrap();
            assert_eq!(restored.summary(Points::ZERO), tally.summary(Points::ZERO));
            assert_eq!(restored.openings(), tally.openings());
            assert_eq!(serde_json::to_value(&restored).unwrap().to_string(), text);
        }
    }

    /// Replaces the numbers in `value` with other numbers, one at a time.
    fn tampered(value: &Value, each: &mut impl FnMut(&dyn Fn(Value) -> Value)) {
        fn go(value: &Value, place: &dyn Fn(Value) -> Value, each: &mut impl FnMut(&dyn Fn(Value) -> Value)) {
            match value {
                Value::Object(keys) => keys.iter().for_each(|(key, part)| {
                    let put = |new: Value| {
                        let mut keys = keys.clone();
                        keys[key] = new;
                        place(Value::Object(keys))
                    };
                    go(part, &put, each);
                }),
                Value::Array(parts) => parts.iter().enumerate().for_each(|(at, part)| {
                    let put = |new: Value| {
                        let mut parts = parts.clone();
                        parts[at] = new;
                        place(Value::Array(parts))
                    };
                    go(part, &put, each);
                }),
                _ => each(place),
            }
        }
        go(value, &|new| new, each);
    }

    #[test]
    fn a_changed_tally_is_rejected_or_summarized_without_panic() {
        for design in designs() {
            let kept = serde_json::to_value(paired(design)).unwrap();
            let (mut refused, mut taken) = (0, 0);
            tampered(&kept, &mut |put| {
                for wrong in
                    [json!(0), json!(u64::MAX), json!(i64::MIN), json!(-1.5e300), json!("9e9"), json!("-7")]
                {
                    match Tally::restored(put(wrong), design) {
                        Err(_) => refused += 1,
                        Ok(tally) => {
                            taken += 1;
                            assert!(tally.summary(Points::ZERO).is_some());
                        }
                    }
                }
            });
            assert!(refused > taken, "{refused} refused, {taken} taken");
        }
    }
}
