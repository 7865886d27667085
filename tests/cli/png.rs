//! Charts as PNG, in builds with the feature `png`.

use crate::scene::Scene;

/// The width and the height in the header of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn each_chart_of_a_run_and_of_an_experiment_is_drawn_as_png() {
    let scene = Scene::new();
    scene.run("simulate send-it --agents random --set board.side=3 --games 500 --out run --quiet").succeeds();
    scene
        .run("sweep send-it --agents random --vary board.side=2,3 --games 20 --out sweep --quiet")
        .succeeds();
    for (dir, folders) in [("run", &["run/charts"]), ("sweep", &["sweep/charts"])] {
        scene.run(&format!("report {dir} --png --quiet")).succeeds();
        for folder in folders {
            let names = scene.names(folder);
            let stems = |ending: &str| -> Vec<String> {
                names.iter().filter_map(|name| Some(name.strip_suffix(ending)?.to_owned())).collect()
            };
            assert!(stems(".svg") == stems(".png") && !stems(".svg").is_empty(), "{names:?}");
            for stem in stems(".png") {
                let png = std::fs::read(scene.path(&format!("{folder}/{stem}.png"))).unwrap();
                assert_eq!(size(&png).0, 1120, "{stem}");
                assert!(png.len() > 8000, "{stem} is nearly empty: {} bytes", png.len());
            }
        }
    }
    let verified = scene.run("verify run --quiet").succeeds();
    assert!(!verified.out.contains(".png"), "{}", verified.out);
    scene
        .run("simulate send-it --agents random --set board.side=3 --games 5 --out run --quiet --force")
        .succeeds();
    assert!(!scene.names("run/charts").iter().any(|name| name.ends_with(".png")));
}
