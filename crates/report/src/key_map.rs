//! Maps over two keys: the values of several runs as coloured cells.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::plot::{Area, Drawn, NOTE, TEXT, Tooltip, is_narrow, rgb, type_of};
use dropline_engine::draw::palette::{self, Rgb};
use dropline_engine::text::fitted;

/// A cell of a map over two keys.
pub struct MapCell {
    /// Its text.
    pub in_words: String,
    /// Its 95 % interval, in words.
    pub interval: String,
    /// Its colour.
    pub colour: Rgb,
}

/// The legend of a map's colours.
pub struct Key {
    /// The colours, from the left to the right.
    pub shades: Vec<Rgb>,
    /// Labels for some of the colours, with their positions from 0 to 1.
    pub words: Vec<(f64, String)>,
}

impl Key {
    /// Draws the legend as a strip whose upper left corner is `left`, `top`, with its labels below.
    fn draw(&self, area: &Area<'_>, (left, top): (i32, i32), width: i32) -> Drawn {
        const STRIP: i32 = 26;
        let x = |place: f64| left + (f64::from(width) * place).round() as i32;
        let of = self.shades.len().max(1) as f64;
        for (i, shade) in self.shades.iter().enumerate() {
            // Each shade extends to the end, below the following ones, so that no seams show.
            let corners = [(x(i as f64 / of), top), (left + width, top + STRIP)];
            area.draw(&Rectangle::new(corners, rgb(*shade).filled()))?;
        }
        area.draw(&Rectangle::new([(left, top), (left + width, top + STRIP)], rgb(palette::GRID)))?;
        for (place, word) in &self.words {
            let side = match place {
                0.0 => HPos::Left,
                1.0 => HPos::Right,
                _ => HPos::Center,
            };
            let text = type_of(NOTE, palette::INK, side);
            area.draw(&Text::new(word.clone(), (x(*place), top + STRIP + 20), text))?;
        }
        Ok(())
    }
}

/// A map over two keys: a coloured cell with its number for each pair of values, or a dash if there is no game. The names of the
/// keys are below and above it, the legend `key` at the bottom.
pub fn map(
    area: &Area<'_>,
    (columns, rows): (&[String], &[String]),
    names: (&str, &str),
    key: &Key,
    cell: impl Fn(usize, usize) -> Option<MapCell>,
    tooltips: &mut Vec<Tooltip>,
) -> Drawn {
    const ABOVE: i32 = 40;
    const BELOW: i32 = 184;
    let (left, letters) = if is_narrow(area) { (130, 7) } else { (300, 17) };
    let (width, height) = area.dim_in_pixel();
    let corner = (area.get_pixel_range().0.start, area.get_pixel_range().1.start);
    let (width, height) = (width as i32 - left, height as i32 - BELOW);
    let x = |i: usize| left + width * i as i32 / columns.len().max(1) as i32;
    let y = |i: usize| ABOVE + (height - ABOVE) * i as i32 / rows.len().max(1) as i32;
    for (row, name) in rows.iter().enumerate() {
        let middle = (y(row) + y(row + 1)) / 2;
        area.draw(&Text::new(
            fitted(name, letters),
            (left - 16, middle),
            type_of(NOTE, palette::INK, HPos::Right),
        ))?;
        for (column, value) in columns.iter().enumerate() {
            let found = cell(column, row);
            let colour = found.as_ref().map_or(palette::UNKNOWN, |cell| cell.colour);
            let corners = [(x(column) + 2, y(row) + 2), (x(column + 1) - 2, y(row + 1) - 2)];
            area.draw(&Rectangle::new(corners, rgb(colour).filled()))?;
            let at = (x(column) + x(column + 1)) / 2;
            // Black, not the ink of the page, which is light on a dark one.
            let ink = if colour.ink() == palette::PAPER { palette::PAPER } else { Rgb(0, 0, 0) };
            let text = |in_words: &str, y: i32, size: i32| {
                Text::new(in_words.to_owned(), (at, y), type_of(size, ink, HPos::Center))
            };
            let Some(cell) = found else {
                area.draw(&text("–", middle, TEXT))?;
                continue;
            };
            let (wide, high) = (x(column + 1) - x(column), y(1) - y(0));
            let fits = |text: &str, letter: i32| letter * text.chars().count() as i32 <= wide;
            let ends = cell.interval.split_once(" to ").map(|(low, high)| (format!("{low} to"), high));
            if high >= 76 && fits(&cell.interval, 10) {
                area.draw(&text(&cell.in_words, middle - 16, TEXT))?;
                // As large as any other note, unless its column is too narrow.
                let size = if fits(&cell.interval, 13) { NOTE } else { NOTE - 4 };
                area.draw(&text(&cell.interval, middle + 20, size))?;
            } else if let Some((low, end)) = ends.filter(|(low, _)| high >= 100 && fits(low, 10)) {
                area.draw(&text(&cell.in_words, middle - 30, TEXT))?;
                area.draw(&text(&low, middle + 4, NOTE - 4))?;
                area.draw(&text(end, middle + 30, NOTE - 4))?;
            } else {
                area.draw(&text(&cell.in_words, middle, NOTE))?;
                tooltips.push(Tooltip {
                    x: (corner.0 + x(column), corner.0 + x(column + 1)),
                    y: (corner.1 + y(row), corner.1 + y(row + 1)),
                    in_words: format!("{name}, {value}: {} ({})", cell.in_words, cell.interval),
                });
            }
        }
    }
    for (i, label) in columns.iter().enumerate() {
        let at = (x(i) + x(i + 1)) / 2;
        area.draw(&Text::new(
            fitted(label, 14),
            (at, height + 22),
            type_of(NOTE, palette::INK, HPos::Center),
        ))?;
    }
    let (across, down) = names;
    area.draw(&Text::new(
        across.to_owned(),
        (left + width / 2, height + 66),
        type_of(TEXT, palette::INK, HPos::Center),
    ))?;
    area.draw(&Text::new(down.to_owned(), (0, 14), type_of(TEXT, palette::INK, HPos::Left)))?;
    key.draw(area, (left + 2, height + 110), width - 4)
}
