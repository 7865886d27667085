//! The files of the rules and of the kinds of action and goal together form layers, and so do the modules of the laboratory: no two
//! import each other, directly or indirectly.

use crate::pages::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The code of each file without comments and tests, by its path below the folder that was read, without the extension; the
/// `mod.rs` of a folder goes by the path of the folder.
type Files = BTreeMap<String, String>;

/// The folders whose files are read together. The `mod.rs` of each is exempt: it re-exports from every layer, or lists all kinds.
const ROOTS: [&str; 3] = ["actions", "goals", "rules"];

/// An import that closes a cycle on purpose: the compiled rules hold the compiled kinds of action, whose trait reads the rules.
const INTENDED: (&str, &str) = ("rules/compile", "actions/general");

#[test]
fn no_file_of_the_rules_imports_itself_through_others() {
    let mut files = Files::new();
    for root_folder in ROOTS {
        read(&root().join("crates/engine/src").join(root_folder), root_folder, &mut files);
    }
    let mut imports: BTreeMap<_, _> =
        files.iter().map(|(name, code)| (name.clone(), imports(name, code, &files))).collect();
    imports.retain(|name, _| !ROOTS.contains(&name.as_str()));
    imports.values_mut().for_each(|others| others.retain(|other| !ROOTS.contains(&other.as_str())));
    let known = [
        ("rules/draw", "actions/place/play"),
        ("rules/compile", "actions/place/rule"),
        ("actions/place/play", "rules/state"),
        ("actions/place/shapes/play", "actions/place/shapes/forms"),
        ("goals/connect", "rules/grid"),
        ("rules/goals", "goals/view"),
        ("actions/place", "actions/place/shapes"),
        ("rules/tiles/engine", "rules/tiles/state"),
    ];
    for (file, other) in known {
        assert!(imports[file].contains(other), "{file}: {:?}", imports[file]);
    }
    let (file, other) = INTENDED;
    assert!(imports.get_mut(file).expect("a file").remove(other), "{file} no longer imports {other}");
    assert_no_cycles(&imports);
}

#[test]
fn no_module_of_the_laboratory_imports_itself_through_others() {
    let mut files = Files::new();
    read(&root().join("crates/lab/src"), "", &mut files);
    let is_tested = |file: &str| file.split('/').all(|part| part != "tests");
    let mut modules = Files::new();
    for (file, code) in files.iter().filter(|(file, _)| is_tested(file)) {
        let module = file.split('/').next().unwrap_or_default();
        modules.entry(module.to_owned()).or_default().push_str(code);
    }
    let mut imports: BTreeMap<_, _> =
        modules.iter().map(|(name, code)| (name.clone(), imports_of_module(name, code, &modules))).collect();
    assert!(imports.remove("lib").is_some_and(|of_lib| of_lib.is_empty()), "the crate has a root");
    let only = |module: &str, allowed: &[&str]| {
        let others: Vec<_> =
            imports[module].iter().filter(|name| !allowed.contains(&name.as_str())).collect();
        assert!(others.is_empty(), "{module} imports {others:?}");
    };
    only("rows", &[]);
    only("stats", &["rows"]);
    only("simulate", &["contestant", "rows"]);
    only("run", &["contestant", "rows", "simulate", "stats"]);
    assert!(imports["run"].contains("rows"), "{imports:?}");
    assert_no_cycles(&imports);
}

fn assert_no_cycles(imports: &BTreeMap<String, BTreeSet<String>>) {
    let mut done = BTreeSet::new();
    for name in imports.keys() {
        let cycle = cycle(name, imports, &mut Vec::new(), &mut done);
        assert!(cycle.is_none(), "a cycle of imports: {}", cycle.unwrap_or_default().join(" -> "));
    }
}

/// The modules of the laboratory that the module `name` imports.
fn imports_of_module(name: &str, code: &str, modules: &Files) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, prefix) in code.match_indices("crate::") {
        let path = &code[at + prefix.len()..];
        let names: Vec<&str> = match path.strip_prefix('{') {
            Some(list) => words(list.split(';').next().unwrap_or_default()).collect(),
            None => words(path).take(1).collect(),
        };
        found.extend(names.into_iter().filter(|&name| modules.contains_key(name)).map(str::to_owned));
    }
    found.remove(name);
    found
}

fn read(folder: &Path, name: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8");
        if path.is_dir() {
            read(&path, &join(name, stem), files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let is_inline = |at: &usize| text[*at..].lines().nth(1).is_some_and(|line| line.ends_with('{'));
            let mut tests = text.match_indices("#[cfg(test)]\nmod ").map(|(at, _)| at).filter(is_inline);
            let tested = tests.next().unwrap_or(text.len());
            let lines = text[..tested].lines().map(|line| line.find("//").map_or(line, |at| &line[..at]));
            let name = if stem == "mod" { name.to_owned() } else { join(name, stem) };
            files.insert(name, lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The files that the file `name` imports.
fn imports(name: &str, code: &str, files: &Files) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut import = |folder: &str, path: &str| {
        let names = match path.strip_prefix('{') {
            Some(list) => words(list.split('}').next().unwrap_or_default()).collect(),
            None => words(path).take(1).collect::<Vec<_>>(),
        };
        found.extend(names.into_iter().filter_map(|name| file_of(folder, name, files)));
    };
    for root_folder in ROOTS {
        let prefix = format!("crate::{root_folder}::");
        for (at, _) in code.match_indices(&prefix) {
            // The path may lead into a folder of the folder.
            let (mut folder, mut path) = (root_folder.to_owned(), &code[at + prefix.len()..]);
            while let Some((first, rest)) = path.split_once("::")
                && files.keys().any(|file| file.starts_with(&(join(&folder, first) + "/")))
            {
                (folder, path) = (join(&folder, first), rest);
            }
            import(&folder, path);
        }
    }
    for (at, _) in code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::")) {
        let (mut folder, mut path) = (name, &code[at..]);
        while let Some(rest) = path.strip_prefix("super::") {
            folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
            path = rest;
        }
        import(folder, path);
    }
    // The `mod.rs` of a folder imports what it uses from its files, but not what it only re-exports.
    let own_use = |statement: &str| {
        let path = statement.trim_start().strip_prefix("use ")?;
        words(path).next().map(|word| join(name, word))
    };
    found.extend(code.split(';').filter_map(own_use).filter(|file| files.contains_key(file)));
    found.remove(name);
    found
}

/// The file of the module `name` in `folder`, or the file from which the folder re-exports the item `name`.
fn file_of(folder: &str, name: &str, files: &Files) -> Option<String> {
    let module = join(folder, name);
    if files.contains_key(&module) {
        return Some(module);
    }
    let uses = files[folder].split(';').filter_map(|statement| statement.split("use ").nth(1));
    // A statement may re-export from several files, each named before its items.
    uses.filter(|paths| words(paths).any(|word| word == name)).find_map(|paths| {
        let before = words(paths).take_while(|word| *word != name).map(|word| join(folder, word));
        before.filter(|file| files.contains_key(file)).last()
    })
}

/// The identifiers in `code`.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// A cycle to which `file`, reached by `path`, leads. Files in `done` lead to no cycle.
fn cycle(
    file: &str,
    imports: &BTreeMap<String, BTreeSet<String>>,
    path: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    let start = path.iter().position(|before| before == file);
    path.push(file.to_owned());
    if let Some(start) = start {
        return Some(path[start..].to_vec());
    }
    if !done.contains(file) {
        for next in &imports[file] {
            let found = cycle(next, imports, path, done);
            if found.is_some() {
                return found;
            }
        }
        done.insert(file.to_owned());
    }
    path.pop();
    None
}
