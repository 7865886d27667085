import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def program() -> str:
    """The program `dropline`: the one in `DROPLINE`, the one that cargo has built, or the one on the path."""
    built = [ROOT / "target" / profile / "dropline" for profile in ("debug", "release")]
    newest = sorted((path for path in built if path.exists()), key=lambda path: -path.stat().st_mtime)
    found = os.environ.get("DROPLINE") or (str(newest[0]) if newest else shutil.which("dropline"))
    if not found:
        pytest.skip("the program `dropline` is not built: run `cargo build`")
    return found
