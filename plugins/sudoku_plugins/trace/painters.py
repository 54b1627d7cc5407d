"""A trace as text for the terminal, and the board at each of its moments for all other painters.

The text is what the trace shows, and the lines of the function with their values beside them. The
board shows the strategy's current values, and the things that it looks at.
"""

import textwrap
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import TextIO

from sudoku_engine import Candidate, Grid, Step, listed, names
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.text_board import rules, styled, text_room, wrapped
from sudoku_engine.board.words import counted, symbol
from sudoku_engine.errors import shown_path
from sudoku_frontends.pictures.scene import Scene
from sudoku_plugins.kit.finding_text import board_lines
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.session.workbench import Session
from sudoku_plugins.trace.model import Block, Moment, Trace, Value, beside

LEAST_CODE, LEAST_VALUES = 30, 26  # columns
HERE, NEVER = ">", "-"  # the signs before a line
MOST_IN_HAND = 4  # cells that a variable holds and that are marked


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
    """Yield the functions at work at the moment at `place`, with values beside the lines."""
    moment, later = trace.moments[place], trace.moments[place + 1 :]
    inner = [*takewhile(lambda m: m.frame != moment.frame and m.depth >= moment.depth, later)]
    shown = [*trace.moments[: place + 1], *inner]
    frames = {each.block: each.frame for each in shown} | {moment.block: moment.frame}
    for number in [moment.block, *(each for each in frames if each != moment.block)]:
        block = trace.blocks[number]
        yield styled(f"{block.name} ({shown_path(block.file)})", out, bold=True)
        latest = beside(shown, frames[number], len(inner) == len(later))
        yield from _code(block, latest, moment.line if number == moment.block else 0, out)
    if any(block.never for block in trace.blocks):
        on = "here" if trace.boards == 1 else f"on any of {counted(trace.boards, 'board')}"
        yield f"{NEVER} never runs {on}"


def _code(block: Block, latest: dict[int, Moment], here: int, out: TextIO) -> Iterator[str]:
    """Yield the lines of a function, each with the notes of its `latest` moment at its right."""
    room = max(text_room(out), LEAST_CODE + LEAST_VALUES)
    lines = block.dedented
    width = len(str(block.first + len(lines)))
    head = width + 4
    longest = max(map(len, lines))
    values = max(room - head - longest - 2, LEAST_VALUES)
    code = room - head - values - 2
    for number, line in enumerate(lines, block.first):
        sign = HERE if number == here else NEVER if number in block.never else " "
        notes = latest[number].notes if number in latest else ()
        folded = (textwrap.wrap(note, values, subsequent_indent="  ") or [""] for note in notes)
        beside = [part for parts in folded for part in parts]
        is_whole = len(line) <= room - head
        text = f"{sign} {number:{width}}  {line if is_whole else f'{line[: room - head - 1]}…'}"
        rows = [beside.pop(0)] if beside and len(line) <= code else []
        shown = f"{text:{head + code}}  {rows[0]}" if rows else text
        yield styled(shown, out, bold=True) if number == here else shown
        for part in beside:
            yield f"{'':{head + code}}  {part}"


def moment_line(trace: Trace, place: int) -> str:
    """Return the moment at `place` in a line."""
    moment = trace.moments[place]
    code, notes = trace.blocks[moment.block].code(moment.line), "; ".join(moment.notes)
    indent = "  " * moment.depth
    return f"{moment.number:>6}. {indent}{moment.line}: {code}{f'   # {notes}' if notes else ''}"


class TraceSession(Session):
    """The board of a `trace`, for front ends that show its film beside the code."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace.grid, source=trace.source)
        self.trace = trace


def first_scene(trace: Trace) -> Scene:
    """Return the board with the step that the trace is about."""
    return Scene(trace.grid, trace.wrong or trace.witness, is_fault=trace.wrong is not None)


def scene_of_moment(grid: Grid, moment: Moment, held: Mapping[str, Value]) -> Scene:
    """Return the board at a `moment`, at which the variables of the function are `held`."""
    in_hand = (each.cells for each in held.values() if len(each.cells) <= MOST_IN_HAND)
    cells = [cell for several in in_hand for cell in several]
    houses = dict.fromkeys(name for value in held.values() for name in value.houses)
    step = Step(
        because=[Candidate(cell, digit) for cell in cells for digit in grid.candidates(cell)],
        houses=[grid.layout.house(name) for name in houses],
    )
    has_step = bool(cells or houses)
    return Scene(grid, step if has_step else None, "why", selected=mask_of(moment.looks))


def looks_in_words(grid: Grid, moment: Moment) -> str:
    """Return the parts that the function looks at, in a sentence; empty for nothing."""
    cells = [grid.layout.cells[cell] for cell in moment.looks]
    parts = [f"the candidates of {names(cells)}"] if cells else []
    if moment.digits:
        parts.append(f"the places of the {listed(map(symbol, moment.digits))}")
    return f"It looks at {listed(parts)}." if parts else ""
