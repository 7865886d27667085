//! The pieces on the cells of a sheet: stones, stacks, and the marks and stripes that go with them.

use maud::{Markup, html};

use super::palette::{self, INK, Rgb};
use super::sheet::short;
use crate::board::Point;
use crate::variant::Colour;

/// The middle of a cell on a sheet.
pub struct CellCentre {
    /// Across the sheet.
    pub x: f64,
    /// Down the sheet.
    pub y: f64,
    /// The distance between neighbouring cells.
    pub scale: f64,
}

/// The fill of a stone, and the colour of what is written on it.
const fn shades(colour: Colour) -> (Rgb, Rgb) {
    match colour {
        Colour::Black => (INK, palette::PAPER),
        Colour::White => (palette::PAPER, INK),
    }
}

impl CellCentre {
    /// A single stone, with the letter of its kind, and with a ring on it if it is `marked`.
    pub fn stone(&self, colour: Colour, letter: Option<char>, marked: bool) -> Markup {
        let (_, mark) = shades(colour);
        html! {
            (self.disc(0.0, 0.0, 0.4, colour))
            @if let Some(letter) = letter { (self.letter(letter, mark)) }
            @if marked { (self.mark(mark, letter)) }
        }
    }

    /// A neutral stone: a grey block, with the letter of its kind, and with a ring on it if it is `marked`.
    pub fn block(&self, letter: Option<char>, marked: bool) -> Markup {
        let side = 0.6 * self.scale;
        html! {
            rect x=(short(self.x - side / 2.0)) y=(short(self.y - side / 2.0)) width=(short(side)) height=(short(side))
                rx=(short(side / 8.0)) fill=(palette::NEUTRAL) stroke=(INK) stroke-width=(short(0.04 * self.scale)) {}
            @if let Some(letter) = letter { (self.letter(letter, palette::PAPER)) }
            @if marked { (self.mark(palette::PAPER, letter)) }
        }
    }

    /// A small ring, or a wide one around a `letter`.
    pub fn mark(&self, colour: Rgb, letter: Option<char>) -> Markup {
        let (radius, width) = if letter.is_some() { (0.32, 0.05) } else { (0.15, 0.08) };
        html! {
            circle cx=(short(self.x)) cy=(short(self.y)) r=(short(radius * self.scale)) fill="none" stroke=(colour)
                stroke-width=(short(width * self.scale)) {}
        }
    }

    /// A letter on a stone.
    fn letter(&self, letter: char, colour: Rgb) -> Markup {
        html! {
            text x=(short(self.x)) y=(short(self.y + 0.13 * self.scale)) font-size=(short(0.36 * self.scale)) font-weight="bold"
                fill=(colour) { (letter) }
        }
    }

    /// A stack: its top stone with the height on it. If there are several stones, small ones next to the top stone show their
    /// order, from the bottom up. A prisoner is drawn in a dashed ring.
    pub fn stack(&self, stones: &[Colour], prisoner: bool) -> Markup {
        let Some(&top) = stones.last() else { return html! {} };
        let height = stones.len();
        // A single stone is centred; the top stone of a higher stack leaves room to its right.
        let across = if height == 1 { 0.0 } else { -0.08 };
        // Small stones shrink if there are more than fit in a cell.
        let pitch = (0.66 / height as f64).min(0.13);
        let small = |i: usize| (0.36, pitch * ((height - 1) as f64 / 2.0 - i as f64));
        html! {
            (self.disc(across, 0.0, 0.27, top))
            text x=(short(self.x + across * self.scale)) y=(short(self.y + 0.12 * self.scale))
                font-size=(short(0.34 * self.scale)) font-weight="bold" fill=(shades(top).1) { (height) }
            @if height > 1 {
                @for (i, &colour) in stones.iter().enumerate() {
                    @let (x, y) = small(i);
                    (self.disc(x, y, pitch * 0.42, colour))
                }
            }
            @if prisoner {
                circle cx=(short(self.x + across * self.scale)) cy=(short(self.y)) r=(short(0.335 * self.scale))
                    fill="none" stroke=(INK) stroke-width=(short(0.035 * self.scale))
                    stroke-dasharray=(short(0.08 * self.scale)) {}
            }
        }
    }

    /// Stripes over a cell with these `corners`. They distinguish one kind of cell from another without colour.
    pub fn stripes(&self, corners: &[Point], colour: Rgb) -> Markup {
        // A stripe is as long as the cell is wide at the stripe's height; the corners form a convex polygon.
        let ends = |height: f64| {
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let across = sides.filter(|(a, b)| (a.y - height) * (b.y - height) < 0.0);
            let at = across.map(|(a, b)| a.x + (b.x - a.x) * (height - a.y) / (b.y - a.y));
            at.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
        };
        let lines = [-0.45, -0.27, -0.09, 0.09, 0.27, 0.45].map(|height| (height, ends(height)));
        html! {
            g stroke=(colour) stroke-width=(short(0.035 * self.scale)) {
                @for (height, (left, right)) in lines {
                    @if left < right {
                        line x1=(short(self.x + left * self.scale)) y1=(short(self.y - height * self.scale))
                            x2=(short(self.x + right * self.scale)) y2=(short(self.y - height * self.scale)) {}
                    }
                }
            }
        }
    }

    fn disc(&self, across: f64, down: f64, radius: f64, colour: Colour) -> Markup {
        html! {
            circle cx=(short(self.x + across * self.scale)) cy=(short(self.y + down * self.scale))
                r=(short(radius * self.scale)) fill=(shades(colour).0) stroke=(INK)
                stroke-width=(short((0.1 * radius * self.scale).max(0.6).min(0.04 * self.scale))) {}
        }
    }
}
