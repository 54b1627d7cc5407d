"""Findings as text: the fault, its place, the remedy, and the board.

And as runs, so that whatever shows runs can show them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.events import Author, Ended, Event, Faulted, Rejected, Started
from sudoku_engine.api.run import Run
from sudoku_engine.board.candidate_board import candidate_board, legend, step_marks
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.text_board import ASCII, COLUMNS, Rules, clue_list
from sudoku_engine.board.words import capitalized, symbol
from sudoku_engine.errors import place, shown_path
from sudoku_plugins.kit.findings import Finding, PluginReport

BRIEF = 50  # letters of a step's effect, so that it takes a line
ALONE = "({})"  # how the only candidate of an open cell is written
WIDEST = 74  # letters of a line of code that are shown
INDENT = 2  # blanks before each line of a finding
GAP = "   "  # the gap between two boards

MAY_DIFFER = "What you do not name may differ."  # so a full board next to it need not fit


def finding_lines(
    finding: Finding, file: str, rules: Rules = ASCII, debug: bool = False, most: int | None = None
) -> Iterator[str]:
    """Yield all lines of a failed `finding` on a plugin in `file`; `debug`: with all calls.

    `most`: the columns that there are; a wider board is left out. None: 80 or more.
    """
    yield f"{place(file, finding.line)}: {finding.why}"
    if finding.advice:
        yield f"Advice: {finding.advice}{'' if finding.advice.endswith(('?', '.')) else '.'}"
    yield from finding.full_trace.splitlines() if debug else _short(finding.trace)
    yield from board_lines(finding, rules, most)
    if finding.board is not None and finding.source:
        yield f"(from {finding.source})"


def _short(trace: str) -> Iterator[str]:
    """Yield the lines of a `trace`; the place of a single call is left out: it has been named."""
    lines = trace.splitlines()
    if len(lines) == 1 or not any(line.startswith("  File") for line in lines[1:]):
        lines = lines[1:]
    return (line[:WIDEST] if line.startswith("    ") else line for line in lines)


def board_lines(finding: Finding, rules: Rules = ASCII, most: int | None = None) -> Iterator[str]:
    """Yield the board of a `finding`, and the step that the plugin found there.

    A full board on which all that the step names holds is drawn beside it, or below. `most`: as in
    `finding_lines`.
    """
    grid, step, full = finding.board, finding.step, finding.counter
    if grid is None:
        return
    if step is not None:
        yield f"the step: {short_notation(step, grid.layout, BRIEF)}"
    least = INDENT + len(next(_drawn(grid, step, rules, 1)))
    if most is not None and least > most:
        yield f"(the board needs {least} columns)"
        return
    if full is None or step is None:
        yield from _drawn(grid, step, rules, most and most - INDENT)
        return
    for room in (None, 1):  # 1: the columns of the full board are as narrow as can be
        *right, _ = _drawn(full, step, rules, room)
        left_over = (most or COLUMNS) - INDENT - len(right[0]) - len(GAP)
        *left, notes = _drawn(grid, step, rules, max(left_over, 1))
        fits = len(left[0]) <= left_over
        if fits:
            break
    yield f"{not_enough(step, full, 'on the right' if fits else 'below')} {MAY_DIFFER}"
    yield from (f"{one}{GAP}{other}" for one, other in zip(left, right)) if fits else left
    yield notes
    if not fits:
        yield from right


def not_enough(step: Step, full: Grid, where: str = "") -> str:
    """Return in words what the `full` board shows of `step`; `where`: where it is drawn."""
    changed = (
        *(cell for cell, digit in step.eliminations if full.digits[cell] == digit),
        *(cell for cell, digit in step.placements if full.digits[cell] != digit),
    )
    board = f"On the full board {where}" if where else "On this full board"
    return (
        f"{board} all that you name holds as well, and {full.layout.cells[changed[0]]} is "
        f"{symbol(full.digits[changed[0]])}: your reason is not enough."
    )


def _drawn(grid: Grid, step: Step | None, rules: Rules, most: int | None = None) -> Iterator[str]:
    """Yield the board, with marks for `step` and brackets around a single candidate."""
    marks = {} if step is None else step_marks(step)
    marks = {cell: sign for cell, sign in marks.items() if 0 <= cell < len(grid.digits)}
    drawn = candidate_board(grid, rules, alone=ALONE, marks=marks, most=most)
    yield from (*clue_list(grid.layout, most), *drawn.splitlines())
    notes = legend(marks)
    if single := re.search(r"\(\w\)", drawn):
        notes.append(f"{single[0]} is an open cell with one candidate")
    if notes:
        yield ", ".join(notes)


def fault_runs(report: PluginReport, finding: Finding) -> Iterator[Run]:
    """Yield a fault as runs: its board, and a full board on which all that is named holds."""
    assert finding.board is not None
    yield Run(finding.board, fault_events(report, finding), source=report.id)
    if finding.counter is not None and finding.step is not None:
        named = _on_full_board(finding, finding.counter, finding.step)
        assert named.board is not None
        yield Run(named.board, fault_events(report, named), source=report.id)


def _on_full_board(finding: Finding, full: Grid, step: Step) -> Finding:
    """Return the `finding` on its `full` board; the cells of `step` are open, to be marked."""
    cells = {cell for cell, _ in (*step.grounds, *step.placements, *step.eliminations)}
    digits = [0 if cell in cells else digit for cell, digit in enumerate(full.digits)]
    masks = [0 if digit else 1 << full.digits[cell] - 1 for cell, digit in enumerate(digits)]

    def true(candidates: Iterable[Candidate]) -> list[Candidate]:
        return [each for each in candidates if full.digits[each.cell] == each.digit]

    return replace(
        finding,
        why=not_enough(step, full),
        advice="",
        board=Grid(full.layout, digits, masks=masks),
        step=step.replace(
            because={role: true(group) for role, group in step.because.items()},
            eliminations=true(step.eliminations),
            links=(),
            branches=(),
        ),
    )


def fault_events(report: PluginReport, finding: Finding) -> Iterator[Event]:
    """Yield a fault as the events of a run."""
    grid = finding.board
    assert grid is not None
    author = Author(report.id, report.name, shown_path(report.file))
    advice = finding.advice
    why = f"{finding.why}. {capitalized(advice)}" if advice else finding.why
    yield Started(grid, (author,))
    if finding.step is not None:
        yield Rejected(author, finding.step, why, finding.line, grid)
    else:
        yield Faulted(author, why, finding.line)
    yield Ended("stopped", "strategies", grid, 0, {report.id: 0}, 0.0, finding.why)
