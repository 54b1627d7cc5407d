"""All steps on a board as it stands."""

from sudoku_engine import Grid
from sudoku_engine.solving.settings import DEFAULTS
from sudoku_plugins.session.survey import open_after_singles, survey
from tests.support.boards import THREE_OPEN, board
from tests.support.loops import ONE_WAY, TWO_WAYS, bundled

STRATEGIES = bundled("full_house", "naked_single", "hidden_single", "naked_pair")


def test_every_step_is_on_the_board_as_it_stands() -> None:
    grid = board(ONE_WAY)
    found = survey(grid, STRATEGIES, DEFAULTS)
    assert found.steps
    for event, _ in found.steps:
        assert event.grid is grid
        for cell, digit in (*event.step.placements, *event.step.eliminations):
            assert digit in grid.candidates(cell)


def test_of_steps_with_one_effect_the_simplest_counts() -> None:
    found = survey(board(THREE_OPEN), STRATEGIES, DEFAULTS)
    effects = [(event.step.placements, event.step.eliminations) for event, _ in found.steps]
    assert len(set(effects)) == len(effects)
    assert found.steps[0].event.strategy.id == "full_house"
    assert [event.number for event, _ in found.steps] == [*range(1, len(effects) + 1)]


def test_singles_are_counted_to_their_end() -> None:
    assert open_after_singles(board(ONE_WAY)) == 0
    assert open_after_singles(board(TWO_WAYS)) == 6
    assert open_after_singles(Grid.parse("12.. 34.. .... ....")) == 12
    assert open_after_singles(Grid.parse("1... .... .... ....")) == 15


def test_a_contradiction_ends_the_count() -> None:
    assert open_after_singles(Grid.parse("12.. 3.4. .4.. ....")) > 0


def test_where_singles_solve_the_board_they_do_so_after_every_step() -> None:
    grid = board(ONE_WAY)
    found = survey(grid, STRATEGIES, DEFAULTS)
    assert {each.n_open for each in found.steps} == {0}
    assert {open_after_singles(grid.apply(event.step)) for event, _ in found.steps} == {0}
