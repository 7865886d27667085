//! What others than the page try, by the threats of `docs/lab.md`: each is refused, told to the log, and changes nothing.

use crate::driver::Browser;
use crate::server::{Lab, json, status};
use serde_json::json as value;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const SAVE: &str = r#"{"name":"new.toml","text":"extends = \"hex\"","new":true}"#;

#[test]
fn only_the_page_itself_may_ask() {
    let lab = Lab::new(&[]);
    let cookie = lab.enter();
    let before = lab.files();
    let port = lab.port;
    let other_port = format!("http://127.0.0.1:{}", port.wrapping_add(1));
    let cases = [
        // DNS rebinding: the name of another site leads to this computer.
        (403, vec![("Host", "evil.example")]),
        (403, vec![("Host", "localhost")]),
        (403, vec![("Host", "")]),
        // Posts from other sites, from pages of files, and from other servers of this computer.
        (403, vec![("Origin", "http://evil.example")]),
        (403, vec![("Origin", "null")]),
        (403, vec![("Origin", "")]),
        (403, vec![("Origin", &other_port)]),
        (403, vec![("Sec-Fetch-Site", "cross-site")]),
        (403, vec![("Sec-Fetch-Site", "same-site")]),
        // Forms can send these types without a question to the server.
        (415, vec![("Content-Type", "text/plain")]),
        (415, vec![("Content-Type", "application/x-www-form-urlencoded")]),
        (415, vec![("Content-Type", "")]),
        // Without the secret of this start.
        (401, vec![("Cookie", "")]),
        (401, vec![("Cookie", "dropline-1=0123456789abcdef0123456789abcdef")]),
    ];
    for (expected, changed) in cases {
        let answer = lab.post("save", &cookie, SAVE, &changed);
        assert_eq!(status(&answer), expected, "{changed:?}: {answer}");
        assert!(!answer.contains("Access-Control"), "{answer}");
    }
    assert_eq!(lab.files(), before, "nothing was written");
    assert_eq!(lab.log().matches("refused POST /api/save").count(), 14, "{}", lab.log());
    assert_eq!(status(&lab.post("save", &cookie, SAVE, &[])), 200);
    assert_eq!(lab.files().len(), before.len() + 1);
}

#[cfg(target_os = "linux")]
#[test]
fn the_server_listens_on_the_loopback_address_only() {
    let lab = Lab::new(&[]);
    let port = format!(":{:04X} ", lab.port);
    let sockets =
        ["/proc/net/tcp", "/proc/net/tcp6"].map(|file| fs::read_to_string(file).unwrap_or_default()).concat();
    // Addresses are in hexadecimal, the last byte first; state 0A listens.
    let listening = sockets.lines().filter(|line| line.contains(&port) && line.contains(" 0A "));
    let addresses: Vec<&str> =
        listening.filter_map(|line| line.split_whitespace().nth(1)?.split(':').next()).collect();
    assert_eq!(addresses, ["0100007F"]);
}

#[test]
fn no_request_that_only_reads_changes_anything_and_an_address_opens_the_page_once() {
    let lab = Lab::new(&[]);
    let cookie = lab.enter();
    let host = format!("Host: 127.0.0.1:{}\r\nCookie: {cookie}", lab.port);
    for name in ["save", "run", "stop", "resume", "record", "list", "nothing"] {
        for method in ["GET", "HEAD", "PUT", "OPTIONS"] {
            let answer = lab.send(&format!("{method} /api/{name}?name=a HTTP/1.1\r\n{host}\r\n\r\n"));
            assert_eq!(status(&answer), 405, "{method} {name}: {answer}");
        }
    }
    let query = lab.address.split_once('?').unwrap().1;
    let again = lab.send(&format!("GET /?{query} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", lab.port));
    assert_eq!((status(&again), again.contains("Set-Cookie")), (403, false), "{again}");
    // The last address that was printed opens the page in another browser.
    let log = lab.log();
    let next = log.lines().find_map(|line| line.split_once("browser is ")).expect("another address").1;
    let query = next.split_once('?').unwrap().1;
    let other = lab.send(&format!("GET /?{query} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", lab.port));
    let set = other.lines().find(|line| line.starts_with("Set-Cookie")).expect("a cookie");
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
}

#[test]
fn every_answer_forbids_other_sources_frames_and_guesses() {
    let lab = Lab::new(&[]);
    let cookie = lab.enter();
    let host = format!("Host: 127.0.0.1:{}\r\nCookie: {cookie}", lab.port);
    let get = |path: &str| lab.send(&format!("GET {path} HTTP/1.1\r\n{host}\r\n\r\n"));
    for answer in
        [get("/"), get("/main.js"), get("/nothing"), get("/api/list"), lab.post("list", &cookie, "{}", &[])]
    {
        let policy =
            answer.lines().find(|line| line.starts_with("Content-Security-Policy")).expect("a policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        for header in ["X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Cache-Control: no-store"]
        {
            assert!(answer.contains(header), "{header} is not in {answer}");
        }
    }
}

#[test]
fn names_lead_nowhere_else() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.toml");
    fs::write(&secret, "[game]\nname = \"the secret\"\nwrong = 1\n").unwrap();
    fs::create_dir(outside.path().join("run")).unwrap();
    fs::write(outside.path().join("run/manifest.json"), "{}").unwrap();
    fs::write(outside.path().join("run/report.html"), "the secret").unwrap();
    let lab = Lab::with(&[("<img src=x onerror=alert(1)>.toml", "extends = \"hex\"\n")], &[]);
    symlink(&secret, lab.path("link.toml")).unwrap();
    symlink(outside.path(), lab.path("folder")).unwrap();
    symlink(outside.path(), lab.path("reports")).unwrap();
    let cookie = lab.enter();
    let listed = lab.post("list", &cookie, "{}", &[]);
    assert_eq!(
        (json(&listed)["files"].clone(), json(&listed)["runs"].clone()),
        (value!([]), value!([])),
        "{listed}"
    );
    let full = secret.display().to_string();
    let names = [
        "../secret.toml",
        "a/../../secret.toml",
        "./link.toml",
        "link.toml",
        "folder/secret.toml",
        "folder",
        &full,
        "/etc/passwd",
        "",
        ".",
        "..",
        ".toml",
        "-x.toml",
        "a\0.toml",
        "a\\..\\b.toml",
        "C:x.toml",
        "nul/../a.toml",
        "a.toml/",
        "~/a.toml",
        "<img src=x onerror=alert(1)>.toml",
        "%2e%2e%2fsecret.toml",
    ];
    let before = fs::read_dir(outside.path()).unwrap().count();
    for name in names {
        for (request, body) in [
            ("open", value!({ "name": name })),
            ("save", value!({ "name": name, "text": "x", "new": true })),
            ("save", value!({ "name": name, "text": "x", "new": false })),
            ("resume", value!({ "name": name })),
            (
                "record",
                value!({ "name": "hex", "text": "extends = \"hex\"", "file": name, "players": ["a", "b"] }),
            ),
            ("games", value!({ "name": "hex", "text": "extends = \"hex\"", "file": name })),
            (
                "export",
                value!({ "name": "hex", "text": "extends = \"hex\"", "file": if name.is_empty() { "/" } else { name } }),
            ),
            (
                "run",
                value!({ "kind": "simulate", "variants": [name], "agents": "random", "games": 1, "seed": 1 }),
            ),
        ] {
            let answer = lab.post(request, &cookie, &body.to_string(), &[]);
            assert!((400..500).contains(&status(&answer)), "{request} {name:?}: {answer}");
            assert!(!answer.contains("the secret"), "{request} {name:?}: {answer}");
        }
        // What a variant extends is a name, too.
        let text = format!("extends = {}\n", value!(name));
        let answer = lab.post("check", &cookie, &value!({ "name": "a.toml", "text": text }).to_string(), &[]);
        assert!(json(&answer)["ok"] == false && !answer.contains("the secret"), "{name:?}: {answer}");
        let reports = json(&listed)["reports"].as_str().unwrap().to_owned();
        let path = name.replace(['\0', ' ', '<', '>'], "x");
        for file in [
            format!("{reports}{path}"),
            format!("{reports}{path}/report.html"),
            format!("{reports}folder/run/report.html"),
        ] {
            let answer = lab.send(&format!("GET {file} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", lab.port));
            assert!(
                (400..500).contains(&status(&answer)) && !answer.contains("the secret"),
                "{file}: {answer}"
            );
        }
    }
    // A run would write into the folder of reports, which is a link.
    let run = r#"{"kind":"simulate","variants":["hex"],"agents":"random","games":1,"seed":1}"#;
    let answer = lab.post("run", &cookie, run, &[]);
    assert!(status(&answer) == 403 && answer.contains("is a link"), "{answer}");
    assert_eq!(fs::read_to_string(&secret).unwrap().lines().count(), 3, "it is unchanged");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), before);
}

#[test]
fn other_programs_start_only_if_the_command_line_names_them() {
    let lab = Lab::with(&[("game.toml", "extends = \"hex\"\n")], &["--program", "ugi:true"]);
    let cookie = lab.enter();
    let program = format!("ugi:touch {}", lab.path("started").display());
    let game =
        |agent: &str| value!({ "name": "hex", "text": "extends = \"hex\"", "agent": agent }).to_string();
    let refused = lab.post("turn", &cookie, &game(&program), &[]);
    assert!(status(&refused) == 403 && refused.contains("only if the command line names them"), "{refused}");
    let run = |agents: &str| value!({ "kind": "simulate", "variants": ["game.toml"], "agents": agents, "games": 1, "seed": 1 });
    for agents in [
        program.clone(),
        format!("random,{program}"),
        format!("{program},random"),
        "learned:/etc/passwd".to_owned(),
    ] {
        let answer = lab.post("run", &cookie, &run(&agents).to_string(), &[]);
        assert_eq!(status(&answer), 403, "{agents}: {answer}");
    }
    // The command in a manifest that somebody sent is not run either.
    fs::create_dir_all(lab.path("reports/sent")).unwrap();
    let scene = Command::new(env!("CARGO_BIN_EXE_dropline"))
        .args([
            "simulate",
            "hex",
            "--agents",
            "random",
            "--games",
            "3",
            "--out",
            "reports/sent",
            "--force",
            "--quiet",
        ])
        .current_dir(lab.folder.path())
        .status();
    assert!(scene.unwrap().success());
    let manifest = fs::read_to_string(lab.path("reports/sent/manifest.json")).unwrap();
    for agents in [program.as_str(), "ugi:true --x"] {
        fs::write(
            lab.path("reports/sent/manifest.json"),
            manifest.replacen("\"random\"", &value!(agents).to_string(), 1),
        )
        .unwrap();
        let answer = lab.post("resume", &cookie, r#"{"name":"reports/sent"}"#, &[]);
        assert_eq!(status(&answer), 403, "{answer}");
    }
    let allowed = lab.post("turn", &cookie, &game("ugi:true"), &[]);
    assert!(
        allowed.contains("ugi:true") || allowed.contains("true"),
        "it is started, and is no player: {allowed}"
    );
    thread::sleep(Duration::from_millis(200));
    assert!(!lab.path("started").exists());
}

#[test]
fn large_and_slow_requests_and_a_thousand_connections_end_soon() {
    let lab = Lab::new(&[]);
    let cookie = lab.enter();
    let answer = lab.post("save", &cookie, "", &[("Content-Length", "100000000")]);
    assert_eq!(status(&answer), 413, "{answer}");
    let mut stream = lab.connect();
    let head = format!(
        "POST /api/save HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 100000000\r\n\r\n",
        lab.port
    );
    let sent =
        (0..1600).try_for_each(|i| stream.write_all(if i == 0 { head.as_bytes() } else { &[b'x'; 1 << 16] }));
    assert!(sent.is_err(), "a body of 100 MB is not read");
    let long = lab.send(&format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)));
    assert_eq!(status(&long), 413, "{long}");

    let idle: Vec<_> = (0..1000).map(|_| lab.connect()).collect();
    let begin = Instant::now();
    while status(&lab.post("list", &cookie, "{}", &[])) != 200 {
        assert!(begin.elapsed() < Duration::from_secs(15), "the page is locked out");
        thread::sleep(Duration::from_millis(100));
    }
    drop(idle);
    // A byte at a time.
    let mut slow = lab.connect();
    let begin = Instant::now();
    while slow.write_all(b"G").is_ok() && begin.elapsed() < Duration::from_secs(15) {
        thread::sleep(Duration::from_millis(200));
    }
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(begin.elapsed() < Duration::from_secs(8), "it took {:?}", begin.elapsed());
    let log = lab.log();
    for refusal in ["the request is too large", "did not arrive in time", "there are too many"] {
        assert!(log.contains(refusal), "{refusal} is not in the log: {log}");
    }
}

/// A request as the page sends it, broken at random.
fn mutated(random: &mut impl FnMut(usize) -> usize, lab: &Lab, cookie: &str) -> Vec<u8> {
    let game = r#"{"name":"hex","text":"extends = \"hex\"\n[board]\nside = 4\n","actions":["a1","b2"],"chosen":["a1"],"cell":"c3","typed":"a1+b1","agent":"greedy","players":["human","greedy"],"file":"x.jsonl"}"#;
    let bodies = [
        ("list", "{}"),
        ("schema", "{}"),
        ("open", r#"{"name":"hex"}"#),
        ("check", game),
        ("game", game),
        ("why", game),
        ("turn", game),
        ("save", r#"{"name":"a.toml","text":"x","new":true}"#),
        ("record", game),
        ("games", game),
        ("export", game),
        ("run", r#"{"kind":"simulate","variants":["hex"],"agents":"random","games":1,"seed":1,"x":1}"#),
        ("resume", r#"{"name":"reports/a"}"#),
        ("stop", r#"{"id":1}"#),
    ];
    let (name, body) = bodies[random(bodies.len())];
    let mut body = body.as_bytes().to_vec();
    for _ in 0..random(4) {
        let at = random(body.len());
        match random(5) {
            0 => body[at] = random(256) as u8,
            1 => drop(body.drain(at..(at + random(9)).min(body.len()))),
            2 => body.splice(at..at, b"\"[{9e999,\\u0000]".iter().take(random(15)).copied()).for_each(drop),
            3 => body.truncate(at.max(1)),
            _ => body.splice(at..at, b"99999999999999999999".iter().copied()).for_each(drop),
        }
        if body.is_empty() {
            body.push(b'{');
        }
    }
    let port = lab.port;
    let mut head = format!(
        "POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    if random(4) == 0 {
        let at = random(head.len());
        head[at] = random(256) as u8;
    }
    head.extend(body);
    head
}

#[test]
fn twenty_thousand_mutated_requests_cause_no_panic() {
    let lab = Lab::new(&[]);
    let cookie = lab.enter();
    let ask = |seed: u64| {
        let mut state = seed;
        let mut random = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as usize) % most.max(1)
        };
        let mut counts = [0_u32; 2];
        for _ in 0..2500 {
            let request = mutated(&mut random, &lab, &cookie);
            let mut stream = lab.connect();
            let _ = stream.write_all(&request);
            // A request that announces more than it has would wait for the rest.
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            let status = status(&String::from_utf8_lossy(&answer));
            assert_ne!(status, 500, "{}", String::from_utf8_lossy(&request));
            counts[usize::from(status == 200)] += 1;
        }
        counts
    };
    let counts: Vec<[u32; 2]> = thread::scope(|scope| {
        (1..=8)
            .map(|seed| scope.spawn(move || ask(seed)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|it| it.join().expect("no panic"))
            .collect()
    });
    let [refused, answered] = [0, 1].map(|at| counts.iter().map(|count| count[at]).sum::<u32>());
    assert!(refused > 5000 && answered > 3000, "{refused} refused, {answered} answered");
    assert!(!lab.log().contains("panicked") && !lab.log().contains("a request failed"), "{}", lab.log());
    assert_eq!(status(&lab.post("list", &cookie, "{}", &[])), 200);
}

/// The processes that run in the folder of the laboratory, by their command lines.
#[cfg(target_os = "linux")]
fn watched(lab: &Lab) -> usize {
    let folder = fs::canonicalize(lab.folder.path()).unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let is_watched = |process: &std::path::PathBuf| {
        fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == folder)
            && fs::read(process.join("cmdline"))
                .is_ok_and(|line| line.windows(9).any(|part| part == b"--watched"))
    };
    processes.filter(is_watched).count()
}

#[cfg(target_os = "linux")]
#[test]
fn experiments_end_with_the_server_however_it_ends() {
    for signal in ["-TERM", "-KILL"] {
        let lab = Lab::new(&[]);
        let cookie = lab.enter();
        let run = r#"{"kind":"simulate","variants":["hex"],"agents":"mcts:50","games":100000,"seed":1}"#;
        for _ in 0..9 {
            assert_eq!(status(&lab.post("run", &cookie, run, &[])), 200);
            thread::sleep(Duration::from_millis(30));
        }
        let full = lab.post("run", &cookie, run, &[]);
        assert!(status(&full) == 503 && full.contains("wait already"), "{full}");
        let begin = Instant::now();
        while watched(&lab) == 0 {
            assert!(begin.elapsed() < Duration::from_secs(20), "nothing runs");
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(watched(&lab), 1, "one at a time");
        lab.signal(signal);
        let begin = Instant::now();
        while watched(&lab) > 0 {
            assert!(begin.elapsed() < Duration::from_secs(20), "an experiment outlives the server");
            thread::sleep(Duration::from_millis(20));
        }
        // What was played can be resumed.
        assert!(lab.path("reports/hex-1/manifest.json").exists());
    }
}

#[test]
fn no_page_can_frame_the_laboratory_and_markup_stays_text() {
    let Some(mut browser) = Browser::start() else { return };
    let text = "extends = \"hex\"\n[game]\nname = \"<img src=x onerror=alert(1)>\"\nsummary = \"<script>alert(2)</script>\"\n[board]\nside = 3\n";
    let lab = Lab::with(&[("markup.toml", text)], &[]);
    browser.open(&format!("{}#markup.toml", lab.address));
    browser.wait("document.querySelector('#board [data-cell]')");
    assert!(browser.text("#title").contains("<img src=x onerror=alert(1)>"), "{}", browser.text("#title"));
    assert!(browser.text("#words").contains("<script>alert(2)</script>"));
    assert_eq!(browser.js("document.querySelectorAll('main img, main script, h1 img').length"), 0);
    assert!(browser.faults.is_empty(), "{:?}", browser.faults);

    let file = lab.path("frame.html");
    fs::write(&file, format!("<!DOCTYPE html><iframe src=\"http://127.0.0.1:{}/\"></iframe>", lab.port))
        .unwrap();
    browser.open(&format!("file://{}", file.display()));
    let begin = Instant::now();
    while !browser.faults.iter().any(|fault| fault.contains("frame-ancestors")) {
        assert!(begin.elapsed() < Duration::from_secs(20), "the page was framed: {:?}", browser.faults);
        browser.js("1");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_report_cannot_ask_the_server() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::new(&[]);
    browser.open(&format!("{}#hex", lab.address));
    browser.wait("document.querySelector('#board [data-cell]')");
    let run = Command::new(env!("CARGO_BIN_EXE_dropline"))
        .args(["simulate", "hex", "--agents", "random", "--games", "3", "--out", "sent", "--quiet"])
        .current_dir(lab.folder.path())
        .status();
    assert!(run.unwrap().success());
    let script = "<script>const say = what => parent.postMessage(what, '*');\
        fetch('/api/list', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then(() => say('answered'), () => say('refused'));\
        try { parent.document.title = 'mine'; say('reached'); } catch { say('apart'); }</script>";
    let page = fs::read_to_string(lab.path("sent/report.html")).unwrap();
    fs::write(lab.path("sent/report.html"), page.replacen("<head>", &format!("<head>{script}"), 1)).unwrap();
    browser.js("self.isOld = true; location.reload()");
    browser.wait("!self.isOld && [...document.querySelectorAll('#runs button')].some(it => it.textContent === 'Report')");
    browser.js("self.heard = []; addEventListener('message', event => heard.push(event.data))");
    browser
        .click_at("[...document.querySelectorAll('#runs button')].find(it => it.textContent === 'Report')");
    browser.wait("self.heard.length >= 2");
    assert_eq!(browser.js("self.heard.sort().join()"), "apart,refused");
    assert!(!lab.log().contains("refused POST /api/list"), "the policy of the report stops it before");
}

#[test]
fn without_scripts_the_page_says_what_is_missing() {
    let Some(mut browser) = Browser::start() else { return };
    let lab = Lab::new(&[]);
    browser.without_scripts();
    browser.open(&lab.address);
    assert!(browser.text("noscript").contains("This page needs scripts"));
}
