"""Candidates are read and kept."""

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.formats import Entry, read
from tests.support.texts import CANDIDATES, LINE, ROWS, SADMAN


def bit(layout: Layout, name: str) -> int:
    return 1 << layout.cell(name)


def test_candidates_are_read_from_a_grid() -> None:
    [entry] = read(CANDIDATES.split("\n"), "p.txt", marks="manual")
    assert isinstance(entry, Entry)
    grid, layout = entry.grid, entry.grid.layout
    assert entry.has_marks
    assert grid.candidates(layout.cell("r1c1")) == {1, 2}
    assert grid.candidates(layout.cell("r3c6")) == {1, 3, 7, 8, 9}
    assert grid.candidates(layout.cell("r5c5")) == set(range(1, 10))


def test_a_digit_alone_is_given_after_a_plus_placed_and_in_braces_open() -> None:
    grid = Grid.parse(CANDIDATES, marks="manual")
    cell = grid.layout.cell
    assert grid.digit(cell("r1c3")) == 3
    assert grid.is_given(cell("r1c3"))
    assert grid.digit(cell("r2c3")) == 8
    assert not grid.is_given(cell("r2c3"))
    assert grid.digit(cell("r2c2")) == 0
    assert grid.candidates(cell("r2c2")) == {7}
    assert grid.digit(cell("r9c9")) == 0
    assert grid.candidates(cell("r9c9")) == set()


def test_automatic_marks_keep_of_the_candidates_what_the_digits_leave() -> None:
    grid = Grid.parse(CANDIDATES)
    assert grid.candidates(grid.layout.cell("r2c1")) == {4, 5, 6} - {4}
    assert 9 not in grid.candidates(grid.layout.cell("r9c3"))


@pytest.mark.parametrize(
    ("top", "middle", "bottom"),
    [
        ("*---*", "|---+---|", "*---*"),
        (".---.---.", ":---+---:", "'---'---'"),
        (".---------.", ":---------:", "'---------'"),
    ],
)
def test_rules_of_other_programs_are_no_cells(top: str, middle: str, bottom: str) -> None:
    lines = CANDIDATES.split("\n")
    rules = iter([top, middle, middle, bottom])
    other = [next(rules) if line.startswith("+") else line for line in lines]
    assert Grid.parse("\n".join(other)) == Grid.parse(CANDIDATES)


def test_a_library_line_tells_placed_digits_and_strikes_deleted_candidates() -> None:
    text = f":0300:5:+{LINE}:913 225:913:::"
    [entry] = read([text], "p.txt")
    assert isinstance(entry, Entry)
    grid, layout = entry.grid, entry.grid.layout
    assert entry.has_marks
    assert grid.line == LINE
    assert grid.given == Grid.parse(LINE).given & ~bit(layout, "r1c1")
    usual = Grid.parse(LINE)
    assert grid.candidates(layout.cell("r1c3")) == usual.candidates(layout.cell("r1c3")) - {9}
    assert grid.candidates(layout.cell("r1c4")) == usual.candidates(layout.cell("r1c4"))


def test_a_library_line_without_deleted_candidates_has_no_marks_of_its_own() -> None:
    [entry] = read([f":0300:5:{LINE}::913::"], "p.txt", marks="manual")
    assert isinstance(entry, Entry)
    assert not entry.has_marks
    assert len(entry.grid.candidates(2)) == 9


def test_deleted_candidates_are_struck_from_manual_marks_as_the_library_means_them() -> None:
    grid = Grid.parse(f":0300:5:{LINE}:113:::", marks="manual")
    assert grid.candidates(2) == Grid.parse(LINE).candidates(2) - {1}


def test_a_plus_marks_placed_digits_in_a_plain_line_too() -> None:
    grid = Grid.parse(f"5+{LINE[1:]}")
    assert [grid.is_given(0), grid.is_given(1)] == [True, False]


def test_the_state_of_an_sdk_file_is_placed_on_its_puzzle() -> None:
    state = ROWS.replace("53..7", "534.7")
    grid = Grid.parse(f"{SADMAN}\n\n[State]\n{state}\n[PencilMarks]\n,,12,,,,,,\n")
    assert grid.line == LINE.replace("53..7", "534.7", 1)
    assert grid.given == Grid.parse(LINE).given
