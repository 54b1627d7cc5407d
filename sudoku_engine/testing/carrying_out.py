"""Carry out the steps of a plugin: the right ones of an answer, or call by call to the end."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.solving.guard import malformed, objection, trimmed
from sudoku_engine.testing.plugin_calls import Caller, StrategyAnswer

MOST_CALLS = 400
"""The number of calls to find all steps of one board."""


class NoCallsLeft(Exception):
    """The check under way may make no more calls."""


def after(step: Step, grid: Grid, solution: tuple[int, ...] | None = None) -> Grid:
    """Return the board after what is left to do of a plugin's `step`; `grid` if it is wrong.

    `solution`: the digits of the solution, if a step that contradicts it counts as wrong too.
    """
    left = None if malformed(step, grid) else trimmed(step, grid)
    return grid if left is None or objection(left, grid, solution) else grid.apply(left)


def carried_out(caller: Caller, grid: Grid) -> Grid | None:
    """Carry out all steps of each call until the strategy finds nothing more; return the board.

    None if the check may not make so many calls.
    """
    for _ in range(MOST_CALLS):
        if not caller.has_calls_left:
            return None
        before = grid
        for step in caller.answer(grid).steps:
            grid = after(step, grid)
        if grid is before:
            break
    return grid


def first_steps(caller: Caller, grid: Grid, solution: tuple[int, ...]) -> Iterator[StrategyAnswer]:
    """Yield its answers, each on the board after the first right step of the answer before.

    They end when there is no such step. Raise NoCallsLeft if the check may make no more calls.
    """
    for _ in range(MOST_CALLS):
        if not caller.has_calls_left:
            raise NoCallsLeft
        answer = caller.answer(grid)
        yield answer
        boards = (after(step, grid, solution) for step in answer.steps)
        changed = next((board for board in boards if board is not grid), None)
        if changed is None:
            return
        grid = changed
