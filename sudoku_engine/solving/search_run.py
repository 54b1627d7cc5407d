"""The work of a solver: a run without strategies, or the rest of a board where they are stuck."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Outcome,
    Started,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import timed
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import say, tell
from sudoku_engine.board.words import brief, require_number
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.solving.guard import none_found, solution_fault


class Completion(NamedTuple):
    """The result of a solver on a board."""

    outcome: Literal["solved", "stuck", "contradiction"]
    why: str = ""
    solutions: tuple[Grid, ...] = ()
    fault: Faulted | None = None


NEARLY_FULL = Grid.parse("1234 3412 2143 432.")


def fill_one_cell(solver: Component) -> None:
    """Let `solver` fill one cell, so that no time after it includes the loading of a library."""
    for _ in islice(solver.call(NEARLY_FULL), 1):
        pass


@lru_cache(16)
def _prepare(solver: Component) -> None:
    with suppress(Exception):  # the search will show the fault
        fill_one_cell(solver)


def search_author(solver: Component) -> Author:
    """Return the author of the cells that `solver` fills."""
    return Author(
        f"search:{solver.id}", f"{tell('Search')} ({solver.id})", solver.author.plugin, "search"
    )


def complete(solver: Component, grid: Grid, start: Grid, limit: int) -> Completion:
    """Return up to `limit` solutions of `grid` by `solver`, each checked.

    `start` is the board before the strategies changed it.
    """
    author = search_author(solver)
    try:
        found = solver.guarded_call(_solutions, solver, grid, limit)
    except GaveUp as error:
        return Completion("stuck", _gave_up(solver, error))
    if isinstance(found, Failure):
        return Completion("stuck", fault=Faulted(author, *found))
    if found:
        return Completion("solved", solutions=tuple(found))
    why, fault = none_found(grid, start)
    if fault:
        return Completion("stuck", fault=Faulted(author, fault, solver.line))
    return Completion("contradiction", why)


def _solutions(solver: Component, grid: Grid, limit: int) -> list[Grid] | Failure:
    found: list[Grid] = []
    for solution in islice(solver.call(grid), limit):
        why = solution_fault(solution, grid, found)
        if why:
            return Failure(why, solver.line)
        found.append(solution)
    return found


def search_events(
    grid: Grid, solver: Component, limit: int | None = 1, is_watched: bool = True
) -> Iterator[Event]:
    """Yield the events of the search of `solver` for the first `limit` solutions; None for all.

    Events come lazily, from `Started` to `Ended`, with the events of a watchable solver in between,
    or only its solutions if not `is_watched`, which is faster. Their time begins when a bundled
    solver has loaded its library.
    """
    if limit is not None:
        require_number(limit, "a limit of solutions", is_whole=True)
    if solver.is_bundled:
        _prepare(solver)
    return timed(_search(grid, solver, limit, is_watched))


def _search(grid: Grid, solver: Component, limit: int | None, is_watched: bool) -> Iterator[Event]:
    yield Started(grid)
    if why := grid.repetition():
        yield _ended("contradiction", grid, why)
        return
    author = solver.author._replace(means="search")
    count = 0
    last = grid
    seen: set[tuple[int, ...]] = set()
    events = _events(grid, solver, is_watched)
    while count != limit:
        known = [last] if count else []
        try:
            event = solver.guarded_call(_next_event, events, solver, grid, known)
        except GaveUp as error:
            yield _ended("stuck", last, _gave_up(solver, error))
            return
        if event is None:
            break
        if isinstance(event, Failure):
            yield Faulted(author, *event)
            yield _ended("stuck", last)
            return
        if isinstance(event, Found):
            if event.grid.digits in seen:
                yield Faulted(author, "it gave the same solution twice", solver.line)
                yield _ended("stuck", last)
                return
            if not solver.is_bundled:
                seen.add(event.grid.digits)
            count += 1
            last = event.grid
        yield event
    if count:
        found = say("1 solution" if count == 1 else "{n:#} solutions", n=count)
        if count == limit:  # there may be more solutions
            found = say(
                "the first solution" if count == 1 else "the first {n:#} solutions", n=count
            )
        why = tell("{found}, by {solver}", found=found, solver=solver.id)
        yield _ended("solved", last, why)
        return
    why, fault = none_found(grid, grid)
    if fault:
        yield Faulted(author, fault, solver.line)
    yield _ended("stuck" if fault else "contradiction", grid, why)


def _events(grid: Grid, solver: Component, is_watched: bool) -> Iterator[Event]:
    """Yield the events of the search, or only its solutions if it is not watched."""
    if is_watched and "search" in solver.methods:
        yield from solver.methods["search"](grid, **solver.options)
    else:
        for solution in solver.call(grid):
            yield Found(solution)


def _next_event(
    events: Iterator[Event], solver: Component, grid: Grid, known: Sequence[Grid]
) -> Event | Failure | None:
    """Return the next event, or its fault; None after the last event."""
    try:
        event = next(events)
    except StopIteration:
        return None
    why = event_fault(event, grid, known)
    return Failure(why, solver.line) if why else event


def event_fault(event: object, grid: Grid, known: Sequence[Grid]) -> str | None:
    """Return the fault in an `event` of a search for `known` solutions so far, or None."""
    if isinstance(event, Found):
        return solution_fault(event.grid, grid, known)
    if isinstance(event, (Tried, TakenBack)):
        size, n = len(grid.digits), grid.layout.n
        digit = event.digit if isinstance(event, Tried) else 1
        if event.cell in range(size) and digit in range(1, n + 1):
            return None
    return f"it gave {brief(event)}, which is not an event of a search"


def _gave_up(solver: Component, error: GaveUp) -> str:
    return tell("{solver} gave up: {why}", solver=solver.id, why=str(error))


def _ended(outcome: Outcome, grid: Grid, why: str = "") -> Ended:
    return Ended(outcome, "search", grid, 0, {}, 0.0, why)
