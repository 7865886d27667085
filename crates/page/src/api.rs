//! What the page asks for, by name, and the answers, both JSON.

use crate::experiments::{self, Wanted};
use crate::export::{self, Exported};
use crate::folder::FileError;
use crate::game::{Game, replayed};
use crate::http::Answer;
use crate::rules;
use crate::server::{Shared, problem};
use dropline_agents::ADVISER;
use dropline_engine::record::Record;
use dropline_engine::text::quoted;
use dropline_engine::variant::{Diagnostics, Loaded, condition_terms, schema, shipped};
use dropline_lab::run::{Experiment, Highlight, Manifest, RECORDS};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::{MutexGuard, TryLockError};

/// The largest report that is sent, in bytes, and the largest file of records.
const LARGEST_REPORT: u64 = 64 << 20;
const LARGEST_RECORDS: u64 = 16 << 20;
/// The most games of a file that are opened.
const MOST_GAMES: usize = 100;

/// Why a request cannot be answered.
pub struct Wrong(u16, String);

impl<E: ToString> From<E> for Wrong {
    fn from(error: E) -> Self {
        Self(422, error.to_string())
    }
}

type Found = Result<Value, Wrong>;

/// The parts of a request; each kind of request reads some of them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    /// The name of a variant or a run.
    name: String,
    /// Rules as they are in the editor.
    text: String,
    /// Whether a file must be new.
    new: bool,
    /// The actions of a game, and more that a person typed.
    actions: Vec<String>,
    typed: String,
    /// Cells that were chosen, and the cell under the pointer.
    chosen: Vec<String>,
    cell: String,
    /// Who plays, and the seed of the agent.
    agent: String,
    players: [String; 2],
    seed: u64,
    /// The file to write, or the run whose report is exported.
    file: String,
    /// The number of a job.
    id: u64,
}

/// The answer to the request called `name`.
pub fn answer(shared: &Shared, name: &str, body: &[u8]) -> Answer {
    let found = match name {
        "list" => Ok(list(shared)),
        "schema" => {
            let mut known = schema();
            known["terms"] = ["where", "makes", "terms"]
                .map(|key| (key.to_owned(), json!(condition_terms(key))))
                .into_iter()
                .collect();
            Ok(known)
        }
        "run" => read(body).and_then(|it| run(shared, it)),
        "export" => match read(body).and_then(|it| exported(shared, it)) {
            Ok(answer) => return answer,
            Err(wrong) => Err(wrong),
        },
        name => read(body).and_then(|it: Asked| match name {
            "open" => open(shared, it),
            "check" => Ok(rules::check(&shared.folder, &it.name, &it.text)),
            "game" => game(shared, it),
            "why" => why(shared, it),
            "turn" => turn(shared, it),
            "hint" => hint(shared, it),
            "save" => save(shared, it),
            "record" => record(shared, it),
            "games" => games(shared, it),
            "resume" => resume(shared, it),
            "stop" => {
                shared.jobs.stop(it.id);
                Ok(json!({ "ok": true }))
            }
            _ => Err(Wrong(404, "there is no such request".to_owned())),
        }),
    };
    match found {
        Ok(value) => Answer::new(200, "application/json", value.to_string()),
        Err(Wrong(status, what)) => problem(status, &what),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Wrong> {
    serde_json::from_slice(body)
        .map_err(|error| Wrong(400, format!("the request is not as expected: {error}")))
}

/// What there is to open.
fn list(shared: &Shared) -> Value {
    let folder = &shared.folder;
    let known = shipped().iter().map(|it| json!({ "name": it.name, "about": it.about }));
    let programs: Vec<String> = shared.players.programs.iter().map(ToString::to_string).collect();
    json!({
        "dir": folder.root().display().to_string(),
        "shipped": known.collect::<Vec<_>>(),
        "files": folder.files("toml"),
        "records": folder.files("jsonl"),
        "runs": experiments::runs(folder),
        "learned": folder.files_of_all("learned"),
        "programs": programs,
        "adviser": ADVISER,
        "reports": format!("/{}/", shared.guard.reports),
    })
}

fn open(shared: &Shared, it: Asked) -> Found {
    let text = shared.folder.variant_text(&it.name)?;
    let is_shipped = shipped().iter().any(|shipped| shipped.name == it.name);
    Ok(json!({ "ok": true, "name": it.name, "text": text, "shipped": is_shipped }))
}

fn loaded(shared: &Shared, it: &Asked) -> Result<Loaded, Wrong> {
    let first = |wrong: Diagnostics| wrong.messages().next().unwrap_or_default().to_owned();
    shared
        .folder
        .load(&it.name, &it.text)
        .map_err(|wrong| Wrong(422, format!("the rules have an error: {}", first(wrong))))
}

fn game(shared: &Shared, it: Asked) -> Found {
    let loaded = loaded(shared, &it)?;
    let mut game = Game::new(&loaded, &it.actions);
    if !it.typed.is_empty() {
        let actions = game.play_typed(&it.typed)?;
        return Ok(Game::new(&loaded, &actions).shown());
    }
    Ok(game.shown())
}

fn why(shared: &Shared, it: Asked) -> Found {
    let game = Game::new(&loaded(shared, &it)?, &it.actions);
    Ok(json!({ "ok": true, "why": game.why_not(&it.chosen, &it.cell) }))
}

/// A place for an agent that thinks, if one is free.
fn thinking(shared: &Shared) -> Result<MutexGuard<'_, ()>, Wrong> {
    let place = shared.thinking.iter().find_map(|place| match place.try_lock() {
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Poisoned(place)) => Some(place.into_inner()),
        Ok(place) => Some(place),
    });
    place.ok_or_else(|| Wrong(503, "other agents are thinking: try again in a moment".to_owned()))
}

fn turn(shared: &Shared, it: Asked) -> Found {
    let loaded = loaded(shared, &it)?;
    let agent = shared.players.opponent(&it.agent, &shared.folder).map_err(|what| Wrong(403, what))?;
    let _thinking = thinking(shared)?;
    Ok(Game::new(&loaded, &it.actions).turn_of(&agent, &loaded, it.seed)?)
}

fn hint(shared: &Shared, it: Asked) -> Found {
    let loaded = loaded(shared, &it)?;
    let _thinking = thinking(shared)?;
    Ok(Game::new(&loaded, &it.actions).hint())
}

fn save(shared: &Shared, it: Asked) -> Found {
    if it.text.is_empty() {
        return Err(Wrong(400, "there is nothing to save".to_owned()));
    }
    shared.folder.write(&it.name, "toml", &it.text, it.new).map_err(|error| match error {
        FileError::Exists(_) => Wrong(409, error.to_string()),
        error => error.into(),
    })?;
    Ok(json!({ "ok": true, "name": it.name }))
}

fn record(shared: &Shared, it: Asked) -> Found {
    let loaded = loaded(shared, &it)?;
    let [first, second] = &it.players;
    let record = Game::new(&loaded, &it.actions).record([first, second]);
    shared.folder.write(&it.file, "jsonl", &format!("{record}\n"), true)?;
    Ok(json!({ "ok": true, "name": it.file }))
}

/// The games of a file of records, by the rules in the editor, or those worth seeing of a run, by the rules of that run.
fn games(shared: &Shared, it: Asked) -> Found {
    let folder = &shared.folder;
    if it.file.ends_with(".jsonl") {
        let text = folder.read_file(&it.file, "jsonl", LARGEST_RECORDS)?;
        return Ok(json!({ "ok": true, "games": of_lines(&text, &loaded(shared, &it)?)? }));
    }
    let path = folder.resolve(&it.file)?;
    let path = if Experiment::is_in(&path) {
        folder.resolve(&format!("{}/{}/01", it.file, Experiment::RUNS))?
    } else {
        path
    };
    let manifest = Manifest::read(&path)?;
    let loaded = manifest.diagnose_rules(&path).map_err(|wrong| wrong.render(false))?;
    let found = [Highlight::FILE, RECORDS].into_iter().find(|file| path.join(file).is_file());
    let file =
        found.ok_or("this run keeps no games: agents with a time limit, and programs, cannot be replayed")?;
    let text = folder.read(file, &path.join(file), LARGEST_RECORDS)?;
    let games = of_lines(&String::from_utf8_lossy(&text), &loaded)?;
    // Rules that are the same in the editor stay as they are written there.
    let is_shown =
        shared.folder.load(&it.name, &it.text).is_ok_and(|shown| shown.rules_hash == loaded.rules_hash);
    let toml = if is_shown { None } else { Some(toml::to_string(&manifest.rules)?) };
    Ok(json!({ "ok": true, "games": games, "name": format!("{}.toml", manifest.variant), "text": toml }))
}

fn of_lines(text: &str, loaded: &Loaded) -> Result<Vec<Value>, Wrong> {
    let lines = text.lines().take(MOST_GAMES).enumerate();
    let games = lines.map(|(at, line)| {
        let kept: Value = serde_json::from_str(line).unwrap_or_default();
        let of =
            kept["variant"].as_str().map_or_else(String::new, |name| format!(", a game of {}", quoted(name)));
        let what = |error: &dyn ToString| format!("line {}{of}: {}", at + 1, error.to_string());
        let record = Record::from_line(line).map_err(|error| what(&error))?;
        let actions = replayed(loaded, &record).map_err(|error| what(&error))?;
        let number = record.game.unwrap_or(at as u64 + 1);
        Ok(json!({ "game": number, "why": kept["why"], "actions": actions }))
    });
    games.collect()
}

fn run(shared: &Shared, wanted: Wanted) -> Found {
    let taken = |name: &str| shared.jobs.writes(name);
    let ready = experiments::prepare(&wanted, &shared.folder, &shared.players, taken)
        .map_err(|what| Wrong(403, what))?;
    add(shared, ready)
}

fn resume(shared: &Shared, it: Asked) -> Found {
    let ready =
        experiments::resume(&it.name, &shared.folder, &shared.players).map_err(|what| Wrong(403, what))?;
    add(shared, ready)
}

fn add(shared: &Shared, ready: experiments::Ready) -> Found {
    let (command, run) = (ready.command.clone(), ready.run.clone());
    let id = shared.jobs.add(ready.command, ready.arguments, ready.run).map_err(|what| Wrong(503, what))?;
    Ok(json!({ "ok": true, "id": id, "command": command, "run": run }))
}

fn exported(shared: &Shared, it: Asked) -> Result<Answer, Wrong> {
    let loaded = loaded(shared, &it)?;
    let game = Game::new(&loaded, &it.actions);
    let report = if it.file.is_empty() {
        None
    } else {
        let path = shared.folder.resolve(&it.file)?.join("report.html");
        let bytes = shared.folder.read(&it.file, &path, LARGEST_REPORT)?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let page = export::page(&Exported {
        loaded: &loaded,
        text: Some(&it.text),
        actions: game.actions(),
        report: report.as_deref(),
    });
    Ok(Answer::new(200, "text/html; charset=utf-8", page))
}

/// A file of a run, for the frame that shows its report.
pub fn file_of_run(shared: &Shared, name: &str) -> Answer {
    let missing = || Answer::text(404, "there is no such file of a run\n");
    let content = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("csv") => "text/plain; charset=utf-8",
        _ => return missing(),
    };
    let Ok(path) = shared.folder.resolve(name) else { return missing() };
    let is_of_run =
        |folder: &std::path::Path| folder.join(Manifest::FILE).is_file() || Experiment::is_in(folder);
    let folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(shared.folder.root()));
    if !folders.into_iter().any(is_of_run) {
        return missing();
    }
    match shared.folder.read(name, &path, LARGEST_REPORT) {
        Ok(bytes) => Answer::new(200, content, bytes),
        Err(_) => missing(),
    }
}
