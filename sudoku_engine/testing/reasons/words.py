"""Read the text of a step: does it speak of the step, and is it true?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import KINDS, House
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import listed
from sudoku_engine.testing.reasons.flaw import Flaw, Kind
from sudoku_engine.testing.reasons.parts import StepParts

CELLS = re.compile(r"\br(\d+)c(\d+)\b", re.IGNORECASE)
"""Names of cells in a text: ``r4c4``, and the short ``r48c4`` for r4c4 and r8c4."""


def flaw_in_words(grid: Grid, step: Step) -> Flaw | None:
    """Return that the text of `step` speaks of cells which the step does not have."""
    parts = StepParts(grid, step)
    known = {*parts.cells}
    for house in (*step.houses, *_houses_in(step.reason, grid)):
        known.update(house.cells)
    for cell in parts.cells:  # what is filled may be why a digit is gone
        known.update(peer for peer in grid.layout.peers(cell) if grid.digits[peer])
    said = list(dict.fromkeys(_cells_in(step.reason, grid)))
    strange = [place for place in said if _cell(place, grid) not in known]
    if not strange:
        return _strange_house(parts) or _untrue_words(grid, step)
    shown = listed(f"r{row}c{column}" for row, column in strange)
    are = "is" if len(strange) == 1 else "are"
    detail = f"says something of {shown}, which {are} no part of the step"
    moved = [_cell((row + 1, column + 1), grid) for row, column in said]
    if all(cell in parts.cells for cell in moved):
        advice = "rows and columns count from 1: names(cells) writes them"
    else:
        advice = "make the text from the cells of the step: names(cells) writes them"
    return Flaw(Kind.WORDS, detail, advice)


def _strange_house(parts: StepParts) -> Flaw | None:
    """Return that the text speaks of a house far from the step."""
    houses = [*parts.step.houses, *(house for house, _ in parts.evident)]
    for house in _houses_in(parts.step.reason, parts.grid) if houses else ():
        near = (each for each in houses if {*each.cells} & {*house.cells})
        if not parts.in_house(house) and next(near, None) is None:
            detail = f"says something of {house}, where nothing of the step is"
            advice = "make the text from the houses of the step: f'... in {house}'"
            return Flaw(Kind.WORDS, detail, advice)
    return None


HOLD_ONLY = re.compile(
    r"((?:\br\d+c\d+\b(?:, | and |,| & )?)+)\s*(?:can )?(?:holds?|contains?|ha(?:ve|s)) only "
    r"((?:(?:the )?(?:digits )?\{?\d\b\}?(?:, | and |,| or | & )?)+)"
    r"(?!\s*(?:candidate|digit|number|value|option|possib|choice|place|different))",
    re.IGNORECASE,
)
"""A text such as "r4c4 and r8c4 hold only 1 and 8", but not "hold only 2 candidates"."""


def _untrue_words(grid: Grid, step: Step) -> Flaw | None:
    """Return that the text says of cells that they hold only some digits, and they do not."""
    if grid.layout.n > 9:
        return None  # there a digit may be written as a letter or with two figures
    for cells, digits in HOLD_ONLY.findall(step.reason):
        said = {int(digit) for digit in re.findall(r"\d", digits)}
        for place in _cells_in(cells, grid):
            cell = _cell(place, grid)
            held = set() if cell is None else grid.candidates(cell)
            if held - said:
                name = f"r{place[0]}c{place[1]}"
                detail = f"says that {name} holds only {listed(said)}, but it has {listed(held)}"
                advice = "say in `reason` what is true of the cells of the step"
                return Flaw(Kind.WORDS, detail, advice)
    return None


def _cells_in(text: str, grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield row and column of each cell named in `text`."""
    is_small = grid.layout.n < 10  # then each figure is a row or a column of its own
    for rows, columns in CELLS.findall(text):
        for row in rows if is_small else (rows,):
            for column in columns if is_small else (columns,):
                yield int(row), int(column)


def _cell(place: tuple[int, int], grid: Grid) -> int | None:
    row, column = place
    n = grid.layout.n
    return (row - 1) * n + column - 1 if 1 <= row <= n and 1 <= column <= n else None


def _houses_in(text: str, grid: Grid) -> Iterator[House]:
    """Yield the houses named in `text`."""
    lowered = text.lower()
    for house in grid.layout.houses:
        if house.kind in KINDS and re.search(rf"\b{house}\b", lowered):
            yield house
