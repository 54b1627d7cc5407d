"""The notebook: films, a board to work on by hand, and checks of a strategy in a cell.

::

    from sudoku_engine.notebook import Board, Film, check, trace

    Film("puzzle.txt")             # how it is solved
    board = Board("puzzle.txt")    # to solve it; board.grid is the board as it stands
    check(my_pair)                 # what the kit says of a function; %%strategy does so in its cell
    trace(my_pair)                 # its lines at work, where it goes wrong

A plugin brings its names.
"""

import sys

from sudoku_engine.bundled import late_names

__all__ = ["Board", "CheckResult", "Film", "check", "load_ipython_extension", "trace"]

__getattr__, __dir__ = late_names(globals(), {}, "notebook.")

if "IPython" in sys.modules:  # it registers %%strategy
    __getattr__("check")
