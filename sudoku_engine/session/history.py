"""A history of boards with a cursor: what happened, one moment after the other.

Because a grid never changes, a moment just keeps the boards before and after it, and going back is
moving the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.api.events import Event, Rejected, Stepped
from sudoku_engine.board.grid import Grid


class Moment(NamedTuple):
    """One place in a history.

    `grid` is the board before what happens here, `after` the board after it; a picture of a step
    shows it on `grid`. `event` is what happened in a run, or what a strategy did; None where a
    person did something, told in `note` (``5 placed in r3c4``), and on the first board of all
    until its run has started.
    """

    grid: Grid
    event: Event | None
    after: Grid
    note: str = ""

    @property
    def strategy_id(self) -> str | None:
        """The id of the strategy whose step, good or refused, stands here; None where none does."""
        event = self.event
        return event.strategy.id if isinstance(event, (Stepped, Rejected)) else None


class History:
    """Moments in order, and a cursor that stands at one of them; the first is always there."""

    def __init__(self, grid: Grid) -> None:
        self.position = 0
        self._moments = [Moment(grid, None, grid)]

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
        """The moments up to the cursor, that one included."""
        return self._moments[: self.position + 1]

    def move_to(self, position: int) -> bool:
        """Moves the cursor, as far as there are moments; whether it stands elsewhere now."""
        before = self.position
        self.position = min(max(position, 0), len(self._moments) - 1)
        return self.position != before

    def begin_with(self, moment: Moment) -> None:
        """Puts `moment` in the place of the first one."""
        self._moments[0] = moment

    def append(self, moment: Moment) -> None:
        """Adds `moment` at the end; a cursor at the end stays there."""
        follows = self.is_at_end
        self._moments.append(moment)
        if follows:
            self.position += 1

    def branch(self, moment: Moment) -> None:
        """Adds `moment` after the cursor, in place of all that lay ahead."""
        del self._moments[self.position + 1 :]
        self.append(moment)
