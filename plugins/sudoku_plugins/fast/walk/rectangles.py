"""The first unique, hidden or avoidable rectangle; see `patterns`."""

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_cells,
    called,
    compiled,
    first_of,
    size_of,
)
from sudoku_plugins.fast.walk.board import (
    COUNT,
    HOUSE_OF,
    HOUSES,
    LOWEST,
    Desk,
    board_of,
    cells_in,
    cells_of,
    has,
    has_any,
    house_cells,
    peers,
    store,
    strike_all,
)
from sudoku_plugins.fast.walk.patterns import add_set, chosen_names, next_group, sees

WORST = 1 << 20


@called
def weigh(desk: Desk, rank: int, digits: int, cells: Set) -> None:
    """Note a step that eliminates digits in cells if no other rests on fewer candidates."""
    if rank <= desk.rank and has_any(desk, digits, cells):
        is_same = desk.lost_digits == digits and cells_in(desk.losers) == cells
        desk.has_rival = rank == desk.rank and (desk.has_rival != 0 or not is_same)
        desk.rank, desk.lost_digits = rank, digits
        store(desk.losers, cells)


@called
def rectangle(desk: Desk, kind: int) -> int:
    """Take the smallest unique rectangle of a type, or hidden one (7); 2 if there are several."""
    desk.rank, desk.has_rival = WORST, 0
    for first in range(81):
        pair = desk.masks[first]
        for opposite in range(81 if COUNT[pair] == 2 else 0):
            beside, below = corners_between(first, opposite)
            masks = desk.masks[beside] & pair, desk.masks[below] & pair
            if below < 0 or not masks[0] or not masks[1] or not desk.masks[opposite] & pair:
                continue
            rank, corners, roof, extra = 0, as_cells(0), as_cells(0), 0
            for cell in (first, beside, below, opposite):
                rank += COUNT[desk.masks[cell]]
                corners |= as_cells(1) << cell
                if desk.masks[cell] & ~pair:
                    roof |= as_cells(1) << cell
                    extra |= desk.masks[cell] & ~pair
            if kind <= 3 or kind == 5:
                by_extras(desk, kind, rank, pair, corners, roof, extra)
            elif kind == 7:
                for cell in (first, beside, below, opposite):
                    by_lines(desk, rank, pair, corners, roof, cell)
            elif size_of(roof) == 2:
                by_confined_digit(desk, kind, rank, pair, corners, roof)
    if desk.rank < WORST and not desk.has_rival:
        return strike_all(desk, desk.lost_digits, cells_in(desk.losers))
    return 2 if desk.rank < WORST else 0


@compiled
def corners_between(first: int, opposite: int) -> tuple[int, int]:
    """Return the other corners of a rectangle in two boxes; a negative one if it is none."""
    beside, below = first // 9 * 9 + opposite % 9, opposite // 9 * 9 + first % 9
    is_in_band, is_in_stack = first // 27 == opposite // 27, first % 9 // 3 == opposite % 9 // 3
    if below in (first, opposite) or is_in_band == is_in_stack:
        return beside, -1
    return beside, below


@called
def by_extras(
    desk: Desk, kind: int, rank: int, pair: int, corners: Set, roof: Set, extra: int
) -> None:
    """Weigh what follows if one of the extras must be true."""
    n, first = size_of(roof), first_of(roof)
    both = seen_by_all(roof)
    is_side = n == 2 and HOUSE_OF[first, 0] == HOUSE_OF[first_of(roof & roof - 1), 0]
    is_side |= n == 2 and HOUSE_OF[first, 1] == HOUSE_OF[first_of(roof & roof - 1), 1]
    if kind == 1 and n == 1:
        weigh(desk, rank, pair & desk.masks[first], roof)
    elif kind in (2, 5) and n > 1 and is_side == (kind == 2) and COUNT[extra] == 1:
        weigh(desk, rank, extra, board_of(desk, LOWEST[extra]) & both)
    for house in range(27 if kind == 3 and is_side and COUNT[extra] > 1 else 0):
        outside = roof & ~house_cells(house)
        for size in range(2, 0 if outside else 5):
            n = 0
            for i in range(9):
                cell = HOUSES[9 * house + i]
                if not corners & as_cells(1) << cell and desk.masks[cell]:
                    n = add_set(desk, n, desk.masks[cell] | extra, i, size)
            while True:
                union = next_group(desk, n, size - 1, size)
                if not union:
                    break
                cells = cells_of(house, chosen_names(desk, size - 1))
                around = seen_by_all(cells) & both
                weigh_group(desk, rank, union, cells, around)


@called
def weigh_group(desk: Desk, rank: int, digits: int, cells: Set, around: Set) -> None:
    """Weigh the step of a subset of `cells` with a roof, with the cells in the same houses."""
    while cells:
        rank += COUNT[desk.masks[first_of(cells)]]
        cells &= cells - 1
    weigh(desk, rank, digits, around)


@called
def seen_by_all(cells: Set) -> Set:
    """Return what sees all of some cells."""
    found = ~as_cells(0) >> 47
    while cells:
        found &= peers(first_of(cells))
        cells &= cells - 1
    return found


@called
def is_confined(desk: Desk, digit: int, house: int, cells: Set) -> bool:
    """Return whether a house must have a digit in one of some cells."""
    places = board_of(desk, digit) & house_cells(house)
    outside = places & ~cells
    return bool(places) and not outside


@called
def by_confined_digit(desk: Desk, kind: int, rank: int, pair: int, corners: Set, roof: Set) -> None:
    """Weigh what follows if a digit of the pair must be in two corners, or in four (type 6)."""
    one, other = first_of(roof), first_of(roof & roof - 1)
    for digit in (LOWEST[pair], LOWEST[pair & pair - 1]):
        for k in range(3):
            first, second = HOUSE_OF[one, k], HOUSE_OF[other, k]
            if kind == 4 and first == second:
                in_both = desk.masks[one] & desk.masks[other] & 1 << digit
                if in_both and is_confined(desk, digit, first, roof):
                    left = pair & ~(1 << digit)
                    weigh(desk, rank, left, board_of(desk, LOWEST[left]) & roof)
            lines = kind == 6 and not sees(one, other) and k < 2
            lines = lines and is_confined(desk, digit, first, corners)
            if lines and is_confined(desk, digit, second, corners):
                weigh(desk, rank, 1 << digit, board_of(desk, digit) & roof)


@called
def by_lines(desk: Desk, rank: int, pair: int, corners: Set, roof: Set, clean: int) -> None:
    """Weigh what follows for the corner opposite a clean one if its lines confine a digit."""
    if size_of(roof) < 2 or roof & as_cells(1) << clean:
        return
    left = corners & ~(peers(clean) | as_cells(1) << clean)
    opposite = first_of(left)
    for digit in (LOWEST[pair], LOWEST[pair & pair - 1]):
        is_in_row = is_confined(desk, digit, HOUSE_OF[opposite, 0], corners)
        is_here = desk.masks[opposite] >> digit & 1
        if is_here and is_in_row and is_confined(desk, digit, HOUSE_OF[opposite, 1], corners):
            weigh(desk, rank, pair & ~(1 << digit), left)


@called
def may_be_avoidable(desk: Desk, n_open: int) -> bool:
    """Return whether there is an avoidable rectangle with one corner open, or two."""
    for opposite in range(81):
        for first in range(81):
            digit = desk.digits[first]
            if not digit or has(desk.given, first) or not desk.masks[opposite] >> digit - 1 & 1:
                continue
            below, beside = corners_between(first, opposite)
            if beside < 0:
                continue
            one, other = desk.digits[beside], desk.digits[below]
            if has(desk.given, beside) or has(desk.given, below) or not one | other:
                continue
            if one and other:
                if n_open == 1 and one == other:
                    return True
                continue
            last = desk.masks[(below if one else beside)]
            extra = desk.masks[opposite] & ~(1 << digit - 1) | last & ~(1 << (one | other) - 1)
            if n_open == 2 and last >> (one | other) - 1 & 1 and COUNT[extra] == 1:
                return True
    return False
