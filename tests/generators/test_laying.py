"""Clues laid on random boards, and the puzzles made with them."""

from itertools import pairwise
from random import Random

import pytest

from sudoku_engine import Grid, Layout, generate, verify
from sudoku_engine.errors import GaveUp, LayoutError
from sudoku_engine.search import full_board
from sudoku_plugins.generators.laying import layout_with_clues
from sudoku_plugins.variants.rule import Rule
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.clues import obeys
from tests.support.samples import thorough

SIX = Layout.named("6x6")
NOT_LAID = {
    "windoku": "for 9x9",
    "disjoint_groups": "for boxes of as many cells as there are",
    "all_dots_given": "no 6x6 board is without a dot",
    "weighted_sum": "its value is a text",
    "pairs": "its value is a table",
    "all_pairs": "its value is a table",
    "state_machine": "its value is a machine",
    "diagonal": "random boards hardly ever obey it: diagonals",
}


SLOW = {
    *("anti_taxicab", "counting_circles", "dutch_whispers", "german_whispers", "lockout_line"),
    *("lunchbox", "region_sum_line", "sum_line", "zipper_line", "hidden_skyscraper"),
    *("arrow", "double_arrow", "numbered_room", "row_index", "little_killer", "skyscraper"),
}
"""Rules that take much longer than all others."""


@pytest.mark.parametrize(
    "rule",
    [thorough(rule) if rule in SLOW else rule for rule in sorted({*RULE_BOOK.rules} - {*NOT_LAID})],
)
def test_clues_of_each_rule_hold_on_the_board_on_which_they_are_laid(rule: str) -> None:
    layout = layout_with_clues(Random(1), SIX, [rule])
    full = full_board(Random(1), layout)
    assert {clue.rule for clue in layout.clues} == {rule}
    assert obeys(dict(enumerate(full.digits)), layout.clues)
    assert full.is_solved


@pytest.mark.parametrize(("rule", "are_houses"), [("sandwich", True), ("little_killer", False)])
def test_numbers_outside_are_for_houses_if_they_say_something_there(
    rule: str, are_houses: bool
) -> None:
    layout = layout_with_clues(Random(5), SIX, [rule])
    houses = {frozenset(house.cells) for house in layout.houses}
    assert {frozenset(clue.cells) in houses for clue in layout.clues} == {are_houses}


def test_several_rules_have_their_clues_and_as_many_as_asked_for() -> None:
    layout = layout_with_clues(Random(3), SIX, ["anti-knight", "thermometer", "Killer Cage"], 2)
    rules = [clue.rule for clue in layout.clues]
    assert sorted(rules) == ["anti_knight", "killer_cage", "killer_cage", *["thermometer"] * 2]
    covered = [cell for clue in layout.clues for cell in clue.cells]
    assert len({*covered}) == len(covered)


@pytest.mark.parametrize("rule", ["thermometer", "killer_cage", "white_dot", "anti_knight"])
def test_a_made_puzzle_has_one_solution_and_needs_each_given(rule: str) -> None:
    puzzle = generate(rules=rule, layout="6x6", seed=4)
    givens = puzzle.givens
    assert verify(givens).solutions == 1
    for cell, digit in enumerate(givens.digits):
        if digit:
            fewer = [0 if at == cell else each for at, each in enumerate(givens.digits)]
            assert verify(type(givens)(givens.layout, fewer)).solutions != 1


def test_the_same_seed_makes_the_same_puzzle_and_another_another_board() -> None:
    first, again, other = (
        str(generate(rules=["killer_cage"], layout="6x6", level="medium", seed=seed).givens)
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first.partition("\n")[0] != other.partition("\n")[0]
    assert first.startswith("clues: ")


def test_a_rule_that_finds_no_place_is_named() -> None:
    with pytest.raises(GaveUp, match="no place was found for a clue of Diagonal"):
        layout_with_clues(Random(1), SIX, ["diagonal"])


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(LayoutError, match="did you mean 'killer_cage'"):
        generate(rules=["kiler_cage"])


def test_minimal_clues_are_those_without_which_there_are_several_solutions() -> None:
    many, few = (
        generate(rules="killer_cage", layout="6x6", seed=1, minimal_clues=each).givens
        for each in (False, True)
    )
    assert few.digits == many.digits
    assert {*few.layout.clues} < {*many.layout.clues}
    assert verify(few).solutions == 1
    for clue in few.layout.clues:
        others = few.layout.keeping(each for each in few.layout.clues if each != clue)
        assert verify(Grid(others, few.digits)).solutions == 2


@pytest.mark.parametrize("seed", [thorough(2), 3])
def test_a_board_that_hardly_any_random_one_is_like_is_filled_by_its_rules(seed: int) -> None:
    rules = ["non-consecutive", "anti-king", "anti-knight"]
    layout = layout_with_clues(Random(seed), Layout.named("9x9"), rules)
    digits = dict(enumerate(full_board(Random(seed), layout).digits))
    assert obeys(digits, layout.clues)


def test_clues_lie_only_where_their_rule_says() -> None:
    corners = Rule(
        lambda a, b: abs(a - b) > 1,
        "corners",
        "Corners",
        lays=lambda n: [(0, n - 1), (n * n - n, n * n - 1)],
    )
    RULE_BOOK.add(corners)
    try:
        layout = layout_with_clues(Random(1), Layout.named("9x9"), ["corners"])
    finally:
        RULE_BOOK.remove(corners)
    assert {clue.cells for clue in layout.clues} <= {(0, 8), (72, 80)}


@pytest.mark.parametrize("digits", [thorough("112112"), "123321"])
def test_counting_circles_are_one_clue(digits: str) -> None:
    layout = layout_with_clues(Random(int(digits)), SIX, ["counting_circles"])
    (clue,) = layout.clues
    full = full_board(Random(1), layout).digits
    held = [full[cell] for cell in clue.cells]
    assert all(held.count(digit) == digit for digit in held)


@pytest.mark.parametrize("rule", ["quadruple", "same_digits"])
def test_a_puzzle_needs_its_clues(rule: str) -> None:
    givens = generate(rules=rule, layout="4x4", seed=7).givens
    assert verify(givens).solutions == 1
    assert verify(type(givens)(Layout.named("4x4"), givens.digits)).solutions == 2


def test_lines_do_not_cross() -> None:
    clues = layout_with_clues(Random(7), Layout.named("9x9"), ["palindrome", "between_line"]).clues
    corners = [
        (one // 9 + other // 9, one % 9 + other % 9)
        for clue in clues
        for one, other in pairwise(clue.cells)
        if one // 9 != other // 9 and one % 9 != other % 9
    ]
    assert len(corners) == len({*corners}) > 5
