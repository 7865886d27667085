//! Where a game lies among the shipped games, which were studied with the default budget.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::model::Model;
use super::study::Answer;
use crate::plot::{Area, Drawn, Frame, HEIGHT, NOTE, TEXT, Tooltip, rgb, type_of};
use crate::words::{count, counted, decimal};
use crate::{Chart, ReportError};
use dropline_engine::draw::palette;
use dropline_engine::text::fitted;

/// The studies of the shipped games, one in each line: the table of docs/known-games.md.
const TABLE: &str = include_str!("known.csv");

/// The name of the chart.
pub const KNOWN_GAMES: &str = "known_games";

/// The study of a game, as far as games are compared.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
struct Known {
    /// The name of the game.
    game: String,
    /// The strongest players.
    players: String,
    /// The first player's score between them.
    score: f64,
    /// The number of games.
    n: u64,
    /// The mean number of turns of a game between them.
    turns: f64,
    /// The least number of levels of play.
    least: f64,
    /// The most.
    most: f64,
    /// The verdict of the study.
    verdict: String,
}

/// The studies of the shipped games.
fn known() -> Vec<Known> {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    reader.deserialize().map(|row| row.expect("known.csv is valid")).collect()
}

/// How far apart the scores of games that are alike may be, in percentage points, and the logarithms of their lengths.
const ALIKE_SCORE: f64 = 5.0;
const ALIKE_TURNS: f64 = 0.2;

/// A measure by which games are compared.
struct Strip {
    title: &'static str,
    /// Whether the axis is logarithmic.
    by_ratio: bool,
    of: fn(&Known) -> f64,
    in_words: fn(f64) -> String,
}

const STRIPS: [Strip; 3] = [
    Strip {
        title: "First player’s score",
        by_ratio: false,
        of: |known| 100.0 * known.score,
        in_words: |score| format!("{} %", decimal(score, 0)),
    },
    Strip {
        title: "Turns of a game, logarithmic",
        by_ratio: true,
        of: |known| known.turns,
        in_words: |turns| count(turns.round() as u64),
    },
    Strip {
        title: "Levels of play",
        by_ratio: false,
        of: |known| f64::midpoint(known.least, known.most),
        in_words: |levels| decimal(levels, 1),
    },
];

impl Strip {
    /// Where a game is on the axis.
    fn place(&self, known: &Known) -> f64 {
        let value = (self.of)(known);
        if self.by_ratio { value.max(1.0).ln() } else { value }
    }

    /// The value of a game in words.
    fn words(&self, known: &Known) -> String {
        (self.in_words)((self.of)(known))
    }
}

/// The study of `model` among those of the shipped games; `None` if its strongest players played no games.
pub struct Among {
    own: Known,
    others: Vec<Known>,
}

impl Among {
    pub fn of(model: &Model, answer: &Answer) -> Option<Self> {
        // Games without a verdict have no score to compare.
        let point = answer.score.as_ref().filter(|_| answer.verdict != "none")?;
        let [least, most] = answer.levels?.map(|levels| levels as f64);
        let own = Known {
            game: model.game().unwrap_or("this game").to_owned(),
            players: point.agent.clone(),
            score: point.score,
            n: point.n,
            turns: answer.turns?,
            least,
            most,
            verdict: answer.verdict.to_owned(),
        };
        let comparable = |known: &Known| known.verdict != "none" && known.game != own.game;
        let others = known().into_iter().filter(comparable).collect();
        Some(Self { own, others })
    }

    /// The known games that are most like this one in balance and in length.
    pub fn in_words(&self) -> Option<String> {
        let near = |strip: &Strip, most: f64| {
            let distance = |known: &&Known| (strip.place(known) - strip.place(&self.own)).abs();
            let near = self.others.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
            let words = || (near.game.as_str(), strip.words(near));
            (distance(&near) <= most).then(words)
        };
        let [score, turns, _] = &STRIPS;
        let score = near(score, ALIKE_SCORE);
        let turns = near(turns, ALIKE_TURNS);
        let parts = match (score, turns) {
            (Some((game, score)), Some((other, turns))) if game == other => {
                vec![format!("{game} ({score}, {turns} turns) in the first player’s score and in length")]
            }
            (score, turns) => {
                let score =
                    score.map(|(game, score)| format!("{game} ({score}) in the first player’s score"));
                let turns = turns.map(|(game, turns)| format!("{game} ({turns} turns) in length"));
                score.into_iter().chain(turns).collect()
            }
        };
        let of = counted(self.others.len() as u64, "known game");
        (!parts.is_empty()).then(|| format!("Most like it, of {of}: {}.", parts.join(", ")))
    }

    /// A strip for each measure: a grey dot for each known game, and a large one for this game.
    pub fn chart(&self) -> Result<Chart, ReportError> {
        let described: Vec<String> = STRIPS
            .iter()
            .map(|strip| {
                let own = strip.place(&self.own);
                let below = self.others.iter().filter(|known| strip.place(known) < own).count();
                format!(
                    "{}: {}, more than in {below} of {}",
                    strip.title,
                    strip.words(&self.own),
                    counted(self.others.len() as u64, "known game")
                )
            })
            .collect();
        let frame = Frame {
            name: KNOWN_GAMES,
            message: None,
            title: "Among known games",
            source: "dropline study with its default budget, for each shipped game",
            heights: [HEIGHT; 2],
            described: format!("{}.", described.join("; ")),
        };
        let caption =
            "Each grey dot is a known game between its strongest players, the large dot is this game.";
        frame.draw(caption.to_owned(), |area, tooltips| {
            let strips = area.split_evenly((STRIPS.len(), 1));
            STRIPS.iter().zip(&strips).try_for_each(|(strip, area)| self.draw(strip, area, tooltips))
        })
    }

    fn draw(&self, strip: &Strip, area: &Area<'_>, tooltips: &mut Vec<Tooltip>) -> Drawn {
        /// Room for the dots at both ends.
        const END: i32 = 24;
        const LINE: i32 = 100;
        let (width, _) = area.dim_in_pixel();
        let places = self.others.iter().chain([&self.own]).map(|known| strip.place(known));
        let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let room = f64::from(width as i32 - 2 * END);
        let x = |known: &Known| {
            let share = (strip.place(known) - low) / (high - low).max(1e-9);
            END + (share * room).round() as i32
        };
        let text = |text: String, at: (i32, i32), size: i32, colour, side| {
            area.draw(&Text::new(text, at, type_of(size, colour, side)))
        };
        text(strip.title.to_owned(), (0, 18), TEXT, palette::INK, HPos::Left)?;
        area.draw(&PathElement::new([(0, LINE), (width as i32, LINE)], rgb(palette::GRID).stroke_width(3)))?;
        let (offset, top) = (area.get_pixel_range().0.start, area.get_pixel_range().1.start);
        let mut dot = |known: &Known, radius: i32, colour: RGBAColor| {
            let at = (x(known), LINE);
            let spot = (offset + at.0, top + LINE);
            tooltips.push(Tooltip {
                x: (spot.0 - radius, spot.0 + radius),
                y: (spot.1 - 22, spot.1 + 22),
                in_words: format!(
                    "{}: {} ({} games of {})",
                    known.game,
                    strip.words(known),
                    count(known.n),
                    known.players
                ),
            });
            area.draw(&Circle::new(at, radius, colour.filled()))
        };
        for known in &self.others {
            dot(known, 9, rgb(palette::QUIET).mix(0.45))?;
        }
        dot(&self.own, 16, rgb(palette::FIRST).to_rgba())?;
        let by_place = |a: &&Known, b: &&Known| x(a).cmp(&x(b));
        let ends = [self.others.iter().min_by(by_place), self.others.iter().max_by(by_place)];
        for (end, side) in ends.into_iter().zip([HPos::Left, HPos::Right]) {
            let Some(known) = end else { continue };
            let at = match side {
                HPos::Left => (x(known) - END).max(0),
                _ => x(known) + END,
            };
            let words = format!("{} {}", fitted(&known.game, 24), strip.words(known));
            text(words, (at, LINE + 42), NOTE, palette::QUIET, side)?;
        }
        let own = x(&self.own);
        let side = match f64::from(own) / f64::from(width) {
            share if share < 0.3 => HPos::Left,
            share if share > 0.7 => HPos::Right,
            _ => HPos::Center,
        };
        let words = format!("{} {}", fitted(&self.own.game, 30), strip.words(&self.own));
        text(words, (own, LINE - 38), TEXT, palette::FIRST, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant::shipped;

    fn game(game: &str, score: f64, turns: f64) -> Known {
        let own = known().swap_remove(0);
        Known { game: game.to_owned(), score, turns, ..own }
    }

    #[test]
    fn shipped_games_are_known_with_an_interval_around_their_score() {
        /// What only the table of the manual shows.
        #[derive(Debug, serde::Deserialize)]
        struct Shown {
            variant: String,
            low: f64,
            high: f64,
        }
        let rows = csv::Reader::from_reader(TABLE.as_bytes()).into_deserialize();
        let shown: Vec<Shown> = rows.map(|row| row.expect("known.csv is valid")).collect();
        let names: Vec<&str> = shown.iter().map(|row| &*row.variant).collect();
        let shipped: Vec<&str> = shipped().iter().map(|shipped| shipped.name).collect();
        assert_eq!(names, shipped);
        for (row, known) in shown.iter().zip(&known()) {
            assert!(row.low <= known.score && known.score <= row.high, "{row:?} {known:?}");
            assert!(known.n > 0 && known.turns >= 1.0 && known.least <= known.most, "{known:?}");
        }
    }

    #[test]
    fn the_nearest_games_are_named_by_score_and_by_length() {
        let others = vec![game("Short", 0.9, 10.0), game("Even", 0.5, 100.0)];
        let among = Among { own: game("Mine", 0.54, 11.0), others };
        assert_eq!(
            among.in_words().unwrap(),
            "Most like it, of 2 known games: Even (50 %) in the first player’s score, Short (10 turns) in length."
        );
        let alike = Among { own: game("Mine", 0.54, 100.0), others: among.others.clone() };
        assert_eq!(
            alike.in_words().unwrap(),
            "Most like it, of 2 known games: Even (50 %, 100 turns) in the first player’s score and in length."
        );
        let unlike = Among { own: game("Mine", 0.2, 11.0), others: among.others.clone() };
        assert_eq!(unlike.in_words().unwrap(), "Most like it, of 2 known games: Short (10 turns) in length.");
        assert_eq!(Among { own: game("Mine", 0.2, 30.0), ..unlike }.in_words(), None);
        let chart = among.chart().unwrap();
        assert!(chart.svg.contains("Mine 54 %") && chart.svg.contains("Short 90 %"), "{}", chart.svg);
    }
}
