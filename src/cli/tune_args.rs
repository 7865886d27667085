//! The arguments of `dropline tune`.

use super::experiment_args::Folder;
use super::start_args::StartArgs;
use super::values::{agent, games, time};
use crate::contestant::Contestant;
use crate::report::Aim;
use crate::stats::{Quantity, Unit, least_games};
use clap::ValueHint;
use std::time::Duration;

/// Search for the values of keys at which a game is fairest, or a measure is nearest to a target
///
/// Every combination of the values is tried, by sequential halving: each round plays the same number of games with each combination
/// that is left and drops the half that is farther from the target, so that most games go where the choice is close. A combination
/// is dropped immediately if confidence sequences, valid for all combinations simultaneously, show that it is farther from the
/// target than another. If there are too many combinations for halving, a model of single values and pairs of values guides the
/// search (NTBEA), and halving decides among the 32 that look best. The winner and those that the search cannot tell from it, at most
/// five, then play fresh games, and only these decide: the games of the search are biased, since they picked the finalists. The fresh
/// games are an experiment in a folder, with a page, like those of `dropline sweep`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline tune go --set board.width=5 --set board.height=5 --vary score.komi=0..10:0.5
  dropline tune send-it --set board.side=4 --vary turn.steps.0.max=1..6 --vary score.komi=0..6 --games 50k --agents greedy
  dropline tune go --vary board.width=4..7 --vary board.height=4..7 --vary score.komi=0..12:0.5
  dropline tune send-it --vary board.side=3..8 --aim turns=40 --agents random
  dropline tune hex --vary board.side=4..7 --agents mcts:400 --json")]
pub struct Tune {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// A key and its values; with several keys, all combinations are tried
    ///
    /// VALUES are as for `dropline sweep`: TOML values or bare words separated by commas, or ranges A..B and A..B:STEP.
    #[arg(long, required = true, value_name = "KEY=VALUES", allow_hyphen_values = true)]
    pub vary: Vec<String>,

    /// A measure, by its name in summary.csv, and a target value for it
    ///
    /// Accepted are first_player_score, drawishness, completion, turns, actions, branching_factor, game_tree, lead_changes,
    /// late_upsets and board_coverage. Shares can be given in percent.
    #[arg(long, value_name = "MEASURE=TARGET", default_value = "first_player_score=50%", value_parser = aim, allow_hyphen_values = true)]
    pub aim: Aim,

    /// How many games the search plays, at most
    #[arg(short = 'n', long, value_name = "N", default_value = "5000", value_parser = games, allow_hyphen_values = true)]
    pub games: u64,

    /// How many fresh games each finalist plays
    #[arg(long, value_name = "N", default_value = "1000", value_parser = games, allow_hyphen_values = true)]
    pub fresh: u64,

    /// How to search the combinations
    #[arg(long, value_enum, default_value_t)]
    pub search: Search,

    /// Who plays both sides [default: players that learn each combination]
    ///
    /// Without it, the program learns each combination by self-play, as in `dropline study`. If there are more than 32, `mcts:100` plays,
    /// or greedy where that is stronger.
    #[arg(short, long = "agents", visible_alias = "agent", value_name = "AGENT", value_parser = agent)]
    pub agent: Option<Contestant>,

    /// About how long it takes to learn and play each combination, if no agent is named
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time, conflicts_with = "agent", allow_hyphen_values = true)]
    pub budget: Duration,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    pub folder: Folder,
}

/// How to search the combinations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Search {
    /// `ntbea` if there are at least 64 combinations and the first round of halving would play fewer than 20 games of each, else `halving`
    #[default]
    Auto,
    /// Tries all combinations, and drops half of them after each round
    Halving,
    /// The N-tuple bandit evolutionary algorithm: tries the combinations that a model of values and pairs of values favours
    Ntbea,
}

impl Search {
    /// Games that each combination should get in a first round.
    const ENOUGH: u64 = 20;
    /// The number of combinations up to which all are tried.
    const FEW: usize = 64;

    /// Whether a model guides the search, given the numbers of `combinations`, `keys` and `games`.
    pub fn is_by_model(self, combinations: usize, keys: usize, games: u64) -> bool {
        match self {
            Self::Auto => {
                keys > 1 && combinations >= Self::FEW && games < Self::ENOUGH * least_games(combinations, 1)
            }
            Self::Halving => false,
            Self::Ntbea => true,
        }
    }

    /// The name of the search.
    pub const fn name(by_model: bool) -> &'static str {
        if by_model { "ntbea" } else { "halving" }
    }
}
/// A measure that all games have, and its target.
fn aim(text: &str) -> Result<Aim, String> {
    const NEEDED: &str = "expected a measure and its target, as in `first_player_score=50%` or `turns=40`";
    let (name, target) = text.split_once('=').ok_or(NEEDED)?;
    let mut measures = Quantity::ALL.iter().copied().filter(|quantity| AIMS.contains(quantity));
    let quantity = measures.find(|quantity| quantity.name() == name.trim()).ok_or_else(|| {
        let names: Vec<&str> = AIMS.iter().map(|quantity| quantity.name()).collect();
        format!(
            "`{}` is not a measure that `--aim` accepts; expected one of {}",
            name.trim(),
            names.join(", ")
        )
    })?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let share = quantity.unit() == Unit::Share;
    let target = match target.trim().strip_suffix('%') {
        Some(percent) if share => number(percent).map(|percent| percent / 100.0),
        Some(_) => None,
        None => number(target),
    };
    let possible = |target: &f64| !share || (0.0..=1.0).contains(target);
    target.filter(possible).map(|target| Aim { quantity, target }).ok_or_else(|| {
        let wanted = if share { "a share such as `50%` or `0.5`" } else { "a number" };
        format!("invalid target of `{}`: expected {wanted}", quantity.name())
    })
}

/// The measures that can be aimed at: means of quantities that every game has.
const AIMS: [Quantity; 10] = [
    Quantity::Score,
    Quantity::Drawishness,
    Quantity::Completion,
    Quantity::Turns,
    Quantity::Actions,
    Quantity::Branching,
    Quantity::GameTree,
    Quantity::LeadChanges,
    Quantity::LateUpsets,
    Quantity::Coverage,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ntbea_is_chosen_if_halving_would_have_too_few_games_per_combination() {
        let auto = |combinations, keys, games| Search::Auto.is_by_model(combinations, keys, games);
        // 1,296 combinations take eleven rounds: 11 × 1,296 × 20 games are 285,120.
        assert!(auto(1_296, 4, 285_119) && !auto(1_296, 4, 285_120));
        assert!(!auto(1_296, 1, 20_000), "with a single key, a model has no advantage");
        assert!(!auto(63, 2, 1_000) && auto(64, 2, 1_000));
        assert!(Search::Ntbea.is_by_model(4, 1, 1_000_000) && !Search::Halving.is_by_model(10_000, 4, 10));
    }

    #[test]
    fn the_help_names_every_measure_to_aim_at() {
        let command = <Tune as clap::Args>::augment_args(clap::Command::new("tune"));
        let option = command.get_arguments().find(|option| option.get_id() == "aim").expect("an option");
        let help = option.get_long_help().expect("help").to_string();
        for quantity in AIMS {
            assert!(help.contains(quantity.name()), "{}", quantity.name());
        }
    }

    #[test]
    fn aims_are_parsed() {
        assert_eq!(aim("first_player_score=50%"), Ok(Aim { quantity: Quantity::Score, target: 0.5 }));
        assert_eq!(aim("turns=40"), Ok(Aim { quantity: Quantity::Turns, target: 40.0 }));
        for (text, message) in [
            ("turns", "as in `first_player_score=50%`"),
            ("turn=4", "`turn` is not a measure that `--aim` accepts; expected one of first_player_score, "),
            ("turns=40%", "invalid target of `turns`: expected a number"),
            ("drawishness=40", "expected a share such as `50%` or `0.5`"),
        ] {
            assert!(aim(text).unwrap_err().contains(message), "{text}: {}", aim(text).unwrap_err());
        }
    }
}
