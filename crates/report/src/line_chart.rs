//! Charts of lines over the values of a key, or over the rungs of a ladder.

use super::plot::{Frame, HEIGHT};
use super::series::{self, Axis, Line, Scale};
use super::{Chart, ReportError};

/// The name of the axis of rungs.
pub const RUNGS: &str = "rungs, from the lowest to the highest";

/// The name of the axis of the players of a study.
pub const PLAYERS: &str = "players, from the lowest rung to the highest";

/// A chart of lines over the values of a key.
pub struct LineChart<'a> {
    /// The name of the chart's file.
    pub name: &'a str,
    /// What it shows, as a measure.
    pub title: &'a str,
    /// What it shows, as a message.
    pub message: Option<String>,
    /// The measure with its unit, and its axis.
    pub values: (&'a str, Axis<'a>),
    /// The label of the axis.
    pub key: &'a str,
    /// The labelled values; without any, the axis has numbers.
    pub labels: Vec<(f64, &'a str)>,
    /// Whether the axis is continuous.
    pub continuous: bool,
    /// The lines.
    pub lines: Vec<Line>,
}

impl LineChart<'_> {
    /// Draws the chart; `source` names the source of its data, `caption` says how to read it.
    pub fn draw(self, source: &str, caption: String) -> Result<Chart, ReportError> {
        let height = HEIGHT + 40 * self.lines.len() as i32;
        let points = self.lines.iter().flat_map(|line| &line.points);
        let values: Vec<&str> = points.map(|point| point.in_words.as_str()).collect();
        let described = format!("{} over {}: {}.", self.title, self.key, values.join("; "));
        let (title, axis) = self.values;
        let frame = Frame {
            name: self.name,
            message: self.message.as_deref(),
            title,
            source,
            heights: [height; 2],
            described,
        };
        let scale = Scale { name: self.key, labels: &self.labels, continuous: self.continuous };
        frame.draw(caption, |area, tooltips| series::lines(area, &self.lines, &scale, axis, tooltips))
    }
}
