"""Boards with candidates in a few named cells, and steps on them in words."""

from collections.abc import Iterable

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.masks import mask_of

CLASSIC = Layout.named("9x9")


def marked(
    drawn: str, layout: Layout = CLASSIC, marks: Marks = "auto", placed: str = "", without: str = ""
) -> Grid:
    """An open board but for some cells, `drawn` as ``r1c1 12, r1c5 13`` with their candidates.

    `placed`: cells with their digits; `without`: cells with the candidates that they lack.
    """
    digits = [0] * len(layout.cells)
    masks = [layout.all_digits] * len(layout.cells)
    for cell, symbols in _pairs(placed):
        digits[layout.cell(cell)] = int(symbols)
    for cell, symbols in _pairs(drawn):
        masks[layout.cell(cell)] = _mask(symbols)
    for cell, symbols in _pairs(without):
        masks[layout.cell(cell)] &= ~_mask(symbols)
    return Grid(layout, digits, masks=masks, marks=marks)


def _pairs(drawn: str) -> list[list[str]]:
    return [pair.split() for pair in drawn.split(",") if pair]


def _mask(symbols: str) -> int:
    return mask_of(int(symbol) - 1 for symbol in symbols)


def told(steps: Iterable[Step] | None, layout: Layout = CLASSIC) -> list[str]:
    """The steps in notation."""
    return [step.notation(layout) for step in steps or ()]


def only(steps: Iterable[Step] | None) -> Step:
    """The one step there is."""
    (step,) = steps or ()
    return step


def roles(step: Step) -> dict[str, list[str]]:
    """The cells of each role."""
    return {role: sorted({str(cell) for cell, _ in group}) for role, group in step.because.items()}
