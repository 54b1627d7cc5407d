"""A trace as a page for browsers: the code with its values, and the board that it looks at.

The document has the tables of a film (`web.document`), and besides ``blocks``, ``remarks``,
``moments``, each with the number of its picture, and ``pictures``: the part at each place of the
board. The first picture shows the step that the trace is about.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.errors import shown_path
from sudoku_engine.picture.scene import Scene
from sudoku_engine.testing.trace.model import Moment, Trace, Value
from sudoku_engine.web.document import PAGE_COLOURS
from sudoku_engine.web.film_pictures import BoardParts, Tables
from sudoku_engine.web.page import in_sight, whole_page

MOST_IN_HAND = 4  # cells that a variable holds and that are marked


def trace_page(trace: Trace) -> str:
    """Return the HTML of a page that shows `trace` without any other file."""
    return whole_page(trace_document(trace), "trace")


def trace_document(trace: Trace) -> dict[str, Any]:
    """Return the document of `trace`, for JSON."""
    grid, tables = trace.grid, Tables()
    boards = BoardParts(grid.layout, tables)
    step = trace.wrong or trace.witness
    first = Scene(grid, step, is_fault=trace.wrong is not None)
    pictures: dict[tuple[int, ...], int] = {boards.parts(first): 0}
    known: dict[int, dict[str, Value]] = {}
    moments = []
    for moment in trace.moments:
        held = known.setdefault(moment.frame, {})
        held.update({value.name: value for value in moment.values})
        parts = boards.parts(_scene(grid, moment, held))
        moments.append(
            {
                **moment._asdict(),
                "values": [[value.name, value.text] for value in moment.values],
                "picture": pictures.setdefault(parts, len(pictures)),
                "words": _words(grid, moment),
            }
        )
    colours = {part: tables.colour(name) for part, name in PAGE_COLOURS.items()}
    record = {
        "title": f"{trace.name} ({shown_path(trace.file)})",
        "about": trace.about,
        "step": "" if step is None else short_notation(step, grid.layout),
        "is_wrong": trace.wrong is not None,
        "blocks": [{**each._asdict(), "file": shown_path(each.file)} for each in trace.blocks],
        "remarks": [each._asdict() for each in trace.remarks],
        "moments": moments,
        "focus": trace.focus,
        "n_boards": trace.boards,
        "left_out": trace.left_out,
    }
    return {
        **in_sight(record),
        **tables.record(),
        "colours": colours,
        "board": {**boards.record(), "title": trace.name, "line": grid.line},
        "pictures": [*pictures],
    }


def _scene(grid: Grid, moment: Moment, held: dict[str, Value]) -> Scene:
    """Return the board with what the function has in its hands, and looks at."""
    cells = [cell for value in held.values() for cell in _in_hand(value)]
    houses = dict.fromkeys(name for value in held.values() for name in value.houses)
    step = Step(
        because=[Candidate(cell, digit) for cell in cells for digit in grid.candidates(cell)],
        houses=[grid.layout.house(name) for name in houses],
    )
    looks = reduce(lambda mask, cell: mask | 1 << cell, moment.looks, 0)
    return Scene(grid, step if cells or houses else None, "why", selected=looks)


def _in_hand(value: Value) -> tuple[int, ...]:
    return value.cells if len(value.cells) <= MOST_IN_HAND else ()


def _words(grid: Grid, moment: Moment) -> str:
    """Return what the function looks at, in words."""
    cells = [grid.layout.cells[cell] for cell in moment.looks]
    parts = [f"the candidates of {names(cells)}"] if cells else []
    if moment.digits:
        parts.append(f"the places of the {listed(map(symbol, moment.digits))}")
    return f"It looks at {listed(parts)}." if parts else ""
