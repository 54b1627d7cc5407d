"""Files that a test writes."""

import builtins
import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

IMPORTS = "from sudoku_engine import Candidate, Grid, Step, cell, hookimpl, strategy\n"
"""Line 1 of every plugin file that `plugin_file` writes."""

ONE = """
@strategy("One", score=1, level="easy")
def one(grid): ...
"""
HOOK = "@hookimpl\ndef sudoku_strategies():\n    "
"""What stands below it in many: a strategy, and the beginning of a hook."""


def write(folder: Path, name: str, text: str | bytes) -> str:
    """Write the dedented `text` (bytes as they are) into the file `name`; return the name."""
    data = dedent(text).lstrip("\n").encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    return name


def plugin_file(folder: Path, text: str, name: str = "mine.py") -> Path:
    """Write a plugin file with this text below its imports; return its path."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(IMPORTS + dedent(text), encoding="utf-8")
    return file


def forbid(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to open `path` or files in it, as missing permissions would; root has them all."""

    def guarded(opened: Callable[..., Any]) -> Callable[..., Any]:
        def open_unless_forbidden(file: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(file, (str, os.PathLike)) and Path(file).absolute().is_relative_to(path):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
            return opened(file, *args, **kwargs)

        return open_unless_forbidden

    for module, name in ((builtins, "open"), (io, "open"), (os, "open")):
        monkeypatch.setattr(module, name, guarded(getattr(module, name)))
