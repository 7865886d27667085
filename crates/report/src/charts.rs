//! Charts drawn with plotters: the score, margins, lengths, and the branching over the course of the game.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::bins::{Bar, bars};
use super::model::Model;
use super::plot::{Area, Axes, Drawn, Frame, HEIGHT, NOTE, TEXT, Tooltip, axes, is_narrow, rgb, type_of};
use super::series::percent;
use super::{Chart, tables, words};
use dropline_engine::draw::palette::{self, Rgb};
use dropline_engine::text::fitted;
use dropline_engine::variant::ScoreMethod;
use dropline_lab::run::CourseRow;
use dropline_lab::stats::{Interval, Measure, Moments, Quantity};

/// The name of the chart of the first player's score.
pub const SCORE: &str = "score";
/// The minimum number of games that must have reached a turn for the chart to show it.
const ENOUGH: u64 = 30;

/// All charts drawn with plotters. The chart of margins needs games with scores, and the chart of the course needs its table.
pub fn all(model: &Model) -> Result<Vec<Chart>, super::ReportError> {
    let course = (!model.course.is_empty()).then(|| course(model));
    let margins = model.is_scored().then(|| margins(model));
    [score(model)].into_iter().chain(margins).chain([lengths(model)]).chain(course).collect()
}

/// Draws a chart of the run in the common frame: `message` and `described` say what it shows, `caption` how to read it.
fn chart(
    model: &Model,
    (name, title, message): (&str, &str, Option<&str>),
    (described, caption): (String, String),
    draw: impl Fn(&Area<'_>, &mut Vec<Tooltip>) -> Drawn,
) -> Result<Chart, super::ReportError> {
    Frame { name, message, title, source: &model.source(), heights: [HEIGHT; 2], described }
        .draw(caption, draw)
}

fn score(model: &Model) -> Result<Chart, super::ReportError> {
    let measure = model.summary.measure(Quantity::Score);
    let interval = measure.interval.unwrap_or(Interval { low: 0.0, high: 1.0 }).map(|x| x * 100.0);
    let value = measure.value * 100.0;
    let kind = words::kind_of_interval(model.summary.design);
    let description =
        format!("First player's score: {}.", words::measure_in_words(measure, model.summary.design));
    let mut caption = "A draw counts one half; the dashed line is an even game.".to_owned();
    let hill = words::posterior(&model.tally, &model.summary).map(|posterior| posterior.density());
    if hill.is_some() {
        caption
            .push_str(" The hill shows the posterior probability of each true score, from Jeffreys' prior.");
    }
    chart(model, (SCORE, "First player's score", None), (description.clone(), caption), |area, tooltips| {
        let (shares, below) = area.split_vertically(215);
        draw_shares(model, &shares, tooltips)?;
        let peak = hill.iter().flatten().map(|(_, density)| *density).fold(f64::MIN_POSITIVE, f64::max);
        let visible = hill.iter().flatten().filter(|(_, density)| *density > 0.01 * peak);
        let seen = visible.map(|(score, _)| score * 100.0).chain([interval.low, interval.high, value]);
        let range = percent(seen, Some(50.0));
        let mut chart =
            axes(&below, range.clone(), 0.0..1.0, (&format!("percent, with its {kind}"), ""), (11, 0))?;
        let half = [(50.0, 0.0), (50.0, 1.0)];
        chart.draw_series(DashedLineSeries::new(half, 12, 8, rgb(palette::INK).stroke_width(3)))?;
        let blue = rgb(palette::FIRST);
        if let Some(hill) = &hill {
            let shown: Vec<(f64, f64)> = hill
                .iter()
                .map(|(score, density)| (score * 100.0, 0.52 + 0.34 * density / peak))
                .filter(|(score, _)| range.contains(score))
                .collect();
            let ends = [shown.last(), shown.first()].into_iter().flatten().map(|&(score, _)| (score, 0.52));
            let outline: Vec<(f64, f64)> = shown.iter().copied().chain(ends).collect();
            chart.draw_series([Polygon::new(outline, blue.mix(0.25))])?;
        }
        let bar = |x: f64, y: f64| PathElement::new([(x, 0.4 - y), (x, 0.4 + y)], blue.stroke_width(5));
        let line = PathElement::new([(interval.low, 0.4), (interval.high, 0.4)], blue.stroke_width(5));
        chart.draw_series([line, bar(interval.low, 0.09), bar(interval.high, 0.09)])?;
        chart.draw_series([Circle::new((value, 0.4), 13, blue.filled())])?;
        let known = words::formatted(measure);
        let in_words = format!("{}{} ({})", known.value, known.unit, known.interval.unwrap_or_default());
        // The label stays within the axis, beside the dashed line.
        let (size, letter) = if is_narrow(area) { (NOTE, 6.5) } else { (TEXT, 7.5) };
        let half = letter * (in_words.chars().count() + 1) as f64 / f64::from(area.dim_in_pixel().0);
        let half = (range.end - range.start) * half;
        let at = if value < 50.0 { value.min(50.0 - half) } else { value.max(50.0 + half) };
        let at = at.min(range.end - half).max(range.start + half);
        chart.draw_series([Text::new(in_words, (at, 0.16), type_of(size, palette::FIRST, HPos::Center))])?;
        let even = type_of(NOTE, palette::QUIET, HPos::Left);
        chart.draw_series([Text::new(" even", (50.0, 0.93), even)])?;
        tooltips.push(Tooltip::column(
            &chart,
            interval.low.min(value - 0.02 * (range.end - range.start)),
            interval.high.max(value + 0.02 * (range.end - range.start)),
            description.clone(),
        ));
        Ok(())
    })
}

/// A bar of wins, draws and losses, each labelled with its share, with the interval below it.
fn draw_shares(model: &Model, area: &Area<'_>, tooltips: &mut Vec<Tooltip>) -> Drawn {
    let outcomes = model.summary.outcomes;
    let games = outcomes.games() as f64;
    // The bar is as wide as the axis of the chart below it.
    let width = area.dim_in_pixel().0 as i32 - 16;
    let (corner_x, corner_y) = area.get_pixel_range();
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
        // A white seam separates the parts even without colour.
        area.draw(&PathElement::new([(right, 76), (right, 150)], rgb(palette::PAPER).stroke_width(4)))?;
        let share = words::decimal(count as f64 / games * 100.0, 1);
        let label = if is_narrow(area) { name.replace(" player won", "") } else { name.to_owned() };
        area.draw(&Text::new(
            format!("{label} {share} %"),
            (x, 48),
            type_of(TEXT, palette::INK, horizontal),
        ))?;
        let known = words::formatted(model.summary.measure(quantity)).interval.unwrap_or_default();
        let n = format!("{}, {known} %", words::games(count));
        tooltips.push(Tooltip {
            x: (corner_x.start + left, corner_x.start + right),
            y: (corner_y.start + 76, corner_y.start + 150),
            in_words: format!("{name}: {share} % ({n})"),
        });
        let below = if is_narrow(area) { known } else { n };
        area.draw(&Text::new(below, (x, 180), type_of(NOTE, palette::QUIET, horizontal)))?;
    }
    Ok(())
}

fn margins(model: &Model) -> Result<Chart, super::ReportError> {
    let summary = &model.summary;
    let description = format!(
        "First player's points minus the second's, komi included: median {}; half of the games lie between {} and {}.",
        words::measure_in_words(summary.measure(Quantity::MedianMargin), summary.design),
        words::formatted(summary.measure(Quantity::Margin25)).value,
        words::formatted(summary.measure(Quantity::Margin75)).value,
    );
    let mut caption = "First player's points minus the second's, komi included.".to_owned();
    if model.variant.score.method == ScoreMethod::Groups {
        caption.push_str(&format!(" Here {}.", tables::OF_GROUPS));
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
    let in_words = |bar: &Bar| {
        let (low, high) = (bar.low, bar.high);
        let games = words::games(bar.count);
        format!("margins from {} to {}: {games}", words::decimal(low, 1), words::decimal(high, 1))
    };
    let ends =
        [Quantity::Margin25, Quantity::Margin75].map(|end| words::formatted(summary.measure(end)).value);
    let message = (ends[0] != ends[1])
        .then(|| format!("Half of these games ended between {} and {} points", ends[0], ends[1]));
    chart(
        model,
        ("margins", "First player's margin", message.as_deref()),
        (description, caption),
        |area, tooltips| {
            let names = ("margin in points", "games");
            let mut chart = histogram(area, &bars, colour, names, Some(0.0))?;
            tooltips.extend(bars.iter().map(|bar| Tooltip::column(&chart, bar.low, bar.high, in_words(bar))));
            mark(&mut chart, &bars, median.value, &format!("median {}", words::formatted(median).value))?;
            let top = tallest(&bars) * 1.2;
            let (left, right) = (chart.x_range().start, chart.x_range().end);
            let ahead = |text: &str, x, horizontal, colour| {
                let text = if is_narrow(area) { text.replace(" player", "") } else { text.to_owned() };
                Text::new(text, (x, top), type_of(TEXT, colour, horizontal))
            };
            chart.draw_series([
                ahead("◀ second player ahead", left, HPos::Left, palette::SECOND.towards(palette::INK, 0.25)),
                ahead("first player ahead ▶", right, HPos::Right, palette::FIRST),
            ])?;
            Ok(())
        },
    )
}

fn lengths(model: &Model) -> Result<Chart, super::ReportError> {
    let summary = &model.summary;
    let turns = summary.measure(Quantity::Turns);
    let description =
        format!("A game takes {} turns on average.", words::measure_in_words(turns, summary.design));
    let mut caption = "How many turns the games took; the dashed line is their mean.".to_owned();
    if summary.truncated > 0 {
        caption.push_str(" Truncated games are shown at the turn cap.");
    }
    let bars = bars(model.tally.turns(), 60, false);
    let in_words = |bar: &Bar| {
        let (first, last) = (bar.low.ceil(), bar.high.floor());
        let turns = if first >= last { format!("{first} turns") } else { format!("{first} to {last} turns") };
        format!("{turns}: {}", words::games(bar.count))
    };
    let message = on_average("These games took", turns, "turns");
    chart(
        model,
        ("lengths", "Duration in turns", message.as_deref()),
        (description, caption),
        |area, tooltips| {
            let mut chart = histogram(area, &bars, |_| palette::FIRST, ("turns", "games"), None)?;
            tooltips.extend(bars.iter().map(|bar| Tooltip::column(&chart, bar.low, bar.high, in_words(bar))));
            mark(&mut chart, &bars, turns.value, "mean")
        },
    )
}

/// A mean with its interval: `These games took 32.7 turns on average (31.9 to 33.5)`.
fn on_average(begin: &str, measure: &Measure, unit: &str) -> Option<String> {
    let words::Formatted { value, interval, .. } = words::formatted(measure);
    Some(format!("{begin} {value} {unit} on average ({})", interval?))
}

fn tallest(bars: &[Bar]) -> f64 {
    bars.iter().map(|bar| bar.count).max().unwrap_or(1) as f64
}

/// Bars on axes that show all of them, and the value `within` if it is given.
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

/// A dashed line at `x`, with `words` at its top.
fn mark(chart: &mut Axes<'_, '_>, bars: &[Bar], x: f64, words: &str) -> Drawn {
    let top = tallest(bars) * 1.06;
    let line = rgb(palette::INK).stroke_width(3);
    chart.draw_series(DashedLineSeries::new([(x, 0.0), (x, top)], 12, 8, line))?;
    let words = words.to_owned();
    chart.draw_series([Text::new(words, (x, top * 1.035), type_of(TEXT, palette::INK, HPos::Center))])?;
    Ok(())
}

/// A turn, averaged over the games.
struct Turn {
    number: u32,
    /// The mean number of legal actions at its first decision.
    mean: f64,
    interval: Interval,
    /// Games that reached it.
    games: u64,
}

impl Turn {
    fn of(row: &CourseRow) -> Option<Self> {
        let moments = Moments::new(row.games, row.legal_sum, row.legal_square_sum);
        let mean = moments.mean()?;
        let interval = moments.interval().unwrap_or(Interval { low: mean, high: mean });
        Some(Self { number: row.turn, mean, interval, games: row.games })
    }

    fn x(&self) -> f64 {
        f64::from(self.number)
    }
}

fn course(model: &Model) -> Result<Chart, super::ReportError> {
    let shown = ENOUGH.min(model.summary.games());
    let turns: Vec<Turn> =
        model.course.iter().filter(|row| row.games >= shown).filter_map(Turn::of).collect();
    let description = format!(
        "Legal actions per decision over a whole game: {}.",
        words::measure_in_words(model.summary.measure(Quantity::Branching), model.summary.design)
    );
    let mut caption =
        "Legal actions at the first decision of a turn, one curve for each side; below, how many games reached the turn.".to_owned();
    caption.push_str(&format!(
        " The product of the numbers of legal actions over all decisions of a game is the size of its tree: 10 to the power of {}.",
        words::measure_in_words(model.summary.measure(Quantity::GameTree), model.summary.design)
    ));
    if shown > 1 {
        caption.push_str(&format!(" Turns that fewer than {shown} games reached are left out."));
    }
    // The sides alternate: the odd turns belong to the side that moves first.
    let begins = model.variant.setup.mover().index();
    let side = |turn: &Turn| (begins + turn.number as usize + 1) % 2;
    let names = &model.manifest.players;
    let colours = [palette::FIRST, palette::SECOND];
    let branching = model.summary.measure(Quantity::Branching);
    let message = on_average("These games had", branching, "legal actions per decision");
    let names_of_chart = ("branching", "Branching over the game", message.as_deref());
    chart(model, names_of_chart, (description, caption), |area, tooltips| {
        let (above, below) = area.split_vertically(375);
        let last = turns.iter().map(Turn::x).fold(2.0, f64::max);
        let most = turns.iter().map(|turn| turn.interval.high).fold(1.0, f64::max);
        let x = 1.0..last + 0.5;
        let mut chart = axes(&above, x.clone(), 0.0..most * 1.16, ("", "legal actions"), (0, 6))?;
        for (of, colour) in colours.into_iter().enumerate() {
            let own: Vec<&Turn> = turns.iter().filter(|turn| side(turn) == of).collect();
            let band = own.iter().map(|turn| (turn.x(), turn.interval.high));
            let band = band.chain(own.iter().rev().map(|turn| (turn.x(), turn.interval.low.max(0.0))));
            chart.draw_series([Polygon::new(band.collect::<Vec<_>>(), rgb(colour).mix(0.25))])?;
            let line = own.iter().map(|turn| (turn.x(), turn.mean));
            chart.draw_series(LineSeries::new(line, rgb(colour).stroke_width(4)))?;
            let (right, top) = (chart.x_range().end, chart.y_range().end);
            let place = (right, top * (0.95 - 0.11 * of as f64));
            let name = fitted(&names[of], 24);
            let dark = colour.towards(palette::INK, 0.2);
            chart.draw_series([Text::new(format!("— {name}"), place, type_of(TEXT, dark, HPos::Right))])?;
        }
        tooltips.extend(turns.iter().map(|turn| {
            let Interval { low, high } = turn.interval;
            let in_words = format!(
                "turn {}, {}: {} legal actions ({} to {}, n = {})",
                turn.number,
                names[side(turn)],
                words::decimal(turn.mean, 1),
                words::decimal(low, 1),
                words::decimal(high, 1),
                words::count(turn.games)
            );
            Tooltip::column(&chart, (turn.x() - 0.5).max(1.0), turn.x() + 0.5, in_words)
        }));
        let reached = turns.iter().map(|turn| turn.games).max().unwrap_or(1) as f64;
        let mut chart = axes(&below, x, 0.0..reached * 1.1, ("turn", "n games"), (9, 3))?;
        let line = turns.iter().map(|turn| (turn.x(), turn.games as f64));
        chart.draw_series(AreaSeries::new(line, 0.0, rgb(palette::DRAW).mix(0.6)))?;
        Ok(())
    })
}
