//! Tests of pages in a real browser.
//!
//! The pages are opened in headless Chromium, in frames as wide as a desktop window, a phone and a sheet of paper. A script
//! looks for faults in each page and reports them to the page around the frames. If Chromium is not installed, the tests say so
//! and pass; the variable CHROMIUM can name one that is not in the PATH.

use crate::chromium::chromium;
use crate::scene::Scene;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The script that looks for faults in a page.
const CHECKS: &str = include_str!("browser.js");
/// How long the browser may take, allowing for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);
/// The frames: what each represents, and its width in CSS pixels.
const FRAMES: [(&str, u32); 4] =
    [("desktop", 1280), ("telephone", 390), ("small telephone", 360), ("paper", 718)];

/// Runs the browser with these arguments and returns its output.
fn browse(chromium: &Path, scene: &Scene, args: &[&str]) -> String {
    let printed = scene.path("printed");
    let mut child = Command::new(chromium)
        .args([
            "--headless",
            "--hide-scrollbars",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        // No page can access the network.
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=60000"])
        .arg(format!("--user-data-dir={}", scene.path("profile").display()))
        .args(args)
        .stdin(Stdio::null())
        .stdout(File::create(&printed).expect("the folder can be written to"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the browser starts");
    let start = Instant::now();
    while child.try_wait().expect("it is a child").is_none() {
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the browser took more than {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::read_to_string(printed).expect("UTF-8")
}

/// A copy of a page for a frame, which begins with the checks and, for paper, uses the print style.
fn checked_copy(page: &str, name: &str, frame: &str) -> String {
    let script = format!("<head><script>const FRAME = \"{name}, {frame}\";\n{CHECKS}</script>");
    let page = page.replacen("<head>", &script, 1);
    if frame == "paper" {
        return page.replace("@media print", "@media all").replace("@media screen", "@media speech");
    }
    page
}

/// The faults of the pages in every frame, each with the names of its page and frame.
fn faults(chromium: &Path, scene: &Scene, pages: &[(&str, String)]) -> Vec<String> {
    let mut harness = "<!DOCTYPE html><meta charset=\"utf-8\"><pre id=\"found\"></pre><script>\n\
         addEventListener('message', event => found.textContent += JSON.stringify(event.data) + '\\n');\n</script>\n"
        .to_owned();
    let mut expected = Vec::new();
    for (name, page) in pages {
        for (frame, width) in FRAMES {
            let file = format!("{name}-{frame}.html").replace(' ', "-");
            scene.write(&file, &checked_copy(page, name, frame));
            harness += &format!("<iframe src=\"{file}\" width=\"{width}\" height=\"800\"></iframe>\n");
            expected.push(format!("{name}, {frame}"));
        }
    }
    scene.write("harness.html", &harness);
    let dom = browse(chromium, scene, &["--dump-dom", &url(&scene.path("harness.html"))]);
    let found = dom.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let found = found.map(|(found, _)| found).unwrap_or_else(|| panic!("no findings in\n{dom}"));
    let found = found.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let reports: Vec<serde_json::Value> =
        found.lines().map(|line| serde_json::from_str(line).expect("a report")).collect();
    for frame in &expected {
        assert!(reports.iter().any(|report| report["frame"] == **frame), "{frame} was not checked:\n{found}");
    }
    let of = |report: &serde_json::Value| {
        let frame = report["frame"].as_str().unwrap_or_default().to_owned();
        let faults = report["faults"].as_array().cloned().unwrap_or_default();
        faults.into_iter().map(move |fault| format!("{frame}: {}", fault.as_str().unwrap_or_default()))
    };
    reports.iter().flat_map(of).collect()
}

fn url(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A small run on each kind of board, and a small experiment of each kind.
const SHOWN: [(&str, &str); 8] = [
    ("hexagon", "simulate send-it --agents random --set board.side=5 --games 300"),
    ("squares", "simulate send-it-square --games 40 --agents greedy,random --pairs"),
    ("plane", "simulate exxit --agents random --games 40"),
    ("shapes", "simulate dispatch --agents random --games 20"),
    (
        "compare",
        "compare send-it-square-nopush send-it-square --set board.width=5 --set board.height=5 --games 60 \
         --agents random,random --agents mcts:2:exploration=0.7:margin=1:ranked=64,greedy",
    ),
    (
        "tune",
        "tune go --set board.width=3 --agents random --vary board.height=3,4 --vary score.komi=-9..9:3 --games 400 --fresh 60",
    ),
    ("sweep", "sweep send-it --agents random --vary turn.steps.0.max=1..4 --vary board.side=1..4 --games 60"),
    ("ladder", "ladder send-it --set board.side=3 --rungs random,greedy,mcts:8..16 --games 40"),
];

#[test]
fn every_page_fits_a_desktop_a_phone_and_paper() {
    let Some(chromium) = chromium() else { return };
    let scene = Scene::new();
    let page = |(name, command): (&'static str, &str)| {
        scene.run(&format!("{command} --out {name} --quiet")).succeeds();
        (name, scene.read(&format!("{name}/report.html")))
    };
    let mut pages = SHOWN.map(page).to_vec();
    scene.run("learn hex --set board.side=5 --games 200 --out hex --quiet").succeeds();
    pages.push(("hex", scene.read("hex.html")));
    let faults = faults(&chromium, &scene, &pages);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_page_can_be_printed() {
    let Some(chromium) = chromium() else { return };
    let scene = Scene::new();
    scene.run("simulate hex-it --agents random --games 30 --out run --quiet").succeeds();
    let pdf = scene.path("page.pdf");
    let to = format!("--print-to-pdf={}", pdf.display());
    browse(&chromium, &scene, &[&to, &url(&scene.path("run/report.html"))]);
    let pdf = std::fs::read(pdf).expect("a PDF");
    assert!(pdf.starts_with(b"%PDF") && pdf.len() > 50_000, "{} bytes", pdf.len());
}

/// A reader's actions and, for each, a line with the resulting state of the page.
const READER: &str = "
addEventListener('load', () => {
  const log = [];
  const game = document.querySelector('.game');
  const shown = () => [...game.querySelectorAll('.boards > figure')].filter(board => board.checkVisibility());
  const turn = () => shown().map(board => board.dataset.turn).join();
  const press = key => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  game.scrollIntoView();
  log.push(`one board: ${shown().length === 1}`);
  const last = Number(turn());
  press('ArrowLeft'); press('ArrowLeft'); press('ArrowRight');
  log.push(`left, left, right: ${last - Number(turn())} before the last`);
  const slider = game.querySelector('input[type=range]');
  slider.value = 0; slider.oninput();
  log.push(`slider at its start: turn ${turn()}`);
  press('ArrowLeft');
  log.push(`no turn before the first: ${turn()}`);
  const lead = game.querySelector('.lead svg'), box = lead.getBoundingClientRect();
  lead.dispatchEvent(new PointerEvent('pointerdown', { clientX: box.right - 1, clientY: box.top + 9, buttons: 1, bubbles: true }));
  log.push(`the end of the lead: the last turn, ${Number(turn()) === last}`);
  for (const name of ['score', 'margins', 'branching']) {
    const part = document.querySelector(`#${name} [data-value]`);
    part.dispatchEvent(new PointerEvent('pointermove', { clientX: 99, clientY: 99, bubbles: true }));
    log.push(`${name}: ${document.getElementById('tooltip').textContent}`);
  }
  const pre = document.body.appendChild(document.createElement('pre'));
  pre.id = 'log';
  pre.textContent = log.join('\\n');
});";

#[test]
fn a_reader_can_step_through_a_game_and_see_values_of_charts() {
    let Some(chromium) = chromium() else { return };
    let scene = Scene::new();
    scene
        .run("simulate send-it --set board.side=3 --games 100 --agents greedy,greedy --out run --quiet")
        .succeeds();
    let page = scene.read("run/report.html");
    scene.write("page.html", &page.replacen("<head>", &format!("<head><script>{READER}</script>"), 1));
    let dom =
        browse(&chromium, &scene, &["--window-size=1280,900", "--dump-dom", &url(&scene.path("page.html"))]);
    let log = dom.split_once("<pre id=\"log\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let log: Vec<&str> = log.unwrap_or_else(|| panic!("no output in\n{dom}")).0.lines().collect();
    assert_eq!(
        log[..5],
        [
            "one board: true",
            "left, left, right: 1 before the last",
            "slider at its start: turn 1",
            "no turn before the first: 1",
            "the end of the lead: the last turn, true"
        ]
    );
    assert!(log[5].starts_with("score: first player won: ") && log[5].contains(" games, "), "{log:?}");
    assert!(
        log[6].starts_with("margins: margins from ") && log[7].starts_with("branching: turn 1, black: "),
        "{log:?}"
    );
}

#[test]
fn errors_of_a_page_are_detected() {
    let Some(chromium) = chromium() else { return };
    let scene = Scene::new();
    let page = |body: &str| {
        format!("<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body>{body}</body></html>")
    };
    let wrong = [
        ("fine", "<p>text</p><svg width='90' height='40'><text x='5' y='20'>in it</text></svg>", ""),
        ("wide", "<div style='width: 2000px'>wide</div>", "wider than the window"),
        (
            "sideways",
            "<figure style='overflow-x: auto'><svg width='2000' height='9'></svg></figure>",
            "a figure of 2000 pixels scrolls sideways",
        ),
        ("empty", "<svg width='0' height='0'></svg>", "a picture without a size"),
        ("clipped", "<svg width='40' height='40'><text x='30' y='20'>cut</text></svg>", "`cut` is cut off"),
        (
            "crowded",
            "<svg width='90' height='40'><text x='5' y='20'>one</text><text x='9' y='22'>two</text></svg>",
            "`one` and `two` overlap",
        ),
        (
            "hidden",
            "<p style='width: 30px; overflow: hidden; white-space: nowrap'>a long line</p>",
            "is cut off",
        ),
        ("remote", "<img alt='' width='9' height='9' src='http://127.0.0.1:9/x.png'>", "asks for"),
        ("broken", "<script>nothing.here()</script>", "nothing is not defined"),
        (
            "tiny",
            "<svg width='90' height='40'><text x='5' y='20' font-size='2'>dust</text></svg>",
            "`dust` is too small",
        ),
    ];
    let pages = wrong.map(|(name, body, _)| (name, page(body)));
    let faults = faults(&chromium, &scene, &pages);
    for (name, _, fault) in wrong {
        let own: Vec<&String> = faults.iter().filter(|found| found.starts_with(name)).collect();
        if fault.is_empty() {
            assert!(own.is_empty(), "{own:?}");
        } else {
            assert!(own.iter().any(|found| found.contains(fault)), "{name}: {fault} is not in {own:?}");
        }
    }
}
