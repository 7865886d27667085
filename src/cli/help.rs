//! The help of the program: commands grouped by purpose, each with the options that it uses.

use super::args::Args;
use super::unused;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write as _;
use terminal_size::{Width, terminal_size};

/// Purposes, and their commands in order of use.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Define a game", &["variants", "check", "show", "schema"]),
    (
        "Study its rules",
        &["study", "simulate", "compare", "sweep", "tune", "ladder", "solve", "accuracy", "states"],
    ),
    ("Play it yourself", &["play", "engine", "agents", "learn"]),
    ("Work with runs and records", &["report", "verify", "replay"]),
    ("Divide the work", &["unit", "status", "finish", "submit"]),
    ("Test the program", &["perft", "bench"]),
];
/// The maximum width of lines, as in clap's help.
const MOST_COLUMNS: usize = 100;
/// The minimum width: narrower terminals wrap lines themselves.
const LEAST_COLUMNS: usize = 40;
/// The spaces before and after the name of a command.
const INDENT: usize = 4;
/// The heading for commands that belong to no group.
const OTHERS: &str = "More";

/// The command line, whose help groups commands by purpose and shows only the common options that a command uses.
pub fn command() -> Command {
    let command = Args::command();
    let common: Vec<Arg> = command.get_arguments().cloned().collect();
    let command = command.mut_subcommands(|sub| {
        // The other options are still parsed, so that errors in them are reported.
        let left_out = unused::left_out(sub.get_name());
        let left_out = common.iter().filter(|arg| left_out.contains(&arg.get_id().as_str()));
        sub.args(left_out.map(|arg| arg.clone().hide(true)))
    });
    let columns = terminal_size().map_or(MOST_COLUMNS, |(Width(columns), _)| usize::from(columns));
    let groups = groups(&command, columns.clamp(LEAST_COLUMNS, MOST_COLUMNS));
    let (header, around) = (command.get_styles().get_header(), "Common options");
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}{around}:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

/// The commands with their descriptions, in groups, on lines of `columns`.
fn groups(command: &Command, columns: usize) -> String {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let all: Vec<&Command> = command.get_subcommands().filter(|command| !command.is_hide_set()).collect();
    let width = all.iter().map(|command| command.get_name().len()).max().unwrap_or(0);
    let grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let named = |names: &[&str]| -> Vec<&Command> {
        names
            .iter()
            .filter_map(|name| all.iter().copied().find(|command| command.get_name() == *name))
            .collect()
    };
    let others = all.iter().copied().filter(|command| !grouped(command.get_name())).collect();
    let groups = GROUPS.iter().map(|(title, names)| (*title, named(names))).chain([(OTHERS, others)]);
    let mut text = String::new();
    for (title, commands) in groups.filter(|(_, commands)| !commands.is_empty()) {
        let _ = writeln!(text, "{header}{title}:{header:#}");
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            let [first, rest @ ..] = &textwrap::wrap(&about, columns - width - INDENT)[..] else { continue };
            let space = width - name.len();
            let _ = writeln!(text, "  {literal}{name}{literal:#}{:space$}  {first}", "");
            for line in rest {
                let _ = writeln!(text, "{:indent$}{line}", "", indent = width + INDENT);
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_listed_once_in_the_help() {
        let command = Args::command();
        let text = anstream::adapter::strip_str(&groups(&command, 90)).to_string();
        assert!(text.lines().all(|line| line.chars().count() <= 90), "{text}");
        for sub in command.get_subcommands().filter(|command| !command.is_hide_set()) {
            let line = format!("  {} ", sub.get_name());
            assert_eq!(text.lines().filter(|text| text.starts_with(&line)).count(), 1, "{line}{text}");
        }
        for name in GROUPS.iter().flat_map(|(_, names)| *names) {
            assert!(command.find_subcommand(name).is_some(), "`{name}` is not a command");
        }
    }
}
