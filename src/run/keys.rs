//! Whether a file of JSON has the keys that it is written with, no others and none less.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::{LARGEST_FILE, ReadError, read_text};
use crate::text::quoted;

/// What is wrong with the keys of the file `name` in the folder `dir`, which was read as `read`; a sentence each. What is read
/// leniently, as from files of earlier versions, is told here. Below the key `rules`, whose hash tells more, nothing is looked at.
///
/// # Errors
/// If the file can't be read again.
pub fn strange_keys(dir: &Path, name: &str, read: &impl Serialize) -> Result<Vec<String>, ReadError> {
    let path = dir.join(name);
    let text = read_text(&path, LARGEST_FILE).map_err(|error| ReadError::file(&path, error))?;
    let there = serde_json::from_str(&text).map_err(|error| ReadError::json(&path, &error, "an object"))?;
    let written = serde_json::to_value(read).unwrap_or_default();
    let mut found = Vec::new();
    compare("", &there, &written, &mut found);
    Ok(found.into_iter().map(|what| format!("{name}: {what}")).collect())
}

fn compare(path: &str, there: &Value, written: &Value, found: &mut Vec<String>) {
    match (there, written) {
        (Value::Object(there), Value::Object(written)) => {
            let under = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            for (key, value) in written {
                match there.get(key) {
                    None => found.push(format!("the key {} is missing", quoted(&under(key)))),
                    Some(_) if key == "rules" => {}
                    Some(there) => compare(&under(key), there, value, found),
                }
            }
            let others = there.keys().filter(|key| !written.contains_key(*key));
            found.extend(others.map(|key| format!("{} is no key of it", quoted(&under(key)))));
        }
        (Value::Array(there), Value::Array(written)) => {
            for (at, (there, written)) in there.iter().zip(written).enumerate() {
                compare(&format!("{path}.{at}"), there, written, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_that_are_missing_or_nobody_s_are_told_with_their_paths() {
        let written = json!({"a": 1, "until": {"width": 1}, "runs": [{"dir": "1"}], "rules": {"x": 1}});
        let there = json!({"until": {"width": 2, "more": 0}, "runs": [{}], "rules": {}, "b": 1});
        let mut found = Vec::new();
        compare("", &there, &written, &mut found);
        let told = [
            "the key `a` is missing",
            "`until.more` is no key of it",
            "the key `runs.0.dir` is missing",
            "`b` is no key of it",
        ];
        assert_eq!(found, told);
        compare("", &written, &written, &mut found);
        assert_eq!(found.len(), 4);
    }
}
