"""Clues as people write them, and layouts that carry them."""

import gc
import pickle

import pytest

from sudoku_engine import Grid, Layout, Step, rule
from sudoku_engine.api.record import grid_of, grid_record
from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.rule_book import RULE_BOOK, RuleBook
from tests.support.clues import layout_with as board

NINE = Layout.named("9x9")


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("killer cage 15 r1c12", "killer cage 15 r1c1,r1c2"),
        ("Killer Cage 15 in r1c1,r1c2", "killer cage 15 r1c1,r1c2"),
        ("thermometer r3c3,r2c2,r1c1", "thermometer r3c3,r2c2,r1c1"),
        ("anti-knight", "anti knight"),
        ("quadruple 1234 r12c12", "quadruple 1234 r1c1,r1c2,r2c1,r2c2"),
        ("x r1c12", "x r1c1,r1c2"),
        ("X-Sum 9 r1c123456789", "x sum 9 r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9"),
    ],
)
def test_clues_read_back_as_they_print(written: str, printed: str) -> None:
    clue = RULE_BOOK.read(written, NINE)
    assert str(clue) == printed
    assert RULE_BOOK.read(printed, NINE) == clue


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (
            "zebra r1c12",
            "unknown rule 'zebra': a rule of your own needs its file, such as -p my_rule.py",
        ),
        ("kiler cage 3 r1c1", "unknown rule 'kiler cage': did you mean 'killer_cage'?"),
        ("killer cage", "killer cage needs cells, such as killer cage r1c12"),
        ("killer cage 3 r1c1,r1c1", "killer cage: r1c1 is given twice"),
        ("killer cage 50 r1c12", "killer cage 50 r1c1,r1c2: no digits fit it"),
        ("killer cage ten r1c12", "killer cage ten r1c1,r1c2: its value is a number, not ten"),
        ("anti-knight r1c1", "anti knight holds on the whole board: leave the cells out"),
        ("thermometer 3 r1c12", "thermometer 3 r1c1,r1c2: it takes no value, and 3 is one"),
        ("thermometer r1c1", "thermometer r1c1: these cells are too few for it"),
        ("sandwich r1c123", "sandwich r1c1,r1c2,r1c3: it needs a value"),
        (
            "diagonal r1c1,r5c7,r9c2",
            "diagonal r1c1,r5c7,r9c2: a diagonal goes through all cells from corner to corner",
        ),
        ("x r9c9,r10c9", "no cell 'r10c9' on a 9x9 board: r1c1 to r9c9"),
    ],
)
def test_wrong_clues_say_what_is_wrong(written: str, why: str) -> None:
    with pytest.raises(LayoutError) as caught:
        RULE_BOOK.read(written, NINE)
    assert caught.value.what == why


@pytest.mark.parametrize(
    "clues",
    [
        ["even r1c1", "odd r1c12"],
        ["killer cage 15 r1c12", "killer cage 14 r1c12"],
        ["thermometer r1c123", "anti-knight", "thermometer r1c32"],
    ],
)
def test_clues_that_contradict_each_other_are_named(clues: list[str]) -> None:
    first, last = RULE_BOOK.read(clues[0], NINE), RULE_BOOK.read(clues[-1], NINE)
    with pytest.raises(LayoutError) as caught:
        board(*clues)
    assert caught.value.what == f"{first} and {last} contradict each other"


def test_clues_that_share_a_cell_may_stand_together() -> None:
    assert len(board("even r1c1", "killer cage 3 r1c12", "thermometer r1c21").clues) == 3


def test_there_is_one_layout_for_each_shape_with_its_clues() -> None:
    assert board("x r1c12") is board("x r1c12")
    assert board("x r1c12") is not board("v r1c12")
    assert NINE.with_clues([]) is NINE
    assert board("x r1c12").with_clues([RULE_BOOK.read("x r1c12", NINE)]) is board("x r1c12")


def test_layouts_with_clues_are_forgotten_when_nobody_uses_them() -> None:
    from sudoku_engine.board import layout

    gc.freeze()  # to look through what is there already takes long
    before = len(layout._with_clues)
    for total in range(3, 18):
        board(f"killer cage {total} r5c56")
    gc.collect()
    assert len(layout._with_clues) == before


def test_a_layout_says_that_it_has_clues() -> None:
    assert board("x r1c12").name == "9x9+clues"
    assert not board("x r1c12").is_plain


def test_boards_with_clues_survive_pickle_and_record() -> None:
    grid = Grid(board("killer cage 15 r1c12", "anti-knight"), [0] * 81)
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert pickle.loads(pickle.dumps(grid.layout)) is grid.layout
    assert grid_of(grid_record(grid)) == grid
    assert grid_record(grid)["clues"] == [
        {"rule": "killer_cage", "cells": ["r1c1", "r1c2"], "value": 15},
        {"rule": "anti_knight"},
    ]


def test_rules_that_look_at_other_clues_come_last() -> None:
    layout = board("all dots given", "white dot r1c12")
    assert [clue.rule for clue in layout.clues] == ["white_dot", "all_dots_given"]


def test_cells_of_a_cage_see_each_other() -> None:
    layout = board("killer cage 10 r1c1,r2c4")
    assert layout.cell("r2c4") in layout.peers("r1c1")
    assert len(layout.groups) == 1


def test_as_many_cells_as_digits_that_differ_are_a_house() -> None:
    layout = board("extra region r1c1,r2c2,r3c3,r4c4,r5c5,r6c6,r7c7,r8c8,r9c9")
    assert str(layout.houses[-1]) == "extra region 1"


def test_links_are_the_candidates_that_a_clue_excludes() -> None:
    layout = board("white dot r1c12")
    four = 3 * 81 + 0
    excluded = {index + 1 for index in range(9) if layout.weak_links[four] >> index * 81 + 1 & 1}
    assert excluded == {1, 2, 4, 6, 7, 8, 9}


def test_placing_a_digit_eliminates_what_the_clues_exclude() -> None:
    layout = board("white dot r1c12")
    given = Grid(layout, [4, *[0] * 80])
    assert given.candidates("r1c2") == {3, 5}
    placed = Grid(layout, [0] * 81).apply(Step([(layout.cell("r1c1"), 4)]))
    assert (placed.masks, placed.boards) == (given.masks, given.boards)


def test_a_cell_with_a_clue_of_its_own_has_only_the_digits_that_fit() -> None:
    assert Grid(board("even r1c1"), [0] * 81).candidates("r1c1") == {2, 4, 6, 8}


def test_broken_clues_are_named() -> None:
    grid = Grid(board("killer cage 15 r1c12"), [1, 2, *[0] * 79])
    assert "the digits break a clue: killer cage 15 r1c1,r1c2" in map(str, grid.status())


@pytest.mark.parametrize(
    "clues",
    [
        ["killer cage 15 r1c12", "anti-knight"],
        ["quadruple 12 r12c12"],
        ["diagonals"],
        ["even r1c1", "diagonals"],
    ],
)
def test_a_layout_and_a_board_with_clues_are_written_as_what_makes_them(clues: list[str]) -> None:
    layout = board(*clues)
    assert eval(repr(layout)) is layout
    for grid in (
        Grid(layout, [5, *[0] * 80]),
        Grid(layout, [0] * 81, masks=[*[0b111111111] * 80, 0b111]),
    ):
        assert eval(repr(grid)) == grid


def test_diagonals_beside_other_clues_are_written_and_read() -> None:
    grid = Grid(board("even r1c1", "diagonals"), [0] * 81)
    assert Grid.parse(str(grid)) == grid
    assert grid.layout is board("diagonals", "even r1c1")


def test_a_rule_that_is_removed_gives_its_name_back_to_the_one_before() -> None:
    one, other = (
        rule("Same", id="same")(lambda a, b: a == b),
        rule("Same", id="same")(lambda a, b: a != b),
    )
    book = RuleBook()
    book.add(one)
    book.add(other)
    assert book.find("same") is other
    book.remove(other)
    assert book.find("same") is one
