"""A finding as lines of text: what is wrong, where, on which board, and how to fix it."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.text_board import ASCII, Rules, board
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import place
from sudoku_engine.testing.findings import Finding


def finding_lines(
    finding: Finding, file: str, rules: Rules = ASCII, debug: bool = False
) -> Iterator[str]:
    """Yield the lines of a failed `finding` on a plugin in `file`; `debug`: with all calls."""
    yield f"{place(file, finding.line)}: {finding.why}"
    yield from (finding.full_trace if debug else finding.trace).splitlines()
    if finding.board is not None:
        if finding.step is not None:
            yield f"the step: {finding.step.notation(finding.board.layout)}"
        yield from _drawn(finding.board, rules)
        if finding.source:
            yield f"(from {finding.source})"
    if finding.advice:
        yield f"Advice: {finding.advice}{'' if finding.advice.endswith('?') else '.'}"


def _drawn(grid: Grid, rules: Rules) -> Iterator[str]:
    """Yield the board with the candidates of its open cells, a single one between brackets."""
    texts = list(grid.line)
    alone = ""
    for cell in grid.open_cells:
        candidates = "".join(map(symbol, sorted(grid.candidates(cell)))) or "!"
        texts[cell] = f"({candidates})" if len(candidates) == 1 else candidates
        alone = alone or texts[cell] * (len(candidates) == 1)
    yield from board(grid.layout, texts, rules).splitlines()
    if alone:
        yield f"{alone} is an open cell with one candidate"
