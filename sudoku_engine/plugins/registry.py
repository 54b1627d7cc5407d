"""The registry: every component that was found, by kind and id, in its default order.

Bundled packages, installed packages (entry points of the group ``sudoku_engine``), files and
folders all come in the same way: a module is imported (`loading`), its hooks are called one by
one, and each thing that they offer is checked (`validation`). Each problem is kept as a
`PluginError` that names the plugin, with file and line if known; the rest goes on.

A strategy is found by its id or its name, and all strategies of a family by that of the family.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import pluggy

from sudoku_engine.api import hookspecs
from sudoku_engine.api.hookspecs import KINDS, PROJECT, thing_at
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.words import listed
from sudoku_engine.bundled import BUNDLED, is_here, modules_named, with_hook
from sudoku_engine.errors import PluginError, UsageError, near_name, quoted, shown_path
from sudoku_engine.plugins.component import Component, Origin, by_default, located
from sudoku_engine.plugins.loading import Code, found_modules
from sudoku_engine.plugins.strategy_index import indexed
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog, fault_text

if TYPE_CHECKING:
    from sudoku_engine.plugins.validation import Offer

LOAD_IT = "load the file with -p, and name the strategy in it by its id"

SEVERAL_NAMES = "this is more than one name: repeat the option, or write a list"


def strategy_meant(name: str, strategies: Sequence[Component]) -> str:
    """Return the id of the strategy, or the family, that `name` means among the `strategies`.

    A strategy may be called by its name, too, if no other has it: capitals, blanks and hyphens do
    not matter, so ``X-Wing`` is ``x_wing``. An unknown name is returned as it is.
    """
    ids = [component.id for component in strategies]
    if name in ids or name in FAMILY_NAMES:
        return name
    plain = plain_name(name)
    if plain in ids or plain in FAMILY_NAMES:
        return plain
    called = [component.id for component in strategies if plain_name(component.name) == plain]
    return called[0] if len(called) == 1 else name


def plain_name(name: str) -> str:
    """Return the `name` of a strategy or a family as it is in ids.

    >>> plain_name("Finned X-Wing")
    'finned_x_wing'
    """
    return re.sub(r"[\s_-]+", "_", name.strip().lower())


def strategies_named(name: str, strategies: Sequence[Component]) -> list[Component]:
    """Return the strategy that `name` means, or the members of that family, in their order.

    Members of a family that take part only by name are left out, unless the family has no others.
    Raises UsageError for an unknown name, with the nearest name, and for a family without members
    among the `strategies`.
    """
    by_id = {component.id: component for component in strategies}
    name = strategy_meant(name, strategies)
    if name in by_id:
        return [by_id[name]]
    if name not in FAMILY_NAMES:
        raise UsageError(f"unknown strategy {quoted(name)}: {near_strategy(name, by_id)}")
    families = FAMILY_NAMES[name]
    members = [component for component in strategies if component.family in families]
    if not members:
        loaded = sorted({each.family for each in strategies if each.family})
        known = f"name one of {listed(loaded)}" if loaded else "name strategies by their ids"
        raise UsageError(f"no strategy of the family {quoted(name)} is loaded: {known}")
    return by_default(members) or members


def not_loaded(name: str) -> str:
    """Return how to load a strategy, if `name` is its file or a file nearby; otherwise ''."""
    if name.endswith(".py"):
        return LOAD_IT
    return f"load the file with -p {name}.py" if os.path.isfile(f"{name}.py") else ""


def near_strategy(name: str, ids: Iterable[str]) -> str:
    """Return a hint for an unknown `name`: the nearest of the `ids` and families, or families."""
    if mend := not_loaded(name):
        return mend
    if "," in name:
        return SEVERAL_NAMES
    near = near_name(name, [*ids, *FAMILY_NAMES])
    if near.startswith("did"):
        return near
    return f"'plugins list' has the ids; the families are {listed(sorted(FAMILY_NAMES))}"


LOAD_TIMEOUT = 10.0
"""The most seconds for a plugin to load, and for a hook to return."""


@dataclass(eq=False, repr=False)
class Plugin:
    """A file or package that offers components, and its state."""

    origin: Origin
    state: Literal["loaded", "failed", "disabled"] = "loaded"
    problems: list[PluginError] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    """Its components, except those that another plugin replaced."""
    is_unusable: bool = False
    """Whether its code ran without a usable result."""

    def own(self, kind: str) -> list[Component]:
        """Return its components of `kind`, unless it is bundled."""
        is_bundled = self.origin.how == "bundled"
        return [each for each in self.components if each.kind == kind and not is_bundled]


class Registry:
    """All components that were found, by kind and id."""

    def __init__(self, timeout: float = LOAD_TIMEOUT) -> None:
        """Begin with an empty registry; `timeout`: the most seconds for a plugin to load."""
        self.plugins: list[Plugin] = []
        """The plugins, in the order in which they were loaded."""
        self.notices: list[str] = []
        """Notices for the user: which components were replaced."""
        self.not_disabled: dict[str, str] = {}
        """The unknown names in the list of things to leave out, each with the nearest name."""
        self._disabled: frozenset[str] = frozenset()
        self._components: dict[str, dict[str, Component]] = {kind: {} for kind in KINDS}
        self._waiting: set[str] = set()
        self._single: dict[tuple[str, str], Component] = {}
        self._bundled: set[str] = set()
        self._has_foreign = False
        self._entries: dict[str, Sequence[Component | str]] = {}
        self._time_limit = Watchdog(timeout).time_limit()

    def of_kind(self, kind: str) -> list[Component]:
        """Return the components of `kind` in their default order.

        Strategies: the bundled ones in their own order, others before the first bundled one
        whose score is not lower.
        """
        components = list(self._known(kind).values())
        return _in_order_of_trial(components, self._bundled) if kind == "strategy" else components

    def ids(self, kind: str) -> list[str]:
        """Return the ids of the components of `kind`, in their default order."""
        return [component.id for component in self.of_kind(kind)]

    def find(self, kind: str, name: str) -> Component:
        """Return the component of `kind` with the id `name`; raise UsageError if unknown."""
        if alone := self._alone(kind, name):
            return alone
        known = self._known(kind)
        component = known.get(name)
        if component is None:
            raise UsageError(f"unknown {kind} {quoted(name)}: {near_name(name, known)}")
        return component

    def loop_strategies(self, marks: str) -> list[Component]:
        """Return the strategies that take part by default, for pencil marks kept as `marks` says.

        They are in their default order; those for manual marks come first, or are left out.
        """
        return by_default(self._in_loop_order(marks))

    def _in_loop_order(self, marks: str) -> list[Component]:
        strategies = self.of_kind("strategy")
        first = [component for component in strategies if component.marks == "manual"]
        others = [component for component in strategies if component.marks is None]
        return first + others if marks == "manual" else others

    def strategy_meant(self, name: str) -> str:
        """Return the id of the strategy, or the family, that `name` means; see `families`."""
        return strategy_meant(name, self.of_kind("strategy"))

    def strategies_named(self, name: str) -> list[Component]:
        """Return what the function `strategies_named` does, among all that are loaded."""
        return strategies_named(name, self._in_loop_order("manual"))

    @property
    def problems(self) -> list[PluginError]:
        """The problems of the plugins, in loading order."""
        return [problem for plugin in self.plugins for problem in plugin.problems]

    @property
    def requested_problems(self) -> list[PluginError]:
        """The problems of plugins that the user requested."""
        requested = [plugin for plugin in self.plugins if plugin.origin.requested]
        return [problem for plugin in requested for problem in plugin.problems]

    @property
    def has_failed(self) -> bool:
        """Whether a plugin that the user requested has a problem."""
        return bool(self.requested_problems)

    def load(
        self,
        paths: Sequence[str] = (),
        disable: Sequence[str] = (),
        lost: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:
        """Load the bundled and the installed plugins, and the files, folders and names in `paths`.

        `disable` names plugins or single components to leave out; `lost` has the files that are
        not loaded again, each with why not and at which line. Unless some are left out, the bundled
        components of a kind are imported when the first of them is needed.
        """
        found = list(found_modules(paths))
        if not disable:
            ours = [origin for origin, _ in found if origin.how == "bundled"]
            self.plugins += map(Plugin, ours)
            self._waiting = set(KINDS)
            found = found[len(ours) :]
            self._has_foreign = bool(found)
            if not found:
                return
            self._known("strategy")
        # Imported before a person's code runs, which can break what is imported after it.
        from sudoku_engine.plugins.validation import Offer, examine

        manager = pluggy.PluginManager(PROJECT)
        manager.add_hookspecs(hookspecs)
        self._disabled = frozenset(disable)
        unknown = {name for name in disable if not modules_named([name])}
        left_out = modules_named(disable)
        for origin, load in found:
            if origin.how == "bundled" and origin.name in left_out:
                self.plugins.append(Plugin(origin, "disabled"))
            elif origin.how == "bundled" and not is_here(origin.name):
                continue
            elif lost and (loss := lost.get(origin.source)):
                why, line = loss
                problem = located(origin, f"{why}, while it is loaded", line=line)
                self.plugins.append(Plugin(origin, "failed", [problem]))
            else:
                offer = Offer([], [])
                work = partial(examine, manager, origin, load, offer)
                self._add(origin, work, offer, unknown)
        known = [plugin.origin.name for plugin in self.plugins]
        known += [module.rpartition(".")[2] for module in BUNDLED]
        known += [component.id for plugin in self.plugins for component in plugin.components]
        if not lost:  # an unknown name may belong to a lost file
            self.not_disabled = {name: near_name(name, known) for name in unknown}

    def entered(self, kind: str) -> list[Component] | None:
        """Return the components of `kind` in the order in which they were entered.

        None if they are the bundled components and were not needed so far.
        """
        return None if kind in self._waiting else list(self._components[kind].values())

    def expect(self, kind: str, entries: Sequence[Component | str] | None) -> None:
        """Enter the components of `kind` when the first is needed, in the order of `entries`.

        A bundled component is named by its id; None means all bundled components.
        """
        if entries is not None:
            self._entries[kind] = entries
        self._waiting.add(kind)

    def _alone(self, kind: str, name: str) -> Component | None:
        """Return a bundled component that can be imported without the others of its kind."""
        if kind not in self._waiting or kind in self._entries:
            return None
        if (kind, name) not in self._single:
            for plugin in self._ours(kind):
                places = getattr(importlib.import_module(plugin.origin.name), "PLACES", {})
                if place := places.get(name):
                    component = Component.of(kind, thing_at(place), plugin.origin)
                    self._single[kind, name] = component
        return self._single.get((kind, name))

    def _known(self, kind: str) -> dict[str, Component]:
        """Return the components of `kind` by id; import them now if they were not needed before."""
        if kind in self._waiting:
            self._waiting.discard(kind)
            for plugin in self._ours(kind):
                module = importlib.import_module(plugin.origin.name)
                hook = getattr(module, KINDS[kind].hook_name)
                if kind == "strategy" and not self._has_foreign:
                    made = indexed(plugin.origin, hook)
                else:
                    made = (Component.of(kind, thing, plugin.origin) for thing in hook())
                for component in made:
                    self._enter(plugin, self._single.get((kind, component.id), component))
            if kind in self._entries:
                ours = self._components[kind]
                entries = self._entries[kind]
                each_one = [ours.get(one) if isinstance(one, str) else one for one in entries]
                self._components[kind] = {each.id: each for each in each_one if each is not None}
        return self._components[kind]

    def _ours(self, kind: str) -> list[Plugin]:
        names = [*filter(is_here, with_hook(KINDS[kind].hook_name))]
        bundled = [each for each in self.plugins if each.origin.how == "bundled"]
        return [each for each in bundled if each.origin.name in names]

    def _add(
        self, origin: Origin, work: Callable[[], None], offer: Offer, disable: set[str]
    ) -> None:
        """Add the plugin from `origin` with its `offer`, which the `work` finds."""
        plugin = Plugin(origin)
        self.plugins.append(plugin)
        names = {origin.name, os.path.splitext(os.path.basename(origin.name))[0]}
        if disabled := names & disable:
            plugin.state = "disabled"
            disable -= disabled
            return
        code = Code("" if origin.how == "bundled" else origin.source)
        plugin.problems = offer.problems
        try:
            self._time_limit.call(code, work)
        except PluginStopped as stop:
            why = "it does not come to an end"
            offer.problems.append(located(origin, why, code.file, stop.line))
        except PluginError as error:
            offer.problems.append(error)
        except BaseException as error:  # a hostile module: its names, its __dir__
            offer.problems.append(located(origin, f"it cannot be used: {fault_text(error)}"))
        plugin.is_unusable = bool(offer.problems and not offer.components)
        for component in offer.components:
            if component.id in self._disabled:
                disable.discard(component.id)
            else:
                self._enter(plugin, component)
        if plugin.problems and not plugin.components:
            plugin.state = "failed"

    def _enter(self, plugin: Plugin, component: Component) -> None:
        """Add `component`, unless one that takes precedence has its id."""
        known = self._known(component.kind)
        other = known.get(component.id)
        if other is not None:
            is_same = (other.file, other.line) == (component.file, component.line)
            if is_same and component.line and other not in plugin.components:
                return  # one file imports it from another, and both were loaded
            what = f"{component.label} {component.id!r}"
            if other.origin.requested or not component.origin.requested:
                whose = shown_path(other.origin.path) or other.origin
                mend = "rename or disable one"
                if other in plugin.components:  # two of one function, by partials or in a loop
                    mend = f'give one an id of its own, @{component.kind}(..., id="other")'
                why = f"{what} already exists, from {whose}: {mend}"
                plugin.problems.append(located(plugin.origin, why, component.file, component.line))
                return
            self.notices.append(f"{component.origin} replaces the {other.origin} {what}")
        elif component.is_bundled and component.kind == "strategy":
            self._bundled.add(component.id)
        known[component.id] = component
        plugin.components.append(component)


def _in_order_of_trial(strategies: list[Component], bundled: set[str]) -> list[Component]:
    """Return the `bundled` strategies in order, every other before the first that is not easier."""
    order = [component for component in strategies if component.id in bundled]
    for component in strategies:
        if component.id not in bundled:
            harder = (
                index
                for index, other in enumerate(order)
                if other.id in bundled and other.score >= component.score
            )
            order.insert(next(harder, len(order)), component)
    return order
