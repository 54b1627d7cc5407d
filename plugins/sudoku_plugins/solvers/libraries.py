"""The common parts of solvers: libraries that may be missing, Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from sudoku_engine import GaveUp, Grid


def refuse_clues(grid: Grid) -> None:
    """Raise GaveUp for a board with clues that say more than which cells are a house."""
    if not grid.layout.has_only_houses:
        raise GaveUp("it knows no clues, only houses: bitboard solves boards with clues")


Result = TypeVar("Result")

_GLANCE = 0.1
"""Seconds between two checks for other events, such as a time limit."""


def interruptibly(work: Callable[[], Result]) -> Result:
    """Return the result of ``work()``, or raise its error; it runs in a thread of its own.

    Python notices a Ctrl-C only between two of its own instructions, so not while a library's C
    code runs for minutes. A waiting thread does notice it. The work itself cannot be stopped: its
    result is ignored, and it ends with the program at the latest.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, name="solver", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no threads here, as in a browser
        return work()
    while thread.is_alive():
        thread.join(_GLANCE)
    if errors:
        raise errors[0]
    return results[0]
