"""Where hard strategies ask machine code for what they would find first.

Python builds this step, and searches for the others if somebody wants them. Answers are exactly
what Python would find. None means that Python has to search: on another board, with marks kept by
hand, or without machine code.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sudoku_engine import Grid
from sudoku_engine.search.classic import LAYOUT
from sudoku_plugins.strategies.compiled import SCOUT

_SET = 96
"""The bytes of a set of candidates."""
_VERITY = -2


def suits(grid: Grid) -> bool:
    """Return whether machine code knows boards like `grid`, and is ready."""
    return grid.layout.usual is LAYOUT and grid.marks != "manual" and SCOUT.is_ready(1)


def _answer(entry: str, n_results: int, *given: int | bytes) -> bytes:
    """Return the results of an entry, so many words."""
    import ctypes  # it takes a while to load

    results = (ctypes.c_int64 * n_results)()
    with SCOUT.desk() as desk:
        SCOUT.program.functions()[entry](*given, results, desk)
    return bytes(results)


def _in_bytes(mask: int) -> bytes:
    return mask.to_bytes(_SET, "little")


def _candidates(grid: Grid) -> bytes:
    board = 0
    for cells in reversed(grid.boards[1:]):
        board = board << 81 | cells
    return _in_bytes(board)


def _number(found: bytes, word: int, n: int = 1) -> int:
    """Return the number that is in `n` words."""
    return int.from_bytes(found[8 * word : 8 * (word + n)], "little", signed=True)


class FoundSets(NamedTuple):
    """A chain of almost locked sets."""

    sets: list[int]
    """The masks of their cells."""
    joints: list[tuple[int, int]]
    """By joint, the digits by which the one set is left and the next is entered."""
    eliminated: int


def first_sets(grid: Grid, shortest: int, longest: int) -> FoundSets | Literal[False] | None:
    """Return the first chain of `shortest` to `longest` sets, False if there is none."""
    if not suits(grid):
        return None
    found = _answer("first_sets", 92, shortest, longest, _candidates(grid))
    n = _number(found, 0)
    if n < 1:
        return None if n else False
    digits = [_number(found, 41 + i) + 1 for i in range(2 * n - 2)]
    return FoundSets(
        [_number(found, 2 * i + 1, 2) for i in range(n)],
        [*zip(digits[::2], digits[1::2])],
        _number(found, 80, 12),
    )


def first_net(grid: Grid, board: int, placed: int) -> tuple[int, int] | bool | None:
    """Return the candidate whose net is the first contradiction, and the number of its end.

    Without contradictions: whether there is a verity.
    """
    if not suits(grid):
        return None
    found = _number(_answer("first_net", 1, _in_bytes(board), _in_bytes(placed)), 0)
    return divmod(found, 10) if found >= 0 else found == _VERITY
