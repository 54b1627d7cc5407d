"""Boards in SudokuPad's own JSON: what it says of rules is read, what it only draws is named."""

import json
from typing import Any

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.errors import FormatError, UnknownRules
from sudoku_engine.formats import Entry, read
from sudoku_engine.formats.cells import WrittenBoard
from sudoku_plugins.formats.lz_string import compressed
from sudoku_plugins.formats.sudoku_pad import pad_puzzle, sudoku_pad_board
from sudoku_plugins.formats.web_boards import NoBoard

BOXES = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
ROWS = [[[r, c] for c in range(4)] for r in range(4)]
COLUMNS = [[[r, c] for r in range(4)] for c in range(4)]
PLAIN = {"rules": "Normal sudoku rules apply."}


def pad(**more: Any) -> dict[str, Any]:
    cells: list[list[Any]] = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0] = {"value": "2"}
    return {"cells": cells, "regions": BOXES, **more}


def board(**more: Any) -> WrittenBoard:
    return sudoku_pad_board(pad(**more))


def clues(**more: Any) -> list[str]:
    found = board(**more)
    assert not found.unknown
    return [str(clue) for clue in found.layout.clues]


def test_givens_candidates_and_boxes_are_read() -> None:
    puzzle = pad()
    puzzle["cells"][0][1:3] = [{"centremarks": [1, "4"]}, {"value": 3, "given": False}]
    grid = sudoku_pad_board(puzzle).grid("auto")
    assert grid.layout is Layout.named("4x4")
    assert grid.line[:4] == "2.3."
    assert [grid.is_given(0), grid.is_given(2)] == [True, False]
    assert sorted(grid.candidates("r1c2")) == [1, 4]


def test_other_regions_make_a_jigsaw() -> None:
    rows = ("1112", "1222", "3334", "3444")
    regions = [
        [[r, c] for r in range(4) for c in range(4) if rows[r][c] == mark] for mark in "1234"
    ]
    assert board(regions=regions).layout is Layout.of_regions("\n".join(rows))
    as_cages = [{"cells": each, "unique": True, "type": "region"} for each in regions]
    assert board(regions=[], cages=as_cages).layout is Layout.of_regions("\n".join(rows))


PAIR = [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("cage", "clue"),
    [
        ({"value": "5", "unique": True}, "killer cage 5 r1c1,r1c2"),
        ({"value": 5}, "killer cage 5 r1c1,r1c2"),
        ({"sum": 5, "unique": "true", "style": "killer"}, "killer cage 5 r1c1,r1c2"),
        ({"value": "5", "unique": False, "style": "box"}, "sum 5 r1c1,r1c2"),
        ({"unique": True}, "killer cage r1c1,r1c2"),
        ({"style": "extraregion", "sum": 3, "unique": True}, "extra region r1c1,r1c2"),
        ({"unique": True, "cells": [[0, 0], [1, 1], [2, 2], [3, 3]]},
         "extra region r1c1,r2c2,r3c3,r4c4"),
    ],
)  # fmt: skip
def test_cages_are_clues(cage: dict[str, Any], clue: str) -> None:
    assert clues(cages=[{"cells": PAIR, **cage}]) == [clue]


@pytest.mark.parametrize(
    "cage",
    [
        {"cells": [], "value": "title: A puzzle: the first"},
        {"value": "author: Kim"},
        {"cells": [[0, 0]], "value": "FOGLIGHT"},
        {"cells": ROWS[2], "unique": True, "type": "rowcol", "sum": 10, "hidden": True},
        {"cells": BOXES[1], "unique": "true", "style": "box", "type": "region"},
        {"cells": PAIR, "hidden": True, "unique": False},
    ],
)
def test_cages_that_say_nothing_new_are_no_clues(cage: dict[str, Any]) -> None:
    assert clues(cages=[cage]) == []


def test_the_title_is_the_name_of_the_puzzle() -> None:
    assert board(cages=[{"value": "title: A puzzle: the first"}]).name == "A puzzle: the first"
    (entry,) = read([json.dumps(pad(metadata={"title": "Another"}))], "text")
    assert isinstance(entry, Entry)
    assert entry.title == "Another"


def test_rules_for_the_whole_board_are_flags() -> None:
    assert clues(metadata={"antiknight": True}) == ["anti knight"]
    assert clues(cages=[{"value": "antiking: true"}]) == ["anti king"]
    assert clues(**{"global": ["nonconsecutive"]}) == ["non consecutive"]
    assert clues(**{"diagonal-": True}) == ["diagonal r1c1,r2c2,r3c3,r4c4"]
    both = board(**{"diagonal-": True, "diagonal+": True})
    assert both.layout is Layout.named("4x4+diagonals")
    groups = [{"cells": BOXES[0], "type": "disjoint", "unique": True}]
    assert clues(cages=groups, **{"global": ["disjoint"]}) == ["disjoint groups"]


def test_rows_and_columns_may_be_cages_where_nothing_else_says_so() -> None:
    lines = [{"cells": each, "unique": True, "type": "rowcol"} for each in ROWS + COLUMNS]
    assert clues(cages=lines, metadata={"norowcol": True}) == []
    assert board(cages=lines[1:], metadata={"norowcol": True}).unknown == (
        "rows and columns that repeat digits",
    )


@pytest.mark.parametrize(
    ("more", "unknown"),
    [
        ({"lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}] * 2, "arrows": [{}]},
         ("drawn lines", "drawn arrows")),
        ({"underlays": [{"rounded": True}], "overlays": [{"text": "X"}, {"width": 1}]},
         ("drawn circles", "drawn texts", "drawn squares")),
        ({"cages": [{"cells": PAIR, "value": "<5"}]}, ("cage '<5'",)),
        ({"cages": [{"cells": PAIR}, {"cells": PAIR, "style": "box"}]}, ("cages without a sum",)),
        ({"cages": [{"cells": PAIR, "style": "fpRowIndexer"}]},
         ("cages of the style fpRowIndexer",)),
        ({"dualgrid": [[1]], "global": ["antixv"], "metadata": {"zeroisten": True, "source": "x"}},
         ("dualgrid", "antixv", "zeroisten")),
        ({"metadata": {"rules": "Cells a knight's move apart differ."}},
         ("the words of its rules",)),
        ({"regions": []}, ("a board without boxes",)),
        ({"cells": [[{"pencilMarks": [1, 2]}, {}, {}, {}], *[[{}] * 4] * 3]},
         ("marks in corners",)),
    ],
)  # fmt: skip
def test_what_no_rule_is_known_for_is_named(more: dict[str, Any], unknown: tuple[str, ...]) -> None:
    assert board(**more).unknown == unknown


def test_drawings_are_decoration_if_the_words_say_that_there_are_no_other_rules() -> None:
    drawings = {"lines": [{}], "overlays": [{"text": "X"}], "foglight": [[0, 0]]}
    assert board(**drawings, metadata=PLAIN).unknown == ()
    assert board(**drawings, cages=[{"value": f"rules: {PLAIN['rules']}"}]).unknown == ()
    assert board(**drawings).unknown == ("drawn lines", "drawn texts")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"cages": [{"cells": [[0, 0], [0, 4]], "value": "5"}]},
         "cage '5': [0, 4] is not a cell, such as [0, 8] in row 1 and column 9"),
        ({"cages": [{"cells": [[0, 0], [0, 0]], "value": "5"}]}, "r1c1 is given twice"),
        ({"cages": [{"cells": PAIR, "value": "9"}]}, "killer cage 9 r1c1,r1c2: no digits fit it"),
        ({"cages": [{"cells": ROWS[1], "value": "9", "unique": True, "type": "rowcol"}]},
         "killer cage 9 r2c1,r2c2,r2c3,r2c4: no digits fit it"),
        ({"cages": ["r1c1"]}, "'r1c1' is no cage: an object is needed"),
        ({"cages": [{"cells": 3}]}, "3 should be a list"),
        ({"regions": [[[[0], 0]]]}, "region: [[0], 0] is not a cell"),
        ({"regions": BOXES[1:]}, "its regions do not cover the board"),
        ({"cells": [[{}] * 4] * 3}, "its rows are no square"),
        ({"cells": [[{"value": "A"}, *[{}] * 3], *[[{}] * 4] * 3]}, "'A' in a cell is not a digit"),
        ({"overlays": [3]}, "3 is no shape: an object is needed"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_clue(more: dict[str, Any], why: str) -> None:
    with pytest.raises(NoBoard) as told:
        board(**more)
    assert why in str(told.value)


def test_shortened_json_is_written_out() -> None:
    short = "{ce:[[{v:5},,],[,,]],l:[{c:#0,c2:CFCFCF,th:2,r:t}],ca:[{v:'rules: it\\'s [,],a:t'}]}"
    assert pad_puzzle(short) == {
        "cells": [[{"value": 5}, {}, {}], [{}, {}, {}]],
        "lines": [{"color": "#0", "c2": "CFCFCF", "th": 2, "rounded": True}],
        "cages": [{"value": "rules: it's [,],a:t"}],
    }


def test_files_and_addresses_say_where_and_carry_the_rest() -> None:
    whole = json.dumps(pad(cages=[{"cells": PAIR, "value": "3"}], lines=[{}]), indent=1)
    with pytest.raises(UnknownRules) as told:
        Grid.parse(whole)
    assert (told.value.where, told.value.parts) == ("puzzle:1", ("drawn lines",))
    assert [str(clue) for clue in told.value.rest.grid.layout.clues] == ["killer cage 3 r1c1,r1c2"]
    with pytest.raises(UnknownRules, match=r"^puzzle:1:1: no rule is known for drawn lines: "):
        Grid.parse(f"https://sudokupad.app/scl{compressed(whole)}")


@pytest.mark.parametrize("text", ["[" * 5000, '{"cells":' * 5000, "{ce:" * 5000, "'" * 5000])
def test_json_that_is_nested_deeply_or_breaks_off_is_one_error(text: str) -> None:
    for packed in (f"https://sudokupad.app/scl{compressed(text)}", text):
        with pytest.raises(FormatError) as told:
            Grid.parse(packed)
        assert "\n" not in str(told.value)
