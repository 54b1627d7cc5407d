"""The notebook: a board to work on by hand, and the check of a strategy in a cell.

::

    from sudoku_engine.notebook import Board, check

    board = Board("puzzle.txt")
    board          # shows it; board.grid is the board as it stands

Its names are part of the front ends. The engine imports no front end, so this door opens their
package by its name.
"""

from importlib import import_module
from typing import Any

PACKAGE = "sudoku_frontends.notebook"

__all__ = ["Board", "CheckResult", "check"]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    if name not in (*__all__, "load_ipython_extension"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(PACKAGE), name)
    return found


def __dir__() -> list[str]:
    """Return all names, so that completion knows them."""
    return sorted({*globals(), *__all__})
