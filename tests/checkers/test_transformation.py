"""Transformations: what they make of boards and steps, and the laws that hold of them."""

import pickle
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Branch, Candidate, Grid, Layout, Link, Step
from sudoku_engine.board.layout import SIZES, SYMBOLS
from sudoku_engine.errors import LayoutError
from sudoku_engine.randomness import below, chosen, shuffled
from sudoku_plugins.checkers.symmetry.transformation import Transformation

SMALL = Layout.named("4x4")
OBLONG = Layout.named("6x6")
DIAGONAL = Layout.named("4x4+diagonals")

# Its regions stay regions by a half turn, and by no other symmetry of the square.
JIGSAW = Layout.of_regions("""
    1 1 1 2
    1 2 2 2
    3 3 3 4
    3 4 4 4
""")

# The regions of this one, of which one is a whole row, stay regions by no symmetry at all.
LOPSIDED = Layout.of_regions("""
    1 1 1 1
    2 2 2 3
    2 4 3 3
    4 4 4 3
""")

EVERY_KIND = [
    *(Layout.named(size) for size in SIZES),
    DIAGONAL,
    Layout.named("9x9+diagonals"),
    JIGSAW,
    LOPSIDED,
]


def candidates(layout: Layout, *texts: str) -> list[Candidate]:
    """The candidates written as ``r1c2:5``."""
    return [Candidate(layout.cell(text[:-2]), SYMBOLS.index(text[-1]) + 1) for text in texts]


START = Grid.parse("12.. ..3. .... ...4")


# What one transformation makes of a board


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ({}, "12.. ..3. .... ...4"),
        ({"turns": 1}, "...1 ...2 ..3. 4..."),
        ({"rows": [1, 0, 2, 3]}, "..3. 12.. .... ...4"),
        ({"rows": [2, 3, 1, 0]}, ".... ...4 ..3. 12.."),
        ({"columns": [2, 3, 0, 1]}, "..12 3... .... .4.."),
        ({"digits": [4, 3, 2, 1]}, "43.. ..2. .... ...1"),
        ({"turns": 1, "rows": [1, 0, 2, 3]}, "...2 ...1 ..3. 4..."),
    ],
    ids=[
        "nothing",
        "clockwise",
        "rows",
        "rows and bands",
        "stacks",
        "digits",
        "a turn comes first",
    ],
)
def test_a_new_line_shows_the_line_that_is_named_for_it(change: Any, after: str) -> None:
    assert Transformation.of_lines(SMALL, **change).grid(START) == Grid.parse(after)


@pytest.mark.parametrize(("turns", "same"), [(4, 0), (-1, 3)])
def test_turns_add_up(turns: int, same: int) -> None:
    assert Transformation.of_lines(SMALL, turns) == Transformation.of_lines(SMALL, same)
    assert Transformation.of_lines(SMALL) == Transformation.identity(SMALL)


def test_the_givens_move_along() -> None:
    grid = START.apply(Step(candidates(SMALL, "r4c1:3")))
    turned = Transformation.of_lines(SMALL, turns=1).grid(grid)
    assert turned.digit(turned.layout.cell("r1c1")) == 3
    assert not turned.is_given(turned.layout.cell("r1c1"))
    assert turned.is_given(turned.layout.cell("r1c4"))


def test_struck_candidates_move_along_and_are_renamed() -> None:
    grid = START.apply(Step(eliminations=candidates(SMALL, "r4c1:3")))
    moved = Transformation.of_lines(SMALL, turns=1, digits=[2, 3, 4, 1]).grid(grid)
    assert grid.candidates(grid.layout.cell("r4c1")) == {2}
    assert moved.candidates(moved.layout.cell("r1c1")) == {3}


def test_manual_marks_stay_manual() -> None:
    grid = START.with_marks("manual")
    assert Transformation.of_lines(SMALL, turns=1).grid(grid).marks == "manual"


# And of a step


def test_roles_branches_and_difficulty_move_with_a_step() -> None:
    layout = Layout.named("9x9")
    turned = Transformation.of_lines(layout, 1)
    step = Step(
        houses={"base": layout.rows[:1], "cover": layout.columns[:1]},
        branches=[Branch("if r1c1 is 5", {"on": [Candidate(0, 5)]}, [])],
        difficulty=2,
    )
    moved = turned.step(step)
    corner = Candidate(turned.cells[0], 5)
    assert dict(moved.house_roles) == {"base": layout.columns[8:], "cover": layout.rows[:1]}
    assert moved.branches == (Branch("", {"on": [corner]}),)
    assert moved.difficulty == 2


def test_a_step_moves_with_its_board() -> None:
    step = Step(
        candidates(SMALL, "r1c3:4"),
        candidates(SMALL, "r2c1:1"),
        {"fin": candidates(SMALL, "r1c4:3")},
        [SMALL.rows[0], SMALL.boxes[0]],
        [(candidates(SMALL, "r1c1:1"), candidates(SMALL, "r1c2:1"), False)],
        "the pattern",
        "the reason",
    )
    turned = Transformation.of_lines(SMALL, turns=1, digits=[2, 1, 4, 3]).step(step)
    assert turned == Step(
        candidates(SMALL, "r3c4:3"),
        candidates(SMALL, "r1c3:2"),
        {"fin": candidates(SMALL, "r4c4:4")},
        [SMALL.columns[3], SMALL.boxes[1]],
        [Link(tuple(candidates(SMALL, "r1c4:2")), tuple(candidates(SMALL, "r2c4:2")), False)],
    )


# What is no transformation


@pytest.mark.parametrize(
    ("layout", "change", "torn"),
    [
        (SMALL, {"rows": [0, 2, 1, 3]}, "box 1 of a 4x4 board apart"),
        (SMALL, {"rows": [3, 1, 2, 0]}, "box 1 of a 4x4 board apart"),
        (OBLONG, {"turns": 1}, "box 1 of a 6x6 board apart"),
        (DIAGONAL, {"rows": [1, 0, 2, 3]}, "diagonal 1 of a 4x4+diagonals board apart"),
        (LOPSIDED, {"turns": 1}, "region 2 of a 4x4+regions board apart"),
    ],
    ids=str,
)
def test_a_move_that_tears_a_house_is_refused(layout: Layout, change: Any, torn: str) -> None:
    with pytest.raises(LayoutError, match=f"^this would tear {re.escape(torn)}$"):
        Transformation.of_lines(layout, **change)


@pytest.mark.parametrize("lines", [[0, 1, 2], [0, 0, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3, 3], []])
@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_lines_that_are_not_each_there_once_are_refused(kind: str, lines: Any) -> None:
    with pytest.raises(LayoutError, match=r"^rows and columns must be 0 to 3, each once"):
        Transformation.of_lines(SMALL, **{kind: lines})


@pytest.mark.parametrize("digits", [[1, 2, 3], [1, 1, 3, 4], [0, 1, 2, 3], [2, 3, 4, 5]])
def test_digits_that_are_not_each_there_once_are_refused(digits: list[int]) -> None:
    with pytest.raises(LayoutError, match="every digit a name of its own"):
        Transformation.of_lines(SMALL, digits=digits)


@pytest.mark.parametrize(
    ("cells", "digits", "why"),
    [
        ((0,) * 16, (0, 1, 2, 3, 4), "every cell to a cell of its own"),
        (tuple(range(16)), (1, 0, 2, 3, 4), "every digit a name of its own"),
    ],
    ids=["cells fall together", "a blank gets a digit"],
)
def test_cells_and_digits_each_have_their_own(cells: Any, digits: Any, why: str) -> None:
    with pytest.raises(LayoutError, match=why):
        Transformation(SMALL, cells, digits)


def test_a_grid_of_another_layout_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"^a transformation of 6x6 boards, not of 4x4$"):
        Transformation.identity(OBLONG).grid(START)


def test_a_transformation_of_another_layout_cannot_follow() -> None:
    with pytest.raises(LayoutError, match=r"^a transformation of 4x4 boards, not of 6x6$"):
        Transformation.identity(SMALL).then(Transformation.identity(OBLONG))


# The laws


def transformations(layout: Layout) -> st.SearchStrategy[Transformation]:
    return st.builds(Transformation.random, st.integers(0, 2**32).map(Random), st.just(layout))


def grids(layout: Layout) -> st.SearchStrategy[Grid]:
    """Boards with some digits in them, right or wrong, and some candidates eliminated."""
    some = st.lists(
        st.builds(Candidate, st.sampled_from(layout.cells), st.integers(1, layout.n)), max_size=12
    )
    marks: Any = st.sampled_from(("auto", "manual"))
    empty = st.builds(Grid, st.just(layout), st.just((0,) * layout.n**2), marks=marks)
    return st.builds(Grid.apply, empty, st.builds(Step, some, some, some))


def kinds_with(*parts: Any) -> st.SearchStrategy[Any]:
    """A tuple of things of one layout, each drawn from what a part returns for the layout."""
    return st.sampled_from(EVERY_KIND).flatmap(
        lambda layout: st.tuples(*(part(layout) for part in parts))
    )


@given(kinds_with(transformations, transformations, grids))
def test_transformations_follow_and_undo_one_another(drawn: Any) -> None:
    first, second, grid = drawn
    both, identity = first.then(second), Transformation.identity(first.layout)
    assert both.grid(grid) == second.grid(first.grid(grid))
    assert both.inverse().grid(both.grid(grid)) == grid
    assert both.inverse() == second.inverse().then(first.inverse())
    assert first.then(first.inverse()) == first.inverse().then(first) == identity
    assert pickle.loads(pickle.dumps(first)) == first


@given(kinds_with(transformations, grids))
def test_the_candidates_of_a_transformed_board_are_the_transformed_candidates(drawn: Any) -> None:
    change, grid = drawn
    assert {
        change.candidate(Candidate(cell, digit))
        for cell in grid.layout.cells
        for digit in grid.candidates(cell)
    } == {
        (cell, digit)
        for moved in [change.grid(grid)]
        for cell in moved.layout.cells
        for digit in moved.candidates(cell)
    }


@given(kinds_with(transformations, grids, grids))
def test_a_step_leads_to_the_same_board_before_or_after_a_transformation(drawn: Any) -> None:
    change, grid, other = drawn
    step = Step(
        [Candidate(cell, digit) for cell, digit in enumerate(other.digits) if digit],
        [Candidate(cell, 1) for cell in other.open_cells],
    )
    assert change.grid(grid.apply(step)) == change.grid(grid).apply(change.step(step))


@given(kinds_with(transformations, grids))
def test_a_transformed_board_breaks_the_rules_where_the_board_does(drawn: Any) -> None:
    change, grid = drawn
    assert (grid.contradiction() is None) == (change.grid(grid).contradiction() is None)


@given(kinds_with(transformations))
def test_houses_become_houses_of_the_moved_cells(drawn: Any) -> None:
    (change,) = drawn
    for house in change.layout.houses:
        assert set(change.house(house).cells) == {change.cells[cell] for cell in house.cells}


# Random transformations


def test_the_same_seed_gives_the_same_transformation() -> None:
    first, second = (Transformation.random(Random(7), Layout.named("9x9")) for _ in range(2))
    assert first == second


def moves_drawn(layout: Layout, times: int) -> set[tuple[int, ...]]:
    """Return the ways to move the cells that come up in this number of draws."""
    rng = Random(1)
    return {Transformation.random(rng, layout).cells for _ in range(times)}


def test_every_way_to_move_the_cells_of_a_small_board_is_drawn() -> None:
    # 2 bands, 2 rows in each: 8 ways; columns likewise; and turned or not by a quarter.
    assert len(moves_drawn(SMALL, 2000)) == 8 * 8 * 2


def test_a_board_with_diagonals_is_turned_and_reflected_in_all_eight_ways() -> None:
    assert len(moves_drawn(DIAGONAL, 200)) == 8


def test_a_jigsaw_is_moved_only_in_ways_that_keep_its_regions() -> None:
    half_turn = tuple(range(15, -1, -1))
    assert moves_drawn(JIGSAW, 50) == {tuple(range(16)), half_turn}
    assert moves_drawn(LOPSIDED, 50) == {tuple(range(16))}


# Random draws


class Always(Random):
    """Draws one number for ever."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number


def test_a_draw_goes_from_zero_to_below_the_limit_and_chooses_one_of_the_things() -> None:
    assert (below(Always(0.0), 6), below(Always(0.999999), 6)) == (0, 5)
    assert chosen(Always(0.5), "abcd") == "c"


def test_the_draws_of_a_seed_are_known() -> None:
    # Random(0).random() is 0.844, 0.757, 0.420, 0.258, … on every Python.
    rng = Random(0)
    assert [below(rng, 10) for _ in range(4)] == [8, 7, 4, 2]


def test_a_shuffle_swaps_each_place_from_the_last_with_the_one_drawn() -> None:
    # d with a: dbca; c with d: cbda; b with c: bcda.
    assert shuffled(Always(0.0), "abcd") == ["b", "c", "d", "a"]


@given(st.integers(), st.lists(st.integers()))
def test_a_shuffle_keeps_everything_and_changes_nothing(seed: int, things: list[int]) -> None:
    before = list(things)
    assert sorted(shuffled(Random(seed), things)) == sorted(things)
    assert things == before
