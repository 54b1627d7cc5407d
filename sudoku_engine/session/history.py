"""A history of boards with a cursor: one moment after the other.

A grid never changes, so a moment keeps the boards before and after it, and undo moves the cursor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sudoku_engine.api.events import Event, Rejected, Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate

Colours = Mapping[Candidate, int]
"""The candidates that the user has marked, each with the number of its colour, 1 or 2."""

NO_COLOURS: Colours = MappingProxyType({})

Notes = frozenset[Candidate]
"""The candidates that the user has written down as notes of their own."""

NO_NOTES: Notes = frozenset()


class Moment(NamedTuple):
    """One place in a history.

    `grid`: the board before the event; pictures show a step on this board. `event`: what happened
    in a run, or what a strategy did; None for the user's own actions, and for the first board until
    its run has started. `after`: the board after the event. `note`: the user's action in words
    (``5 placed in r3c4``). `colours` and `notes`: the user's marks and notes after it.
    """

    grid: Grid
    event: Event | None
    after: Grid
    note: str = ""
    colours: Colours = NO_COLOURS
    notes: Notes = NO_NOTES

    @property
    def strategy_id(self) -> str | None:
        """The id of the strategy that found this step, accepted or refused; None for all else."""
        event = self.event
        return event.strategy.id if isinstance(event, (Stepped, Rejected)) else None


class History:
    """Moments in order, with a cursor at one of them; the first moment always exists."""

    def __init__(self, grid: Grid, colours: Colours = NO_COLOURS, notes: Notes = NO_NOTES) -> None:
        self.position = 0
        self._moments = [Moment(grid, None, grid, colours=colours, notes=notes)]

    def __len__(self) -> int:
        return len(self._moments)

    def __getitem__(self, position: int) -> Moment:
        return self._moments[position]

    @property
    def first(self) -> Moment:
        """The moment of the first board."""
        return self._moments[0]

    @property
    def moment(self) -> Moment:
        """The moment at the cursor."""
        return self._moments[self.position]

    @property
    def last(self) -> Moment:
        """The last moment, wherever the cursor is."""
        return self._moments[-1]

    @property
    def is_at_end(self) -> bool:
        """Whether nothing comes after the cursor."""
        return self.position == len(self._moments) - 1

    def past(self) -> Sequence[Moment]:
        """Return the moments up to the cursor, with the one at the cursor."""
        return self._moments[: self.position + 1]

    def move_to(self, position: int) -> bool:
        """Move the cursor to `position`, or to the nearest moment; return whether it moved."""
        before = self.position
        self.position = min(max(position, 0), len(self._moments) - 1)
        return self.position != before

    def begin_with(self, moment: Moment) -> None:
        """Replace the first moment by `moment`."""
        self._moments[0] = moment

    def append(self, moment: Moment) -> None:
        """Add `moment` at the end; a cursor at the end stays there."""
        follows = self.is_at_end
        self._moments.append(moment)
        if follows:
            self.position += 1

    def branch(self, moment: Moment) -> None:
        """Add `moment` after the cursor; it replaces everything that came after it."""
        del self._moments[self.position + 1 :]
        self.append(moment)
