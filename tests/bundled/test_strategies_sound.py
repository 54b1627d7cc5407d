"""Laws that every bundled strategy keeps on our own boards, of every size and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from random import Random
from typing import Any

import pytest

from sudoku_engine import Grid, Layout, Step, Strategy
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.transform.transformation import Transformation
from sudoku_plugins.strategies import STRATEGIES

pytestmark = pytest.mark.slow

ID = attrgetter("id")
Boards = list[Any]
"""A `Solved` of conftest.py each: a puzzle, its solution, its source."""


def why_untrue(step: Step, grid: Grid, solution: str) -> str | None:
    """What is wrong with `step` on `grid`, whose `solution` is known."""
    for cell, digit in step.placements:
        if SYMBOLS[digit - 1] != solution[cell]:
            return "it places a wrong digit"
    for cell, digit in step.eliminations:
        if SYMBOLS[digit - 1] == solution[cell]:
            return "it eliminates the solution"
    for cell, digit in (*step.placements, *step.eliminations):
        if digit not in grid.candidates(cell):
            return "it changes what is no candidate"
    for group in step.because.values():
        for cell, digit in group:
            if digit not in grid.candidates(cell) and digit != grid.digit(cell):
                return "it rests on what is no candidate"
    if not (step.placements or step.eliminations):
        return "it changes nothing"
    return None if step.reason and step.houses else "it does not say why and where"


def path(grid: Grid) -> Iterator[Grid]:
    """The boards on which singles find nothing, on the way of the loop through `grid`."""
    while grid.boards[0]:
        for strategy in STRATEGIES:
            step = next(iter(strategy(grid)), None)
            if step is not None:
                if strategy.level != "easy":
                    yield grid
                grid = grid.apply(step)
                break
        else:
            yield grid
            return


def at_rest(strategy: Strategy, grid: Grid) -> Grid:
    """The board when `strategy` alone, applied again and again, finds nothing more."""
    while step := next(iter(strategy(grid)), None):
        grid = grid.apply(step)
    return grid


def without_singles(grid: Grid) -> Grid:
    """The board when the singles have done what they can."""
    singles = [strategy for strategy in STRATEGIES if strategy.level == "easy"]
    while step := next((step for single in singles for step in single(grid)), None):
        grid = grid.apply(step)
    return grid


def test_every_step_of_every_strategy_is_true_along_the_way_and_each_fires(
    all_boards: Boards,
) -> None:
    fired: Counter[str] = Counter()
    for puzzle, solution, source in all_boards:
        for grid in (puzzle, *path(puzzle)):
            for strategy in STRATEGIES:
                for step in strategy(grid):
                    fired[strategy.id] += 1
                    assert why_untrue(step, grid, solution) is None, (source, strategy.id, step)
    assert set(fired) == {strategy.id for strategy in STRATEGIES} - {"visible_single"}


def test_every_step_is_true_where_marks_are_kept_by_hand_and_struck_in_any_order(
    all_boards: Boards,
) -> None:
    rng = Random(1)
    fired: Counter[str] = Counter()
    for puzzle, solution, source in all_boards[::5]:
        grid = puzzle.with_marks("manual")
        for _ in range(60):
            strategy = rng.choice(STRATEGIES)
            steps = list(strategy(grid))
            for step in steps:
                fired[strategy.id] += 1
                assert why_untrue(step, grid, solution) is None, (source, strategy.id, step)
            if steps:
                grid = grid.apply(rng.choice(steps))
    assert set(fired) == {strategy.id for strategy in STRATEGIES}


# A step of another family may be lost where an elimination breaks its pattern, so what such a
# strategy can do alone depends on the order of its steps.
LASTING = [each for each in STRATEGIES if each.family in {"singles", "intersections", "subsets"}]


@pytest.mark.parametrize("strategy", LASTING, ids=ID)
def test_a_strategy_comes_to_rest_alike_on_a_board_and_on_its_transformation(
    strategy: Strategy, all_boards: Boards
) -> None:
    rng = Random(strategy.id)
    struck = 0
    by_hand = strategy.id == "visible_single"
    for puzzle, _, source in all_boards[:: 1 if strategy.score > 60 else 3]:
        grid = puzzle if strategy.level == "easy" else without_singles(puzzle)
        grid = grid.with_marks("manual") if by_hand else grid
        moved = Transformation.random(rng, grid.layout)
        end = at_rest(strategy, grid)
        struck += end != grid
        assert at_rest(strategy, moved.grid(grid)) == moved.grid(end), source
    assert struck > 0


@pytest.mark.parametrize("strategy", STRATEGIES, ids=ID)
def test_the_steps_on_a_transformed_board_are_the_transformed_steps(
    strategy: Strategy, all_boards: Boards
) -> None:
    rng = Random(strategy.id)
    for puzzle, _, source in all_boards[::4]:
        grid = puzzle if strategy.level == "easy" else without_singles(puzzle)
        moved = Transformation.random(rng, grid.layout)
        there = {changes(step) for step in strategy(moved.grid(grid))}
        assert there == {changes(moved.step(step)) for step in strategy(grid)}, source


def changes(step: Step) -> tuple[frozenset[Any], frozenset[Any]]:
    """What a step places and eliminates, in no order."""
    return frozenset(step.placements), frozenset(step.eliminations)


def test_every_step_is_true_on_a_board_of_25_rows() -> None:
    layout = Layout.named("25x25")
    solution = "".join(
        SYMBOLS[(row % 5 * 5 + row // 5 + column) % 25] for row in range(25) for column in range(25)
    )
    rng = Random(2)
    digits = [0 if rng.random() < 0.4 else SYMBOLS.index(symbol) + 1 for symbol in solution]
    grid = Grid(layout, digits)
    found: Counter[str] = Counter()
    for strategy in STRATEGIES:
        for step in strategy(grid):
            found[strategy.id] += 1
            assert why_untrue(step, grid, solution) is None, (strategy.id, step)
    assert len(found) >= 8
