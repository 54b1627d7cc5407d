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

from sudoku_engine.bundled import NOTEBOOK, late_names

__all__ = ["Board", "CheckResult", "Film", "check", "trace"]  # noqa: F822

__getattr__, __dir__ = late_names(
    globals(), dict.fromkeys([*__all__, "load_ipython_extension"], NOTEBOOK)
)

if "IPython" in sys.modules:  # it registers %%strategy
    import_module(NOTEBOOK)
