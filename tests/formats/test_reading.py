"""Boards are read from every format, one puzzle or several."""

from textwrap import dedent

import pytest

from sudoku_engine import FormatError, Grid, Layout
from sudoku_engine.formats import Entry, open_text, parse, read
from tests.support.boards import PUZZLE
from tests.support.paths import shared_data
from tests.support.texts import (
    CLIPBOARD,
    FRAMED,
    HEAVY,
    JIGSAW,
    LINE,
    ROWS,
    SADMAN,
    SIMPLE_SUDOKU,
    ReadAhead,
    grids,
    told,
)

SPACED = "\n".join(map(" ".join, ROWS.replace(".", "0").split("\n")))
RULED = dedent(PUZZLE).strip()
DASHED = SIMPLE_SUDOKU.replace("|", " | ").replace(".", "_").replace("-" * 11, "-" * 9)
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
        yield "1" * 80
        raise ReadAhead

    assert isinstance(next(read(lines(), "p.txt")), FormatError)  # type: ignore[arg-type]


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


ROWS_OF_LINE = [LINE[i : i + 9] for i in range(0, 81, 9)]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(",".join(row).replace(".", "") for row in ROWS_OF_LINE),
        "\n".join(";".join(row).replace(".", "") for row in ROWS_OF_LINE),
        "\n".join("\t".join(row).replace(".", "") for row in ROWS_OF_LINE),
        "\n".join(";".join(f'"{each}"' for each in row) for row in ROWS_OF_LINE),
        ",".join(LINE).replace(".", ""),
        "\n".join(ROWS_OF_LINE).replace(".", "?"),
        LINE.replace(".", "x"),
        f"12. {LINE}",
        f"1) {LINE}",
    ],
)
def test_sheets_other_blanks_and_numbered_lists_are_read(text: str) -> None:
    assert [each.grid.line for each in read(f"{text}\n\n{text}\n".splitlines(), "t")] == 2 * [LINE]


def test_an_empty_row_of_a_sheet_is_a_row() -> None:
    rows = ["5,3,,,7,,,,", ",,,,,,,,", *[",,,,,,,,9"] * 7]
    (entry,) = read(rows, "t")
    assert entry.grid.line == f"53..7....{'.' * 9}{'........9' * 7}"


def test_729_candidates_are_the_candidates_of_the_cells() -> None:
    cells = ["123456789" if symbol == "." else f"{symbol:>{symbol}}".ljust(9) for symbol in LINE]
    (entry,) = read(["".join(cells).replace(" ", ".")], "t")
    assert entry.grid.n_open == 81
    assert entry.grid.candidates(0) == {int(LINE[0])}


def test_a_slip_among_other_blanks_is_no_blank() -> None:
    (error,) = read([LINE[:9].replace(".", "x", 1) + LINE[9:]], "t")
    assert "'x' is neither a digit nor a blank" in str(error)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"{LINE} # Easter", "Easter"),
        (f"{LINE} Easter Sunday", "Easter Sunday"),
        (f"{LINE},Easter,2.5", "Easter,2.5"),
        (f"{LINE},2.5", ""),
        (f"{LINE},{9 * LINE[:9]}", ""),
        (f"1) {LINE} # Easter", "Easter"),
        (f"# above\n{LINE}\n# below", ""),
        (SPACED.replace("\n", " # Easter\n", 1), "Easter"),
        ("12..............", ""),
        ("12.............. # small", "small"),
        (f'{{"puzzle": "{LINE}", "name": "Easter"}}', "Easter"),
        (f"{LINE} # \33[31mred", r"\x1b[31mred"),
    ],
)
def test_what_stands_behind_a_puzzle_is_its_name(text: str, name: str) -> None:
    found = [each for each in read(text.splitlines(), "p.txt") if isinstance(each, Entry)]
    assert [each.name for each in found] == [name]


def test_without_a_name_the_place_is_the_title() -> None:
    named, plain = read([f"{LINE} # Easter", LINE], "p.txt")
    assert isinstance(named, Entry)
    assert isinstance(plain, Entry)
    assert (named.title, plain.title) == ("Easter", "p.txt:2")


def in_bands(rows: str) -> str:
    """The nine rows with an empty line after each third."""
    lines = rows.splitlines()
    return "\n\n".join("\n".join(lines[start : start + 3]) for start in (0, 3, 6))


@pytest.mark.parametrize("rows", [ROWS, SPACED])
def test_bands_may_stand_apart(rows: str) -> None:
    found = list(read(f"{in_bands(rows)}\n\n{LINE}".splitlines(), "p.txt"))
    assert [(each.grid.line, each.source) for each in found if isinstance(each, Entry)] == [
        (LINE, "p.txt:1"),
        (LINE, "p.txt:13"),
    ]
    assert len(found) == 2


def test_a_broken_grid_of_three_rows_leaves_the_next_grid_alone() -> None:
    three = "\n".join(ROWS.splitlines()[:3])
    for text in (f"{three}\n\n{ROWS}", f"{three}\n\n{three}\n\n{ROWS}"):
        *broken, whole = read(text.splitlines(), "p.txt")
        assert all(isinstance(each, FormatError) for each in broken)
        assert isinstance(whole, Entry)
        assert whole.grid.line == LINE


def test_a_broken_grid_of_three_rows_leaves_a_grid_in_bands_alone() -> None:
    three = "\n".join(ROWS.splitlines()[:3])
    broken, whole = read(f"{three}\n\n\n{in_bands(ROWS)}".splitlines(), "p.txt")
    assert isinstance(broken, FormatError)
    assert isinstance(whole, Entry)
    assert whole.grid.line == LINE
