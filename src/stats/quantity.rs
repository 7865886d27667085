//! Quantities: names, units and definitions.

use super::interval::Interval;
use super::kind::IntervalKind;
use super::watch::Design;
use crate::rules::Reason;

/// A quantity. The names follow, where possible, those of C. Browne and F. Maire, "Evolutionary game design" (2010), of Browne's
/// thesis "Automatic generation and evaluation of recombination games" (2008), and of Ludii (É. Piette and others, "General board
/// game concepts" (2021)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The first player's score.
    Score,
    /// The distance of the first player's score from one half.
    Advantage,
    /// The first player's score as a difference in strength.
    Elo,
    /// The score of the side that moves first, whichever player has it.
    FirstSideScore,
    /// The first player's score over pairs of games.
    FirstPlayerEffect,
    /// The score, over pairs, of the agent named first.
    FirstAgentScore,
    /// The distance from one half of the score of the agent named first.
    StrengthDifference,
    /// The score of the agent named first as a difference in strength.
    StrengthElo,
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
    /// Legal actions per decision, over decisions with more than one.
    DecisionFactor,
    /// The size of the game's tree.
    GameTree,
    /// Ways to play a turn.
    TurnBranching,
    /// Changes of the leader.
    LeadChanges,
    /// Changes of the leader per round.
    LeadChangesPerRound,
    /// How far winners were behind.
    Drama,
    /// How late the winner's lead first exceeded any lead of the loser.
    Decisiveness,
    /// Share of games whose leader after three quarters of the turns does not win.
    LateUpsets,
    /// Stones captured by the first player.
    FirstCaptures,
    /// Stones captured by the second player.
    SecondCaptures,
    /// Share of the cells that were ever occupied.
    Coverage,
    /// Share of the stones put on the board that are still there at the end.
    StoneSurvival,
    /// Share of games that end by the rules.
    Completion,
    /// Share of games that reach the turn cap.
    Truncated,
    /// Share of games that ended for this reason.
    Ended(Reason),
    /// Share of games in which the sides were swapped.
    Swapped,
    /// Number of different games.
    DistinctGames,
}

/// The unit of a measure.
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
    /// All quantities, in the order of a summary.
    pub const ALL: [Self; Self::BEFORE_ENDS.len() + Reason::COUNT + Self::AFTER_ENDS.len()] =
        with_ends(Self::BEFORE_ENDS, Self::AFTER_ENDS);

    /// Whether the quantity is about scores: about margins, or about leads during the game.
    pub const fn is_of_scores(self) -> bool {
        matches!(
            self,
            Self::MeanMargin
                | Self::MedianMargin
                | Self::Margin5
                | Self::Margin25
                | Self::Margin75
                | Self::Margin95
                | Self::StaticKomi
                | Self::LeadChanges
                | Self::LeadChangesPerRound
                | Self::Drama
                | Self::Decisiveness
                | Self::LateUpsets
        )
    }

    /// The quantities that follow the shares of games by the reason of their end.
    const AFTER_ENDS: &[Self] = &[Self::Swapped, Self::DistinctGames];

    /// The quantities that precede the shares of games by the reason of their end.
    const BEFORE_ENDS: &[Self] = &[
        Self::Score,
        Self::Advantage,
        Self::Elo,
        Self::FirstSideScore,
        Self::FirstPlayerEffect,
        Self::FirstAgentScore,
        Self::StrengthDifference,
        Self::StrengthElo,
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
        Self::DecisionFactor,
        Self::GameTree,
        Self::TurnBranching,
        Self::LeadChanges,
        Self::LeadChangesPerRound,
        Self::Drama,
        Self::Decisiveness,
        Self::LateUpsets,
        Self::FirstCaptures,
        Self::SecondCaptures,
        Self::Coverage,
        Self::StoneSurvival,
        Self::Completion,
        Self::Truncated,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Its title on a page.
    pub const fn title(self) -> &'static str {
        self.facts().1
    }

    /// Its unit.
    pub const fn unit(self) -> Unit {
        self.facts().2
    }

    /// The part of an `interval` that the quantity can reach: a mean of shares lies between 0 and 1, which Student's interval
    /// ignores.
    pub(super) fn possible(self, interval: Interval) -> Interval {
        match self.unit() {
            Unit::Share => interval.map(|share| share.clamp(0.0, 1.0)),
            _ => interval,
        }
    }

    /// Its definition and, in a run of this `design`, the kind of its interval.
    pub fn definition(self, design: Design) -> String {
        let (.., kind, meaning) = self.facts();
        kind.words(design).map_or_else(|| meaning.to_owned(), |interval| format!("{meaning}; {interval}"))
    }

    /// The kind of its interval.
    pub(super) const fn kind(self) -> IntervalKind {
        self.facts().3
    }

    /// Name, title, unit, the kind of its interval, and its meaning.
    const fn facts(self) -> (&'static str, &'static str, Unit, IntervalKind, &'static str) {
        match self {
            Self::Score => (
                "first_player_score",
                "First player's score",
                Unit::Share,
                IntervalKind::Score,
                "(wins + draws/2) / games of the player that moves first",
            ),
            Self::Advantage => (
                "first_player_advantage",
                "First player's advantage",
                Unit::PercentagePoints,
                IntervalKind::Mapped,
                "the first player's score less one half, in percentage points",
            ),
            Self::Elo => (
                "first_player_elo",
                "First player's advantage in Elo",
                Unit::Elo,
                IntervalKind::Mapped,
                "400 log10(s / (1 - s)) of the first player's score s: the difference in strength that would \
                 have the same effect",
            ),
            Self::FirstSideScore => (
                "first_side_score",
                "First side's score",
                Unit::Share,
                IntervalKind::OfSide,
                "(wins + draws/2) / games of the side that moves first, whichever player has it after the pie rule",
            ),
            Self::FirstPlayerEffect => (
                "first_player_effect",
                "First player's score over pairs",
                Unit::Share,
                IntervalKind::OfPairs,
                "mean over pairs of (x + y)/2, x and y being the first player's results in the two games of a pair",
            ),
            Self::FirstAgentScore => (
                "first_agent_score",
                "Score of the agent named first",
                Unit::Share,
                IntervalKind::OfPairs,
                "mean over pairs of (x + 1 - y)/2: the score of the agent named first in the command, each agent being \
                 the first player once per pair",
            ),
            Self::StrengthDifference => (
                "strength_difference",
                "Gain of the agent named first",
                Unit::PercentagePoints,
                IntervalKind::Mapped,
                "mean over pairs of (x - y)/2, in percentage points: how far the score of the agent named first \
                 is above one half",
            ),
            Self::StrengthElo => (
                "strength_elo",
                "Gain of the agent named first in Elo",
                Unit::Elo,
                IntervalKind::Mapped,
                "400 log10(s / (1 - s)) of the score s of the agent named first",
            ),
            Self::FirstWins => (
                "first_player_wins",
                "First player wins",
                Unit::Share,
                IntervalKind::Share,
                "share of games that the first player won",
            ),
            Self::Drawishness => {
                ("drawishness", "Drawishness", Unit::Share, IntervalKind::Share, "share of drawn games")
            }
            Self::SecondWins => (
                "second_player_wins",
                "Second player wins",
                Unit::Share,
                IntervalKind::Share,
                "share of games that the second player won",
            ),
            Self::MeanMargin => (
                "mean_margin",
                "Mean margin",
                Unit::Points,
                IntervalKind::Mean,
                "first player's score less the second's, komi included, mean over games",
            ),
            Self::MedianMargin => (
                "median_margin",
                "Median margin",
                Unit::Points,
                IntervalKind::Order,
                "median over games of the margin",
            ),
            Self::Margin5 => {
                ("margin_q05", "Margin, 5 % quantile", Unit::Points, IntervalKind::Order, QUANTILE[0])
            }
            Self::Margin25 => {
                ("margin_q25", "Margin, 25 % quantile", Unit::Points, IntervalKind::Order, QUANTILE[1])
            }
            Self::Margin75 => {
                ("margin_q75", "Margin, 75 % quantile", Unit::Points, IntervalKind::Order, QUANTILE[2])
            }
            Self::Margin95 => {
                ("margin_q95", "Margin, 95 % quantile", Unit::Points, IntervalKind::Order, QUANTILE[3])
            }
            Self::StaticKomi => (
                "static_komi",
                "Static komi",
                Unit::Points,
                IntervalKind::Komi,
                "the total komi of the side that moves second that would have split these games evenly between the \
                 sides (static: players who know the komi play differently)",
            ),
            Self::Turns => (
                "turns",
                "Duration in turns",
                Unit::Mean,
                IntervalKind::Mean,
                "turns per game, passed ones included, mean over games",
            ),
            Self::Actions => (
                "actions",
                "Duration in actions",
                Unit::Mean,
                IntervalKind::Mean,
                "actions per game, mean over games",
            ),
            Self::Branching => (
                "branching_factor",
                "Branching factor, per action",
                Unit::Mean,
                IntervalKind::Mean,
                "legal actions per decision, mean over the decisions of a game, then over games",
            ),
            Self::DecisionFactor => (
                "decision_factor",
                "Decision factor",
                Unit::Mean,
                IntervalKind::Mean,
                "legal actions per decision that has more than one, mean over the decisions of a game, then over \
                 games (Ludii's decision factor)",
            ),
            Self::GameTree => (
                "game_tree",
                "Game tree, log10",
                Unit::Mean,
                IntervalKind::Mean,
                "the sum over a game's decisions of log10 of the number of legal actions: log10 of the number of sequences of \
                 actions in a tree that branches like this game; mean over games (game-tree complexity: Allis 1994)",
            ),
            Self::TurnBranching => (
                "turn_branching",
                "Branching per turn, log10",
                Unit::Mean,
                IntervalKind::Mean,
                "log10 of the number of ways to play a turn, as the geometric mean over a game's turns; ways are sequences of \
                 actions (the same actions in another order count again); mean over games",
            ),
            Self::LeadChanges => (
                "lead_changes",
                "Lead changes",
                Unit::Mean,
                IntervalKind::Mean,
                "changes of the leader per game, once there is one: the leader after a round, in which both sides have \
                 moved, is the player ahead in score, or after a tie the previous leader; mean over games (Browne 2008, lead change)",
            ),
            Self::LeadChangesPerRound => (
                "lead_changes_per_round",
                "Lead changes per round",
                Unit::Mean,
                IntervalKind::Mean,
                "lead changes of a game / its rounds, mean over games (Browne 2008, lead change)",
            ),
            Self::Drama => (
                "drama",
                "Drama",
                Unit::Mean,
                IntervalKind::Mean,
                "mean of sqrt(points behind / largest lead of the game) over the rounds after which the eventual winner was \
                 behind, 0 if it never was; mean over games with a winner (Browne and Maire 2010, drama, with deficits scaled \
                 to the game)",
            ),
            Self::Decisiveness => (
                "decisiveness",
                "Decisiveness",
                Unit::Share,
                IntervalKind::Mean,
                "share of a game's turns that are over when the winner's lead after a round first exceeds the loser's \
                 largest lead: high when the game ends soon after it is decided; mean over games with a winner (Browne 2008, Ludii)",
            ),
            Self::LateUpsets => (
                "late_upsets",
                "Late upsets",
                Unit::Share,
                IntervalKind::Share,
                "share of games that the player who leads after three quarters of the turns does not win (not Browne's \
                 uncertainty, which is an area under the lead's curve)",
            ),
            Self::Coverage => (
                "board_coverage",
                "Board coverage",
                Unit::Share,
                IntervalKind::Mean,
                "share of the cells (on the boundless plane: of the tiles at the end) on which a stone ever stood, \
                 mean over games (Ludii's board coverage)",
            ),
            Self::StoneSurvival => (
                "stone_survival",
                "Stone survival",
                Unit::Share,
                IntervalKind::Mean,
                "share of the stones put on the board, including those of the setup, that are on it at the end, \
                 wherever they have moved; mean over games with stones (not Browne's permanence, which is about the lead)",
            ),
            Self::FirstCaptures => (
                "first_captures",
                "Captures by the first player",
                Unit::Mean,
                IntervalKind::Mean,
                "enemy stones captured by the first player per game (with stacks: those that it dealt off the tiles), \
                 mean over games",
            ),
            Self::SecondCaptures => (
                "second_captures",
                "Captures by the second player",
                Unit::Mean,
                IntervalKind::Mean,
                "enemy stones captured by the second player per game (with stacks: those that it dealt off the tiles), \
                 mean over games",
            ),
            Self::Completion => (
                "completion",
                "Completion",
                Unit::Share,
                IntervalKind::Share,
                "share of games that end by the rules, before the turn cap, draws included (Browne 2008 and Ludii leave draws \
                 out)",
            ),
            Self::Truncated => (
                "truncated",
                "Truncated games",
                Unit::Share,
                IntervalKind::Share,
                "share of games that reached the turn cap and were scored in their final position",
            ),
            Self::Ended(reason) => {
                (reason.measure(), reason.title(), Unit::Share, IntervalKind::Share, reason.definition())
            }
            Self::Swapped => (
                "swapped",
                "Swapped sides",
                Unit::Share,
                IntervalKind::Share,
                "share of games in which the second player took the first's side (pie rule)",
            ),
            Self::DistinctGames => (
                "distinct_games",
                "Distinct games",
                Unit::Count,
                IntervalKind::None,
                "games that differ from each other in at least one action, counted up to 1048576",
            ),
        }
    }
}

/// The quantities `before`, those for all reasons of an end, and those `after`; `N` in all.
pub(super) const fn with_ends<const N: usize>(before: &[Quantity], after: &[Quantity]) -> [Quantity; N] {
    assert!(before.len() + Reason::COUNT + after.len() == N, "all fit");
    let mut all = [Quantity::Score; N];
    let mut at = 0;
    while at < N {
        let behind = at.wrapping_sub(before.len());
        all[at] = if at < before.len() {
            before[at]
        } else if behind < Reason::COUNT {
            Quantity::Ended(Reason::ALL[behind])
        } else {
            after[behind - Reason::COUNT]
        };
        at += 1;
    }
    all
}

const QUANTILE: [&str; 4] = [
    "the smallest margin that at least 5 % of games do not exceed",
    "the smallest margin that at least 25 % of games do not exceed",
    "the smallest margin that at least 75 % of games do not exceed",
    "the smallest margin that at least 95 % of games do not exceed",
];
