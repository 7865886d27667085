//! Plays one game after another on one thread, reusing all memory from game to game.

use super::counts::Counts;
use super::measures::{ScoreHistory, Stones, log10};
use super::ordered::{Batch, Worker};
use super::{Simulation, failing, fingerprint};
use crate::rows::{Branching, FailedGame, Fingerprint, GameMeasures, GameRow, Millionths};
use dropline_agents::{Agent, Event, play_game, play_turns};
use dropline_engine::chance;
use dropline_engine::notation::turn_text;
use dropline_engine::record::write_line;
use dropline_engine::rules::{self, Action, Ownership, Position, Trace};
use dropline_engine::text::hex;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;
use std::sync::Arc;

/// The games of a range.
#[derive(Debug, Default)]
pub struct Games {
    /// A row for each game.
    pub rows: Vec<GameRow>,
    /// The records of these games, if requested.
    pub records: Vec<u8>,
    /// The counts of these games for the tables of cells and turns.
    pub counts: Counts,
    /// Games that could not be played to their end; they are counted nowhere else.
    pub failed: Vec<FailedGame>,
}

impl Batch for Games {
    fn clear(&mut self) {
        self.rows.clear();
        self.records.clear();
        self.counts.clear();
        self.failed.clear();
    }
}

/// Plays games on one thread, reusing the memory of its agents and its board from game to game.
pub struct Runner<'s> {
    simulation: Simulation<'s>,
    /// The values common to all rows: the id of the variant, and the names of the agents.
    id: Arc<str>,
    names: [Arc<str>; 2],
    agents: [Box<dyn Agent>; 2],
    position: Box<dyn Position>,
    trace: Trace,
    course: ScoreHistory,
    stones: Stones,
    ownership: Vec<Ownership>,
    /// Memory for the fingerprints.
    pairs: Vec<[u8; 4]>,
}

/// Sums over the decisions of a game, from the number of legal actions at each.
#[derive(Clone, Copy, Default)]
struct Choices {
    legal: u64,
    /// The sum of the legal actions over decisions with more than one.
    legal_if_several: u64,
    /// How many decisions had more than one legal action.
    several: u64,
    /// The sum of log10 of the number of legal actions.
    tree: u64,
}

impl fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").field("simulation", &self.simulation).finish_non_exhaustive()
    }
}

impl Choices {
    /// The sums over decisions; `decisions` holds the number of legal actions at each.
    fn of(decisions: &[u32]) -> Self {
        let mut choices = Self::default();
        for &legal in decisions {
            let legal = u64::from(legal);
            choices.legal += legal;
            choices.tree += log10(legal).units();
            if legal > 1 {
                choices.legal_if_several += legal;
                choices.several += 1;
            }
        }
        choices
    }
}

impl<'s> Runner<'s> {
    /// A runner of the games of `simulation`.
    pub fn new(simulation: Simulation<'s>) -> Self {
        Self {
            simulation,
            id: simulation.variant.id.as_str().into(),
            names: simulation.agents.each_ref().map(|agent| agent.to_string().into()),
            agents: simulation
                .agents
                .each_ref()
                .map(|agent| agent.build(simulation.variant, &simulation.rules_hash)),
            position: rules::start(simulation.variant),
            trace: Trace::default(),
            course: ScoreHistory::default(),
            stones: Stones::default(),
            ownership: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// Makes `agent` play as the first player. A game that fails resets this.
    #[cfg(test)]
    pub fn seat(&mut self, agent: Box<dyn Agent>) {
        self.agents[0] = agent;
    }

    /// Plays game number `game` of the run and adds it to `games`; a game that cannot be played to its end goes to
    /// [`Games::failed`].
    pub fn add_game(&mut self, game: u64, games: &mut Games) {
        match failing::caught(|| self.game(game)) {
            Ok(Ok(row)) => self.add(row, games),
            Ok(Err(error)) | Err(error) => {
                games.failed.push(self.failed(game, error));
                // The partial state is discarded.
                *self = Self::new(self.simulation);
            }
        }
    }

    /// Plays a game and returns its row, or the error that stopped it.
    fn game(&mut self, game: u64) -> Result<GameRow, String> {
        self.play(game)?;
        let choices = Choices::of(self.trace.legal());
        self.position.ownership(&mut self.ownership);
        let measures = self.measures(choices);
        let fingerprint = fingerprint::of(self.trace.actions(), &mut self.pairs);
        Ok(self.row(game, choices, measures, fingerprint))
    }

    /// Plays game number `game` to its end.
    fn play(&mut self, game: u64) -> Result<(), String> {
        let Simulation { seed, rules_hash, pairs, check_rules, .. } = self.simulation;
        let mut rng = chance::stream(seed, &rules_hash, if pairs { game.div_ceil(2) } else { game });
        let exchanged = self.exchanged(game);
        // A game that fails before its first action has no actions to record.
        self.trace.clear();
        self.position.reset();
        self.course.begin(&*self.position);
        let [first, second] = &mut self.agents;
        let agents: [&mut dyn Agent; 2] =
            if exchanged { [&mut **second, &mut **first] } else { [&mut **first, &mut **second] };
        let (position, trace, course) = (&mut *self.position, &mut self.trace, &mut self.course);
        let opening = self.simulation.opening(game);
        if check_rules {
            return play_checked(position, agents, opening, &mut rng, trace, course);
        }
        play_turns(position, agents, opening, &mut rng, trace, |position, trace| {
            course.note(position, trace.last_turn());
            Ok(())
        })
    }

    /// Adds the game just played to `games`.
    fn add(&self, row: GameRow, games: &mut Games) {
        let legal = self.trace.legal_at_turns().map(u64::from);
        legal.enumerate().for_each(|(done, legal)| games.counts.turn(done, legal));
        let first_turn = self.trace.turns().next().unwrap_or_default();
        games.counts.end(self.position.board(), row.winner, row.swapped, first_turn, &self.ownership);
        if self.simulation.records {
            let (score, agents) =
                ([row.first_score, row.second_score], self.players(row.game).map(|name| &**name));
            let (into, variant) = (&mut games.records, &row.variant);
            write_line(into, &self.trace, row.game, variant, agents, row.end, row.winner, score);
        }
        games.rows.push(row);
    }

    /// The failure of game number `game` with this error.
    fn failed(&self, game: u64, error: String) -> FailedGame {
        let [first_agent, second_agent] = self.players(game).map(ToString::to_string);
        FailedGame {
            game,
            variant: self.simulation.variant.id.clone(),
            first_agent,
            second_agent,
            seed: self.simulation.seed,
            rules_hash: hex(&self.simulation.rules_hash),
            error,
            actions: self.trace.actions().iter().map(ToString::to_string).collect(),
        }
    }

    /// Whether the first of the named agents is the second player in this game.
    fn exchanged(&self, game: u64) -> bool {
        self.simulation.pairs && game.is_multiple_of(2)
    }

    /// The names of the first player's agent and the second's.
    fn players(&self, game: u64) -> [&Arc<str>; 2] {
        let [first, second] = &self.names;
        if self.exchanged(game) { [second, first] } else { [first, second] }
    }

    /// The measures of the game just played.
    fn measures(&mut self, choices: Choices) -> GameMeasures {
        let variant = self.simulation.variant;
        let Choices { several, legal_if_several, tree, .. } = choices;
        let decision_factor = (several > 0).then(|| Branching::ratio(legal_if_several, several));
        let mut measures =
            GameMeasures { decision_factor, game_tree: Millionths::of(tree), ..GameMeasures::default() };
        self.course.measure(self.position.winner(), &mut measures);
        self.stones.follow(variant, self.trace.actions());
        self.stones.measure(&*self.position, &self.ownership, &mut measures);
        measures
    }

    /// The row of the game just played.
    fn row(&self, game: u64, choices: Choices, measures: GameMeasures, fingerprint: Fingerprint) -> GameRow {
        let position = &*self.position;
        let actions = self.trace.actions();
        let [first_score, second_score] = position.score();
        let mut captures = position.captures();
        if position.swapped() {
            captures.reverse();
        }
        let [first_agent, second_agent] = self.players(game).map(Arc::clone);
        GameRow {
            game,
            variant: Arc::clone(&self.id),
            first_agent,
            second_agent,
            winner: position.winner(),
            first_score,
            second_score,
            turns: self.trace.turn_count() as u32,
            actions: actions.len() as u32,
            end: position.outcome().expect("the game has been played to its end").reason,
            branching: Branching::ratio(choices.legal, actions.len() as u64),
            first_captures: captures[0],
            second_captures: captures[1],
            swapped: position.swapped(),
            first_turn: self.trace.turns().next().map(turn_text).unwrap_or_default(),
            fingerprint,
            measures,
        }
    }
}

/// Plays a game like [`play_turns`], and checks each choice before playing it and the position after it.
fn play_checked(
    position: &mut dyn Position,
    agents: [&mut dyn Agent; 2],
    opening: &[Action],
    rng: &mut Xoshiro256PlusPlus,
    trace: &mut Trace,
    course: &mut ScoreHistory,
) -> Result<(), String> {
    let (mut legal, mut turn) = (0, 0);
    play_game(position, agents, opening, rng, true, |event| {
        match event {
            Event::Decision(position) => (legal, turn) = (position.count_legal(), position.turns()),
            Event::Chosen(position, action) => position
                .check(action)
                .map_err(|why| format!("the agent's action `{action}` is illegal: {why}"))?,
            Event::Played(position, action) => {
                trace.note(action, legal);
                position
                    .verify()
                    .map_err(|what| format!("the check of the rules failed after `{action}`: {what}"))?;
                if position.turns() != turn {
                    trace.end_turn();
                    course.note(position, trace.last_turn());
                }
            }
        }
        Ok(())
    })
}

impl Worker<Games> for Runner<'_> {
    fn work(&mut self, nth: u64, games: &mut Games) {
        self.add_game(self.simulation.block.number(nth), games);
    }
}
