"""Libraries that only some solvers need; if one is missing, an error says so in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudoku_engine.errors import PluginError


@contextmanager
def needed(library: str, extra: str, solver: str) -> Iterator[None]:
    """Around the imports of `library`: says what to install where it is missing.

    Raises PluginError, as for any plugin that cannot be used: not GaveUp, since it is not
    the puzzle that the solver cannot manage, and a person can mend it.
    """
    try:
        yield
    except ImportError as error:
        install = f"pip install 'sudoku-classroom[{extra}]'"
        raise PluginError(f"it needs {library}: {install}", solver) from error
