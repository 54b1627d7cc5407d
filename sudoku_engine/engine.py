"""The entry to the engine: plugins and a configuration become loop, rater, solver, answers.

An `Engine` has loaded the plugins. Its methods answer questions about a puzzle, and make the parts
that the program, its other processes and the windows work with. The functions of this module use a
shared `Engine`, or a new one with `plugins`: files and folders to load for this question. For many
questions, an `Engine` of your own is faster. ``docs/python.md`` describes the functions.

A `puzzle` is a `Grid`, a text in any format that the engine reads, a file with one puzzle, or rows
of digits. `layout` is the board or its name (``9x9+diagonals``), needed if the number of cells does
not tell the board.

The functions raise PuzzleError for a puzzle that cannot be read, PluginError for plugins that
cannot be loaded, and UsageError for unknown names. All are SudokuErrors, whose text is one line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from functools import cache, cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, Union

from sudoku_engine.api.events import Event, Faulted, Rejected
from sudoku_engine.api.hookspecs import has_installed_plugins
from sudoku_engine.api.strategy import StrategyProtocol
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import brief, listed
from sudoku_engine.bundled import left_out, module_with, modules_named, needs
from sudoku_engine.errors import ArgumentError, SudokuError, UsageError
from sudoku_engine.errors import warn as _warn
from sudoku_engine.formats.given import Path, Puzzle, grid_of
from sudoku_engine.plugins.calls import calls
from sudoku_engine.plugins.component import Component, Misfit, Origin, formats_in_use
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings

if TYPE_CHECKING:
    from typing_extensions import Self

    from sudoku_engine.api.results import SolveResult
    from sudoku_engine.config.config import Chosen, Config, Draft
    from sudoku_engine.plugins.hooks import Keeper
    from sudoku_engine.solving.verification import Verification


Strategies = Union[Iterable[Union[str, StrategyProtocol]], StrategyProtocol, str, None]
"""Ids and families of strategies, and functions with ``@strategy``; None for all in their order."""

Places = Union[Iterable[Path], Path]
"""Files and folders of plugins, and names of installed ones."""

IN_PROGRAM = "if __name__ == '__main__':"
"""The line that begins the part of a file for its use as a program."""


SEARCH_ALONE = "a search (solver=) uses no strategies: choose one"

CELL = "cell"
"""The name of a notebook cell, in the place of a strategy's file name."""


def solve(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    solver: str | None = None,
    fallback: str | None = "bitboard",
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> SolveResult:
    """Return how `puzzle` is solved: by strategies, simplest first, then by search.

    `puzzle`: a `Grid`, a text in any format, a file with one puzzle, the line of one in it
    (``FILE:LINE``), or rows of digits. `strategies`: ids, families, and functions with
    ``@strategy``, in the order in which they are tried. `solver`: the solver that finds the first
    solution without any strategy. `fallback`: the solver that fills the rest if strategies get
    stuck, or None. `settings`: how the loop proceeds. `layout`: the board or its name
    (``9x9+diagonals``), if the number of cells does not tell it. `plugins`: files and folders to
    load. A puzzle without a solution raises no error: the `outcome` says so.

    >>> found = solve("12.. 34.. ...1 ..2.")
    >>> found.is_solved, found.grid.line, found.steps[0]
    (True, '1234341223414123', <Naked Single: r2c3=1>)
    """
    from sudoku_engine.api.results import SolveResult
    from sudoku_engine.solving.search_run import search_events

    with engine_for(plugins) as engine:
        grid = grid_of(puzzle, layout)
        if solver is None:
            last = engine.registry.find("solver", fallback) if fallback else None
            loop = Loop(engine.chosen(strategies, settings), settings, last)
            events = tuple(loop.events(grid))
        elif strategies is None:
            found = engine.registry.find("solver", solver)
            events = tuple(search_events(grid, found, is_watched=False))
        else:
            raise UsageError(SEARCH_ALONE)
        warn_of(events)
        return SolveResult(grid, events)


def verify(
    puzzle: Puzzle,
    *,
    solver: str = "bitboard",
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> Verification:
    """Return whether `puzzle` has just one solution, in words and as the number of solutions.

    The result is true in conditions if the puzzle is solved or has one solution. Its `solutions`
    are 0, 1, 2 for several, or None if the `solver` cannot say. `puzzle`, `layout`, `plugins`: as
    for `solve`.

    >>> found = verify("12.. 34.. .... ....")
    >>> bool(found), found.solutions, str(found)
    (False, 2, 'invalid: 2+ solutions')
    """
    from sudoku_engine.solving.verification import verified

    with engine_for(plugins) as engine:
        found = verified(grid_of(puzzle, layout), engine.registry.find("solver", solver))
        if found.fault:
            _warn(str(found.fault))
        return found


P = ParamSpec("P")
R = TypeVar("R")


class _Method(Generic[P, R]):
    """A function as a method of an engine, which loads no other plugins."""

    def __init__(self, function: Callable[P, R]) -> None:
        self._function = function

    def __get__(self, engine: Engine | None, owner: type[Engine]) -> Callable[P, R]:
        if engine is None:
            return self._function
        function: Callable[..., R] = self._function
        return partial(function, plugins=engine)


class Engine:
    """The plugins, loaded once, and the functions of the package as methods.

    A person's plugins run in processes of their own, as on the command line; `close`, or the end of
    a ``with`` block, ends these processes. A strategy that is passed as a function runs in this
    process, guarded and within a time limit. A faulty strategy is left out, with a warning.

    >>> with Engine() as engine:
    ...     engine.rate("12.. 34.. ...1 ..2.").level
    'easy'
    """

    registry: Registry
    supervisor: Keeper | None
    """The keeper of a person's plugins; None if they are in this process, or there are none."""

    def __init__(self, plugins: Places = ()) -> None:
        """Load the bundled plugins, those that are installed, and those in `plugins`.

        Raises PluginError for one in `plugins` that cannot be loaded.
        """
        paths = [plugins] if isinstance(plugins, (str, os.PathLike)) else [*plugins]
        for path in paths:
            if not isinstance(path, (str, os.PathLike)):
                what = f"plugins are files, folders and names, not {brief(path)}"
                raise ArgumentError(f"{what}: a strategy goes into strategies=[...]")
        if paths and calls.is_guest:
            raise UsageError(f"a plugin cannot load plugins: do it below {IN_PROGRAM}")
        self._load([os.fspath(path) for path in paths])
        for plugin in self.registry.plugins:
            for problem in plugin.problems:
                if plugin.origin.requested:
                    self.close()
                    raise problem
                _warn(str(problem))
        for notice in self.registry.notices:
            _warn(notice)

    @classmethod
    def of(cls, config: Config | Draft, errors: int | None = None) -> Engine:
        """Return an engine for a configuration; its registry lists the problems of plugins.

        An engine for a draft gets its `config` later, checked against the registry. `errors`: the
        open file that gets what plugins print, None for standard error.
        """
        from sudoku_engine.config.config import Config

        engine = cls.__new__(cls)
        engine._load(config.plugins, config.disable, errors)
        if isinstance(config, Config):
            engine.config = config
        return engine

    def _load(
        self, paths: Sequence[str], disable: Sequence[str] = (), errors: int | None = None
    ) -> None:
        """Load the bundled plugins in this process, and a person's plugins where a loader says.

        Only a person's plugins need a loader, which takes a while to import. A plugin that loads
        itself in a guest would start processes without end.
        """
        self.registry, self.supervisor, self._rules = Registry(), None, ExitStack()
        if disable:
            self._rules.enter_context(left_out(modules_named(disable)))
        is_foreign = not calls.is_guest and bool(paths or has_installed_plugins())
        if not (is_foreign and self._load_elsewhere(paths, disable, errors)):
            self.registry.load(paths, disable)
            if is_foreign and paths:
                why = needs("a process of its own", "sudoku_loader")
                self.registry.notices.append(f"{listed(paths)}: loaded in this process; {why}")
        plugins = self.registry.plugins
        if own_rules := [rule for plugin in plugins for rule in plugin.own("rule")]:
            from sudoku_engine.board.variants import rules_in_use  # few plugins have rules

            self._rules.enter_context(rules_in_use(own_rules))
        if own_formats := [each for plugin in plugins for each in plugin.own("format")]:
            self._rules.enter_context(formats_in_use(own_formats))

    def _load_elsewhere(
        self, paths: Sequence[str], disable: Sequence[str], errors: int | None
    ) -> bool:
        """Let a plugin load a person's plugins; return whether one does."""
        from sudoku_engine.plugins.hooks import hook

        self.supervisor = hook("sudoku_loader")(paths=paths, disable=disable, errors=errors)
        if self.supervisor is None:
            return False
        try:
            self.registry = self.supervisor.load()
        except BaseException:
            self.close()
            raise
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        own = [each.origin.name for each in self.registry.plugins if each.origin.how != "bundled"]
        count = len(self.registry.ids("strategy"))
        return f"<Engine with {listed([f'{count} strategies', *own])}>"

    def close(self) -> None:
        """End the processes of plugins; puzzles can no longer use their rules and formats."""
        self._rules.close()
        if self.supervisor is not None:
            self.supervisor.end()

    # What the configuration means

    @cached_property
    def config(self) -> Config:
        """The configuration in use."""
        from sudoku_engine.config.config import read  # a configuration seldom comes from us

        return read(None).checked(self.registry, {})

    def component(self, kind: str, chosen: Chosen) -> Component:
        """Return the component that the configuration names as `chosen`, with its options."""
        return self.registry.find(kind, chosen.id).with_options(chosen.options)

    def strategies(self) -> list[Component]:
        """Return the strategies of the configuration, in the order in which they are tried."""
        if self.config.strategies is None:
            return self.registry.loop_strategies(self.config.loop.pencilmarks)
        return [self.component("strategy", chosen) for chosen in self.config.strategies]

    def solver(self) -> Component:
        """Return the solver of the configuration."""
        if self.config.solver is None:
            raise SudokuError("no solver: name one with --solver")
        return self.component("solver", self.config.solver)

    def loop(self) -> Loop:
        """Return the loop that the configuration describes."""
        chosen = self.config.fallback
        fallback = self.component("solver", chosen) if chosen else None
        return Loop(self.strategies(), self.config.loop, fallback)

    # Questions about a puzzle

    solve = _Method(solve)
    verify = _Method(verify)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return a function that a plugin brings, as a method."""
        module = None if name[0] == "_" else module_with(name)
        if module is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        function = getattr(import_module(module), name)
        takes_plugins = "plugins" in getattr(function, "__annotations__", ())
        return partial(function, plugins=self) if takes_plugins else function

    def chosen(self, strategies: Strategies, settings: LoopSettings = DEFAULTS) -> list[Component]:
        """Return these `strategies`, each once, in the order given."""
        if not isinstance(settings, LoopSettings):
            raise ArgumentError(
                f"settings is LoopSettings(mode='pass', ...), not {brief(settings)}"
            )
        if strategies is None:
            return self.registry.loop_strategies(settings.pencilmarks)
        named = [strategies] if not isinstance(strategies, Iterable) else strategies
        chosen: list[Component] = []
        for each in [named] if isinstance(named, str) else named:
            found = self.registry.strategies_named(each) if isinstance(each, str) else [_own(each)]
            chosen += found
        return list({component.id: component for component in chosen}.values())


def _own(strategy: Any) -> Component:
    """Return the component of a strategy passed as an object; raise UsageError for others."""
    try:
        found = Component.of("strategy", strategy, Origin("file", "this program"))
    except Misfit as why:
        raise UsageError(f"{brief(strategy)} is no strategy: {why}") from None
    name = os.path.basename(found.file)
    if os.path.isabs(found.file) and not os.path.exists(found.file):
        name = CELL  # a cell has no file on the disk, and its name is a number
    return replace(found, origin=Origin("file", name, found.file)) if name else found


def warn_of(events: Iterable[Event]) -> None:
    """Warn of the strategies among `events` that failed or found a wrong step."""
    for event in events:
        if isinstance(event, (Faulted, Rejected)):
            from sudoku_engine.api.event_text import fault_text

            _warn(fault_text(event, " and sits out"))


@cache
def _usual_engine() -> Engine:
    return Engine()


@cache
def bundled(kind: str, left_out: frozenset[str]) -> Sequence[Any]:
    """Return the objects of a `kind` that come with the engine, without plugins `left_out`."""
    registry = Registry()
    registry.load()
    return [component.object for component in registry.of_kind(kind)]


def engine_for(plugins: Places | Engine) -> AbstractContextManager[Engine]:
    """Return an engine with `plugins` for a block; without plugins, the shared engine."""
    if isinstance(plugins, Engine):
        return nullcontext(plugins)
    if isinstance(plugins, tuple) and not plugins:
        return nullcontext(_usual_engine())
    return Engine(plugins)
