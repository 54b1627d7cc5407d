"""Sums of cells: what clues and houses say, compared with a list of all ways to fill the cells."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_engine.board.layout import Layout
from sudoku_plugins.variants.fillings import Fillings
from sudoku_plugins.variants.sums import Equation, balances, equations
from tests.support.clues import layout_with as board

N = 4
CELLS = (0, 1, 5, 10, 15)
"""Two in one row, two in one box, and two that see none of the others."""

NINE = Layout.named("9x9")

masks = st.tuples(*[st.integers(1, 2**N - 1)] * len(CELLS))
weights = st.tuples(*[st.sampled_from([-2, -1, 1, 10])] * len(CELLS))


@settings(max_examples=60)
@given(weights, st.integers(-20, 60), masks)
def test_an_equation_keeps_each_digit_that_a_way_with_the_total_has(
    weights: tuple[int, ...], total: int, masks: tuple[int, ...]
) -> None:
    layout = Layout.of_size(N)
    equation = Equation(layout, zip(CELLS, weights), total)
    ways = [
        way
        for way in product(range(1, N + 1), repeat=len(CELLS))
        if sum(map(int.__mul__, weights, way)) == total
        and all(mask >> digit - 1 & 1 for digit, mask in zip(way, masks))
        and all(
            way[one] != way[other]
            for one in range(len(CELLS))
            for other in range(one)
            if layout.peer_masks[CELLS[one]] >> CELLS[other] & 1
        )
    ]
    held = dict(zip(CELLS, masks))
    kept = equation.supported(tuple(held[cell] for cell in equation.cells))
    left = dict(zip(equation.cells, kept)) if kept else dict.fromkeys(CELLS, 0)
    for place, cell in enumerate(CELLS):
        assert not left[cell] & ~held[cell]
        for digit in {way[place] for way in ways}:
            assert left[cell] >> digit - 1 & 1


def test_an_equation_of_one_open_cell_leaves_one_digit() -> None:
    equation = Equation(NINE, [(0, 100), (30, 10), (60, 1), (80, -1)], 123)
    assert equation.cells == (0, 30, 60, 80)
    assert equation.supported((0b11, 0b110, 0b1111, 0b1)) == (0b1, 0b10, 0b1000, 0b1)
    assert equation.supported((0b10, 0b110, 0b1111, 0b1)) == ()


@pytest.mark.parametrize(
    ("is_allowed", "expected"),
    [
        (lambda *digits: sum(digits) == 9, [((1, 1, 1, 1), 9)]),
        (lambda first, *others: first == sum(others), [((1, -1, -1, -1), 0)]),
        (lambda a, b, c, d: 10 * a + b == 2 * c + 3 * d, [((10, 1, -2, -3), 0)]),
        (
            lambda a, b, c, d: a + b == c + d and b == 2 * c,
            [((1, 1, -1, -1), 0), ((0, 1, -2, 0), 0)],
        ),
        (lambda *digits: digits == tuple(sorted(digits)), []),
    ],
)
def test_fillings_know_their_sums(is_allowed: object, expected: list[object]) -> None:
    fillings = Fillings.asked(is_allowed, 4, 9)  # type: ignore[arg-type]
    known = fillings.equations
    assert len(known) == len(expected)
    assert all(each in known for each in expected) or len(expected) > 1
    for weights, total in known:
        for way in product(range(1, 10), repeat=4):
            if is_allowed(*way):  # type: ignore[operator]
                assert sum(map(int.__mul__, weights, way)) == total


def test_cells_that_the_cages_of_a_row_leave_over_have_a_known_sum() -> None:
    layout = board("killer cage 20 r1c1234", "killer cage 13 r1c56", "killer cage 11 r1c7,r2c7")
    balance = balances(layout)[0]
    assert (list(map(str, balance.innies)), balance.outies) == (["r1c7", "r1c8", "r1c9"], ())
    assert balance.inside - balance.cages == 12


def test_a_clue_for_a_whole_house_says_nothing_new_about_sums() -> None:
    assert not equations(board("x sum 20 r1c123456789"))
    assert not equations(NINE)
