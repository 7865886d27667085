//! `dropline ladder`.

use super::experiment::{Plan, Planned, Reading, play};
use crate::cli::experiment_args::Ladder;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::contestant::Contestant;
use crate::run::ExperimentKind;
use std::process::ExitCode;

/// Lets agents of increasing strength play each other and themselves.
pub fn run(args: &Ladder, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    play(plan(args, session)?, &args.folder, session)
}

/// The runs that the command asks for.
pub fn plan(args: &Ladder, session: &mut Session<'_>) -> Result<Plan, Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    session.print_notes(&loaded);
    let name = loaded.variant.id.clone();
    let planned = |agents: [&Contestant; 2]| {
        Planned::game(&args.variant, &name, loaded.clone(), agents.map(Clone::clone))
    };
    let rungs = &args.ladder.rungs.0;
    let mut runs = Vec::new();
    for (at, rung) in rungs.iter().enumerate() {
        runs.push(planned([rung, rung]));
        if let Some(below) = at.checked_sub(1).and_then(|below| rungs.get(below)) {
            runs.push(planned([rung, below]).in_pairs(true));
        }
    }
    let names = [name.clone(), format!("{}-to-{}", rungs[0], rungs[rungs.len() - 1])].to_vec();
    Ok(Plan {
        kind: ExperimentKind::Ladder,
        names,
        vary: Vec::new(),
        basis: None,
        runs,
        games: args.games,
        reading: Reading { until: args.until, delta: args.delta },
    })
}
