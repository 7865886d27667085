//! `dropline perft`.

use super::show::play_turns;
use crate::cli::args::Perft;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::{perft, rules};
use serde_json::json;

/// Counts sequences of actions.
pub fn run(args: &Perft, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load_position(&args.variant)?;
    let pool = session.pool()?;
    let mut start = rules::start(&loaded.variant);
    let turns: Vec<&str> = args.turns.as_deref().unwrap_or_default().split_whitespace().collect();
    play_turns(&mut *start, &turns)?;
    if args.divide {
        for (action, count) in perft::divide(&*start, args.depth, &pool) {
            if session.terminal.json {
                session.terminal.json_line(&json!({ "action": action.to_string(), "count": count }))?;
            } else {
                session.terminal.line(format_args!("{action}\t{count}"))?;
            }
        }
    }
    for depth in 1..=args.depth {
        let count: u64 = perft::divide(&*start, depth, &pool).iter().map(|(_, count)| count).sum();
        if session.terminal.json {
            session.terminal.json_line(&json!({ "depth": depth, "count": count }))?;
        } else {
            session.terminal.line(format_args!("{depth}\t{count}"))?;
        }
        // The next depth may take minutes.
        session.terminal.flush()?;
    }
    Ok(())
}
