//! The plan of a game's turns: the choices at each point of each turn, computed once from the variant.

use crate::variant::{ActionRule, Repeated, Stuck};

/// The plan of a variant's turns.
pub struct Plan {
    /// The steps of all turns, turn after turn; each turn is closed by an empty step.
    pub steps: Vec<PlannedStep>,
    /// The index of the first step of each opening and, as the last entry, of the normal turn, for the first side and the
    /// second.
    pub turns: Vec<[u16; 2]>,
    /// The index of the first step of the catch-up turn, for the first side and the second.
    pub catch_up: Option<[u16; 2]>,
    /// All sets of choices, which [`SearchStage`] refers to by index.
    pub choices: Vec<Choices>,
    /// How the choices at each point of each turn are found.
    pub searches: Vec<SearchStage>,
    /// The number of consecutive passed turns that ends the game.
    pub passes: u16,
    /// The number of turns in a row that ends the game if none of them changes how many stones each side has.
    pub quiet: Option<u16>,
    /// How an arrangement that returns ends the game, if it does.
    pub repeated: Option<Repeated>,
    /// Whether the board is looked at when a turn ends: for quiet turns, for a turn to catch up, for an arrangement that returns, or for
    /// goals.
    pub reviews_turns: bool,
    /// The cap on turns.
    pub max_turns: u32,
    /// The number of the turn, counted from 0, from which on the players can no longer exchange sides; 0 if they never can.
    pub swaps_before: u32,
    /// Whether the first side can be claimed in each opening; empty if it never can.
    pub claims: Vec<bool>,
    /// Whether every turn has at most one action.
    pub single: bool,
    /// What happens to a player who can do nothing.
    pub stuck: Stuck,
}

/// A step of a turn.
pub struct PlannedStep {
    /// The number of actions that the player must take if possible.
    pub min: u16,
    /// The number of actions that the player may take.
    pub max: u16,
    /// The index in the plan's `searches` at which the search for the choices begins, before the minimum is met and after.
    pub search: [u16; 2],
    /// The choices at the beginning of a turn that begins with this step, if they are the same in every position.
    pub ready: Option<u16>,
    /// The choices at the beginning of the step if an action is possible; `None` unless the turn consists of this step alone, and
    /// the step is compulsory and has a single tier.
    pub first_choices: Option<u16>,
    /// Whether no search is needed once the minimum is met, because the rest of the turn is optional and none of its steps has
    /// several tiers.
    pub open: bool,
    /// The choices once the minimum is met, if the step is `open`.
    pub open_choices: u16,
    /// Whether the step is the last of its turn.
    pub last: bool,
    /// The step at which the turn continues if the minimum cannot be met: the next step, or a closing step.
    pub unmet: u16,
    /// Whether the step is the empty one that closes a turn: a turn that gets here without an action offers only `pass`.
    pub closed: bool,
    /// Whether the step closes a turn in which something compulsory is impossible that must not be left out.
    pub unfinished: bool,
}

/// A stage of the search for the choices. Which tier of a step is in force, and whether a compulsory step can be left out, depend
/// on what is possible.
#[derive(Clone, Copy)]
pub enum SearchStage {
    /// These are the choices.
    Found(u16),
    /// The result depends on whether an action of `choices` is legal.
    Ask {
        /// The choices to test.
        choices: u16,
        /// The next stage if such an action is legal; `None` if `choices` is then the result.
        some: Option<u16>,
        /// The next stage if no such action is legal; `None` if the step then ends by itself.
        none: Option<u16>,
    },
}

/// The actions a player can choose from at one point of a turn.
#[derive(Default)]
pub struct Choices {
    /// Slots for placing a single stone.
    pub places: Vec<Slot>,
    /// Slots for placing a shape.
    pub shapes: Vec<Slot>,
    /// Slots for all other actions, such as moving and removing stones.
    pub general: Vec<Slot>,
    /// Slots for actions on stacks.
    pub stacks: Vec<Slot>,
    /// The only slot for placing a stone, if no shape and no action on stacks is available.
    pub only_place: Option<Slot>,
    /// The slot for placing a stone that is the only choice besides `pass`; `None` if its candidates must be tried.
    pub only_stone: Option<Slot>,
    /// The slot for placing a shape that is the only choice besides `pass`.
    pub only_shape: Option<Slot>,
    /// The slot of a general kind that is the only choice besides `pass`.
    pub only_general: Option<Slot>,
    /// Whether the player may end the turn.
    pub pass: bool,
    /// The choices of later tiers, whose actions are illegal because the tiers in force take precedence.
    pub outranked: Vec<u16>,
    /// The choices of earlier tiers and of skipped steps, none of whose actions is possible.
    pub impossible: Vec<u16>,
}

/// A kind of action to choose from.
#[derive(Clone, Copy, PartialEq)]
pub struct Slot {
    /// The index among the rules of its family.
    pub rule: u8,
    /// The rank among the choices: an action that two slots allow belongs to the slot with the lower rank.
    pub rank: u16,
    /// The step to which the action belongs: the current step or a later one.
    pub step: u16,
    /// Whether an action of the slot ends the turn if the slot's step is not the current one.
    pub ends_later_step: bool,
}

/// The kinds of action, grouped into families by the code of the engine that plays them. The rules of each family are numbered from
/// 0 in the order of the variant's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Placing a single stone.
    Place,
    /// Placing stones in a shape.
    Shape,
    /// The kinds that are played through [`General`](crate::actions::General).
    General,
    /// The kinds that act on stacks, through [`OfStacks`](crate::actions::OfStacks).
    Stacks,
}

impl Family {
    /// All families.
    pub(super) const ALL: [Self; 4] = [Self::Place, Self::Shape, Self::General, Self::Stacks];

    /// The family of the action with this `number` among `actions`, and its number among the rules of that family.
    pub fn numbered(actions: &[ActionRule], number: usize) -> (Self, u8) {
        let family = actions[number].kind.family();
        let before = actions[..number].iter().filter(|action| action.kind.family() == family);
        (family, before.count() as u8)
    }
}

impl PlannedStep {
    /// The empty step that closes a turn.
    pub(super) const fn closing(search: u16, nothing: u16) -> Self {
        Self {
            min: 0,
            max: 0,
            search: [search; 2],
            ready: None,
            first_choices: None,
            open: false,
            open_choices: nothing,
            last: false,
            unmet: 0,
            closed: true,
            unfinished: false,
        }
    }

    /// Where the search for the choices begins after `done` actions in the step.
    #[inline(always)]
    pub fn search(&self, done: u16) -> u16 {
        self.search[usize::from(done >= self.min)]
    }
}

impl Choices {
    /// The choices that the rule with this number in its `family` offers.
    pub fn only(&self, family: Family, rule: u8) -> Self {
        let mut only = Self::default();
        only.list(family).extend(self.of(family).iter().filter(|slot| slot.rule == rule));
        only
    }

    /// These choices with the only slot of its kind, where there is only one.
    pub(super) fn with_only(mut self) -> Self {
        let Self { places, shapes, general, stacks, .. } = &self;
        (self.only_place, self.only_shape, self.only_general) =
            match (places.as_slice(), shapes.as_slice(), general.as_slice(), stacks.as_slice()) {
                (&[slot], [], _, []) => (Some(slot), None, None),
                ([], &[slot], [], []) => (None, Some(slot), None),
                ([], [], &[slot], []) => (None, None, Some(slot)),
                _ => (None, None, None),
            };
        self.only_stone = self.only_place.filter(|_| self.general.is_empty());
        self
    }

    /// The slots of `family`.
    pub(super) fn of(&self, family: Family) -> &[Slot] {
        match family {
            Family::Place => &self.places,
            Family::Shape => &self.shapes,
            Family::General => &self.general,
            Family::Stacks => &self.stacks,
        }
    }

    pub(super) fn list(&mut self, family: Family) -> &mut Vec<Slot> {
        match family {
            Family::Place => &mut self.places,
            Family::Shape => &mut self.shapes,
            Family::General => &mut self.general,
            Family::Stacks => &mut self.stacks,
        }
    }
}

impl Plan {
    pub(super) fn add_choices(&mut self, choices: Choices) -> u16 {
        self.choices.push(choices);
        (self.choices.len() - 1) as u16
    }

    pub(super) fn add_search(&mut self, search: SearchStage) -> u16 {
        self.searches.push(search);
        (self.searches.len() - 1) as u16
    }

    /// Whether `step` belongs to a catch-up turn: the steps of catch-up turns are planned last.
    pub fn catches_up(&self, step: u16) -> bool {
        self.catch_up.is_some_and(|[first, _]| step >= first)
    }

    /// Whether the turn number `turn`, counted from 0, is not an opening.
    pub fn is_normal(&self, turn: u32) -> bool {
        turn as usize + 1 >= self.turns.len()
    }

    /// Whether the first side can be claimed in the turn number `turn`, counted from 0.
    #[inline(always)]
    pub fn can_claim(&self, turn: u32) -> bool {
        self.claims.get(turn as usize) == Some(&true)
    }

    /// The first step of a normal turn of `side`.
    #[inline(always)]
    pub fn normal_turn(&self, side: usize) -> u16 {
        self.turns[self.turns.len() - 1][side & 1]
    }

    /// The first step of the turn with the number `turn`, counted from 0, which `side` takes: an opening or the normal turn.
    #[inline(always)]
    pub fn first_step(&self, turn: u32, side: u8) -> u16 {
        self.turns[(turn as usize).min(self.turns.len() - 1)][usize::from(side & 1)]
    }
}
