//! Playouts for agents that learn from them: random games, guided by earlier ones, that record the marks of their actions.

use super::action::Mark;
use super::cells::Cells;
use super::compile::Rules;
use super::decisive::Decisive;
use super::draw::{draw_among, draw_place};
use super::flow::{advance, pass};
use super::groups::names_beside;
use super::index::{Index, cell, index};
use super::own_eyes::PlayoutPolicy;
use super::patterns::{Experience, Patterns, draw_by_patterns};
use super::placement::Placement;
use super::plan::Slot;
use super::player::Player;
use super::processor::{compiled, inlined};
use super::random::play_random;
use super::state::State;
use super::surroundings::SurroundingCodes;
use super::turn::TurnFlow;
use crate::actions::place::put_by;
use crate::board::Cell;
use crate::chance::Draw;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// What guides a playout. Probabilities are in 256ths.
#[derive(Clone, Debug)]
pub struct Guide {
    /// How often, under capture by liberties, a stone answers a threat made in the previous turn: it takes the last liberty of an
    /// enemy group that was just extended, or of an enemy group next to a friendly group in atari, or it gives that friendly
    /// group more liberties.
    pub answers: u32,
    /// How often the [`Guide::reply`] to the previous mark is played.
    pub replies: u32,
    /// How often two actions are drawn, and the one with the greater [`Guide::weight`] is played.
    pub duels: u32,
    /// How often a playout places a stone that wins or stops the opponent from winning, and avoids stones that lose.
    pub decisive: u32,
    /// How often a playout draws two placements, a random one and one next to the previous stone, and lets their surroundings
    /// decide which one to play.
    pub patterns: u32,
    /// The weights of surroundings.
    known: Patterns,
    reply: Vec<Cell>,
    weight: Vec<f32>,
}

/// No cell.
const NONE: Cell = Cell::new(u8::MAX, u8::MAX);
/// No board has more columns or rows than this, and games on the boundless plane seldom spread further.
const SPAN: usize = 32;

/// The index of `mark`.
#[inline(always)]
const fn slot(mark: Mark) -> usize {
    let (x, y) = (mark.cell.x as usize % SPAN, mark.cell.y as usize % SPAN);
    2 * (SPAN * y + x) + mark.player.index()
}

impl Default for Guide {
    /// A guide without effect.
    fn default() -> Self {
        let (reply, weight) = (vec![NONE; 2 * SPAN * SPAN], vec![0.5; 2 * SPAN * SPAN]);
        Self {
            answers: 0,
            replies: 0,
            duels: 0,
            decisive: 0,
            patterns: 0,
            known: Patterns::default(),
            reply,
            weight,
        }
    }
}

impl Guide {
    /// Forgets what was learnt.
    pub fn forget(&mut self) {
        self.reply.fill(NONE);
        self.weight.fill(0.5);
        self.known.forget();
    }

    /// The reply to `mark`, if any.
    #[inline(always)]
    pub fn reply(&self, mark: Mark) -> Option<Cell> {
        Some(self.reply[slot(mark)]).filter(|&cell| cell != NONE)
    }

    /// Sets the reply to `mark`, or removes it.
    pub fn set_reply(&mut self, mark: Mark, reply: Option<Cell>) {
        self.reply[slot(mark)] = reply.unwrap_or(NONE);
    }

    /// The value of `mark` for its player.
    #[inline(always)]
    pub fn weight(&self, mark: Mark) -> f32 {
        self.weight[slot(mark)]
    }

    /// Learns which surroundings win, given that a playout was worth `reward` to the first player.
    pub fn learn_result(&mut self, reward: f32) {
        self.known.learn(reward);
    }

    /// Moves the weight of `mark` towards `reward` by the share `step` of the difference.
    pub fn learn(&mut self, mark: Mark, reward: f32, step: f32) {
        let weight = &mut self.weight[slot(mark)];
        *weight += step * (reward - *weight);
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Plays to the end of the game, guided by `guide` and otherwise at random, and appends the marks of the actions in order.
    #[inline(always)]
    pub fn playout_guided(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        guide: &mut Guide,
        marks: &mut Vec<Mark>,
    ) {
        let mut draw = Draw::new(rng);
        // Where the marks of this turn begin, and where those of the previous turn begin.
        let mut turn = run_of(self.mark(0, 0).player, marks);
        let mut before = run_of(self.mark(0, 1).player, &marks[..turn]);
        let mut turns = self.progress.turns;
        let mut decisive = if guide.decisive > 0 { self.decisive(rules) } else { None };
        let mut around = SurroundingCodes::new(&rules.grid);
        if guide.patterns > 0 {
            guide.known.prepare();
        }
        while self.progress.outcome.is_none() {
            if self.progress.turns != turns {
                (before, turn, turns) = (turn, marks.len(), self.progress.turns);
            }
            let mover = self.mover();
            let new = self.play_guided(
                rules,
                policy,
                guide,
                &decisive,
                &mut around,
                marks,
                before..turn,
                &mut draw,
            );
            if let Some(known) = &mut decisive {
                self.renew_decisive(rules, known, mover, new);
            }
        }
    }

    /// Plays an action, guided by `guide` or at random. If the action places a friendly stone by the only
    /// available placement rule, returns the cell of the stone. `before` is the range of the marks of the
    /// previous turn.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a hot inner loop: a struct would be built for each action")]
    fn play_guided(
        &mut self,
        rules: &Rules<S, D>,
        policy: PlayoutPolicy,
        guide: &mut Guide,
        decisive: &Option<Decisive<S>>,
        around: &mut SurroundingCodes<S>,
        marks: &mut Vec<Mark>,
        before: Range<usize>,
        draw: &mut Draw<'_>,
    ) -> Option<Index> {
        if let Some(&slot) = self.only_slot(rules) {
            let mut excluded = self.excluded_cells(rules, policy);
            let mut found = None;
            if let Some(known) = decisive
                && (guide.decisive >= 256 || draw.below(256) < guide.decisive)
            {
                found = self.draw_decisive(rules, slot, known, draw);
                excluded = excluded.or(known.losses(self.mover()));
            }
            if found.is_none() {
                found = self.guided_stone(rules, slot, excluded, guide, marks, before, draw);
            }
            if found.is_none() {
                found = if guide.patterns >= 256 || guide.patterns > 0 && draw.below(256) < guide.patterns {
                    let last = match marks.last() {
                        Some(mark) => index::<S>(mark.cell),
                        None => S::NOWHERE,
                    };
                    let experience = Experience { known: &mut guide.known, around, last };
                    draw_by_patterns(self, rules, slot, excluded, experience, draw)
                } else {
                    self.draw_dueling(rules, slot, excluded, guide, draw)
                };
            }
            // If every stone loses, one of them is placed.
            if found.is_none() && decisive.is_some() {
                let cells = self.allowed_candidates(rules, slot, self.excluded_cells(rules, policy));
                found = draw_place(self, rules, slot, cells, None, draw);
            }
            if let Some((at, placement)) = found {
                marks.push(self.mark(at, 0));
                inlined!(self.put_by(rules, slot, at, &placement));
                inlined!(self.advance(rules, slot.step));
                return (!rules.place_rule(slot).neutral).then_some(at);
            }
            if policy == PlayoutPolicy::Unrestricted || self.may_pass(rules) {
                inlined!(self.pass(rules));
                return None;
            }
        }
        let player = self.mark(0, 0).player;
        play_random(self, rules, policy, draw).marks(player, |mark| marks.push(mark));
        None
    }

    /// A stone that replies to the last mark or answers a threat, if the guide asks for one and there is one. `before` is the
    /// range of the marks of the previous turn.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a hot inner loop: a struct would be built for each action")]
    fn guided_stone(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        excluded: S,
        guide: &mut Guide,
        marks: &[Mark],
        before: Range<usize>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let before = &marks[before];
        if guide.replies > 0
            && let Some(cell) = marks.last().and_then(|&mark| guide.reply(mark))
            && draw.below(256) < guide.replies
        {
            let reply = S::single(index::<S>(cell));
            if let Some(found) = draw_among(self, rules, slot, reply.without(excluded), draw) {
                return Some(found);
            }
        }
        if guide.answers > 0 && rules.by_liberties && !before.is_empty() && draw.below(256) < guide.answers {
            // An answer may fill an eye: the stone there connects the group in atari to another.
            let mut cells = S::none();
            for mark in before {
                cells = cells.or(self.answers(rules, index::<S>(mark.cell)));
            }
            return draw_among(self, rules, slot, cells, draw);
        }
        None
    }

    /// Draws a cell, or draws two and takes the one with the greater weight.
    #[inline(always)]
    fn draw_dueling(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        excluded: S,
        guide: &mut Guide,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let cells = self.allowed_candidates(rules, slot, excluded);
        let one = inlined!(self.draw_place(rules, slot, cells, None, draw))?;
        if guide.duels == 0 || draw.below(256) >= guide.duels {
            return Some(one);
        }
        let cells = self.allowed_candidates(rules, slot, excluded);
        let other = draw_place(self, rules, slot, cells, None, draw)?;
        let weight = |(at, _): &(Index, Placement<S>)| guide.weight(self.mark(*at, 0));
        Some(if weight(&other) > weight(&one) { other } else { one })
    }

    /// The cells where the side to move answers threats after a stone of either side on `last`.
    #[inline(always)]
    fn answers(&self, rules: &Rules<S, D>, last: Index) -> S {
        let side = self.mover();
        let mut cells = S::none();
        if let Some(at) = self.last_liberty(self.groups.at(1 - side, last)) {
            cells = S::single(at);
        }
        let [beside, _] = self.groups.beside_both(&rules.grid, side, last);
        for name in &beside[..names_beside::<D>()] {
            let Some(at) = self.last_liberty(*name) else { continue };
            if self.placement(rules, side, at).neighbours.and(self.empty).count() > 2 {
                cells = cells.or(S::single(at));
            }
            for enemy in self.groups.neighbours(*name).and(self.stones[1 - side]).iter() {
                if let Some(at) = self.last_liberty(self.groups.at(1 - side, enemy)) {
                    cells = cells.or(S::single(at));
                }
            }
        }
        cells
    }

    /// The only liberty of the group `name`; `None` if the group has more liberties or none, or if `name` names no group.
    #[inline(always)]
    fn last_liberty(&self, name: S::Name) -> Option<Index> {
        if name == S::name(S::NOWHERE) {
            return None;
        }
        self.groups.neighbours(name).and(self.empty).only()
    }

    /// The mark of a stone on `at`: a mark of the player to move if `other` is 0, of the opponent if `other` is 1.
    #[inline(always)]
    pub fn mark(&self, at: Index, other: usize) -> Mark {
        let player = self.mover() ^ usize::from(self.progress.swapped) ^ other;
        Mark { cell: cell::<S>(at), player: Player::BOTH[player & 1] }
    }
}

/// The index at which the run of marks of `player` at the end of `marks` begins.
#[inline(always)]
fn run_of(player: Player, marks: &[Mark]) -> usize {
    let mut start = marks.len();
    while start > 0 && marks[start - 1].player == player {
        start -= 1;
    }
    start
}

compiled! {
    pub fn playout_guided(
        state: &mut State<S, D>, rules: &Rules<S, D>, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy, guide: &mut Guide,
        marks: &mut Vec<Mark>,
    ) => state.playout_guided(rules, rng, policy, guide, marks);
}
