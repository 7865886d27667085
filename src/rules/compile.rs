//! From a checked variant to the tables the engine works on.

use super::cells::Cells;
use super::grid::{Grid, index};
use super::plan::Plan;
use super::shapes::Forms;
use crate::board::Lines;
use crate::points::Points;
use crate::variant::{
    ActionKind, Capture, Place, Reach, Repetition, ScoreMethod, Shapes, Side, Suicide, Target, Variant,
};

/// A variant compiled for the grid of `S` and `D` neighbours.
pub struct Rules<S: Cells, const D: usize> {
    /// What was compiled.
    pub variant: Variant,
    /// Its board.
    pub grid: Grid<S, D>,
    /// The stones that stand at the start, of the first side and of the second.
    pub start: [S; 2],
    /// What each point of each turn offers.
    pub plan: Plan,
    /// Every kind of placing a single stone, in the order of the variant's actions.
    pub places: Vec<PlaceRule>,
    /// Every kind of placing a shape.
    pub shapes: Vec<ShapeRule<S>>,
    /// Every kind of displacing.
    pub displaces: Vec<DisplaceRule>,
    /// Which of `places` a normal turn can begin with: they decide what is controlled.
    pub control: Vec<u8>,
    /// Which of `shapes` it can begin with.
    pub control_shapes: Vec<u8>,
    /// What a normal turn can begin with depends on what is possible, and has to be found out for each position.
    pub control_varies: bool,
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
    /// How a position is scored.
    pub method: ScoreMethod,
    /// Added to the second side's score.
    pub komi: Points,
}

/// A kind of placing.
pub struct PlaceRule {
    /// The lines the cell has to be seen along.
    pub sight: Option<Lines>,
    /// Stones of this turn that the group may hold.
    pub new_per_group: Option<u16>,
    /// Cells around that have to be empty.
    pub clear: Option<Reach>,
    /// Its candidates are legal, every one of them.
    pub certain: bool,
}

/// A kind of placing a shape.
pub struct ShapeRule<S: Cells> {
    /// The lines one of the cells that need it has to be seen along.
    pub sight: Option<Lines>,
    /// Stones of this turn that each group may hold.
    pub new_per_group: Option<u16>,
    /// Cells around each of the cells that have to be empty.
    pub clear: Option<Reach>,
    /// The forms that can be placed.
    pub forms: Forms<S>,
    /// Those of the first such action of the game, if they are others.
    pub first_forms: Option<Forms<S>>,
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
    /// Any enemy stone can be displaced to any empty cell in reach.
    pub certain: bool,
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// Compiles `variant`, whose board fits the grid.
    pub fn new(variant: &Variant) -> Self {
        let (mut places, mut shapes, mut displaces) = (Vec::new(), Vec::new(), Vec::new());
        let beginnings = variant.turn.beginnings();
        let normal = beginnings.as_deref().unwrap_or_default();
        let (mut control, mut control_shapes) = (Vec::new(), Vec::new());
        let captures = variant.capture != Capture::None;
        let superko = variant.repetition == Repetition::PositionalSuperko;
        for (number, action) in variant.actions.iter().enumerate() {
            let certain = !captures && !superko && action.sight.is_none() && action.new_per_group.is_none();
            let (sight, new_per_group) = (action.sight, action.new_per_group);
            match &action.kind {
                ActionKind::Place(Place { clear, shape: None, first_shape: None }) => {
                    if normal.contains(&number) {
                        control.push(places.len() as u8);
                    }
                    places.push(PlaceRule { sight, new_per_group, clear: *clear, certain });
                }
                ActionKind::Place(Place { clear, shape, first_shape }) => {
                    if normal.contains(&number) {
                        control_shapes.push(shapes.len() as u8);
                    }
                    // Without a shape of their own all later actions place a single stone.
                    let single = Shapes::Sizes(vec![1]);
                    let forms = |shape| Forms::new(shape, &variant.board);
                    shapes.push(ShapeRule {
                        sight,
                        new_per_group,
                        clear: *clear,
                        forms: forms(shape.as_ref().unwrap_or(&single)),
                        first_forms: first_shape.as_ref().map(forms),
                    });
                }
                ActionKind::Displace(displace) => {
                    let (target, to) = (displace.target, displace.to);
                    let certain = certain && target == Target::default();
                    displaces.push(DisplaceRule { sight, new_per_group, target, to, certain });
                }
                ActionKind::StackDrop | ActionKind::Deal(_) | ActionKind::Release => {
                    unreachable!("a checked variant has no stacks on a board of stones")
                }
            }
        }
        let least_limit = variant.actions.iter().filter_map(|action| action.new_per_group).min();
        let targets = displaces.iter().any(|rule| rule.target != Target::default());
        let seen_along = |lines| places.iter().any(|rule: &PlaceRule| rule.sight == Some(lines));
        Self {
            grid: Grid::new(&variant.board),
            start: Side::BOTH.map(|side| {
                let cells = &variant.setup.stones[side.index()];
                cells.iter().fold(S::none(), |set, &cell| set.or(S::single(index::<S>(cell))))
            }),
            plan: Plan::new(variant),
            control,
            control_shapes,
            control_varies: beginnings.is_none(),
            captures,
            no_suicide: variant.capture == Capture::Liberties(Suicide::Forbidden),
            may_die: variant.capture == Capture::Liberties(Suicide::Allowed),
            groups: captures || least_limit.is_some() || targets,
            least_limit,
            sights: [seen_along(Lines::Orthogonal), seen_along(Lines::Queen)],
            superko,
            keys: keys::<S>(),
            method: variant.score.method,
            komi: variant.score.komi,
            variant: variant.clone(),
            places,
            shapes,
            displaces,
        }
    }

    /// Whether these are rules as most variants of the family have them.
    #[inline(always)]
    pub fn common(&self) -> bool {
        self.groups && self.captures && self.no_suicide && !self.may_die && !self.superko && !self.plan.swap
    }

    /// Whether a position is no more than its stones: nothing is captured, seen, counted in a turn or remembered.
    #[inline(always)]
    pub fn stones_only(&self) -> bool {
        !self.groups && !self.superko && self.least_limit.is_none() && self.sights == [false; 2]
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
