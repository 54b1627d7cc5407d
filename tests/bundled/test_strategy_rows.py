"""The worked rows of an older report: one house before a strategy, and when it is at rest.

A row is written as the candidates of its nine cells; a cell with one number is filled. Marks
are kept by hand, and the strategies look at this row only.
"""

from __future__ import annotations

from sudoku_engine import Grid, Layout, Strategy
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.singles import hidden_single, visible_single
from sudoku_plugins.strategies.subsets.hidden_subsets import hidden_pair
from sudoku_plugins.strategies.subsets.naked_subsets import naked_pair


def row_at_rest(strategy: Strategy, drawn: str) -> str:
    """The first row of a board, `drawn`, when `strategy` finds nothing more in it."""
    layout = Layout.named("9x9")
    texts = [text.strip() for text in drawn.split("|")]
    digits = [int(text) if len(text) == 1 else 0 for text in texts]
    masks = [mask_of(int(symbol) - 1 for symbol in text) for text in texts]
    grid = Grid(layout, digits + [0] * 72, masks=masks + [0x1FF] * 72, marks="manual")
    while steps := list(strategy(grid, houses=["row"]) or ()):
        grid = grid.apply(steps[0])
    return " | ".join(
        str(grid.digit(cell) or "".join(map(str, sorted(grid.candidates(cell)))))
        for cell in layout.rows[0].cells
    )


def test_visible_single_strikes_what_the_row_holds() -> None:
    before = "123456789 | 123456789 | 123456789 | 8 | 123456789 | 4 | 9 | 123456789 | 3"
    after = "12567 | 12567 | 12567 | 8 | 12567 | 4 | 9 | 12567 | 3"
    assert row_at_rest(visible_single, before) == after


def test_hidden_single_finds_the_2_and_the_3_of_the_row() -> None:
    before = "6 | 25 | 8 | 9 | 57 | 1 | 457 | 347 | 47"
    after = "6 | 2 | 8 | 9 | 57 | 1 | 457 | 3 | 47"
    assert row_at_rest(hidden_single, before) == after


def test_naked_pair_strikes_the_7_of_its_pair_from_two_cells() -> None:
    before = "178 | 9 | 5 | 3 | 178 | 67 | 2 | 4 | 67"
    after = "18 | 9 | 5 | 3 | 18 | 67 | 2 | 4 | 67"
    assert row_at_rest(naked_pair, before) == after


def test_hidden_pair_leaves_6_and_7_alone_in_the_last_two_cells() -> None:
    before = "1258 | 1238 | 23 | 129 | 12359 | 59 | 4589 | 2345679 | 345679"
    after = "1258 | 1238 | 23 | 129 | 12359 | 59 | 4589 | 67 | 67"
    assert row_at_rest(hidden_pair, before) == after
