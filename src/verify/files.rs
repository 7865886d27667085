//! Compares files with regenerated ones.

use super::Compared;
use crate::report::{CHARTS, Files, PAGE};
use crate::run::{Division, Lock};
use crate::text::{around, printable};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

impl Compared {
    /// Compares the files in the folder `dir` with the regenerated files `made`, which are given by relative paths. A missing
    /// file is a problem unless `may_be_missing` is set. If the page and all charts are missing, that is no problem, since they
    /// can be redrawn.
    pub fn compare(&mut self, dir: &Path, made: &Files, may_be_missing: bool) {
        let is_drawing = |name: &Path| name.starts_with(CHARTS) || name == Path::new(PAGE);
        let undrawn = !made.iter().any(|(name, _)| is_drawing(name) && dir.join(name).exists());
        if undrawn {
            self.left_out.push(format!("{CHARTS} and {PAGE} (missing; run `dropline report` to draw them)"));
        }
        for (name, text) in made.iter().filter(|(name, _)| !(undrawn && is_drawing(name))) {
            let shown = shown(name);
            match first_difference(&dir.join(name), text) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if !may_be_missing {
                        self.problems.push(format!("{shown} is missing"));
                    }
                    continue;
                }
                Err(error) => self.problems.push(format!("{shown} cannot be read: {error}")),
                Ok(different) => self.problems.extend(different.map(|place| format!("{shown} {place}"))),
            }
            self.files += 1;
        }
    }

    /// Notes the files in the folder `dir`, and in its folder of charts, that are not among the `known`.
    pub fn note_unknown_files(&mut self, dir: &Path, known: &[PathBuf]) {
        for (folder, below) in [(dir.to_owned(), PathBuf::new()), (dir.join(CHARTS), PathBuf::from(CHARTS))] {
            let Ok(entries) = fs::read_dir(folder) else { continue };
            let names = entries.flatten().map(|entry| below.join(entry.file_name()));
            let is_other = |name: &PathBuf| {
                let is_known = known.iter().any(|known| known == name);
                let is_own = [CHARTS, Lock::FILE, Division::JOBS].iter().any(|own| name == Path::new(own));
                // `report --png` also draws each chart as PNG.
                let is_drawn_again = name.extension().is_some_and(|ending| ending == "png")
                    && known.contains(&name.with_extension("svg"));
                !is_known && !is_own && !is_drawn_again
            };
            let mut others: Vec<PathBuf> = names.filter(is_other).collect();
            others.sort();
            let note =
                |other: &PathBuf| format!("{} is not a file of a run: it was not checked", shown(other));
            self.left_out.extend(others.iter().map(note));
        }
    }
}

/// A printable path.
fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Reads the file at `path`, but at most one byte more than `length`, which is enough to detect that it is longer.
fn read(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    crate::run::open(path)?.take(length as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether the file at `path` holds these bytes.
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    read(path, bytes.len()).is_ok_and(|there| there == bytes)
}

/// Where the file at `path` first differs from the regenerated `text`, with both texts; `None` if they are equal.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn first_difference(path: &Path, text: &str) -> io::Result<Option<String>> {
    let (there, made) = (read(path, text.len())?, text.as_bytes());
    if there == made {
        return Ok(None);
    }
    let at = there.iter().zip(made).take_while(|(a, b)| a == b).count();
    let line = 1 + there[..at].iter().filter(|&&byte| byte == b'\n').count();
    let (there, made) = (around(&there, at), around(made, at));
    Ok(Some(format!("differs from the regenerated file from line {line}: found {there}, expected {made}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_with_its_line_and_both_texts() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("table");
        let difference = |there: &str, made: &str| {
            fs::write(&path, there).unwrap();
            first_difference(&path, made).unwrap()
        };
        assert_eq!(difference("a,1\nb,2\n", "a,1\nb,2\n"), None);
        let found = |there: &str, made: &str| difference(there, made).unwrap();
        assert_eq!(
            found("a,1\nb,2\n", "a,1\nb,3\n"),
            "differs from the regenerated file from line 2: found `b,2`, expected `b,3`"
        );
        assert!(found("a,1\n", "a,1\nb,3\n").ends_with("line 2: found nothing more, expected `b,3`"));
        assert!(found("a,1\nb", "a,1\n").ends_with("line 2: found `b`, expected nothing more"));
        // A line may be as long as a whole page, so only a part of it is shown.
        let long = found(&format!("{}x{}", "é".repeat(900), "y".repeat(900)), &"é".repeat(950));
        assert!(
            long.contains("line 1: found `…éééééééééééééééééééé") && long.chars().count() < 250,
            "{long}"
        );
    }

    #[test]
    fn missing_differing_and_unexpected_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join(CHARTS)).unwrap();
        for (name, text) in [
            ("right.csv", "a\n"),
            ("wrong.csv", "b\n"),
            ("charts/mine.svg", ""),
            ("charts/mine.png", ""),
            ("notes", ""),
        ] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let made: Files =
            ["right.csv", "wrong.csv", "gone.csv"].map(|name| (name.into(), "a\n".to_owned())).into();
        let known: Vec<PathBuf> = made.iter().map(|(name, _)| name.clone()).collect();
        let mut found = Compared::default();
        found.compare(dir.path(), &made, false);
        assert_eq!(found.left_out, ["charts and report.html (missing; run `dropline report` to draw them)"]);
        found.left_out.clear();
        found.note_unknown_files(dir.path(), &known);
        assert_eq!(found.files, 2);
        let [wrong, gone] = &found.problems[..] else { panic!("{found:?}") };
        assert!(wrong.starts_with("wrong.csv differs from") && gone == "gone.csv is missing", "{found:?}");
        let names: Vec<&str> = found.left_out.iter().map(|name| name.split(' ').next().unwrap()).collect();
        assert_eq!(names, ["notes", "charts/mine.png", "charts/mine.svg"]);
        let mut drawn = Compared::default();
        let chart = ["charts/mine.svg", "notes"].map(PathBuf::from);
        drawn.note_unknown_files(dir.path(), &[&known[..], &chart].concat());
        assert_eq!(drawn.left_out, [""; 0], "the PNG of a chart is a known file");
        let mut lenient = Compared::default();
        lenient.compare(dir.path(), &made, true);
        assert_eq!((lenient.files, lenient.problems.len()), (2, 1));
        // Some of the drawings exist, so the others count as missing.
        let drawn = ["charts/mine.svg", "report.html"].map(|name| (name.into(), String::new())).into();
        let mut found = Compared::default();
        found.compare(dir.path(), &drawn, false);
        assert_eq!(found.problems, ["report.html is missing"]);
    }
}
