"""The commands of the program."""

from __future__ import annotations

import json
from typing import Any

from . import _native


class CommandFailed(RuntimeError):
    """A command failed: not because of its input, which is a `ValueError`."""


def command(*arguments: object) -> str:
    """Runs a command of the program, as `dropline ARGUMENTS` does in a shell, and returns what it prints.

    `dropline.command("perft", "hex", "--depth", 2)` returns the text of the table. Every command works that ends by itself and
    reads no standard input. Messages on standard error are left out. Ctrl-C ends the command as it does in a shell. One command
    runs at a time, and a function that plays cannot run one (`RuntimeError`).

    Raises `ValueError` where the program exits with 2 (wrong use or input), `CommandFailed` where it exits with 1 or 75.
    """
    code, output, errors = _native.call([str(argument) for argument in arguments])
    if code == 0:
        return output
    text = errors.strip().removeprefix("error: ") or output.strip()
    raise (ValueError if code == 2 else CommandFailed)(text)


def facts(*arguments: object) -> Any:
    """What a command prints with `--json`."""
    return json.loads(command(*arguments, "--json", "--quiet"))
