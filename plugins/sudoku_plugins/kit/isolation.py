"""Check plugins: they run in a guest, a process that is ended if it does not end by itself.

The checks are made here. The guest only calls the plugin, and what it says is a claim. This is no
security sandbox: a plugin may still read and write whatever the user may. But a mistake (an
endless loop, all the memory, ``sys.exit``) ends only one check, not the program.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from sudoku_engine import Grid, Layout, PluginError, SudokuError
from sudoku_engine.api.hookspecs import KINDS, PROJECT
from sudoku_engine.board.variants import rule_id
from sudoku_engine.bundled import NAME
from sudoku_engine.config.config import Chosen, Config, Draft, Override, read
from sudoku_engine.errors import ConfigErrors, LocatedError, RecordError, UsageError, did_you_mean
from sudoku_engine.formats.given import near_file
from sudoku_engine.plugins.component import Component, Failure, Origin
from sudoku_engine.plugins.loading import found_modules
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.kit.advice.code import advice_on_lateness
from sudoku_plugins.kit.advice.errors import advice_from_words, advice_on_loading
from sudoku_plugins.kit.algorithms import algorithm, algorithm_names
from sudoku_plugins.kit.boards_with_solutions import technique_boards, technique_like
from sudoku_plugins.kit.checks.strategy.steps import in_time
from sudoku_plugins.kit.examination import Examination, checks_of
from sudoku_plugins.kit.findings import OUR_FAILURE, Check, Finding, NotChecked, PluginReport
from sudoku_plugins.kit.guest_calls import FORGED, TASKS, GuestCalls
from sudoku_plugins.kit.kit import (
    CHECK_SEED,
    LIMIT,
    OTHER_SEED,
    FreshRun,
    Kit,
    bundled_kit,
    bundled_technique,
)
from sudoku_plugins.kit.plugin_calls import (
    MOST_STEPS,
    Caller,
    Calls,
    LocalCalls,
    StrategyAnswer,
    Unusable,
    lateness,
)
from sudoku_plugins.kit.technique_comparison import changes_of
from sudoku_plugins.sandbox import workshop
from sudoku_plugins.sandbox.codec import Codec, registry_of
from sudoku_plugins.sandbox.host import (
    OWN_ERRORS,
    GuestDied,
    GuestError,
    GuestSettings,
    Host,
)
from sudoku_plugins.sandbox.supervisor import request


def meant_strategy(strategies: Sequence[Component], technique: Component, kit: Kit) -> Component:
    """Return the one of `strategies` that is meant to be `technique`.

    That is the one with its name, else the only one of its family, else the one that finds most of
    its steps.
    """
    named = {strategy.id: technique_like(strategy, kit.ours) for strategy in strategies}
    rules: tuple[Callable[[Component], bool], ...] = (
        lambda strategy: named[strategy.id] is technique,
        lambda strategy: bool(technique.family) and strategy.family == technique.family,
        lambda strategy: named[strategy.id] is None,
    )
    able = next(filter(None, ([*filter(rule, strategies)] for rule in rules)), list(strategies))
    if len(able) == 1:
        return able[0]
    boards = [position.grid for position in technique_boards(technique.id)]
    return max(able, key=lambda strategy: _fit(kit.caller(strategy), technique, boards))


def _fit(caller: Caller, technique: Component, boards: Sequence[Grid]) -> float:
    """Return how much of `technique`, and how little else, a strategy finds on the `boards`."""
    fit = 0.0
    with suppress(Unusable, NotChecked):
        for grid, answer in zip(boards, caller.answers(boards)):
            wanted = changes_of(technique.call(grid) or (), grid)
            found = changes_of(answer.steps, grid)
            fit += len(wanted & found) / len(wanted | found)
    return fit


MEMORY = 1 << 30  # bytes of memory for a plugin
MOST_SECONDS = 180.0  # seconds to load all plugins, and for one request
BOARDS = 0.4  # the part of its time that a strategy needs for all boards; checks need the rest


@dataclass
class FileReport:
    """The results for one file or name."""

    target: str  # the file or name
    reports: list[PluginReport] = field(default_factory=list)  # a report for each plugin
    problems: list[SudokuError] = field(default_factory=list)  # what is wrong with the file itself
    notices: list[SudokuError] = field(default_factory=list)  # problems with other plugins

    def add(self, error: SudokuError) -> None:
        """Add an `error`, each of several apart."""
        for each in error.errors if isinstance(error, ConfigErrors) else (error,):
            is_located = isinstance(each, LocatedError)
            self.problems.append(each if is_located else LocatedError(each.what, each.where))

    def note(self, problem: PluginError, is_requested: bool = True) -> None:
        """Add a problem with a plugin, and how to mend it; `is_requested`: by the user."""
        (self.problems if is_requested else self.notices).append(with_mend(problem))


def with_mend(problem: PluginError) -> PluginError:
    """Return a `problem` with the loading of a plugin, with how to mend it."""
    advice = advice_on_loading(problem.what)
    if not advice:
        return problem
    mended = copy(problem)
    mended.what = f"{problem.what} ({advice})"
    return mended


@dataclass(frozen=True)
class CheckRequest:
    """A request to check plugins."""

    target: str  # a file, or the id or name of a plugin
    plugins: Sequence[str] = ()  # files to load as well
    config: str | None = None  # a configuration file, whose plugins and options are used
    layout: str | None = None  # the board to check on
    against: str | None = None  # the id of a technique to compare with
    strict: bool = False  # whether advice counts as a fault
    windows: bool = False  # whether front ends may open windows
    demands_own_work: bool = False  # whether strategies may use none of ours: they are marked
    seconds: float = LIMIT  # that one call may take
    folder: str | None = None  # the folder in which the plugins work, None for the current one

    @property
    def is_file(self) -> bool:
        """Whether the target is a file or a folder."""
        return os.path.exists(self.target) or self.target.endswith(".py") or os.sep in self.target

    @property
    def paths(self) -> list[str]:
        """The files and folders that are named."""
        return [*self.plugins, self.target] if self.is_file else list(self.plugins)


class Watcher:
    """An observer of checks; by default it does nothing."""

    def begins(self, component: Component, kit: Kit) -> bool:
        """Take a `component`, which may be called; return whether to make its checks."""
        return True

    def progress(self, done: int, total: int) -> None:
        """Take how many boards a strategy was tried on, of how many."""

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Take a `finding` as it comes; None when the checks of a plugin are over."""

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Take a `component` after its checks; `known` is None if it ended its process."""


def part_done(report: PluginReport, is_compared: bool) -> float:
    """Return the part of the checks on a plugin that is done; `is_compared`: with a technique."""
    done = len(report.findings)
    if done < 2:
        return 0.0  # the first check calls nothing; then all boards have their turn
    return BOARDS + (1 - BOARDS) * done / len(checks_of(report.kind, is_compared))


def check_plugin(target: str, watcher: Watcher | None = None, **asked: Any) -> FileReport:
    """Return the findings on all plugins in `target`; `asked`: see `CheckRequest`."""
    request, outcome = CheckRequest(target, **asked), FileReport(target)
    name = Path(target).stem
    if target.endswith(".py") and (name in sys.stdlib_module_names or name == PROJECT):
        why = f"run in its folder, Python takes it for its own module {name}"
        outcome.notices.append(PluginError(f"{why}: rename it, such as my_{name}.py", target))
    try:
        draft = read(request.config, request.paths)
    except SudokuError as error:
        outcome.add(error)
        return outcome
    plugins = {"paths": list(draft.plugins), "disable": list(draft.disable)}
    settings = GuestSettings(TASKS, MEMORY, True, True, request.folder, hash_seed=CHECK_SEED)
    own = replace(settings, tasks=workshop.__name__)
    fresh = {
        seed: Host(replace(own, hash_seed=seed), plugins, MOST_SECONDS)
        for seed in (CHECK_SEED, OTHER_SEED)
    }
    with Host(settings, plugins, MOST_SECONDS) as host, fresh[OTHER_SEED]:
        try:
            known = [origin for origin, _ in found_modules(draft.plugins)]
            registry = _load(host, target, known)
        except SudokuError as error:
            outcome.add(error)
            return outcome
        for plugin in registry.plugins:
            for problem in plugin.problems:
                outcome.note(problem, plugin.origin.requested)
        checked = PluginCheck(request, watcher or Watcher(), partial(GuestCalls, host), fresh)
        checked.fill(outcome, draft, registry)
    return outcome


def _load(host: Host, target: str, known: Sequence[Origin]) -> Registry:
    """Return the plugins in the guest; raise PluginError if its catalog has others than `known`."""
    try:
        catalog = Codec().value(host.load())
        # Nobody calls these methods: they only have their names.
        return registry_of(catalog, lambda kind, name, names: dict.fromkeys(names, print), known)
    except (RecordError, LookupError, TypeError, ValueError) as error:
        raise PluginError(FORGED, target) from error


def ask_fresh(
    processes: Mapping[int, Host], component: Component, boards: Sequence[Grid], seed: int
) -> FreshRun:
    """Return the answers of a strategy to `boards`, and why there are no more; see `Ask`.

    `processes`: by hash seed, a guest as in a run: nothing of the kit is loaded there, and it has
    met no other board. So it shows whether a strategy does the same when nobody checks it, when
    sets of texts have another order, and when there is nothing to remember.
    """
    answers: list[StrategyAnswer] = []
    with processes[seed] as process:
        try:
            process.load()
            for board in boards:
                answers.append(_ask_process(process, component, board))
        except (GuestDied, SudokuError) as error:
            return FreshRun(answers, str(error))
    return FreshRun(answers)


def _ask_process(process: Host, component: Component, board: Grid) -> StrategyAnswer:
    """Return the answer to one `board`, without the lines of its steps."""
    codec, steps = Codec(), []
    why, line = "", 0
    given = request(codec, component.kind, component.id, "find", (board,), component.options)
    for data in islice(process.results("call", given, own_errors=OWN_ERRORS), MOST_STEPS):
        found = codec.value(data)
        if isinstance(found, Failure):
            why, line, _ = found
            break
        steps.append(found)
    return StrategyAnswer(board, tuple(steps), (0,) * len(steps), why, line)


class PluginCheck:
    """The checks of the plugins that a request means, wherever their code runs."""

    def __init__(
        self,
        request: CheckRequest,
        watcher: Watcher,
        calls: Callable[[Component, float], Calls] = LocalCalls,
        fresh: Mapping[int, Host] | None = None,
    ) -> None:
        """Prepare the checks; `calls`: see `Kit`; `fresh` asks strategies in other processes."""
        self._request, self._watcher = request, watcher
        self._calls, self._fresh = calls, fresh

    def fill(self, outcome: FileReport, draft: Draft, registry: Registry) -> None:
        """Add a report to `outcome` for each plugin."""
        try:
            components, kit = self._prepare(draft, registry)
        except SudokuError as error:
            outcome.add(error)
            return
        outcome.reports += [
            PluginReport(each.id, each.kind, each.name, each.file, each.line) for each in components
        ]
        if self._fresh and any(each.kind == "strategy" for each in components):
            self._fresh[OTHER_SEED].start()  # it loads while the checks go on
        for component, report in zip(components, outcome.reports):
            try:
                self._examine(component, report, kit, components)
            except SudokuError as error:
                report.findings.append(Finding(str(error), ok=None))
                outcome.problems.append(error)

    def _prepare(self, draft: Draft, registry: Registry) -> tuple[list[Component], Kit]:
        request = self._request
        layout, against = request.layout, request.against
        overrides = {} if layout is None else {"layout": Override("--layout", layout)}
        config = draft.checked(registry, overrides, registry.has_failed)
        ours = bundled_kit().ours
        kit = Kit(
            ours,
            compared_with(against, ours) if against else None,
            exercise=algorithm(against),
            layout=config.layout,
            is_strict=request.strict,
            limit=request.seconds,
            has_windows=request.windows,
            demands_own_work=request.demands_own_work,
            fresh=partial(ask_fresh, self._fresh) if self._fresh else None,
            calls=self._calls,
        )
        wanted = _find_wanted(registry, request.target, request.is_file)
        return [_with_options(component, config) for component in wanted], kit

    def _examine(
        self, component: Component, report: PluginReport, kit: Kit, components: Sequence[Component]
    ) -> None:
        watcher, current = self._watcher, in_time
        examination: Examination | None = None

        def add(finding: Finding) -> None:
            report.findings.append(finding)
            watcher.finding(report, finding)

        try:
            kit = _kit_for(component, kit, components)
            if not watcher.begins(component, kit):
                return
            examination = Examination(component, kit)
            report.awaited = frozenset(check.name for check in examination.checks())
            for current in examination.checks():
                if current.name == in_time.name:
                    for boards in examination.progress():  # the work that most checks need
                        watcher.progress(*boards)
                finding = current.run()
                report.boards, report.fired = examination.boards, examination.fired
                add(finding)
        except GuestDied as death:
            examination = None
            add(self._fatal(death, report, current))
        watcher.finding(report, None)
        watcher.examined(component, kit, report, examination)

    def _fatal(self, death: GuestDied, report: PluginReport, check: Check) -> Finding:
        full_trace = str(death.__cause__ or "")
        found = partial(Finding, check=check.name, full_trace=full_trace)
        if why := own_failure(death):
            return found(why, about=check.right, ok=None, is_of_kit=True)
        why = ending(death, self._request.seconds)
        late = advice_on_lateness(report.file, kind=report.kind) if death.is_late else ""
        return found(
            why,
            about=check.wrong,
            line=death.line if death.file == report.file else report.line,
            advice=late or advice_from_words(why, report.kind),
            is_late=death.is_late,
        )


def ending(death: GuestDied, seconds: float) -> str:
    """Return in words why a guest had to end in a check with so many `seconds` for a call."""
    return lateness(seconds) if death.is_late else death.why


def own_failure(death: GuestDied) -> str:
    """Return in words that a guest had to end for an error of ours; empty if it was a plugin's."""
    error = death.__cause__
    if death.subject is not None or not isinstance(error, GuestError):
        return ""
    return "" if error.what.startswith("MemoryError") else f"{OUR_FAILURE}: {error.what}"


def compared_with(name: str, ours: Sequence[Component]) -> Component | None:
    """Return the bundled rule or technique called `name`, or that of an exercise, if it has one."""
    if exercise := algorithm(name):
        return bundled_technique(exercise.technique, ours) if exercise.technique else None
    found = {rule.id: rule for rule in Layout.bundled("rule")}.get(rule_id(name))
    return (
        Component.of("rule", found) if found else bundled_technique(name, ours, algorithm_names())
    )


def _kit_for(component: Component, kit: Kit, components: Sequence[Component]) -> Kit:
    """Return the kit for `component`: one strategy of a file is compared with a technique."""
    technique = kit.against
    if kit.exercise is not None and kit.exercise.kind != component.kind:
        kit = replace(kit, exercise=None)
    if technique is not None and technique.kind != component.kind:
        return replace(kit, against=None)
    if technique is None or component.kind != "strategy":
        return kit
    rivals = [each for each in components if (each.kind, each.file) == ("strategy", component.file)]
    meant = component if len(rivals) == 1 else meant_strategy(rivals, technique, kit)
    return kit if meant is component else replace(kit, against=None, compared_instead=meant.name)


def _find_wanted(registry: Registry, target: str, is_file: bool) -> list[Component]:
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
    if os.path.exists(f"{target}.py"):
        return f": did you mean {f'{target}.py'!r}?"
    if near := did_you_mean(target, [each for kind in KINDS for each in registry.ids(kind)]):
        return f": {near}"
    return near_file(target) or f": `{NAME} plugins list` shows the ids"


def _with_options(component: Component, config: Config) -> Component:
    chosen: dict[str, Iterable[Chosen | None]] = {
        "strategy": config.strategies or (),
        "solver": (config.solver, config.fallback),
        "generator": (config.generator,),
        "checker": (config.checker,),
        "reporter": config.reporters,
        "frontend": (config.frontend,),
    }
    for one in chosen.get(component.kind, ()):
        if one is not None and one.id == component.id:
            return component.with_options(one.options)
    return component
