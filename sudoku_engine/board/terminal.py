"""The abilities of a stream: colour, box drawing, width."""

from __future__ import annotations

import os
from typing import TextIO

from sudoku_engine.board.text_board import Rules, rules_for

COLUMNS = 80
"""The width of text for other streams than terminals."""


def styled(text: str, out: TextIO, **style: bool | str) -> str:
    """Return `text` in a `style` of click, if `out` is a terminal that shows it."""
    if not has_colour(out):
        return text
    import click  # a browser, which has no terminal, lacks it

    return click.style(text, **style)  # type: ignore[arg-type]


def has_colour(out: TextIO) -> bool:
    """Return whether `out` shows colour: a terminal, without ``NO_COLOR`` in the environment."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room(out: TextIO) -> int | None:
    """Return the number of columns of `out`; None if it is not a terminal and has no limit."""
    if not out.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def text_room(out: TextIO) -> int:
    """Return the number of columns for text that people read.

    It is 80 for a stream that is not a terminal, unless the environment sets ``COLUMNS``.
    """
    columns = os.environ.get("COLUMNS", "")
    usual = int(columns) if columns.isdecimal() and int(columns) else COLUMNS
    return room(out) or usual


def columns_missed(drawing: str, out: TextIO) -> int:
    """Return the number of columns that `drawing` needs if `out` has fewer; otherwise 0."""
    columns = max(map(len, drawing.splitlines()))
    return columns if columns > (room(out) or columns) else 0


def wrapped(text: str, out: TextIO, indent: str = "") -> str:
    """Return `text` in lines of the `text_room` of `out`, all but the first after `indent`."""
    import textwrap  # only here: a puzzle's answer needs no wrapping

    return textwrap.fill(
        text,
        max(text_room(out), len(indent) + 20),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def one_line(text: str, out: TextIO, indent: str = "") -> str:
    """Return `text` as one line, broken as in `wrapped` only on a terminal."""
    return wrapped(text, out, indent) if out.isatty() else text


def indented_excerpt(excerpt: str, out: TextIO, indent: str) -> str:
    """Return a line of a file and the carets below it, both cut to fit."""
    lines = excerpt.splitlines()
    width = (room(out) or COLUMNS) - len(indent)
    begin = max(len(lines[-1]) - width, 0) if len(lines) > 1 else 0
    return "\n".join(f"{indent}{line[begin : begin + width]}" for line in lines)


def rules(out: TextIO) -> Rules:
    """Return the finest lines for a board that `out` can write."""
    return rules_for(getattr(out, "encoding", None))
