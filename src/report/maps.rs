//! Maps of the board: what the first turn was worth where, and whose the cells are at the end.

use super::model::Model;
use super::{Chart, words};
use crate::board::Cell;
use crate::draw::palette::{self, Rgb};
use crate::draw::sheet::{Look, Sheet};
use crate::run::CellRow;
use crate::stats::{Interval, Outcomes, share_difference, wilson};

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
/// counted for the player.
pub fn shares(row: &CellRow) -> [f64; 2] {
    let games = row.games.max(1) as f64;
    let first = row.first_stones.saturating_add(row.first_counts);
    let second = row.second_stones.saturating_add(row.second_counts);
    [first as f64 / games, second as f64 / games]
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
}

impl Map<'_> {
    fn draw(self, model: &Model, mut look: impl FnMut(&CellRow) -> Look) -> Chart {
        let mut sheet = Sheet::new();
        sheet.heading(self.title);
        sheet.board(&model.board, |cell: Cell| match model.board.index(cell) {
            Some(index) => look(&model.cells[index]),
            None => Look::plain(palette::UNKNOWN),
        });
        sheet.key(&self.shades, &self.words);
        sheet.note(self.note);
        sheet.note(&model.source());
        let svg = sheet.finish(self.title, &self.caption);
        Chart { name: self.name, caption: self.caption, svg }
    }
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
    let mut caption = format!("Of {} first turns", words::count(games));
    match most.filter(|row| row.first_turn_games > 0) {
        Some(row) => caption.push_str(&format!(
            ", {} placed a stone on {}, the cell chosen most often: {} % (95 % interval {}; it does not allow for \
             the choice of the highest of {} cells).",
            words::count(row.first_turn_games),
            row.cell,
            percent(share(row)),
            interval(row),
            model.cells.len(),
        )),
        None => caption.push_str(", none placed a stone."),
    }
    let map = Map {
        name: "first_turns",
        title: "Where the first turn was played",
        caption,
        shades: steps(shade),
        words: vec![(0.0, "0 %".to_owned()), (1.0, format!("{} %", percent(highest)))],
        note: "In each cell: games whose first turn placed a stone there.",
    };
    map.draw(model, |row| Look {
        text: compact(row.first_turn_games),
        tooltip: format!(
            "{}: the first turn of {} games, {} % (95 % interval {}, n = {})",
            row.cell,
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
    };
    map.draw(model, |row| match score(row) {
        None => Look {
            tooltip: format!("{}: {} games, too few", row.cell, words::count(outcomes(row).games())),
            ..Look::plain(palette::UNKNOWN)
        },
        Some((s, interval)) => Look {
            text: whole_percent(s),
            tooltip: format!(
                "{}: {} % (95 % interval {}, n = {})",
                row.cell,
                percent(s),
                ends_of(interval),
                words::count(outcomes(row).games())
            ),
            outlined: !interval.contains(0.5),
            ..Look::plain(palette::diverging((s - 0.5) / reach))
        },
    })
}

/// By how much more often a cell is the first player's than the second's, with the interval.
fn balance(row: &CellRow) -> (f64, Interval) {
    let [first, second] = shares(row);
    (first - second, share_difference(first, second, row.games as f64))
}

fn ends(model: &Model) -> Chart {
    let reach = model.cells.iter().map(|row| balance(row).0.abs()).fold(0.05, f64::max);
    let reach = (reach * 20.0).ceil() / 20.0;
    let games = model.summary.games();
    let uneven = |row: &CellRow| games >= ENOUGH && !balance(row).1.contains(0.0);
    let widest = model.cells.iter().map(|row| balance(row).1.half_width()).fold(0.0, f64::max);
    let caption = format!(
        "A cell is a player's that has a stone there, or for whom it counts while it is empty (n = {}). The differences \
         are known to within {} percentage points. The 95 % interval excludes 0 on {} of the {} cells; if none \
         favoured a player, chance alone would show about {}.",
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
            (0.0, format!("{} second player", whole_percent(-reach))),
            (0.5, "even".to_owned()),
            (1.0, format!("+{} first player", whole_percent(reach))),
        ],
        note: "In each cell: share of games in which it is the first player's, less the share in which it is the second's, \
               in percentage points. Heavy outline: the 95 % interval excludes 0.",
    };
    map.draw(model, |row| {
        let (value, interval) = balance(row);
        let sign = if value >= 0.005 { "+" } else { "" };
        let [first, second] = shares(row).map(percent);
        let part = |count: u64| percent(count as f64 / row.games.max(1) as f64);
        Look {
            text: format!("{sign}{}", whole_percent(value)),
            tooltip: format!(
                "{}: {sign}{} ± {} points; first player {first} % (stone {}, empty {}), second player {second} % (stone \
                 {}, empty {}), n = {}",
                row.cell,
                words::decimal(value * 100.0, 1),
                words::decimal(interval.half_width() * 100.0, 1),
                part(row.first_stones),
                part(row.first_counts),
                part(row.second_stones),
                part(row.second_counts),
                words::count(row.games),
            ),
            outlined: uneven(row),
            ..Look::plain(palette::diverging(value / reach))
        }
    })
}
