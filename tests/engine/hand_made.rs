//! Handwritten variants: the same rules as in the variant files of the same names, on boards of any size.

use dropline::board::{Board, Lines, Shape};
use dropline::points::Points;
use dropline::variant::conditions::{Is, Line, Place as Around, Term, Who};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Colour, Condition, Displace, End, GameInfo, Pattern, Place, Reach,
    Repetition, Score, ScoreMethod, Setup, Shapes, Stacks, Step, Suicide, Turn, Unmet, Variant, load,
};

/// A rectangle of squares.
pub const fn squares(width: u8, height: u8) -> Shape {
    Shape::Rectangle { width, height }
}

/// A hexagon of hexes.
pub const fn hexagon(side: u8) -> Shape {
    Shape::Hexagon { side }
}

/// Send It.
pub fn send_it(shape: Shape) -> Variant {
    Variant {
        id: "send-it".to_owned(),
        info: GameInfo {
            based_on: None,
            name: "Send It".to_owned(),
            author: None,
            year: None,
            summary: String::new(),
            players: [Colour::Black, Colour::White],
        },
        board: Board::new(shape),
        setup: Setup::default(),
        openings: vec![turn([step([1], 1, 1)]), turn([step([1], 3, 3)])],
        turn: turn([step([0], 0, 4)]),
        catch_up: None,
        leaves: Condition::default(),
        swap: false,
        actions: vec![ActionRule { new_per_group: Some(1), ..seen(place("drop")) }, place("open")],
        patterns: vec![],
        sets: vec![],
        pieces: vec![],
        capture: Capture::Liberties(Suicide::Forbidden),
        stacks: Stacks::default(),
        repetition: Repetition::None,
        goals: vec![],
        end: End { max_turns: 1000, ..End::default() },
        score: Score::new(ScoreMethod::Control, Points::ZERO),
    }
}

/// Send It with the push.
pub fn send_it_with_push(shape: Shape) -> Variant {
    let mut variant = send_it(shape);
    variant.actions.push(push());
    variant.turn = turn([step([0, 2], 0, 4)]);
    variant
}

/// Go.
pub fn go(shape: Shape) -> Variant {
    Variant {
        openings: vec![],
        turn: turn([step([0], 0, 1)]),
        actions: vec![place("place")],
        repetition: Repetition::PositionalSuperko,
        score: Score::new(ScoreMethod::Area, Points::ZERO),
        ..send_it(shape)
    }
}

/// Dispatch, without its setup.
pub fn dispatch(shape: Shape) -> Variant {
    let sizes = |sizes: &[u8]| Some(Shapes::Sizes(sizes.to_vec()));
    Variant {
        openings: vec![],
        turn: turn([step([0], 0, 1)]),
        actions: vec![seen(place_shape("dispatch", sizes(&[2, 3, 4, 5]), sizes(&[3])))],
        ..send_it(shape)
    }
}

/// Chris's Dispatch, without its setup.
pub fn dispatch_by_chris(shape: Shape) -> Variant {
    let plus = Pattern { cells: vec![(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)] };
    let cross = Pattern { cells: vec![(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)] };
    let parts = |cells: &[u8]| {
        let (patterns, cells) = (vec![plus.clone(), cross.clone()], cells.to_vec());
        Some(Shapes::Patterns { patterns, parts: true, cells, centre_seen: true })
    };
    let rule = place_shape("dispatch", parts(&[]), parts(&[3]));
    Variant {
        actions: vec![ActionRule { sight: Some(Lines::Queen), ..rule }],
        capture: Capture::None,
        ..dispatch(shape)
    }
}

/// The step that offers these actions, by index.
pub fn step(actions: impl Into<Vec<usize>>, min: u16, max: u16) -> Step {
    Step { tiers: vec![actions.into()], min, max, unmet: Unmet::Skip, or: false }
}

/// The turn that consists of these steps.
pub fn turn(steps: impl Into<Vec<Step>>) -> Turn {
    Turn { steps: steps.into(), claim: false }
}

/// A stone on any empty cell.
pub fn place(name: &str) -> ActionRule {
    ActionRule::new(name, ActionKind::Place(Place::default()))
}

/// `rule`, on cells with no stone within `reach`.
pub fn clear(reach: Reach, rule: ActionRule) -> ActionRule {
    let line = Line::none(Who::Stones, Around::Near(reach));
    ActionRule { condition: Condition(vec![line]), ..rule }
}

/// Stones in a shape on empty cells.
pub fn place_shape(name: &str, shape: Option<Shapes>, first_shape: Option<Shapes>) -> ActionRule {
    ActionRule { kind: ActionKind::Place(Place { shape, first_shape, ..Place::default() }), ..place(name) }
}

/// The same action, restricted to seen cells.
pub fn seen(rule: ActionRule) -> ActionRule {
    ActionRule { sight: Some(Lines::Orthogonal), ..rule }
}

/// That the group on a cell has exactly these numbers of stones and liberties.
pub fn target(group: Option<u16>, liberties: Option<u16>) -> Condition {
    let line = |(term, number): (Term, Option<u16>)| Some(Line { term, is: Is::Within(number?, number) });
    Condition([(Term::Group, group), (Term::Liberties, liberties)].into_iter().filter_map(line).collect())
}

/// The push of Send It.
pub fn push() -> ActionRule {
    ActionRule {
        name: "push".to_owned(),
        kind: ActionKind::Displace(Displace { to: Reach::Adjacent }),
        condition: target(Some(1), Some(1)),
        sight: Some(Lines::Orthogonal),
        new_per_group: Some(1),
        ..place("push")
    }
}

/// A position of `variant` as drawn, in normal turns, the first side to move.
pub fn drawn(variant: Variant, drawing: &str) -> Variant {
    let stones = crate::draw::stones(&variant.board, drawing);
    Variant { setup: Setup { stones, turns: 2, to_move: None, ..Setup::default() }, ..variant }
}

/// A shipped variant with settings.
pub fn shipped(name: &str, sets: &[&str]) -> Variant {
    let sets: Vec<_> = sets.iter().map(|&set| set.to_owned()).collect();
    load(name, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).variant
}
