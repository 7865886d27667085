//! What a designer does on the page, by clicks and keys.

use crate::driver::Browser;
use crate::server::Lab;
use std::fs;
use std::time::{Duration, Instant};

/// Small boards, so that games end in seconds.
const FILES: [(&str, &str); 4] = [
    ("small-send-it.toml", "extends = \"send-it\"\n\n[board]\nside = 3\n"),
    ("small-dropper.toml", "extends = \"dropper\"\n\n[board]\nwidth = 4\nheight = 4\n"),
    (
        "small-amazons.toml",
        "extends = \"amazons\"\n\n[board]\nwidth = 5\nheight = 5\n\n[setup]\nblack = [\"a2\", \"e2\"]\nwhite = [\"a4\", \"e4\"]\n",
    ),
    ("small-hex.toml", "extends = \"hex\"\n\n[board]\nside = 4\n"),
];

/// The page of a laboratory, open in the browser.
fn open(browser: &mut Browser, lab: &Lab, name: &str) {
    browser.open(&format!("{}#{name}", lab.address));
    browser
        .wait(&format!("document.body.dataset.open === '{name}' && document.querySelector('#list button')"));
}

/// Opens a variant by a click in the list.
fn choose(browser: &mut Browser, name: &str) {
    browser.js("document.body.dataset.open = ''");
    browser.click_at(&format!(
        "[...document.querySelectorAll('#list button')].find(it => it.textContent === '{name}')"
    ));
    browser.wait(&format!("document.body.dataset.open === '{name}'"));
}

/// Replaces a text in the editor by typing.
fn retype(browser: &mut Browser, old: &str, new: &str) {
    browser.js(&format!(
        "(() => {{ const area = document.querySelector('textarea'), at = area.value.indexOf({old:?});
           area.focus(); area.setSelectionRange(at, at + {}); }})()",
        old.len()
    ));
    browser.keys(new);
}

#[test]
fn a_typo_is_shown_as_it_is_typed_and_the_board_follows_when_it_is_mended() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    open(&mut browser, &lab, "send-it");
    assert_eq!(browser.js("document.querySelectorAll('#board [data-cell]').length"), 169);
    retype(&mut browser, "side  = 8", "sied  = 5");
    browser.wait("document.querySelector('.squiggle')?.textContent === 'sied'");
    assert!(
        browser.text(".lens").contains("unknown key `sied` in `board`: did you mean side? Click to take it."),
        "{}",
        browser.text(".lens")
    );
    assert!(browser.text("#errors button").starts_with("Line "), "{}", browser.text("#errors"));
    browser.click(".lens");
    browser.wait("document.querySelectorAll('#board [data-cell]').length === 61");
    assert_eq!(browser.text("#errors"), "");
    assert!(browser.text("#words").contains("A hexagon of hexes, side 5: 61 cells."));

    // A click on a sentence marks its lines.
    browser.click_at(
        "[...document.querySelectorAll('#words dd button')].find(it => it.textContent.includes('side 5'))",
    );
    assert_eq!(
        browser.js(
            "[...document.querySelectorAll('.mirror .here')].map(it => it.textContent.split(' ')[0]).join()"
        ),
        "[board]\n,shape,side"
    );

    // Completion comes from the schema.
    retype(&mut browser, "side  = 5", "side  = 5\nwr");
    browser.wait("document.querySelector('.completions:not([hidden]) li')?.textContent.startsWith('wrap')");
    browser.press("Enter", 13);
    browser.wait("document.querySelector('textarea').value.includes('side  = 5\\nwrap')");
    retype(&mut browser, "side  = 5\nwrap", "side  = 5\n[score.terms]\n\"own g");
    browser.wait(
        "document.querySelector('.completions:not([hidden]) li')?.textContent.startsWith('own groups')",
    );
    browser.press("Enter", 13);
    browser.wait("document.querySelector('textarea').value.includes('[score.terms]\\n\"own groups\"')");
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}

/// A person or an agent takes a seat.
fn sit(browser: &mut Browser, seat: u8, who: &str) {
    browser.js(&format!(
        "(() => {{ const seat = document.querySelector('#seat-{seat}'); seat.value = '{who}'; seat.onchange(); }})()"
    ));
}

/// Waits until so many actions are played.
fn wait_for_actions(browser: &mut Browser, count: u32) {
    browser.wait(&format!("document.querySelector('#board').dataset.actions === '{count}'"));
}

#[test]
fn a_new_variant_is_completed_from_what_it_extends() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::new(&[]);
    open(&mut browser, &lab, "hex");
    browser.click("#new");
    browser.keys("two stones");
    browser.press("Enter", 13);
    browser
        .wait("document.activeElement.tagName === 'TEXTAREA' && document.activeElement.selectionStart > 0");
    assert_eq!(browser.text("#file"), "two-stones.toml, saved");
    let offered =
        "[...document.querySelectorAll('.completions:not([hidden]) li')].map(it => it.firstChild.data)";
    let ends = |text: &str| format!("document.querySelector('textarea').value.endsWith({text:?})");
    // The caret is at the end, and a head gets its bracket.
    browser.keys("\n[tur");
    browser.wait(&format!("{offered}[0] === 'turn'"));
    browser.press("Enter", 13);
    browser.wait(&ends("summary = \"\"\n\n[turn]"));
    browser.keys("\nsteps = [{ min = 2, max = 2, actions = [\"pl");
    browser.wait(&format!("{offered}[0] === 'place'"));
    browser.press("Enter", 13);
    browser.keys("\"");
    browser.keys("] }]\n\n[goal.");
    browser.wait(&format!("{offered}.includes('goal.bridge.connect')"));
    browser.keys("name.lin");
    browser.press("Enter", 13);
    browser.wait(&ends("[goal.name.line]"));
    browser.keys("row");
    assert_eq!(browser.js(&ends("max = 2, actions = [\"place\"] }]\n\n[goal.row.line]")), true);
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}

#[test]
fn a_game_outlasts_a_reload_and_rules_that_cut_it_for_a_moment() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    open(&mut browser, &lab, "small-hex.toml");
    sit(&mut browser, 1, "human");
    browser.click("[data-cell=b2]");
    wait_for_actions(&mut browser, 1);
    browser.click("#hint");
    browser.wait("document.querySelector('#advice').textContent.includes('suggests')");
    browser.click("[data-cell=c3]");
    wait_for_actions(&mut browser, 2);
    assert_eq!(browser.text("#advice"), "", "advice for another position");
    retype(&mut browser, "side = 4", "side = 1");
    wait_for_actions(&mut browser, 0);
    assert!(
        browser.text("#advice").starts_with("The game was cut: action 1, `b2`"),
        "{}",
        browser.text("#advice")
    );
    retype(&mut browser, "side = 1", "side = ");
    browser.wait("document.querySelector('#play').inert");
    assert_eq!(browser.text("#standing"), "The board waits until the errors are mended.");
    retype(&mut browser, "side = ", "side = 5");
    wait_for_actions(&mut browser, 2);
    browser.js("self.isOld = true; location.reload()");
    browser.wait("!self.isOld && document.querySelector('#board').dataset.actions === '2' && document.querySelector('#seat-1').value");
    assert_eq!(browser.js("document.querySelector('#seat-1').value"), "human");
    assert_eq!(browser.js("document.querySelectorAll('#board [data-cell]').length"), 25);
    // An agent that takes its seat before the new game is shown does not go on with the old one.
    browser.js("(() => { const ask = fetch; self.fetch = async (...request) => {
           await new Promise(done => setTimeout(done, 300)); return ask(...request); }; })()");
    browser.click("#restart");
    sit(&mut browser, 0, "random");
    browser.wait("document.querySelector('#board').dataset.actions !== '2' && document.querySelector('#board').dataset.state === 'open' && document.querySelector('#turns li')");
    assert_eq!(browser.js("document.querySelector('#board').dataset.actions"), "1");
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}

#[test]
fn stones_are_set_up_by_clicks_and_agents_play_on_each_time_differently() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    fs::create_dir(lab.path("reports")).expect("a folder");
    fs::write(lab.path("reports/a-study.learned"), "").expect("a file");
    open(&mut browser, &lab, "small-amazons.toml");
    retype(&mut browser, "white = [\"a4\", \"e4\"", "white = [\"a4\"");
    browser.js("document.querySelector('#board [data-cell=c3]').dispatchEvent(new MouseEvent('click', { bubbles: true, altKey: true }))");
    browser.wait("document.querySelector('textarea').value.includes('white = [\"a4\", \"c3\"]')");
    browser.wait("document.querySelector('#words').textContent.includes('White on a4 c3')");

    // What is black's in the strip is black, although white moved first.
    browser.click("#evaluate");
    browser.wait("/^white \\d+ %/.test(document.querySelector('#value').textContent)");
    let white = "parseFloat(document.querySelector('#value').textContent.slice(6))";
    let black = "parseFloat(document.querySelector('#strip span').style.width)";
    assert!(browser.js(&format!("Math.abs({white} + {black} - 100)")).as_f64() <= Some(1.0));
    browser.click("#evaluate");

    assert_eq!(browser.js("document.querySelector('#auto').hidden"), true);
    sit(&mut browser, 0, "random");
    sit(&mut browser, 1, "random");
    let mut games = Vec::new();
    for _ in 0..2 {
        browser.click("#auto");
        browser.wait("document.querySelector('#board').dataset.state === 'over'");
        games.push(browser.text("#turns"));
        browser.click("#restart");
        wait_for_actions(&mut browser, 0);
    }
    assert_ne!(games[0], games[1]);
    // Who looks back has seen enough.
    browser.click("#auto");
    browser.wait("document.querySelector('#board').dataset.actions >= '2'");
    browser.click("#first");
    browser.wait("document.querySelector('#auto').textContent === 'Play on'");
    assert_eq!(
        browser.js("[...document.querySelector('#seat-0').options].some(it => it.value === 'learned:reports/a-study.learned')"),
        true
    );
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}

/// Clicks legal cells until the game is over; returns the number of clicks.
fn play_to_the_end(browser: &mut Browser, mut random: u64) -> u32 {
    for clicks in 0..600 {
        browser.wait("['over', 'open'].includes(document.querySelector('#board').dataset.state)");
        if browser.js("document.querySelector('#board').dataset.state") == "over" {
            return clicks;
        }
        let legal =
            browser.js("document.querySelectorAll('#board .legal').length").as_u64().unwrap_or_default();
        let before = browser.js(
            "document.querySelector('#board').dataset.actions + document.querySelectorAll('.chosen').length",
        );
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if legal > 0 {
            browser
                .click_at(&format!("document.querySelectorAll('#board .legal')[{}]", (random >> 33) % legal));
        } else {
            browser.click("#pass");
        }
        browser.wait(&format!(
            "document.querySelector('#board').dataset.actions + document.querySelectorAll('.chosen').length !== {before}"
        ));
    }
    panic!("the game does not end");
}

#[test]
fn games_of_every_kind_are_played_to_the_end_by_clicks() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    open(&mut browser, &lab, "small-send-it.toml");
    for (name, turn) in [
        ("small-send-it.toml", "white "),
        ("small-dropper.toml", ">"),
        ("small-amazons.toml", "-"),
        ("small-hex.toml", "white "),
    ] {
        choose(&mut browser, name);
        assert!(play_to_the_end(&mut browser, 7) > 3, "{name}");
        let standing = browser.text("#standing");
        assert!(standing.starts_with("Over after"), "{name}: {standing}");
        assert!(browser.text("#turns").contains(turn), "{name}: {}", browser.text("#turns"));
    }
    // Undo takes back the last own action, and the slider leads to the start.
    browser.click("#undo");
    browser.wait("document.querySelector('#board').dataset.state === 'open'");
    browser.click("#first");
    browser.wait("document.querySelector('#board').dataset.actions === '0'");
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}

#[test]
fn a_turn_of_four_drops_swaps_hints_and_reasons() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    open(&mut browser, &lab, "small-send-it.toml");
    sit(&mut browser, 1, "human");
    for turn in ["c3", "a1+b1+a2"] {
        browser.click("#typed input");
        browser.keys(turn);
        browser.click("#typed button");
        browser.wait(&format!("document.querySelector('#turns').textContent.includes('{turn}')"));
    }
    // Why a cell is not legal, under the pointer.
    browser.click("[data-cell=c3]");
    browser.wait("document.querySelector('#why').textContent !== ''");
    assert_eq!(browser.text("#why"), "c3: the cell is not empty");
    for drops in 1..=4 {
        browser.click("#board .legal");
        let turn_is_over = if drops == 4 { "" } else { "!" };
        browser.wait(&format!("document.querySelector('#board').dataset.actions === '{}'", 4 + drops));
        browser.wait(&format!(
            "{turn_is_over}document.querySelector('#standing').textContent.includes('After 3 turns: white')"
        ));
    }
    // The keyboard plays, too.
    browser.js("document.querySelector('#board [tabindex=\"0\"]').focus()");
    browser.press("ArrowRight", 39);
    browser.js("document.querySelector('#board .legal').focus()");
    browser.press("Enter", 13);
    browser.wait("document.querySelector('#board').dataset.actions === '9'");
    browser.click("#hint");
    browser.wait("document.querySelector('#advice').textContent.includes('mcts:2000 suggests')");
    assert!(browser.js("document.querySelectorAll('.hinted').length").as_u64() >= Some(1));

    // Where the cell alone does not say what is meant, a button does, and the keyboard is on the board again.
    choose(&mut browser, "order-and-chaos");
    browser.js("document.querySelector('[data-cell=c3]').focus()");
    browser.press("Enter", 13);
    browser.js("document.querySelector('#choices button').focus()");
    browser.press("Enter", 13);
    wait_for_actions(&mut browser, 1);
    assert_eq!(browser.js("document.activeElement.dataset.cell"), "c3");

    // All of the thousands of shapes can be clicked, or none be placed.
    choose(&mut browser, "dispatch");
    browser.click("#typed input");
    browser.keys("c8.c9.c10");
    browser.click("#typed button");
    wait_for_actions(&mut browser, 1);
    assert_eq!(browser.js("document.querySelector('#pass').disabled"), false);
    assert_eq!(browser.text("#legend"), "");
    browser.click("#pass");
    wait_for_actions(&mut browser, 2);

    choose(&mut browser, "hex");
    browser.click("[data-cell=f6]");
    browser.wait("document.querySelector('#board').dataset.actions === '1'");
    browser.click("#swap");
    browser.wait("document.querySelector('#turns').textContent.includes('swap')");

    // A game is kept in a file, and comes back.
    browser.click_at("document.querySelector('#keep').closest('details').querySelector('summary')");
    browser.click("#keep");
    browser.click("#reply");
    browser.click("#ask button[value=yes]");
    browser.wait("document.querySelector('#advice').textContent.startsWith('Saved')");
    assert!(
        fs::read_to_string(lab.path("game-1.jsonl"))
            .expect("a record")
            .contains("\"actions\":[\"f6\",\"swap\"]")
    );
    browser.click("#restart");
    browser.wait("document.querySelector('#board').dataset.actions === '0'");
    browser.click("#load");
    browser.wait("document.querySelector('#board').dataset.actions === '2'");
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}

#[test]
fn experiments_run_stop_and_go_on_and_an_export_opens_offline() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    open(&mut browser, &lab, "small-send-it.toml");
    let set = |name: &str, value: &str| format!("document.querySelector('#run').{name}.value = '{value}'");
    browser.js(&set("games", "2000"));
    browser.js(&set("agents", "random"));
    browser.click("#run > button");
    browser.wait("document.querySelector('.job')?.dataset.state === 'done' ");
    let score = browser.text(".job .score");
    assert!(score.starts_with("First player’s score: ") && score.ends_with("n = 2,000)"), "{score}");
    let manifest = fs::read_to_string(lab.path("reports/small-send-it-1/manifest.json")).expect("a run");
    assert!(manifest.contains("\"games_played\": 2000") && !manifest.contains("watched"), "{manifest}");
    browser.wait("document.querySelector('iframe').src.endsWith('small-send-it-1/report.html')");

    // Games of the same rules come without other rules.
    browser.js("document.querySelector('#records').closest('details').open = true");
    browser.wait("document.querySelector('#records').value === 'reports/small-send-it-1'");
    browser.click("#load");
    browser.wait("document.querySelector('#games button')");
    assert_eq!(browser.text("#file"), "small-send-it.toml, saved");
    browser.click("#restart");

    // A long run is stopped by a slow finger while figures come in, the page is loaded again, and the run goes on.
    browser.js(&set("games", "100000"));
    browser.js(&set("agents", "greedy"));
    browser.click("#run > button");
    browser.wait("document.querySelector('.job .score')?.textContent.includes('n =') && document.querySelector('.job progress')?.value > 100");
    let stop = "[...document.querySelectorAll('.job button')].find(it => it.textContent === 'Stop')";
    browser.hold_at(stop, Duration::from_millis(700));
    browser.wait("document.querySelector('.job').dataset.state === 'stopped' ");
    browser.js("self.isOld = true; location.reload()");
    browser.wait("!self.isOld && [...document.querySelectorAll('#runs button')].some(it => it.textContent === 'Resume')");
    browser
        .click_at("[...document.querySelectorAll('#runs button')].find(it => it.textContent === 'Resume')");
    browser.wait("document.querySelector('.job[data-state=done] code')?.textContent.endsWith('--resume')");
    assert!(browser.text(".job .score").ends_with("n = 100,000)"), "{}", browser.text(".job .score"));
    assert_eq!(browser.js("document.querySelector('.job').querySelectorAll('.curve .line').length"), 1);
    browser
        .wait("[...document.querySelectorAll('#runs td')].some(it => it.textContent.includes('n = 100000'))");

    // The export has the rules, the game and the report, and needs no server.
    browser.click("#board .legal");
    browser.wait("document.querySelector('#board').dataset.actions >= '4' && document.querySelector('#board').dataset.state === 'open'");
    browser
        .click_at("[...document.querySelectorAll('#runs button')].find(it => it.textContent === 'Report')");
    let downloads = tempfile::tempdir().expect("a folder");
    browser.download_to(downloads.path());
    browser.click("#export");
    let file = downloads.path().join("small-send-it.html");
    let begin = Instant::now();
    while !file.exists() {
        assert!(begin.elapsed() < Duration::from_secs(30), "nothing was exported");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
    drop(lab);
    browser.open(&format!("file://{}", file.display()));
    assert!(browser.text("#rules").contains("side 3: 19 cells"));
    let shown = "document.querySelectorAll('#game figure:not([hidden])').length";
    assert_eq!(browser.js(shown), 1);
    assert!(browser.text("#game figure:not([hidden]) figcaption").starts_with("2. white"));
    browser.click("#game button");
    assert!(browser.text("#game figure:not([hidden]) figcaption").starts_with("1. black"));
    assert!(browser.js("document.querySelector('iframe').srcdoc.includes('Most games')|| document.querySelector('iframe').srcdoc.length > 10000") == true);
}

#[test]
fn an_export_of_a_variant_of_a_local_file_holds_all_rules() {
    let base = ("base.toml", "extends = \"hex\"\n\n[board]\nside = 5\n");
    let lab = Lab::with(&[base, ("child.toml", "extends = \"base.toml\"\n\n[turn]\nswap = false\n")], &[]);
    for (name, has_base) in [("child", false), ("base", true)] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dropline"));
        command.args(["lab", &format!("{name}.toml"), "--export", "sent.html", "--quiet"]);
        assert!(command.current_dir(&lab.folder).status().expect("the program starts").success());
        let page = fs::read_to_string(lab.path("sent.html")).expect("a page");
        assert_eq!(page.contains("extends = "), has_base, "{name}");
        assert_eq!(page.contains("[action.place.place]"), !has_base, "{name}");
    }
}

#[test]
fn the_page_fits_a_telephone_and_a_link_brings_rules_and_game_back() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::with(&FILES, &[]);
    open(&mut browser, &lab, "small-send-it.toml");
    retype(&mut browser, "side = 3", "side = 4");
    browser.wait("document.querySelectorAll('#board [data-cell]').length === 37");
    browser.click("#board .legal");
    browser.wait("document.querySelector('#board').dataset.actions >= '4' && document.querySelector('#board').dataset.state === 'open'");
    for (width, dark) in [(390, false), (390, true), (360, false), (768, true), (1280, true)] {
        browser.look(width, 844, dark);
        let wide = browser.js("document.documentElement.scrollWidth").as_u64().unwrap_or_default();
        assert!(wide <= width.into(), "{wide} pixels in a window of {width}");
    }
    browser.click("#link");
    browser.wait("location.hash.startsWith('#z')");
    let link = browser.js("location.href");
    let turns = browser.text("#turns");

    // The link stands in the address, and what is played since outlasts a reload.
    browser.click("#board .legal");
    wait_for_actions(&mut browser, 5);
    let later = browser.text("#turns");
    browser.js("self.isOld = true; location.reload()");
    browser.wait("!self.isOld && document.querySelector('#board').dataset.actions === '5'");
    assert_eq!(browser.text("#turns"), later);

    // In another window: the link is pasted, since the address of another laboratory may differ.
    browser.js("sessionStorage.clear()");
    browser.open(&format!("http://127.0.0.1:{}/#hex", lab.port));
    browser.js("self.isOld = true; location.reload()");
    browser.wait("!self.isOld && document.querySelectorAll('#board [data-cell]').length === 121");
    browser.click("#find");
    browser.keys(link.as_str().expect("a link"));
    browser.wait("document.querySelectorAll('#board [data-cell]').length === 37 && document.querySelector('#board').dataset.actions >= '4'");
    assert_eq!(browser.text("#turns"), turns);
    assert_eq!(browser.text("#file"), "small-send-it.toml, not saved");
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);
}
