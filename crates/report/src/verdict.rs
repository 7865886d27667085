//! The headline of a run: who has an advantage, or why there is no verdict.

use super::words::{
    advantage_interval, count, decimal, formatted, gain_in_words, games, margin_in_words, measure_in_words,
    of_agents, points, rounded_up, two_digits,
};
use dropline_agents::AgentSpec;
use dropline_engine::numbers::is_or_are;
use dropline_engine::text::capital;
use dropline_lab::stats::{Decision, Humps, Quantity, Summary, Swaps, Tally};

/// The parts of a run on which its verdict depends.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Its measures.
    pub summary: &'a Summary,
    /// The agents in the order of the command.
    pub agents: &'a [String; 2],
    /// The sides, first mover first.
    pub sides: &'a [String; 2],
    /// Whether games have scores: otherwise komi is meaningless.
    pub scored: bool,
}

/// The number of distinct games below which agents that repeat themselves give no verdict.
const FEWEST_DISTINCT: u64 = 30;

/// Why games give no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// More than half of the games reached the turn cap.
    CutOff,
    /// Agents that repeat themselves played fewer than [`FEWEST_DISTINCT`] distinct games.
    Repeated,
    /// So many games failed that the verdict depends on how they would have ended.
    Failed,
    /// Different agents never exchanged sides.
    Unpaired,
    /// One agent won every game, whoever moved first; its index among the agents.
    OneWinner(usize),
    /// The sides were swapped in every game.
    AlwaysSwapped,
    /// The sides could have been swapped but never were.
    NeverSwapped,
    /// An agent that does not evaluate swaps has swapped sides.
    SwappedAtRandom,
}

impl Withheld {
    /// The first reason that applies to a run; `None` if it has a verdict.
    pub fn of(case: Case<'_>) -> Option<Self> {
        let Case { summary, agents: [first, second], .. } = case;
        match Self::in_comparison(summary, case.agents) {
            Some(reason @ (Self::CutOff | Self::Repeated | Self::Failed)) => Some(reason),
            _ if first != second && !summary.design.pairs => Some(Self::Unpaired),
            reason => reason,
        }
    }

    /// The first reason not to compare the first player's score with the score in other games of the same two agents. The games
    /// of either run may be unpaired.
    pub fn in_comparison(summary: &Summary, [first, second]: &[String; 2]) -> Option<Self> {
        let swaps = summary.get(Quantity::Swapped).map(|share| share.value);
        let gain = summary.get(Quantity::FirstAgentScore).map(|score| score.value);
        let by_chance = |agent: &String| plays_by_chance(agent);
        if summary.truncated.saturating_mul(2) > summary.games() {
            Some(Self::CutOff)
        } else if repeats(summary) {
            Some(Self::Repeated)
        } else if summary.hangs_on_failed() {
            Some(Self::Failed)
        } else if first != second && gain.is_some_and(|score| score <= 0.0 || score >= 1.0) {
            Some(Self::OneWinner(usize::from(gain == Some(0.0))))
        } else if swaps.is_some_and(|share| share >= 1.0) {
            Some(Self::AlwaysSwapped)
        } else if swaps.is_some_and(|share| share <= 0.0) {
            Some(Self::NeverSwapped)
        } else if swaps.is_some() && [first, second].into_iter().any(by_chance) {
            Some(Self::SwappedAtRandom)
        } else {
            None
        }
    }

    /// The reason in a clause: `most games reached the turn cap`.
    pub fn clause(self, agents: &[String; 2]) -> String {
        match self {
            Self::CutOff => "most games reached the turn cap".to_owned(),
            Self::Repeated => {
                format!("the agents repeated themselves in fewer than {FEWEST_DISTINCT} distinct games")
            }
            Self::Failed => "too many games failed".to_owned(),
            Self::Unpaired => "the agents never exchanged sides".to_owned(),
            Self::OneWinner(at) => format!("{} won every game, no matter who moved first", agents[at]),
            Self::AlwaysSwapped => "the sides were swapped in every game".to_owned(),
            Self::NeverSwapped => "the sides were never swapped".to_owned(),
            Self::SwappedAtRandom => "sides were swapped at random".to_owned(),
        }
    }

    /// What to try next; `None` if the verdict already says it.
    pub fn advice(self, agents: &[String; 2]) -> Option<String> {
        let searches = |agent: &String| matches!(agent.parse(), Ok(AgentSpec::Mcts(_)));
        Some(match self {
            Self::Repeated | Self::Failed | Self::Unpaired | Self::OneWinner(_) => return None,
            Self::CutOff => {
                "Next, raise `end.max_turns`, let stronger agents play, or add a rule that brings games to an end.".to_owned()
            }
            Self::AlwaysSwapped | Self::NeverSwapped | Self::SwappedAtRandom => format!(
                "Next, {}, or leave out the pie rule (`--set turn.swap=false`): the report then says which first turns leave the game \
                 nearest to even.",
                if agents.iter().all(searches) {
                    "give the players more iterations"
                } else {
                    "play with agents that look further ahead (`--agents mcts:200,mcts:200 --games 100`)"
                }
            ),
        })
    }

    fn sentences(self, case: Case<'_>) -> String {
        let Case { summary, agents, sides: [side, other], .. } = case;
        let all = games(summary.games());
        let who = players(case);
        let by_side = || by_side(case).unwrap_or_default();
        match self {
            Self::CutOff => format!(
                "No verdict: {} {who} reached the turn cap before they were over, so their scores are not results.",
                if summary.truncated == summary.games() {
                    format!("all {all}")
                } else {
                    format!("{} of the {all}", count(summary.truncated))
                }
            ),
            Self::Repeated => format!(
                "No verdict: only {} of the {all} {who} {} distinct. Agents that repeat themselves need {FEWEST_DISTINCT} \
                 distinct games for a verdict.",
                count(summary.distinct.count),
                is_or_are(summary.distinct.count)
            ),
            Self::Failed => format!(
                "No verdict: too many games failed {who}. The first player scored {}.",
                measure_in_words(summary.measure(Quantity::Score), summary.design)
            ),
            Self::Unpaired => with_swaps(case, of_agents(summary, agents)),
            Self::OneWinner(at) => format!(
                "No verdict on the first player: {} won all {all} against {}, no matter who moved first. These games \
                 compare the agents, and say nothing about the advantage of moving first.",
                agents[at],
                agents[1 - at]
            ),
            Self::AlwaysSwapped => format!(
                "No verdict on the first player: {who} the second player took {side}'s side in all {all}. The first \
                 player therefore always played {other}, and the first player's score is {other}'s. {}",
                by_side()
            ),
            Self::NeverSwapped => format!(
                "No verdict on the pie rule: {who} the second player took {side}'s side in none of the {all}, as if \
                 there were no pie rule. {}",
                by_side()
            ),
            Self::SwappedAtRandom => format!(
                "No verdict on the pie rule: {who} sides are swapped at random, since random does not \
                 evaluate positions. {} {}",
                swaps(case).unwrap_or_default(),
                by_side()
            ),
        }
    }
}

/// Whether agents repeat themselves so often that too few games are distinct for a verdict. Games of random players are
/// independent: each counts, even if some coincide on a very small board.
pub(super) fn repeats(summary: &Summary) -> bool {
    let distinct = summary.distinct;
    distinct.count < FEWEST_DISTINCT && distinct.is_sample(summary.design, summary.games())
}

/// Whether `agent`, as the command names it, plays at random.
pub fn plays_by_chance(agent: &str) -> bool {
    agent.parse::<AgentSpec>().is_ok_and(|spec| !spec.weighs_swaps())
}

/// The verdict on the first player, in a few sentences.
pub fn verdict(case: Case<'_>) -> String {
    match Withheld::of(case) {
        Some(reason) => reason.sentences(case).trim_end().to_owned(),
        None => with_swaps(case, first_player(case)),
    }
}

/// The verdict in a word, for programs: the player with an advantage, `balanced`, `open` with too few games to tell, or `none` if
/// the games give no verdict.
pub fn verdict_word(case: Case<'_>) -> &'static str {
    match case.summary.decision {
        _ if Withheld::of(case).is_some() => "none",
        Decision::Advantage { .. } if case.summary.measure(Quantity::Advantage).value > 0.0 => "first",
        Decision::Advantage { .. } => "second",
        Decision::Balanced => "balanced",
        Decision::Open { .. } => "open",
    }
}

/// The verdict on the players, with the share of swaps before it and the scores of the sides after it.
fn with_swaps(case: Case<'_>, players: String) -> String {
    [swaps(case), Some(players), by_side(case)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Who plays: `between greedy players`.
pub fn players(Case { summary, agents: [first, second], .. }: Case<'_>) -> String {
    if first == second {
        format!("between {first} players")
    } else if summary.design.pairs {
        format!("between {first} and {second}, each moving first once per pair,")
    } else {
        format!("of {first} against {second}")
    }
}

fn first_player(case: Case<'_>) -> String {
    let summary = case.summary;
    let (score, advantage) = (summary.measure(Quantity::Score), summary.measure(Quantity::Advantage));
    let interval = advantage_interval(summary);
    let who = players(case);
    let scored = measure_in_words(score, summary.design);
    let margin = margin_in_words(summary.design);
    let sequential = summary.design.until.is_some();
    capital(&match summary.decision {
        Decision::Advantage { small } => {
            let player = if advantage.value > 0.0 { "first" } else { "second" };
            let amount = gain_in_words(advantage.value, interval);
            let small = if small {
                let by = if sequential { "the confidence sequence" } else { "two one-sided tests at 5 %" };
                format!(" It is small: less than {margin} percentage points, by {by}.")
            } else {
                format!(" {}", size(summary))
            };
            format!(
                "{who} the {player} player has an advantage of {amount}.{small} The first player scored {scored}."
            )
        }
        Decision::Balanced => format!(
            "{who} the game is balanced to within {margin} percentage points: the first player scored {scored}, and {} \
             a larger advantage of either player.",
            if sequential {
                "the confidence sequence excludes"
            } else {
                "two one-sided tests at 5 % exclude"
            }
        ),
        Decision::Open { results } => {
            let enough = results.map_or_else(String::new, |results| {
                let in_all = if summary.pairs > 0 { results.saturating_mul(2) } else { results };
                format!(" About {} would be enough.", games(rounded_up(in_all)))
            });
            format!(
                "{who} there are not enough games to tell: the first player scored {scored}, which leaves room for an advantage of \
                 {}.{enough}",
                points(interval)
            )
        }
    })
}

/// The size of an advantage relative to strength: if two agents exchanged sides, relative to the gain of the better one;
/// otherwise in words and Elo points.
fn size(summary: &Summary) -> String {
    let advantage = summary.measure(Quantity::Advantage).value.abs();
    let strength = summary.get(Quantity::StrengthDifference);
    if let Some(strength) =
        strength.filter(|gain| gain.interval.is_some_and(|interval| !interval.contains(0.0)))
    {
        let beside = match advantage / strength.value.abs() {
            ratio if ratio < 0.25 => "small compared with",
            ratio if ratio <= 1.0 => "less than",
            _ => "more than",
        };
        return format!("It is {beside} what the difference in strength is worth.");
    }
    let word = match advantage {
        points if points < 5.0 => "slight",
        points if points < 10.0 => "moderate",
        points if points < 20.0 => "large",
        _ => "very large",
    };
    match summary.measure(Quantity::Elo).value.abs() {
        elo if elo.is_finite() && elo >= 1.0 => {
            format!("It is {word}: worth about {} Elo of playing strength.", two_digits(elo))
        }
        _ => format!("It is {word}."),
    }
}

/// How often the sides were swapped, under the pie rule.
fn swaps(Case { summary, agents, sides: [side, _], .. }: Case<'_>) -> Option<String> {
    let share = summary.get(Quantity::Swapped)?;
    let mut text =
        format!("The second player took {side}'s side in {}", measure_in_words(share, summary.design));
    if agents[0] != agents[1] {
        let of_agent = |(agent, swaps): (&String, &Swaps)| match *swaps {
            Swaps { games: 1, swapped: 1 } => format!("{agent} in its only game"),
            Swaps { games: 1, swapped: 0 } => format!("{agent} not in its only game"),
            Swaps { games, swapped } if games == swapped => {
                format!("{agent} in all {} of its games", count(games))
            }
            Swaps { games, swapped: 0 } => format!("{agent} in none of its {}", count(games)),
            Swaps { games, swapped } => format!("{agent} in {} of its {}", count(swapped), count(games)),
        };
        let second = agents.iter().zip(&summary.swaps).filter(|(_, swaps)| swaps.games > 0);
        let each: Vec<String> = second.map(of_agent).collect();
        text += &format!(": {}", each.join(", "));
    }
    if summary
        .swaps
        .iter()
        .any(|swaps| swaps.games > 0 && (swaps.swapped == 0 || swaps.swapped == swaps.games))
    {
        text += ". An agent that always or never swaps does not distinguish first turns";
    }
    Some(text + ".")
}

/// The score of the side that moves first, if the players can exchange sides, and its komi.
fn by_side(Case { summary, sides: [side, other], scored, .. }: Case<'_>) -> Option<String> {
    let score = summary.get(Quantity::FirstSideScore)?;
    let by_side = format!(
        "By sides: {side} scored {}, whichever player had it",
        measure_in_words(score, summary.design)
    );
    let Some(komi) = summary.get(Quantity::StaticKomi).filter(|_| scored).map(formatted) else {
        return Some(by_side + ".");
    };
    Some(format!(
        "{by_side}; the komi for {other} that would have split these games evenly is {}{} ({}).",
        komi.value,
        komi.unit,
        komi.interval.unwrap_or_default()
    ))
}

/// Reports that the margins have two humps: a median or a komi between the humps is then the margin of hardly any game.
pub fn humps(tally: &Tally) -> Option<String> {
    let Humps { at, below, above } = Humps::of(tally.margins())?;
    // Margins are counted in hundredths.
    let decimals = [100, 10].iter().filter(|unit| at % *unit != 0).count();
    let at = decimal(at as f64 / 100.0, decimals);
    let n = count(below + above);
    Some(format!(
        "The margins have two humps: the first player's margin is below {at} in {} of the {n} games, {at} or above in \
         {}, and close to {at} in hardly any. A median or a komi between the humps describes few games.",
        count(below),
        count(above)
    ))
}

/// The minimum share of games, in percent, at which the report says that one side lost everything.
const MANY_EMPTIED: u64 = 5;

/// Reports that many games ended with one side having nothing on the board: the margins of such games hardly show how close they
/// were.
pub fn emptied(tally: &Tally) -> Option<String> {
    let (emptied, all) = (tally.emptied(), tally.games());
    (emptied.saturating_mul(100) >= all.saturating_mul(MANY_EMPTIED)).then(|| {
        format!("In {} of the {} one side ended with nothing on the board.", count(emptied), games(all))
    })
}
