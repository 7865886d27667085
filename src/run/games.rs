//! `games.csv`: a row for each game.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::table::{Field, Line, Row, Wrong};
use crate::points::Points;
use crate::rules::{Outcome, Winner};

/// A row of `games.csv`. "First" and "second" are the players by who moved first, whatever their colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game's number in its run, from 1.
    pub game: u64,
    /// The id of the variant.
    pub variant: String,
    /// The agent that played as the first player.
    pub first_agent: String,
    /// The agent that played as the second player.
    pub second_agent: String,
    /// Who won.
    pub winner: Winner,
    /// The first player's score.
    pub first_score: Points,
    /// The second player's score.
    pub second_score: Points,
    /// Turns played, passed ones included.
    pub turns: u32,
    /// Actions played.
    pub actions: u32,
    /// How the game came to its end.
    pub end: Outcome,
    /// Legal actions per decision, the mean over the game's actions.
    pub branching: Branching,
    /// Enemy stones captured by the first player.
    pub first_captures: u32,
    /// Enemy stones captured by the second player.
    pub second_captures: u32,
    /// Whether the players exchanged sides (pie rule).
    pub swapped: bool,
    /// The first turn in the notation: `d7`, `a1+b2`.
    pub first_turn: String,
    /// A hash of the game's actions: games that differ have different ones.
    pub fingerprint: Fingerprint,
}

impl GameRow {
    /// The first player's score less the second's.
    pub fn margin(&self) -> Points {
        self.first_score - self.second_score
    }
}

impl Row for GameRow {
    const FILE: &'static str = "games.csv";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "variant",
        "first_agent",
        "second_agent",
        "winner",
        "first_score",
        "second_score",
        "turns",
        "actions",
        "end",
        "branching",
        "first_captures",
        "second_captures",
        "swapped",
        "first_turn",
        "fingerprint",
    ];

    fn fields(&self, put: &mut dyn FnMut(&dyn Display)) {
        put(&self.game);
        put(&self.variant);
        put(&self.first_agent);
        put(&self.second_agent);
        put(&self.winner.name());
        put(&self.first_score);
        put(&self.second_score);
        put(&self.turns);
        put(&self.actions);
        put(&end_name(self.end));
        put(&self.branching);
        put(&self.first_captures);
        put(&self.second_captures);
        put(&self.swapped);
        put(&self.first_turn);
        put(&self.fingerprint);
    }

    fn parse(line: &mut Line<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            game: line.take()?,
            variant: line.take()?,
            first_agent: line.take()?,
            second_agent: line.take()?,
            winner: line.take()?,
            first_score: line.take()?,
            second_score: line.take()?,
            turns: line.take()?,
            actions: line.take()?,
            end: line.take()?,
            branching: line.take()?,
            first_captures: line.take()?,
            second_captures: line.take()?,
            swapped: line.take()?,
            first_turn: line.take()?,
            fingerprint: line.take()?,
        })
    }
}

impl Field for Winner {
    const EXPECTED: &'static str = "`first`, `second` or `draw`";
    fn from_field(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|winner| winner.name() == text)
    }
}

/// How games can end, in the order in which tables tell them.
pub const ENDS: [Outcome; 4] = [Outcome::Passes, Outcome::Stuck, Outcome::Tiles, Outcome::Cap];

/// The word for it in the column `end`.
pub const fn end_name(end: Outcome) -> &'static str {
    match end {
        Outcome::Passes => "passes",
        Outcome::Stuck => "stuck",
        Outcome::Tiles => "tiles",
        Outcome::Cap => "cap",
    }
}

impl Field for Outcome {
    const EXPECTED: &'static str = "`passes`, `stuck`, `tiles` or `cap`";
    fn from_field(text: &str) -> Option<Self> {
        ENDS.into_iter().find(|&end| end_name(end) == text)
    }
}

/// A mean number of legal actions, in ten-thousandths: it is rounded once, before anything uses it, so that
/// statistics made while playing and statistics made from the file are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branching(u64);

impl Branching {
    const UNIT: u64 = 10_000;

    /// The mean of `legal` actions over `decisions`, rounded half up; 0 without decisions.
    pub fn mean(legal: u64, decisions: u64) -> Self {
        let (legal, decisions) = (u128::from(legal), u128::from(decisions.max(1)));
        let scaled = (2 * legal * u128::from(Self::UNIT) + decisions) / (2 * decisions);
        Self(u64::try_from(scaled).unwrap_or(u64::MAX))
    }

    /// The value in ten-thousandths of an action.
    pub const fn ten_thousandths(self) -> u64 {
        self.0
    }
}

impl Display for Branching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:04}", self.0 / Self::UNIT, self.0 % Self::UNIT)
    }
}

impl Field for Branching {
    const EXPECTED: &'static str = "a number of actions from 0 to 1000000 with at most four decimals";
    fn from_field(text: &str) -> Option<Self> {
        let scaled = f64::from_str(text).ok()? * Self::UNIT as f64;
        let near = scaled.round();
        ((0.0..=1e10).contains(&near) && (scaled - near).abs() < 1e-3).then_some(Self(near as u64))
    }
}

/// A hash of a game's actions, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Field for Fingerprint {
    const EXPECTED: &'static str = "16 hexadecimal digits";
    fn from_field(text: &str) -> Option<Self> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RowWriter, Rows};
    use super::*;

    fn row() -> GameRow {
        GameRow {
            game: 1,
            variant: "send-it".to_owned(),
            first_agent: "random".to_owned(),
            second_agent: "mcts{iterations=10, c=1.4}".to_owned(),
            winner: Winner::First,
            first_score: Points::whole(90),
            second_score: Points::hundredths(8650),
            turns: 41,
            actions: 120,
            end: Outcome::Passes,
            branching: Branching::mean(200, 3),
            first_captures: 3,
            second_captures: 0,
            swapped: false,
            first_turn: "d7".to_owned(),
            fingerprint: Fingerprint(0xab),
        }
    }

    fn written() -> String {
        let mut writer = RowWriter::new(Vec::new()).unwrap();
        writer.write(&row()).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    fn read(text: &str) -> Result<Vec<GameRow>, String> {
        let rows = Rows::new("games.csv".into(), text.as_bytes()).map_err(|error| error.to_string())?;
        rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    #[test]
    fn a_row_as_it_stands_in_the_file() {
        assert_eq!(
            written(),
            "game,variant,first_agent,second_agent,winner,first_score,second_score,turns,actions,end,branching,\
             first_captures,second_captures,swapped,first_turn,fingerprint\n\
             1,send-it,random,\"mcts{iterations=10, c=1.4}\",first,90,86.5,41,120,passes,66.6667,3,0,false,d7,\
             00000000000000ab\n"
        );
    }

    #[test]
    fn rows_read_back_as_they_were() {
        assert_eq!(read(&written()), Ok(vec![row()]));
    }

    #[test]
    fn each_way_to_end_has_its_word() {
        for (end, word) in ENDS.into_iter().zip(["passes", "stuck", "tiles", "cap"]) {
            let text = written().replace(",passes,", &format!(",{word},"));
            assert_eq!(read(&text), Ok(vec![GameRow { end, ..row() }]));
        }
    }

    #[test]
    fn a_line_that_was_cut_off_is_wrong_wherever_the_cut_is() {
        for end in ENDS {
            let text = written().replace(",passes,", &format!(",{},", end_name(end)));
            let line = text.lines().nth(1).unwrap();
            for cut in 1..line.len() {
                let shorter = format!("{}\n{}", text.lines().next().unwrap(), &line[..cut]);
                assert!(read(&shorter).is_err(), "{shorter}");
            }
        }
    }

    #[test]
    fn a_table_without_rows_still_names_its_columns() {
        let empty = RowWriter::<GameRow, _>::new(Vec::new()).unwrap().finish().unwrap();
        assert_eq!(read(std::str::from_utf8(&empty).unwrap()), Ok(vec![]));
    }

    #[test]
    fn columns_of_a_later_version_are_passed_over() {
        let text = written().replace("fingerprint\n", "fingerprint,drama\n").replace("ab\n", "ab,0.5\n");
        assert_eq!(read(&text), Ok(vec![row()]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (old, new, message) in [
            (
                ",first,90",
                ",frist,90",
                "games.csv, line 2, column `winner`: expected `first`, `second` or `draw`, found `frist`",
            ),
            (
                ",86.5,",
                ",86.505,",
                "games.csv, line 2, column `second_score`: expected a score: a number with at most two \
                 decimals, found `86.505`",
            ),
            (
                ",passes,",
                ",pass,",
                "games.csv, line 2, column `end`: expected `passes`, `stuck`, `tiles` or `cap`, found `pass`",
            ),
            (
                ",41,",
                ",-41,",
                "games.csv, line 2, column `turns`: expected a whole number from 0 to 4294967295, found `-41`",
            ),
            (
                "66.6667",
                "NaN",
                "games.csv, line 2, column `branching`: expected a number of actions from 0 to 1000000 with at \
                 most four decimals, found `NaN`",
            ),
            (
                "00000000000000ab",
                "+0000000000000ab",
                "games.csv, line 2, column `fingerprint`: expected 16 hexadecimal digits, found \
                 `+0000000000000ab`",
            ),
            (
                ",false,d7,00000000000000ab",
                "",
                "games.csv, line 2: expected 16 columns, found 13 (was the line cut off?)",
            ),
            (
                "turns,actions",
                "actions,turns",
                "games.csv, line 1: expected `turns` as column 8, found `actions`",
            ),
        ] {
            assert_eq!(read(&written().replace(old, new)), Err(message.to_owned()));
        }
        assert_eq!(read(""), Err("games.csv, line 1: expected `game` as column 1, found nothing".to_owned()));
    }

    #[test]
    fn a_mean_number_of_actions_is_rounded_to_four_decimals() {
        for (legal, decisions, text) in
            [(200, 3, "66.6667"), (1, 3, "0.3333"), (7, 1, "7.0000"), (1, 20_000, "0.0001"), (0, 0, "0.0000")]
        {
            let mean = Branching::mean(legal, decisions);
            assert_eq!(mean.to_string(), text);
            assert_eq!(Branching::from_field(text), Some(mean));
        }
    }
}
