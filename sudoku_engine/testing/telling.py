"""A finding as lines of text: what is wrong, where, on which board, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine.drawing import ASCII, Rules
from sudoku_engine.errors import place
from sudoku_engine.grid import candidate_board
from sudoku_engine.testing.findings import Finding


def finding_lines(
    finding: Finding, file: str, rules: Rules = ASCII, debug: bool = False
) -> Iterator[str]:
    """A failed `finding` on a plugin in `file`; with `debug` the whole way to an error."""
    yield f"{place(file, finding.line)}: {finding.why}"
    yield from (finding.full_trace if debug else finding.trace).splitlines()
    if finding.board is not None:
        if finding.step is not None:
            yield f"the step: {finding.step.notation(finding.board.layout)}"
        yield from candidate_board(finding.board, rules).splitlines()
        if finding.source:
            yield f"(from {finding.source})"
    if finding.advice:
        yield f"Advice: {finding.advice}."
