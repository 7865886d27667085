//! Reads any bytes as a table of a run, as a crash may leave it behind; the first byte picks the table. The rows that can be read
//! are counted and measured.
#![no_main]

use dropline::points::Points;
use dropline::run::{CellRow, CourseRow, Experiment, GameRow, Manifest, Row, RowWriter, Rows};
use dropline::stats::{Design, Tally};
use dropline_engine::text::is_unprintable;
use libfuzzer_sys::fuzz_target;

/// The rows before the first row that cannot be read.
fn rows<T: Row>(bytes: &[u8]) -> Vec<T> {
    let mut found = Vec::new();
    let Ok(rows) = Rows::<T, _>::new(T::FILE.into(), bytes) else { return found };
    for row in rows {
        match row {
            Ok(row) => found.push(row),
            Err(error) => {
                assert!(!error.to_string().contains(is_unprintable), "{error}");
                break;
            }
        }
    }
    found
}

/// Checks that written rows read back unchanged.
fn again<T: Row + PartialEq + std::fmt::Debug>(found: &[T]) {
    let mut writer = RowWriter::<T, _>::new(Vec::new()).expect("memory takes it");
    found.iter().for_each(|row| writer.write(row).expect("memory takes it"));
    assert_eq!(rows::<T>(&writer.finish().expect("memory takes it")), found);
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, bytes)) = bytes.split_first() else { return };
    match which % 5 {
        0 => {
            let found = rows::<GameRow>(bytes);
            let pairs = which & 0x80 != 0;
            let until = (which & 0x40 != 0).then_some(0.05);
            let (swap, unscored) = (which & 0x20 != 0, which & 0x10 != 0);
            let mut tally = Tally::new(Design { pairs, until, swap, unscored, ..Design::default() });
            found.iter().for_each(|row| tally.add(row));
            if let Some(summary) = tally.summary(Points::ZERO) {
                assert_eq!(summary.games(), found.len() as u64);
            }
            again(&found);
        }
        1 => {
            let found = rows::<CellRow>(bytes);
            found.iter().for_each(|row| {
                row.is_possible();
            });
            again(&found);
        }
        2 => {
            let found = rows::<CourseRow>(bytes);
            CourseRow::are_possible(&found, found.first().map_or(0, |row| row.games));
            again(&found);
        }
        3 => drop(serde_json::from_slice::<Manifest>(bytes)),
        _ => drop(serde_json::from_slice::<Experiment>(bytes)),
    }
});
