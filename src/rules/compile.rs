//! From a checked variant to the tables the engine works on.

use super::cells::Cells;
use super::grid::{Grid, index};
use crate::board::Lines;
use crate::points::Points;
use crate::variant::{
    ActionKind, Capture, Reach, Repetition, ScoreMethod, Side, Suicide, Target, Turn, Variant,
};

/// A variant compiled for the grid of `S` and `D` neighbours.
pub struct Rules<S: Cells, const D: usize> {
    /// What was compiled.
    pub variant: Variant,
    /// Its board.
    pub grid: Grid<S, D>,
    /// The stones that stand at the start, of the first side and of the second.
    pub start: [S; 2],
    /// The steps of all turns, one turn behind the other, each closed by a step that offers nothing.
    pub steps: Vec<PlannedStep>,
    /// Where the steps of each opening begin, and last those of the normal turn.
    pub turns: Vec<u16>,
    /// Every kind of placing, in the order of the variant's actions.
    pub places: Vec<PlaceRule>,
    /// Every kind of displacing.
    pub displaces: Vec<DisplaceRule>,
    /// Which of `places` a normal turn offers: they decide what is controlled.
    pub control: Vec<u8>,
    /// Groups without liberties are captured.
    pub captures: bool,
    /// No own group may be left without a liberty.
    pub no_suicide: bool,
    /// Own stones may be removed by the own action.
    pub may_die: bool,
    /// Groups are kept up: something asks for them.
    pub groups: bool,
    /// The least of the limits on the stones of a turn that a group may hold; where there is none, the stones of
    /// the turn are not kept up.
    pub least_limit: Option<u16>,
    /// Which lines some placing is seen along, so that what is known of sight is kept up for them.
    pub sights: [bool; 2],
    /// Positional superko holds.
    pub superko: bool,
    /// For each side and cell a random number; a stone arrangement's hash is their sum without carry.
    pub keys: [Box<S::Table<u64>>; 2],
    /// Passed turns that end the game.
    pub passes: u16,
    /// The cap on turns.
    pub max_turns: u32,
    /// How a position is scored.
    pub method: ScoreMethod,
    /// Added to the second side's score.
    pub komi: Points,
    /// The pie rule.
    pub swap: bool,
}

/// A step, with what is offered before its minimum is met and after.
pub struct PlannedStep {
    /// Compulsory actions.
    pub min: u16,
    /// Possible actions.
    pub max: u16,
    /// What is offered while the minimum is not met, and once it is.
    pub menus: [Menu; 2],
    /// It is the last one of its turn.
    pub last: bool,
    /// It is what closes a turn: a turn that comes here with no action made has nothing but `pass` to offer.
    pub closed: bool,
}

/// The actions a player can choose from at one point of a turn.
#[derive(Default)]
pub struct Menu {
    /// Kinds of placing.
    pub places: Vec<Offer>,
    /// Kinds of displacing.
    pub displaces: Vec<Offer>,
    /// The kind of placing that is all there is to choose from, `pass` apart, where there is only one.
    pub only_place: Option<Offer>,
    /// The rest of the turn may be left out.
    pub pass: bool,
}

/// A kind of action on a menu.
#[derive(Clone, Copy, PartialEq)]
pub struct Offer {
    /// Which of the rules' `places` or `displaces`.
    pub rule: u8,
    /// The step it is an action of: the one under way or a later one.
    pub step: u16,
    /// The action ends the turn if it is the first of a later step.
    pub ends_fresh_step: bool,
}

/// A kind of placing.
pub struct PlaceRule {
    /// The lines the cell has to be seen along.
    pub sight: Option<Lines>,
    /// Stones of this turn that the group may hold.
    pub new_per_group: Option<u16>,
    /// Cells around that have to be empty.
    pub clear: Option<Reach>,
}

/// A kind of displacing.
pub struct DisplaceRule {
    /// The lines the taken cell has to be seen along.
    pub sight: Option<Lines>,
    /// Stones of this turn that the group may hold.
    pub new_per_group: Option<u16>,
    /// Which stones can be displaced.
    pub target: Target,
    /// How far they go.
    pub to: Reach,
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// Compiles `variant`, whose board fits the grid.
    pub fn new(variant: &Variant) -> Self {
        let (mut places, mut displaces) = (Vec::new(), Vec::new());
        // For each action of the variant, where its rule went.
        let mut found = Vec::new();
        for action in &variant.actions {
            let (sight, new_per_group) = (action.sight, action.new_per_group);
            match &action.kind {
                ActionKind::Place(place) => {
                    found.push((true, places.len() as u8));
                    places.push(PlaceRule { sight, new_per_group, clear: place.clear });
                }
                ActionKind::Displace(displace) => {
                    found.push((false, displaces.len() as u8));
                    let (target, to) = (displace.target, displace.to);
                    displaces.push(DisplaceRule { sight, new_per_group, target, to });
                }
            }
        }
        let (mut steps, mut turns) = (Vec::new(), Vec::new());
        for turn in variant.openings.iter().chain([&variant.turn]) {
            turns.push(steps.len() as u16);
            plan(turn, &found, &mut steps);
        }
        let normal = variant.turn.steps.iter().flat_map(|step| &step.actions);
        let mut control: Vec<_> = normal.filter(|&&i| found[i].0).map(|&i| found[i].1).collect();
        control.sort_unstable();
        control.dedup();
        let least_limit = variant.actions.iter().filter_map(|action| action.new_per_group).min();
        let captures = variant.capture != Capture::None;
        let targets = displaces.iter().any(|rule| rule.target != Target::default());
        let seen_along = |lines| places.iter().any(|rule: &PlaceRule| rule.sight == Some(lines));
        Self {
            grid: Grid::new(&variant.board),
            start: Side::BOTH.map(|side| {
                let cells = &variant.setup.stones[side.index()];
                cells.iter().fold(S::none(), |set, &cell| set.or(S::single(index::<S>(cell))))
            }),
            steps,
            turns,
            control,
            captures,
            no_suicide: variant.capture == Capture::Liberties(Suicide::Forbidden),
            may_die: variant.capture == Capture::Liberties(Suicide::Allowed),
            groups: captures || least_limit.is_some() || targets,
            least_limit,
            sights: [seen_along(Lines::Orthogonal), seen_along(Lines::Queen)],
            superko: variant.repetition == Repetition::PositionalSuperko,
            keys: keys::<S>(),
            passes: variant.end.passes,
            max_turns: variant.end.max_turns,
            method: variant.score.method,
            komi: variant.score.komi,
            swap: variant.swap,
            variant: variant.clone(),
            places,
            displaces,
        }
    }

    /// The hash of a stone arrangement.
    #[inline(always)]
    pub fn arrangement(&self, stones: &[S; 2]) -> u64 {
        self.arrangement_of(0, stones[0]) ^ self.arrangement_of(1, stones[1])
    }

    /// What `stones` of `side` add to the hash of an arrangement.
    #[inline(always)]
    pub fn arrangement_of(&self, side: usize, stones: S) -> u64 {
        stones.iter().fold(0, |hash, cell| hash ^ self.keys[side][cell % S::SIZE])
    }
}

/// Adds the steps of `turn` to `into`; `found` says for each action of the variant whether it places, and which
/// rule it is.
fn plan(turn: &Turn, found: &[(bool, u8)], into: &mut Vec<PlannedStep>) {
    let first = into.len();
    for (i, step) in turn.steps.iter().enumerate() {
        into.push(PlannedStep {
            min: step.min,
            max: step.max,
            menus: [menu(turn, found, first, i, false), menu(turn, found, first, i, true)],
            last: i + 1 == turn.steps.len(),
            closed: false,
        });
    }
    let nothing = || Menu { pass: true, ..Menu::default() };
    into.push(PlannedStep { min: 0, max: 0, menus: [nothing(), nothing()], last: false, closed: true });
}

/// What the step `from` of `turn` offers, its minimum met or not; the steps of the turn begin at `first`.
fn menu(turn: &Turn, found: &[(bool, u8)], first: usize, from: usize, met: bool) -> Menu {
    let mut menu = Menu::default();
    let mut open = true;
    for (i, step) in turn.steps.iter().enumerate().skip(from) {
        if !open {
            break;
        }
        for &action in &step.actions {
            let (place, rule) = found[action];
            let list = if place { &mut menu.places } else { &mut menu.displaces };
            // What two steps offer is an action of the earlier one.
            if list.iter().all(|offer: &Offer| offer.rule != rule) {
                let ends_fresh_step = step.max == 1 && i + 1 == turn.steps.len();
                list.push(Offer { rule, step: (first + i) as u16, ends_fresh_step });
            }
        }
        open = if i == from { met } else { step.min == 0 };
    }
    menu.pass = open;
    menu.only_place = match (menu.places.as_slice(), menu.displaces.as_slice()) {
        (&[offer], []) => Some(offer),
        _ => None,
    };
    menu
}

/// Random numbers for stone arrangements (Zobrist 1970), the same in every build: a splitmix64 sequence.
fn keys<S: Cells>() -> [Box<S::Table<u64>>; 2] {
    let mut state = 0x6472_6f70_6c69_6e65_u64;
    std::array::from_fn(|_| {
        let mut table = S::boxed_table(0_u64);
        for i in 0..S::SIZE {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            table[i] = z ^ z >> 31;
        }
        table
    })
}
