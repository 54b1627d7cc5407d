"""Texts of other programs, read by the bundled formats and by those of plugins."""

import json
from collections.abc import Iterable

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.formats import Entry, parse, read, reading, write, writing
from sudoku_engine.formats.format_book import FormatBook
from tests.support.texts import told

JIGSAW = "1112 1222 3334 3444"
BLOCKS = "1122 1122 3344 3344"


def test_sumo_cue_has_a_given_and_a_region_for_each_cell() -> None:
    digits = "1000 0000 0000 0002"
    cells = zip(digits.replace(" ", ""), JIGSAW.replace(" ", ""))
    grid = parse("SumoCueV1" + "".join(f"={digit}J{region}" for digit, region in cells))
    assert grid.layout is Layout.of_regions(JIGSAW.replace(" ", "\n"))
    assert grid.line == "1..............2"


def test_sumo_cue_has_cages() -> None:
    grid = parse("SumoCueV1=5+0" + "=0" * 14)
    assert [str(clue) for clue in grid.layout.clues] == ["killer cage 5 r1c1,r1c2"]


def test_a_game_id_has_runs_of_open_cells() -> None:
    assert parse("2x2:1_2n").line == "12.............."
    assert parse("  2x2:1_2n").line == "12.............."
    assert parse("2x2xdt:1_2n").layout is Layout.named("4x4+diagonals")


def test_a_game_id_has_the_borders_of_cages() -> None:
    # A border after each place; only the first two cells of row 1 are together.
    grid = parse(f"2x2k:p,a{'_' * 23},3o")
    assert [str(clue) for clue in grid.layout.clues] == ["killer cage 3 r1c1,r1c2"]


def test_a_random_seed_is_no_puzzle() -> None:
    assert told("3x3dt#1234567") == [
        "p.txt:1: this names a random puzzle, which only that program can make: "
        "copy its 'Specific' game id"
    ]


def test_letters_below_the_grid_are_cages_or_regions() -> None:
    killer = "Killer\n1...\n....\n....\n....\naabc\ndefg\nhijk\nlmno\na3"
    assert [str(clue) for clue in parse(killer).layout.clues] == ["killer cage 3 r1c1,r1c2"]
    marks = JIGSAW.translate(str.maketrans("1234", "abcd")).replace(" ", "\n")
    assert parse(f"Jigsaw\n{marks}").layout is Layout.of_regions(JIGSAW.replace(" ", "\n"))


def test_areas_below_the_numbers_are_regions() -> None:
    spaced = [
        "\n".join(" ".join(row) for row in part.split()) for part in ("1--- ---- ---- ---2", JIGSAW)
    ]
    for text in (
        f"4 4\n{spaced[0]}\n{spaced[1]}",
        f"begin\npuzzle sudoku\nsize 4\n[problem]\n{spaced[0]}\n[areas]\n{spaced[1]}\n[end]",
    ):
        grid = parse(text)
        assert grid.layout is Layout.of_regions(JIGSAW.replace(" ", "\n"))
        assert grid.line == "1..............2"


def test_ksudoku_keeps_the_digits_of_the_player_apart() -> None:
    values = "1_" + "_" * 14
    text = (
        '<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle><graph order="4" type="sudoku"/>'
        f"<values>{values}</values></puzzle>"
        '<history><simple-event index="1" value="2"/></history></game></ksudoku>'
    )
    (entry,) = read(text.split("\n"), "t")
    assert isinstance(entry, Entry)
    assert (entry.grid.line, entry.board.line) == ("1" + "." * 15, "12" + "." * 14)


def test_sdku_lists_cells_by_column_and_row() -> None:
    cell = "<Cell><x>1</x><y>0</y><value>5</value><origin>User</origin></Cell>"
    assert parse(f"<?xml version='1.0'?>\n<Sudoku>\n{cell}\n</Sudoku>").line == ".5" + "." * 79


def test_gnome_lists_cells_by_row_and_column() -> None:
    cells = [
        {"position": [0, 1], "value": 5, "fixed": True, "earmarks": []},
        {"position": [1, 0], "value": 6, "fixed": False, "earmarks": []},
    ]
    (entry,) = read([json.dumps({"time_elapsed": 1.0, "cells": cells})], "t")
    assert isinstance(entry, Entry)
    assert entry.grid.line == ".5" + "." * 79
    assert entry.board.line == ".5" + "." * 7 + "6" + "." * 71


def test_libre_sudoku_lists_boards() -> None:
    boards = [{"type": "Default9x9", "initialBoard": "5" + "0" * 80}]
    assert parse(json.dumps({"boards": boards})).line == "5" + "." * 80


@pytest.mark.parametrize("heading", ["initial_board", "question", "quizzes", "Puzzle"])
def test_json_lines_have_the_headings_of_tables(heading: str) -> None:
    assert parse(json.dumps({"id": 1, heading: "12.. .... .... ....", "answer": "x"})).n_open == 14


def test_u_marks_a_digit_that_was_placed() -> None:
    grid = parse("1 u2 34 34\n34 34 12 12\n1234 134 1234 1234\n1234 134 1234 1234")
    assert (grid.line[:2], grid.is_given(0), grid.is_given(1)) == ("12", True, False)


@pytest.mark.parametrize(
    "text",
    [
        *("SumoCueV1=", "SumoCueV1=0J", "2x2k:p,", "3x3:", "9j:zzzc,", "<ksudoku>", "<Sudoku>"),
        *("[problem]\n1 2", "4 4\n- - - -\n1", '{"cells": [{"position": 1}]}', '{"boards": [{'),
        "Killer\nabcd\nabcd",
    ],
)
def test_what_is_cut_short_is_an_error(text: str) -> None:
    assert told(text)


def test_a_board_is_no_text_of_another_format() -> None:
    assert parse("12..\n....\n....\n....") == Grid.parse("12.. .... .... ....")


DIGITS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "address",
    [
        f"https://sudoku.coach/en/play/{DIGITS.replace('.', '0')}",
        f"sudoku.coach/en/play/{DIGITS}?x=1",
        f"try https://sudokuexchange.com/play/?s={DIGITS.replace('.', '0')}&d=2 today",
        f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={DIGITS}",
    ],
)
def test_an_address_with_81_digits_holds_the_puzzle(address: str) -> None:
    assert parse(address).line == DIGITS


def test_an_address_of_interactive_sudoku_solver_has_constraints() -> None:
    here = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
    grid = parse(f"{here}.Shape~4x4.~R1C1_1~R2C3_2.Cage~3~R3C1~R3C2")
    assert grid.line == "1.....2........."
    assert [str(clue) for clue in grid.layout.clues] == ["killer cage 3 r3c1,r3c2"]
    assert parse(f"{here}%2ECage~3~R3C1~R3C2&x=1").layout.clues
    assert told(f"{here}.Thingy~3\n")[0].startswith("p.txt:1: ")


@pytest.mark.parametrize("address", ["https://x.org/?q=hello", f"https://x.org/{DIGITS}1"])
def test_an_address_without_a_puzzle_is_one_error(address: str) -> None:
    (why,) = told(address)
    assert why.startswith("p.txt:1:1: no puzzle is known in this address")


def without_plugins(kind: str) -> Iterable[object]:
    return ()


def asks_for_none(kind: str) -> Iterable[object]:
    raise AssertionError(f"a {kind} is needed")


def use_formats(monkeypatch: pytest.MonkeyPatch, found: object) -> None:
    """Let the reader and the writer find their other formats by `found`."""
    monkeypatch.setattr(Layout, "bundled", staticmethod(found))
    for module in (reading, writing):
        monkeypatch.setattr(module, "FORMAT_BOOK", FormatBook())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("https://www.sudokuwiki.org/sudoku.htm?bd=" + DIGITS, "an address"),
        ('<opensudoku>\n<game data=""/>\n</opensudoku>', "XML"),
        ('{"puzzle": "12.. .... .... ...."}', "JSON"),
    ],
)
def test_a_missing_plugin_is_named_in_one_line(
    text: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_formats(monkeypatch, without_plugins)
    assert told(text) == [f"p.txt:1: {what} needs the plugin sudoku_plugins.formats"]


@pytest.mark.parametrize("name", ["line", "grid", "candidates", "hodoku", "sdk", "ss"])
def test_the_engines_own_texts_need_no_plugin(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_formats(monkeypatch, asks_for_none)
    assert parse(write(Grid.parse(DIGITS), name)).line == DIGITS
