//! Describes the goals of a game.

use super::colour;
use crate::goals::{Both, Checked, Goal, GoalResult};
use crate::variant::words::quoted;
use crate::variant::{Side, Variant};

/// What decides the game before it is scored, if anything.
pub fn words(variant: &Variant) -> Option<String> {
    let colours = Side::BOTH.map(|side| colour(variant, side));
    let within_turns = variant.goals.iter().any(|goal| !goal.checked.ends_turn());
    let goal = |goal: &Goal| {
        let result = match goal.result {
            GoalResult::Win => "wins",
            GoalResult::Lose => "loses",
        };
        let clause = goal.words(variant, colours);
        format!("{} ({result}): {clause}.{}{}", quoted(&goal.name), checked(goal, within_turns), both(goal))
    };
    let goals: Vec<String> = variant.goals.iter().map(goal).collect();
    let moment = if within_turns { "after each action" } else { "at the end of each turn" };
    let order = match goals.len() {
        0 => return None,
        1 => "",
        _ => ", in this order",
    };
    Some(format!("{} Checked {moment}{order}.", goals.join(" ")))
}

/// When `goal` counts, if that is not when most goals of the game do. `within_turns` says whether some are checked after each action.
fn checked(goal: &Goal, within_turns: bool) -> &'static str {
    match goal.checked {
        Checked::Action => "",
        Checked::OwnAction => {
            " It counts only for the player who acted, as soon as that player acts while it is there."
        }
        Checked::Turn if within_turns => " It counts only at the end of a turn.",
        Checked::Turn => "",
        Checked::OwnTurn => " It counts only at the end of the player's own turn.",
        Checked::Start => " It counts only if it is still there at the end of the opponent's turn.",
    }
}

/// For whom `goal` counts if both sides reach it at once, if it does not count for the player who acted.
fn both(goal: &Goal) -> String {
    let at_once = match goal.checked {
        Checked::Action => "one action reaches it for both sides",
        Checked::Turn => "both sides have reached it at the end of a turn",
        Checked::OwnAction | Checked::OwnTurn | Checked::Start => return String::new(),
    };
    match goal.both {
        Both::Mover => String::new(),
        Both::Other => format!(" If {at_once}, it counts for the player who did not act."),
        Both::Draw => format!(" If {at_once}, the game is a draw."),
        Both::Neither => format!(" If {at_once}, the game goes on."),
    }
}
