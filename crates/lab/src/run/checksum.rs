//! Checksums: BLAKE3 hashes that show whether a file is unchanged. They protect against mistakes and accidents; only replaying
//! shows whether the games follow from the seed and the rules.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::packed::open_packed;
use super::{LARGEST_FILE, ReadError, read_text};

/// The key under which a JSON file stores the hash of the rest of its content.
const KEY: &str = "blake3";

/// The BLAKE3 hash of `bytes` in hexadecimal digits.
pub fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The BLAKE3 hash of the file `path` in hexadecimal digits; for a compressed file, of its content.
///
/// # Errors
/// Returns an error if it is missing, is not a file, or cannot be read.
pub fn checksum_of_file(path: &Path) -> Result<String, ReadError> {
    let mut hasher = blake3::Hasher::new();
    open_packed(path)
        .and_then(|file| hasher.update_reader(file).map(drop))
        .map_err(|error| ReadError::file(path, error))?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// `content`, which has named fields, as JSON with its own checksum.
///
/// # Errors
/// Returns an error if it cannot be written as JSON.
pub fn sealed(content: &impl Serialize) -> serde_json::Result<Value> {
    let mut value = serde_json::to_value(content)?;
    value[KEY] = checksum(value.to_string().as_bytes()).into();
    Ok(value)
}

/// Like [`sealed`], with line breaks, for files that people read.
///
/// # Errors
/// Returns an error if it cannot be written as JSON.
pub fn sealed_lines(content: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(&sealed(content)?)? + "\n")
}

/// Whether the JSON in `text` matches its checksum.
///
/// # Errors
/// Returns an error if it is not JSON.
pub fn is_intact(text: &str) -> serde_json::Result<bool> {
    let mut value: Value = serde_json::from_str(text)?;
    let named = value.as_object_mut().and_then(|keys| keys.shift_remove(KEY));
    Ok(named.is_some_and(|named| named == checksum(value.to_string().as_bytes())))
}

/// Whether the JSON file `path` matches its checksum.
///
/// # Errors
/// Returns an error if it cannot be read or is not JSON.
pub fn is_file_intact(path: &Path) -> Result<bool, ReadError> {
    let text = read_text(path, LARGEST_FILE).map_err(|error| ReadError::file(path, error))?;
    is_intact(&text).map_err(|error| ReadError::json(path, &error, "a JSON object"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_of_any_value_or_key_breaks_the_checksum() {
        let content = json!({"done": 7, "seconds": 0.1, "runs": [{"dir": "1"}]});
        let text = sealed(&content).unwrap().to_string();
        assert!(is_intact(&text).unwrap());
        let pretty = serde_json::to_string_pretty(&sealed(&content).unwrap()).unwrap();
        assert!(is_intact(&pretty).unwrap(), "white space does not matter");
        for (old, new) in [("7", "8"), ("0.1", "0.10001"), ("\"dir\"", "\"folder\""), ("\"done\":7,", "")] {
            assert!(!is_intact(&text.replace(old, new)).unwrap(), "{old}");
        }
        assert!(!is_intact(&content.to_string()).unwrap());
    }

    #[test]
    fn files_are_hashed_to_their_end() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("rows");
        let bytes = vec![b'x'; 100_000];
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(checksum_of_file(&path).unwrap(), checksum(&bytes));
        assert!(checksum_of_file(dir.path()).unwrap_err().to_string().ends_with("it is not a regular file"));
    }
}
