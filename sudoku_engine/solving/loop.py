"""The core loop: strategies in their order; the first step that is right; apply it; again.

A `Loop` has the strategies. Each run begins with a finder, which calls them on a board and checks
what they give: each step must be well formed, true and new (`finder`, `guard`). The run applies the
steps and reports them, until no strategy finds one. What it counts, and what comes after the last
step, is in `run_state`.
"""

from collections.abc import Generator, Iterator, Sequence
from itertools import count

from sudoku_engine.api.events import Ended, Event, Started, Stepped
from sudoku_engine.api.run import timed
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.hooks import hook
from sudoku_engine.solving.finder import Blame, Finder, FoundStep, PlainFinder
from sudoku_engine.solving.run_state import (
    Lineup,
    Resumption,
    RunState,
    completed,
    contradiction,
    ended,
)


class Loop(Lineup):
    """Strategies in the order in which they are tried, and the solver if they get stuck."""

    def events(
        self, grid: Grid, is_watched: bool = True, resumption: Resumption | None = None
    ) -> Iterator[Event]:
        """Yield the events on `grid`, from `Started` to `Ended`, lazily.

        If the run is not watched, only faults and `Ended` are yielded, which is faster if a
        person's plugins take part. With a `resumption`, the run continues there, without `Started`.
        """
        run = RunState(self, grid, is_watched, resumption)
        events = run_events(run, self.finder(run))
        if not is_watched:
            events = (event for event in events if not isinstance(event, (Started, Stepped)))
        return timed(events)

    def finder(self, run: RunState) -> Finder:
        """Return who finds the steps of a `run`: a plugin with the hook, or this process."""
        found: Finder | None = hook("sudoku_finder")(run=run)
        return found or PlainFinder(run)


class _Stopped(Exception):
    """The run ends here; its text says why."""


def run_events(run: RunState, finder: Finder) -> Iterator[Event]:
    """Yield the events of a `run` whose steps the `finder` finds, from `Started` to `Ended`."""
    try:
        finder.begin()
        last = yield from _until_its_end(run, finder)
    finally:
        finder.end()
    yield last


def _until_its_end(run: RunState, finder: Finder) -> Generator[Event, None, Ended]:
    """Yield all events but the last, which is returned."""
    run.bench_unfit()
    if run.resumption is None:
        yield Started(run.start, tuple(component.author for component in run.active))
    if why := run.without_solution():
        return ended(run, "contradiction", why)
    try:
        yield from (_survey if run.settings.is_survey else _deductions)(run, finder)
    except _Stopped as stop:
        run.call_up()
        return ended(run, "stopped", str(stop))
    if run.grid.is_solved:
        return ended(run, "solved")
    run.call_up()
    if contradicted := contradiction(run):
        return ended(run, "contradiction", contradicted)
    if run.fallback is None:
        return ended(run, "stuck")
    return (yield from completed(run, run.fallback))


def _deductions(run: RunState, finder: Finder) -> Iterator[Event]:
    """Find steps and apply them, until nothing changes."""
    settings = run.settings
    strategies: Sequence[Component] | None = run.active
    for _ in count() if settings.max_passes is None else range(settings.max_passes):
        if strategies is None or not run.grid.boards[0] or run.grid.has_empty_cell:
            return
        found, blame = finder.find(run.grid, strategies, run.active)
        if blame is not None:
            run.leave_out([blame.component])
        for component, step, grid in found:
            if run.steps >= settings.max_steps:
                raise _Stopped(f"after {counted(run.steps, 'step')} (max_steps)")
            run.take(component.id, step, grid)
            if run.is_watched:
                yield Stepped(run.steps, component.author, step, grid)
        if blame is not None:
            yield from _fault(run, blame)
        strategies = _to_try(run, strategies, found, blame)


def _to_try(
    run: RunState, tried: Sequence[Component], found: Sequence[FoundStep], blame: Blame | None
) -> Sequence[Component] | None:
    """Return the strategies to try next, after those `tried`; None if there is nothing to try."""
    is_fixpoint = run.settings.mode == "fixpoint"
    if found:
        return [found[-1].component] if is_fixpoint else run.active
    if blame is not None and blame.component in tried:
        return tried[tried.index(blame.component) + 1 :]  # those before it found nothing here
    if blame is not None or (is_fixpoint and tried is not run.active):
        return run.active
    return run.call_up() or None


def _survey(run: RunState, finder: Finder) -> Iterator[Event]:
    """Yield all steps that each strategy finds on the board, and the faults."""
    for component in run.active:
        found, blame = finder.find(run.grid, [component], [component])
        for _, step, grid in found:
            run.take(component.id, step, grid)
            yield Stepped(run.steps, component.author, step, grid)
        if blame is not None:
            yield from _fault(run, blame)


def _fault(run: RunState, blame: Blame) -> Iterator[Event]:
    yield blame.event
    if run.settings.on_fault == "stop":
        raise _Stopped(f"{blame.component.id} was at fault")
