"""Singles, locked candidates, subsets and basic fish: the first step of each.

Each function carries out the first step that the strategy of the same name finds, and returns
whether there is one. The strategies tell why; here is only the same order.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called
from sudoku_plugins.strategies.compiled.desk import (
    CELLS,
    CHOSEN,
    DEPTH,
    MOST_NOTES,
    NAMES,
    NOTES,
    OPEN_IN,
    PLACES,
    SETS,
    SINGLES,
    UNION,
)
from sudoku_plugins.strategies.compiled.pencil_board import (
    AT,
    BOX,
    COLUMN,
    COUNT,
    HOUSE_OF,
    HOUSES,
    LOWEST,
    Desk,
    eliminate,
    first_cell,
    high_bit,
    loses,
    low_bit,
    place,
    strike,
    strike_house,
)


@called
def full_house(desk: Desk) -> bool:
    """Fill the first cell that is the last open one of a house."""
    low, high = desk[SINGLES], desk[SINGLES + 1]
    while low | high:
        cell = first_cell(low, high)
        for k in range(3):
            if desk[OPEN_IN + HOUSE_OF[cell, k]] == 1:
                place(desk, cell, LOWEST[desk[CELLS + cell]])
                return True
        low &= ~low_bit(cell)
        high &= ~high_bit(cell)
    return False


@called
def naked_single(desk: Desk) -> bool:
    """Fill the first cell with one candidate."""
    if not desk[SINGLES] | desk[SINGLES + 1]:
        return False
    cell = first_cell(desk[SINGLES], desk[SINGLES + 1])
    place(desk, cell, LOWEST[desk[CELLS + cell]])
    return True


@called
def hidden_single(desk: Desk) -> bool:
    """Place the first digit with one place in a house."""
    for digit in range(9):
        for house in range(27):
            positions = desk[PLACES + 27 * digit + house]
            if positions and not positions & positions - 1:
                place(desk, HOUSES[9 * house + LOWEST[positions]], digit)
                return True
    return False


@called
def locked_candidates(desk: Desk) -> bool:
    """Look for pointing in the boxes, then for claiming in the lines."""
    for box in range(BOX, BOX + 9):
        for digit in range(9):
            positions = desk[PLACES + 27 * digit + box]
            if not positions:
                continue
            cell = HOUSES[9 * box + LOWEST[positions]]
            at = AT[cell, 2]
            if not positions & ~(0o7 << at // 3 * 3):
                row, kept = HOUSE_OF[cell, 0], 0o7 << AT[cell, 0] // 3 * 3
                if strike_house(desk, row, 1 << digit, kept):
                    return True
            if not positions & ~(0o111 << at % 3):
                column, kept = HOUSE_OF[cell, 1], 0o7 << AT[cell, 1] // 3 * 3
                if strike_house(desk, column, 1 << digit, kept):
                    return True
    for line in range(BOX):
        for digit in range(9):
            positions = desk[PLACES + 27 * digit + line]
            if not positions:
                continue
            third = LOWEST[positions] // 3
            if not positions & ~(0o7 << 3 * third):
                cell = HOUSES[9 * line + 3 * third]
                at = AT[cell, 2]
                kept = 0o7 << at if line < COLUMN else 0o111 << at
                if strike_house(desk, HOUSE_OF[cell, 2], 1 << digit, kept):
                    return True
    return False


@called
def next_group(desk: Desk, n: int, size: int, most: int) -> int:
    """Return what the next group of `size` of the `n` sets has together: `most` members, else 0.

    The first search begins at the depth 0 with the choice -1, see `first_group`.
    """
    depth = desk[DEPTH]
    while depth >= 0:
        chosen = desk[CHOSEN + depth] + 1
        if chosen > n - size + depth:
            depth -= 1
            continue
        desk[CHOSEN + depth] = chosen
        union = desk[UNION + depth] | desk[SETS + chosen]
        if COUNT[union] > most:
            continue
        if depth + 1 < size:
            depth += 1
            desk[CHOSEN + depth] = chosen
            desk[UNION + depth] = union
        elif COUNT[union] == most:
            desk[DEPTH] = depth
            return union
    desk[DEPTH] = depth
    return 0


@called
def begin_groups(desk: Desk, known: int) -> None:
    """Begin a search for groups that have the `known` members besides their own."""
    desk[DEPTH] = 0
    desk[CHOSEN] = -1
    desk[UNION] = known


@called
def chosen_positions(desk: Desk, size: int) -> int:
    """Return the names of the sets of a group, as a mask."""
    found = 0
    for i in range(size):
        found |= 1 << desk[NAMES + desk[CHOSEN + i]]
    return found


@called
def gather_cells(desk: Desk, house: int, positions: int, most: int) -> int:
    """Take the open cells of a house with at most so many digits as sets; return how many."""
    n = 0
    while positions:
        position = LOWEST[positions]
        positions &= positions - 1
        mask = desk[CELLS + HOUSES[9 * house + position]]
        if mask and COUNT[mask] <= most:
            desk[SETS + n] = mask
            desk[NAMES + n] = position
            n += 1
    return n


@called
def box_positions(house: int, positions: int) -> int:
    """Return the positions in its box of cells of a line, all in one box."""
    found = 0
    while positions:
        found |= 1 << AT[HOUSES[9 * house + LOWEST[positions]], 2]
        positions &= positions - 1
    return found


@called
def locked_subset(desk: Desk, size: int) -> bool:
    """Look for cells of a crossing whose digits both houses lose."""
    for line in range(BOX):
        for third in range(3):
            n = gather_cells(desk, line, 0o7 << 3 * third, size)
            if n < size:
                continue
            box = HOUSE_OF[HOUSES[9 * line + 3 * third], 2]
            begin_groups(desk, 0)
            while True:
                digits = next_group(desk, n, size, size)
                if not digits:
                    break
                kept = chosen_positions(desk, size)
                in_box = box_positions(line, kept)
                if loses(desk, line, digits, kept) and loses(desk, box, digits, in_box):
                    strike_house(desk, line, digits, kept)
                    strike_house(desk, box, digits, in_box)
                    return True
    return False


@called
def naked_subset(desk: Desk, size: int) -> bool:
    """Look for cells of a house with as many digits."""
    for house in range(27):
        n = gather_cells(desk, house, 511, size)
        if n < size:
            continue
        begin_groups(desk, 0)
        while True:
            digits = next_group(desk, n, size, size)
            if not digits:
                break
            kept = chosen_positions(desk, size)
            third = LOWEST[kept] // 3 * 3
            is_in_third = not kept & ~(0o7 << third)
            lost = 0
            if house < BOX:
                lost = strike_house(desk, house, digits, kept)
                if is_in_third:
                    box = HOUSE_OF[HOUSES[9 * house + third], 2]
                    lost += strike_house(desk, box, digits, box_positions(house, kept))
            elif not is_in_third and kept & ~(0o111 << LOWEST[kept] % 3):
                lost = strike_house(desk, house, digits, kept)  # else found in the line before
            if lost:
                return True
    return False


@called
def hidden_subset(desk: Desk, size: int) -> bool:
    """Look for digits of a house with as many cells."""
    for house in range(27):
        n = 0
        for digit in range(9):
            positions = desk[PLACES + 27 * digit + house]
            if positions and COUNT[positions] <= size:
                desk[SETS + n] = positions
                desk[NAMES + n] = digit
                n += 1
        if n < size:
            continue
        begin_groups(desk, 0)
        while True:
            positions = next_group(desk, n, size, size)
            if not positions:
                break
            digits = chosen_positions(desk, size)
            lost = 0
            while positions:
                cell = HOUSES[9 * house + LOWEST[positions]]
                positions &= positions - 1
                others = desk[CELLS + cell] & ~digits
                while others:
                    lost += eliminate(desk, cell, LOWEST[others])
                    others &= others - 1
            if lost:
                return True
    return False


@called
def basic_fish(desk: Desk, size: int) -> int:
    """Return 2 if there are more fish than can be noted."""
    for digit in range(9):
        noted = 0
        for base in range(0, BOX, 9):
            n = 0
            for i in range(9):
                positions = desk[PLACES + 27 * digit + base + i]
                if positions and COUNT[positions] <= size:
                    desk[SETS + n] = positions
                    desk[NAMES + n] = i
                    n += 1
            if n < size:
                continue
            begin_groups(desk, 0)
            while True:
                covers = next_group(desk, n, size, size)
                if not covers:
                    break
                kept = chosen_positions(desk, size)
                low = high = 0
                while covers:
                    cover = COLUMN - base + LOWEST[covers]
                    covers &= covers - 1
                    positions = desk[PLACES + 27 * digit + cover] & ~kept
                    while positions:
                        cell = HOUSES[9 * cover + LOWEST[positions]]
                        positions &= positions - 1
                        low |= low_bit(cell)
                        high |= high_bit(cell)
                if low | high:
                    if 2 * noted + 2 > MOST_NOTES:
                        return 2
                    desk[NOTES + 2 * noted] = low
                    desk[NOTES + 2 * noted + 1] = high
                    noted += 1
        for i in range(noted):
            low, high = desk[NOTES + 2 * i], desk[NOTES + 2 * i + 1]
            is_best = True
            for j in range(noted):
                other_low, other_high = desk[NOTES + 2 * j], desk[NOTES + 2 * j + 1]
                is_part = not low & ~other_low and not high & ~other_high
                if is_part and (low != other_low or high != other_high):
                    is_best = False
            if is_best:
                strike(desk, digit, low, high)
                return 1
    return 0
