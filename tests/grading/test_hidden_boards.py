"""Hidden boards: made by a seed, for teachers to see who wrote for the boards that are known."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Step, search, strategy
from sudoku_engine.testing import Examination, Finding, bundled_kit
from sudoku_plugins.grading.graded_files import hidden_puzzles
from sudoku_plugins.grading.measurement import Figures, SolvedPuzzle
from sudoku_plugins.grading.reports import Result
from sudoku_plugins.grading.scheme import built_in
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.boards_with_solutions import (
    HiddenBoards,
    kept_positions,
    puzzles_of,
    technique_boards,
)
from sudoku_plugins.kit.examination import hidden_findings, hidden_kit
from sudoku_plugins.kit.kit import Kit, as_component

OURS = {each.id: each for each in bundled_kit().ours}

KNOWN = {
    *(kept[0].grid.given for group in ("9x9", "twofold") for kept in kept_positions(group)),
    *(board.grid.given for board in technique_boards("naked_pair")),
}
"""The cells of the givens of all puzzles of the kit."""


def test_a_seed_always_makes_the_same_boards_and_another_seed_others() -> None:
    def grids(seed: str) -> list[Grid]:
        return [each.grid for each in HiddenBoards(seed, puzzles=3).positions("9x9")]

    assert grids("a") == grids("a")
    assert not {*grids("a")} & {*grids("b")}


@pytest.mark.parametrize("group", ["9x9", "6x6", "diagonals", "jigsaw"])
def test_hidden_boards_have_the_solutions_that_they_say(group: str) -> None:
    for position in HiddenBoards("a", puzzles=2).positions(group):
        assert position.grid.given not in KNOWN or group != "9x9"
        assert search.count(position.grid, 2) == 1
        assert next(search.solutions(position.grid)).digits == position.solution


def test_both_solutions_of_a_board_with_two_are_moved() -> None:
    for position in HiddenBoards("a", puzzles=2).positions("twofold"):
        found = {grid.digits for grid in search.solutions(position.grid)}
        assert {position.solution, position.second_solution} <= found


PUZZLES = [SolvedPuzzle(each.grid, each.solution) for each in puzzles_of("9x9")[:4]]
PAIRS = technique_boards("naked_pair")[:2]


@pytest.mark.parametrize(
    ("known", "moved"),
    [
        (PUZZLES, partial(hidden_puzzles, PUZZLES)),
        (PAIRS, lambda seed: HiddenBoards(seed).shown(PAIRS)),
    ],
    ids=["puzzles", "boards of a technique"],
)
def test_known_boards_are_moved_with_their_solutions(known: Any, moved: Any) -> None:
    hidden = moved("a")

    assert hidden == moved("a") != moved("b")
    assert not {each.grid for each in hidden} & {each.grid for each in known}
    assert all(next(search.solutions(each.grid)).digits == each.solution for each in hidden)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return replace(bundled_kit(), against=OURS["naked_pair"], puzzles=12, shrink_looks=0)


def found_on_hidden_boards(kit: Kit, elsewhere: Callable[[Grid], list[Step]]) -> dict[str, Finding]:
    """Return what hidden boards show of a naked pair that is another strategy on unknown boards."""

    @strategy("Mine", score=60, level="medium")
    def mine(grid: Grid) -> Iterator[Step]:
        yield from OURS["naked_pair"].call(grid) if grid.given in KNOWN else elsewhere(grid)

    component = as_component(mine, "strategy")
    known = Examination(component, kit)
    for check in known.checks():
        if check.name in ("true", "against"):
            assert check.run().ok, check.name
    hidden = Examination(component, hidden_kit(kit, "10a"))
    return {finding.check: finding for finding in hidden_findings(known, hidden)}


def test_an_honest_strategy_passes_on_hidden_boards(kit: Kit) -> None:
    found = found_on_hidden_boards(kit, lambda grid: [*OURS["naked_pair"].call(grid)])

    assert {finding.ok for finding in found.values()} == {True}
    assert {"hidden_true", "hidden_fires", "hidden_against"} <= {*found}


def test_who_finds_nothing_on_unknown_boards_is_caught(kit: Kit) -> None:
    found = found_on_hidden_boards(kit, lambda grid: [])

    assert found["hidden_true"].ok
    assert not found["hidden_fires"].ok
    assert "does it look up the known ones?" in found["hidden_fires"].why


@pytest.mark.thorough
def test_who_finds_less_of_the_technique_on_unknown_boards_is_caught(kit: Kit) -> None:
    def in_rows(grid: Grid) -> list[Step]:
        return [step for step in OURS["naked_pair"].call(grid) if step.houses[0].kind == "row"]

    found = found_on_hidden_boards(kit, in_rows)
    assert found["hidden_true"].ok
    assert found["hidden_against"].prevents_pass


def test_who_is_wrong_on_unknown_boards_is_caught_with_the_board(kit: Kit) -> None:
    def guess(grid: Grid) -> list[Step]:
        (cell, *_) = grid.open_cells
        return [Step(eliminations=[Candidate(cell, min(grid.candidates(cell)))])]

    finding = found_on_hidden_boards(kit, guess)["hidden_true"]
    assert finding.has_failed
    assert finding.why.startswith("on hidden boards: you eliminate")
    assert finding.board is not None


def test_what_is_found_on_known_boards_counts_only_if_hidden_boards_show_nothing_else() -> None:
    known = Figures(found=8, wanted=8, solved=7)
    right, fires = (Finding(check=check, ok=True) for check in ("hidden_against", "fires"))
    honest = Result(Work("a", "a.py"), "mine", "Mine", (fires, right), known, fired=9)
    caught = replace(honest, findings=(fires, replace(right, ok=False)))

    assert (honest.score(7).part, honest.score(7).solved) == (1, 7)
    assert (caught.score(7).part, caught.score(7).solved) == (0, 0)
    assert built_in().points(caught.score(7)) < 6 < built_in().points(honest.score(7))
