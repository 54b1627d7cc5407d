"""What is wrong with a text is said in a line; bytes that are no text are refused."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import FormatError, Layout
from sudoku_engine.formats import Entry, decode, open_text, parse, read
from tests.support.texts import (
    CANDIDATES,
    CLIPBOARD,
    FRAMED,
    HEAVY,
    LINE,
    ROWS,
    SADMAN,
    Pieces,
    ReadAhead,
    told,
)


def no_digit(character: str, n: int = 9) -> str:
    return f"'{character}' is neither a digit nor a blank (use 1-{n}, and . for a blank)"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hello", f"p.txt:1:1: {no_digit('h')}"),
        (f"\n  {LINE[:3]}x{LINE[4:]}", f"p.txt:2:6: {no_digit('x')}"),
        (LINE.replace("7", "\xb2", 1), "p.txt:1:5: " + no_digit("\xb2")),
        (LINE.replace("7", "\u0301", 1), "p.txt:1:5: " + no_digit("\\u0301")),
        (
            LINE.replace("7", "\0", 1),
            "p.txt:1:5: a NUL character: this is not a text file (save the puzzle as plain text)",
        ),
        (
            LINE.replace("7", "\udcff", 1),
            "p.txt:1:5: these bytes are not text (save the file as UTF-8)",
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
        (ROWS[1:], "p.txt:1: row 1 has 8 cells: 9 are needed"),
        (ROWS.replace("53..7....\n", ""), "p.txt:1: 8 rows: a 9x9 puzzle has 9"),
        ("53..7....", "p.txt:1: 1 row: a 9x9 puzzle has 9"),
        (
            FRAMED.replace("| 4 . . |", "| 4 . 10 |"),
            "p.txt:7:8: 0 cannot be among the candidates of a cell",
        ),
        (
            FRAMED.replace("| 4 . . |", "| 4 . 77 |"),
            "p.txt:7:8: 7 is twice among the candidates of a cell",
        ),
        (f":0300:5:{LINE[1:]}:::", "p.txt:1: 80 cells: a 9x9 puzzle has 81"),
        (f":0300:5:{LINE[:-1]}x:::", f"p.txt:1:89: {no_digit('x')}"),
        (
            f":0300:5:{LINE}:91:::",
            "p.txt:1:91: '91' is not a deleted candidate: write digit, row, column",
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
        ("[Puzzle]\n[Colours]", "p.txt:1: [Puzzle] without a puzzle after it"),
        (SADMAN[:-10], "p.txt:4: 8 rows: a 9x9 puzzle has 9"),
        ("x" * 100_001, "p.txt:1: a line of more than 100000 characters is not a puzzle"),
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


NINE_ROWS = ROWS.split("\n")
SMALL = "1234............"
LARGE = ["10 3 . 16 11 2 1 4 . . . . . 8 9 12"] * 15
SEVERAL = {
    "a number that is too large": (
        [*LARGE, LARGE[0].replace("16", "17")],
        ["16:8: '17' is neither a number from 1 to 16 nor a blank"],
    ),
    "bad lines among good ones": (
        [LINE, LINE[1:], LINE, "hello", LINE],
        [
            f"1 {LINE}",
            "2: 80 cells: a 9x9 puzzle has 81",
            f"3 {LINE}",
            f"4:1: {no_digit('h')}",
            f"5 {LINE}",
        ],
    ),
    "bad lines among good ones of 4x4": (
        [SMALL, "x" + SMALL[1:], SMALL[1:], SMALL],
        [
            f"1 {SMALL}",
            f"2:1: {no_digit('x', 4)}",
            "3: 15 cells: a 4x4 puzzle has 16",
            f"4 {SMALL}",
        ],
    ),
    "a broken grid that a whole puzzle in a line ends": (
        [*NINE_ROWS[:3], LINE, *NINE_ROWS[:3], NINE_ROWS[0][1:], NINE_ROWS[0], LINE, ROWS],
        [
            "1: 3 rows: a 9x9 puzzle has 9",
            f"4 {LINE}",
            "8: row 4 has 8 cells: 9 are needed",
            f"10 {LINE}",
            f"11 {LINE}",
        ],
    ),
    "a broken grid under a title": (
        ["Grid 01", *NINE_ROWS[:4], "12", *NINE_ROWS[5:], "Grid 02", ROWS],
        [
            "6: row 5 has 2 cells: 9 are needed",
            f"12 {LINE}",
        ],
    ),
    "a first row that is none, with the rest of its grid": (
        ["hello", *NINE_ROWS[1:], "", ROWS],
        ["2: 8 rows: a 9x9 puzzle has 9", f"11 {LINE}"],
    ),
    "a bad section with its state": (
        [SADMAN[:-10], "[State]", ROWS, "[Puzzle]", ROWS, LINE],
        ["4: 8 rows: a 9x9 puzzle has 9", f"23 {LINE}", f"32 {LINE}"],
    ),
}


@pytest.mark.parametrize(("lines", "found"), SEVERAL.values(), ids=SEVERAL)
def test_a_fault_is_told_once_and_hides_no_puzzle(lines: list[str], found: list[str]) -> None:
    assert told("\n".join(lines)) == [f"p.txt:{each}" for each in found]


def test_parse_wants_exactly_one_puzzle() -> None:
    with pytest.raises(FormatError, match="no puzzle here"):
        parse("# nothing\n")
    with pytest.raises(FormatError, match="2 puzzles instead of one"):
        parse(f"{LINE}\n{LINE}")
    with pytest.raises(FormatError, match="puzzle:2:1: 'h' is neither a digit nor a blank"):
        parse(f"{LINE}\nhello")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [LINE, ROWS, HEAVY, f"{FRAMED}\n\n{SADMAN}\n"])
def test_bytes_are_decoded_whatever_their_encoding_and_line_ends(
    text: str, end: str, encoding: str
) -> None:
    data = text.replace("\n", end).encode(encoding)
    assert list(decode(io.BytesIO(data))) == text.rstrip("\n").split("\n")


class Trickle(io.RawIOBase):
    """A pipe that returns a byte at a time and fails when it is read too far."""

    def __init__(self, data: bytes, n_allowed: int) -> None:
        self.data, self.n_allowed, self.at = data, n_allowed, 0

    def read(self, size: int = -1) -> bytes:
        if self.at >= self.n_allowed:
            raise ReadAhead
        self.at += 1
        return self.data[self.at - 1 : self.at]


DOUBLE = """\
╔═══╦═══╗
║ 1 ║ 2 ║"""
"""The first line of it has no NUL in UTF-16, and is plain ASCII when read as UTF-8."""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("size", [1, 2, 3, 82])
@pytest.mark.parametrize("text", [LINE, f"\n\n{ROWS}", HEAVY, DOUBLE, f"# 数独\n{LINE}", "%", ""])
def test_the_encoding_is_the_same_in_whatever_pieces_a_text_arrives(
    text: str, size: int, encoding: str
) -> None:
    pieces = Pieces(f"{text}\n{LINE}\n".encode(encoding), [size])
    assert list(decode(pieces)) == [*text.split("\n"), LINE]


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
    assert str(found[1]) == "p.txt:2:5: these bytes are not text (save the file as UTF-8)"


def test_bytes_that_are_no_text_may_stand_in_a_comment() -> None:
    data = b"# gr\xfc\xdfe\n" + LINE.encode()
    assert [type(item) for item in read(decode(io.BytesIO(data)), "p.txt")] == [Entry]


def test_a_line_without_end_is_cut_and_reading_goes_on() -> None:
    data = b"1" * 3_000_000 + b"\n" + LINE.encode()
    lines = list(decode(io.BytesIO(data)))
    assert len(lines[0]) < 300_000
    assert lines[1] == LINE


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


@given(st.text(alphabet="1237.0-+|{}: \n[]#,aA'*_x\0", max_size=400))
def test_no_text_ever_raises(text: str) -> None:
    for found in read(text.split("\n"), "p.txt"):
        assert isinstance(found, Entry) or str(found).startswith("p.txt:")


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
