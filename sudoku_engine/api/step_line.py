"""A step as one line of text."""

from __future__ import annotations

from typing import TextIO

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.terminal import styled


def step_line(event: Stepped, out: TextIO) -> str:
    """Return the step of `event` as a line for `out`; that of a plugin ends in its file.

    ``  2. Naked Pair: 1,8 in r48c4 => r57c4<>1, r7c4<>8``
    """
    author = event.strategy
    name = styled(author.name, out, bold=True)
    line = f"{event.number:3d}. {name}: {event.step.notation(event.grid.layout)}"
    return f"{line}   [{author.plugin}]" if author.plugin else line
