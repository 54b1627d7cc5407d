"""Whether a strategy can find anything at all: these are asked in Python if it can."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    HALF,
    NOTES,
    PLACES,
    SETS,
)
from sudoku_plugins.strategies.compiled.groups import begin_groups, box_positions, next_group
from sudoku_plugins.strategies.compiled.patterns import LINKS, strong_links
from sudoku_plugins.strategies.compiled.pencil_board import (
    AT,
    BOX,
    COUNT,
    HOUSE_OF,
    HOUSES,
    PEERS_HIGH,
    PEERS_LOW,
    Desk,
    first_cell,
    high_bit,
    loses,
    low_bit,
    lowest,
)


@called
def may_have_finned_fish(desk: Desk, size: int) -> bool:
    """Return whether a digit in some cell leaves `size` lines one cover line too few."""
    for digit in range(9):
        low, high = desk[BOARDS + 2 * digit], desk[BOARDS + 2 * digit + 1]
        while low | high:
            cell = first_cell(low, high)
            low &= ~low_bit(cell)
            high &= ~high_bit(cell)
            for k in range(2):
                own, across = AT[cell, 1 - k], AT[cell, k]
                in_box = own // 3
                n = 0
                for line in range(9):
                    left = desk[PLACES + 27 * digit + 9 * k + line] & ~(1 << across)
                    if line == own:
                        continue
                    if line // 3 == in_box:
                        left &= ~(0o7 << across // 3 * 3)
                    if left and COUNT[left] < size:
                        desk[SETS + n] = left
                        n += 1
                if n >= size:
                    begin_groups(desk, 0)
                    if next_group(desk, n, size, size - 1):
                        return True
    return False


COLOURS = LINKS + 3 * 27
"""The halves of colours 1 and 2 of each colouring, and its number of bonds: five numbers each."""


@called
def colourings(desk: Desk, digit: int) -> int:
    """Note the colourings of the places of a digit; return how many there are."""
    n = strong_links(desk, digit, 27)
    found = 0
    left = (1 << n) - 1
    while left:
        i = lowest(left)
        row = COLOURS + 5 * found
        first, second = desk[LINKS + 3 * i + 1], desk[LINKS + 3 * i + 2]
        desk[row] = low_bit(first)
        desk[row + 1] = high_bit(first)
        desk[row + 2] = low_bit(second)
        desk[row + 3] = high_bit(second)
        left &= left - 1
        grows = True
        while grows:
            grows = False
            for j in range(n):
                if not left >> j & 1:
                    continue
                one, other = desk[LINKS + 3 * j + 1], desk[LINKS + 3 * j + 2]
                one_low, one_high = low_bit(one), high_bit(one)
                other_low, other_high = low_bit(other), high_bit(other)
                in_first = (one_low & desk[row] | one_high & desk[row + 1]) != 0
                in_first |= (other_low & desk[row + 2] | other_high & desk[row + 3]) != 0
                in_second = (one_low & desk[row + 2] | one_high & desk[row + 3]) != 0
                in_second |= (other_low & desk[row] | other_high & desk[row + 1]) != 0
                if in_first:
                    desk[row] |= one_low
                    desk[row + 1] |= one_high
                    desk[row + 2] |= other_low
                    desk[row + 3] |= other_high
                if in_second:
                    desk[row] |= other_low
                    desk[row + 1] |= other_high
                    desk[row + 2] |= one_low
                    desk[row + 3] |= one_high
                if in_first or in_second:
                    left &= ~(1 << j)
                    grows = True
        if not desk[row] & desk[row + 2] and not desk[row + 1] & desk[row + 3]:
            found += 1
    return found


@called
def seen_low(low: int, high: int) -> int:
    """Return the lower half of what a set of cells sees."""
    seen = 0
    while low:
        seen |= PEERS_LOW[lowest(low)]
        low &= low - 1
    while high:
        seen |= PEERS_LOW[HALF + lowest(high)]
        high &= high - 1
    return seen


@called
def seen_high(low: int, high: int) -> int:
    """Return the upper half of what a set of cells sees."""
    seen = 0
    while low:
        seen |= PEERS_HIGH[lowest(low)]
        low &= low - 1
    while high:
        seen |= PEERS_HIGH[HALF + lowest(high)]
        high &= high - 1
    return seen


SEEN = COLOURS + 5 * 27
"""What the colours see: four halves for each colouring."""


@called
def look_around(desk: Desk, n: int) -> None:
    """Note what the colours of `n` colourings see."""
    for i in range(n):
        for k in range(2):
            low, high = desk[COLOURS + 5 * i + 2 * k], desk[COLOURS + 5 * i + 2 * k + 1]
            desk[SEEN + 4 * i + 2 * k] = seen_low(low, high)
            desk[SEEN + 4 * i + 2 * k + 1] = seen_high(low, high)


@called
def may_have_simple_colors(desk: Desk) -> bool:
    """Return whether a colouring sees itself, or a cell sees both colours."""
    for digit in range(9):
        n = colourings(desk, digit)
        look_around(desk, n)
        for i in range(n):
            row, seen = COLOURS + 5 * i, SEEN + 4 * i
            low = desk[BOARDS + 2 * digit] & desk[seen] & desk[seen + 2]
            high = desk[BOARDS + 2 * digit + 1] & desk[seen + 1] & desk[seen + 3]
            low &= ~(desk[row] | desk[row + 2])
            high &= ~(desk[row + 1] | desk[row + 3])
            for k in range(2):
                low |= desk[row + 2 * k] & desk[seen + 2 * k]
                high |= desk[row + 2 * k + 1] & desk[seen + 2 * k + 1]
            # One pair alone is no coloring.
            cells = 0
            left_low, left_high = desk[row] | desk[row + 2], desk[row + 1] | desk[row + 3]
            while (left_low | left_high) and cells < 3:
                cell = first_cell(left_low, left_high)
                left_low &= ~low_bit(cell)
                left_high &= ~high_bit(cell)
                cells += 1
            if low | high and cells > 2:
                return True
    return False


@called
def may_have_multi_colors(desk: Desk) -> bool:
    """Return whether two colourings of a digit leave no room for some of its places."""
    for digit in range(9):
        n = colourings(desk, digit)
        look_around(desk, n)
        for i in range(n):
            for j in range(n):
                for one in range(2):
                    sees = 0
                    for other in range(2):
                        seen = SEEN + 4 * i + 2 * one
                        row = COLOURS + 5 * j + 2 * other
                        if not (desk[seen] & desk[row] | desk[seen + 1] & desk[row + 1]):
                            continue
                        sees += 1
                        first, second = SEEN + 4 * i + 2 * (1 - one), SEEN + 4 * j + 2 * (1 - other)
                        low = desk[BOARDS + 2 * digit] & desk[first] & desk[second]
                        high = desk[BOARDS + 2 * digit + 1] & desk[first + 1] & desk[second + 1]
                        for k in (COLOURS + 5 * i, COLOURS + 5 * j):
                            low &= ~(desk[k] | desk[k + 2])
                            high &= ~(desk[k + 1] | desk[k + 3])
                        if i != j and low | high:
                            return True
                    if i != j and sees == 2:
                        return True
    return False


MOST_SIDE = 64
LINE_SIDE = NOTES
"""The digits of each choice of open cells of a line outside a crossing, then their positions."""
BOX_SIDE = LINE_SIDE + 2 * MOST_SIDE
"""The same for the box."""


@called
def side(desk: Desk, house: int, kept: int, start: int) -> int:
    """Note each choice of a house's open cells outside `kept`; return how many there are."""
    desk[start] = desk[start + MOST_SIDE] = 0
    n = 1
    for position in range(9):
        mask = desk[CELLS + HOUSES[9 * house + position]]
        if mask and not kept >> position & 1:
            for i in range(n):
                desk[start + n + i] = desk[start + i] | mask
                desk[start + n + i + MOST_SIDE] = desk[start + i + MOST_SIDE] | 1 << position
            n *= 2
    return n


@called
def may_have_sue_de_coq(desk: Desk) -> bool:
    """Return whether cells around a crossing use up their digits."""
    for line in range(BOX):
        for third in range(3):
            corner = HOUSES[9 * line + 3 * third]
            box, at = HOUSE_OF[corner, 2], AT[corner, 2]
            kept = 0o7 << 3 * third
            in_box = 0o7 << at if line < 9 else 0o111 << at
            lines = boxes = 0
            for middle in range(3, 8):
                held, n = 0, 0
                for i in range(3):
                    mask = desk[CELLS + HOUSES[9 * line + 3 * third + i]]
                    if middle >> i & 1 and mask:
                        held |= mask
                        n += 1
                if n < 2 or n < COUNT[middle] or COUNT[held] < n + 2:
                    continue
                if not lines:
                    lines = side(desk, line, kept, LINE_SIDE)
                    boxes = side(desk, box, in_box, BOX_SIDE)
                group = middle << 3 * third
                if fills(desk, line, box, lines, boxes, held, COUNT[held] - n, group):
                    return True
    return False


@called
def fills(
    desk: Desk, line: int, box: int, lines: int, boxes: int, held: int, surplus: int, group: int
) -> bool:
    """Return whether sets of both sides take the surplus of a group, and something is lost."""
    most = COUNT[held] - 2
    for i in range(1, lines):
        digits = desk[LINE_SIDE + i]
        taken = COUNT[i] - COUNT[digits & ~held]
        if not 0 < taken < surplus or COUNT[digits & held] > most or COUNT[digits] <= COUNT[i]:
            continue
        for j in range(1, boxes):
            others = desk[BOX_SIDE + j]
            if digits & others & held or COUNT[others & held] > most:
                continue
            if COUNT[j] - COUNT[others & ~held] != surplus - taken or COUNT[others] <= COUNT[j]:
                continue
            in_line = group | desk[LINE_SIDE + MOST_SIDE + i]
            in_box = box_positions(line, group) | desk[BOX_SIDE + MOST_SIDE + j]
            if loses(desk, line, held & ~others | digits, in_line) or loses(
                desk, box, held & ~digits | others, in_box
            ):
                return True
    return False
