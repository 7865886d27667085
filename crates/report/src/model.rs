//! The model of a report: the files of a run, read and measured.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use super::alike::Alike;
use super::verdict::{self, Case, Withheld, verdict};
use super::{ReportError, words};
use dropline_engine::board::{Board, Cell};
use dropline_engine::numbers::is_or_are;
use dropline_engine::points::Points;
use dropline_engine::text::quoted;
use dropline_engine::variant::{End, ScoreMethod, Variant};
use dropline_lab::contestant::label;
use dropline_lab::run::{CellRow, CourseRow, FailedGame, GameRow, Manifest, Numbers, ReadError, Row, Rows};
use dropline_lab::stats::{Design, Measure, Openings, Quantity, Summary, Tally};
use dropline_solve::game_symmetries;

/// A run, read and measured.
pub struct Model {
    pub manifest: Manifest,
    /// The names of the agents.
    pub names: [String; 2],
    pub variant: Variant,
    pub tally: Tally,
    pub summary: Summary,
    /// A row for each cell, in the board's order, or on the boundless plane for each used cell; empty if the table is missing or
    /// belongs to another run.
    pub cells: Vec<CellRow>,
    /// A row for each turn; empty if the table is missing or belongs to another run.
    pub course: Vec<CourseRow>,
    /// The parts left out of the report, and why.
    left_out: Vec<String>,
    symmetries: OnceLock<Vec<Vec<u16>>>,
    first_turns: OnceLock<Openings>,
}

impl Model {
    /// Reads the run in the folder `dir`.
    pub fn read(dir: &Path) -> Result<Self, ReportError> {
        let manifest = Manifest::read(dir)?;
        let variant = manifest.load_rules(dir)?.variant;
        let mut left_out = Vec::new();
        let tally = games(dir, &manifest, &variant, &mut left_out)?;
        let summary =
            tally.summary(variant.score.komi).ok_or_else(|| ReportError::Empty(dir.join(GameRow::FILE)))?;
        let games = summary.games();
        let all = |rows: &[CellRow]| rows.iter().all(|row| row.games == games && row.is_possible());
        let cells = table(dir, || cells(dir, &variant.board), all, &mut left_out)?;
        let turns = || Rows::<CourseRow>::open(dir)?.take(End::MOST_TURNS as usize + 1).collect();
        // A game that is resigned at once has no turn.
        let without_turns: u64 =
            tally.turns().counts().filter(|&(turns, _)| turns == 0).map(|(_, games)| games).sum();
        let possible = |rows: &[CourseRow]| CourseRow::are_possible(rows, games - without_turns);
        let course = table(dir, turns, possible, &mut left_out)?;
        Ok(Self { cells, course, left_out, ..Self::of_games(manifest, variant, tally, summary) })
    }

    /// The model of a run whose games are counted in `tally`, without its tables of cells and turns.
    fn of_games(manifest: Manifest, variant: Variant, tally: Tally, summary: Summary) -> Self {
        Self {
            names: manifest.agents.each_ref().map(|agent| label(agent)),
            manifest,
            variant,
            tally,
            summary,
            cells: Vec::new(),
            course: Vec::new(),
            left_out: Vec::new(),
            symmetries: OnceLock::new(),
            first_turns: OnceLock::new(),
        }
    }

    /// The model of a run that is not in a folder: its games are `rows`, in order. `None` without games.
    ///
    /// # Errors
    /// Returns an error if the manifest is invalid.
    pub fn in_memory<'r>(
        manifest: Manifest,
        variant: Variant,
        rows: impl IntoIterator<Item = &'r GameRow>,
    ) -> Result<Option<Self>, String> {
        let mut tally = Tally::new(design(&manifest, &variant)?);
        rows.into_iter().for_each(|row| tally.add(row));
        let summary = tally.summary(variant.score.komi);
        Ok(summary.map(|summary| Self::of_games(manifest, variant, tally, summary)))
    }

    /// The [symmetries of the game](game_symmetries), computed when they are first needed.
    pub fn symmetries(&self) -> &[Vec<u16>] {
        self.symmetries.get_or_init(|| game_symmetries(&self.variant))
    }

    /// The games by first turn, pooled by the symmetries of the game, computed when they are first needed.
    pub fn first_turns(&self) -> &Openings {
        self.first_turns.get_or_init(|| {
            let (openings, alike) =
                (self.tally.openings(), Alike::new(&self.variant.board, self.symmetries()));
            match self.symmetries().len() {
                1 => openings.clone(),
                _ => openings.pooled(|turn| alike.first_of_turns(turn)),
            }
        })
    }

    /// Whether games have scores: otherwise margins and komi are meaningless.
    pub fn is_scored(&self) -> bool {
        self.variant.score.method != ScoreMethod::None
    }

    /// Whether scores decided some of the games. Otherwise komi would have changed nothing.
    pub fn was_decided_by_score(&self) -> bool {
        self.is_scored() && self.summary.is_by_score()
    }

    /// The counts for `cell`; `None` if it has no row.
    pub fn cell(&self, cell: Cell) -> Option<&CellRow> {
        self.cells.binary_search_by_key(&cell, |row| row.cell).ok().map(|at| &self.cells[at])
    }

    /// The source of the numbers, for the foot of a chart: the game, the agents and the number of games, in one line.
    pub fn source(&self) -> String {
        let [first, second] = &self.names;
        let games = words::count(self.summary.games());
        format!("{}, {first} against {second}, n = {games}", self.manifest.game)
    }

    /// The komi that would have split these games evenly, where that describes them.
    pub fn komi(&self) -> Option<&Measure> {
        let is_of_all = self.was_decided_by_score() && !self.variant.has_swaps() && self.humps().is_none();
        is_of_all.then(|| self.summary.get(Quantity::StaticKomi)).flatten()
    }

    /// Reports that the margins have two humps, if they do. Nothing is reported where players can exchange sides, which mixes the
    /// margins of the two sides: such a mixture has two humps anyway.
    pub fn humps(&self) -> Option<String> {
        (self.was_decided_by_score() && !self.variant.has_swaps())
            .then(|| verdict::humps(&self.tally))
            .flatten()
    }

    /// Whether the scores show that one side has nothing on the board: a sum of terms can be 0 with many stones.
    pub fn shows_emptied(&self) -> bool {
        self.is_scored() && self.variant.score.method != ScoreMethod::Terms
    }

    /// Reports that one side lost everything in many games; `None` if the scores do not show it.
    fn emptied(&self) -> Option<String> {
        self.shows_emptied().then(|| verdict::emptied(&self.tally)).flatten()
    }

    /// Whether one agent played both sides.
    pub fn has_one_agent(&self) -> bool {
        let [first, second] = &self.manifest.agents;
        first == second
    }

    /// Whether the games separate the effect of moving first from that of the agents: one agent plays both sides, or two agents
    /// exchange them. Otherwise the same agent always moves first.
    pub fn tells_agents_apart(&self) -> bool {
        self.has_one_agent() || self.summary.design.pairs
    }

    /// The parts of the run on which its verdict depends.
    pub fn case(&self) -> Case<'_> {
        Case {
            summary: &self.summary,
            agents: &self.names,
            sides: &self.manifest.players,
            scored: self.was_decided_by_score(),
        }
    }

    /// The headline of the run: its findings, and what to try next if there is no verdict.
    pub fn headline(&self) -> String {
        let advice = self.advice().map(|advice| format!(" {advice}"));
        self.findings() + &advice.unwrap_or_default()
    }

    /// Who is ahead, which agent is stronger, how a run with `--until` stopped, and the shape of the margins.
    pub fn findings(&self) -> String {
        // The margins of truncated games are meaningless.
        let of_margins = match Withheld::of(self.case()) {
            Some(Withheld::CutOff) => [None, None],
            _ => [self.humps(), self.emptied()],
        };
        let of_agents = [words::strength(&self.summary, &self.names), words::stopped(&self.summary)];
        let more = of_agents.into_iter().chain(of_margins).flatten();
        more.fold(verdict(self.case()), |text, sentence| format!("{text} {sentence}"))
    }

    /// What to try next if there is no verdict.
    pub fn advice(&self) -> Option<String> {
        Withheld::of(self.case())?.advice(&self.names)
    }

    /// The warnings of the report.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(block) = self.manifest.block {
            warnings.push(format!("This is a part of a run: {block}."));
        }
        let failed = self.manifest.games_failed;
        if failed > 0 {
            warnings.push(format!(
                "{} could not be played to the end and {} missing: see {}.",
                words::games(failed),
                is_or_are(failed),
                FailedGame::FILE
            ));
        }
        if !self.manifest.complete && self.summary.games() + failed < self.manifest.games_asked {
            warnings.push(format!(
                "The run is not complete: {} of the {} requested games were played.",
                words::count(self.summary.games()),
                words::count(self.manifest.games_asked)
            ));
        }
        if self.manifest.complete && self.manifest.games_played != self.summary.games() {
            warnings.push(format!(
                "The manifest says that {} were played; games.csv holds {}.",
                words::games(self.manifest.games_played),
                words::count(self.summary.games())
            ));
        }
        if !self.manifest.reproducible {
            warnings.push(words::once(&self.manifest).to_owned());
        }
        warnings.extend(self.left_out.iter().cloned());
        warnings.extend(words::warnings(&self.summary));
        warnings
    }
}

/// Counts the games of the run in the folder `dir`. A last line that is cut off is left out with a warning: the run was killed or is
/// still being played.
fn games(
    dir: &Path,
    manifest: &Manifest,
    variant: &Variant,
    left_out: &mut Vec<String>,
) -> Result<Tally, ReadError> {
    let mut tally = Tally::new(design_of(manifest, variant, dir)?);
    let mut rows = Rows::<GameRow>::open(dir)?;
    let mut numbers = Numbers::of(dir, manifest)?;
    while let Some(row) = rows.next() {
        let row = match row {
            Err(_) if rows.is_cut_off() => {
                left_out
                    .push(format!("{} ends in the middle of a line: that game is left out.", GameRow::FILE));
                break;
            }
            row => row?,
        };
        let wrong = |column, what| ReadError::column(rows.path(), rows.line(), column, what);
        numbers.check(&row, &rows)?;
        if let Some(what) = row.contradiction(variant.score.method, variant.end.stuck.decides()) {
            return Err(wrong("winner", what));
        }
        if *row.variant != *manifest.variant {
            let what = format!(
                "expected {}, the variant of {}, found {}",
                quoted(&manifest.variant),
                Manifest::FILE,
                quoted(&row.variant)
            );
            return Err(wrong("variant", what));
        }
        let first_agent = &manifest.agents[usize::from(row.game.is_multiple_of(2))];
        if manifest.pairs && *row.first_agent != **first_agent {
            let what = format!("expected `{first_agent}`: the agents of a pair exchange sides");
            return Err(wrong("first_agent", what));
        }
        tally.add(&row);
    }
    Ok(tally)
}

/// The design of the run in the folder `dir`, on which its statistics depend.
///
/// # Errors
/// Returns an error if its manifest is invalid.
fn design_of(manifest: &Manifest, variant: &Variant, dir: &Path) -> Result<Design, ReadError> {
    design(manifest, variant).map_err(|what| ReadError::file(&dir.join(Manifest::FILE), what))
}

fn design(manifest: &Manifest, variant: &Variant) -> Result<Design, String> {
    let until = manifest.until.map(|until| until.half_width);
    if until.is_some_and(|half_width| !(half_width > 0.0 && half_width <= 1.0)) {
        return Err("`until.half_width` must be a number above 0 and at most 1".to_owned());
    }
    if manifest.delta.is_some_and(|delta| !(delta > 0.0 && delta < 0.5)) {
        return Err("`delta` must be a number above 0 and below 0.5".to_owned());
    }
    let unscored = variant.score.method == ScoreMethod::None;
    let cells = i32::try_from(variant.board.cells().len()).unwrap_or(i32::MAX / 100);
    let full = (!variant.board.is_boundless()).then(|| Points::whole(cells));
    let (swap, komi) = (variant.swap, variant.score.komi);
    let stuck_decides = variant.end.stuck.decides();
    Ok(Design {
        pairs: manifest.pairs,
        until,
        delta: manifest.delta,
        swap,
        unscored,
        stuck_decides,
        repeats: !manifest.agents.iter().any(|agent| verdict::plays_by_chance(agent)),
        failed: manifest.games_failed,
        komi,
        full,
    })
}

/// The rows that `read` reads; empty, with a warning, if the table is missing (the run was killed) or `belongs` says that it
/// counts other games.
fn table<T: Row>(
    dir: &Path,
    read: impl FnOnce() -> Result<Vec<T>, ReadError>,
    belongs: impl FnOnce(&[T]) -> bool,
    left_out: &mut Vec<String>,
) -> Result<Vec<T>, ReadError> {
    let why = if dir.join(T::FILE).exists() {
        let rows = read()?;
        if belongs(&rows) {
            return Ok(rows);
        }
        "does not cover the games in games.csv"
    } else {
        "is missing"
    };
    left_out.push(format!("{} {why}: the charts and tables drawn from it are left out.", T::FILE));
    Ok(Vec::new())
}

/// The rows of `cells.csv` in the board's order. A cell of a board without a row has no counts.
fn cells(dir: &Path, board: &Board) -> Result<Vec<CellRow>, ReadError> {
    let mut cells: BTreeMap<Cell, CellRow> = BTreeMap::new();
    if !board.is_boundless() {
        cells.extend(board.cells().iter().map(|&cell| (cell, CellRow::new(cell))));
    }
    let mut rows = Rows::<CellRow>::open(dir)?;
    while let Some(row) = rows.next() {
        let row = row?;
        if row.on_plane != board.is_boundless() || !board.contains(row.cell) {
            let what = format!("`{}` is not on the board that the manifest names", row.name());
            return Err(ReadError::column(rows.path(), rows.line(), "cell", what));
        }
        cells.insert(row.cell, row);
    }
    Ok(cells.into_values().collect())
}
