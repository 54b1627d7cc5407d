"""What a person may ask about a board: is all right so far, and what comes next."""

from __future__ import annotations

from typing import NamedTuple

from sudoku_engine.api.events import Ended, Faulted, Rejected, Stepped
from sudoku_engine.api.hint_text import Depth, hint_text
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.oracle import count_solutions, no_solution


class Hint(NamedTuple):
    """A hint in words; `event` is the step behind it where there is one.

    `faults`: strategies that were asked first and were wrong.
    """

    text: str
    event: Stepped | None = None
    faults: tuple[Faulted | Rejected, ...] = ()


def mistake_on(grid: Grid) -> str | None:
    """What is wrong on the board, in words that give no digit away; None where nothing is known.

    What a person placed and struck is compared with the one solution of the givens; where these
    have several, it must still be possible to finish the board.
    """
    if repetition := grid.repetition():
        return repetition
    puzzle = _givens_of(grid)
    verdict = count_solutions(puzzle)
    if verdict.solutions == 0:
        return no_solution(puzzle)
    if verdict.solution is not None:
        return _differences(grid, verdict.solution)
    if count_solutions(grid).solutions == 0:
        return "what stands there cannot be finished"
    return None


def checked(grid: Grid) -> str:
    """Whether all is right so far, in a sentence that gives nothing away."""
    if grid.is_solved:
        return "The board is solved."
    if why := mistake_on(grid):
        return f"There is a mistake on the board: {why}."
    solutions = count_solutions(_givens_of(grid)).solutions
    if solutions == 1:
        return f"All is right so far, {counted(grid.n_open, 'cell is', 'cells are')} open."
    now = count_solutions(grid).solutions
    if now is None:
        return "Whether all is right is not known: the search for a solution gave up."
    ways = "one way" if now == 1 else "several ways"
    several = "The puzzle has several solutions. " if solutions == 2 and grid.given else ""
    return f"{several}The board as it stands can be finished in {ways}."


def hinted(grid: Grid, loop: Loop, depth: Depth) -> Hint:
    """The next step that the strategies of `loop` find, told as far as `depth` says.

    On a board with a mistake, that there is one.
    """
    if why := mistake_on(grid):
        return Hint(f"There is a mistake on the board: {why}.")
    faults: list[Faulted | Rejected] = []
    text = "No strategy finds a step."
    for event in loop.events(grid):
        if isinstance(event, Stepped):
            return Hint(hint_text(event, depth), event, tuple(faults))
        if isinstance(event, (Faulted, Rejected)):
            faults.append(event)
        elif isinstance(event, Ended) and event.outcome == "solved":
            text = "The board is solved already."
    return Hint(text, None, tuple(faults))


def _givens_of(grid: Grid) -> Grid:
    """The puzzle that the board began from."""
    digits = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
    return Grid(grid.layout, digits, given=grid.given)


def _differences(grid: Grid, solution: tuple[int, ...]) -> str | None:
    """How far the board contradicts the `solution`, in words."""
    wrong = sum(digit not in (0, truth) for digit, truth in zip(grid.digits, solution))
    if wrong:
        return f"{counted(wrong, 'digit is', 'digits are')} wrong"
    lacking = sum(not grid.masks[cell] >> solution[cell] - 1 & 1 for cell in grid.open_cells)
    if lacking:
        cells = counted(lacking, "cell is", "cells are")
        return f"{cells} without the candidate that belongs there"
    return None
