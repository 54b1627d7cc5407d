"""Comparing with a technique: simple cases, which ours leave to simpler ones, and its name."""

from __future__ import annotations

import pytest

from sudoku_engine import Candidate, Grid, Step, cell
from sudoku_engine.testing.carrying_out import has_simpler_inside, is_simple_case
from sudoku_engine.testing.technique_comparison import Comparison
from tests.support.kit import technique

GRID = Grid.parse(
    "984........25...4...19.4..2..6.9723...36.2...2.9.3561.195768423427351896638..9751"
)

LOCKED = [technique("locked_candidates")]

FOUND = next(
    step
    for locked in LOCKED
    for step in locked.call(GRID)
    if len({cell for cell, _ in step.grounds}) == 2
)
"""The only two places of a digit in a house."""

DIGIT = FOUND.grounds[0].digit


def naming(*names: str, digit: int = DIGIT) -> Step:
    """Return a step of a colouring that names a digit in these cells."""
    because = [Candidate(cell(name), digit) for name in names]
    return Step(eliminations=FOUND.eliminations, because=because)


FOUR, FIVE = naming("r1c4", "r2c5", "r5c5", "r6c4"), naming("r1c4", "r2c5", "r5c5", "r6c4", "r1c9")


def test_a_colouring_of_two_cells_is_a_simple_case() -> None:
    assert is_simple_case(GRID, FOUND, [FOUR, FIVE], LOCKED)
    assert has_simpler_inside(GRID, FOUND, LOCKED)


def test_two_cells_where_there_are_always_four_are_another_technique() -> None:
    assert not is_simple_case(GRID, FOUND, [FOUR, FOUR], LOCKED)


def test_two_digits_where_there_is_always_one_are_another_technique() -> None:
    both = Step(
        eliminations=FOUND.eliminations,
        because=[
            Candidate(at, digit) for at, _ in FOUND.grounds for digit in (DIGIT, DIGIT % 9 + 1)
        ],
    )
    assert not is_simple_case(GRID, both, [FOUR, FIVE], LOCKED)


def test_a_step_that_no_simpler_technique_finds_is_no_simple_case() -> None:
    assert not is_simple_case(GRID, FOUND, [FOUR, FIVE], [])
    assert not has_simpler_inside(GRID, FIVE, LOCKED)


@pytest.mark.parametrize(
    ("name", "praise"),
    [
        ("x_wing", "it finds 2 of 2 X-Wings"),
        ("naked_pair", "it finds 2 of 2 naked pairs"),
        ("sue_de_coq", "it finds 2 of 2 Sue de Coqs"),
        ("bug_plus_n", "it finds 2 of 2 steps of Bivalue Universal Grave + n"),
    ],
)
def test_names_of_techniques_read_well_in_a_sentence(name: str, praise: str) -> None:
    assert Comparison(technique(name), n_found=2).praise == praise
