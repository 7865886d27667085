//! Chromium, driven over a pipe by the DevTools protocol: messages of JSON, each with a zero byte after it.

use crate::chromium::chromium;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long something may take to happen on a page, allowing for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: String,
    last: u64,
    /// Exceptions of scripts, and refusals of the content security policy.
    pub faults: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// Starts the browser; `None` if none is installed.
    pub fn start() -> Option<Self> {
        let program = chromium()?;
        let profile = tempfile::tempdir().expect("a folder");
        // The browser reads from descriptor 3 and writes to descriptor 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh"])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-pipe",
            ])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--window-size=1280,900"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let mut browser = Self {
            child,
            input,
            output: BufReader::new(output),
            session: String::new(),
            last: 0,
            faults: Vec::new(),
            _profile: profile,
        };
        let targets = browser.call("Target.getTargets", json!({}));
        let pages = targets["targetInfos"].as_array().expect("targets");
        let page = pages.iter().find(|target| target["type"] == "page").expect("a page")["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", json!({ "targetId": page, "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for method in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(method, json!({}));
        }
        Some(browser)
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).expect("the browser answers");
            bytes.pop();
            let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
            if answer["method"] == "Runtime.exceptionThrown" || is_violation(&answer) {
                self.faults.push(answer["params"].to_string());
            }
            if answer["id"] == self.last {
                let error = &answer["error"];
                return if error.is_null() { Ok(answer["result"].clone()) } else { Err(error.to_string()) };
            }
        }
    }

    /// The value of an expression on the page; `null` while the page is being loaded.
    fn glance(&mut self, code: &str) -> Value {
        let params = json!({ "expression": code, "returnByValue": true });
        self.try_call("Runtime.evaluate", params)
            .map(|answer| answer["result"]["value"].clone())
            .unwrap_or_default()
    }

    /// The value of an expression on the page.
    pub fn js(&mut self, code: &str) -> Value {
        let params =
            json!({ "expression": code, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{code}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, selector: &str) -> String {
        let text = self.js(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Opens an address, and waits until the document is there.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        self.wait("document.readyState === 'complete'");
    }

    /// Waits until a condition holds on the page.
    pub fn wait(&mut self, condition: &str) {
        let begin = Instant::now();
        while self.glance(&format!("!!({condition})")) != true {
            assert!(
                begin.elapsed() < PATIENCE,
                "waited in vain for {condition}; {}",
                self.js("document.body.innerText")
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Clicks in the middle of the element that the expression gives.
    pub fn click_at(&mut self, element: &str) {
        self.hold_at(element, Duration::ZERO);
    }

    /// Presses in the middle of the element that the expression gives, and releases after a while.
    pub fn hold_at(&mut self, element: &str, held: Duration) {
        let code = format!(
            "(() => {{ const it = {element}; if (!it) return null; it.scrollIntoView({{ block: 'center' }});
               const box = it.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
               return [x, y, it.contains(document.elementFromPoint(x, y))]; }})()"
        );
        // What is loaded meanwhile may move the element.
        let mut place = Value::Null;
        for _ in 0..100 {
            let before = std::mem::replace(&mut place, self.js(&code));
            if place == before && (place.is_null() || place[2] == true) {
                break;
            }
            std::thread::sleep(Duration::from_millis(15));
        }
        assert!(place.is_array(), "there is no {element}");
        for (kind, button) in [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")] {
            if kind == "mouseReleased" {
                std::thread::sleep(held);
            }
            let params =
                json!({ "type": kind, "x": place[0], "y": place[1], "button": button, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    pub fn click(&mut self, selector: &str) {
        self.click_at(&format!("document.querySelector({selector:?})"));
    }

    /// Types text where the focus is.
    pub fn keys(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Presses a key, such as `Enter`.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let text = if key == "Enter" && kind == "keyDown" { "\r" } else { "" };
            let params =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// The width and height of the window, in CSS pixels, and whether the page is dark.
    pub fn look(&mut self, width: u32, height: u32, dark: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", media);
    }

    /// Downloads go to this folder.
    pub fn download_to(&mut self, folder: &std::path::Path) {
        self.call("Page.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": folder }));
    }

    pub fn without_scripts(&mut self) {
        self.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    }
}

/// Whether the content security policy refused something.
fn is_violation(message: &Value) -> bool {
    let text = message["params"]["entry"]["text"].as_str().unwrap_or_default();
    message["method"] == "Log.entryAdded" && text.contains("Content Security Policy")
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
