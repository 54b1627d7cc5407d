"""The front end for notebooks: widgets, and the check of a cell.

With IPython, to import it is enough to have ``%%strategy``.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import hookimpl

NAMES = ("Board", "CheckResult", "Film", "check", "trace", "load_ipython_extension")


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names of `sudoku_engine.notebook`."""
    return {f"notebook.{name}": "sudoku_frontends.notebook.widgets" for name in NAMES}
