"""Commands to type, written the way the program was started."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.errors import shown_path
from sudoku_engine.version import NAME


class Way(NamedTuple):
    """How to call the `program` and its `python`, as words of a command line."""

    program: tuple[str, ...]
    python: tuple[str, ...]

    def engine(self, *arguments: str) -> str:
        """Return the command that calls the program with `arguments`."""
        return quoted((*self.program, *arguments))

    def module(self, *arguments: str) -> str:
        """Return the command that runs a Python module with its `arguments`."""
        return quoted((*self.python, "-m", *arguments))


def way_of_start(
    argv: Sequence[str], typed: Sequence[str], is_windows: bool = os.name == "nt"
) -> Way:
    """Return how this program was started: `argv` is `sys.argv`, `typed` is `sys.orig_argv`."""
    script = argv[0]
    folder, name = os.path.split(script)
    if (os.path.basename(folder), name) == ("sudoku_engine", "__main__.py"):
        is_launched = is_windows and os.path.isabs(typed[0]) and sys.prefix == sys.base_prefix
        python = "py" if is_launched else typed[0]
        return Way((python, "-m", "sudoku_engine"), (python,))
    if os.path.splitext(name)[0] != NAME:
        return Way((NAME,), ("py" if is_windows else "python3",))
    return Way((_shortest(NAME, folder),), (_shortest("python", folder),))


def _shortest(name: str, folder: str) -> str:
    """Return how to call the program `name` of `folder`: by its bare name if that finds it."""
    found, there = shutil.which(name), shutil.which(name, path=folder)
    if found and there and os.path.samefile(found, there):
        return name
    return shown_path(os.path.join(folder, name))


def quoted(words: Sequence[str], is_windows: bool = os.name == "nt") -> str:
    """Return the `words` as one line, quoted where a shell needs it."""
    if is_windows:
        return " ".join(f'"{word}"' if " " in word else word for word in words)
    return shlex.join(words)
