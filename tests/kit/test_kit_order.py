"""In which order checks are made, how much they ask, and which strategy of a file they mean."""

import time
import warnings
from collections.abc import Iterator

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step, strategy
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_plugins.kit.boards_with_solutions import spread
from sudoku_plugins.kit.checks.strategy.subject import (
    EFFORTS,
    StrategySubject,
    effort_for,
    effort_of,
)
from sudoku_plugins.kit.examination import CHECKS, checks_of
from sudoku_plugins.kit.isolation import meant_strategy
from sudoku_plugins.kit.kit import as_component
from sudoku_plugins.kit.plugin_calls import Caller
from tests.support.kit import findings_on, technique


@pytest.mark.parametrize("kind", CHECKS)
def test_what_a_plugin_must_pass_is_checked_before_advice(kind: str) -> None:
    for is_compared in (False, True):
        musts = [check.is_must for check in checks_of(kind, is_compared)]
        assert musts == sorted(musts, reverse=True)


@strategy("Naked Pair", score=60, level="medium")
def prints_on_diagonals(grid: Grid) -> Iterator[Step]:
    if grid.layout.diagonals:
        print("." * 200_000)
    yield from technique("naked_pair").call(grid)


def test_the_comparison_is_not_lost_where_advice_ends_the_strategy() -> None:
    kit = Kit(bundled_kit().ours, technique("naked_pair"), puzzles=20)
    found = findings_on(prints_on_diagonals, kit, "against", "other_boards")
    assert found["against"].ok
    assert "prints more than" in found["other_boards"].why


@strategy("Warns", score=4, level="easy", sizes=(4,))
def warns(grid: Grid) -> list[Step]:
    print(warnings.formatwarning("nothing here", UserWarning, "mine.py", 3))  # pytest keeps others
    return []


def test_a_warning_is_told_by_its_words() -> None:
    kit = Kit([], layout=Layout.named("4x4"), puzzles=1)
    assert findings_on(warns, kit)["quiet"].why == "it warns: 'nothing here'"


# How much is asked


def test_of_a_slow_strategy_less_is_asked_and_the_verdict_says_so() -> None:
    @strategy("Dozes", score=60, level="medium")
    def dozes(grid: Grid) -> Iterator[Step]:
        begin = time.process_time()
        while time.process_time() < begin + 0.015:
            pass
        yield from technique("naked_pair").call(grid)

    subject = StrategySubject(Caller(as_component(dozes, "strategy"), 5), bundled_kit())
    next(subject.answers())
    assert subject.effort is EFFORTS[1]
    assert subject.evidence[0].startswith("100 of 525 boards tried, as it is slow")


@pytest.mark.parametrize(
    ("seconds", "boards"), [(0.001, 1000), (0.05, 100), (0.3, 30), (1, 30), (4, 6)]
)
def test_the_effort_depends_on_the_rough_cost_of_a_board(seconds: float, boards: int) -> None:
    assert effort_for(seconds).boards == boards
    assert effort_for(seconds * 0.75) is effort_for(seconds) is effort_for(seconds * 1.25)


@pytest.mark.parametrize("border", [each.seconds for each in EFFORTS[:-1]])
def test_near_a_border_no_single_measure_decides(border: float) -> None:
    for first in (0.7 * border, 1.4 * border):
        for least in (False, True):  # whether most later measures are below the border
            later = [0.9 * border if least is (n % 3 > 0) else 1.1 * border for n in range(6)]
            found = effort_of(iter([first, *later]).__next__)
            assert found is effort_for(border if least else 1.01 * border)


def test_far_from_a_border_one_measure_is_enough() -> None:
    assert effort_of(iter([0.03]).__next__) is EFFORTS[1]


def test_a_smaller_number_is_spread_over_all_and_part_of_a_larger_one() -> None:
    thirty, six = spread(range(525), 30), spread(range(525), 6)
    assert {*six} < {*thirty}
    assert thirty == sorted(thirty)
    for items in (thirty, six):
        gaps = [after - before for before, after in zip([0, *items], [*items, 525])]
        assert max(gaps) < 3 * 525 / len(items)


# Which strategy is meant


@strategy("Naked Single", score=4, level="easy")
def naked_single(grid: Grid) -> Iterator[Step]:
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, digit) for digit in grid.candidates(cell)])


@strategy("Twins", score=60, level="medium")
def twins(grid: Grid) -> Iterator[Step]:
    yield from technique("naked_pair").call(grid)


@strategy("Triplets", score=60, level="medium")
def triplets(grid: Grid) -> Iterator[Step]:
    yield from technique("naked_triple").call(grid)


@strategy("Fish", score=60, level="medium", family="fish")
def one_fish(grid: Grid) -> Iterator[Step]:
    raise ValueError


@pytest.mark.parametrize(
    ("against", "meant"),
    [
        ("naked_single", "naked_single"),  # by its name
        ("swordfish", "one_fish"),  # by its family
        ("naked_pair", "twins"),  # finds most of it, and nothing else
        ("naked_triple", "triplets"),
    ],
)
def test_the_strategy_that_is_meant_is_known(against: str, meant: str) -> None:
    ours = [as_component(each, "strategy") for each in (naked_single, one_fish, triplets, twins)]
    assert meant_strategy(ours, technique(against), bundled_kit()).id == meant
