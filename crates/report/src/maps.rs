//! Maps of the board: the scores after first turns, and the owners of cells at the end.

use super::model::Model;
use super::{Chart, Ground, words};
use dropline_engine::board::Cell;
use dropline_engine::draw::palette::{self, Rgb};
use dropline_engine::draw::sheet::{CellStyle, Outline, Sheet};
use dropline_engine::draw::window;
use dropline_engine::variant::ScoreMethod;
use dropline_lab::run::CellRow;
use dropline_lab::stats::{Interval, Opening, Openings, Outcomes, share_difference, wilson};

/// The minimum number of first turns on a cell for the cell's score to be shown.
pub const ENOUGH: u64 = Openings::ENOUGH;
/// The names of the maps' files.
pub const NAMES: [&str; 3] = ["first_turns", "first_turn_scores", "ends"];

/// The maps, and sentences for those that are left out because they would show nothing.
pub fn all(model: &Model) -> (Vec<Chart>, Vec<String>) {
    if model.cells.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let pooled = Pooled::of(model);
    let (mut drawn, mut silent) = (Vec::new(), Vec::new());
    for map in [first_turns(model, &pooled), first_turn_scores(model, &pooled), ends(model, &pooled)] {
        match map {
            Ok(chart) => drawn.push(chart),
            Err(why) => silent.push(why),
        }
    }
    (drawn, silent)
}

/// Cells pooled by the symmetries of the game: equivalent cells share their counts.
struct Pooled {
    /// The classes of equivalent cells, by index among the model's cells.
    classes: Vec<Vec<usize>>,
    /// The sums over the cells of each class, as a row for its first cell.
    sums: Vec<CellRow>,
    /// The class of each of the model's cells.
    class: Vec<usize>,
}

impl Pooled {
    fn of(model: &Model) -> Self {
        let cells = &model.cells;
        let classes = classes(model.symmetries(), cells.len());
        let mut class = vec![usize::MAX; cells.len()];
        for (number, alike) in classes.iter().enumerate() {
            alike.iter().for_each(|&cell| class[cell] = number);
        }
        let sums = classes.iter().map(|alike| sum(alike.iter().map(|&at| &cells[at]))).collect();
        Self { classes, sums, class }
    }

    /// The class of the cell of a row.
    fn class_of(&self, model: &Model, row: &CellRow) -> usize {
        model.cells.binary_search_by_key(&row.cell, |row| row.cell).map_or(0, |at| self.class[at])
    }

    /// The number of other equivalent cells: ` and 5 equivalent cells`.
    fn equivalent_suffix(&self, class: usize) -> String {
        match self.classes[class].len() {
            1 => String::new(),
            n => format!(" and {}", words::counted(n as u64 - 1, "equivalent cell")),
        }
    }

    /// A sentence on the pooling; empty if the game has no symmetries.
    fn note(&self) -> String {
        if self.classes.len() == self.class.len() {
            return String::new();
        }
        format!(
            " Cells that are equivalent under the symmetries of the game are pooled: {} cells in {} classes.",
            words::count(self.class.len() as u64),
            words::count(self.classes.len() as u64)
        )
    }
}

/// The classes of equivalent cells, by index, under the `symmetries` of a game. The boundless plane has none, and rows only for some
/// cells.
pub fn classes(symmetries: &[Vec<u16>], cells: usize) -> Vec<Vec<usize>> {
    let (mut classes, mut is_known) = (Vec::new(), vec![false; cells]);
    for at in 0..cells {
        if is_known[at] {
            continue;
        }
        let images = symmetries.iter().filter_map(|image| image.get(at));
        let mut alike: Vec<usize> = if symmetries.len() == 1 {
            vec![at]
        } else {
            images.map(|&image| usize::from(image)).filter(|&image| image < cells).collect()
        };
        alike.sort_unstable();
        alike.dedup();
        alike.iter().for_each(|&cell| is_known[cell] = true);
        classes.push(alike);
    }
    classes
}

/// Sums these rows into the first of them.
fn sum<'a>(mut rows: impl Iterator<Item = &'a CellRow>) -> CellRow {
    let Some(&first) = rows.next() else { return CellRow::new(Cell::new(0, 0)) };
    rows.fold(first, |mut sum, row| {
        for (into, from) in [
            (&mut sum.first_turn_games, row.first_turn_games),
            (&mut sum.first_turn_wins, row.first_turn_wins),
            (&mut sum.first_turn_draws, row.first_turn_draws),
            (&mut sum.first_turn_losses, row.first_turn_losses),
            (&mut sum.first_stones, row.first_stones),
            (&mut sum.second_stones, row.second_stones),
            (&mut sum.first_counts, row.first_counts),
            (&mut sum.second_counts, row.second_counts),
            (&mut sum.games, row.games),
        ] {
            *into = into.saturating_add(from);
        }
        sum
    })
}

/// Whether counts differ from the expected proportions by more than chance: Pearson's statistic is compared with about the 99.9 %
/// quantile of its distribution (Wilson and Hilferty 1931).
fn is_uneven(counts: impl Iterator<Item = (u64, f64)> + Clone) -> bool {
    let total: f64 = counts.clone().map(|(count, _)| count as f64).sum();
    let weights: f64 = counts.clone().map(|(_, weight)| weight).sum();
    let degrees = counts.clone().count() as f64 - 1.0;
    if degrees < 1.0 || total <= 0.0 {
        return false;
    }
    let part = |(count, weight): (u64, f64)| {
        let expected = total * weight / weights;
        (count as f64 - expected).powi(2) / expected
    };
    let quantile = degrees * (1.0 - 2.0 / (9.0 * degrees) + 3.09 * (2.0 / (9.0 * degrees)).sqrt()).powi(3);
    counts.map(part).sum::<f64>() > quantile
}

/// Results of the first player in the games that began on a cell.
pub fn outcomes(row: &CellRow) -> Outcomes {
    Outcomes { wins: row.first_turn_wins, draws: row.first_turn_draws, losses: row.first_turn_losses }
}

/// The first player's score in games whose first turn was on the cell, if there were enough such games.
pub fn score(row: &CellRow) -> Option<(f64, Interval)> {
    let outcomes = outcomes(row);
    (outcomes.games() >= ENOUGH).then(|| outcomes.score().zip(outcomes.interval())).flatten()
}

/// The shares of games in which the cell belonged to the first player at the end, and to the second: it held the player's stone
/// or counted for the player. In games with tiles, only the tile counts.
pub fn shares(row: &CellRow, method: ScoreMethod) -> [f64; 2] {
    let games = row.games.max(1) as f64;
    let stones = |count: u64| if method == ScoreMethod::Tiles { 0 } else { count };
    let first = stones(row.first_stones).saturating_add(row.first_counts);
    let second = stones(row.second_stones).saturating_add(row.second_counts);
    [first as f64 / games, second as f64 / games]
}

/// A phrase that says when a cell belongs to a player at the end.
pub const fn ownership(method: ScoreMethod) -> &'static str {
    match method {
        ScoreMethod::Control | ScoreMethod::Area => {
            "has a stone there, or for whom it counts while it is empty"
        }
        ScoreMethod::Groups | ScoreMethod::Stones | ScoreMethod::Terms | ScoreMethod::None => {
            "has a stone there"
        }
        ScoreMethod::Tiles => "has a tile there",
    }
}

/// What a first turn must have done on a cell to be counted for it, in words.
pub const fn first_turn_placement(method: ScoreMethod) -> &'static str {
    match method {
        ScoreMethod::Tiles => "put a stone or a tile",
        _ => "put a stone",
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

/// Draws a map with its text.
struct Map {
    name: &'static str,
    title: &'static str,
    caption: String,
    shades: Vec<Rgb>,
    words: Vec<(f64, String)>,
    /// The number of games that used a cell, to choose the part of the boundless plane to draw.
    uses: fn(&CellRow) -> u64,
}

/// A map of the boundless plane shows the cells that were used in at least one game out of this many, and their surroundings.
const FREQUENT: u64 = 100;

impl Map {
    fn draw(self, model: &Model, mut style: impl FnMut(&CellRow) -> CellStyle) -> Chart {
        let mut sheet = Sheet::blank();
        sheet.heading(self.title);
        let used = |row: &&CellRow| (self.uses)(row) > 0;
        let frequent = |row: &&CellRow| used(row) && (self.uses)(row).saturating_mul(FREQUENT) >= row.games;
        let cells = |of: &dyn Fn(&&CellRow) -> bool| {
            window::shown(&model.variant.board, model.cells.iter().filter(of).map(|row| row.cell))
        };
        let shown = cells(&frequent);
        sheet.board(&model.variant.board, &shown, |cell: Cell| match model.cell(cell) {
            Some(row) => style(row),
            None => CellStyle { outline: Outline::Faint, ..CellStyle::plain(palette::PAPER) },
        });
        sheet.key(&self.shades, &self.words);
        sheet.note(&self.caption);
        if model.variant.board.is_boundless() {
            sheet.note(&plane_note(cells(&used).len() > shown.len()));
        }
        sheet.note(&model.source());
        let svg = sheet.finish(self.title, &self.caption);
        // The picture itself contains the caption.
        Chart { name: self.name.to_owned(), caption: String::new(), svg, narrow: None, ground: Ground::Light }
    }
}

/// How to read a map of the boundless plane, and whether it shows only a part of the used cells.
fn plane_note(is_part: bool) -> String {
    let part = if is_part { " Cells farther out were in use in fewer than 1 % of the games." } else { "" };
    format!("{}{part}", dropline_engine::draw::OF_PLANE)
}

fn steps(of: impl Fn(f64) -> Rgb) -> Vec<Rgb> {
    (0..=20).map(|i| of(f64::from(i) / 20.0)).collect()
}

fn first_turns(model: &Model, pooled: &Pooled) -> Result<Chart, String> {
    let games = model.summary.games();
    // The share of a class is the mean of its cells' shares.
    let share = |class: usize| {
        let cells = pooled.classes[class].len() as f64;
        pooled.sums[class].first_turn_games as f64 / (games as f64 * cells)
    };
    // On the boundless plane, there are also rows for cells that a first turn cannot reach.
    let reached = |row: &CellRow| !row.on_plane || row.first_turn_games > 0;
    let counts = pooled.sums.iter().zip(&pooled.classes).filter(|(row, _)| reached(row));
    let counts = counts.map(|(row, alike)| (row.first_turn_games, alike.len() as f64));
    let placement = first_turn_placement(model.variant.score.method);
    let mut used = (0..pooled.sums.len()).filter(|&class| pooled.sums[class].first_turn_games > 0);
    match (used.next(), used.next()) {
        (None, _) => return Err(format!("No first turn {placement} anywhere.")),
        (Some(only), None) if pooled.classes[only].len() == 1 => {
            let row = &pooled.sums[only];
            return Err(format!("Every first turn {placement} on the same cell, {}.", row.name()));
        }
        _ if !is_uneven(counts) => {
            return Err(
                "First turns were spread over the cells at least as evenly as chance would spread them."
                    .to_owned(),
            );
        }
        _ => {}
    }
    let highest = (0..pooled.sums.len()).map(share).fold(0.0, f64::max);
    let shade = |share: f64| palette::sequential(share * 0.85);
    let map = Map {
        name: NAMES[0],
        title: "Where the first turn was played",
        caption: format!(
            "In each cell: the percentage of games whose first turn {placement} there.{}",
            pooled.note()
        ),
        shades: steps(shade),
        words: vec![(0.0, "0 %".to_owned()), (1.0, format!("{} %", percent(highest)))],
        uses: |row| row.first_turn_games,
    };
    Ok(map.draw(model, |row| {
        let class = pooled.class_of(model, row);
        let interval = ends_of(wilson(share(class).min(1.0), games as f64));
        CellStyle {
            text: short_percent(share(class)),
            tooltip: format!(
                "{}{}: {} % of first turns each (95 % interval {interval}, n = {})",
                row.name(),
                pooled.equivalent_suffix(class),
                percent(share(class)),
                words::count(games),
            ),
            ..CellStyle::plain(shade(if highest > 0.0 { share(class) / highest } else { 0.0 }))
        }
    }))
}

/// A percentage in at most three characters: `0.4`, `37`.
fn short_percent(share: f64) -> String {
    if share <= 0.0 {
        String::new()
    } else if share < 0.0995 {
        percent(share)
    } else {
        whole_percent(share)
    }
}

fn first_turn_scores(model: &Model, pooled: &Pooled) -> Result<Chart, String> {
    if !model.has_one_agent() {
        return Err("First turns are scored only where one agent plays both sides.".to_owned());
    }
    let openings = Openings::of(
        pooled.sums.iter().enumerate().map(|(class, row)| (format!("{class:05}"), outcomes(row))),
    );
    let judged: Vec<Opening> = openings.judged();
    let mean = openings.mean().unwrap_or(0.5);
    if judged.len() < 2 {
        return Err(format!(
            "Fewer than two kinds of first turn were played in {ENOUGH} games or more: there is no map of their scores."
        ));
    }
    if openings.are_alike() {
        return Err(
            "The results after different first turns differ no more than chance would explain: there is no map of \
            their scores."
                .to_owned(),
        );
    }
    let of = |class: usize| judged.iter().find(|opening| opening.turn == format!("{class:05}"));
    let reach = judged.iter().map(|opening| (opening.shrunken - mean).abs()).fold(0.05, f64::max);
    let reach = (reach * 20.0).ceil() / 20.0;
    let map = Map {
        name: NAMES[1],
        title: "First player's score by its first turn",
        caption: format!(
            "In each cell: the first player's score in percent after a first turn there, shrunk towards the mean of \
             all to allow for chance. The colour is the difference from that mean; a heavy outline: the 95 % interval \
             excludes it. Grey: fewer than {ENOUGH} games.{}",
            pooled.note()
        ),
        shades: steps(|at| palette::diverging((at - 0.5) * 2.0)),
        words: vec![
            (0.0, format!("{} worse", whole_percent(-reach))),
            (0.5, format!("mean {} %", percent(mean))),
            (1.0, format!("+{} better", whole_percent(reach))),
        ],
        uses: |row| row.first_turn_games,
    };
    Ok(map.draw(model, |row| {
        let class = pooled.class_of(model, row);
        let more = pooled.equivalent_suffix(class);
        let games = outcomes(&pooled.sums[class]).games();
        match of(class) {
            None => CellStyle {
                tooltip: format!("{}{more}: {}, too few", row.name(), words::games(games)),
                ..CellStyle::plain(palette::UNKNOWN)
            },
            Some(opening) => CellStyle {
                text: whole_percent(opening.shrunken),
                tooltip: format!(
                    "{}{more}: {} % (95 % interval {}, n = {}); observed {} %",
                    row.name(),
                    percent(opening.shrunken),
                    ends_of(opening.interval),
                    words::count(games),
                    percent(opening.score),
                ),
                outline: outline(!opening.interval.contains(mean)),
                ..CellStyle::plain(palette::diverging((opening.shrunken - mean) / reach))
            },
        }
    }))
}

/// How much more often a cell is the first player's than the second's, with the interval.
fn balance(row: &CellRow, method: ScoreMethod, games: u64) -> (f64, Interval) {
    let [first, second] = shares(row, method);
    (first - second, share_difference(first, second, games as f64))
}

/// The shares that make up a cell's balance.
fn parts(row: &CellRow, method: ScoreMethod) -> String {
    let part = |count: u64| percent(count as f64 / row.games.max(1) as f64);
    let [first, second] = shares(row, method).map(percent);
    let stones = [row.first_stones, row.second_stones].map(part);
    let counts = [row.first_counts, row.second_counts].map(part);
    let [of_first, of_second] = [0, 1].map(|player: usize| match method {
        ScoreMethod::Control | ScoreMethod::Area => {
            format!(" (stone {}, empty {})", stones[player], counts[player])
        }
        ScoreMethod::Groups | ScoreMethod::Stones | ScoreMethod::Terms | ScoreMethod::None => String::new(),
        ScoreMethod::Tiles => format!(" (a stack or prisoner {})", stones[player]),
    });
    format!("first player {first} %{of_first}, second player {second} %{of_second}")
}

fn ends(model: &Model, pooled: &Pooled) -> Result<Chart, String> {
    let method = model.variant.score.method;
    let games = model.summary.games();
    // The shares of a class are means over its cells, which may be fully correlated within a game.
    let balances: Vec<(f64, Interval)> = pooled.sums.iter().map(|row| balance(row, method, games)).collect();
    let uneven = |class: usize| games >= ENOUGH && !balances[class].1.contains(0.0);
    let clear = (0..balances.len()).filter(|&class| uneven(class)).count();
    // One in twenty intervals excludes 0 by chance.
    if (clear as f64) <= 1.0 + balances.len() as f64 * 0.1 {
        return Err(
            "At the end, neither player owned any part of the board more often than chance would explain."
                .to_owned(),
        );
    }
    // Tiles of the setup have the same owner in all games: the colour scale ignores them.
    let fixed = |value: f64| method == ScoreMethod::Tiles && value >= 1.0;
    let sizes = balances.iter().map(|(value, _)| value.abs());
    let beyond = if sizes.clone().any(fixed) { " or beyond:" } else { "" };
    let reach = sizes.filter(|&value| !fixed(value)).fold(0.05, f64::max);
    let reach = (reach * 20.0).ceil() / 20.0;
    let map = Map {
        name: NAMES[2],
        title: "Owner of each cell at the end",
        caption: format!(
            "In each cell: the percentage of games in which the first player owns it at the end, minus that for the \
             second player. A cell belongs to the player who {}. A heavy outline: the 95 % interval \
             excludes 0.{}",
            ownership(method),
            pooled.note()
        ),
        shades: steps(|at| palette::diverging((at - 0.5) * 2.0)),
        words: vec![
            (0.0, format!("{}{beyond} second player", whole_percent(-reach))),
            (0.5, "even".to_owned()),
            (1.0, format!("+{}{beyond} first player", whole_percent(reach))),
        ],
        uses: |row| {
            let stones = row.first_stones.saturating_add(row.second_stones);
            stones.max(row.first_counts.saturating_add(row.second_counts))
        },
    };
    Ok(map.draw(model, |row| {
        let class = pooled.class_of(model, row);
        let (value, interval) = balances[class];
        let sign = if value >= 0.005 { "+" } else { "" };
        CellStyle {
            text: format!("{sign}{}", whole_percent(value)),
            tooltip: format!(
                "{}{}: {sign}{} ± {} points; {}, n = {}",
                row.name(),
                pooled.equivalent_suffix(class),
                words::decimal(value * 100.0, 1),
                words::decimal(interval.half_width() * 100.0, 1),
                parts(&pooled.sums[class], method),
                words::count(games),
            ),
            outline: outline(uneven(class)),
            ..CellStyle::plain(palette::diverging(value / reach))
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_uneven_if_they_differ_by_more_than_chance() {
        let of = |counts: &[u64]| is_uneven(counts.iter().map(|&count| (count, 1.0)));
        assert!(!of(&[100, 100, 100]) && !of(&[90, 110, 100]) && of(&[50, 150, 100]));
        assert!(!of(&[7]) && !of(&[0, 0]));
        // A class of six cells is expected to have six times the games of a single cell.
        assert!(!is_uneven([(100, 1.0), (600, 6.0)].into_iter()));
    }
}
