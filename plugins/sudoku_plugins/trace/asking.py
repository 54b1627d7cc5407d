"""On which board a strategy is traced, and for which step: a wrong one, or one that it misses."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from sudoku_engine import Grid, Step, SudokuError
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import objection
from sudoku_plugins.course.judging import answer_in, step_of_answer
from sudoku_plugins.kit.boards_with_solutions import spread, technique_boards, technique_like
from sudoku_plugins.kit.examination import Examination
from sudoku_plugins.kit.findings import Finding, NotChecked, PluginReport
from sudoku_plugins.kit.isolation import FileReport, Watcher
from sudoku_plugins.kit.kit import Kit
from sudoku_plugins.kit.plugin_calls import Caller, StrategyAnswer, Unusable
from sudoku_plugins.kit.technique_comparison import missed_on
from sudoku_plugins.reasons.why import reasoned
from sudoku_plugins.sandbox.host import GuestDied
from sudoku_plugins.trace.model import Trace
from sudoku_plugins.trace.reading import traced
from sudoku_plugins.trace.recorder import MOST_BOARDS

BUDGET = 20_000  # the choices that are tried for the simplest step: it is only a help


class TraceWatch(Watcher):
    """Traces the first strategy that has something to show, while it may be called.

    `grid`: the board; None for that of a fault of its check, by `number` if one is asked for.
    `expect`: the step that it should find, in notation.
    """

    def __init__(
        self, grid: Grid | None = None, number: int | None = None, expect: str | None = None
    ) -> None:
        self._grid, self._number, self._expect = grid, number or 1, expect
        self.trace: Trace | None = None
        self.why = ""
        """Why there is no trace."""

    def begins(self, component: Component, kit: Kit) -> bool:
        """Trace a strategy on the board that was named; else let its checks be made."""
        if component.kind != "strategy" or self.trace is not None:
            return False
        if self._grid is not None:
            self._take(component, kit, Finding(board=self._grid))
        return self._grid is None

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Trace a strategy on the board of a fault, or else of a piece of advice."""
        if known is None or self.trace is not None:
            return
        found = [each for each in (*report.failed, *report.advice) if each.board is not None]
        if len(found) >= self._number:
            self._take(component, kit, found[self._number - 1])
        elif report.failed and self._number == 1:  # it goes wrong on any board
            self._take(component, kit, report.failed[0])

    def _take(self, component: Component, kit: Kit, finding: Finding) -> None:
        try:
            self.trace = trace_of(component, kit, finding, self._expect)
        except (Unusable, NotChecked) as end:
            self.why = f"{component.id}: {getattr(end, 'why', str(end))}"
        except GuestDied as death:
            self.why = f"{component.id}: {death.why}"

    def nothing(self, outcome: FileReport) -> str:
        """Return in words why there is no trace."""
        if self.why:
            return self.why
        if not any(report.kind == "strategy" for report in outcome.reports):
            return f"{outcome.target}: there is no strategy to trace"
        if self._number > 1:
            return f"{outcome.target}: its check has no fault {self._number} with a board"
        what = "its check has no fault with a board; name a puzzle to see it at work"
        return f"{outcome.target}: {what}"


def trace_of(component: Component, kit: Kit, finding: Finding, expect: str | None = None) -> Trace:
    """Return the trace of a strategy on the board of a `finding`, by default one of its technique.

    A step of the finding that it does not hand out is one that it should find. `expect`: such a
    step, in notation. Raises UsageError for one that cannot be, and what `traced` raises.
    """
    caller, boards = kit.caller(component), boards_for(component, kit)
    grid, step, about = finding.board or boards[0], finding.step, finding.why
    answer: StrategyAnswer | None = None
    with suppress(Unusable):  # it takes too long: the trace shows it
        answer = None if finding.is_late else caller.answer(grid)
    if expect is not None:
        witness: Step | None = _expected(expect, grid)
    elif step is None:
        witness, help_of = _missed(caller, kit, grid, answer)
        about = about or help_of
    else:
        witness = None if answer and step in answer.steps else step
    wrong = step if witness is None else None
    return traced(caller, grid, witness, wrong, boards, about, finding.source)


def _expected(text: str, grid: Grid) -> Step:
    try:
        answer = answer_in(text, grid.layout)
    except LayoutError as error:
        raise UsageError(f"{text}: {error.what}") from error
    step = step_of_answer(answer, answer.claims, grid)
    if why := objection(step, grid, None):
        raise UsageError(f"{text}: {why}")
    return step


def _missed(
    caller: Caller, kit: Kit, grid: Grid, answer: StrategyAnswer | None
) -> tuple[Step | None, str]:
    """Return a step that the strategy misses, and who knows of it, in a sentence.

    The step is that of the technique to which it is compared, or if the strategy finds nothing, of
    the technique whose name it has. Without any it is the one with the smallest reason.
    """
    found = answer.steps if answer else ()
    technique = kit.against or (None if found else technique_like(caller.component, kit.ours))
    if technique is not None:
        if not any(True for _ in technique.call(grid) or ()):
            return None, f"{technique.name} finds nothing here"
        if answer is None:
            return None, ""
        if missed := missed_on(caller, technique, answer, kit.ours):
            return missed[0], f"it misses a step that {technique.name} finds here"
        return (
            None,
            f"it finds the steps of {technique.name} here, or a single comes first",
        )
    with suppress(SudokuError):
        if not found and (why := reasoned(grid, budget=BUDGET)).step is not None:
            return why.step.step, "it finds nothing here; this is the simplest step"
    return None, ""


def boards_for(component: Component, kit: Kit) -> Sequence[Grid]:
    """Return boards on which it shows which lines of a strategy run."""
    technique = kit.against or technique_like(component, kit.ours)
    own = technique_boards(technique.id)[: MOST_BOARDS // 2] if technique else ()
    group = kit.boards.group or "9x9"
    positions = [*islice(kit.boards.positions(group), 10 * MOST_BOARDS)]
    others = spread(positions, MOST_BOARDS - len(own))
    return [position.grid for position in (*own, *others)]
