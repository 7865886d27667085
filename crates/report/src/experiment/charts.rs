//! Charts over the runs of an experiment.

use super::message::{self, named, of_curve, of_curves, who_is_ahead};
use super::model::{Model, Run, against};
use super::surface::{self, Fitted};
use crate::key_map::{self, Key, MapCell};
use crate::line_chart::LineChart;
use crate::plot::Frame;
use crate::series::{self, Axis, Line, MOST_LABELS, MOST_LINES, Point, Reference, Row};
use crate::{Chart, Ground, ReportError, words};
use dropline_engine::draw::palette::{self, Rgb};
use dropline_lab::run::Varied;
use dropline_lab::stats::{Interval, Measure, Quantity, Unit};

/// The measures to draw: the first player's score, and measures of the shape of games.
const DRAWN: [Quantity; 4] = [Quantity::Score, Quantity::Turns, Quantity::Drawishness, Quantity::Branching];
/// The maximum height of a map.
const HIGHEST: i32 = 2400;

/// Whether a chart of the measure would show anything: some run must have it, and for draws some game must be drawn.
pub fn shows(model: &Model, quantity: Quantity) -> bool {
    let mut measures = model.runs.iter().filter_map(|run| run.summary()?.get(quantity));
    measures.any(|measure| quantity != Quantity::Drawishness || measure.value > 0.0)
}

/// The measures to draw for these runs, first the one that a search aimed at.
fn measures(model: &Model) -> impl Iterator<Item = Quantity> {
    let aim = model.aim().quantity;
    let others = DRAWN.into_iter().filter(move |&quantity| quantity != aim);
    [aim].into_iter().chain(others).filter(|&quantity| shows(model, quantity))
}

/// Charts with the runs in rows, one chart for each measure.
pub fn side_by_side(model: &Model) -> Result<Vec<Chart>, ReportError> {
    measures(model).map(|quantity| rows_of(model, quantity)).collect()
}

fn rows_of(model: &Model, quantity: Quantity) -> Result<Chart, ReportError> {
    let row = |run: &Run| {
        let measure = run.summary()?.get(quantity)?;
        let in_words = words::formatted(measure);
        let interval = in_words.interval.map_or_else(String::new, |interval| format!(" ({interval})"));
        let in_words =
            format!("{}{}{interval}, n = {}", in_words.value, in_words.unit, words::sample(measure));
        let (value, interval) = drawn(measure);
        Some(Row { label: model.label(run), in_words, value, interval })
    };
    let rows: Vec<Row> = model.runs.iter().filter_map(row).collect();
    let described = format!(
        "{} of each: {}.",
        quantity.title(),
        rows.iter().map(|row| format!("{} {}", row.label, row.in_words)).collect::<Vec<_>>().join("; ")
    );
    let (heights, source) = (series::heights_of(&rows), model.source());
    let message = match quantity {
        Quantity::Score => who_is_ahead(model),
        quantity => message::side_by_side(model, quantity),
    };
    let (title, measure) = (message.as_deref(), axis_name(quantity.title(), quantity));
    let frame =
        Frame { name: quantity.name(), message: title, title: &measure, source: &source, heights, described };
    let aim = Some(model.aim()).filter(|aim| aim.quantity == quantity);
    let reference = aim.map(|aim| Reference::even(aim.target * factor(quantity)));
    let axis = Axis { reference: reference.or(axis(quantity).reference), ..axis(quantity) };
    frame.draw(format!("Each with its {}.", model.kind_of(quantity)), |area, spots| {
        series::rows(area, &rows, axis, spots)
    })
}

/// The effects of the keys: lines for a single key; for several keys a map, with the values of the last key from left to right.
pub fn over_keys(model: &Model, surfaces: &[Fitted<'_>]) -> Result<Vec<Chart>, ReportError> {
    match model.experiment.vary.as_slice() {
        [varied] => measures(model).map(|quantity| line_chart(model, varied, quantity)).collect(),
        [.., _] => {
            let pairs = model.pairs();
            let charts = pairs.iter().enumerate().flat_map(|(number, pair)| {
                let message = surface::message(model, surfaces, pair);
                measures(model).map(move |quantity| {
                    let message = message.clone().filter(|_| quantity == Quantity::Score);
                    map_chart(model, (pair, number), quantity, message)
                })
            });
            charts.collect()
        }
        [] => side_by_side(model),
    }
}

fn line_chart(model: &Model, varied: &Varied, quantity: Quantity) -> Result<Chart, ReportError> {
    let numbers: Option<Vec<f64>> = varied.values.iter().map(|value| value.parse::<f64>().ok()).collect();
    let place = |run: &Run| {
        let at = varied.values.iter().position(|value| Some(value) == run.member.values.first())?;
        Some(numbers.as_ref().map_or(at as f64, |numbers| numbers[at]))
    };
    let point = |run: &Run| {
        let measure = run.summary()?.get(quantity)?;
        let (value, interval) = drawn(measure);
        let in_words = format!("{}: {}", model.label(run), run.in_words(measure));
        Some(Point { x: place(run)?, value, interval, in_words })
    };
    let pairs = model.pairs();
    let mut lines: Vec<Line> = pairs
        .iter()
        .take(MOST_LINES)
        .map(|pair| {
            let mut points: Vec<Point> = model.of_pair(pair).filter_map(point).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            Line { name: against(pair), points }
        })
        .collect();
    if let [line] = lines.as_mut_slice() {
        line.name.clear();
    }
    let mut caption = format!("Each point has its {}.", model.kind_of(quantity));
    if pairs.len() > MOST_LINES {
        caption
            .push_str(&format!(" Only the first {MOST_LINES} pairs of agents are drawn; the table has all."));
    }
    let places = (0..varied.values.len()).map(|at| numbers.as_ref().map_or(at as f64, |numbers| numbers[at]));
    let labels = places.zip(varied.values.iter().map(String::as_str)).collect();
    let few = numbers.is_none() || varied.values.len() <= MOST_LABELS;
    let key = model.key_words(varied);
    let message = numbers.as_ref().and_then(|_| of_runs_over(model, &key, quantity));
    let chart = LineChart {
        name: quantity.name(),
        title: quantity.title(),
        message,
        values: (&axis_name(quantity.title(), quantity), axis(quantity)),
        key: &key,
        labels: if few { labels } else { Vec::new() },
        continuous: numbers.is_some(),
        lines,
    };
    chart.draw(&model.source(), caption)
}

/// What the runs of each pair of agents show over a key with numbers.
fn of_runs_over(model: &Model, key: &str, quantity: Quantity) -> Option<String> {
    let key = named(key);
    let value = |run: &Run| run.member.values.first().and_then(|value| value.parse::<f64>().ok());
    let curve = |pair| {
        let mut runs: Vec<&Run> = model.of_pair(pair).collect();
        runs.sort_by(|a, b| value(a).partial_cmp(&value(b)).unwrap_or(std::cmp::Ordering::Equal));
        runs
    };
    let curves: Vec<Vec<&Run>> = model.pairs().into_iter().map(curve).collect();
    match &curves[..] {
        [runs] => of_curve(runs, quantity, &key, "value"),
        curves => of_curves(curves, quantity, &key),
    }
}

fn map_chart(
    model: &Model,
    (pair, number): (&[String; 2], usize),
    quantity: Quantity,
    message: Option<String>,
) -> Result<Chart, ReportError> {
    let measured = || model.of_pair(pair).filter_map(|run| run.summary()?.get(quantity));
    let ends = span(quantity, measured().map(|measure| drawn(measure).0));
    let cell = |run: &Run| {
        let measure = run.summary()?.get(quantity)?;
        let in_words = words::formatted(measure);
        let colour = shade(quantity, drawn(measure).0, ends);
        Some(MapCell { in_words: in_words.value, interval: in_words.interval.unwrap_or_default(), colour })
    };
    let mut caption = format!("Each with its {}.", model.kind_of(quantity));
    if model.of_pair(pair).any(|run| run.summary().is_none()) {
        caption.push_str(" A dash: no game can be played there.");
    }
    let key = key_to(quantity, ends, measured());
    let title = axis_name(quantity.title(), quantity);
    MapChart { name: quantity.name(), title, message, key, caption, cell }.draw(model, pair, number)
}

/// A map over the keys of a grid, with the values of the last key from left to right.
pub struct MapChart<F> {
    /// The name of the map's file, without the number of the pair of agents.
    pub name: &'static str,
    /// What it shows, as a measure with its unit.
    pub title: String,
    /// What it shows, as a message.
    pub message: Option<String>,
    /// The legend of its colours.
    pub key: Key,
    /// How to read it.
    pub caption: String,
    /// The cell to draw for a run, if any.
    pub cell: F,
}

impl<F: Fn(&Run) -> Option<MapCell>> MapChart<F> {
    /// Draws the map for the pair of agents with this `number`.
    pub fn draw(self, model: &Model, pair: &[String; 2], number: usize) -> Result<Chart, ReportError> {
        let no_key = || ReportError::Draw { chart: self.name.to_owned(), what: "no key varies".to_owned() };
        let (last, others) = model.experiment.vary.split_last().ok_or_else(no_key)?;
        // The runs of a pair are in the order of the grid: the last key changes fastest.
        let runs: Vec<&Run> = model.of_pair(pair).collect();
        let across = last.values.len();
        let rows: Vec<String> = runs.chunks(across).map(|row| row_name(row[0], others.len())).collect();
        let several = model.pairs().len() > 1;
        let name = if number == 0 { self.name.to_owned() } else { format!("{}-{}", self.name, number + 1) };
        let title = if several { format!("{}: {}", self.title, against(pair)) } else { self.title.clone() };
        let others: Vec<String> = others.iter().map(|varied| model.key_words(varied)).collect();
        let (last_key, others) = (model.key_words(last), others.join(", "));
        let described = format!(
            "{} of {} over {last_key} (to the right) and {others} (down).",
            self.title,
            against(pair)
        );
        let height = (448 + 92 * rows.len() as i32).min(HIGHEST);
        let (message, source) = (self.message.as_deref(), model.source());
        let frame =
            Frame { name: &name, message, title: &title, source: &source, heights: [height; 2], described };
        let names = (format!("{last_key} →"), format!("{others} ↓"));
        let cell = |column: usize, row: usize| (self.cell)(runs.get(row * across + column)?);
        let chart = frame.draw(self.caption, |area, spots| {
            key_map::map(area, (&last.values, &rows), (&names.0, &names.1), &self.key, cell, spots)
        })?;
        Ok(Chart { ground: Ground::Fields, ..chart })
    }
}

/// The ends of the colours of a map of these values. If there is an even value, it is in the middle, and the ends are whole tens.
pub fn span(quantity: Quantity, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    match even(quantity) {
        Some(even) if low <= high => {
            let most = (even - low).max(high - even);
            let half = ((most / 10.0).ceil() * 10.0).max(10.0);
            (even - half, even + half)
        }
        _ => (low, high),
    }
}

/// The colour of a value on a map whose colours have these ends: diverging from the value of an even game, or sequential.
pub fn shade(quantity: Quantity, value: f64, (low, high): (f64, f64)) -> Rgb {
    match even(quantity) {
        Some(even) => palette::diverging((value - even) / (high - even)),
        None => palette::sequential((value - low) / (high - low).max(1e-9) * 0.85),
    }
}

/// The legend of a map's colours, which have these `ends`. Sequential colours go from the least of the measures to the greatest.
pub fn key_to<'a>(quantity: Quantity, ends: (f64, f64), measures: impl Iterator<Item = &'a Measure>) -> Key {
    const STEPS: u32 = 40;
    let places = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let of = |(low, high): (f64, f64)| {
        places.map(|place| shade(quantity, low + (high - low) * place, (low, high))).collect()
    };
    if let Some(even) = even(quantity) {
        let unit = if quantity.unit() == Unit::Share { " %" } else { "" };
        let words = [(0.0, ends.0), (0.5, even), (1.0, ends.1)];
        let words = words.map(|(place, value)| (place, format!("{}{unit}", words::decimal(value, 0))));
        return Key { shades: of(ends), words: words.into() };
    }
    let mut measures: Vec<&Measure> = measures.collect();
    measures.sort_by(|a, b| a.value.total_cmp(&b.value));
    let [Some(least), Some(most)] = [measures.first(), measures.last()] else {
        return Key { shades: Vec::new(), words: Vec::new() };
    };
    let in_words = |measure: &Measure| {
        let in_words = words::formatted(measure);
        format!("{}{}", in_words.value, in_words.unit)
    };
    // Equal values have the same colour.
    if least.value == most.value {
        return Key { shades: vec![palette::sequential(0.0)], words: vec![(0.5, in_words(least))] };
    }
    Key {
        shades: of((drawn(least).0, drawn(most).0)),
        words: vec![(0.0, in_words(least)), (1.0, in_words(most))],
    }
}

/// The values of all keys but the last.
fn row_name(run: &Run, others: usize) -> String {
    run.member.values.iter().take(others).cloned().collect::<Vec<_>>().join(", ")
}

/// The value and its interval as they are drawn: shares in percent.
pub fn drawn(measure: &Measure) -> (f64, Interval) {
    let factor = factor(measure.quantity);
    let value = measure.value * factor;
    let interval = measure.interval.map_or(Interval { low: value, high: value }, |i| i.map(|x| x * factor));
    (value, interval)
}

/// Shares are drawn in percent.
fn factor(quantity: Quantity) -> f64 {
    if quantity.unit() == Unit::Share { 100.0 } else { 1.0 }
}

/// The axis of a quantity: a score has the value of an even game in its middle.
pub fn axis(quantity: Quantity) -> Axis<'static> {
    let reference = even(quantity).map(Reference::even);
    Axis { reference, fixed: None, is_share: quantity.unit() == Unit::Share }
}

/// The value in an even game.
fn even(quantity: Quantity) -> Option<f64> {
    match quantity {
        Quantity::Score | Quantity::FirstAgentScore => Some(50.0),
        Quantity::Elo => Some(0.0),
        _ => None,
    }
}

/// The name of the axis of a quantity.
pub fn axis_name(title: &str, quantity: Quantity) -> String {
    if quantity.unit() == Unit::Share { format!("{title}, %") } else { title.to_owned() }
}
