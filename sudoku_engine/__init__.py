"""A plugin-based, educational Sudoku engine.

What a strategy file needs stands here; ``docs/architecture.md`` shows the rest of the house.
"""

from sudoku_engine.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.grid import Grid
from sudoku_engine.hookspecs import hookimpl
from sudoku_engine.layout import Cell, House, Layout
from sudoku_engine.step import Candidate, Step
from sudoku_engine.strategy import Strategy, strategy
from sudoku_engine.wording import cell, listed, names

__all__ = [
    "Author",
    "Candidate",
    "Cell",
    "Ended",
    "Event",
    "Faulted",
    "Found",
    "Grid",
    "House",
    "Layout",
    "Moved",
    "Rejected",
    "Started",
    "Step",
    "Stepped",
    "Strategy",
    "TakenBack",
    "Tried",
    "cell",
    "hookimpl",
    "listed",
    "names",
    "strategy",
]
