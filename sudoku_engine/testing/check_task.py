"""The tasks of a guest in which a person's plugins are checked: load them, then check one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.config.config import Chosen, Config, Draft, Override, read
from sudoku_engine.errors import SudokuError, UsageError, did_you_mean
from sudoku_engine.formats.naming import near_file
from sudoku_engine.guests.guest import Guest
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.refusals import Refusals
from sudoku_engine.plugins.registry import Registry, bundled_technique
from sudoku_engine.plugins.seal import seal_check
from sudoku_engine.testing.advice.wording import advice_on_loading
from sudoku_engine.testing.examination import Examination
from sudoku_engine.testing.findings import finding_as_json
from sudoku_engine.testing.fresh_run import Ask, asking
from sudoku_engine.testing.kit import Kit, bundled_kit
from sudoku_engine.testing.meant_strategy import meant_strategy
from sudoku_engine.testing.own_work.audit import listen
from sudoku_engine.testing.problems import problem_records
from sudoku_engine.version import NAME

Given = Mapping[str, Any]

MOMENT = 0.2
"""The seconds between two messages on the progress."""


def prepare(guest: Guest) -> None:
    """Add the tasks to the `guest`."""
    checker = PluginChecker(guest)
    guest.tasks.update(load=checker.load, check=checker.check)


class PluginChecker:
    """The kit, and the components to check, by kind and id."""

    kit: Kit
    """The kit; there from when the plugins are loaded."""

    demands_own_work = False
    """Whether strategies may use none of the bundled ones."""

    def __init__(self, guest: Refusals) -> None:
        """Prepare the tasks of the `guest`, or of this process where no other can be started."""
        seal_check("sudoku_engine.testing")
        listen(guest)
        self.guest = guest
        self.components: dict[tuple[str, str], Component] = {}
        self.examination: Examination | None = None
        """The last examination in this guest."""

    def load(self, given: Given) -> Iterator[Any]:
        """Load the plugins; yield what there is to check, and each problem."""
        try:
            yield from self._loaded(given)
        except SudokuError as error:
            for record in problem_records(error):
                yield {"problem": record, "is_requested": True}

    def _loaded(self, given: Given) -> Iterator[Any]:
        self.guest.is_guarded = True
        registry = Registry(given["load_seconds"])
        draft = read(given["config"], given["paths"])
        registry.load(draft.plugins, draft.disable, given["lost"])
        for problem in registry.problems:
            requested = _is_requested(registry, problem)
            for record in problem_records(problem, advice_on_loading(problem.what)):
                yield {"problem": record, "is_requested": requested}
        layout, against = given["layout"], given["against"]
        overrides = {} if layout is None else {"layout": Override("--layout", layout)}
        config = draft.checked(registry, overrides, registry.has_failed)
        self.kit = Kit(
            bundled_kit().ours,
            against and bundled_technique(against, bundled_kit().ours),
            layout=config.layout,
            is_strict=given["strict"],
            limit=given["seconds"],
            has_windows=given["windows"],
            demands_own_work=self.demands_own_work,
            fresh=self._ask(draft),
        )
        for component in _wanted(registry, given["target"], given["is_file"]):
            found = _with_options(component, config)
            self.components[found.kind, found.id] = found
            about = ("id", "kind", "name", "file", "line")
            yield {"plugin": {name: getattr(found, name) for name in about}}

    def _ask(self, draft: Draft) -> Ask | None:
        """Return what asks a strategy in a fresh process; None if nobody can start one."""
        guest = self.guest
        return asking(guest, draft.plugins, draft.disable) if isinstance(guest, Guest) else None

    def check(self, given: Given) -> Iterator[Any]:
        """Check a component; yield each check before it is made, then its finding."""
        component = self.components.get((given["kind"], given["id"]))
        if component is None:
            raise UsageError("it is not there when it is loaded again", given["id"])
        self.guest.is_guarded = not component.is_bundled
        examination = self.examination = Examination(component, self._kit_for(component))
        for check in examination.checks():
            yield {"check": check.name, "right": check.right, "wrong": check.wrong}
            if check.name == "in_time":
                yield from _seldom(examination.progress())
            finding = finding_as_json(check.run())
            yield {"finding": finding, "boards": examination.boards, "fired": examination.fired}

    def _kit_for(self, component: Component) -> Kit:
        """Return the kit for `component`: one strategy of a file is compared with a technique."""
        technique = self.kit.against
        if technique is None or component.kind != "strategy":
            return self.kit
        rivals = [
            other
            for other in self.components.values()
            if (other.kind, other.file) == (component.kind, component.file)
        ]
        if len(rivals) == 1:
            return self.kit
        meant = meant_strategy(rivals, technique, self.kit)
        if meant is component:
            return self.kit
        return replace(self.kit, against=None, compared_instead=meant.name)


def _seldom(progress: Iterable[tuple[int, int]]) -> Iterator[dict[str, tuple[int, int]]]:
    """Yield some of the `progress`, as people see it."""
    last = monotonic()
    for boards in progress:
        if monotonic() - last > MOMENT:
            last = monotonic()
            yield {"progress": boards}


def _is_requested(registry: Registry, problem: SudokuError) -> bool:
    return any(
        problem in plugin.problems and plugin.origin.requested for plugin in registry.plugins
    )


def _wanted(registry: Registry, target: str, is_file: bool) -> list[Component]:
    """Return the components of the file, folder or package `target`, or the one with that id."""
    if is_file:
        root = os.path.realpath(target)
        sources = [
            source
            for source in registry.plugins
            if source.origin.how == "file"
            and f"{os.path.realpath(source.origin.path)}{os.sep}".startswith(f"{root}{os.sep}")
        ]
    else:
        named = [p for kind in KINDS for p in registry.of_kind(kind) if p.id == target]
        if named:
            return named
        sources = [source for source in registry.plugins if source.origin.name == target]
        if not sources:
            raise UsageError(f"no file and no plugin {target!r}{_near(target, registry)}")
    found = [component for source in sources for component in source.components]
    if not found and not any(source.problems for source in sources):
        raise UsageError(f"{target}: there is no plugin to check, or all are disabled")
    return found


def _near(target: str, registry: Registry) -> str:
    """Return a hint for an unknown `target`: a file here, or the nearest id."""
    if os.path.exists(f"{target}.py"):
        return f": did you mean {f'{target}.py'!r}?"
    if near := did_you_mean(target, [each for kind in KINDS for each in registry.ids(kind)]):
        return f": {near}"
    return near_file(target) or f": `{NAME} plugins list` shows the ids"


def _with_options(component: Component, config: Config) -> Component:
    """Return `component` with the options that `config` sets for it."""
    chosen: dict[str, Iterable[Chosen | None]] = {
        "strategy": config.strategies or (),
        "solver": (config.solver, config.fallback),
        "generator": (config.generator,),
        "checker": (config.checker,),
        "reporter": config.reporters,
        "frontend": (config.frontend,),
    }
    for one in chosen[component.kind]:
        if one is not None and one.id == component.id:
            return component.with_options(one.options)
    return component
