"""Smallest reasons, on boards where they are easy to count by hand."""

import sys
from collections.abc import Sequence

import pytest

from sudoku_engine import Candidate, GaveUp, Grid, House, Layout, PuzzleError, Step
from sudoku_engine.board.masks import mask_of
from sudoku_engine.errors import UsageError
from sudoku_plugins.reasons import smallest_reason as module
from sudoku_plugins.reasons.reasons import Facts, counter_board
from sudoku_plugins.reasons.smallest_reason import (
    AnyTruth,
    Reason,
    simplest_reason,
    smallest_reason,
)
from sudoku_plugins.strategies.analysis.truths import ClueTruth
from sudoku_plugins.strategies.uniqueness.unique_rectangles import TYPE_3_EXAMPLE
from sudoku_plugins.variants.rule_book import RULE_BOOK

LAYOUT = Layout.named("4x4")


def board(*rows: str, layout: Layout = LAYOUT) -> Grid:
    """An open board by the candidates of its cells; ``.`` for all."""
    texts = [text for row in rows for text in row.split()]
    masks = [
        layout.all_digits if text == "." else mask_of(int(d) - 1 for d in text) for text in texts
    ]
    return Grid(layout, [0] * len(masks), masks=masks)


def dotted(*clues: str) -> Grid:
    """An empty board with clues."""
    layout = LAYOUT.with_clues([RULE_BOOK.read(clue, LAYOUT) for clue in clues])
    return Grid(layout, [0] * 16)


def reason_against(name: str, grid: Grid, budget: int = module.BUDGET) -> Reason:
    """The reason why a candidate, ``r1c3=1``, is false."""
    cell, digit = name.split("=")
    gone = Candidate(grid.layout.cell(cell), int(digit))
    reason = smallest_reason(grid, eliminations=[gone], budget=budget)
    assert isinstance(reason, Reason)
    return reason


def texts(reason: Reason) -> set[str]:
    return set(map(str, reason.truths))


def facts_of(truths: Sequence[AnyTruth], grid: Grid) -> Facts:
    """What truths of plain boards say, as the check of steps reads it."""
    named: dict[int, int] = {}
    places: list[tuple[House, int]] = []
    for truth in truths:
        assert not isinstance(truth, ClueTruth)
        if truth.cell is not None:
            named[truth.cell] = grid.masks[truth.cell]
        if truth.house is not None:
            places.append((truth.house, 1 << truth.digit - 1))
    return Facts(named, places)


POINTING = board("1234 1234 1234 1234", "234 234 1234 1234", ". . . .", ". . . .")
PAIR = board("12 12 1234 1234", ". . . .", ". . . .", ". . . .")
X_WING = board("1234 234 1234 234", ". . . .", "1234 234 1234 234", ". . . .")
RECTANGLE = Grid.parse(TYPE_3_EXAMPLE)


def test_locked_candidates_need_one_truth() -> None:
    reason = reason_against("r1c3=1", POINTING)
    assert texts(reason) in ({"box 1 has a 1"}, {"row 2 has a 1"})
    assert reason.is_smallest


def test_a_naked_pair_needs_its_two_cells_or_the_two_digits_of_the_others() -> None:
    reason = reason_against("r1c3=1", PAIR)
    assert texts(reason) in (
        {"r1c1 has a digit", "r1c2 has a digit"},
        {"row 1 has a 3", "row 1 has a 4"},
    )
    assert reason.is_smallest


def test_an_x_wing_needs_its_two_rows() -> None:
    reason = reason_against("r2c1=1", X_WING)
    assert texts(reason) == {"row 1 has a 1", "row 3 has a 1"}


def test_a_unique_rectangle_that_other_facts_prove_as_well() -> None:
    reason = reason_against("r7c7=5", RECTANGLE)
    assert texts(reason) == {"r7c9 has a digit", "row 2 has a 5", "column 6 has a 3"}
    assert reason.is_smallest


def test_a_reason_of_at_most_so_many_truths_is_smallest_or_not_found() -> None:
    grid = board("12 12 . .", ". . . .", ". . . .", ". . . .")
    gone = [Candidate(grid.layout.cell("r1c3"), 1)]
    reason = smallest_reason(grid, (), gone, most=2)
    assert isinstance(reason, Reason)
    assert (len(reason.truths), reason.is_smallest) == (2, True)
    with pytest.raises(GaveUp, match="more than 1 truth"):
        smallest_reason(grid, (), gone, most=1)


def test_a_placement_follows_from_its_cell() -> None:
    grid = board("1 . . .", ". . . .", ". . . .", ". . . .")
    reason = simplest_reason(grid)
    assert reason is not None
    assert reason.placements == (Candidate(0, 1),)
    assert texts(reason) == {"r1c1 has a digit"}


def test_several_conclusions_have_one_reason() -> None:
    gone = [Candidate(cell, 1) for cell in (2, 3)]
    reason = smallest_reason(POINTING, eliminations=gone)
    assert isinstance(reason, Reason)
    assert texts(reason) in ({"box 1 has a 1"}, {"row 2 has a 1"})


def test_the_simplest_reason_comes_with_all_that_follows_from_it() -> None:
    reason = simplest_reason(X_WING)
    assert reason is not None
    assert len(reason.truths) == 2
    for gone in reason.eliminations:
        assert isinstance(smallest_reason(X_WING, eliminations=[gone]), Reason)


def test_a_candidate_that_can_be_true_is_answered_with_a_board() -> None:
    found = smallest_reason(PAIR, eliminations=[Candidate(0, 2)])
    assert isinstance(found, Grid)
    assert found.is_solved
    assert found.digits[0] == 2


def test_a_board_without_a_solution_is_a_mistake() -> None:
    grid = board("12 12 12 1234", ". . . .", ". . . .", ". . . .")
    with pytest.raises(PuzzleError, match="There is a mistake on the board"):
        simplest_reason(grid)


def test_a_clue_is_one_truth() -> None:
    reason = reason_against("r1c1=4", dotted("killer cage 6 r1c1,r1c2,r1c3"))
    assert texts(reason) == {"killer cage 6 r1c1,r1c2,r1c3 holds"}


def test_a_clue_of_two_cells_rules_digits_out() -> None:
    """Neither 3 nor its half or double is beside it on a board of four digits."""
    assert texts(reason_against("r1c1=3", dotted("black dot r1c12"))) == {
        "black dot r1c1,r1c2 holds"
    }


def test_pairs_that_a_clue_excludes_cost_nothing() -> None:
    """Beside 4 in r1c1 is 3 in r1c2 and in r2c1, which share a box."""
    grid = dotted("white dot r1c12", "white dot r1c1,r2c1")
    assert texts(reason_against("r1c1=4", grid)) == {"r1c2 has a digit", "r2c1 has a digit"}


@pytest.mark.parametrize(
    ("grid", "gone"),
    [(POINTING, "r1c3=1"), (PAIR, "r1c3=1"), (X_WING, "r2c1=1"), (RECTANGLE, "r7c7=5")],
)
@pytest.mark.parametrize("budget", [module.BUDGET, 0])
def test_no_truth_of_a_reason_can_be_left_out(grid: Grid, gone: str, budget: int) -> None:
    reason = reason_against(gone, grid, budget)
    step = Step(eliminations=reason.eliminations)
    assert counter_board(grid, step, facts=facts_of(reason.truths, grid)) is None
    for truth in reason.truths:
        others = [each for each in reason.truths if each != truth]
        assert counter_board(grid, step, facts=facts_of(others, grid)) is not None


def test_without_time_the_reason_of_the_simplest_step_is_a_small_one() -> None:
    reason = simplest_reason(RECTANGLE, budget=0)
    assert reason is not None
    step = Step(eliminations=reason.eliminations)
    assert step.eliminations
    assert counter_board(RECTANGLE, step, facts=facts_of(reason.truths, RECTANGLE)) is None


def test_a_small_reason_of_clues_is_a_reason() -> None:
    reason = reason_against("r1c1=4", dotted("killer cage 6 r1c1,r1c2,r1c3"), budget=0)
    assert texts(reason) == {"killer cage 6 r1c1,r1c2,r1c3 holds"}


def test_a_small_reason_needs_python_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(UsageError, match=r"a small one needs python-sat: pip install"):
        reason_against("r7c7=5", RECTANGLE, budget=0)
    assert reason_against("r7c7=5", RECTANGLE).is_smallest


def test_a_reason_is_found_where_no_solution_is_found_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "NODES", 0)
    assert texts(reason_against("r2c1=1", X_WING)) == {"row 1 has a 1", "row 3 has a 1"}
    reason = simplest_reason(RECTANGLE)
    assert reason is not None
    assert reason.is_smallest


def test_where_nothing_is_found_in_time_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NODES", 0)
    monkeypatch.setattr(module, "PROPAGATIONS", 0)
    empty = board(*[". . . ."] * 4)
    with pytest.raises(GaveUp, match="found in time"):
        reason_against("r1c1=1", empty, budget=0)
    with pytest.raises(GaveUp, match="found in time"):
        simplest_reason(empty, budget=0)
