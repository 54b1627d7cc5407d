"""A trace as text: what it shows, and the lines of the function with their values beside them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TextIO

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.terminal import rules, styled, text_room, wrapped
from sudoku_engine.board.words import counted
from sudoku_engine.errors import shown_path
from sudoku_engine.testing.finding_text import board_lines
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.trace.model import Block, Moment, Trace, beside

LEAST_CODE, LEAST_VALUES = 30, 26  # columns
HERE, NEVER = ">", "-"  # the signs before a line


def trace_lines(trace: Trace, out: TextIO) -> Iterator[str]:
    """Yield all lines of a `trace`: what it shows, its table, the board, what is left out."""
    yield from _head(trace, out)
    if trace.moments:
        yield ""
        yield from table(trace, trace.focus, out)
    yield ""
    step = trace.wrong or trace.witness
    yield from board_lines(Finding("", trace.grid, step), rules(out), text_room(out))
    if trace.source:
        yield f"(from {trace.source})"
    for what in trace.left_out:
        yield wrapped(f"left out: {what}", out, "  ")


def _head(trace: Trace, out: TextIO) -> Iterator[str]:
    title = f"{trace.name} ({trace.id}, {shown_path(trace.file)})"
    yield styled(wrapped(title, out, "  "), out, bold=True)
    if trace.about:
        yield wrapped(f"  {trace.about}", out, "  ")
    for word, step in (("it should find", trace.witness), ("wrong", trace.wrong)):
        if step is not None:
            yield wrapped(f"  {word}: {short_notation(step, trace.grid.layout)}", out, "  ")
    for remark in trace.remarks:
        is_first = remark is trace.remarks[0]
        text = wrapped(f"  {remark.text}", out, "    ")
        yield styled(text, out, bold=True) if is_first else text


def table(trace: Trace, place: int, out: TextIO) -> Iterator[str]:
    """Yield the functions that are at work at the moment at `place`, with values beside the lines.

    Of each function this is its latest call, as far as the line of the moment has come.
    """
    moment = trace.moments[place]
    end = next(
        (at for at in range(place + 1, len(trace.moments)) if _is_back(trace.moments[at], moment)),
        len(trace.moments),
    )
    frames = {each.block: each.frame for each in trace.moments[:end]} | {moment.block: moment.frame}
    shown = [
        each
        for at, each in enumerate(trace.moments[:end])
        if each.frame != moment.frame or at <= place
    ]
    for number in [moment.block, *(each for each in frames if each != moment.block)]:
        block = trace.blocks[number]
        yield styled(f"{block.name} ({shown_path(block.file)})", out, bold=True)
        latest = beside(shown, frames[number], end == len(trace.moments))
        notes = {line: each.notes for line, each in latest.items()}
        yield from _code(block, notes, moment.line if number == moment.block else 0, out)
    if any(block.never for block in trace.blocks):
        on = "here" if trace.boards == 1 else f"on any of {counted(trace.boards, 'board')}"
        yield f"{NEVER} never runs {on}"


def _is_back(later: Moment, moment: Moment) -> bool:
    return later.frame == moment.frame or later.depth < moment.depth


def _code(block: Block, notes: dict[int, list[str]], here: int, out: TextIO) -> Iterator[str]:
    """Yield the lines of a function, each with its notes at its right."""
    room = max(text_room(out), LEAST_CODE + LEAST_VALUES)
    lines = textwrap.dedent("\n".join(block.lines)).split("\n")
    width = len(str(block.first + len(lines)))
    head = width + 4
    longest = max(map(len, lines))
    values = max(room - head - longest - 2, LEAST_VALUES)
    code = room - head - values - 2
    for number, line in enumerate(lines, block.first):
        sign = HERE if number == here else NEVER if number in block.never else " "
        beside = [part for note in notes.get(number, ()) for part in _folded(note, values)]
        text = f"{sign} {number:{width}}  {_cut(line, room - head)}"
        rows = [beside.pop(0)] if beside and len(line) <= code else []
        shown = f"{text:{head + code}}  {rows[0]}" if rows else text
        yield styled(shown, out, bold=True) if number == here else shown
        for part in beside:
            yield f"{'':{head + code}}  {part}"


def _folded(note: str, width: int) -> list[str]:
    return textwrap.wrap(note, width, subsequent_indent="  ") or [""]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1]}…"


def moment_line(trace: Trace, place: int) -> str:
    """Return the moment at `place` in a line."""
    moment = trace.moments[place]
    block = trace.blocks[moment.block]
    code = block.lines[moment.line - block.first].strip()
    notes = "; ".join(moment.notes)
    indent = "  " * moment.depth
    return f"{moment.number:>6}. {indent}{moment.line}: {code}{f'   # {notes}' if notes else ''}"
