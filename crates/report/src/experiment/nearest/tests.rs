use super::*;

fn komi(value: &str) -> Name {
    Name { key: Some("komi".to_owned()), value: value.to_owned() }
}

fn tried(values: usize, silent: usize) -> Tried {
    Tried { aim: Aim::EVEN, values, silent, is_for_all: false, is_final: false }
}

/// What is said where an even game is possible at these values of komi, the first of which comes nearest.
fn at(values: &[&str], ends: Option<[&str; 2]>, of: Tried) -> String {
    let at = Compatible {
        values: values.iter().map(|value| komi(value)).collect(),
        ends: ends.map(|ends| ends.map(str::to_owned)),
    };
    Found::Possible { at, nearest: komi(values[0]), of }.text()
}

#[test]
fn values_are_listed_if_they_are_few_and_otherwise_counted() {
    let whole = Some(["0", "6"]);
    assert_eq!(
        at(&["3"], Some(["3", "3"]), tried(7, 0)),
        "Of 7 values, only komi = 3 makes even play possible"
    );
    assert_eq!(at(&["3"], Some(["3", "3"]), tried(1, 0)), "With komi = 3 even play is possible");
    assert_eq!(
        at(&["3", "4", "5"], None, tried(7, 0)),
        "Even play is possible at komi = 3, 4 and 5; 3 comes nearest"
    );
    let five = ["0", "1", "2", "3", "6"];
    assert_eq!(
        at(&five, whole, tried(7, 0)),
        "Even play is possible at 5 of 7 values, from komi = 0 to 6; 0 comes nearest"
    );
    // Between the least and the greatest lies a value that is not compatible.
    assert_eq!(
        at(&five, None, tried(7, 0)),
        "Even play is possible at 5 of 7 values; komi = 0 comes nearest"
    );
    assert_eq!(at(&five, None, tried(5, 0)), "Even play is possible at all 5 values; komi = 0 comes nearest");
}

#[test]
fn a_value_that_excludes_the_target_comes_after_those_that_do_not() {
    let place = |run, value, compatible| Place {
        settings: Vec::new(),
        compatible,
        value,
        low: None,
        high: None,
        n: 100,
        run,
    };
    // The games of the first are nearer to even, but exclude it: most of them are drawn.
    let mut places = [place(0, 0.435, false), place(1, 0.365, false), place(2, 0.42, true)];
    places.sort_by(|a, b| by_distance(a, b, Aim::EVEN));
    assert_eq!(places.map(|place| place.run), [2, 0, 1]);
}

#[test]
fn several_keys_are_named_as_settings() {
    let name = |value: &str| Name { key: None, value: value.to_owned() };
    let two = ["width=6, height=6", "width=6, height=7"].map(name);
    let at = Compatible { values: two.to_vec(), ends: None };
    assert_eq!(
        Found::Possible { at, nearest: two[0].clone(), of: tried(9, 0) }.text(),
        "Even play is possible at 2 of 9 values; width=6, height=6 comes nearest"
    );
}

#[test]
fn headlines_have_at_most_twenty_words() {
    let many = Tried { is_for_all: true, ..tried(12, 3) };
    let long = Name { key: Some("fewest drops a turn in step 2".to_owned()), value: "a b c".to_owned() };
    let nowhere = |nearest| {
        let between = Some(["8", "9"].map(str::to_owned));
        Found::Nowhere { nearest, value: "57.1 %".to_owned(), between, of: many.clone() }
    };
    for text in [
        at(&["6.5", "7", "7.5", "8"], Some(["6.5", "8"]), many.clone()),
        at(&["0", "1", "2", "3", "6"], Some(["0", "6"]), many.clone()),
        nowhere(komi("9")).text(),
        nowhere(long.clone()).text(),
        Found::Possible {
            at: Compatible { values: vec![long.clone(); 5], ends: None },
            nearest: long,
            of: many.clone(),
        }
        .text(),
    ] {
        assert!(is_short(&text), "{text}");
    }
    assert_eq!(
        Found::Nowhere { nearest: komi("9"), value: "57.1 %".to_owned(), between: None, of: tried(7, 2) }
            .text(),
        "No value is compatible with an even game; komi = 9 (57.1 %) comes nearest (2 values without verdict)"
    );
    let between = Some(["3", "4"].map(str::to_owned));
    assert_eq!(
        Found::Nowhere { nearest: komi("4"), value: "40.8 %".to_owned(), between, of: tried(5, 0) }.text(),
        "No value fits an even game; komi = 3 and 4 lie on both sides"
    );
    let wide = Name { key: Some("width of the board".to_owned()), value: "4".to_owned() };
    assert_eq!(
        Found::Nowhere { nearest: wide, value: "58.0 %".to_owned(), between: None, of: tried(2, 1) }.text(),
        "No value with a verdict is compatible with an even game; width of the board = 4 comes nearest"
    );
    assert_eq!(
        at(&["3", "4"], None, tried(7, 1)),
        "Even play is possible at komi = 3 and 4; 3 comes nearest (one value without verdict)"
    );
}

#[test]
fn a_target_of_another_measure_is_named() {
    let of = |aim| Tried { aim, is_final: true, ..tried(3, 0) };
    let said = |aim, value: &str| Found::Nowhere {
        nearest: komi("9"),
        value: value.to_owned(),
        between: None,
        of: of(aim),
    };
    assert_eq!(
        said(Aim { quantity: Quantity::Turns, target: 40.0 }, "38.2").text(),
        "No finalist is compatible with duration in turns = 40; komi = 9 (38.2) comes nearest"
    );
    let score = Aim { quantity: Quantity::Score, target: 0.55 };
    assert_eq!(
        at(&["3", "4"], None, of(score)),
        "First player's score = 55 % is possible at komi = 3 and 4; 3 comes nearest"
    );
}

#[test]
fn what_gives_no_verdict_has_no_values() {
    let none = Found::None("most games reached the turn cap".to_owned());
    assert_eq!(
        (none.word(), none.text()),
        ("none", "No verdict: most games reached the turn cap.".to_owned())
    );
    assert_eq!(Found::Incomplete.word(), "open");
}
