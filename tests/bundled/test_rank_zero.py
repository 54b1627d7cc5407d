"""Rank 0: what truths and covers eliminate on small boards, and what else a pattern is called."""

import pytest

from sudoku_engine import Candidate, Grid, Strategy
from sudoku_plugins.reasons.reasons import counter_board
from sudoku_plugins.strategies.als.rank_zero import EXAMPLE, rank_zero
from sudoku_plugins.strategies.fish.basic_fish import BASIC_FISH
from sudoku_plugins.strategies.fish.franken_fish import FRANKEN_FISH
from sudoku_plugins.strategies.hidden_subsets import hidden_pair
from tests.support.drawn_digits import grid_of
from tests.support.techniques import CLASSIC, marked, only, roles, told

OPEN = "x" * 9
TWO_IN_ROW = ".x.....x."


def test_houses_and_cells_fill_the_columns_that_hold_all_their_candidates() -> None:
    drawn = {5: OPEN + TWO_IN_ROW + 7 * OPEN, 7: 8 * OPEN + TWO_IN_ROW}
    grid = grid_of(drawn, bare={"r4c8": "57", "r6c2": "57"})
    step = only(rank_zero(grid))
    assert step.pattern == "r4c8,r6c2; 5 r2; 7 r9 / 5 c28; 7 c28"
    # What is left of 5 and 7 in columns 2 and 8 is in the truths.
    after = grid.apply(step)
    for digit, cells in (
        (5, ["r2c2", "r2c8", "r4c8", "r6c2"]),
        (7, ["r4c8", "r6c2", "r9c2", "r9c8"]),
    ):
        columns = CLASSIC.house("column 2").mask | CLASSIC.house("column 8").mask
        assert [str(cell) for cell in CLASSIC.cells_in(after.boards[digit] & columns)] == cells
    assert len(step.eliminations) == 28
    assert roles(step) == {"cause": ["r2c2", "r2c8", "r4c8", "r6c2", "r9c2", "r9c8"]}
    assert {
        role: [str(house) for house in houses] for role, houses in step.house_roles.items()
    } == {"base": ["row 2", "row 9"], "cover": ["column 2", "column 8"]}
    assert step.reason.startswith(
        "all candidates of 4 truths (r4c8, r6c2, 5 in row 2 and 7 in row 9) are in 4 covers (5 in "
        "column 2, 7 in column 2, 5 in column 8 and 7 in column 8), and each cover has room for "
        "one that is true; so the truths fill the covers, and "
    )
    assert step.reason.endswith("; this is also called a continuous nice loop")


def test_a_pattern_without_any_other_name() -> None:
    step = only(rank_zero(Grid.parse(EXAMPLE)))
    assert str(step) == "r2c4,r4c1; 2 c2; 9 r8 / 2 r2b4; 9 c14 => r3c1,r7c4<>9"
    assert step.reason.endswith("so the truths fill the covers, and r3c1 and r7c4 are not 9")


def test_one_candidate_too_many_and_there_is_nothing() -> None:
    drawn = {5: OPEN + TWO_IN_ROW + 7 * OPEN, 7: 8 * OPEN + TWO_IN_ROW}
    assert told(rank_zero(grid_of(drawn, bare={"r4c8": "57", "r6c2": "579"}))) == []


@pytest.mark.parametrize(
    ("strategy", "name"),
    [
        (hidden_pair, "a hidden subset"),
        (BASIC_FISH[0], "X-Wing"),
        (FRANKEN_FISH[1], "Franken Swordfish"),
    ],
)
def test_what_a_technique_with_a_name_finds(strategy: Strategy, name: str) -> None:
    assert strategy.example is not None
    grid = Grid.parse(strategy.example)
    found = list(rank_zero(grid) or ())
    eliminated = {each for step in found for each in step.eliminations}
    assert {each for step in strategy(grid) or () for each in step.eliminations} <= eliminated
    assert any(step.reason.endswith(f"; this is also called {name}") for step in found)


def test_sue_de_coq() -> None:
    found = list(rank_zero(marked("r1c1 134, r1c3 24, r1c6 12, r2c1 34")) or ())
    assert any(step.reason.endswith("called Sue de Coq") for step in found)
    gone = [
        each for step in found for each in step.eliminations if each.cell == CLASSIC.cell("r3c3")
    ]
    assert sorted({digit for _, digit in gone}) == [3, 4]


SK_LOOP = dict.fromkeys(["r2c1", "r2c3", "r8c7", "r8c9"], "1234")
SK_LOOP |= dict.fromkeys(["r2c7", "r2c9", "r8c1", "r8c3"], "1256")
SK_LOOP |= dict.fromkeys(["r1c8", "r3c8", "r7c2", "r9c2"], "5678")
SK_LOOP |= dict.fromkeys(["r7c8", "r9c8", "r1c2", "r3c2"], "3478")
"""Neighbours in the ring share two digits: in row 2, box 3, column 8, box 9, row 8, …"""


def test_sixteen_cells_in_four_boxes_are_an_sk_loop() -> None:
    grid = grid_of({}, bare=SK_LOOP)
    step = next(iter(rank_zero(grid) or ()))
    assert len(step.eliminations) == 8 * 5 * 2  # two digits from five cells of each house
    assert step.pattern.endswith("/ 1 r28; 2 r28; 3 b19; 4 b19; 5 b37; 6 b37; 7 c28; 8 c28")
    assert step.reason.endswith("; this is also called an SK-loop")


def test_a_candidate_of_two_covers_is_false_even_in_a_truth() -> None:
    drawn = """
        x x x | x x x | x x x
        . x . | x . x | . . .
        x x x | x . x | x x x
        ------+-------+------
        x x x | x . x | x x x
        x x x | x . x | x x x
        x x x | x . x | x x x
        ------+-------+------
        x x x | x x x | x x x
        . x . | x . x | x x x
        . x . | x . x | x x x
    """
    step = only(rank_zero(grid_of({1: drawn})))
    assert step.pattern == "1 r2c5b7 / 1 r7c2b2"
    assert Candidate(CLASSIC.cell("r7c2"), 1) in {*step.eliminations} & {*step.grounds}


def test_cells_that_differ_by_a_clue_are_a_cover_and_the_step_names_it() -> None:
    caged = Grid.parse("clues: killer cage 12 r5c3,r5c4,r6c4\n" + "." * 81).layout
    grid = grid_of({1: 4 * OPEN + "..xx....." + 4 * OPEN}, caged)
    step = only(rank_zero(grid))
    assert step.notation(caged) == "1 r5 / 1 in r5c34,r6c4 => r6c4<>1"
    assert [str(clue) for clue in step.clues] == ["killer cage 12 r5c3,r5c4,r6c4"]
    assert counter_board(grid, step) is None
