//! The arguments of `dropline tune`.

use super::values::{agent, games};
use clap::ValueHint;
use dropline::contestant::Contestant;
use dropline::stats::{Quantity, Unit};

/// Look for the values of keys at which a game is fairest, or a measure comes nearest to a target
///
/// Every combination of the values is tried, by sequential halving: in each round those that are left get the same number of games, and the
/// half that is farther from the target goes, so that most games are played where the choice is close. Whoever is certainly farther than another,
/// by confidence sequences that hold all together, goes at once. The one that is left plays fresh games, from the next seed, of which its
/// figures are: those of the search are too good, since it was picked by them. The same seed searches the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline tune go --set board.width=5 --set board.height=5 --vary score.komi=0..10:0.5
  dropline tune send-it --set board.side=4 --vary turn.steps.0.max=1..6 --vary score.komi=0..6 --games 50k
  dropline tune send-it --vary board.side=3..8 --aim turns=40 --agent random
  dropline tune hex --vary board.side=4..7 --agent mcts:100 --games 5000 --json")]
pub struct Tune {
    /// A shipped name or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// A key and its values; with several, all combinations are tried
    ///
    /// VALUES as for `dropline sweep`: TOML values or bare words with commas between, or ranges A..B and A..B:STEP.
    #[arg(long, required = true, value_name = "KEY=VALUES", allow_hyphen_values = true)]
    pub vary: Vec<String>,

    /// What is aimed at: a measure by its name in summary.csv, and its target
    #[arg(long, value_name = "MEASURE=TARGET", default_value = "first_player_score=50%", value_parser = aim, allow_hyphen_values = true)]
    pub aim: Aim,

    /// How many games the search plays, at most
    #[arg(short = 'n', long, value_name = "N", default_value = "20000", value_parser = games, allow_hyphen_values = true)]
    pub games: u64,

    /// How many fresh games the one that is found plays
    #[arg(long, value_name = "N", default_value = "2000", value_parser = games, allow_hyphen_values = true)]
    pub fresh: u64,

    /// Who plays both sides
    #[arg(short, long, value_name = "AGENT", default_value = "greedy", value_parser = agent)]
    pub agent: Contestant,
}

/// A measure and what it should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The measure.
    pub quantity: Quantity,
    /// Its target, in its unit.
    pub target: f64,
}

/// A measure that all games have, and its target.
fn aim(text: &str) -> Result<Aim, String> {
    const NEEDED: &str = "a measure and its target are needed, as in `first_player_score=50%` or `turns=40`";
    let (name, target) = text.split_once('=').ok_or(NEEDED)?;
    let mut measures = Quantity::ALL.iter().copied().filter(|quantity| AIMS.contains(quantity));
    let quantity = measures.find(|quantity| quantity.name() == name.trim()).ok_or_else(|| {
        let names: Vec<&str> = AIMS.iter().map(|quantity| quantity.name()).collect();
        format!("`{}` is none of the measures that can be aimed at: {}", name.trim(), names.join(", "))
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
        format!("the target of `{}` has to be {wanted}", quantity.name())
    })
}

/// What can be aimed at: means over games that all games have.
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
    fn measures_and_targets_are_read() {
        assert_eq!(aim("first_player_score=50%"), Ok(Aim { quantity: Quantity::Score, target: 0.5 }));
        assert_eq!(aim("turns=40"), Ok(Aim { quantity: Quantity::Turns, target: 40.0 }));
        for (text, said) in [
            ("turns", "as in `first_player_score=50%`"),
            ("turn=4", "`turn` is none of the measures that can be aimed at: first_player_score, "),
            ("turns=40%", "the target of `turns` has to be a number"),
            ("drawishness=40", "has to be a share such as `50%` or `0.5`"),
        ] {
            assert!(aim(text).unwrap_err().contains(said), "{text}: {}", aim(text).unwrap_err());
        }
    }
}
