//! Command lines: quoting for a shell, and which options decide the results.

/// A command line as typed in a shell.
pub fn command_line(command: &[String]) -> String {
    command.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ")
}

/// `argument` quoted for a POSIX shell: in single quotes unless it has only letters, digits and a few characters without meaning
/// to a shell.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

/// An option of the commands that play runs.
struct KnownOption {
    long: &'static str,
    short: Option<char>,
    /// Whether a value follows it.
    takes_value: bool,
    /// Whether the results depend on it.
    decides: bool,
}

/// `flag` makes a flag that does not affect results, `neutral_value` an option whose value does not affect them, and
/// `deciding_value` an option whose value does. Flags that affect results need not be listed.
const fn flag(long: &'static str, short: Option<char>) -> KnownOption {
    KnownOption { long, short, takes_value: false, decides: false }
}

const fn neutral_value(long: &'static str, short: Option<char>) -> KnownOption {
    KnownOption { long, short, takes_value: true, decides: false }
}

const fn deciding_value(long: &'static str, short: Option<char>) -> KnownOption {
    KnownOption { long, short, takes_value: true, decides: true }
}

/// The options that [`deciding`] leaves out, and all other options with a value, since the value could be mistaken for an option.
const KNOWN: &[KnownOption] = &[
    flag("quiet", Some('q')),
    flag("open", None),
    flag("json", None),
    flag("force", Some('f')),
    flag("resume", None),
    neutral_value("threads", None),
    neutral_value("out", Some('o')),
    deciding_value("set", None),
    deciding_value("seed", None),
    deciding_value("games", Some('n')),
    deciding_value("agents", Some('a')),
    deciding_value("openings", None),
    deciding_value("turns", None),
    deciding_value("budget", None),
    deciding_value("until", None),
    deciding_value("delta", None),
    neutral_value("plan", None),
    neutral_value("unit-time", None),
    neutral_value("unit-games", None),
    flag("slurm", None),
    neutral_value("rows", None),
    deciding_value("vary", None),
    deciding_value("aim", None),
    deciding_value("fresh", None),
    deciding_value("search", None),
    deciding_value("agent", None),
    deciding_value("rungs", Some('r')),
];

/// The part of a `command` that decides the results: without output, verbosity, threads, `--force` and `--resume`. Runs with the
/// same deciding part have the same results.
pub fn deciding(command: &[String]) -> Vec<String> {
    let mut kept = Vec::with_capacity(command.len());
    let mut arguments = command.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            kept.push(argument.clone());
            break;
        }
        let (shown, value) = reduced(argument);
        kept.extend(shown);
        match value {
            Value::None => {}
            Value::Kept => kept.extend(arguments.next().cloned()),
            Value::Dropped => drop(arguments.next()),
        }
    }
    kept.extend(arguments.cloned());
    kept
}

/// How to treat the next argument.
enum Value {
    /// The next argument is not a value of this option.
    None,
    /// The next argument is a value that affects results.
    Kept,
    /// The next argument is a value that does not affect results.
    Dropped,
}

/// The part of `argument` that affects results, and whether the next argument is its value.
fn reduced(argument: &str) -> (Option<String>, Value) {
    if let Some(long) = argument.strip_prefix("--") {
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
        return match KNOWN.iter().find(|known| known.long == name) {
            Some(known) => known.as_written(argument, value.is_some()),
            None => (Some(argument.to_owned()), Value::None),
        };
    }
    match argument.strip_prefix('-') {
        Some(letters) if !letters.is_empty() => reduced_letters(letters),
        _ => (Some(argument.to_owned()), Value::None),
    }
}

/// Like [`reduced`], for short options, several of which can be combined: `-qn100`.
fn reduced_letters(letters: &str) -> (Option<String>, Value) {
    let mut kept = String::from("-");
    let mut value = Value::None;
    for (at, letter) in letters.char_indices() {
        let rest = &letters[at + letter.len_utf8()..];
        match KNOWN.iter().find(|known| known.short == Some(letter)) {
            Some(known) if known.takes_value => {
                let (shown, next) = known.as_written(&letters[at..], !rest.is_empty());
                kept.extend(shown);
                value = next;
                break;
            }
            Some(_) => {}
            None => kept.push(letter),
        }
    }
    ((kept.len() > 1).then_some(kept), value)
}

impl KnownOption {
    /// The part of the option that affects results. `written` is the option as typed, and includes its value if `with_value` is
    /// set.
    fn as_written(&self, written: &str, with_value: bool) -> (Option<String>, Value) {
        let shown = self.decides.then(|| written.to_owned());
        match (self.takes_value && !with_value, self.decides) {
            (false, _) => (shown, Value::None),
            (true, true) => (shown, Value::Kept),
            (true, false) => (shown, Value::Dropped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(command: &str) -> String {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        deciding(&words).join(" ")
    }

    #[test]
    fn options_without_effect_on_results_are_left_out() {
        for (command, kept) in [
            ("dropline simulate go --games 5 --threads 2 --quiet", "dropline simulate go --games 5"),
            ("dropline -q --threads=2 simulate go --json -n 5", "dropline simulate go -n 5"),
            ("dropline simulate go --out a --force --seed 2", "dropline simulate go --seed 2"),
            ("dropline simulate go -fqo a --pairs", "dropline simulate go --pairs"),
            ("dropline simulate go -oa -qn5 --resume", "dropline simulate go -n5"),
            ("dropline sweep go --vary score.komi=1..2 --out=x", "dropline sweep go --vary score.komi=1..2"),
            ("dropline simulate -- --quiet", "dropline simulate -- --quiet"),
        ] {
            assert_eq!(left(command), kept);
        }
    }

    #[test]
    fn values_that_look_like_options_are_values() {
        let command = "dropline simulate go --set --quiet --agents -q -a --out --seed=--force";
        assert_eq!(left(command), command);
        assert_eq!(left("dropline simulate go --out --seed --records"), "dropline simulate go --records");
    }

    #[test]
    fn an_option_without_its_value_does_no_harm() {
        assert_eq!(left("dropline simulate go --out"), "dropline simulate go");
        assert_eq!(left("dropline simulate go -n"), "dropline simulate go -n");
    }

    #[test]
    fn a_shell_reads_back_what_is_quoted() {
        let words = ["dropline", "--set", "setup.black=[\"b4\"]", "it's", ""].map(str::to_owned);
        assert_eq!(command_line(&words), r#"dropline --set 'setup.black=["b4"]' 'it'\''s' ''"#);
    }
}
