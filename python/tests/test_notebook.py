"""The notebook: all of its code runs, and the policy learns."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[1] / "examples" / "linear_policy.ipynb"


def test_the_policy_of_the_notebook_learns(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, object] = {}
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), names)
    scores = names["judged"]["random"]
    assert scores[-1].low > scores[0].high, "it beats random players more often than at the start"
