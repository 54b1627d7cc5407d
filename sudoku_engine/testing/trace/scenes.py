"""The board at a moment of a trace: what the strategy has in its hands there, and looks at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, names, symbol
from sudoku_engine.picture.scene import Scene
from sudoku_engine.session.workbench import Session
from sudoku_engine.testing.trace.model import Moment, Trace, Value

MOST_IN_HAND = 4  # cells that a variable holds and that are marked


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
    looks = reduce(lambda mask, cell: mask | 1 << cell, moment.looks, 0)
    return Scene(grid, step if cells or houses else None, "why", selected=looks)


def looks_in_words(grid: Grid, moment: Moment) -> str:
    """Return what the function looks at, in a sentence; empty for nothing."""
    cells = [grid.layout.cells[cell] for cell in moment.looks]
    parts = [f"the candidates of {names(cells)}"] if cells else []
    if moment.digits:
        parts.append(f"the places of the {listed(map(symbol, moment.digits))}")
    return f"It looks at {listed(parts)}." if parts else ""
