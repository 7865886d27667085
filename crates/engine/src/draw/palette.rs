//! Colours that can be told apart with any colour vision, and on paper.
//!
//! Blue and vermilion are from the set by M. Okabe and K. Ito, "Color universal design" (2008), which B. Wong, "Points of view:
//! color blindness", Nature Methods 8 (2011) recommends. No meaning is ever conveyed by colour alone.

/// Red, green and blue, from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Text and lines.
pub const INK: Rgb = Rgb(0x1b, 0x1b, 0x1b);
/// Less prominent text; its contrast on white is 7 to 1.
pub const QUIET: Rgb = Rgb(0x55, 0x55, 0x55);
/// The page.
pub const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);
/// The lines of a grid.
pub const GRID: Rgb = Rgb(0xd9, 0xd9, 0xd9);
/// The first player.
pub const FIRST: Rgb = Rgb(0x00, 0x72, 0xb2);
/// The second player.
pub const SECOND: Rgb = Rgb(0xd5, 0x5e, 0x00);
/// Draws.
pub const DRAW: Rgb = Rgb(0x8c, 0x8c, 0x8c);
/// Too little data.
pub const UNKNOWN: Rgb = Rgb(0xe4, 0xe4, 0xe4);
/// A stone that belongs to no side.
pub const NEUTRAL: Rgb = Rgb(0x7a, 0x7a, 0x7a);
/// The cells of a board.
pub const WOOD: Rgb = Rgb(0xf5, 0xec, 0xd7);
/// A cell of a set that the rules name.
pub const SHADED: Rgb = Rgb(0xe4, 0xd3, 0xac);
/// The lines between the cells of a board.
pub const WOOD_LINE: Rgb = Rgb(0xb9, 0xa6, 0x7c);
/// Black's tiles.
pub const BLACK_TILE: Rgb = Rgb(0x6f, 0x9b, 0xc0);
/// The stripes of black's tiles.
pub const BLACK_STRIPES: Rgb = Rgb(0x44, 0x6f, 0x96);
/// White's tiles.
pub const WHITE_TILE: Rgb = Rgb(0xf0, 0xdb, 0x84);

/// The least contrast between text and its background (WCAG 2.1, level AA).
const ENOUGH: f64 = 4.5;

impl Rgb {
    /// Interpolates from `self` at 0 to `other` at 1.
    pub fn towards(self, other: Self, share: f64) -> Self {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The colour of text on this colour: [`INK`] or [`PAPER`], whichever has more contrast, or black where neither suffices.
    pub fn ink(self) -> Self {
        const BLACK: Rgb = Rgb(0, 0, 0);
        let better = if self.contrast(INK) >= self.contrast(PAPER) { INK } else { PAPER };
        // A colour on which white is illegible is light enough for black.
        if self.contrast(better) >= ENOUGH { better } else { BLACK }
    }

    /// The contrast ratio of two colours, from 1 to 21 (WCAG 2.1).
    fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// The relative luminance, from 0 to 1 (WCAG 2.1).
    fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// White at 0, the first player's colour at 1.
pub fn sequential(share: f64) -> Rgb {
    PAPER.towards(FIRST, share)
}

/// The second player's colour at -1, white at 0, the first player's at 1.
pub fn diverging(balance: f64) -> Rgb {
    PAPER.towards(if balance < 0.0 { SECOND } else { FIRST }, balance.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_legible_on_every_shade() {
        for i in -1000..=1000 {
            let shade = diverging(f64::from(i) / 1000.0);
            assert!(shade.contrast(shade.ink()) >= 4.5, "{shade}: {}", shade.contrast(shade.ink()));
        }
        assert!(PAPER.contrast(QUIET) >= 7.0 && UNKNOWN.contrast(INK) >= 7.0 && WOOD.contrast(INK) >= 7.0);
    }

    #[test]
    fn tiles_differ_in_lightness_and_stones_stand_out_from_both() {
        assert!(WHITE_TILE.contrast(BLACK_TILE) >= 2.0 && BLACK_TILE.contrast(BLACK_STRIPES) >= 1.5);
        assert!(BLACK_TILE.contrast(INK) >= 4.5 && WHITE_TILE.contrast(INK) >= 7.0);
    }

    #[test]
    fn colours_are_written_as_in_css() {
        assert_eq!(FIRST.to_string(), "#0072b2");
        assert_eq!((diverging(0.0), diverging(1.0), diverging(-1.0)), (PAPER, FIRST, SECOND));
        assert_eq!(diverging(f64::NAN), PAPER);
    }
}
