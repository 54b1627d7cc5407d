"""Unique rectangles, hidden ones, and avoidable ones: the first step of each, as in `groups`.

Of all steps of a strategy the first is that with the fewest candidates in its reason: a rectangle
is noted with what it eliminates whenever it has fewer than the best so far.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    DIGITS,
    GIVEN,
    NAMES,
    NOTES,
    PLACES,
    SETS,
)
from sudoku_plugins.strategies.compiled.groups import begin_groups, chosen_positions, next_group
from sudoku_plugins.strategies.compiled.pencil_board import (
    AT,
    COUNT,
    HOUSE_OF,
    HOUSES,
    LOWEST,
    PEERS_HIGH,
    PEERS_LOW,
    Desk,
    high_bit,
    low_bit,
    strike,
)

BEST = NOTES
"""The number of candidates in the reason of the best step so far."""
LOST = BEST + 1
"""Its effect: by digit two halves."""
CORNERS = LOST + 18
"""The corners of a rectangle: the first, the one beside it, the one below it, the opposite one."""
EARLIER = CORNERS + 4
"""The cells from which rectangles were found: pairs of a cell and its mask."""

TYPE_1, TYPE_2, TYPE_3, TYPE_4, TYPE_5, TYPE_6, HIDDEN = range(7)


@called
def begin_best(desk: Desk) -> None:
    """Begin to look for the best step of a kind."""
    desk[BEST] = 1000


@called
def begin_lost(desk: Desk) -> None:
    """Begin to note what a step eliminates."""
    for i in range(18):
        desk[LOST + i] = 0


@called
def lose(desk: Desk, digit: int, low: int, high: int) -> bool:
    """Note that cells lose a digit; return whether any has it."""
    low &= desk[BOARDS + 2 * digit]
    high &= desk[BOARDS + 2 * digit + 1]
    desk[LOST + 2 * digit] |= low
    desk[LOST + 2 * digit + 1] |= high
    return low | high != 0


@called
def lose_digits(desk: Desk, cell: int, digits: int) -> bool:
    """Note that a cell loses digits (a mask); return whether it has any."""
    is_any = False
    while digits:
        is_any |= lose(desk, LOWEST[digits], low_bit(cell), high_bit(cell))
        digits &= digits - 1
    return is_any


@called
def strike_lost(desk: Desk) -> bool:
    """Carry out the best step; return whether there is one."""
    if desk[BEST] == 1000:
        return False
    for digit in range(9):
        strike(desk, digit, desk[LOST + 2 * digit], desk[LOST + 2 * digit + 1])
    return True


@called
def unique_rectangle(desk: Desk, kind: int) -> bool:
    """Look for rectangles of a kind, each from the first corner that has only the pair."""
    begin_best(desk)
    earlier = 0
    for first in range(81):
        pair = desk[CELLS + first]
        if COUNT[pair] != 2:
            continue
        desk[EARLIER + earlier] = first
        earlier += 1
        row, column, box = HOUSE_OF[first, 0], HOUSE_OF[first, 1], HOUSE_OF[first, 2]
        for is_column_in_box in range(2):
            for i in range(9):
                beside = HOUSES[9 * row + i]
                if beside == first or (HOUSE_OF[beside, 2] == box) == is_column_in_box:
                    continue
                if not fits(desk, beside, pair, earlier):
                    continue
                for j in range(9):
                    below = HOUSES[9 * column + j]
                    if below == first or (HOUSE_OF[below, 2] == box) != is_column_in_box:
                        continue
                    opposite = below // 9 * 9 + beside % 9
                    if fits(desk, below, pair, earlier) and fits(desk, opposite, pair, earlier):
                        desk[CORNERS] = first
                        desk[CORNERS + 1] = beside
                        desk[CORNERS + 2] = below
                        desk[CORNERS + 3] = opposite
                        rectangle(desk, kind, pair)
    return strike_lost(desk)


@called
def fits(desk: Desk, cell: int, pair: int, earlier: int) -> bool:
    """Return whether a cell may be a corner: not if rectangles were found from it."""
    mask = desk[CELLS + cell]
    if not mask & pair:
        return False
    if mask == pair:
        for i in range(earlier):
            if desk[EARLIER + i] == cell:
                return False
    return True


@called
def rectangle(desk: Desk, kind: int, pair: int) -> None:
    """Note what a rectangle eliminates, if the step is the best of its kind so far."""
    roof = extra = grounds = 0
    for i in range(4):
        mask = desk[CELLS + desk[CORNERS + i]]
        grounds += COUNT[mask]
        extra |= mask & ~pair
        if mask & ~pair:
            roof |= 1 << i
    size = COUNT[roof]
    is_diagonal = roof in (0b0110, 0b1001)
    is_side = size == 2 and not is_diagonal
    if kind == TYPE_3:
        if is_side and COUNT[extra] > 1:
            by_subset(desk, roof, extra, grounds)
        return
    if not size or grounds >= desk[BEST]:
        return
    if kind == TYPE_1:
        if size == 1:
            cell = desk[CORNERS + LOWEST[roof]]
            begin_lost(desk)
            lose_digits(desk, cell, pair)
            desk[BEST] = grounds
    elif kind in (TYPE_2, TYPE_5):
        if is_side == (kind == TYPE_2) and size > 1 and COUNT[extra] == 1:
            by_one_digit(desk, roof, LOWEST[extra], grounds)
    elif kind == TYPE_4:
        if is_side:
            by_strong_link(desk, roof, pair, grounds)
    elif kind == TYPE_6:
        if is_diagonal:
            locked(desk, roof, pair, grounds)
    elif size > 1:
        hidden(desk, roof, pair, grounds)


@called
def by_one_digit(desk: Desk, roof: int, digit: int, grounds: int) -> None:
    """Note what one extra digit of some corners eliminates."""
    low, high = desk[BOARDS + 2 * digit], desk[BOARDS + 2 * digit + 1]
    for i in range(4):
        if roof >> i & 1:
            low &= PEERS_LOW[desk[CORNERS + i]]
            high &= PEERS_HIGH[desk[CORNERS + i]]
    if low | high:
        begin_lost(desk)
        lose(desk, digit, low, high)
        desk[BEST] = grounds


@called
def is_confined(desk: Desk, digit: int, house: int, corners: int) -> bool:
    """Return whether a house has a digit only in some of the corners (a mask)."""
    positions = desk[PLACES + 27 * digit + house]
    if not positions:
        return False
    for i in range(4):
        cell = desk[CORNERS + i]
        if corners >> i & 1 and HOUSE_OF[cell, house // 9] == house:
            positions &= ~(1 << AT[cell, house // 9])
    return not positions


@called
def by_strong_link(desk: Desk, roof: int, pair: int, grounds: int) -> None:
    """Note what two corners lose, of which one must hold a digit of the pair."""
    first = desk[CORNERS + LOWEST[roof]]
    second = desk[CORNERS + LOWEST[roof & roof - 1]]
    for k in range(3):
        house = HOUSE_OF[first, k]
        if HOUSE_OF[second, k] != house:
            continue
        core = desk[CELLS + first] & desk[CELLS + second] & pair
        while core:
            digit = LOWEST[core]
            core &= core - 1
            other = pair & ~(1 << digit)
            if is_confined(desk, digit, house, roof) and (
                (desk[CELLS + first] | desk[CELLS + second]) & other
            ):
                begin_lost(desk)
                lose_digits(desk, first, other)
                lose_digits(desk, second, other)
                desk[BEST] = grounds
                return


@called
def locked(desk: Desk, roof: int, pair: int, grounds: int) -> None:
    """Note what opposite corners lose if both rows, or both columns, lock a digit."""
    first, opposite = desk[CORNERS], desk[CORNERS + 3]
    for i in range(2):
        digit = LOWEST[pair] if i == 0 else LOWEST[pair & pair - 1]
        for k in range(2):
            if not is_confined(desk, digit, HOUSE_OF[first, k], 15):
                continue
            if not is_confined(desk, digit, HOUSE_OF[opposite, k], 15):
                continue
            one, other = desk[CORNERS + LOWEST[roof]], desk[CORNERS + LOWEST[roof & roof - 1]]
            if (desk[CELLS + one] | desk[CELLS + other]) >> digit & 1:
                begin_lost(desk)
                lose_digits(desk, one, 1 << digit)
                lose_digits(desk, other, 1 << digit)
                desk[BEST] = grounds
                return


@called
def hidden(desk: Desk, roof: int, pair: int, grounds: int) -> None:
    """Note what the corner opposite a clean one loses."""
    for i in range(4):
        opposite = desk[CORNERS + 3 - i]
        if roof >> i & 1:
            continue
        digits = pair & desk[CELLS + opposite]
        while digits:
            digit = LOWEST[digits]
            digits &= digits - 1
            other = pair & ~(1 << digit)
            if (
                is_confined(desk, digit, HOUSE_OF[opposite, 0], 15)
                and is_confined(desk, digit, HOUSE_OF[opposite, 1], 15)
                and desk[CELLS + opposite] & other
            ):
                begin_lost(desk)
                lose_digits(desk, opposite, other)
                desk[BEST] = grounds
                return


@called
def by_subset(desk: Desk, roof: int, extra: int, grounds: int) -> None:
    """Note what subsets with the extras of two corners eliminate."""
    first = desk[CORNERS + LOWEST[roof]]
    second = desk[CORNERS + LOWEST[roof & roof - 1]]
    for size in range(2, 5):
        for k in range(3):
            house = HOUSE_OF[first, k]
            if HOUSE_OF[second, k] != house:
                continue
            n = 0
            for position in range(9):
                cell = HOUSES[9 * house + position]
                is_corner = False
                for i in range(4):
                    is_corner |= desk[CORNERS + i] == cell
                if desk[CELLS + cell] and not is_corner:
                    desk[SETS + n] = desk[CELLS + cell]
                    desk[NAMES + n] = position
                    n += 1
            begin_groups(desk, extra)
            while True:
                digits = next_group(desk, n, size - 1, size)
                if not digits:
                    break
                subset_step(desk, house, size - 1, digits, grounds, first, second)


@called
def subset_step(
    desk: Desk, house: int, size: int, digits: int, grounds: int, first: int, second: int
) -> None:
    """Note what one subset eliminates."""
    group_low = low_bit(first) | low_bit(second)
    group_high = high_bit(first) | high_bit(second)
    positions = chosen_positions(desk, size)
    while positions:
        cell = HOUSES[9 * house + LOWEST[positions]]
        positions &= positions - 1
        group_low |= low_bit(cell)
        group_high |= high_bit(cell)
        grounds += COUNT[desk[CELLS + cell]]
    if grounds >= desk[BEST]:
        return
    low = high = 0
    for k in range(3):
        other = HOUSE_OF[first, k]
        other_low = other_high = 0
        for position in range(9):
            other_low |= low_bit(HOUSES[9 * other + position])
            other_high |= high_bit(HOUSES[9 * other + position])
        if not group_low & ~other_low and not group_high & ~other_high:
            low |= other_low
            high |= other_high
    low &= ~group_low
    high &= ~group_high
    is_any = False
    left = digits
    while left:
        digit = LOWEST[left]
        left &= left - 1
        is_any |= low & desk[BOARDS + 2 * digit] | high & desk[BOARDS + 2 * digit + 1] != 0
    if is_any:
        begin_lost(desk)
        while digits:
            lose(desk, LOWEST[digits], low, high)
            digits &= digits - 1
        desk[BEST] = grounds


@called
def may_be_avoidable(desk: Desk, n_open: int) -> bool:
    """Return whether there is an avoidable rectangle with one corner open, or two."""
    for opposite in range(81):
        if desk[DIGITS + opposite]:
            continue
        for beside in range(81):
            # Of its row, in another box or in its own.
            if HOUSE_OF[beside, 0] != HOUSE_OF[opposite, 0] or beside == opposite:
                continue
            is_in_box = HOUSE_OF[beside, 2] == HOUSE_OF[opposite, 2]
            for row in range(9):
                below = 9 * row + opposite % 9
                first = 9 * row + beside % 9
                if below == opposite or (HOUSE_OF[below, 2] == HOUSE_OF[opposite, 2]) == is_in_box:
                    continue
                given_low = low_bit(first) | low_bit(beside) | low_bit(below) | low_bit(opposite)
                given_high = high_bit(first) | high_bit(beside) | high_bit(below)
                given_high |= high_bit(opposite)
                if given_low & desk[GIVEN] | given_high & desk[GIVEN + 1]:
                    continue
                digit = desk[DIGITS + first]
                if not digit or not desk[CELLS + opposite] >> digit - 1 & 1:
                    continue
                if n_open == 1:
                    other = desk[DIGITS + beside]
                    if other and desk[DIGITS + below] == other:
                        return True
                elif threatens(desk, digit, beside, below, opposite) or threatens(
                    desk, digit, below, beside, opposite
                ):
                    return True
    return False


@called
def threatens(desk: Desk, digit: int, second: int, last: int, opposite: int) -> bool:
    """Return whether a filled side threatens two open cells with one extra digit."""
    other = desk[DIGITS + second]
    if not other or desk[DIGITS + last] or not desk[CELLS + last] >> other - 1 & 1:
        return False
    extra = desk[CELLS + opposite] & ~(1 << digit - 1) | desk[CELLS + last] & ~(1 << other - 1)
    return COUNT[extra] == 1
