//! The commands that print built-in information: `variants`, `agents`, `schema`, `completions`, `man`.

use crate::agents::AgentSpec;
use crate::agents::mcts::{MctsOption, OPTIONS};
use crate::cli::args::Args;
use crate::cli::failure::Failure;
use crate::cli::help;
use crate::cli::session::Session;
use crate::external::{ExternalOption, Protocol};
use crate::learn::LearnedSpec;
use crate::variant;
use anyhow::anyhow;
use clap::CommandFactory;
use clap_complete::Shell;
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;

/// Lists the shipped variants.
pub fn variants(session: &mut Session<'_>) -> Result<(), Failure> {
    let mut table = plain_table(session);
    let mut about = "";
    for shipped in variant::shipped() {
        let loaded = variant::load(shipped.name, &[]).map_err(Failure::Variant)?;
        let (board, info) = (loaded.variant.board.to_string(), &loaded.variant.info);
        if session.terminal.json {
            session.terminal.json_line(&json!({
                "variant": shipped.name,
                "about": shipped.about,
                "name": info.name,
                "author": info.author,
                "year": info.year,
                "based_on": info.based_on,
                "board": board,
                "summary": info.summary,
            }))?;
        } else {
            if shipped.about != about {
                if !about.is_empty() {
                    table.add_row([""]);
                }
                table.add_row([shipped.about]);
                about = shipped.about;
            }
            table.add_row([&format!("  {}", shipped.name), &board, &info.summary]);
        }
    }
    if session.terminal.json { Ok(()) } else { print(table, session) }
}

/// Prints the file of the shipped variant called `name`.
pub fn variant_file(name: &str, session: &mut Session<'_>) -> Result<(), Failure> {
    let Some(shipped) = variant::shipped().iter().find(|shipped| shipped.name == name) else {
        let names = variant::shipped().iter().map(|shipped| shipped.name);
        let near =
            variant::nearest(name, names).map_or(String::new(), |near| format!(": did you mean `{near}`?"));
        return Err(Failure::Wrong(anyhow!("`{name}` is not a shipped variant{near}")));
    };
    if session.terminal.json {
        return session.terminal.json_line(&json!({ "variant": name, "file": shipped.text }));
    }
    session.terminal.bytes(shipped.text.as_bytes())
}

/// Explains the agents.
pub fn agents(session: &mut Session<'_>) -> Result<(), Failure> {
    let mut table = plain_table(session);
    for agent in AgentSpec::ALL {
        let explanation = agent.explanation();
        if session.terminal.json {
            let options: Vec<_> = agent.options().iter().map(option_as_json).collect();
            session.terminal.json_line(
                &json!({ "agent": agent.to_string(), "explanation": explanation, "options": options }),
            )?;
        } else {
            table.add_row([&agent.to_string(), explanation]);
        }
    }
    for (name, explanation) in LearnedSpec::EXPLANATIONS {
        if session.terminal.json {
            session
                .terminal
                .json_line(&json!({ "agent": name, "explanation": explanation, "options": [] }))?;
        } else {
            table.add_row([name, explanation]);
        }
    }
    for protocol in Protocol::ALL {
        let (name, explanation) = (format!("{}:COMMAND", protocol.name()), protocol.explanation());
        if session.terminal.json {
            let options: Vec<_> = protocol.options().iter().map(external_option_as_json).collect();
            session
                .terminal
                .json_line(&json!({ "agent": name, "explanation": explanation, "options": options }))?;
        } else {
            table.add_row([&name, explanation]);
        }
    }
    if session.terminal.json {
        return Ok(());
    }
    print(table, session)?;
    session.terminal.line(
        "\nOptions of mcts, after colons, as in mcts:1000:exploration=0.7:rave=64, with their defaults:\n",
    )?;
    let mut table = plain_table(session);
    for option in OPTIONS {
        table.add_row([&format!("{}={}", option.name, option.default), option.explanation]);
    }
    print(table, session)?;
    session.terminal.line(
        "\nOptions of other programs, before the command, as in ugi:movetime=100ms:timeout=10s:./bot; gtp has only\n\
         timeout and name:\n",
    )?;
    let mut table = plain_table(session);
    for option in Protocol::Ugi.options() {
        let written = match option.default {
            "" => option.name.to_owned(),
            default => format!("{}={default}", option.name),
        };
        table.add_row([&written, option.explanation]);
    }
    print(table, session)
}

fn external_option_as_json(option: &ExternalOption) -> serde_json::Value {
    let ExternalOption { name, explanation, default } = option;
    let default = Some(default).filter(|default| !default.is_empty());
    json!({ "name": name, "explanation": explanation, "default": default })
}

fn option_as_json(option: &MctsOption) -> serde_json::Value {
    json!({
        "name": option.name,
        "explanation": option.explanation,
        "default": option.default.to_f64(),
        "least": option.least.to_f64(),
        "most": option.most.to_f64(),
    })
}

/// Prints the JSON Schema of variant files.
pub fn schema(session: &mut Session<'_>) -> Result<(), Failure> {
    session.terminal.json(&serde_json::to_string_pretty(&variant::schema())?)
}

/// Prints the completion script for a shell.
pub fn completions(shell: Shell, session: &mut Session<'_>) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "dropline", &mut script);
    session.terminal.bytes(&script)
}

/// Prints the man page of the program, or of its command `name`.
pub fn man(name: Option<&str>, session: &mut Session<'_>) -> Result<(), Failure> {
    let mut program = help::command();
    program.build();
    // The pages of commands are named as in Git: `dropline-simulate`.
    let title = name.map_or_else(|| "dropline".to_owned(), |name| format!("dropline-{name}"));
    let command = match name {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                Failure::Wrong(anyhow!("unknown command `{name}`: expected one of {}", names.join(", ")))
            })?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).title(title).render(&mut page)?;
    session.terminal.bytes(&page)
}

/// The maximum width of a table on a wide terminal; text that does not fit is wrapped.
const WIDTH: usize = 100;

/// A table without borders.
pub(super) fn plain_table(session: &Session<'_>) -> Table {
    let width = session.terminal.columns().unwrap_or(WIDTH).min(WIDTH) as u16;
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table
}

/// Prints a table without trailing blanks.
pub(super) fn print(mut table: Table, session: &mut Session<'_>) -> Result<(), Failure> {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for line in table.lines() {
        session.terminal.line(line.trim_end())?;
    }
    Ok(())
}
