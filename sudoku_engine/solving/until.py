"""Runs of the loop up to the first step of a strategy."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sudoku_engine.api.events import Ended, Event, Started, Stepped
from sudoku_engine.api.run import timed

_BEFORE = "before the first "


def events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    """Yield the `events` of a run up to the first step of a strategy with one of these `ids`.

    The run ends on the board before that step, as `stopped`.
    """
    return timed(_events(events, ids))


def is_before(ended: Ended) -> bool:
    """Return whether a run `ended` early, as requested."""
    return ended.outcome == "stopped" and ended.why.startswith(_BEFORE)


def _events(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    counts: dict[str, int] = {}
    grid = None
    for event in events:
        if isinstance(event, Stepped):
            strategy = event.strategy
            if strategy.id in ids and grid is not None:
                why, steps = f"{_BEFORE}{strategy.name}", sum(counts.values())
                yield Ended("stopped", "strategies", grid, steps, counts, 0.0, why)
                return
            counts[strategy.id] = counts.get(strategy.id, 0) + 1
        if isinstance(event, (Started, Stepped)):
            grid = event.grid
        yield event
