//! Keys of the rules in words, such as `drops a turn` for `turn.steps.0.max`.

use dropline_engine::numbers::plural;
use dropline_engine::variant::{Step, Variant};

/// The key at the dotted `path` in words, in a game with the rules of `variant`; the path itself if there are no words for it.
pub fn words(path: &str, variant: &Variant) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    let text = match parts.as_slice() {
        ["board", "side"] => "side of the board".to_owned(),
        ["board", "width"] => "width of the board".to_owned(),
        ["board", "height"] => "height of the board".to_owned(),
        ["board", "shape"] => "shape of the board".to_owned(),
        ["score", "komi"] => "komi".to_owned(),
        ["score", "method"] => "scoring".to_owned(),
        ["capture", "rule"] => "captures".to_owned(),
        ["capture", "suicide"] => "suicide".to_owned(),
        ["repetition", "rule"] => "repetition".to_owned(),
        ["repetition", "result"] => "result of a repetition".to_owned(),
        ["repetition", "times"] => "times an arrangement may stand".to_owned(),
        ["turn", "swap"] => "pie rule".to_owned(),
        ["stacks", "hand"] => "stones in each hand".to_owned(),
        ["end", "max_turns"] => "turn cap".to_owned(),
        ["end", "passes"] => "passes that end the game".to_owned(),
        ["end", "stuck"] => "player who can do nothing".to_owned(),
        ["end", "tiles"] => "tiles that end the game".to_owned(),
        ["turn", "steps", number, bound @ ("min" | "max")] => {
            let several = variant.turn.steps.len() > 1;
            in_turn(
                bound,
                number,
                &variant.turn.steps,
                variant,
                if several { "in step" } else { "" },
                "a turn",
            )
        }
        ["opening", turn, "steps", number, bound @ ("min" | "max")] => {
            let Some(opening) = turn.parse().ok().and_then(|turn: usize| variant.openings.get(turn)) else {
                return path.to_owned();
            };
            let nth = turn.parse::<usize>().unwrap_or(0) + 1;
            in_turn(bound, number, &opening.steps, variant, "", &format!("in turn {nth}"))
        }
        ["action", name, _, rest @ ..] if !rest.is_empty() => {
            format!("{} of {name}", table_key_in_words(rest))
        }
        ["goal", name, _, rest @ ..] if !rest.is_empty() => format!("{} of {name}", table_key_in_words(rest)),
        _ => path.to_owned(),
    };
    // Text from files is shown verbatim, but at most one line of it.
    dropline_engine::text::fitted(&text, 48)
}

/// The minimum or maximum number of actions of a step: `drops a turn`, `fewest drops a turn`.
fn in_turn(bound: &str, number: &str, steps: &[Step], variant: &Variant, step: &str, turn: &str) -> String {
    let at = number.parse::<usize>().unwrap_or(usize::MAX);
    let names: Vec<&str> = steps
        .get(at)
        .into_iter()
        .flat_map(|step| step.tiers.iter().flatten())
        .filter_map(|&action| variant.actions.get(action).map(|action| action.name.as_str()))
        .collect();
    let actions = match names.as_slice() {
        [one] => plural(one),
        _ => "actions".to_owned(),
    };
    let which = if step.is_empty() { String::new() } else { format!(" {step} {}", at.saturating_add(1)) };
    let fewest = if bound == "min" { "fewest " } else { "" };
    format!("{fewest}{actions} {turn}{which}")
}

/// A key in its table, with spaces: `new stones in a group`.
fn table_key_in_words(rest: &[&str]) -> String {
    match rest {
        ["new_per_group"] => "new stones in a group".to_owned(),
        ["length"] => "length".to_owned(),
        _ => rest.join(" ").replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_described_in_words() {
        let of = |name: &str, path: &str| {
            words(path, &dropline_engine::variant::load(name, &[]).expect("a shipped variant").variant)
        };
        assert_eq!(of("send-it", "turn.steps.0.max"), "drops a turn");
        assert_eq!(of("send-it", "opening.1.steps.0.min"), "fewest opens in turn 2");
        assert_eq!(of("send-it-square", "turn.steps.0.max"), "actions a turn");
        assert_eq!(of("dropper", "turn.steps.1.max"), "frees a turn in step 2");
        assert_eq!(of("send-it", "action.drop.place.new_per_group"), "new stones in a group of drop");
        assert_eq!(of("gomoku", "goal.row.line.length"), "length of row");
        assert_eq!(of("go", "score.komi"), "komi");
        assert_eq!(of("go", "setup.black"), "setup.black");
    }
}
