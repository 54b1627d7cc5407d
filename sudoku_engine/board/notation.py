"""The field's notation of cells and candidates, written and read back."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine.board.candidates import Candidate
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import symbol


def cell_text(cell: int, layout: Layout) -> str:
    """Return the name of `cell`, or its number if the board does not have it."""
    return layout.cells[cell].name if 0 <= cell < len(layout.cells) else str(int(cell))


def cell_in(text: str, layout: Layout) -> int:
    """Return the cell that `cell_text` writes as `text`; raises LayoutError, ValueError."""
    return layout.cell(text) if text[:1] in "rR" else int(text)


def candidate_texts(candidates: Iterable[Candidate], sign: str, layout: Layout) -> list[str]:
    """Return each of the `candidates` as its cell, the `sign` and its digit: ``r1c2:5``."""
    return [f"{cell_text(cell, layout)}{sign}{symbol(digit)}" for cell, digit in candidates]


def candidates_in(texts: Iterable[str], sign: str, layout: Layout) -> list[Candidate]:
    """Return the candidates that `candidate_texts` writes; raises LayoutError, ValueError."""
    parts = (text.split(sign) for text in texts)
    return [Candidate(cell_in(cell, layout), _digit(digit)) for cell, digit in parts]


def _digit(text: str) -> int:
    return SYMBOLS.index(text) + 1 if len(text) == 1 and text in SYMBOLS else int(text)
