"""The notebook: films, a board to work on by hand, and checks of a strategy in a cell.

::

    from sudoku_engine.notebook import Board, Film, check, trace

    Film("puzzle.txt")             # how it is solved
    board = Board("puzzle.txt")    # to solve it; board.grid is the board as it stands
    check(my_pair)                 # what the kit says of a function; %%strategy does so in its cell
    trace(my_pair)                 # its lines at work, where it goes wrong

Its names belong to the front ends. The engine imports no front end, so this module imports their
package by its name.
"""

import sys
from importlib import import_module
from typing import Any

from sudoku_engine.bundled import NOTEBOOK

NAMES = ("Board", "CheckResult", "Film", "check", "trace")


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    if name not in (*NAMES, "load_ipython_extension"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(NOTEBOOK), name)
    return found


def __dir__() -> list[str]:
    """Return all names, so that completion knows them."""
    return sorted({*globals(), *NAMES})


if "IPython" in sys.modules:  # it registers %%strategy
    import_module(NOTEBOOK)
