"""The signs behind the cells of a text board that a step is about."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_engine.board.step import Step

SIGNS = {"*": "it rests on", "-": "it eliminates", "+": "it places"}


def step_marks(step: Step) -> dict[int, str]:
    """Return the sign of each cell that `step` is about: what it changes counts more."""
    groups = {"*": step.grounds, "-": step.eliminations, "+": step.placements}
    return {cell: sign for sign, group in groups.items() for cell, _ in group}


def legend(marks: Mapping[int, str]) -> list[str]:
    """Return what each sign among `marks` means.

    >>> legend({0: "-", 8: "*"})
    ['* it rests on', '- it eliminates']
    """
    return [f"{sign} {what}" for sign, what in SIGNS.items() if sign in marks.values()]
