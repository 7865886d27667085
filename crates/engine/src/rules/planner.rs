//! Plans turns: finds the choices at each point of each turn.

use super::plan::{Choices, Family, Plan, PlannedStep, SearchStage, Slot};
use crate::variant::{Repetition, Side, Step, Turn, Unmet, Variant};
use std::collections::BTreeMap;

impl Plan {
    /// The plan of the turns of `variant`.
    pub fn new(variant: &Variant) -> Self {
        let numbers = 0..variant.actions.len();
        let found: Vec<_> = numbers.map(|number| Family::numbered(&variant.actions, number)).collect();
        let mut plan = Self {
            steps: Vec::new(),
            turns: Vec::new(),
            catch_up: None,
            choices: Vec::new(),
            searches: Vec::new(),
            passes: variant.end.passes,
            quiet: variant.end.quiet,
            repeated: variant.end.repeated,
            max_turns: variant.end.max_turns,
            reviews_turns: variant.end.quiet.is_some()
                || variant.catch_up.is_some()
                || variant.end.repeated.is_some()
                || variant.goals.iter().any(|goal| goal.checked.ends_turn()),
            swaps_before: 0,
            claims: Vec::new(),
            single: false,
            stuck: variant.end.stuck,
        };
        // Where it matters how a turn ends, an action that two steps offer may be legal only in the later one.
        let alike = variant.repetition == Repetition::None && !variant.binds_turns();
        for turn in variant.turns() {
            let mut add = |turn: &Turn| {
                let first = plan.steps.len() as u16;
                add_turn(&mut plan, turn, &found, alike);
                first
            };
            let firsts = if variant.has_sides() || turn.claim {
                Side::BOTH.map(|side| add(&turn.of_side(side, variant)))
            } else {
                [add(turn); 2]
            };
            plan.turns.push(firsts);
        }
        if variant.has_claims() {
            plan.claims = variant.openings.iter().map(|turn| turn.claim).collect();
        }
        if variant.has_swaps() {
            // By the pie rule, in the second turn.
            plan.swaps_before = if plan.claims.is_empty() { 2 } else { plan.claims.len() as u32 };
        }
        if variant.catch_up.is_some() {
            plan.catch_up = plan.turns.pop();
        }
        plan.single = plan.steps.iter().all(|step| step.closed || step.last && step.max == 1);
        plan
    }
}

/// Adds `turn` to `plan`; the other arguments are as in [`Planner`].
fn add_turn(plan: &mut Plan, turn: &Turn, found: &[(Family, u8)], alike: bool) {
    if turn.has_kinds() {
        add_kinds(plan, turn, found, alike);
    } else {
        Planner::new(plan, &turn.steps, found, alike).add_steps();
    }
}

/// Adds to `plan` a turn of several kinds: a step that offers what begins each kind, then the steps of the kinds. An action belongs to
/// a step of its kind, and the turn continues from there.
fn add_kinds(plan: &mut Plan, turn: &Turn, found: &[(Family, u8)], alike: bool) {
    let (choosing, closing) = (plan.steps.len(), plan.steps.len() + 1);
    // The two steps are filled in below, when the steps of the kinds have their numbers.
    plan.steps.extend([PlannedStep::closing(0, 0), PlannedStep::closing(0, 0)]);
    let (mut offered, mut ranks) = (Choices::default(), 0);
    let mut nothing = Choices { pass: true, ..Choices::default() };
    for kind in turn.kinds() {
        let planner = Planner::new(plan, kind, found, alike);
        // What a kind begins with has one tier, and no two kinds begin with the same action.
        let alone = planner.alone[0][0];
        planner.add_steps();
        let first = &plan.choices[usize::from(alone)];
        for family in Family::ALL {
            let shifted = first.of(family).iter().map(|slot| Slot { rank: slot.rank + ranks, ..*slot });
            offered.list(family).extend(shifted);
        }
        ranks += kind[0].actions().count() as u16;
        nothing.impossible.push(alone);
    }
    let (offered, nothing) = (plan.add_choices(offered.with_only()), plan.add_choices(nothing));
    let ask = plan.add_search(SearchStage::Ask { choices: offered, some: None, none: None });
    let found = plan.add_search(SearchStage::Found(nothing));
    plan.steps[closing] = PlannedStep::closing(found, nothing);
    plan.steps[choosing] = PlannedStep {
        min: 1,
        max: turn.kinds().map(|kind| kind[0].max).max().unwrap_or(1),
        search: [ask; 2],
        first_choices: Some(offered),
        unmet: closing as u16,
        closed: false,
        ..PlannedStep::closing(ask, offered)
    };
}

/// Adds one turn, or one kind of turn, to a plan.
struct Planner<'a> {
    plan: &'a mut Plan,
    steps: &'a [Step],
    /// For each action of the variant, its family and its number among the rules of that family.
    found: &'a [(Family, u8)],
    /// Whether an action that two steps offer belongs to the earlier one.
    alike: bool,
    /// The index of the turn's first step in the plan.
    first: usize,
    /// For each step of the turn and each of its tiers, the index of the choices that this tier alone offers.
    alone: Vec<Vec<u16>>,
    /// The indices of the choices created so far for several steps, or with `pass`.
    made: BTreeMap<(Way, bool), u16>,
}

/// The path of the search to a step.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// The available steps, each with its tier in force.
    offered: Vec<(usize, usize)>,
    /// The steps without a possible action.
    impossible: Vec<usize>,
    /// Whether one of the impossible steps was compulsory: such a step can be skipped only if something else is possible.
    left_out: bool,
}

impl Way {
    /// This path, extended by `step`, of which `tier` is in force.
    fn with(&self, step: usize, tier: usize) -> Self {
        let mut way = self.clone();
        way.offered.push((step, tier));
        way
    }

    /// This path, extended by `step`, which has no possible action.
    fn without(&self, step: usize, compulsory: bool) -> Self {
        let mut way = self.clone();
        way.impossible.push(step);
        way.left_out |= compulsory;
        way
    }
}

impl<'a> Planner<'a> {
    fn new(plan: &'a mut Plan, steps: &'a [Step], found: &'a [(Family, u8)], alike: bool) -> Self {
        let mut next = plan.choices.len() as u16..;
        let alone = steps.iter().map(|step| next.by_ref().take(step.tiers.len()).collect()).collect();
        let first = plan.steps.len();
        let planner = Self { plan, steps, found, alike, first, alone, made: BTreeMap::new() };
        for (step, planned) in steps.iter().enumerate() {
            for tier in 0..planned.tiers.len() {
                let choices = planner.choices(&Way::default().with(step, tier), false);
                planner.plan.choices.push(choices);
            }
        }
        planner
    }

    fn add_steps(mut self) {
        for (i, step) in self.steps.iter().enumerate() {
            let search = [false, true].map(|met| {
                let reached = if met { step.max > step.min } else { step.min > 0 };
                if reached { self.search(i, !met, i, &Way::default()) } else { 0 }
            });
            let (open, open_choices) = match self.plan.searches.get(usize::from(search[1])) {
                Some(&SearchStage::Found(choices)) if step.max > step.min => (true, choices),
                _ => (false, 0),
            };
            // Whether a player is stuck depends on the position.
            let ready = match self.plan.searches.get(usize::from(search[usize::from(step.min == 0)])) {
                Some(&SearchStage::Found(choices)) if !self.plan.stuck.ends() => Some(choices),
                _ => None,
            };
            let first_choices = match self.steps {
                [only] if only.min > 0 && only.tiers.len() == 1 => Some(self.alone[0][0]),
                _ => None,
            };
            let unmet = match step.unmet {
                Unmet::Skip => self.first + i + 1,
                Unmet::End => self.first + self.steps.len(),
                Unmet::Illegal => self.first + self.steps.len() + 1,
            } as u16;
            let last = i + 1 == self.steps.len();
            let (min, max) = (step.min, step.max);
            self.plan.steps.push(PlannedStep {
                min,
                max,
                search,
                ready,
                first_choices,
                open,
                open_choices,
                last,
                unmet,
                closed: false,
                unfinished: false,
            });
        }
        let impossible = (0..self.steps.len()).collect();
        let nothing = self.on_offer(&Way { impossible, ..Way::default() }, true);
        let found = self.plan.add_search(SearchStage::Found(nothing));
        self.plan.steps.push(PlannedStep::closing(found, nothing));
        if self.steps.iter().any(|step| step.unmet == Unmet::Illegal) {
            self.plan.steps.push(PlannedStep { unfinished: true, ..PlannedStep::closing(found, nothing) });
        }
    }

    /// Plans the part from `step` on of a search that began in the step `from`, and returns the first stage of that part.
    /// `compulsory` is true if the player has not yet taken the minimum number of actions of `step`.
    fn search(&mut self, from: usize, compulsory: bool, step: usize, way: &Way) -> u16 {
        let Some(planned) = self.steps.get(step) else { return self.rest_optional(way) };
        if !compulsory && planned.tiers.len() == 1 {
            return self.search_after(from, step, &way.with(step, 0));
        }
        let without = way.without(step, compulsory);
        let mut none = match planned.unmet {
            _ if !compulsory => Some(self.search_after(from, step, &without)),
            _ if step == from => None,
            Unmet::Skip => Some(self.search_after(from, step, &without)),
            Unmet::End => Some(self.rest_optional(&without)),
            // What is offered may yet make this step possible.
            Unmet::Illegal => {
                let choices = self.on_offer(&without, false);
                Some(self.plan.add_search(SearchStage::Ask { choices, some: None, none: None }))
            }
        };
        for tier in (0..planned.tiers.len()).rev() {
            let (choices, with) = (self.alone[step][tier], way.with(step, tier));
            let some = if !compulsory {
                Some(self.search_after(from, step, &with))
            } else if *way == Way::default() {
                None
            } else {
                let found = SearchStage::Found(self.on_offer(&with, false));
                Some(self.plan.add_search(found))
            };
            none = Some(self.plan.add_search(SearchStage::Ask { choices, some, none }));
        }
        none.expect("a step has a tier")
    }

    /// Plans the search from the step after `step`.
    fn search_after(&mut self, from: usize, step: usize, way: &Way) -> u16 {
        let compulsory = self.steps.get(step + 1).is_some_and(|next| next.min > 0);
        self.search(from, compulsory, step + 1, way)
    }

    /// Plans the end of a search that has reached the optional rest of the turn.
    fn rest_optional(&mut self, way: &Way) -> u16 {
        let choices = self.on_offer(way, true);
        self.plan.add_search(if way.left_out {
            SearchStage::Ask { choices, some: None, none: None }
        } else {
            SearchStage::Found(choices)
        })
    }

    /// The index of the choices at the end of `way`, with or without `pass`.
    fn on_offer(&mut self, way: &Way, pass: bool) -> u16 {
        if let Some(&made) = self.made.get(&(way.clone(), pass)) {
            return made;
        }
        let choices = self.choices(way, pass);
        let number = self.plan.add_choices(choices);
        self.made.insert((way.clone(), pass), number);
        number
    }

    /// The choices at the end of `way`.
    fn choices(&self, way: &Way, pass: bool) -> Choices {
        let mut choices = Choices { pass, ..Choices::default() };
        let mut ranks = 0..;
        for &(i, tier) in &way.offered {
            let step = &self.steps[i];
            for &action in &step.tiers[tier] {
                let (family, rule) = self.found[action];
                let list = choices.list(family);
                if !self.alike || list.iter().all(|slot| slot.rule != rule) {
                    let ends_later_step = step.max == 1 && i + 1 == self.steps.len();
                    let (rank, step) = (ranks.next().unwrap_or(u16::MAX), (self.first + i) as u16);
                    list.push(Slot { rule, rank, step, ends_later_step });
                }
            }
            choices.impossible.extend(&self.alone[i][..tier]);
            choices.outranked.extend(&self.alone[i][tier + 1..]);
        }
        choices.impossible.extend(way.impossible.iter().flat_map(|&i| &self.alone[i]));
        choices.with_only()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::load;

    /// All turns of `steps` steps with up to two tiers, optional and compulsory ones.
    fn turns(steps: u32) -> impl Iterator<Item = Turn> {
        let kinds: Vec<Step> = [(0, 1), (0, 2), (1, 1), (1, 2)]
            .into_iter()
            .flat_map(|(min, max)| [Unmet::Skip, Unmet::End].map(|unmet| (min, max, unmet)))
            .flat_map(|(min, max, unmet)| {
                [vec![vec![0]], vec![vec![0], vec![1]]].map(|tiers| Step {
                    tiers,
                    min,
                    max,
                    unmet,
                    or: false,
                })
            })
            .collect();
        (0..kinds.len().pow(steps)).map(move |number| {
            let step = |place| kinds[number / kinds.len().pow(place) % kinds.len()].clone();
            Turn { steps: (0..steps).map(step).collect(), claim: false }
        })
    }

    #[test]
    fn a_plan_is_no_larger_than_the_number_of_ways_through_its_turns() {
        let usual = load("send-it-square", &[]).expect("a shipped variant").variant;
        for turn in (1..=3).flat_map(turns) {
            let variant = Variant { openings: vec![], turn, ..usual.clone() };
            let (plan, ways) = (Plan::new(&variant), variant.turn.ways() as usize);
            let sizes = (plan.choices.len(), plan.searches.len());
            assert!(sizes.0 <= ways && sizes.1 <= ways, "{sizes:?} of {ways}: {:?}", variant.turn);
        }
    }
}
