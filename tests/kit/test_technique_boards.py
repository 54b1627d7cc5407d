"""Boards by technique: true, and right for the technique that they are for."""

import time
from collections.abc import Iterator
from itertools import islice

import pytest

from sudoku_engine import Candidate, Grid, Step, cell, search, strategy
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_plugins.kit.boards_with_solutions import namesakes, technique_boards
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.kit import as_component
from sudoku_plugins.kit.plugin_calls import Caller
from sudoku_plugins.kit.technique_comparison import Comparison, has_simpler_inside, is_simple_case
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
    plain = [each for each in bundled_kit().ours if each.family != "clues"]
    ours = [each.id for each in plain if each.is_by_default]
    lacking = [name for name in ours if not technique_boards(name)]
    assert lacking == ["visible_single"]  # with automatic pencil marks it is a naked single


def test_other_types_of_a_technique_have_its_name() -> None:
    ours = bundled_kit().ours
    assert [each.id for each in namesakes(technique("bug_plus_1"), ours)] == ["bug_plus_n"]
    assert len(namesakes(technique("unique_rectangle_2"), ours)) == 5
    assert namesakes(technique("naked_pair"), ours) == []


@strategy("Naked Pair", score=60, level="medium")
def slow_on_large_boards(grid: Grid) -> Iterator[Step]:
    if grid.layout.diagonals:
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
    _, techniques = StrategySubject(Caller(as_component(mine, "strategy"), 5), kit).like_it
    assert technique(compared) in techniques


GRID = Grid.parse(
    "984........25...4...19.4..2..6.9723...36.2...2.9.3561.195768423427351896638..9751"
)

LOCKED = [technique("locked_candidates")]

FOUND = next(
    step
    for locked in LOCKED
    for step in locked.call(GRID)
    if len({cell for cell, _ in step.grounds}) == 2
)
"""The only two places of a digit in a house."""

DIGIT = FOUND.grounds[0].digit


def naming(*names: str, digit: int = DIGIT) -> Step:
    """Return a step of a colouring that names a digit in these cells."""
    because = [Candidate(cell(name), digit) for name in names]
    return Step(eliminations=FOUND.eliminations, because=because)


FOUR, FIVE = naming("r1c4", "r2c5", "r5c5", "r6c4"), naming("r1c4", "r2c5", "r5c5", "r6c4", "r1c9")


def test_a_colouring_of_two_cells_is_a_simple_case() -> None:
    assert is_simple_case(GRID, FOUND, [FOUR, FIVE], LOCKED)
    assert has_simpler_inside(GRID, FOUND, LOCKED)


def test_two_cells_where_there_are_always_four_are_another_technique() -> None:
    assert not is_simple_case(GRID, FOUND, [FOUR, FOUR], LOCKED)


def test_two_digits_where_there_is_always_one_are_another_technique() -> None:
    both = Step(
        eliminations=FOUND.eliminations,
        because=[
            Candidate(at, digit) for at, _ in FOUND.grounds for digit in (DIGIT, DIGIT % 9 + 1)
        ],
    )
    assert not is_simple_case(GRID, both, [FOUR, FIVE], LOCKED)


def test_a_step_that_no_simpler_technique_finds_is_no_simple_case() -> None:
    assert not is_simple_case(GRID, FOUND, [FOUR, FIVE], [])
    assert not has_simpler_inside(GRID, FIVE, LOCKED)


@pytest.mark.parametrize(
    ("name", "praise"),
    [
        ("x_wing", "it finds 2 of 2 X-Wings"),
        ("naked_pair", "it finds 2 of 2 naked pairs"),
        ("sue_de_coq", "it finds 2 of 2 Sue de Coqs"),
        ("bug_plus_n", "it finds 2 of 2 steps of Bivalue Universal Grave + n"),
    ],
)
def test_names_of_techniques_read_well_in_a_sentence(name: str, praise: str) -> None:
    assert Comparison(technique(name), n_found=2).praise == praise
