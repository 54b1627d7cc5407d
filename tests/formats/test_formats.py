"""Text to boards and back: every format, every error with its line and column."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudoku_engine import Grid, Layout
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats import FORMATS, Entry, decode, open_text, parse, read, write
from tests.support.paths import shared_data

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

ROWS = """\
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79"""

SPACED = """\
5 3 0 0 7 0 0 0 0
6 0 0 1 9 5 0 0 0
0 9 8 0 0 0 0 6 0
8 0 0 0 6 0 0 0 3
4 0 0 8 0 3 0 0 1
7 0 0 0 2 0 0 0 6
0 6 0 0 0 0 2 8 0
0 0 0 4 1 9 0 0 5
0 0 0 0 8 0 0 7 9"""

FRAMED = """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+"""

RULED = """\
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9"""

DASHED = """\
53_ | _7_ | ___
6__ | 195 | ___
_98 | ___ | _6_
---------
8__ | _6_ | __3
4__ | 8_3 | __1
7__ | _2_ | __6
---------
_6_ | ___ | 28_
___ | 419 | __5
___ | _8_ | _79"""

HEAVY = """\
┏━━━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓
┃ 5 │ 3 │ . ┃ . │ 7 │ . ┃ . │ . │ . ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ 6 │ . │ . ┃ 1 │ 9 │ 5 ┃ . │ . │ . ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ . │ 9 │ 8 ┃ . │ . │ . ┃ . │ 6 │ . ┃
┣━━━┿━━━┿━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━┫
┃ 8 │ . │ . ┃ . │ 6 │ . ┃ . │ . │ 3 ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ 4 │ . │ . ┃ 8 │ . │ 3 ┃ . │ . │ 1 ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ 7 │ . │ . ┃ . │ 2 │ . ┃ . │ . │ 6 ┃
┣━━━┿━━━┿━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━┫
┃ . │ 6 │ . ┃ . │ . │ . ┃ 2 │ 8 │ . ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ . │ . │ . ┃ 4 │ 1 │ 9 ┃ . │ . │ 5 ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ . │ . │ . ┃ . │ 8 │ . ┃ . │ 7 │ 9 ┃
┗━━━┷━━━┷━━━┻━━━┷━━━┷━━━┻━━━┷━━━┷━━━┛"""

DOUBLE = """\
╔═══════╦═══════╦═══════╗
║ 5 3 . ║ . 7 . ║ . . . ║
║ 6 . . ║ 1 9 5 ║ . . . ║
║ . 9 8 ║ . . . ║ . 6 . ║
╠═══════╬═══════╬═══════╣
║ 8 . . ║ . 6 . ║ . . 3 ║
║ 4 . . ║ 8 . 3 ║ . . 1 ║
║ 7 . . ║ . 2 . ║ . . 6 ║
╠═══════╬═══════╬═══════╣
║ . 6 . ║ . . . ║ 2 8 . ║
║ . . . ║ 4 1 9 ║ . . 5 ║
║ . . . ║ . 8 . ║ . 7 9 ║
╚═══════╩═══════╩═══════╝"""

SIMPLE_SUDOKU = """\
53.|.7.|...
6..|195|...
.98|...|.6.
-----------
8..|.6.|..3
4..|8.3|..1
7..|.2.|..6
-----------
.6.|...|28.
...|419|..5
...|.8.|.79"""

CLIPBOARD = """\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*"""

SADMAN = """\
#AA teacher
#DMade for the tests
[Puzzle]
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79"""

# Two pairs placed on a board of ours: 1 and 2 in r1c1 and r1c2, so no others there.
CANDIDATES = """\
+-------------------+-------------------+-------------------+
| 12    12    3     | 4     5     6     | 7     8     9     |
| 456   {7}   +8    | 123   12    39    | 1     2456  3     |
| 4569  4     9     | 1378  2     13789 | 56    456   456   |
+-------------------+-------------------+-------------------+
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     .     |
+-------------------+-------------------+-------------------+
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     {}    |
+-------------------+-------------------+-------------------+"""

JIGSAW = """
    A A A B
    A B B B
    C D D D
    C C C D"""


def grids(text: str, layout: Layout | None = None) -> list[Grid]:
    """The boards in `text`, which must have no errors."""
    found = list(read(text.split("\n"), "p.txt", layout))
    assert not [str(error) for error in found if isinstance(error, FormatError)]
    return [entry.grid for entry in found if isinstance(entry, Entry)]


def told(text: str, layout: Layout | None = None) -> list[str]:
    """What is found in `text`: the error, or ``source: line`` of the board."""
    return [
        str(found) if isinstance(found, FormatError) else f"{found.source} {found.grid.line}"
        for found in read(text.split("\n"), "p.txt", layout)
    ]


def no_digit(character: str, n: int = 9) -> str:
    return f"'{character}' is no digit and no blank (use 1-{n}, and . for a blank)"


def bit(layout: Layout, name: str) -> int:
    return 1 << layout.cell(name)


# One puzzle in each format


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        SPACED,
        FRAMED,
        RULED,
        DASHED,
        HEAVY,
        DOUBLE,
        SIMPLE_SUDOKU,
        CLIPBOARD,
        SADMAN,
        ROWS.replace(".", "-"),
        ROWS.replace(".", "*"),
        ROWS.replace("\n", "\r\n"),
        ROWS.replace("\n", "\r"),
        ROWS.replace("\n", " "),
        "  " + ROWS.replace("\n", "\n  ") + "\n\n\n",
        SPACED.replace(" ", "\u00a0"),
        SPACED.replace(" ", ","),
        SPACED.replace("\n", " "),
        SPACED.replace("\n", " \n"),
        FRAMED.replace("+-------+-------+-------+", "+=======+=======+=======+"),
        FRAMED.replace("+-------+-------+-------+", ".-------.-------.-------."),
        FRAMED.replace("+-------+-------+-------+", "'-------'-------'-------'"),
        FRAMED.replace("+-------+-------+-------+", ":-------+-------+-------:"),
        f"{'-' * 9}\n{DASHED}\n{'-' * 9}",
        f"# a comment\n{ROWS.replace('6.....', '6.....  # another', 1)}",
        f"\ufeff{LINE}",
        f"   {LINE}",
        f"{LINE} easy, 30 clues",
        f"{LINE},{'1' * 81}",
        f"{LINE}\t# easy",
        f":0000:x:{LINE}::::",
        f":0000:x:{LINE}:::",
        LINE.replace(".", "_"),
    ],
)
def test_the_same_puzzle_is_read_from_every_format(text: str) -> None:
    assert parse(text) == Grid.parse(LINE)


@pytest.mark.parametrize("blank", ".0-_*")
def test_every_blank_is_read_in_a_line(blank: str) -> None:
    assert Grid.parse(LINE.replace(".", blank)).line == LINE


def test_blanks_of_several_kinds_may_stand_in_one_line() -> None:
    assert Grid.parse("12-_*0..34......").line == "12......34......"


@pytest.mark.parametrize("stroke", "-_")
def test_a_row_of_strokes_is_blank_where_strokes_are_the_blanks(stroke: str) -> None:
    rows = ["1234", "3412", stroke * 4, stroke * 3 + "1"]
    assert grids("\n".join(rows))[0].line == "12343412.......1"
    assert grids("\n".join([stroke * 4] * 4))[0].line == "." * 16
    assert grids("\n".join(["1234", *[stroke * 4] * 3]))[0].line == "1234" + "." * 12


def test_letters_stand_for_digits_over_nine_in_either_case() -> None:
    text = "123456789ABCDEFG" + "." * 224 + "123456789abcdefg"
    assert Grid.parse(text).digits[-16:] == Grid.parse(text).digits[:16] == tuple(range(1, 17))


def test_numbers_stand_for_digits_over_nine_where_spaces_divide_them() -> None:
    row = "10 3 . 16 11 2 1 4 . . . . . 8 9 12"
    assert grids("\n".join([row] * 16))[0].line == "A3.GB214.....89C" * 16
    placed = row.replace("10", "+10")
    assert not grids("\n".join([placed] * 16))[0].is_given(0)


@pytest.mark.parametrize("n", [4, 6, 9, 12, 16, 25])
def test_the_number_of_cells_tells_the_size(n: int) -> None:
    line = "1" + "." * (n * n - 1)
    assert Grid.parse(line).layout is Layout.of_size(n)
    assert Grid.parse(str(Grid.parse(line))) == Grid.parse(line)


def test_sixteen_cells_in_a_line_are_a_4x4_puzzle_or_a_row_as_most_lines_say() -> None:
    small = "1234............"
    assert [grid.layout.n for grid in grids("\n".join([small] * 20))] == [4] * 20
    rows = [small, "." * 16, *["..5..........g.."] * 14]
    assert [grid.line for grid in grids("\n".join(rows))] == ["".join(rows).upper()]
    assert grids(small, Layout.of_size(4))[0].layout.n == 4


def test_a_jigsaw_is_read_back_from_its_drawing() -> None:
    layout = Layout.of_regions(JIGSAW)
    grid = Grid.parse("1..2............", layout)
    assert Grid.parse(str(grid), layout) == grid


# Candidates


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


# Several puzzles


def test_grids_follow_one_another_with_or_without_empty_lines() -> None:
    mixed = "\n".join(
        [ROWS, "", SPACED, FRAMED, FRAMED, LINE, CLIPBOARD, "", "", SADMAN, SADMAN, RULED, LINE]
    )
    assert [grid.line for grid in grids(mixed)] == [LINE] * 10


def test_each_puzzle_is_told_by_its_first_line() -> None:
    text = f"# comment\n{LINE}\n\n{ROWS}\n{FRAMED}\n[Puzzle]\n{ROWS}"
    sources = [entry.source for entry in read(text.split("\n"), "p.txt") if entry]  # type: ignore[union-attr]
    assert sources == ["p.txt:2", "p.txt:4", "p.txt:14", "p.txt:27"]


def test_a_comment_inside_a_grid_ends_nothing() -> None:
    rows = ROWS.split("\n")
    assert grids("\n".join([*rows[:4], "# half", "   # of it", *rows[4:]]))[0].line == LINE


def test_empty_lines_and_comments_yield_nothing() -> None:
    assert told("\n\n   \n# comment\n\t\n\ufeff\n") == []


class ReadAhead(Exception):
    """More was read than was needed."""


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        (LINE, None),
        (f"  {LINE} easy", None),
        (f":0300:5:{LINE}:913:::", None),
        (ROWS, None),
        (SIMPLE_SUDOKU, None),
        ("1" + "." * 35, None),
        ("1" + "." * 15, Layout.of_size(4)),
    ],
)
def test_a_puzzle_is_there_before_the_next_line_is_read(text: str, layout: Layout | None) -> None:
    def lines() -> object:
        yield from text.split("\n")
        raise ReadAhead

    found = read(lines(), "p.txt", layout)  # type: ignore[arg-type]
    assert isinstance(next(found), Entry)
    with pytest.raises(ReadAhead):
        next(found)


def test_an_error_is_there_before_the_next_line_is_read() -> None:
    def lines() -> object:
        yield "hello"
        raise ReadAhead

    assert isinstance(next(read(lines(), "p.txt")), FormatError)  # type: ignore[arg-type]


# Errors


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hello", f"p.txt:1:1: {no_digit('h')}"),
        (f"\n  {LINE[:3]}x{LINE[4:]}", f"p.txt:2:6: {no_digit('x')}"),
        (LINE.replace("7", "\uff11", 1), "p.txt:1:5: " + no_digit("\uff11")),
        (LINE.replace("7", "\xb2", 1), "p.txt:1:5: " + no_digit("\xb2")),
        (LINE.replace("7", "\u0301", 1), "p.txt:1:5: " + no_digit("\\u0301")),
        (
            LINE.replace("7", "\0", 1),
            "p.txt:1:5: a NUL character: this is no text file (save the puzzle as plain text)",
        ),
        (
            LINE.replace("7", "\udcff", 1),
            "p.txt:1:5: these bytes are no text (save the file as UTF-8)",
        ),
        (LINE[1:], "p.txt:1: 80 cells: a 9x9 puzzle has 81"),
        (LINE + ".", "p.txt:1: 82 cells: a 9x9 puzzle has 81"),
        ("." * 35, "p.txt:1: 35 cells: a 6x6 puzzle has 36"),
        ("." * 15, "p.txt:1: 15 cells: a 4x4 puzzle has 16"),
        ("7" + "." * 35, "p.txt:1:1: 7 is too large for a 6x6 puzzle (use 1-6)"),
        ("." * 255 + "H", "p.txt:1:256: H is too large for a 16x16 puzzle (use 1-9 and A-G)"),
        (
            "+." + LINE[1:],
            "p.txt:1:1: a digit must follow the + (it marks a digit that was placed, not given)",
        ),
        (ROWS.replace("4..8.3..1", "4..8.3.."), "p.txt:5: row 5 has 8 cells: 9 are needed"),
        (ROWS.replace("4..8.3..1", "4..8.3..11"), "p.txt:5: row 5 has 10 cells: 9 are needed"),
        (ROWS.replace("4..8.3..1", "4..8.x..1"), f"p.txt:5:6: {no_digit('x')}"),
        (ROWS.replace("4..8.3..1", "hello"), f"p.txt:5:1: {no_digit('h')}"),
        (ROWS[1:], "p.txt:1: row 1 has 8 cells: a row of a 9x9 puzzle has 9"),
        (ROWS.replace("53..7....\n", ""), "p.txt:1: 8 rows: a 9x9 puzzle has 9"),
        ("53..7....", "p.txt:1: 1 row: a 9x9 puzzle has 9"),
        (
            FRAMED.replace("| 4 . . |", "| 4 . 10 |"),
            "p.txt:7:8: 0 cannot be among the candidates of a cell",
        ),
        (
            FRAMED.replace("| 4 . . |", "| 4 . 77 |"),
            "p.txt:7:8: 7 stands twice among the candidates of a cell",
        ),
        (f":0300:5:{LINE[1:]}:::", "p.txt:1: 80 cells: a 9x9 puzzle has 81"),
        (f":0300:5:{LINE[:-1]}x:::", f"p.txt:1:89: {no_digit('x')}"),
        (
            f":0300:5:{LINE}:91:::",
            "p.txt:1:91: '91' is no deleted candidate: write digit, row, column",
        ),
        (
            f"{SADMAN}\n[State]\n{ROWS.replace('53', '54')}",
            "p.txt:14:2: r1c2 differs from the given in [Puzzle]",
        ),
        (
            f"[State]\n{ROWS}",
            "p.txt:1: [State] without its puzzle: [Puzzle] and its rows must come first",
        ),
        ("[Puzzle]", "p.txt:1: [Puzzle] without a puzzle after it"),
        (SADMAN[:-10], "p.txt:4: 8 rows: a 9x9 puzzle has 9"),
        ("x" * 10_000_000, "p.txt:1: a line of more than 100000 characters is no puzzle"),
        (",,,", "p.txt:1: no cells in this line: a 9x9 puzzle has 81"),
    ],
)
def test_an_error_says_where_what_and_how_to_mend(text: str, error: str) -> None:
    assert told(text) == [error]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (LINE, "p.txt:1: 81 cells: a 6x6 puzzle has 36"),
        (ROWS, "p.txt:1: row 1 has 9 cells: 6 are needed"),
        ("." * 16, "p.txt:1: 16 cells: a 6x6 puzzle has 36"),
        ("\n".join(["...7.."] * 6), "p.txt:1:4: 7 is too large for a 6x6 puzzle (use 1-6)"),
    ],
)
def test_a_puzzle_of_another_size_than_demanded_is_an_error(text: str, error: str) -> None:
    assert told(text, Layout.of_size(6)) == [error]


def test_a_number_that_is_too_large_is_an_error() -> None:
    rows = ["10 3 . 16 11 2 1 4 . . . . . 8 9 12"] * 15
    assert told("\n".join([*rows, rows[0].replace("16", "17")])) == [
        "p.txt:16:8: '17' is no number from 1 to 16 and no blank"
    ]


def test_one_bad_line_hides_no_other() -> None:
    assert told("\n".join([LINE, LINE[1:], LINE, "hello", LINE])) == [
        f"p.txt:1 {LINE}",
        "p.txt:2: 80 cells: a 9x9 puzzle has 81",
        f"p.txt:3 {LINE}",
        f"p.txt:4:1: {no_digit('h')}",
        f"p.txt:5 {LINE}",
    ]


def test_one_bad_4x4_line_hides_no_other() -> None:
    good = "1234............"
    assert told("\n".join([good, "x" + good[1:], good[1:], good])) == [
        f"p.txt:1 {good}",
        "p.txt:2:1: 'x' is no digit and no blank (use 1-4, and . for a blank)",
        "p.txt:3: 15 cells: a 4x4 puzzle has 16",
        f"p.txt:4 {good}",
    ]


@pytest.mark.parametrize("bad", range(9))
def test_a_broken_grid_is_one_error_and_reading_goes_on_after_the_empty_line(bad: int) -> None:
    rows = ROWS.split("\n")
    rows[bad] = rows[bad][:-1]
    text = "\n".join([*rows, "", ROWS, "", *rows, "", LINE])
    found = told(text)
    assert [part.split(":")[1].split()[0] for part in found] == [
        str(bad + 1),
        "11",
        str(bad + 21),
        "31",
    ]
    assert found[1::2] == [f"p.txt:11 {LINE}", f"p.txt:31 {LINE}"]


def test_a_whole_puzzle_in_one_line_ends_a_broken_grid() -> None:
    rows = ROWS.split("\n")
    assert told("\n".join([*rows[:3], LINE, *rows[:3], rows[0][1:], rows[0], LINE, ROWS])) == [
        "p.txt:1: 3 rows: a 9x9 puzzle has 9",
        f"p.txt:4 {LINE}",
        "p.txt:8: row 4 has 8 cells: 9 are needed",
        f"p.txt:10 {LINE}",
        f"p.txt:11 {LINE}",
    ]


def test_a_title_is_reported_and_the_grid_under_it_read() -> None:
    title = "'G' is no digit and no blank (use 1-9, and . for a blank)"
    assert told(f"Grid 01\n{ROWS}\nGrid 02\n{ROWS}") == [
        f"p.txt:1:1: {title}",
        f"p.txt:2 {LINE}",
        f"p.txt:11:1: {title}",
        f"p.txt:12 {LINE}",
    ]


def test_a_broken_grid_under_a_title_is_reported_too() -> None:
    rows = ROWS.split("\n")
    assert told("\n".join(["Grid 01", *rows[:4], "12", *rows[5:], "Grid 02", *rows])) == [
        f"p.txt:1:1: {no_digit('G')}",
        "p.txt:6: row 5 has 2 cells: 9 are needed",
        f"p.txt:11:1: {no_digit('G')}",
        f"p.txt:12 {LINE}",
    ]


def test_a_first_row_that_is_none_is_one_error_with_the_rest_of_its_grid() -> None:
    rows = ROWS.split("\n")
    assert told("\n".join(["hello", *rows[1:], "", *rows])) == [
        f"p.txt:1:1: {no_digit('h')}",
        f"p.txt:11 {LINE}",
    ]


def test_a_bad_puzzle_section_is_one_error_with_its_state() -> None:
    text = f"{SADMAN[:-10]}\n[State]\n{ROWS}\n[Puzzle]\n{ROWS}\n{LINE}"
    assert told(text) == [
        "p.txt:4: 8 rows: a 9x9 puzzle has 9",
        f"p.txt:23 {LINE}",
        f"p.txt:32 {LINE}",
    ]


def test_parse_wants_exactly_one_puzzle() -> None:
    with pytest.raises(FormatError, match="no puzzle here"):
        parse("# nothing\n")
    with pytest.raises(FormatError, match="2 puzzles where one is wanted"):
        parse(f"{LINE}\n{LINE}")
    with pytest.raises(FormatError, match="puzzle:2:1: 'h' is no digit"):
        parse(f"{LINE}\nhello")


# Bytes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [LINE, ROWS, HEAVY, f"{FRAMED}\n\n{SADMAN}\n"])
def test_bytes_are_decoded_whatever_their_encoding_and_line_ends(
    text: str, end: str, encoding: str
) -> None:
    data = text.replace("\n", end).encode(encoding)
    assert list(decode(io.BytesIO(data))) == text.rstrip("\n").split("\n")


class Trickle(io.RawIOBase):
    """A pipe that gives a byte at a time and fails when it is read too far."""

    def __init__(self, data: bytes, n_allowed: int) -> None:
        self.data, self.n_allowed, self.at = data, n_allowed, 0

    def read(self, size: int = -1) -> bytes:
        if self.at >= self.n_allowed:
            raise ReadAhead
        self.at += 1
        return self.data[self.at - 1 : self.at]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_line_of_a_pipe_is_there_as_soon_as_it_has_come(encoding: str) -> None:
    first, rest = f"{LINE}\n".encode(encoding), f"{LINE}\n".encode(encoding)
    lines = decode(Trickle(first + rest, n_allowed=len(first)))  # type: ignore[arg-type]
    assert next(lines) == LINE
    with pytest.raises(ReadAhead):
        next(lines)


def test_bytes_that_are_no_text_are_an_error_with_line_and_column() -> None:
    data = f"{LINE}\n{LINE[:4]}".encode() + b"\xff" + f"{LINE[5:]}\n{LINE}".encode()
    found = list(read(decode(io.BytesIO(data)), "p.txt"))
    assert [type(item) for item in found] == [Entry, FormatError, Entry]
    assert str(found[1]) == "p.txt:2:5: these bytes are no text (save the file as UTF-8)"


def test_bytes_that_are_no_text_may_stand_in_a_comment() -> None:
    data = b"# gr\xfc\xdfe\n" + LINE.encode()
    assert [type(item) for item in read(decode(io.BytesIO(data)), "p.txt")] == [Entry]


def test_a_line_without_end_is_cut_and_reading_goes_on() -> None:
    data = b"1" * 3_000_000 + b"\n" + LINE.encode()
    lines = list(decode(io.BytesIO(data)))
    assert len(lines[0]) < 300_000
    assert lines[1] == LINE


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(f"{LINE}\r\n".encode("utf-16"))
    assert list(open_text(path)) == [LINE]


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"missing\.txt: cannot be read: "):
        open_text(tmp_path / "missing.txt")
    with pytest.raises(FormatError, match="cannot be read: "):
        list(open_text(tmp_path))
    with pytest.raises(FormatError, match="cannot be read: "):
        open_text("a\0b")


def test_lines_that_break_off_are_an_error_of_the_text() -> None:
    def lines() -> object:
        yield LINE
        raise FormatError("cannot be read: the disk was pulled out")

    found = list(read(lines(), "p.txt"))  # type: ignore[arg-type]
    assert str(found[1]) == "p.txt: cannot be read: the disk was pulled out"


@given(st.binary(max_size=400))
def test_no_bytes_ever_raise(data: bytes) -> None:
    for found in read(decode(io.BytesIO(data)), "p.txt"):
        assert isinstance(found, Entry) or str(found).startswith("p.txt:")


@settings(deadline=None)
@given(st.text(alphabet="1237.0-+|{}: \n[]#,aA'*_x\0", max_size=400))
def test_no_text_ever_raises(text: str) -> None:
    for found in read(text.split("\n"), "p.txt"):
        assert isinstance(found, Entry) or str(found).startswith("p.txt:")


@settings(deadline=None)
@given(st.sampled_from([ROWS, FRAMED, HEAVY, CANDIDATES, SADMAN, CLIPBOARD]), st.data())
def test_what_follows_a_damaged_puzzle_and_an_empty_line_is_read(
    text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.sampled_from(["", "x", "9", ".", " ", "|", "+", "\n", "-----"]))
    found = list(read(f"{text[:at]}{damage}{text[at + 1 :]}\n\n{LINE}".split("\n"), "p.txt"))
    last = found[-1]
    assert isinstance(last, Entry)
    assert last.grid.line == LINE


# Writing


LAYOUTS = [
    *(Layout.of_size(n) for n in (4, 6, 9, 12, 16, 25)),
    Layout.named("9x9+diagonals"),
    Layout.of_boxes(2, 4),
    Layout.of_boxes(5, 2),
    Layout.of_regions(JIGSAW),
]


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    """Boards of any kind; big ones are filled by chance from a drawn seed."""
    layout = draw(st.sampled_from(LAYOUTS))
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
    given_cells = grid.given if name == "sdk" else None
    return Grid(grid.layout, grid.digits, given=given_cells, marks=grid.marks)


@pytest.mark.parametrize("name", FORMATS)
@settings(deadline=None, max_examples=40)
@given(grid=boards())
def test_what_is_written_reads_back_the_same(name: str, grid: Grid) -> None:
    assert parse(write(grid, name), grid.layout, grid.marks) == held_by(name, grid)


@pytest.mark.parametrize("name", FORMATS)
@settings(deadline=None, max_examples=40)
@given(grid=boards().filter(lambda grid: grid.layout in LAYOUTS[:6]))
def test_what_is_written_tells_its_size(name: str, grid: Grid) -> None:
    # Rows of 16 cells without rules are 4x4 puzzles too; the form is one of 9x9 boards.
    assume(name != "fss" or grid.layout.n != 16)
    assert parse(write(grid, name), marks=grid.marks) == held_by(name, grid)


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


# Other people's files


@pytest.mark.parametrize("name", ["easy", "17-clue", "unbiased", "top1465", "top95", "hardest"])
def test_the_shared_puzzle_lists_are_read(name: str) -> None:
    path = shared_data(f"puzzles/{name}.txt")
    wanted = [line for line in path.read_text().split("\n") if line and line[0] != "#"]
    assert [entry.grid.line for entry in read(open_text(path), name)] == wanted  # type: ignore[union-attr]


@pytest.mark.parametrize("number", range(5))
def test_the_shared_pairs_are_read_as_two_grids(number: int) -> None:
    path = shared_data(f"transformations/sudoku{number}.txt")
    text = path.read_text("utf-8-sig")
    cells = "".join(text.split()).replace("0", ".")
    found = list(read(open_text(path), "pair"))
    assert [entry.grid.line for entry in found] == [cells[:81], cells[81:]]  # type: ignore[union-attr]


def test_the_shared_regression_library_is_read() -> None:
    path = shared_data("reglib/reglib-half.txt")
    lines = path.read_text().split("\n")
    found = list(read(open_text(path), "reglib"))
    fields = [line.split(":") for line in lines if line.startswith(":")]
    assert len(found) == len(fields)
    for entry, (_, _, _, givens, deleted, *_) in zip(found, fields):
        assert isinstance(entry, Entry)
        assert entry.grid.line == givens.replace("+", "")
        assert entry.grid.given.bit_count() == sum(map(givens.count, "123456789")) - givens.count(
            "+"
        )
        assert entry.has_marks == bool(deleted)
        for digit, row, column in deleted.split():
            cell = entry.grid.layout.cell(f"r{row}c{column}")
            assert int(digit) not in entry.grid.candidates(cell)
