"""Why a wrong change is wrong: the singles that follow from it, up to a contradiction.

Without a search, so a person can follow it on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, symbol

MOST_STEPS = 6
"""A longer row of steps convinces nobody."""

MOST_ROUNDS = 8
"""How many times all singles of a board are placed; a longer chain convinces nobody."""


def refutation(change: Step, grid: Grid) -> str:
    """Return what follows from a wrong `change` of `grid`, in a sentence; empty if it is long."""
    if grid.marks != "auto":
        return ""
    start = grid.apply(change)
    chain = _chain(start)
    if chain is None:
        return ""
    for single in reversed(chain):
        shorter = [each for each in chain if each != single]
        if _end(start, shorter):
            chain = shorter
    if len(chain) > MOST_STEPS:
        return ""
    end = _end(start, chain)
    if not chain:
        return f"Then {end}."
    names = [f"{each.cell}={symbol(each.digit)}" for each in chain]
    follows = "follows" if len(names) == 1 else "follow one after another"
    return f"Then {listed(names)} {follows}, and {end}."


def _chain(grid: Grid) -> list[Candidate] | None:
    """Return singles that lead to a contradiction; None if there are none."""
    chain: list[Candidate] = []
    for _ in range(MOST_ROUNDS):
        for single in list(_singles(grid)):
            if grid.contradiction():
                break
            if _is_single(single, grid):
                grid = grid.apply(Step(placements=[single]))
                chain.append(single)
        if grid.contradiction():
            return chain
    return None


def _singles(grid: Grid) -> Iterator[Candidate]:
    for cell in grid.open_cells:
        for digit in grid.candidates(cell):
            if _is_single(Candidate(cell, digit), grid):
                yield Candidate(cell, digit)


def _is_single(claim: Candidate, grid: Grid) -> bool:
    """Return whether the rules leave no other digit for the cell, or no other place in a house."""
    places = grid.boards[claim.digit]
    if not places >> claim.cell & 1:
        return False
    houses = grid.layout.houses_of(claim.cell)
    return grid.masks[claim.cell] == 1 << claim.digit - 1 or any(
        places & house.mask == 1 << claim.cell for house in houses
    )


def _end(grid: Grid, chain: Sequence[Candidate]) -> str:
    """Return the contradiction after `chain`; empty if there is none, or no single is next."""
    for single in chain:
        if not _is_single(single, grid):
            return ""
        grid = grid.apply(Step(placements=[single]))
    return grid.contradiction() or ""
