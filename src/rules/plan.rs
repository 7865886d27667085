//! The plan of a game's turns: what each point of each turn offers, made once from the variant.

use crate::variant::{ActionKind, Stuck, Turn, Unmet, Variant};

/// The turns of a variant, planned.
pub struct Plan {
    /// The steps of all turns, one turn behind the other, each closed by a step that offers nothing.
    pub steps: Vec<PlannedStep>,
    /// Where the steps of each opening begin, and last those of the normal turn.
    pub turns: Vec<u16>,
    /// All that steps offer, see [`PlannedStep::menus`].
    pub menus: Vec<Menu>,
    /// Passed turns that end the game.
    pub passes: u16,
    /// The cap on turns.
    pub max_turns: u32,
    /// The pie rule.
    pub swap: bool,
    /// A player who can do nothing ends the game.
    pub stuck_ends: bool,
}

/// A step of a turn.
pub struct PlannedStep {
    /// Compulsory actions.
    pub min: u16,
    /// Possible actions.
    pub max: u16,
    /// What is offered while the minimum is not met, and once it is: a menu for each tier of precedence, one behind
    /// the other.
    pub menus: [Tiers; 2],
    /// Once the minimum is met there is one menu only, with `pass` on it: nothing has to be looked for.
    pub open: bool,
    /// It is the last one of its turn.
    pub last: bool,
    /// Where the turn goes on if the minimum can't be met: the next step, or the one that closes the turn.
    pub unmet: u16,
    /// It is what closes a turn: a turn that comes here with no action made has nothing but `pass` to offer.
    pub closed: bool,
}

/// Menus by precedence.
#[derive(Clone, Copy)]
pub struct Tiers {
    /// The first of them, of the plan's `menus`.
    pub first: u16,
    /// How many there are, at least 1.
    pub count: u8,
}

/// The actions a player can choose from at one point of a turn.
#[derive(Default)]
pub struct Menu {
    /// Kinds of placing a single stone.
    pub places: Vec<Offer>,
    /// Kinds of placing a shape.
    pub shapes: Vec<Offer>,
    /// Kinds of displacing.
    pub displaces: Vec<Offer>,
    /// Dropping a stone on a tile.
    pub drops: Vec<Offer>,
    /// Kinds of dealing out a stack.
    pub deals: Vec<Offer>,
    /// Releasing prisoners.
    pub releases: Vec<Offer>,
    /// The one kind of placing a stone, where no more is on offer but displacements and `pass`.
    pub only_place: Option<Offer>,
    /// The kind of displacing that is all there is to choose from, `pass` apart, where there is only one.
    pub only_displace: Option<Offer>,
    /// The rest of the turn may be left out.
    pub pass: bool,
}

/// A kind of action on a menu.
#[derive(Clone, Copy, PartialEq)]
pub struct Offer {
    /// Which of the rules of its kind.
    pub rule: u8,
    /// Its place on the menu: where two offers allow the same, it is an action of the earlier one.
    pub rank: u16,
    /// The step it is an action of: the one under way or a later one.
    pub step: u16,
    /// The action ends the turn if it is the first of a later step.
    pub ends_fresh_step: bool,
}

/// The kinds of rule that the engine tells apart; the rules of each are numbered from 0 in the order of the
/// variant's actions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Place,
    Shape,
    Displace,
    Drop,
    Deal,
    Release,
}

impl Kind {
    fn of(kind: &ActionKind) -> Self {
        match kind {
            ActionKind::Place(place) if place.shape.is_some() || place.first_shape.is_some() => Self::Shape,
            ActionKind::Place(_) => Self::Place,
            ActionKind::Displace(_) => Self::Displace,
            ActionKind::StackDrop => Self::Drop,
            ActionKind::Deal(_) => Self::Deal,
            ActionKind::Release => Self::Release,
        }
    }
}

impl PlannedStep {
    /// What is offered with `done` actions of the step made.
    #[inline(always)]
    pub fn tiers(&self, done: u16) -> Tiers {
        self.menus[usize::from(done >= self.min)]
    }
}

impl Menu {
    fn list(&mut self, kind: Kind) -> &mut Vec<Offer> {
        match kind {
            Kind::Place => &mut self.places,
            Kind::Shape => &mut self.shapes,
            Kind::Displace => &mut self.displaces,
            Kind::Drop => &mut self.drops,
            Kind::Deal => &mut self.deals,
            Kind::Release => &mut self.releases,
        }
    }

    /// Whether it offers no action at all, `pass` apart.
    fn is_bare(&self) -> bool {
        let Self { places, shapes, displaces, drops, deals, releases, .. } = self;
        [places, shapes, displaces, drops, deals, releases].into_iter().all(Vec::is_empty)
    }
}

impl Plan {
    /// The plan of the turns of `variant`.
    pub fn new(variant: &Variant) -> Self {
        let mut counts = [0_u8; 6];
        let numbered = |kind: &ActionKind| {
            let kind = Kind::of(kind);
            let count = &mut counts[kind as usize];
            *count += 1;
            (kind, *count - 1)
        };
        // For each action of the variant its kind, and its number among the rules of that kind.
        let found: Vec<_> = variant.actions.iter().map(|action| &action.kind).map(numbered).collect();
        let mut plan = Self {
            steps: Vec::new(),
            turns: Vec::new(),
            menus: Vec::new(),
            passes: variant.end.passes,
            max_turns: variant.end.max_turns,
            swap: variant.swap,
            stuck_ends: variant.end.stuck == Stuck::End,
        };
        for turn in variant.openings.iter().chain([&variant.turn]) {
            plan.turns.push(plan.steps.len() as u16);
            plan.add(turn, &found);
        }
        plan
    }

    /// The first step of the turn number `turn`, counted from 0: of an opening, or of the normal turn.
    #[inline(always)]
    pub fn first_step(&self, turn: u32) -> u16 {
        self.turns[(turn as usize).min(self.turns.len() - 1)]
    }

    /// Adds the steps of `turn`; `found` says what each action of the variant is.
    fn add(&mut self, turn: &Turn, found: &[(Kind, u8)]) {
        let first = self.steps.len();
        for (i, step) in turn.steps.iter().enumerate() {
            let menus = [false, true].map(|met| self.add_menus(menus(turn, found, first, i, met)));
            let last = i + 1 == turn.steps.len();
            let unmet = match step.unmet {
                Unmet::Skip => first + i + 1,
                Unmet::End => first + turn.steps.len(),
            } as u16;
            let open = menus[1].count == 1 && self.menus[usize::from(menus[1].first)].pass;
            let (min, max) = (step.min, step.max);
            self.steps.push(PlannedStep { min, max, menus, open, last, unmet, closed: false });
        }
        let nothing = self.add_menus(vec![Menu { pass: true, ..Menu::default() }]);
        self.steps.push(PlannedStep {
            min: 0,
            max: 0,
            menus: [nothing; 2],
            open: false,
            last: false,
            unmet: 0,
            closed: true,
        });
    }

    fn add_menus(&mut self, menus: Vec<Menu>) -> Tiers {
        let tiers = Tiers { first: self.menus.len() as u16, count: menus.len() as u8 };
        self.menus.extend(menus);
        tiers
    }
}

/// What the step `from` of `turn` offers, its minimum met or not, by precedence; the steps of the turn begin at
/// `first`.
fn menus(turn: &Turn, found: &[(Kind, u8)], first: usize, from: usize, met: bool) -> Vec<Menu> {
    let tiers = turn.steps.iter().skip(from).map(|step| step.tiers.len()).max().unwrap_or(1);
    let mut menus: Vec<_> = (0..tiers).map(|_| Menu::default()).collect();
    let mut open = true;
    let mut ranks = 0..;
    for (i, step) in turn.steps.iter().enumerate().skip(from) {
        if !open {
            break;
        }
        for (menu, tier) in menus.iter_mut().zip(&step.tiers) {
            for &action in tier {
                let (kind, rule) = found[action];
                let list = menu.list(kind);
                // What two steps offer is an action of the earlier one.
                if list.iter().all(|offer| offer.rule != rule) {
                    let ends_fresh_step = step.max == 1 && i + 1 == turn.steps.len();
                    let (rank, step) = (ranks.next().unwrap_or(u16::MAX), (first + i) as u16);
                    list.push(Offer { rule, rank, step, ends_fresh_step });
                }
            }
        }
        open = if i == from { met } else { step.min == 0 };
    }
    // A tier that holds only actions of steps that are not on offer would be passed over each time.
    menus.retain(|menu| !menu.is_bare());
    for menu in &mut menus {
        menu.pass = open;
        let Menu { places, shapes, displaces, drops, deals, releases, .. } = &*menu;
        let others = [shapes, drops, deals, releases].into_iter().all(Vec::is_empty);
        (menu.only_place, menu.only_displace) = match (places.as_slice(), displaces.as_slice()) {
            (&[offer], _) if others => (Some(offer), None),
            (&[], &[offer]) if others => (None, Some(offer)),
            _ => (None, None),
        };
    }
    menus
}
