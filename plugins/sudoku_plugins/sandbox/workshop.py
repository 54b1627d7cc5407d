"""A guest's work for the program: it loads a person's plugins and calls their components.

Each task takes a request and yields results, both for JSON; stand-ins in the host request
them. Modules that take a while to load are imported where they are needed.
"""

import io
import json
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TextIO, cast

from sudoku_engine import Event, Grid, PluginError, Run, SudokuError
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component, FailedElsewhere, Failure
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.finder import Blame, Finder, FoundStep, PlainFinder
from sudoku_engine.solving.loop import Loop, run_events
from sudoku_engine.solving.run_state import Resumption, RunState
from sudoku_plugins.sandbox.codec import Codec, catalog_of, effects_data, traceback_text
from sudoku_plugins.sandbox.guest import Guest


class TellingFinder:
    """A finder in a guest, which tells the host the finds of each search before the next begins.

    A result has the claims of a search, each the id of a strategy with its step or its fault, and
    whether this search is the last. Without `has_reasons`, only the effects of steps are told.
    """

    def __init__(self, finder: Finder, codec: Codec, guest: Guest, has_reasons: bool) -> None:
        self._finder = finder
        self._codec = codec
        self._guest = guest
        self._has_reasons = has_reasons
        self._found: list[Any] | None = None

    def begin(self) -> None:
        """Prepare for the run."""
        self._finder.begin()

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault after them."""
        if self._found is not None:
            self._tell(self._found, False)
        if not self._guest.is_wanted:
            raise _Unwanted
        self._found = []
        found, blame = self._finder.find(grid, strategies, after_a_step)
        self._codec.layout = grid.layout
        for component, step, _ in found:
            data = self._codec.data(step) if self._has_reasons else effects_data(step)
            self._found.append([component.id, data])
        if blame is not None:
            self._found.append([blame.component.id, self._codec.data(blame.event)])
        return found, blame

    def end(self) -> None:
        """Clean up."""
        self._finder.end()

    def tell_last(self) -> None:
        """Tell the host the finds of the last search, and that it is the last."""
        self._tell(self._found or [], True)

    def _tell(self, found: list[Any], is_last: bool) -> None:
        self._guest.send({"result": [found, is_last]})


class _Unwanted(Exception):
    """The host no longer needs a run."""


MOST = 1_000_000


class PluginOutput:
    """Passes up to `MOST` characters on to `out`; raises PluginError where more are printed."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._count = 0

    def write(self, text: str) -> int:
        """Write `text`; raises PluginError if it is too much."""
        self._count += len(text)
        if self._count > MOST:
            raise PluginError(f"it prints too much: more than {MOST} characters", "")
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


Given = Mapping[str, Any]

REPORT_SECONDS = 10.0

_END = object()


def prepare(guest: Guest) -> None:
    """Add the tasks to `guest`."""
    workshop = _Workshop(guest)
    tasks = ("load", "run", "call", "report", "present", "work")
    guest.tasks.update({name: getattr(workshop, name) for name in tasks})
    sys.stdout = cast(TextIO, PluginOutput(sys.stderr))


RULE_SECONDS = 5.0
"""The most seconds of a rule for the demands of one clue."""


class _Workshop:
    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.registry = Registry()
        self._loops: dict[str, Loop] = {}
        self._reporters: dict[str, _Reporter] = {}

    def load(self, given: Given) -> Iterator[Any]:
        self.guest.is_guarded = True
        self.registry.load(given["paths"], given["disable"], given["lost"])
        yield Codec().data(catalog_of(self.registry))

    def run(self, given: Given) -> Iterator[Any]:
        """Yield nothing: tell the host the finds of each search of the loop on a board."""
        text = given["loop"]
        codec = self._codec()
        if text not in self._loops:
            strategies, settings = codec.value(json.loads(text))
            self._loops[text] = Loop(strategies, settings)
        loop = self._loops[text]
        grid, has_reasons, later, is_careful = codec.value(given["board"])
        run = RunState(loop, grid, resumption=later and Resumption(later[0], later[1], {}))
        own = loop.finder(run)
        if is_careful and isinstance(own, PlainFinder):
            own.moment = 0
        finder = TellingFinder(own, codec, self.guest, has_reasons)
        with suppress(_Unwanted):
            for _ in run_events(run, finder):
                pass
            finder.tell_last()
        yield from ()

    def call(self, given: Given) -> Iterator[Any]:
        component = self._component(given)
        results = _guarded(component, self._given_by(component, given))
        if component.kind == "rule":  # the caller of another component knows its limit
            results = self._within_limit(component, results)
        yield from results

    def _within_limit(self, component: Component, results: Iterator[Any]) -> Iterator[Any]:
        try:
            yield from Watchdog(RULE_SECONDS).time_limit().call(component, list, results)
        except PluginStopped as stop:
            why = f"it did not come back within {RULE_SECONDS:g} s"
            yield _failure(Failure(why, stop.line or component.line, None))

    def _given_by(self, component: Component, given: Given) -> Iterator[Any]:
        """Yield the data of each item that a component's method yields, or of its value."""
        codec = self._codec()
        args = codec.value(given["args"])
        returned = component.methods[given["method"]](*args, **component.options)
        if component.kind == "strategy" and returned is None:
            returned = ()
        for each in returned if given["is_stream"] else [returned]:
            yield codec.data(each)

    def report(self, given: Given) -> Iterator[Any]:
        component = self._component(given)
        if component.id not in self._reporters:
            self._reporters[component.id] = _Reporter(self._codec())
        reporter = self._reporters[component.id]
        failure = reporter.told(component, given)
        if text := reporter.written():
            yield text
        if failure is not None:
            yield _failure(failure)

    def present(self, given: Given) -> Iterator[Any]:
        frontend = self._component(given)
        yield from _shown(frontend.guarded_call(frontend.call, self._asked_runs()))

    def work(self, given: Given) -> Iterator[Any]:
        from sudoku_plugins.session.workbench import Session

        frontend = self._component(given)
        grid, strategies, settings, source, has_notes = self._codec().value(given["args"])
        session = Session(
            grid, strategies=strategies, settings=settings, source=source, has_notes=has_notes
        )
        work = frontend.methods["work"]
        yield from _shown(frontend.guarded_call(partial(work, session, **frontend.options)))

    def _codec(self) -> Codec:
        return Codec(registry=self.registry)

    def _component(self, given: Given) -> Component:
        component = self.registry.find(given["kind"], given["id"])
        return component.with_options(self._codec().value(given["options"]))

    def _asked_runs(self) -> Iterator[Run]:
        codec = self._codec()
        while about := codec.value(self.guest.ask(["list", ["run"]])):
            out = cast(TextIO, _Results(self.guest))
            events = iter(lambda: codec.value(self.guest.ask(["list", ["event"]])), None)
            yield Run(**about, events=events, out=out, listeners=[self._report])

    def _report(self, run: Run, event: Event) -> None:
        """Make the host report the next event that it has drawn for this front end."""
        self.guest.send({"result": ["list", ["report"]]})


class _Results(io.TextIOBase):
    """The stream for results, which only the host can write."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._guest.send({"result": ["list", ["write", str(text)]]})
        return len(text)


class _Reporter:
    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._out = io.StringIO()
        self._events: deque[Event] = deque()
        self._run: Run | None = None
        self._time_limit = Watchdog(REPORT_SECONDS).time_limit()

    def told(self, reporter: Component, given: Given) -> Failure | None:
        args = self._codec.value(given["args"])
        if given["method"] == "finish":
            return self._called(reporter, reporter.methods["finish"])
        if given["method"] == "error":
            return self._called(reporter, reporter.methods["error"], *args, self._out)
        about, event = args
        if about:  # this is the first event of a run
            self._run = Run(**about, events=iter(self._events.popleft, _END), out=self._out)
        self._events.append(event)
        assert self._run is not None
        return self._called(reporter, reporter.call, self._run, next(self._run))

    def written(self) -> str:
        text = self._out.getvalue()
        self._out.seek(0)
        self._out.truncate()
        return text

    def _called(
        self, reporter: Component, method: Callable[..., Any], *args: Any
    ) -> Failure | None:
        try:
            done = self._time_limit.call(reporter, reporter.guarded_call, method, *args)
        except PluginStopped as stop:
            why = f"it did not come back within {REPORT_SECONDS:g} s"
            return Failure(why, stop.line or reporter.line)
        return done if isinstance(done, Failure) else None


def _guarded(component: Component, results: Iterator[Any]) -> Iterator[Any]:
    """Yield the `results` of a component, and its fault at the end, if any."""
    while True:
        result = component.guarded_call(next, results, _END)
        if result is _END:
            return
        if isinstance(result, Failure):
            error = result.error
            if error is not None and type(error) in (PluginError, UsageError):
                raise error  # it has something to say
            yield _failure(result)
            return
        yield result


def _failure(failure: Failure) -> Any:
    why, line, error = failure
    if error is not None:
        error = FailedElsewhere(why, line, traceback_text(error))
    return Codec().data(Failure(why, line, error))


def _shown(done: Failure | None) -> Iterator[Any]:
    if isinstance(done, Failure):
        if isinstance(done.error, SudokuError):
            raise done.error
        yield _failure(done)
