"""Files that a test writes."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

IMPORTS = "from sudoku_engine import Candidate, Grid, Step, cell, hookimpl, strategy\n"
"""Line 1 of every plugin file that `plugin_file` writes."""


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
