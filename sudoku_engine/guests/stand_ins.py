"""The methods of stand-ins: each has the method of the same name called in a guest."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from sudoku_engine.api.event_record import event_of, event_record
from sudoku_engine.api.events import Event
from sudoku_engine.api.protocols import Verdict
from sudoku_engine.api.record import digits_in, grid_record, layout_record, step_of
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.errors import FormatError, RecordError
from sudoku_engine.guests.host import GuestDied
from sudoku_engine.guests.plugin_host import PluginHost
from sudoku_engine.guests.value_records import components_record, options_record
from sudoku_engine.plugins.component import RATER, FailedElsewhere, Methods

if TYPE_CHECKING:
    import random

    from sudoku_engine.api.protocols import Puzzle
    from sudoku_engine.board.layout import Layout
    from sudoku_engine.session.workbench import Session


class Lender(Protocol):
    """What lends guests to stand-ins, and remembers what was at fault: the supervisor."""

    def guest(self) -> AbstractContextManager[PluginHost]: ...  # noqa: D102

    def lend(self) -> PluginHost: ...  # noqa: D102

    def lose(self, death: GuestDied, repeat: Callable[[PluginHost], None]) -> None: ...  # noqa: D102

    def bench(self, kind: str, name: str, death: GuestDied) -> None: ...  # noqa: D102

    def benched(self, kind: str, name: str) -> GuestDied | None: ...  # noqa: D102


class StandIns:
    """Makes the methods of components whose code runs in the guests of a `supervisor`."""

    def __init__(self, supervisor: Lender) -> None:
        self._supervisor = supervisor

    def methods(self, kind: str, name: str, known: Iterable[str]) -> Methods:
        """Return the methods called `known` of the component of `kind` with the id `name`."""
        if kind == "reporter":
            return _Reporter(self._supervisor, name).methods(known)
        return {
            method: partial(_METHODS[kind, method], _Component(self._supervisor, kind, name))
            for method in known
        }


class _Component:
    """A component of a person's, called in a guest."""

    def __init__(self, supervisor: Lender, kind: str, name: str) -> None:
        self.supervisor = supervisor
        self.kind = kind
        self.name = name

    def items(self, method: str, options: Mapping[str, Any], **given: Any) -> Iterator[Any]:
        """Yield the items that the `method` gives in a guest; raise FailedElsewhere."""
        for result in self.results("call", options, method=method, **given):
            yield result["item"]

    def results(self, task: str, options: Mapping[str, Any], **given: Any) -> Iterator[Any]:
        """Yield the results of a `task` with this component; raise FailedElsewhere."""
        is_first_try = True
        has_begun = False
        while True:
            self.refuse_if_benched()
            try:
                with self.supervisor.guest() as host:
                    for result in self.asked(host, task, options, **given):
                        has_begun = True
                        yield result
                return
            except GuestDied as death:
                is_other = death.subject is not None and death.subject.id != self.name
                if is_other:
                    self.supervisor.lose(death, lambda host: None)
                elif not (death.is_maybe_outside and is_first_try):
                    self.supervisor.bench(self.kind, self.name, death)
                is_first_try = False
                if has_begun:
                    self.supervisor.bench(self.kind, self.name, death)

    def asked(
        self, host: PluginHost, task: str, options: Mapping[str, Any], **given: Any
    ) -> Iterator[Any]:
        """Yield the results of a `task` in the guest of `host`; raise FailedElsewhere."""
        about = {"kind": self.kind, "id": self.name, "options": options_record(options)}
        for result in host.results(task, {**about, **given}):
            if "failure" in result:
                raise FailedElsewhere(*result["failure"])
            yield result

    def refuse_if_benched(self) -> None:
        """Raise FailedElsewhere if the component was the cause of the end of a guest."""
        if death := self.supervisor.benched(self.kind, self.name):
            raise FailedElsewhere(death.why, death.line)


def _solutions(solver: _Component, grid: Grid, **options: Any) -> Iterator[Grid]:
    for line in solver.items("solutions", options, grid=grid_record(grid)):
        yield Grid(grid.layout, digits_in(line))


def _search(solver: _Component, grid: Grid, **options: Any) -> Iterator[Event]:
    for record in solver.items("search", options, grid=grid_record(grid)):
        yield event_of(record, grid)


def _count(solver: _Component, grid: Grid, limit: int) -> int:
    (number,) = solver.items("count", {}, grid=grid_record(grid), limit=limit)
    return int(number)


def _find_steps(strategy: _Component, grid: Grid, **options: Any) -> Iterator[Step]:
    for record in strategy.items("find", options, grid=grid_record(grid)):
        yield step_of(record, grid.layout)


def _find_verdict(checker: _Component, source: Grid, target: Grid, **options: Any) -> Verdict:
    from sudoku_engine.transform.transformation import Transformation

    boards = {"source": grid_record(source), "target": grid_record(target)}
    ((similar, moved, why),) = checker.items("find", options, **boards)
    found = moved and Transformation(source.layout, tuple(moved[0]), tuple(moved[1]))
    return Verdict(similar, found, str(why))


def _generate(generator: _Component, rng: random.Random, layout: Layout, **options: Any) -> Puzzle:
    from sudoku_engine.guests.value_records import puzzle_of

    rater = options.pop(RATER, None)
    (record,) = generator.items(
        "generate",
        options,
        layout=layout_record(layout),
        state=rng.getstate(),
        rater=rater
        and {
            "strategies": components_record(rater.strategies),
            "by_name": components_record(rater.by_name),
            "settings": asdict(rater.settings),
        },
    )
    return puzzle_of(record)


def _present(frontend: _Component, runs: Iterable[Run], **options: Any) -> None:
    """Let the front end show `runs`: it asks for one after another, and for their events."""
    waiting = iter(runs)
    run: Run | None = None
    board: Grid | None = None
    drawn: deque[Event] = deque()  # that the front end has not reported yet
    with frontend.supervisor.guest() as host:
        try:
            for question in frontend.asked(host, "present", options):
                if "write" in question:
                    (run.out if run else sys.stdout).write(question["write"])
                elif "report" in question:
                    if run and drawn:
                        run.report(drawn.popleft())
                elif question["ask"] == "run":
                    run = next(waiting, None)
                    drawn.clear()
                    board = run.grid if run else None
                    host.answer(run and _run_record(run))
                elif run is None or board is None:
                    raise RecordError("a front end asked for an event without a run")
                else:
                    event = run.draw()
                    host.answer(event and event_record(event, board))
                    if event is not None:
                        drawn.append(event)
                        board = getattr(event, "grid", board)
        except GuestDied as death:
            raise FailedElsewhere(death.why, death.line) from death
        finally:
            host.end()  # it may wait for an answer


def _work(frontend: _Component, session: Session, **options: Any) -> None:
    given = {
        "grid": grid_record(session.grid),
        "strategies": components_record(session.strategies),
        "settings": asdict(session.settings),
        "source": session.source,
        "has_notes": session.has_notes,
    }
    for _ in frontend.results("work", options, **given):
        pass


_METHODS: Mapping[tuple[str, str], Callable[..., Any]] = {
    ("strategy", "find"): _find_steps,
    ("solver", "solutions"): _solutions,
    ("solver", "search"): _search,
    ("solver", "count"): _count,
    ("generator", "generate"): _generate,
    ("checker", "find"): _find_verdict,
    ("frontend", "present"): _present,
    ("frontend", "work"): _work,
}


def _run_record(run: Run) -> dict[str, Any]:
    return {
        "grid": grid_record(run.grid),
        "index": run.index,
        "source": run.source,
        "has_marks": run.has_marks,
    }


class _Reporter:
    """A reporter in a guest of its own, since it remembers what it was given."""

    def __init__(self, supervisor: Lender, name: str) -> None:
        self._component = _Component(supervisor, "reporter", name)
        self._host: PluginHost | None = None
        self._run: Run | None = None
        self._board: Grid | None = None
        self._out: TextIO | None = None

    def methods(self, known: Iterable[str]) -> Methods:
        """Return the methods called `known`."""
        every: Methods = {"event": self._event, "error": self._error, "finish": self._finish}
        return {name: every[name] for name in known}

    def _event(self, run: Run, event: Event, **options: Any) -> None:
        is_new = run is not self._run
        if is_new:
            self._run, self._board = run, run.grid
        assert self._board is not None
        record = event_record(event, self._board)
        self._board = getattr(event, "grid", self._board)
        about = _run_record(run) if is_new else None
        self._tell("event", options, run.out, run=about, event=record)

    def _error(self, error: FormatError, out: TextIO, **options: Any) -> None:
        what = [error.what, error.source, error.line, error.column]
        self._tell("error", options, out, error=what)

    def _finish(self, **options: Any) -> None:
        self._tell("finish", options, self._out or sys.stdout)

    def _tell(self, method: str, options: Mapping[str, Any], out: TextIO, **given: Any) -> None:
        component = self._component
        component.refuse_if_benched()
        self._out = out
        if self._host is None:
            self._host = component.supervisor.lend()  # for good: it remembers
        try:
            for result in component.asked(self._host, "report", options, method=method, **given):
                out.write(result["item"])
        except GuestDied as death:
            component.supervisor.bench("reporter", component.name, death)
            component.refuse_if_benched()
