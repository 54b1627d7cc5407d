"""Answers as people type them, and what is said of them on a board where a naked pair is next."""

import pytest

from sudoku_engine import Candidate, Grid, Layout, cell
from sudoku_engine.errors import LayoutError
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.course.judging import (
    Judge,
    Techniques,
    Verdict,
    answer_in,
    refutation,
    why_no_pattern,
)

PAIR = Grid.parse(
    """
    9  6  1 | 3   8  2 | 7    4  5
    3  58 2 | 15  4  7 | 9    18 6
    7  58 4 | 156 16 9 | 18   3  2
    --------+----------+----------
    28 3  7 | 9   16 5 | 1268 18 4
    28 9  5 | 16  3  4 | 1268 7  18
    1  4  6 | 2   7  8 | 3    5  9
    --------+----------+----------
    6  7  9 | 4   5  3 | 18   2  18
    4  2  3 | 8   9  1 | 5    6  7
    5  1  8 | 7   2  6 | 4    9  3
    """
)
"""1 and 8 in r37c7. In the solution r2c2 and r3c7 are 8, r2c8 and r3c4 1, r5c4 6."""


def read(text: str, layout: Layout = PAIR.layout) -> tuple[list[str], list[str], str]:
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
        answer_in(text, PAIR.layout)
    assert str(error.value).startswith(why)


@pytest.fixture(scope="module")
def judge(registry: Registry) -> Judge:
    techniques = Techniques(registry.loop_strategies("auto"))
    board = techniques.next_board(PAIR, [registry.find("strategy", "naked_pair")])
    assert board is not None
    assert board.is_next
    return Judge(board, techniques)


def verdict(judge: Judge, text: str) -> Verdict:
    return judge.verdict(answer_in(text, PAIR.layout))


def said(judge: Judge, text: str) -> str:
    return verdict(judge, text).text


@pytest.mark.parametrize(
    "text", ["1,8 in r37c7 => r45c7<>1, r45c7<>8", "r45c7<>18", "a pair in r7 => r45c7<>1,8"]
)
def test_the_effect_of_a_step_is_right_without_a_pattern_that_can_be_read(
    judge: Judge, text: str
) -> None:
    found = verdict(judge, text)
    assert found.judgement == "right"
    assert found.text == "right: Naked Pair: 1,8 in r37c7 => r45c7<>1, r45c7<>8"
    assert found.reasons == (
        "r3c7 and r7c7 hold only 1 and 8 and use them up, so no other cell of column 7 can hold "
        "them.",
    )


def test_a_right_effect_whose_pattern_does_not_prove_it_is_half_right(judge: Judge) -> None:
    found = verdict(judge, "1,8 in r37c3 => r45c7<>1, r45c7<>8")
    assert found.judgement == "half"
    assert found.text == (
        "half right: r45c7<>1, r45c7<>8 is right, but 1,8 in r37c3 does not prove it"
    )
    assert found.reasons[0] == "Naked Pair: 1,8 in r37c7 => r45c7<>1, r45c7<>8"


def test_another_pattern_that_proves_the_effect_is_right(judge: Judge) -> None:
    # 2 and 6 are left for r4c7 and r5c7: these hold both, and nothing else fits there.
    assert verdict(judge, "2,6 in r45c7 => r45c7<>1, r45c7<>8").judgement == "right"


def test_a_part_of_a_step_is_right_and_the_rest_is_shown(judge: Judge) -> None:
    found = verdict(judge, "r4c7<>8")
    assert found.judgement == "right"
    assert found.text == "right: but that is not all, it also gives r45c7<>1, r5c7<>8"
    assert found.reasons[0] == "Naked Pair: 1,8 in r37c7 => r45c7<>1, r45c7<>8"


def test_what_is_gone_from_the_board_is_left_out(judge: Judge) -> None:
    found = verdict(judge, "r145c7<>1, r45c7<>8")
    assert found.text.startswith("right: Naked Pair")
    assert found.reasons[-1] == "Left out: r1c7 holds 7 already."


def test_a_step_of_another_technique_is_true_but_not_it(judge: Judge) -> None:
    found = verdict(judge, "r4c8<>1")
    assert found.judgement == "other"
    assert found.text == "true, but that is 2-String Kite, which was not asked for"
    assert found.reasons == ("2-String Kite: r2c8 =1= r2c4 -1- r3c5 =1= r4c5 => r4c8<>1",)


def test_more_than_the_technique_gives_is_true_but_not_it(judge: Judge) -> None:
    found = verdict(judge, "r4c7<>1, r4c8<>1")
    assert (found.judgement, found.text) == (
        "other",
        "true, but r4c8<>1 is more than Naked Pair gives here",
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "r2c2<>8",
            "If r2c2 is not 8: r2c2 is 5; r2c4 is 1; r4c5 is 1 (column 5); then column 8 has no "
            "place left for 1; so r2c2 is 8.",
        ),
        (
            "r3c4=6",
            "If r3c4 is 6: r5c4 is 1; r5c9 is 8; r4c8 is 1; then row 2 has no place left for 1; so "
            "r3c4 is not 6.",
        ),
    ],
)
def test_a_wrong_answer_is_refuted_from_the_fewest_truths(text: str, why: str) -> None:
    answer = answer_in(text, PAIR.layout)
    assert refutation(answer.claims[0], bool(answer.placements), PAIR) == why


def test_a_wrong_answer_that_takes_long_to_refute_has_no_such_reason() -> None:
    hard = Grid.parse(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    )
    assert refutation(Candidate(cell("r1c2"), 4), True, hard) == ""


def test_a_truth_that_nobody_loaded_finds_is_told_so(registry: Registry) -> None:
    pair = registry.find("strategy", "naked_pair")
    techniques = Techniques([registry.find("strategy", "naked_single"), pair])
    board = techniques.next_board(PAIR, [pair])
    assert board is not None
    found = verdict(Judge(board, techniques), "r4c8<>1")
    assert (found.judgement, found.text) == (
        "other",
        "true, but not found by any strategy that is loaded",
    )


@pytest.mark.parametrize(
    ("text", "why", "more"),
    [
        ("r9c9<>1", "r9c9 holds 3 already", ""),
        ("r3c5<>5", "5 is not a candidate of r3c5", ""),
        ("r5c4<>6", "without 6 in r5c4 the puzzle has no solution", None),
        ("r3c4=1, r3c4<>1", "with 1 in r3c4 the puzzle has no solution", None),
        (
            "r3c4=6",
            "with 6 in r3c4 the puzzle has no solution",
            "r3c4 can also be 1 or 5, and the 6 can also go in row 3 to r3c5, in column 4 to "
            "r5c4 and in box 2 to r3c5.",
        ),
        (
            "1,8 in r37c7 => r3c4<>1",
            "without 1 in r3c4 the puzzle has no solution",
            "The pattern is right, but this does not follow from it.",
        ),
        (
            "1,5 in r2c24 => r2c8<>1",
            "without 1 in r2c8 the puzzle has no solution",
            "r2c2 and r2c4 hold 1, 5 and 8: 2 cells must hold just 2 digits together.",
        ),
        (
            "1,8 in r2c8,r4c8 => r3c7<>8",
            "without 8 in r3c7 the puzzle has no solution",
            "r3c7 is in no house with r2c8 and r4c8: eliminate only in the house that holds them "
            "all.",
        ),
        ("r4c7<>1, r2c2<>8", "without 8 in r2c2 the puzzle has no solution", None),
    ],
)
def test_a_wrong_answer_is_told_why(judge: Judge, text: str, why: str, more: str | None) -> None:
    found = verdict(judge, text)
    assert (found.judgement, found.text) == ("wrong", f"wrong: {why}")
    if more is not None:
        assert found.reasons == ((more,) if more else ())


@pytest.mark.parametrize(
    ("family", "text", "why"),
    [
        ("chains", "r3c5 =1= r3c7 -1- r7c7 => r2c8<>1", "row 3 has 3 places for the 1, r3c4, r3c5"),
        ("fish", "1 c58 r34 => r3c4<>1", "in column 8 the 1 can also go to r2c8"),
        ("als", "A=r2c24 {158}, B=r4c8 {18}, X=8, Z=1 => r3c4<>1", "r2c2 does not see r4c8"),
        ("wings", "r3c4<>1", ""),
    ],
)
def test_the_pattern_of_other_families_is_looked_at_too(family: str, text: str, why: str) -> None:
    answer = answer_in(text, PAIR.layout)
    found = why_no_pattern(answer, answer.claims, PAIR, family)
    assert found.startswith(why)
    assert bool(found) is bool(why)
