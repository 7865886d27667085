//! `dropline submit`: writes scripts for a scheduler and submits them. The scheduler decides which machine runs what.

use super::dropline;
use super::finish::busy;
use super::simulate::refused;
use super::status::{Status, ranges};
use super::unit::division;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::unit_args::Submit;
use crate::numbers::form;
use crate::run::{Division, Lock, check_own, command_line, reason, write_atomically};
use anyhow::{Context, anyhow};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Slurm's default for `MaxArraySize`, if it does not report the value.
const ARRAY: u64 = 1001;
/// The maximum number of pods that run at a time, unless the user edits the script.
const PODS: u64 = 20;

/// Submits the units of a plan to a scheduler.
pub fn run(args: &Submit, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let dir = args.dir.canonicalize().unwrap_or_else(|_| args.dir.clone());
    let Some(division) = division(&dir)? else {
        session.terminal.note(format_args!("note: {} is finished", args.dir.display()));
        return Ok(ExitCode::SUCCESS);
    };
    if dir.to_str().is_none() {
        return Err(Failure::Wrong(anyhow!(
            "the name of {} is not UTF-8, so a script cannot hold it: use another folder",
            dir.display()
        )));
    }
    let missing = Status::of(&division, &dir)?.left;
    let job = Job { args, threads: session.common.threads.unwrap_or(1), dir, division, missing };
    if args.slurm {
        job.slurm(session)
    } else if let Some(hosts) = &args.parallel {
        job.parallel(hosts, session)
    } else {
        job.kubernetes(session)
    }
}

/// A plan to submit.
struct Job<'a> {
    args: &'a Submit,
    /// Threads per unit.
    threads: usize,
    /// Its folder, as an absolute path.
    dir: PathBuf,
    division: Division,
    /// The units that are still to be played.
    missing: Vec<u64>,
}

impl Job<'_> {
    /// Fills in a script's placeholders. The program is named by its absolute path: a job may have another `PATH`.
    fn filled(&self, template: &str, more: &[(&str, String)]) -> Result<String, Failure> {
        let program = std::env::current_exe().context("cannot find the path of this program")?;
        let dir = self.dir.display().to_string();
        let quoted = |text: &str| command_line(&[text.to_owned()]);
        let fixed = [
            ("{dropline}", quoted(&program.display().to_string())),
            ("{log_dir}", log_pattern(&dir)),
            ("{dir_quoted}", quoted(&dir)),
            ("{threads}", self.threads.to_string()),
            ("{units}", self.division.count().to_string()),
        ];
        let all = fixed
            .iter()
            .map(|(place, text)| (*place, text))
            .chain(more.iter().map(|(place, text)| (*place, text)));
        Ok(all.fold(template.to_owned(), |script, (place, text)| script.replace(place, text)))
    }

    /// The path of a script.
    fn script(&self, name: &str) -> PathBuf {
        self.dir.join(Division::JOBS).join(name)
    }

    /// Writes a script to the folder, or prints it with `--print`.
    fn put(&self, name: &str, script: &str, session: &mut Session<'_>) -> Result<PathBuf, Failure> {
        let path = self.script(name);
        if self.args.print {
            session.terminal.line(format_args!("# {}\n{script}", path.display()))?;
        } else {
            // The folder of the plan itself may be a link: its path is resolved here.
            check_own(&self.dir.join(Division::JOBS)).map_err(refused)?;
            std::fs::create_dir_all(self.dir.join(Division::JOBS))
                .and_then(|()| write_atomically(&path, script.as_bytes()))
                .map_err(|error| anyhow!("cannot write {}: {}", path.display(), reason(&error)))?;
        }
        Ok(path)
    }

    /// The options after `--`, quoted for a script.
    fn options(&self) -> String {
        self.args
            .options
            .iter()
            .map(|option| format!(" {}", command_line(std::slice::from_ref(option))))
            .collect()
    }

    fn slurm(&self, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
        // Slurm reads `#SBATCH` lines word by word, with its own rules for these characters.
        if let Some(c) = self.dir.to_string_lossy().chars().find(|c| c.is_control() || "\"\\".contains(*c)) {
            return Err(Failure::Wrong(anyhow!(
                "{}: Slurm cannot write logs to a path with {c:?}: use another folder",
                self.dir.display()
            )));
        }
        let missing = &self.missing;
        if missing.is_empty() && Lock::is_taken(&self.dir) {
            return Err(busy(&self.args.dir));
        }
        if !self.args.print && !self.args.force {
            let queued = queued(&self.script("units.sh"), &self.script("finish.sh"));
            refuse_queued(&queued, &self.args.dir)?;
        }
        let options = self.options();
        let options = if options.is_empty() { options } else { format!(" --{options}") };
        let time = self.args.time.clone();
        let places = [("{finish_time}", time_to_finish(&time)), ("{time}", time), ("{options}", options)];
        let units = self.put("units.sh", &self.filled(include_str!("units.sh"), &places)?, session)?;
        let finish = self.put("finish.sh", &self.filled(include_str!("finish.sh"), &places)?, session)?;
        let chunks = chunks(missing, if self.args.print { ARRAY } else { largest_array() } - 1);
        let mut jobs = Vec::new();
        for Chunk { before, tasks, .. } in &chunks {
            match self.sbatch(&[&format!("--array={tasks}")], &units, &before.to_string(), session) {
                Ok(job) => jobs.push(job),
                // Clusters also limit the number of jobs: the last job submits the rest.
                Err(_) if !jobs.is_empty() => break,
                Err(failure) => return Err(failure),
            }
        }
        let submitted = &missing[..chunks[..jobs.len()].iter().map(|chunk| chunk.units).sum()];
        // Not `afterok`: a task that exits while it is preempted counts as failed. `finish` itself checks what is missing.
        let after = format!("--dependency=afterany:{}", jobs.join(":"));
        let after = if jobs.is_empty() { vec![] } else { vec![after.as_str()] };
        let last = self.sbatch(&after, &finish, &self.args.tries.to_string(), session)?;
        if jobs.len() < chunks.len() {
            session.terminal.note(format_args!(
                "note: sbatch accepted {} of {} arrays, see above; job {last} submits the rest once these have ended",
                jobs.len(),
                chunks.len(),
            ));
        }
        if !self.args.print {
            let status = dropline("status", &self.args.dir);
            let terminal = &mut *session.terminal;
            if !jobs.is_empty() {
                let units = form(submitted.len() as u64, "unit");
                let numbers = ranges(submitted.iter().copied());
                terminal.line(format_args!("submitted: {units} {numbers} as {}", named(&jobs)))?;
            }
            terminal.line(format_args!(
                "submitted: `dropline finish` as job {last}; `{status}` shows the progress"
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Submits a script with an argument, and returns the job's number.
    fn sbatch(
        &self,
        options: &[&str],
        script: &Path,
        argument: &str,
        session: &mut Session<'_>,
    ) -> Result<String, Failure> {
        let mut command = Command::new("sbatch");
        command.arg("--parsable").args(options).args(&self.args.options).arg(script).arg(argument);
        if self.args.print {
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
            session.terminal.line(command_line(&words))?;
            return Ok("JOB".to_owned());
        }
        let done = command.stderr(Stdio::inherit()).output().map_err(|error| cannot_run("sbatch", &error))?;
        if !done.status.success() {
            return Err(Failure::Failed(anyhow!("sbatch failed: see above")));
        }
        // With several clusters, the cluster's name follows a semicolon.
        let output = String::from_utf8_lossy(&done.stdout);
        Ok(output.trim().split(';').next().unwrap_or_default().to_owned())
    }

    fn parallel(&self, hosts: &str, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
        // A line break in the path would also start a new line in the log of `parallel`.
        if self.dir.to_string_lossy().contains(['\n', '\r']) {
            return Err(Failure::Wrong(anyhow!(
                "{}: GNU parallel cannot take a path with a line break: use another folder",
                self.dir.display()
            )));
        }
        let places = [
            ("{hosts}", command_line(&[hosts.to_owned()])),
            // `parallel` treats 0 as no limit.
            ("{tries}", self.args.tries.max(1).to_string()),
            ("{options}", self.options()),
        ];
        let script = self.put("parallel.sh", &self.filled(include_str!("parallel.sh"), &places)?, session)?;
        if self.args.print {
            return Ok(ExitCode::SUCCESS);
        }
        session.terminal.flush()?;
        let done = Command::new(OsStr::new("bash"))
            .arg(script)
            .status()
            .map_err(|error| cannot_run("bash", &error))?;
        Ok(ExitCode::from(done.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
    }

    fn kubernetes(&self, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
        let pods = PODS.min(self.division.count());
        let places = [
            ("{tries}", self.args.tries.to_string()),
            ("{parallelism}", pods.to_string()),
            ("{name}", job_name(&self.dir)),
        ];
        let path = self.put("job.yaml", &self.filled(include_str!("job.yaml"), &places)?, session)?;
        if !self.args.print {
            let path = path.display().to_string();
            let apply = command_line(&["kubectl", "apply", "-f", &path].map(str::to_owned));
            session.terminal.line(format_args!("edit {path} to fit your cluster, then run `{apply}`"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A folder as the beginning of the name of a log: in double quotes, and with `%`, which would begin a replacement, doubled.
fn log_pattern(dir: &str) -> String {
    dir.replace('%', "%%")
}

/// A time limit for `finish`, in Slurm's format: `time`, the limit of a task, but at least a quarter of an hour.
fn time_to_finish(time: &str) -> String {
    const LEAST: &str = "15:00";
    let enough = seconds(time).is_none_or(|seconds| Some(seconds) >= self::seconds(LEAST));
    if enough { time.to_owned() } else { LEAST.to_owned() }
}

/// A time in Slurm's format, `MINUTES[:SECONDS]`, `HOURS:MINUTES:SECONDS` or `DAYS-HOURS[:MINUTES[:SECONDS]]`, in seconds.
fn seconds(time: &str) -> Option<u64> {
    let (days, rest) = time.split_once('-').map_or((None, time), |(days, rest)| (Some(days), rest));
    let parts = rest.split(':').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
    let [hours, minutes, seconds] = match (days, &parts[..]) {
        (None, &[minutes]) => [0, minutes, 0],
        (None, &[minutes, seconds]) => [0, minutes, seconds],
        (Some(_), &[hours]) => [hours, 0, 0],
        (Some(_), &[hours, minutes]) => [hours, minutes, 0],
        (_, &[hours, minutes, seconds]) => [hours, minutes, seconds],
        _ => return None,
    };
    let days: u64 = days.map_or(Some(0), |days| days.parse().ok())?;
    // Slurm treats 0 as no limit.
    let all = [(days, 86_400), (hours, 3600), (minutes, 60), (seconds, 1)];
    let all = all.iter().try_fold(0, |sum: u64, (n, each)| sum.checked_add(n.checked_mul(*each)?));
    all.filter(|&seconds| seconds > 0)
}

/// A name for the Job of the plan in the folder `dir`. Kubernetes allows 63 lower-case letters, digits and hyphens, including the
/// number of a pod.
fn job_name(dir: &Path) -> String {
    const LONGEST: usize = 50;
    let folder = dir.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let words = folder.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = std::iter::once("dropline").chain(words).collect();
    let name = words.join("-");
    name[..name.len().min(LONGEST)].trim_end_matches('-').to_owned()
}

fn cannot_run(program: &str, error: &std::io::Error) -> Failure {
    Failure::Failed(anyhow!("cannot run {program}: {}", reason(error)))
}

/// This user's queued jobs that run these scripts. A running `finish` job is left out: it may be the caller, or may be about
/// to submit missing units itself.
fn queued(units: &Path, finish: &Path) -> Vec<String> {
    let output = Command::new("squeue").args(["--me", "--noheader", "--format=%F %T %o"]).output();
    // The check is skipped if `squeue` is missing or too old for `--me`.
    let Some(output) = output.ok().filter(|output| output.status.success()) else { return Vec::new() };
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let own = std::env::var("SLURM_JOB_ID").unwrap_or_default();
    let mut jobs: Vec<String> = output
        .lines()
        .filter_map(|line| {
            // The command, a script with its argument, may have spaces.
            let mut words = line.splitn(3, ' ');
            let (job, state, command) = (words.next()?, words.next()?, words.next()?);
            let runs = |script: &Path| {
                let rest = script.to_str().and_then(|script| command.strip_prefix(script));
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            let counts = match state {
                "COMPLETING" => false,
                "PENDING" => runs(units) || runs(finish),
                _ => runs(units),
            };
            (counts && job != own).then(|| job.to_owned())
        })
        .collect();
    jobs.sort_by_key(|job| job.parse::<u64>().unwrap_or(u64::MAX));
    jobs.dedup();
    jobs
}

/// Refuses to submit a plan whose `jobs` are still queued: every unit would have two tasks.
fn refuse_queued(jobs: &[String], dir: &Path) -> Result<(), Failure> {
    if jobs.is_empty() {
        return Ok(());
    }
    Err(Failure::Rerun(anyhow!(
        "{} is already submitted as {}: cancel what is queued with `scancel {}`, or submit it anyway with `--force`",
        dir.display(),
        named(jobs),
        jobs.join(" ")
    )))
}

/// The jobs as text: `jobs 12, 13`.
fn named(jobs: &[String]) -> String {
    format!("{} {}", form(jobs.len() as u64, "job"), jobs.join(", "))
}

/// The cluster's `MaxArraySize`, one more than the largest index of a task.
fn largest_array() -> u64 {
    let output = Command::new("scontrol").args(["show", "config"]).output();
    let output =
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = output.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"));
    let size = line.and_then(|rest| rest.trim_start_matches([' ', '=']).trim().parse().ok());
    size.filter(|&size| size > 1).unwrap_or(ARRAY)
}

/// The units of one array job.
struct Chunk {
    /// The offset from a task's index to its unit's number.
    before: u64,
    /// The indices of its tasks, as in `1,3-5`.
    tasks: String,
    /// How many tasks it has.
    units: usize,
}

/// Divides `units` among array jobs whose tasks have indices from 1 to `most`.
fn chunks(units: &[u64], most: u64) -> Vec<Chunk> {
    let before = |unit: u64| (unit - 1) / most * most;
    let chunks = units.chunk_by(|&one, &next| before(one) == before(next));
    let chunk = |chunk: &[u64]| Chunk {
        before: before(chunk[0]),
        tasks: ranges(chunk.iter().map(|unit| unit - before(*unit))),
        units: chunk.len(),
    };
    chunks.map(chunk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finish_gets_at_least_a_quarter_of_an_hour() {
        for (time, finish) in [
            ("1", "15:00"),
            ("14:59", "15:00"),
            ("15", "15"),
            ("0:20:00", "0:20:00"),
            ("0-0:01", "15:00"),
            ("0-1", "0-1"),
            ("2-0", "2-0"),
            ("1-2:3:4", "1-2:3:4"),
            ("0", "0"),
            ("1:2:3:4", "1:2:3:4"),
        ] {
            assert_eq!(time_to_finish(time), finish, "{time}");
        }
    }

    #[test]
    fn a_job_is_named_after_its_folder() {
        for (dir, name) in [
            ("/a/My Study_2", "dropline-my-study-2"),
            ("/", "dropline"),
            ("/a/\u{fc}--", "dropline"),
            (&"x".repeat(100), &format!("dropline-{}", "x".repeat(41))),
        ] {
            assert_eq!(job_name(Path::new(dir)), name);
        }
    }

    #[test]
    fn units_are_divided_among_arrays() {
        let described = |units: &[u64]| {
            let chunks = chunks(units, 1000).into_iter();
            chunks.map(|Chunk { before, tasks, .. }| format!("{before}: {tasks}")).collect::<Vec<_>>()
        };
        assert_eq!(described(&(1..=2500).collect::<Vec<_>>()), ["0: 1-1000", "1000: 1-1000", "2000: 1-500"]);
        assert_eq!(described(&[3, 1000, 1001, 2400, 2401]), ["0: 3,1000", "1000: 1", "2000: 400-401"]);
        assert!(described(&[]).is_empty());
    }
}
