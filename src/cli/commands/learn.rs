//! `dropline learn`.

use super::strength::score_of_pairs;
use crate::agents::AgentSpec;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::learn_args::Learn;
use crate::cli::session::Session;
use crate::cli::watched::Reporter;
use crate::contestant::Contestant;
use crate::learn::layout::cells;
use crate::learn::model::{Before, Head};
use crate::learn::stages::{LARGE, shares, smaller_boards};
use crate::learn::train::Learning;
use crate::learn::{Insight, Layout, LearnedSpec, Model, Weights};
use crate::report::{LearnedPage, count, measure_in_words};
use crate::rules;
use crate::run::{reason, write_atomically};
use crate::stats::{Design, Measure};
use crate::text::hex;
use crate::variant::{self, Loaded};
use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Pairs of games against `greedy` that show the strength while learning, and by which weights are chosen.
const PAIRS_ON_THE_WAY: u64 = 10;
/// Pairs of games against `greedy` that show the strength at the end.
const PAIRS_AT_THE_END: u64 = 50;
/// The time before the first saved state and estimate of the strength, which doubles from each to the next, and the longest.
const INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(16)];

/// How much to learn.
#[derive(Clone, Copy)]
pub enum Amount {
    Games(u64),
    Time(Duration),
    /// At least so many positions of games on the game's own board.
    Positions(u64),
}

impl Amount {
    /// This `share` of the amount, on a board with so many of the `cells` of the game's own: its games are about as much shorter.
    fn part(self, share: f64, cells: f64) -> Self {
        let part = |all: u64, share: f64| (all as f64 * share).ceil() as u64;
        match self {
            Self::Games(games) => Self::Games(part(games, share)),
            Self::Time(time) => Self::Time(time.mul_f64(share)),
            Self::Positions(positions) => Self::Positions(part(positions, share * cells)),
        }
    }

    /// The part that is done.
    fn done(self, learning: &Learning, time: Duration) -> f64 {
        match self {
            Self::Games(all) => learning.games() as f64 / all as f64,
            Self::Time(all) => time.as_secs_f64() / all.as_secs_f64(),
            Self::Positions(all) => learning.positions() as f64 / all as f64,
        }
    }

    /// The positions that are asked for, if they are.
    pub const fn positions(self) -> Option<u64> {
        match self {
            Self::Positions(positions) => Some(positions),
            Self::Games(_) | Self::Time(_) => None,
        }
    }
}

/// What to learn, and where to write it.
pub struct Request<'a> {
    /// The variant as given on the command line.
    pub spec: &'a str,
    /// What changes its keys.
    pub sets: &'a [String],
    /// How much to learn.
    pub amount: Amount,
    /// The file to write.
    pub out: &'a Path,
    /// The weights to begin with.
    pub from: Option<Model>,
    /// The seed of the games.
    pub seed: u64,
    /// Whether to go on where an interrupted command stopped.
    pub resume: bool,
}

/// Learns a game.
pub fn run(args: &Learn, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.learned", loaded.variant.id)));
    if out.exists() && !args.force {
        return Err(Failure::Wrong(anyhow!(
            "{0} exists: learn on from it with `--from {0}` and another `--out`, or replace it with `--force`",
            out.display()
        )));
    }
    let from = args.from.as_deref().map(Model::read).transpose().map_err(Failure::of_input)?;
    session.print_notes(&loaded);
    let amount = args.games.map_or(Amount::Time(args.budget), Amount::Games);
    let sets = &session.common.set;
    let (seed, resume) = (session.common.seed(), args.resume);
    let request = Request { spec: &args.variant, sets, amount, out: &out, from, seed, resume };
    let model = learn(request, &loaded, session)?;
    let score = strength(&loaded, &model, PAIRS_AT_THE_END, session)?;
    let page = write_page(&out, &loaded, &model, &score)?;
    report(&out, &loaded, &model, &score, &page, session)?;
    if score.value <= 0.5 {
        session.terminal.note(
            "note: it is no stronger than greedy: learn for longer, or do not use it, since its patterns may not see what \
             matters in this game",
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Learns the game `loaded` and writes the file. If interrupted, it saves what was learned beside that file, and fails.
pub fn learn(request: Request<'_>, loaded: &Loaded, session: &mut Session<'_>) -> Result<Model, Failure> {
    let Request { spec, sets, amount, out, from, seed, resume } = request;
    let boards = boards(spec, sets, from.is_some(), loaded);
    let partial = with_ending(out, ".partial");
    let saved = if resume { Some(Model::read(&partial).map_err(Failure::of_input)?) } else { None };
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::of_input(format!("{}: {}", folder.display(), reason(&error))))?;
    }
    let bar = bar(session);
    let printer = bar.clone();
    let stop = interrupt::flag_saying(
        "saving what was learned; Ctrl-C again stops immediately",
        move |text: &str| {
            printer.suspend(|| eprintln!("{text}"));
        },
    )?;
    let mut course = Course { amount, seed, session, partial: &partial, bar, stop };
    let learned = course.learn(&boards, from, saved)?;
    course.bar.finish_and_clear();
    let Some(model) = learned else {
        return Err(Failure::Rerun(anyhow!(
            "interrupted: what was learned is in {}; go on with the same command and `--resume`",
            partial.display()
        )));
    };
    write(out, &model)?;
    let _ = fs::remove_file(&partial);
    Ok(model)
}

/// The boards to learn, one after another, the last of which is the game's own.
fn boards(spec: &str, sets: &[String], has_begun: bool, loaded: &Loaded) -> Vec<Loaded> {
    let cells = cells(&loaded.variant);
    // What a file holds has been learned already, on smaller boards if need be.
    let smaller = if has_begun { Vec::new() } else { smaller_boards(&loaded.effective, cells) };
    let load = |board: Vec<String>| {
        let sets: Vec<String> = sets.iter().cloned().chain(board).collect();
        // A setup may not fit a smaller board: such a game is learned on its own board alone.
        variant::load(spec, &sets).ok()
    };
    smaller.into_iter().filter_map(load).chain([loaded.clone()]).collect()
}

/// `path` with an ending added to its name.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A bar that shows what part of the budget is spent.
fn bar(session: &Session<'_>) -> ProgressBar {
    let target = if session.terminal.shows_progress() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{wide_bar} {msg}").expect("the template is valid");
    ProgressBar::with_draw_target(Some(1000), target).with_style(style)
}

/// Writes what was learned.
fn write(path: &Path, model: &Model) -> Result<(), Failure> {
    write_atomically(path, &model.bytes())
        .map_err(|error| Failure::Failed(anyhow!("{}: {error}", path.display())))
}

/// Learning on one board after another.
struct Course<'a, 's> {
    amount: Amount,
    seed: u64,
    session: &'a mut Session<'s>,
    partial: &'a Path,
    bar: ProgressBar,
    stop: &'static AtomicBool,
}

impl Course<'_, '_> {
    /// Learns on all boards, from what was `saved` if there is something; returns what was learned, or nothing if interrupted.
    fn learn(
        &mut self,
        boards: &[Loaded],
        from: Option<Model>,
        saved: Option<Model>,
    ) -> Result<Option<Model>, Failure> {
        let shares = shares(boards.len());
        let wanted = boards.last().map_or(0, |board| cells(&board.variant));
        let (mut last, mut resumed) = (from, saved);
        for (at, (board, share)) in boards.iter().zip(&shares).enumerate() {
            let mut begun = self.begin(board, wanted, last.as_ref());
            let label = if boards.len() > 1 {
                format!("board {} of {}: ", at + 1, boards.len())
            } else {
                String::new()
            };
            if let Some(saved) = &resumed {
                let chain = saved.head.before.len();
                if chain > begun.1.len() {
                    // The saved weights already include what this board taught.
                    last = Some(passed(board, &begun.1, saved));
                    continue;
                }
                self.check_same(saved, board, &begun)?;
                let Head { games, positions, best, .. } = saved.head;
                begun.0.restore(saved.weights.clone(), games, positions, best);
                resumed = None;
            }
            let (mut learning, before) = begun;
            let amount = self.amount.part(*share, cells(&board.variant) as f64 / wanted as f64);
            if !self.on_board(&mut learning, board, &before, amount, &label)? {
                return Ok(None);
            }
            last = Some(self.model(&learning, board, &before));
        }
        Ok(last)
    }

    /// The beginning of learning on a board, by way of which one of `wanted` cells is learned, and the boards before it.
    fn begin(&self, board: &Loaded, wanted: usize, last: Option<&Model>) -> (Learning, Vec<Before>) {
        let start = rules::start(&board.variant);
        // What is learned of a place does not carry over: on the way to a large board it would be lost.
        let layout = Arc::new(Layout::new(&*start, wanted <= LARGE));
        let mut learning =
            Learning::new(&*start, layout.clone(), board.rules_hash, self.seed).towards(wanted);
        let mut before = Vec::new();
        if let Some(last) = last {
            last.carry_over(&layout, learning.weights_mut());
            before.clone_from(&last.head.before);
            before.push(Before { rules_hash: last.head.rules_hash.clone(), games: last.head.games });
        }
        (learning, before)
    }

    /// Learns on a board; returns whether it was not interrupted.
    fn on_board(
        &mut self,
        learning: &mut Learning,
        board: &Loaded,
        before: &[Before],
        amount: Amount,
        label: &str,
    ) -> Result<bool, Failure> {
        let pool = self.session.pool()?;
        let begun = Instant::now();
        // The time for estimates is not part of the budget.
        let (mut apart, mut last, mut shown) = (Duration::ZERO, Instant::now(), String::new());
        let mut interval = INTERVALS[0];
        let mut reporter = Reporter::new(self.session.common.watched);
        loop {
            if learning.is_to_choose() {
                let scores = self.scores_of_candidates(learning, board, before)?;
                learning.choose(&scores);
            }
            let done = amount.done(learning, begun.elapsed().saturating_sub(apart));
            self.bar.set_position((1000.0 * done.min(1.0)) as u64);
            let games = count(learning.games());
            reporter.say(
                &format!("learning the game, {label}{games} games"),
                (100.0 * done.min(1.0)) as u64,
                100,
            );
            self.bar.set_message(format!("{label}{games} games{shown}"));
            let stopped = self.stop.load(Ordering::Relaxed);
            if done >= 1.0 || stopped {
                if stopped && done < 1.0 {
                    write(self.partial, &self.model(learning, board, before))?;
                }
                return Ok(done >= 1.0);
            }
            pool.install(|| learning.block());
            if last.elapsed() > interval {
                let paused = Instant::now();
                let model = self.model(learning, board, before);
                write(self.partial, &model)?;
                if !self.bar.is_hidden() {
                    let score = strength(board, &model, PAIRS_ON_THE_WAY, self.session)?;
                    shown = format!(", {:.0} % against greedy", 100.0 * score.value);
                }
                apart += paused.elapsed();
                (last, interval) = (Instant::now(), INTERVALS[1].min(2 * interval));
            }
        }
    }

    /// The scores of the weights that players may use, one action ahead against `greedy`, in thousandths.
    fn scores_of_candidates(
        &self,
        learning: &Learning,
        board: &Loaded,
        before: &[Before],
    ) -> Result<Vec<u32>, Failure> {
        let margin = learning.weights().margin;
        let score = |weights: &[f32]| {
            let weights = Weights { values: weights.to_vec(), margin, ..Weights::default() };
            let model = Model::new(self.head(learning, board, before), weights);
            let score = strength(board, &model, PAIRS_ON_THE_WAY, self.session)?;
            Ok((1000.0 * score.value).round() as u32)
        };
        learning.candidates().into_iter().map(score).collect()
    }

    /// What has been learned so far.
    fn model(&self, learning: &Learning, board: &Loaded, before: &[Before]) -> Model {
        Model::new(self.head(learning, board, before), learning.weights().clone())
    }

    /// How it was learned.
    fn head(&self, learning: &Learning, board: &Loaded, before: &[Before]) -> Head {
        let layout = learning.layout();
        Head {
            variant: board.variant.id.clone(),
            rules_hash: hex(&board.rules_hash),
            seed: self.seed,
            asked: self.amount.positions(),
            games: learning.games(),
            positions: learning.positions(),
            best: learning.best(),
            margin: learning.weights().margin,
            groups: layout.groups().iter().map(|group| (group.key.clone(), group.len)).collect(),
            staged: layout.staged(),
            located: layout.is_located(),
            before: before.to_vec(),
        }
    }

    /// Refuses to go on with something else than was asked for.
    fn check_same(
        &self,
        saved: &Model,
        board: &Loaded,
        (learning, before): &(Learning, Vec<Before>),
    ) -> Result<(), Failure> {
        let head = &saved.head;
        let what = if head.rules_hash != hex(&board.rules_hash) {
            "other rules"
        } else if head.seed != self.seed {
            "another seed"
        } else if head.before != *before || !saved.fits(learning.layout()) {
            "another beginning"
        } else {
            return Ok(());
        };
        Err(Failure::Wrong(anyhow!(
            "{} was learned with {what}: resume it with the command that wrote it, or remove the file to start over",
            self.partial.display()
        )))
    }
}

/// The score of the player that looks one action ahead against `greedy`.
fn strength(board: &Loaded, model: &Model, pairs: u64, session: &Session<'_>) -> Result<Measure, Failure> {
    let learned = Contestant::Learned(LearnedSpec::of(model.clone(), &board.variant.id));
    let agents = [learned, Contestant::from(AgentSpec::Greedy)];
    score_of_pairs(board, &agents, &[], pairs, session.common.seed(), &session.pool()?)
}

/// A board that was complete before `saved` was: only its place in the chain is needed.
fn passed(board: &Loaded, before: &[Before], saved: &Model) -> Model {
    let games = saved.head.before.get(before.len()).map_or(0, |before| before.games);
    let head = Head {
        rules_hash: hex(&board.rules_hash),
        games,
        groups: Vec::new(),
        before: before.to_vec(),
        ..saved.head.clone()
    };
    Model::new(head, Weights::default())
}

/// The number of games of self-play that the page is based on.
const GAMES_ON_PAGE: u64 = 100;

/// Writes a page next to the file `out`: what the evaluation values, in words and pictures.
fn write_page(out: &Path, loaded: &Loaded, model: &Model, score: &Measure) -> Result<PathBuf, Failure> {
    let (layout, tables) =
        model.prepare(out, &loaded.variant, &loaded.rules_hash).map_err(Failure::of_input)?;
    let (start, stream) = (rules::start(&loaded.variant), (model.head.seed, &loaded.rules_hash));
    let insight = Insight::of(&*start, (&layout, &tables), &model.weights, GAMES_ON_PAGE, stream);
    let page = LearnedPage {
        variant: &loaded.variant,
        file: &out.file_name().unwrap_or_default().to_string_lossy(),
        games: model.head.games,
        strength: &measure_in_words(score, Design { pairs: true, ..Design::default() }),
        is_weak: score.value <= 0.5,
        insight: &insight,
    };
    let path = with_ending(out, ".html");
    write_atomically(&path, page.html().as_bytes())
        .map_err(|error| Failure::Failed(anyhow!("{}: {error}", path.display())))?;
    Ok(path)
}

/// Prints what was learned.
fn report(
    out: &Path,
    loaded: &Loaded,
    model: &Model,
    score: &Measure,
    page: &Path,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let Head { games, positions, seed, before, .. } = &model.head;
    if session.terminal.json {
        return session.terminal.json_line(&serde_json::json!({
            "variant": loaded.variant.id,
            "rules_hash": model.head.rules_hash,
            "file": out.display().to_string(),
            "page": page.display().to_string(),
            "seed": seed,
            "games": games,
            "positions": positions,
            "before": before,
            "score_against_greedy": score.value,
            "low": score.interval.map(|interval| interval.low),
            "high": score.interval.map(|interval| interval.high),
            "pairs": score.n,
        }));
    }
    let title = loaded.variant.info.title();
    session.terminal.line(format_args!(
        "{title}: learned from {} games ({} positions), written to {}",
        count(*games),
        count(*positions),
        out.display()
    ))?;
    session.terminal.line(format_args!(
        "one action ahead, it scored {} against greedy",
        measure_in_words(score, Design { pairs: true, ..Design::default() })
    ))?;
    let file = out.display();
    session
        .terminal
        .line(format_args!("play with it: `--agents learned:{file}` or `--agents mcts:1000:eval={file}`"))?;
    session.print_and_open(page)
}
