//! Boards as text for a terminal and as SVG.
//!
//! A [`Picture`] describes what to draw: stones, stacks and tiles by their colour, marked cells, a title and a caption. On the
//! boundless plane, only the part in use is drawn. This module knows nothing of the rules of games. The maps in reports are drawn
//! on the same sheets.

mod border;
mod canvas;
pub(crate) mod edge;
mod head;
pub mod palette;
mod pieces;
pub mod sheet;
pub mod small;
mod svg;
mod terminal;
pub mod window;

pub use head::head;
pub use svg::{OF_GOALS, OF_PLANE, element, legend, svg};
pub use terminal::terminal;

use crate::board::{Board, Cell};
use crate::goals::GoalResult;
use crate::text::is_unprintable;
use crate::variant::{Colour, Side, Variant};

/// A position to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Board,
    /// What each cell holds, in the order of [`Board::cells`]; cells beyond the end of the list are empty.
    pub holds: Vec<Holding>,
    /// The cells to mark.
    pub marked: Vec<Cell>,
    /// What the marks mean.
    pub mark: Mark,
    /// Empty cells to be labelled with their names in a terminal, so that the user can type them; not supported together with
    /// tiles.
    pub named: Vec<Cell>,
    /// What these names mean, for the legend.
    pub named_because: String,
    /// Cells of the boundless plane that are shown even if nothing is on them or near.
    pub room: Vec<Cell>,
    /// The marks of the kinds of piece, and their names, for the legend.
    pub pieces: Vec<(char, String)>,
    /// The cells on which goals require stones, to be drawn in the colours of these stones.
    pub wanted: Vec<GoalCells>,
    /// The sets of cells that the rules name, to be shaded, each with its name.
    pub sets: Vec<(String, Vec<Cell>)>,
    /// A line of text above the board; may be empty.
    pub title: String,
    /// A line of text below the board; may be empty.
    pub caption: String,
}

/// Cells on which a goal requires stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalCells {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Whether the goal requires black stones there, and whether it requires white ones.
    pub by: [bool; 2],
}

impl GoalCells {
    /// The sets of cells on which goals of `variant` require stones, each set once. Goals that make a side lose are left out.
    pub fn all(variant: &Variant) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for goal in variant.goals.iter().filter(|goal| goal.result == GoalResult::Win) {
            for side in Side::BOTH.into_iter().filter(|&side| goal.is_for(side)) {
                let by = usize::from(variant.info.players[side.index()] == Colour::White);
                for mut cells in goal.kind.cells(&variant.board, side) {
                    cells.sort_unstable();
                    match found.iter_mut().find(|wanted| wanted.cells == cells) {
                        Some(wanted) => wanted.by[by] = true,
                        None => found.push(Self { cells, by: [by == 0, by == 1] }),
                    }
                }
            }
        }
        found
    }
}

/// Why cells are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last turn touched them.
    LastTurn,
    /// A legal action touches them.
    Legal,
    /// A best action places a stone there.
    Best,
}

/// What a cell holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// The tile that lies there.
    pub tile: Option<Colour>,
    /// The stones, from bottom to top.
    pub stones: Vec<Colour>,
    /// Whether a neutral stone stands there.
    pub neutral: bool,
    /// The mark of the piece, if it is of a kind.
    pub mark: Option<char>,
}

/// What an empty cell holds.
static NOTHING: Holding = Holding { tile: None, stones: Vec::new(), neutral: false, mark: None };

impl From<Option<Colour>> for Holding {
    /// A single stone, or nothing.
    fn from(stone: Option<Colour>) -> Self {
        Self { stones: stone.into_iter().collect(), ..NOTHING.clone() }
    }
}

impl<'a> Picture<'a> {
    /// A position whose cells hold what `holds` returns, without title, caption or marks.
    pub fn new<H: Into<Holding>>(board: &'a Board, mut holds: impl FnMut(Cell) -> H) -> Self {
        Self {
            board,
            holds: board.cells().iter().map(|&cell| holds(cell).into()).collect(),
            marked: Vec::new(),
            mark: Mark::LastTurn,
            named: Vec::new(),
            named_because: String::new(),
            room: Vec::new(),
            pieces: Vec::new(),
            wanted: Vec::new(),
            sets: Vec::new(),
            title: String::new(),
            caption: String::new(),
        }
    }

    fn holding(&self, cell: Cell) -> &Holding {
        let found = self.board.index(cell).and_then(|i| self.holds.get(i));
        found.unwrap_or(&NOTHING)
    }

    /// Whether there are tiles or stacks, and not only single stones.
    fn has_tiles(&self) -> bool {
        let beyond_stones = |holding: &Holding| holding.tile.is_some() || holding.stones.len() > 1;
        self.board.is_boundless() || self.holds.iter().any(beyond_stones)
    }

    /// The cells to be drawn.
    fn shown(&self) -> Vec<Cell> {
        let in_use = |(cell, holding): (&Cell, &Holding)| (*holding != NOTHING).then_some(*cell);
        let held = self.board.cells().iter().zip(&self.holds).filter_map(in_use);
        window::shown(self.board, held.chain(self.marked.iter().chain(&self.room).copied()))
    }

    fn is_marked(&self, cell: Cell) -> bool {
        self.marked.contains(&cell)
    }
}

/// `text` without characters that would control a terminal, change the direction of text, or are not allowed in XML.
pub fn printable(text: &str) -> String {
    let harmless = |c: char| !is_unprintable(c) && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if harmless(c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, Wrap};

    /// A black stone on the first cell and a white one, just played, on the second.
    fn two_stones(board: &Board) -> Picture<'_> {
        let mut stones = [Some(Colour::Black), Some(Colour::White)].into_iter();
        let mut picture = Picture::new(board, |_| stones.next().flatten());
        picture.marked = vec![board.cells()[1]];
        picture
    }

    const SHAPES: [(&str, Shape); 4] = [
        ("hexagon", Shape::Hexagon { side: 3 }),
        ("rectangle", Shape::Rectangle { width: 4, height: 3 }),
        ("rhombus", Shape::Rhombus { width: 4, height: 3 }),
        ("triangle", Shape::Triangle { side: 4 }),
    ];

    #[test]
    fn small_boards_of_each_shape_are_drawn_in_the_terminal() {
        for (name, shape) in SHAPES {
            insta::assert_snapshot!(
                format!("terminal-{name}"),
                terminal(&two_stones(&Board::new(shape)), false)
            );
        }
    }

    #[test]
    fn small_boards_of_each_shape_are_drawn_as_svg() {
        for (name, shape) in SHAPES {
            insta::assert_snapshot!(format!("svg-{name}"), svg(&two_stones(&Board::new(shape))));
        }
    }

    #[test]
    fn edges_that_goals_require_are_marked_in_the_terminal() {
        let board = Board::new(Shape::Rhombus { width: 3, height: 3 });
        let wanted = |text, by| GoalCells { cells: board.region(text).unwrap(), by };
        let mut picture = two_stones(&board);
        picture.wanted = ["row 1", "row -1"].map(|row| wanted(row, [true, false])).to_vec();
        picture.wanted.extend(["column 1", "column -1"].map(|column| wanted(column, [false, true])));
        insta::assert_snapshot!("terminal-goals", terminal(&picture, false));
    }

    #[test]
    fn the_legend_explains_marks_beside_the_board_only_where_there_are_some() {
        let board = Board::new(Shape::Rhombus { width: 3, height: 3 });
        let mut picture = two_stones(&board);
        let wanted = |text| vec![GoalCells { cells: board.region(text).unwrap(), by: [true, false] }];
        picture.wanted = wanted("b2");
        assert!(!terminal(&picture, false).contains("beside the board"));
        picture.wanted = wanted("row 1");
        assert!(terminal(&picture, false).contains("beside the board"));
    }

    #[test]
    fn edges_and_cells_that_goals_require_are_drawn_as_svg() {
        let board = Board::new(Shape::Rhombus { width: 3, height: 3 });
        let mut picture = two_stones(&board);
        let wanted = |text, by| GoalCells { cells: board.region(text).unwrap(), by };
        picture.wanted = vec![
            wanted("row 1", [true, false]),
            wanted("column 1", [false, true]),
            wanted("row -1", [true, true]),
            wanted("b2", [false, true]),
        ];
        insta::assert_snapshot!("svg-goals", svg(&picture));
    }

    #[test]
    fn joined_edges_are_dashed_in_svg() {
        let board = Board::new(Shape::Rectangle { width: 3, height: 4 }).wrapped(Wrap::Columns);
        insta::assert_snapshot!("svg-columns-wrap", svg(&two_stones(&board)));
    }

    #[test]
    fn two_digit_rows_and_two_letter_columns_stay_aligned() {
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
        picture.holds[1] = Holding::default();
        insta::assert_snapshot!(terminal(&picture, false), @"
        1 x *
          a b

        x black, o white; last turn: X, O, emptied *
        ");
    }

    #[test]
    fn cells_that_may_be_typed_show_their_names() {
        let board = Board::new(Shape::Rectangle { width: 4, height: 2 });
        let mut picture = two_stones(&board);
        picture.named = board.cells()[2..6].to_vec();
        picture.named_because = "named cells are legal".to_owned();
        insta::assert_snapshot!("terminal-named", terminal(&picture, false));
        let hexagon = Board::new(Shape::Hexagon { side: 3 });
        let mut picture = two_stones(&hexagon);
        picture.named = hexagon.cells()[2..].to_vec();
        picture.named_because = "named cells are legal".to_owned();
        insta::assert_snapshot!("terminal-named-hexagon", terminal(&picture, false));
    }

    /// What lies on the plane: the tile's letter (`b`, `w`, or `-` for none) and the stones from the bottom.
    fn plane<'a>(board: &'a Board, cells: &[(&str, &str)]) -> Picture<'a> {
        let colour = |letter| match letter {
            'b' => Some(Colour::Black),
            'w' => Some(Colour::White),
            _ => None,
        };
        Picture::new(board, |cell| {
            let text =
                cells.iter().find(|(name, _)| name.parse() == Ok(cell)).map_or("", |&(_, holds)| holds);
            let mut letters = text.chars();
            Holding {
                tile: letters.next().and_then(colour),
                stones: letters.filter_map(colour).collect(),
                ..NOTHING.clone()
            }
        })
    }

    /// Position 3b of the rules, with a prisoner, a high stack and a last turn added.
    fn tiles_and_stacks(board: &Board) -> Picture<'_> {
        let mut picture = plane(
            board,
            &[
                ("0,0", "bb"),
                ("1,0", "b"),
                ("1,1", "b"),
                ("0,1", "wbw"),
                ("-1,2", "wwbbwwbbwbbwb"),
                ("0,2", "w"),
                ("-1,1", "-wwb"),
                ("2,-1", "-w"),
                ("1,2", "bw"),
                ("2,0", "w"),
            ],
        );
        picture.marked = ["-1,1", "1,1", "3,0", "1,2"].map(|name| name.parse().unwrap()).to_vec();
        picture.title = "Hex-It".to_owned();
        picture.caption = "after 9 turns: white to move, in hand: black 3, white 2".to_owned();
        picture
    }

    #[test]
    fn tiles_stacks_and_prisoners_are_drawn_in_the_terminal() {
        let board = Board::new(Shape::BoundlessHex { reach: 30 });
        insta::assert_snapshot!("terminal-plane", terminal(&tiles_and_stacks(&board), false));
    }

    #[test]
    fn tiles_stacks_and_prisoners_are_drawn_as_svg() {
        let board = Board::new(Shape::BoundlessHex { reach: 30 });
        insta::assert_snapshot!("svg-plane", svg(&tiles_and_stacks(&board)));
    }

    #[test]
    fn only_the_used_part_of_the_plane_is_drawn() {
        let board = Board::new(Shape::BoundlessHex { reach: 127 });
        let tiles = [("40,-3", "w"), ("41,-3", "bb")];
        insta::assert_snapshot!(terminal(&plane(&board, &tiles), false), @"
              40    41    42
           -4     .     .     .
        -3     .    (  )  [x1]   .
           -2     .     .     .
                    39    40    41

        [ ] black's tile, ( ) white's tile, < > no tile: prisoners
        x2 a stack of 2 with black on top, o2 with white on top
        cells are q,r: r at the left, q at the ends of lines down to the right

        ");
        insta::assert_snapshot!(terminal(&plane(&board, &[]), false), @"
              0     1
          -1     .     .
        0     .     .     .
           1     .     .
                   -1     0

        [ ] black's tile, ( ) white's tile, < > no tile: prisoners
        x2 a stack of 2 with black on top, o2 with white on top
        cells are q,r: r at the left, q at the ends of lines down to the right

        ");
    }

    #[test]
    fn each_cell_of_a_shape_is_marked() {
        let board = Board::new(Shape::Rectangle { width: 4, height: 3 });
        let shape = ["b1", "b2", "c2"].map(|name| name.parse::<Cell>().unwrap());
        let mut picture = Picture::new(&board, |cell| shape.contains(&cell).then_some(Colour::Black));
        picture.marked = shape.to_vec();
        insta::assert_snapshot!(terminal(&picture, false), @"
        3 . . . .
        2 . X X .
        1 . X . .
          a b c d

        x black, o white; last turn: X, O

        ");
        assert_eq!(svg(&picture).matches("fill=\"none\"").count(), 3, "a ring on each");
    }

    #[test]
    fn text_from_files_can_neither_control_the_terminal_nor_break_the_picture() {
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
