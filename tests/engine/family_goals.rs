//! The goals of random mixtures.

use crate::chance::{below, once_in, pick};
use crate::family_mixtures::{of_board, pattern, some_cells};
use dropline::board::{Board, Shape};
use dropline::variant::conditions::{Is, Line as Clause, Relation};
use dropline::variant::goals::{
    Capture as Captures, Checked, Connect, Eliminate, Ends, Group, Line, Pattern as PatternGoal,
    Reach as Reached, Ring, Unite, Whole,
};
use dropline::variant::{Both, Condition, Goal, GoalKind, GoalResult, Reach, Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

/// When goals are looked at.
const CHECKED: [Checked; 7] = [
    Checked::Action,
    Checked::Action,
    Checked::Action,
    Checked::OwnAction,
    Checked::Turn,
    Checked::OwnTurn,
    Checked::Start,
];

/// A goal, the one with this `index`.
pub fn goal(index: usize, board: &Board, rng: &mut Random) -> Goal {
    let longest = board.shortest_circle().unwrap_or_else(|| board.width().max(board.height())).into();
    let (sides, corners) = (board.sides().len(), board.corner_cells().len());
    let sets = |rng: &mut Random| {
        let sets: Vec<_> = (0..2 + below(rng, 2)).map(|_| some_cells(board, rng)).collect();
        (vec![], sets)
    };
    let by = pick(rng, &[Reach::Adjacent, Reach::Touching]);
    let is_hexagon = matches!(board.shape(), Shape::Hexagon { .. });
    let with_corners = is_hexagon && once_in(2, &mut rng.clone());
    let connect = |ends: Ends| {
        let of_sides = matches!(ends, Ends::Edges(_) | Ends::Opposite | Ends::Alternate);
        GoalKind::Connect(Connect { ends, with_corners: with_corners && of_sides, by })
    };
    let kind = match below(rng, 12) {
        0 | 1 => {
            let length = 2 + below(rng, usize::min(longest, 4) - 1) as u8;
            let exact = once_in(2, rng) && board.shortest_circle() != Some(length);
            let on = once_in(3, &mut rng.clone()).then(|| {
                let left_out = some_cells(board, &mut rng.clone());
                let cells = board.cells().iter().copied().filter(|cell| !left_out.contains(cell));
                (String::new(), cells.collect())
            });
            GoalKind::Line(Line { length, exact, on })
        }
        2 => connect(Ends::Sets([sets(rng), sets(rng)])),
        3 if sides > 0 => connect(Ends::Edges(2 + below(rng, sides - 1) as u8)),
        4 if corners > 0 => connect(Ends::Corners(2 + below(rng, corners - 1) as u8)),
        5 if is_hexagon && once_in(2, &mut rng.clone()) => connect(Ends::Alternate),
        5 if sides > 0 && sides.is_multiple_of(2) => connect(Ends::Opposite),
        6 if board.is_hex() && board.wrap().is_none() => GoalKind::Ring(Ring),
        10 if board.wrap().is_none() => GoalKind::Pattern(PatternGoal(pattern(0, board, rng))),
        7 => {
            let cells = [(); 2].map(|()| (String::new(), some_cells(board, rng)));
            GoalKind::Reach(Reached { cells, neutral: once_in(4, rng), piece: None })
        }
        11 => {
            let least = 2 + below(rng, 4) as u16;
            let most = once_in(2, rng).then(|| least + below(rng, 2) as u16);
            GoalKind::Group(Group { least, most })
        }
        8 => GoalKind::Eliminate(Eliminate { from_turn: pick(rng, &[1, 1, 3]), piece: None }),
        9 => GoalKind::Unite(Unite { by, over_empty: once_in(2, &mut rng.clone()) }),
        _ => GoalKind::Capture(Captures { stones: 1 + below(rng, 4) as u16 }),
    };
    Goal {
        name: format!("goal-{index}"),
        kind,
        checked: pick(rng, &CHECKED),
        side: pick(rng, &[None, None, Some(Side::First), Some(Side::Second)]),
        result: pick(rng, &[GoalResult::Win, GoalResult::Win, GoalResult::Lose]),
        both: pick(rng, &[Both::Mover, Both::Other, Both::Draw, Both::Neither]),
    }
}

/// Adds a goal that is a condition on the whole board to `variant`, sometimes.
pub fn add_goal_of_board(variant: &mut Variant, rng: &mut Random) {
    if !variant.goals.is_empty() && once_in(3, rng) {
        let Clause { term, is } = of_board(variant, [0, 1, 2], rng);
        // Most terms are small at the start, and then it would be reached at once.
        let is = match is {
            Is::Within(_, Some(few)) => Is::Within(few + 2, None),
            Is::Within(_, None) => is,
            Is::Related(_, other) => Is::Related(Relation::More, other),
        };
        let at = below(rng, variant.goals.len());
        variant.goals[at].kind = GoalKind::Whole(Whole(Condition(vec![Clause { term, is }])));
    }
}
