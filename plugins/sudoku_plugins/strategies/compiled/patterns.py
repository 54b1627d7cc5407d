"""Strong links of one digit, wings and the BUG: the first step of each, as in `groups`."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called
from sudoku_plugins.strategies.compiled.board import (
    BOX,
    COLUMN,
    COUNT,
    HOUSE_OF,
    HOUSES,
    LOWEST,
    PEERS_HIGH,
    PEERS_LOW,
    SEES,
    Desk,
    eliminate,
    first_cell,
    high_bit,
    low_bit,
    strike,
)
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    MOST_NOTES,
    NOTES,
    OPEN,
    PLACES,
)

LINKS = NOTES
"""The strong links of a digit: house, first cell, second cell; up to 27."""
KITES = NOTES + 3 * 27
"""Kites, or rectangles: five numbers each."""
MOST_KITES = (MOST_NOTES - 3 * 27) // 5

SKYSCRAPER, KITE, TURBOT = 0, 1, 2


@called
def strong_links(desk: Desk, digit: int, houses: int) -> int:
    """Note the houses, of the first so many, in which a digit has two places; return how many."""
    n = 0
    for house in range(houses):
        positions = desk[PLACES + 27 * digit + house]
        if COUNT[positions] == 2:
            first = LOWEST[positions]
            second = LOWEST[positions & positions - 1]
            desk[LINKS + 3 * n] = house
            desk[LINKS + 3 * n + 1] = HOUSES[9 * house + first]
            desk[LINKS + 3 * n + 2] = HOUSES[9 * house + second]
            n += 1
    return n


@called
def form_of(first: int, second: int, one: int, other: int) -> int:
    """Return the form of two links in these houses that are joined by two cells."""
    is_in_line = HOUSE_OF[one, 0] == HOUSE_OF[other, 0] or HOUSE_OF[one, 1] == HOUSE_OF[other, 1]
    if first >= BOX or second >= BOX:
        return TURBOT
    if first // 9 == second // 9:
        return SKYSCRAPER if is_in_line else TURBOT
    return TURBOT if is_in_line else KITE


@called
def turbot(desk: Desk, form: int) -> bool:
    for digit in range(9):
        board_low, board_high = desk[BOARDS + 2 * digit], desk[BOARDS + 2 * digit + 1]
        n = strong_links(desk, digit, 27 if form == TURBOT else BOX)
        for i in range(n):
            for j in range(i + 1, n):
                for way in range(4):
                    start = desk[LINKS + 3 * i + 1 + way // 2]
                    one = desk[LINKS + 3 * i + 2 - way // 2]
                    other = desk[LINKS + 3 * j + 1 + way % 2]
                    end = desk[LINKS + 3 * j + 2 - way % 2]
                    low = board_low & PEERS_LOW[start] & PEERS_LOW[end]
                    high = board_high & PEERS_HIGH[start] & PEERS_HIGH[end]
                    if (
                        low | high
                        and SEES[one, other]
                        and start != other
                        and start != end
                        and one != end
                        and form_of(desk[LINKS + 3 * i], desk[LINKS + 3 * j], one, other) == form
                    ):
                        strike(desk, digit, low, high)
                        return True
    return False


@called
def two_string_kite(desk: Desk) -> int:
    """Of the kites of a digit on the same two cells of a box, take the smallest group.

    Return 2 if there are more than can be noted.
    """
    noted = 0
    for digit in range(9):
        board_low, board_high = desk[BOARDS + 2 * digit], desk[BOARDS + 2 * digit + 1]
        n = strong_links(desk, digit, BOX)
        for i in range(n):
            for j in range(i + 1, n):
                for way in range(4):
                    start = desk[LINKS + 3 * i + 1 + way // 2]
                    one = desk[LINKS + 3 * i + 2 - way // 2]
                    other = desk[LINKS + 3 * j + 1 + way % 2]
                    end = desk[LINKS + 3 * j + 2 - way % 2]
                    low = board_low & PEERS_LOW[start] & PEERS_LOW[end]
                    high = board_high & PEERS_HIGH[start] & PEERS_HIGH[end]
                    if (
                        low | high
                        and SEES[one, other]
                        and start != other
                        and start != end
                        and one != end
                        and form_of(desk[LINKS + 3 * i], desk[LINKS + 3 * j], one, other) == KITE
                    ):
                        if noted == MOST_KITES:
                            return 2
                        row = KITES + 5 * noted
                        desk[row] = min(one, other) * 81 + max(one, other)
                        desk[row + 1] = digit
                        desk[row + 2] = low
                        desk[row + 3] = high
                        noted += 1
    return smallest_kites(desk, noted)


@called
def smallest_kites(desk: Desk, noted: int) -> int:
    """Carry out the first of the smallest groups: pair of cells after pair, each digit by digit."""
    best, best_size = -1, MOST_NOTES
    for i in range(noted):
        tied = desk[KITES + 5 * i]
        is_first_of_pair = True
        for j in range(i):
            if desk[KITES + 5 * j] == tied:
                is_first_of_pair = False
        if not is_first_of_pair:
            continue
        for j in range(i, noted):
            size = 0
            for k in range(noted):
                if desk[KITES + 5 * k] == tied and desk[KITES + 5 * k + 1] == desk[KITES + 5 * j + 1]:
                    size += 1
            if desk[KITES + 5 * j] == tied and size < best_size:
                best, best_size = j, size
    if best < 0:
        return 0
    for k in range(noted):
        row = KITES + 5 * k
        if desk[row] == desk[KITES + 5 * best] and desk[row + 1] == desk[KITES + 5 * best + 1]:
            strike(desk, desk[row + 1], desk[row + 2], desk[row + 3])
    return 1


@called
def half_cells(house: int, positions: int, is_high: bool) -> int:
    """Return one half of the cells at these positions of a house."""
    found = 0
    while positions:
        cell = HOUSES[9 * house + LOWEST[positions]]
        positions &= positions - 1
        found |= high_bit(cell) if is_high else low_bit(cell)
    return found


@called
def empty_rectangle(desk: Desk) -> int:
    """Of the boxes of a digit take the first with the fewest different effects.

    Return 2 if there are more than can be noted.
    """
    for digit in range(9):
        n = strong_links(desk, digit, BOX)
        best_size = MOST_KITES
        best_low = best_high = 0
        for box in range(9):
            size, all_low, all_high = 0, 0, 0
            in_box = desk[PLACES + 27 * digit + BOX + box]
            if not n or COUNT[in_box] < 2:
                continue
            for crossing in range(18):
                row_at, column_at, is_row = crossing // 6, crossing // 2 % 3, crossing % 2 == 0
                row, column = box // 3 * 3 + row_at, COLUMN + box % 3 * 3 + column_at
                in_row, in_column = in_box & 0o7 << 3 * row_at, in_box & 0o111 << column_at
                if in_box & ~(in_row | in_column) or not in_row & ~in_column:
                    continue
                if not in_column & ~in_row:
                    continue
                across, along = (row, column) if is_row else (column, row)
                for i in range(2 * n):
                    start = desk[LINKS + 3 * (i // 2) + 1 + i % 2]
                    end = desk[LINKS + 3 * (i // 2) + 2 - i % 2]
                    if (
                        HOUSE_OF[start, 0 if is_row else 1] != across
                        or HOUSE_OF[start, 2] == BOX + box
                        or HOUSE_OF[end, 2] == BOX + box
                    ):
                        continue
                    positions = desk[PLACES + 27 * digit + along]
                    positions &= ~(0o7 << 3 * (box // 3 if is_row else box % 3))
                    low = half_cells(along, positions, False) & PEERS_LOW[end]
                    high = half_cells(along, positions, True) & PEERS_HIGH[end]
                    if not low | high:
                        continue
                    is_new = True
                    for j in range(size):
                        row_j = KITES + 5 * j
                        if desk[row_j] == low and desk[row_j + 1] == high:
                            is_new = False
                    if is_new:
                        if size == MOST_KITES:
                            return 2
                        desk[KITES + 5 * size] = low
                        desk[KITES + 5 * size + 1] = high
                        size += 1
                        all_low |= low
                        all_high |= high
            if size and size < best_size:
                best_size, best_low, best_high = size, all_low, all_high
        if best_low | best_high:
            strike(desk, digit, best_low, best_high)
            return 1
    return 0


@called
def has_bridge(desk: Desk, digit: int, first: int, second: int) -> bool:
    """Return whether a strong link on a digit joins two cells."""
    for house in range(27):
        positions = desk[PLACES + 27 * digit + house]
        if COUNT[positions] == 2:
            one = HOUSES[9 * house + LOWEST[positions]]
            other = HOUSES[9 * house + LOWEST[positions & positions - 1]]
            if SEES[first, one] and SEES[second, other] or SEES[first, other] and SEES[second, one]:
                return True
    return False


@called
def bivalue_cells(desk: Desk) -> int:
    """Note the cells with two candidates; return how many there are."""
    n = 0
    for cell in range(81):
        if COUNT[desk[CELLS + cell]] == 2:
            desk[NOTES + n] = cell
            n += 1
    return n


@called
def w_wing(desk: Desk) -> bool:
    n = bivalue_cells(desk)
    for i in range(n):
        pair = desk[CELLS + desk[NOTES + i]]
        is_first = True
        for j in range(i):
            if desk[CELLS + desk[NOTES + j]] == pair:
                is_first = False
        if not is_first:
            continue
        for j in range(i, n):
            first = desk[NOTES + j]
            if desk[CELLS + first] != pair:
                continue
            for k in range(j + 1, n):
                second = desk[NOTES + k]
                if desk[CELLS + second] != pair or SEES[first, second]:
                    continue
                for way in range(2):
                    digit, other = LOWEST[pair], LOWEST[pair & pair - 1]
                    if way:
                        digit, other = other, digit
                    low = desk[BOARDS + 2 * digit] & PEERS_LOW[first] & PEERS_LOW[second]
                    high = desk[BOARDS + 2 * digit + 1] & PEERS_HIGH[first] & PEERS_HIGH[second]
                    if low | high and has_bridge(desk, other, first, second):
                        strike(desk, digit, low, high)
                        return True
    return False


@called
def bent_set(desk: Desk, everywhere: bool) -> bool:
    """Bent sets of three cells, with the loose digit in all of them or not."""
    n = 0
    for cell in range(81):
        if 2 <= COUNT[desk[CELLS + cell]] <= 3:
            desk[NOTES + n] = cell
            n += 1
    for i in range(n):
        a = desk[NOTES + i]
        in_a = desk[CELLS + a]
        for j in range(i + 1, n):
            b = desk[NOTES + j]
            in_b = desk[CELLS + b]
            if not SEES[a, b] or COUNT[in_a | in_b] != 3:
                continue
            for k in range(n):
                c = desk[NOTES + k]
                in_c = desk[CELLS + c]
                if c in (a, b) or in_c & ~(in_a | in_b) or SEES[a, c] == SEES[b, c]:
                    continue
                far = b if SEES[a, c] else a
                loose = in_c & desk[CELLS + far]
                if COUNT[loose] != 1 or COUNT[in_a | in_c] < 3 or COUNT[in_b | in_c] < 3:
                    continue
                if (loose & in_a & in_b != 0) != everywhere:
                    continue
                digit = LOWEST[loose]
                low = desk[BOARDS + 2 * digit] & PEERS_LOW[c] & PEERS_LOW[far]
                high = desk[BOARDS + 2 * digit + 1] & PEERS_HIGH[c] & PEERS_HIGH[far]
                if everywhere:
                    pivot = a + b - far
                    low &= PEERS_LOW[pivot]
                    high &= PEERS_HIGH[pivot]
                if low | high:
                    strike(desk, digit, low, high)
                    return True
    return False


@called
def bug_plus_1(desk: Desk) -> bool:
    low, high = desk[OPEN], desk[OPEN + 1]
    large = -1
    while low | high:
        cell = first_cell(low, high)
        low &= ~low_bit(cell)
        high &= ~high_bit(cell)
        size = COUNT[desk[CELLS + cell]]
        if size < 2 or size > 3 or size == 3 and large >= 0:
            return False
        if size == 3:
            large = cell
    if large < 0:
        return False
    extra, times = -1, 0
    for digit in range(9):
        for house in range(27):
            places = COUNT[desk[PLACES + 27 * digit + house]]
            if places in (0, 2):
                continue
            if places != 3 or extra not in (-1, digit) or HOUSE_OF[large, house // 9] != house:
                return False
            extra = digit
            times += 1
    if times != 3 or not desk[CELLS + large] >> extra & 1:
        return False
    core = desk[CELLS + large] & ~(1 << extra)
    while core:
        eliminate(desk, large, LOWEST[core])
        core &= core - 1
    return True


@called
def remote_pair(desk: Desk) -> bool:
    n = bivalue_cells(desk)
    cells, colours = NOTES + 100, NOTES + 200
    for i in range(n):
        pair = desk[CELLS + desk[NOTES + i]]
        alike = 0
        is_first = True
        for j in range(n):
            if desk[CELLS + desk[NOTES + j]] == pair:
                is_first = is_first and j >= i
                desk[cells + alike] = desk[NOTES + j]
                desk[colours + alike] = 0
                alike += 1
        if alike > 3 and is_first and remote_pairs(desk, pair, alike, cells, colours):
            return True
    return False


@called
def remote_pairs(desk: Desk, pair: int, n: int, cells: int, colours: int) -> bool:
    """Colour `n` cells with one pair of candidates; colours are 0, 1 and 2, 3 for both."""
    while True:
        start, fewest = -1, 81
        for i in range(n):
            bonds = 0
            for j in range(n):
                bonds += SEES[desk[cells + i], desk[cells + j]]
            if bonds and bonds < fewest and not desk[colours + i]:
                start, fewest = i, bonds
        if start < 0:
            return False
        desk[colours + start] = 1
        members, grows, is_odd = 1 << start, True, False
        while grows:
            grows = False
            for i in range(n):
                for j in range(n):
                    if members >> i & 1 and SEES[desk[cells + i], desk[cells + j]]:
                        if not members >> j & 1:
                            members |= 1 << j
                            desk[colours + j] = 3 - desk[colours + i]
                            grows = True
                        elif desk[colours + j] == desk[colours + i]:
                            is_odd = True
        if not is_odd and remote_pair_step(desk, pair, n, members, cells, colours):
            return True


@called
def remote_pair_step(
    desk: Desk, pair: int, n: int, members: int, cells: int, colours: int
) -> bool:
    low = high = 0
    for i in range(n):
        for j in range(n):
            one, other = desk[cells + i], desk[cells + j]
            if (
                members >> i & 1
                and members >> j & 1
                and desk[colours + i] == 1
                and desk[colours + j] == 2
                and not SEES[one, other]
            ):
                low |= PEERS_LOW[one] & PEERS_LOW[other]
                high |= PEERS_HIGH[one] & PEERS_HIGH[other]
    for i in range(n):
        if members >> i & 1:
            low &= ~low_bit(desk[cells + i])
            high &= ~high_bit(desk[cells + i])
    lost = 0
    while pair:
        digit = LOWEST[pair]
        pair &= pair - 1
        lost += strike(
            desk, digit, low & desk[BOARDS + 2 * digit], high & desk[BOARDS + 2 * digit + 1]
        )
    return lost > 0
