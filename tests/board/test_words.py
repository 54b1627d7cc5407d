"""Cells, digits and things in words, and errors in one line."""

import copy
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, Layout, cell, listed, names
from sudoku_engine.board.words import brief, counted, symbol
from sudoku_engine.errors import (
    ConfigError,
    FormatError,
    GaveUp,
    LayoutError,
    PluginError,
    StepError,
    SudokuError,
    error_text,
    near_name,
    place,
    shown_path,
)

CLASSIC = Layout.named("9x9")
LARGE = Layout.named("16x16")


def cells(text: str, layout: Layout = CLASSIC) -> list[int]:
    return [layout.cell(name) for name in text.split()]


# Digits


def test_digits_over_9_are_written_as_letters() -> None:
    assert [symbol(digit) for digit in (1, 9, 10, 16, 25)] == ["1", "9", "A", "G", "P"]


@pytest.mark.parametrize("digit", [-1, 0, 26])
def test_a_digit_that_no_board_has_is_written_as_its_number(digit: int) -> None:
    assert symbol(digit) == str(digit)


# Cells


def test_a_cell_of_the_classic_board_is_found_by_name() -> None:
    assert cell("r3c7") == 24


@pytest.mark.parametrize("name", ["r0c1", "r10c1", "i1", 24, None])
def test_a_cell_that_the_classic_board_does_not_have_is_told(name: str) -> None:
    with pytest.raises(LayoutError, match="on a 9x9 board: r1c1 to r9c9"):
        cell(name)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([0, 80], "r1c1 and r9c9"),  # plain numbers are of the classic board
        (LARGE.cells[16:18], "r2c1 and r2c2"),  # cells of a larger one bring their names
        ({40, 4, 76}, "r1c5, r5c5 and r9c5"),
        ([], ""),
    ],
)
def test_names_of_cells_come_in_order(cells: Iterable[int], expected: str) -> None:
    assert names(cells) == expected


@pytest.mark.parametrize("number", [-1, 81])
def test_a_number_of_no_cell_is_refused(number: int) -> None:
    with pytest.raises(LayoutError, match=f"no cell {number} on a 9x9 board: 0 to 80"):
        names([number])


# Lists in a sentence


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        (["row 1", "box 2", "box 3"], "row 1, box 2 and box 3"),
        ([7], "7"),
        ([], ""),
        ({8, 1, 3}, "1, 3 and 8"),  # digits come in their order
        ([12, 2], "2 and C"),
        ([CLASSIC.cells[9], CLASSIC.cells[0]], "r2c1 and r1c1"),  # cells in the order given
        (CLASSIC.rows[:2], "row 1 and row 2"),
        ([3, "x", 1], "3, x and 1"),  # numbers among other things stay where they are
        ([True, False], "False and True"),
    ],
)
def test_the_last_of_several_things_is_joined_by_and(things: Iterable[Any], expected: str) -> None:
    assert listed(things) == expected


# Anything at all, in one line


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError


class Tall:
    def __repr__(self) -> str:
        return "one\n  two"


def test_a_short_thing_is_shown_whole() -> None:
    assert brief(Candidate(80, 9)) == "r9c9=9"
    assert brief([symbol, object()]) == "[symbol, <object object>]"


def test_a_long_thing_is_cut() -> None:
    assert len(brief("x" * 1000)) <= 60
    assert brief(list(range(1000))) == "[0, 1, 2, 3, 4, 5, ...]"


def test_a_thing_of_several_lines_is_shown_on_one() -> None:
    assert brief(Tall()) == "one two"


def test_a_thing_that_cannot_be_shown_is_named_by_its_class() -> None:
    assert brief(Unshowable()).startswith("<Unshowable instance at")


# Errors


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (FormatError("too short", "a.txt", 4, 7), "a.txt:4:7: too short"),
        (FormatError("too short"), "too short"),
        (PluginError("broken", "mine", "mine.py", 3), "mine.py:3: broken"),
        (PluginError("broken", "mine"), "mine: broken"),
    ],
)
def test_an_error_says_where_and_what(error: SudokuError, expected: str) -> None:
    assert str(error) == expected


def test_unknown_lines_and_columns_are_left_out() -> None:
    assert (place("a.txt", 4), place("a.txt", 0, 0)) == ("a.txt:4", "a.txt")
    assert place("a\u3000b\33.txt", 4) == "a\u3000b\\x1b.txt:4"


@pytest.mark.parametrize(
    "error",
    [
        SudokuError("what", "where"),
        FormatError("what", "a.txt", 4, 7),
        ConfigError("what", "run.yaml", 1, 2),
        PluginError("what", "mine", "mine.py", 3),
        LayoutError("what"),
        StepError("what"),
        GaveUp("what"),
    ],
)
def test_an_error_pickles_and_copies_with_all_it_carries(error: SudokuError) -> None:
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(copied) is type(error)
        assert str(copied) == str(error)
        assert vars(copied) == vars(error)


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("colum", ["row", "column"], "did you mean 'column'?"),
        ("zzz", ["row", "box"], "known: box, row"),
        ("zzz", [], "there is none"),
    ],
)
def test_an_unknown_name_gets_the_nearest_known_one_or_all(
    name: str, known: list[str], expected: str
) -> None:
    assert near_name(name, known) == expected


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("no 9"), "ValueError: no 9"),
        (ValueError("one\ntwo"), "ValueError: one"),
        (ValueError("\n  one\n"), "ValueError: one"),
        (ValueError(), "ValueError"),
        (SystemExit(3), "it called sys.exit"),
    ],
)
def test_what_a_plugin_raised_is_told_in_one_line(error: BaseException, line: str) -> None:
    assert error_text(error) == line


def test_an_error_that_cannot_be_printed_is_told_by_its_class() -> None:
    class Unprintable(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert error_text(Unprintable()) == "Unprintable"


def test_a_path_below_the_current_folder_is_shown_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert shown_path(str(here / "mine.py")) == "mine.py"
    assert shown_path(str(tmp_path / "mine.py")) == str(tmp_path / "mine.py")


def test_no_path_is_shown_as_none() -> None:
    assert shown_path("") == ""


# Numbers with what they count


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 cells"), (1, "1 cell"), (2, "2 cells"), (1234, "1234 cells")]
)
def test_a_number_stands_with_what_it_counts(number: int, words: str) -> None:
    assert counted(number, "cell") == words


def test_a_plural_may_be_irregular() -> None:
    assert counted(2, "symmetry", "symmetries") == "2 symmetries"


def test_a_large_number_can_be_grouped() -> None:
    assert counted(1234, "move", form=",") == "1,234 moves"
