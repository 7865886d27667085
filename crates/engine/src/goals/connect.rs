//! A connection: one group that touches certain sets of cells, sides of the board or corners.

use super::{DescriptionContext, GoalKind, Kind, View, goal_table, lists_by_side, name_of};
use crate::actions::is_false;
use crate::board::{Board, Cell, Shape, Wrap};
use crate::conditions::Vocabulary;
use crate::numbers::counted;
use crate::rules::{Cells, Grid, compiled, set_of};
use crate::text::quoted;
use crate::variant::{Path, Problem, Reach, Setup, Side, Variant, listed};

goal_table! {
    /// A group of one side's stones that touches certain sets of cells, or a number of sides or corners of the board. Exactly
    /// one of these conditions must be given.
    pub struct ConnectTable {
        /// Sets of cells, for both sides: the group has a stone in each set, as in `["row 1", "row -1"]`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub between: Option<Vec<String>>,
        /// The sets of the first side, in place of `between`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub first: Option<Vec<String>>,
        /// The sets of the second side.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub second: Option<Vec<String>>,
        /// How many sides of the board the group touches, no matter which.
        #[schemars(range(min = 2, max = 6))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub edges: Option<u8>,
        /// How many corners of the board the group touches.
        #[schemars(range(min = 2, max = 6))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub corners: Option<u8>,
        /// Whether the group touches two opposite sides of the board, no matter which.
        pub opposite: bool,
        /// Whether the group touches three sides of a hexagon of which no two meet, no matter which.
        #[serde(skip_serializing_if = "is_false")]
        #[schemars(extend("default" = false))]
        pub alternate: bool,
        /// With `edges`, `opposite` or `alternate` on a hexagon, whether a corner is part of both sides that meet there; it is part of
        /// neither if omitted.
        #[serde(skip_serializing_if = "is_false")]
        #[schemars(extend("default" = false))]
        pub with_corners: bool,
        /// Which stones are connected; `adjacent` if omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub by: Option<Reach>,
    }
}

/// A group of one side's stones that touches certain cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect {
    /// What the group must touch.
    pub ends: Ends,
    /// Whether the corners of a hexagon are part of its sides.
    pub with_corners: bool,
    /// Which stones are connected.
    pub by: Reach,
}

/// What a group must touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ends {
    /// For each side of the game, the sets that its group must touch, in words and as cells.
    Sets([(Vec<String>, Vec<Vec<Cell>>); 2]),
    /// A number of sides of the board.
    Edges(u8),
    /// A number of corners.
    Corners(u8),
    /// Two sides that lie opposite each other.
    Opposite,
    /// Every second side of a hexagon.
    Alternate,
}

/// Which sets suffice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enough {
    /// Any, if they are as many as required.
    Any,
    /// A set and its opposite, half the length of the list away.
    Opposite,
    /// Every second set of the list.
    Alternate,
}

/// A connection on a grid.
pub struct Test<S> {
    /// For each side of the game, the sets that its group can touch.
    sets: [Vec<S>; 2],
    /// How many of the sets the group must touch.
    needed: usize,
    /// Which of them suffice.
    enough: Enough,
    /// For each side and set, those that a path from there may have to reach.
    partners: [Vec<Vec<S>>; 2],
    /// Which stones are connected.
    by: Reach,
}

impl Ends {
    fn sets(list: &[String], path: &Path, board: &Board) -> Result<(Vec<String>, Vec<Vec<Cell>>), Problem> {
        if list.len() < 2 {
            let problem = Problem::with_value(path.clone(), "a connection needs at least two sets of cells");
            return Err(problem.expected("expected a list like [\"row 1\", \"row -1\"]"));
        }
        let set = |(i, text): (usize, &String)| {
            let cells = board.region(text).and_then(|cells| {
                if cells.is_empty() {
                    Err(format!("no cell of this board is in the set {}", quoted(text)))
                } else {
                    Ok(cells)
                }
            });
            cells.map_err(|wrong| Problem::with_value(path.index(i), wrong).expected(Board::CELLS_EXPECTED))
        };
        let same = |i: &usize| list[..*i].iter().any(|earlier| is_same(earlier, &list[*i]));
        if let Some(i) = (1..list.len()).find(same) {
            let problem =
                Problem::with_value(path.index(i), format!("the set {} is listed twice", quoted(&list[i])));
            return Err(problem.expected("expected each set once"));
        }
        let words: Vec<String> = list.iter().map(|text| board.region_in_words(text)).collect();
        let sets: Vec<Vec<Cell>> = list.iter().enumerate().map(set).collect::<Result<_, _>>()?;
        for (i, one) in sets.iter().enumerate() {
            if let Some(j) = (0..i).find(|&j| board.joins(&sets[j], one)) {
                return Err(joined(&[&words[j], &words[i]], path, board));
            }
        }
        Ok((words, sets))
    }

    /// The sets that a group of `side` can touch, how many it must touch, and which of them suffice. Sides have their corners
    /// `with_corners`.
    fn wanted(&self, side: usize, board: &Board, with_corners: bool) -> (Vec<Vec<Cell>>, usize, Enough) {
        let sides = || if with_corners { board.outline() } else { board.sides() };
        match self {
            Self::Sets(sets) => (sets[side].1.clone(), sets[side].1.len(), Enough::Any),
            Self::Edges(n) => (sides(), usize::from(*n), Enough::Any),
            Self::Corners(n) => {
                let corners = board.corner_cells().into_iter().map(|cell| vec![cell]);
                (corners.collect(), usize::from(*n), Enough::Any)
            }
            Self::Opposite => (sides(), 2, Enough::Opposite),
            Self::Alternate => (sides(), 3, Enough::Alternate),
        }
    }

    /// The ends that `table`, at `path`, describes.
    fn check(table: &ConnectTable, path: &Path, board: &Board) -> Result<Self, Problem> {
        // One of `first` and `second` alone takes the place of `between` for its side.
        let by_side = [&table.first, &table.second].into_iter().flatten().count();
        let ways = [
            (table.between.is_some(), "`between`"),
            (by_side == 2 || by_side == 1 && table.between.is_none(), "`first` with `second`"),
            (table.edges.is_some(), "`edges`"),
            (table.corners.is_some(), "`corners`"),
            (table.opposite, "`opposite`"),
            (table.alternate, "`alternate`"),
        ];
        let ways: Vec<&str> = ways.into_iter().filter(|(there, _)| *there).map(|(_, way)| way).collect();
        if ways.len() != 1 {
            let name = name_of(path);
            let (message, only) = match ways.as_slice() {
                [] => (format!("the goal {name} does not state what it connects"), ""),
                ways => {
                    let ways = listed(ways, "and");
                    (
                        format!("the goal {name} states what it connects in more than one way: with {ways}"),
                        "only one of ",
                    )
                }
            };
            return Err(Problem::with_key(path.clone(), message).expected(format!(
                "expected {only}`between`, `edges`, `corners`, `opposite = true`, `alternate = true`, or `first` together with `second`",
            )));
        }
        let most = |key: &str, wanted: u8, there: usize, what: &str| {
            if usize::from(wanted) <= there {
                return Ok(wanted);
            }
            let has = if there == 0 { format!("no {what}s") } else { counted(there as u64, what) };
            let problem = Problem::with_value(path.key(key), format!("this board has {has}"));
            // One side or one corner alone cannot be connected.
            let expected = if there < 2 {
                "expected another goal, or another board".to_owned()
            } else {
                format!("expected at most {there}")
            };
            let why = if board.wrap().is_some() { "wrap" } else { "shape" };
            Err(problem.expected(expected).related(Path::of(["board", why]), "the board"))
        };
        if let Some(edges) = table.edges {
            return Ok(Self::Edges(most("edges", edges, board.sides().len(), "side")?));
        }
        if let Some(corners) = table.corners {
            return Ok(Self::Corners(most("corners", corners, board.corner_cells().len(), "corner")?));
        }
        if table.opposite {
            if board.sides().len().is_multiple_of(2) && !board.sides().is_empty() {
                return Ok(Self::Opposite);
            }
            let (message, expected, because) = if board.wrap().is_some() {
                (
                    "this goal requires edges, but a torus has none",
                    "expected another goal, or a board with edges",
                    "wrap",
                )
            } else {
                (
                    "no two sides of this board lie opposite each other",
                    "expected `edges`, or another board",
                    "shape",
                )
            };
            let problem = Problem::with_value(path.key("opposite"), message);
            return Err(problem.expected(expected).related(Path::of(["board", because]), "the board"));
        }
        if table.alternate {
            if board.sides().len() == 6 {
                return Ok(Self::Alternate);
            }
            let problem = Problem::with_value(path.key("alternate"), "this board does not have six sides");
            return Err(problem
                .expected("expected a hexagon")
                .related(Path::of(["board", "shape"]), "the board"));
        }
        let own = [("first", &table.first), ("second", &table.second)];
        let lists = lists_by_side(table.side, path, own, ("between", &table.between))?;
        let own = |side: usize, key: &str| match lists[side] {
            Some((key, list)) => Self::sets(list, &path.key(key), board),
            None => {
                let problem = Problem::with_key(
                    path.clone(),
                    format!("`{key}` is missing: the sets that this side connects"),
                );
                Err(problem.expected("expected both `first` and `second`, or `between`"))
            }
        };
        Ok(Self::Sets([own(0, "first")?, own(1, "second")?]))
    }
}

/// The error for sets that are joined edges of `board`; `words` are their names, and `path` is their place.
fn joined(words: &[&String; 2], path: &Path, board: &Board) -> Problem {
    let [one, other] = words;
    let (none, expected) = match board.wrap() {
        Some(Wrap::Columns) => (
            "the first and last columns of this board are joined",
            "expected edges that this board has, as in [\"row 1\", \"row -1\"]",
        ),
        Some(Wrap::Rows) => (
            "the first and last rows of this board are joined",
            "expected edges that this board has, as in [\"column 1\", \"column -1\"]",
        ),
        Some(Wrap::Torus) | None => ("a torus has no edges", "expected another goal, or a board with edges"),
    };
    let name = name_of(path);
    let message =
        format!("the goal {name} requires the edges {one} and {other}, which are next to each other: {none}");
    Problem::with_value(path.clone(), message)
        .expected(expected)
        .related(Path::of(["board", "wrap"]), "the board wraps")
}

impl Kind for Connect {
    type Table = ConnectTable;
    type Test<S: Cells> = Test<S>;

    fn check(table: &ConnectTable, path: &Path, board: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
        let ends = Ends::check(table, path, board)?;
        let of_sides = matches!(ends, Ends::Edges(_) | Ends::Opposite | Ends::Alternate);
        if table.with_corners && !(of_sides && matches!(board.shape(), Shape::Hexagon { .. })) {
            let message = "the goal does not count the sides of a hexagon, so it cannot count their corners";
            let problem = Problem::with_key(path.key("with_corners"), message);
            return Err(problem.expected("expected `edges`, `opposite` or `alternate` on a hexagon"));
        }
        Ok(Self { ends, with_corners: table.with_corners, by: table.by.unwrap_or(Reach::Adjacent) })
    }

    fn words(&self, context: &DescriptionContext<'_>) -> String {
        let ends = match &self.ends {
            Ends::Sets(sets) => context.by_side(
                sets,
                |(words, _)| format!("has a group that touches {}", listed(words, "and")),
                |(words, _)| format!("has one that touches {}", listed(words, "and")),
            ),
            Ends::Edges(n) => format!("a player has a group that touches {n} sides of the board"),
            Ends::Corners(n) => format!("a player has a group that touches {n} corners of the board"),
            Ends::Opposite => "a player has a group that touches two opposite sides of the board".to_owned(),
            Ends::Alternate => {
                "a player has a group that touches three sides of the board of which no two meet".to_owned()
            }
        };
        let ends = if self.with_corners { format!("{ends} (a corner is part of two sides)") } else { ends };
        let is_plain = self.by == Reach::Adjacent || context.board.is_hex();
        if is_plain { ends } else { format!("{ends} (connected by edges or corners)") }
    }

    fn is_isotropic(&self) -> bool {
        !matches!(self.ends, Ends::Sets(_))
    }

    fn cells(&self, board: &Board, side: Side) -> Vec<Vec<Cell>> {
        self.ends.wanted(side.index(), board, self.with_corners).0
    }

    /// If stones on all cells do not form a connection, no position does.
    fn why_unreachable(&self, variant: &Variant, side: Side) -> Option<String> {
        let (board, neutral) = (&variant.board, &variant.setup.neutral);
        let mut full = Setup::default();
        // Neutral stones never move.
        full.stones[side.index()] =
            board.cells().iter().copied().filter(|cell| !neutral.contains(cell)).collect();
        if GoalKind::Connect(self.clone()).reached(variant, &full, |reached| reached(None)[side.index()]) {
            return None;
        }
        let why = match (board.holes().is_empty(), neutral.is_empty()) {
            (true, true) => "the board is too small for it",
            (false, true) => "the holes in the board block the way",
            (true, false) => "the neutral stones of the setup block the way",
            (false, false) => "holes and neutral stones block the way",
        };
        Some(why.to_owned())
    }

    fn survives_stones(&self) -> bool {
        true
    }

    fn compile<S: Cells, const D: usize>(&self, board: &Board, _: &Grid<S, D>) -> Test<S> {
        let [first, second] = [0, 1].map(|side| self.ends.wanted(side, board, self.with_corners));
        let (needed, enough) = (first.1.max(second.1), first.2);
        let sets = [first.0, second.0].map(|sets| sets.iter().map(|cells| set_of(cells)).collect());
        let mut test = Test { sets, needed, enough, partners: Default::default(), by: self.by };
        test.partners =
            [0, 1].map(|side| (0..test.sets[side].len()).map(|set| test.partners_of(side, set)).collect());
        test
    }

    fn kept<S: Cells>(test: &Test<S>) -> usize {
        test.sets[0].len().max(test.sets[1].len())
    }

    /// Only a group with a new stone can have become a connection. For each set, `kept` holds the side's stones in the groups
    /// that touch the set. If a new stone touches the set or one of these stones, the stones of its group are kept too.
    #[inline(always)]
    fn holds<S: Cells, const D: usize>(
        test: &Test<S>,
        view: &View<'_, S, D>,
        kept: &mut [S],
        side: usize,
    ) -> bool {
        let own = view.stones[side];
        // With large sets, the compiler would not inline the closure, and so not compile it for the processor's features.
        let is_split = if S::INLINED {
            kept.iter().any(|touching| !touching.without(own).is_empty())
        } else {
            is_split::<S, D>(kept, own)
        };
        if is_split {
            // Stones have been removed, and groups may have split.
            kept.fill(S::none());
            join(test, view, kept, side, own);
        }
        let arrived = view.arrived[side].and(own);
        !arrived.is_empty()
            && join(test, view, kept, side, arrived) >= test.least(side)
            && connected(test, view, kept, side)
    }

    /// From each set, follows the shortest paths to as many other sets as required, and counts the stones missing from the longest
    /// of these paths. The distance is the smallest of these counts. One search from a set finds its nearest sets, whichever they are.
    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Test<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let own = view.stones[side];
        let others = test.others(side);
        let mut least = None;
        for (&from, partners) in test.sets[side].iter().zip(&test.partners[side]) {
            if partners.len() >= others {
                // What takes as many steps as another path is not followed further.
                let below = least.unwrap_or(u32::MAX);
                let steps = view.steps_until_met(from, own, test.by, below, (partners, others));
                least = steps.or(least);
            }
        }
        least
    }
}

/// Whether two descriptions of a set differ only in case and spaces.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().map(str::to_lowercase).eq(other.split_whitespace().map(str::to_lowercase))
}

/// For each set, extends the stones `kept` for it by the groups of stones that have `arrived`, if these groups touch the set.
/// Returns how many of the sets the groups touch in total.
#[inline(always)]
fn join<S: Cells, const D: usize>(
    test: &Test<S>,
    view: &View<'_, S, D>,
    kept: &mut [S],
    side: usize,
    arrived: S,
) -> usize {
    let (sets, near) = (&test.sets[side], view.around(arrived, test.by));
    let mut touched = 0;
    for i in 0..sets.len().min(kept.len()) {
        if !arrived.meets(sets[i]) && !near.meets(kept[i]) {
            continue;
        }
        touched += 1;
        let seed = arrived.and(sets[i].or(view.around(kept[i], test.by)));
        let apart = view.stones[side].without(kept[i]);
        let joined = if near.meets(apart) { view.flood(seed, apart, test.by) } else { seed };
        kept[i] = kept[i].or(joined);
    }
    touched
}

compiled! {
    /// Whether stones that were `kept` are gone.
    fn is_split(kept: &[S], own: S) -> bool => {
        for touching in kept {
            if !touching.without(own).is_empty() {
                return true;
            }
        }
        false
    };
    /// Whether the group of one of the stones that have `arrived` touches all the sets that `side` needs.
    fn connected(test: &Test<S>, view: &View<'_, S, D>, kept: &[S], side: usize) -> bool => {
        let arrived = view.arrived[side].and(view.stones[side]);
        arrived.iter().any(|at| test.is_enough(side, |i| kept[i].has(at)))
    };
}

impl<S: Cells> Test<S> {
    /// The least number of sets that `side` must touch.
    #[inline(always)]
    fn least(&self, side: usize) -> usize {
        self.needed.min(self.sets[side].len())
    }

    /// How many other sets than that from which it begins a path of `side` must reach.
    #[inline(always)]
    fn others(&self, side: usize) -> usize {
        self.least(side).saturating_sub(1).max(1)
    }

    /// The sets that a path of `side` from this `set` may have to reach. A path between two sets has the same length in both directions, so
    /// only one is searched.
    fn partners_of(&self, side: usize, set: usize) -> Vec<S> {
        let count = self.sets[side].len();
        let from = if self.others(side) == 1 { set + 1 } else { 0 };
        let fits = |&other: &usize| match self.enough {
            Enough::Any => other != set,
            Enough::Opposite => set.abs_diff(other) == count / 2,
            Enough::Alternate => other != set && set.abs_diff(other).is_multiple_of(2),
        };
        (from..count).filter(fits).map(|other| self.sets[side][other]).collect()
    }

    /// Whether it is enough for `side` to touch the sets whose indices `touched` accepts.
    #[inline(always)]
    fn is_enough(&self, side: usize, touched: impl Fn(usize) -> bool) -> bool {
        let sets = self.sets[side].len();
        match self.enough {
            Enough::Any => (0..sets).filter(|&i| touched(i)).count() >= self.least(side),
            Enough::Opposite => (0..sets / 2).any(|i| touched(i) && touched(i + sets / 2)),
            Enough::Alternate => (0..2).any(|first| (first..sets).step_by(2).all(&touched)),
        }
    }
}
