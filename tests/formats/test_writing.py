"""What is written is read back."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sudoku_engine import Grid, Layout
from sudoku_engine.board.grid import Marks
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import FORMATS, Entry, read, write
from tests.support.texts import JIGSAW, LINE, ROWS, SIMPLE_SUDOKU, grids

LAYOUTS = [
    *(Layout.of_size(n) for n in (4, 6, 9, 12, 16, 25)),
    Layout.named("9x9+diagonals"),
    Layout.of_boxes(2, 4),
    Layout.of_boxes(5, 2),
    Layout.of_regions(JIGSAW),
]


WIKI = [Layout.named()]
"""The layouts that SudokuWiki's solver shows."""


@st.composite
def boards(draw: st.DrawFn, layouts: list[Layout]) -> Grid:
    """Boards of any kind; big ones are filled by chance from a drawn seed."""
    layout = draw(st.sampled_from(layouts))
    chance = random.Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0.0, 0.3, 0.9, 1.0]))
    digits = [chance.randint(1, layout.n) if chance.random() < share else 0 for _ in layout.cells]
    given_cells = sum(
        1 << cell for cell, digit in enumerate(digits) if digit and chance.random() < 0.7
    )
    struck = draw(st.sampled_from([0.0, 0.1, 0.7, 1.0]))
    masks = [
        sum(1 << digit for digit in range(layout.n) if chance.random() >= struck)
        for _ in layout.cells
    ]
    marks = draw(st.sampled_from(["auto", "manual"]))
    return Grid(layout, digits, masks=masks, given=given_cells, marks=marks)  # type: ignore[arg-type]


def held_by(name: str, grid: Grid) -> Grid:
    """What a format can hold of `grid`."""
    if name == "candidates":
        return grid
    if name == "hodoku":
        usual = Grid(grid.layout, grid.digits)
        masks = [mask & kept for mask, kept in zip(usual.masks, grid.masks)]
        if masks == list(usual.masks):
            return Grid(grid.layout, grid.digits, given=grid.given, marks=grid.marks)
        return Grid(grid.layout, grid.digits, masks=masks, given=grid.given, marks=grid.marks)
    is_web = name in ("f-puzzles", "f-puzzles-link", "sudokupad")
    if is_web and grid.masks == Grid(grid.layout, grid.digits).masks:
        return Grid(grid.layout, grid.digits, given=grid.given, marks=grid.marks)
    if is_web or name == "sudokuwiki":  # of a cell without candidates they say nothing
        masks = [mask or grid.layout.all_digits for mask in grid.masks]
        return Grid(grid.layout, grid.digits, masks=masks, given=grid.given, marks=grid.marks)
    given_cells = grid.given if name == "sdk" else None
    return Grid(grid.layout, grid.digits, given=given_cells, marks=grid.marks)


def board_of(text: str, layout: Layout | None, marks: Marks) -> Grid:
    """The board in `text`, with the digits that a person filled in."""
    (entry,) = read(text.split("\n"), "t", layout, marks)
    assert isinstance(entry, Entry)
    return entry.board


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_what_is_written_reads_back_the_same(name: str, data: st.DataObject) -> None:
    grid = data.draw(boards(WIKI if name == "sudokuwiki" else LAYOUTS))
    assert board_of(write(grid, name), grid.layout, grid.marks) == held_by(name, grid)


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_what_is_written_tells_its_size(name: str, data: st.DataObject) -> None:
    grid = data.draw(boards(WIKI if name == "sudokuwiki" else LAYOUTS[:6]))
    # Rows of 16 cells without rules are 4x4 puzzles too; the form is one of 9x9 boards.
    assume(name != "fss" or grid.layout.n != 16)
    assert board_of(write(grid, name), None, grid.marks) == held_by(name, grid)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_several_boards_of_a_format_are_read_back(name: str, between: str) -> None:
    wanted = [Grid.parse(LINE), Grid.parse(LINE[::-1]), Grid.parse("." * 81)]
    assert grids(between.join(write(grid, name) for grid in wanted)) == wanted


def test_simple_sudoku_is_written_as_it_writes_itself() -> None:
    assert write(Grid.parse(LINE), "ss") == SIMPLE_SUDOKU


def test_sdk_is_written_with_a_state_where_digits_were_placed() -> None:
    assert write(Grid.parse(LINE), "sdk") == f"[Puzzle]\n{ROWS}"
    text = write(Grid.parse(f"+{LINE}"), "sdk")
    assert text == f"[Puzzle]\n.{ROWS[1:]}\n[State]\n{ROWS}"


def test_a_library_line_is_written_with_what_was_placed_and_struck() -> None:
    text = f":0000:x:+{LINE}:113 213::"
    assert write(Grid.parse(text), "hodoku") == text


def test_candidates_are_written_in_braces_where_they_could_be_taken_for_digits() -> None:
    text = """\
+-----------+-----------+
| 1    +2   | {3}  {}   |
| 34   {4}  | 12   1    |
+-----------+-----------+
| 1234 124  | 13   2    |
| 3    14   | 1234 1234 |
+-----------+-----------+"""
    assert write(Grid.parse(text, marks="manual"), "candidates") == text


def test_an_unknown_format_is_told_with_the_near_name() -> None:
    with pytest.raises(UsageError, match="unknown format 'hodku': did you mean 'hodoku'"):
        write(Grid.parse(LINE), "hodku")
