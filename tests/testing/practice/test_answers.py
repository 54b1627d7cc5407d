"""Answers as people type them."""

from __future__ import annotations

import pytest

from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import LayoutError
from sudoku_engine.testing.practice.judging import answer_in

NINE = Layout.named("9x9")


def read(text: str, layout: Layout = NINE) -> tuple[list[str], list[str], str]:
    """What an answer places, what it eliminates, and its pattern."""
    answer = answer_in(text, layout)
    placed, gone = (
        [f"{layout.cells[cell]} {digit}" for cell, digit in candidates]
        for candidates in (answer.placements, answer.eliminations)
    )
    return placed, gone, answer.pattern


@pytest.mark.parametrize(
    "text",
    [
        "  2. Naked Pair: 1,8 in r48c4 => r5c4<>1, r7c4<>18   [my_strategy.py]",
        "Naked Pair: 1,8 in r48c4 => r5c4<>1, r7c4<>1, r7c4<>8   (then 42 open)",
        "1,8 in r48c4 => R5C4 <> 1; R7C4 <> 1,8",
        "1,8 in r48c4 ⇒ r5c4 ≠ 1 and r7 c4 != 1 8.",
    ],
)
def test_a_line_of_steps_may_be_copied_or_typed_in_a_hurry(text: str) -> None:
    assert read(text) == ([], ["r5c4 1", "r7c4 1", "r7c4 8"], "1,8 in r48c4")


@pytest.mark.parametrize("text", ["r4c4<>1", "R4C4-1", "r4c4 is not 1", "Naked Pair: r4c4 /= 1"])
def test_only_what_changes_is_enough(text: str) -> None:
    assert read(text) == ([], ["r4c4 1"], "")


@pytest.mark.parametrize("text", ["r5c5=8", "Hidden Single: r5c5=8", "r5c5 is 8", "r5c5:8"])
def test_a_digit_is_placed(text: str) -> None:
    assert read(text) == (["r5c5 8"], [], "")


def test_several_cells_share_their_digits() -> None:
    assert read("r4c4, r5c4<>1 8") == ([], ["r4c4 1", "r5c4 1", "r4c4 8", "r5c4 8"], "")
    assert read("r12c3=a", Layout.named("12x12")) == (["r12c3 10"], [], "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "'hello' is not a step: write what the step changes, such as r5c5=8 or"),
        ("1,8 in r48c4", "'1,8 in r48c4' is not a step: write what the step changes"),
        ("r4c4<>0", "no digit '0' on a 9x9 board: 1 to 9"),
        ("r0c4<>1", "no cell 'r0c4' on a 9x9 board: r1c1 to r9c9"),
    ],
)
def test_what_is_no_step_is_an_error_that_says_how_to_write_one(text: str, why: str) -> None:
    with pytest.raises(LayoutError) as error:
        answer_in(text, NINE)
    assert str(error.value).startswith(why)
