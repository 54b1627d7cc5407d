"""Boards drawn as lines of text."""

import io
from types import SimpleNamespace
from typing import Any, TextIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Grid, Layout
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.text_board import (
    ASCII,
    LINES,
    Rules,
    board,
    columns_missed,
    indented_excerpt,
    rules,
)
from tests.support.boards import JIGSAW
from tests.support.terminals import Terminal

LAYOUTS = [Layout.named("4x4"), Layout.named("6x6"), Layout.named("12x12"), JIGSAW]


def drawn(layout: Layout, text: str, rules: Rules) -> str:
    """The board with the words of `text` in its cells, between line breaks."""
    return f"\n{board(layout, text.split(), rules)}\n"


def test_a_board_has_a_frame_and_rules_between_its_boxes() -> None:
    text = "1 2 3 4  3 4 1 2  . . . .  . . . ."
    assert (
        drawn(Layout.named("4x4"), text, LINES)
        == """
┌─────┬─────┐
│ 1 2 │ 3 4 │
│ 3 4 │ 1 2 │
├─────┼─────┤
│ . . │ . . │
│ . . │ . . │
└─────┴─────┘
"""
    )


def test_oblong_boxes_are_drawn_two_rows_high_and_three_columns_wide() -> None:
    assert (
        drawn(Layout.named("6x6"), "123456" + " ." * 35, ASCII).splitlines()[1:5]
        == """
+----------------------+----------------------+
| 123456 .      .      | .      .      .      |
| .      .      .      | .      .      .      |
+----------------------+----------------------+
""".splitlines()[1:]
    )


def test_all_cells_are_as_wide_as_the_widest_text() -> None:
    text = "12 3 4 1234  . . . .  . . . .  . . . ."
    assert drawn(Layout.named("4x4"), text, ASCII).splitlines()[2] == "| 12   3    | 4    1234 |"


def test_the_rules_of_a_jigsaw_follow_its_regions() -> None:
    text = "1 2 3 4  . . . .  . . . .  4 3 2 1"
    assert (
        drawn(JIGSAW, text, LINES)
        == """
┌───────────┬───┐
│ 1   2   3 │ 4 │
│   ┌───┬───┘   │
│ . │ . │ .   . │
├───┘   ├───┐   │
│ .   . │ . │ . │
│   ┌───┘   └───┤
│ 4 │ 3   2   1 │
└───┴───────────┘
"""
    )


@pytest.mark.parametrize(
    ("encodings", "lines"),
    [
        (["utf-8", "utf-16", "cp437"], LINES),
        (["ascii", "latin-1", "cp1252", "no such encoding", "", None], ASCII),
    ],
)
def test_an_encoding_with_box_drawing_gets_fine_lines(encodings: list[Any], lines: Rules) -> None:
    for encoding in encodings:
        assert rules(cast("TextIO", SimpleNamespace(encoding=encoding))) is lines


@given(st.sampled_from(LAYOUTS), st.sampled_from([ASCII, LINES]), st.data())
def test_every_line_of_a_board_is_equally_long(
    layout: Layout, rules: Rules, data: st.DataObject
) -> None:
    texts = st.lists(st.sampled_from(["1", "23", "."]), min_size=layout.n**2, max_size=layout.n**2)
    lines = board(layout, data.draw(texts), rules).splitlines()
    assert len({len(line) for line in lines}) == 1


@given(st.sampled_from(LAYOUTS), st.sampled_from([ASCII, LINES]), st.data())
def test_every_text_stands_on_the_board_in_order(
    layout: Layout, rules: Rules, data: st.DataObject
) -> None:
    texts = data.draw(
        st.lists(st.sampled_from(["1", "23", "."]), min_size=layout.n**2, max_size=layout.n**2)
    )
    words = board(layout, texts, rules).split()
    assert [word for word in words if word in ("1", "23", ".")] == texts


def test_where_there_is_little_room_columns_are_as_narrow_as_their_texts() -> None:
    layout = Layout.named("4x4")
    texts = ["123", "4", "2", "1", "1", "2", "34", "3", *"12341234"]
    even, narrow = (board(layout, texts, ASCII, most) for most in (21, 20))

    assert even == board(layout, texts, ASCII)
    assert max(map(len, even.splitlines())) == 21
    assert narrow.splitlines() == [
        "+-----+----+",
        "|123 4|2  1|",
        "|1   2|34 3|",
        "+-----+----+",
        "|1   2|3  4|",
        "|1   2|3  4|",
        "+-----+----+",
    ]


def test_where_there_is_little_room_the_names_of_columns_stand_above_narrow_ones() -> None:
    grid = Grid.parse("12.. .4.. 2143 43.1")
    narrow = candidate_board(grid, ASCII, marks={7: "*"}, has_labels=True, most=18)
    assert (
        f"\n{narrow}\n"
        == """
    1 2 c3  c4
   +---+------+
r1 |1 2|3   4 |
r2 |3 4|123 2*|
   +---+------+
r3 |2 1|4   3 |
r4 |4 3|2   1 |
   +---+------+
"""
    )


def test_of_a_line_of_a_file_a_narrow_terminal_shows_the_place_above_the_carets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    excerpt = f"for cell in house\n{' ' * 17}^"

    assert indented_excerpt(excerpt, Terminal(), "  ") == "   in house\n           ^"
    assert indented_excerpt(excerpt, io.StringIO(), "  ").startswith("  for cell in house\n")


def test_a_drawing_misses_columns_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "4")
    assert columns_missed("1234\n12", Terminal()) == columns_missed("12345", io.StringIO()) == 0
    assert columns_missed("12\n12345", Terminal()) == 5
