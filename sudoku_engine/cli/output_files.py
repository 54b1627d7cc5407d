"""Files for results: the ending of the name says what a command writes into one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from sudoku_engine.board.words import listed
from sudoku_engine.cli.params import FileName
from sudoku_engine.errors import UsageError

JSON = ("json", "jsonl")
"""The endings of files for programs."""

BOARDS = ("sdm", "sdk", "ss", "fss")
"""The endings that are formats of boards, too."""


_OTHERS = ("csv", "pdf", "png", "jpg", "html", "htm", "svg", "gif", "mp4", "txt", "xml")
"""Endings that nobody types by mistake for others."""


def ending(path: str | None) -> str:
    """Return the ending of the name of a file, in small letters; empty if it has none.

    >>> ending("steps.SVG"), ending("folder.d/steps"), ending("run.2026")
    ('svg', '', '')
    """
    found = re.search(r"\.([a-z][a-z0-9]{0,7})$", (path or "").lower())
    return found[1] if found else ""


def is_json(output: str | None) -> bool:
    """Return whether the name of the file `output` requests JSON."""
    return ending(output) in JSON


def format_of(output: str | None) -> str | None:
    """Return the format of boards that the name of the file `output` requests, if any."""
    return end if (end := ending(output)) in BOARDS else None


def make_folder(folder: str) -> None:
    """Make the `folder` for files, if it is not there; raise UsageError."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be made: {error.strerror or error}", folder) from None


def check_not_terminal(output: str | None, what: str, example: str) -> None:
    """Raise UsageError if `what`, in words, would go to a terminal, which cannot show it.

    `example`: the name of a file for it.
    """
    if output is None and sys.stdout.isatty():
        raise UsageError(f"a terminal cannot show {what}: name a file, -o {example}")


class OutputFile(FileName):
    """A file for results, whose name ends in one of `endings`, or says nothing.

    A command that `needs_ending` writes only such files; others write text into any other name.
    """

    def __init__(self, endings: Sequence[str], needs_ending: bool = False) -> None:
        self.endings = endings if needs_ending else ("txt", *endings)
        self.needs_ending = needs_ending

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name `value`, None for standard output (``-``).

        Raises UsageError for a file of another kind.
        """
        path = str(super().convert(value, param, ctx))
        if path == "-" and not self.needs_ending:
            return None
        end = ending(path)
        if end in self.endings or not (end or self.needs_ending):
            return path
        import difflib  # only here: it takes a while to load

        near = [] if end in _OTHERS else difflib.get_close_matches(end, self.endings, 1)
        known = listed([f".{each}" for each in near or self.endings], "or")
        if not end:
            raise UsageError(f"its name does not say what to write: end it in {known}", path)
        mend = f"did you mean {known}?" if near else f"end the name in {known}"
        command = ctx.info_name if ctx else "this"
        raise UsageError(f"{command} writes no .{end}: {mend}", path)
