"""Libraries that only some solvers need; an error in one line says if one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudoku_engine.errors import PluginError


@contextmanager
def needed(library: str, extra: str, solver: str) -> Iterator[None]:
    """Surround the imports of `library` with an error that says what to install.

    Raises PluginError, as for any plugin that cannot be used: not GaveUp, since the puzzle is
    not the cause, and people can fix it.
    """
    try:
        yield
    except ImportError as error:
        install = f"pip install 'sudoku-classroom[{extra}]'"
        raise PluginError(f"it needs {library}: {install}", solver) from error
