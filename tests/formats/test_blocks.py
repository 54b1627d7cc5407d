"""Plain lines in blocks: the same as line by line, whatever stands among them."""

import io
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sudoku_engine import FormatError, Layout
from sudoku_engine.board.grid import Marks
from sudoku_engine.formats import Entry, decode, read
from sudoku_engine.formats.blocks import MANY, PlainBlock, read_blocks
from sudoku_engine.formats.decoding import decoded_chunks
from tests.support.texts import (
    CANDIDATES,
    CLIPBOARD,
    FRAMED,
    HEAVY,
    LINE,
    ROWS,
    SADMAN,
    SIMPLE_SUDOKU,
    Pieces,
    ReadAhead,
)

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DASHES = "-" * 81
LIBRARY = f":0000:x:{LINE}:::"
SIXTEEN = "1.................................2.....................3" + "." * 199

FRAGMENTS = [
    *(LINE, LINE, LINE, LINE.replace(".", "0"), LINE.replace(".", "-"), LINE.replace(".", "_")),
    *(LINE.replace(".", "*"), SOLVED, DASHES, f"{LINE} with a remark", f"{LINE}\tmore, {SOLVED}"),
    *(f"{LINE},{SOLVED}", f"{LINE} # why", f"{LINE}#", f" {LINE}", f"{LINE} ", f"{LINE}\x0b"),
    *(f"{LINE}\0", f"{LINE}\xa0x", f"{LINE}5", LINE[:80], LINE[:-1] + "x", LINE[:-1] + "é"),
    *(f"\ufeff{LINE}", "5" + LINE[1:], "55" + LINE[2:], LINE.replace(".", "\uff0e"), f"{LINE};5"),
    *(
        "",
        "",
        " ",
        "# a comment",
        f"#{LINE[1:]}",
        " # more",
        "hello",
        "[State]",
        "[Puzzle]",
        "x" * 31,
    ),
    *(ROWS, FRAMED, HEAVY, CLIPBOARD, SIMPLE_SUDOKU, SADMAN, CANDIDATES, LIBRARY, SIXTEEN),
    *("12..34..........", "12..\n34..\n....\n....", "+---+---+---+", ROWS[:40], "5 3 . . 7"),
    *(
        "quizzes,solutions",
        f"{LINE},{SOLVED}\n{LINE},{SOLVED}",
        "id,puzzle",
        f"7,{LINE}",
        f"7,{LINE},1",
    ),
    *(f"8,{LINE}\n9,{SOLVED},#5", f"#9,{LINE}", "name\tpuzzle", f"a b\t{LINE}", f',"{LINE}"'),
    *(f"0000183b305c {LINE}   1.2\n00f0183b305c {SOLVED} 10.5 ", f"0000183b305c {LINE} 1.2 x"),
    *(
        "puzzle;level",
        f"{LINE};3",
        "puzzle\ttime",
        f'{LINE},"{SOLVED}',
        f"0000183b305c  {LINE}  1.2",
    ),
    *(f'<?xml version="1.0"?>\n<game data="{LINE}"/>', f"{LINE} {'x' * 1200}"),
    *(f"{LINE},{'y' * 1000}", f"https://www.sudokuwiki.org/x.htm?bd={LINE}"),
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]


def flat(
    found: Iterable[Entry | FormatError | PlainBlock], layout: Layout | None, marks: Marks
) -> list[object]:
    """What was `found`, puzzle by puzzle."""
    return [
        each if isinstance(each, Entry) else str(each)
        for some in found
        for each in (some.entries(layout, marks) if isinstance(some, PlainBlock) else [some])
    ]


@given(
    st.lists(st.sampled_from(FRAGMENTS), max_size=12),
    st.lists(st.integers(1, 3000), min_size=1, max_size=5),
    st.sampled_from(ENCODINGS),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.sampled_from([None, "4x4", "9x9", "9x9-diagonals"]),
    st.sampled_from(["auto", "manual"]),
)
@example(
    ["quizzes,solutions", f"{LINE},{SOLVED}", LINE, "", LINE],
    [99],
    "utf-8",
    "\n",
    True,
    None,
    "auto",
)
def test_what_is_found_is_the_same_as_line_by_line(
    fragments: list[str],
    lengths: list[int],
    encoding: str,
    end: str,
    is_ended: bool,
    size: str | None,
    marks: Marks,
) -> None:
    layout = size and (Layout.of_boxes(3, 3, True) if "-" in size else Layout.named(size))
    text = "\n".join(fragments) + "\n" * is_ended
    data = text.replace("\n", end).encode(encoding)
    usual = read(decode(Pieces(data, lengths)), "p.txt", layout, marks)
    chunks = decoded_chunks(Pieces(data, lengths))
    found = read_blocks(chunks, "p.txt", layout, marks, many=1)
    assert flat(found, layout, marks) == flat(usual, layout, marks)


TOO_LONG = ["#" * 100_000, "#" * 100_001, "." * 100_002, f"{LINE},{'y' * 100_000}"]


@pytest.mark.parametrize("line", TOO_LONG)
@pytest.mark.parametrize("before", [LINE, "quizzes,solutions", f"quizzes,solutions\n{LINE},5"])
def test_a_very_long_line_is_the_same_as_line_by_line(line: str, before: str) -> None:
    data = "\n".join([before, line, LINE, LINE]).encode()
    found = read_blocks(decoded_chunks(io.BytesIO(data)), "p.txt", many=1)
    assert flat(found, None, "auto") == flat(read(decode(io.BytesIO(data)), "p.txt"), None, "auto")


def blocks(text: str, many: int = 1) -> list[tuple[list[int], str]]:
    """The lines and the digits of each block in `text`; what else there is as itself."""
    return [
        (list(found.lines), "".join(map(str, found.digits)))
        if isinstance(found, PlainBlock)
        else found
        for found in read_blocks([text], "p.txt", many=many)
    ]


def test_lines_that_follow_one_another_are_one_block_with_a_range() -> None:
    (block,) = read_blocks([f"{LINE}\n{SOLVED},x\n"], "p.txt", many=2)
    digits = LINE.replace(".", "0") + SOLVED
    assert block == ("p.txt", range(1, 3), bytes(map(int, digits)), {2: "x"})


def test_comments_and_empty_lines_interrupt_no_block() -> None:
    text = f"# ours\n\n{LINE}\n# more\n\n{SOLVED} hard\n"
    assert blocks(text) == [([3, 6], LINE.replace(".", "0") + SOLVED)]


def test_each_part_of_a_block_has_the_names_of_its_puzzles() -> None:
    (block,) = read_blocks([f"{LINE}\n{SOLVED} # done\n{LINE}, hard\n"], "p.txt", many=1)
    assert isinstance(block, PlainBlock)
    names = [each.name for at in range(3) for each in block.part(at, at + 1).entries()]
    assert names == ["", "done", "hard"]


def test_another_line_comes_between_two_blocks() -> None:
    first, error, _, last = blocks(f"{LINE}\nhello\n{LINE}\n{LINE}\n")
    assert (first[0], str(error), last[0]) == (
        [1],
        "p.txt:2:1: 'h' is neither a digit nor a blank (use 1-9, and . for a blank)",
        [4],
    )


@pytest.mark.parametrize(
    ("heading", "row"),
    [("quizzes,solutions", f"{LINE},{SOLVED}"), ("id;time;puzzle", f"1;;{LINE}")],
)
def test_rows_of_a_table_are_blocks(heading: str, row: str) -> None:
    rows = f"{row}\n" * 3
    first, rest = read_blocks([f"{heading}\n{rows}"], "p.csv", many=1)
    assert isinstance(first, Entry)
    assert isinstance(rest, PlainBlock)
    assert rest.lines == range(3, 5)
    assert [entry.grid for entry in rest.entries()] == [first.grid] * 2


def test_records_of_the_puzzle_bank_are_blocks() -> None:
    record = f"0000183b305c {LINE}  1.2"
    assert blocks(f"{record}\n{LINE}\n") == [([1, 2], LINE.replace(".", "0") * 2)]


@pytest.mark.parametrize("n", [MANY - 1, MANY])
def test_few_lines_are_not_worth_a_block(n: int) -> None:
    found = list(read_blocks([f"{LINE}\n" * n], "p.txt"))
    assert all(isinstance(each, Entry) for each in found) == (n < MANY)


def test_after_a_large_chunk_small_ones_are_blocks_too() -> None:
    found = list(read_blocks([f"{LINE}\n" * MANY, f"{SOLVED}\n"], "p.txt"))
    assert [len(each.lines) for each in found if isinstance(each, PlainBlock)] == [MANY, 1]


def test_what_has_arrived_is_passed_on_before_more_is_read() -> None:
    def chunks() -> Iterator[str]:
        yield f"{LINE}\n" * MANY
        raise ReadAhead

    block = next(read_blocks(chunks(), "p.txt"))
    assert isinstance(block, PlainBlock)


def test_a_text_that_breaks_off_ends_in_its_error() -> None:
    def chunks() -> Iterator[str]:
        yield f"{LINE}\n{ROWS[:39]}\n"
        raise FormatError("cannot be read: it is gone", "p.txt")

    _, cut, error = read_blocks(chunks(), "p.txt", many=1)
    assert [str(cut), str(error)] == [
        "p.txt:2: 4 rows: a 9x9 puzzle has 9",
        "p.txt: cannot be read: it is gone",
    ]


def test_a_block_is_cut_into_parts() -> None:
    (block,) = read_blocks([f"{LINE}\n# so\n{SOLVED}\n{DASHES}\n"], "p.txt", many=1)
    assert isinstance(block, PlainBlock)
    entries = list(block.entries())
    assert [*block.part(0, 1).entries(), *block.part(1, 3).entries()] == entries
    assert block.entry(2) == entries[2]
