"""A run in which a solver searches, without strategies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import perf_counter

from sudoku_engine.errors import GaveUp, told
from sudoku_engine.events import Ended, Event, Faulted, Found, Started
from sudoku_engine.grid import Grid
from sudoku_engine.loop import no_solution
from sudoku_engine.plugin import Plugin


def search_events(grid: Grid, solver: Plugin, limit: int | None = 1) -> Iterator[Event]:
    """What happens while `solver` looks for the first `limit` solutions of `grid`; None: all.

    From `Started` to `Ended`, lazily; the events of a solver that can be watched come between.
    """
    yield Started(grid)
    begun = perf_counter()
    if why := grid.repetition():
        yield Ended("contradiction", "search", grid, 0, {}, perf_counter() - begun, why)
        return
    seconds = 0.0
    found = 0
    last = grid
    try:
        for event in islice(_watched(grid, solver), None):
            if isinstance(event, Found):
                found += 1
                last = event.grid
            seconds += perf_counter() - begun
            yield event
            begun = perf_counter()
            if found == limit:
                break
    except GaveUp as error:
        seconds += perf_counter() - begun
        yield Ended("stuck", "search", last, 0, {}, seconds, f"{solver.id} gave up: {error}")
        return
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        line = solver.line_in(error.__traceback__)
        yield Faulted(solver.author, told(error), line, error)
        yield Ended("stuck", "search", last, 0, {}, seconds)
        return
    seconds += perf_counter() - begun
    if found:
        words = f"{found} solution{'' if found == 1 else 's'}"
        more = " or more" if found == limit else ""
        yield Ended("solved", "search", last, 0, {}, seconds, f"{words}{more}, by {solver.id}")
    else:
        yield Ended("contradiction", "search", grid, 0, {}, seconds, no_solution(grid))


def _watched(grid: Grid, solver: Plugin) -> Iterator[Event]:
    """The events of the search, or only its solutions where it cannot be watched."""
    search = getattr(solver.object, "search", None)
    if search is not None:
        yield from search(grid, **solver.options)
    else:
        for solution in solver.call(grid):
            yield Found(solution)
