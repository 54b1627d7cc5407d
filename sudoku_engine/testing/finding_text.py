"""A finding as lines of text: what is wrong, where, how to fix it, and on which board."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.text_board import ASCII, Rules, board
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import place
from sudoku_engine.testing.findings import Finding

BRIEF = 50
"""The number of letters of a step's effect, so that it takes a line."""

MARKS = {"*": "it rests on", "-": "it eliminates", "+": "it places"}
"""The signs behind the cells that a step is about."""


def finding_lines(
    finding: Finding, file: str, rules: Rules = ASCII, debug: bool = False
) -> Iterator[str]:
    """Yield all lines of a failed `finding` on a plugin in `file`; `debug`: with all calls."""
    yield from cause_lines(finding, file)
    yield from (finding.full_trace if debug else finding.trace).splitlines()
    yield from board_lines(finding, rules)
    if finding.board is not None and finding.source:
        yield f"(from {finding.source})"


def cause_lines(finding: Finding, file: str) -> Iterator[str]:
    """Yield what is wrong with a plugin in `file`, and how to fix it."""
    yield f"{place(file, finding.line)}: {finding.why}"
    if finding.advice:
        yield f"Advice: {finding.advice}{'' if finding.advice.endswith(('?', '.')) else '.'}"


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
    texts = list(grid.line)
    alone = ""
    for cell in grid.open_cells:
        candidates = "".join(map(symbol, sorted(grid.candidates(cell)))) or "!"
        texts[cell] = f"({candidates})" if len(candidates) == 1 else candidates
        alone = alone or texts[cell] * (len(candidates) == 1)
    marks = _marks(step)
    for number, mark in marks.items():
        if 0 <= number < len(texts):
            texts[number] += mark
    yield from board(grid.layout, texts, rules).splitlines()
    legend = [f"{mark} {what}" for mark, what in MARKS.items() if mark in marks.values()]
    if alone:
        legend.append(f"{alone} is an open cell with one candidate")
    if legend:
        yield ", ".join(legend)


def _marks(step: Step | None) -> dict[int, str]:
    """Return the mark of each cell that `step` is about: what it changes counts more."""
    if step is None:
        return {}
    groups = {"*": step.grounds, "-": step.eliminations, "+": step.placements}
    return {cell: mark for mark, group in groups.items() for cell, _ in group}
