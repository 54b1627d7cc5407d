"""What a stream can show: colour, box drawing."""

from __future__ import annotations

import os
from typing import TextIO

import click

from sudoku_engine.board.text_board import Rules, rules_for


def styled(text: str, out: TextIO, **style: bool | str) -> str:
    """Return `text` in a `style` of click, if `out` is a terminal that shows it."""
    return click.style(text, **style) if has_colour(out) else text  # type: ignore[arg-type]


def has_colour(out: TextIO) -> bool:
    """Return whether `out` shows colour: a terminal, without ``NO_COLOR`` in the environment."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def rules(out: TextIO) -> Rules:
    """Return the finest lines for a board that `out` can write."""
    return rules_for(getattr(out, "encoding", None))
