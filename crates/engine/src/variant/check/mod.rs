//! Semantic checks: whether a file describes a valid game.
//!
//! They run after the format check, on the valid parts. A check does not report problems that may be mere consequences of others.

mod able;
mod alike;
mod board;
mod decided;
mod drawn;
mod goals;
mod kinds;
mod notes;
mod play;
mod score;
mod setup;
mod tiles;
mod turns;

use super::diagnostic::Problem;
use super::file::{File, Game};
use super::model::{Colour, End, GameInfo, Stacks, Variant};
use super::tree::Path;
use super::turn::Turn;
use super::words::is_unprintable;
use crate::board::{Board, Cell};
use crate::conditions::{Condition, Moment, Pattern, Set, SetTable, Vocabulary};
use crate::pieces::Piece;
use crate::text::quoted;
pub use able::{CellSupply, TileSupply};
pub use drawn::expand_rows;
use std::collections::{BTreeMap, BTreeSet};

/// What the checks found.
pub struct Checked {
    /// The variant if it is valid, otherwise its problems beyond those of the format.
    pub outcome: Result<Box<Variant>, Vec<Problem>>,
    /// Warnings, a sentence each.
    pub notes: Vec<String>,
}

/// Whether a game must have something left to play at its start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// It must: the variant is to be played.
    Open,
    /// It need not: the start is a position to look at.
    Any,
}

/// Checks the game that `file` describes; the format check has found the problems `earlier`.
pub fn check(file: &File, earlier: &[Problem], id: String, start: Start) -> Checked {
    let counts = |problem: &Problem| start == Start::Open || !problem.over;
    let mut report = Report { earlier, sets: &file.set, found: Vec::new() };
    let variant = assemble(file, id, &mut report);
    report.found.retain(counts);
    if let Some(variant) = variant.filter(|_| earlier.is_empty() && report.found.is_empty()) {
        report.found = play::problems(&variant);
        report.found.retain(counts);
        if report.found.is_empty() {
            return Checked { notes: notes::notes(&variant, file), outcome: Ok(Box::new(variant)) };
        }
    }
    Checked { outcome: Err(report.found), notes: Vec::new() }
}

/// The problems found so far.
#[derive(Debug)]
pub struct Report<'a> {
    earlier: &'a [Problem],
    /// The sets of the file, which no list of cells can name.
    sets: &'a BTreeMap<String, SetTable>,
    /// The problems that these checks found.
    pub found: Vec<Problem>,
}

impl Report<'_> {
    /// What was found, or nothing and one more problem.
    pub fn take<T>(&mut self, found: Result<Option<T>, Box<Problem>>) -> Option<T> {
        found.unwrap_or_else(|problem| {
            self.add(*problem);
            None
        })
    }

    /// Adds a problem.
    pub fn add(&mut self, problem: Problem) {
        self.found.push(problem);
    }

    /// Whether the part of the file under `keys`, and everything that contains it, is valid.
    fn is_clean(&self, keys: &[&str]) -> bool {
        self.is_clean_at(&Path::of(keys.iter().copied()))
    }

    /// Like `is_clean`, for a path of keys and indices.
    pub fn is_clean_at(&self, here: &Path) -> bool {
        let concerns = |path: &Path| path.0.iter().zip(&here.0).all(|(part, own)| part == own);
        !self.earlier.iter().chain(&self.found).any(|problem| concerns(&problem.path))
    }

    /// The cells of `board` in the sets of the list at `path`, sorted and distinct; `None` if a set cannot be parsed.
    pub fn regions(&mut self, list: &[String], path: &Path, board: &Board) -> Option<Vec<Cell>> {
        let before = self.found.len();
        let mut cells = BTreeSet::new();
        for (i, text) in list.iter().enumerate() {
            match board.region(text) {
                Ok(region) => cells.extend(region),
                Err(_) if self.sets.contains_key(text.trim_start_matches("not ").trim()) => {
                    let wrong = format!("{} depends on the position", quoted(text));
                    let problem = Problem::with_value(path.index(i), wrong);
                    self.add(
                        problem
                            .expected("expected cells of the board; conditions, not lists, name such a set"),
                    );
                }
                Err(wrong) => {
                    self.add(Problem::with_value(path.index(i), wrong).expected(Board::CELLS_EXPECTED));
                }
            }
        }
        (self.found.len() == before).then(|| cells.into_iter().collect())
    }

    /// Whether there are so many problems that suggestions would take too long.
    fn is_crowded(&self) -> bool {
        self.found.len() > 100
    }
}

/// The variant, if all its parts are valid.
fn assemble(file: &File, id: String, report: &mut Report<'_>) -> Option<Variant> {
    let info = file.game.as_ref().and_then(|game| info(game, report));
    let board = file.board.as_ref().and_then(|table| board::board(table, tiles::reach(file), report));
    report.found.extend(file.pattern.keys().filter_map(|name| turns::name_problem("pattern", name)));
    let patterns = Pattern::check_all(&file.pattern, board.as_ref(), report);
    report.found.extend(file.set.keys().filter_map(|name| turns::name_problem("set", name)));
    report.found.extend(file.piece.keys().filter_map(|name| turns::name_problem("piece", name)));
    let pieces = Piece::check_all(&file.piece, &patterns, board.as_ref(), report);
    let of_patterns = Vocabulary { patterns: &patterns, sets: &[], pieces: &pieces };
    let sets = Set::check_all(&file.set, of_patterns, board.as_ref(), report);
    let vocabulary = Vocabulary { sets: &sets, ..of_patterns };
    let actions = turns::actions(&file.action, board.as_ref(), vocabulary, report);
    let names = turns::Names::new(&file.action, report);
    let openings = file.opening.iter().enumerate().map(|(i, opening)| {
        let path = Path::of(["opening"]).index(i);
        turns::opening(opening, &path, &names, report)
    });
    let openings: Vec<_> = openings.collect();
    let counts = file.opening.iter().map(|opening| usize::from(opening.count.unwrap_or(1)));
    if counts.clone().sum::<usize>() > Turn::MOST_OPENINGS && report.is_clean(&["opening"]) {
        let message = format!("there are {} openings", counts.clone().sum::<usize>());
        let problem = Problem::with_key(Path::of(["opening"]), message);
        report.add(problem.expected(format!("expected at most {}", Turn::MOST_OPENINGS)));
    }
    let openings: Option<Vec<Vec<Turn>>> =
        openings.into_iter().zip(counts).map(|(turn, count)| Some(vec![turn?; count])).collect();
    let turn = file.turn.as_ref();
    if let Some(number) = file.opening.iter().position(|opening| opening.claim)
        && turn.is_some_and(|turn| turn.swap)
    {
        let message = "the pie rule cannot apply, because a side is claimed in an opening";
        let claim = Path::of(["opening"]).index(number).key("claim");
        let problem = Problem::with_value(Path::of(["turn", "swap"]), message);
        report.add(problem.expected("expected false").related(claim, "the claim"));
    }
    let steps = turn.and_then(|turn| turn.steps.as_deref());
    let steps = turns::turn(steps, &Path::of(["turn", "steps"]), &names, report);
    let catch_up = turn.and_then(|turn| turn.catch_up.as_ref());
    let catch_up = catch_up.map(|table| {
        turns::turn(table.steps.as_deref(), &Path::of(["turn", "catch_up", "steps"]), &names, report)
    });
    let leaves = turn.map_or_else(Condition::default, |turn| {
        let path = Path::of(["turn", "leaves"]);
        let (leaves, wrong) =
            Condition::of_board(&turn.leaves, Moment::TurnEnd, board.as_ref(), vocabulary, &path);
        wrong.into_iter().for_each(|problem| report.add(problem));
        leaves
    });
    let players = file.game.as_ref().map_or([Colour::Black, Colour::White], |game| game.players);
    kinds::check(file, report);
    let setup = setup::setup(file, board.as_ref(), players, report);
    if let Some(board) = board.as_ref().filter(|_| report.is_clean(&["setup"])) {
        let problems = Piece::problems(&pieces, &setup, board);
        report.found.extend(problems);
    }
    let goals = goals::goals(file, board.as_ref(), vocabulary, report);
    let capture = file.capture.check(vocabulary, report);
    let score = score::score(file, board.as_ref(), vocabulary, report);
    Some(Variant {
        id,
        info: info?,
        board: board?,
        setup,
        openings: openings?.concat(),
        turn: steps?,
        catch_up: match catch_up {
            Some(turn) => Some(turn?),
            None => None,
        },
        leaves,
        swap: turn?.swap,
        actions,
        patterns,
        sets,
        pieces,
        capture,
        stacks: Stacks {
            hand: file.stacks.hand,
            onto_prisoner: file.stacks.onto_prisoner,
            release: file.stacks.release,
        },
        repetition: file.repetition.rule,
        goals,
        end: End {
            passes: file.end.passes,
            stuck: file.end.stuck,
            quiet: file.end.quiet,
            repeated: file.repetition.repeated(),
            tiles: file.end.tiles,
            max_turns: file.end.max_turns,
        },
        score: score?,
    })
}

fn info(game: &Game, report: &mut Report<'_>) -> Option<GameInfo> {
    let summary = Some(game.summary.clone());
    let texts =
        [("name", &game.name), ("author", &game.author), ("summary", &summary), ("based_on", &game.based_on)];
    for (key, text) in texts {
        if text.as_ref().is_some_and(|text| text.contains(is_unprintable)) {
            let message = format!("`game.{key}` contains an unprintable character");
            let problem = Problem::with_value(Path::of(["game", key]), message);
            report.add(problem.expected("expected one line of text"));
        }
    }
    Some(GameInfo {
        name: game.name.clone()?,
        author: game.author.clone(),
        year: game.year,
        summary: game.summary.clone(),
        based_on: game.based_on.clone(),
        players: game.players,
    })
}
