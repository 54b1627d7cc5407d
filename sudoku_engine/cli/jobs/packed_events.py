"""The events of a run in a form for `pickle` that is small and quick to read.

The boards after steps are left out: most of the time would be spent on them. They are
made again from the steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

from sudoku_engine.api.events import Author, Event, Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.cli.jobs.work import NotSent, check_errors

MOST_EVENTS = 20_000
"""The largest number of events that are sent; a search may have any number of them."""


class _Step(NamedTuple):
    """A `Stepped` without its board."""

    number: int
    strategy: Author
    step: Step


Packed = list[Union[Event, _Step]]


def packed(events: Iterable[Event], grid: Grid) -> Packed:
    """Return all `events` of a run on `grid` to be sent; raises NotSent if there are too many."""
    found: Packed = []
    for event in events:
        found.append(_Step(*event[:3]) if isinstance(event, Stepped) else event)
        if len(found) > MOST_EVENTS:
            raise NotSent
    check_errors(found)
    return found


def packed_without_steps(events: Iterable[Event], grid: Grid) -> Packed:
    """Return what `packed` returns, without the steps."""
    return [each for each in packed(events, grid) if not isinstance(each, _Step)]


def unpacked(found: Packed, grid: Grid) -> Iterator[Event]:
    """Yield the events that were `packed`."""
    for event in found:
        if isinstance(event, _Step):
            grid = grid.apply(event.step)
            yield Stepped(*event, grid)
        else:
            grid = getattr(event, "grid", grid)
            yield event
