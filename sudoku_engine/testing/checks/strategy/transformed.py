"""Check that a strategy finds the same on a transformed board as on the original."""

from __future__ import annotations

import textwrap
from functools import partial
from random import Random

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.solving.comparison import in_words
from sudoku_engine.solving.guard import objection
from sudoku_engine.testing.advice import advice_on_missed
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.carrying_out import carried_out
from sudoku_engine.testing.checks.strategy.steps import demand_right_steps
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.effort import spread
from sudoku_engine.testing.findings import Finding, NotChecked, check
from sudoku_engine.testing.plugin_calls import StrategyAnswer
from sudoku_engine.transform.transformation import Transformation

MOST_OF_MOVES = 40  # how many letters of the moves a finding has

NOT_HERE = "it finds nothing here"

MOST_TRANSFORMED = 50  # how many boards are transformed
CALLS = 8  # how many calls a transformed board takes, about
AT_ONCE = 10  # how many boards are asked about side by side, if the strategy is quick
MANY_CALLS = 1000  # the number of calls that may be made of such a strategy


@check("turned", "it does not treat a transformed board like the original")
def like_the_original(subject: StrategySubject) -> Finding | None:
    """It treats a transformed board like the original."""
    demand_right_steps(subject)
    if not subject.is_steady:
        raise NotChecked("it must find the same steps twice first")
    calls = subject.effort.calls
    found = spread(subject.with_steps(), min(max(calls // CALLS, 1), MOST_TRANSFORMED))
    size = AT_ONCE if calls >= MANY_CALLS else 1
    caller = subject.caller
    for group in caller.groups_within_calls(found, calls, "transformed", size):
        tried = [
            (position, start, transformation)
            for position, _ in group
            for transformation in [_transformation_for(position)]
            for start in (Transformation.identity(position.grid.layout), transformation)
        ]
        boards = [start.grid(position.grid) for position, start, _ in tried]
        asked = [
            (end, way, position, start)
            for end, (position, start, moves) in zip(carried_out(caller, boards), tried)
            if end is not None
            for way in (moves, moves.inverse())
        ]
        answers = caller.answers([way.grid(end) for end, way, *_ in asked])
        for (end, way, position, start), there in zip(asked, answers):
            finding = _found_after(there, end, way)
            if finding is not None:
                solution = start.grid(Grid(end.layout, position.solution)).digits
                at_end = position._replace(grid=end, solution=solution)
                return _after_few_moves(subject, at_end, finding)
    return None


def _transformation_for(position: Position) -> Transformation:
    return Transformation.random(Random(position.source), position.grid.layout)


def _found_only_after(
    subject: StrategySubject, transformation: Transformation, grid: Grid
) -> Finding | None:
    """Return the step that it finds on the transformed board and not on `grid`."""
    if subject.answer(grid).given:
        return None
    return _found_after(subject.answer(transformation.grid(grid)), grid, transformation)


def _found_after(
    there: StrategyAnswer, grid: Grid, transformation: Transformation
) -> Finding | None:
    """Return the step that it finds `there`, on the transformed board, and not on `grid`."""
    if there.why or not there.steps or any(objection(s, there.grid, None) for s in there.steps):
        return None
    step, line = next(there.steps_with_lines())
    here = transformation.inverse().step(step)
    moves = textwrap.shorten(in_words(transformation, grid), MOST_OF_MOVES, placeholder=" …")
    found = short_notation(here, grid.layout)
    why = f"{NOT_HERE}, but it finds {found} when the board is transformed ({moves})"
    return Finding(why, grid, here, NOT_HERE, f"transformed ({moves}), it finds {found}", line)


def _after_few_moves(subject: StrategySubject, position: Position, finding: Finding) -> Finding:
    """Return the `finding` on the smallest board, after as few moves as show it."""
    layout = position.grid.layout
    transformation = _transformation_for(position)

    def advise(found: Finding) -> str:
        return advice_on_missed(subject.component, found, subject.answers())

    for each in (*simple_transformations(layout), transformation, transformation.inverse()):
        found = _found_only_after(subject, each, position.grid)
        if found is not None:
            look = partial(_found_only_after, subject, each)
            return subject.on_small_board(position, found, look, advise)
    return finding


def simple_transformations(layout: Layout) -> list[Transformation]:
    """Return simple ones: turns, two lines or bands swapped, digits renamed."""
    if layout.is_jigsaw or layout.has_diagonals:
        return []
    n, height, width = layout.n, layout.box_height, layout.box_width
    lines = list(range(n))
    swapped = [1, 0, *lines[2:]]
    last = [*lines[:-2], n - 1, n - 2]
    bands = [*lines[height : 2 * height], *lines[:height], *lines[2 * height :]]
    stacks = [*lines[width : 2 * width], *lines[:width], *lines[2 * width :]]
    digits = [*layout.digits[1:], 1]
    found = [Transformation.of_lines(layout, digits=digits)]
    found += [Transformation.of_lines(layout, rows=rows) for rows in (swapped, last, bands)]
    found += [Transformation.of_lines(layout, columns=each) for each in (swapped, last, stacks)]
    if height == width:
        found.insert(0, Transformation.of_lines(layout, 1, columns=lines[::-1]))
        found += [Transformation.of_lines(layout, turns) for turns in (1, 2, 3)]
    return found
