//! Neighbouring values of a sweep that lie on both sides of the target.

/// The two neighbouring ones of these values between which a measure passes the `target`, if it does so once. Each value comes with its text
/// and with the measure there.
pub fn crossing(mut known: Vec<(f64, &str, f64)>, target: f64) -> Option<[(f64, &str); 2]> {
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut crossed = known.windows(2).filter(|pair| (pair[0].2 - target) * (pair[1].2 - target) < 0.0);
    let pair = crossed.next().filter(|_| crossed.next().is_none())?;
    Some([(pair[0].0, pair[0].1), (pair[1].0, pair[1].1)])
}

/// The multiple of `step` that is in the middle between two multiples of it.
pub fn middle(low: f64, high: f64, step: f64) -> Option<f64> {
    let is_multiple = |x: f64| (x / step).fract() == 0.0;
    let middle = (f64::midpoint(low, high) / step).floor() * step;
    (is_multiple(low) && is_multiple(high) && low < middle && middle < high).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_lies_between_two_neighbours_if_it_is_passed_once() {
        let known = |scores: [f64; 3]| {
            let values = [(2.0, "2"), (1.0, "1"), (4.0, "4")];
            values
                .into_iter()
                .zip(scores)
                .map(|((value, text), score)| (value, text, score))
                .collect::<Vec<_>>()
        };
        assert_eq!(crossing(known([0.6, 0.7, 0.4]), 0.5), Some([(2.0, "2"), (4.0, "4")]));
        assert_eq!(crossing(known([0.4, 0.7, 0.6]), 0.5), None);
        assert_eq!(crossing(known([0.6, 0.7, 0.8]), 0.5), None);
    }

    #[test]
    fn the_middle_between_two_values_is_a_value_of_the_key() {
        assert_eq!(middle(3.0, 4.0, 0.5), Some(3.5));
        assert_eq!(middle(3.0, 3.5, 0.5), None);
        assert_eq!(middle(3.0, 4.0, 1.0), None);
        assert_eq!(middle(3.0, 6.0, 1.0), Some(4.0));
        assert_eq!(middle(0.1, 0.9, 0.5), None);
    }
}
