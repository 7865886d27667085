//! Neighbouring values of a sweep that lie on both sides of the target.

use super::model::Model;
use super::nearest::{Aim, Place, judged};

/// The two neighbouring values of a single key between which the measure passes the target, if they are numbers and it does so once.
pub fn crossing<'m>(model: &'m Model, places: &[Place], aim: Aim) -> Option<[(f64, &'m str); 2]> {
    // The finalists of a search are not neighbours: it tried values between them.
    if model.experiment.vary.len() != 1 || model.search().is_some() {
        return None;
    }
    let value = |place: &Place| model.runs[place.run].member.values.first().map(String::as_str);
    let known =
        places.iter().map(|place| Some((value(place)?.parse::<f64>().ok()?, value(place)?, place.value)));
    let mut known: Vec<(f64, &str, f64)> = known.collect::<Option<_>>()?;
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut crossed =
        known.windows(2).filter(|pair| (pair[0].2 - aim.target) * (pair[1].2 - aim.target) < 0.0);
    let pair = crossed.next().filter(|_| crossed.next().is_none())?;
    Some([(pair[0].0, pair[0].1), (pair[1].0, pair[1].1)])
}

/// The setting between two neighbouring values, where no value is compatible with the target and it lies between these.
pub fn setting_between(model: &Model) -> Option<(&str, String)> {
    let aim = model.aim();
    let (places, _) = judged(model, aim);
    if !model.experiment.complete || places.iter().any(|place| place.compatible) {
        return None;
    }
    let [(low, _), (high, _)] = crossing(model, &places, aim)?;
    let key = model.experiment.vary.first()?.key.as_str();
    Some((key, between(low, high, if key == "score.komi" { 0.5 } else { 1.0 })?.to_string()))
}

/// The multiple of `step` that is in the middle between two multiples of it.
fn between(low: f64, high: f64, step: f64) -> Option<f64> {
    let is_multiple = |x: f64| (x / step).fract() == 0.0;
    let middle = (f64::midpoint(low, high) / step).floor() * step;
    (is_multiple(low) && is_multiple(high) && low < middle && middle < high).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_between_two_values_is_a_value_of_the_key() {
        assert_eq!(between(3.0, 4.0, 0.5), Some(3.5));
        assert_eq!(between(3.0, 3.5, 0.5), None);
        assert_eq!(between(3.0, 4.0, 1.0), None);
        assert_eq!(between(3.0, 6.0, 1.0), Some(4.0));
        assert_eq!(between(0.1, 0.9, 0.5), None);
    }
}
