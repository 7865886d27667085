//! A connection: one group that touches certain sets of cells, sides of the board or corners.

use super::{Audience, Kind, View, goal_table};
use crate::board::{Board, Cell};
use crate::rules::{Cells, Grid, flood, set_of};
use crate::variant::{Path, Problem, listed};

goal_table! {
    /// One group of own stones that touches certain sets of cells, or so many sides of the board, or corners. Exactly one of
    /// the ways to say which.
    pub struct ConnectTable {
        /// Sets of cells, for both sides: the group has a stone in each of them, as in `["row 1", "row -1"]`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub between: Option<Vec<String>>,
        /// The sets of the first side, in place of `between`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub first: Option<Vec<String>>,
        /// The sets of the second side.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub second: Option<Vec<String>>,
        /// So many sides of the board, whichever they are.
        #[schemars(range(min = 2, max = 6))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub edges: Option<u8>,
        /// So many corners of the board.
        #[schemars(range(min = 2, max = 6))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub corners: Option<u8>,
        /// Two sides of the board that lie opposite each other, either pair.
        pub opposite: bool,
    }
}

/// What a group has to touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connect {
    /// For each side of the game all of these sets, in words and cell by cell.
    Sets([(Vec<String>, Vec<Vec<Cell>>); 2]),
    /// So many sides of the board.
    Edges(u8),
    /// So many corners.
    Corners(u8),
    /// Two sides that lie opposite each other.
    Opposite,
}

/// A connection on a grid.
pub struct Test<S> {
    /// For each side of the game the sets that count.
    sets: [Vec<S>; 2],
    /// How many of them the group has to touch.
    needed: usize,
    /// A set and the one half of them further on are all that is needed.
    opposite: bool,
}

impl Connect {
    fn sets(list: &[String], path: &Path, board: &Board) -> Result<(Vec<String>, Vec<Vec<Cell>>), Problem> {
        if list.len() < 2 {
            let problem = Problem::with_value(path.clone(), "a connection needs two sets of cells at least");
            return Err(problem.expected("expected a list like [\"row 1\", \"row -1\"]"));
        }
        let set = |(i, text): (usize, &String)| {
            let cells = board.region(text).and_then(|cells| {
                if cells.is_empty() {
                    Err("no cell of this board is in this set".to_owned())
                } else {
                    Ok(cells)
                }
            });
            cells.map_err(|wrong| {
                Problem::with_value(path.index(i), wrong).expected("expected a set of cells")
            })
        };
        let words = list.iter().map(|text| board.region_in_words(text)).collect();
        Ok((words, list.iter().enumerate().map(set).collect::<Result<_, _>>()?))
    }
}

impl Kind for Connect {
    type Table = ConnectTable;
    type Test<S: Cells> = Test<S>;

    fn check(table: &ConnectTable, path: &Path, board: &Board) -> Result<Self, Problem> {
        let by_sets = table.between.is_some() || table.first.is_some() || table.second.is_some();
        let ways = [by_sets, table.edges.is_some(), table.corners.is_some(), table.opposite];
        if ways.into_iter().filter(|&way| way).count() != 1 {
            let problem =
                Problem::with_key(path.clone(), "the goal `connect` needs one way to say what is connected");
            return Err(problem.expected(
                "expected `between`, `first` and `second`, `edges`, `corners` or `opposite = true`",
            ));
        }
        let most = |key: &str, wanted: u8, there: usize, what: &str| {
            if usize::from(wanted) <= there {
                return Ok(wanted);
            }
            let has = if there == 0 { "no".to_owned() } else { there.to_string() };
            let problem = Problem::with_value(path.key(key), format!("this board has {has} {what}"));
            let expected = if there == 0 {
                "expected another goal".to_owned()
            } else {
                format!("expected at most {there}")
            };
            let why = if board.wrap().is_some() { "wrap" } else { "shape" };
            Err(problem.expected(expected).related(Path::of(["board", why]), "the board"))
        };
        if let Some(edges) = table.edges {
            return Ok(Self::Edges(most("edges", edges, board.sides().len(), "sides")?));
        }
        if let Some(corners) = table.corners {
            return Ok(Self::Corners(most("corners", corners, board.corner_cells().len(), "corners")?));
        }
        if table.opposite {
            if board.sides().len().is_multiple_of(2) && !board.sides().is_empty() {
                return Ok(Self::Opposite);
            }
            let problem = Problem::with_value(
                path.key("opposite"),
                "no two sides of this board lie opposite each other",
            );
            return Err(problem
                .expected("expected `edges`, or another board")
                .related(Path::of(["board", "shape"]), "the board"));
        }
        let own = |key: &str, own: &Option<Vec<String>>| match (own, &table.between) {
            (Some(list), _) => Self::sets(list, &path.key(key), board),
            (None, Some(list)) => Self::sets(list, &path.key("between"), board),
            (None, None) => {
                let problem =
                    Problem::with_key(path.clone(), format!("`{key}` is missing: what that side connects"));
                Err(problem.expected("expected both `first` and `second`, or `between`"))
            }
        };
        Ok(Self::Sets([own("first", &table.first)?, own("second", &table.second)?]))
    }

    fn words(&self, audience: &Audience<'_>) -> String {
        match self {
            Self::Sets(sets) => audience
                .by_side(sets, |(words, _)| format!("has a group that touches {}", listed(words, "and"))),
            Self::Edges(n) => format!("has a group that touches {n} sides of the board"),
            Self::Corners(n) => format!("has a group that touches {n} corners of the board"),
            Self::Opposite => "has a group that touches two opposite sides of the board".to_owned(),
        }
    }

    fn is_isotropic(&self) -> bool {
        !matches!(self, Self::Sets(_))
    }

    fn compile<S: Cells, const D: usize>(&self, board: &Board, _: &Grid<S, D>) -> Test<S> {
        let sets_of = |cells: &[Vec<Cell>]| cells.iter().map(|cells| set_of(cells)).collect::<Vec<S>>();
        let (sets, needed) = match self {
            Self::Sets(sets) => {
                let [first, second] = [0, 1].map(|side: usize| sets_of(&sets[side].1));
                let needed = first.len().max(second.len());
                ([first, second], needed)
            }
            Self::Edges(n) => ([(); 2].map(|()| sets_of(&board.sides())), usize::from(*n)),
            Self::Corners(n) => {
                let corners: Vec<Vec<Cell>> =
                    board.corner_cells().into_iter().map(|cell| vec![cell]).collect();
                ([(); 2].map(|()| sets_of(&corners)), usize::from(*n))
            }
            Self::Opposite => ([(); 2].map(|()| sets_of(&board.sides())), 2),
        };
        Test { sets, needed, opposite: *self == Self::Opposite }
    }

    /// Only a group that a new stone belongs to can have become a connection, and only where the stones of the side touch
    /// enough of the sets at all is any group looked at.
    #[inline(always)]
    fn holds<S: Cells, const D: usize>(test: &Test<S>, view: &View<'_, S, D>, side: usize) -> bool {
        let own = view.stones[side];
        if !test.is_touched(own, side) {
            return false;
        }
        let mut rest = view.arrived[side].and(own);
        while let Some(first) = rest.first() {
            let group = flood(view.grid, S::single(first), own);
            if test.is_touched(group, side) {
                return true;
            }
            rest = rest.without(group);
        }
        false
    }

    /// The fewest stones that a path lacks from one of the sets to as many others as are needed.
    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Test<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let (own, sets) = (view.stones[side], &test.sets[side]);
        let needed = test.needed.min(sets.len());
        let mut least = None;
        for (i, &from) in sets.iter().enumerate() {
            let mut paths: Vec<u32> = Vec::with_capacity(sets.len());
            for (j, &to) in sets.iter().enumerate() {
                let counts = if test.opposite { j == (i + sets.len() / 2) % sets.len() } else { j != i };
                if counts && let Some(path) = view.path(from, to, own, view.empty) {
                    paths.push(path);
                }
            }
            paths.sort_unstable();
            if let Some(&last) = paths.get(needed.saturating_sub(2)) {
                least = Some(least.map_or(last, |least: u32| least.min(last)));
            }
        }
        least
    }
}

impl<S: Cells> Test<S> {
    /// Whether `stones` of `side` touch as many of its sets as are needed.
    #[inline(always)]
    fn is_touched(&self, stones: S, side: usize) -> bool {
        let sets = &self.sets[side];
        if self.opposite {
            let half = sets.len() / 2;
            let pair = |(one, other): (&S, &S)| stones.meets(*one) && stones.meets(*other);
            return sets[..half].iter().zip(&sets[half..]).any(pair);
        }
        let touched = sets.iter().filter(|&&set| stones.meets(set)).count();
        touched >= self.needed.min(sets.len())
    }
}
