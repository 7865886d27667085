//! Files that extend others.

use super::{NoFiles, SMALL};
use crate::board::Shape;
use crate::variant::{Diagnostics, Document, Library, Loaded, Unreadable, load, load_document};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Files that exist only in a test.
struct MemoryLibrary(BTreeMap<PathBuf, String>);

impl Library for MemoryLibrary {
    fn open(&self, path: &Path) -> Result<Document, Unreadable> {
        let text = self.0.get(path).ok_or(Unreadable::Missing)?;
        Ok(Document::file(path, text.clone().into()))
    }
}

/// Loads the first of `files`, each a path and a text; all of them can be extended.
fn read(files: &[(&str, &str)]) -> Result<Loaded, Diagnostics> {
    let shelf =
        MemoryLibrary(files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect());
    let (path, text) = files[0];
    load_document(Document::file(Path::new(path), text.into()), &[], &shelf)
}

fn error_of(files: &[(&str, &str)]) -> String {
    read(files).expect_err("the files should be refused").render(false)
}

#[test]
fn tables_merge_key_by_key_and_lists_replace() {
    let over =
        "extends = \"small.toml\"\n[score]\nkomi = 7.5\n[turn]\nsteps = [{ actions = [\"stone\"], max = 3 }]";
    let loaded = read(&[("over.toml", over), ("small.toml", SMALL)]).expect("both are valid");
    assert_eq!(loaded.variant.id, "over");
    assert_eq!(loaded.variant.info.name, "Small");
    assert_eq!(loaded.effective["score"], serde_json::json!({ "method": "area", "komi": 7.5 }));
    assert_eq!(loaded.effective["turn"]["steps"].as_array().map(Vec::len), Some(1));
    assert_eq!(loaded.variant.turn.steps[0].max, 3);
}

#[test]
fn a_board_that_names_its_shape_replaces_the_inherited_one() {
    let over = "extends = \"small.toml\"\n[board]\nshape = \"hexagon\"\nside = 3";
    let loaded = read(&[("over.toml", over), ("small.toml", SMALL)]).expect("both are valid");
    assert_eq!(loaded.variant.board.shape(), Shape::Hexagon { side: 3 });

    let over = "extends = \"small.toml\"\n[board]\nwidth = 3";
    let loaded = read(&[("over.toml", over), ("small.toml", SMALL)]).expect("both are valid");
    assert_eq!(loaded.variant.board.shape(), Shape::Rectangle { width: 3, height: 5 });
}

#[test]
fn an_action_of_another_kind_replaces_the_inherited_one() {
    let over =
        "extends = \"small.toml\"\n[setup]\nblack = [\"a1\"]\nwhite = [\"c3\"]\n[action.stone.displace]";
    let loaded = read(&[("over.toml", over), ("small.toml", SMALL)]).expect("both are valid");
    assert_eq!(loaded.effective["action"]["stone"].as_object().map(serde_json::Map::len), Some(1));
    assert!(loaded.effective["action"]["stone"]["displace"].is_object());
}

#[test]
fn the_upper_file_wins_among_keys_that_exclude_one_another() {
    let shape = |keys: &str| format!("[action.stone.place.shape]\n{keys}");
    let over = |keys: &str| format!("extends = \"small.toml\"\n{}", shape(keys));
    let base = |keys: &str| SMALL.replace("[action.stone.place]", &shape(keys));
    let read = |upper: &str, lower: &str| {
        read(&[("over.toml", &over(upper)), ("small.toml", &base(lower))]).expect("both are valid").effective
            ["action"]["stone"]["place"]["shape"]
            .to_string()
    };
    let patterns = "patterns = [\"###\"]\nparts = true";
    assert_eq!(read("sizes = [3]", patterns), r#"{"sizes":[3],"parts":false,"seen":"any"}"#);
    assert_eq!(read(patterns, "sizes = [3]"), r####"{"patterns":["###"],"parts":true,"seen":"centre"}"####);
    assert_eq!(read("parts = false", patterns), r####"{"patterns":["###"],"parts":false,"seen":"any"}"####);
}

#[test]
fn terms_replace_an_inherited_method_and_a_method_inherited_terms() {
    let score = |upper: &str, lower: &str| {
        let over = format!("extends = \"small.toml\"\n[score]\n{upper}");
        let base = SMALL.replace("method = \"area\"", lower);
        let loaded = read(&[("over.toml", &over), ("small.toml", &base)]).expect("both are valid");
        loaded.effective["score"].to_string()
    };
    let (terms, method) = ("terms = { own = 1 }", "method = \"area\"");
    assert_eq!(score(terms, method), r#"{"terms":{"own":1},"komi":0}"#);
    assert_eq!(score(method, terms), r#"{"method":"area","komi":0}"#);
    assert_eq!(
        score("terms = { 'own groups' = -2 }", terms),
        r#"{"terms":{"own":1,"own groups":-2},"komi":0}"#
    );
    assert_eq!(score("terms = { own = 'none', enemy = -1 }", terms), r#"{"terms":{"enemy":-1},"komi":0}"#);
}

#[test]
fn inherited_keys_can_be_removed() {
    let base = SMALL.replace(
        "[action.stone.place]",
        "[action.stone.place]\nsight = \"queen\"\nnew_per_group = 1\n[action.other.place]\n[end]\nmax_turns = 7",
    );
    let over = "extends = \"base.toml\"\n[end]\nmax_turns = \"none\"\n[action]\nother = \"none\"\n\
                [action.stone.place]\nnew_per_group = \"none\"\nsight = \"none\"";
    let loaded = read(&[("over.toml", over), ("base.toml", &base)]).expect("both are valid");
    let plain = read(&[("plain.toml", SMALL)]).expect("it is valid");
    assert_eq!(loaded.rules_hash, plain.rules_hash);
    // A file can set a key again after the file that it extends has removed it.
    let above = "extends = \"over.toml\"\n[end]\nmax_turns = 9";
    let loaded =
        read(&[("above.toml", above), ("over.toml", over), ("base.toml", &base)]).expect("all are valid");
    assert_eq!(loaded.variant.end.max_turns, 9);
}

#[test]
fn keys_that_are_not_inherited_cannot_be_removed() {
    let over = "extends = \"small.toml\"\n[end]\nmax_turns = \"none\"";
    insta::assert_snapshot!(error_of(&[("over.toml", over), ("small.toml", SMALL)]), @r#"
    error: `end.max_turns` cannot be a string
     --> over.toml:3:13
      |
    3 | max_turns = "none"
      |             ^^^^^^ expected an integer from 1 to 100000
      |
      = note: `"none"` removes an inherited key: no `end.max_turns` is inherited here
    "#);
    // A required key can be removed, but is then reported as missing.
    let over = "extends = \"small.toml\"\nscore = \"none\"";
    insta::assert_snapshot!(error_of(&[("over.toml", over), ("small.toml", SMALL)]), @r"
    error: nothing decides the game: there is no `[score]` and no goal
    --> over.toml
    ");
}

#[test]
fn an_empty_table_in_place_of_an_inherited_one_is_rejected() {
    let base = SMALL.replace("[score]", "[end]\npasses = 1\n[score]");
    let over = |text: &str| format!("extends = \"small.toml\"\n{text}");
    let said = error_of(&[("over.toml", &over("end = {}")), ("small.toml", &base)]);
    insta::assert_snapshot!(said, @r#"
    error: an empty table changes nothing: tables merge key by key
     --> over.toml:2:7
      |
    2 | end = {}
      |       ^^
      |
      = help: `"none"` in its place removes the inherited key
    "#);
    // A table header without keys changes nothing.
    assert!(read(&[("over.toml", &over("[end]\n[score]")), ("small.toml", &base)]).is_ok());
}

#[test]
fn a_variant_built_on_another_is_a_different_game() {
    let base = SMALL.replace(
        "name = \"Small\"",
        "name = \"Small\"\nauthor = \"Ann\"\nyear = 2004\nsummary = \"of a few lines\"",
    );
    let info = |files: &[(&str, &str)]| read(files).expect("all are valid").variant.info;
    let unnamed = info(&[("over.toml", "extends = \"base.toml\"\n[score]\nkomi = 1"), ("base.toml", &base)]);
    assert_eq!((unnamed.author.as_deref(), unnamed.year, unnamed.summary.as_str()), (None, None, ""));
    assert_eq!((unnamed.name.as_str(), unnamed.title().as_str()), ("Small", "Based on Small"));
    let over = "extends = \"base.toml\"\n[game]\nname = \"Mine\"\nauthor = \"Bea\"";
    let named = info(&[("over.toml", over), ("base.toml", &base)]);
    assert_eq!((named.author.as_deref(), named.title().as_str()), (Some("Bea"), "Mine, based on Small"));
    let third = info(&[("third.toml", "extends = \"over.toml\""), ("over.toml", over), ("base.toml", &base)]);
    assert_eq!((third.author.as_deref(), third.title().as_str()), (None, "Based on Mine"));
    let own = info(&[("base.toml", &base)]);
    assert_eq!((own.author.as_deref(), own.title().as_str()), (Some("Ann"), "Small"));
}

#[test]
fn paths_are_relative_to_the_file_that_names_them() {
    let files = [
        ("games/mine.toml", "extends = \"base/one.toml\"\n[score]\nkomi = 1"),
        ("games/base/one.toml", "extends = \"two.toml\"\n[score]\nkomi = 2"),
        ("games/base/two.toml", SMALL),
    ];
    let loaded = read(&files).expect("all are valid");
    assert_eq!(loaded.effective["score"]["komi"], 1);
}

#[test]
fn an_error_is_shown_in_the_file_that_has_it() {
    let said = error_of(&[("over.toml", "extends = \"small.toml\""), ("small.toml", "[score]\nkmoi = 1")]);
    assert!(said.contains("--> small.toml:2:1"), "{said}");
    assert!(said.contains("note: `over.toml` extends this file"), "{said}");
    let said = error_of(&[("over.toml", "extends = \"small.toml\"\n[score]\nkmoi = 1"), ("small.toml", "")]);
    assert!(!said.contains("extends this file"), "{said}");
}

#[test]
fn cycles_of_extends_are_reported() {
    insta::assert_snapshot!(error_of(&[("a.toml", "# alone\nextends = \"a.toml\"")]), @r#"
    error: `a.toml` extends itself
     --> a.toml:2:11
      |
    2 | extends = "a.toml"
      |           ^^^^^^^^
    "#);
    let three = [
        ("a.toml", "extends = \"b.toml\""),
        ("b.toml", "extends = \"c.toml\""),
        ("c.toml", "extends = \"b.toml\""),
    ];
    insta::assert_snapshot!(error_of(&three), @r#"
    error: `extends` forms a cycle: `b.toml`, `c.toml`, `b.toml`
     --> c.toml:1:11
      |
    1 | extends = "b.toml"
      |           ^^^^^^^^
    "#);
}

#[test]
fn long_chains_are_rejected() {
    let names: Vec<String> = (0..20).map(|i| format!("{i}.toml")).collect();
    let texts: Vec<String> = (1..=20).map(|i| format!("extends = \"{i}.toml\"")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    let said = error_of(&files);
    assert!(said.contains("more than 16 files in a chain of `extends`"), "{said}");
    let chain = |length: usize| {
        let mut files = files[files.len() - length..].to_vec();
        files[length - 1].1 = SMALL;
        read(&files)
    };
    assert!(chain(16).is_ok());
    assert!(chain(17).is_err());
}

#[test]
fn an_extended_file_must_exist() {
    insta::assert_snapshot!(error_of(&[("a.toml", "extends = \"send-its\"\n[scroe]")]), @r#"
    error: unknown variant `send-its`
     --> a.toml:1:11
      |
    1 | extends = "send-its"
      |           ^^^^^^^^^^
      |
      = help: did you mean `send-it`? A path to a TOML file works too

    error: unknown key `scroe`
     --> a.toml:2:2
      |
    2 | [scroe]
      |  ^^^^^ expected `action`, `board`, `capture`, `end`, `extends`, `game`, `goal`, `opening`, `pattern`, `piece`, `repetition`, `score`, `set`, `setup`, `stacks` or `turn`
      |
      = help: did you mean `score`?
    "#);
    insta::assert_snapshot!(error_of(&[("a.toml", "extends = \"../b.toml\"")]), @r#"
    error: cannot read `../b.toml`: no such file
     --> a.toml:1:11
      |
    1 | extends = "../b.toml"
      |           ^^^^^^^^^^^
    "#);
    insta::assert_snapshot!(error_of(&[("a.toml", "extends = [\"b.toml\"]")]), @r#"
    error: `extends` cannot be a list
     --> a.toml:1:11
      |
    1 | extends = ["b.toml"]
      |           ^^^^^^^^^^ expected the name of a shipped variant, or a path in quotes
    "#);
}

#[test]
fn text_that_is_not_utf_8_is_reported_with_its_line() {
    let bytes = b"[game]\nname = \"Jo\xe3o\"\n".to_vec();
    let wrong = load_document(Document::file(Path::new("latin.toml"), bytes), &[], &NoFiles);
    let said = wrong.expect_err("it is not text").render(false);
    assert!(said.starts_with("error: the file is not UTF-8 text\n --> latin.toml:2:11\n"), "{said}");
}

#[test]
fn files_on_disk_are_loaded_or_rejected_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    let load = |name: &str| load(&path(name).display().to_string(), &[]);
    let said =
        |name: &str| load(name).expect_err("it should be refused").messages().collect::<Vec<_>>().join("; ");

    std::fs::write(path("small.toml"), SMALL).expect("the folder can be written to");
    std::fs::write(path("mine.toml"), "extends = \"small.toml\"").expect("the folder can be written to");
    std::fs::write(path("again.toml"), "extends = \"./../again.toml\"")
        .expect("the folder can be written to");
    std::fs::write(path("large.toml"), "#".repeat(2 << 20)).expect("the folder can be written to");
    assert_eq!(load("mine.toml").expect("it is valid").variant.id, "mine");
    assert!(said("").ends_with("it is a folder"), "{}", said(""));
    assert!(said("none.toml").ends_with("no such file"), "{}", said("none.toml"));
    assert!(said("again.toml").ends_with("no such file"), "{}", said("again.toml"));
    assert!(said("large.toml").contains("too large"), "{}", said("large.toml"));

    // Another path to the same file.
    std::fs::write(path("loop.toml"), "extends = \"./././loop.toml\"").expect("the folder can be written to");
    assert!(said("loop.toml").contains("extends itself"), "{}", said("loop.toml"));
}

#[test]
fn errors_suggest_the_nearest_shipped_name() {
    let said = |spec: &str| load(spec, &[]).expect_err("no such variant").render(false);
    insta::assert_snapshot!(said("sendit"), @r"
    error: unknown variant `sendit`
     |
     = help: did you mean `send-it`? A path to a TOML file works too
    ");
    insta::assert_snapshot!(said("chess"), @r"
    error: unknown variant `chess`
     |
     = help: `dropline variants` lists the shipped variants; a path to a TOML file works too
    ");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("calm").display().to_string();
    std::fs::write(format!("{path}.toml"), SMALL).expect("the folder can be written to");
    assert_eq!(
        said(&path),
        format!("error: cannot read `{path}`: no such file\n |\n = help: did you mean `{path}.toml`?")
    );
    insta::assert_snapshot!(said("no/such.toml"), @"error: cannot read `no/such.toml`: no such file");
}
