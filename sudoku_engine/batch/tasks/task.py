"""A task as a worker sees it: from a board to what is found on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.component import Component


class Row(NamedTuple):
    """What a task found on a puzzle."""

    values: tuple[Any, ...]
    """The values of the columns of the task, in their order; none if there is no result at all."""
    why: str = ""
    """Why there is no result, or none that one hopes for."""
    faults: tuple[str, ...] = ()
    """What plugins did wrong, in words."""
    is_error: bool = False
    """Whether the task cannot be done on such a puzzle."""


class Bulk(NamedTuple):
    """The rows of plain puzzles that `bulk_search` settles: those that `Task.row` would give."""

    limit: int
    """The most solutions of a puzzle that is settled; 2 stands for more."""
    row: Callable[[int, str], Row]
    """From the number of solutions, and the solution if it is one, to the row."""


class Task(Protocol):
    """A task, ready for puzzle after puzzle."""

    components: Sequence[Component]
    """The components that take part."""
    bulk: Bulk | None
    """How puzzles in blocks get their rows, if that is not one by one."""

    def row(self, grid: Grid) -> Row:
        """Return what is found on `grid`."""
        ...


def texts_of(faults: Iterable[Faulted | Rejected]) -> tuple[str, ...]:
    """Return the `faults` of a run in words; raise PluginError if a library is missing here.

    So it is with a bundled solver that needs one. That is no fault, and no result of the puzzle:
    where the library is installed, there is another one.
    """
    known = tuple(faults)
    for fault in known:
        if fault.strategy.plugin is None and isinstance(fault, Faulted):
            raise_if_missing(fault.error)
    return tuple(map(fault_text, known))


def raise_if_missing(error: BaseException | None) -> None:
    """Raise the `error` of a bundled component if it says that a library is missing here."""
    if isinstance(error, PluginError):
        raise error
