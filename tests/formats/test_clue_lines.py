"""Clues above a puzzle, lines of other programs with clues, and boards with clues written."""

from __future__ import annotations

import pytest

from sudoku_engine import FormatError, Grid
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import read, write

EMPTY = "." * 81


def grids(text: str) -> list[Grid]:
    """Return the boards in `text`; raise the first error."""
    found = []
    for entry in read(text.splitlines(), "puzzles.txt"):
        if isinstance(entry, FormatError):
            raise entry
        found.append(entry.grid)
    return found


def clues_of(grid: Grid) -> list[str]:
    return list(map(str, grid.layout.clues))


def test_a_block_of_clues_belongs_to_the_puzzle_below_it() -> None:
    with_clues, without = grids(
        "clues: killer cage 15 r1c12; anti-knight  # mine\n"
        "  thermometer r3c3,r2c2\n"
        f"{EMPTY}\n{EMPTY}\n"
    )
    assert clues_of(with_clues) == [
        "killer cage 15 r1c1,r1c2",
        "thermometer r3c3,r2c2",
        "anti knight",
    ]
    assert without.layout.is_plain


def test_clues_stand_above_rows_too() -> None:
    (grid,) = grids("clues: x r1c12\n12..\n34..\n....\n....\n".replace("x r", "white dot r"))
    assert grid.layout.name == "4x4+clues"


def test_sixteen_rows_of_sixteen_cells_below_clues_are_one_board() -> None:
    rows = "\n".join([*["." * 16] * 15, "3" + "." * 15])
    (large,) = grids(f"clues: anti-knight\n{rows}")
    assert (large.layout.name, large.digits[240]) == ("16x16+clues", 3)
    small = "\n".join(["12..34.........."] * 16)
    assert [grid.layout.n for grid in grids(f"clues: anti-knight\n{small}")] == [4] * 16


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        (f"clues: x r1c12; kiler cage 3 r1c1\n{EMPTY}", "puzzles.txt:1:17", "did you mean"),
        (f"clues: x r1c12\n   x r1c1,r0c1\n{EMPTY}", "puzzles.txt:2:4", "no cell 'r0c1'"),
        (f"clues: x r1c99\n{EMPTY}", "puzzles.txt:1:8", "no cell 'r1c99'"),
        (f"clues: x r1c12\nclues: odd r1c1; v r1c12\n{EMPTY}", "puzzles.txt:2:18", "contradict"),
        ("clues: x r1c12\n", "puzzles.txt:1:8", "clues without a puzzle below them"),
        (
            ".Foo~3.Cage~9~R1C1~R1C2.Bar~R1C1",
            "puzzles.txt:1",
            "is known for 'Bar', 'Foo': ",
        ),
        (".Cage~50~R1C1~R1C2", "puzzles.txt:1", "no digits fit it"),
        (".Shape~7x7.Cage~9~R1C1~R1C2", "puzzles.txt:1", "a board of 7x7"),
        (".Quad", "puzzles.txt:1", "'Quad' lacks a part, or a number is wrong"),
        (".Sandwich~5", "puzzles.txt:1", "'Sandwich~5' lacks a part"),
        (".~R1C1_x", "puzzles.txt:1", "'~R1C1_x' lacks a part, or a number is wrong"),
        (".~R1C1_10", "puzzles.txt:1", "'~R1C1_10' lacks a part, or a number is wrong"),
        (".GreaterThan~5", "puzzles.txt:1", "'GreaterThan~5' lacks a part"),
        (".Jigsaw~", "puzzles.txt:1", "0 rows of regions"),
        (
            f"clues: quadruple ab r12c12\n{EMPTY}",
            "puzzles.txt:1:8",
            "its value is one to four digits",
        ),
        ("3x3::k:3844:3844", "puzzles.txt:1", "2 numbers of cages: 81 are needed"),
    ],
)
def test_wrong_clues_have_their_place(text: str, where: str, why: str) -> None:
    with pytest.raises(FormatError) as caught:
        grids(text)
    assert caught.value.where == where
    assert why in caught.value.what


def test_reading_goes_on_after_a_wrong_clue() -> None:
    found = list(read(["clues: what r1c1", EMPTY, EMPTY], "puzzles.txt"))
    assert [isinstance(each, FormatError) for each in found] == [True, False]


def test_a_board_that_is_indented_with_its_clues_is_no_part_of_them() -> None:
    (grid,) = grids("  clues: thermometer r1c1,r2c1\n    x r5c56\n  " + EMPTY)
    assert clues_of(grid) == ["thermometer r1c1,r2c1", "x r5c5,r5c6"]


def test_lines_of_interactive_sudoku_solver() -> None:
    (grid,) = grids(
        ".Cage~10~R1C1~R1C2.Thermo~R2C1~R3C2.X~R5C5~R5C6~R5C7.Quad~R7C7~1~2\n"
        "  .XSum~C2~27~.LittleKiller~20~R1C4.AntiKing.~R9C9_5~R9C8_1_2\n"
    )
    assert clues_of(grid) == [
        "killer cage 10 r1c1,r1c2",
        "thermometer r2c1,r3c2",
        "x r5c5,r5c6",
        "x r5c6,r5c7",
        "quadruple 12 r7c7,r7c8,r8c7,r8c8",
        "x sum 27 r1c2,r2c2,r3c2,r4c2,r5c2,r6c2,r7c2,r8c2,r9c2",
        "little killer 20 r1c4,r2c3,r3c2,r4c1",
        "anti king",
    ]
    assert grid.digits[80] == 5
    assert grid.candidates("r9c8") == {1, 2}


def test_a_killer_of_jsudoku() -> None:
    numbers = [256 * 15 + 1] * 2 + list(range(2, 81))
    (grid,) = grids("3x3:d:k:" + ":".join(map(str, numbers)))
    assert clues_of(grid)[-1] == "killer cage 15 r1c1,r1c2"
    assert len(grid.layout.diagonals) == 2


@pytest.mark.parametrize("format", ["line", "grid", "pretty", "candidates", "sdk"])
def test_boards_with_clues_read_back_as_they_are_written(format: str) -> None:
    (grid,) = grids(f"clues: killer cage 15 r1c12; anti-knight\n{EMPTY}")
    (again,) = grids(write(grid, format))
    assert again == grid


def test_formats_that_cannot_hold_clues_say_so() -> None:
    (grid,) = grids(f"clues: anti-knight\n{EMPTY}")
    with pytest.raises(UsageError, match="ss cannot hold clues: write line, grid"):
        write(grid, "ss")
