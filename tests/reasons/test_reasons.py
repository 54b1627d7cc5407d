"""Whether a step follows from what it names, on boards where that is easy to see."""

import pytest

from sudoku_engine import Candidate, GaveUp, Grid, Layout, Step
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.reasons.reasons import counter_board
from sudoku_plugins.variants.rule_book import RULE_BOOK

LAYOUT = Layout.named("4x4")
ROW_1 = LAYOUT.rows[0]


def row_of(*marks: str) -> Grid:
    """An open board of four rows; `marks` are the candidates of the first row, cell by cell."""
    masks = [mask_of(int(symbol) - 1 for symbol in text) for text in marks]
    return Grid(LAYOUT, [0] * 16, masks=[*masks, *[LAYOUT.all_digits] * 12])


def candidates(*texts: str) -> list[Candidate]:
    """The candidates of ``r1c1:12``: 1 and 2 in r1c1."""
    split = [text.split(":") for text in texts]
    return [Candidate(LAYOUT.cell(cell), int(digit)) for cell, digits in split for digit in digits]


NAKED = row_of("12", "12", "1234", "1234")
HIDDEN = row_of("1234", "1234", "34", "34")


def test_a_naked_pair_follows_from_its_two_cells() -> None:
    step = Step([], candidates("r1c3:1"), candidates("r1c1:12", "r1c2:12"), [ROW_1])
    assert counter_board(NAKED, step) is None
    assert counter_board(NAKED, step.replace(houses=[])) is None  # the rules know the houses


def test_a_naked_pair_does_not_follow_from_one_of_its_cells() -> None:
    step = Step([], candidates("r1c3:1"), candidates("r1c1:12"))
    board = counter_board(NAKED, step)
    assert board is not None
    assert board.is_solved
    assert board.digit(LAYOUT.cell("r1c3")) == 1


def test_a_naked_pair_does_not_follow_from_one_candidate_of_each_cell() -> None:
    step = Step([], candidates("r1c3:1"), candidates("r1c1:1", "r1c2:1"))
    assert counter_board(NAKED, step) is not None


def test_a_hidden_pair_follows_only_from_its_house() -> None:
    step = Step([], candidates("r1c1:3"), candidates("r1c1:12", "r1c2:12"), [ROW_1])
    assert counter_board(HIDDEN, step) is None
    assert counter_board(HIDDEN, step.replace(houses=[LAYOUT.columns[0]])) is not None


def test_a_house_that_only_covers_says_nothing_about_its_places() -> None:
    step = Step([], candidates("r1c1:3"), candidates("r1c1:12", "r1c2:12"))
    assert counter_board(HIDDEN, step.replace(houses={"base": [ROW_1]})) is None
    assert counter_board(HIDDEN, step.replace(houses={"cover": [ROW_1]})) is not None


def test_a_placement_follows_if_its_house_has_no_other_place() -> None:
    grid = row_of("1234", "234", "234", "234")
    step = Step(candidates("r1c1:1"), houses=[ROW_1])
    assert counter_board(grid, step) is None
    assert counter_board(grid, step.replace(houses=[])) is not None


def test_a_budget_that_is_too_small_is_no_answer() -> None:
    step = Step([], candidates("r1c3:1"), candidates("r1c1:12"))
    with pytest.raises(GaveUp):
        counter_board(NAKED, step, budget=1)


def test_a_step_that_needs_a_clue_must_name_it() -> None:
    layout = LAYOUT.with_clues([RULE_BOOK.read("killer cage 4 r1c12", LAYOUT)])
    grid = Grid(layout, [0] * 16)
    step = Step([], candidates("r1c1:2"))
    assert counter_board(grid, step) is not None
    assert counter_board(grid, step.replace(clues=layout.clues)) is None


def test_a_clue_that_only_says_what_excludes_what_is_known_without_being_named() -> None:
    layout = LAYOUT.with_clues([RULE_BOOK.read("anti-knight", LAYOUT)])
    step = Step([], candidates("r2c3:1"), candidates("r1c1:1", "r1c2:1"), [ROW_1])
    masks = [15, 15, 14, 14, *[15] * 12]
    assert (
        counter_board(Grid(layout, [0] * 16, masks=masks), step) is not None
    )  # r1c2 does not see it
    step = step.replace(eliminations=candidates("r2c3:1"), because=candidates("r1c1:1"))
    masks = [15, 14, 14, 14, *[15] * 12]
    assert counter_board(Grid(layout, [0] * 16, masks=masks), step) is None


def test_a_house_that_a_clue_makes_needs_no_clue() -> None:
    layout = LAYOUT.with_clues([RULE_BOOK.read("extra region r1c1,r2c2,r3c3,r4c4", LAYOUT)])
    step = Step(candidates("r1c1:1"), houses=layout.houses[-1:])
    masks = [14 if cell in layout.houses[-1].cells[1:] else 15 for cell in layout.cells]
    assert counter_board(Grid(layout, [0] * 16, masks=masks), step) is None


def test_the_cells_of_a_cage_with_every_digit_are_a_house_without_its_sum() -> None:
    layout = LAYOUT.with_clues([RULE_BOOK.read("killer cage 10 r1c12,r2c3,r3c3", LAYOUT)])
    step = Step(eliminations=candidates("r3c3:1"), because=candidates("r1c1:1"))
    masks = [1, *[15] * 15]
    assert counter_board(Grid(layout, [0] * 16, masks=masks), step) is None


def test_houses_and_clues_that_are_named_are_added_up() -> None:
    layout = Layout.named("9x9")
    cages = ("killer cage 20 r1c1234", "killer cage 20 r1c5678")
    layout = layout.with_clues([RULE_BOOK.read(text, layout) for text in cages])
    corner = layout.cell("r1c9")
    grid = Grid(layout, [0] * 81, masks=[*[511] * 8, 0b110000, *[511] * 72])
    step = Step([], [(corner, 6)], [(corner, 5), (corner, 6)], layout.rows[:1], clues=layout.clues)
    assert counter_board(grid, step, 100) is None
    assert counter_board(grid, step.replace(clues=layout.clues[:1])) is not None


def test_a_clue_of_many_cells_is_soon_tried() -> None:
    layout = Layout.named("9x9")
    layout = layout.with_clues([RULE_BOOK.read("thermometer r1c12345678", layout)])
    cells = layout.cells[:8]
    because = [Candidate(cell, digit) for cell in cells for digit in layout.digits]
    step = Step([], [(cells[3], 3)], because, clues=layout.clues)
    assert counter_board(Grid(layout, [0] * 81), step, 10) is None
