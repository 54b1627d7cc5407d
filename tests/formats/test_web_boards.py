"""Boards in the JSON of f-puzzles, with every kind of clue."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import Entry, read
from sudoku_engine.formats.cells import WrittenBoard
from sudoku_engine.formats.writing import write
from sudoku_plugins.formats.web_boards import NoBoard, f_puzzles_board
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.clues import layout_with
from tests.support.samples import thorough

JIGSAW_ROWS = ("1122", "1122", "3344", "3344"), ("1112", "1222", "3334", "3444")
"""The usual boxes of a 4x4 board, and other regions."""


def f_puzzles(rows: Sequence[str], **more: Any) -> WrittenBoard:
    cells = [[{"region": int(mark) - 1, "c": "#fff"} for mark in row] for row in rows]
    cells[0][0] |= {"value": 2, "given": True}
    return f_puzzles_board({"size": 4, "grid": cells, **more})


def test_regions_are_read() -> None:
    usual, jigsaw = JIGSAW_ROWS
    assert f_puzzles(usual).layout is Layout.named("4x4")
    found = f_puzzles(jigsaw)
    assert found.layout is Layout.of_regions("\n".join(jigsaw))
    assert found.grid("auto").digits[0] == 2


NINE = Layout.named("9x9")
PLAIN, _ = JIGSAW_ROWS


def clues_of(**more: Any) -> list[str]:
    """Return the clues of a 9x9 board of f-puzzles."""
    return [str(clue) for clue in f_puzzles_board({"grid": [[{}] * 9] * 9, **more}).layout.clues]


def unknown_in(**more: Any) -> tuple[str, ...]:
    """Return what no rule is known for on a 9x9 board of f-puzzles."""
    return f_puzzles_board({"grid": [[{}] * 9] * 9, **more}).unknown


def on_nine(*clues: str) -> Grid:
    return Grid(layout_with(*clues), [0] * 81)


def test_both_diagonals_of_f_puzzles_are_a_layout_and_one_is_a_clue() -> None:
    both = f_puzzles(PLAIN, **{"diagonal+": True, "diagonal-": True})
    assert both.layout is Layout.named("4x4+diagonals")
    falling, rising = (
        f_puzzles(PLAIN, **{name: True}).layout for name in ("diagonal-", "diagonal+")
    )
    assert [str(clue) for clue in falling.clues] == ["diagonal r1c1,r2c2,r3c3,r4c4"]
    assert [str(clue) for clue in rising.clues] == ["diagonal r1c4,r2c3,r3c2,r4c1"]


@pytest.mark.parametrize(
    ("name", "given", "clue"),
    [
        ("killercage", {"cells": ["R1C1", "R1C2"], "value": "15"}, "killer cage 15 r1c1,r1c2"),
        ("killercage", {"cells": ["R1C1", "R1C2"]}, "killer cage r1c1,r1c2"),
        ("difference", {"cells": ["R1C1", "R1C2"], "value": ""}, "white dot r1c1,r1c2"),
        ("ratio", {"cells": ["R1C1", "R1C2"], "value": 3}, "black dot 3 r1c1,r1c2"),
        ("xv", {"cells": ["R1C1", "R1C2"], "value": "X"}, "x r1c1,r1c2"),
        ("minimum", {"cell": "R5C5"}, "minimum r5c5"),
        ("whispers", {"lines": [["R1C1", "R2C2"]], "value": "4"}, "german whispers 4 r1c1,r2c2"),
        ("quadruple", {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]},
         "quadruple 12 r1c1,r1c2,r2c1,r2c2"),
        ("clone", {"cells": ["R1C1"], "cloneCells": ["R5C5"]}, "clone r1c1,r5c5"),
        ("littlekillersum", {"cell": "R4C0", "direction": "UR", "value": "9"},
         "little killer 9 r3c1,r2c2,r1c3"),
        ("sandwichsum", {"cell": "R10C1", "value": "0"},
         "sandwich 0 r9c1,r8c1,r7c1,r6c1,r5c1,r4c1,r3c1,r2c1,r1c1"),
    ],
)  # fmt: skip
def test_clues_of_f_puzzles_are_read(name: str, given: dict[str, Any], clue: str) -> None:
    assert clues_of(**{name: [given]}) == [clue]


def test_an_arrow_is_read_line_by_line_from_its_circle() -> None:
    arrow = {"cells": ["R5C5"], "lines": [["R5C5", "R4C7"], ["R5C5", "R4C5", "R3C5"]]}
    assert clues_of(arrow=[arrow]) == ["arrow r5c5,r4c7", "arrow r5c5,r4c5,r3c5"]
    pill = {"cells": ["R5C5", "R5C6"], "lines": [["R5C6", "R6C6", "R7C6"]]}
    assert clues_of(arrow=[pill]) == ["arrow 2 r5c5,r5c6,r6c6,r7c6"]


def test_a_negative_rule_is_about_pairs_without_a_mark() -> None:
    dot = {"cells": ["R1C1", "R1C2"]}
    assert clues_of(nonconsecutive=True) == ["non consecutive"]
    assert clues_of(nonconsecutive=True, difference=[dot])[-1] == "all white dots given"
    assert clues_of(negative=["ratio"], ratio=[dot])[-1] == "all black dots given"
    assert clues_of(negative=["ratio"], nonconsecutive=True, ratio=[dot])[-1] == "all dots given"
    valued = {"nonconsecutive": True, "difference": [dot | {"value": 3}]}
    assert unknown_in(**valued) == ("the negative of differences with values",)
    assert clues_of(**valued) == ["white dot 3 r1c1,r1c2"]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"killercage": [{"cells": ["R1C10"]}]}, "there is no cell R1C10 on this board"),
        ({"killercage": [{"cells": ["A1"]}]}, "'A1' is no cell, such as R3C7"),
        ({"killercage": ["R1C1"]}, "'R1C1' is no killercage: an object is needed"),
        ({"killercage": [{"cells": ["R1C1", "R1C1"]}]}, "r1c1 is given twice"),
        ({"killercage": [{"cells": ["R1C1"], "value": "a"}]}, "killer cage a r1c1"),
        ({"sandwichsum": [{"cell": "R1C1", "value": 3}]}, "R1C1 is not outside the board"),
        ({"clone": [{"cells": ["R1C1"]}]}, "a clone has 1 cells, and its copy 0"),
        ({"thermometer": [{"lines": 3}]}, "3 should be a list"),
    ],
)
def test_what_f_puzzles_cannot_mean_is_named(more: dict[str, Any], why: str) -> None:
    with pytest.raises(NoBoard) as told:
        clues_of(**more)
    assert why in str(told.value)


def test_what_no_rule_is_known_for_is_named_together_and_the_rest_is_read() -> None:
    board = f_puzzles_board(
        {
            "grid": [[{}] * 9] * 9,
            "cipher": [{}],
            "indexer": [{}],
            "negative": ["sum"],
            "xv": [{"cells": ["R1C1", "R1C2"], "value": each} for each in ("12", "V")],
            "text": [{"cells": ["R1C1"], "value": "A"}],
            "ruleset": "Digits along a text increase.",
        }
    )
    named = ("cipher", "indexer", "drawn texts", "the negative of 'sum'", "xv '12'")
    assert board.unknown == named
    assert [str(clue) for clue in board.layout.clues] == ["v r1c1,r1c2"]


def test_a_clue_that_cannot_be_is_told_with_what_no_rule_is_known_for() -> None:
    with pytest.raises(NoBoard, match=r"killer cage 99 .*: no digits fit it; .* known for cipher:"):
        clues_of(cipher=[{}], killercage=[{"cells": ["R1C1"], "value": 99}])


def test_neighbours_that_are_both_lowest_are_not_compared() -> None:
    cells = [{"cell": "R1C1"}, {"cell": "R1C2"}]
    assert clues_of(minimum=cells) == ["minimum r1c1,r1c2"]
    assert json.loads(write(on_nine("minimum r1c12"), "f-puzzles"))["minimum"] == cells


def test_a_line_that_was_drawn_for_a_clue_is_decoration() -> None:
    line: dict[str, Any] = {"lines": [["R1C1", "R2C2"]]}
    words = "Digits on the purple line are consecutive."
    for more in ({"isNewConstraint": True}, {"fromConstraint": "Renban"}):
        assert clues_of(renban=[line], line=[line | more], ruleset=words) == ["renban r1c1,r2c2"]
    alone = line | {"fromConstraint": "Renban"}
    assert unknown_in(line=[alone], ruleset=words) == ("drawn lines",)


def test_a_cage_may_hold_a_word_for_sudokupad() -> None:
    words = "Digits in cages add up."
    meta = [{"cells": ["R1C1"], "value": value} for value in ("msgcorrect: Well done", "FOW")]
    assert unknown_in(cage=meta, ruleset=words) == ()
    other = {"cells": ["R1C1"], "value": "fowl"}
    assert unknown_in(cage=[*meta, other], ruleset=words) == ("drawn cages",)


def test_candidates_that_are_given_are_read() -> None:
    grid = Grid.parse(
        json.dumps({"grid": [[{"givenPencilMarks": [1, 2]}, *[{}] * 8]] + [[{}] * 9] * 8})
    )
    assert sorted(grid.candidates("r1c1")) == [1, 2]


@pytest.mark.parametrize(
    "rule",
    [thorough(rule) if rule == "anti_taxicab" else rule for rule in RULE_BOOK.rules],  # a slow one
)
def test_what_f_puzzles_can_hold_is_written_and_read_back(rule: str) -> None:
    grid = on_nine(EXAMPLES[rule])
    for form in ("f-puzzles", "f-puzzles-link", "sudokupad"):
        if rule in LACKING:
            with pytest.raises(UsageError, match="f-puzzles has no"):
                write(grid, form)
        else:
            assert Grid.parse(write(grid, form)) == grid, form


def test_rules_that_f_puzzles_does_not_draw_are_drawn_and_told_in_words() -> None:
    puzzle = json.loads(write(on_nine("renban r1c12", "double arrow r2c123"), "f-puzzles"))
    assert [each["lines"] for each in puzzle["line"]] == [
        [["R1C1", "R1C2"]],
        [["R2C1", "R2C2", "R2C3"]],
    ]
    assert [each["cells"] for each in puzzle["circle"]] == [["R2C1"], ["R2C3"]]
    assert all(each["isNewConstraint"] for each in puzzle["line"] + puzzle["circle"])
    assert puzzle["ruleset"].startswith("Normal sudoku rules apply.\n")
    assert "\nRenban: " in puzzle["ruleset"]
    outside = json.loads(write(on_nine(f"x-sum 20 {ROW}"), "f-puzzles"))
    assert [(each["cells"], each["value"]) for each in outside["text"]] == [(["R3C0"], "20")]


ROW = ",".join(f"r3c{column}" for column in range(1, 10))
LACKING = (
    *("windoku", "all_different", "sum", "dutch_whispers", "greater_than", "anti_taxicab"),
    *("global_entropy", "global_mod_3", "dutch_flatmates", "weighted_sum", "rellik_cage"),
    *("equality_cage", "contains", "look_and_say", "same_digits", "counting_circles"),
    *("count_distinct", "sum_line", "sum_loop", "lunchbox", "pairs", "all_pairs"),
    *("state_machine", "hidden_skyscraper", "numbered_room"),
)
EXAMPLES = {
    "killer_cage": "killer cage 15 r1c12",
    "sum": "sum 9 r1c12",
    "thermometer": "thermometer r1c123",
    "slow_thermometer": "slow thermometer r1c123",
    "arrow": "arrow 2 r6c12345",
    "double_arrow": "double arrow r1c123",
    "white_dot": "white dot r1c12",
    "black_dot": "black dot 3 r1c12",
    "x": "x r1c12",
    "v": "v r1c12",
    "greater_than": "greater than r1c12",
    "even": "even r1c1",
    "odd": "odd r1c1",
    "minimum": "minimum r1c1",
    "maximum": "maximum r1c1",
    "quadruple": "quadruple 123 r12c12",
    "clone": "clone r1c12,r5c34",
    "palindrome": "palindrome r2c2,r3c3,r4c4,r5c5",
    "renban": "renban r1c123",
    "german_whispers": "german whispers r1c123",
    "dutch_whispers": "dutch whispers r1c123",
    "zipper_line": "zipper line r1c123",
    "weighted_sum": "weighted sum 0:1,-2 r1c12",
    "rellik_cage": "rellik cage 5 r1c123",
    "equality_cage": "equality cage r1c1234",
    "contains": "contains 12 r1c123",
    "look_and_say": "look and say 11 r1c123",
    "same_digits": "same digits r1c12,r4c12",
    "counting_circles": "counting circles r1c123",
    "count_distinct": "count distinct r1c123",
    "column_index": "column index r1c123",
    "row_index": "row index r1c123",
    "box_index": "box index r1c123",
    "nabner": "nabner r1c123",
    "lockout_line": "lockout line 5 r1c123",
    "modular_line": "modular line 3 r1c123",
    "sum_line": "sum line r1c123",
    "sum_loop": "sum loop r1c123",
    "lunchbox": "lunchbox 5 r1c123",
    "pairs": "pairs 2/13/24/35/46/57/68/79/8 r1c12",
    "all_pairs": "all pairs 2/13/24/35/46/57/68/79/8 r1c12",
    "state_machine": "state machine QjAH__-A r1c12",
    "hidden_skyscraper": f"hidden skyscraper 3 {ROW}",
    "numbered_room": f"numbered room 3 {ROW}",
    "between_line": "between line r1c123",
    "region_sum_line": "region sum line r1c2345",
    "entropic_line": "entropic line r1c123",
    "little_killer": "little killer 20 r9c3,r8c2,r7c1",
    "sandwich": f"sandwich 12 {ROW}",
    "x_sum": f"x-sum 20 {ROW}",
    "skyscraper": f"skyscraper 3 {ROW}",
    "all_different": "all different r1c1,r5c5",
    "extra_region": "extra region r1c1,r5c5",
    "diagonal": "diagonal " + ",".join(f"r{line}c{line}" for line in range(1, 10)),
    **{
        rule.id: rule.id.replace("_", " ")
        for rule in RULE_BOOK.rules.values()
        if rule.is_everywhere
    },
}
"""A clue of each rule."""


def test_a_file_of_f_puzzles_is_read_as_it_stands() -> None:
    grid = on_nine("killer cage 15 r1c12", "anti-knight")
    pretty = json.dumps(json.loads(write(grid, "f-puzzles")), indent=1)
    assert Grid.parse(pretty) == grid


@pytest.mark.parametrize(
    ("ruleset", "is_usual"),
    [
        ("", True),
        ("Normal sudoku rules apply.", True),
        ("Classic Sudoku. Place 1-9 once in each row, column and box.", True),
        ("Normal sudoku rules apply. Digits along a line increase.", False),
        ("Normal sudoku rules apply, and cells a knight's move apart differ", False),
        ("Have fun", False),
    ],
)
def test_decoration_is_left_out_unless_there_are_rules_about_it(
    ruleset: str, is_usual: bool
) -> None:
    lines = [{"lines": [["R1C1", "R2C2"]]}]
    assert unknown_in(line=lines, ruleset=ruleset) == (() if is_usual else ("drawn lines",))


def solved_by_hand(*given: int) -> str:
    """Return a full 4x4 board of f-puzzles, of which only the `given` cells are givens."""
    digits = [int(digit) for digit in "1234341221434321"]
    cells = [{"value": digit, "given": i in given} for i, digit in enumerate(digits)]
    return json.dumps({"size": 4, "grid": [cells[row : row + 4] for row in range(0, 16, 4)]})


def test_digits_that_were_filled_in_are_kept_apart_from_the_givens() -> None:
    (entry,) = read([solved_by_hand(0, 1, 5)], "t")
    assert isinstance(entry, Entry)
    assert entry.grid == Grid.parse("12.. .4.. .... ....")
    assert entry.board.line == "1234341221434321"
    assert entry.notice.startswith("13 digits are filled in, not given")


def test_a_solution_that_was_filled_in_is_no_puzzle() -> None:
    (entry,) = read([solved_by_hand()], "t")
    assert isinstance(entry, Entry)
    assert entry.grid.n_open == 16


def test_python_is_warned_of_digits_that_were_filled_in() -> None:
    with pytest.warns(UserWarning, match="15 digits are filled in, not given"):
        assert Grid.parse(solved_by_hand(3)).line == "...4............"


def test_candidates_of_a_cell_that_was_filled_in_stay() -> None:
    cells = [[{"value": 1, "givenPencilMarks": [1, 2]}, {}, {}, {}], *[[{}] * 4] * 3]
    (entry,) = read([json.dumps({"grid": cells})], "t")
    assert isinstance(entry, Entry)
    assert sorted(entry.grid.candidates("r1c1")) == [1, 2]
