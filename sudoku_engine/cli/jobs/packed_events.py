"""The events of a run as they are sent from one process to another."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine.api.events import Event, Stepped
from sudoku_engine.cli.jobs.work import NotSent, check_errors

MOST_EVENTS = 20_000
"""The largest number of events that are sent; a search may have any number of them."""


def packed(events: Iterable[Event]) -> list[Event]:
    """Return all `events` of a run to be sent; raises NotSent if there are too many."""
    found = []
    for event in events:
        found.append(event)
        if len(found) > MOST_EVENTS:
            raise NotSent
    check_errors(found)
    return found


def packed_without_steps(events: Iterable[Event]) -> list[Event]:
    """Return what `packed` returns, without the steps."""
    return [event for event in packed(events) if not isinstance(event, Stepped)]
