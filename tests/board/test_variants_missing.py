"""The engine without the plugin of variants: only clues need it, and one line says so."""

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import pytest

from sudoku_engine import FormatError, Grid, Layout
from sudoku_engine.board import variants
from sudoku_engine.board.clue import Clue, Part
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats import read, write
from sudoku_engine.search import full_board

NEEDED = "a clue needs the plugin sudoku_plugins.variants"
PUZZLE = "..34 3412 ..43 4321"


class Anything:
    """Fillings that allow everything."""

    excluded: ClassVar[dict[Any, Any]] = {}

    def supported(self, masks: tuple[int, ...]) -> tuple[int, ...]:
        return masks


@pytest.fixture(autouse=True)
def _deleted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the plugin be missing."""
    monkeypatch.setattr(Layout, "result_of", lambda name, **given: None)
    variants.brought.cache_clear()
    yield
    variants.brought.cache_clear()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"clues: signs 4321; anti-knight\n{PUZZLE.replace(' ', '')}", "x:1:20: "),
        (".Cage~15~R1C1~R1C2.AntiKnight.~R5C5_7", "x:1: "),
        ("3x3::k:" + "3844:" * 81, "x:1: "),
    ],
)
def test_a_text_with_clues_is_refused_in_one_line(text: str, place: str) -> None:
    (found,) = read(text.splitlines(), "x")
    assert isinstance(found, FormatError)
    assert str(found) == f"{place}{NEEDED}"


def test_other_boards_are_read_and_written() -> None:
    grid = Grid.parse(f"clues: signs 0123\n{PUZZLE.translate(str.maketrans('1234', '0123'))}")
    assert grid.layout.signs == "0123"
    assert Grid.parse(write(grid, "f-puzzles")) == grid


def test_no_rules_are_known_and_none_are_in_use() -> None:
    assert variants.known_rules() == {}
    with variants.rules_in_use([]):
        assert Grid.parse(PUZZLE).n_open == 4


def test_diagonals_are_a_layout_that_needs_no_plugin() -> None:
    assert full_board(Random(1), Layout.named("4x4+diagonals")).is_solved


def test_the_search_of_a_board_with_a_clue_says_what_it_needs() -> None:
    anything: Any = Anything()
    dot = Clue("white_dot", (0, 1), parts=(Part((0, 1), anything),))
    dotted = Layout.named("4x4").with_clues([dot])
    with pytest.raises(LayoutError, match=NEEDED):
        full_board(Random(1), dotted)
