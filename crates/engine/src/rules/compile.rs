//! Compiles a checked variant into the tables that the engine works on.

use super::arrangement::keys;
use super::cells::Cells;
use super::condition::CellRule;
use super::grid::{Grid, set_of};
use super::listed::TakeRule;
use super::per_cell::BoxedPerCell;
use super::pieces::{Change, piece_after};
use super::plan::{Plan, Slot};
use super::state::State;
use super::taking::Taking;
use crate::actions::place::shapes::ShapeRule;
use crate::actions::place::{PlaceRule, Profile};
use crate::actions::{ActionKind, GeneralRule};
use crate::board::Lines;
use crate::conditions::{Line, Term};
use crate::goals::{Both, Goal, GoalResult, GoalTest};
use crate::points::Points;
use crate::variant::{Capture, Empties, Repetition, ScoreMethod, Side, Step, Suicide, Variant};
use std::ops::Range;

/// A variant compiled for the grid of `S` and for cells with `D` neighbours.
pub struct Rules<S: Cells, const D: usize> {
    /// The variant.
    pub variant: Variant,
    /// The variant's board, laid on the grid.
    pub grid: Grid<S, D>,
    /// The stones that stand at the start, of the first side and of the second.
    pub start: [S; 2],
    /// The choices at each point of each turn.
    pub plan: Plan,
    /// Every rule for placing a single stone, in the order of the variant's actions.
    pub places: Vec<PlaceRule>,
    /// For each action of the variant, the cells where it may be taken, if some are excluded.
    pub cell_rules: Vec<Option<CellRule<S>>>,
    /// Every rule for placing a shape.
    pub shapes: Vec<ShapeRule<S>>,
    /// Every other kind of action, such as moving and removing stones.
    pub general: Vec<GeneralRule<S>>,
    /// The indices of the `places` with which a normal turn can begin: they decide control.
    pub control: Vec<u8>,
    /// The indices of the `shapes` with which a normal turn can begin.
    pub control_shapes: Vec<u8>,
    /// The index of the only placement rule with which a normal turn can begin, if that rule allows a stone exactly on the
    /// [usable](super::state::State::usable) cells: nothing else limits the first stone of a turn.
    pub control_by_place: Option<u8>,
    /// Whether the position decides which kinds of first actions a normal turn has, so they must be found for each position.
    pub control_varies: bool,
    /// The narrowest profile that all rules for placing a single stone in a normal turn share.
    pub places_profile: Profile,
    /// Whether groups without liberties are captured.
    pub by_liberties: bool,
    /// Whether suicide is forbidden: no friendly group may be left without a liberty.
    pub no_suicide: bool,
    /// Whether suicide is allowed: a player's action may remove friendly stones.
    pub may_die: bool,
    /// Whether capture is forbidden: no enemy group may be left without a liberty.
    pub no_taking: bool,
    /// The capture rule, if stones are captured custodially or by touch rather than for lack of liberties.
    pub taking: Option<Taking>,
    /// The captures by condition.
    pub takes: Vec<TakeRule>,
    /// Whether actions capture stones in another way than for lack of liberties.
    pub takes_stones: bool,
    /// Whether single stones are placed as in most games: they are of no kind, belong to the player, affect other stones only through liberties,
    /// and are restricted only by sight, by the limit on new stones in a group, and by surrounding cells that must hold no stone.
    pub plain: bool,
    /// The neutral stones that stand at the start.
    pub neutral: S,
    /// The pieces of each kind that stand at the start.
    pub pieces: Vec<S>,
    /// Whether groups are tracked, because some rule needs them.
    pub groups: bool,
    /// The smallest of the limits on new stones in a group; if there is no limit, new stones are not tracked.
    pub least_limit: Option<u16>,
    /// The kinds of lines along which some placement rule requires sight: a bit for each. The legality cache tracks sight along
    /// these.
    pub sights: u8,
    /// Whether some arrangement must not repeat: any earlier one, or under [`Rules::simple_ko`] a single one.
    pub superko: bool,
    /// The condition on the board at the end of a turn, seen by its side.
    pub leaves: Vec<Line>,
    /// Whether turns are bound by `leaves`, or by steps that must not be impossible.
    pub binds_turns: bool,
    /// Whether only the arrangement at the beginning of the opponent's last turn must not repeat.
    pub simple_ko: bool,
    /// The Zobrist keys of each side's stones, and of neutral stones, on each cell; the hash of an arrangement is the XOR of the
    /// keys of its stones.
    pub keys: [BoxedPerCell<u64, S>; 3],
    /// The goals that are looked at after each action, in this order.
    pub goals: Vec<GoalRule<S>>,
    /// The goals that are looked at at the end of each turn, in this order.
    pub turn_goals: Vec<GoalRule<S>>,
    /// Whether a goal counts captured stones.
    pub counts_captures: bool,
    /// How a position is scored.
    pub method: ScoreMethod,
    /// The terms that count, each with the points that one is worth.
    pub terms: Vec<(Term, i32)>,
    /// For whom the empty cells count when the game is over.
    pub empties: Empties,
    /// The points added to the second side's score.
    pub komi: Points,
}

/// A goal, compiled.
pub struct GoalRule<S: Cells> {
    /// The test of whether a side has reached the goal.
    pub test: GoalTest<S>,
    /// For each side that acts, or ends its turn, whether each side may then reach the goal.
    pub is_for: [[bool; 2]; 2],
    /// Whether a side that reaches the goal wins or loses.
    pub result: GoalResult,
    /// What follows if both sides reach the goal at once.
    pub both: Both,
    /// The part of [`State::kept`](super::state::State::kept) that the test keeps from one action to the next.
    pub kept: Range<usize>,
}

impl<S: Cells> GoalRule<S> {
    /// Whether `side` has the goal.
    pub fn is_of(&self, side: usize) -> bool {
        self.is_for.iter().any(|acted| acted[side])
    }
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// Whether some cell must be seen by the stone that moved in the same turn.
    pub fn seen_by_moved(&self) -> bool {
        self.places.iter().any(|rule| rule.seen_by_moved.is_some())
    }

    /// Compiles `variant`, whose board fits the grid.
    pub fn new(variant: &Variant) -> Self {
        let (mut places, mut shapes, mut general) = (Vec::new(), Vec::new(), Vec::new());
        let beginnings = variant.turn.first_actions().filter(|_| !variant.has_sides());
        let normal = beginnings.as_deref().unwrap_or_default();
        let (mut control, mut control_shapes) = (Vec::new(), Vec::new());
        let by_liberties = variant.capture.by_liberties();
        let superko = variant.repetition != Repetition::None;
        let binds_turns = variant.binds_turns();
        let grid: Grid<S, D> = Grid::of(variant);
        for (number, action) in variant.actions.iter().enumerate() {
            let free = !by_liberties && !superko && !binds_turns && action.new_per_group.is_none();
            let certain = free && action.sight.is_none() && !action.must_capture;
            match &action.kind {
                ActionKind::Place(place) if place.enemy => {
                    general.push(GeneralRule::new(action, certain, &variant.board, &grid));
                }
                ActionKind::Place(place) if !place.has_shapes() => {
                    if normal.contains(&number) {
                        control.push(places.len() as u8);
                    }
                    places.push(PlaceRule::new(place, action, number, variant));
                }
                ActionKind::Place(place) => {
                    if normal.contains(&number) {
                        control_shapes.push(shapes.len() as u8);
                    }
                    shapes.push(ShapeRule::new(place, action, number, free, &variant.board));
                }
                _ => general.push(GeneralRule::new(action, certain, &variant.board, &grid)),
            }
        }
        GeneralRule::find_exclusive(&mut general, &grid);
        let keys = keys::<S>();
        let least_limit = variant.least_limit();
        let targets = variant.actions.iter().any(|action| action.kind.depends_on_groups(action));
        let seen_along = |lines| places.iter().any(|rule: &PlaceRule| rule.sight == Some(lines));
        let taking = Taking::new(&variant.capture);
        let takes = TakeRule::all(&variant.capture);
        let takes_stones = taking.is_some() || !takes.is_empty();
        let plain = !takes_stones && variant.pieces.is_empty() && places.iter().all(PlaceRule::is_plain);
        let no_taking = variant.capture == Capture::Forbidden;
        let mut kept = 0;
        let mut goal = |goal: &Goal| {
            let test = GoalTest::of(goal, &variant.board, &grid);
            let first = kept;
            kept += test.kept();
            let is_for = Side::BOTH.map(|acted| Side::BOTH.map(|side| goal.counts_for(side, acted)));
            GoalRule { test, is_for, result: goal.result, both: goal.both, kept: first..kept }
        };
        let (of_turns, of_actions): (Vec<&Goal>, Vec<&Goal>) =
            variant.goals.iter().partition(|goal| goal.checked.ends_turn());
        let [goals, turn_goals] =
            [of_actions, of_turns].map(|goals| goals.into_iter().map(&mut goal).collect());
        let profiles = variant.turn.steps.iter().flat_map(Step::actions).filter_map(|number| {
            let action = &variant.actions[number];
            let ActionKind::Place(place) = &action.kind else { return None };
            (!place.has_shapes() && !place.enemy)
                .then(|| PlaceRule::new(place, action, number, variant).profile)
        });
        let control_varies = beginnings.is_none() || !plain || no_taking;
        let control_by_place = match control[..] {
            [place]
                if variant.score.method == ScoreMethod::Control
                    && control_shapes.is_empty()
                    && !control_varies
                    && !superko =>
            {
                Some(place)
            }
            _ => None,
        };
        let mut plan = Plan::new(variant);
        // What relies on the only slot counts on candidates that satisfy its conditions.
        for choices in &mut plan.choices {
            choices.only_stone = choices.only_stone.filter(|slot| !places[usize::from(slot.rule)].is_tried());
        }
        Self {
            counts_captures: variant.counts_captures(),
            goals,
            turn_goals,
            start: variant.setup.stones.each_ref().map(set_of),
            plan,
            places_profile: profiles.min().unwrap_or(Profile::Common),
            control,
            control_shapes,
            control_by_place,
            control_varies,
            by_liberties,
            no_suicide: matches!(
                variant.capture,
                Capture::Liberties(Suicide::Forbidden) | Capture::Forbidden
            ),
            may_die: variant.capture == Capture::Liberties(Suicide::Allowed),
            groups: by_liberties || least_limit.is_some() || targets,
            least_limit,
            sights: [Lines::Orthogonal, Lines::Queen]
                .into_iter()
                .fold(0, |sights, lines| sights | u8::from(seen_along(lines)) << lines as u8),
            no_taking,
            plain,
            taking,
            takes,
            takes_stones,
            neutral: set_of(&variant.setup.neutral),
            pieces: variant.pieces.iter().map(|piece| set_of(&piece.cells)).collect(),
            superko,
            leaves: variant.leaves.0.clone(),
            binds_turns,
            simple_ko: variant.repetition == Repetition::SimpleKo,
            keys,
            method: variant.score.method,
            terms: variant.score.terms.iter().map(|&(term, worth)| (term, worth.into())).collect(),
            empties: variant.score.empties,
            komi: variant.score.komi,
            cell_rules: variant.actions.iter().map(|action| CellRule::new(action, &grid)).collect(),
            grid,
            variant: variant.clone(),
            places,
            shapes,
            general,
        }
    }

    /// The rule by which `slot` places a stone.
    #[inline(always)]
    pub fn place_rule(&self, slot: Slot) -> &PlaceRule {
        &self.places[usize::from(slot.rule)]
    }

    /// Whether these are the rules that most variants share, with placement rules of `profile`, which is not [`Profile::Any`]. In
    /// code that has checked this, the compiler knows that all the conditions hold, and drops the branches that they rule out.
    #[inline(always)]
    pub fn are_usual(&self, profile: Profile) -> bool {
        self.plain
            && !self.no_taking
            && self.groups
            && self.by_liberties
            && self.no_suicide
            && !self.may_die
            && !self.superko
            && self.plan.swaps_before == 0
            && self.goals.is_empty()
            && self.places_profile >= profile
            && (profile != Profile::Common
                || matches!(self.least_limit, Some(1)) && self.sights == 1 << Lines::Orthogonal as u8)
    }

    /// Whether the margin depends on control alone: games are decided neither by goals nor by players who can do nothing nor by
    /// repetition, and every normal turn can begin with the same actions.
    #[inline(always)]
    pub fn only_control(&self) -> bool {
        self.method == ScoreMethod::Control
            && self.plain
            && !self.has_goals()
            && !self.control_varies
            && !self.plan.stuck.decides()
            && self.plan.repeated.is_none()
    }

    /// Whether there are goals.
    #[inline(always)]
    pub fn has_goals(&self) -> bool {
        !self.goals.is_empty() || !self.turn_goals.is_empty()
    }

    /// All goals, in the order in which they decide a game that reaches several by the last action of a turn.
    #[inline(always)]
    pub fn all_goals(&self) -> impl Iterator<Item = &GoalRule<S>> {
        self.goals.iter().chain(&self.turn_goals)
    }

    /// Whether stones can be of a kind.
    #[inline(always)]
    pub fn has_pieces(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Whether a position consists only of its stones: no kinds, capture, sight, limit on new stones or history.
    #[inline(always)]
    pub fn stones_only(&self) -> bool {
        !self.groups
            && !self.superko
            && self.least_limit.is_none()
            && self.sights == 0
            && !self.takes_stones
            && !self.has_pieces()
    }

    /// Whether a capture changes nothing but the enemy stones: no groups, sight, history or new stones are tracked.
    #[inline(always)]
    pub fn captures_change_only_stones(&self) -> bool {
        self.takes.is_empty()
            && !self.groups
            && !self.superko
            && self.least_limit.is_none()
            && self.sights == 0
    }

    /// Whether an action can be illegal because of how its turn would end.
    #[inline(always)]
    pub fn judges_ends(&self) -> bool {
        self.superko || self.binds_turns
    }

    /// Whether some placement rule requires sight along the lines with the number `lines`.
    #[inline(always)]
    pub fn sees_along(&self, lines: usize) -> bool {
        self.sights >> lines & 1 == 1
    }

    /// The hash of the arrangement on the board.
    #[inline(always)]
    pub fn arrangement_on_board(&self, state: &State<S, D>) -> u64 {
        self.arrangement(&state.stones, state.neutral, &state.pieces, &Change::none::<S>())
    }

    /// The hash of an arrangement of stones, which were `pieces` of each kind before `change`.
    #[inline(always)]
    pub fn arrangement(&self, stones: &[S; 2], neutral: S, pieces: &[S], change: &Change) -> u64 {
        let mut hash = self.arrangement_of(0, stones[0])
            ^ self.arrangement_of(1, stones[1])
            ^ self.arrangement_of(2, neutral);
        for index in 0..pieces.len() as u8 {
            let of_kind = piece_after(pieces, index, change, stones[0].or(stones[1]).or(neutral));
            // A rotated key is as good as another.
            hash ^= self.arrangement_of(2, of_kind).rotate_left(8 * (u32::from(index) + 1));
        }
        hash
    }

    /// The contribution of `stones` of `side` to the hash of an arrangement; `side` is 2 for neutral stones.
    #[inline(always)]
    pub fn arrangement_of(&self, side: usize, stones: S) -> u64 {
        stones.iter().fold(0, |hash, cell| hash ^ self.keys[side][cell])
    }
}
