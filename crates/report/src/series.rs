//! Charts of several runs: values in rows, and lines over a key.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::beside::{Field, Spot, places};
use super::plot::{Area, Axes, Drawn, NOTE, TEXT, Tooltip, axes, is_narrow, rgb, type_of};
use super::words::decimal;
use dropline_engine::draw::palette::{self, Rgb};
use dropline_engine::text::{fitted, printable, wrapped};
use dropline_lab::stats::Interval;

/// The height of a row of [`rows`] without its label, in the units of charts.
const ROW: i32 = 64;
/// The height of an interval below its label.
const BELOW_LABEL: i32 = 64;
/// The height of a line of a label.
const LABEL_LINE: i32 = 40;
/// The maximum number of characters on a line of a label.
const LABEL: usize = 36;
/// The height of the axes and their names in [`rows`].
const AROUND_ROWS: i32 = 210;
/// The maximum number of lines that can be distinguished in one chart.
pub const MOST_LINES: usize = 5;
/// The maximum number of values of a key for which each has its own label.
pub const MOST_LABELS: usize = 16;
/// The height of a line in a legend.
const LEGEND_ROW: i32 = 44;
/// The maximum number of points of a single line whose values are written beside them.
const MOST_VALUES: usize = 8;
/// The width of a letter of a note.
const LETTER: i32 = 15;

/// The whole axis of shares.
pub const PERCENT: (f64, f64) = (0.0, 100.0);

/// A value to compare with those of other rows.
pub struct Row {
    /// Its label.
    pub label: String,
    /// The value in words, with its interval and n.
    pub in_words: String,
    /// The value.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

/// The height that these [`rows`] need, and that on narrow screens, where labels are above the intervals.
pub fn heights_of(rows: &[Row]) -> [i32; 2] {
    let lines = rows.iter().map(|row| label(row).len()).max().unwrap_or(0) as i32;
    [ROW, ROW + BELOW_LABEL].map(|row| AROUND_ROWS + (lines * LABEL_LINE + row) * rows.len() as i32)
}

/// The label of a row on as many lines as it needs. A word that is longer than a line, such as an agent with many options, is
/// broken at its colons.
fn label(row: &Row) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in wrapped(&printable(&row.label), LABEL) {
        let mut rest = String::new();
        for part in line.split_inclusive(':') {
            if !rest.is_empty() && rest.chars().count() + part.chars().count() > LABEL {
                lines.push(std::mem::take(&mut rest));
            }
            rest.push_str(part);
        }
        lines.push(fitted(&rest, LABEL + 2));
    }
    lines
}

/// A point of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The position on the x axis.
    pub x: f64,
    /// The value.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The point in words.
    pub in_words: String,
}

/// An axis of values.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a> {
    /// A reference value, drawn as a dashed line.
    pub reference: Option<Reference<'a>>,
    /// The ends of the axis, if the values do not determine them.
    pub fixed: Option<(f64, f64)>,
    /// Whether the values are percentages.
    pub is_share: bool,
}

impl Axis<'_> {
    /// The range that the axis shows.
    fn range(self, values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
        match self.fixed {
            Some((low, high)) => low..high,
            None if self.is_share => percent(values, self.reference.map(|reference| reference.value)),
            None => around(values.chain(self.reference.map(|reference| reference.value))),
        }
    }
}

/// A reference value.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The value.
    pub value: f64,
    /// Its name in the legend of [`lines`]; empty if it needs none.
    pub name: &'a str,
}

impl Reference<'_> {
    /// The value of an even game, which needs no name.
    pub const fn even(value: f64) -> Self {
        Self { value, name: "" }
    }
}

/// Points that belong together, in the order of x.
pub struct Line {
    /// The name of the line; empty if there is only one.
    pub name: String,
    /// The points.
    pub points: Vec<Point>,
}

/// The x axis.
pub struct Scale<'a> {
    /// Its name.
    pub name: &'a str,
    /// Labelled positions, in order; without any, the axis has its own numbers.
    pub labels: &'a [(f64, &'a str)],
    /// Whether the axis is continuous.
    pub continuous: bool,
}

/// Values in rows, each with its interval, on a common axis.
pub fn rows(area: &Area<'_>, rows: &[Row], axis: Axis<'_>, tooltips: &mut Vec<Tooltip>) -> Drawn {
    let (width, _) = area.dim_in_pixel();
    let is_narrow = is_narrow(area);
    let (labels, plot) =
        if is_narrow { (area.clone(), area.clone()) } else { area.split_horizontally(width / 2) };
    let ends = rows.iter().flat_map(|row| [row.interval.low, row.interval.high]);
    let mut chart = axes(&plot, axis.range(ends), 0.0..rows.len() as f64, ("", ""), (6, 0))?;
    if !is_narrow {
        draw_reference(&mut chart, axis.reference, true)?;
    }
    let (_, y) = chart.plotting_area().get_pixel_range();
    let each = f64::from(y.end - y.start) / rows.len().max(1) as f64;
    let top = y.start - labels.get_pixel_range().1.start;
    for (i, row) in rows.iter().enumerate() {
        let place = if is_narrow { 1.0 - 0.6 * f64::from(BELOW_LABEL) / each } else { 0.5 };
        let middle = rows.len() as f64 - i as f64 - place;
        let blue = rgb(palette::FIRST);
        let line = |x0: f64, y0: f64, x1: f64, y1: f64| {
            PathElement::new([(x0, middle + y0), (x1, middle + y1)], blue.stroke_width(5))
        };
        let Interval { low, high } = row.interval;
        if let Some(Reference { value, .. }) = axis.reference.filter(|_| is_narrow) {
            // The line would cross the labels above the intervals.
            chart.draw_series([PathElement::new(
                [(value, middle - 0.2), (value, middle + 0.2)],
                rgb(palette::INK).stroke_width(3),
            )])?;
        }
        chart.draw_series([
            line(low, 0.0, high, 0.0),
            line(low, -0.12, low, 0.12),
            line(high, -0.12, high, 0.12),
        ])?;
        chart.draw_series([Circle::new((row.value, middle), 11, blue.filled())])?;
        tooltips.push(Tooltip::around(
            &chart,
            (row.value, middle),
            format!("{}: {}", row.label, row.in_words),
        ));
        let at = top + (each * (i as f64 + 0.5)) as i32 - if is_narrow { BELOW_LABEL / 2 } else { 0 };
        let lines = label(row);
        let top = at - LABEL_LINE * lines.len() as i32 / 2;
        for (line, text) in (0..).zip(&lines) {
            let place = (0, top + LABEL_LINE * line);
            labels.draw(&Text::new(text.clone(), place, type_of(TEXT, palette::INK, HPos::Left)))?;
        }
        let place = (0, top + LABEL_LINE * lines.len() as i32);
        labels.draw(&Text::new(row.in_words.clone(), place, type_of(NOTE, palette::QUIET, HPos::Left)))?;
    }
    Ok(())
}

/// Draws lines over the values of a key, with their intervals as bands. Each line has its own marks, and its name above it.
pub fn lines(
    area: &Area<'_>,
    lines: &[Line],
    scale: &Scale<'_>,
    axis: Axis<'_>,
    tooltips: &mut Vec<Tooltip>,
) -> Drawn {
    let points = || lines.iter().flat_map(|line| &line.points);
    let reference = axis.reference.filter(|reference| !reference.name.is_empty());
    let named = lines.iter().filter(|line| !line.name.is_empty()).count() as i32;
    let (legend, plot) = area.split_vertically(LEGEND_ROW * (named + i32::from(reference.is_some())));
    if let Some(reference) = reference {
        name_reference(&legend, reference, LEGEND_ROW * named + LEGEND_ROW / 2)?;
    }
    let places = scale.labels.iter().map(|(x, _)| *x).chain(points().map(|point| point.x));
    let mut x = around(places);
    if !scale.continuous {
        x = x.start - 0.5..x.end + 0.5;
    } else if is_narrow(area) {
        // Room for the values of the first and the last point.
        let room = 0.06 * (x.end - x.start);
        x = x.start - room..x.end + room;
    }
    let y = axis.range(points().flat_map(|point| [point.interval.low, point.interval.high]));
    let mut chart = axes(&plot, x, y, (scale.name, ""), (if scale.labels.is_empty() { 9 } else { 0 }, 6))?;
    write_labels(&plot, &mut chart, scale.labels)?;
    draw_reference(&mut chart, axis.reference, false)?;
    for (i, line) in lines.iter().enumerate() {
        let colour = rgb(shade(i, lines.len()));
        let band = line.points.iter().map(|point| (point.x, point.interval.high));
        let band = band.chain(line.points.iter().rev().map(|point| (point.x, point.interval.low)));
        if scale.continuous {
            chart.draw_series([Polygon::new(band.collect::<Vec<_>>(), colour.mix(0.2))])?;
            let course = line.points.iter().map(|point| (point.x, point.value));
            chart.draw_series(LineSeries::new(course, colour.stroke_width(4)))?;
        }
        for point in &line.points {
            let ends = [(point.x, point.interval.low), (point.x, point.interval.high)];
            chart.draw_series([PathElement::new(ends, colour.stroke_width(4))])?;
            draw_mark(&mut chart, (point.x, point.value), i, colour)?;
            let at = (point.x, point.value);
            let named = if line.name.is_empty() { String::new() } else { format!(" ({})", line.name) };
            tooltips.push(Tooltip::around(&chart, at, format!("{}{named}", point.in_words)));
        }
        if lines.len() == 1 && line.points.len() <= MOST_VALUES {
            write_values(&plot, &chart, &line.points, axis)?;
        }
        if !line.name.is_empty() {
            let at = LEGEND_ROW * i as i32 + LEGEND_ROW / 2;
            let text = type_of(NOTE, palette::INK, HPos::Left);
            legend.draw(&Text::new(fitted(&line.name, letters(&legend)), (60, at), text))?;
            mark_at(&legend, (30, at), i, colour)?;
        }
    }
    Ok(())
}

/// A range of percentages that holds the `values`, in steps of ten: with the `even` one in the middle, or from 0.
pub fn percent(values: impl Iterator<Item = f64>, even: Option<f64>) -> std::ops::Range<f64> {
    const STEP: f64 = 10.0;
    let far = values.map(|value| (value - even.unwrap_or(0.0)).abs()).filter(|far| far.is_finite());
    let reach = (far.fold(0.0, f64::max) / STEP).ceil().max(1.0) * STEP;
    match even {
        Some(even) => (even - reach).max(PERCENT.0)..(even + reach).min(PERCENT.1),
        None => PERCENT.0..reach.min(PERCENT.1),
    }
}

/// The range of the values, with some padding.
fn around(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return 0.0..1.0;
    }
    let room = ((high - low) * 0.06).max(1e-3 * high.abs()).max(1e-3);
    low - room..high + room
}

/// Draws a dashed line at a reference value, vertical if `upright` is set, otherwise horizontal.
fn draw_reference(chart: &mut Axes<'_, '_>, reference: Option<Reference<'_>>, upright: bool) -> Drawn {
    let Some(Reference { value, .. }) = reference else { return Ok(()) };
    let (x, y) = (chart.x_range(), chart.y_range());
    let ends = if upright { [(value, y.start), (value, y.end)] } else { [(x.start, value), (x.end, value)] };
    chart.draw_series(DashedLineSeries::new(ends, 12, 8, rgb(palette::INK).stroke_width(3)))?;
    Ok(())
}

/// Writes the name of a reference value, beside a piece of its line, in a legend at the height `y`.
fn name_reference(legend: &Area<'_>, reference: Reference<'_>, y: i32) -> Drawn {
    for left in [6, 26, 46] {
        legend.draw(&PathElement::new([(left, y), (left + 12, y)], rgb(palette::INK).stroke_width(3)))?;
    }
    let text = type_of(NOTE, palette::INK, HPos::Left);
    legend.draw(&Text::new(fitted(reference.name, letters(legend)), (72, y), text))?;
    Ok(())
}

/// The number of characters of a name that fit into a legend.
fn letters(legend: &Area<'_>) -> usize {
    (legend.dim_in_pixel().0 as i32 - 72).max(0) as usize / 13
}

/// Labels below the axis at their positions, each with a grid line above it. Long labels alternate between two rows.
fn write_labels(plot: &Area<'_>, chart: &mut Axes<'_, '_>, labels: &[(f64, &str)]) -> Drawn {
    let (corner, (_, y)) = (plot.get_pixel_range(), chart.plotting_area().get_pixel_range());
    let (left, top) = (corner.0.start, corner.1.start);
    let range = chart.y_range();
    let across = chart.plotting_area().get_pixel_range().0;
    let (room, rows) = room_for(labels, (across.end - across.start) / LETTER);
    for (number, &(x, label)) in labels.iter().enumerate() {
        let line = [(x, range.start), (x, range.end)];
        chart.draw_series([PathElement::new(line, rgb(palette::GRID))])?;
        let (column, _) = chart.backend_coord(&(x, range.start));
        let (label, y) = (fitted(label, room), y.end - top + rows[number % rows.len()]);
        let (right, half) = (corner.0.end - left, LETTER * label.chars().count() as i32 / 2);
        let (at, side) = match column - left {
            x if x + half > right => ((right, y), HPos::Right),
            x if x < half => ((0, y), HPos::Left),
            x => ((x, y), HPos::Center),
        };
        plot.draw(&Text::new(label, at, type_of(NOTE, palette::INK, side)))?;
    }
    Ok(())
}

/// Writes the value of each point beside it.
fn write_values(plot: &Area<'_>, chart: &Axes<'_, '_>, points: &[Point], axis: Axis<'_>) -> Drawn {
    let (left, top) = (plot.get_pixel_range().0.start, plot.get_pixel_range().1.start);
    let (x, y) = chart.plotting_area().get_pixel_range();
    let row = |x: f64, value: f64| chart.backend_coord(&(x, value));
    let spot = |point: &Point| {
        let (x, y) = row(point.x, point.value);
        Spot { x, y, high: row(point.x, point.interval.high).1, low: row(point.x, point.interval.low).1 }
    };
    let values = points.iter().map(|point| point.value);
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    // Close values have a decimal.
    let decimals = usize::from(high - low < if axis.is_share { 3.0 } else { 10.0 });
    let unit = if axis.is_share { " %" } else { "" };
    let text = |point: &Point| format!("{}{unit}", decimal(point.value, decimals));
    let spots: Vec<Spot> = points.iter().map(spot).collect();
    let texts: Vec<String> = points.iter().map(text).collect();
    let widths: Vec<i32> = texts.iter().map(|text| LETTER * text.chars().count() as i32).collect();
    let inside = Field { x: (x.start, x.end), y: (y.start, y.end) };
    let reference = axis.reference.map(|reference| row(chart.x_range().start, reference.value).1);
    for (text, (x, y)) in texts.into_iter().zip(places(&spots, &widths, inside, reference)) {
        plot.draw(&Text::new(text, (x - left, y - top), type_of(NOTE, palette::INK, HPos::Center)))?;
    }
    Ok(())
}

/// The number of characters that each of the labels may have if `most` fit below the axis, and the rows in which they are written, by their distance from the
/// axis.
fn room_for(labels: &[(f64, &str)], most: i32) -> (usize, &'static [i32]) {
    let room = |rows: usize| (most.max(0) as usize * rows / labels.len().max(1)).max(3);
    let fit = labels.iter().all(|(_, label)| label.chars().count() <= room(1));
    if fit { (room(1), &[24]) } else { (room(2), &[18, 43]) }
}

/// The colour of a line, by its number: the first player's, then the second's, then shades from ink to grey.
fn shade(line: usize, lines: usize) -> Rgb {
    match line {
        0 => palette::FIRST,
        1 => palette::SECOND,
        _ => palette::INK.towards(palette::DRAW, (line - 2) as f64 / lines.saturating_sub(2).max(1) as f64),
    }
}

/// The marks that distinguish lines without colour.
fn draw_mark(chart: &mut Axes<'_, '_>, at: (f64, f64), line: usize, colour: RGBColor) -> Drawn {
    match line % MOST_LINES {
        0 => chart.draw_series([Circle::new(at, 9, colour.filled())])?,
        1 => chart.draw_series([TriangleMarker::new(at, 12, colour.filled())])?,
        2 => chart.draw_series([Cross::new(at, 9, colour.stroke_width(5))])?,
        3 => chart.draw_series([Circle::new(at, 9, colour.stroke_width(4))])?,
        _ => chart.draw_series([TriangleMarker::new(at, 12, colour.stroke_width(4))])?,
    };
    Ok(())
}

/// The mark of a line in a legend.
fn mark_at(area: &Area<'_>, at: (i32, i32), line: usize, colour: RGBColor) -> Drawn {
    match line % MOST_LINES {
        0 => area.draw(&Circle::new(at, 9, colour.filled())),
        1 => area.draw(&TriangleMarker::new(at, 12, colour.filled())),
        2 => area.draw(&Cross::new(at, 9, colour.stroke_width(5))),
        3 => area.draw(&Circle::new(at, 9, colour.stroke_width(4))),
        _ => area.draw(&TriangleMarker::new(at, 12, colour.stroke_width(4))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_leave_room_and_are_never_empty() {
        let range = around([1.0, 2.0].into_iter());
        assert!(range.start < 1.0 && range.end > 2.0);
        let single = around([5.0].into_iter());
        assert!(single.start < 5.0 && single.end > 5.0);
        assert_eq!(around([f64::INFINITY].into_iter()), 0.0..1.0);
    }

    #[test]
    fn an_even_score_is_in_the_middle_and_other_shares_begin_at_zero() {
        assert_eq!(percent([45.0, 67.0].into_iter(), Some(50.0)), 30.0..70.0);
        assert_eq!(percent([50.0].into_iter(), Some(50.0)), 40.0..60.0);
        assert_eq!(percent([3.0, 100.0].into_iter(), Some(50.0)), 0.0..100.0);
        assert_eq!(percent([3.0].into_iter(), None), 0.0..10.0);
        assert_eq!(percent([f64::NAN, 34.0].into_iter(), None), 0.0..40.0);
    }

    #[test]
    fn labels_of_rows_are_wrapped_instead_of_cut() {
        let lines = |text: &str| {
            let interval = Interval { low: 0.0, high: 1.0 };
            label(&Row { label: text.to_owned(), in_words: String::new(), value: 0.5, interval })
        };
        assert_eq!(lines("send-it"), ["send-it"]);
        let long = "send-it-square-nopush, mcts:1000:margin=1:exploration=0.1:ranked=64 against greedy";
        assert_eq!(
            lines(long),
            ["send-it-square-nopush,", "mcts:1000:margin=1:exploration=0.1:", "ranked=64", "against greedy"]
        );
        assert!(lines(&"w".repeat(100))[0].ends_with('…'), "a word without a place to break it is cut");
    }

    #[test]
    fn labels_of_an_axis_that_do_not_fit_alternate_between_two_rows() {
        let of = |label, count| room_for(&vec![(0.0, label); count], 64);
        assert_eq!(of("mcts:640", 8), (8, &[24][..]));
        assert_eq!(of("mcts:640", 9), (14, &[18, 43][..]));
        assert_eq!(of("3", 30).1, [24]);
        assert_eq!(room_for(&[], 64).1, [24]);
    }
}
