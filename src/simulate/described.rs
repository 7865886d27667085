//! What a manifest says of its run, held against what the files and the rules tell.

use super::folder::RECORDS;
use super::past::Past;
use crate::run::{FailedGame, GameRow, Manifest, ReadError, Row, strange_keys};
use crate::stats::Watch;
use crate::text::quoted;

/// What is counted of the rows for it.
pub struct Described {
    /// Games in `games.csv`, and in `failed.jsonl`.
    games: u64,
    failed: u64,
    /// The run that stops by itself, and after which of its games it should have.
    watch: Option<Watch>,
    enough: Option<u64>,
}

impl Described {
    /// Of the run `past`, of which `failed` games are in `failed.jsonl`.
    pub fn new(past: &Past, failed: u64) -> Self {
        let Manifest { until, pairs, .. } = past.manifest;
        // A width that nobody can ask for is told by the command.
        let width = until.map(|until| until.half_width).filter(|&width| width > 0.0 && width < 1.0);
        Self { games: 0, failed, watch: width.map(|width| Watch::new(width, pairs)), enough: None }
    }

    /// Counts a game.
    pub fn add(&mut self, row: &GameRow) {
        self.games += 1;
        if self.enough.is_none()
            && self.watch.as_mut().is_some_and(|watch| watch.add_game(row.game, row.winner))
        {
            self.enough = Some(self.games);
        }
    }

    /// What is wrong in the manifest of `past`, a sentence each.
    ///
    /// # Errors
    /// If it can't be read again.
    pub fn wrong(&self, past: &Past) -> Result<Vec<String>, ReadError> {
        let manifest = &past.manifest;
        let mut wrong = strange_keys(&past.dir, Manifest::FILE, manifest)?;
        wrong.extend(self.miscounted(manifest));
        wrong.extend(misdescribed(past));
        if !manifest.records && past.dir.join(RECORDS).exists() {
            let file = Manifest::FILE;
            wrong.push(format!("{RECORDS} is there, and {file} says that no records were written"));
        }
        Ok(wrong)
    }

    /// What is wrong with the numbers of games, and with what follows from them.
    fn miscounted(&self, manifest: &Manifest) -> Vec<String> {
        let Manifest { games_asked: asked, games_played: played, games_failed, complete, until, .. } =
            *manifest;
        let (file, games, failed) = (Manifest::FILE, self.games, self.failed);
        let mut wrong = Vec::new();
        if games != played {
            let rows = GameRow::FILE;
            wrong.push(format!("{file} says that {played} games were played, {rows} holds {games}"));
        }
        if failed != games_failed {
            let lines = FailedGame::FILE;
            wrong.push(format!("{file} says that {games_failed} games failed, {lines} holds {failed}"));
        }
        if games.saturating_add(failed) > asked {
            let done = games.saturating_add(failed);
            wrong.push(format!("{file} says that {asked} games were asked for, and there are {done}"));
        }
        if let Some(enough) = self.enough.filter(|&enough| enough < games) {
            wrong.push(format!(
                "{file}: by `until` the run stops after {enough} games, and there are {games}"
            ));
        }
        let reached = self.enough == Some(games);
        if until.is_some_and(|until| until.reached != reached) {
            let not = if reached { "" } else { " not" };
            wrong.push(format!(
                "{file}: `until.reached` is {}, and by the games the width is{not} reached",
                !reached
            ));
        }
        let (share, shared) = (manifest.share(), manifest.shard.map_or(asked, |shard| shard.games));
        if manifest.shard.is_some() && share.count(shared, manifest.pairs) != asked {
            wrong.push(format!("{file}: share {share} of {shared} games does not have {asked}"));
        }
        let whole = failed == 0 && (games == asked || reached);
        if complete != whole {
            let not = if whole { "" } else { "not " };
            wrong.push(format!(
                "{file}: `complete` is {complete}, and the games that were asked for are {not}all there"
            ));
        }
        wrong
    }
}

/// What the manifest says of the game that its rules and agents contradict, and what no run is: reports show it.
fn misdescribed(past: &Past) -> Vec<String> {
    let (manifest, variant) = (&past.manifest, &past.loaded.variant);
    let players = variant.info.players.map(|colour| colour.name().to_owned());
    let reproducible = past.simulation().is_reproducible();
    let facts = [
        ("game", manifest.game.clone(), variant.info.title()),
        ("board", manifest.board.clone(), variant.board.shape().to_string()),
        ("players", manifest.players.join(" and "), players.join(" and ")),
        ("reproducible", manifest.reproducible.to_string(), reproducible.to_string()),
    ];
    let other = facts.into_iter().filter(|(_, said, found)| said != found);
    let told = |(key, said, found): (&str, String, String)| {
        let [said, found] = [said, found].map(|text| quoted(&text));
        format!("{}: `{key}` is {said}, by the rules and agents there it is {found}", Manifest::FILE)
    };
    let mut wrong: Vec<String> = other.map(told).collect();
    let program = env!("CARGO_PKG_NAME");
    if manifest.program != program {
        let said = quoted(&manifest.program);
        wrong.push(format!("{}: `program` is {said}, and should be `{program}`", Manifest::FILE));
    }
    wrong
}
