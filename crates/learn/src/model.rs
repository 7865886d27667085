//! What was learned, in a file.

use crate::layout::{CONTEXTS, Layout, PARTS, STAGES};
use crate::weights::{Tables, Weights};
use dropline_engine::rules;
use dropline_engine::text::hex;
use dropline_engine::variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first line of a file.
const FIRST_LINE: &str = "dropline learned 4\n";
/// How the first line of a file of any version begins.
const ANY_VERSION: &[u8] = b"dropline learned ";
/// The length of the hash at the end of a file.
const HASH: usize = 32;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// What was learned of a game, and how.
#[derive(Clone, Debug)]
pub struct Model {
    /// Which game it is, and how it was learned.
    pub head: Head,
    /// The weights.
    pub weights: Weights,
    /// The hash of the file; zeros before it is written.
    pub hash: [u8; HASH],
}

/// Which game was learned, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The variant's id.
    pub variant: String,
    /// The hash of its rules, in hexadecimal.
    pub rules_hash: String,
    /// The seed of the games.
    pub seed: u64,
    /// The positions that were asked for, if they were.
    pub asked: Option<u64>,
    /// The games that were played.
    pub games: u64,
    /// The positions that were learned from.
    pub positions: u64,
    /// The best score of weights on the way against a greedy player, in thousandths; 0 if nothing was to be chosen.
    pub best: u32,
    /// The margin that counts as 1, in hundredths of a point; 0 if the margin is not used.
    pub margin: i32,
    /// The weights that patterns share: what the patterns have in common, and how many weights there are.
    pub groups: Vec<(String, usize)>,
    /// The first so many of these weights have one for each stage of the game, too.
    pub staged: usize,
    /// Whether rows of four cells have weights for each place on the board.
    pub located: bool,
    /// The boards from which weights were carried over, the smallest first.
    pub before: Vec<Before>,
}

/// A board that was learned before another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// The hash of its rules, in hexadecimal.
    pub rules_hash: String,
    /// The games that were played on it.
    pub games: u64,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// It is no such file, or is damaged.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// It is about other rules.
    #[error(
        "{} was learned for {there}, and these are other rules, {here}; `dropline learn --from` learns these beginning with what it \
         holds",
        path.display()
    )]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The rules in the file: the variant's id and the beginning of the hash.
        there: String,
        /// The rules of the game.
        here: String,
    },
}

/// The name of rules in messages.
fn rules_name(id: &str, hash: &str) -> String {
    format!("`{id}` (rules {})", hash.get(..12).unwrap_or(hash))
}

impl Model {
    /// What was learned, before it is written.
    pub const fn new(head: Head, weights: Weights) -> Self {
        Self { head, weights, hash: [0; HASH] }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, ModelError> {
        let wrong = |error| ModelError::File { path: path.to_owned(), error };
        let damaged = |why| ModelError::Damaged { path: path.to_owned(), why };
        let found = fs::metadata(path).map_err(wrong)?;
        if !found.is_file() || found.len() > LARGEST {
            return Err(damaged("not a file written by `dropline learn`".to_owned()));
        }
        let bytes = fs::read(path).map_err(wrong)?;
        Self::parse(&bytes).map_err(damaged)
    }

    /// The content of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = FIRST_LINE.as_bytes().to_vec();
        bytes.extend(serde_json::to_vec(&self.head).unwrap_or_default());
        bytes.push(b'\n');
        let Weights { values, sums, sizes, means, chosen, .. } = &self.weights;
        for numbers in [values, sums, sizes, means, chosen] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        bytes
    }

    /// Reads the content of a file.
    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(FIRST_LINE.as_bytes()).ok_or(if bytes.starts_with(ANY_VERSION) {
            "it was written by another version of dropline: learn it again"
        } else {
            "not a file written by `dropline learn`"
        })?;
        let cut = "the file is damaged or was cut off: learn it again";
        let content = bytes.len().checked_sub(HASH).ok_or(cut)?;
        if blake3::hash(&bytes[..content]).as_bytes() != &bytes[content..] {
            return Err(cut.to_owned());
        }
        let rest = &rest[..rest.len() - HASH];
        let line = rest.iter().position(|&byte| byte == b'\n').ok_or(cut)?;
        let head: Head =
            serde_json::from_slice(&rest[..line]).map_err(|error| format!("its head: {error}"))?;
        let numbers = &rest[line + 1..];
        let add = |sum: usize, (_, len): &(String, usize)| sum.checked_add(*len);
        let of_stages = head.staged.checked_mul(STAGES).and_then(|all| all.checked_add(CONTEXTS + PARTS));
        let count = of_stages.and_then(|rest| head.groups.iter().try_fold(rest, add)).ok_or(cut)?;
        // Means are there for large boards only, and are chosen from only in games with scores.
        if ![3, 4, 5].iter().any(|parts| count.checked_mul(parts * 4) == Some(numbers.len())) {
            return Err(cut.to_owned());
        }
        let mut numbers =
            numbers.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap_or_default()));
        let mut next = || numbers.by_ref().take(count).collect::<Vec<f32>>();
        let [values, sums, sizes, means, chosen] = [next(), next(), next(), next(), next()];
        if [&values, &sums, &sizes, &means, &chosen].into_iter().flatten().any(|number| !number.is_finite()) {
            return Err("a weight is not a number: learn it again".to_owned());
        }
        let weights = Weights { values, sums, sizes, means, chosen, margin: head.margin };
        let hash = bytes[content..].try_into().unwrap_or_default();
        Ok(Self { head, weights, hash })
    }

    /// Whether its weights are those of `layout`.
    pub fn fits(&self, layout: &Layout) -> bool {
        let groups = layout.groups().iter().map(|group| (&group.key, group.len));
        groups.eq(self.head.groups.iter().map(|(key, len)| (key, *len)))
            && layout.staged() == self.head.staged
    }

    /// Prepares playing `variant`, whose rules have this hash.
    ///
    /// # Errors
    /// Returns an error if the file, which was read from `path`, is about other rules.
    pub fn prepare(
        &self,
        path: &Path,
        variant: &Variant,
        rules_hash: &[u8; 32],
    ) -> Result<(Arc<Layout>, Arc<Tables>), ModelError> {
        let hash = hex(rules_hash);
        if hash != self.head.rules_hash {
            return Err(ModelError::OtherRules {
                path: path.to_owned(),
                there: rules_name(&self.head.variant, &self.head.rules_hash),
                here: rules_name(&variant.id, &hash),
            });
        }
        let layout = Layout::new(&*rules::start(variant), self.head.located);
        if !self.fits(&layout) {
            let why = "its patterns are those of another build of dropline: learn it again".to_owned();
            return Err(ModelError::Damaged { path: path.to_owned(), why });
        }
        let tables = self.weights.tables(&layout);
        Ok((Arc::new(layout), Arc::new(tables)))
    }

    /// Carries the weights over to the patterns of `layout` that look like those of this game. Weights of places on the board do not carry
    /// over.
    pub fn carry_over(&self, layout: &Layout, weights: &mut Weights) {
        if self.weights.values.is_empty() {
            return;
        }
        let mut start = 0;
        let mut known = HashMap::new();
        for (key, len) in &self.head.groups {
            known.insert(&**key, start..start + len);
            start += len;
        }
        let mut copy = |from: usize, to: usize, len: usize| {
            for (ours, theirs) in weights.parts_mut().into_iter().zip(self.weights.parts()) {
                ours[to..to + len].copy_from_slice(&theirs[from..from + len]);
            }
        };
        for group in layout.groups().iter().filter(|group| !group.is_located()) {
            let Some(range) = known.get(&*group.key).filter(|range| range.len() == group.len) else {
                continue;
            };
            copy(range.start, group.start, group.len);
            for stage in (0..STAGES).filter(|_| range.start < self.head.staged) {
                if let Some(to) = layout.of_stage(group.start, stage) {
                    copy(start + stage * self.head.staged + range.start, to, group.len);
                }
            }
        }
        let rest = start + STAGES * self.head.staged;
        copy(rest, layout.context(0, 0), CONTEXTS + PARTS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(groups: &[(&str, usize)], weights: usize) -> Model {
        let head = Head {
            variant: "test".to_owned(),
            rules_hash: "00".to_owned(),
            seed: 1,
            asked: None,
            games: 128,
            positions: 1000,
            best: 0,
            margin: 0,
            groups: groups.iter().map(|&(key, len)| (key.to_owned(), len)).collect(),
            staged: 0,
            located: false,
            before: Vec::new(),
        };
        let numbers = || (0..weights).map(|number| number as f32).collect();
        Model::new(
            head,
            Weights { values: numbers(), sums: numbers(), sizes: numbers(), ..Weights::default() },
        )
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let mut written = model(&[("cell", 3)], 3 + CONTEXTS + PARTS);
        let halves = vec![0.5; 3 + CONTEXTS + PARTS];
        for (means, chosen) in
            [(Vec::new(), Vec::new()), (halves.clone(), Vec::new()), (halves.clone(), halves)]
        {
            (written.weights.means, written.weights.chosen) = (means, chosen);
            let read = Model::parse(&written.bytes()).expect("a file");
            assert_eq!(read.head, written.head);
            assert_eq!(read.weights.parts(), written.weights.parts());
            assert_eq!(read.weights.means, written.weights.means);
            assert_eq!(read.weights.chosen, written.weights.chosen);
        }
    }

    #[test]
    fn a_file_whose_numbers_do_not_fit_its_head_is_damaged() {
        for (groups, weights) in
            [(&[("cell", 4)][..], 3), (&[("cell", usize::MAX), ("ring", 2)], 3), (&[], 0)]
        {
            let wrong = Model::parse(&model(groups, weights).bytes()).unwrap_err();
            assert_eq!(wrong, "the file is damaged or was cut off: learn it again");
        }
        let mut not_finite = model(&[("cell", 3)], 3 + CONTEXTS + PARTS);
        not_finite.weights.values[0] = f32::NAN;
        assert!(Model::parse(&not_finite.bytes()).unwrap_err().starts_with("a weight is not a number"));
        let other = Model::parse(b"dropline learned 3\n").unwrap_err();
        assert_eq!(other, "it was written by another version of dropline: learn it again");
        assert!(Model::parse(b"dropline learned 4\n").is_err() && Model::parse(b"").is_err());
    }
}
