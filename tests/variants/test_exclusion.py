"""Which clues a step must name, and what a step does with those it names."""

import pickle
from itertools import pairwise
from typing import Any

import pytest

from sudoku_engine import Branch, Grid, Layout, Link, Step
from sudoku_engine.api.record import step_of, step_record
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.step import COVER
from sudoku_engine.board.variants import name_clues
from sudoku_engine.errors import RecordError, StepError
from sudoku_engine.solving.guard import malformed
from sudoku_plugins.variants.rule_book import RULE_BOOK, clues_between
from tests.support.boards import candidates

PLAIN = Layout.named("9x9")


def with_texts(*texts: str) -> Layout:
    """The classic layout with the clues written as `texts`."""
    return PLAIN.with_clues([RULE_BOOK.read(text, PLAIN) for text in texts])


def named(step: Step, *texts: str) -> list[str]:
    """The clues that `step` names on a board with the clues `texts`."""
    return [str(clue) for clue in name_clues(step, with_texts(*texts)).clues]


KNIGHT = with_texts("anti-knight")
CAGE = "killer cage 15 r5c5,r5c6,r6c5"
DOT = "white dot r5c5,r5c6"


# Which clues exclude what


@pytest.mark.parametrize(
    ("one", "other", "clues"),
    [
        ("r1c3:5", "r2c5:5", ["anti knight"]),
        ("r1c3:5", "r2c5:4", []),
        ("r1c1:5", "r2c2:5", []),  # box 1 says so
        ("r1c1:5", "r1c1:4", []),
    ],
)
def test_a_clue_is_named_only_where_no_house_says_the_same(
    one: str, other: str, clues: list[str]
) -> None:
    (first,), (second,) = candidates(one), candidates(other)
    assert [str(clue) for clue in clues_between(first, second, KNIGHT)] == clues


def test_a_dot_excludes_different_digits() -> None:
    first, second, neighbour = candidates("r5c5:1", "r5c6:3", "r5c6:2")
    layout = with_texts(DOT)
    assert [str(clue) for clue in clues_between(first, second, layout)] == ["white dot r5c5,r5c6"]
    assert clues_between(first, neighbour, layout) == []


# Which clues a step names


def test_a_plain_step_stays_the_same_object() -> None:
    step = Step([], candidates("r1c3:1"), candidates("r1c1:1"))
    assert name_clues(step, PLAIN) is step
    assert name_clues(step, KNIGHT) is step


def test_a_step_names_the_clue_by_which_a_reason_excludes_what_it_eliminates() -> None:
    step = Step([], candidates("r2c3:1"), candidates("r1c1:1", "r1c2:1"), [PLAIN.rows[0]])
    assert named(step, "anti-knight") == []  # box 1
    step = Step([], candidates("r5c3:1"), candidates("r4c5:1", "r3c2:1"))
    assert named(step, "anti-knight") == ["anti knight"]


def test_a_step_names_the_clues_of_its_weak_links() -> None:
    start, end = candidates("r5c5:1"), candidates("r5c6:3")
    assert named(Step(links=[Link(start, end, False)]), DOT) == ["white dot r5c5,r5c6"]
    assert named(Step(links=[Link(start, end, True)]), DOT) == []
    branch = Branch("if r5c5 is 1", start, [(start, end, False)])
    assert named(Step(branches=[branch]), DOT) == ["white dot r5c5,r5c6"]


def test_a_clue_between_other_digits_is_not_named_if_a_house_is_enough() -> None:
    pair = candidates("r5c5:1", "r5c5:3", "r5c9:1", "r5c9:3")
    step = Step([], candidates("r5c6:3"), pair, [PLAIN.rows[4]])
    assert named(step, DOT) == []


def test_a_step_names_the_clue_by_which_places_of_a_digit_see_each_other() -> None:
    naked_pair = candidates("r5c6:1", "r5c6:2", "r6c5:1", "r6c5:2")
    step = Step([], candidates("r4c4:1"), naked_pair)
    assert named(step, "killer cage r5c6,r6c7") == []
    apart = candidates("r3c3:1", "r3c3:2", "r4c4:1", "r4c4:2")
    step = Step([], candidates("r3c4:1"), apart)
    assert named(step, "killer cage r3c3,r4c4") == ["killer cage r3c3,r4c4"]


def test_the_base_of_a_fish_needs_no_clue() -> None:
    fish = Step(
        eliminations=candidates("r9c1:4"),
        because=candidates("r1c1:4", "r2c3:4"),
        houses={"base": PLAIN.rows[:2], COVER: [PLAIN.columns[0], PLAIN.columns[2]]},
    )
    assert named(fish, "anti-knight") == []


def test_of_several_clues_one_that_is_named_already_is_enough() -> None:
    layout = with_texts("killer cage r3c3,r4c4", "all different r3c3,r4c4")
    step = Step([], candidates("r4c4:1"), candidates("r3c3:1"), clues=[layout.clues[1]])
    assert name_clues(step, layout).clues == (layout.clues[1],)


# Clues in a step


def test_clues_are_part_of_a_step() -> None:
    (clue,) = with_texts(CAGE).clues
    step = Step([], candidates("r5c5:9"), candidates("r5c6:9"), clues=[clue, clue])
    assert step.clues == (clue,)
    assert step != step.replace(clues=())
    assert pickle.loads(pickle.dumps(step)) == step


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (Clue("x"), "clues must be a list of clues, not x: write [clue]"),
        (["x"], "clues must hold clues of grid.layout, not 'x'"),
    ],
)
def test_what_is_no_list_of_clues_is_refused(given: Any, message: str) -> None:
    with pytest.raises(StepError, match=r"^clues must") as caught:
        Step(candidates("r1c1:1"), clues=given)
    assert str(caught.value) == message


def test_a_record_has_the_clues() -> None:
    layout = with_texts(CAGE, DOT)
    step = Step([], candidates("r5c5:9"), clues=layout.clues[1:])
    record = step_record(step, layout)
    assert record["clues"] == [{"rule": "white_dot", "cells": ["r5c5", "r5c6"]}]
    assert step_of(record, layout) == step
    assert "clues" not in step_record(step.replace(clues=()), layout)
    with pytest.raises(RecordError, match="this board has no clue"):
        step_of(record, PLAIN)


def test_a_clue_of_another_board_is_malformed() -> None:
    step = Step(candidates("r1c1:1"), clues=with_texts(DOT).clues)
    why = "it names the clue white dot r5c5,r5c6, which this board does not have"
    assert malformed(step, Grid(PLAIN, [0] * 81)) == why


def test_a_ring_names_the_clue_by_which_it_excludes_what_sees_both_ends_of_a_link() -> None:
    layout = with_texts("all xv given", "v r3c78", "white dot r3c78", "white dot r4c78")
    one, other, fourth, last, gone = candidates("r3c7:1", "r3c8:1", "r3c8:4", "r3c7:4", "r4c7:4")
    corners = [one, other, fourth, last, one]
    ring = [([a], [b], i % 2 == 0) for i, (a, b) in enumerate(pairwise(corners))]
    step = name_clues(Step([], [gone], links=ring), layout)
    assert [str(clue) for clue in step.clues] == ["all xv given"]
