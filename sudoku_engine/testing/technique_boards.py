"""Boards on which the bundled techniques find something, by technique: met on the way to solutions.

The kit takes them for strategies of that name or family, which may find hardly anything on others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.testing.boards_with_solutions import (
    BY_TECHNIQUE,
    Position,
    digits_of_line,
    lines_of,
    with_eliminations,
)

CLASSIC = Layout.named("9x9")


@cache
def technique_boards(name: str) -> Sequence[Position]:
    """Return the boards for the technique with the id `name`, or those of a family alone."""
    return tuple(_position(number, words) for number, words in _lines().get(name, ()))


@cache
def _lines() -> Mapping[str, Sequence[tuple[int, Sequence[str]]]]:
    """Return the numbers of the lines of the file, each with its words, by technique."""
    found = defaultdict(list)
    for number, line in enumerate(lines_of(BY_TECHNIQUE), 1):
        if not line.startswith("#"):
            name, *words = line.split()
            found[name].append((number, words))
    return found


def _position(number: int, words: Sequence[str]) -> Position:
    puzzle, digits, *eliminations = words
    start = Grid(CLASSIC, digits_of_line(puzzle))
    solution, *others = (found.digits for found in islice(search.solutions(start), 2))
    second = others[0] if others else ()
    grid = with_eliminations(Grid(CLASSIC, digits_of_line(digits)), eliminations, start.given)
    return Position(grid, solution, f"{BY_TECHNIQUE}:{number}", second)
