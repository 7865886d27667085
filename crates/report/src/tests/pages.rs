//! Tests of pages, maps and files.

use super::*;

/// The error in the nesting of a document's tags, if any.
fn nesting(document: &str) -> Result<(), String> {
    let (mut open, mut rest) = (Vec::new(), document);
    while let Some(start) = rest.find('<') {
        let end = rest[start..].find('>').ok_or("a tag without end")? + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split(|c: char| c.is_whitespace()).next().unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes something else"));
            }
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("never closed: {open:?}")) }
}

#[test]
fn the_report_has_all_its_files() {
    let dir = run("hexagon", &[3, 1, 5, 0, -2, 1]);
    let written = write(dir.path()).unwrap();
    let names: Vec<String> = written
        .files
        .iter()
        .map(|file| file.strip_prefix(dir.path()).unwrap().display().to_string().replace('\\', "/"))
        .collect();
    assert_eq!(
        names,
        [
            "summary.csv",
            "summary.json",
            "openings.csv",
            "charts/score.svg",
            "charts/margins.svg",
            "charts/lengths.svg",
            "charts/branching.svg",
            "report.html"
        ]
    );
    assert!(written.files.iter().all(|file| file.is_file()));
}

#[test]
fn the_page_states_the_rules_in_words() {
    let dir = run("hexagon", &[1]);
    write(dir.path()).unwrap();
    let page = read(dir.path(), "report.html");
    assert!(page.contains("<summary>The rules</summary>"));
    assert!(page.contains("<dt>Board</dt><dd>A hexagon of hexes, side "), "{page}");
    assert!(page.contains("<dt><code><span>"), "actions are named as code");
}

#[test]
fn maps_of_the_plane_show_frequently_used_cells() {
    let margins = [1; 200];
    let dir = run("boundless-hex", &margins);
    write(dir.path()).unwrap();
    let ends = read(dir.path(), "charts/ends.svg");
    assert!(ends.contains("<title>0,-1: −100.0 ± 0.0 points; first player 0.0 % (a stack or prisoner 0.0), second player 100.0 % (a stack"));
    assert!(ends.contains("has a tile there") && ends.contains("r stands at the left"));
    assert!(!ends.contains("<title>-12,3") && ends.contains("Cells farther out"));
    let page = read(dir.path(), "report.html");
    assert!(
        page.contains("<figure class=\"shaded\" id=\"ends\">"),
        "maps keep their background on dark pages"
    );
    assert!(page.contains("Every first turn put a stone or a tile on the same cell, 1,0."));
    assert!(!dir.path().join("charts/first_turns.svg").exists(), "such a map would say nothing");
    assert!(read(dir.path(), "report.html").contains("<th scope=\"row\">-12,3</th>"));
}

#[test]
fn the_page_is_well_formed_and_self_contained() {
    for shape in ["hexagon", "rectangle", "rhombus", "triangle", "boundless-hex"] {
        let dir = run(shape, &[3, 1, 5, 0, -2, 1]);
        for file in write(dir.path()).unwrap().files {
            let text = std::fs::read_to_string(&file).unwrap();
            if file.extension().is_some_and(|ending| ending == "svg" || ending == "html") {
                assert_eq!(nesting(&text), Ok(()), "{}", file.display());
                let own = text.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
                assert!(!own.contains("http") && !own.contains("src=") && !own.contains("url("));
            }
        }
    }
}

#[test]
fn names_from_files_are_shown_and_never_interpreted() {
    let dir = run("hexagon", &[1, 2]);
    let attack = "<script>alert('x')</script>\u{1}";
    let hostile = Manifest {
        game: attack.to_owned(),
        agents: [attack.to_owned(), attack.to_owned()],
        command: vec![attack.to_owned()],
        board: attack.to_owned(),
        players: [attack.to_owned(), attack.to_owned()],
        ..manifest("hexagon")
    };
    hostile.write(dir.path()).unwrap();
    for file in write(dir.path()).unwrap().files {
        let text = std::fs::read_to_string(&file).unwrap();
        if file.extension().is_some_and(|ending| ending == "svg" || ending == "html") {
            assert!(text.contains("&lt;script&gt;alert("), "{}", file.display());
            // A page has only its own script.
            let own = text.replace(&format!("<script>{}</script>", page::SCRIPT), "");
            assert!(!own.contains("<script") && !own.contains('\u{1}'), "{}", file.display());
        }
    }
}

#[test]
fn the_same_files_give_the_same_report() {
    let dir = run("hexagon", &[3, 1, 5, 0, -2, 1]);
    let contents = || {
        let files = write(dir.path()).unwrap().files;
        files.iter().map(|file| std::fs::read(file).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(contents(), contents());
}

#[test]
fn a_single_game_and_equal_games_have_a_report() {
    for margins in [&[7][..], &[0], &[-7], &[0, 0, 0], &[1000, -1000]] {
        assert!(write(run("hexagon", margins).path()).is_ok(), "{margins:?}");
    }
}

#[test]
fn maps_pool_cells_that_a_symmetry_of_the_game_makes_equivalent() {
    let margins = [1; 60];
    let dir = run("rectangle", &margins);
    // Stones at the end on two corners of a board of 3 by 2, whose four corners are equivalent: the map shows the mean of all
    // four.
    let corner =
        |name: &str, first_stones| CellRow { first_stones, games: 60, ..CellRow::new(name.parse().unwrap()) };
    let cells = [("a1", 60), ("a2", 0), ("b1", 60), ("b2", 60), ("c1", 0), ("c2", 60)];
    table(dir.path(), &cells.map(|(name, stones)| corner(name, stones)));
    write(dir.path()).unwrap();
    let ends = read(dir.path(), "charts/ends.svg");
    assert!(ends.contains("<title>a2 and 3 equivalent cells: +50.0 "), "{ends}");
    assert!(ends.contains("<title>b1 and 1 equivalent cell: +100.0 "), "{ends}");
    assert!(ends.contains("6 cells in 2 classes"), "{ends}");
}

#[test]
fn an_old_map_is_removed() {
    let dir = run("hexagon", &[3, 1]);
    write(dir.path()).unwrap();
    let old = dir.path().join("charts/ends.svg");
    std::fs::write(&old, "<svg/>").unwrap();
    write(dir.path()).unwrap();
    assert!(!old.exists());
}
