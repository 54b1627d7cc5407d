"""Advice that is true of every technique: from the solution, and from all that a strategy finds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Step
from sudoku_plugins.kit.advice.code import advice_on_lateness
from sudoku_plugins.kit.advice.features import what_is_missed
from sudoku_plugins.kit.advice.step_advice import advice_on_step
from tests.support.boards import CLASSIC, PUZZLE, SOLUTION, board, candidates

GRID, SOLVED = board(PUZZLE), board(SOLUTION)


def step(gone: str, because: str, links: Any = (), houses: Any = ()) -> Step:
    joined = [(candidates(a), candidates(b), is_strong) for a, b, is_strong in links]
    return Step((), candidates(gone), candidates(because), houses, joined)


FALSE = {
    "a strong link of three places": (
        step("r1c8:1", "r1c3:1 r1c7:1", [("r1c3:1", "r1c7:1", True)]),
        "you take the 1 of r1c3 and r1c7 for a strong link, but row 1 has 3 places for the 1, "
        "r1c3, r1c7 and r1c8, and the solution has it in r1c8",
    ),
    "a weak link of cells that share no house": (
        step("r3c1:1", "r1c8:1 r9c7:1", [("r1c8:1", "r9c7:1", False)]),
        "you take the 1 of r1c8 and r9c7 for a weak link, but they share no house, and in the "
        "solution both are true",
    ),
    "a strong link in a cell of three candidates": (
        step("r1c8:1", "r1c7:18", [("r1c7:1", "r1c7:8", True)]),
        "you take 1 and 8 in r1c7 for a strong link, but it can also be 9, and the solution has 9 "
        "there",
    ),
    "weak links where a strong one belongs": (
        step("r3c1:1", "r1c7:1", [("r1c3:1", "r1c7:1", False), ("r1c7:1", "r3c7:1", False)]),
        "two weak links follow each other at r1c7: if it is wrong, nothing follows for the next, "
        "so weak and strong links must alternate",
    ),
    "a chain that ends with a weak link": (
        step("r3c1:1", "r1c8:1", [("r1c7:1", "r1c8:1", True), ("r1c8:1", "r3c7:1", False)]),
        "the chain ends with a weak link, at r3c7: it must begin and end with a strong one, else "
        "both of its ends can be wrong",
    ),
    "a place outside of the house in which it eliminates": (
        step("r3c1:1", "r1c3:1 r1c7:1 r1c8:1", houses=[CLASSIC.rows[0], CLASSIC.boxes[0]]),
        "r1c8 is not in box 1: in the solution the 1 of row 1 is there, so box 1 has its 1 "
        "elsewhere",
    ),
    "a house with a third place": (
        step("r1c8:1", "r1c3:1 r1c7:1", houses=[CLASSIC.rows[0]]),
        "row 1 has 3 places for the 1, r1c3, r1c7 and r1c8, and the solution has it in r1c8: you "
        "name only r1c3 and r1c7",
    ),
    "a place that is not seen": (
        step("r1c7:9", "r7c1:9 r7c3:9"),
        "in the solution the 9 is in r7c1, and r1c7 does not see it",
    ),
    "a cell with one more candidate": (
        step("r1c7:9", "r1c8:19 r5c7:59"),
        "you name only 5 and 9 in r5c7, but it can also be 7, and the solution has 7 there",
    ),
    "pincers of which none has the digit": (
        step("r1c7:9", "r1c8:19 r5c7:579"),
        "in the solution r1c8 is 1 and r5c7 is 7: neither r1c8 nor r5c7 is 9, so r1c7 can be it",
    ),
}


@pytest.mark.parametrize("what", FALSE)
def test_a_false_step_is_told_what_of_its_reason_the_solution_breaks(what: str) -> None:
    wrong, advice = FALSE[what]
    assert advice_on_step(wrong, GRID, "chains") == advice


def test_cells_that_share_no_house_need_not_share_one_if_the_technique_is_unknown() -> None:
    wing = step("r1c3:4", "r1c4:26 r5c5:5 r1c6:2468")
    assert "must be in the same one" not in advice_on_step(wing, GRID)


def lines(kind: str, numbers: Sequence[int], digit: int = 5) -> list[tuple[Grid, Step]]:
    """Steps with their base in a row or column of each of these numbers."""
    houses = CLASSIC.rows if kind == "row" else CLASSIC.columns
    others = CLASSIC.columns if kind == "row" else CLASSIC.rows
    roles = [{"base": [houses[n], houses[n + 2]], "cover": others[:2]} for n in numbers]
    return [(GRID, Step((), [Candidate(40, digit)], [Candidate(0, digit)], r)) for r in roles]


def chain(n_links: int) -> tuple[Grid, Step]:
    link = (candidates("r1c1:2"), candidates("r1c2:2"), True)
    return GRID, Step((), candidates("r5c5:2"), candidates("r1c1:2"), links=[link] * n_links)


def test_missed_steps_are_told_by_what_found_ones_never_have() -> None:
    rows, columns = lines("row", range(5)), lines("column", range(4))
    assert what_is_missed(columns, rows) == (
        "all 4 that it misses have their base in columns, and none of the 5 that it finds do"
    )
    long, short = [chain(7), chain(9)], [chain(3)] * 6
    told = "all 2 that it misses have more than 3 links, and none of the 6 that it finds do"
    assert what_is_missed(long, short) == told
    nines = lines("row", range(5), digit=9)
    assert what_is_missed(nines, rows).startswith("all 5 that it misses are about the 9, and none")
    assert not what_is_missed(rows[:2], rows[2:])
    assert not what_is_missed(columns[:1], rows[:1])  # that may be chance


def test_slowness_is_told_with_the_board_and_a_loop_only_if_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("for cell in range(81):\n    print(cell)\n", encoding="utf-8")
    told = advice_on_lateness(str(file), GRID)
    assert told.startswith("it tries too much for this board with 51 open cells")
    file.write_text("todo = [1]\nwhile todo:\n    todo.append(1)\n", encoding="utf-8")
    told = advice_on_lateness(str(tmp_path / "slow.py"), GRID)
    assert told.startswith("does the code of line 2 come to an end here? If it does, it tries")


def test_houses_that_have_nothing_to_do_with_a_step_are_no_feature() -> None:
    named = [
        (GRID, Step([Candidate(cell, 5)], (), (), [CLASSIC.rows[8 - cell // 9]]))
        for cell in range(20)
    ]
    missed = Step([Candidate(40, 5)], (), (), [CLASSIC.columns[4]])
    assert not what_is_missed([(GRID, missed)], named)


def x_wing(kind: str) -> tuple[Grid, Step]:
    """An X-wing that names its corners alone, with its base in rows or columns 1 and 5."""
    corners = {0, 4, 36, 40}
    base = CLASSIC.rows if kind == "row" else CLASSIC.columns
    others = {*base[0].cells, *base[4].cells} - corners
    grid = board("." * 81).apply(Step((), [Candidate(cell, 1) for cell in others]))
    gone = 18 if kind == "row" else 2
    return grid, Step((), [Candidate(gone, 1)], [Candidate(cell, 1) for cell in sorted(corners)])


def test_the_base_of_a_fish_is_seen_if_it_names_no_houses() -> None:
    rows, columns = x_wing("row"), x_wing("column")
    told = "the one that it misses has its base in columns, and none of the 8 that it finds do"
    assert what_is_missed([columns], [rows] * 8) == told
    assert not what_is_missed([columns], [columns] * 8)
    swapped = rows[1].replace(houses={"base": CLASSIC.columns[:1], "cover": CLASSIC.rows[:1]})
    assert not what_is_missed([columns], [(rows[0], swapped)] * 8)
