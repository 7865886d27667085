//! `dropline ladder`.

use super::experiment::{Plan, Planned, Reading, play};
use super::openings::Openings;
use crate::cli::experiment_args::Ladder;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::contestant::Contestant;
use crate::run::ExperimentKind;
use crate::variant::Loaded;
use std::process::ExitCode;

/// Lets agents of increasing strength play each other and themselves.
pub fn run(args: &Ladder, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    play(plan(args, session)?, &args.folder, session)
}

/// The runs that the command asks for.
pub fn plan(args: &Ladder, session: &mut Session<'_>) -> Result<Plan, Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    session.print_notes(&loaded);
    let rungs = &args.ladder.rungs.0;
    let openings = Openings::read(&args.start)?;
    let runs = runs_of(rungs, &args.variant, &loaded).into_iter();
    let runs = runs.map(|run| run.with_openings(openings.as_ref())).collect::<Result<_, _>>()?;
    let names = [loaded.variant.id.clone(), format!("{}-to-{}", rungs[0], rungs[rungs.len() - 1])].to_vec();
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

/// The runs of `rungs`, the weakest first, in the variant `loaded`, called `spec` on the command line: each rung against itself, and
/// in pairs against the one below.
pub fn runs_of(rungs: &[Contestant], spec: &str, loaded: &Loaded) -> Vec<Planned> {
    let planned = |agents: [&Contestant; 2]| {
        Planned::game(spec, &loaded.variant.id, loaded.clone(), agents.map(Clone::clone))
    };
    let mut runs = Vec::new();
    for (at, rung) in rungs.iter().enumerate() {
        runs.push(planned([rung, rung]));
        if let Some(below) = at.checked_sub(1) {
            runs.push(planned([rung, &rungs[below]]).in_pairs(true));
        }
    }
    runs
}
