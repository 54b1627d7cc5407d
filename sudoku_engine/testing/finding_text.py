"""A finding as lines of text: what is wrong, where, how to fix it, and on which board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.step_marks import legend, step_marks
from sudoku_engine.board.text_board import ASCII, Rules
from sudoku_engine.errors import place
from sudoku_engine.testing.findings import Finding

BRIEF = 50
"""The number of letters of a step's effect, so that it takes a line."""

ALONE = "({})"
"""How the only candidate of an open cell is written."""

WIDEST = 74
"""The number of letters of a line of code that are shown."""

CODE_INDENT = "    "
"""What Python writes before a line of code."""

CARETS = re.compile(" *[~^]+")


def finding_lines(
    finding: Finding, file: str, rules: Rules = ASCII, debug: bool = False
) -> Iterator[str]:
    """Yield all lines of a failed `finding` on a plugin in `file`; `debug`: with all calls."""
    yield from cause_lines(finding, file)
    yield from finding.full_trace.splitlines() if debug else _short(finding.trace)
    yield from board_lines(finding, rules)
    if finding.board is not None and finding.source:
        yield f"(from {finding.source})"


def cause_lines(finding: Finding, file: str) -> Iterator[str]:
    """Yield what is wrong with a plugin in `file`, and how to fix it."""
    yield f"{place(file, finding.line)}: {finding.why}"
    if finding.advice:
        yield f"Advice: {finding.advice}{'' if finding.advice.endswith(('?', '.')) else '.'}"


def _short(trace: str) -> Iterator[str]:
    """Yield the lines of a `trace`, long code cut so that carets stay below what they mean.

    The place of a single call is left out: the finding has named it.
    """
    lines = trace.splitlines()
    if len(lines) == 1 or not any(line.startswith("  File") for line in lines[1:]):
        lines = lines[1:]
    left_out = 0
    for line, below in zip(lines, [*lines[1:], ""]):
        is_code = line.startswith(CODE_INDENT)
        if is_code and not CARETS.fullmatch(line):
            is_far = below[: WIDEST // 2].isspace() and CARETS.fullmatch(below)
            left_out = max(len(below) - WIDEST, 0) if is_far else 0
        begin = len(CODE_INDENT)
        yield line[:begin] + line[begin + left_out :][: WIDEST - begin] if is_code else line


def board_lines(finding: Finding, rules: Rules = ASCII) -> Iterator[str]:
    """Yield the board of a `finding`, and the step that the plugin found there."""
    if finding.board is None:
        return
    if finding.step is not None:
        yield f"the step: {short_notation(finding.step, finding.board.layout, BRIEF)}"
    yield from _drawn(finding.board, finding.step, rules)


def _drawn(grid: Grid, step: Step | None, rules: Rules) -> Iterator[str]:
    """Yield the board with the candidates of its open cells, a single one between brackets.

    The cells that `step` is about are marked.
    """
    marks = {} if step is None else step_marks(step)
    marks = {cell: sign for cell, sign in marks.items() if 0 <= cell < len(grid.digits)}
    drawn = candidate_board(grid, rules, alone=ALONE, marks=marks)
    yield from drawn.splitlines()
    notes = legend(marks)
    if single := re.search(r"\(\w\)", drawn):
        notes.append(f"{single[0]} is an open cell with one candidate")
    if notes:
        yield ", ".join(notes)
