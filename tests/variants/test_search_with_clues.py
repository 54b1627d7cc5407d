"""The search on boards with clues, compared with all full 4x4 boards that obey them."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Grid, Layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.errors import LayoutError
from sudoku_engine.search import general
from sudoku_engine.search.budget import Budget
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.clues import obeys

FOUR = Layout.named("4x4")
RULES = (
    *("killer cage 5", "killer cage", "sum 6", "white dot", "black dot", "v", "greater than"),
    *("thermometer", "slow thermometer", "palindrome", "renban", "even", "odd", "minimum"),
    *("german whispers 2", "arrow", "between line", "all different", "zipper line"),
)
EVERYWHERE = ("anti-knight", "anti-king", "non-consecutive", "diagonals", "disjoint groups")


def full_boards() -> list[int]:
    """Return all full 4x4 boards, packed, found without clues."""
    return list(general.search(Grid(FOUR, [0] * 16), Budget(10**6)))


BOARDS = full_boards()


def digits_of(packed: int) -> dict[int, int]:
    return {
        cell: next(digit for digit in FOUR.digits if packed >> 16 * (digit - 1) + cell & 1)
        for cell in FOUR.cells
    }


lines = st.lists(st.integers(0, 15), min_size=2, max_size=4, unique=True)


@st.composite
def clues(draw: st.DrawFn) -> list[Clue]:
    found = []
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from((*RULES, *EVERYWHERE)))
        names = "" if text in EVERYWHERE else ",".join(str(FOUR.cells[c]) for c in draw(lines))
        with suppress(LayoutError):  # no digits fit, or the cells are too few
            found.append(RULE_BOOK.read(f"{text} {names}", FOUR))
    return found


def test_there_are_288_full_boards() -> None:
    assert len(BOARDS) == 288


@given(clues())
def test_search_finds_the_boards_that_obey_and_no_others(some: list[Clue]) -> None:
    layout = FOUR.with_clues(some)
    found = list(general.search(Grid(layout, [0] * 16), Budget(10**6)))
    assert len({*found}) == len(found)
    assert {*found} == {packed for packed in BOARDS if obeys(digits_of(packed), layout.clues)}


@given(clues(), st.integers(0, 287), st.integers(0, 2**16 - 1))
def test_a_board_is_legal_if_its_digits_obey(some: list[Clue], number: int, kept: int) -> None:
    """Digits of a full board that obeys never take its own candidates away."""
    layout, digits = FOUR.with_clues(some), digits_of(BOARDS[number])
    if obeys(digits, layout.clues):
        given_digits = [digit * (kept >> cell & 1) for cell, digit in digits.items()]
        grid = Grid(layout, given_digits)
        assert all(
            grid.masks[cell] >> digits[cell] - 1 & 1 for cell in layout.cells_in(grid.boards[0])
        )
        assert BOARDS[number] in general.search(grid, Budget(10**6))


@pytest.mark.parametrize("digits", [(1, 1), (4, 3)])
def test_givens_that_break_a_clue_have_no_solution(digits: tuple[int, int]) -> None:
    layout = FOUR.with_clues([RULE_BOOK.read("thermometer r1c1,r2c3", FOUR)])
    given_digits = [digits[0], 0, 0, 0, 0, 0, digits[1], *[0] * 9]
    assert not list(general.search(Grid(layout, given_digits), Budget(10**6)))


def test_an_empty_anti_king_board_with_diagonals_is_searched_to_the_end() -> None:
    clues = [RULE_BOOK.clue(FOUR, rule) for rule in ("anti-king", "diagonals")]
    layout = RULE_BOOK.with_clues(FOUR, clues)
    assert list(general.search(Grid(layout, [0] * 16), Budget(10**6))) == []


def test_visits_make_the_steps_of_the_search() -> None:
    layout = FOUR.with_clues([RULE_BOOK.read("killer cage 5 r1c12", FOUR)])
    grid = Grid(layout, [0] * 16)
    after = [visit.after for visit in general.visits(grid) if visit.after]
    full = [packed for packed in after if packed.bit_count() == 16]
    assert {*full} >= {*general.search(grid, Budget(10**6))}
    assert all(one != other for one, other in pairwise(full))
