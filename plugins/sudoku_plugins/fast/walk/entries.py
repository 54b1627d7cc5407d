"""The entries for Python: the path of a board, and of many puzzles.

`NUMBERS` (in `__init__`) names the strategies by their numbers.
"""

from typing import Any

from numba import carray

from sudoku_plugins.fast.compiled.compiler import (
    called,
    compiled,
)
from sudoku_plugins.fast.walk.board import (
    BOARD,
    Desk,
    set_up,
    set_up_puzzle,
)
from sudoku_plugins.fast.walk.patterns import (
    basic_fish,
    bent_set,
    bug_plus_1,
    empty_rectangle,
    full_house,
    has_false_place,
    hidden_single,
    locked_candidates,
    may_have_finned_fish,
    naked_single,
    remote_pair,
    subset,
    turbot,
    w_wing,
)
from sudoku_plugins.fast.walk.rectangles import may_be_avoidable, rectangle

SIZE = BOARD.itemsize // 8
"""The numbers of a desk, which has room for `WORDS` (in `__init__`)."""

NOTHING, DONE, UNKNOWN = range(3)
"""What is known of the first step of a strategy: there is none; it is carried out; nothing."""


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
    if detector == 8:
        return turbot(desk, size)
    if detector == 9:
        return bent_set(desk, size)
    if detector == 10:
        return empty_rectangle(desk)
    if detector == 11:
        return w_wing(desk)
    if detector == 12:
        return remote_pair(desk)
    if detector == 13:
        return bug_plus_1(desk)
    if detector == 14:
        return rectangle(desk, size)
    is_possible = detector != 30
    if detector == 15:
        is_possible = has_false_place(desk) and may_have_finned_fish(desk, size)
    elif detector == 16:
        is_possible = may_be_avoidable(desk, size)
    elif detector == 17:
        is_possible = has_false_place(desk)
    return UNKNOWN if is_possible else NOTHING


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
    return desk.has_empty_cell or not desk.n_open


def walk(n: int, strategies: Any, start: int, limit: int, path: Any, memory: Any) -> None:
    """Walk up to `limit` steps on a desk with masks, digits and givens.

    On the `path`: the number of steps, the strategy to ask next (`n` for none), then those of the
    steps. `start`: the first strategy that may find something on the first board.
    """
    desk = carray(memory, (SIZE,)).view(BOARD)[0]
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
    count: int, puzzles: Any, solutions: Any, n: int, strategies: Any, counts: Any, memory: Any
) -> None:
    """Count the steps of each puzzle by strategy, if they lead to its solution; else -1."""
    desk = carray(memory, (SIZE,)).view(BOARD)[0]
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
            if desk.digits[cell] != solution[row, cell]:
                steps[row, 0] = -1
