"""All plugins that were found: taken in, named, put into order.

Bundled packages, installed packages (entry points of the group ``sudoku_engine``), files and
folders all come in through the same door: a module is imported (`loading`), its hooks are
called one by one and each thing they offer is checked (`offers`). Whatever is wrong is kept as a
`PluginError` that names the plugin, with file and line where they are known; the rest goes on.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path

import pluggy

from sudoku_engine.api import hookspecs
from sudoku_engine.api.hookspecs import PROJECT
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.errors import PluginError, UsageError, near_name, shown_path, told
from sudoku_engine.isolation.time_limits import NO_LAST_RESORT, LastResort, Watchdog
from sudoku_engine.plugins.component import Component, Origin, located
from sudoku_engine.plugins.families import strategies_named
from sudoku_engine.plugins.loading import Load, found_modules, loaded
from sudoku_engine.plugins.validation import Source, offers

LOAD_TIMEOUT = 10.0
"""Seconds that a plugin may take to load, and a hook to return."""


class Registry:
    """All plugins that were found, by kind and id.

    `notices` are for people (what was replaced), `problems` what is wrong with plugins;
    those of `requested` sources count for the exit status.
    """

    def __init__(
        self,
        timeout: float = LOAD_TIMEOUT,
        last_resort: LastResort = NO_LAST_RESORT,
    ) -> None:
        """An empty registry.

        `timeout`: the seconds that a plugin may take to load, and a hook to return;
        `last_resort`: what to do about one that nothing can stop.
        """
        self.sources: list[Source] = []
        self.notices: list[str] = []
        self._disabled: frozenset[str] = frozenset()
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._components: dict[str, dict[str, Component]] = {kind: {} for kind in KINDS}
        self._waiting: set[str] = set()
        self._bundled: set[str] = set()
        self._watchdog = Watchdog(timeout, last_resort)
        self._time_limit = self._watchdog.time_limit()

    def of_kind(self, kind: str) -> list[Component]:
        """The plugins of `kind` in their default order.

        Strategies: the bundled ones in their own order, others before the first bundled one
        whose score is not lower.
        """
        components = list(self._known(kind).values())
        return _in_order_of_trial(components, self._bundled) if kind == "strategy" else components

    def ids(self, kind: str) -> list[str]:
        """The ids of the plugins of `kind`, in their default order."""
        return [component.id for component in self.of_kind(kind)]

    def find(self, kind: str, name: str) -> Component:
        """The plugin of `kind` with the id `name`; raises UsageError with the near name."""
        known = self._known(kind)
        component = known.get(name)
        if component is None:
            raise UsageError(f"unknown {kind} {name!r}: {near_name(name, known)}")
        return component

    def loop_strategies(self, marks: str) -> list[Component]:
        """Return all strategies in their default order, for pencil marks kept as `marks` says.

        Those for manual marks come first, or are left out.
        """
        strategies = self.of_kind("strategy")
        first = [component for component in strategies if component.marks == "manual"]
        others = [component for component in strategies if component.marks is None]
        return first + others if marks == "manual" else others

    def strategies_named(self, name: str) -> list[Component]:
        """Return the strategy with the id `name`, or the members of that family, in their order.

        Raises UsageError as `families.strategies_named` does.
        """
        return strategies_named(name, self.loop_strategies("manual"))

    @property
    def problems(self) -> list[PluginError]:
        """What is wrong with the sources, in the order in which they were loaded."""
        return [problem for source in self.sources for problem in source.problems]

    @property
    def has_failed(self) -> bool:
        """Whether something is wrong with a plugin that a person asked for."""
        return any(source.problems and source.origin.requested for source in self.sources)

    def load(self, paths: Sequence[str] = (), disable: Sequence[str] = ()) -> None:
        """Loads what is bundled, what is installed, and the files, folders and names of `paths`.

        `disable` names sources or single things not to be offered. Where there are only bundled
        components, those of a kind are imported when the first of them is needed. Raises
        UsageError for a name in `disable` that nothing has.
        """
        found = list(found_modules(paths))
        if not disable and all(origin.how == "bundled" for origin, _ in found):
            self.sources += [Source(origin) for origin, _ in found]
            self._waiting = set(KINDS)
            return
        self._disabled = frozenset(disable)
        unknown = set(disable)
        for origin, load in found:
            self._add(origin, load, unknown)
        for name in sorted(unknown):
            known = [source.origin.name for source in self.sources]
            known += [component.id for source in self.sources for component in source.components]
            raise UsageError(f"cannot disable {name!r}: {near_name(name, known)}")
        self._watchdog.stop_timer()

    def _known(self, kind: str) -> dict[str, Component]:
        """The components of `kind` by id, taken in now if they were not needed before."""
        if kind in self._waiting:
            self._waiting.discard(kind)
            for source in self.sources:
                module = importlib.import_module(source.origin.name)
                hook = getattr(module, KINDS[kind].hook_name, tuple)
                for thing in hook():
                    self._enter(source, Component.of(kind, thing, source.origin))
        return self._components[kind]

    def _add(self, origin: Origin, load: Load, disable: set[str]) -> None:
        source = Source(origin)
        self.sources.append(source)
        if disabled := {origin.name, Path(origin.name).stem} & disable:
            source.state = "disabled"
            disable -= disabled
            return
        try:
            module = loaded(origin, load, self._time_limit)
            for component in offers(self._manager, module, source, self._time_limit):
                if component.id in self._disabled:
                    disable.discard(component.id)
                else:
                    self._enter(source, component)
        except PluginError as error:
            source.problems.append(error)
        except Exception as error:  # a module made to be odd: its names, its __dir__
            source.problems.append(located(origin, f"it cannot be used: {told(error)}"))
        if source.problems and not source.components:
            source.state = "failed"

    def _enter(self, source: Source, component: Component) -> None:
        """Takes `component` in, unless another has its id and the better right to it."""
        known = self._known(component.kind)
        other = known.get(component.id)
        if other is not None:
            what = f"{component.kind} {component.id!r}"
            if other.origin.requested or not component.origin.requested:
                whose = shown_path(other.origin.path) or other.origin
                clash = f"{what} is there already, from {whose}: rename or disable one"
                error = located(source.origin, clash, component.file, component.line)
                source.problems.append(error)
                return
            self.notices.append(f"{component.origin} replaces the {other.origin} {what}")
        elif component.origin.how == "bundled" and component.kind == "strategy":
            self._bundled.add(component.id)
        known[component.id] = component
        source.components.append(component)


def _in_order_of_trial(strategies: list[Component], bundled: set[str]) -> list[Component]:
    """Those of `bundled` ids as they stand, each other before the first that is not easier.

    One that replaces a bundled one stands where that stood.
    """
    order = [component for component in strategies if component.id in bundled]
    for component in strategies:
        if component.id not in bundled:
            harder = (
                index
                for index, other in enumerate(order)
                if other.id in bundled and other.strategy.score >= component.strategy.score
            )
            order.insert(next(harder, len(order)), component)
    return order
