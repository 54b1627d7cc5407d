"""Carry out the steps of a plugin: the right ones of an answer, or call by call to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def carried_out(caller: Caller, boards: Sequence[Grid]) -> list[Grid | None]:
    """Carry out all steps of each call until the strategy finds nothing more; return the boards.

    None instead of a board for which the check may not make so many calls.
    """
    ends: list[Grid | None] = [*boards]
    left = dict(enumerate(boards))
    for _ in range(MOST_CALLS):
        if not left:
            break
        if not caller.has_calls_left:
            return [None if number in left else end for number, end in enumerate(ends)]
        for number, answer in zip([*left], caller.answers([*left.values()])):
            grid = before = left.pop(number)
            for step in answer.steps:
                grid = after(step, grid)
            ends[number] = grid
            if grid is not before:
                left[number] = grid
    return ends


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
