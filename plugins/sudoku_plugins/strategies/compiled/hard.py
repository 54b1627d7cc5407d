"""Where hard techniques ask machine code for what they would find, or whether there is anything.

Python builds each step, and searches for the others if somebody wants them. Answers are exactly
what Python would find. None means that Python has to search: on another board, with marks kept by
hand, or without machine code.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache, lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sudoku_engine import Grid
from sudoku_engine.board.masks import bits
from sudoku_engine.search.classic import LAYOUT
from sudoku_engine.search.compiled import is_available
from sudoku_plugins.strategies.compiled.desk import HARD_WORDS

if TYPE_CHECKING:
    from sudoku_engine.search.compiled.machine_code import Program

CALLS_TO_LOAD = 20
CALLS_TO_COMPILE = 4_000
"""After so many calls it is worth while to load the machine code, and to compile it."""

_BYTES = 92
"""The bytes of a set of candidates, and the words that machine code has for it."""
_SET = 27
_VERITY = -2
_CALLS = count(1)
_DESKS: dict[str, list[Any]] = {}
"""By entry, the desks that no thread uses."""


@cache
def program() -> Program:
    """Return the machine code; raises ImportError if numba is not installed."""
    from sudoku_engine.search.compiled.machine_code import Program

    return Program(
        "sudoku_plugins.strategies.compiled.hard_entries",
        "the hard strategies",
        {
            "chain_exists": "number cells numbers numbers",
            "claims_refuted": "cells numbers numbers",
            "first_chain": "number number cells numbers numbers",
            "first_net": "cells cells numbers numbers",
        },
    )


def is_ready() -> bool:
    """Return whether the machine code is loaded.

    Where it must be compiled first, that is done in the background, and nobody waits.
    """
    if not is_available():
        return False
    if (calls := next(_CALLS)) % CALLS_TO_LOAD == 0 and not program().is_loaded:
        with suppress(Exception):  # such as: this numba needs another numpy
            program().load_soon(may_compile=calls >= CALLS_TO_COMPILE)
    return program().is_loaded


def suits(grid: Grid) -> bool:
    """Return whether machine code knows boards like `grid`, and is ready."""
    return grid.layout is LAYOUT and grid.marks != "manual" and is_ready()


def _answer(entry: str, n_results: int, *given: int | bytes) -> list[int]:
    """Return the results of an entry."""
    desks = _DESKS.setdefault(entry, [])
    try:
        desk = desks.pop()
    except IndexError:
        desk = (ctypes.c_int64 * HARD_WORDS)()
    results = (ctypes.c_int64 * n_results)()
    program().functions()[entry](*given, results, desk)
    desks.append(desk)
    return results[:]


def _in_bytes(mask: int) -> bytes:
    return mask.to_bytes(_BYTES, "little")


def _candidates(boards: tuple[int, ...]) -> bytes:
    board = 0
    for cells in reversed(boards[1:]):
        board = board << 81 | cells
    return _in_bytes(board)


def _mask(words: list[int]) -> int:
    return sum([word << _SET * number for number, word in enumerate(words) if word])


def may_have_chain(grid: Grid, has_groups: bool = False) -> bool:
    """Return whether a chain, with groups or without, may eliminate anything."""
    return not suits(grid) or _has_chain(grid.boards, has_groups)


@lru_cache(maxsize=4)
def _has_chain(boards: tuple[int, ...], has_groups: bool) -> bool:
    return _answer("chain_exists", 1, has_groups, _candidates(boards)) != [0]


def refuted_claims(grid: Grid) -> list[tuple[int, bool]] | None:
    """Return the claims that forcing chains refute, in the order of `closures`."""
    if not suits(grid):
        return None
    words = _answer("claims_refuted", 2 * _SET, _candidates(grid.boards))
    true, false = _mask(words[:_SET]), _mask(words[_SET:])
    return [*((node, True) for node in bits(true)), *((node, False) for node in bits(false))]


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
    n, *found = _answer("first_chain", 131, shortest, longest, _candidates(grid.boards))
    if n < 1:
        return None if n else False
    digits = [digit + 1 for digit in found[63 : 61 + 2 * n]]
    return FoundSets(
        [_mask(found[3 * i : 3 * i + 3]) for i in range(n)],
        [*zip(digits[::2], digits[1::2])],
        _mask(found[103:]),
    )


def first_net(grid: Grid, board: int, placed: int) -> tuple[int, int] | bool | None:
    """Return the candidate whose net is the first contradiction, and the number of its end.

    Without contradictions: whether there is a verity.
    """
    if not suits(grid):
        return None
    found = _answer("first_net", 1, _in_bytes(board), _in_bytes(placed))[0]
    return divmod(found, 10) if found >= 0 else found == _VERITY
