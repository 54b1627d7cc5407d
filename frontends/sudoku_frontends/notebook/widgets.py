"""The names of `sudoku_engine.notebook`, which need anywidget."""

from __future__ import annotations

import sys
from typing import Any

from sudoku_engine.bundled import install

try:
    import anywidget  # noqa: F401
except ImportError as error:
    what = f"the notebook needs anywidget: {install('notebook')}"
    raise ImportError(what, name="anywidget") from error

from sudoku_frontends.notebook import magic
from sudoku_frontends.notebook.board import Board
from sudoku_frontends.notebook.check_result import CheckResult
from sudoku_frontends.notebook.checking import check
from sudoku_frontends.notebook.film import Film
from sudoku_frontends.notebook.tracing import trace

__all__ = ["Board", "CheckResult", "Film", "check", "trace"]


def load_ipython_extension(shell: Any) -> None:
    """Add ``%%strategy`` to the IPython `shell`, for ``%load_ext sudoku_engine.notebook``."""
    magic.register(shell)


if "IPython" in sys.modules:
    from IPython.core.getipython import get_ipython

    if (_shell := get_ipython()) is not None:
        magic.register(_shell)
