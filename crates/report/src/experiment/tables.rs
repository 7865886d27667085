//! The runs of an experiment as one table: a row for each run, a column for each measure and the ends of its interval.

use super::model::{Model, Run};
use crate::tables::rounded;
use crate::words::kind_of_interval;
use dropline_engine::text::inert;
use dropline_lab::stats::Quantity;

/// A column that an experiment adds: its name, and its value for a run.
pub type Column<'a> = (&'a str, &'a dyn Fn(usize) -> Option<String>);

/// The table. If no game is played, the measures are empty and `no_game` says why. The columns `more` come before `no_game`.
pub fn csv(model: &Model, more: &[Column<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header: Vec<String> = vec!["run".to_owned(), "variant".to_owned()];
    header.extend(model.experiment.vary.iter().map(|varied| varied.key.clone()));
    header.extend(["first_agent", "second_agent", "n", "pairs", "interval_of_score"].map(str::to_owned));
    for quantity in Quantity::ALL {
        let name = quantity.name();
        header.extend([name.to_owned(), format!("{name}_low"), format!("{name}_high")]);
    }
    header.extend(more.iter().map(|(name, _)| (*name).to_owned()));
    header.push("no_game".to_owned());
    // Writing to memory cannot fail.
    let mut write = |fields: Vec<String>| {
        writer.write_record(fields.iter().map(|field| inert(field).into_owned())).is_ok()
    };
    write(header);
    for (at, run) in model.runs.iter().enumerate() {
        let mut fields = known(run);
        fields.extend(measured(run));
        fields.extend(more.iter().map(|(_, column)| column(at).unwrap_or_default()));
        fields.push(run.member.no_game.clone().unwrap_or_default());
        write(fields);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The columns of a run that are known before it is played.
fn known(run: &Run) -> Vec<String> {
    let member = &run.member;
    let mut fields = vec![member.dir.clone().unwrap_or_default(), member.variant.clone()];
    fields.extend(member.values.iter().cloned());
    fields.extend(member.agents.iter().cloned());
    fields
}

/// The number of games, the number of pairs if there are any, the kind of interval of the first player's score, and each measure
/// with the ends of its interval.
fn measured(run: &Run) -> Vec<String> {
    let Some(summary) = run.summary() else { return vec![String::new(); 3 + 3 * Quantity::ALL.len()] };
    let end = |x: f64| rounded(x).to_string();
    let pairs = if summary.design.pairs { summary.pairs.to_string() } else { String::new() };
    let kind = kind_of_interval(summary.design).to_owned();
    let mut fields = vec![summary.games().to_string(), pairs, kind];
    for &quantity in &Quantity::ALL {
        // Measures that these games do not have are empty.
        let measure = summary.get(quantity);
        let value = measure.map(|measure| end(measure.value)).unwrap_or_default();
        let ends = measure.and_then(|measure| measure.interval);
        let (low, high) = ends.map(|interval| (end(interval.low), end(interval.high))).unwrap_or_default();
        fields.extend([value, low, high]);
    }
    fields
}
