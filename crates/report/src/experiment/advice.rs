//! What to do next after a study.

use super::fairness::{Fairness, Trend};
use super::model::{Model, Run};
use super::study::{fairness, strongest_run};
use crate::verdict::Withheld;
use dropline_engine::variant::{ActionKind, Claims, End, Repetition, Variant};

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Play more, between stronger players.
    Larger,
    /// Find players who tell first turns apart.
    Weigh,
    /// Add a rule that ends the game: these settings are such rules.
    End(Vec<&'static str>),
    /// Raise the turn cap to this.
    Raise(u32),
    /// Add this komi, and what it is, in words.
    Komi { value: f64, in_words: String },
    /// Add the pie rule.
    Pie,
}

impl Advice {
    /// The advice in a sentence or two.
    pub fn text(&self) -> String {
        match self {
            Self::Larger => {
                "What would settle it: stronger players and more games, which a larger `--budget` gives.".to_owned()
            }
            Self::Weigh => "What would settle it: players who tell good first turns from bad ones, which a larger `--budget` may give. \
                 Without the pie rule (`--set turn.swap=false`) the study says who is ahead before any swap."
                .to_owned(),
            Self::End(rules) => {
                let rules: Vec<String> = rules.iter().map(|rule| format!("`--set {rule}`")).collect();
                format!("What would settle it: a rule that ends the game, such as {}.", rules.join(" or "))
            }
            Self::Raise(turns) => {
                format!("What would settle it: games that end, with a higher turn cap (`--set end.max_turns={turns}`).")
            }
            Self::Komi { value, in_words } => format!(
                "What may help: a komi (`--set score.komi={value}`). The one that would have split the strongest players' games evenly is {in_words}."
            ),
            Self::Pie => "What may help: the pie rule (`--set turn.swap=true`), by which the second player may take the first player's side."
                .to_owned(),
        }
    }

    /// What to do next, after the study in `model`: what would settle the question, or what may bring the game nearer to even, which is the
    /// komi that would have split the strongest players' games, and the pie rule if the first player is ahead.
    pub fn of(model: &Model) -> Vec<Self> {
        let fairness = fairness(model);
        let first = match &fairness {
            Fairness::Proved(result) if result == "draw" => return Vec::new(),
            Fairness::Proved(result) => result == "first",
            Fairness::Ahead { first, trend, .. } if *trend != Trend::Narrow => *first,
            Fairness::Incomplete | Fairness::Fair | Fairness::Close(_) | Fairness::Drawn { .. } => {
                return Vec::new();
            }
            Fairness::CutOff { .. } => return strongest_run(model).and_then(ending).into_iter().collect(),
            Fairness::None(_) => {
                let cut = strongest_run(model).filter(|run| run.reason() == Some(Withheld::CutOff));
                return cut.and_then(ending).into_iter().collect();
            }
            Fairness::Swaps(_) => return vec![Self::Weigh],
            _ => return vec![Self::Larger],
        };
        let Some((run, game)) = strongest_run(model).and_then(|run| Some((run, run.model.as_ref()?))) else {
            return Vec::new();
        };
        if game.variant.swap {
            return Vec::new();
        }
        let komi = game.komi();
        let komi = komi.map(|komi| Self::Komi { value: komi.value, in_words: run.in_words(komi) });
        komi.into_iter().chain(first.then_some(Self::Pie)).collect()
    }
}

/// What ends games that are cut off.
fn ending(run: &Run) -> Option<Advice> {
    let variant = &run.model.as_ref()?.variant;
    let rules = ending_rules(variant);
    let most = variant.end.max_turns.saturating_mul(2).min(End::MOST_TURNS);
    Some(if rules.is_empty() { Advice::Raise(most) } else { Advice::End(rules) })
}

/// The rules that would end games in which an arrangement may return.
fn ending_rules(variant: &Variant) -> Vec<&'static str> {
    if variant.board.is_boundless() || Claims::of(variant).no_return.is_some() {
        return Vec::new();
    }
    let moves = variant.actions.iter().any(|action| matches!(action.kind, ActionKind::Move(_)));
    let rules = [
        (variant.repetition == Repetition::None, "repetition.rule=positional-superko"),
        (moves && variant.end.quiet.is_none(), "end.quiet=40"),
    ];
    rules.into_iter().filter_map(|(is_missing, rule)| is_missing.then_some(rule)).collect()
}
