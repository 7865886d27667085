//! Strong players for the games of an experiment whose command names none.

use super::learn::with_ending;
use super::strength::score_of_pairs;
use super::study::budget::{Budget, PILOT_ITERATIONS};
use super::study::learning::{Game, Learned, Lesson};
use super::study::{PAIRS, THESE_PLAYERS, not_learned, pilot, playouts, searching};
use crate::cli::experiment_args::Folder;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::contestant::Contestant;
use crate::learn::Model;
use crate::numbers::counted;
use crate::report::{count, study_label};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most games that a budget is planned for: with `--until`, a run may need far fewer than it is allowed.
const MOST_GAMES: u64 = 1000;

/// Players for several games, one for each, that search equally far.
pub struct Strong {
    pub players: Vec<Contestant>,
    /// How they were found, a sentence each.
    pub notes: Vec<String>,
}

/// What is asked of the players.
pub struct Request<'a> {
    pub games: &'a [Game<'a>],
    /// Whether the games are variations of one, so that what is learned of one serves all.
    pub alike: bool,
    /// How long learning each game and playing it may take, about.
    pub each: Duration,
    /// How many games of each are to be played.
    pub to_play: u64,
    /// The folder of the experiment; what is learned stands beside it.
    pub dir: &'a Path,
    pub folder: &'a Folder,
}

impl Strong {
    /// Learns all games, and finds out whether that makes stronger players than playouts do.
    pub fn of(request: &Request<'_>, session: &mut Session<'_>) -> Result<Self, Failure> {
        let mut search = Search { request, budgets: Vec::new(), notes: Vec::new() };
        search.budgets = request.games.iter().map(|game| search.budget(request.each, game)).collect();
        let Some(learned) = search.learn(session)? else {
            return search.with_playouts(session);
        };
        let iterations = search.iterations(&learned, session)?;
        let players: Vec<Contestant> =
            learned.iter().map(|(_, file)| searching(iterations, file)).collect::<Result<_, _>>()?;
        if search.is_stronger(&players, iterations, session)? {
            Ok(Self { players, notes: search.notes })
        } else {
            search.with_playouts(session)
        }
    }
}

/// The search for players.
struct Search<'a> {
    request: &'a Request<'a>,
    /// For each game.
    budgets: Vec<Budget>,
    notes: Vec<String>,
}

impl Search<'_> {
    fn budget(&self, time: Duration, game: &Game<'_>) -> Budget {
        Budget::new(time, Some(self.to_play()), game.loaded)
    }

    fn to_play(&self) -> u64 {
        self.request.to_play.min(MOST_GAMES)
    }

    /// Learns each game, if all can be learned, else notes why not: from what, and the file.
    ///
    /// Games that are alike begin with what one of them has taught, for which half of the time is spent. That makes players stronger, and
    /// those of different games more alike: what they believe wrongly hardly differs, and so the difference of their scores tells more.
    fn learn(&mut self, session: &mut Session<'_>) -> Result<Option<Vec<(Learned, PathBuf)>>, Failure> {
        let Request { games, alike, each, dir, folder, .. } = *self.request;
        let in_common = alike && games.len() > 1;
        let part = if in_common { each / 2 } else { each };
        let budgets: Vec<Budget> = games.iter().map(|game| self.budget(part, game)).collect();
        let why = games.iter().zip(&budgets).find_map(|(game, budget)| not_learned(game.loaded, budget));
        if let Some(why) = why {
            self.notes.push(why);
            return Ok(None);
        }
        let file = |number: usize| with_ending(dir, ".learned").join(format!("{number:02}.learned"));
        let seed = session.common.seed();
        let mut first = None;
        if in_common {
            let game = &games[games.len() / 2];
            let budget = self.budget(part.saturating_mul(games.len() as u32), game);
            let learned = Learned::of(
                game,
                &Lesson { budget: &budget, times: 1, seed, from: None, file: &file(0), folder },
                session,
            )?;
            self.notes.push(format!("All players began with what {} of one game taught.", learned.words()));
            first = Some(Model::read(&file(0)).map_err(Failure::of_input)?);
        }
        let mut all = Vec::new();
        for (number, (game, budget)) in (1..).zip(games.iter().zip(&budgets)) {
            let file = file(number);
            let lesson = Lesson { budget, times: 1, seed, from: first.as_ref(), file: &file, folder };
            all.push((Learned::of(game, &lesson, session)?, file));
        }
        let numbers = || all.iter().map(|(learned, _)| learned.on_own_board());
        self.notes.push(format!(
            "The players learned each game from {} against themselves.",
            range(numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
        ));
        self.notes.push(THESE_PLAYERS.to_owned());
        Ok(Some(all))
    }

    /// The iterations that every game's budget allows.
    fn iterations(&self, learned: &[(Learned, PathBuf)], session: &Session<'_>) -> Result<u64, Failure> {
        let mut least = u64::MAX;
        for ((game, budget), (_, file)) in self.request.games.iter().zip(&self.budgets).zip(learned) {
            let each =
                budget.of_search(&pilot(game.loaded, searching(PILOT_ITERATIONS, file)?, &[], session)?);
            least = least.min(budget.self_play(each, self.to_play()));
        }
        Ok(least)
    }

    /// Whether these players, whose searches have this many `iterations`, are stronger than searches with playouts.
    fn is_stronger(
        &mut self,
        players: &[Contestant],
        iterations: u64,
        session: &Session<'_>,
    ) -> Result<bool, Failure> {
        let (seed, pool) = (session.common.seed(), session.pool()?);
        let mut sum = 0.0;
        for ((game, budget), player) in self.request.games.iter().zip(&self.budgets).zip(players) {
            let rivals = [player.clone(), playouts(budget.playouts_alike(iterations))?];
            sum += score_of_pairs(game.loaded, &rivals, &[], PAIRS, seed, &pool)?.value;
        }
        let mean = sum / players.len() as f64;
        self.notes.push(format!(
            "In {} of each game, {} scored {:.0} % on average against searches with playouts that cost about as much.",
            counted(PAIRS, "pair"),
            study_label(&players[0].to_string()),
            100.0 * mean
        ));
        Ok(mean >= 0.5)
    }

    /// Searches with playouts.
    fn with_playouts(mut self, session: &Session<'_>) -> Result<Strong, Failure> {
        let mut iterations = u64::MAX;
        for (game, budget) in self.request.games.iter().zip(&self.budgets) {
            let each = budget.of_playouts(&pilot(game.loaded, playouts(PILOT_ITERATIONS)?, &[], session)?);
            iterations = iterations.min(budget.self_play(each, self.to_play()));
        }
        let player = playouts(iterations)?;
        self.notes.push(format!("{player} plays both sides: it searches with playouts."));
        Ok(Strong { players: vec![player; self.request.games.len()], notes: self.notes })
    }
}

/// `1,280 games`, or `1,280 to 4,096 games`.
fn range(least: u64, most: u64) -> String {
    if least == most { counted(least, "game") } else { format!("{} to {} games", count(least), count(most)) }
}
