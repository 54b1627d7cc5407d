"""Clues above a puzzle, lines of other programs with clues, and boards with clues written."""

from time import process_time

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
        (".Foo~3.Cage~9~R1C1~R1C2.Bar~R1C1", "puzzles.txt:1", "is known for 'Bar', 'Foo': "),
        (".Cage~50~R1C1~R1C2", "puzzles.txt:1", "no digits fit it"),
        (".Shape~7x8.Cage~9~R1C1~R1C2", "puzzles.txt:1", "a board of 7x8: only square boards"),
        (".Shape~9x9~0-8.AntiKing", "puzzles.txt:1", "a board of 9x9~0-8: only square boards"),
        (".RegionSize~6.AntiKing", "puzzles.txt:1", "'RegionSize~6'"),
        (".X~R1C1~R2C2", "puzzles.txt:1", "'X~R1C1~R2C2' lacks a part"),
        (".Indexing~Q~R1C1", "puzzles.txt:1", "Indexing has R or C, not Q"),
        (".Pair~A!~~R1C1~R1C2", "puzzles.txt:1", "lacks a part, or a number is wrong"),
        ("/data/scripts/loop.js", "puzzles.txt:1:1", "this is the name of a script"),
        (80 * "<" + "5", "puzzles.txt:1", "the arrows from character 1 lead to no sum"),
        (".Quad", "puzzles.txt:1", "'Quad' lacks a part, or a number is wrong"),
        (".Sandwich~5", "puzzles.txt:1", "'Sandwich~5' lacks a part"),
        (".~R1C1_x", "puzzles.txt:1", "'~R1C1_x' lacks a part, or a number is wrong"),
        (".~R1C1_10", "puzzles.txt:1", "'~R1C1_10' lacks a part, or a number is wrong"),
        (".GreaterThan~5", "puzzles.txt:1", "'GreaterThan~5' lacks a part"),
        (".Jigsaw~.NoBoxes", "puzzles.txt:1", "0 marks of regions: 81 are needed"),
        (
            f"clues: quadruple ab r12c12\n{EMPTY}",
            "puzzles.txt:1:8",
            "its value is at most 4 digits from 1 to 9",
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


@pytest.mark.parametrize(
    ("constraint", "clues"),
    [
        ("WhiteDot~R1C1~R2C2~R1C2", ["white dot r1c1,r1c2", "white dot r2c2,r1c2"]),
        ("GreaterThan~R2C2~R2C3~R9C9", ["greater than r2c2,r2c3"]),
        ("SumLine~R1C1~R1C2", ["sum line r1c1,r1c2"]),
        ("SumLine~8~R1C1~R1C2~R2C2~LOOP", ["sum loop 8 r1c1,r1c2,r2c2"]),
        ("Sum~3_1_-2~R1C1~R1C2", ["weighted sum 3:1,-2 r1c1,r1c2"]),
        ("Sum~0_=_1_-1~R1C1~R5C5", ["weighted sum 0:1,-1 r1c1,r5c5"]),
        ("Cage~9~R1C1~R1C2~R1C1", ["all different r1c1,r1c2", "weighted sum 9:2,1 r1c1,r1c2"]),
        ("EqualSum~R1C1~R1C2~-~R2C2", ["weighted sum 0:1,1,-1 r1c1,r1c2,r2c2"]),
        ("ContainAtLeast~1_1_2~R1C1~R2C4~R3C7", ["contains 112 r1c1,r2c4,r3c7"]),
        ("ContainExact~1_1_2~R1C1~R2C4~R3C7", ["look and say 2112 r1c1,r2c4,r3c7"]),
        ("SameValues~2~R1C1~R5C5", ["same digits 2 r1c1,r5c5"]),
        ("Indexing~R~R1C1~R2C1", ["row index r1c1,r2c1"]),
        ("NumberedRoom~R1~3~", [f"numbered room 3 {','.join(f'r1c{c}' for c in range(1, 10))}"]),
        ("Priority~5~R1C1", []),
        ("GlobalMod", ["global mod 3"]),
    ],
)
def test_parts_of_interactive_sudoku_solver(constraint: str, clues: list[str]) -> None:
    (grid,) = grids(f".{constraint}.~R9C9_1")
    assert clues_of(grid) == clues


# Each character has six bits, the lowest first, row by row which digit may follow which. E is 4,
# bit 2: 3 may follow 1. g is 32, bit 5, in the second character bit 11: 4 may follow 3.
@pytest.mark.parametrize(
    ("constraint", "clues"),
    [
        ("Pair~Eg~_odd%20ones~R1C1~R1C2~~R2C1~R3C1", ["r1c1,r1c2", "r2c1,r3c1"]),
        ("PairX~EE~~R1C1~R1C2~R1C3", ["r1c1,r1c2,r1c3"]),
    ],
)
def test_tables_of_pairs_of_interactive_sudoku_solver(constraint: str, clues: list[str]) -> None:
    (grid,) = grids(f".Shape~4x4.{constraint}")
    rule, table = ("all pairs", "3//1/") if "X" in constraint else ("pairs", "3//4/")
    assert clues_of(grid) == [f"{rule} {table} {cells}" for cells in clues]


def test_tables_of_older_puzzles_have_two_characters_exchanged() -> None:
    (new, old) = grids(".Shape~4x4.Pair~-_E~R1C1~R1C2\n.Shape~4x4.Binary~_-E~R1C1~R1C2\n")
    assert clues_of(new) == clues_of(old) == ["pairs 234/1234/1234/3 r1c1,r1c2"]


ROW = "r1c1,r1c2,r1c3,r1c4"


@pytest.mark.parametrize(
    ("text", "first_box", "clues"),
    [
        (".Shape~8x8.AntiKing", f"{ROW},r2c1,r2c2,r2c3,r2c4", ["anti king"]),
        (".Shape~5x5.AntiKing", f"{ROW},r1c5", ["anti king"]),
        (".Shape~4x4~1-4.NoBoxes.AntiKing", ROW, ["anti king"]),
        (".Shape~4x4.NoBoxes.Jigsaw~1112122332344434", "r1c1,r1c2,r1c3,r2c1", []),
        (
            ".Shape~4x4.Jigsaw~1112122222222222",
            "r1c1,r1c2,r2c1,r2c2",
            ["extra region r1c1,r1c2,r1c3,r2c1"],
        ),
        (".Shape~4x4.NoBoxes.RegionSumLine~R1C1~R1C2~R2C2", ROW, []),
    ],
)
def test_boards_have_their_boxes_or_regions_or_only_rows(
    text: str, first_box: str, clues: list[str]
) -> None:
    (grid,) = grids(text)
    assert ",".join(map(str, grid.layout.box_of[0].cells)) == first_box
    assert clues_of(grid) == clues


def test_a_short_killer_has_arrows_to_the_cells_with_the_sums() -> None:
    (grid,) = grids("F<" + 7 * "5" + "^" + 71 * "5")
    assert clues_of(grid)[:2] == ["killer cage 15 r1c1,r1c2,r2c1", "killer cage 5 r1c3"]


def test_regions_may_stand_behind_the_cells() -> None:
    (grid,) = grids("1...............1112122332344434")
    assert grid.digits[0] == 1
    assert str(grid.layout.boxes[0].cells) == "(r1c1, r1c2, r1c3, r2c1)"


def test_a_solution_behind_a_puzzle_is_not_taken_for_regions() -> None:
    with pytest.raises(FormatError):
        grids("1...............1234341221434321")


def test_large_boards_may_have_letters_from_a() -> None:
    (grid,) = grids("AP" + "." * 254)
    assert grid.digits[:3] == (1, 16, 0)


def test_a_killer_of_jsudoku() -> None:
    numbers = [256 * 15 + 1] * 2 + list(range(2, 81))
    (grid,) = grids("3x3:d:k:" + ":".join(map(str, numbers)))
    assert clues_of(grid)[-1] == "killer cage 15 r1c1,r1c2"
    assert len(grid.layout.diagonals) == 2


def test_zero_in_a_killer_of_jsudoku_is_no_cage() -> None:
    numbers = ["0000", "3841", "3841", *78 * ["0000"]]
    (grid,) = grids("3x3::k:" + ":".join(numbers))
    assert clues_of(grid) == ["killer cage 15 r1c2,r1c3"]


@pytest.mark.parametrize("puzzle", ["clues: {}\n" + EMPTY, "{}.~R1C1_5"])
def test_a_rule_for_the_whole_board_is_read_once_however_often_it_is_written(puzzle: str) -> None:
    words = ".AntiKnight" * 1000 if puzzle.startswith("{") else "anti-knight; " * 1000
    begun = process_time()
    (grid,) = grids(puzzle.format(words))
    assert clues_of(grid) == ["anti knight"]
    assert process_time() - begun < 2


@pytest.mark.parametrize("format", ["line", "grid", "pretty", "candidates", "sdk"])
def test_boards_with_clues_read_back_as_they_are_written(format: str) -> None:
    (grid,) = grids(f"clues: killer cage 15 r1c12; anti-knight\n{EMPTY}")
    (again,) = grids(write(grid, format))
    assert again == grid


def test_formats_that_cannot_hold_clues_say_so() -> None:
    (grid,) = grids(f"clues: anti-knight\n{EMPTY}")
    with pytest.raises(UsageError, match="ss cannot hold clues: write line, grid"):
        write(grid, "ss")
