"""Wrong strategies as students write them: each is caught by the right check, and really shown."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Grid, Step, Strategy, search
from sudoku_engine.search import solutions
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_plugins.kit.finding_text import finding_lines
from sudoku_plugins.kit.findings import Finding
from tests.support.careless_uniqueness import CARELESS
from tests.support.kit import components, failed, findings_on
from tests.support.samples import thorough
from tests.support.wrong_strategies import (
    ALL,
    FOUR_BOXES,
    IMPORTS,
    OF_FAMILIES,
    RECTANGLE,
    TWO_SOLUTIONS,
    UNTRUE,
)

pytestmark = pytest.mark.slow

PUZZLES = 12
"""Of how many puzzles the boards are made: enough for each mistake to show."""


LONG = (
    *("recursion that holds more and more", "colours without names", "a wing that is not joined"),
    *("a chain with a gap", "an X-wing in lines that share one place", "a default that is filled"),
    "a pointing pair that strikes from its own box",
)
"""Those that take longest; others are like them, such as "recursion without an end"."""


def examined(folder: Path, text: str, **kit: Any) -> dict[str, Finding]:
    """Return what comes of the checks of the strategy `text`, by check."""
    (component,) = components(folder, IMPORTS + text).values()
    return findings_on(component, Kit(bundled_kit().ours, **kit))


def the_solution(grid: Grid) -> Grid:
    """Return the only solution of `grid`, as the search finds it."""
    (solution,) = islice(solutions(grid), 2)
    return solution


def contradicts(step: Step, solution: Grid) -> bool:
    return any(solution.digit(cell) == digit for cell, digit in step.eliminations) or any(
        solution.digit(cell) != digit for cell, digit in step.placements
    )


@pytest.mark.parametrize(
    "slip",
    [thorough(slip) if number % 6 or slip in LONG else slip for number, slip in enumerate(ALL)],
)
def test_a_wrong_strategy_is_caught_by_the_right_check_with_advice(
    slip: str, tmp_path: Path
) -> None:
    text, checks, advice = ALL[slip]
    found = examined(tmp_path, text, puzzles=PUZZLES, shrink_looks=200)
    wrong = {finding.check: finding for finding in failed(found)}

    assert wrong
    assert set(wrong) <= checks
    messages = {check: (finding.why, finding.advice) for check, finding in wrong.items()}
    assert any(advice in text for pair in messages.values() for text in pair), messages
    assert all(finding.line for finding in wrong.values()), messages
    if slip in UNTRUE or slip in OF_FAMILIES:
        assert_contradicts_the_only_solution(wrong["true"])
    if slip in TWO_SOLUTIONS:
        assert_contradicts_one_of_two_solutions(wrong["true"])


def assert_contradicts_the_only_solution(untrue: Finding) -> None:
    assert untrue.board is not None
    assert untrue.step is not None
    assert contradicts(untrue.step, the_solution(untrue.board))
    assert ", but the solution has " in untrue.why


def assert_contradicts_one_of_two_solutions(untrue: Finding) -> None:
    assert untrue.board is not None
    assert untrue.step is not None
    both = list(islice(solutions(untrue.board), 3))
    assert len(both) == 2
    assert any(contradicts(untrue.step, solution) for solution in both)
    assert "one of the two solutions" in untrue.why


def test_a_rectangle_in_four_boxes_is_told_what_it_lacks(tmp_path: Path) -> None:
    (wrong,) = failed(examined(tmp_path, FOUR_BOXES.text))
    assert_contradicts_the_only_solution(wrong)
    assert FOUR_BOXES.advice in wrong.advice


def test_a_rectangle_that_says_what_it_assumes_passes(tmp_path: Path) -> None:
    assert failed(examined(tmp_path, RECTANGLE % ", assumes_unique=True")) == []


def test_the_board_that_is_shown_is_made_small_and_marks_an_open_cell_with_one_candidate(
    tmp_path: Path,
) -> None:
    text = ALL["cells that are pairs of row and column"].text
    (wrong,) = failed(examined(tmp_path, text, puzzles=PUZZLES, shrink_looks=2000))
    drawn = list(finding_lines(wrong, "mine.py"))
    assert wrong.board is not None
    (cell,) = wrong.board.open_cells
    (digit,) = wrong.board.candidates(cell)
    assert sum(f"({digit})" in line for line in drawn) == 2  # the cell, and what it means
    assert f"({digit}) is an open cell with one candidate" in "".join(drawn)


@pytest.mark.thorough
@pytest.mark.parametrize("wrong", CARELESS, ids=lambda each: str(each.id))
def test_uniqueness_that_forgets_a_condition_is_wrong_on_a_board_with_one_solution(
    wrong: Strategy,
) -> None:
    kit = Kit(bundled_kit().ours, puzzles=80, shrink_looks=0)
    finding = findings_on(wrong, kit, "true")["true"]
    assert finding.has_failed
    assert finding.board is not None
    assert search.count(finding.board, 2) == 1
