"""A board as text with the candidates of its open cells, and signs after the cells of a step."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.text_board import Rules, board, labelled, margin
from sudoku_engine.board.words import symbols


def candidate_board(
    grid: Grid,
    rules: Rules,
    *,
    placed: str = "",
    alone: str = "{}",
    marks: Mapping[int, str] = MappingProxyType({}),
    has_labels: bool = False,
    most: int | None = None,
) -> str:
    """Return the board as text with the candidates of its open cells, ``!`` for no candidate.

    `placed`: the sign before digits that are not givens. `alone`: the form of the only candidate of
    an open cell, which would otherwise look like a placed digit. `marks`: the signs after cells, by
    number. `has_labels`: whether rows and columns have their names. `most`: the number of
    characters that fit in a line.
    """
    texts = [
        symbol if grid.is_given(cell) else f"{placed}{symbol}"
        for cell, symbol in enumerate(grid.line)
    ]
    for cell in grid.open_cells:
        text = symbols(grid.candidates(cell), grid.layout.signs) or "!"
        texts[cell] = alone.format(text) if len(text) == 1 else text
    for number, mark in marks.items():
        texts[number] += mark
    if most is not None and has_labels:
        most -= margin(grid.layout.n)

    def drawing(texts: Sequence[str]) -> str:
        return board(grid.layout, texts, rules, most)

    return labelled(drawing, texts, grid.layout.n) if has_labels else drawing(texts)


SIGNS = {"*": "it rests on", "-": "it eliminates", "+": "it places"}


def step_marks(step: Step) -> dict[int, str]:
    """Return the sign of each cell that `step` is about: a change counts more than a reason."""
    groups = {"*": step.grounds, "-": step.eliminations, "+": step.placements}
    return {cell: sign for sign, group in groups.items() for cell, _ in group}


def legend(marks: Mapping[int, str]) -> list[str]:
    """Return the meaning of each sign among `marks`.

    >>> legend({0: "-", 8: "*"})
    ['* it rests on', '- it eliminates']
    """
    return [f"{sign} {what}" for sign, what in SIGNS.items() if sign in marks.values()]
