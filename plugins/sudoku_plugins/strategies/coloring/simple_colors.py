"""Simple colors: the places of a digit, coloured in turn from house to house.

Look at one digit. Where a house has just two places left for it, one of them is true and one is
false. Give them two colours. If one of them is also one of the two last places of another house,
colour its partner there, and so on. In the end the digit is in all places of colour 1, or in all
places of colour 2::

    1 . . | . . . | . 2 .   row 1, column 8 and row 5 have two places each:
    . - . | . . . | . . .   walk from one to the next: colours 1, 2, 1, 2
    . - . | . . . | . . .
    ------+-------+------
    - . . | . . . | . . .   each - sees a 1 and a 2, and one of them is true
    . 2 . | . . . | . 1 .
    - . . | . . . | . . .

**Trap.** A place without colour that sees a place of each colour, as each - above: one of the two
is true, so it is not.

**Wrap.** Two places of the same colour that see each other: not both are true, so that colour is
false, and all its places lose the digit.

One pair alone is no coloring. Described at https://hodoku.sourceforge.net/en/tech_col.php and
https://www.sudokuwiki.org/Singles_Chains.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, names, strategy
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.colours import Colouring, digit_colourings, seen_from
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.analysis.nodes import candidates
from sudoku_plugins.strategies.coloring.steps import colouring_step, sighting

EXAMPLE = (
    ":0500:9:7....584.25.....3..81....251954382678....6514...15.398.17...45.3..571.82528..417."
    ":314 915 925 934 935 937 979:::"
)
"""9: two places in columns 1 and 7, rows 3 and 8, boxes 7 and 9."""


@strategy("Simple Colors", score=150, level="hard", example=EXAMPLE, sizes=None, family="coloring")
def simple_colors(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit from what sees both colours, or from a colour that sees itself."""
    return first_of_each_effect(
        step
        for digit in grid.open_digits
        for colouring in sorted(digit_colourings(digit, grid), key=lambda each: len(each.bonds))
        if len(colouring.bonds) > 1
        for step in _steps(colouring, digit, grid)
    )


def _steps(colouring: Colouring, digit: int, grid: Grid) -> Iterator[Step]:
    layout = grid.layout
    seen = [seen_from(colour, layout) for colour in colouring.colours]
    wraps = [number for number in (0, 1) if colouring.colours[number] & seen[number]]
    for number in wraps:
        false = colouring.colours[number]
        where = sighting(false, false, layout)
        text = f"{where} and has the same colour, so colour {number + 1} is false"
        yield _step(colouring, false, digit, text, layout)
    coloured = colouring.colours[0] | colouring.colours[1]
    trapped = grid.boards[digit] & seen[0] & seen[1] & ~coloured
    if trapped and not wraps:
        cells = layout.cells_in(trapped)
        see, are = ("sees", "it is") if len(cells) == 1 else ("see", "they are")
        text = f"{names(cells)} {see} both colours, so {are} not {symbol(digit)}"
        yield _step(colouring, trapped, digit, text, layout)


def _step(colouring: Colouring, eliminated: int, digit: int, text: str, layout: Layout) -> Step:
    return colouring_step(
        [colouring],
        candidates(eliminated, layout, digit),
        f"the colours alternate along houses with only two places for {symbol(digit)}, so all of "
        f"colour 1 are {symbol(digit)} or all of colour 2; {text}",
        layout,
        digit=digit,
    )
