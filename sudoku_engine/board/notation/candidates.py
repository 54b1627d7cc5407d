"""Candidates as people write them, and what a step does with them: ``r57c4<>1, r7c4<>8``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from sudoku_engine.board.candidates import Candidate, Candidates
from sudoku_engine.board.layout import SYMBOLS, Cell, Layout
from sudoku_engine.board.notation.cells import (
    CELLS,
    cell_in,
    cell_text,
    cells_in,
    compact,
    digit_in,
)
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import LayoutError


def effect_text(placements: Candidates, eliminations: Candidates, layout: Layout) -> str:
    """Return the effects of a step as text, with the cells of each digit together."""
    texts = [*_by_digit(placements, "=", layout), *_by_digit(eliminations, "<>", layout)]
    return ", ".join(texts)


def _by_digit(candidates: Candidates, sign: str, layout: Layout) -> list[str]:
    return [
        f"{compact(cells, layout)}{sign}{symbol(digit)}"
        for digit, cells in cells_by_digit(candidates)
    ]


def cells_by_digit(candidates: Iterable[Candidate]) -> list[tuple[int, list[int]]]:
    """Return the digits of `candidates` from the lowest to the highest, each with its cells."""
    cells_of: dict[int, list[int]] = {}
    for cell, digit in candidates:
        cells_of.setdefault(digit, []).append(cell)
    return sorted(cells_of.items())


def effects_in(text: str, layout: Layout) -> tuple[list[Candidate], list[Candidate]]:
    """Return the placements and the eliminations of `text`; text before ``=>`` is ignored.

    >>> effects_in("1,8 in r48c4 => r5c4<>1", Layout.named("9x9"))[1]
    [r5c4=1]
    """
    effect = text.rpartition("=>")[2]
    parts = rf"({CELLS})\s*(=|<>)\s*(\w)"
    if not re.fullmatch(rf"\s*{parts}(?:[\s,;]+{parts})*\s*", effect, re.IGNORECASE):
        raise LayoutError(f"{text.strip()!r} is not a step: write r5c5=8 or r57c4<>1, r7c4<>8")
    found: dict[str, list[Candidate]] = {"=": [], "<>": []}
    for cells, sign, digit in re.findall(parts, effect, re.IGNORECASE):
        number = digit_in(digit, layout)
        found[sign] += [Candidate(cell, number) for cell in cells_in(cells, layout)]
    return found["="], found["<>"]


def cell_with_digit(text: str, layout: Layout) -> tuple[Cell, int]:
    """Return the cell and digit of ``r1c1=5``, ``r1c1<>5`` or ``r1c1:5``; raises LayoutError."""
    match = re.fullmatch(r"(r\d+c\d+)(?:=|<>|:)(\w)", text.strip(), re.IGNORECASE)
    if match and match[2].upper() in SYMBOLS[: layout.n]:
        return layout.cell(match[1]), digit_in(match[2], layout)
    raise LayoutError(f"{text!r} is not a cell with a digit: write r1c1=5")


def candidate_texts(candidates: Iterable[Candidate], sign: str, layout: Layout) -> list[str]:
    """Return each of the `candidates` as cell, `sign` and digit: ``r1c2:5``."""
    known = _known_texts(layout, sign)
    return [known[candidate] for candidate in candidates]


def candidates_in(texts: Iterable[str], sign: str, layout: Layout) -> list[Candidate]:
    """Return the candidates that `candidate_texts` writes; raises LayoutError, ValueError."""
    known = _known_candidates(layout, sign)
    return [known[text] for text in texts]


class _Texts(dict[Candidate, str]):
    """The texts of the candidates of `layout`, each made when it is first needed."""

    def __init__(self, layout: Layout, sign: str) -> None:
        super().__init__()
        self._layout = layout
        self._sign = sign

    def __missing__(self, candidate: Candidate) -> str:
        cell, digit = candidate
        text = f"{cell_text(cell, self._layout)}{self._sign}{symbol(digit)}"
        if 0 <= cell < len(self._layout.cells) and 1 <= digit <= self._layout.n:
            self[candidate] = text
        return text


class _Candidates(dict[str, Candidate]):
    """The candidates of `layout` by their texts, each found when it is first needed."""

    def __init__(self, layout: Layout, sign: str) -> None:
        super().__init__()
        self._layout = layout
        self._sign = sign

    def __missing__(self, text: str) -> Candidate:
        cell, digit = text.split(self._sign)
        candidate = Candidate(cell_in(cell, self._layout), _any_digit(digit))
        if text == _known_texts(self._layout, self._sign)[candidate]:
            self[text] = candidate
        return candidate


_known_texts = cache(_Texts)
_known_candidates = cache(_Candidates)


def _any_digit(text: str) -> int:
    """Return a digit, even if the board does not have it."""
    return SYMBOLS.index(text) + 1 if len(text) == 1 and text in SYMBOLS else int(text)
