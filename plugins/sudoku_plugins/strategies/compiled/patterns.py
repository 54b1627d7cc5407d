"""Strong links of one digit, wings and the BUG: the first step of each, as in `groups`."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    MOST_NOTES,
    NOTES,
    OPEN,
    PLACES,
)
from sudoku_plugins.strategies.compiled.pencil_board import (
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

LINKS = NOTES
"""The strong links of a digit: house, first cell, second cell; up to 27."""
JOINED = LINKS + 3 * 27
"""The cells that join two links, as one number; what they eliminate."""
KITES = JOINED + 3
"""Kites, or rectangles: up to four numbers each."""
MOST_KITES = (MOST_NOTES - 3 * 28) // 4

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
def joined(desk: Desk, digit: int, i: int, j: int, way: int, form: int) -> bool:
    """Note the cells that join two links, and what they eliminate, if they have this `form`."""
    start, one = desk[LINKS + 3 * i + 1 + way // 2], desk[LINKS + 3 * i + 2 - way // 2]
    other, end = desk[LINKS + 3 * j + 1 + way % 2], desk[LINKS + 3 * j + 2 - way % 2]
    desk[JOINED] = min(one, other) * 81 + max(one, other)
    desk[JOINED + 1] = desk[BOARDS + 2 * digit] & PEERS_LOW[start] & PEERS_LOW[end]
    desk[JOINED + 2] = desk[BOARDS + 2 * digit + 1] & PEERS_HIGH[start] & PEERS_HIGH[end]
    return (
        (desk[JOINED + 1] | desk[JOINED + 2]) != 0
        and SEES[one, other]
        and start != other
        and start != end
        and one != end
        and form_of(desk[LINKS + 3 * i], desk[LINKS + 3 * j], one, other) == form
    )


@called
def turbot(desk: Desk, form: int) -> bool:
    """Look for two links of a digit that are joined."""
    for digit in range(9):
        n = strong_links(desk, digit, 27 if form == TURBOT else BOX)
        for i in range(n):
            for j in range(i + 1, n):
                for way in range(4):
                    if joined(desk, digit, i, j, way, form):
                        strike(desk, digit, desk[JOINED + 1], desk[JOINED + 2])
                        return True
    return False


@called
def two_string_kite(desk: Desk) -> int:
    """Of the kites of a digit on the same two cells of a box, take the smallest group.

    Return 2 if there are more than can be noted.
    """
    noted = 0
    for digit in range(9):
        n = strong_links(desk, digit, BOX)
        for i in range(n):
            for j in range(i + 1, n):
                for way in range(4):
                    if joined(desk, digit, i, j, way, KITE):
                        if noted == MOST_KITES:
                            return 2
                        row = KITES + 4 * noted
                        desk[row] = digit
                        for k in range(3):
                            desk[row + 1 + k] = desk[JOINED + k]
                        noted += 1
    return smallest_kites(desk, noted)


@called
def smallest_kites(desk: Desk, noted: int) -> int:
    """Carry out the first of the smallest groups: pair of cells after pair, each digit by digit."""
    best, best_size = -1, MOST_NOTES
    for i in range(noted):
        is_first_of_pair = True
        for j in range(i):
            is_first_of_pair &= not same(desk, i, j, False)
        if not is_first_of_pair:
            continue
        for j in range(i, noted):
            size = 0
            for k in range(noted):
                size += same(desk, j, k, True)
            if same(desk, i, j, False) and size < best_size:
                best, best_size = j, size
    if best < 0:
        return 0
    for k in range(noted):
        if same(desk, best, k, True):
            row = KITES + 4 * k
            strike(desk, desk[row], desk[row + 2], desk[row + 3])
    return 1


@called
def same(desk: Desk, first: int, second: int, digit_too: bool) -> bool:
    """Return whether two kites are on the same cells of a box."""
    one, other = KITES + 4 * first, KITES + 4 * second
    return desk[one + 1] == desk[other + 1] and (not digit_too or desk[one] == desk[other])


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
            if not n or COUNT[desk[PLACES + 27 * digit + BOX + box]] < 2:
                continue
            size = 0
            for crossing in range(18):
                size = rectangles_at(desk, digit, box, crossing, n, size)
                if size == MOST_KITES:
                    return 2
            if size and size < best_size:
                best_size, best_low, best_high = size, 0, 0
                for i in range(size):
                    best_low |= desk[KITES + 4 * i]
                    best_high |= desk[KITES + 4 * i + 1]
        if best_low | best_high:
            strike(desk, digit, best_low, best_high)
            return 1
    return 0


@called
def rectangles_at(desk: Desk, digit: int, box: int, crossing: int, n: int, size: int) -> int:
    """Note what a row and a column through a box eliminate with `n` links; return the new size."""
    row_at, column_at, is_row = crossing // 6, crossing // 2 % 3, crossing % 2 == 0
    in_box = desk[PLACES + 27 * digit + BOX + box]
    in_row, in_column = in_box & 0o7 << 3 * row_at, in_box & 0o111 << column_at
    if in_box & ~(in_row | in_column) or not in_row & ~in_column or not in_column & ~in_row:
        return size
    row, column = box // 3 * 3 + row_at, COLUMN + box % 3 * 3 + column_at
    across, along = (row, column) if is_row else (column, row)
    outside = ~(0o7 << 3 * (box // 3 if is_row else box % 3))
    positions = desk[PLACES + 27 * digit + along] & outside
    for i in range(2 * n):
        start = desk[LINKS + 3 * (i // 2) + 1 + i % 2]
        end = desk[LINKS + 3 * (i // 2) + 2 - i % 2]
        if HOUSE_OF[start, 0 if is_row else 1] != across:
            continue
        if HOUSE_OF[start, 2] == BOX + box or HOUSE_OF[end, 2] == BOX + box:
            continue
        low = half_cells(along, positions, False) & PEERS_LOW[end]
        high = half_cells(along, positions, True) & PEERS_HIGH[end]
        is_new = (low | high) != 0
        for j in range(size):
            if desk[KITES + 4 * j] == low and desk[KITES + 4 * j + 1] == high:
                is_new = False
        if is_new and size < MOST_KITES:
            desk[KITES + 4 * size] = low
            desk[KITES + 4 * size + 1] = high
            size += 1
    return size


@called
def has_bridge(desk: Desk, digit: int, first: int, second: int) -> bool:
    """Return whether a strong link on a digit joins two cells."""
    for house in range(27):
        positions = desk[PLACES + 27 * digit + house]
        if COUNT[positions] == 2:
            one = HOUSES[9 * house + LOWEST[positions]]
            other = HOUSES[9 * house + LOWEST[positions & positions - 1]]
            if (SEES[first, one] and SEES[second, other]) or (
                SEES[first, other] and SEES[second, one]
            ):
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
    """Look for two cells alike with a strong link between them."""
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
    """Look for the one extra of a board on which all other cells have two candidates."""
    low, high = desk[OPEN], desk[OPEN + 1]
    large = -1
    while low | high:
        cell = first_cell(low, high)
        low &= ~low_bit(cell)
        high &= ~high_bit(cell)
        size = COUNT[desk[CELLS + cell]]
        if size < 2 or size > 3 or (size == 3 and large >= 0):
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
    """Look for chains of cells with the same two candidates."""
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
def remote_pair_step(desk: Desk, pair: int, n: int, members: int, cells: int, colours: int) -> bool:
    """Eliminate what sees two cells of unlike colour that do not see each other."""
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
