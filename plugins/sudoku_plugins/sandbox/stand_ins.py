"""The methods of stand-ins: each calls the method of the same name in a guest."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.errors import FormatError, RecordError, SudokuError
from sudoku_engine.plugins.component import FailedElsewhere, Failure, Methods
from sudoku_plugins.sandbox.codec import Codec
from sudoku_plugins.sandbox.host import OWN_ERRORS, GuestDied, PluginHost

if TYPE_CHECKING:
    from sudoku_plugins.session.workbench import Session

STREAMS = {("strategy", "find"), ("solver", "solutions"), ("solver", "search")}
"""The kinds and methods that yield items; all others return one value."""


class Lender(Protocol):
    """The lender of guests to stand-ins, which remembers faults: the supervisor."""

    def guest(self) -> AbstractContextManager[PluginHost]: ...  # noqa: D102

    def lend(self) -> PluginHost: ...  # noqa: D102

    def lose(self, death: GuestDied, repeat: Callable[[PluginHost], None]) -> None: ...  # noqa: D102

    def bench(self, kind: str, name: str, death: GuestDied) -> None: ...  # noqa: D102

    def benched(self, kind: str, name: str) -> GuestDied | None: ...  # noqa: D102


class _GuestMethods(dict[str, Callable[..., Any]]):
    """The methods of a component in a guest, with who lends the guest."""

    def __init__(self, keeper: Lender, methods: Methods) -> None:
        super().__init__(methods)
        self.keeper = keeper


def methods_of(supervisor: Lender, kind: str, name: str, known: Iterable[str]) -> Methods:
    """Return the methods called `known` of a component, which run in guests of a `supervisor`."""
    stand_in = _StandIn(supervisor, kind, name)
    special: Methods = {}
    if kind == "reporter":
        reporter = _Reporter(stand_in)
        special = {"event": reporter.event, "error": reporter.error, "finish": reporter.finish}
    elif kind == "frontend":
        special = {"present": partial(_present, stand_in), "work": partial(_work, stand_in)}
    methods = {
        method: special.get(method)
        or partial(stand_in.items if (kind, method) in STREAMS else stand_in.value, method)
        for method in known
    }
    return _GuestMethods(supervisor, methods)


class _StandIn:
    def __init__(self, supervisor: Lender, kind: str, name: str) -> None:
        self.supervisor = supervisor
        self.kind = kind
        self.name = name

    def value(self, method: str, *args: Any, **options: Any) -> Any:
        (value,) = self.items(method, *args, **options)
        return value

    def items(self, method: str, *args: Any, **options: Any) -> Iterator[Any]:
        return self.results("call", method, args, options)

    def results(
        self, task: str, method: str, args: tuple[Any, ...], options: Mapping[str, Any]
    ) -> Iterator[Any]:
        is_first_try = True
        has_begun = False
        while True:
            self.refuse_if_benched()
            try:
                with self.supervisor.guest() as host:
                    for result in self.asked(host, task, method, args, options):
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
        self,
        host: PluginHost,
        task: str,
        method: str,
        args: tuple[Any, ...],
        options: Mapping[str, Any],
        codec: Codec | None = None,
    ) -> Iterator[Any]:
        """Yield the results of a `task` in the guest of `host`; raise FailedElsewhere."""
        codec = codec or Codec()
        given = request(codec, self.kind, self.name, method, args, options)
        own_errors = OWN_ERRORS if task == "call" else (SudokuError,)
        for data in host.results(task, given, own_errors=own_errors):
            try:
                result = codec.value(data)
            except RecordError as error:
                raise FailedElsewhere(f"it sends what cannot be read: {error.what}", 0) from error
            if isinstance(result, Failure):
                raise FailedElsewhere(result.why, result.line, getattr(result.error, "trace", ""))
            yield result

    def refuse_if_benched(self) -> None:
        if death := self.supervisor.benched(self.kind, self.name):
            raise FailedElsewhere(death.why, death.line)


def request(
    codec: Codec,
    kind: str,
    name: str,
    method: str,
    args: tuple[Any, ...],
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the request to call a `method` of the component of `kind` with the id `name`."""
    return {
        "kind": kind,
        "id": name,
        "method": method,
        "args": codec.data(args),
        "options": codec.data(dict(options)),
        "is_stream": (kind, method) in STREAMS,
    }


def _present(frontend: _StandIn, runs: Iterable[Run], **options: Any) -> None:
    """Make the front end show `runs`: it asks for one run after another, and for their events."""
    waiting = iter(runs)
    run: Run | None = None
    drawn: deque[Event] = deque()  # that the front end has not reported yet
    codec = Codec()
    with frontend.supervisor.guest() as host:
        try:
            for question in frontend.asked(host, "present", "present", (), options, codec):
                word, *text = question
                if word == "write":
                    (run.out if run else sys.stdout).write(*text)
                elif word == "report":
                    if run and drawn:
                        run.report(drawn.popleft())
                elif word == "run":
                    run = next(waiting, None)
                    drawn.clear()
                    host.answer(codec.data(run and run_parts(run)))
                elif run is None:
                    raise RecordError("a front end asked for an event without a run")
                else:
                    event = run.draw()
                    host.answer(codec.data(event))
                    if event is not None:
                        drawn.append(event)
        except GuestDied as death:
            raise FailedElsewhere(death.why, death.line) from death
        finally:
            host.end()  # it may wait for an answer


def _work(frontend: _StandIn, session: Session, **options: Any) -> None:
    parts = (session.grid, session.strategies, session.settings, session.source, session.has_notes)
    for _ in frontend.results("work", "work", parts, options):
        pass


def run_parts(run: Run) -> dict[str, Any]:
    """Return the parts of a `run` that a front end or reporter in a guest needs."""
    parts = "grid", "index", "source", "has_marks", "name"
    return {name: getattr(run, name) for name in parts}


class _Reporter:
    """A reporter in a guest of its own, since it remembers events."""

    def __init__(self, stand_in: _StandIn) -> None:
        self._stand_in = stand_in
        self._host: PluginHost | None = None
        self._run: Run | None = None
        self._out: TextIO | None = None
        self._codec = Codec()

    def event(self, run: Run, event: Event, **options: Any) -> None:
        about = run_parts(run) if run is not self._run else None
        self._run = run
        self._tell("event", (about, event), run.out, options)

    def error(self, error: FormatError, out: TextIO, **options: Any) -> None:
        self._tell("error", (error,), out, options)

    def finish(self, **options: Any) -> None:
        self._tell("finish", (), self._out or sys.stdout, options)

    def _tell(
        self, method: str, args: tuple[Any, ...], out: TextIO, options: Mapping[str, Any]
    ) -> None:
        stand_in = self._stand_in
        stand_in.refuse_if_benched()
        self._out = out
        if self._host is None:
            self._host = stand_in.supervisor.lend()  # for good: it remembers
        try:
            for text in stand_in.asked(self._host, "report", method, args, options, self._codec):
                out.write(text)
        except GuestDied as death:
            stand_in.supervisor.bench("reporter", stand_in.name, death)
            stand_in.refuse_if_benched()
