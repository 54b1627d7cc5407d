"""Libraries that only some solvers need; an error in one line says if one cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudoku_engine.errors import PluginError, message_of


@contextmanager
def needed(library: str, extra: str, solver: str) -> Iterator[None]:
    """Surround the imports of `library` with an error that says what to install.

    Raises PluginError, as for any plugin that cannot be used: not GaveUp, since the puzzle is
    not the cause, and people can fix it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        install = f"pip install 'sudoku-classroom[{extra}]'"
        raise PluginError(f"it needs {library}: {install}", solver) from error
    except (ImportError, OSError) as error:  # it is there, but not with what it needs
        mend = f"pip install --upgrade 'sudoku-classroom[{extra}]' may mend it"
        what = f"{library} does not work here ({message_of(error)}): {mend}"
        raise PluginError(what, solver) from error
