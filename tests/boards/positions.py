"""Makes ``positions.txt`` of the kit: the boards on which it checks plugins.

Run from the root of the repository; it takes a few seconds::

    python tests/boards/positions.py

The file is kept, so that a new strategy does not change which boards a plugin is checked on, and
so nobody's grade. Run this only if those boards are to change: grades from before and after it
cannot be compared.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "plugins")]

from sudoku_engine import Grid, Step  # noqa: E402
from sudoku_engine.board.words import symbol  # noqa: E402
from sudoku_plugins.kit.boards_with_solutions import (  # noqa: E402
    BOARDS,
    GROUPS,
    MOST_ON_THE_WAY,
    MOST_PUZZLES,
    POSITIONS,
    Position,
    puzzles_of,
)
from sudoku_plugins.strategies.order import STRATEGIES  # noqa: E402

HEADER = """\
# The boards that the kit checks plugins on, made by tests/boards/positions.py. A line: the group,
# the puzzle, how many steps of ours were taken, the digits, the candidates eliminated on the way.
# No step: the puzzle itself. Then boards on which strategies of the level easy find nothing more.
"""


def kept(puzzle: Position) -> list[tuple[int, Grid]]:
    """Return `puzzle` and the boards on its way that are used, each with its number of steps."""
    way = list(boards_at_rest(puzzle.grid))
    first = 0 if puzzle.second_solution else MOST_ON_THE_WAY
    return [(0, puzzle.grid), *way[:first], *way[first:][-1:]]


def boards_at_rest(grid: Grid) -> Iterator[tuple[int, Grid]]:
    """Yield the boards on the way through `grid` on which easy strategies find nothing more."""
    steps = 0
    while not grid.is_solved:
        found = first_step(grid)
        if found is None or found[0] != "easy":
            yield steps, grid
        if found is None:
            return
        grid = grid.apply(found[1])
        steps += 1


def first_step(grid: Grid) -> tuple[str, Step] | None:
    """Return the first step on `grid` that a strategy finds, with the level of that strategy."""
    for strategy in STRATEGIES:
        if strategy.id == "visible_single":  # with automatic pencil marks it is a naked single
            continue
        for step in strategy.find(grid) or ():
            return strategy.level, step
    return None


def eliminations(grid: Grid) -> Iterator[str]:
    """Yield the candidates that `grid` lacks beyond those that its digits rule out."""
    full = Grid(grid.layout, grid.digits)
    for cell in grid.open_cells:
        lacking = sorted(full.candidates(cell) - grid.candidates(cell))
        if lacking:
            yield f"{cell}<>{''.join(map(symbol, lacking))}"


def spread(puzzles: Sequence[Position]) -> list[Position]:
    """Return `MOST_PUZZLES` of the `puzzles` at most, spread over all of them."""
    count = min(len(puzzles), MOST_PUZZLES)
    return [puzzles[index * len(puzzles) // count] for index in range(count)]


def lines() -> Iterator[str]:
    """Yield the lines of the file below its header."""
    for group in GROUPS:
        for puzzle in spread(puzzles_of(group)):
            for steps, grid in kept(puzzle):
                words = (group, puzzle.source, str(steps), grid.line, *eliminations(grid))
                yield " ".join(words)


if __name__ == "__main__":
    text = HEADER + "".join(f"{line}\n" for line in lines())
    (BOARDS / POSITIONS).write_text(text, encoding="ascii", newline="\n")
