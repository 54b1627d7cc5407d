"""The generator `compiled_minimal`: minimal puzzles with one solution, the same everywhere."""

from collections import Counter
from random import Random

import pytest

from sudoku_engine import Grid, Layout, Puzzle
from sudoku_engine.errors import UsageError
from sudoku_engine.search import count, solutions
from sudoku_plugins.fast import compiled
from sudoku_plugins.fast.compiled_minimal import COMPILED_MINIMAL

CLASSIC = Layout.named("9x9")

pytestmark = pytest.mark.skipif(not compiled.is_available(), reason="needs numba")


def made(seed: str, layout: Layout = CLASSIC) -> Puzzle:
    return COMPILED_MINIMAL.generate(Random(seed), layout)


def test_each_puzzle_has_one_solution_and_needs_all_its_clues() -> None:
    for number in range(60):
        puzzle = made(f"any/{number}")
        assert [found.digits for found in solutions(puzzle.givens)] == [puzzle.solution.digits]
        for cell, digit in enumerate(puzzle.givens.digits):
            if digit:
                fewer = list(puzzle.givens.digits)
                fewer[cell] = 0
                assert count(Grid(CLASSIC, fewer), 2) == 2, puzzle.givens.line


def test_a_seed_means_the_same_puzzle_for_ever() -> None:
    assert made("seed").givens.line == SAME
    assert made("seed") == made("seed")
    assert made("seed").givens != made("another seed").givens


SAME = "98...267...67.....4..........2..5.6.15....8.....21.4........18.2.....3...49.8.7.."


def test_all_digits_come_about_equally_often_in_a_cell() -> None:
    _, full = compiled.minimal_puzzles([Random(seed) for seed in range(900)])
    boards = [full[start : start + 81] for start in range(0, len(full), 81)]
    for cell in (0, 40, 53, 80):
        often = Counter(board[cell] for board in boards)
        assert all(60 < often[digit] < 145 for digit in CLASSIC.digits)


def test_other_boards_are_refused() -> None:
    with pytest.raises(UsageError, match="only classic 9x9 puzzles, not 6x6: use minimal"):
        made("any", Layout.named("6x6"))
