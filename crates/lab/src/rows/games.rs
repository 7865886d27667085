//! `games.csv`: a row for each game.

use std::fmt::{self, Display, Write as _};

use super::decimal::{Branching, Millionths};
use super::table::{Field, Row, columns};
use dropline_engine::points::Points;
use dropline_engine::rules::{Reason, Winner};
use dropline_engine::text::inert;
use dropline_engine::variant::{ScoreMethod, listed};
use std::cmp::Ordering;
use std::sync::Arc;

columns! {
    /// A row of `games.csv`. "First" and "second" say who moved first, regardless of colour.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GameRow {
        /// The game's number in its run, counted from 1.
        pub game: u64,
        /// The id of the variant.
        pub variant: Arc<str> as inert,
        /// The agent that played as the first player.
        pub first_agent: Arc<str>,
        /// The agent that played as the second player.
        pub second_agent: Arc<str>,
        /// Who won.
        pub winner: Winner,
        /// The first player's score.
        pub first_score: Points,
        /// The second player's score.
        pub second_score: Points,
        /// Turns played, including passed ones.
        pub turns: u32,
        /// Actions played.
        pub actions: u32,
        /// How the game came to its end.
        pub end: Reason,
        /// The mean number of legal actions per decision, over the game's actions.
        pub branching: Branching,
        /// Enemy stones captured by the first player.
        pub first_captures: u32,
        /// Enemy stones captured by the second player.
        pub second_captures: u32,
        /// Whether the players exchanged sides (pie rule).
        pub swapped: bool,
        /// The first turn in the notation: `d7`, `a1+b2`.
        pub first_turn: String,
        /// A hash of the game's actions. Different games have different hashes, except with a negligible chance.
        pub fingerprint: Fingerprint,
        ;
        /// Measures of its play.
        pub measures: GameMeasures,
    }
}

columns! {
    /// Measures of a game's play. A round ends when both sides have moved, or when the game is over. The leader after a round is the
    /// player with the higher score; after a tie, the previous leader stays.
    ///
    /// `docs/measures.md` has the formulas and their sources.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct GameMeasures {
        /// The mean number of legal actions over decisions with more than one; `None` if there are no such decisions.
        pub decision_factor: Option<Branching>,
        /// The game-tree complexity: the sum over decisions of log10 of the number of legal actions.
        pub game_tree: Millionths,
        /// Rounds played.
        pub rounds: u32,
        /// How often the leader changed from round to round, once there was a leader.
        pub lead_changes: u32,
        /// The mean of sqrt(deficit / largest lead of the game) over the rounds after which the eventual winner was behind, 0 if
        /// it never was; `None` if nobody won.
        pub drama: Option<Millionths>,
        /// The share of the game's turns that had been played when the winner's lead first exceeded the loser's largest lead;
        /// `None` if nobody won.
        pub decisiveness: Option<Millionths>,
        /// The share of the cells on which a stone ever stood.
        pub coverage: Millionths,
        /// The share of the stones put on the board, including those of the setup, that stood at the end; `None` without stones.
        pub stone_survival: Option<Millionths>,
        /// Whether the player that led after three quarters of the turns did not win.
        pub late_upset: bool,
    }
}

impl GameRow {
    /// The first player's score minus the second's.
    pub fn margin(&self) -> Points {
        self.first_score - self.second_score
    }

    /// log10 of the number of ways to play a turn, as the geometric mean over turns; `None` without turns.
    pub fn turn_branching(&self) -> Option<Millionths> {
        let tree = self.measures.game_tree.units();
        (self.turns > 0).then(|| Millionths::of(tree / u64::from(self.turns)))
    }

    /// The error if the winner contradicts the scores. `stuck_decides` says whether a player who is stuck wins or loses. If groups
    /// are compared as sequences, equal scores say nothing: smaller groups decide.
    pub fn contradiction(&self, method: ScoreMethod, stuck_decides: bool) -> Option<String> {
        if self.end.ignores_scores(stuck_decides) {
            return None;
        }
        let (first, second) = (self.first_score, self.second_score);
        let ahead = match first.cmp(&second) {
            Ordering::Greater => Winner::First,
            Ordering::Less => Winner::Second,
            Ordering::Equal if method == ScoreMethod::Groups => return None,
            Ordering::Equal => Winner::Draw,
        };
        let (ahead, named) = (ahead.name(), self.winner.name());
        (ahead != named).then(|| {
            format!("expected `{ahead}` according to the scores, {first} to {second}, found `{named}`")
        })
    }
}

impl GameMeasures {
    /// Changes of the leader per round.
    pub fn lead_changes_per_round(&self) -> Millionths {
        Millionths::ratio(self.lead_changes.into(), self.rounds.into())
    }
}

impl Row for GameRow {
    const FILE: &'static str = "games.csv";
}

/// How many different texts a row can share with other rows: the names of the variant and of two agents.
const SHARED: usize = 3;

/// A text shared by all rows of a run.
impl Field for Arc<str> {
    fn expected() -> String {
        String::expected()
    }
    fn from_field(text: &str) -> Option<Self> {
        Some(text.into())
    }
    fn from_field_or_recent(text: &str, recent: &mut Vec<Self>) -> Option<Self> {
        if let Some(same) = recent.iter().find(|same| ***same == *text) {
            return Some(same.clone());
        }
        recent.truncate(SHARED - 1);
        recent.insert(0, text.into());
        recent.first().cloned()
    }
    fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
        put(self.as_bytes());
    }
}

/// The names as alternatives: "`first`, `second` or `draw`".
fn one_of(names: &[&str]) -> String {
    listed(names.iter().map(|name| format!("`{name}`")), "or")
}

impl Field for Winner {
    fn expected() -> String {
        one_of(&Self::ALL.map(Self::name))
    }
    fn from_field(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|winner| winner.name() == text)
    }
    fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
        put(self.name().as_bytes());
    }
}

impl Field for Reason {
    fn expected() -> String {
        one_of(&Self::ALL.map(Self::name))
    }
    fn from_field(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == text)
    }
    fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
        put(self.name().as_bytes());
    }
}

/// A hash of a game's actions, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The digits, as ASCII. Every row has a fingerprint, and the formatter would take three times as many instructions.
    fn digits(self) -> [u8; 16] {
        std::array::from_fn(|i| b"0123456789abcdef"[(self.0 >> (60 - 4 * i)) as usize % 16])
    }
}

impl Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits().into_iter().try_for_each(|digit| f.write_char(digit.into()))
    }
}

impl Field for Fingerprint {
    fn expected() -> String {
        "16 hexadecimal digits".to_owned()
    }
    fn from_field(text: &str) -> Option<Self> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
    fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
        put(&self.digits());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RowWriter, Rows};
    use super::*;

    fn row() -> GameRow {
        GameRow {
            game: 1,
            variant: "send-it".into(),
            first_agent: "random".into(),
            second_agent: "mcts{iterations=10, c=1.4}".into(),
            winner: Winner::First,
            first_score: Points::whole(90),
            second_score: Points::hundredths(8650),
            turns: 41,
            actions: 120,
            end: Reason::Passes,
            branching: Branching::ratio(200, 3),
            first_captures: 3,
            second_captures: 0,
            swapped: false,
            first_turn: "d7".to_owned(),
            fingerprint: Fingerprint(0xab),
            measures: GameMeasures {
                decision_factor: Some(Branching::ratio(201, 2)),
                game_tree: Millionths::ratio(5, 2),
                rounds: 21,
                lead_changes: 4,
                drama: Some(Millionths::ratio(1, 8)),
                decisiveness: Some(Millionths::ratio(1, 41)),
                coverage: Millionths::ratio(9, 10),
                stone_survival: Some(Millionths::ratio(2, 3)),
                late_upset: false,
            },
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
    fn a_row_is_written_in_the_documented_format() {
        assert_eq!(
            written(),
            "game,variant,first_agent,second_agent,winner,first_score,second_score,turns,actions,end,branching,\
             first_captures,second_captures,swapped,first_turn,fingerprint,decision_factor,game_tree,rounds,\
             lead_changes,drama,decisiveness,coverage,stone_survival,late_upset\n\
             1,send-it,random,\"mcts{iterations=10, c=1.4}\",first,90,86.5,41,120,passes,66.6667,3,0,false,d7,\
             00000000000000ab,100.5000,2.500000,21,4,0.125000,0.024390,0.900000,0.666667,false\n"
        );
    }

    #[test]
    fn rows_read_back_as_they_were() {
        assert_eq!(read(&written()), Ok(vec![row()]));
    }

    #[test]
    fn rows_share_the_names_of_agents() {
        let text = written();
        let rows = read(&format!("{text}{}", text.lines().last().unwrap())).unwrap();
        assert!(Arc::ptr_eq(&rows[0].first_agent, &rows[1].first_agent));
        assert!(!Arc::ptr_eq(&rows[0].first_agent, &rows[0].second_agent));
    }

    #[test]
    fn missing_values_of_a_game_are_empty() {
        let text = written()
            .replace(",100.5000,", ",,")
            .replace(",0.125000,0.024390,", ",,,")
            .replace(",0.666667,", ",,");
        let measures = GameMeasures {
            decision_factor: None,
            drama: None,
            decisiveness: None,
            stone_survival: None,
            ..row().measures
        };
        assert_eq!(read(&text), Ok(vec![GameRow { measures, ..row() }]));
    }

    #[test]
    fn each_reason_for_an_end_has_its_name() {
        for (end, word) in Reason::ALL.into_iter().zip([
            "passes",
            "stuck",
            "quiet",
            "repetition",
            "tiles",
            "goal",
            "cap",
            "resigned",
        ]) {
            let text = written().replace(",passes,", &format!(",{word},"));
            assert_eq!(read(&text), Ok(vec![GameRow { end, ..row() }]));
        }
    }

    #[test]
    fn a_line_cut_off_anywhere_is_rejected() {
        for end in Reason::ALL {
            let text = written().replace(",passes,", &format!(",{},", end.name()));
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
    fn columns_of_a_later_version_are_skipped() {
        let text = written().replace("upset\n", "upset,skill\n").replace("false\n", "false,0.5\n");
        assert_eq!(read(&text), Ok(vec![row()]));
    }

    #[test]
    fn errors_are_reported_with_their_position() {
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
                "games.csv, line 2, column `end`: expected `passes`, `stuck`, `quiet`, `repetition`, `tiles`, `goal`, `cap` or `resigned`, found `pass`",
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
                "games.csv, line 2: expected 25 columns, found 22 (was the line cut off?)",
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
}
