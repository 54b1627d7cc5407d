"""A plugin-based, educational Sudoku engine.

What a plugin needs stands here; ``docs/architecture.md`` shows the rest of the house.
"""

from typing import TYPE_CHECKING, Any

from sudoku_engine.api import former_paths
from sudoku_engine.api.events import (
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
from sudoku_engine.api.hookspecs import hookimpl
from sudoku_engine.api.protocols import Verdict
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.api.run import Run
from sudoku_engine.api.strategy import Strategy, strategy
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.board.words import cell, listed, names
from sudoku_engine.errors import GaveUp
from sudoku_engine.formats import parse as _parse

if TYPE_CHECKING:
    from sudoku_engine.transform.transformation import Transformation

__all__ = [
    "Author",
    "Branch",
    "Candidate",
    "Cell",
    "Ended",
    "Event",
    "Faulted",
    "Found",
    "GaveUp",
    "Grid",
    "House",
    "Layout",
    "Link",
    "Moved",
    "Puzzle",
    "Rejected",
    "Run",
    "Started",
    "Step",
    "Stepped",
    "Strategy",
    "TakenBack",
    "Transformation",
    "Tried",
    "Verdict",
    "cell",
    "hookimpl",
    "listed",
    "names",
    "strategy",
]


def __getattr__(name: str) -> Any:
    """Import what few need when it is first used: a person waits for each start."""
    if name != "Transformation":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sudoku_engine.transform.transformation import Transformation

    return Transformation


def _svg(grid: Grid) -> str:
    from sudoku_engine.picture.image_files import notebook_svg  # only here: a notebook wants it

    return notebook_svg(grid)


Grid.reader = staticmethod(_parse)
Grid.painter = staticmethod(_svg)
former_paths.install()
