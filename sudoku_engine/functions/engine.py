"""Plugins, loaded once for many puzzles."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Union

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.api.fault_text import fault_text
from sudoku_engine.api.hint_text import mistake_text
from sudoku_engine.api.puzzle import Rating
from sudoku_engine.api.strategy import StrategyProtocol
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import brief, listed
from sudoku_engine.errors import PuzzleError, UsageError
from sudoku_engine.functions.puzzles import Path, Puzzle, empty_grid, grid_of
from sudoku_engine.functions.results import BoardStep, SolveResult
from sudoku_engine.guests.loading import load_plugins, loop_of
from sudoku_engine.plugins.calls import calls
from sudoku_engine.plugins.component import Component, Origin
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.plugins.traits import Misfit
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.rating import NotRated, Rater
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings
from sudoku_engine.solving.survey import survey
from sudoku_engine.solving.verification import Verification, verified

if TYPE_CHECKING:
    from sudoku_engine.guests.supervisor import Supervisor
    from sudoku_engine.session.workbench import Session

Strategies = Union[Iterable[Union[str, StrategyProtocol]], StrategyProtocol, str, None]
"""Ids and families of strategies, and functions with ``@strategy``; None for all in their order."""

Places = Union[Iterable[Path], Path]
"""Files and folders of plugins, and names of installed ones."""

IN_PROGRAM = "if __name__ == '__main__':"
"""What keeps the lines of a file for when it is run as a program."""


CELL = "cell"
"""The name of a cell of a notebook, where a strategy's file is named."""


class Engine:
    """The plugins, loaded once: its methods are the functions of the same names.

    Plugins run in processes of their own, as on the command line; `close`, or the end of a ``with``
    block, ends these. A strategy that is passed as a function runs in this process, guarded and
    within a time limit. A strategy at fault sits out, with a warning.

    >>> with Engine() as engine:
    ...     engine.rate("12.. 34.. ...1 ..2.").level
    'easy'
    """

    def __init__(self, plugins: Places = ()) -> None:
        """Load the bundled plugins, those that are installed, and those in `plugins`.

        Raises PluginError for one in `plugins` that cannot be loaded.
        """
        paths = [plugins] if isinstance(plugins, (str, os.PathLike)) else [*plugins]
        for path in paths:
            if not isinstance(path, (str, os.PathLike)):
                what = f"plugins are files, folders and names, not {brief(path)}"
                raise TypeError(f"{what}: a strategy goes into strategies=[...]")
        self._registry, self._supervisor = _loaded([os.fspath(path) for path in paths])
        for plugin in self._registry.plugins:
            for problem in plugin.problems:
                if plugin.origin.requested:
                    self.close()
                    raise problem
                _warn(str(problem))
        for notice in self._registry.notices:
            _warn(notice)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        own = [each.origin.name for each in self._registry.plugins if each.origin.how != "bundled"]
        count = len(self._registry.ids("strategy"))
        return f"<Engine with {listed([f'{count} strategies', *own])}>"

    def close(self) -> None:
        """End the processes in which plugins run."""
        if self._supervisor is not None:
            self._supervisor.end()

    def solve(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        fallback: str | None = "bitboard",
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
    ) -> SolveResult:
        """Return how `puzzle` is solved; see the function `solve`."""
        grid = grid_of(puzzle, layout)
        solver = self._registry.find("solver", fallback) if fallback else None
        loop = self._loop(self._chosen(strategies, settings), settings, solver)
        events = tuple(loop.events(grid))
        _warn_of(events)
        return SolveResult(grid, events)

    def steps(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
    ) -> list[BoardStep]:
        """Return every step on `puzzle` as it stands; see the function `steps`."""
        grid = grid_of(puzzle, layout).with_marks(settings.pencilmarks)
        found = survey(grid, self._chosen(strategies, settings), settings, self._loop)
        _warn_of(found.faults)
        _check(found.ended)
        if strategies is not None and not found.steps:
            _warn_of_notes(found.ended)
        return [BoardStep(each.event, grid, each.n_open) for each in found.steps]

    def hint(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
    ) -> BoardStep | None:
        """Return the next step on `puzzle`, None if there is none; see the function `hint`."""
        grid = grid_of(puzzle, layout).with_marks(settings.pencilmarks)
        loop = self._loop(self._chosen(strategies, settings), settings)
        for event in loop.events(grid):
            _warn_of([event])
            if isinstance(event, Stepped):
                return BoardStep(event, grid)
            if isinstance(event, Ended):
                _check(event)
                if strategies is not None:
                    _warn_of_notes(event)
        return None

    def rate(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        layout: Layout | str | None = None,
    ) -> Rating:
        """Return how hard `puzzle` is; see the function `rate`."""
        rater = Rater(self._chosen(strategies, DEFAULTS), DEFAULTS, self._loop)
        try:
            rating = rater.rate(grid_of(puzzle, layout))
        except NotRated as why:
            what = f"only a puzzle with one solution has a rating: {why}"
            raise PuzzleError(what) from None
        _warn_of(rating.faults)
        return rating

    def verify(
        self,
        puzzle: Puzzle,
        *,
        solver: str = "bitboard",
        layout: Layout | str | None = None,
    ) -> Verification:
        """Return whether `puzzle` has just one solution; see the function `verify`."""
        found = verified(grid_of(puzzle, layout), self._registry.find("solver", solver))
        if found.fault:
            _warn(str(found.fault))
        return found

    def session(
        self,
        puzzle: Puzzle | None = None,
        *,
        strategies: Strategies = None,
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
        has_notes: bool = True,
    ) -> Session:
        """Return `puzzle` as a board to work on by hand, with `strategies` as helpers.

        Without a `puzzle` the board is empty. `has_notes`: whether all candidates are shown as
        notes from the beginning. The other arguments are those of `solve`.
        """
        from sudoku_engine.session.workbench import Session  # only for work by hand

        return Session(
            empty_grid(layout) if puzzle is None else grid_of(puzzle, layout),
            strategies=self._chosen(strategies, settings),
            settings=settings,
            new_loop=self._loop,
            has_notes=has_notes,
        )

    def _chosen(self, strategies: Strategies, settings: LoopSettings) -> list[Component]:
        """Return these `strategies`, each once, in the order given."""
        if not isinstance(settings, LoopSettings):
            raise TypeError(f"settings is LoopSettings(mode='pass', ...), not {brief(settings)}")
        if strategies is None:
            return self._registry.loop_strategies(settings.pencilmarks)
        named = [strategies] if not isinstance(strategies, Iterable) else strategies
        chosen: list[Component] = []
        for each in [named] if isinstance(named, str) else named:
            found = self._registry.strategies_named(each) if isinstance(each, str) else [_own(each)]
            chosen += found
        if not chosen:
            raise UsageError("strategies is empty: leave it out for all strategies")
        return list({component.id: component for component in chosen}.values())

    def _loop(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings,
        fallback: Component | None = None,
    ) -> Loop:
        """Return a loop in a guest, or in this process for strategies that are nowhere else."""
        is_here = any(not each.is_bundled and each.object is not None for each in strategies)
        return loop_of(None if is_here else self._supervisor, strategies, settings, fallback)


def _loaded(paths: Sequence[str]) -> tuple[Registry, Supervisor | None]:
    """Return the plugins in `paths`, and what looks after them.

    A plugin that loads itself would start processes without end.
    """
    if not calls.is_guest:
        return load_plugins(paths, ())
    if paths:
        raise UsageError(f"a plugin cannot load plugins: do it below {IN_PROGRAM}")
    registry = Registry()
    registry.load()
    return registry, None


def _own(strategy: Any) -> Component:
    """Return the component of a strategy that was passed as an object; raise UsageError."""
    try:
        found = Component.of("strategy", strategy, Origin("file", "this program"))
    except Misfit as why:
        raise UsageError(f"{brief(strategy)} is no strategy: {why}") from None
    name = os.path.basename(found.file)
    if os.path.isabs(found.file) and not os.path.exists(found.file):
        name = CELL  # whose file is not on the disk, and has a number for a name
    return replace(found, origin=Origin("file", name, found.file)) if name else found


def _check(ended: Ended) -> None:
    """Raise PuzzleError if the run `ended` with a contradiction."""
    if ended.outcome == "contradiction":
        raise PuzzleError(mistake_text(ended.why).rstrip("."))


def _warn_of(events: Iterable[Event]) -> None:
    for event in events:
        if isinstance(event, (Faulted, Rejected)):
            _warn(fault_text(event, " and sits out"))


def _warn_of_notes(ended: Ended) -> None:
    """Say which of the strategies that were asked for sat out of a run that found nothing."""
    for note in ended.notes:
        _warn(note)


def _warn(text: str) -> None:
    """Warn, with the line of the caller outside the engine."""
    level, frame = 2, sys._getframe(1)
    ours = ("sudoku_engine.", "contextlib")
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith(ours):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)
