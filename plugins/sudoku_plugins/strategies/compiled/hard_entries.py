"""What Python calls for chains, almost locked sets and nets; see `hard`."""

from __future__ import annotations

from typing import Any

from numba import carray

from sudoku_engine.search.compiled.compiler import candidates_at
from sudoku_plugins.strategies.compiled.desk import WORDS
from sudoku_plugins.strategies.compiled.nets import NET_WORDS, first_refutation
from sudoku_plugins.strategies.compiled.sets import (
    RESULT_WORDS,
    SET_WORDS,
    best_chain,
    best_pair,
    is_known,
    write_down,
)
from sudoku_plugins.strategies.compiled.shortest_chains import CHAIN_WORDS, shortest_chain
from sudoku_plugins.strategies.compiled.tables import SET

assert max(CHAIN_WORDS, SET_WORDS, NET_WORDS) <= WORDS


def chain_exists(kind: int, given: Any, found: Any, words: Any) -> None:
    """Write down whether a chain of a kind can eliminate anything."""
    desk = carray(words, (CHAIN_WORDS,))
    board = candidates_at(carray(given, (SET,)), 0)
    carray(found, (1,))[0] = shortest_chain(desk, board, kind, True)


def first_chain(shortest: int, longest: int, given: Any, found: Any, words: Any) -> None:
    """Write down the first chain of `shortest` to `longest` sets; pairs have rules of their own.

    First the number of sets: 0 for no chain, -1 if Python must search; see `write_down`.
    """
    desk = carray(words, (SET_WORDS,))
    result = carray(found, (RESULT_WORDS,))
    result[0] = -1
    if is_known(desk, candidates_at(carray(given, (SET,)), 0)):
        result[0] = best_pair(desk) if longest == 2 else best_chain(desk, shortest, longest)
    if result[0] > 0:
        write_down(desk, result[0], longest == 2, result)


def first_net(given: Any, placed: Any, found: Any, words: Any) -> None:
    """Write down the first net that contradicts itself; see `first_refutation`."""
    desk = carray(words, (NET_WORDS,))
    board = candidates_at(carray(given, (SET,)), 0)
    given_placed = candidates_at(carray(placed, (SET,)), 0)
    carray(found, (1,))[0] = first_refutation(desk, board, given_placed)
