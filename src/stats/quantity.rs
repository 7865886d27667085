//! What is measured: names, units and definitions.

use crate::rules::Outcome;

/// What is measured. The names, where the literature has them, are those of C. Browne and F. Maire,
/// "Evolutionary game design" (2010), and of Browne's thesis (2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The first player's score.
    Score,
    /// Its distance from one half.
    Advantage,
    /// The same as a difference in strength.
    Elo,
    /// Share of games won by the first player.
    FirstWins,
    /// Share of draws.
    Drawishness,
    /// Share of games won by the second player.
    SecondWins,
    /// Mean difference of the scores.
    MeanMargin,
    /// Median difference of the scores.
    MedianMargin,
    /// The margin that 5 % of games do not exceed.
    Margin5,
    /// The margin that 25 % of games do not exceed.
    Margin25,
    /// The margin that 75 % of games do not exceed.
    Margin75,
    /// The margin that 95 % of games do not exceed.
    Margin95,
    /// The komi that would have split these games evenly.
    StaticKomi,
    /// Turns per game.
    Turns,
    /// Actions per game.
    Actions,
    /// Legal actions per decision.
    Branching,
    /// Stones captured by the first player.
    FirstCaptures,
    /// Stones captured by the second player.
    SecondCaptures,
    /// Share of games that end by the rules.
    Completion,
    /// Share of games that meet the turn cap.
    Truncated,
    /// Share of games that end by passed turns in a row.
    EndPasses,
    /// Share of games that end because a player can do nothing.
    EndStuck,
    /// Share of games that end with the last tile.
    EndTiles,
    /// Share of games that the turn cap ends.
    EndCap,
    /// Share of games in which the sides were swapped.
    Swapped,
    /// Games that differ from each other.
    DistinctGames,
}

/// What a measure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share from 0 to 1.
    Share,
    /// Percentage points.
    PercentagePoints,
    /// Elo points.
    Elo,
    /// Points of the game's score.
    Points,
    /// A mean of counts.
    Mean,
    /// A count.
    Count,
}

impl Quantity {
    /// The share of games that end like this.
    pub const fn of_end(end: Outcome) -> Self {
        match end {
            Outcome::Passes => Self::EndPasses,
            Outcome::Stuck => Self::EndStuck,
            Outcome::Tiles => Self::EndTiles,
            Outcome::Cap => Self::EndCap,
        }
    }

    /// All of them, in the order of a summary.
    pub const ALL: [Self; 26] = [
        Self::Score,
        Self::Advantage,
        Self::Elo,
        Self::FirstWins,
        Self::Drawishness,
        Self::SecondWins,
        Self::MeanMargin,
        Self::MedianMargin,
        Self::Margin5,
        Self::Margin25,
        Self::Margin75,
        Self::Margin95,
        Self::StaticKomi,
        Self::Turns,
        Self::Actions,
        Self::Branching,
        Self::FirstCaptures,
        Self::SecondCaptures,
        Self::Completion,
        Self::Truncated,
        Self::EndPasses,
        Self::EndStuck,
        Self::EndTiles,
        Self::EndCap,
        Self::Swapped,
        Self::DistinctGames,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// What it is called on a page.
    pub const fn title(self) -> &'static str {
        self.facts().1
    }

    /// What it is counted in.
    pub const fn unit(self) -> Unit {
        self.facts().2
    }

    /// What it means, in a sentence.
    pub const fn definition(self) -> &'static str {
        self.facts().3
    }

    /// Name, title, unit and definition.
    const fn facts(self) -> (&'static str, &'static str, Unit, &'static str) {
        match self {
            Self::Score => (
                "first_player_score",
                "First player's score",
                Unit::Share,
                "(wins + draws/2) / games of the player that moves first; Wilson interval, with the effective number \
                 of games where there are draws",
            ),
            Self::Advantage => (
                "first_player_advantage",
                "First player's advantage",
                Unit::PercentagePoints,
                "the first player's score less one half, in percentage points",
            ),
            Self::Elo => (
                "first_player_elo",
                "First player's advantage in Elo",
                Unit::Elo,
                "400 log10(s / (1 - s)) of the first player's score s: the difference in strength that would have \
                 the same effect",
            ),
            Self::FirstWins => (
                "first_player_wins",
                "First player wins",
                Unit::Share,
                "share of games that the first player won; Wilson interval",
            ),
            Self::Drawishness => {
                ("drawishness", "Drawishness", Unit::Share, "share of drawn games; Wilson interval")
            }
            Self::SecondWins => (
                "second_player_wins",
                "Second player wins",
                Unit::Share,
                "share of games that the second player won; Wilson interval",
            ),
            Self::MeanMargin => (
                "mean_margin",
                "Mean margin",
                Unit::Points,
                "first player's score less the second's, komi included, mean over games; Student interval",
            ),
            Self::MedianMargin => (
                "median_margin",
                "Median margin",
                Unit::Points,
                "median over games of the margin; percentile interval of the ideal bootstrap, computed exactly",
            ),
            Self::Margin5 => ("margin_q05", "Margin, 5 % quantile", Unit::Points, QUANTILE[0]),
            Self::Margin25 => ("margin_q25", "Margin, 25 % quantile", Unit::Points, QUANTILE[1]),
            Self::Margin75 => ("margin_q75", "Margin, 75 % quantile", Unit::Points, QUANTILE[2]),
            Self::Margin95 => ("margin_q95", "Margin, 95 % quantile", Unit::Points, QUANTILE[3]),
            Self::StaticKomi => (
                "static_komi",
                "Static komi",
                Unit::Points,
                "the komi, in all, that would have split these games evenly; interval: every komi that they do not \
                 speak against; static, because players who know the komi play differently",
            ),
            Self::Turns => (
                "turns",
                "Duration in turns",
                Unit::Mean,
                "turns per game, passed ones included, mean over games; Student interval",
            ),
            Self::Actions => (
                "actions",
                "Duration in actions",
                Unit::Mean,
                "actions per game, mean over games; Student interval",
            ),
            Self::Branching => (
                "branching_factor",
                "Branching factor",
                Unit::Mean,
                "legal actions per decision, mean over the decisions of a game, then over games; Student interval",
            ),
            Self::FirstCaptures => (
                "first_captures",
                "Captures by the first player",
                Unit::Mean,
                "enemy stones captured by the first player per game, with stacks those it dealt off the tiles, mean over games; Student interval",
            ),
            Self::SecondCaptures => (
                "second_captures",
                "Captures by the second player",
                Unit::Mean,
                "enemy stones captured by the second player per game, with stacks those it dealt off the tiles, mean over games; Student interval",
            ),
            Self::Completion => (
                "completion",
                "Completion",
                Unit::Share,
                "share of games that end by the rules, before the turn cap; Wilson interval",
            ),
            Self::Truncated => (
                "truncated",
                "Truncated games",
                Unit::Share,
                "share of games that met the turn cap and were scored as they stood; Wilson interval",
            ),
            Self::EndPasses => (
                "end_passes",
                "Ended by passing",
                Unit::Share,
                "share of games that ended by passed turns in a row; Wilson interval",
            ),
            Self::EndStuck => (
                "end_stuck",
                "Ended by a stuck player",
                Unit::Share,
                "share of games that ended because the player to move could do nothing; Wilson interval",
            ),
            Self::EndTiles => (
                "end_tiles",
                "Ended by the last tile",
                Unit::Share,
                "share of games that ended with as many tiles on the board as the game allows; Wilson interval",
            ),
            Self::EndCap => (
                "end_cap",
                "Ended by the turn cap",
                Unit::Share,
                "share of games that the turn cap ended, the truncated games; Wilson interval",
            ),
            Self::Swapped => (
                "swapped",
                "Swapped sides",
                Unit::Share,
                "share of games in which the second player took the first's side (pie rule); Wilson interval",
            ),
            Self::DistinctGames => (
                "distinct_games",
                "Distinct games",
                Unit::Count,
                "games that differ from each other in at least one action, counted up to 1048576",
            ),
        }
    }
}

const QUANTILE: [&str; 4] = [
    "the smallest margin that at least 5 % of games do not exceed; percentile interval of the ideal bootstrap",
    "the smallest margin that at least 25 % of games do not exceed; percentile interval of the ideal bootstrap",
    "the smallest margin that at least 75 % of games do not exceed; percentile interval of the ideal bootstrap",
    "the smallest margin that at least 95 % of games do not exceed; percentile interval of the ideal bootstrap",
];
