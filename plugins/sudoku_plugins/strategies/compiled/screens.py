"""Whether a strategy can find anything at all: these are asked in Python if it can."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    NOTES,
    PLACES,
    SETS,
)
from sudoku_plugins.strategies.compiled.groups import begin_groups, box_positions, next_group
from sudoku_plugins.strategies.compiled.pencil_board import (
    AT,
    BOX,
    COUNT,
    HOUSE_OF,
    HOUSES,
    Desk,
    first_cell,
    high_bit,
    loses,
    low_bit,
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
