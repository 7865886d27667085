"""The page docs/python.md: every block runs, in order, and prints what the page says.

`DROPLINE_DOCS=rewrite pytest tests/test_manual.py` updates the page.
"""

import contextlib
import io
import os
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```\n)?", re.M | re.S)


def test_every_block_of_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text("utf-8")
    names: dict[str, object] = {}
    texts = []

    def printed(code: str, line: int) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile("\n" * line + code, str(PAGE), "exec"), names)
        return "".join(f"{line.rstrip()}\n" for line in out.getvalue().rstrip().splitlines())

    def rewritten(block: re.Match[str]) -> str:
        found = printed(block["code"], page[: block.start()].count("\n") + 1)
        texts.append((block["code"], block["output"] or "", found))
        shown = f"\n```text\n{found}```\n" if found else ""
        return f"```python\n{block['code']}```\n{shown}"

    new = BLOCK.sub(rewritten, page)
    assert len(texts) == page.count("```python") > 15, "every block has been run"
    if os.environ.get("DROPLINE_DOCS") == "rewrite":
        PAGE.write_text(new, "utf-8")
        return
    for code, said, found in texts:
        assert found == said, f"after\n{code}"
