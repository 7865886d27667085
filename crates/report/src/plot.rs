//! Common parts of charts: the frame with its title and its source, axes, and lines with their bands.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Chart, Ground, words};
use dropline_engine::draw::palette::{self, Rgb};
use dropline_engine::draw::{printable, sheet};
use dropline_engine::text::{fitted, wrapped};

/// Charts are drawn at twice the size of the maps, since plotters has only integer coordinates.
pub const WIDTH: i32 = 2 * sheet::WIDTH as i32;
/// The width of charts on narrow screens, on which the others would be too small to read.
const NARROW: i32 = 720;
pub const HEIGHT: i32 = 720;
pub const MARGIN: i32 = 24;
/// Font sizes; plotters divides them by 1.24.
pub const HEADING: i32 = 42;
pub const TEXT: i32 = 33;
/// The height of a line of a heading.
const HEADING_LINE: i32 = 44;
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

/// Whether this is the whole area of a chart for narrow screens.
pub fn is_narrow(area: &Area<'_>) -> bool {
    (area.dim_in_pixel().0 as i32) < NARROW
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
    /// What it shows, as its title.
    pub message: Option<&'a str>,
    /// What it shows, as a measure with its unit: below the message, or as the title.
    pub title: &'a str,
    /// The source of its data, for the footer.
    pub source: &'a str,
    /// Its height with one line as its title, and that on narrow screens.
    pub heights: [i32; 2],
    /// A description in words, for readers who cannot see it.
    pub described: String,
}

impl Frame<'_> {
    /// Draws a chart under its title, with its source at the foot. `caption` says how to read it.
    pub fn draw(
        &self,
        caption: String,
        draw: impl Fn(&Area<'_>, &mut Vec<Tooltip>) -> Drawn,
    ) -> Result<Chart, super::ReportError> {
        let [svg, narrow] = [WIDTH, NARROW].map(|width| {
            self.picture(width, &caption, &draw).map_err(|error| super::ReportError::Draw {
                chart: self.name.to_owned(),
                what: error.to_string(),
            })
        });
        let narrow = Some(narrow?.replacen("<svg ", "<svg class=\"narrow\" ", 1));
        Ok(Chart { name: self.name.to_owned(), caption, svg: svg?, narrow, ground: Ground::Page })
    }

    /// The picture of this width.
    fn picture(
        &self,
        width: i32,
        caption: &str,
        draw: impl Fn(&Area<'_>, &mut Vec<Tooltip>) -> Drawn,
    ) -> Result<String, DrawingAreaErrorKind<std::io::Error>> {
        let (mut svg, mut tooltips) = (String::new(), Vec::new());
        let (heading, below) = self.heading(width);
        let height = self.heights[usize::from(width == NARROW)] + below;
        {
            let root = SVGBackend::with_string(&mut svg, (width as u32, height as u32)).into_drawing_area();
            root.fill(&rgb(palette::PAPER))?;
            let bold = type_of(HEADING, palette::INK, HPos::Left).font.style(FontStyle::Bold);
            let bold = bold.color(&rgb(palette::INK)).pos(Pos::new(HPos::Left, VPos::Center));
            for (i, line) in (0..).zip(heading) {
                root.draw(&Text::new(line, (MARGIN, 36 + HEADING_LINE * i), bold.clone()))?;
            }
            if self.message.is_some() {
                let measure = type_of(TEXT, palette::QUIET, HPos::Left);
                root.draw(&Text::new(self.title.to_owned(), (MARGIN, 32 + below), measure))?;
            }
            for (i, line) in (0..).zip(footnote(self.source, width)) {
                let y = height - 46 + 30 * i;
                root.draw(&Text::new(line, (MARGIN, y), type_of(NOTE, palette::QUIET, HPos::Left)))?;
            }
            draw(&root.margin(70 + below, 64, MARGIN, MARGIN), &mut tooltips)?;
            root.present()?;
        }
        let words = maud::html! {
            @match self.message { Some(message) => title.message { (message) }, None => title { (self.title) } }
            desc { (printable(&self.described)) " " (printable(caption)) }
        };
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
        Ok(svg.split('\n').map(printable).collect::<Vec<_>>().join("\n"))
    }

    /// The lines of the heading, and how much higher than one line it is, with the measure below it.
    fn heading(&self, width: i32) -> (Vec<String>, i32) {
        /// The width of a bold letter of a heading.
        const BOLD: i32 = 21;
        let title = self.message.unwrap_or(self.title);
        let lines = wrapped(&printable(title), ((width - 2 * MARGIN) / BOLD) as usize);
        let measure = if self.message.is_some() { 44 } else { 0 };
        let below = HEADING_LINE * (lines.len() as i32 - 1) + measure;
        (lines, below)
    }
}

/// The text on at most two lines; an ellipsis marks text that does not fit.
fn footnote(text: &str, width: i32) -> Vec<String> {
    // There is enough room for wide letters, as in commands and in browsers without narrow fonts.
    let fits = ((width - 2 * MARGIN) * 10 / 137) as usize;
    let mut lines = wrapped(&printable(text), fits);
    if lines.len() > 2 {
        lines.truncate(2);
        lines[1].push_str(" …");
    }
    lines.iter().map(|line| fitted(line, fits)).collect()
}

/// Axes over `x` and `y`, named, with a light grid.
pub fn axes<'a, 'b>(
    area: &'a Area<'b>,
    x: std::ops::Range<f64>,
    y: std::ops::Range<f64>,
    (x_name, y_name): (&str, &str),
    (x_labels, y_labels): (usize, usize),
) -> Result<Axes<'a, 'b>, DrawingAreaErrorKind<std::io::Error>> {
    let label_area = match (y_name, y_labels) {
        ("", 0) => 0,
        ("", _) => 96,
        _ => 150,
    };
    /// The least distance between two numbers on the x axis.
    const APART: i32 = 80;
    let most = (area.dim_in_pixel().0 as i32 - label_area) / APART;
    let mut chart = ChartBuilder::on(area)
        .margin_right(16)
        .margin_top(12)
        .x_label_area_size(match (x_name, x_labels) {
            ("", 0) => 12,
            ("", _) => 50,
            _ => 92,
        })
        .y_label_area_size(label_area)
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.label_style(type_of(TEXT, palette::INK, HPos::Center))
        .axis_desc_style(type_of(TEXT, palette::INK, HPos::Center))
        .axis_style(rgb(palette::INK))
        .bold_line_style(rgb(palette::GRID))
        .light_line_style(TRANSPARENT)
        .x_labels(x_labels.min(most.max(0) as usize))
        .y_labels(y_labels)
        .x_label_formatter(&tick)
        .y_label_formatter(&tick)
        .x_desc(x_name)
        .y_desc(y_name);
    if y_name.is_empty() && y_labels == 0 {
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
        assert_eq!(footnote("a short one", WIDTH), ["a short one"]);
        let long = footnote(&"word ".repeat(60), WIDTH);
        assert_eq!(long.len(), 2);
        assert!(long[1].ends_with(" …") && !long[0].ends_with('…'));
        assert!(footnote(&"w".repeat(200), WIDTH)[0].chars().count() <= 78);
    }

    #[test]
    fn axes_have_no_needless_decimals() {
        assert_eq!(
            [0.0, 49.5, -10.0, 12_000.0, -0.25].map(|x| tick(&x)),
            ["0", "49.5", "−10", "12,000", "−0.25"]
        );
    }
}
