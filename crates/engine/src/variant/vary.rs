//! `--vary KEY=VALUES`: a grid of settings, every combination of the values of some keys.

use super::diagnostic::{Diagnostic, Diagnostics, Source};
use super::set::{equals_sign, parse_key, parse_value};
use super::tree::Place;
use super::words::{count, quoted};
use crate::decimal;
use crate::numbers::thousands;
use crate::text::shortened;
use std::ops::Range;

/// The syntax of value lists, for messages.
const FORMS: &str =
    "expected values separated by commas, or a range, as in `1..6`, `0..7.5:0.5` or `none,queen`";
/// The largest number of decimals in the ends and the step of a range.
const MOST_DECIMALS: usize = 6;
/// The largest number of digits before the point: together with the decimals, they fit into 64 bits.
const MOST_DIGITS: usize = 12;
/// The number of characters of an invalid range that a message repeats.
const LONGEST_ITEM: usize = 60;

/// A key and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The dotted key.
    pub key: String,
    /// Its distinct values as TOML or bare words, in the order given.
    pub values: Vec<String>,
    /// The parts of the dotted key, without quotes and spaces.
    path: Vec<String>,
}

/// Every combination of the values of some keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    axes: Vec<Axis>,
}

impl Grid {
    /// The largest number of combinations.
    pub const MAX_CELLS: usize = 10_000;

    /// Parses a grid from texts that each have a key and its values: `KEY=A..B` takes the numbers from A to B in steps of one,
    /// both included; `KEY=A..B:STEP` takes other steps; `KEY=x,y` takes the listed values. All can be combined.
    ///
    /// # Errors
    /// Returns an error if a text is invalid, varies a key that `sets` already set, or would silently replace something set or
    /// varied before it. The error lists all of these texts, with their places.
    pub fn parse(texts: &[String], sets: &[String]) -> Result<Self, Diagnostics> {
        let sources: Vec<Source> = texts
            .iter()
            .map(|text| Source { name: "--vary".to_owned(), text: text.clone(), is_option: true })
            .collect();
        let (mut axes, mut errors) = (Vec::<Axis>::new(), Vec::new());
        // Invalid settings are reported where they are applied.
        let mut earlier: Vec<Earlier> = sets.iter().filter_map(|set| Earlier::set(set)).collect();
        for (source, text) in texts.iter().enumerate() {
            match parse_axis(text, source) {
                Ok(axis) => {
                    let place = Place::new(source, 0..equals_sign(text).unwrap_or(text.len()));
                    errors.extend(earlier.iter().find_map(|earlier| earlier.lost(&axis, place)));
                    earlier.push(Earlier {
                        option: "--vary",
                        key: axis.key.clone(),
                        path: axis.path.clone(),
                    });
                    axes.push(axis);
                }
                Err(error) => errors.push(error),
            }
        }
        let grid = Self { axes };
        if errors.is_empty() && grid.len() > Self::MAX_CELLS {
            let cells = count(grid.len() as u64, "combination");
            let most = thousands(Self::MAX_CELLS as u64);
            let message = format!("the grid has {cells}; at most {most} can be played");
            errors.push(Diagnostic::new(None, message).help("vary fewer keys, or give them fewer values"));
        }
        if errors.is_empty() { Ok(grid) } else { Err(Diagnostics::new(sources, errors)) }
    }

    /// The keys and their values, in the order given.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The number of combinations; 1 without keys.
    pub fn len(&self) -> usize {
        self.axes.iter().fold(1, |cells, axis| cells.saturating_mul(axis.values.len()))
    }

    /// Whether there are no combinations, which is never the case.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The combinations, each with one value per key. The last key changes fastest.
    pub fn cells(&self) -> impl Iterator<Item = Vec<&str>> {
        (0..self.len()).map(|cell| {
            let mut rest = cell;
            let mut values: Vec<&str> = self
                .axes
                .iter()
                .rev()
                .map(|axis| {
                    let value = &axis.values[rest % axis.values.len()];
                    rest /= axis.values.len();
                    value.as_str()
                })
                .collect();
            values.reverse();
            values
        })
    }

    /// The settings `KEY=VALUE` of a combination.
    pub fn settings(&self, cell: &[&str]) -> Vec<String> {
        self.axes.iter().zip(cell).map(|(axis, value)| format!("{}={value}", axis.key)).collect()
    }
}

/// A key that is set or varied before another.
struct Earlier {
    /// The option that sets or varies it.
    option: &'static str,
    key: String,
    path: Vec<String>,
}

impl Earlier {
    /// The key of a setting `KEY=VALUE`; `None` if the text is not a setting.
    fn set(text: &str) -> Option<Self> {
        let key = &text[..equals_sign(text)?];
        let path = parse_key(key, 0).ok()?.into_iter().map(|(key, _)| key).collect();
        Some(Self { option: "--set", key: key.trim().to_owned(), path })
    }

    /// The error if `axis`, whose key is at `place`, would undo this setting by varying the same key or a table that contains it.
    fn lost(&self, axis: &Axis, place: Place) -> Option<Diagnostic> {
        if !self.path.starts_with(&axis.path) {
            return None;
        }
        let (key, own) = (quoted(&axis.key), quoted(&self.key));
        let twice = self.path.len() == axis.path.len();
        let (message, help) = match (self.option, twice) {
            ("--vary", true) => {
                (format!("{key} is varied twice"), "give all its values in one `--vary`".to_owned())
            }
            (option, true) => (
                format!("{key} is set by `{option}` and varied by `--vary`"),
                format!("leave out `{option} {}=…`, or the `--vary`", self.key),
            ),
            (option, false) => {
                let does = if option == "--vary" { "varies" } else { "sets" };
                (
                    format!("each value of {key} would replace {own}, which `{option}` {does}"),
                    format!("set {own} within each value of {key}, or leave out `{option} {}=…`", self.key),
                )
            }
        };
        Some(Diagnostic::new(Some(place), message).help(help))
    }
}

/// Parses `KEY=VALUES`, the source with the number `source`.
fn parse_axis(text: &str, source: usize) -> Result<Axis, Diagnostic> {
    let Some(equals) = equals_sign(text) else {
        return Err(Diagnostic::new(
            Some(Place::new(source, 0..text.len())),
            "a varied key is written KEY=VALUES",
        )
        .expected("expected a key, `=`, and values, as in `board.side=4..8`"));
    };
    let path = parse_key(&text[..equals], source)?.into_iter().map(|(key, _)| key).collect();
    let key = text[..equals].trim().to_owned();
    let mut values = Vec::<String>::new();
    for span in items(text, equals + 1) {
        let place = Place::new(source, span.clone());
        let item = &text[span.clone()];
        if item.trim().is_empty() {
            return Err(Diagnostic::new(Some(place), "a value is missing").expected(FORMS));
        }
        let found = match range(item) {
            Some(ends) => numbers(ends, item, place)?,
            None => {
                parse_value(item, span.start, source)?;
                vec![item.trim().to_owned()]
            }
        };
        for value in found {
            if values.contains(&value) {
                let message =
                    format!("{} is listed twice among the values of {}", quoted(&value), quoted(&key));
                return Err(Diagnostic::new(Some(place), message).expected("expected each value once"));
            }
            values.push(value);
        }
        if values.len() > Grid::MAX_CELLS {
            let most = thousands(Grid::MAX_CELLS as u64);
            let message = format!("{} has more than {most} values", quoted(&key));
            return Err(Diagnostic::new(Some(place), message).help("vary it in larger steps"));
        }
    }
    Ok(Axis { key, values, path })
}

/// The ranges of the items of a list that begins at `start`, split at commas outside quotes and brackets.
fn items(text: &str, start: usize) -> Vec<Range<usize>> {
    let (mut quote, mut depth, mut begin) = (None, 0_u32, start);
    let mut found = Vec::new();
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < start) {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                found.push(begin..at);
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.push(begin..text.len());
    found
}

/// The ends and the step of an item that is a range, as written.
fn range(item: &str) -> Option<[&str; 3]> {
    let (first, rest) = item.split_once("..").filter(|_| !item.contains(['"', '\'', '[', '{']))?;
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    Some([first.trim(), last.trim(), step.trim()])
}

/// The numbers of a range, as exact decimals.
fn numbers([first, last, step]: [&str; 3], item: &str, place: Place) -> Result<Vec<String>, Diagnostic> {
    let wrong =
        |message: String, expected: &str| Err(Diagnostic::new(Some(place), message).expected(expected));
    let parts = [first, last, step].map(|number| number.split_once('.').unwrap_or((number, "")));
    let digits = |whole: &str| whole.trim_start_matches('-').len();
    let decimals = parts.map(|(_, after)| after.len()).into_iter().max().unwrap_or(0);
    if decimals > MOST_DECIMALS || parts.iter().any(|(whole, _)| digits(whole) > MOST_DIGITS) {
        let message =
            format!("a number in the range {} is too long", quoted(&shortened(item.trim(), LONGEST_ITEM)));
        return wrong(
            message,
            &format!("expected numbers of at most {MOST_DIGITS} digits and {MOST_DECIMALS} decimals"),
        );
    }
    let [Some(first), Some(last), Some(step)] =
        [first, last, step].map(|number| decimal::parse(number, decimals))
    else {
        let open = first.is_empty() || last.is_empty();
        let forms = if open {
            "expected both ends; what a condition asks for is quoted, as in `\"..2\",\"..3\"`"
        } else {
            FORMS
        };
        return wrong(format!("{} is not a range of numbers", quoted(item.trim())), forms);
    };
    if step <= 0 {
        return wrong(
            "the step of a range must be above 0".to_owned(),
            "expected a number above 0 after `:`",
        );
    }
    if last < first {
        return wrong("the range ends before it begins".to_owned(), "expected the smaller number first");
    }
    let length = (last - first) / step + 1;
    if length > Grid::MAX_CELLS as i64 {
        let most = thousands(Grid::MAX_CELLS as u64);
        let expected = format!(
            "expected at most {most}: bring the ends closer together, or add a step, as in `A..B:STEP`"
        );
        return wrong(format!("the range has {}", count(length as u64, "value")), &expected);
    }
    Ok((0..length).map(|i| decimal::shortest(first + i * step, decimals)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(texts: &[&str]) -> Result<Grid, String> {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        Grid::parse(&texts, &[]).map_err(|errors| errors.render(false))
    }

    fn values(text: &str) -> Vec<String> {
        grid(&[text]).unwrap().axes()[0].values.clone()
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(values("board.side=4..6"), ["4", "5", "6"]);
        assert_eq!(values("score.komi=-1..1"), ["-1", "0", "1"]);
        assert_eq!(values("score.komi=0..1.5:0.5"), ["0", "0.5", "1", "1.5"]);
        assert_eq!(values("score.komi=0.25..1:0.5"), ["0.25", "0.75"]);
        assert_eq!(values("board.side=4..4"), ["4"]);
    }

    #[test]
    fn values_are_toml_or_words() {
        assert_eq!(values("action.drop.place.sight=none, queen"), ["none", "queen"]);
        assert_eq!(values("board.side=3,5..7,9..13:2"), ["3", "5", "6", "7", "9", "11", "13"]);
        assert_eq!(values("setup.black=[\"b4\",\"d2\"],[]"), ["[\"b4\",\"d2\"]", "[]"]);
        let boards = r#"board={shape="hexagon",side=5},{shape="rectangle",width=9,height=9}"#;
        assert_eq!(
            values(boards),
            [r#"{shape="hexagon",side=5}"#, r#"{shape="rectangle",width=9,height=9}"#]
        );
    }

    #[test]
    fn a_key_cannot_be_both_set_and_varied() {
        let parsed = |vary: &str, set: &str| {
            Grid::parse(&[vary.to_owned()], &[set.to_owned()]).map_err(|errors| errors.render(false))
        };
        let error = parsed("board.side=4..5", "board.side=3").unwrap_err();
        for part in
            ["`board.side` is set by `--set` and varied by `--vary`", "leave out `--set board.side=…`"]
        {
            assert!(error.contains(part), "{error}");
        }
        let error = parsed("board={shape=\"hexagon\",side=4}", "board.side=3").unwrap_err();
        assert!(
            error.contains("each value of `board` would replace `board.side`, which `--set` sets"),
            "{error}"
        );
        assert!(parsed("board.side=4..5", "board.shape=rhombus").is_ok());
        assert!(parsed("board.side=4..5", "board={shape=\"rhombus\",side=3}").is_ok());
    }

    #[test]
    fn the_last_key_changes_fastest() {
        let grid = grid(&["turn.steps.0.max=1..2", "board.side=4..6"]).unwrap();
        let cells: Vec<String> = grid.cells().map(|cell| grid.settings(&cell).join(" ")).collect();
        assert_eq!(grid.len(), 6);
        assert_eq!(cells[0], "turn.steps.0.max=1 board.side=4");
        assert_eq!(cells[1], "turn.steps.0.max=1 board.side=5");
        assert_eq!(cells[5], "turn.steps.0.max=2 board.side=6");
    }

    #[test]
    fn errors_are_underlined_in_the_source() {
        for (text, message) in [
            ("board.side", "a varied key is written KEY=VALUES"),
            ("=1..2", "invalid key"),
            ("board.side=", "a value is missing"),
            ("board.side=1,,2", "a value is missing"),
            ("board.side=4..x", "`4..x` is not a range of numbers"),
            ("board.side=4..", "`4..` is not a range of numbers"),
            ("board.side=8..4", "the range ends before it begins"),
            ("board.side=1..4:0", "the step of a range must be above 0"),
            ("board.side=1..100000", "the range has 100,000 values"),
            ("board.side=4,4", "`4` is listed twice among the values of `board.side`"),
            ("board.side=99999999999999999999..3", "is too long"),
            ("board.side=1..1000000000", "the range has 1,000,000,000 values"),
            ("board.side=1..999999999999:0.0000001", "at most 12 digits and 6 decimals"),
            ("board.side=-999999999999..999999999999:0.000001", "expected at most 10,000"),
            ("board.side=[4", "invalid value"),
        ] {
            let error = grid(&[text]).unwrap_err();
            assert!(error.contains(message) && error.contains("--vary"), "{text}: {error}");
        }
        let many = grid(&["komi=1..9000,9001..18000,18001..27000"]).unwrap_err();
        assert!(many.contains("`komi` has more than 10,000 values"), "{many}");
        let twice = grid(&["board.side=1..2", "board.side=3"]).unwrap_err();
        assert!(twice.contains("`board.side` is varied twice"), "{twice}");
        let twice = grid(&["board.side=1..2", "board . \"side\"=3"]).unwrap_err();
        assert!(twice.contains("is varied twice"), "the same key written another way: {twice}");
        let lost = grid(&["board.side=5,6", "board={shape=\"hexagon\",side=4}"]).unwrap_err();
        assert!(
            lost.contains("each value of `board` would replace `board.side`, which `--vary` varies"),
            "{lost}"
        );
        assert!(grid(&["board={shape=\"hexagon\",side=4}", "board.side=5,6"]).is_ok());
        let large = grid(&["a=1..101", "b=1..100"]).unwrap_err();
        assert!(large.contains("the grid has 10,100 combinations"), "{large}");
    }
}
