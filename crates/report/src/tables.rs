//! `summary.csv` and `summary.json`.

use serde_json::{Map, Value, json};

use super::model::Model;
use super::verdict::{Withheld, verdict_word};
use dropline_engine::variant::ScoreMethod;
use dropline_lab::stats::{Interval, Measure, Quantity, Unit};

/// Rounds to six decimals: finer than any interval, and the same on every machine.
pub fn rounded(value: f64) -> f64 {
    let value = (value * 1e6).round() / 1e6;
    // Avoid negative zero.
    value + 0.0
}

/// A p-value with six decimals, like all numbers of tables. A p-value that would round to 0 is written with two digits and an
/// exponent, since it is never 0.
pub fn p_value(p: f64) -> String {
    if p < 1e-6 { format!("{p:.1e}") } else { rounded(p).to_string() }
}

/// A sentence on the meaning of points if groups are compared as sequences.
pub const OF_GROUPS: &str =
    "scores are the sizes of the largest groups; where those are equal, the next largest decide";

/// The definition of a quantity in the run of `model`.
pub fn definition(quantity: Quantity, model: &Model) -> String {
    let definition = quantity.definition(model.summary.design);
    if model.variant.score.method == ScoreMethod::Groups && quantity.unit() == Unit::Points {
        return format!("{definition}; {OF_GROUPS}");
    }
    definition
}

/// The measures as a table: `measure,value,low,high,n,n_counts,failed,definition`. Infinite ends are written `inf` and `-inf`; without
/// an interval, the ends are empty.
pub fn csv(model: &Model) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |fields: [&str; 8]| writer.write_record(fields).is_ok();
    write(["measure", "value", "low", "high", "n", "n_counts", "failed", "definition"]);
    for Measure { quantity, value, interval, n, sampled, failed, .. } in model.summary.measures() {
        let end = |x: f64| rounded(x).to_string();
        let low = interval.map_or_else(String::new, |interval| end(interval.low));
        let high = interval.map_or_else(String::new, |interval| end(interval.high));
        let definition = definition(*quantity, model);
        let (n, failed) = (n.to_string(), failed.to_string());
        write([quantity.name(), &end(*value), &low, &high, &n, sampled.name(), &failed, &definition]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The measures as JSON, with the headline and the warnings. Infinite numbers are `null`.
pub fn json(model: &Model) -> String {
    let summary = &model.summary;
    // JSON has no infinity; serde_json writes `null`.
    let number = |x: f64| json!(rounded(x));
    let measures = summary.measures().iter().map(
        |Measure { quantity, value, interval, with_failed, failed, n, sampled }| {
            let ends = interval.map(|i| (number(i.low), number(i.high)));
            let (low, high) = ends.unwrap_or((Value::Null, Value::Null));
            let mut measure = json!({
                "measure": quantity.name(),
                "value": number(*value),
                "low": low,
                "high": high,
                "n": n,
                "n_counts": sampled.name(),
                "failed": failed,
                "definition": definition(*quantity, model),
            });
            if let Some(Interval { low, high }) = with_failed {
                measure["with_failed"] = json!({ "low": number(*low), "high": number(*high) });
            }
            measure
        },
    );
    let ends = summary.ends.iter().map(|&(reason, games)| (reason.name().to_owned(), json!(games)));
    let mut value = json!({
        "variant": model.manifest.variant,
        "rules_hash": model.manifest.rules_hash,
        "agents": model.manifest.agents,
        "seed": model.manifest.seed,
        "command": model.manifest.deciding_command_line(),
        "verdict": verdict_word(model.case()),
        "no_verdict": Withheld::of(model.case()).map(|reason| reason.clause(&model.names)),
        "headline": model.headline(),
        "warnings": model.warnings(),
        "games": summary.games(),
        "failed": model.manifest.games_failed,
        "pairs": summary.design.pairs.then_some(summary.pairs),
        "until": summary.design.until.map(|half_width| json!({
            "half_width": half_width,
            "reached": summary.reached,
            "games_needed": summary.needed,
        })),
        "wins": summary.outcomes.wins,
        "draws": summary.outcomes.draws,
        "losses": summary.outcomes.losses,
        "truncated": summary.truncated,
        "emptied": model.shows_emptied().then(|| model.tally.emptied()),
        "ends": ends.collect::<Map<_, _>>(),
        "distinct_games": { "count": summary.distinct.count, "exact": summary.distinct.exact },
        "measures": measures.collect::<Vec<_>>(),
    });
    if !model.manifest.openings.is_empty() {
        value["openings"] = json!(model.manifest.openings);
    }
    format!("{value:#}\n")
}
