"""Reporters, and messages on standard error about the faults of a run."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected
from sudoku_engine.api.run import Run
from sudoku_engine.board.words import counted, listed
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import BAD, DONE, NO, is_of_output, message, print_traceback
from sudoku_engine.errors import FormatError, PluginError, SudokuError
from sudoku_engine.formats import written
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.run_state import is_before


class Reporters:
    """The reporters of a command. A reporter that fails is reported and switched off.

    `wishes` are options for the reporters that have them (``verbose``); None means no wish.
    """

    def __init__(
        self, context: CommandContext, reporters: Sequence[Component], **wishes: Any
    ) -> None:
        self.context = context
        wished = {name: wish for name, wish in wishes.items() if wish is not None}
        self.reporters = [
            each.with_options(
                {**each.options, **{k: v for k, v in wished.items() if k in each.known_options}}
            )
            for each in reporters
        ]
        context.at_end.append(self.finish)

    def event(self, run: Run, event: Event) -> None:
        """Pass on `event`, and take account of it in the exit status."""
        self.show(run, event)
        report_fault(self.context, event)
        if isinstance(event, Ended):
            is_done = event.outcome == "solved" or is_before(event)
            self.context.count_status(DONE if is_done else NO)

    def show(self, run: Run, event: Event) -> None:
        """Pass on `event` to the reporters."""
        for reporter in list(self.reporters):
            self._call(reporter, reporter.call, run, event)

    def error(self, error: FormatError) -> None:
        """Report a puzzle that cannot be read."""
        self.context.report(error)
        for reporter in list(self.reporters):
            if report := reporter.methods.get("error"):
                self._call(reporter, report, error, self.context.out)

    def finish(self) -> None:
        """Make reporters write the rest at the end of a command."""
        for reporter in list(self.reporters):
            if finish := reporter.methods.get("finish"):
                self._call(reporter, finish)

    def _call(self, reporter: Component, call: Callable[..., None], *arguments: object) -> None:
        failure = reporter.guarded_call(call, *arguments)
        if failure is None:
            return
        error = failure.error
        if is_of_output(error):
            raise error
        if reporter.is_bundled and isinstance(error, SudokuError):  # this board cannot be written
            source = arguments[0].source if arguments and isinstance(arguments[0], Run) else ""
            self.context.report(SudokuError(error.what, error.where or source))
            return
        why = f"reporter {reporter.id!r} failed and was switched off: {failure.why}"
        print_traceback(error)
        self.context.report(PluginError(why, reporter.id, reporter.shown_file, failure.line))
        self.reporters.remove(reporter)


class BoardsBefore:
    """Write the boards on which runs end early, in a `format`; report other runs.

    `names`: the strategies; runs end before their first step.
    """

    def __init__(self, context: CommandContext, names: Sequence[str], format: str) -> None:
        self.context = context
        self.names = listed(names, "or")
        self.format = format

    def event(self, run: Run, event: Event) -> None:
        """Write the board if the run is over."""
        if not isinstance(event, Ended):
            return
        if is_before(event):
            try:
                run.out.write(written(event.grid, self.format))
            except SudokuError as error:  # this board cannot be written
                self.context.report(SudokuError(error.what, error.where or run.source))
            run.out.flush()
        else:
            why = f": {event.why}" if event.why and event.outcome != "solved" else ""
            message(f"{run.source}: {event.outcome} without {self.names}{why}")
            self.context.count_status(NO)


def report_fault(context: CommandContext, event: Event) -> None:
    """Report `event` if it is a fault of a plugin; faults count for the exit status.

    A hard board on which a bundled strategy is too slow is nobody's fault.
    """
    if isinstance(event, (Faulted, Rejected)):
        from sudoku_engine.api.event_text import is_only_slow  # few runs have one

        print_traceback(event.error if isinstance(event, Faulted) else None)
        message(fault_line(event))
        if not is_only_slow(event):
            context.count_status(BAD)


def fault_line(fault: Faulted | Rejected) -> str:
    """Return a fault in one line: where, whose, what; a faulty strategy sits out."""
    from sudoku_engine.api.event_text import fault_text

    return fault_text(fault, " and sits out" if fault.strategy.means == "strategies" else "")


class SolutionSummary:
    """Report the number of solutions of each puzzle, and at the end the total time."""

    def __init__(self) -> None:
        self.puzzles = 0
        self.begun = perf_counter()

    def event(self, run: Run, event: Event) -> None:
        """Report a run that is over."""
        if isinstance(event, Ended):
            self.puzzles += 1
            from sudoku_engine.solving.verification import n_solutions

            message(f"{run.source}: {n_solutions(run.grid, event)}")

    def total(self) -> None:
        """Report the number of puzzles, and their time."""
        seconds = perf_counter() - self.begun
        message(f"{counted(self.puzzles, 'puzzle')} in {seconds:.3f} s")
