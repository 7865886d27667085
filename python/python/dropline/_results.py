"""What runs give: tables, measures and findings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import _native


class Table(Mapping[str, np.ndarray]):
    """Columns of equal length by name.

    `table["turns"]` is a NumPy array: whole numbers are int64, other numbers float64 (NaN where there is no value), truth values
    bool, and text is object. The arrays belong to the caller. `len(table)` is the number of columns, `table.rows` that of rows.

    pandas, polars and pyarrow take the table through the Arrow C interface without copying its data: `polars.DataFrame(table)`,
    `pyarrow.table(table)`, `table.to_pandas()`.
    """

    def __init__(self, columns: _native.Columns) -> None:
        self._columns = columns

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._columns)

    def __getitem__(self, name: str) -> np.ndarray:
        kind, rows = self._columns.kind(name), self.rows
        if kind == "i":
            array = np.empty(rows, np.int64)
            self._columns.copy_whole(name, array)
        elif kind == "f":
            array = np.empty(rows, np.float64)
            self._columns.copy_numbers(name, array)
        elif kind == "b":
            bits = np.empty(rows, np.uint8)
            self._columns.copy_truths(name, bits)
            array = bits.view(np.bool_)
        else:
            array = np.empty(rows, object)
            array[:] = self._columns.texts(name)
        return array

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns.names)

    def __len__(self) -> int:
        return len(self._columns.names)

    def __arrow_c_schema__(self) -> object:
        return self._columns.schema()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._columns.arrow()

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(dict(self))

    def __repr__(self) -> str:
        return f"<Table of {self.rows} rows: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        from html import escape

        shown = {name: self[name][:10] for name in self}
        head = "".join(f"<th>{escape(name)}</th>" for name in shown)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(column[row]))}</td>" for column in shown.values()) + "</tr>"
            for row in range(min(self.rows, 10))
        )
        more = f"<p>{self.rows} rows</p>" if self.rows > 10 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


@dataclass(frozen=True)
class Measure:
    """A measured quantity, with its 95 % interval and its sample.

    Shares and scores are from 0 to 1; `definition` says what is measured and in which unit. Counts have no interval (`low` and
    `high` are NaN). `n` counts games or pairs of games, as `n_counts` says; `failed` games are left out.
    """

    name: str
    value: float
    low: float
    high: float
    n: int
    n_counts: str
    failed: int
    definition: str

    def __str__(self) -> str:
        interval = "" if np.isnan(self.low) else f"95 % interval {self.low:.4g} to {self.high:.4g}, "
        return f"{self.value:.4g} ({interval}n = {self.n} {self.n_counts})"


@dataclass(frozen=True)
class Finding:
    """A sentence about a run or an experiment.

    `kind` is `"headline"`, `"finding"` or `"warning"`. A headline about the first player's score has its `value` from 0 to 1, its
    95 % `interval` and the number of games `n`; elsewhere these are `None`, and the sentence names its numbers itself.
    """

    kind: str
    text: str
    value: float | None = None
    interval: tuple[float, float] | None = None
    n: int | None = None

    def __str__(self) -> str:
        return self.text


def _records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@dataclass(frozen=True, repr=False)
class Run:
    """Games of one variant between two agents.

    `games` has a row for each game, `cells` for each cell of the board, `course` for each turn, `summary` for each measure: the
    tables of a run's folder, which the page *Files of a run* explains. `measures` has the rows of `summary` by name. `records`
    are the games themselves, if they were asked for, and `failed` those that could not be played to their end, with the reason.
    `folder` is where the run is kept, if it is.
    """

    games: Table
    cells: Table
    course: Table
    summary: Table | None
    findings: list[Finding]
    records: list[dict[str, Any]] = field(default_factory=list)
    failed: list[dict[str, Any]] = field(default_factory=list)
    folder: Path | None = None

    @property
    def measures(self) -> dict[str, Measure]:
        """The measures by name; empty without games."""
        return _measures(self.summary) if self.summary is not None else {}

    @property
    def score(self) -> Measure:
        """The first player's score: the share of its wins, with draws as half."""
        return self.measures["first_player_score"]

    @property
    def headline(self) -> Finding:
        """The main finding."""
        return self.findings[0]

    def __repr__(self) -> str:
        return f"<Run of {self.games.rows} games: {self.headline if self.findings else 'no games'}>"


def _measures(summary: Table) -> dict[str, Measure]:
    columns = [summary[name].tolist() for name in ("measure", "value", "low", "high", "n", "n_counts", "failed", "definition")]
    return {row[0]: Measure(*row) for row in zip(*columns, strict=True)}


def findings_of(headline: str | None, warnings: list[str], summary: Table | None) -> list[Finding]:
    """The findings of a run."""
    if headline is None or summary is None:
        return []
    score = _measures(summary)["first_player_score"]
    first = Finding("headline", headline, score.value, (score.low, score.high), score.n)
    return [first, *(Finding("warning", text) for text in warnings)]


@dataclass(frozen=True, repr=False)
class Experiment:
    """Several runs, as `compare`, `sweep`, `tune`, `ladder` and `study` make them.

    `table` has a row for each run, with every measure and the ends of its 95 % interval as columns (`NAME`, `NAME_low`,
    `NAME_high`), and with the values of the varied keys. `runs` are the runs, in the same order, without those of invalid
    variants.
    """

    kind: str
    table: Table
    runs: list[Run]
    findings: list[Finding]
    folder: Path | None = None

    @property
    def headline(self) -> Finding:
        """The main finding."""
        return self.findings[0]

    def __repr__(self) -> str:
        return f"<{self.kind} of {self.table.rows} runs: {self.findings[0] if self.findings else ''}>"


@dataclass(frozen=True, repr=False)
class Study(Experiment):
    """The answer of a study: whether a game is fair between strong players.

    `verdict` is `"first"`, `"second"` (who is ahead), `"balanced"`, `"close"` (no large advantage), `"drawn"` (nearly every game is),
    `"open"` or `"none"`; `exact` the result under perfect play, if the study could solve the game. `curve` has the first player's score
    between players of each rung, the highest last: dictionaries with `agent`, `score`, `low`, `high` (from 0 to 1) and `n`. `second_seed`
    is one more, for players that learned from a second seed, if the budget allowed it, and `check` one for few games of players with more
    iterations, if the game is not solved. `levels` are the least and the largest number of
    levels of play, if they are known.
    """

    verdict: str = "none"
    exact: str | None = None
    curve: list[dict[str, Any]] = field(default_factory=list)
    second_seed: dict[str, Any] | None = None
    check: dict[str, Any] | None = None
    levels: tuple[int, int] | None = None


def read(folder: str | os.PathLike[str]) -> Run | Experiment:
    """Reads the folder of a run or of an experiment.

    Raises `FileNotFoundError` if there is none, and `ValueError` if a file is invalid.
    """
    path = Path(folder)
    if (path / "experiment.json").exists():
        return read_experiment(path)
    if not (path / "manifest.json").exists():
        raise FileNotFoundError(f"{path}: no run and no experiment is here (manifest.json and experiment.json are missing)")
    return read_run(path)


def read_run(path: Path) -> Run:
    """Reads the folder of a run."""

    def table(name: str) -> Table:
        return Table(_native.read_table(str(path / name), False))

    def lines(name: str) -> list[dict[str, Any]]:
        file = path / name
        return _records(file.read_text("utf-8")) if file.exists() else []

    facts, summary = {}, None
    if (path / "summary.json").exists():
        facts, summary = json.loads((path / "summary.json").read_text("utf-8")), table("summary.csv")
    return Run(
        games=table("games.csv"),
        cells=table("cells.csv"),
        course=table("course.csv"),
        summary=summary,
        findings=findings_of(facts.get("headline"), facts.get("warnings", []), summary),
        records=lines("games.jsonl"),
        failed=lines("failed.jsonl"),
        folder=path,
    )


def read_experiment(path: Path, facts: dict[str, Any] | None = None) -> Experiment:
    """Reads the folder of an experiment; `facts` is what its command printed with `--json`."""
    from ._command import facts as ask

    members = json.loads((path / "experiment.json").read_text("utf-8"))
    facts = facts or ask("report", path)
    common = {
        "kind": members["kind"],
        "table": Table(_native.read_table(str(path / f"{members['kind']}.csv"), True)),
        "runs": [read_run(path / "runs" / run["dir"]) for run in members["runs"] if run["dir"]],
        "folder": path,
    }
    rest = [Finding("finding", text) for text in facts["findings"]]
    rest += [Finding("warning", text) for text in facts["warnings"]]
    if members["kind"] != "study":
        return Experiment(findings=rest, **common)
    top = facts["score"] or {}
    interval = (top["low"], top["high"]) if top.get("low") is not None else None
    headline = Finding("headline", facts["headline"], top.get("score"), interval, top.get("n"))
    levels = tuple(facts["levels"]) if facts["levels"] else None
    return Study(
        findings=[headline, *rest],
        verdict=facts["verdict"],
        exact=facts["exact"],
        curve=facts["curve"],
        second_seed=facts["second_seed"],
        check=facts["check"],
        levels=levels,
        **common,
    )
