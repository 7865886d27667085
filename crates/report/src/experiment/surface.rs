//! The response surface of a sweep: the effects of its keys in one model.

use maud::{Markup, html};

use super::charts::{MapChart, axis, axis_name, key_to, shade, span};
use super::compare::{ALPHA, p_alone};
use super::message::{differ, named as named_key};
use super::model::{Model, Run, against};
use crate::key_map::MapCell;
use crate::line_chart::LineChart;
use crate::series::{Line, Point};
use crate::tables::rounded;
use crate::words::{self, decimal};
use crate::{Chart, ReportError};
use dropline_engine::draw::printable;
use dropline_lab::run::Varied;
use dropline_lab::stats::{GridPoint, Interval, Quantity, Scale, Surface, Term, Tested};

/// The table's file.
pub const FILE: &str = "surface.csv";
/// The maximum number of cells of a grid that the page lists; the table has all.
const LISTED: usize = 100;

/// The surface of the runs of a pair of agents.
pub struct Fitted<'a> {
    pair: &'a [String; 2],
    surface: Surface,
    /// The runs to which it was fitted, each with the indices of its values.
    runs: Vec<(&'a Run, Vec<usize>)>,
}

/// The surfaces of a sweep, one for each pair of agents with enough runs.
pub fn fitted(model: &Model) -> Vec<Fitted<'_>> {
    model.pairs().into_iter().filter_map(|pair| fit(model, pair)).collect()
}

fn fit<'a>(model: &'a Model, pair: &'a [String; 2]) -> Option<Fitted<'a>> {
    let vary = &model.experiment.vary;
    let places = |run: &Run| -> Option<Vec<usize>> {
        let values = vary.iter().zip(&run.member.values);
        values.map(|(varied, value)| varied.values.iter().position(|other| other == value)).collect()
    };
    let tells = |run: &&Run| run.summary().is_some() && run.withheld().is_none();
    let runs: Vec<(&Run, Vec<usize>)> =
        model.of_pair(pair).filter(tells).filter_map(|run| Some((run, places(run)?))).collect();
    let cell = |(run, at): &(&Run, Vec<usize>)| {
        let score = run.model.as_ref()?.tally.proportion()?;
        Some(GridPoint {
            at: at.clone(),
            score: score.share,
            variance: score.variance(),
            results: score.results(),
        })
    };
    let cells: Vec<GridPoint> = runs.iter().filter_map(cell).collect();
    // With two cells, a surface would show only their difference.
    if cells.len() < 3 {
        return None;
    }
    let scales: Vec<Scale> = vary.iter().map(scale).collect();
    Some(Fitted { pair, surface: Surface::fit(&scales, &cells)?, runs })
}

fn scale(varied: &Varied) -> Scale {
    let numbers: Option<Vec<f64>> = varied.values.iter().map(|value| value.parse().ok()).collect();
    numbers.map_or(Scale::Names(varied.values.len()), Scale::Numbers)
}

/// The tested term in words.
fn name(model: &Model, term: Term) -> String {
    let key = |at: usize| model.key_words(&model.experiment.vary[at]);
    match term {
        Term::Key(at) => key(at),
        Term::Square(at) => format!("the square of {}", key(at)),
        Term::Product(one, other) => format!("{} together with {}", key(one), key(other)),
    }
}

/// The findings of the surfaces, a sentence or two each.
pub fn findings(model: &Model, fitted: &[Fitted<'_>]) -> Vec<String> {
    fitted.iter().map(|fitted| finding(model, fitted)).collect()
}

fn finding(model: &Model, Fitted { pair, surface, runs }: &Fitted<'_>) -> String {
    let listed = |clear: bool| {
        let of = surface.tested.iter().filter(move |tested| (tested.corrected < ALPHA) == clear);
        let terms = of.map(|tested| format!("{} ({})", name(model, tested.term), p_alone(tested.corrected)));
        terms.collect::<Vec<_>>().join(if clear { " and " } else { " or " })
    };
    let tests = words::counted(surface.tested.len() as u64, "test");
    let counts = match (listed(true), listed(false)) {
        (clear, other) if other.is_empty() => format!("depends significantly on {clear}"),
        (clear, other) if clear.is_empty() => format!("does not depend significantly on {other}"),
        (clear, other) => format!("depends significantly on {clear}, but not on {other}"),
    };
    let fits = match surface.lack_of_fit {
        None => " It passes through every value.".to_owned(),
        Some(p) if p < ALPHA => format!(
            " The values lie farther from the surface than chance would explain ({}): see the observed \
             scores in the table.",
            p_alone(p)
        ),
        Some(p) => format!(" The values lie no farther from it than chance would explain ({}).", p_alone(p)),
    };
    format!(
        "With {}, a surface over the keys, fitted to {} values, {counts}; likelihood-ratio tests, p after Holm's correction for {tests}.{fits}",
        against(pair),
        runs.len()
    )
}

/// What the surface of a pair of agents shows, as the title of a map: the keys that matter. `None` if the surface does not fit, or if it
/// misses a difference.
pub fn message(model: &Model, fitted: &[Fitted<'_>], pair: &[String; 2]) -> Option<String> {
    let Fitted { surface, runs, .. } = fitted.iter().find(|fitted| fitted.pair == pair)?;
    let matters = |key: usize| {
        let mut clear = surface.tested.iter().filter(|tested| tested.corrected < ALPHA);
        clear.any(|tested| match tested.term {
            Term::Key(at) | Term::Square(at) => at == key,
            Term::Product(one, other) => one == key || other == key,
        })
    };
    let vary = &model.experiment.vary;
    let named = |is_named: &dyn Fn(usize) -> bool, and: &str| {
        let keys =
            (0..vary.len()).filter(|&at| is_named(at)).map(|at| named_key(&model.key_words(&vary[at])));
        keys.collect::<Vec<_>>().join(and)
    };
    let keys = named(&matters, " and ");
    let runs: Vec<&Run> = runs.iter().map(|(run, _)| *run).collect();
    if surface.lack_of_fit.is_some_and(|p| p < ALPHA) || (keys.is_empty() && differ(&runs)) {
        return None;
    }
    Some(match keys.as_str() {
        "" => format!("No clear effect of {} on the first player's score", named(&|_| true, " or ")),
        keys => format!("A clear effect of {keys} on the first player's score"),
    })
}

/// The surfaces as a table: observed and fitted scores for each cell.
pub fn csv(model: &Model, fitted: &[Fitted<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let keys = model.experiment.vary.iter().map(|varied| varied.key.clone());
    let columns = ["n", "score", "fitted", "fitted_low", "fitted_high"].map(str::to_owned);
    let header = ["first_agent", "second_agent"].map(str::to_owned).into_iter().chain(keys).chain(columns);
    // Writing to memory cannot fail.
    let mut write = |fields: Vec<String>| writer.write_record(fields).is_ok();
    write(header.collect());
    for fitted in fitted {
        for (run, at) in &fitted.runs {
            let Some(summary) = run.summary() else { continue };
            let score = summary.measure(Quantity::Score);
            let (value, Interval { low, high }) = fitted.surface.at(at);
            let numbers = [score.value, value, low, high].map(|x| rounded(x).to_string());
            let values =
                run.member.values.iter().map(|value| dropline_engine::text::inert(value).into_owned());
            let agents = fitted.pair.iter().cloned();
            write(agents.chain(values).chain([summary.games().to_string()]).chain(numbers).collect());
        }
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A function that returns a score with its interval, for a run at these indices of its values.
type Drawn<'a> = dyn Fn(&Run, &[usize]) -> Option<(f64, Interval)> + 'a;

/// The surfaces, a chart for each: for one key the observed scores and the fitted curve, for several keys a map.
pub fn charts(model: &Model, fitted: &[Fitted<'_>]) -> Result<Vec<Chart>, ReportError> {
    let charts = fitted.iter().enumerate().filter_map(|(number, fitted)| match &model.experiment.vary[..] {
        [varied] => over_one(model, fitted, varied, number),
        _ => Some(over_several(model, fitted, number)),
    });
    charts.collect()
}

/// A map of the fitted scores.
fn over_several(model: &Model, fitted: &Fitted<'_>, number: usize) -> Result<Chart, ReportError> {
    let ends = span(Quantity::Score, fitted.runs.iter().map(|(_, at)| 100.0 * fitted.surface.at(at).0));
    let cell = |run: &Run| {
        let (_, at) = fitted.runs.iter().find(|(fitted, _)| std::ptr::eq(*fitted, run))?;
        let (value, interval) = fitted.surface.at(at);
        let [value, low, high] = [value, interval.low, interval.high].map(|share| share * 100.0);
        Some(MapCell {
            in_words: decimal(value, 1),
            interval: format!("{} to {}", decimal(low, 1), decimal(high, 1)),
            colour: shade(Quantity::Score, value, ends),
        })
    };
    let caption =
        "First player's score as fitted by the surface, each with the 95 % interval for that score alone.";
    MapChart {
        name: "surface",
        title: "First player's score, fitted, %".to_owned(),
        message: None,
        key: key_to(Quantity::Score, ends, std::iter::empty()),
        caption: caption.to_owned(),
        cell,
    }
    .draw(model, fitted.pair, number)
}

/// The observed scores and the fitted curve, if the values of the key are numbers.
fn over_one(
    model: &Model,
    fitted: &Fitted<'_>,
    varied: &Varied,
    number: usize,
) -> Option<Result<Chart, ReportError>> {
    let Scale::Numbers(numbers) = scale(varied) else { return None };
    let percent = |interval: Interval| interval.map(|x| x * 100.0);
    let line = |name: &str, of: &Drawn<'_>| {
        let point = |(run, at): &(&Run, Vec<usize>)| {
            let (value, interval) = of(run, at)?;
            let (value, interval) = (value * 100.0, percent(interval));
            let in_words = format!(
                "{}, {name}: {} % ({} to {})",
                model.label(run),
                decimal(value, 1),
                decimal(interval.low, 1),
                decimal(interval.high, 1)
            );
            Some(Point { x: numbers[at[0]], value, interval, in_words })
        };
        let mut points: Vec<Point> = fitted.runs.iter().filter_map(point).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Line { name: name.to_owned(), points }
    };
    let seen = line("seen", &|run, _| {
        let score = run.summary()?.measure(Quantity::Score);
        Some((score.value, score.interval?))
    });
    let curve = line("fitted", &|_, at| Some(fitted.surface.at(at)));
    let caption = format!(
        "First player's score over {}, as observed and as a curve whose logit is quadratic, each with its 95 % \
         interval.",
        model.key_words(varied)
    );
    let several = model.pairs().len() > 1;
    let title = "First player's score, observed and fitted";
    let title = if several { format!("{title}: {}", against(fitted.pair)) } else { title.to_owned() };
    let chart = LineChart {
        name: &if number == 0 { "surface".to_owned() } else { format!("surface-{}", number + 1) },
        title: &title,
        message: None,
        values: (&axis_name(&title, Quantity::Score), axis(Quantity::Score)),
        key: &model.key_words(varied),
        labels: Vec::new(),
        continuous: true,
        lines: vec![seen, curve],
    };
    Some(chart.draw(&model.source(), caption))
}

/// The section of the page.
pub fn section(model: &Model, fitted: &[Fitted<'_>]) -> Markup {
    html! {
        @for fitted in fitted {
                h2 { "Response surface: " (printable(&against(fitted.pair))) }
                details {
                    summary { "Tests and fitted scores" }
                    p.note {
                        "The logit of the first player's score is fitted by the keys, their squares and their \
                         products. Each test asks how much worse the surface fits without the named term; \
                         its p-value is adjusted by Holm's method (1979). The interval of a fitted score is valid \
                         only for that score."
                    }
                    div.scroll { table {
                        thead { tr { th { "Without" } th.number { "Likelihood ratio" } th.number { "Coefficients" } th.number { "p" } } }
                        tbody { @for Tested { term, ratio, freedom, corrected } in &fitted.surface.tested { tr {
                            th scope="row" { (printable(&name(model, *term))) }
                            td.number { (decimal(*ratio, 1)) }
                            td.number { (freedom) }
                            td.number { (p_alone(*corrected)) }
                        } } }
                    } }
                    div.scroll { table {
                        thead { tr {
                            th { "Values" } th.number { "n" } th.number { "Observed" } th.number { "Fitted" } th.number { "95 % interval" }
                        } }
                        tbody { @for (run, at) in fitted.runs.iter().take(LISTED) { @if let Some(summary) = run.summary() {
                            @let (value, interval) = fitted.surface.at(at);
                            @let percent = |x: f64| decimal(x * 100.0, 1);
                            tr {
                                th scope="row" { (printable(&model.settings(&run.member).join(", "))) }
                                td.number { (words::count(summary.games())) }
                                td.number { (percent(summary.measure(Quantity::Score).value)) "\u{a0}%" }
                                td.number { (percent(value)) "\u{a0}%" }
                                td.number { (percent(interval.low)) " to " (percent(interval.high)) }
                            }
                        } } }
                    } }
                    @if fitted.runs.len() > LISTED { p.note { (FILE) " has all." } }
                }
        }
    }
}
