"""Multi colors: two colourings of a digit that see each other.

Colour the places of a digit as for simple colors. Often not all pairs of last places hang
together: then there are two colourings or more, one with the colours 1 and 2, the next with 3 and
4. Of each two colours one is true. If a place of colour 1 sees one of colour 3, then these colours
are not both true. So colour 2 is true, or colour 4, or both, and what sees a place of each cannot
hold the digit::

    1 . . | . . . | . 2 .   row 1 and column 8 have two places each: 1, 2, 1;
    . . . | 4 . . | - . -   column 4 has two places: 3, 4;
    . . . | . . . | . . .
    ------+-------+------   in row 5 colour 1 sees colour 3: not both are
    . . . | . . . | . . .   true, so colour 2 or colour 4 is,
    . . . | 3 . . | . 1 .   and each - sees both
    . . . | . . . | . . .

Any two colours of different colourings may play these parts. If a colour sees places of *both* 3
and 4, it is false at once, for one of those is true.

All that two colourings prove together is one step. Two colourings of one pair each are a
skyscraper, a kite or a turbot fish. Described at
https://hodoku.sourceforge.net/en/tech_col.php (Multi Colors).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudoku_engine import Grid, Step, listed, strategy
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.colours import Colouring, digit_colourings, seen_from
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.analysis.nodes import candidates
from sudoku_plugins.strategies.coloring.steps import colouring_step, sighting

EXAMPLE = (
    ":0000:x:.7.5841..8.4.9.57.5..73..484...5.78..5784..311.8.674.5762918354945623817381475...:"
    "619::"
)
"""6: one colouring in rows 4 and 5 and column 1, another in column 8."""


@strategy("Multi Colors", score=200, level="hard", example=EXAMPLE, sizes=None, family="coloring")
def multi_colors(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that two colourings leave no room for."""
    pairs = [
        (digit, pair)
        for digit in grid.open_digits
        for pair in combinations(digit_colourings(digit, grid), 2)
    ]
    pairs.sort(key=lambda each: sum(len(colouring.bonds) for colouring in each[1]))
    return first_of_each_effect(step for digit, pair in pairs for step in _steps(pair, digit, grid))


def _steps(pair: tuple[Colouring, Colouring], digit: int, grid: Grid) -> Iterator[Step]:
    layout, number = grid.layout, symbol(digit)
    colours = [colour for colouring in pair for colour in colouring.colours]
    seen = [seen_from(colour, layout) for colour in colours]
    eliminated = 0
    texts = []

    def sight(one: int, other: int) -> str:
        return sighting(
            *(colours[one], colours[other], layout),
            *(f" (colour {one + 1})", f" (colour {other + 1})"),
        )

    for one in range(4):
        others = (2, 3) if one < 2 else (0, 1)
        if all(seen[one] & colours[other] for other in others):
            eliminated |= colours[one]
            both = listed(sight(one, other) for other in others)
            texts.append(f"{both}, so colour {one + 1} is false")
    free = grid.boards[digit] & ~(colours[0] | colours[1] | colours[2] | colours[3])
    for one in (0, 1):
        for other in (2, 3):
            first, second = 1 - one, 5 - other
            losing = free & seen[first] & seen[second]
            if losing and seen[one] & colours[other]:
                eliminated |= losing
                texts.append(
                    f"{sight(one, other)}, so colour {first + 1} or {second + 1} is true, and a "
                    f"cell that sees both is not {number}"
                )
    if eliminated:
        reason = f"colour 1 or 2 is true, and colour 3 or 4; {'; '.join(texts)}"
        gone = candidates(eliminated, layout, digit)
        yield colouring_step(pair, gone, reason, layout, digit=digit)
