//! One game after another, on one thread, with all memory kept from game to game.

use super::counts::Counts;
use super::ordered::{Batch, Worker};
use super::{Simulation, fingerprint};
use crate::agents::Agent;
use crate::chance;
use crate::notation::turn_text;
use crate::record::Recorder;
use crate::rules::{self, Claim, Position};
use crate::run::{Branching, GameRow};

/// The games of a range.
#[derive(Default)]
pub struct Games {
    /// A row for each.
    pub rows: Vec<GameRow>,
    /// Their records, if asked for.
    pub records: Vec<u8>,
    /// What they add to the tables of cells and turns.
    pub counts: Counts,
}

impl Batch for Games {
    fn clear(&mut self) {
        self.rows.clear();
        self.records.clear();
        self.counts.clear();
    }
}

/// Two agents at a board.
pub struct Table<'s> {
    simulation: &'s Simulation<'s>,
    names: [String; 2],
    agents: [Box<dyn Agent>; 2],
    position: Box<dyn Position>,
    recorder: Recorder,
    claims: Vec<Claim>,
}

impl<'s> Table<'s> {
    /// A table for the games of `simulation`.
    pub fn new(simulation: &'s Simulation<'s>) -> Self {
        Self {
            simulation,
            names: simulation.agents.map(|agent| agent.to_string()),
            agents: simulation.agents.map(|agent| agent.build()),
            position: rules::start(simulation.variant),
            recorder: Recorder::default(),
            claims: Vec::new(),
        }
    }

    /// Plays game number `game` to its end and counts the choices on the way. Returns the legal actions
    /// summed over all decisions.
    fn play(&mut self, game: u64, counts: &mut Counts) -> u64 {
        let Simulation { seed, rules_hash, .. } = *self.simulation;
        let mut rng = chance::stream(seed, &rules_hash, game);
        let position = &mut *self.position;
        position.reset();
        self.recorder.clear();
        self.agents.iter_mut().for_each(|agent| agent.new_game());
        let (mut legal_sum, mut turns, mut turn_begins) = (0, 0, true);
        while position.outcome().is_none() {
            let legal = u64::from(position.count_legal());
            legal_sum += legal;
            if turn_begins {
                counts.turn(turns, legal);
            }
            let action = self.agents[position.to_move().index()].choose(position, &mut rng);
            let turn = position.turns();
            position.play(action);
            self.agents.iter_mut().for_each(|agent| agent.played(action));
            turn_begins = position.turns() != turn;
            turns += usize::from(turn_begins);
            self.recorder.note(action, turn_begins);
        }
        legal_sum
    }

    /// The row of the game just played.
    fn row(&self, game: u64, legal_sum: u64) -> GameRow {
        let position = &*self.position;
        let actions = self.recorder.actions();
        let [first_score, second_score] = position.score();
        let mut captures = position.captures();
        if position.swapped() {
            captures.reverse();
        }
        let [first_agent, second_agent] = self.names.clone();
        GameRow {
            game,
            variant: self.simulation.variant.id.clone(),
            first_agent,
            second_agent,
            winner: position.winner(),
            first_score,
            second_score,
            turns: self.recorder.turns().count() as u32,
            actions: actions.len() as u32,
            end: position.outcome().expect("the game has been played to its end"),
            branching: Branching::mean(legal_sum, actions.len() as u64),
            first_captures: captures[0],
            second_captures: captures[1],
            swapped: position.swapped(),
            first_turn: self.recorder.turns().next().map(turn_text).unwrap_or_default(),
            fingerprint: fingerprint::of(actions),
        }
    }
}

impl Worker<Games> for Table<'_> {
    fn work(&mut self, game: u64, games: &mut Games) {
        let legal_sum = self.play(game, &mut games.counts);
        let row = self.row(game, legal_sum);
        self.position.claims(&mut self.claims);
        let first_turn = self.recorder.turns().next().unwrap_or_default();
        games.counts.end(self.position.board(), row.winner, row.swapped, first_turn, &self.claims);
        if self.simulation.records {
            let score = [row.first_score, row.second_score];
            let agents = self.names.each_ref().map(String::as_str);
            self.recorder.write_line(&mut games.records, game, &row.variant, agents, row.winner, score);
        }
        games.rows.push(row);
    }
}
