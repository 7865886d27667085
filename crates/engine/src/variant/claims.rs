//! Facts that hold in every game of a variant, for the explanation to state and for tests to check against play.

use super::{ActionRule, Capture, Side, Step, Stuck, Turn, Unmet, Variant};
use crate::board::Direction;
use crate::rules::STEPS;

/// Facts that hold in every game of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The remaining openings in order, and the normal turn after them.
    pub turns: Vec<TurnClaims>,
    /// The turn of a player who catches up.
    pub catch_up: Option<TurnClaims>,
    /// The side that may swap instead of taking the second turn of the game, or an opening in which a side can be claimed; `None` if
    /// neither side ever may.
    pub swap: Option<Side>,
    /// Why no arrangement of stones can return; `None` if one may.
    pub no_return: Option<NoReturn>,
}

/// Why no arrangement of stones can return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReturn {
    /// Every action but `pass` and `swap`, or every turn that is not passed, adds a stone, and no stone is ever taken off.
    Grows,
    /// Every action but `pass` and `swap` takes a stone off or moves one forward, no stone is ever added, and none changes sides.
    Recedes,
}

/// Facts about a turn that hold in every game of the variant. Superko and the pie rule are ignored: the former may forbid a
/// `pass` that closes a turn, the latter allows one more action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnClaims {
    /// The turn's number in the game, counted from 0; for the normal turn, the number of the first such turn.
    pub number: u32,
    /// Whether the turn can be passed: ended by `pass` as its only action.
    pub passed: Passed,
    /// Whether the player may ever end the turn by `pass` after some action.
    pub closed: bool,
    /// Whether the turn may end by itself before its last step is done, because a remaining compulsory action turns out to be
    /// impossible.
    pub cut_short: bool,
}

/// When a turn can be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passed {
    /// Always: nothing in it is compulsory. If no action is legal, the game may already be over: see [`Stuck::End`].
    Always,
    /// When no compulsory action is possible, whether or not an optional one is.
    WithoutCompulsory,
    /// When nothing at all is possible.
    WithoutAnything,
    /// Never: a player who can do nothing ends the game.
    Never,
}

impl Claims {
    /// The facts about the games of `variant`.
    pub fn of(variant: &Variant) -> Self {
        let turns = variant.openings.iter().chain([&variant.turn]).zip(0..);
        let normal = variant.openings.len() as u32;
        let done = variant.setup.turns.min(normal);
        Self {
            turns: turns.skip(done as usize).map(|(turn, number)| of_turn(turn, number, variant)).collect(),
            catch_up: variant.catch_up.as_ref().map(|turn| of_turn(turn, normal, variant)),
            swap: may_swap(variant),
            no_return: no_return(variant),
        }
    }

    /// The facts about the normal turn.
    pub fn normal(&self) -> TurnClaims {
        self.turns[self.turns.len() - 1]
    }

    /// Whether `pass` is ever legal.
    pub fn some_pass(&self) -> bool {
        self.some_passed_turn() || self.all().any(|turn| turn.closed)
    }

    /// Whether a turn can ever be passed.
    pub fn some_passed_turn(&self) -> bool {
        self.all().any(|turn| turn.passed != Passed::Never)
    }

    /// The facts about all turns.
    fn all(&self) -> impl Iterator<Item = &TurnClaims> {
        self.turns.iter().chain(&self.catch_up)
    }
}

fn no_return(variant: &Variant) -> Option<NoReturn> {
    let Variant { actions, capture, board, .. } = variant;
    let adds = |action: &ActionRule| action.kind.adds_stones() && !action.kind.captures_by_itself();
    let keeps = |action: &ActionRule| action.kind.moves() && !action.kind.captures_by_itself();
    let every_turn_adds = || {
        actions.iter().all(|action| adds(action) || keeps(action))
            && variant.turns().all(|turn| always_adds(turn, variant))
    };
    let [columns, rows] = board.around();
    let recedes = |action: &ActionRule, side, heading| {
        let captures = action.must_capture && action.kind.moves_own() && !action.kind.adds_stones();
        action.kind.recedes(board, side, heading) || captures
    };
    // A step along a line that returns leads nowhere; captures need no heading.
    let headings = STEPS
        .iter()
        .chain(&[(0, 0)])
        .filter(|step| (columns.is_none() || step.0 == 0) && (rows.is_none() || step.1 == 0));
    let all_recede = |side: Side, heading: Direction| {
        actions.iter().filter(|action| action.is_for(side)).all(|action| recedes(action, side, heading))
    };
    let goes_on = |side: Side| headings.clone().any(|&heading| all_recede(side, heading));
    if !capture.removes_stones() && (actions.iter().all(adds) || every_turn_adds()) {
        Some(NoReturn::Grows)
    } else if !capture.flips() && Side::BOTH.into_iter().all(goes_on) {
        Some(NoReturn::Recedes)
    } else {
        None
    }
}

/// Whether in each `turn` the player moves a stone, and then always can, and must, place another.
fn always_adds(turn: &Turn, variant: &Variant) -> bool {
    let ([moves, places], false) = (turn.steps.as_slice(), turn.has_kinds()) else { return false };
    let [moving, placing] =
        [moves, places].map(|step| step.actions().map(|index| &variant.actions[index]).collect::<Vec<_>>());
    let follows = |action: &&ActionRule| {
        let lines = action.kind.sees_origin_along();
        lines.is_some_and(|lines| placing.iter().any(|place| place.kind.always_follows(place, lines)))
    };
    variant.capture == Capture::None
        && (moves.min, moves.max) == (1, 1)
        && places.min > 0
        && placing.iter().all(|place| place.kind.adds_stones())
        && moving.iter().all(follows)
}

fn of_turn(turn: &Turn, number: u32, variant: &Variant) -> TurnClaims {
    let kinds =
        turn.kinds().map(|kind| of_kind(&Turn { steps: kind.to_vec(), claim: turn.claim }, number, variant));
    let all = kinds.reduce(|one, other| TurnClaims {
        closed: one.closed || other.closed,
        cut_short: one.cut_short || other.cut_short,
        // What begins a kind is compulsory, so all kinds can be passed alike.
        ..other
    });
    all.expect("a turn has a step")
}

/// The facts about a turn of only one kind.
fn of_kind(turn: &Turn, number: u32, variant: &Variant) -> TurnClaims {
    // The turn may reach an optional step without any action if all steps before it are impossible and do not end the turn.
    let compulsory = |step: &&Step| step.min > 0 && step.unmet == Unmet::Skip;
    let before = turn.steps.iter().take_while(compulsory).count();
    let optional = turn.steps.get(before).is_some_and(|step| step.min == 0);
    let passed = match variant.end.stuck {
        _ if turn.claim => Passed::Always,
        Stuck::Loses | Stuck::Wins => Passed::Never,
        _ if turn.steps.iter().all(|step| step.min == 0) => Passed::Always,
        _ if optional && !turn.must_be_completed() => Passed::WithoutCompulsory,
        Stuck::Pass => Passed::WithoutAnything,
        Stuck::End => Passed::Never,
    };
    let more = turn.steps.iter().any(|step| step.max > step.min.max(1));
    let optional_later = turn.steps.iter().skip(1).any(|step| step.min == 0);
    let compulsory_later = turn.steps.iter().enumerate().any(|(i, step)| step.min > u16::from(i == 0));
    let cut_short = compulsory_later && !(always_adds(turn, variant) && turn.steps[1].min == 1);
    TurnClaims { number, passed, closed: more || optional_later, cut_short }
}

/// Only the second side may swap, and only instead of the second turn or of an opening in which a side can be claimed: if the setup is
/// past that turn, or gives it to the first side, neither may.
fn may_swap(variant: &Variant) -> Option<Side> {
    let setup = &variant.setup;
    let second_side_moves_second = match setup.turns {
        0 => true,
        1 => setup.mover() == Side::Second,
        _ => false,
    };
    let claim = |(number, turn): (usize, &Turn)| turn.claim && variant.taker(number) == Side::Second;
    let may_claim = variant.openings.iter().enumerate().skip(setup.turns as usize).any(claim);
    (may_claim || variant.swap && second_side_moves_second).then_some(Side::Second)
}
