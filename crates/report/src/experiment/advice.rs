//! What to do next after a study.

use super::deciding::{fairness, strongest_run};
use super::fairness::{Fairness, Trend};
use super::model::{Model, Run};
use crate::verdict::Withheld;
use crate::words::{count, decimal};
use dropline_engine::points::Points;
use dropline_engine::rules::Reason;
use dropline_engine::variant::{
    ActionKind, Claims, End, Repetition, RepetitionResult, Variant, load_effective,
};
use dropline_lab::stats::{Openings, Quantity};
use serde_json::Value;
use std::path::Path;

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Play more, between stronger players.
    Larger,
    /// Play more, between stronger players, to tell an even game from one that is nearly so.
    Narrower,
    /// Find players who tell first turns apart. The command that studies the game without swaps.
    Weigh { command: String },
    /// Add a rule that ends the game: these commands study it with such rules. Whether it has one already, which is to stay.
    End { commands: Vec<String>, more: bool },
    /// Raise the turn cap, as this command does.
    Raise { command: String },
    /// Add a komi: the command that tries komis between players who know of them, and the one that would have helped these, in words.
    Komi { command: String, in_words: String },
    /// Try komis with this command, though few games end with small margins.
    PerhapsKomi { command: String },
    /// Add the pie rule, as this command does. What the first side scored after its worst first turn, in words, if some turn was played often.
    Pie { command: String, after: Option<String> },
    /// Add the pie rule, as this command does, though the games began with few turns, this one most often, and so do not show what others are
    /// worth.
    PerhapsPie { command: String, turn: String },
    /// Do not rely on the pie rule: the first side is ahead after every first turn that was played often. What it scored after the worst.
    NoPie { after: String },
    /// Do not rely on the pie rule: games are over before the second player could swap.
    TooLate,
    /// Let a return end the game in another way, as this command does: it ends this share of the games, drawn.
    Return { command: String, share: f64 },
    /// Try other values of a key: what it is, and the command.
    Try { what: &'static str, command: String },
}

impl Advice {
    /// The advice in a sentence or two.
    pub fn text(&self) -> String {
        match self {
            Self::Larger => {
                "What would settle it: stronger players and more games, which a larger `--budget` gives.".to_owned()
            }
            Self::Narrower => "What would tell a fair game from a small advantage: more games of stronger players, which a larger `--budget` gives."
                .to_owned(),
            Self::Weigh { command } => format!(
                "What would settle it: players who tell good first turns from bad ones, which a larger `--budget` may give. \
                 Without the pie rule, `{command}` says who is ahead before any swap."
            ),
            Self::End { commands, more } => {
                let commands: Vec<String> = commands.iter().map(|command| format!("`{command}`")).collect();
                let rule = if *more { "a further rule" } else { "a rule" };
                format!("What would settle it: {rule} that ends the game, as in {}.", commands.join(" or "))
            }
            Self::Raise { command } => {
                format!("What would settle it: games that end, with a higher turn cap, as in `{command}`.")
            }
            Self::Komi { command, in_words } => format!(
                "What may help: a komi, which `{command}` tries. The one that would have split the strongest players' games evenly is {in_words}."
            ),
            Self::PerhapsKomi { command } => format!(
                "What may help: a komi, which `{command}` tries. It would decide few games, since their margins have two humps."
            ),
            Self::Pie { command, after } => format!(
                "What may help: the pie rule, by which the second player may take the first player's side, as in `{command}`.{}",
                after.as_ref().map_or_else(String::new, |after| format!(" In these games, {after}."))
            ),
            Self::PerhapsPie { command, turn } => format!(
                "What may help: the pie rule, as in `{command}`, if another first turn than {turn}, with which these games began most often, \
                 leaves the game near even."
            ),
            Self::NoPie { after } => format!(
                "The pie rule alone would hand the advantage over, unless there is a worse first turn than these players chose: {after}."
            ),
            Self::TooLate => {
                "The pie rule cannot help: games are over before the second player could take the first player's side.".to_owned()
            }
            Self::Return { command, share } => format!(
                "What may help: an arrangement that returned ended {} % of the games, which makes them drawn. The player who brings it \
                 back could lose instead, as in `{command}`, or it could return more often (`repetition.times`).",
                decimal(share * 100.0, 0)
            ),
            Self::Try { what, command } => format!("What to try: {what}, as in `{command}`."),
        }
    }

    /// What to do next, after the study in `model`: what would settle the question, or what may bring the game nearer to even. That is the
    /// komi that would have split the strongest players' games, and the pie rule if the first player is ahead; otherwise another game.
    pub fn of(model: &Model) -> Vec<Self> {
        let fairness = fairness(model);
        let first = match &fairness {
            Fairness::Proved(result) if result == "draw" => return Vec::new(),
            Fairness::Proved(result) => result == "first",
            Fairness::Ahead { first, trend, .. } if *trend != Trend::Narrow => *first,
            Fairness::Incomplete | Fairness::Fair => return Vec::new(),
            Fairness::Close(_) => return vec![Self::Narrower],
            Fairness::Drawn { .. } => {
                let Some(run) = strongest_run(model) else { return Vec::new() };
                let other = other_return(run);
                return other.into_iter().chain(other_game(run)).collect();
            }
            Fairness::CutOff { .. } => return strongest_run(model).and_then(ending).into_iter().collect(),
            Fairness::None(_) => {
                let cut = strongest_run(model).filter(|run| run.reason() == Some(Withheld::CutOff));
                return cut.and_then(ending).into_iter().collect();
            }
            Fairness::Swaps(_) => {
                let command = strongest_run(model).and_then(|run| studying(run, "turn.swap", "false"));
                return vec![command.map_or(Self::Larger, |command| Self::Weigh { command })];
            }
            _ => return vec![Self::Larger],
        };
        let Some((run, game)) = strongest_run(model).and_then(|run| Some((run, run.model.as_ref()?))) else {
            return Vec::new();
        };
        // The komi that the game has does not help it.
        let is_new = |value| Points::from_f64(value) != Some(game.variant.score.komi);
        let komi = game.komi().filter(|komi| is_new(komi.value)).and_then(|komi| {
            let command = tuning(run, komi.value)?;
            Some(Self::Komi { command, in_words: run.in_words(komi) })
        });
        let perhaps = || {
            let between = game.humps().and_then(|_| game.summary.get(Quantity::StaticKomi))?;
            Some(Self::PerhapsKomi { command: tuning(run, between.value)? })
        };
        let komi = komi.or_else(perhaps);
        let pie = if first && !game.variant.has_swaps() { pie_rule(run) } else { None };
        let advice: Vec<Self> = komi.into_iter().chain(pie).collect();
        let helps = advice.iter().any(|advice| {
            matches!(
                advice,
                Self::Komi { .. } | Self::PerhapsKomi { .. } | Self::Pie { .. } | Self::PerhapsPie { .. }
            )
        });
        let other = if helps { None } else { other_game(run) };
        advice.into_iter().chain(other).collect()
    }
}

/// How many first turns must have been played often to say that none leaves the game near even.
const TELLING: usize = 4;

/// Whether the pie rule may help, by the first turns of these games, in which the first player is ahead.
fn pie_rule(run: &Run) -> Option<Advice> {
    let game = run.model.as_ref()?;
    if game.summary.measure(Quantity::Turns).value < 2.0 {
        return Some(Advice::TooLate);
    }
    let command = studying(run, "turn.swap", "true")?;
    // Repeated games are one observation each, which the table of first turns does not tell apart.
    if game.summary.distinct.repeated {
        return Some(Advice::Pie { command, after: None });
    }
    let turns = game.first_turns().judged();
    let Some(worst) = turns.iter().min_by(|a, b| a.shrunken.total_cmp(&b.shrunken)) else {
        return Some(Advice::Pie { command, after: None });
    };
    // Players who choose a turn for its strength rarely try the weak ones, which the pie rule makes them look for.
    if worst.interval.low > 0.5 && turns.len() < TELLING {
        let usual = turns.iter().max_by_key(|turn| turn.outcomes.games()).unwrap_or(worst);
        return Some(Advice::PerhapsPie { command, turn: usual.turn.clone() });
    }
    let percent = |share: f64| decimal(share * 100.0, 1);
    let after = format!(
        "the first side scored {} % after {}, the least of all first turns with {} games or more (95 % interval {} to {}, n = {})",
        percent(worst.shrunken),
        worst.turn,
        Openings::ENOUGH,
        percent(worst.interval.low),
        percent(worst.interval.high),
        count(worst.outcomes.games())
    );
    Some(if worst.interval.low > 0.5 {
        Advice::NoPie { after }
    } else {
        Advice::Pie { command, after: Some(after) }
    })
}

/// How far from the komi that would have helped others are tried.
const AROUND: f64 = 4.0;

/// The command that tries komis around `value`.
fn tuning(run: &Run, value: f64) -> Option<String> {
    const KEY: &str = "score.komi";
    let values = format!("{KEY}={}..{}", value - AROUND, value + AROUND);
    run.command("tune", Some(KEY), &["--vary", &values])
}

/// The command that studies the game with another value of `key`.
fn studying(run: &Run, key: &str, value: &str) -> Option<String> {
    run.command("study", Some(key), &["--set", &format!("{key}={value}")])
}

/// A sweep over sizes of the board, or over numbers of actions where the board has no size.
fn other_game(run: &Run) -> Option<Advice> {
    let rules = &run.model.as_ref()?.manifest.rules;
    let number = |path: &str| rules.pointer(path).and_then(Value::as_u64);
    let board = [("board.side", "/board/side"), ("board.width", "/board/width")];
    let size = board.into_iter().find_map(|(key, path)| Some((key, number(path).filter(|&n| n > 2)?)));
    let (what, key, values) = match size {
        Some((key, n)) => ("other sizes of the board", key, n - 1..=n + 1),
        None => {
            let most = number("/turn/steps/0/max")?;
            ("other numbers of actions a turn", "turn.steps.0.max", 1..=most + 1)
        }
    };
    let [low, .., high] = values.filter(|&value| plays(run, key, value)).collect::<Vec<_>>()[..] else {
        return None;
    };
    let command = run.command("sweep", Some(key), &["--vary", &format!("{key}={low}..{high}")])?;
    Some(Advice::Try { what, command })
}

/// Whether the game of `run` is a valid game with this `value` of `key`: a setup may name cells that a smaller board lacks.
fn plays(run: &Run, key: &str, value: u64) -> bool {
    let Some(model) = &run.model else { return false };
    let mut rules = model.manifest.rules.clone();
    let Some(place) = rules.pointer_mut(&format!("/{}", key.replace('.', "/"))) else { return false };
    *place = value.into();
    load_effective(&rules, &model.manifest.variant, Path::new("rules")).is_ok()
}

/// Another end of games that are drawn because an arrangement returned.
fn other_return(run: &Run) -> Option<Advice> {
    let game = run.model.as_ref()?;
    let drawn = game.variant.end.repeated.is_some_and(|repeated| repeated.result == RepetitionResult::Draw);
    let ended = game.summary.ends.iter().find(|(reason, _)| *reason == Reason::Repetition);
    let share = ended.map_or(0, |&(_, games)| games) as f64 / game.summary.games().max(1) as f64;
    if !drawn || share <= 0.5 {
        return None;
    }
    let command = studying(run, "repetition.result", "loses")?;
    Some(Advice::Return { command, share })
}

/// What ends games that are cut off.
fn ending(run: &Run) -> Option<Advice> {
    let variant = &run.model.as_ref()?.variant;
    let commands: Vec<String> =
        ending_rules(variant).into_iter().filter_map(|(key, value)| studying(run, key, value)).collect();
    if commands.is_empty() {
        let most = variant.end.max_turns.saturating_mul(2).min(End::MOST_TURNS);
        let command = studying(run, "end.max_turns", &most.to_string())?;
        return Some(Advice::Raise { command });
    }
    let more = variant.repetition != Repetition::None || variant.end.quiet.is_some();
    Some(Advice::End { commands, more })
}

/// The rules that would end games in which an arrangement may return.
fn ending_rules(variant: &Variant) -> Vec<(&'static str, &'static str)> {
    if variant.board.is_boundless() || Claims::of(variant).no_return.is_some() {
        return Vec::new();
    }
    let moves = variant.actions.iter().any(|action| matches!(action.kind, ActionKind::Move(_)));
    let unlimited = variant.repetition == Repetition::None && variant.end.repeated.is_none();
    let rules = [
        (unlimited, ("repetition.rule", "positional-superko")),
        (moves && variant.end.quiet.is_none(), ("end.quiet", "40")),
    ];
    rules.into_iter().filter_map(|(is_missing, rule)| is_missing.then_some(rule)).collect()
}
