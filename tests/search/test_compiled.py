"""The compiled search: it agrees with the engine's own on boards of all kinds."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from sudoku_engine import Grid
from sudoku_engine.randomness import below
from sudoku_engine.search import compiled, solutions
from sudoku_engine.transform.transformation import Transformation
from sudoku_plugins.generators.minimal import MINIMAL
from tests.support.boards import CLASSIC, SOLVED, board, empty, with_digit

pytestmark = pytest.mark.skipif(not compiled.is_available(), reason="needs numba")


def asked(grids: list[Grid], jobs: int = 1) -> list[tuple[int, list[int]]]:
    """The compiled search's count and solution of each board."""
    puzzles = np.array([grid.digits for grid in grids], np.uint8)
    counts, found = compiled.answers(puzzles, jobs)
    return list(zip(counts.tolist(), found.tolist()))


def test_counts_and_solutions_agree_with_the_search_on_integers() -> None:
    grids = list(boards_of_all_kinds(Random(17)))
    kinds = set()
    for grid, (count, solution) in zip(grids, asked(grids)):
        known = [list(found.digits) for found in islice(solutions(grid), 2)]
        kinds.add(count)
        assert count == len(known), grid.line
        if count == 1:
            assert solution == known[0], grid.line
        if count == 2:
            assert Grid(CLASSIC, solution).is_solved, grid.line
            assert all(not d or d == solution[cell] for cell, d in enumerate(grid.digits))
    assert kinds == {0, 1, 2}


def boards_of_all_kinds(rng: Random) -> list[Grid]:
    """Minimal puzzles, with clues changed, left out or added, and turned; random givens."""
    grids = []
    for _ in range(40):
        made = MINIMAL.generate(rng, CLASSIC)
        puzzle, solution = made.givens, made.solution
        clues = [cell for cell in CLASSIC.cells if puzzle.digits[cell]]
        grids += [puzzle, Transformation.random(rng, CLASSIC).grid(puzzle)]
        for _ in range(8):
            digits = list(puzzle.digits)
            digits[clues[below(rng, len(clues))]] = below(rng, 10)
            grids.append(Grid(CLASSIC, digits))
            digits = list(puzzle.digits)
            digits[below(rng, 81)] = 1 + below(rng, 9)
            grids.append(Grid(CLASSIC, digits))
            digits = list(solution.digits)
            for _ in range(below(rng, 60)):
                digits[below(rng, 81)] = 0
            grids.append(Grid(CLASSIC, digits))
    for _ in range(300):
        digits = [0] * 81
        for _ in range(below(rng, 25)):
            digits[below(rng, 81)] = 1 + below(rng, 9)
        grids.append(Grid(CLASSIC, digits))
    return grids


def test_the_empty_board_has_more_than_one_solution() -> None:
    ((count, solution),) = asked([empty()])
    assert count == 2
    assert Grid(CLASSIC, solution).is_solved


def test_a_full_board_is_its_own_solution_unless_it_breaks_a_rule() -> None:
    full = board(SOLVED)
    assert asked([full, with_digit(full, "r1c1", 2)]) == [(1, list(full.digits)), (0, [0] * 81)]


def test_threads_give_the_same_answers() -> None:
    grids = boards_of_all_kinds(Random(4))[:200]
    assert asked(grids, jobs=3) == asked(grids)


def test_no_puzzle_gives_no_answer() -> None:
    counts, found = compiled.answers(np.zeros((0, 81), np.uint8), jobs=2)
    assert len(counts) == len(found) == 0


def test_what_is_no_digit_is_refused_before_the_search() -> None:
    with pytest.raises(ValueError, match="81 digits from 0 to 9"):
        compiled.answers(np.full((1, 81), 10, np.uint8))
