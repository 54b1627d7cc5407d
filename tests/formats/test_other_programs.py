"""Puzzles as other programs keep them: in addresses, XML, tables, records of a puzzle bank."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Grid, Layout
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats import parse, read, write
from sudoku_plugins.formats.lz_string import compressed, decompressed
from tests.support.texts import LINE, ROWS, grids

ZEROS = LINE.replace(".", "0")
SHORT = ZEROS[:-1]

WIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
PACKED = (
    "S9B9e9e06030204080a0e08050o0f090a0s0g0u0s0w0a070h0e7o8m1i857p04820c0706087o030h82820f0b0a0d"
    "077o0607040a0h030e7o987w840a0g038a8i0h9u9i860h040f8202011n0r08020509071i1q"
)
"""From https://www.sudokuwiki.org/sudoku.htm?bd=S9B…: a board in the middle of its solving."""

# Made by lz-string itself, from the JSON that the sites write.
F_PUZZLES = (
    "N4IgzglgXgpiBcBOANCALhNAbO8QBUYw0RUBDAVzQAsB7AJwRAFs5V6KcwYS8A5BszJYABGAoATWgGsKIjlx"
    "FkADsqwBPAHSkQAc3oQJCANrHQAN2EVcAVlS6I5mADsEaDjAC+yC1dwBme0cXNw9vYHDwkEssawQAdiCnV3h"
    "3a0ifDIiAXWQzaL8EADYkkNSwzMrfWNwARlKUtK8fApqEFD1gxorquPg7TuTQ9KrI3LMomL6OhyHykd7cAA4"
    "G4eaI0arWvpLBsqaxvMWEFb3uhazJwvhd2f2ey5apgNX5r3Hj+AAWV4PNz9Od3O6yubXggTOa0en3qkLeng+"
    "21wiThfw26NBfQATL8Hv8kcVcekPpjcLculD/lkCfAcaiejTART4ZkSfjnggfvSFjTYUDKZ8Zsy0dSOf0ie8"
    "jtDSScJdCaSj+SzBXLstlPEA"
)
SMALL = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv34hSlagGZxIs"
    "YKV8FAtfKFcgA==="
)
VARIANT = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv34hSlagGZxIs"
    "YKV8FAtfJEg2ACxgYAtgHt9MNnvygyEZjDD48IAEo0AwjRCpnLgEwghQ4VQAawgyMj0AYxI0akIQCJgwu3gH"
    "L3cAzRIMDEMAd3wAoA=="
)
JIGSAW = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMrUMYGB7VvADMAX2TAxE8SIC6yQp"
    "MkhSlaqOlyF07RM1T9imTJFA"
)
TOO_LARGE = (
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54B2VNCImAOwQBcMqBfZYHv3lwC6yQv34hSlagGZxIs"
    "YKV8FAtfKFcgA==="
)
PAD = (
    "sclN4SwJgXA5AHlA0BjAzhArABiQUwgbT2ADd0BfeYiAZnPgpIHZa6BdeQkgNmcoEZzKATgEk0zNnnoRhUgB"
    "zM6lbvAmV5dRVwWUaqkgBYeJdVJoa+pPRCYapAJm1aJU5bcoO55Z5oiGp/KRkfMW8fEykbIUs2ACdcAjwsDA"
    "ksXhT4OwleeGT2bLS8jIk7HOL4ArwSzIlE+Cp0/XS0LLqWxsLm9hL6rvh2yvhmmqxOdIZ02RbRwvHCyd7pgd"
    "mByZqqUvZ1ivXM9n0NvH2K/d28NAPzivPq9jx1nru+iXXOw9a9p4/X84fz/vOhrd1ot1st1vM3ot9st9hDzo"
    "tzstzqtbpwDmiKmjTgwDjiKjjTrIDkSKkSbgQ0Q80f00a8cQ8cf0ca8iQ8if0iYCKfBFmjlmiITjFjjljiIU"
    "TFkTlkTVmxEABDfCUKAAFxAKoANrgAAQAFWwyBVUBE0HlAFcVQALAD2MQg2oAtthjSxSEA="
)
PAD_VARIANT = PAD[:485] + ("WwNUrEBB5fKAEbexCIeBWiBEgDuAAd8LVcnh8iwWJZSEA=")
NATIVE = (
    "N4IgDiBcIKwHIBsCKBGAnAKzQWwOIGMBDAZgHkBJOFAIwHVcBrAJmwBYUAVDAZQHY0QAGhAA7KCA4BTAM4AX"
    "ISGniF2ZQF8gA==="
)
CLASSIC = "53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79"
NEWER_CLASSIC = "5NlQ19j9mGca3OIN1bWGk2m41TjS79"

NAMED = "the address does not hold the puzzle, only its name: open it, and copy the puzzle as text"


def told(text: str, layout: Layout | None = None) -> list[str]:
    """What is found in `text`: errors, and the lines of boards."""
    return [
        str(found) if isinstance(found, FormatError) else found.grid.line
        for found in read(text.split("\n"), "t", layout)
    ]


# Addresses


@pytest.mark.parametrize(
    "text",
    [
        WIKI + ZEROS,
        f"www.sudokuwiki.org/sudoku.htm?bd={LINE}&x=1",
        f"Look: {WIKI}{ZEROS} (hard)",
        f"https://f-puzzles.com/?load={F_PUZZLES}",
        f"https://sudokupad.app/fpuzzles{F_PUZZLES.replace('+', '%2B').replace('/', '%2F')}",
        f"https://sudokupad.app/sudoku.html?puzzleid=fpuz{F_PUZZLES}",
        f"https://sudokupad.app/scf?setting-nogrid=1&puzzleid={PAD}",
        f"https://sudokupad.app/{PAD}",
        f"https://app.crackingthecryptic.com/sudoku/{PAD}",
        f"https://sudokupad.app/classic{CLASSIC}",
        f"https://sudokupad.app/{NEWER_CLASSIC}?setting-dark=1",
        f"sudokupad.app/{NATIVE.rstrip('=')}",
    ],
    ids=lambda text: text[:40],
)
def test_an_address_that_holds_a_puzzle_is_read(text: str) -> None:
    assert grids(text) == [Grid.parse(LINE)]


@pytest.mark.parametrize("packed", [F_PUZZLES, SMALL, VARIANT, JIGSAW, PAD.removeprefix("scl")])
def test_a_text_is_packed_as_lz_string_packs_it(packed: str) -> None:
    assert compressed(decompressed(packed)) == packed


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"])))
def test_what_is_packed_is_unpacked(text: str) -> None:
    assert decompressed(compressed(text)) == text


def test_an_address_of_f_puzzles_has_its_clues() -> None:
    with pytest.warns(UserWarning, match="1 digit is filled in"):
        grid = parse(f"https://f-puzzles.com/?load={VARIANT}")
    clues = [str(clue) for clue in grid.layout.clues]
    assert clues == ["killer cage r1c1", "thermometer r1c1,r1c2"]


def test_a_board_of_another_size_is_read_from_an_address() -> None:
    text = f"https://f-puzzles.com/?load={SMALL}"
    assert grids(text) == [Grid.parse("1... .... .... ....")]
    assert told(text, layout=Layout.named()) == ["t:1: 16 cells: a 9x9 puzzle has 81"]


def test_an_address_is_on_the_board_that_is_asked_for() -> None:
    diagonals = Layout.named("9x9+diagonals")
    assert parse(WIKI + ZEROS, diagonals) == parse(LINE, diagonals)


def test_a_packed_board_has_givens_placed_digits_and_candidates() -> None:
    grid = parse(WIKI + PACKED)

    assert grid == parse(PACKED)
    assert grid.line == (
        "..632481585.691.7...1785.....4.3768.38..62147.6741835....173..8...846.21..82597.."
    )
    assert [grid.is_given(cell) for cell in (2, 7, 8)] == [True, False, False]
    assert [sorted(grid.candidates(cell)) for cell in (0, 11, 18)] == [[7, 9], [2, 3], [2, 4]]
    assert write(grid, "sudokuwiki") == WIKI + PACKED


def test_the_former_packing_of_sudokuwiki_is_read() -> None:
    # Twice the candidates, and 1 for a given, in base 32: a given 5, a placed 9, 1 or 2, nothing.
    grid = parse(f"{WIKI}11g006{'00' * 78}")
    assert grid.line == "59" + "." * 79
    assert [grid.is_given(0), grid.is_given(1)] == [True, False]
    assert sorted(grid.candidates(2)) == [1, 2]
    assert len(grid.candidates(80)) == 9


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (WIKI + SHORT, "t:1: 80 cells: a 9x9 puzzle has 81"),
        (
            f"{WIKI}{SHORT}x",
            "t:1:122: 'x' is neither a digit nor a blank (use 1-9, and . for a blank)",
        ),
        (
            f"https://www.sudokuwiki.org/jigsaw.htm?bd={ZEROS}",
            "t:1:28: 'jigsaw.htm' is for puzzles of another kind: only plain sudokus are read",
        ),
        (f"{WIKI}S9B00", "t:1:45: 2 characters after S9B: two for each of 81 cells are needed"),
        (f"{WIKI}S9Bzz{'00' * 80}", "t:1:45: 'zz' is not a cell of SudokuWiki's"),
        (f"{WIKI}{'00' * 80}0w", "t:1:202: '0w' is not a cell of SudokuWiki's"),
        (
            f"{WIKI}J9B{'00' * 81}",
            "t:1:42: 'J9B' is a puzzle of another kind: only plain 9x9 sudokus are read",
        ),
        (
            f"https://sudokupad.app/{PAD_VARIANT}",
            "t:1:1: no rule is known for drawn lines: write it as a plugin, or read the rest by "
            "--ignore-unknown",
        ),
        (f"https://f-puzzles.com/?load={JIGSAW}", "t:1:29: region '4' has 5 cells: 4 are needed"),
        (
            f"https://f-puzzles.com/?load={TOO_LARGE}",
            "t:1:29: 7 in a cell is not a digit from 1 to 4",
        ),
        (
            f"https://f-puzzles.com/?load={SMALL[:40]}",
            "t:1:29: this cannot be unpacked (it breaks off): copy the whole address again",
        ),
        (
            "https://f-puzzles.com/?load=ä",
            "t:1:29: this cannot be unpacked ('ä' is no character of base64): copy the whole "
            "address again",
        ),
        ("https://f-puzzles.com/?id=abc", f"t:1:1: {NAMED}"),
        ("https://sudokupad.app/bJ6hMqnfNH", f"t:1:23: {NAMED}"),
        (
            "see https://example.com/ for more",
            "t:1:1: no puzzle is known in this address: it has no 81 digits, and is none of "
            "SudokuWiki (?bd=), f-puzzles, SudokuPad or Interactive Sudoku Solver (?q=)",
        ),
    ],
    ids=lambda text: text[-40:],
)
def test_an_address_without_a_plain_sudoku_says_what_it_holds(text: str, why: str) -> None:
    assert told(f"{text}\n{LINE}") == [why, LINE]


def test_an_address_after_a_puzzle_is_a_remark() -> None:
    assert grids(f"{LINE} https://example.com/") == [Grid.parse(LINE)]


@pytest.mark.parametrize("layout", ["4x4", "9x9+diagonals"])
def test_sudokuwiki_shows_only_boards_of_its_own(layout: str) -> None:
    with pytest.raises(UsageError, match=f"9x9 boards, not {layout.replace('+', '.')}: choose"):
        write(Grid(Layout.named(layout), [0] * len(Layout.named(layout).cells)), "sudokuwiki")


@given(st.text("ABCxyz019+/=", max_size=80))
def test_what_is_not_packed_is_a_value_error_and_nothing_else(text: str) -> None:
    with suppress(ValueError):
        decompressed(text)


# OpenSudoku


def cells(text: str, version: int, notes: str) -> str:
    fields = (f"{digit}|{notes}{'01'[digit == '0']}|" for digit in text)
    return f"version: {version}&#10;{''.join(fields)}"


def test_a_file_of_opensudoku_is_read_game_by_game() -> None:
    text = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Two &amp; more</name>
  <game data="{ZEROS}"/><game data='{SHORT}' />
  <game data="{SHORT}x"/>
  <game
    state="1"
    data="{cells(ZEROS, 1, "-|")}"
  />
  <game note="none"/>
</opensudoku>
{LINE}
"""
    assert told(text) == [
        LINE,
        "t:4: 80 cells: a 9x9 puzzle has 81",
        "t:5:95: 'x' is neither a digit nor a blank (use 1-9, and . for a blank)",
        LINE,
        't:10:3: <game> without data="…"',
        LINE,
    ]


@pytest.mark.parametrize(
    ("version", "notes"), [(1, "1,2,|"), (3, "5|"), (4, "5|0|"), (5, "5|0|7|")]
)
def test_every_version_of_opensudoku_is_read(version: int, notes: str) -> None:
    played = cells(ZEROS, version, notes).replace("5|", "5|", 1)
    assert grids(f'<game data="{played}"/>') == [Grid.parse(LINE)]


def test_a_digit_that_can_be_changed_was_placed() -> None:
    data = cells(ZEROS, 1, "-|").replace("5|-|0|", "5|-|1|", 1)
    assert grids(f'<game data="{data}"/>') == [Grid.parse(f"+{LINE}")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '<game data="version: 3&#xA;5|0|0|"/>',
            "t:1:13: these are not the cells of a 9x9 board, as OpenSudoku writes them",
        ),
        (f'<opensudoku>\n <game data="{ZEROS}"', "t:2:2: <game> without its end: write />"),
        (
            "<?xml version='1.0'?>\n<notes/>",
            't:1: an XML file without a <game data="…">: of XML only the files of OpenSudoku are '
            "read",
        ),
    ],
)
def test_other_xml_is_an_error(text: str, why: str) -> None:
    assert told(text) == [why]


# Tables and records


@pytest.mark.parametrize(
    "table",
    [
        "quizzes,solutions\n{0},1\n{0},2",
        "Puzzle\n{0}\n{0}",
        ",quizzes,solutions\n0,{0},1\n1,{0},2",
        "id;puzzle;level\n1;{0};easy\n2;{0};",
        'Id,"Puzzle","Clues"\n1,"{0}",30\n2,"{0}",30',
        "solution\tpuzzle\n{1}\t{0}\n{1}\t{0}",
        "source,question,answer,rating\nx,{0},{1},3\ny,{0},{1},4",
    ],
)
def test_a_table_is_read_by_its_heading(table: str) -> None:
    assert grids(table.format(ZEROS, "1" * 81)) == [Grid.parse(LINE)] * 2


def test_a_wrong_row_of_a_table_has_its_place_and_hides_no_other() -> None:
    text = f"id,puzzle\n1,{ZEROS}\n2,{SHORT}\n3,{SHORT}x\n4\n5,{ZEROS}\n\n{LINE}"
    assert told(text) == [
        LINE,
        "t:3: 80 cells: a 9x9 puzzle has 81",
        "t:4:83: 'x' is neither a digit nor a blank (use 1-9, and . for a blank)",
        "t:5: no puzzle in this row: it belongs below 'puzzle'",
        LINE,
        LINE,
    ]


@pytest.mark.parametrize("number", ["5.0703060007E+79", "5,07031E+79"])
def test_a_number_that_a_spreadsheet_made_of_a_puzzle_is_told(number: str) -> None:
    why = "t:2: a spreadsheet has made a number of this puzzle: keep the column as text"
    assert told(f"puzzle;id\n{number};1\n{ZEROS};2") == [why, LINE]


def test_a_title_above_a_grid_is_no_heading() -> None:
    assert told(f"Puzzle 1, easy\n{ROWS}") == told(f"Puzzle\n{ROWS}") == [LINE]


def test_a_heading_alone_is_an_error() -> None:
    assert told("puzzle,solution") == ["t:1: the heading of a table without puzzles below it"]


def test_a_record_of_the_puzzle_bank_is_read() -> None:
    text = f"0000183b305c {ZEROS}  1.2\n000075df3a87 {SHORT}  1.5\n0000d4d2b1a0 {SHORT}x 10.2\n"
    assert told(text) == [
        LINE,
        "t:2: 80 cells: a 9x9 puzzle has 81",
        "t:3:94: 'x' is neither a digit nor a blank (use 1-9, and . for a blank)",
    ]
