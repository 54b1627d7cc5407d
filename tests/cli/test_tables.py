"""Tables for people, as wide as the terminal is."""

import io
from typing import Any

import pytest

from sudoku_engine.cli.tables import folded_text, print_table
from tests.support.json_lines import rows as json_rows
from tests.support.terminals import Terminal

COLUMNS = ("solver", "answer", "moves", "part")

ROWS = (
    ("dancing_links", "it gave up after a while", 123456, "17/162"),
    ("山田　太郎", "solved", 7, None),
)


class Screen(Terminal):
    encoding = "utf-8"


def drawn(width: int, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[str]:
    """The lines of the table on a terminal of this `width`, without the looks of its head."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    print_table(COLUMNS, ROWS, screen, **options)
    return screen.getvalue().splitlines()


def test_where_there_is_room_nothing_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(80, monkeypatch) == [
        "  solver         answer                     moves    part",
        " ────────────────────────────────────────────────────────",
        "  dancing_links  it gave up after a while  123456  17/162",
        "  山田　太郎     solved                         7",
    ]


def test_texts_are_broken_between_words_and_numbers_never(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(43, monkeypatch)[2:] == [
        "  dancing_links  it gave up  123456  17/162",
        "                 after a",
        "                 while",
        "  山田　太郎     solved           7",
    ]


@pytest.mark.parametrize("width", [40, 50, 60])
def test_no_line_is_too_long(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.cells import cell_len

    assert max(map(cell_len, drawn(width, monkeypatch))) <= width


def test_rows_of_a_group_stand_below_what_they_share(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(80, monkeypatch, is_grouped=True)[2:] == [
        "dancing_links",
        "  it gave up after a while  123456  17/162",
        "山田　太郎",
        "  solved                         7",
    ]


def test_a_file_or_a_pipe_limits_nothing_and_gets_no_blanks_at_ends_of_lines() -> None:
    out = io.StringIO()
    print_table(("name", "remark"), [("ann", "word " * 60), ("ben", "")], out)

    head, _, ann, ben = out.getvalue().splitlines()
    assert (head, ben) == ("  name  remark", "  ben")
    assert ann == f"  ann   {'word ' * 60}".rstrip()


def test_long_words_break_after_a_sign_if_they_must() -> None:
    assert folded_text("in my_own_strategy.py", 10) == ["in my_own_", "strategy.", "py"]
    assert folded_text("abcdefghij", 4) == ["abcd", "efgh", "ij"]


@pytest.mark.parametrize("n", [0, 1, 3])
def test_json_is_an_object_a_line(n: int) -> None:
    cells = ("é\n\udc80", 0, None, True, 1.5, [], {}, [1, {"a": ["b"]}], {"c": {}})
    columns = [f"column {number}" for number in range(len(cells))]
    out = io.StringIO()
    print_table(columns, (cells for _ in range(n)), out, as_json=True)
    assert json_rows(out.getvalue()) == [dict(zip(columns, cells))] * n
