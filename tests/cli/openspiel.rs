//! Compares the rules of shipped games with an independent engine.

use std::io::Write as _;
use std::process::Command;

/// The script's exit code if OpenSpiel is not installed.
const NOT_INSTALLED: i32 = 77;

#[test]
fn the_rules_agree_with_openspiel() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/openspiel.py");
    let run = Command::new("python3")
        .args([script, "--dropline", env!("CARGO_BIN_EXE_dropline"), "--games", "6", "--listed", "1"])
        .output();
    let code = run.as_ref().ok().map_or(Some(NOT_INSTALLED), |run| run.status.code());
    if code == Some(NOT_INSTALLED) {
        // Bypasses the test harness's output capture, so that whoever runs the tests sees the message.
        let _ = writeln!(std::io::stderr(), "no python3 with pyspiel: rules are not compared with OpenSpiel");
        return;
    }
    let run = run.expect("it ran");
    let (output, errors) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(code, Some(0), "{output}{errors}");
    assert!(output.lines().count() >= 20, "every game is reported:\n{output}");
}
