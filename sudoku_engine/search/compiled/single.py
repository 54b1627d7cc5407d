"""One board: its solutions, one after another; or a new puzzle."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.search.compiled.machine_code import DESK, program

_HALF = (1 << 27) - 1


def solutions(grid: Grid) -> Iterator[bytes]:
    """Yield the solutions of `grid`; see `search.compiled.solutions`."""
    entries = program()
    placed = grid.placed_boards()
    candidates = [board | digits for board, digits in zip(grid.boards, placed)]
    board = (ctypes.c_uint64 * 48)(*_lanes(candidates, _HALF), *_lanes(placed, 0))
    desk = (ctypes.c_uint64 * DESK)()
    solution = (ctypes.c_uint8 * 81)()
    entries["begin"](board, desk)
    while True:
        entries["find_next"](solution, desk)
        if not solution[0]:
            return
        yield bytes(solution)


def minimal_puzzle(seed: int) -> tuple[bytes, bytes]:
    """Return a puzzle and its solution; see `search.compiled.minimal_puzzle`."""
    desk = (ctypes.c_uint64 * DESK)()
    puzzle = (ctypes.c_uint8 * 81)()
    solution = (ctypes.c_uint8 * 81)()
    program()["make_minimal"](seed, puzzle, solution, desk)
    return bytes(puzzle), bytes(solution)


def _lanes(boards: Sequence[int], unused: int) -> list[int]:
    """Return the `boards` of the digits from 1 as lanes; `unused` fills the halves of no digit."""
    lanes = []
    for band in (0, 27, 54):
        halves = [board >> band & _HALF for board in boards[1:]] + [unused] * 7
        lanes += [low | high << 27 for low, high in zip(halves[::2], halves[1::2])]
    return lanes
