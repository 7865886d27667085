//! Goals: which sides have reached one, and what that means.

use super::Slow;
use super::conditions::{NOTHING, View};
use super::shapes::Cells;
use super::stones::{Stones, adjacent, around, line, sizes};
use dropline::board::{Board, Cell};
use dropline::rules::{Outcome, Reason};
use dropline::variant::goals::{Checked, Connect, Ends};
use dropline::variant::{Both, GoalKind, GoalResult, PieceKind, Reach, Side};

impl Slow {
    /// How goals end the game after an action of the side to move, if one of them is reached.
    pub fn decided_by_goals(&self) -> Option<Outcome> {
        self.first_reached(|checked| matches!(checked, Checked::Action | Checked::OwnAction))
    }

    /// How goals end the game when the side to move has ended its turn, if one of them is reached.
    pub fn decided_by_goals_of_turns(&self) -> Option<Outcome> {
        self.first_reached(|checked| matches!(checked, Checked::Turn | Checked::OwnTurn | Checked::Start))
    }

    /// What follows from the first goal that is reached, among those that `are_looked_at`.
    fn first_reached(&self, are_looked_at: impl Fn(Checked) -> bool) -> Option<Outcome> {
        for goal in self.variant.goals.iter().filter(|goal| are_looked_at(goal.checked)) {
            let reached = Side::BOTH.map(|side| {
                goal.side.is_none_or(|only| only == side)
                    && self.looks_at(goal.checked, side)
                    && self.has_reached(&goal.kind, side)
            });
            let side = match (reached, goal.both) {
                ([false, false], _) | ([true, true], Both::Neither) => continue,
                ([true, false], _) => Side::First,
                ([false, true], _) => Side::Second,
                ([true, true], Both::Mover) => self.at.side,
                ([true, true], Both::Other) => self.at.side.other(),
                ([true, true], Both::Draw) => {
                    return Some(Outcome::drawn(Reason::Goal));
                }
            };
            let winner = if goal.result == GoalResult::Win { side } else { side.other() };
            return Some(Outcome::won(Reason::Goal, self.at.owner(winner)));
        }
        None
    }

    /// Whether goals that are `checked` so count for `side` after an action or a turn of the side to move.
    fn looks_at(&self, checked: Checked, side: Side) -> bool {
        match checked {
            Checked::Action | Checked::Turn => true,
            Checked::OwnAction | Checked::OwnTurn => side == self.at.side,
            Checked::Start => side == self.at.side.other(),
        }
    }

    /// Whether `side` has reached the goal.
    fn has_reached(&self, goal: &GoalKind, side: Side) -> bool {
        let (board, stones) = (&self.variant.board, &self.stones);
        let of = |side| -> Cells {
            board.cells().iter().copied().filter(|&cell| stones.on(cell) == Some(side)).collect()
        };
        let own = of(side);
        let is_of_kind = |piece: Option<&(String, PieceKind)>, cell| {
            piece.is_none_or(|&(_, kind)| stones.is_of_kind(cell, kind))
        };
        match goal {
            GoalKind::Whole(goal) => self.whole_board(side).missed_on_board(&goal.0).is_empty(),
            GoalKind::Capture(goal) => self.captures[side.index()] >= u32::from(goal.stones),
            GoalKind::Connect(goal) => {
                own.iter().any(|&cell| connects(goal, board, &connected_to(board, &own, cell, goal.by), side))
            }
            GoalKind::Eliminate(goal) => {
                let counts = |cell: &Cell| is_of_kind(goal.piece.as_ref(), *cell);
                !own.is_empty() && !of(side.other()).iter().any(counts) && self.at.turns + 1 >= goal.from_turn
            }
            GoalKind::Group(goal) => sizes(board, stones, side)
                .into_iter()
                .any(|size| size >= goal.least.into() && goal.most.is_none_or(|most| size <= most.into())),
            GoalKind::Line(goal) => {
                let wanted = usize::from(goal.length);
                let fits = |length: usize| if goal.exact { length == wanted } else { length >= wanted };
                let counting = |cell: &&Cell| goal.on.as_ref().is_none_or(|(_, on)| on.contains(cell));
                rows(board, &own.iter().filter(counting).copied().collect()).into_iter().any(fits)
            }
            GoalKind::Pattern(goal) => board.cells().iter().any(|&cell| {
                View { board, patterns: &[], sets: &[], stones, before: None, arrived: NOTHING, side, cell }
                    .parts_of(&goal.0)
                    > 0
            }),
            GoalKind::Reach(goal) => goal.cells[side.index()].1.iter().any(|&cell| {
                let stands = if goal.neutral { stones.is_neutral(cell) } else { own.contains(&cell) };
                stands && is_of_kind(goal.piece.as_ref(), cell)
            }),
            GoalKind::Ring(_) => {
                let whole = Board::new(board.shape());
                board.cells().iter().any(|&cell| is_enclosed(&whole, stones, side, cell))
            }
            GoalKind::Unite(goal) => {
                let connects = |&cell: &Cell| own.contains(&cell) || goal.over_empty && stones.is_empty(cell);
                let among = board.cells().iter().copied().filter(connects).collect();
                own.first().is_some_and(|&first| own.is_subset(&connected_to(board, &among, first, goal.by)))
            }
        }
    }
}

/// The lengths of all maximal rows of `own` stones along any line; for a line that closes on itself and is full, its whole
/// length.
fn rows(board: &Board, own: &Cells) -> Vec<usize> {
    let mut rows = vec![];
    for &direction in board.touching() {
        let back = (-direction.0, -direction.1);
        let is_own = |cell: &Cell| own.contains(cell);
        for &cell in own {
            let line = line(board, cell, direction);
            let end = line.last().unwrap_or(&cell);
            if board.step(*end, direction) == Some(cell) && line.iter().all(is_own) {
                rows.push(1 + line.len());
            }
        }
        for &cell in own.iter().filter(|&&cell| !board.step(cell, back).as_ref().is_some_and(is_own)) {
            rows.push(1 + line(board, cell, direction).iter().take_while(|&at| is_own(at)).count());
        }
    }
    rows
}

/// Whether a `group` of `side` touches what the goal requires.
fn connects(connect: &Connect, board: &Board, group: &Cells, side: Side) -> bool {
    let touches = |set: &[Cell]| set.iter().any(|cell| group.contains(cell));
    let sides = if connect.with_corners { board.outline() } else { board.sides() };
    match &connect.ends {
        Ends::Sets(sets) => sets[side.index()].1.iter().all(|set| touches(set)),
        Ends::Edges(wanted) => sides.iter().filter(|set| touches(set)).count() >= usize::from(*wanted),
        Ends::Corners(wanted) => {
            let corners = board.corner_cells();
            corners.into_iter().filter(|&corner| touches(&[corner])).count() >= usize::from(*wanted)
        }
        Ends::Opposite => {
            let half = sides.len() / 2;
            (0..half).any(|i| touches(&sides[i]) && touches(&sides[i + half]))
        }
        Ends::Alternate => {
            [[0, 2, 4], [1, 3, 5]].iter().any(|three| three.iter().all(|&i| touches(&sides[i])))
        }
    }
}

/// Whether every way from `cell` off the board crosses stones of `side`, whatever is on `cell` itself. The `board` is without
/// holes: a way may cross them.
fn is_enclosed(board: &Board, stones: &Stones, side: Side, cell: Cell) -> bool {
    let (mut found, mut to_visit) = (Cells::from([cell]), vec![cell]);
    while let Some(visited) = to_visit.pop() {
        let near = adjacent(board, visited);
        if near.len() < board.adjacent().len() {
            return false;
        }
        to_visit.extend(near.into_iter().filter(|&at| stones.on(at) != Some(side) && found.insert(at)));
    }
    true
}

/// The cells of `among` that are connected to `first`.
fn connected_to(board: &Board, among: &Cells, first: Cell, by: Reach) -> Cells {
    let steps = if by == Reach::Adjacent { board.adjacent() } else { board.touching() };
    let (mut found, mut to_visit) = (Cells::from([first]), vec![first]);
    while let Some(visited) = to_visit.pop() {
        let near = around(board, visited, steps).into_iter();
        to_visit.extend(near.filter(|&at| among.contains(&at) && found.insert(at)));
    }
    found
}
