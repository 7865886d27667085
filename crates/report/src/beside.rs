//! Places for the values beside the points of a line, where they cross as little as possible.

/// A point in pixels: its column, its row, and the rows of the upper and the lower end of its interval.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub x: i32,
    pub y: i32,
    pub high: i32,
    pub low: i32,
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    pub x: (i32, i32),
    pub y: (i32, i32),
}

/// Half the height of a label, and its distance from what it names.
const HALF: i32 = 15;
const GAP: i32 = 9;

impl Field {
    fn around((x, y): (i32, i32), width: i32) -> Self {
        Self { x: (x - width / 2, x + width / 2), y: (y - HALF, y + HALF) }
    }

    fn middle(self) -> (i32, i32) {
        (i32::midpoint(self.x.0, self.x.1), i32::midpoint(self.y.0, self.y.1))
    }

    fn holds(self, other: Self) -> bool {
        self.x.0 <= other.x.0 && other.x.1 <= self.x.1 && self.y.0 <= other.y.0 && other.y.1 <= self.y.1
    }

    fn meets(self, other: Self) -> bool {
        self.x.0 <= other.x.1 && other.x.0 <= self.x.1 && self.y.0 <= other.y.1 && other.y.0 <= self.y.1
    }

    /// Whether the line from one point to another crosses it.
    fn is_crossed(self, from: (i32, i32), to: (i32, i32)) -> bool {
        let (left, right) = (self.x.0.max(from.0.min(to.0)), self.x.1.min(from.0.max(to.0)));
        if left > right {
            return false;
        }
        let at = |x: i32| from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0).max(1);
        let (one, other) = if from.0 == to.0 { (from.1, to.1) } else { (at(left), at(right)) };
        one.min(other) <= self.y.1 && self.y.0 <= one.max(other)
    }
}

/// The middles of labels of these widths for the points of a line, from left to right, within the plot `inside`, away from the row of the
/// `reference` line. A label is above the interval of its point if nothing is there, otherwise below it or beside it.
pub fn places(spots: &[Spot], widths: &[i32], inside: Field, reference: Option<i32>) -> Vec<(i32, i32)> {
    let mut placed: Vec<Field> = Vec::new();
    for (&Spot { x, y, high, low }, &width) in spots.iter().zip(widths) {
        let side = width / 2 + 2 * GAP;
        let (above, below) = (y - HALF - GAP, y + HALF + GAP);
        let candidates = [
            (x, high - GAP - HALF),
            (x, low + GAP + HALF),
            (x, high - GAP - 4 * HALF),
            (x, low + GAP + 4 * HALF),
            (x + side, above),
            (x - side, above),
            (x + side, below),
            (x - side, below),
        ]
        .map(|at| Field::around(at, width));
        let cost = |field: &Field| {
            let hidden = !inside.holds(*field) || placed.iter().any(|other| other.meets(*field));
            let lines = spots
                .windows(2)
                .filter(|ends| field.is_crossed((ends[0].x, ends[0].y), (ends[1].x, ends[1].y)));
            let intervals =
                spots.iter().filter(|spot| field.is_crossed((spot.x, spot.high), (spot.x, spot.low)));
            let dashes = reference.filter(|row| (field.y.0..=field.y.1).contains(row));
            8 * usize::from(hidden) + 2 * (lines.count() + intervals.count()) + usize::from(dashes.is_some())
        };
        placed.extend(candidates.into_iter().min_by_key(cost));
    }
    placed.into_iter().map(Field::middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSIDE: Field = Field { x: (0, 1000), y: (0, 500) };

    fn of(spots: &[[i32; 4]], reference: Option<i32>) -> Vec<(i32, i32)> {
        let spots: Vec<Spot> = spots.iter().map(|&[x, y, high, low]| Spot { x, y, high, low }).collect();
        places(&spots, &vec![60; spots.len()], INSIDE, reference)
    }

    #[test]
    fn labels_are_above_their_intervals_unless_something_is_there() {
        assert_eq!(of(&[[500, 250, 200, 300]], None), [(500, 176)]);
        // The plot ends there, or the reference line runs there.
        assert_eq!(of(&[[500, 40, 10, 80]], None), [(500, 104)]);
        assert_eq!(of(&[[500, 250, 200, 300]], Some(180)), [(500, 324)]);
    }

    #[test]
    fn labels_cross_neither_lines_nor_axes_nor_each_other() {
        // The interval takes the whole height: the label is beside the point.
        assert_eq!(of(&[[500, 250, 5, 495]], None), [(548, 226)]);
        // The first point stands at the axis.
        assert_eq!(of(&[[10, 250, 200, 300]], None), [(58, 226)]);
        // A steep line passes above the first point.
        assert_eq!(of(&[[400, 300, 290, 310], [430, 50, 40, 60]], None)[0], (400, 334));
        let [one, other] = of(&[[400, 250, 240, 260], [430, 250, 240, 260]], None)[..] else { panic!() };
        assert!(!Field::around(one, 60).meets(Field::around(other, 60)), "{one:?} {other:?}");
    }
}
