//! The report on agents in a solved game: how often their decisions keep the exact value, and the first player's score beside its
//! score with perfect play. A table and two charts.

use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

use super::line_chart::{LineChart, RUNGS};
use super::series::{Axis, Line, PERCENT, Point, Reference};
use super::tables::rounded;
use super::words::{self, Formatted, count};
use super::{Chart, Files, ReportError, chart_file, write_files};
use dropline_engine::rules::Player;
use dropline_engine::text::inert;
use dropline_engine::variant::Variant;
use dropline_lab::contestant::{Contestant, label};
use dropline_lab::stats::{Accuracy, MeanShare, outcome_of};
use dropline_solve::Value;

/// Agents of increasing strength in a solved game.
#[derive(Debug)]
pub struct AccuracyReport<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// The hash of its rules, in hexadecimal digits.
    pub rules_hash: String,
    /// Its exact value.
    pub value: Value,
    /// Whether the exact value treats the turn cap as a rule.
    pub cap: bool,
    /// Whether only the winner matters, not the margin.
    pub winner_only: bool,
    /// The number of games of each agent against itself.
    pub games: u64,
    /// The seed of these games.
    pub seed: u64,
    /// The agents whose games are complete, from the weakest to the strongest.
    pub rungs: Vec<Rung>,
    /// The number of further agents, whose games were not all played.
    pub missing: usize,
}

/// An agent, and its games against itself.
#[derive(Debug)]
pub struct Rung {
    /// The agent.
    pub agent: Contestant,
    /// Its results and its decisions.
    pub accuracy: Accuracy,
}

impl Rung {
    fn label(&self) -> String {
        label(&self.agent.to_string())
    }
}

impl AccuracyReport<'_> {
    /// The table's file.
    pub const FILE: &'static str = "accuracy.csv";

    /// The first player's score with perfect play, from 0 to 1.
    pub fn perfect(&self) -> f64 {
        outcome_of(self.value.winner())
    }

    /// The first player's score with perfect play, in percent.
    fn perfect_in_words(&self) -> String {
        format!("{} %", words::decimal(self.perfect() * 100.0, 0))
    }

    /// The columns of the human-readable table.
    pub const COLUMNS: [&'static str; 8] = [
        "agent",
        "decisions that matter",
        "n",
        "keep the value",
        "95 % interval",
        "n",
        "first player's score",
        "95 % interval",
    ];

    /// The human-readable table: a row for each rung, and one for perfect play.
    pub fn rows(&self) -> Vec<[String; 8]> {
        let row = |Rung { accuracy, .. }: &Rung, agent: String| {
            let [kept_n, kept, kept_interval] = cells(accuracy.kept());
            let [score_n, score, score_interval] = cells(accuracy.score());
            let decisions = count(accuracy.decisions());
            [agent, decisions, kept_n, kept, kept_interval, score_n, score, score_interval]
        };
        let perfect = ["perfect play", "", "", "100 %", "", "", &self.perfect_in_words(), ""];
        let rungs = self.rungs.iter().map(|rung| row(rung, rung.label()));
        rungs.chain([perfect.map(str::to_owned)]).collect()
    }

    /// What the table shows, in sentences.
    pub fn findings(&self) -> Vec<String> {
        let (lowest, highest) = match &self.rungs[..] {
            [] => return Vec::new(),
            [only] => (None, only),
            [lowest, .., highest] => (Some(lowest), highest),
        };
        let scored = highest.accuracy.score().map(|score| {
            format!(
                "With perfect play, the first player scores {}; in games between {} players, it scored {}.",
                self.perfect_in_words(),
                highest.label(),
                in_words(&score)
            )
        });
        [kept_in_words(lowest, highest)].into_iter().chain(scored).collect()
    }

    /// Its warnings.
    pub fn warnings(&self) -> Vec<String> {
        let once = || self.rungs.iter().filter(|rung| !rung.agent.is_reproducible());
        let timed = once().any(|rung| !rung.agent.is_program()).then_some(words::TIMED);
        let foreign = once().any(|rung| rung.agent.is_program()).then_some(words::FOREIGN);
        let capped = self.rungs.iter().filter(|rung| !self.cap && rung.accuracy.capped() > 0).map(|rung| {
            format!(
                "{} of the {} of {} reached the cap of {} turns, which the exact value ignores: they are scored as they stood.",
                count(rung.accuracy.capped()),
                words::games(rung.accuracy.games()),
                rung.label(),
                count(self.variant.end.max_turns.into())
            )
        });
        let stopped = (self.missing > 0).then(|| {
            let all = self.rungs.len() + self.missing;
            format!(
                "Not all games were played: the results are those of {} of the {all} rungs.",
                self.rungs.len()
            )
        });
        timed.into_iter().chain(foreign).map(str::to_owned).chain(capped).chain(stopped).collect()
    }

    /// The rungs as objects.
    pub fn rungs_as_json(&self) -> Vec<Json> {
        let rung = |Rung { agent, accuracy }: &Rung| {
            let [first, second] = Player::BOTH.map(|player| share_as_json(accuracy.mistaken(player)));
            json!({
                "agent": agent.to_string(),
                "capped": accuracy.capped(),
                "decisions": accuracy.decisions(),
                "kept": share_as_json(accuracy.kept()),
                "first_mistaken": first,
                "second_mistaken": second,
                "first_player_score": share_as_json(accuracy.score()),
            })
        };
        self.rungs.iter().map(rung).collect()
    }

    /// Writes the table and the charts into the folder `dir`, each atomically; returns their paths.
    ///
    /// # Errors
    /// Returns an error if a chart cannot be drawn or a file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let charts = [self.chart_of_decisions()?, self.chart_of_scores()?].map(chart_file);
        let files: Files = [(Self::FILE.into(), self.csv())].into_iter().chain(charts).collect();
        write_files(dir, files)
    }

    /// The table as CSV: a row for each rung. The cells of missing numbers are empty.
    fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail.
        let mut write = |fields: Vec<String>| {
            writer.write_record(fields.iter().map(|field| inert(field).into_owned())).is_ok()
        };
        let mut header = ["variant", "rules_hash", "agent", "seed", "n", "capped"].to_vec();
        header.extend(["winner_only", "decisions", "n_kept", "kept", "kept_low", "kept_high"]);
        header.extend(["first_mistaken", "first_mistaken_low", "first_mistaken_high"]);
        header.extend(["second_mistaken", "second_mistaken_low", "second_mistaken_high"]);
        header.extend(["first_player_score", "first_player_score_low", "first_player_score_high"]);
        header.push("perfect_score");
        write(header.into_iter().map(str::to_owned).collect());
        for Rung { agent, accuracy } in &self.rungs {
            let game = [self.variant.id.clone(), self.rules_hash.clone()];
            let mut fields = [game, [agent.to_string(), self.seed.to_string()]].concat();
            fields.extend([accuracy.games(), accuracy.capped()].map(|n| n.to_string()));
            fields.push(self.winner_only.to_string());
            let kept = accuracy.kept();
            let n_kept = kept.map_or(0, |kept| kept.n);
            fields.extend([accuracy.decisions(), n_kept].map(|n| n.to_string()));
            let mistaken = Player::BOTH.map(|player| accuracy.mistaken(player));
            let shares = [kept].into_iter().chain(mistaken).chain([accuracy.score()]);
            fields.extend(shares.flat_map(numbers));
            fields.push(self.perfect().to_string());
            write(fields);
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    /// The share of decisions that keep the value, over the rungs.
    fn chart_of_decisions(&self) -> Result<Chart, ReportError> {
        let what = if self.winner_only { "winner" } else { "value" };
        let caption = format!(
            "Of the decisions that matter, the share in which the action played keeps the exact {what}: the mean over games, with \
             its 95 % interval."
        );
        let axis = Axis { reference: None, fixed: Some(PERCENT), is_share: true };
        self.chart("accuracy", &format!("Decisions that keep the {what}"), axis, Accuracy::kept, caption)
    }

    /// The first player's score over the rungs, beside its score with perfect play.
    fn chart_of_scores(&self) -> Result<Chart, ReportError> {
        let name = format!("with perfect play: {}", self.perfect_in_words());
        let reference = Some(Reference { value: self.perfect() * 100.0, name: &name });
        let axis = Axis { reference, fixed: Some(PERCENT), is_share: true };
        let caption = format!(
            "The first player's score against the same agent, with its 95 % interval; dashed, {name}."
        );
        self.chart("first_player_score", "First player's score", axis, Accuracy::score, caption)
    }

    /// A chart of a share over the rungs that have it.
    fn chart(
        &self,
        name: &str,
        title: &str,
        axis: Axis<'_>,
        share: fn(&Accuracy) -> Option<MeanShare>,
        caption: String,
    ) -> Result<Chart, ReportError> {
        let labels: Vec<String> = self.rungs.iter().map(Rung::label).collect();
        let point = |(at, rung): (usize, &Rung)| {
            let share = share(&rung.accuracy)?;
            let in_words = format!("{}: {}", labels[at], in_words(&share));
            let interval = share.interval.map(|x| x * 100.0);
            Some(Point { x: at as f64, value: share.value * 100.0, interval, in_words })
        };
        let points = self.rungs.iter().enumerate().filter_map(point).collect();
        let source = format!(
            "{} ({}), {} a rung, seed {}",
            self.variant.info.title(),
            self.variant.board,
            words::games(self.games),
            self.seed
        );
        LineChart {
            name,
            title,
            message: None,
            values: (&format!("{title}, %"), axis),
            key: RUNGS,
            labels: labels.iter().enumerate().map(|(at, label)| (at as f64, label.as_str())).collect(),
            continuous: true,
            lines: vec![Line { name: String::new(), points }],
        }
        .draw(&source, caption)
    }
}

/// A share and its interval as an object; `null` if the games do not have it.
fn share_as_json(share: Option<MeanShare>) -> Json {
    share.map_or(Json::Null, |MeanShare { value, interval, n }| {
        let [value, low, high] = [value, interval.low, interval.high].map(rounded);
        json!({ "value": value, "low": low, "high": high, "n": n })
    })
}

/// How often the `highest` rung keeps the value, and the `lowest` if there are several.
fn kept_in_words(lowest: Option<&Rung>, highest: &Rung) -> String {
    let Some(lowest) = lowest else {
        let (only, kept) = (highest.label(), highest.accuracy.kept().as_ref().map(in_words));
        return match kept {
            Some(kept) => format!("Of the decisions that matter, {only} kept the value in {kept}."),
            None => format!("{only} had no decision that matters."),
        };
    };
    let [low, high] = [lowest, highest].map(|rung| rung.accuracy.kept().as_ref().map(in_words));
    let (lowest, highest) = (lowest.label(), highest.label());
    match (low, high) {
        (Some(low), Some(high)) => {
            format!(
                "Of the decisions that matter, {lowest} kept the value in {low}, and {highest} in {high}."
            )
        }
        (Some(low), None) => format!(
            "Of the decisions that matter, {lowest} kept the value in {low}; {highest} had no such decision."
        ),
        (None, Some(high)) => format!(
            "Of the decisions that matter, {highest} kept the value in {high}; {lowest} had no such decision."
        ),
        (None, None) => format!("Neither {lowest} nor {highest} had a decision that matters."),
    }
}

/// A share in words: `49.7 % (95 % interval 48.7 to 50.7, n = 10,000)`.
fn in_words(share: &MeanShare) -> String {
    let Formatted { value, interval, unit } = words::share_in_percent(share);
    let interval = interval.unwrap_or_default();
    format!("{value}{unit} (95 % interval {interval}, n = {})", count(share.n))
}

/// The n of a share, the share, and its interval, in human-readable form.
fn cells(share: Option<MeanShare>) -> [String; 3] {
    let Some(share) = share else { return ["0".to_owned(), "–".to_owned(), String::new()] };
    let Formatted { value, interval, unit } = words::share_in_percent(&share);
    [count(share.n), format!("{value}{unit}"), interval.unwrap_or_default()]
}

/// A share and the ends of its interval as numbers.
fn numbers(share: Option<MeanShare>) -> [String; 3] {
    let number = |x: f64| rounded(x).to_string();
    share.map_or_else(Default::default, |MeanShare { value, interval, .. }| {
        [value, interval.low, interval.high].map(number)
    })
}
