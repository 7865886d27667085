//! A text canvas: characters by line and column.

use std::collections::BTreeMap;

use anstyle::Style;

/// A line of text, counted upward, and a column in it.
pub type Place = (i32, i32);

/// Characters by line, counted from the bottom up, and by column.
#[derive(Default)]
pub struct Canvas(BTreeMap<i32, BTreeMap<i32, (char, Style)>>);

impl Canvas {
    /// Writes `text` to the right, starting at `place`.
    pub fn put(&mut self, (line, column): Place, text: &str, style: Style) {
        let line = self.0.entry(line).or_default();
        line.extend((column..).zip(text.chars()).map(|(column, symbol)| (column, (symbol, style))));
    }

    /// The lines from top to bottom, with ANSI escapes if `colour` is wanted.
    pub fn text(&self, colour: bool) -> String {
        let left = self.0.values().filter_map(|line| line.keys().next()).min().copied().unwrap_or(0);
        let mut text = String::new();
        for line in self.0.values().rev() {
            let mut at = left;
            for (&column, &(symbol, style)) in line {
                (at..column).for_each(|_| text.push(' '));
                at = column + 1;
                if colour {
                    text.push_str(&format!("{style}{symbol}{style:#}"));
                } else {
                    text.push(symbol);
                }
            }
            text.push('\n');
        }
        text
    }
}
