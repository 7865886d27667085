//! Maps of the board: what the first turn was worth where, and whose the cells are at the end.

use super::model::Model;
use super::{Chart, words};
use crate::board::Cell;
use crate::draw::palette::{self, Rgb};
use crate::draw::sheet::{Look, Outline, Sheet};
use crate::draw::window;
use crate::run::CellRow;
use crate::stats::{Interval, Outcomes, share_difference, wilson};
use crate::variant::ScoreMethod;

/// First turns on a cell before its score is shown.
pub const ENOUGH: u64 = 30;

/// All maps: the three of them.
pub fn all(model: &Model) -> Vec<Chart> {
    if model.cells.is_empty() {
        return Vec::new();
    }
    vec![first_turns(model), first_turn_scores(model), ends(model)]
}

/// Results of the first player in the games that began on a cell.
pub fn outcomes(row: &CellRow) -> Outcomes {
    Outcomes { wins: row.first_turn_wins, draws: row.first_turn_draws, losses: row.first_turn_losses }
}

/// The first player's score where the first turn was on the cell, if there were enough such games.
pub fn score(row: &CellRow) -> Option<(f64, Interval)> {
    let outcomes = outcomes(row);
    (outcomes.games() >= ENOUGH).then(|| outcomes.score().zip(outcomes.interval())).flatten()
}

/// The share of games in which the cell was the first player's at the end, and the second's: a stone there, or
/// counted for the player. Of tiles it is the tile alone: what stands there belongs to it.
pub fn shares(row: &CellRow, method: ScoreMethod) -> [f64; 2] {
    let games = row.games.max(1) as f64;
    let stones = |count: u64| if method == ScoreMethod::Tiles { 0 } else { count };
    let first = stones(row.first_stones).saturating_add(row.first_counts);
    let second = stones(row.second_stones).saturating_add(row.second_counts);
    [first as f64 / games, second as f64 / games]
}

/// When a cell is a player's at the end.
pub const fn ownership(method: ScoreMethod) -> &'static str {
    match method {
        ScoreMethod::Control | ScoreMethod::Area => {
            "has a stone there, or for whom it counts while it is empty"
        }
        ScoreMethod::Groups | ScoreMethod::Stones | ScoreMethod::None => "has a stone there",
        ScoreMethod::Tiles => "has a tile there",
    }
}

/// What a first turn does to a cell for which it is counted.
pub const fn first_turn_deed(method: ScoreMethod) -> &'static str {
    match method {
        ScoreMethod::Tiles => "placed a stone or a tile",
        _ => "placed a stone",
    }
}

fn outline(stands_out: bool) -> Outline {
    if stands_out { Outline::Heavy } else { Outline::Plain }
}

fn percent(share: f64) -> String {
    words::decimal(share * 100.0, 1)
}

fn whole_percent(share: f64) -> String {
    words::decimal(share * 100.0, 0)
}

fn ends_of(interval: Interval) -> String {
    format!("{} to {}", percent(interval.low), percent(interval.high))
}

/// Draws a map, and the words that go with it.
struct Map<'a> {
    name: &'static str,
    title: &'static str,
    caption: String,
    shades: Vec<Rgb>,
    words: Vec<(f64, String)>,
    note: &'a str,
    /// In how many games a cell was in use, for which of the boundless plane a part is drawn.
    uses: fn(&CellRow) -> u64,
}

/// Of the boundless plane a map shows the cells around those that were in use in one game of so many.
const FREQUENT: u64 = 100;

impl Map<'_> {
    fn draw(self, model: &Model, mut look: impl FnMut(&CellRow) -> Look) -> Chart {
        let mut sheet = Sheet::blank();
        sheet.heading(self.title);
        let used = |row: &&CellRow| (self.uses)(row) > 0;
        let frequent = |row: &&CellRow| used(row) && (self.uses)(row).saturating_mul(FREQUENT) >= row.games;
        let cells = |of: &dyn Fn(&&CellRow) -> bool| {
            window::shown(&model.variant.board, model.cells.iter().filter(of).map(|row| row.cell))
        };
        let shown = cells(&frequent);
        sheet.board(&model.variant.board, &shown, |cell: Cell| match model.cell(cell) {
            Some(row) => look(row),
            None => Look { outline: Outline::Faint, ..Look::plain(palette::PAPER) },
        });
        sheet.key(&self.shades, &self.words);
        sheet.note(self.note);
        if model.variant.board.is_boundless() {
            sheet.note(&plane_note(cells(&used).len() > shown.len()));
        }
        sheet.note(&model.source());
        let svg = sheet.finish(self.title, &self.caption);
        Chart { name: self.name.to_owned(), caption: self.caption, svg }
    }
}

/// How a map of the boundless plane is to be read, and whether it is a part of what was in use.
fn plane_note(is_part: bool) -> String {
    let part = if is_part { " Cells farther out were in use in fewer than 1 % of the games." } else { "" };
    format!("{}{part}", crate::draw::OF_PLANE)
}

fn steps(of: impl Fn(f64) -> Rgb) -> Vec<Rgb> {
    (0..=20).map(|i| of(f64::from(i) / 20.0)).collect()
}

fn first_turns(model: &Model) -> Chart {
    let games = model.summary.games();
    let share = |row: &CellRow| row.first_turn_games as f64 / games as f64;
    let most = model.cells.iter().max_by_key(|row| row.first_turn_games);
    let highest = most.map_or(0.0, share);
    let shade = |share: f64| palette::sequential(share * 0.85);
    let interval = |row: &CellRow| ends_of(wilson(share(row).min(1.0), games as f64));
    let deed = first_turn_deed(model.variant.score.method);
    let mut caption = format!("Of {} first turns", words::count(games));
    match most.filter(|row| row.first_turn_games > 0) {
        Some(row) => caption.push_str(&format!(
            ", {} {deed} on {}, the cell chosen most often: {} % (95 % interval {}; it does not allow for the choice of \
             the highest of {} cells).",
            words::count(row.first_turn_games),
            row.name(),
            percent(share(row)),
            interval(row),
            model.cells.len(),
        )),
        None => caption.push_str(&format!(", none {deed}.")),
    }
    let map = Map {
        name: "first_turns",
        title: "Where the first turn was played",
        caption,
        shades: steps(shade),
        words: vec![(0.0, "0 %".to_owned()), (1.0, format!("{} %", percent(highest)))],
        note: &format!("In each cell: games whose first turn {deed} there."),
        uses: |row| row.first_turn_games,
    };
    map.draw(model, |row| Look {
        text: compact(row.first_turn_games),
        tooltip: format!(
            "{}: the first turn of {} games, {} % (95 % interval {}, n = {})",
            row.name(),
            words::count(row.first_turn_games),
            percent(share(row)),
            interval(row),
            words::count(games),
        ),
        ..Look::plain(shade(if highest > 0.0 { share(row) / highest } else { 0.0 }))
    })
}

/// A count in at most four characters: `37`, `1200`, `12k`.
fn compact(n: u64) -> String {
    match n {
        0..10_000 => n.to_string(),
        10_000..1_000_000 => format!("{}k", n / 1000),
        _ => format!("{}M", n / 1_000_000),
    }
}

fn first_turn_scores(model: &Model) -> Chart {
    let scores: Vec<_> = model.cells.iter().filter_map(score).collect();
    let clear = scores.iter().filter(|(_, interval)| !interval.contains(0.5)).count();
    let reach = scores.iter().map(|(s, _)| (s - 0.5).abs()).fold(0.05, f64::max);
    let reach = (reach * 20.0).ceil() / 20.0;
    let games = model.cells.iter().map(|row| outcomes(row).games()).fold(0, u64::saturating_add);
    let caption = if scores.is_empty() {
        format!(
            "No cell has {ENOUGH} first turns yet (n = {} on {} cells): too few to tell.",
            words::count(games),
            model.cells.len()
        )
    } else if !model.has_one_agent() {
        format!(
            "The players are different agents: a score tells which of them opens there more than what the turn is worth (n = {} \
             in all).",
            words::count(games)
        )
    } else {
        format!(
            "The 95 % interval excludes 50 % on {clear} of the {} cells with at least {ENOUGH} first turns (n = {} in \
             all); were all cells fair, chance alone would show about {}. The most extreme of so many values lies \
             further out than its true score.",
            scores.len(),
            words::count(games),
            (scores.len() as f64 * 0.05).round(),
        )
    };
    let map = Map {
        name: "first_turn_scores",
        title: "First player's score by its first turn",
        caption,
        shades: steps(|at| palette::diverging((at - 0.5) * 2.0)),
        words: vec![
            (0.0, format!("{} % second player", whole_percent(0.5 - reach))),
            (0.5, "50 %".to_owned()),
            (1.0, format!("{} % first player", whole_percent(0.5 + reach))),
        ],
        note: "In each cell: the score in percent. Heavy outline: the 95 % interval excludes 50 %. Grey, without a number: \
               fewer than 30 games.",
        uses: |row| row.first_turn_games,
    };
    map.draw(model, |row| match score(row) {
        None => Look {
            tooltip: format!("{}: {}, too few", row.name(), words::games(outcomes(row).games())),
            ..Look::plain(palette::UNKNOWN)
        },
        Some((s, interval)) => Look {
            text: whole_percent(s),
            tooltip: format!(
                "{}: {} % (95 % interval {}, n = {})",
                row.name(),
                percent(s),
                ends_of(interval),
                words::count(outcomes(row).games())
            ),
            outline: outline(!interval.contains(0.5)),
            ..Look::plain(palette::diverging((s - 0.5) / reach))
        },
    })
}

/// By how much more often a cell is the first player's than the second's, with the interval.
fn balance(row: &CellRow, method: ScoreMethod) -> (f64, Interval) {
    let [first, second] = shares(row, method);
    (first - second, share_difference(first, second, row.games as f64))
}

/// The shares that a cell's balance is made of.
fn parts(row: &CellRow, method: ScoreMethod) -> String {
    let part = |count: u64| percent(count as f64 / row.games.max(1) as f64);
    let [first, second] = shares(row, method).map(percent);
    let stones = [row.first_stones, row.second_stones].map(part);
    let counts = [row.first_counts, row.second_counts].map(part);
    let [of_first, of_second] = [0, 1].map(|player: usize| match method {
        ScoreMethod::Control | ScoreMethod::Area => {
            format!(" (stone {}, empty {})", stones[player], counts[player])
        }
        ScoreMethod::Groups | ScoreMethod::Stones | ScoreMethod::None => String::new(),
        ScoreMethod::Tiles => format!(" (a stack or prisoner {})", stones[player]),
    });
    format!("first player {first} %{of_first}, second player {second} %{of_second}")
}

fn ends(model: &Model) -> Chart {
    let method = model.variant.score.method;
    let balance = |row: &CellRow| balance(row, method);
    // Tiles of the setup are the same player's in all games: the shades are for the others.
    let fixed = |value: f64| method == ScoreMethod::Tiles && value >= 1.0;
    let sizes = model.cells.iter().map(|row| balance(row).0.abs());
    let beyond = if sizes.clone().any(fixed) { " or beyond:" } else { "" };
    let reach = sizes.filter(|&value| !fixed(value)).fold(0.05, f64::max);
    let reach = (reach * 20.0).ceil() / 20.0;
    let games = model.summary.games();
    let uneven = |row: &CellRow| games >= ENOUGH && !balance(row).1.contains(0.0);
    let widest = model.cells.iter().map(|row| balance(row).1.half_width()).fold(0.0, f64::max);
    let caption = format!(
        "A cell is a player's that {} (n = {}). The differences are known to within {} percentage points. The 95 % \
         interval excludes 0 on {} of the {} cells; if none favoured a player, chance alone would show about {}.",
        ownership(method),
        words::count(games),
        words::decimal(widest * 100.0, 1),
        model.cells.iter().filter(|row| uneven(row)).count(),
        words::count(model.cells.len() as u64),
        (model.cells.len() as f64 * 0.05).round(),
    );
    let map = Map {
        name: "ends",
        title: "Who has each cell at the end",
        caption,
        shades: steps(|at| palette::diverging((at - 0.5) * 2.0)),
        words: vec![
            (0.0, format!("{}{beyond} second player", whole_percent(-reach))),
            (0.5, "even".to_owned()),
            (1.0, format!("+{}{beyond} first player", whole_percent(reach))),
        ],
        note: "In each cell: share of games in which it is the first player's, less the share in which it is the second's, \
               in percentage points. Heavy outline: the 95 % interval excludes 0.",
        uses: |row| {
            let stones = row.first_stones.saturating_add(row.second_stones);
            stones.max(row.first_counts.saturating_add(row.second_counts))
        },
    };
    map.draw(model, |row| {
        let (value, interval) = balance(row);
        let sign = if value >= 0.005 { "+" } else { "" };
        Look {
            text: format!("{sign}{}", whole_percent(value)),
            tooltip: format!(
                "{}: {sign}{} ± {} points; {}, n = {}",
                row.name(),
                words::decimal(value * 100.0, 1),
                words::decimal(interval.half_width() * 100.0, 1),
                parts(row, method),
                words::count(row.games),
            ),
            outline: outline(uneven(row)),
            ..Look::plain(palette::diverging(value / reach))
        }
    })
}
