"""Numbers that callers choose: what is no number (nan) or has no end (inf) is refused at once.

Comparisons with nan are all false, so a limit of nan would be no limit, without a word.
"""

from __future__ import annotations

from math import isfinite
from typing import TypeGuard

from sudoku_engine.board.words import brief
from sudoku_engine.errors import UsageError


def is_number(given: object) -> TypeGuard[float]:
    """Return whether `given` is a finite number that a float can hold.

    >>> [is_number(given) for given in (1, 0.5, float("nan"), float("inf"), True, "1", 10**999)]
    [True, True, False, False, False, False, False]
    """
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        return False
    try:
        return isfinite(given)
    except OverflowError:
        return False


def require_number(given: object, name: str, least: float = 0, is_whole: bool = False) -> None:
    """Raise UsageError if `given` is no finite number of at least `least`; `name` is what for.

    >>> require_number(float("nan"), "limit")
    Traceback (most recent call last):
    ...
    sudoku_engine.errors.UsageError: limit must be a number from 0, not nan
    """
    if type(given) is int and given >= least:  # most are, and a search asks for each board
        return
    if is_number(given) and given >= least and not (is_whole and not isinstance(given, int)):
        return
    kind = "whole number" if is_whole else "number"
    raise UsageError(f"{name} must be a {kind} from {least:g}, not {brief(given)}")
