//! Positions, actions and variants as text.
//!
//! A position is drawn as rows from top to bottom: `x` for the stones of the first side, `o` for those of the second, `.` for an
//! empty cell; a hexagon's rows run as in the published diagrams. Rows are separated by white space or `/`.

use dropline::board::{Axial, Board, Cell};
use dropline::rules::{Action, Position};
use dropline::variant::{Side, Variant};
use std::fmt::Write;

/// The cells named in `text`, separated by spaces.
pub fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace().map(cell).collect()
}

/// The cell `name`.
pub fn cell(name: &str) -> Cell {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The stones of the first side and of the second in a drawing of `board`.
pub fn stones(board: &Board, drawing: &str) -> [Vec<Cell>; 2] {
    let rows: Vec<_> =
        drawing.split(|c: char| c.is_whitespace() || c == '/').filter(|r| !r.is_empty()).collect();
    let cells = board.drawn_rows();
    assert!(
        rows.iter().map(|row| row.len()).eq(cells.iter().map(Vec::len)),
        "the rows of the drawing do not fit the board: {drawing}"
    );
    let mut stones = [vec![], vec![]];
    for (&cell, mark) in cells.iter().flatten().zip(rows.concat().chars()) {
        match mark {
            'x' => stones[0].push(cell),
            'o' => stones[1].push(cell),
            '.' => {}
            _ => panic!("`{mark}` is neither `x`, `o` nor `.`"),
        }
    }
    stones
}

/// A position as rows without indentation, joined by spaces: the reverse of [`stones`].
///
/// A position of stacks is written as the tiles and stacks of the first side and of the second, each list sorted by q, then r:
/// `tiles x 1,0 o 0,0 stacks 1,0 xo`.
pub fn rows(position: &dyn Position) -> String {
    if position.board().is_boundless() {
        return tiles_and_stacks(position);
    }
    let mark = |cell: &Cell| mark(position.stone(*cell));
    let row = |row: &Vec<Cell>| row.iter().map(mark).collect::<String>();
    position.board().drawn_rows().iter().map(row).collect::<Vec<_>>().join(" ")
}

fn tiles_and_stacks(position: &dyn Position) -> String {
    let mut cells = position.board().cells().to_vec();
    cells.sort_by_key(|cell| cell.axial());
    let mut text = "tiles".to_owned();
    for side in Side::BOTH {
        let _ = write!(text, " {}", mark(Some(side)));
        for &cell in cells.iter().filter(|&&cell| position.tile(cell) == Some(side)) {
            let _ = write!(text, " {}", Axial(cell));
        }
    }
    text.push_str(" stacks");
    for &cell in cells.iter().filter(|&&cell| position.stone(cell).is_some()) {
        let stones: String = position.stack(cell).into_iter().map(|side| mark(Some(side))).collect();
        let _ = write!(text, " {} {stones}", Axial(cell));
    }
    text
}

/// A position drawn for error messages.
pub fn picture(position: &dyn Position) -> String {
    if position.board().is_boundless() {
        let hands = position.hands();
        return format!("    {}\n    hands {hands:?}\n{}", tiles_and_stacks(position), state(position));
    }
    let rows = position.board().drawn_rows();
    let left_edge = |row: &Vec<Cell>| position.board().centre(row[0]).x;
    let leftmost = rows.iter().map(left_edge).fold(f64::INFINITY, f64::min);
    let mut picture = String::new();
    for row in &rows {
        let indent = ((left_edge(row) - leftmost) * 2.0).round() as usize;
        let mark = |&cell: &Cell| if position.is_neutral(cell) { '#' } else { mark(position.stone(cell)) };
        let marks: Vec<_> = row.iter().map(|cell| mark(cell).to_string()).collect();
        let _ = writeln!(picture, "    {:indent$}{}    from {}", "", marks.join(" "), row[0]);
    }
    picture.push_str(&state(position));
    picture
}

/// The state of the turn and the game.
fn state(position: &dyn Position) -> String {
    format!(
        "    turns done {}, actions in this turn {}, {:?} side to move, {}",
        position.turns(),
        position.actions_in_turn(),
        position.side_to_move(),
        position.outcome().map_or("not over".to_owned(), |outcome| format!("over: {:?}", outcome.reason)),
    )
}

fn mark(stone: Option<Side>) -> char {
    match stone {
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
        None => '.',
    }
}

/// An action in the notation of the rules.
pub fn text(action: Action) -> String {
    action.to_string()
}

/// Actions in the notation of the rules, joined by spaces.
pub fn texts<'a>(actions: impl IntoIterator<Item = &'a Action>) -> String {
    actions.into_iter().map(|&action| text(action)).collect::<Vec<_>>().join(" ")
}

/// Actions in the notation of the rules, separated by `+` or spaces; every `pass` is explicit.
pub fn actions(text: &str) -> Vec<Action> {
    text.split(['+', ' ']).filter(|word| !word.is_empty()).map(action).collect()
}

/// An action in the notation of the rules.
pub fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The names of cells on the plane.
fn axial(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| Axial(cell).to_string()).collect::<Vec<_>>().join(" ")
}

/// Describes everything about a variant except its names.
pub fn describe(variant: &Variant) -> String {
    let Variant {
        board,
        setup,
        openings,
        turn,
        swap,
        actions,
        capture,
        stacks,
        repetition,
        goals,
        end,
        score,
        ..
    } = variant;
    let mut lines = vec![format!("board: {:?}", board.shape())];
    let [first, second] = &setup.stones;
    let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    lines.push(format!(
        "setup: first `{}`, second `{}`, neutral `{}`, {} turns done, to move {:?}",
        names(first),
        names(second),
        names(&setup.neutral),
        setup.turns,
        setup.to_move
    ));
    if board.is_boundless() {
        lines.push(format!("tiles: {:?}", setup.tiles.each_ref().map(|cells| axial(cells))));
        lines.extend(
            setup.stacks.iter().map(|stack| format!("stack: {} {:?}", Axial(stack.cell), stack.stones)),
        );
        lines.push(format!("{stacks:?}"));
    }
    lines.extend(openings.iter().map(|opening| format!("opening: {:?}", opening.steps)));
    lines.push(format!("turn: {:?}", turn.steps));
    lines.extend(actions.iter().enumerate().map(|(index, action)| format!("action {index}: {action:?}")));
    lines.push(format!("swap: {swap}, capture: {capture:?}, repetition: {repetition:?}"));
    lines.extend(goals.iter().map(|goal| format!("{goal:?}")));
    lines.push(format!("{end:?}, {score:?}"));
    lines.iter().map(|line| format!("    {line}\n")).collect()
}
