//! The help of the program: its commands by what one wants to do.

use super::args::Args;
use clap::{Command, CommandFactory};
use std::fmt::Write as _;

/// What one wants to do, and the commands for it in the order of their use.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Write a game down", &["variants", "check", "show", "schema"]),
    ("Ask what its rules do", &["simulate", "compare", "sweep", "ladder", "solve"]),
    ("Play it yourself", &["play", "engine", "agents"]),
    ("Work with runs and records", &["report", "verify", "replay"]),
    ("Divide the work", &["unit", "status", "finish", "submit"]),
    ("Test the program", &["perft", "bench"]),
];
/// Where all others stand.
const OTHERS: &str = "More";

/// The command line, whose help shows the commands by what one wants to do.
pub fn command() -> Command {
    let command = Args::command();
    let groups = groups(&command);
    let (header, around) = (command.get_styles().get_header(), "Common options");
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}{around}:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

/// The commands with what they do, in their groups.
fn groups(command: &Command) -> String {
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
            let _ = writeln!(
                text,
                "  {literal}{name}{literal:#}{:space$}  {about}",
                "",
                space = width - name.len()
            );
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_the_help_once() {
        let command = Args::command();
        let text = anstream::adapter::strip_str(&groups(&command)).to_string();
        for sub in command.get_subcommands().filter(|command| !command.is_hide_set()) {
            let line = format!("  {} ", sub.get_name());
            assert_eq!(text.lines().filter(|text| text.starts_with(&line)).count(), 1, "{line}{text}");
        }
        for name in GROUPS.iter().flat_map(|(_, names)| *names) {
            assert!(command.find_subcommand(name).is_some(), "`{name}` is no command");
        }
    }
}
