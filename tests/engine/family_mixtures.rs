//! Random mixtures of everything that single stones support: goals, moves, removals, neutral stones, all kinds of capture,
//! actions of one side, on small boards.

use crate::chance::{below, once_in, pick, seeded};
use crate::family::{self, settle, shapes};
use crate::family_goals::{add_goal_of_board, goal};
use crate::hand_made::{go, target};
use crate::slow::Slow;
use crate::slow_turn::SlowTurns;
use dropline::board::{Board, Cell, Direction, Lines, Shape, Wrap};
use dropline::points::Points;
use dropline::variant::conditions::{
    Is, Line as Clause, Moment, Pattern, Place as Around, Relation, Set, Term, Who,
};
use dropline::variant::goals::{Checked, Ring};
use dropline::variant::{
    ActionKind, ActionRule, Both, Capture, Condition, Displace, Empties, End, Flip, Goal, GoalKind,
    GoalResult, Motion, Move, MoveLines, On, Onto, Owner, Piece, PieceKind, Place, Reach, Remove, Repeated,
    Repetition, RepetitionResult, Run, Score, ScoreMethod, Setup, Side, Stuck, Suicide, Take, Taken, Turn,
    Unmet, Variant, Vicinity, Whose,
};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

/// Mixture `number`.
pub fn any(number: u64) -> Variant {
    let rng = &mut seeded(number);
    let mut length = |from: u8, to: u8| from + below(rng, usize::from(to - from) + 1) as u8;
    let shape = match number % 6 {
        0 => Shape::Hexagon { side: length(2, 3) },
        1 => Shape::Rhombus { width: length(2, 4), height: length(2, 4) },
        2 => Shape::Triangle { side: length(3, 5) },
        _ => Shape::Rectangle { width: length(2, 5), height: length(2, 4) },
    };
    on(Board::new(shape), rng)
}

/// Mixture `number`, on a board that wraps.
pub fn wrapping(number: u64) -> Variant {
    let rng = &mut seeded(number);
    let mut length = |to: u8| 3 + below(rng, usize::from(to) - 2) as u8;
    let shape = if number.is_multiple_of(3) {
        Shape::Rhombus { width: length(4), height: length(4) }
    } else {
        Shape::Rectangle { width: length(6), height: length(5) }
    };
    let board = Board::new(shape).wrapped(pick(rng, &[Wrap::Columns, Wrap::Rows, Wrap::Torus]));
    let holes: Vec<_> = board.cells().iter().copied().filter(|_| once_in(12, rng)).collect();
    on(board.without(if number.is_multiple_of(4) { &holes } else { &[] }), rng)
}

/// Stones on any cells of a hexagon with holes, until one side has a ring.
pub fn rings(number: u64) -> Variant {
    let rng = &mut seeded(number);
    let shape = Shape::Hexagon { side: if number.is_multiple_of(4) { 4 } else { 3 } };
    let board = Board::new(shape);
    let holes: Vec<_> = board.cells().iter().copied().filter(|_| once_in(6, rng)).collect();
    let goal = Goal {
        name: "ring".to_owned(),
        kind: GoalKind::Ring(Ring),
        checked: Checked::Action,
        side: None,
        result: GoalResult::Win,
        both: Both::Mover,
    };
    Variant { goals: vec![goal], capture: Capture::None, board: board.without(&holes), ..go(shape) }
}

/// A line about the whole board: a term that is at most one of `most`, or at most another.
pub fn of_board(variant: &Variant, most: [u16; 3], rng: &mut Random) -> Clause {
    let mut terms = vec![
        Term::Groups(Who::Own, Around::Board),
        Term::Largest(Who::Own, Around::Board),
        Term::Cells(Who::Enemy, Around::Board),
    ];
    terms.extend((0..variant.patterns.len()).map(|index| Term::Pattern(index as u8)));
    terms.extend((0..variant.sets.len()).map(|index| Term::Cells(Who::Set(index as u8), Around::Board)));
    let (term, other) = (pick(rng, &terms), pick(rng, &terms));
    let most = Is::Within(0, Some(pick(rng, &most)));
    let is = if once_in(2, rng) { most } else { Is::Related(Relation::AtMost, other) };
    Clause { term, is }
}

/// Binds the turns of `variant` by how they end, sometimes. Long turns are not bound: the slow engine tries all that follows an action.
fn bind_turns(variant: &mut Variant, rng: &mut Random) {
    let is_long = |turn: &Turn| turn.steps.iter().map(|step| step.max).sum::<u16>() > 3;
    if variant.turns().any(is_long) {
        return;
    }
    if once_in(3, rng) {
        variant.leaves = Condition(vec![of_board(variant, [0, 2, 5], rng)]);
    }
    let turns = variant.openings.iter_mut().chain([&mut variant.turn]).chain(&mut variant.catch_up);
    for step in turns.flat_map(|turn| &mut turn.steps) {
        if once_in(3, rng) {
            step.unmet = Unmet::Illegal;
        }
    }
}

fn on(board: Board, rng: &mut Random) -> Variant {
    let mut actions: Vec<_> = (0..1 + below(rng, 4)).map(|index| action(index, &board, rng)).collect();
    let (patterns, sets) = (patterns(&board, rng), sets(&board, rng));
    let mut capture = capture(rng);
    // Stones of one's own that are captured restore arrangements again and again, and then the slow engine tries all turns.
    let may_repeat = capture.listed().iter().any(|take| take.stones != Whose::Enemy);
    let takes = if let Capture::Listed(takes) = &mut capture { takes.as_mut_slice() } else { &mut [] };
    let of_captures = takes.iter_mut().map(|take| &mut take.condition);
    let of_actions = actions.iter_mut().flat_map(|action| [&mut action.condition, &mut action.makes]);
    for condition in of_actions.chain(of_captures) {
        for line in &mut condition.0 {
            if !patterns.is_empty() && once_in(3, rng) {
                line.term = Term::Pattern(below(rng, patterns.len()) as u8);
            }
            if let Term::Cells(_, place) = line.term
                && place != Around::Seen
                && !sets.is_empty()
                && once_in(3, rng)
            {
                let set = Who::Set(below(rng, sets.len()) as u8);
                let has_groups = place != Around::Near(Reach::Touching);
                line.term = match below(&mut rng.clone(), 4) {
                    0 if has_groups => Term::Groups(set, place),
                    1 if has_groups => Term::Largest(set, place),
                    _ => Term::Cells(set, place),
                };
            }
        }
        condition.0.sort_unstable();
    }
    let goals: Vec<_> = (0..below(rng, 4)).map(|index| goal(index, &board, rng)).collect();
    let kinds = actions.len();
    let turns = |rng: &mut Random| family::turn(kinds, rng);
    let mut openings: Vec<Turn> = (0..pick(rng, &[0, 0, 1, 2])).map(|_| turns(rng)).collect();
    for turn in &mut openings {
        if once_in(3, &mut rng.clone()) {
            turn.steps.truncate(1);
            (turn.steps[0].min, turn.steps[0].max, turn.claim) = (1, 1, true);
        }
    }
    let claims = openings.iter().any(|turn| turn.claim);
    let mut variant = Variant {
        openings,
        patterns,
        sets,
        turn: turns(rng),
        swap: once_in(4, rng) && !claims,
        capture,
        repetition: pick(
            rng,
            &[
                Repetition::None,
                Repetition::None,
                Repetition::None,
                Repetition::PositionalSuperko,
                Repetition::SimpleKo,
            ],
        ),
        goals,
        end: End {
            passes: pick(rng, &[1, 2, 2, 3]),
            max_turns: pick(rng, &[4, 9, 40, 1000]),
            stuck: pick(rng, &[Stuck::Pass, Stuck::End, Stuck::Loses, Stuck::Wins]),
            quiet: pick(rng, &[None, None, Some(1), Some(3)]),
            ..End::default()
        },
        actions,
        ..go(board.shape())
    };
    if may_repeat {
        variant.repetition = Repetition::None;
    }
    variant.catch_up = once_in(6, rng).then(|| turns(rng));
    bind_turns(&mut variant, rng);
    add_goal_of_board(&mut variant, rng);
    variant.board = board.clone();
    variant.score = score(&variant, rng);
    if !once_in(6, rng) {
        let setup = Setup { neutral: vec![], ..family::setup(&board, rng) };
        variant.setup = with_neutral(setup, &board, rng);
        settle(&mut variant);
    }
    // A copy draws what follows a repetition, so that the rest of the mixture is the same with it.
    variant.end.repeated = repeated(&mut rng.clone());
    // A copy draws the kinds of piece, so that the rest of the mixture is the same with them.
    recolour(&mut variant.actions, &mut rng.clone());
    if once_in(4, &mut rng.clone()) {
        give_kinds(&mut variant, &mut rng.clone());
    }
    // Goals are reached in play, so nobody may have reached one at the start.
    let start = Slow::start(&variant);
    if start.decided().or_else(|| start.decided_by_turn()).is_some() {
        variant.setup.stones = [vec![], vec![]];
        variant.setup.neutral.clear();
        variant.pieces.iter_mut().for_each(|piece| piece.cells.clear());
    }
    variant
}

/// How an arrangement that returns ends the game, if it does.
fn repeated(rng: &mut Random) -> Option<Repeated> {
    let result = pick(rng, &[None, Some(RepetitionResult::Draw), Some(RepetitionResult::Loses)]);
    result.map(|result| Repeated { times: pick(rng, &[2, 2, 3]), result })
}

/// Lets some moves change whose stone it is, or leave one of the enemy behind.
fn recolour(actions: &mut [ActionRule], rng: &mut Random) {
    for action in actions {
        let ActionKind::Move(movement) = &mut action.kind else { continue };
        if once_in(6, rng) {
            movement.leaves_behind = Some(Owner::Enemy);
        }
        let owners = [Owner::Own, Owner::Enemy, Owner::Neutral];
        let colour = pick(rng, &owners);
        if once_in(6, rng) && movement.stones != Whose::Any && colour.stones() != movement.stones {
            movement.colour = Some(colour);
        }
    }
}

/// Adds one or two kinds of piece, which the actions, sets, captures and goals of `variant` then tell apart.
fn give_kinds(variant: &mut Variant, rng: &mut Random) {
    let count = 1 + below(rng, 2);
    let mut stones: Vec<Cell> =
        variant.setup.stones.iter().flatten().chain(&variant.setup.neutral).copied().collect();
    for number in 0..count {
        let cells: Vec<Cell> = stones.iter().copied().filter(|_| once_in(3, rng)).collect();
        stones.retain(|cell| !cells.contains(cell));
        let name = format!("piece-{number}");
        variant.pieces.push(Piece { name: name.clone(), mark: 'P', cells });
        let piece = Some(PieceKind::Kind(number as u8));
        let set = Set { name, of: Some(Who::Stones), piece, on: None, condition: Condition::default() };
        variant.sets.push(set);
    }
    let kind = |rng: &mut Random| {
        let kind = below(rng, count + 1);
        once_in(2, rng)
            .then(|| kind.checked_sub(1).map_or(PieceKind::Plain, |kind| PieceKind::Kind(kind as u8)))
    };
    let named = |rng: &mut Random| kind(rng).map(|kind| ("piece".to_owned(), kind));
    for action in &mut variant.actions {
        let places = matches!(action.kind, ActionKind::Place(_));
        action.piece = kind(rng).filter(|_| !places);
        let becomes = match &action.kind {
            ActionKind::Place(place) => !place.has_shapes(),
            ActionKind::Move(_) => true,
            _ => false,
        };
        action.becomes = kind(rng).filter(|_| becomes);
        for line in action.condition.0.iter_mut().chain(&mut action.makes.0) {
            if let Term::Cells(_, place) = line.term
                && place != Around::Seen
                && once_in(3, rng)
            {
                line.term = Term::Cells(Who::Set((variant.sets.len() - 1 - below(rng, count)) as u8), place);
            }
        }
    }
    variant.sets.iter_mut().filter(|set| set.piece.is_none()).for_each(|set| set.piece = kind(rng));
    if let Capture::Listed(takes) = &mut variant.capture {
        takes.iter_mut().for_each(|take| take.piece = kind(rng));
    }
    for goal in &mut variant.goals {
        match &mut goal.kind {
            GoalKind::Reach(reach) => reach.piece = named(rng),
            GoalKind::Eliminate(eliminate) => eliminate.piece = named(rng),
            _ => {}
        }
    }
}

/// Up to two sets of cells that depend on the position.
fn sets(board: &Board, rng: &mut Random) -> Vec<Set> {
    let kinds =
        [None, Some(Who::Own), Some(Who::Enemy), Some(Who::Stones), Some(Who::Empty), Some(Who::Neutral)];
    let numbers = 0..pick(rng, &[0, 0, 1, 2]);
    let set = |number| Set {
        name: format!("set-{number}"),
        of: pick(rng, &kinds),
        piece: None,
        on: once_in(4, rng).then(|| On::of(some_cells(board, rng), board)),
        condition: condition(Moment::Before, rng),
    };
    numbers.map(set).collect()
}

/// Up to two patterns of two rows; none on boards that wrap.
fn patterns(board: &Board, rng: &mut Random) -> Vec<Pattern> {
    let most = if board.wrap().is_none() { below(rng, 3) } else { 0 };
    (0..most).map(|number| pattern(number, board, rng)).collect()
}

/// A pattern of two rows.
pub fn pattern(number: usize, board: &Board, rng: &mut Random) -> Pattern {
    let columns = 2 + number;
    let mut row = |columns: usize| -> String {
        (0..columns).map(|_| pick(rng, &['o', 'o', 'e', 'n', '.', '!', '?'])).collect()
    };
    let rows = vec![format!("o{}", row(columns - 1)), row(columns)];
    Pattern::new(&format!("pattern-{number}"), rows, board)
}

/// What is scored: nothing if something else decides, and control only if a turn places stones.
fn score(variant: &Variant, rng: &mut Random) -> Score {
    let mut methods = vec![ScoreMethod::Stones, ScoreMethod::Area, ScoreMethod::Groups];
    if !variant.goals.is_empty() || matches!(variant.end.stuck, Stuck::Loses | Stuck::Wins) {
        methods.extend([ScoreMethod::None; 3]);
    }
    let mut offered = variant.turn.steps.iter().flat_map(|step| step.actions());
    let places = offered.any(|index| matches!(variant.actions[index].kind, ActionKind::Place(_)));
    if places && !variant.binds_turns() {
        methods.push(ScoreMethod::Control);
    }
    let method = pick(rng, &methods);
    let komi = if method == ScoreMethod::None { 0 } else { pick(rng, &[0, 50]) };
    let score = Score::new(method, Points::hundredths(komi));
    // A copy draws the rest, so that the rest of the mixture is the same with it.
    let rng = &mut rng.clone();
    let score = if method == ScoreMethod::None || !once_in(3, rng) {
        score
    } else {
        Score { method: ScoreMethod::Terms, terms: worths(variant, rng), ..score }
    };
    let leaves_open = matches!(score.method, ScoreMethod::Stones | ScoreMethod::Terms);
    let empties = if leaves_open && once_in(3, rng) { Empties::Winner } else { Empties::Nobody };
    Score { empties, ..score }
}

/// From one to three terms about the whole board, with what each is worth.
fn worths(variant: &Variant, rng: &mut Random) -> Vec<(Term, i16)> {
    let sides = [Who::Own, Who::Enemy];
    let on_board = sides.map(|who| Term::Cells(who, Around::Board)).into_iter();
    let all = on_board
        .chain(sides.map(|who| Term::Groups(who, Around::Board)))
        .chain(sides.map(|who| Term::Largest(who, Around::Board)));
    let mut terms: Vec<Term> = all
        .chain((0..variant.patterns.len()).map(|index| Term::Pattern(index as u8)))
        .chain((0..variant.sets.len()).map(|index| Term::Cells(Who::Set(index as u8), Around::Board)))
        .chain((0..variant.sets.len()).map(|index| Term::Groups(Who::Set(index as u8), Around::Board)))
        .chain((0..variant.sets.len()).map(|index| Term::Largest(Who::Set(index as u8), Around::Board)))
        .chain([None, Some(2), Some(3)].map(|most| Term::Product(Who::Own, most)))
        .collect();
    let number = pick(rng, &[1, 2, 3]);
    let worth = |_| (terms.swap_remove(below(rng, terms.len())), pick(rng, &[1, 1, 2, -1, -10]));
    (0..number).map(worth).collect()
}

/// Adds neutral stones on some of the remaining cells.
fn with_neutral(setup: Setup, board: &Board, rng: &mut Random) -> Setup {
    let taken = |cell: &Cell| setup.stones.iter().flatten().any(|stone| stone == cell);
    let left = board.cells().iter().copied().filter(|cell| !taken(cell));
    let wanted = once_in(4, rng);
    let neutral = left.filter(|_| wanted && once_in(4, rng)).collect();
    Setup { neutral, ..setup }
}

fn capture(rng: &mut Random) -> Capture {
    let taken = pick(rng, &[Taken::Removed, Taken::Flipped]);
    let run = pick(
        rng,
        &[None, Some(Run { least: 1, most: 2 }), Some(Run::of(1)), Some(Run { least: 2, most: 3 })],
    );
    let takes = [take(rng), take(rng)];
    pick(
        rng,
        &[
            Capture::None,
            Capture::None,
            Capture::Liberties(Suicide::Allowed),
            Capture::Liberties(Suicide::Forbidden),
            Capture::Forbidden,
            Capture::Custodial { run, lines: Lines::Queen, taken },
            Capture::Custodial { run, lines: Lines::Orthogonal, taken },
            Capture::Touching { taken },
            Capture::Listed(takes[..1].to_vec()),
            Capture::Listed(takes.to_vec()),
        ],
    )
}

/// An entry of a list of captures. A condition on the whole board is rarely useful, but must work.
fn take(rng: &mut Random) -> Take {
    Take {
        stones: whose(rng),
        groups: once_in(2, rng),
        near: pick(rng, &[None, Some(Vicinity::Adjacent), Some(Vicinity::Touching), Some(Vicinity::Group)]),
        piece: None,
        condition: condition(Moment::Captured, rng),
        taken: pick(rng, &[Taken::Removed, Taken::Flipped]),
    }
}

fn action(index: usize, board: &Board, rng: &mut Random) -> ActionRule {
    let side = pick(rng, &[None, None, None, None, Some(Side::First), Some(Side::Second)]);
    let placing = ActionKind::Place(Place::default());
    let rule = ActionRule { side, ..ActionRule::new(&format!("action-{index}"), placing) };
    let on = once_in(8, rng).then(|| On::of(some_cells(board, rng), board));
    let before = condition(Moment::Before, rng);
    let made = if before.is_empty() { condition(Moment::Made, rng) } else { Condition::default() };
    let limit = pick(rng, &[None, None, Some(1), Some(2)]);
    let sight = pick(rng, &[None, None, Some(Lines::Orthogonal), Some(Lines::Queen)]);
    let reach = pick(rng, &[Reach::Adjacent, Reach::Touching]);
    match below(rng, 11) {
        0 => {
            let number = |rng: &mut Random| pick(rng, &[None, None, Some(1), Some(2)]);
            let mut condition = target(number(rng), number(rng));
            condition.0.extend(before.0.iter().filter(|_| once_in(2, rng)).copied());
            let kind = ActionKind::Displace(Displace { to: reach });
            ActionRule { kind, sight, new_per_group: limit, side: None, on, condition, ..rule }
        }
        1 => {
            let neutral = once_in(4, &mut rng.clone());
            let kind =
                ActionKind::Remove(Remove { stones: if neutral { Whose::Neutral } else { whose(rng) } });
            ActionRule { kind, on, condition: before, ..rule }
        }
        2..5 => {
            let movement = movement(board, rng);
            let must_capture = movement.stones == Whose::Own && once_in(6, rng);
            let kind = ActionKind::Move(movement);
            let left = if once_in(2, rng) { condition(Moment::Left, rng) } else { Condition::default() };
            let makes = condition(Moment::Moved, rng);
            ActionRule { kind, must_capture, on, condition: left, makes, ..rule }
        }
        5 if board.wrap().is_none() => {
            let mut some = |n| once_in(n, rng).then(|| shapes(board.cells().len(), rng));
            let (shape, first_shape) = (some(1), some(4));
            let place = Place { shape, first_shape, fixed: once_in(2, rng), ..Place::default() };
            let kind = ActionKind::Place(place);
            ActionRule { kind, sight, new_per_group: limit, on, condition: before, ..rule }
        }
        6 => {
            let owners = [Owner::Own, Owner::Enemy, Owner::Neutral];
            let (stones, shift) = (below(rng, 3), 1 + below(rng, 2));
            let kind = Flip { stones: owners[stones], becomes: owners[(stones + shift) % 3] };
            ActionRule { kind: ActionKind::Flip(kind), on, condition: before, ..rule }
        }
        _ => {
            if once_in(6, rng) {
                let kind = ActionKind::Place(Place { enemy: true, ..Place::default() });
                return ActionRule { kind, on, condition: before, makes: made, ..rule };
            }
            let neutral = once_in(6, rng);
            let falls = board.wrap().is_none_or(|wrap| wrap == Wrap::Columns);
            let place = Place {
                gravity: !board.is_hex() && once_in(5, rng) && falls,
                neutral,
                seen_by_moved: sight.is_some() && once_in(3, rng),
                ..Place::default()
            };
            let must_capture = !neutral && once_in(5, rng);
            let new_per_group = if neutral { None } else { limit };
            let kind = ActionKind::Place(place);
            let rule = ActionRule { kind, sight, new_per_group, must_capture, ..rule };
            ActionRule { on, condition: before, makes: made, ..rule }
        }
    }
}

/// A condition that is read at `moment`; usually none.
fn condition(moment: Moment, rng: &mut Random) -> Condition {
    let lines = pick(rng, &[0, 0, 0, 1, 1, 2]);
    let mut lines: Vec<_> = (0..lines).map(|_| clause(moment, rng)).collect();
    lines.sort_unstable();
    Condition(lines)
}

fn clause(moment: Moment, rng: &mut Random) -> Clause {
    let few = |rng: &mut Random| below(rng, 3) as u16;
    let relation =
        pick(rng, &[Relation::Less, Relation::AtMost, Relation::Equal, Relation::AtLeast, Relation::More]);
    let is = match below(rng, 5) {
        0 => Is::Within(0, Some(0)),
        1 => Is::Within(1, None),
        2 => Is::Within(few(rng), Some(2 + few(rng))),
        _ => Is::Related(relation, term(moment, rng)),
    };
    Clause { term: term(moment, rng), is }
}

fn term(moment: Moment, rng: &mut Random) -> Term {
    let who = pick(rng, &[Who::Own, Who::Enemy, Who::Stones, Who::Empty, Who::Neutral]);
    let near = [Reach::Adjacent, Reach::Touching].map(Around::Near);
    let place = pick(rng, &[near[0], near[0], near[1], near[1], Around::Seen, Around::Beside, Around::Board]);
    let side = pick(rng, &[Who::Own, Who::Enemy]);
    let of_groups = pick(rng, &[Around::Board, Around::Board, near[0], Around::Beside]);
    match below(rng, 12) {
        0 => Term::Group,
        1 => Term::Liberties,
        2 => Term::Groups(side, of_groups),
        3 => Term::Largest(side, of_groups),
        4 if moment == Moment::Moved => Term::GroupBefore,
        4 if moment == Moment::Captured => Term::NewGroup,
        _ => Term::Cells(who, place),
    }
}

fn whose(rng: &mut Random) -> Whose {
    pick(rng, &[Whose::Own, Whose::Enemy, Whose::Any])
}

fn movement(board: &Board, rng: &mut Random) -> Move {
    let how = pick(
        rng,
        &[
            Motion::Step,
            Motion::Step,
            Motion::Slide,
            Motion::Jump,
            Motion::Leap,
            Motion::March,
            Motion::Anywhere,
        ],
    );
    let lines = pick(rng, &[MoveLines::Orthogonal, MoveLines::Diagonal, MoveLines::Queen]);
    // Drawn from a copy, so that the rest of the mixture is the same.
    let knight = how == Motion::Leap && !board.is_hex() && once_in(2, &mut rng.clone());
    let how = if knight { Motion::Knight } else { how };
    let follows_lines = how.follows_lines();
    let forward = follows_lines && once_in(4, rng);
    let mut directions =
        || -> Vec<Direction> { board.touching().iter().copied().filter(|_| once_in(2, rng)).collect() };
    let directions = [directions(), directions()];
    let listed = follows_lines && !forward && once_in(3, rng);
    // Only friendly stones jump, march or capture.
    let simple = !matches!(how, Motion::Jump | Motion::March);
    let others = [Whose::Enemy, Whose::Any, Whose::Neutral];
    let stones = if simple && once_in(4, rng) { pick(rng, &others) } else { Whose::Own };
    Move {
        how,
        stones,
        leaves_behind: pick(rng, &[None, None, None, None, Some(Owner::Neutral), Some(Owner::Own)]),
        colour: None,
        lines: if board.is_hex() { MoveLines::Orthogonal } else { lines },
        forward,
        directions: listed.then_some(directions),
        to: once_in(6, rng).then(|| On::of(some_cells(board, rng), board)),
        onto: if how == Motion::Jump || stones != Whose::Own {
            Onto::Empty
        } else {
            pick(rng, &[Onto::Empty, Onto::Enemy, Onto::Any])
        },
        over: if how == Motion::Jump { whose(rng) } else { Whose::Enemy },
    }
}

/// Some cells of the board, at least one, sorted.
pub fn some_cells(board: &Board, rng: &mut Random) -> Vec<Cell> {
    let mut cells: Vec<_> = (0..1 + below(rng, 4)).map(|_| pick(rng, board.cells())).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
