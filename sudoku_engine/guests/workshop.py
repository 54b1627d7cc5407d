"""What a guest does for the program: it loads a person's plugins and calls their components.

Each task takes a request and yields results, both for JSON; the `stand_ins` of the host ask for
them. What takes a while to load is imported where it is needed.
"""

from __future__ import annotations

import io
import json
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO, cast

from sudoku_engine.api.event_record import event_of, event_record
from sudoku_engine.api.events import Event
from sudoku_engine.api.record import grid_of, layout_of, step_record
from sudoku_engine.api.run import Run
from sudoku_engine.errors import FormatError, PluginError, SudokuError, UsageError
from sudoku_engine.guests.catalog import catalog_record, traceback_text
from sudoku_engine.guests.guest import Guest
from sudoku_engine.guests.telling_loop import TellingLoop
from sudoku_engine.guests.value_records import options_of_record
from sudoku_engine.plugins.component import RATER, Component, Failure
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.loop import Resumption
from sudoku_engine.solving.settings import LoopSettings

if TYPE_CHECKING:
    from sudoku_engine.solving.rating import Rater


MOST = 1_000_000
"""How many characters plugins may print in one guest."""


class PluginOutput:
    """A text stream that passes on to `out` what is written, up to `most` characters.

    More raises PluginError, in the plugin that prints it.
    """

    def __init__(self, out: TextIO, most: int = MOST) -> None:
        self._out = out
        self._most = most
        self._count = 0

    def write(self, text: str) -> int:
        """Write `text`; raises PluginError if that is too much."""
        self._count += len(text)
        if self._count > self._most:
            raise PluginError(f"it prints too much: more than {self._most} characters", "")
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


Given = Mapping[str, Any]

REPORT_SECONDS = 10.0
"""Seconds that a reporter may take for one event."""

_END = object()


def prepare(guest: Guest) -> None:
    """Add the tasks to `guest`."""
    workshop = _Workshop(guest)
    guest.tasks.update(
        load=workshop.load,
        run=workshop.run,
        call=workshop.call,
        report=workshop.report,
        present=workshop.present,
        work=workshop.work,
    )
    sys.stdout = cast(TextIO, PluginOutput(sys.stderr))


class _Workshop:
    """The plugins that this guest has loaded."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.registry = Registry()
        self._loops: dict[str, TellingLoop] = {}
        self._reporters: dict[str, _Reporter] = {}

    def load(self, given: Given) -> Iterator[Any]:
        """Load the plugins, and yield the catalog."""
        self.guest.is_guarded = True
        self.registry.load(given["paths"], given["disable"], given["lost"])
        yield catalog_record(self.registry)

    def run(self, given: Given) -> Iterator[Any]:
        """Yield nothing: tell the host what each search of the loop on a board finds."""
        text = given["loop"]
        if text not in self._loops:
            about = json.loads(text)
            self._loops[text] = TellingLoop(
                self._strategies(about["strategies"]),
                LoopSettings(**about["settings"]),
                lambda found, is_last: self.guest.send({"result": [found, is_last]}),
                lambda: self.guest.is_wanted,
            )
        later = given["later"]
        resumption = later and Resumption(grid_of(later[0]), later[1], {})
        self._loops[text].run(grid_of(given["grid"]), given["is_watched"], resumption)
        yield from ()

    def call(self, given: Given) -> Iterator[Any]:
        """Yield what a method of a component gives, each as ``{"item": …}``, or a failure."""
        component = self._component(given)
        yield from _guarded(component, _CALLS[given["method"]](self, component, given))

    def report(self, given: Given) -> Iterator[Any]:
        """Let a reporter know of an event, an error or the end; yield what it writes."""
        component = self._component(given)
        if component.id not in self._reporters:
            self._reporters[component.id] = _Reporter()
        reporter = self._reporters[component.id]
        failure = reporter.told(component, given)
        if text := reporter.written():
            yield {"item": text}
        if failure is not None:
            yield _failure(failure)

    def present(self, given: Given) -> Iterator[Any]:
        """Let a front end show runs, which it gets from the host one by one."""
        frontend = self._component(given)
        yield from _shown(frontend.guarded_call(frontend.call, self._asked_runs()))

    def work(self, given: Given) -> Iterator[Any]:
        """Let the user work on a board in a front end."""
        from sudoku_engine.session.workbench import Session

        frontend = self._component(given)
        session = Session(
            grid_of(given["grid"]),
            strategies=self._strategies(given["strategies"]),
            settings=LoopSettings(**given["settings"]),
            source=given["source"],
            has_notes=given["has_notes"],
        )
        work = frontend.methods["work"]
        yield from _shown(frontend.guarded_call(partial(work, session, **frontend.options)))

    def _component(self, given: Given) -> Component:
        component = self.registry.find(given["kind"], given["id"])
        return component.with_options(options_of_record(given["options"]))

    def _strategies(self, records: list[Any]) -> list[Component]:
        return [
            self._component({"kind": "strategy", "id": name, "options": options})
            for name, options in records
        ]

    def _rater(self, given: Given) -> Rater:
        from sudoku_engine.solving.rating import Rater

        strategies, by_name = map(self._strategies, (given["strategies"], given["by_name"]))
        return Rater(strategies, LoopSettings(**given["settings"]), by_name=by_name)

    def _asked_runs(self) -> Iterator[Run]:
        while found := self.guest.ask({"ask": "run"}):
            grid = grid_of(found.pop("grid"))
            out = cast(TextIO, _Results(self.guest))
            yield Run(grid, self._asked_events(), out=out, listeners=[self._report], **found)

    def _report(self, run: Run, event: Event) -> None:
        """Let the host report the next event that it has drawn for this one."""
        self.guest.send({"result": {"report": True}})

    def _asked_events(self) -> Iterator[Event]:
        board = None
        while record := self.guest.ask({"ask": "event"}):
            event = event_of(record, board)
            board = getattr(event, "grid", board)
            yield event

    # What the methods of components take and give:

    def solutions(self, solver: Component, given: Given) -> Iterator[Any]:
        """Yield the digits of each solution."""
        from sudoku_engine.solving.guard import solution_fault

        grid = grid_of(given["grid"])
        for solution in solver.call(grid):
            if why := solution_fault(solution, grid):
                yield Failure(why, solver.line)
            yield solution.line

    def search(self, solver: Component, given: Given) -> Iterator[Any]:
        """Yield the events of a search."""
        from sudoku_engine.solving.search_run import event_fault

        grid = grid_of(given["grid"])
        for event in solver.methods["search"](grid, **solver.options):
            if why := event_fault(event, grid, []):
                yield Failure(why, solver.line)
            yield event_record(event, grid)

    def count(self, solver: Component, given: Given) -> Iterator[Any]:
        """Yield the number of solutions."""
        yield int(solver.methods["count"](grid_of(given["grid"]), given["limit"]))

    def find(self, component: Component, given: Given) -> Iterator[Any]:
        """Yield the steps of a strategy, or the verdict of a checker."""
        if component.kind == "strategy":
            grid = grid_of(given["grid"])
            for step in component.call(grid) or ():
                yield step_record(step, grid.layout)
            return
        from sudoku_engine.solving.comparison import verdict_fault

        source, target = grid_of(given["source"]), grid_of(given["target"])
        verdict = component.call(source, target)
        if why := verdict_fault(verdict, source, target):
            yield Failure(why, component.line)
        moved = verdict.transformation if verdict.similar else None
        cells_and_digits = [list(moved.cells), list(moved.digits)] if moved else None
        yield [verdict.similar, cells_and_digits, str(verdict.why)]

    def generate(self, generator: Component, given: Given) -> Iterator[Any]:
        """Yield a puzzle."""
        import random

        from sudoku_engine.guests.value_records import puzzle_record
        from sudoku_engine.solving.generation import puzzle_fault

        if given["rater"]:
            rater = self._rater(given["rater"])
            generator = generator.with_options({**generator.options, RATER: rater})
        rng = random.Random()
        version, state, gauss = given["state"]
        rng.setstate((version, tuple(state), gauss))
        layout = layout_of(given["layout"])
        puzzle = generator.call(rng, layout)
        if why := puzzle_fault(puzzle, layout):
            yield Failure(why, generator.line)
        yield puzzle_record(puzzle)


_CALLS: Mapping[str, Callable[[_Workshop, Component, Given], Iterator[Any]]] = {
    "solutions": _Workshop.solutions,
    "search": _Workshop.search,
    "count": _Workshop.count,
    "find": _Workshop.find,
    "generate": _Workshop.generate,
}


class _Results(io.TextIOBase):
    """The stream for results, which only the host can write."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Let the host write `text`."""
        self._guest.send({"result": {"write": str(text)}})
        return len(text)


class _Reporter:
    """The run that a reporter is told of, and what it writes."""

    def __init__(self) -> None:
        self._out = io.StringIO()
        self._events: deque[Event] = deque()
        self._run: Run | None = None
        self._board: Any = None
        self._time_limit = Watchdog(REPORT_SECONDS).time_limit()

    def told(self, reporter: Component, given: Given) -> Failure | None:
        """Pass on what is `given`; return what the `reporter` did wrong."""
        if given["method"] == "finish":
            return self._called(reporter, reporter.methods["finish"])
        if given["method"] == "error":
            error = FormatError(*given["error"])
            return self._called(reporter, reporter.methods["error"], error, self._out)
        if about := given["run"]:  # this is the first event of a run
            self._board = grid_of(about.pop("grid"))
            self._run = Run(self._board, iter(self._events.popleft, _END), out=self._out, **about)
        event = event_of(given["event"], self._board)
        self._board = getattr(event, "grid", self._board)
        self._events.append(event)
        assert self._run is not None
        return self._called(reporter, reporter.call, self._run, next(self._run))

    def written(self) -> str:
        """Return what was written since the last time."""
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
    """Yield the `results` that a component gives, then what it did wrong."""
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
        yield {"item": result}


def _failure(failure: Failure) -> Any:
    """Return the record of a `failure`, with its traceback."""
    trace = "" if failure.error is None else traceback_text(failure.error)
    return {"failure": [failure.why, failure.line, trace]}


def _shown(done: Failure | None) -> Iterator[Any]:
    """Yield what a front end did wrong; raise what it has to say."""
    if isinstance(done, Failure):
        if isinstance(done.error, SudokuError):
            raise done.error
        yield _failure(done)
