//! `dropline perft`.

use crate::cli::args::Perft;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::{perft, rules};
use serde_json::json;

/// Counts sequences of actions.
pub fn run(args: &Perft, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load_position(&args.variant)?;
    let pool = session.pool()?;
    let start = rules::start(&loaded.variant);
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
