//! Whether two runs have the same games, and where they differ if not.

use serde_json::Value;

use super::{Experiment, Manifest};

/// A field in which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The dotted path of the field in the manifest.
    pub field: String,
    /// The value of the field in one of the runs, as JSON.
    pub there: String,
    /// The value of the field in the other run, as JSON.
    pub here: String,
}

impl Manifest {
    /// The differences between this run and `other` that affect the bytes of their files; empty if the runs are the same. Time,
    /// machine, threads and folder do not matter, and the block of games in a folder is ignored.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let (there, here) = (self.identity(), other.identity());
        let mut found = Vec::new();
        compare("", &there, &here, &mut found);
        // The hash follows from the rules: if they are named, it says nothing more.
        if found.iter().any(|difference| difference.field.starts_with("rules.")) {
            found.retain(|difference| difference.field != "rules_hash");
        }
        // A game that settings change is named after them.
        let is_name = |difference: &Difference| difference.field == "rules.game.name";
        if found.iter().any(|difference| difference.field.starts_with("rules.") && !is_name(difference)) {
            found.retain(|difference| !is_name(difference));
        }
        found
    }

    fn identity(&self) -> Value {
        // All fields are named, so that whoever adds one must decide whether it matters.
        let Self {
            program,
            version,
            variant,
            agents,
            learned,
            seed,
            pairs,
            openings,
            until,
            delta,
            records,
            rules,
            rules_hash,
            // These follow from the fields above, or from the rules.
            game: _,
            board: _,
            players: _,
            reproducible: _,
            // These say how the run was made and how far it got.
            command: _,
            block: _,
            games_asked: _,
            games_played: _,
            games_failed: _,
            complete: _,
            threads: _,
            started: _,
            seconds: _,
            files: _,
        } = self;
        serde_json::json!({
            "program": program,
            "version": version,
            "variant": variant,
            "agents": agents,
            "learned": learned,
            "seed": seed,
            "games": self.block().of,
            "pairs": pairs,
            "openings": openings,
            "until": until.map(|until| until.half_width),
            "delta": delta,
            "records": records,
            "rules": rules,
            "rules_hash": rules_hash,
        })
    }
}

impl Experiment {
    /// The differences between this experiment and `other` that affect the bytes of their files; empty if they are the same.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        // How and when an experiment was made, and its progress, do not matter.
        let identity = |experiment: &Self| {
            let mut identity = serde_json::to_value(experiment).unwrap_or_default();
            for key in ["command", "complete", "started", "seconds"] {
                identity.as_object_mut().map(|keys| keys.shift_remove(key));
            }
            // Rules are left out here: their differences are reported key by key when the run itself is compared.
            for run in identity["runs"].as_array_mut().into_iter().flatten() {
                run.as_object_mut().map(|keys| keys.shift_remove("rules_hash"));
            }
            identity
        };
        let mut found = Vec::new();
        compare("", &identity(self), &identity(other), &mut found);
        found
    }
}

/// Differences in words, the first few of them.
pub fn in_words(differences: &[Difference]) -> String {
    const SHOWN: usize = 5;
    let one = |d: &Difference| format!("`{}` is {} there and {} here", d.field, d.there, d.here);
    let mut text = differences.iter().take(SHOWN).map(one).collect::<Vec<_>>().join(", ");
    if differences.len() > SHOWN {
        text += &format!(", and {} more", differences.len() - SHOWN);
    }
    text
}

/// Compares `there` and `here` key by key, and adds their differences to `found`.
fn compare(path: &str, there: &Value, here: &Value, found: &mut Vec<Difference>) {
    if there == here {
        return;
    }
    if let (Value::Object(a), Value::Object(b)) = (there, here) {
        let only_here = b.keys().filter(|key| !a.contains_key(*key));
        for key in a.keys().chain(only_here) {
            let under = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let value = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
            compare(&under, &value(a), &value(b), found);
        }
        return;
    }
    found.push(Difference { field: path.to_owned(), there: there.to_string(), here: here.to_string() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_in_which_runs_differ_are_named() {
        let there = serde_json::json!({"rules": {"board": {"side": 4, "shape": "hexagon"}}, "seed": 1});
        let here =
            serde_json::json!({"rules": {"board": {"side": 5, "shape": "hexagon"}}, "seed": 1, "x": 2});
        let mut found = Vec::new();
        compare("", &there, &here, &mut found);
        let shown: Vec<String> =
            found.iter().map(|d| format!("{} {} {}", d.field, d.there, d.here)).collect();
        assert_eq!(shown, ["rules.board.side 4 5", "x null 2"]);
    }
}
