//! Common parts of charts: the frame with its title and its source, axes, and lines with their bands.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Chart, words};
use dropline_engine::draw::palette::{self, Rgb};
use dropline_engine::draw::{printable, sheet};
use dropline_engine::text::{fitted, wrapped};

/// Charts are drawn at twice the size of the maps, since plotters has only integer coordinates.
pub const WIDTH: i32 = 2 * sheet::WIDTH as i32;
pub const HEIGHT: i32 = 720;
pub const MARGIN: i32 = 24;
/// Font sizes; plotters divides them by 1.24.
pub const HEADING: i32 = 42;
pub const TEXT: i32 = 33;
pub const NOTE: i32 = 29;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Axes<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
pub type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

pub fn rgb(Rgb(r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

pub fn type_of(size: i32, colour: Rgb, horizontal: HPos) -> TextStyle<'static> {
    ("system-ui, sans-serif", size).into_font().color(&rgb(colour)).pos(Pos::new(horizontal, VPos::Center))
}

/// A part of a chart with a tooltip: a rectangle in the chart's units.
pub struct Tooltip {
    /// The left and right ends.
    pub x: (i32, i32),
    /// The upper and lower ends.
    pub y: (i32, i32),
    /// Its text.
    pub in_words: String,
}

impl Tooltip {
    /// The part of the plot of `chart` between two positions on its x axis, over the whole height.
    pub fn column(chart: &Axes<'_, '_>, low: f64, high: f64, in_words: String) -> Self {
        let y = chart.y_range();
        let (left, bottom) = chart.backend_coord(&(low, y.start));
        let (right, top) = chart.backend_coord(&(high, y.end));
        Self { x: (left, right), y: (top, bottom), in_words }
    }

    /// The area around a point.
    pub fn around(chart: &Axes<'_, '_>, at: (f64, f64), in_words: String) -> Self {
        const REACH: i32 = 22;
        let (x, y) = chart.backend_coord(&at);
        Self { x: (x - REACH, x + REACH), y: (y - REACH, y + REACH), in_words }
    }
}

/// The frame of a chart.
pub struct Frame<'a> {
    /// The name of its file, without the extension.
    pub name: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The source of its data, for the footer.
    pub source: &'a str,
    /// Its height; all charts are [`WIDTH`] wide.
    pub height: i32,
    /// A description in words, for readers who cannot see it.
    pub described: String,
}

impl Frame<'_> {
    /// Draws a chart under its title, with its source at the foot. `caption` says how to read it.
    pub fn draw(
        &self,
        caption: String,
        draw: impl FnOnce(&Area<'_>, &mut Vec<Tooltip>) -> Drawn,
    ) -> Result<Chart, super::ReportError> {
        let (mut svg, mut tooltips) = (String::new(), Vec::new());
        let drawn = (|| {
            let size = (WIDTH as u32, self.height as u32);
            let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            root.fill(&rgb(palette::PAPER))?;
            let heading = type_of(HEADING, palette::INK, HPos::Left).font.style(FontStyle::Bold);
            let heading = heading.color(&rgb(palette::INK)).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw(&Text::new(self.title.to_owned(), (MARGIN, 36), heading))?;
            for (i, line) in (0..).zip(footnote(self.source)) {
                let y = self.height - 46 + 30 * i;
                root.draw(&Text::new(line, (MARGIN, y), type_of(NOTE, palette::QUIET, HPos::Left)))?;
            }
            draw(&root.margin(70, 64, MARGIN, MARGIN), &mut tooltips)?;
            root.present()
        })();
        let name = self.name.to_owned();
        drawn.map_err(|error| super::ReportError::Draw { chart: name.clone(), what: error.to_string() })?;
        let words = maud::html! { title { (self.title) } desc { (printable(&self.described)) " " (printable(&caption)) } };
        let tooltips = maud::html! { @for Tooltip { x, y, in_words } in &tooltips {
            rect.spot x=(x.0) y=(y.0) width=(x.1 - x.0) height=(y.1 - y.0) fill="none" pointer-events="all" { title { (in_words) } }
        } };
        let svg = svg.replacen("<svg ", "<svg role=\"img\" ", 1).replacen(
            ">\n",
            &format!(">\n{}\n", words.into_string()),
            1,
        );
        let svg = svg.replacen("</svg>", &format!("{}\n</svg>", tooltips.into_string()), 1);
        // Labels come from files, and plotters escapes only markup.
        let svg = svg.split('\n').map(printable).collect::<Vec<_>>().join("\n");
        Ok(Chart { name, caption, svg, shaded: false })
    }
}

/// The text on at most two lines; an ellipsis marks text that does not fit.
fn footnote(text: &str) -> Vec<String> {
    // There is enough room for wide letters, as in commands and in browsers without narrow fonts.
    const FITS: usize = 78;
    let mut lines = wrapped(&printable(text), FITS);
    if lines.len() > 2 {
        lines.truncate(2);
        lines[1].push_str(" …");
    }
    lines.iter().map(|line| fitted(line, FITS)).collect()
}

/// Axes over `x` and `y`, named, with a light grid.
pub fn axes<'a, 'b>(
    area: &'a Area<'b>,
    x: std::ops::Range<f64>,
    y: std::ops::Range<f64>,
    (x_name, y_name): (&str, &str),
    (x_labels, y_labels): (usize, usize),
) -> Result<Axes<'a, 'b>, DrawingAreaErrorKind<std::io::Error>> {
    let label_area = if y_name.is_empty() { 0 } else { 150 };
    let mut chart = ChartBuilder::on(area)
        .margin_right(16)
        .margin_top(12)
        .x_label_area_size(if x_name.is_empty() { 12 } else { 92 })
        .y_label_area_size(label_area)
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.label_style(type_of(TEXT, palette::INK, HPos::Center))
        .axis_desc_style(type_of(TEXT, palette::INK, HPos::Center))
        .axis_style(rgb(palette::INK))
        .bold_line_style(rgb(palette::GRID))
        .light_line_style(TRANSPARENT)
        .x_labels(x_labels)
        .y_labels(y_labels)
        .x_label_formatter(&tick)
        .y_label_formatter(&tick)
        .x_desc(x_name)
        .y_desc(y_name);
    if y_name.is_empty() {
        mesh.disable_y_axis().disable_y_mesh();
    }
    mesh.draw()?;
    Ok(chart)
}

/// A number on an axis, with as many decimals as it needs.
pub fn tick(value: &f64) -> String {
    if value.abs() >= 1000.0 {
        let size = words::count(value.abs().round() as u64);
        return if *value < 0.0 { format!("−{size}") } else { size };
    }
    let decimals = (0..3).find(|&d| (value - round_to(*value, d)).abs() < 1e-6).unwrap_or(3);
    words::decimal(*value, decimals)
}

fn round_to(value: f64, decimals: usize) -> f64 {
    let power = 10_f64.powi(decimals as i32);
    (value * power).round() / power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footnote_that_does_not_fit_ends_with_an_ellipsis() {
        assert_eq!(footnote("a short one"), ["a short one"]);
        let long = footnote(&"word ".repeat(60));
        assert_eq!(long.len(), 2);
        assert!(long[1].ends_with(" …") && !long[0].ends_with('…'));
        assert!(footnote(&"w".repeat(200))[0].chars().count() <= 78);
    }

    #[test]
    fn axes_have_no_needless_decimals() {
        assert_eq!(
            [0.0, 49.5, -10.0, 12_000.0, -0.25].map(|x| tick(&x)),
            ["0", "49.5", "−10", "12,000", "−0.25"]
        );
    }
}
