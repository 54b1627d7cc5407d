"""Boards as rows, turns, digits matched one to one: for checkers that move lines.

A half turn and a reversal are made of moves of rows and columns, so the board and one quarter turn
of it are enough to reach every copy. Only a checker that counts moves needs all four turns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sudoku_engine import Grid, Layout, Verdict
from sudoku_plugins.checkers.symmetry.copies import why_not
from sudoku_plugins.checkers.symmetry.placement import renaming
from sudoku_plugins.checkers.symmetry.transformation import Transformation

Line = tuple[int, ...]


def at_once(source: Grid, target: Grid, checker: str) -> Verdict | None:
    """Return the verdict without a search: no by counting, or unknown for the layout.

    None if a search must decide.
    """
    ours, theirs = (sorted(map(each.digits.count, each.layout.digits)) for each in (source, target))
    if source.layout.keeping(()) is not target.layout.keeping(()) or ours != theirs:
        return Verdict(False, why=why_not(source, target))
    layout = source.layout
    if not (layout.is_plain and target.layout.is_plain):
        why = f"{checker} moves lines one by one, which would tear the houses of {layout} boards"
        return Verdict(None, why=f"{why} apart; the checker canonical knows what else moves")
    return None


def rows_of(grid: Grid) -> list[Line]:
    """Return the rows of `grid`, each a tuple of digits, 0 for a blank."""
    n = grid.layout.n
    return [grid.digits[start : start + n] for start in range(0, n * n, n)]


def turned(rows: Sequence[Line], turns: int) -> list[Line]:
    """Return `rows` turned clockwise by quarter `turns`.

    >>> turned([(1, 2), (3, 4)], 1)
    [(3, 1), (4, 2)]
    """
    for _ in range(turns):
        rows = list(zip(*reversed(rows)))
    return list(rows)


def chutes_of(n: int, size: int) -> list[range]:
    """Return the lines from 0 to `n` - 1 in chutes (bands or stacks) of `size` lines.

    >>> chutes_of(4, 2)
    [range(0, 2), range(2, 4)]
    """
    return [range(start, start + size) for start in range(0, n, size)]


Way = tuple[Sequence[int], Sequence[int]]
"""The old row of each new row, and the old column of each new column."""


def verdict_by_lines(
    source: Grid,
    target: Grid,
    checker: str,
    ways: Callable[[Layout, Sequence[Line], Sequence[Line]], Iterator[Way]],
) -> Verdict:
    """Return the verdict of a `checker` that moves lines.

    ``ways(layout, rows, goal)`` yields the ways to move the lines of a board with these `rows`
    that may lead to the rows `goal`. Each is tried, also on the turned board.
    """
    verdict = at_once(source, target, checker)
    if verdict:
        return verdict
    # A quarter turn keeps the boxes only if they are square.
    for turns in (0, 1) if source.layout.chute_height == source.layout.chute_width else (0,):
        board = turned(rows_of(source), turns)
        for rows, columns in ways(source.layout, board, rows_of(target)):
            found = transformation(source, target, turns, rows, columns)
            if found:
                return Verdict(True, found)
    return Verdict(False, why=why_not(source, target))


def transformation(
    source: Grid, target: Grid, turns: int, rows: Sequence[int], columns: Sequence[int]
) -> Transformation | None:
    """Return the way from `source` to `target` by these moves; None if the digits do not fit.

    `rows` and `columns` as for `Transformation.of_lines`: new row i shows row ``rows[i]``.
    """
    moved = Transformation.of_lines(source.layout, turns, rows, columns)
    digits = renaming(source.layout, source.digits, target.digits, moved.cells)
    return replace(moved, digits=digits) if digits else None
