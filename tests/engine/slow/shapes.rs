//! Shapes: which sets of cells are shapes of a kind, and which of their cells must be seen.

use super::stones::adjacent;
use dropline::board::{Board, Cell};
use dropline::variant::{Pattern, Shapes};
use std::collections::BTreeSet;

/// A set of cells.
pub type Cells = BTreeSet<Cell>;

/// The cells at least one of which must be seen to place stones on `cells`; `None` if `cells` do not form such a shape. Patterns
/// that are `fixed` are placed as drawn.
pub fn needed(board: &Board, shapes: &Shapes, fixed: bool, cells: &Cells) -> Option<Cells> {
    match shapes {
        Shapes::Sizes(sizes) => {
            (sizes.contains(&(cells.len() as u8)) && is_connected(board, cells)).then(|| cells.clone())
        }
        Shapes::Patterns { cells: only, .. } if !only.is_empty() && !only.contains(&(cells.len() as u8)) => {
            None
        }
        Shapes::Patterns { patterns, parts, centre_seen, .. } => {
            let centres: BTreeSet<_> =
                patterns.iter().flat_map(|pattern| centres(board, pattern, fixed, *parts, cells)).collect();
            let is_centre = |cell: &Cell| centres.contains(&place(*cell));
            let needed = cells.iter().copied().filter(|cell| !centre_seen || is_centre(cell));
            (!centres.is_empty()).then(|| needed.collect())
        }
    }
}

/// All shapes on the board that cover `cell`.
pub fn through(board: &Board, shapes: &Shapes, fixed: bool, cell: Cell) -> BTreeSet<Cells> {
    match shapes {
        Shapes::Sizes(sizes) => {
            let mut found = BTreeSet::new();
            let mut grown = BTreeSet::from([Cells::from([cell])]);
            for size in 1..=sizes.iter().copied().max().unwrap_or(0) {
                if sizes.contains(&size) {
                    found.extend(grown.iter().cloned());
                }
                grown = grown.iter().flat_map(|cells| with_one_more(board, cells)).collect();
            }
            found
        }
        Shapes::Patterns { patterns, parts, .. } => {
            let turned: BTreeSet<_> =
                patterns.iter().flat_map(|pattern| orientations(board, pattern, fixed)).collect();
            let sets: BTreeSet<_> = turned
                .into_iter()
                .flat_map(|whole| if *parts { subsets(&whole) } else { vec![whole] })
                .collect();
            let on_cell = |set: &BTreeSet<Offset>| -> Vec<_> {
                let centres = set.iter().map(|&at| (place(cell).0 - at.0, place(cell).1 - at.1));
                centres.map(|centre| shifted(set, centre)).collect()
            };
            let found: BTreeSet<Cells> =
                sets.iter().flat_map(on_cell).filter_map(|set| all_on(board, &set)).collect();
            found.into_iter().filter(|cells| needed(board, shapes, fixed, cells).is_some()).collect()
        }
    }
}

/// A column and a row, on the board or not.
type Offset = (i16, i16);

fn place(cell: Cell) -> Offset {
    (cell.x.into(), cell.y.into())
}

/// The cells at these places, if all are on the board.
fn all_on(board: &Board, places: &BTreeSet<Offset>) -> Option<Cells> {
    let cell = |&(x, y): &Offset| Some(Cell::new(x.try_into().ok()?, y.try_into().ok()?));
    places.iter().map(|place| cell(place).filter(|&cell| board.contains(cell))).collect()
}

/// Whether the cells are edge-connected.
fn is_connected(board: &Board, cells: &Cells) -> bool {
    let mut found: Cells = cells.iter().copied().take(1).collect();
    loop {
        let near: Cells = found.iter().flat_map(|&cell| adjacent(board, cell)).collect();
        let before = found.len();
        found.extend(near.intersection(cells));
        if found.len() == before {
            return found == *cells;
        }
    }
}

/// The sets that consist of `cells` and one neighbouring cell.
fn with_one_more(board: &Board, cells: &Cells) -> Vec<Cells> {
    let near = cells.iter().flat_map(|&cell| adjacent(board, cell)).filter(|cell| !cells.contains(cell));
    near.map(|cell| cells.iter().copied().chain([cell]).collect()).collect()
}

/// The possible centres of `pattern` if `cells` are the pattern or, where parts are allowed, a part of it.
fn centres(board: &Board, pattern: &Pattern, fixed: bool, parts: bool, cells: &Cells) -> Vec<Offset> {
    let places: BTreeSet<Offset> = cells.iter().map(|&cell| place(cell)).collect();
    let Some(&one) = places.first() else { return vec![] };
    let is_part = |whole: &BTreeSet<Offset>, centre: &Offset| {
        parts && places.len() > 1 && places.contains(centre) && places.is_subset(whole)
    };
    let mut centres = vec![];
    for turned in orientations(board, pattern, fixed) {
        for at in &turned {
            let centre = (one.0 - at.0, one.1 - at.1);
            let whole = shifted(&turned, centre);
            if whole == places || is_part(&whole, &centre) {
                centres.push(centre);
            }
        }
    }
    centres
}

/// The cells of a pattern whose centre lies on `centre`.
fn shifted(pattern: &BTreeSet<Offset>, centre: Offset) -> BTreeSet<Offset> {
    pattern.iter().map(|at| (at.0 + centre.0, at.1 + centre.1)).collect()
}

/// The orientations of `pattern`: as drawn, or all.
fn orientations(board: &Board, pattern: &Pattern, fixed: bool) -> BTreeSet<BTreeSet<Offset>> {
    let drawn = || pattern.cells.iter().map(|&(x, y)| (x.into(), y.into())).collect();
    if fixed { BTreeSet::from([drawn()]) } else { all_orientations(board, pattern) }
}

/// All orientations of `pattern`. The steps to the cells around are listed in circular order, so a rotation maps each to the
/// next, and a reflection reverses the order; all other steps are sums of two neighbouring ones.
fn all_orientations(board: &Board, pattern: &Pattern) -> BTreeSet<BTreeSet<Offset>> {
    let steps: Vec<Offset> = board.adjacent().iter().map(|&(x, y)| (x.into(), y.into())).collect();
    let (right, up) = (0, steps.iter().position(|&step| step == (0, 1)).expect("a step up"));
    let count = steps.len();
    let mut ways = BTreeSet::new();
    for turn in 0..count {
        for mirrored in [false, true] {
            let new = |step: usize| steps[if mirrored { turn + count - step } else { turn + step } % count];
            let (right, up) = (new(right), new(up));
            let cell = |&(x, y): &(i8, i8)| {
                let (x, y) = (i16::from(x), i16::from(y));
                (x * right.0 + y * up.0, x * right.1 + y * up.1)
            };
            ways.insert(pattern.cells.iter().map(cell).collect());
        }
    }
    ways
}

/// All subsets of the places.
fn subsets(places: &BTreeSet<Offset>) -> Vec<BTreeSet<Offset>> {
    let mut all = vec![BTreeSet::new()];
    for &place in places {
        let with: Vec<_> = all.iter().map(|set| set.iter().copied().chain([place]).collect()).collect();
        all.extend(with);
    }
    all
}
