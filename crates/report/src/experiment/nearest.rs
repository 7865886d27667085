//! The headline of a sweep: the values at which the game may be even, and the one that comes nearest.

use super::between::{crossing, middle};
use super::model::{Model, Run};
use crate::headline::{LETTERS, is_short};
use crate::words;
use dropline_engine::text::{capital, fitted};
use dropline_lab::run::Varied;
use dropline_lab::stats::{Decision, Measure, Quantity, Unit};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The most values that a headline lists.
const LISTED: usize = 4;

/// What the values of a sweep or a search are compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The measure.
    pub quantity: Quantity,
    /// Its target, in its unit.
    pub target: f64,
}

impl Aim {
    /// An even game.
    pub const EVEN: Self = Self { quantity: Quantity::Score, target: 0.5 };

    /// The name of the measure in a table.
    pub fn column(self) -> &'static str {
        if self.quantity == Quantity::Score { "first player's score" } else { self.quantity.title() }
    }

    /// Whether a run may have the target, judging by its interval: for an even game, unless the first or the second player has an
    /// advantage that is not small.
    fn may_have(self, run: &Run, measure: &Measure) -> bool {
        match run.summary() {
            Some(summary) if self == Self::EVEN => {
                !matches!(summary.decision, Decision::Advantage { small: false })
            }
            _ => measure.interval.is_none_or(|interval| interval.contains(self.target)),
        }
    }
}

/// The answer of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Values {
    /// `possible` if some values are compatible with the target, `nowhere` if none is; `open` if games are missing, or `none` if the
    /// games give no verdict.
    pub verdict: &'static str,
    /// The answer in at most twenty words.
    pub headline: String,
    /// The values with a verdict: those that are compatible with the target before the others, the nearest of each first.
    pub nearest: Vec<Place>,
}

/// A value, or a combination of values, and its games. If several pairs of agents played it, those of the pair that came least near.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The settings as `--set` takes them.
    pub settings: Vec<String>,
    /// Whether the target is within the interval.
    pub compatible: bool,
    /// The measure.
    pub value: f64,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of results.
    pub n: u64,
    /// The number of the run in the experiment.
    #[serde(skip)]
    pub run: usize,
}

impl Values {
    /// The answer of the sweep or the search in `model`.
    pub(super) fn of(model: &Model) -> Self {
        let aim = model.aim();
        let (places, silent) = judged(model, aim);
        let found = Found::of(model, aim, &places, silent);
        let mut nearest = places;
        nearest.sort_by(|a, b| by_distance(a, b, aim));
        let headline = match found {
            Found::Possible { .. } | Found::Nowhere { .. } => between_players(found.text(), model),
            Found::Incomplete | Found::None(_) => found.text(),
        };
        Self { verdict: found.word(), headline, nearest }
    }
}

/// The headline with who played, if one agent played both sides of all games and there is room: the answer is about these players.
pub fn between_players(headline: String, model: &Model) -> String {
    let pairs = model.pairs();
    let [[one, other]] = pairs[..] else { return headline };
    let whole = format!("Between {} players: {headline}", fitted(one, LETTERS));
    if one == other && is_short(&whole) { whole } else { headline }
}

fn distance(place: &Place, aim: Aim) -> f64 {
    (place.value - aim.target).abs()
}

/// Which place comes nearer to the target. A value that is compatible with it comes before all that are not: their scores may be nearer,
/// but their games exclude the target.
fn by_distance(one: &Place, other: &Place, aim: Aim) -> Ordering {
    let by_value = || distance(one, aim).total_cmp(&distance(other, aim));
    other.compatible.cmp(&one.compatible).then_with(by_value)
}

/// The neighbouring values of a single key between which the measure passes the target, if they are numbers.
fn neighbours<'m>(model: &'m Model, places: &[Place], aim: Aim) -> Option<[(f64, &'m str); 2]> {
    let [varied] = model.experiment.vary.as_slice() else { return None };
    let value = |place: &Place| model.runs[place.run].member.values.first().map(String::as_str);
    let known = places.iter().map(|place| Some((value(place)?.parse().ok()?, value(place)?, place.value)));
    let [low, high] = crossing(known.collect::<Option<_>>()?, aim.target)?;
    // A search tried values between some of its finalists.
    let lies_between = |value: &String| value.parse().is_ok_and(|value: f64| low.0 < value && value < high.0);
    (!varied.values.iter().any(lies_between)).then_some([low, high])
}

/// The setting between two neighbouring values, where no value is compatible with the target and it lies between these.
pub fn setting_between(model: &Model) -> Option<(&str, String)> {
    let aim = model.aim();
    let (places, _) = judged(model, aim);
    if !model.experiment.complete || places.iter().any(|place| place.compatible) {
        return None;
    }
    let [(low, _), (high, _)] = neighbours(model, &places, aim)?;
    let key = model.experiment.vary.first()?.key.as_str();
    Some((key, middle(low, high, if key == "score.komi" { 0.5 } else { 1.0 })?.to_string()))
}

/// The values with a verdict, in the order of the experiment, and the reasons why others have none.
fn judged(model: &Model, aim: Aim) -> (Vec<Place>, Vec<String>) {
    let mut runs: HashMap<&[String], Vec<(usize, &Run)>> = HashMap::new();
    for (at, run) in model.runs.iter().enumerate().filter(|(_, run)| run.member.no_game.is_none()) {
        runs.entry(&run.member.values).or_default().push((at, run));
    }
    let (mut places, mut silent) = (Vec::new(), Vec::new());
    for run in &model.runs {
        // Each of the values once, where its first run stands.
        let Some(runs) = runs.remove(run.member.values.as_slice()) else { continue };
        let judged: Result<Vec<Place>, String> =
            runs.into_iter().map(|(at, run)| place(model, aim, at, run)).collect();
        match judged {
            Ok(of_pairs) => {
                let compatible = of_pairs.iter().all(|place| place.compatible);
                let farthest =
                    of_pairs.into_iter().max_by(|a, b| distance(a, aim).total_cmp(&distance(b, aim)));
                places.extend(farthest.map(|place| Place { compatible, ..place }));
            }
            Err(reason) => silent.push(reason),
        }
    }
    (places, silent)
}

/// A run as a place, or why its games give no verdict.
fn place(model: &Model, aim: Aim, at: usize, run: &Run) -> Result<Place, String> {
    let Some(summary) = run.summary() else { return Err("no games were played".to_owned()) };
    if let Some(reason) = run.withheld().filter(|_| aim.quantity == Quantity::Score) {
        return Err(reason);
    }
    let Some(measure) = summary.get(aim.quantity) else {
        return Err(format!("these games have no `{}`", aim.quantity.name()));
    };
    let vary = model.experiment.vary.iter().zip(&run.member.values);
    Ok(Place {
        settings: vary.map(|(varied, value)| format!("{}={value}", varied.key)).collect(),
        compatible: aim.may_have(run, measure),
        value: measure.value,
        low: measure.interval.map(|interval| interval.low),
        high: measure.interval.map(|interval| interval.high),
        n: measure.n,
        run: at,
    })
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    /// Some games have not been played yet.
    Incomplete,
    /// No value has a verdict, for this reason.
    None(String),
    /// Some values are compatible with the target.
    Possible { at: Compatible, nearest: Name, of: Tried },
    /// None is; the nearest one, its measure there, and the neighbouring values between which the target lies, if they are known.
    Nowhere { nearest: Name, value: String, between: Option<[String; 2]>, of: Tried },
}

/// A value in a headline.
#[derive(Clone, Debug, PartialEq)]
struct Name {
    /// The key in words, if only one varies.
    key: Option<String>,
    /// The value, or the settings of all keys.
    value: String,
}

impl Name {
    fn of(model: &Model, run: &Run) -> Self {
        let short = |value: &String| fitted(value, LETTERS);
        match model.experiment.vary.as_slice() {
            [varied] => {
                let value = run.member.values.first().map(short);
                Self { key: Some(model.key_words(varied)), value: value.unwrap_or_default() }
            }
            several => {
                let setting = |(varied, value): (&Varied, &String)| {
                    format!("{}={}", varied.key.strip_prefix("board.").unwrap_or(&varied.key), short(value))
                };
                let settings = several.iter().zip(&run.member.values).map(setting);
                Self { key: None, value: settings.collect::<Vec<_>>().join(", ") }
            }
        }
    }

    /// `komi = 6.5`
    fn text(&self) -> String {
        match &self.key {
            Some(key) => format!("{key} = {}", self.value),
            None => self.value.clone(),
        }
    }
}

/// The values that are compatible with the target, in the order of the command.
#[derive(Clone, Debug, PartialEq)]
struct Compatible {
    values: Vec<Name>,
    /// The least and the greatest, if they are numbers and so are all others between them.
    ends: Option<[String; 2]>,
}

impl Compatible {
    fn of(model: &Model, places: &[Place]) -> Self {
        let name = |place: &Place| Name::of(model, &model.runs[place.run]);
        let number = |place: &Place| name(place).value.parse::<f64>().ok();
        let values = places.iter().filter(|place| place.compatible).map(name).collect();
        let numbers: Option<Vec<f64>> = places.iter().map(number).collect();
        let ends = numbers.filter(|_| model.experiment.vary.len() == 1).and_then(|numbers| {
            let mut sorted: Vec<(f64, &Place)> = numbers.into_iter().zip(places).collect();
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
            let is_at = |(_, place): &(f64, &Place)| place.compatible;
            let [first, last] = [sorted.iter().position(is_at)?, sorted.iter().rposition(is_at)?];
            let is_whole = sorted[first..=last].iter().all(is_at);
            is_whole.then(|| [first, last].map(|end| name(sorted[end].1).value))
        });
        Self { values, ends }
    }
}

/// What was tried.
#[derive(Clone, Debug, PartialEq)]
struct Tried {
    aim: Aim,
    /// How many values have a verdict, and how many have none.
    values: usize,
    silent: usize,
    /// Whether several pairs of agents played.
    is_for_all: bool,
    /// Whether a search chose the values.
    is_final: bool,
}

impl Tried {
    /// The target in words; an even game is called by the given words.
    fn target(&self, even: &str) -> String {
        if self.aim == Aim::EVEN {
            return even.to_owned();
        }
        let Aim { quantity, target } = self.aim;
        // Rounded to hide the digits of binary floating point.
        let percent = || format!("{} %", (target * 1e8).round() / 1e6);
        let target = if quantity.unit() == Unit::Share { percent() } else { target.to_string() };
        format!("{} = {target}", quantity.title().to_lowercase())
    }

    fn who(&self) -> &'static str {
        if self.is_for_all { " for all agents" } else { "" }
    }

    fn silent(&self) -> String {
        match self.silent {
            0 => String::new(),
            1 => format!(" (one {} without verdict)", self.what()),
            n => format!(" ({n} {}s without verdict)", self.what()),
        }
    }

    fn what(&self) -> &'static str {
        if self.is_final { "finalist" } else { "value" }
    }
}

impl Found {
    fn of(model: &Model, aim: Aim, places: &[Place], silent: Vec<String>) -> Self {
        if !model.experiment.complete {
            return Self::Incomplete;
        }
        let nearest = places.iter().min_by(|a, b| by_distance(a, b, aim));
        let Some(nearest) = nearest else {
            return Self::None(
                silent.into_iter().next().unwrap_or_else(|| "no games were played".to_owned()),
            );
        };
        let run = &model.runs[nearest.run];
        let is_for_all = model.pairs().len() > 1;
        let is_final = model.search().is_some();
        let of = Tried { aim, values: places.len(), silent: silent.len(), is_for_all, is_final };
        let name = Name::of(model, run);
        if places.iter().any(|place| place.compatible) {
            return Self::Possible { at: Compatible::of(model, places), nearest: name, of };
        }
        let measure = run.summary().and_then(|summary| summary.get(aim.quantity)).map(words::formatted);
        let value = measure.map(|measure| format!("{}{}", measure.value, measure.unit)).unwrap_or_default();
        let between = neighbours(model, places, aim).map(|ends| ends.map(|(_, value)| value.to_owned()));
        Self::Nowhere { nearest: name, value, between, of }
    }

    const fn word(&self) -> &'static str {
        match self {
            Self::Incomplete => "open",
            Self::None(_) => "none",
            Self::Possible { .. } => "possible",
            Self::Nowhere { .. } => "nowhere",
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Incomplete => "Not settled: the experiment is not complete".to_owned(),
            Self::None(why) => format!("No verdict: {why}."),
            Self::Possible { at, nearest, of } => shortest(&possible(at, nearest, of), of),
            Self::Nowhere { nearest, value, between, of } => {
                let (target, who) = (of.target("an even game"), of.who());
                let none = format!("No {} is compatible with {target}{who}", of.what());
                let place = match (between, &nearest.key) {
                    (Some([low, high]), Some(key)) => {
                        format!("{key} = {low} and {high} lie on both sides of it")
                    }
                    _ => format!("{} ({value}) comes nearest", nearest.text()),
                };
                // Values without a verdict are counted, or at least not denied.
                let judged = format!("No {} with a verdict is compatible with {target}{who}", of.what());
                match (of.silent, between, &nearest.key) {
                    (0, Some([low, high]), Some(key)) => {
                        let between = format!(
                            "No {} fits {target}{who}; {key} = {low} and {high} lie on both sides",
                            of.what()
                        );
                        shortest(&[between, none], of)
                    }
                    (0, ..) => shortest(&[format!("{none}; {place}"), none], of),
                    _ => [
                        format!("{none}; {place}{}", of.silent()),
                        format!("{judged}; {place}"),
                        format!("{judged}; {} comes nearest", nearest.text()),
                    ]
                    .into_iter()
                    .find(|text| is_short(text))
                    .unwrap_or(judged),
                }
            }
        }
    }
}

/// The first of these forms of a headline, the shortest last, that is short enough, with the number of values without a verdict if there is room.
fn shortest(forms: &[String], of: &Tried) -> String {
    let silent = of.silent();
    crate::headline::shortest(
        forms.iter().flat_map(|form| [format!("{form}{silent}"), form.clone()]).collect(),
    )
}

/// The values as a list, as a range and as a number.
fn possible(at: &Compatible, nearest: &Name, of: &Tried) -> Vec<String> {
    let (target, who) = (of.target("even play"), of.who());
    let (value, whole) = (nearest.value.as_str(), nearest.text());
    let values: Vec<&str> = at.values.iter().map(|name| name.value.as_str()).collect();
    let [others @ .., last] = &values[..] else { return Vec::new() };
    if others.is_empty() {
        let among = format!("Of {} {}s, only", of.values, of.what());
        return match of.values {
            1 => vec![format!("With {whole} {target} is possible{who}")],
            _ => [&whole, "one"].map(|value| format!("{among} {value} makes {target} possible{who}")).into(),
        };
    }
    let count = match values.len() {
        all if all == of.values => format!("all {all} {}s", of.what()),
        some => format!("{some} of {} {}s", of.values, of.what()),
    };
    let mut places = Vec::new();
    if let Some(key) = &nearest.key {
        if values.len() <= LISTED {
            places.push(format!("{key} = {} and {last}; {value}", others.join(", ")));
        }
        if let Some([low, high]) = &at.ends {
            places.push(format!("{count}, from {key} = {low} to {high}; {value}"));
        }
    }
    places.push(format!("{count}; {whole}"));
    let begin = format!("{} is possible{who} at", capital(&target));
    let long = places.into_iter().map(|place| format!("{begin} {place} comes nearest"));
    long.chain([format!("{begin} {count}")]).collect()
}

#[cfg(test)]
mod tests;
