"""Programs that search, and their common parts: libraries that may be missing, Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

from sudoku_engine import GaveUp, Grid
from sudoku_engine.bundled import install
from sudoku_engine.errors import PluginError, message_of


def refuse_clues(grid: Grid) -> None:
    """Raise GaveUp for a board with clues that say more than which cells are a house."""
    if not grid.layout.has_only_houses:
        raise GaveUp("it knows no clues, only houses: bitboard solves boards with clues")


@contextmanager
def needed(library: str, extra: str, solver: str) -> Iterator[None]:
    """Surround the imports of `library`; an error names the package to install.

    Raises PluginError, as for any plugin that cannot be used: not GaveUp, since the puzzle is
    not the cause, and people can fix it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise PluginError(f"it needs {library}: {install(extra)}", solver) from error
    except (ImportError, OSError) as error:  # it is installed, but not its own requirements
        mend = f"{install(extra, '--upgrade ')} may mend it"
        what = f"{library} does not work here ({message_of(error)}): {mend}"
        raise PluginError(what, solver) from error


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
