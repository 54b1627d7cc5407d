"""Who is told of a run: the reporters, and standard error of what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected
from sudoku_engine.api.run import Run
from sudoku_engine.cli.context import Job
from sudoku_engine.cli.program import BAD, DONE, NO, complain, is_closed_pipe, trace
from sudoku_engine.errors import FormatError, PluginError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.options import options_of
from sudoku_engine.session.helpers import fault_text


class Audience:
    """The reporters of a job. One that fails is named and told no more; the rest goes on.

    `wishes` are options for those reporters that have them (``verbose``); None is no wish.
    """

    def __init__(self, job: Job, reporters: Sequence[Component], **wishes: Any) -> None:
        self.job = job
        self.reporters = [_with_wishes(reporter, wishes) for reporter in reporters]

    def event(self, run: Run, event: Event) -> None:
        """Tells of `event`, and takes into account what it means for the exit status."""
        for reporter in list(self.reporters):
            self._tell(reporter, reporter.call, run, event)
        self.fault(run, event)
        if isinstance(event, Ended):
            self.job.worst(DONE if event.outcome == "solved" else NO)

    def fault(self, run: Run, event: Event) -> None:
        """Tells of `event` where it is a fault of a plugin; these count for the exit status."""
        if isinstance(event, (Faulted, Rejected)):
            trace(event.error if isinstance(event, Faulted) else None)
            complain(fault_line(event))
            self.job.worst(BAD)

    def error(self, error: FormatError) -> None:
        """Tells of a puzzle that could not be read."""
        self.job.complain(error)
        for reporter in list(self.reporters):
            if writer := reporter.error_reporter:
                self._tell(reporter, writer.error, error, self.job.out)

    def _tell(self, reporter: Component, call: Callable[..., None], *what: object) -> None:
        failure = reporter.guarded_call(call, *what)
        if failure is None:
            return
        if is_closed_pipe(failure.error):
            raise failure.error
        why = f"reporter {reporter.id!r} failed and was switched off: {failure.why}"
        trace(failure.error)
        self.job.complain(PluginError(why, reporter.id, reporter.shown_file, failure.line))
        self.reporters.remove(reporter)


def _with_wishes(reporter: Component, wishes: dict[str, Any]) -> Component:
    known: Iterable[str] = options_of(reporter.call)
    wished = [(name, wish) for name, wish in wishes.items() if wish is not None]
    return reporter.with_options(
        {**reporter.options, **{name: wish for name, wish in wished if name in known}}
    )


def fault_line(fault: Faulted | Rejected) -> str:
    """A fault in one line: where, whose, what; a strategy at fault takes part no more."""
    return fault_text(fault, " and sits out" if fault.strategy.means == "strategies" else "")
