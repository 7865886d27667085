//! Charts by plotters: the score, margins, lengths, and the branching over the game.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::bins::{Bar, bars};
use super::model::Model;
use super::plot::{Area, Axes, Drawn, Frame, HEIGHT, MARGIN, NOTE, TEXT, WIDTH, axes, rgb, type_of};
use super::{Chart, tables, words};
use crate::draw::palette::{self, Rgb};
use crate::stats::{Interval, Moments, Quantity};
use crate::variant::ScoreMethod;

/// Turns reached by fewer games are not shown in the course of a game.
const ENOUGH: u64 = 30;

/// All charts that plotters draws: four of them, three where games have no scores.
pub fn all(model: &Model) -> Result<Vec<Chart>, super::ReportError> {
    let course = (!model.course.is_empty()).then(|| course(model));
    let margins = model.is_scored().then(|| margins(model));
    [score(model)].into_iter().chain(margins).chain([lengths(model)]).chain(course).collect()
}

/// Draws a chart of the run in the frame that all charts have.
fn chart(
    model: &Model,
    (name, title): (&str, &str),
    caption: String,
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<Chart, super::ReportError> {
    Frame { name, title, source: &model.source(), height: HEIGHT }.draw(caption, draw)
}

fn score(model: &Model) -> Result<Chart, super::ReportError> {
    let measure = model.summary.measure(Quantity::Score);
    let interval = measure.interval.unwrap_or(Interval { low: 0.0, high: 1.0 }).map(|x| x * 100.0);
    let value = measure.value * 100.0;
    let kind = words::kind_of_interval(model.summary.design);
    let caption = format!(
        "First player's score: {}. Won {}, drawn {}, lost {}. A draw counts one half; 50 % is even. Under the \
         bar stand the 95 % intervals of the shares.",
        words::told(measure, model.summary.design),
        words::count(model.summary.outcomes.wins),
        words::count(model.summary.outcomes.draws),
        words::count(model.summary.outcomes.losses),
    );
    chart(model, ("score", "First player's score"), caption, |area| {
        let (shares, zoomed) = area.split_vertically(215);
        draw_shares(model, &shares)?;
        // As wide as shows both one half and the whole interval, with room beside.
        let reach = (interval.high - 50.0).abs().max((interval.low - 50.0).abs()).max(0.5) * 1.35;
        let x = (50.0 - reach).max(-2.0)..(50.0 + reach).min(102.0);
        let mut chart = axes(
            &zoomed,
            x,
            0.0..1.0,
            (&format!("first player's score in percent, with its {kind}"), ""),
            (9, 0),
        )?;
        let half = [(50.0, 0.0), (50.0, 1.0)];
        chart.draw_series(DashedLineSeries::new(half, 12, 8, rgb(palette::INK).stroke_width(3)))?;
        let blue = rgb(palette::FIRST);
        let bar = |x: f64, y: f64| PathElement::new([(x, 0.4 - y), (x, 0.4 + y)], blue.stroke_width(5));
        let line = PathElement::new([(interval.low, 0.4), (interval.high, 0.4)], blue.stroke_width(5));
        chart.draw_series([line, bar(interval.low, 0.09), bar(interval.high, 0.09)])?;
        chart.draw_series([Circle::new((value, 0.4), 13, blue.filled())])?;
        let said = words::said(measure);
        let text = format!("{} %   ({})", said.value, said.interval.unwrap_or_default());
        // Left of the middle, where the line of one half stands.
        let left = chart.x_range().start;
        chart.draw_series([Text::new(text, (left, 0.82), type_of(38, palette::INK, HPos::Left))])?;
        let even = type_of(NOTE, palette::QUIET, HPos::Left);
        chart.draw_series([Text::new(" even", (50.0, 0.93), even)])?;
        Ok(())
    })
}

/// A bar of wins, draws and losses, each named with its share, the interval below it.
fn draw_shares(model: &Model, area: &Area<'_>) -> Drawn {
    let outcomes = model.summary.outcomes;
    let games = outcomes.games() as f64;
    let width = WIDTH - 2 * MARGIN;
    let parts = [
        ("first player won", Quantity::FirstWins, palette::FIRST, (0, HPos::Left)),
        ("drawn", Quantity::Drawishness, palette::DRAW, (width / 2, HPos::Center)),
        ("second player won", Quantity::SecondWins, palette::SECOND, (width, HPos::Right)),
    ];
    let counts = [outcomes.wins, outcomes.draws, outcomes.losses];
    let mut passed = 0;
    for ((name, quantity, colour, (x, horizontal)), count) in parts.into_iter().zip(counts) {
        let at = |count: u64| (count as f64 / games * f64::from(width)).round() as i32;
        let (left, right) = (at(passed), at(passed + count));
        passed += count;
        area.draw(&Rectangle::new([(left, 76), (right, 150)], rgb(colour).filled()))?;
        // A white seam keeps the parts apart without colour.
        area.draw(&PathElement::new([(right, 76), (right, 150)], rgb(palette::PAPER).stroke_width(4)))?;
        let share = words::decimal(count as f64 / games * 100.0, 1);
        area.draw(&Text::new(format!("{name} {share} %"), (x, 48), type_of(TEXT, palette::INK, horizontal)))?;
        let known = words::said(model.summary.measure(quantity)).interval.unwrap_or_default();
        let n = format!("{}, {known} %", words::games(count));
        area.draw(&Text::new(n, (x, 180), type_of(NOTE, palette::QUIET, horizontal)))?;
    }
    Ok(())
}

fn margins(model: &Model) -> Result<Chart, super::ReportError> {
    let summary = &model.summary;
    let mut caption = format!(
        "First player's points less the second's, komi included: median {}; mean {}. Half of the games lie between \
         {} and {}.",
        words::told(summary.measure(Quantity::MedianMargin), summary.design),
        words::told(summary.measure(Quantity::MeanMargin), summary.design),
        words::said(summary.measure(Quantity::Margin25)).value,
        words::said(summary.measure(Quantity::Margin75)).value,
    );
    if model.variant.score.method == ScoreMethod::Groups {
        caption.push_str(&format!(" Of groups: {}.", tables::OF_GROUPS));
    }
    let bars: Vec<Bar> = bars(model.tally.margins(), 60, true)
        .into_iter()
        .map(|bar| Bar { low: bar.low / 100.0, high: bar.high / 100.0, ..bar })
        .collect();
    let colour = |bar: &Bar| match bar {
        bar if bar.low >= 0.0 => palette::FIRST,
        bar if bar.high <= 0.0 => palette::SECOND,
        _ => palette::DRAW,
    };
    let median = summary.measure(Quantity::MedianMargin);
    chart(model, ("margins", "Margins"), caption, |area| {
        let names = ("margin in points: first player's score less the second's", "games");
        let mut chart = histogram(area, &bars, colour, names, Some(0.0))?;
        mark(&mut chart, &bars, median.value, &format!("median {}", words::said(median).value))?;
        let top = tallest(&bars) * 1.2;
        let (left, right) = (chart.x_range().start, chart.x_range().end);
        let ahead = |text: &'static str, x, horizontal, colour| {
            Text::new(text, (x, top), type_of(TEXT, colour, horizontal))
        };
        chart.draw_series([
            ahead("◀ second player ahead", left, HPos::Left, palette::SECOND.towards(palette::INK, 0.25)),
            ahead("first player ahead ▶", right, HPos::Right, palette::FIRST),
        ])?;
        Ok(())
    })
}

fn lengths(model: &Model) -> Result<Chart, super::ReportError> {
    let summary = &model.summary;
    let turns = summary.measure(Quantity::Turns);
    let mut caption = format!(
        "A game takes {} turns and {} actions on average.",
        words::told(turns, summary.design),
        words::told(summary.measure(Quantity::Actions), summary.design)
    );
    if summary.truncated > 0 {
        caption.push_str(" Truncated games stand at the turn cap.");
    }
    let bars = bars(model.tally.turns(), 60, false);
    chart(model, ("lengths", "Lengths"), caption, |area| {
        let mut chart = histogram(area, &bars, |_| palette::FIRST, ("turns", "games"), None)?;
        mark(&mut chart, &bars, turns.value, &format!("mean {}", words::said(turns).value))
    })
}

fn tallest(bars: &[Bar]) -> f64 {
    bars.iter().map(|bar| bar.count).max().unwrap_or(1) as f64
}

/// Bars on axes that show them all, and `within` if given.
fn histogram<'a, 'b>(
    area: &'a Area<'b>,
    bars: &[Bar],
    colour: impl Fn(&Bar) -> Rgb,
    names: (&str, &str),
    within: Option<f64>,
) -> Result<Axes<'a, 'b>, DrawingAreaErrorKind<std::io::Error>> {
    let ends = bars.iter().flat_map(|bar| [bar.low, bar.high]).chain(within);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    let room = (high - low) * 0.02 + 0.5;
    let mut chart = axes(area, low - room..high + room, 0.0..tallest(bars) * 1.28, names, (9, 6))?;
    for bar in bars {
        let corners = [(bar.low, 0.0), (bar.high, bar.count as f64)];
        let mut shape = Rectangle::new(corners, rgb(colour(bar)).filled());
        shape.set_margin(0, 0, 1, 1);
        chart.draw_series([shape])?;
    }
    Ok(chart)
}

/// A dashed line at `x`, with words at its top.
fn mark(chart: &mut Axes<'_, '_>, bars: &[Bar], x: f64, words: &str) -> Drawn {
    let top = tallest(bars) * 1.06;
    let line = rgb(palette::INK).stroke_width(3);
    chart.draw_series(DashedLineSeries::new([(x, 0.0), (x, top)], 12, 8, line))?;
    let words = words.to_owned();
    chart.draw_series([Text::new(words, (x, top * 1.035), type_of(TEXT, palette::INK, HPos::Center))])?;
    Ok(())
}

/// A turn of the game: its number, the mean of legal actions with its interval, and the games that reached it.
type Turn = (f64, f64, Interval, u64);

fn course(model: &Model) -> Result<Chart, super::ReportError> {
    let turns: Vec<Turn> = model
        .course
        .iter()
        .filter(|row| row.games >= ENOUGH.min(model.summary.games()))
        .filter_map(|row| {
            let moments = Moments::new(row.games, row.legal_sum, row.legal_square_sum);
            let mean = moments.mean()?;
            let interval = moments.interval().unwrap_or(Interval { low: mean, high: mean });
            Some((f64::from(row.turn), mean, interval, row.games))
        })
        .collect();
    let mut caption = format!(
        "Legal actions per decision over a whole game: {}.",
        words::told(model.summary.measure(Quantity::Branching), model.summary.design)
    );
    if let Some((turn, mean, interval, games)) = turns.iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
        caption.push_str(&format!(
            " At the first decision of a turn there are most at turn {turn}: {} (95 % interval {} to {}, n = {}).",
            words::decimal(*mean, 1),
            words::decimal(interval.low, 1),
            words::decimal(interval.high, 1),
            words::count(*games)
        ));
    }
    let drawn = ENOUGH.min(model.summary.games());
    if drawn > 1 {
        caption.push_str(&format!(" Turns that fewer than {drawn} games reached are left out."));
    }
    chart(model, ("branching", "Branching over the game"), caption, |area| {
        let (above, below) = area.split_vertically(375);
        let last = turns.iter().map(|turn| turn.0).fold(2.0, f64::max);
        let most = turns.iter().map(|turn| turn.2.high).fold(1.0, f64::max);
        let x = 1.0..last + 0.5;
        let mut chart = axes(&above, x.clone(), 0.0..most * 1.08, ("", "legal actions"), (0, 6))?;
        let band = turns.iter().map(|turn| (turn.0, turn.2.high));
        let band = band.chain(turns.iter().rev().map(|turn| (turn.0, turn.2.low.max(0.0))));
        chart.draw_series([Polygon::new(band.collect::<Vec<_>>(), rgb(palette::FIRST).mix(0.3))])?;
        let line = turns.iter().map(|turn| (turn.0, turn.1));
        chart.draw_series(LineSeries::new(line, rgb(palette::FIRST).stroke_width(4)))?;
        let reached = turns.iter().map(|turn| turn.3).max().unwrap_or(1) as f64;
        let mut chart = axes(&below, x, 0.0..reached * 1.1, ("turn", "n games"), (9, 3))?;
        let line = turns.iter().map(|turn| (turn.0, turn.3 as f64));
        chart.draw_series(AreaSeries::new(line, 0.0, rgb(palette::DRAW).mix(0.6)))?;
        Ok(())
    })
}
