"""Nishio: put a digit somewhere, and see whether you can still place it everywhere else.

Take one digit and forget all others. Suppose that it is in a certain cell. Then it is nowhere else
in the houses of this cell, and some other house may have one place left for it. Put it there, and
go on. If in the end a house has no place left, or has the digit twice, what you supposed is false::

    . . . | . . . | . . .
    . . . | . . * | . * .   suppose the digit is at S: then row 2 has it
    . . . | . * . | . * S   in column 6, since its other * is in the box of S,
    ------+-------+------
    . . . | . . . | . . .
    . . . | . * * | . * *
    . . . | . . * | . . *   and so does row 6: but column 6 cannot hold both

It is named after Tetsuya Nishio. Many people do not take it for a technique, since it is "try it
and see", with one digit only; so it runs only where it is named. What it finds, Template Delete
finds too. In the notation the places of the digit follow in order, each with the house that has no
other: ``r3c9=8, r6c6=8 (row 6), r2c6=8 (row 2) -> contradiction in column 6``. Described at
http://sudopedia.enjoysudoku.com/Nishio.html.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.forcing.forcing_net import contradictions
from sudoku_plugins.strategies.forcing.units import packed
from sudoku_plugins.strategies.forcing.waves import starts_on, waves_of

EXAMPLE = (
    ":0000:x:8..5.........3...5..9..12...8.4....1..1...4..4.621..7..4.8..19...8.59..469.1..853:"
    "947 959:::"
)
"""8 in r3c9."""


@strategy(
    "Nishio",
    score=450,
    level="extreme",
    example=EXAMPLE,
    sizes=None,
    family="forcing",
    by_default=False,
)
def nishio(grid: Grid) -> Iterator[Step]:
    """Eliminate a candidate with which its digit would have no place left in some house."""
    layout = grid.layout
    n_cells = len(layout.cells)
    board, placed = packed(grid)
    everything = (1 << n_cells * layout.n) - 1
    followed = []
    for digit in grid.open_digits:
        plane = layout.all_cells << n_cells * (digit - 1)
        # With all candidates of the other digits, nothing ever follows from them.
        alone = board & plane | everything & ~plane
        for node in bits(starts_on(alone, placed, layout) & plane):
            followed.append(waves_of(alone, placed & plane, 1 << node, layout))
    return contradictions(followed, grid)
