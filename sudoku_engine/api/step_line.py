"""A step as one line of text."""

from __future__ import annotations

from typing import TextIO

from sudoku_engine.api.events import Stepped
from sudoku_engine.api.hint_text import why_texts
from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.step import Step
from sudoku_engine.board.terminal import one_line, styled, wrapped

INDENT = " " * 5
"""Before the lines that belong to a step."""


def step_line(event: Stepped, out: TextIO, remark: str = "") -> str:
    """Return the step of `event` as a line for `out`; that of a plugin ends in its file.

    ``  2. Naked Pair: 1,8 in r48c4 => r57c4<>1, r7c4<>8``

    On a terminal a long one takes several lines; for a program that reads it, it stays one.
    """
    line = " " * (3 - len(str(event.number))) + step_text(event) + remark
    name = event.strategy.name
    return one_line(line, out, INDENT).replace(name, styled(name, out, bold=True), 1)


def reason_lines(step: Step, out: TextIO) -> list[str]:
    """Return the cases of a `step` and its reason, each in as many lines as it needs."""
    return [wrapped(INDENT + text, out, INDENT) for text in why_texts(step)]


def step_text(event: Stepped) -> str:
    """Return the step of `event` as a line without style; that of a plugin ends in its file."""
    author = event.strategy
    line = f"{event.number}. {author.name}: {short_notation(event.step, event.grid.layout)}"
    return f"{line}   [{author.plugin}]" if author.plugin else line
