//! Plans submitted to schedulers. Two scripts stand in for Slurm here; `tests/slurm.sh` and `tests/ssh.sh` use the real programs.

#![cfg(unix)]

use crate::scene::{RunOutput, Scene};
use crate::units::assert_same_plan;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const RUN: &str = "simulate send-it --set board.side=3 --games 100 --agents random,random --quiet";

/// Records its arguments, plays the tasks of an array one after another, and runs any other script immediately. The second task
/// of the first array is lost, as on a node that fails.
const SBATCH: &str = r#"#!/bin/bash
echo "$*" >>calls
job=$(wc -l <calls)
[ "$job" != "$FULL" ] || { echo "sbatch: error: too many jobs" >&2; exit 1; }
tasks=
while [[ $1 = --* ]]; do
    [[ $1 = --array=* ]] && tasks=${1#--array=}
    shift
done
export SLURM_ARRAY_JOB_ID=$job SLURM_CPUS_PER_TASK=1
if [ "$tasks" ]; then
    for part in ${tasks//,/ }; do
        for SLURM_ARRAY_TASK_ID in $(seq ${part%-*} ${part#*-}); do
            export SLURM_ARRAY_TASK_ID
            [ $job.$SLURM_ARRAY_TASK_ID = 1.2 ] || bash "$@" >>log 2>&1
        done
    done
else
    bash "$@" >>log 2>&1
fi
echo "$job;cluster"
"#;

/// Slurm's configuration: arrays have at most three tasks.
const SCONTROL: &str = "#!/bin/sh\necho 'MaxArraySize            = 4'\n";

/// Runs the program with these two scripts in place of Slurm.
fn on_slurm(scene: &Scene, args: &str) -> RunOutput {
    on_full_slurm(scene, args, 0)
}

/// Like [`on_slurm`], but Slurm rejects the call with this number.
fn on_full_slurm(scene: &Scene, args: &str, full: u32) -> RunOutput {
    for (name, text) in [("bin/sbatch", SBATCH), ("bin/scontrol", SCONTROL)] {
        scene.write(name, text);
        fs::set_permissions(scene.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", scene.path("bin").display(), std::env::var("PATH").unwrap());
    let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
    command.env("FULL", full.to_string()).env("PATH", path).output().expect("the program starts").into()
}

#[test]
fn a_plan_runs_on_slurm_and_lost_jobs_are_resubmitted() {
    let (one, many) = (Scene::new(), Scene::new());
    one.run(&format!("{RUN} --out plan")).succeeds();
    on_slurm(&many, &format!("{RUN} --plan plan --unit-games 20 --slurm")).succeeds().mentions(&[
        "submitted: units 1-5 as jobs 1, 2\nsubmitted: `dropline finish` as job 3; `dropline status plan` shows the progress\n",
    ]);
    let jobs = many.path("plan/jobs").canonicalize().unwrap();
    let calls = many.read("calls").replace(&format!("{}/", jobs.display()), "");
    assert_eq!(
        calls.lines().collect::<Vec<_>>(),
        [
            "--parsable --array=1-3 units.sh 0",
            "--parsable --array=1-2 units.sh 3",
            "--parsable --dependency=afterany:1:2 finish.sh 3",
            // The job that was to merge the units resubmits the lost unit.
            "--parsable --array=2 units.sh 0",
            "--parsable --dependency=afterany:4 finish.sh 2",
        ]
    );
    fs::remove_dir_all(&jobs).unwrap();
    assert_same_plan(&one, &many);
}

#[test]
fn jobs_that_a_full_cluster_rejects_are_submitted_later() {
    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 20")).succeeds();
    let ran = on_full_slurm(&scene, "submit plan --slurm", 2);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("submitted: units 1-3 as job 1\nsubmitted: `dropline finish` as job 3; "));
    assert!(ran.err.ends_with(
        "note: sbatch accepted 1 of 2 arrays, see above; job 3 submits the rest once these have ended\n"
    ));
    let calls = scene.read("calls");
    let calls: Vec<_> = calls.lines().map(|call| call.split(' ').nth(1).unwrap()).collect();
    let again = ["--array=2", "--array=1-2", "--dependency=afterany:4:5"];
    assert_eq!(calls, [&["--array=1-3", "--array=1-2", "--dependency=afterany:1"][..], &again].concat());
    scene.run("status plan").succeeds().prints("plan is finished\n");
}

#[test]
fn a_plan_with_queued_jobs_is_not_resubmitted() {
    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 20")).succeeds();
    let jobs = scene.path("plan/jobs");
    scene.run("submit plan --kubernetes --quiet").succeeds();
    let jobs = jobs.canonicalize().unwrap().display().to_string();
    let queue = |lines: &str| {
        scene.write("bin/squeue", &format!("#!/bin/sh\necho '{}'\n", lines.replace("JOBS", &jobs)));
        fs::set_permissions(scene.path("bin/squeue"), fs::Permissions::from_mode(0o755)).unwrap();
    };
    queue(
        "12 RUNNING JOBS/units.sh 0\n12 PENDING JOBS/units.sh 0\n9 PENDING /elsewhere/units.sh 0\n13 PENDING JOBS/finish.sh 3",
    );
    on_slurm(&scene, "submit plan --slurm").fails(
        75,
        "plan is already submitted as jobs 12, 13: cancel what is queued with `scancel 12 13`, or submit it anyway with `--force`",
    );
    assert!(!scene.has("calls") && !scene.has("plan/jobs/units.sh"));
    // Only jobs that run `finish` are left, and they resubmit missing units.
    queue("11 COMPLETING JOBS/units.sh 0\n13 RUNNING JOBS/finish.sh 3");
    on_slurm(&scene, "submit plan --slurm").succeeds();
    scene.run("status plan").succeeds().prints("plan is finished\n");

    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 20")).succeeds();
    scene.write("bin/squeue", "#!/bin/sh\necho 'nothing but an error' >&2\nexit 1\n");
    fs::set_permissions(scene.path("bin/squeue"), fs::Permissions::from_mode(0o755)).unwrap();
    on_slurm(&scene, "submit plan --slurm --force").succeeds();
}

/// GNU parallel passes its commands to a second shell.
#[test]
fn the_folder_of_a_plan_may_have_any_name() {
    let name = "my study; exit 1 & 'a' \"b\" {} {#} {2} $HOME `c`\\";
    let (one, many) = (Scene::new(), Scene::new());
    let run: Vec<&str> = RUN.split(' ').collect();
    one.run(&format!("{RUN} --out plan")).succeeds();
    many.run_args(&[&run[..], &["--plan", name, "--unit-games", "50"]].concat()).succeeds();
    let submit = ["submit", name, "--parallel", ":", "--quiet"];
    if Command::new("parallel").arg("--version").output().is_ok() {
        let ran = many.run_args(&submit);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        fs::remove_dir_all(many.path(name).join("jobs")).unwrap();
        fs::rename(many.path(name), many.path("plan")).unwrap();
        assert_same_plan(&one, &many);
    }
    let scene = Scene::new();
    scene.run_args(&[&run[..], &["--plan", "a\nb"]].concat()).succeeds();
    for (scheduler, message) in [
        (
            &["--parallel", ":"][..],
            "a\nb: GNU parallel cannot take a path with a line break: use another folder\n",
        ),
        (&["--slurm"], "a\nb: Slurm cannot write logs to a path with '\\n': use another folder\n"),
    ] {
        let ran = scene.run_args(&[&["submit", "a\nb"], scheduler].concat());
        assert!(ran.code == Some(2) && ran.err.ends_with(message) && !scene.has("a\nb/jobs"), "{}", ran.err);
    }
    let scene = Scene::new();
    scene
        .run_args(&[&run[..], &["--plan", "a 5%"]].concat())
        .succeeds()
        .mentions(&["`dropline unit 'a 5%' 1` plays it"]);
    let ran = scene.run_args(&["submit", "a 5%", "--slurm", "--print"]).succeeds();
    let output = |line: &&str| line.starts_with("#SBATCH --output=");
    let logs: Vec<&str> = ran.out.lines().filter(output).collect();
    assert!(logs.len() == 2 && logs[0].ends_with("/a 5%%/jobs/unit-%A_%a.log\""), "{logs:?}");
    assert!(logs.iter().all(|line| line.starts_with("#SBATCH --output=\"/")), "{logs:?}");
    scene.run_args(&["submit", "a 5%", "--kubernetes"]).succeeds().mentions(&["/a 5%/jobs/job.yaml'`\n"]);
    many.run_args(&[&run[..], &["--plan", "a b"]].concat()).succeeds();
    let ran = many.run_args(&["submit", "a b", "--parallel", ""]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
}

/// Runs the script of a task whose number is also that of the whole array in Slurm.
#[test]
fn only_the_interrupted_task_is_requeued() {
    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 50")).succeeds();
    on_slurm(&scene, "submit plan --slurm --tries 0").succeeds();
    // A unit was lost and is not resubmitted, so the scripts still exist.
    let script = |name: &str| scene.read(&format!("plan/jobs/{name}"));
    let program = dropline::run::command_line(&[env!("CARGO_BIN_EXE_dropline").to_owned()]);
    let interrupted = scene.path("bin/interrupted").display().to_string();
    let tool = |name: &str, text: &str| {
        scene.write(&format!("bin/{name}"), text);
        fs::set_permissions(scene.path(&format!("bin/{name}")), fs::Permissions::from_mode(0o755)).unwrap();
    };
    // A fake unit that runs until SIGTERM, and fake Slurm commands that report another running task of the array.
    tool(
        "interrupted",
        "#!/bin/bash\ntrap 'exit 75' TERM\nsleep 0.3\nkill -USR1 $PPID\nwhile :; do sleep 0.05; done\n",
    );
    tool("squeue", "#!/bin/bash\n[ $3 = 7 ] && [ $SLURM_ARRAY_JOB_ID ] && echo $STATE\necho $STATE\n");
    tool("scontrol", "#!/bin/bash\necho $* >>requeued\nexit 1\n");
    let path = format!("{}:{}", scene.path("bin").display(), std::env::var("PATH").unwrap());
    let run = |name: &str, state: &str, array: bool| {
        scene.write("script", &script(name).replace(&program, &interrupted));
        let mut command = Command::new("bash");
        command.args(["script", "0"]).current_dir(scene.path("."));
        command.env("PATH", &path).env("STATE", state).env("SLURM_JOB_ID", "7");
        if array {
            command.env("SLURM_ARRAY_JOB_ID", "7").env("SLURM_ARRAY_TASK_ID", "2");
        }
        let code = command.status().unwrap().code();
        let requeued = fs::read_to_string(scene.path("requeued")).unwrap_or_default();
        let _ = fs::remove_file(scene.path("requeued"));
        (code, requeued)
    };
    assert_eq!(run("units.sh", "RUNNING", true), (Some(75), "requeue 7_2\n".to_owned()));
    assert_eq!(run("units.sh", "CANCELLED", true), (Some(75), String::new()));
    assert_eq!(run("finish.sh", "RUNNING", false), (Some(75), "requeue 7\n".to_owned()));
    assert_eq!(run("finish.sh", "CANCELLED", false), (Some(75), String::new()));
}

#[test]
fn options_without_effect_are_refused() {
    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 20")).succeeds();
    for command in [
        "submit plan --kubernetes --time 30",
        "submit plan --kubernetes --force",
        "submit plan --parallel : --force",
        "submit plan --slurm --print --force",
        "submit plan --kubernetes -- --jobs=1",
        "submit plan --slurm --json",
        &format!("{RUN} --plan other --open"),
    ] {
        let ran = scene.run(command);
        assert!(
            ran.code == Some(2) && !scene.has("plan/jobs") && !scene.has("other"),
            "{command}: {}",
            ran.err
        );
    }
}

#[test]
fn units_that_fail_repeatedly_are_abandoned() {
    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 20")).succeeds();
    on_slurm(&scene, "submit plan --slurm --tries 1 --print")
        .succeeds()
        .mentions(&["sbatch --parsable --array=1-5 ", "#SBATCH --time=1:00:00 --signal=B:USR1@30 --requeue"]);
    assert!(!scene.has("plan/jobs") && !scene.has("calls"));
    // No unit can be played: a file is in place of its folder.
    for unit in 1..=5 {
        scene.write(&format!("plan/units/0{unit}"), "");
    }
    on_slurm(&scene, "submit plan --slurm --tries 1").succeeds();
    assert_eq!(scene.read("calls").lines().filter(|call| call.contains("finish.sh")).count(), 2);
    assert!(scene.has("plan/plan.json"));
}

#[test]
fn options_are_passed_on_to_the_scheduler() {
    let scene = Scene::new();
    scene.run(&format!("{RUN} --plan plan --unit-games 20")).succeeds();
    let command =
        ["submit", "plan", "--slurm", "--time", "2-0", "--threads", "2", "--print", "--", "--comment=a b"];
    scene.run_args(&command).succeeds().mentions(&[
        "--parsable --array=1-5 '--comment=a b' ",
        "#SBATCH --job-name=dropline --ntasks=1 --cpus-per-task=2\n#SBATCH --time=2-0 ",
        "--slurm --tries $(($1 - 1)) --time 2-0 --threads 2 -- '--comment=a b'\n",
        "#SBATCH --job-name=dropline-finish --ntasks=1 --cpus-per-task=2\n#SBATCH --time=2-0 --signal=B:USR1@30 --requeue ",
    ]);
    scene.run("submit plan --slurm --time 1 --print").succeeds().mentions(&[
        "#SBATCH --time=1 --signal=B:USR1@30 --requeue ",
        "#SBATCH --time=15:00 --signal=B:USR1@30 --requeue ",
    ]);
    scene.run("submit plan --parallel host1,: --tries 5 --print -- --jobs 1").succeeds().mentions(&[
        "seq 1 5 |\n    parallel --sshlogin host1,: ",
        "--resume-failed --retries 5 --jobs 1 ",
        "'exec {2} unit {3} {1} --threads 1 --quiet' :::: - ::: ",
    ]);
    scene.run("submit plan --kubernetes").succeeds();
    let job = scene.read("plan/jobs/job.yaml");
    assert!(job.contains("  name: dropline-plan\n"), "{job}");
    assert!(job.contains("completionMode: Indexed\n  completions: 5\n  parallelism: 5\n"), "{job}");
    scene.run("submit plan --slurm --time soon").fails(
        2,
        "invalid value 'soon' for '--time <TIME>': expected a time in Slurm's format, such as \
         `30` (minutes), `4:00:00` (hours) or `2-0` (days)",
    );
}
