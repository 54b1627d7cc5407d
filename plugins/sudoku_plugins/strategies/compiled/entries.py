"""The entries for Python: the path of a board or of many puzzles, and questions of strategies.

`NUMBERS` (in `__init__`) names the strategies by their numbers.
"""

from __future__ import annotations

from typing import Any

from numba import carray

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_candidates,
    called,
    candidates_at,
    compiled,
)
from sudoku_plugins.strategies.compiled.desk import (
    DIGITS,
    HAS_EMPTY_CELL,
    N_OPEN,
    WORDS,
    X_CHAIN,
)
from sudoku_plugins.strategies.compiled.nets import (
    NET_WORDS,
    first_refutation,
    may_have_forcing_chain,
)
from sudoku_plugins.strategies.compiled.patterns import (
    basic_fish,
    bent_set,
    bug_plus_1,
    empty_rectangle,
    full_house,
    has_false_place,
    hidden_single,
    locked_candidates,
    may_be_avoidable,
    may_have_finned_fish,
    may_have_sue_de_coq,
    naked_single,
    rectangle,
    remote_pair,
    subset,
    turbot,
    w_wing,
)
from sudoku_plugins.strategies.compiled.pencil_board import board_of, set_up, set_up_puzzle, strike
from sudoku_plugins.strategies.compiled.sets import BEST as BEST_SETS
from sudoku_plugins.strategies.compiled.sets import (
    MOST_CHAIN,
    RESULT_WORDS,
    first_chain,
    write_down,
)
from sudoku_plugins.strategies.compiled.shortest_chains import (
    BEST,
    DONE,
    NOTHING,
    UNKNOWN,
    shortest_chain,
)
from sudoku_plugins.strategies.compiled.tables import SET, Desk, in_digit, of_digit

assert NET_WORDS <= WORDS


@called
def first_step(desk: Desk, detector: int, size: int) -> int:
    """Return what is known of the first step of a detector, which is carried out if it can be."""
    if detector == 0:
        return full_house(desk)
    if detector == 1:
        return naked_single(desk)
    if detector == 2:
        return hidden_single(desk)
    if detector <= 5:
        return subset(desk, detector - 3, size)
    if detector == 6:
        return locked_candidates(desk)
    if detector == 7:
        return basic_fish(desk, size)
    if detector in (8, 10):
        return turbot(desk, size)
    if detector == 9:
        return bent_set(desk, size)
    if detector == 12:
        return empty_rectangle(desk)
    if detector == 13:
        return w_wing(desk)
    if detector == 14:
        return remote_pair(desk)
    if detector == 15:
        return bug_plus_1(desk)
    if detector == 18:
        return rectangle(desk, size)
    if detector == 19:
        return chain(desk, size)
    if detector == 20:
        return linked_sets(desk, size)
    if detector == 21:
        return net(desk)
    is_possible = detector != 22
    if detector == 11:
        is_possible = has_false_place(desk) and may_have_finned_fish(desk, size)
    elif detector == 16:
        is_possible = may_be_avoidable(desk, size)
    elif detector == 17:
        is_possible = may_have_sue_de_coq(desk)
    elif detector == 23:
        is_possible = has_false_place(desk)
    elif detector == 24:
        is_possible = may_have_forcing_chain(desk, board_on(desk))
    return UNKNOWN if is_possible else NOTHING


@called
def board_on(desk: Desk) -> Set:
    """Return all candidates."""
    board = as_candidates(0)
    for digit in range(9):
        board |= in_digit(board_of(desk, digit), digit)
    return board


@called
def strike_all_of(desk: Desk, lost: Set) -> int:
    """Remove candidates."""
    for digit in range(9):
        strike(desk, digit, of_digit(lost, digit))
    return DONE


@called
def chain(desk: Desk, kind: int) -> int:
    """Look for a chain of a kind."""
    if kind == X_CHAIN and not has_false_place(desk):
        return NOTHING
    known = shortest_chain(desk, board_on(desk), kind)
    return strike_all_of(desk, candidates_at(desk, BEST + 1)) if known == DONE else known


@called
def linked_sets(desk: Desk, shortest: int) -> int:
    """Look for a chain of almost locked sets: of two, of three, or of more."""
    longest = shortest if shortest < 4 else MOST_CHAIN
    found = first_chain(desk, board_on(desk), shortest, longest)
    if found > 0:
        return strike_all_of(desk, candidates_at(desk, BEST_SETS + 2))
    return UNKNOWN if found else NOTHING


@called
def net(desk: Desk) -> int:
    """Look for a net that contradicts itself."""
    placed = as_candidates(0)
    for cell in range(81):
        if desk[DIGITS + cell]:
            placed |= as_candidates(1) << 81 * (desk[DIGITS + cell] - 1) + cell
    found = first_refutation(desk, board_on(desk) | placed, placed)
    if found >= 0:
        return strike_all_of(desk, as_candidates(1) << found // 10)
    return NOTHING if found == -1 else UNKNOWN


@called
def next_step(desk: Desk, n: int, strategies: Any, start: int) -> int:
    """Carry out the first step of the strategies from `start` on; return the strategy.

    If Python must be asked first, return -1 less its number; `n` if nothing is found.
    """
    for i in range(start, n):
        known = first_step(desk, strategies[i] // 8, strategies[i] % 8)
        if known == DONE:
            return i
        if known == UNKNOWN:
            return -1 - i
    return n


@compiled
def is_over(desk: Desk) -> bool:
    """Return whether nothing is left to do: all is filled, or a cell cannot be."""
    return desk[HAS_EMPTY_CELL] or not desk[N_OPEN]


def walk(n: int, strategies: Any, start: int, limit: int, path: Any, board: Any) -> None:
    """Walk up to `limit` steps on a desk with cells, digits and givens.

    On the `path`: the number of steps, the strategy to ask next (`n` for none), then those of the
    steps. `start`: the first strategy that may find something on the first board.
    """
    desk = carray(board, (WORDS,))
    order = carray(strategies, (n,))
    steps = carray(path, (limit + 2,))
    set_up(desk)
    done, asked = 0, start
    while done < limit and not is_over(desk):
        found = next_step(desk, n, order, asked)
        asked = 0
        if found < 0:
            asked = -1 - found
            break
        if found == n:
            asked = n
            break
        steps[2 + done] = found
        done += 1
    steps[0] = done
    steps[1] = asked


def walk_each(
    count: int, puzzles: Any, solutions: Any, n: int, strategies: Any, counts: Any, board: Any
) -> None:
    """Count the steps of each puzzle by strategy, if they lead to its solution; else -1."""
    desk = carray(board, (WORDS,))
    order = carray(strategies, (n,))
    puzzle = carray(puzzles, (count, 81))
    solution = carray(solutions, (count, 81))
    steps = carray(counts, (count, n))
    for row in range(count):
        set_up_puzzle(desk, puzzle[row])
        for i in range(n):
            steps[row, i] = 0
        while not is_over(desk):
            found = next_step(desk, n, order, 0)
            if found < 0 or found == n:
                break
            steps[row, found] += 1
        for cell in range(81):
            if desk[DIGITS + cell] != solution[row, cell]:
                steps[row, 0] = -1


def first_sets(shortest: int, longest: int, given: Any, found: Any, words: Any) -> None:
    """Write down the first chain of sets: what `first_chain` returns, then its parts."""
    desk = carray(words, (WORDS,))
    result = carray(found, (RESULT_WORDS,))
    board = candidates_at(carray(given, (SET,)), 0)
    result[0] = first_chain(desk, board, shortest, longest)
    if result[0] > 0:
        write_down(desk, result[0], result)


def first_net(given: Any, placed: Any, found: Any, words: Any) -> None:
    """Write down the first net that contradicts itself; see `first_refutation`."""
    desk = carray(words, (WORDS,))
    board = candidates_at(carray(given, (SET,)), 0)
    given_placed = candidates_at(carray(placed, (SET,)), 0)
    carray(found, (1,))[0] = first_refutation(desk, board, given_placed)
