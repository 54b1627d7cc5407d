"""A pupil's file, in this process: solve a puzzle with it as a film, and check it."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from typing import Any, NamedTuple

from sudoku_engine.api.event_text import fault_text, short_notation
from sudoku_engine.api.events import (
    Ended,
    Event,
    Faulted,
    Found,
    Rejected,
    Started,
    Stepped,
)
from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.api.record import grid_of, grid_record, step_of, step_record
from sudoku_engine.board.clue import Part, Value
from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Step
from sudoku_engine.board.variants import rule_book, rules_in_use
from sudoku_engine.config.config import read
from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.solving.settings import LoopSettings
from sudoku_frontends.film.document import film_document
from sudoku_plugins.generators.generation import puzzle_fault
from sudoku_plugins.kit.examination import (
    Examination,
    has_hidden_boards,
    hidden_findings,
    hidden_kit,
)
from sudoku_plugins.kit.finding_text import fault_runs
from sudoku_plugins.kit.findings import Check, Finding, NotChecked, PluginReport
from sudoku_plugins.kit.isolation import (
    BOARDS,
    CheckRequest,
    FileReport,
    PluginCheck,
    Watcher,
    part_done,
    with_mend,
)
from sudoku_plugins.kit.kit import Kit, bundled_kit
from sudoku_plugins.kit.plugin_calls import Unusable
from sudoku_plugins.reasons.why import why
from sudoku_plugins.trace.asking import trace_of
from sudoku_plugins.trace.trace_page import trace_document

OnProgress = Callable[[float, str], Any]
"""Takes how much is done, from 0 to 1, and what is being done, in words."""

USUAL_TITLE = "The puzzle"
"""The name of a puzzle that has none."""

SINGLES = ("full_house", "naked_single", "hidden_single")
"""The techniques that help a strategy which is watched almost alone."""

MOST_EVENTS = 600
"""The number of events of a pupil's search that the film shows; then only its end."""

MOST_SECONDS = 10.0

SEARCH = "bitboard"
"""The solver that fills the rest where no strategy goes on."""


def shown(
    puzzle: str, title: str = USUAL_TITLE, marks: Marks = "auto", source: str = ""
) -> dict[str, Any]:
    """Return a film of the board at the start alone.

    `source`: a pupil's code, which does not run: clues of its rules are drawn and mean nothing yet.
    """
    with ExitStack() as stack:
        for rule in _rules_in(source):
            rule_book().add(rule)
            stack.callback(rule_book().remove, rule)
        grid = parse(puzzle, marks=marks)
        return {"film": film_document([(tell(title), [Started(grid, ())])])}


class _RuleInWords(NamedTuple):
    """A rule of which is known how its clues look, and not what they demand."""

    id: str
    name: str
    draws: str | None
    is_everywhere: bool

    def demands(self, layout: Layout, cells: tuple[int, ...], value: Value) -> tuple[Part, ...]:
        """Return that the cells may hold anything."""
        return ()

    def places(self, layout: Layout, digits: tuple[int, ...]) -> None:
        """Return None: the shape tells where clues may lie."""


def has_rules(source: str) -> bool:
    """Return whether the code in `source` makes rules by ``@rule``, as far as one can read it."""
    return any(_rules_in(source))


def _rules_in(source: str) -> Iterator[_RuleInWords]:
    """Yield the rules that the code in `source` makes by ``@rule``, as far as one can read it."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            match mark:
                case ast.Call(ast.Name("rule"), [ast.Constant(str(name)), *_]):
                    given = {each.arg: each.value for each in mark.keywords}
                    draws, own_id = (_text(given.get(word)) for word in ("draws", "id"))
                    yield _RuleInWords(own_id or node.name, name, draws, "everywhere" in given)


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


class Wish(NamedTuple):
    """A puzzle on which somebody wants to watch strategies."""

    puzzle: str
    title: str
    is_alone: bool
    """Whether only singles help them; else they have their places among all techniques."""
    marks: Marks


def watched(
    file: str,
    wish: Wish,
    progress: OnProgress = lambda done, what: None,
    registry: Registry | None = None,
) -> dict[str, Any]:
    """Return how the puzzle of a `wish` is solved with the strategies in `file`, for JSON.

    Those that are alone with singles come first, and no search fills the rest. The puzzle may name
    rules in `file`; if these stand alone, all techniques take part. `registry`: that in which the
    file is loaded, if it is loaded already. Raises SudokuError for a puzzle that cannot be read.
    """
    with _load(file, registry) as loaded:
        if not (_requested(loaded, "rule") or _requested(loaded, "strategy")):
            return _without_strategy(file, wish, loaded)
        return _solve(wish, progress, loaded)


@contextmanager
def _load(file: str, registry: Registry | None = None) -> Iterator[Registry]:
    """Yield the registry in which `file` is loaded, if there is one, while its rules are known."""
    if registry is None:
        registry = Registry()
        registry.load([file] if file else [])
    with rules_in_use(_requested(registry, "rule")):
        yield registry


BUDGET = 100_000
"""The choices that are tried for a smallest reason: Python is slower in a browser."""


def explained(
    file: str, puzzle: str, steps: Iterable[str], conclusion: str, marks: Marks
) -> dict[str, Any]:
    """Return the smallest reason for a `conclusion` on `puzzle` after `steps`, for JSON.

    `steps` are in notation; without a `conclusion` the simplest next step is explained. `file`:
    code with the rules that the puzzle names, if it has its own. Raises SudokuError.
    """
    with _load(file):
        grid = parse(puzzle, marks=marks)
        for text in steps:
            grid = grid.apply(Step.parse(text, grid.layout))
        answer = why(grid, conclusion or None, budget=BUDGET)
        film = film_document([(answer.conclusion, [*answer.events()])])
    return {"film": film, "lines": answer.lines(is_whole=False)[: 1 if not answer else None]}


def _requested(registry: Registry, kind: str) -> list[Component]:
    return [each for each in registry.of_kind(kind) if each.origin.requested]


def _without_strategy(file: str, wish: Wish, registry: Registry) -> dict[str, Any]:
    problems: list[SudokuError] = [*map(with_mend, registry.requested_problems)]
    for generator in _requested(registry, "generator"):
        return _generate(generator)
    for solver in _requested(registry, "solver"):
        grid = parse(wish.puzzle, marks=wish.marks)
        return {"problems": problems, **_search(grid, wish.title, solver)}
    if not problems:
        what = "there is no strategy: write a function with @strategy(...) above it"
        problems.append(PluginError(what, file, file))
    return {"problems": problems}


def _solve(wish: Wish, progress: OnProgress, registry: Registry) -> dict[str, Any]:
    own, marks = _requested(registry, "strategy"), wish.marks
    grid, settings = parse(wish.puzzle, marks=marks), LoopSettings(pencilmarks=marks)
    if wish.is_alone and own:
        singles = [registry.find("strategy", name) for name in SINGLES]
        loop = Loop([*own, *(each for each in singles if each not in own)], settings)
    else:
        search = registry.find("solver", SEARCH)
        loop = Loop(registry.loop_strategies(marks), settings, search)
    events = []
    progress(0.0, "the first step")
    for event in loop.events(grid):
        events.append(event)
        if isinstance(event, Stepped):
            done = 1 - event.grid.n_open / max(grid.n_open, 1)
            progress(
                done, tell("after step {n:#}, {name}", n=event.number, name=event.strategy.name)
            )
    problems = [*map(with_mend, registry.requested_problems)]
    return {"problems": problems, **_record(events, wish.title, own)}


def _search(grid: Grid, title: str, solver: Component) -> dict[str, Any]:
    """Return how a pupil's solver searches, for JSON: the beginning if it takes long."""
    events: list[Event] = []

    def search() -> None:
        for event in search_events(grid, solver):
            if len(events) < MOST_EVENTS or isinstance(event, (Found, Faulted, Ended)):
                events.append(event)

    try:
        Watchdog(MOST_SECONDS).time_limit().call(solver, search)
    except PluginStopped as stop:
        why = f"it has no solution after {MOST_SECONDS:g} s"
        events.append(Faulted(solver.author, why, stop.line))
        events.append(Ended("stopped", "search", grid, 0, {}, MOST_SECONDS, why))
    return _record(events, title, [])


def _generate(generator: Component) -> dict[str, Any]:
    layout = Layout.named()
    work = partial(generator.guarded_call, generator.call, Random(1), layout)
    try:
        made = Watchdog(MOST_SECONDS).time_limit().call(generator, work)
    except PluginStopped as stop:
        made = Failure(f"it makes no puzzle within {MOST_SECONDS:g} s", stop.line)
    why = made.why if isinstance(made, Failure) else puzzle_fault(made, layout)
    if why is not None:
        line = made.line if isinstance(made, Failure) else generator.line
        return {"problems": [PluginError(why, generator.file, generator.file, line)]}
    assert isinstance(made, Puzzle)  # else there is a fault
    film = film_document([(generator.name, [Started(made.givens, ())])])
    return {"film": film, "own": [], "summary": made.made}


def _record(events: Sequence[Event], title: str, own: Sequence[Component]) -> dict[str, Any]:
    ended = events[-1]
    assert isinstance(ended, Ended)  # that is how runs end
    film = film_document([(title, events)])
    return {
        "film": film,
        "outcome": ended.outcome,
        "summary": film["puzzles"][0]["summary"],
        "own": [
            {"id": each.id, "name": each.name, "steps": ended.counts.get(each.id, 0)}
            for each in own
        ],
        "faults": [
            {
                "id": event.strategy.id,
                "name": event.strategy.name,
                "why": event.why,
                "line": event.line,
                "text": fault_text(event),
            }
            for event in events
            if isinstance(event, (Faulted, Rejected))
        ],
    }


MOST_DRAWN = 6
"""The number of faults that are drawn: the first ones."""

Places = Mapping[int, Sequence[int]]
"""The indices of the boards of a finding, by its identity."""


def checked(
    file: str,
    against: str | None,
    is_strict: bool,
    progress: OnProgress,
    hidden_seed: str = "",
) -> dict[str, Any]:
    """Return the results of checking all plugins in `file`, for JSON.

    `against`: the id of a technique to compare with; `is_strict`: whether advice counts as a fault;
    `hidden_seed`: a teacher's word from which hidden boards are made.
    """
    request = CheckRequest(file, against=against, strict=is_strict)
    outcome = FileReport(file)
    draft = read(None, request.paths)
    registry = Registry()
    registry.load(draft.plugins, draft.disable)
    for problem in registry.problems:
        outcome.note(problem)
    watcher = _Shown(progress, against is not None, hidden_seed)
    PluginCheck(request, watcher).fill(outcome, draft, registry)
    reports, problems = outcome.reports, outcome.problems
    runs, places = _draw_faults(reports)
    return {
        "problems": problems,
        "passed": not problems and all(report.has_passed for report in reports),
        "reports": [_report_record(report, places) for report in reports],
        "film": film_document(runs) if runs else None,
    }


def traced_at(file: str, fault: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lines of a strategy in `file` at a `fault`, as `checked` returns it, for JSON."""
    with _load(file) as registry:
        component = registry.find("strategy", fault["id"])
        grid, step = fault["board"] and grid_of(fault["board"]), fault["step"]
        if grid and step:
            step = step_of(step, grid.layout)
        finding = Finding(
            fault["why"], grid, step, source=fault["source"], is_late=fault["is_late"]
        )
        try:
            trace = trace_of(component, bundled_kit(), finding)
        except (Unusable, NotChecked) as end:
            return {"problems": [SudokuError(getattr(end, "why", str(end)))]}
        return {"trace": trace_document(trace)}


class _Shown(Watcher):
    """Shows how far the checks are, and makes those on hidden boards for a teacher."""

    def __init__(self, progress: OnProgress, is_compared: bool, hidden_seed: str) -> None:
        self._bar, self._is_compared, self._hidden_seed = progress, is_compared, hidden_seed

    def check(self, report: PluginReport, check: Check) -> None:
        """Show a `check` that is about to be made."""
        self._bar(
            part_done(report, self._is_compared), tell("checking that {what}", what=check.right)
        )

    def progress(self, done: int, total: int) -> None:
        """Show how many boards a strategy was tried on."""
        self._bar(BOARDS * done / total, tell("{n:#} of {all:#} boards tried", n=done, all=total))

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Make the checks on hidden boards, if there are to be any."""
        seed = self._hidden_seed
        if seed and known is not None and has_hidden_boards(component, kit, report.findings):
            hidden = Examination(component, hidden_kit(known.kit, seed))
            report.findings += hidden_findings(known, hidden)


def _draw_faults(reports: Sequence[PluginReport]) -> tuple[list[tuple[str, list[Event]]], Places]:
    """Return the first faults of some `reports` as runs, or the advice with a full board."""
    shown = [
        (report, finding)
        for report in reports
        for finding in report.findings
        if (finding.has_failed and report.board_helps(finding)) or finding.counter is not None
    ]
    shown = sorted(shown, key=lambda each: not each[1].has_failed)[:MOST_DRAWN]
    runs: list[tuple[str, list[Event]]] = []
    places: dict[int, Sequence[int]] = {}
    for report, finding in shown:
        begin = len(runs)
        runs += [(finding.about, [*run]) for run in fault_runs(report, finding)]
        places[id(finding)] = range(begin, len(runs))
    return runs, places


def _report_record(report: PluginReport, places: Places) -> dict[str, Any]:
    names = ("id", "name", "kind", "line", "verdict", "summary", "boards", "fired")
    return {
        **{name: getattr(report, name) for name in names},
        "passed": report.has_passed,
        "findings": [
            _finding_record(report, each, places.get(id(each), ())) for each in report.findings
        ],
    }


def _finding_record(
    report: PluginReport, finding: Finding, boards: Sequence[int]
) -> dict[str, Any]:
    grid, step = finding.board, finding.step
    fault = {
        "id": report.id,
        "board": grid and grid_record(grid),
        "step": grid and step and step_record(step, grid.layout),
        "why": finding.why,
        "source": finding.source,
        "is_late": finding.is_late,
    }
    names = ("check", "state", "about", "why", "advice", "line")
    return {
        "at_work": fault if finding.has_failed and report.kind == "strategy" else None,
        **{name: getattr(finding, name) for name in names},
        "trace": finding.full_trace if finding.is_of_kit else finding.trace,
        "step": short_notation(step, grid.layout) if step and grid else "",
        "boards": list(boards),
    }
