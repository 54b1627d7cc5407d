"""The front end for notebooks: widgets, and the check of a cell.

With IPython, to import it is enough to have ``%%strategy``.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import hookimpl


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names of `sudoku_engine.notebook`."""
    return {
        "notebook.Board": "sudoku_frontends.notebook.widgets",
        "notebook.CheckResult": "sudoku_frontends.notebook.widgets",
        "notebook.Film": "sudoku_frontends.notebook.widgets",
        "notebook.check": "sudoku_frontends.notebook.widgets",
        "notebook.trace": "sudoku_frontends.notebook.widgets",
        "notebook.load_ipython_extension": "sudoku_frontends.notebook.widgets",
    }
