"""Boards by technique: true, and right for the technique that they are for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

import pytest

from sudoku_engine import Grid, Step, search, strategy
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_engine.testing.checks.strategy.pace import ours_like
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.kit import as_component
from sudoku_engine.testing.plugin_calls import Caller
from sudoku_engine.testing.technique_boards import namesakes, technique_boards
from tests.support.kit import findings_on, technique


@pytest.mark.parametrize("name", ["naked_pair", "x_chain", "unique_rectangle_1", "bug_plus_1"])
def test_a_technique_finds_something_on_its_boards_and_the_solutions_are_all(name: str) -> None:
    boards = technique_boards(name)
    assert len(boards) >= 10
    for position in boards:
        assert any(True for _ in technique(name).call(position.grid))
        known = {each for each in (position.solution, position.second_solution) if each}
        assert {each.digits for each in islice(search.solutions(position.grid), 3)} == known


@pytest.mark.parametrize("name", ["remote_pair", "x_chain", "xy_chain"])
def test_some_boards_of_chains_have_long_ones_only(name: str) -> None:
    *_, last = technique_boards(name)
    chains = list(technique(name).call(last.grid))
    assert chains
    assert all(len({cell for cell, _ in chain.grounds}) >= 6 for chain in chains)


def test_every_technique_that_takes_part_by_default_has_boards() -> None:
    ours = [each.id for each in bundled_kit().ours if each.is_by_default]
    lacking = [name for name in ours if not technique_boards(name)]
    assert lacking == ["visible_single"]  # with automatic pencil marks it is a naked single


def test_other_types_of_a_technique_have_its_name() -> None:
    ours = bundled_kit().ours
    assert [each.id for each in namesakes(technique("bug_plus_1"), ours)] == ["bug_plus_n"]
    assert len(namesakes(technique("unique_rectangle_2"), ours)) == 5
    assert namesakes(technique("naked_pair"), ours) == []


@strategy("Naked Pair", score=60, level="medium")
def slow_on_large_boards(grid: Grid) -> Iterator[Step]:
    if grid.layout.has_diagonals:
        time.sleep(0.25)
    yield from technique("naked_pair").call(grid)


def test_a_kind_of_board_that_takes_far_longer_than_ours_is_advised_on() -> None:
    kit = Kit(bundled_kit().ours, puzzles=4)
    found = findings_on(slow_on_large_boards, kit, "other_boards", "quick")
    assert found["quick"].ok is False
    assert not found["quick"].has_failed
    assert " for a board with diagonals; our Naked Pair takes " in found["quick"].why


@pytest.mark.parametrize(("family", "compared"), [("wings", "xyz_wing"), (None, "naked_single")])
def test_a_strategy_whose_technique_is_unknown_is_compared_with_its_family(
    family: str | None, compared: str
) -> None:
    mine = strategy("Mine", score=300, level="unfair", family=family, id="mine")(lambda grid: [])
    kit = Kit(bundled_kit().ours, puzzles=1)
    subject = StrategySubject(Caller(as_component(mine, "strategy"), 5), kit)
    _, techniques = ours_like(subject)
    assert technique(compared) in techniques
