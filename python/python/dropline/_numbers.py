"""Checks of numbers, which name the argument."""

from __future__ import annotations

import operator
from typing import SupportsIndex

#: As in the program.
MOST_THREADS = 1024


def whole(name: str, value: SupportsIndex, least: int = 0, most: int = 2**64 - 1) -> int:
    """`value`, if it is a whole number from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected a whole number from {least} to {most}, found {number}")
    return number
