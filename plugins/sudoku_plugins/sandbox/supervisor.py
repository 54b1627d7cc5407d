"""The supervisor: it keeps guests for a person's plugins, and remembers their faults.

A guest takes one request at a time and is kept for the next. When a guest dies, the plugin at fault
is benched: it takes no further part. So no plugin can end the program, hold it up twice, or take
others down. In the program, each of a person's components has a stand-in, whose methods call the
methods of the same name in a guest.
"""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

from sudoku_engine import Event, FormatError, Grid, PluginError, Run, SudokuError
from sudoku_engine.errors import RecordError, shown_path
from sudoku_engine.plugins.calls import Subject
from sudoku_engine.plugins.component import Component, FailedElsewhere, Failure, Methods
from sudoku_engine.plugins.loading import found_modules
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.guard import malformed
from sudoku_plugins.sandbox.codec import Catalog, Codec, registry_of
from sudoku_plugins.sandbox.host import OWN_ERRORS, GuestDied, GuestSettings, Host, Lost

if TYPE_CHECKING:
    from sudoku_plugins.session.workbench import Session

SETTINGS = GuestSettings("sudoku_plugins.sandbox.workshop", hash_seed=0)
"""A fixed order of sets of texts, so that a plugin that depends on it acts the same in each run."""


class Supervisor:
    """Guests with the plugins in `paths`, without those that `disable` names.

    errors: the open file for their prints; None for standard error. settings: for starting guests.
    """

    def __init__(
        self,
        paths: Sequence[str],
        disable: Sequence[str],
        errors: int | None = None,
        settings: GuestSettings = SETTINGS,
    ) -> None:
        self.report: Callable[[PluginError], None] = lambda error: None
        """A function that is called with a plugin's problem after loading."""
        self.former: object = None
        self.upcoming: object = None
        """The newest run, if it has not begun."""
        self._origins = [origin for origin, _ in found_modules(paths)]
        origins = [origin for origin in self._origins if origin.how != "bundled"]
        named = [origin.path if origin.how == "file" else origin.name for origin in origins]
        self._files = [origin.source for origin in origins]
        self._request = {
            "paths": [name for name, origin in zip(named, origins) if origin.requested],
            "disable": list(disable),
        }
        self._lost: Lost = {}
        self.benched: dict[tuple[str, str], GuestDied] = {}
        """By kind and id, why components take no further part."""
        self._loaded: dict[tuple[str, str], Component] = {}
        self._reported: set[str] = set()
        self._failing: set[Component] = set()
        self._settings = replace(settings, errors=errors)
        self._all: list[Host] = []
        self._idle: list[Host] = []
        self._first = self._new()
        self._first.start()  # it loads while we go on

    def load(self) -> Registry:
        """Return the registry with all plugins: the bundled ones, and stand-ins for the others."""
        registry: Registry
        while True:
            catalog, registry = self._first.load()
            if not self._lose_what_breaks_others(catalog):
                break
            self._first.end()
        self._idle.append(self._first)
        for plugin in registry.plugins:
            self._loaded |= {(each.kind, each.id): each for each in plugin.components}
        return registry

    def _read(self, data: Any) -> tuple[Catalog, Registry]:
        """Return the catalog in the `data` of a guest, and the registry of it."""
        catalog = Codec().value(data)
        return catalog, registry_of(catalog, partial(methods_of, self), self._origins)

    def _lose_what_breaks_others(self, catalog: Catalog) -> bool:
        """Lose files that make later files unusable; return whether any do.

        Loaded in the opposite order, the later files are usable.
        """
        unusable = set(catalog["unusable"])
        others = [file for file in self._files if file not in self._lost]
        broken = unusable and len(others) > 1 and unusable - self._unusable(unusable, -1)
        if not broken:
            return False
        for file in others:
            if found := self._unusable({file, *broken - {file}}) - {file}:
                self._lost[file] = f"it breaks {shown_path(min(found))}", 0
                return True
        return False

    def _unusable(self, files: Set[str], order: int = 1) -> set[str]:
        """Return the unusable `files` if only these are loaded; -1 for the reverse order."""
        with self._first.with_only(files, order) as host:
            catalog, _ = host.load()
            return set(catalog["unusable"])

    @contextmanager
    def guest(self) -> Iterator[Host]:
        """Lend the host of a guest for the block."""
        host = self.lend()
        try:
            yield host
        finally:
            self.take_back(host)

    def lend(self) -> Host:
        """Return an idle guest, or a new one, in which the plugins are loaded."""
        host = self._idle.pop() if self._idle else self._new()
        try:
            if not host.is_alive:
                catalog, _ = host.load()
                self._miss(key for _, _, _, keys in catalog["plugins"] for key in keys)
        except BaseException:
            self.take_back(host)
            raise
        return host

    def take_back(self, host: Host) -> None:
        """Keep `host`, which was lent, for the next request."""
        self._idle.append(host)

    def _miss(self, found: Iterable[Sequence[str]]) -> None:
        """Raise GuestDied if a component is not `found` in a new guest, for the first time."""
        for kind, name in self._loaded.keys() - {(kind, name) for kind, name in found}:
            component = self._loaded.pop((kind, name))
            path = component.file if component.file in self._lost else component.origin.source
            if path not in self._reported:
                why, line = self._lost.get(path, ("it cannot be loaded again", component.line))
                if former := self.benched.get((kind, name)):
                    why, line = former.why, former.line
                subject = Subject(component.label, name, component.file, component.line)
                raise GuestDied(why, subject, component.file, line)

    def end(self) -> None:
        """End all guests."""
        for host in self._all:
            host.end()

    @property
    def lost(self) -> frozenset[str | tuple[str, str]]:
        """The files, and the kinds and ids of components, that take no further part."""
        return frozenset((*self._lost, *self.benched))

    def why_out(self, component: Component) -> str | None:
        """Return why `component` takes no further part, None if it does."""
        if component.is_bundled:
            return None
        if death := self.benched.get((component.kind, component.id)):
            return death.why
        loss = self._lost.get(component.file) or self._lost.get(component.origin.source)
        return loss[0] if loss else None

    def lose(self, death: GuestDied, repeat: Callable[[Host], None]) -> None:
        """Stop loading the file at fault, and report it.

        If it is unknown, each file is loaded alone in a guest, which must `repeat` the work: files
        that end it are at fault. If none does, all of them may be at fault.
        """
        file = death.file or (death.subject.file if death.subject else "")
        suspects = [file] if file else [path for path in self._files if path not in self._lost]
        guilty = suspects
        if len(suspects) > 1:
            guilty = [path for path in suspects if self._dies_alone(path, repeat)] or suspects
        for path in guilty:
            self._reported.add(path)
            self._lost[path] = (death.why, death.line)
            maybe = "" if len(guilty) == 1 else "it, or another plugin, is at fault: "
            why = f"it takes no further part: {maybe}{death.why}"
            self.report(PluginError(why, path, shown_path(path), death.line))

    def fails_alone(self, component: Component, grid: Grid, seconds: float) -> bool:
        """Return whether a strategy fails on `grid` even without other files of the person.

        It has `seconds`, 0 for any time. The result is True if there are no other files.
        """
        source = component.origin.source
        if component in self._failing or self._files == [source]:
            return True
        with self._first.with_only({source}) as host:
            codec = Codec()
            given = request(codec, "strategy", component.id, "find", (grid,), component.options)
            limit = 2 * seconds or math.inf
            try:
                host.load()
                for data in host.results("call", given, most_seconds=limit):
                    if malformed(codec.value(data), grid) is not None:  # it may be a failure
                        break
                else:
                    return False
            except (GuestDied, RecordError):
                pass
        self._failing.add(component)
        return True

    def has_liar_besides(self, component: Component, repeat: Callable[[Host], None]) -> bool:
        """Return whether a guest with only a file other than that of `component` ends by `repeat`.

        The files are tried one by one.
        """
        others = set(self._files) - self._lost.keys() - {component.origin.source}
        return any(self._dies_alone(path, repeat) for path in sorted(others))

    def _dies_alone(self, path: str, repeat: Callable[[Host], None]) -> bool:
        """Return whether a guest with only `path` loaded ends when it does `repeat`."""
        with self._first.with_only({path}) as host:
            try:
                host.load()
                repeat(host)
            except GuestDied:
                return True
            return path in host.lost

    def _new(self) -> Host:
        host = Host(
            self._settings, self._request, lost=self._lost, files=self._files, read=self._read
        )
        self._all.append(host)
        return host


STREAMS = {("strategy", "find"), ("solver", "solutions"), ("solver", "search")}
"""The kinds and methods that yield items; all others return one value."""


class _GuestMethods(dict[str, Callable[..., Any]]):
    """The methods of a component in a guest, with who lends the guest."""

    def __init__(self, keeper: Supervisor, methods: Methods) -> None:
        super().__init__(methods)
        self.keeper = keeper


def methods_of(supervisor: Supervisor, kind: str, name: str, known: Iterable[str]) -> Methods:
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
    def __init__(self, supervisor: Supervisor, kind: str, name: str) -> None:
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
                if has_begun or not (is_other or (death.is_maybe_outside and is_first_try)):
                    self.supervisor.benched[self.kind, self.name] = death
                is_first_try = False

    def asked(
        self,
        host: Host,
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
        if death := self.supervisor.benched.get((self.kind, self.name)):
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
        self._host: Host | None = None
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
            stand_in.supervisor.benched["reporter", stand_in.name] = death
            stand_in.refuse_if_benched()
