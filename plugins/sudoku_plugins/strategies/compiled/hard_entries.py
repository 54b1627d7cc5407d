"""What Python calls for chains, almost locked sets and nets; see `hard`."""

from __future__ import annotations

from typing import Any

from numba import carray

from sudoku_plugins.strategies.compiled.desk import HARD_WORDS
from sudoku_plugins.strategies.compiled.nets import (
    GIVEN_BOARD,
    GIVEN_PLACED,
    NET_WORDS,
    follow_each,
    has_verity,
    shortest_refutation,
)
from sudoku_plugins.strategies.compiled.planes import SET, unpack
from sudoku_plugins.strategies.compiled.reached import (
    GIVEN,
    LINK_WORDS,
    has_chain,
    lay_out,
    refuted_claims,
)
from sudoku_plugins.strategies.compiled.sets import (
    BEST,
    SET_WORDS,
    UNKNOWN,
    best_chain,
    best_pair,
    is_known,
    walk_back,
    write_down,
)

assert max(LINK_WORDS, SET_WORDS, NET_WORDS) <= HARD_WORDS


def chain_exists(has_groups: int, board: Any, found: Any, words: Any) -> None:
    """Write down whether a chain, with groups or without, can eliminate anything."""
    desk = carray(words, (LINK_WORDS,))
    unpack(desk, GIVEN, carray(board, (92,)))
    n = lay_out(desk, has_groups != 0)
    carray(found, (1,))[0] = has_chain(desk, n)


def claims_refuted(board: Any, claims: Any, words: Any) -> None:
    """Write down the claims that forcing chains refute; see `refuted_claims`."""
    desk = carray(words, (LINK_WORDS,))
    unpack(desk, GIVEN, carray(board, (92,)))
    refuted_claims(desk, lay_out(desk, False), carray(claims, (2 * SET,)))


def first_chain(shortest: int, longest: int, board: Any, found: Any, words: Any) -> None:
    """Write down the first chain of `shortest` to `longest` sets; pairs have rules of their own.

    First the number of sets: 0 for no chain, UNKNOWN if Python must search. At 1 the sets, three
    words of cells each; at 64 the digits of the joints; at 104 the candidates that it eliminates.
    """
    desk = carray(words, (SET_WORDS,))
    result = carray(found, (131,))
    unpack(desk, SET, carray(board, (92,)))
    if not is_known(desk):
        result[0] = UNKNOWN
        return
    desk[BEST] = 0
    if longest == 2:
        length = best_pair(desk, result)
    else:
        length = best_chain(desk, shortest, longest)
        if length:
            walk_back(desk, length, result)
    result[0] = length
    if length:
        write_down(desk, length, longest == 2, result)


def first_net(board: Any, placed: Any, found: Any, words: Any) -> None:
    """Write down the first net that contradicts itself, as `shortest_refutation` returns it.

    Without any: -2 if all cases of some truth have something in common, else -1.
    """
    desk = carray(words, (NET_WORDS,))
    unpack(desk, GIVEN_BOARD, carray(board, (92,)))
    unpack(desk, GIVEN_PLACED, carray(placed, (92,)))
    result = carray(found, (1,))
    if follow_each(desk):
        result[0] = shortest_refutation(desk)
    else:
        result[0] = -2 if has_verity(desk) else -1
