//! Detects common options that have no effect on a command.

use super::args::Args;

/// Why `--set`, `--seed`, `--json` and `--threads` have no effect on the command `name`; `None` for an option that has an effect, and
/// for `--threads` if the command has no work to divide.
fn without_effect(name: &str) -> [Option<&'static str>; 4] {
    const NO_VARIANT: Option<&str> = Some("no variant is loaded");
    const NO_CHANCE: Option<&str> = Some("nothing here is random");
    const NO_FACTS: Option<&str> = Some("there is no data to print");
    const RULES: Option<&str> = Some("the rules are those of the run");
    const SEED: Option<&str> = Some("the seed is that of the run");
    const OWN_THREADS: Option<&str> = Some("an agent has its own, as in `mcts:1000:threads=2`");
    match name {
        "play" | "engine" => [None, None, NO_FACTS, OWN_THREADS],
        "check" | "show" | "replay" | "perft" | "solve" => [None, NO_CHANCE, None, None],
        "unit" | "submit" => [RULES, SEED, Some("it prints no results"), None],
        "report" | "status" | "finish" | "verify" => [RULES, SEED, None, None],
        "variants" | "agents" | "schema" => [NO_VARIANT, NO_CHANCE, None, None],
        "lab" => [
            Some("the page edits the rules"),
            Some("the page asks for it"),
            NO_FACTS,
            Some("experiments use all of them"),
        ],
        "completions" | "man" => [NO_VARIANT, NO_CHANCE, NO_FACTS, None],
        _ => [None; 4],
    }
}

/// The common options that the help of the command `name` leaves out: those without effect, and `--threads` if there is no work
/// to divide. Commands without such work still accept `--threads`, unless it could be taken for the threads of an agent.
pub fn left_out(name: &str) -> Vec<&'static str> {
    const ON_ONE_THREAD: [&str; 11] = [
        "variants",
        "check",
        "show",
        "report",
        "status",
        "replay",
        "agents",
        "schema",
        "completions",
        "man",
        "lab",
    ];
    let unused = ["set", "seed", "json", "threads"].into_iter().zip(without_effect(name));
    let unused = unused.filter(|(_, why)| why.is_some()).map(|(option, _)| option);
    unused.chain(ON_ONE_THREAD.contains(&name).then_some("threads")).collect()
}

/// The error if a common option given to the command `name` has no effect.
pub fn unused_option(name: &str, args: &Args) -> Option<String> {
    let [set, seed, mut json, threads] = without_effect(name);
    if args.command.submits_at_once() {
        json = Some("`--slurm` prints no JSON");
    }
    let common = &args.common;
    let given = [
        ("--set", !common.set.is_empty(), set),
        ("--seed", common.seed.is_some(), seed),
        ("--json", common.json, json),
        ("--threads", common.threads.is_some(), threads),
    ];
    given
        .into_iter()
        .filter(|(_, is_given, _)| *is_given)
        .find_map(|(option, _, why)| why.map(|why| format!("`{option}` has no effect here: {why}")))
}
