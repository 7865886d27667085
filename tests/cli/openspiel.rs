//! The rules of shipped games against an engine that nobody of this project wrote.

use std::io::Write as _;
use std::process::Command;

/// The exit code by which the script says that OpenSpiel is not installed.
const NOT_INSTALLED: i32 = 77;

#[test]
fn the_rules_agree_with_openspiel() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/openspiel.py");
    let run = Command::new("python3")
        .args([script, "--dropline", env!("CARGO_BIN_EXE_dropline"), "--games", "6", "--listed", "1"])
        .output();
    let code = run.as_ref().ok().map_or(Some(NOT_INSTALLED), |run| run.status.code());
    if code == Some(NOT_INSTALLED) {
        // Past the capture of the test harness: whoever runs the tests should know.
        let _ = writeln!(std::io::stderr(), "no python3 with pyspiel: rules are not compared with OpenSpiel");
        return;
    }
    let run = run.expect("it ran");
    let (told, errors) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(code, Some(0), "{told}{errors}");
    assert!(told.lines().count() >= 20, "every game is told of:\n{told}");
}
