//! Boards as text for a terminal and as SVG.
//!
//! A [`Picture`] says what is to be seen: stones by their colour, the cells of the last turn, some words.
//! Drawing knows no rules. The sheets that boards are drawn on serve the report's maps as well.

mod edge;
pub(crate) mod palette;
pub(crate) mod sheet;
mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::terminal;

use crate::board::{Board, Cell};
use crate::variant::Colour;

/// A position to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The stone on each cell, in the order of [`Board::cells`]; cells beyond its end are empty.
    pub stones: Vec<Option<Colour>>,
    /// The cells of the last turn, to be marked.
    pub last: Vec<Cell>,
    /// A line above; may be empty.
    pub title: String,
    /// A line below; may be empty.
    pub caption: String,
}

impl<'a> Picture<'a> {
    /// The position with these stones, without any words or marks.
    pub fn new(board: &'a Board, stone: impl FnMut(Cell) -> Option<Colour>) -> Self {
        Self {
            board,
            stones: board.cells().iter().copied().map(stone).collect(),
            last: Vec::new(),
            title: String::new(),
            caption: String::new(),
        }
    }

    fn stone(&self, cell: Cell) -> Option<Colour> {
        self.board.index(cell).and_then(|i| self.stones.get(i).copied().flatten())
    }

    fn is_last(&self, cell: Cell) -> bool {
        self.last.contains(&cell)
    }
}

/// `text` without characters that would steer a terminal or are not allowed in XML.
pub(crate) fn printable(text: &str) -> String {
    let harmless = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if harmless(c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    /// Black on the first cell, white on the second, the second just played.
    fn two_stones(board: &Board) -> Picture<'_> {
        let mut stones = [Some(Colour::Black), Some(Colour::White)].into_iter();
        let mut picture = Picture::new(board, |_| stones.next().flatten());
        picture.last = vec![board.cells()[1]];
        picture
    }

    const SHAPES: [(&str, Shape); 4] = [
        ("hexagon", Shape::Hexagon { side: 3 }),
        ("rectangle", Shape::Rectangle { width: 4, height: 3 }),
        ("rhombus", Shape::Rhombus { width: 4, height: 3 }),
        ("triangle", Shape::Triangle { side: 4 }),
    ];

    #[test]
    fn small_boards_of_each_shape_in_the_terminal() {
        for (name, shape) in SHAPES {
            insta::assert_snapshot!(
                format!("terminal-{name}"),
                terminal(&two_stones(&Board::new(shape)), false)
            );
        }
    }

    #[test]
    fn small_boards_of_each_shape_as_svg() {
        for (name, shape) in SHAPES {
            insta::assert_snapshot!(format!("svg-{name}"), svg(&two_stones(&Board::new(shape))));
        }
    }

    #[test]
    fn numbers_of_two_digits_and_columns_of_two_letters_keep_their_place() {
        let hexagon = Board::new(Shape::Hexagon { side: 8 });
        insta::assert_snapshot!("terminal-hexagon-8", terminal(&two_stones(&hexagon), false));
        let wide = Board::new(Shape::Rectangle { width: 28, height: 10 });
        insta::assert_snapshot!("terminal-rectangle-28", terminal(&two_stones(&wide), false));
    }

    #[test]
    fn colour_changes_how_stones_look_and_nothing_else() {
        let board = Board::new(Shape::Rectangle { width: 3, height: 2 });
        let coloured = terminal(&two_stones(&board), true);
        assert!(coloured.contains('\u{1b}'));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), terminal(&two_stones(&board), false));
    }

    #[test]
    fn a_cell_of_the_last_turn_without_a_stone_is_marked_too() {
        let board = Board::new(Shape::Rectangle { width: 2, height: 1 });
        let mut picture = two_stones(&board);
        picture.stones[1] = None;
        insta::assert_snapshot!(terminal(&picture, false), @"
        1 x *
          a b

        x black, o white; last turn: X, O, emptied *
        ");
    }

    #[test]
    fn words_from_files_can_neither_steer_the_terminal_nor_break_the_picture() {
        let board = Board::new(Shape::Rectangle { width: 2, height: 1 });
        let mut picture = two_stones(&board);
        picture.title = "<script>alert(1)</script> & \u{1b}[2J".to_owned();
        picture.caption = "a\nb\u{0}".to_owned();
        let text = terminal(&picture, false);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{0}'));
        let svg = svg(&picture);
        assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; \u{fffd}[2J"));
        assert!(!svg.contains("<script") && !svg.contains('\u{1b}') && !svg.contains('\u{0}'));
    }
}
