//! The list of quantities: a new quantity is an entry here.

use super::kind::IntervalKind;
use super::order::{median, quantile};
use super::outcomes::elo;
use super::pairs::Pairs;
use super::quantity::{Condition, Facts, PerGame, Selection, Taken, Unit};
use super::summary::above_half;
use super::tally::Tally;
use crate::rows::GameRow;
use dropline_engine::rules::{Reason, Winner};

macro_rules! quantities {
    (
        { $($(#[$before_doc:meta])* $before:ident { $($before_facts:tt)* })* }
        shares of games by the reason of their end
        { $($(#[$after_doc:meta])* $after:ident { $($after_facts:tt)* })* }
    ) => {
        /// A quantity. The names follow, where possible, those of C. Browne and F. Maire, "Evolutionary game design" (2010), of
        /// Browne's thesis "Automatic generation and evaluation of recombination games" (2008), and of Ludii (É. Piette and
        /// others, "General board game concepts" (2021)).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Quantity {
            $($(#[$before_doc])* $before,)*
            /// Share of games that ended for this reason.
            Ended(Reason),
            $($(#[$after_doc])* $after,)*
        }

        impl Quantity {
            /// All quantities, in the order of a summary.
            pub const ALL: [Self; Self::BEFORE_ENDS.len() + Reason::COUNT + Self::AFTER_ENDS.len()] =
                with_ends(Self::BEFORE_ENDS, Self::AFTER_ENDS);
            const BEFORE_ENDS: &[Self] = &[$(Self::$before),*];
            const AFTER_ENDS: &[Self] = &[$(Self::$after),*];

            /// Its declaration.
            #[allow(clippy::needless_update, reason = "an entry may state every fact")]
            pub(super) const fn facts(self) -> Facts {
                match self {
                    $(Self::$before => Facts { $($before_facts)* ..Facts::DEFAULT },)*
                    Self::Ended(reason) => Facts {
                        name: reason.measure(),
                        title: reason.title(),
                        unit: Unit::Share,
                        interval: IntervalKind::Share,
                        meaning: reason.definition(),
                        taken: Taken::PerGame(PerGame::End(reason)),
                        ..Facts::DEFAULT
                    },
                    $(Self::$after => Facts { $($after_facts)* ..Facts::DEFAULT },)*
                }
            }
        }
    };
}

/// The quantities `before`, one for each reason for an end, and the quantities `after`: `N` in all.
const fn with_ends<const N: usize>(before: &[Quantity], after: &[Quantity]) -> [Quantity; N] {
    assert!(before.len() + Reason::COUNT + after.len() == N, "all fit");
    let mut all = [Quantity::Ended(Reason::Cap); N];
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

quantities! {
{
    /// The first player's score.
    Score {
        name: "first_player_score",
        title: "First player's score",
        unit: Unit::Share,
        interval: IntervalKind::Score,
        meaning: "(wins + draws/2) / games of the player that moves first",
        taken: Taken::FromTally(|tally, _| tally.score(|score| score)),
        selections: &[Selection::Terminal, Selection::Experiment],
    }
    /// The distance of the first player's score from one half.
    Advantage {
        name: "first_player_advantage",
        title: "First player's advantage",
        unit: Unit::PercentagePoints,
        interval: IntervalKind::Mapped,
        meaning: "the first player's score minus one half, in percentage points",
        taken: Taken::FromTally(|tally, _| tally.score(above_half)),
        selections: &[Selection::Terminal],
    }
    /// The first player's score as a difference in strength.
    Elo {
        name: "first_player_elo",
        title: "First player's advantage in Elo",
        unit: Unit::Elo,
        interval: IntervalKind::Mapped,
        meaning: "400 log10(s / (1 - s)), where s is the first player's score: the difference in strength that would have the same \
                  effect",
        taken: Taken::FromTally(|tally, _| tally.score(elo)),
        selections: &[Selection::Terminal, Selection::Experiment],
    }
    /// The score of the side that moves first, whichever player plays that side.
    FirstSideScore {
        name: "first_side_score",
        title: "First side's score",
        unit: Unit::Share,
        interval: IntervalKind::OfSide,
        meaning: "(wins + draws/2) / games of the side that moves first, whichever player plays that side after the pie rule",
        taken: Taken::FromTally(|tally, _| tally.side_score()),
        only_if: Some(Condition::PieRule),
    }
    /// The first player's score over pairs of games.
    FirstPlayerEffect {
        name: "first_player_effect",
        title: "First player's score over pairs",
        unit: Unit::Share,
        interval: IntervalKind::OfPairs,
        meaning: "mean over pairs of (x + y)/2, x and y being the first player's results in the two games of a pair",
        taken: Taken::FromTally(|tally, _| tally.over_pairs(Pairs::first_player, |score| score)),
    }
    /// The score, over pairs, of the agent named first.
    FirstAgentScore {
        name: "first_agent_score",
        title: "Score of the agent named first",
        unit: Unit::Share,
        interval: IntervalKind::OfPairs,
        meaning: "mean over pairs of (x + 1 - y)/2: the score of the agent named first in the command, each agent being the first \
                  player once per pair",
        taken: Taken::FromTally(|tally, _| tally.over_pairs(Pairs::first_agent, |score| score)),
        selections: &[Selection::Terminal, Selection::Experiment],
    }
    /// The distance from one half of the score of the agent named first.
    StrengthDifference {
        name: "strength_difference",
        title: "Gain of the agent named first",
        unit: Unit::PercentagePoints,
        interval: IntervalKind::Mapped,
        meaning: "mean over pairs of (x - y)/2, in percentage points, x and y being the first player's results in the two games of a pair: how far \
                  the score of the agent named first is above one half",
        taken: Taken::FromTally(|tally, _| tally.over_pairs(Pairs::first_agent, above_half)),
        selections: &[Selection::Terminal],
    }
    /// The score of the agent named first as a difference in strength.
    StrengthElo {
        name: "strength_elo",
        title: "Gain of the agent named first in Elo",
        unit: Unit::Elo,
        interval: IntervalKind::Mapped,
        meaning: "400 log10(s / (1 - s)), where s is the score of the agent named first",
        taken: Taken::FromTally(|tally, _| tally.over_pairs(Pairs::first_agent, elo)),
    }
    /// Share of games won by the first player.
    FirstWins {
        name: "first_player_wins",
        title: "First player wins",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of games that the first player won",
        taken: Taken::PerGame(PerGame::Event(|row| row.winner == Winner::First)),
    }
    /// Share of draws.
    Drawishness {
        name: "drawishness",
        title: "Drawn games",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of drawn games",
        taken: Taken::PerGame(PerGame::Event(|row| row.winner == Winner::Draw)),
        selections: &[Selection::Experiment, Selection::Terminal],
    }
    /// Share of games won by the second player.
    SecondWins {
        name: "second_player_wins",
        title: "Second player wins",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of games that the second player won",
        taken: Taken::PerGame(PerGame::Event(|row| row.winner == Winner::Second)),
    }
    /// Mean difference of the scores.
    MeanMargin {
        name: "mean_margin",
        title: "Mean margin",
        unit: Unit::Points,
        interval: IntervalKind::Mean,
        meaning: "first player's score minus the second's, komi included, mean over games",
        taken: Taken::PerGame(PerGame::Points(GameRow::margin)),
        only_if: Some(Condition::Scores),
        selections: &[Selection::Terminal],
    }
    /// Median difference of the scores.
    MedianMargin {
        name: "median_margin",
        title: "Median margin",
        unit: Unit::Points,
        interval: IntervalKind::Order,
        meaning: "median over games of the margin",
        taken: Taken::FromTally(|tally, _| tally.margin(median(&tally.margins)?, 0.5)),
        only_if: Some(Condition::Scores),
        selections: &[Selection::Experiment],
    }
    /// The margin that 5 % of games do not exceed.
    Margin5 {
        name: "margin_q05",
        title: "Margin, 5 % quantile",
        unit: Unit::Points,
        interval: IntervalKind::Order,
        meaning: "the smallest margin that at least 5 % of games do not exceed",
        taken: Taken::FromTally(|tally, _| tally.margin(quantile(&tally.margins, 0.05)?, 0.05)),
        only_if: Some(Condition::Scores),
    }
    /// The margin that 25 % of games do not exceed.
    Margin25 {
        name: "margin_q25",
        title: "Margin, 25 % quantile",
        unit: Unit::Points,
        interval: IntervalKind::Order,
        meaning: "the smallest margin that at least 25 % of games do not exceed",
        taken: Taken::FromTally(|tally, _| tally.margin(quantile(&tally.margins, 0.25)?, 0.25)),
        only_if: Some(Condition::Scores),
    }
    /// The margin that 75 % of games do not exceed.
    Margin75 {
        name: "margin_q75",
        title: "Margin, 75 % quantile",
        unit: Unit::Points,
        interval: IntervalKind::Order,
        meaning: "the smallest margin that at least 75 % of games do not exceed",
        taken: Taken::FromTally(|tally, _| tally.margin(quantile(&tally.margins, 0.75)?, 0.75)),
        only_if: Some(Condition::Scores),
    }
    /// The margin that 95 % of games do not exceed.
    Margin95 {
        name: "margin_q95",
        title: "Margin, 95 % quantile",
        unit: Unit::Points,
        interval: IntervalKind::Order,
        meaning: "the smallest margin that at least 95 % of games do not exceed",
        taken: Taken::FromTally(|tally, _| tally.margin(quantile(&tally.margins, 0.95)?, 0.95)),
        only_if: Some(Condition::Scores),
    }
    /// The komi that would have split these games evenly.
    StaticKomi {
        name: "static_komi",
        title: "Static komi",
        unit: Unit::Points,
        interval: IntervalKind::Komi,
        meaning: "the total komi for the second side that would have split these games evenly (static: \
                  players who know the komi play differently); no komi changes a game that was decided \
                  regardless of scores",
        taken: Taken::FromTally(Tally::static_komi),
        only_if: Some(Condition::Scores),
        selections: &[Selection::Terminal, Selection::Experiment],
    }
    /// Turns per game.
    Turns {
        name: "turns",
        title: "Duration in turns",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "turns per game, passed ones included, mean over games",
        taken: Taken::PerGame(PerGame::Count(|row| row.turns)),
        selections: &[Selection::Terminal, Selection::Page, Selection::Experiment],
    }
    /// Actions per game.
    Actions {
        name: "actions",
        title: "Duration in actions",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "actions per game, mean over games",
        taken: Taken::PerGame(PerGame::Count(|row| row.actions)),
        selections: &[Selection::Terminal, Selection::Page, Selection::Experiment],
    }
    /// Legal actions per decision.
    Branching {
        name: "branching_factor",
        title: "Branching factor, per action",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "legal actions per decision, mean over the decisions of a game, then over games",
        taken: Taken::PerGame(PerGame::Branching(|row| Some(row.branching))),
        selections: &[Selection::Terminal, Selection::Page, Selection::Experiment],
    }
    /// Legal actions per decision, over decisions with more than one.
    DecisionFactor {
        name: "decision_factor",
        title: "Decision factor",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "legal actions per decision that has more than one, mean over the decisions of a game, then over games (Ludii's \
                  decision factor)",
        taken: Taken::PerGame(PerGame::Branching(|row| row.measures.decision_factor)),
    }
    /// The size of the game's tree.
    GameTree {
        name: "game_tree",
        title: "Game tree, log10",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "the sum over a game's decisions of log10 of the number of legal actions: log10 of the number of sequences of \
                  actions in a tree that branches like this game; mean over games (game-tree complexity: Allis 1994)",
        taken: Taken::PerGame(PerGame::Millionths(|row| Some(row.measures.game_tree))),
    }
    /// Ways to play a turn.
    TurnBranching {
        name: "turn_branching",
        title: "Branching per turn, log10",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "log10 of the number of ways to play a turn, as the geometric mean over a game's turns; ways are sequences of \
                  actions (the same actions in another order count again); mean over games",
        taken: Taken::PerGame(PerGame::Millionths(GameRow::turn_branching)),
    }
    /// Changes of the leader.
    LeadChanges {
        name: "lead_changes",
        title: "Lead changes",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "changes of the leader per game, once there is one: the leader after a round, in which both sides have moved, is \
                  the player ahead in score, or after a tie the previous leader; mean over games (Browne 2008, lead change)",
        taken: Taken::PerGame(PerGame::Count(|row| row.measures.lead_changes)),
        only_if: Some(Condition::Scores),
        selections: &[Selection::Terminal, Selection::Page],
    }
    /// Changes of the leader per round.
    LeadChangesPerRound {
        name: "lead_changes_per_round",
        title: "Lead changes per round",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "lead changes of a game / its rounds, mean over games (Browne 2008, lead change)",
        taken: Taken::PerGame(PerGame::Millionths(|row| Some(row.measures.lead_changes_per_round()))),
        only_if: Some(Condition::Scores),
    }
    /// How far winners were behind.
    Drama {
        name: "drama",
        title: "Drama",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "mean of sqrt(points behind / largest lead of the game) over the rounds after which the eventual winner was \
                  behind, 0 if it never was; mean over games with a winner (Browne and Maire 2010, drama, with deficits scaled to \
                  the game)",
        taken: Taken::PerGame(PerGame::Millionths(|row| row.measures.drama)),
        only_if: Some(Condition::Scores),
        selections: &[Selection::Terminal, Selection::Page],
    }
    /// How late the winner's lead first exceeded any lead of the loser.
    Decisiveness {
        name: "decisiveness",
        title: "Decisiveness",
        unit: Unit::Share,
        interval: IntervalKind::Mean,
        meaning: "share of a game's turns that are over when the winner's lead after a round first exceeds the loser's largest \
                  lead: high when the game ends soon after it is decided; mean over games with a winner (Browne 2008, Ludii)",
        taken: Taken::PerGame(PerGame::Millionths(|row| row.measures.decisiveness)),
        only_if: Some(Condition::Scores),
    }
    /// Share of games whose leader after three quarters of the turns does not win.
    LateUpsets {
        name: "late_upsets",
        title: "Late upsets",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of games that the player who leads after three quarters of the turns does not win (not Browne's \
                  uncertainty, which is an area under the lead's curve)",
        taken: Taken::PerGame(PerGame::Event(|row| row.measures.late_upset)),
        only_if: Some(Condition::Scores),
    }
    /// Stones captured by the first player.
    FirstCaptures {
        name: "first_captures",
        title: "Captures by the first player",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "enemy stones captured by the first player per game (with stacks: those that it dealt off the tiles), mean over \
                  games",
        taken: Taken::PerGame(PerGame::Count(|row| row.first_captures)),
    }
    /// Stones captured by the second player.
    SecondCaptures {
        name: "second_captures",
        title: "Captures by the second player",
        unit: Unit::Mean,
        interval: IntervalKind::Mean,
        meaning: "enemy stones captured by the second player per game (with stacks: those that it dealt off the tiles), mean over \
                  games",
        taken: Taken::PerGame(PerGame::Count(|row| row.second_captures)),
    }
    /// Share of the cells that were ever occupied.
    Coverage {
        name: "board_coverage",
        title: "Board coverage",
        unit: Unit::Share,
        interval: IntervalKind::Mean,
        meaning: "share of the cells (on the boundless plane: of the tiles at the end) on which a stone ever stood, mean over \
                  games (Ludii's board coverage)",
        taken: Taken::PerGame(PerGame::Millionths(|row| Some(row.measures.coverage))),
    }
    /// Share of the stones put on the board that are still there at the end.
    StoneSurvival {
        name: "stone_survival",
        title: "Stone survival",
        unit: Unit::Share,
        interval: IntervalKind::Mean,
        meaning: "share of the stones put on the board, including those of the setup, that are on it at the end, wherever they \
                  have moved; mean over games with stones (not Browne's permanence, which is about the lead)",
        taken: Taken::PerGame(PerGame::Millionths(|row| row.measures.stone_survival)),
    }
    /// Share of games that end by the rules.
    Completion {
        name: "completion",
        title: "Completion",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of games that end by the rules, before the turn cap, draws included (Browne 2008 and Ludii leave draws \
                  out)",
        taken: Taken::PerGame(PerGame::Event(|row| row.end != Reason::Cap)),
        selections: &[Selection::Page, Selection::Experiment],
    }
    /// Share of games that reach the turn cap.
    Truncated {
        name: "truncated",
        title: "Truncated games",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of games that reached the turn cap and were scored in their final position",
        taken: Taken::PerGame(PerGame::Event(|row| row.end == Reason::Cap)),
    }
}
shares of games by the reason of their end
{
    /// Share of games in which the sides were swapped.
    Swapped {
        name: "swapped",
        title: "Swapped sides",
        unit: Unit::Share,
        interval: IntervalKind::Share,
        meaning: "share of games in which the second player took the first's side (pie rule)",
        taken: Taken::PerGame(PerGame::Event(|row| row.swapped)),
        only_if: Some(Condition::PieRule),
    }
    /// Number of different games.
    DistinctGames {
        name: "distinct_games",
        title: "Distinct games",
        unit: Unit::Count,
        interval: IntervalKind::None,
        meaning: "games that differ from each other in at least one action, counted up to 1,048,576",
        taken: Taken::FromTally(|tally, _| tally.distinct_games()),
    }
}
}
