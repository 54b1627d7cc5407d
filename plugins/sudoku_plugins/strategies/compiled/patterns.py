"""The first step of the usual strategies: singles, locked candidates, subsets, fish, links, wings.

Each function carries out the first step that the strategy of the same name finds, and returns
whether there is one. The strategies tell why; here is only the same order. Those that begin with
`may` only say whether a strategy can find anything at all.
"""

from __future__ import annotations

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_cells,
    called,
    cells_at,
    compiled,
    first_of,
    put,
    size_of,
)
from sudoku_plugins.strategies.compiled.desk import (
    CELLS,
    CHOSEN,
    DEPTH,
    DIGITS,
    GIVEN,
    MOST_NOTES,
    N_OPEN,
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
    HOUSE_OF,
    LOWEST,
    board_of,
    cells_in,
    has_any,
    place,
    strike,
    strike_all,
)
from sudoku_plugins.strategies.compiled.tables import (
    COUNT,
    HOUSES,
    LINE,
    Desk,
    has,
    house_cells,
    peers,
)

COLUMN, BOX = 9, 18
"""The first house of each kind."""
LOCKED, NAKED, HIDDEN = range(3)
SKYSCRAPER, TURBOT, KITE = range(3)

BOX_NOTES = NOTES + 3 * 64
"""Where the second of two lists of choices is."""
N_KITES = NOTES + 3 * 27
"""The number of kites; each has the number of its cells in a box, a digit, what it eliminates."""
KITES = N_KITES + 1
BEST = NOTES
"""On how many candidates the best step rests; its digits, its cells, whether others are as good."""
WORST = 1 << 20


@called
def full_house(desk: Desk) -> bool:
    """Fill the first cell that is the last open one of a house."""
    cells = cells_at(desk, SINGLES)
    while cells:
        cell = first_of(cells)
        for k in range(3):
            if desk[OPEN_IN + HOUSE_OF[cell, k]] == 1:
                place(desk, cell, LOWEST[desk[CELLS + cell]])
                return True
        cells &= cells - 1
    return False


@called
def naked_single(desk: Desk) -> bool:
    """Fill the first cell with one candidate."""
    cells = cells_at(desk, SINGLES)
    if cells:
        place(desk, first_of(cells), LOWEST[desk[CELLS + first_of(cells)]])
        return True
    return False


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
    for i in range(27):
        house = (BOX + i) % 27
        for digit in range(9):
            cells = board_of(desk, digit) & house_cells(house)
            if not cells:
                continue
            for k in range(0 if house >= BOX else 2, 2 if house >= BOX else 3):
                other = house_cells(HOUSE_OF[first_of(cells), k])
                outside = cells & ~other
                if not outside and strike(desk, digit, other & ~cells):
                    return True
    return False


@called
def next_group(desk: Desk, n: int, size: int, most: int) -> int:
    """Return what the next group of `size` of the `n` sets has together: `most` members, else 0."""
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
def add_set(desk: Desk, n: int, members: int, name: int, most: int) -> int:
    """Add a set of at most so many members, if it has any; return how many there are.

    With the first one begins the search for groups.
    """
    desk[DEPTH] = desk[UNION] = 0
    desk[CHOSEN] = -1
    if not members or COUNT[members] > most:
        return n
    desk[SETS + n] = members
    desk[NAMES + n] = name
    return n + 1


@called
def chosen_names(desk: Desk, size: int) -> int:
    """Return the names of the sets of a group, as a mask."""
    found = 0
    for i in range(size):
        found |= 1 << desk[NAMES + desk[CHOSEN + i]]
    return found


@called
def subset(desk: Desk, kind: int, size: int) -> bool:
    """Look for cells of a house, or of a crossing, with as many digits, or for the reverse."""
    for frame in range(3 * BOX if kind == LOCKED else 27):
        house = frame // 3 if kind == LOCKED else frame
        n = 0
        for i in range(9):
            if kind == HIDDEN:
                n = add_set(desk, n, desk[PLACES + 27 * i + house], i, size)
            elif kind == NAKED or i // 3 == frame % 3:
                n = add_set(desk, n, desk[CELLS + HOUSES[9 * house + i]], i, size)
        while True:
            union = next_group(desk, n, size, size)
            if not union:
                break
            chosen = chosen_names(desk, size)
            if kind == HIDDEN:
                if strike_all(desk, 511 & ~chosen, cells_in(house, union)):
                    return True
            elif strike_around(desk, kind, house, union, chosen):
                return True
    return False


@called
def strike_around(desk: Desk, kind: int, house: int, digits: int, positions: int) -> bool:
    """Carry out a naked subset; a locked one only if both of its houses lose something."""
    cells, around = cells_in(house, positions), house_cells(house)
    if house >= BOX:
        if LINE[positions]:  # found in the line before
            return False
    elif not positions & ~(0o7 << LOWEST[positions] // 3 * 3):
        box = house_cells(HOUSE_OF[first_of(cells), 2])
        if kind == LOCKED and not (
            has_any(desk, digits, around & ~cells) and has_any(desk, digits, box & ~cells)
        ):
            return False
        around |= box
    return strike_all(desk, digits, around & ~cells)


@called
def lines_at(first: int, positions: int) -> Set:
    """Return the cells of some lines, by their positions from the first on."""
    cells = as_cells(0)
    while positions:
        cells |= house_cells(first + LOWEST[positions])
        positions &= positions - 1
    return cells


@called
def basic_fish(desk: Desk, size: int) -> int:
    """Take the first fish whose effect is not a part of another's; 2 if there are too many."""
    for digit in range(9):
        noted = 0
        for base in range(0, BOX, 9):
            n = 0
            for i in range(9):
                n = add_set(desk, n, desk[PLACES + 27 * digit + base + i], i, size)
            while True:
                covers = next_group(desk, n, size, size)
                if not covers:
                    break
                bases = lines_at(base, chosen_names(desk, size))
                lost = board_of(desk, digit) & lines_at(COLUMN - base, covers) & ~bases
                if lost:
                    if 2 * noted + 2 > MOST_NOTES:
                        return 2
                    put(desk, NOTES + 2 * noted, lost)
                    noted += 1
        for i in range(noted):
            lost = cells_at(desk, NOTES + 2 * i)
            is_best = True
            for j in range(noted):
                other = cells_at(desk, NOTES + 2 * j)
                outside = lost & ~other
                if not outside and lost != other:
                    is_best = False
            if is_best:
                strike(desk, digit, lost)
                return 1
    return 0


@called
def may_have_finned_fish(desk: Desk, size: int) -> bool:
    """Return whether a digit in some cell leaves `size` lines one cover line too few."""
    for digit in range(9):
        cells = board_of(desk, digit)
        while cells:
            cell = first_of(cells)
            cells &= cells - 1
            for k in range(2):
                own, across = AT[cell, 1 - k], AT[cell, k]
                n = 0
                for line in range(9):
                    left = desk[PLACES + 27 * digit + 9 * k + line] & ~(1 << across)
                    if line == own:
                        continue
                    if line // 3 == own // 3:
                        left &= ~(0o7 << across // 3 * 3)
                    n = add_set(desk, n, left, line, size - 1)
                if n >= size and next_group(desk, n, size, size - 1):
                    return True
    return False


@called
def has_false_place(desk: Desk) -> bool:
    """Return whether a place of a digit is in no template: if not, no look at one digit helps."""
    for digit in range(9):
        left = board_of(desk, digit)
        while left:
            template = template_with(desk, board_of(desk, digit), first_of(left))
            if not template:
                return True
            left &= ~template
    return False


@called
def template_with(desk: Desk, board: Set, cell: int) -> Set:
    """Return a place in each house that has any, a `cell` among them; empty if there is no way.

    By row: what can still be chosen, and what is still to be tried.
    """
    row, free = -1, board & ~peers(cell)
    while True:
        row += 1
        while row < 9 and not board & house_cells(row):
            put(desk, NOTES + 4 * row + 2, as_cells(0))
            row += 1
        if row < 9:
            put(desk, NOTES + 4 * row, free)
            put(desk, NOTES + 4 * row + 2, free & house_cells(row))
        elif has_all(board, free):
            return free
        else:
            row = 8
        while not cells_at(desk, NOTES + 4 * row + 2):
            row -= 1
            if row < 0:
                return as_cells(0)
        choices = cells_at(desk, NOTES + 4 * row + 2)
        put(desk, NOTES + 4 * row + 2, choices & choices - 1)
        free = cells_at(desk, NOTES + 4 * row) & ~peers(first_of(choices))


@called
def has_all(board: Set, chosen: Set) -> bool:
    """Return whether each house that has places has a chosen one."""
    for house in range(27):
        places = board & house_cells(house)
        if places and not places & chosen:
            return False
    return True


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
def turbot(desk: Desk, form: int) -> int:
    """Look for two links of a digit that are joined; 2 if there are too many kites."""
    desk[N_KITES] = 0
    for digit in range(9):
        n = 0
        for house in range(27 if form == TURBOT else BOX):
            positions = desk[PLACES + 27 * digit + house]
            if COUNT[positions] == 2:
                desk[NOTES + 3 * n] = house
                desk[NOTES + 3 * n + 1] = HOUSES[9 * house + LOWEST[positions]]
                desk[NOTES + 3 * n + 2] = HOUSES[9 * house + LOWEST[positions & positions - 1]]
                n += 1
        for i in range(n):
            for j in range(i + 1, n):
                for way in range(4):
                    a, b = NOTES + 3 * i, NOTES + 3 * j
                    start, one = desk[a + 1 + way // 2], desk[a + 2 - way // 2]
                    other, end = desk[b + 1 + way % 2], desk[b + 2 - way % 2]
                    if start in (other, end) or one in (other, end):
                        continue
                    lost = board_of(desk, digit) & peers(start) & peers(end)
                    if (
                        lost
                        and peers(one) & as_cells(1) << other
                        and form_of(desk[a], desk[b], one, other) == form
                    ):
                        if form != KITE:
                            return strike(desk, digit, lost)
                        note_kite(desk, digit, min(one, other) * 81 + max(one, other), lost)
    return first_kite(desk) if form == KITE else 0


@called
def note_kite(desk: Desk, digit: int, tie: int, lost: Set) -> None:
    """Note a kite, with the number of its two cells in a box."""
    at = KITES + 4 * desk[N_KITES]
    if at + 4 <= NOTES + MOST_NOTES:
        desk[at], desk[at + 1] = tie, digit
        put(desk, at + 2, lost)
    desk[N_KITES] += 1


@called
def first_kite(desk: Desk) -> int:
    """Carry out the smallest group of kites with the same cells and digit, or the first of them."""
    least = 1 << 62
    if KITES + 4 * desk[N_KITES] > NOTES + MOST_NOTES:
        return 2
    for i in range(desk[N_KITES]):
        at, number, first = KITES + 4 * i, 0, -1
        lost = as_cells(0)
        for j in range(desk[N_KITES]):
            other = KITES + 4 * j
            if desk[other] == desk[at]:
                first = j if first < 0 else first
                if desk[other + 1] == desk[at + 1]:
                    number += 1
                    lost |= cells_at(desk, other + 2)
        rank = (number << 20) + (first << 4) + desk[at + 1]
        if rank < least:
            least = rank
            put(desk, BEST + 2, lost)
    return strike(desk, least & 15, cells_at(desk, BEST + 2)) if desk[N_KITES] else 0


@called
def bent_set(desk: Desk, everywhere: int) -> bool:
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
            if COUNT[in_a | in_b] != 3 or not sees(a, b):
                continue
            for k in range(n):
                c = desk[NOTES + k]
                in_c = desk[CELLS + c]
                if in_c & ~(in_a | in_b) or c in (a, b) or sees(a, c) == sees(b, c):
                    continue
                far = b if sees(a, c) else a
                loose = in_c & desk[CELLS + far]
                if COUNT[loose] != 1 or COUNT[in_a | in_c] < 3 or COUNT[in_b | in_c] < 3:
                    continue
                if (loose & in_a & in_b != 0) != (everywhere != 0):
                    continue
                lost = peers(c) & peers(far)
                if everywhere:
                    lost &= peers(a + b - far)
                if strike(desk, LOWEST[loose], lost):
                    return True
    return False


@called
def sees(one: int, other: int) -> bool:
    """Return whether two cells see each other."""
    return bool(peers(one) & as_cells(1) << other)


@called
def has_bridge(desk: Desk, digit: int, first: int, second: int) -> bool:
    """Return whether a strong link on a digit joins two cells."""
    for house in range(27):
        if COUNT[desk[PLACES + 27 * digit + house]] == 2:
            places = board_of(desk, digit) & house_cells(house)
            one, other = places & peers(first), places & peers(second)
            if one and other and (one != other or one == places):
                return True
    return False


@called
def alike(desk: Desk, cell: int) -> Set:
    """Return the cells with the two candidates of this one, none if it is not the first of them."""
    found = as_cells(0)
    for other in range(81 if COUNT[desk[CELLS + cell]] == 2 else 0):
        if desk[CELLS + other] == desk[CELLS + cell]:
            if other < cell:
                return as_cells(0)
            found |= as_cells(1) << other
    return found


@called
def w_wing(desk: Desk) -> bool:
    """Look for two cells alike with a strong link between them."""
    for cell in range(81):
        pair, firsts = desk[CELLS + cell], alike(desk, cell)
        while firsts:
            first = first_of(firsts)
            firsts &= firsts - 1
            seconds = firsts & ~peers(first)
            while seconds:
                second = first_of(seconds)
                seconds &= seconds - 1
                for way in range(2):
                    digit, other = LOWEST[pair], LOWEST[pair & pair - 1]
                    if way:
                        digit, other = other, digit
                    lost = board_of(desk, digit) & peers(first) & peers(second)
                    if lost and has_bridge(desk, other, first, second):
                        return strike(desk, digit, lost)
    return False


@called
def around(cells: Set) -> Set:
    """Return what sees any of some cells."""
    found = as_cells(0)
    while cells:
        found |= peers(first_of(cells))
        cells &= cells - 1
    return found


@called
def remote_pair(desk: Desk) -> bool:
    """Look for chains of cells alike, in two colours; each begins where the fewest are in sight."""
    for cell in range(81):
        group = alike(desk, cell)
        left = group if size_of(group) > 3 else as_cells(0)
        while left:
            one, other, fewest, starts = as_cells(0), as_cells(0), 81, left
            while starts:
                bonds = size_of(group & peers(first_of(starts)))
                if 0 < bonds < fewest:
                    one, fewest = as_cells(1) << first_of(starts), bonds
                starts &= starts - 1
            if not one:
                break
            for _ in range(size_of(group)):
                other |= group & around(one)
                one |= group & around(other)
            left &= ~(one | other)
            lost, members, is_odd = as_cells(0), one | other, bool(one & other)
            while one and not is_odd:
                first = first_of(one)
                one &= one - 1
                seconds = other & ~peers(first)
                lost |= peers(first) & around(seconds)
            if strike_all(desk, desk[CELLS + cell], lost & ~members):
                return True
    return False


@called
def empty_rectangle(desk: Desk) -> int:
    """Of the boxes of a digit take the first with the fewest effects; 2 if there are too many."""
    for digit in range(9):
        board, best_size, best = board_of(desk, digit), MOST_NOTES // 2, as_cells(0)
        for box in range(BOX, 27):
            size = 0
            for crossing in range(18):
                row = (box - BOX) // 3 * 3 + crossing // 6
                column = COLUMN + (box - BOX) % 3 * 3 + crossing // 2 % 3
                inside = board & house_cells(box)
                above, beside = inside & ~house_cells(row), inside & ~house_cells(column)
                if above and beside and not above & beside:
                    if crossing % 2:
                        row, column = column, row
                    size = add_effects(desk, digit, row, column, box, size)
            if size >= MOST_NOTES // 2:
                return 2
            if size and size < best_size:
                best_size, best = size, as_cells(0)
                for i in range(size):
                    best |= cells_at(desk, NOTES + 2 * i)
        if best:
            strike(desk, digit, best)
            return 1
    return 0


@called
def add_effects(desk: Desk, digit: int, across: int, along: int, box: int, size: int) -> int:
    """Note what links that begin in the line `across` a box eliminate `along` the other one."""
    board, outside = board_of(desk, digit), ~house_cells(box)
    for house in range(BOX):
        places = board & house_cells(house)
        if COUNT[desk[PLACES + 27 * digit + house]] != 2 or places & ~outside:
            continue
        starts = places & house_cells(across)
        while starts:
            end = places ^ as_cells(1) << first_of(starts)
            starts &= starts - 1
            lost = board & house_cells(along) & outside & peers(first_of(end))
            is_new = bool(lost) and 2 * size + 2 <= MOST_NOTES
            for j in range(size):
                if cells_at(desk, NOTES + 2 * j) == lost:
                    is_new = False
            if is_new:
                put(desk, NOTES + 2 * size, lost)
                size += 1
    return size


@called
def bug_plus_1(desk: Desk) -> bool:
    """Look for the cell with three candidates; the others have two, and so have the houses."""
    n = corner = 0
    for cell in range(81):
        if COUNT[desk[CELLS + cell]] == 2:
            n += 1
        elif desk[CELLS + cell]:
            corner = cell
    mask, extra, surplus = desk[CELLS + corner], -1, 0
    if n != desk[N_OPEN] - 1 or COUNT[mask] != 3:
        return False
    for digit in range(9):
        for house in range(27):
            places = COUNT[desk[PLACES + 27 * digit + house]]
            if places == 1 or places > 3:
                return False
            if places == 3:
                surplus += 1
                extra = digit
    for k in range(3):
        is_here = extra >= 0 and mask >> extra & 1
        if not is_here or COUNT[desk[PLACES + 27 * extra + HOUSE_OF[corner, k]]] != 3:
            return False
    return surplus == 3 and strike_all(desk, mask & ~(1 << extra), as_cells(1) << corner)


@called
def weigh(desk: Desk, rank: int, digits: int, cells: Set) -> None:
    """Note a step that eliminates digits in cells if no other rests on fewer candidates."""
    if rank <= desk[BEST] and has_any(desk, digits, cells):
        is_same = desk[BEST + 1] == digits and cells_at(desk, BEST + 2) == cells
        desk[BEST + 4] = rank == desk[BEST] and (desk[BEST + 4] != 0 or not is_same)
        desk[BEST], desk[BEST + 1] = rank, digits
        put(desk, BEST + 2, cells)


@called
def rectangle(desk: Desk, kind: int) -> int:
    """Take the smallest unique rectangle of a type, or hidden one (7); 2 if there are several."""
    desk[BEST], desk[BEST + 4] = WORST, 0
    for first in range(81):
        pair = desk[CELLS + first]
        for opposite in range(81 if COUNT[pair] == 2 else 0):
            beside, below = corners_between(first, opposite)
            masks = desk[CELLS + beside] & pair, desk[CELLS + below] & pair
            if below < 0 or not masks[0] or not masks[1] or not desk[CELLS + opposite] & pair:
                continue
            rank, corners, roof, extra = 0, as_cells(0), as_cells(0), 0
            for cell in (first, beside, below, opposite):
                rank += COUNT[desk[CELLS + cell]]
                corners |= as_cells(1) << cell
                if desk[CELLS + cell] & ~pair:
                    roof |= as_cells(1) << cell
                    extra |= desk[CELLS + cell] & ~pair
            if kind <= 3 or kind == 5:
                by_extras(desk, kind, rank, pair, corners, roof, extra)
            elif kind == 7:
                for cell in (first, beside, below, opposite):
                    by_lines(desk, rank, pair, corners, roof, cell)
            elif size_of(roof) == 2:
                by_confined_digit(desk, kind, rank, pair, corners, roof)
    if desk[BEST] < WORST and not desk[BEST + 4]:
        return strike_all(desk, desk[BEST + 1], cells_at(desk, BEST + 2))
    return 2 if desk[BEST] < WORST else 0


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
        weigh(desk, rank, pair & desk[CELLS + first], roof)
    elif kind in (2, 5) and n > 1 and is_side == (kind == 2) and COUNT[extra] == 1:
        weigh(desk, rank, extra, board_of(desk, LOWEST[extra]) & both)
    for house in range(27 if kind == 3 and is_side and COUNT[extra] > 1 else 0):
        outside = roof & ~house_cells(house)
        for size in range(2, 0 if outside else 5):
            n = 0
            for i in range(9):
                cell = HOUSES[9 * house + i]
                if not corners & as_cells(1) << cell and desk[CELLS + cell]:
                    n = add_set(desk, n, desk[CELLS + cell] | extra, i, size)
            while True:
                union = next_group(desk, n, size - 1, size)
                if not union:
                    break
                cells = cells_in(house, chosen_names(desk, size - 1))
                around = seen_by_all(cells) & both
                weigh_group(desk, rank, union, cells, around)


@called
def weigh_group(desk: Desk, rank: int, digits: int, cells: Set, around: Set) -> None:
    """Weigh the step of a subset of `cells` with a roof, with the cells in the same houses."""
    while cells:
        rank += COUNT[desk[CELLS + first_of(cells)]]
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
                in_both = desk[CELLS + one] & desk[CELLS + other] & 1 << digit
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
        is_here = desk[CELLS + opposite] >> digit & 1
        if is_here and is_in_row and is_confined(desk, digit, HOUSE_OF[opposite, 1], corners):
            weigh(desk, rank, pair & ~(1 << digit), left)


@called
def may_be_avoidable(desk: Desk, n_open: int) -> bool:
    """Return whether there is an avoidable rectangle with one corner open, or two."""
    for opposite in range(81):
        for first in range(81):
            digit = desk[DIGITS + first]
            if not digit or has(desk, GIVEN, first) or not desk[CELLS + opposite] >> digit - 1 & 1:
                continue
            below, beside = corners_between(first, opposite)
            if beside < 0:
                continue
            one, other = desk[DIGITS + beside], desk[DIGITS + below]
            if has(desk, GIVEN, beside) or has(desk, GIVEN, below) or not one | other:
                continue
            if one and other:
                if n_open == 1 and one == other:
                    return True
                continue
            last = desk[CELLS + (below if one else beside)]
            extra = desk[CELLS + opposite] & ~(1 << digit - 1) | last & ~(1 << (one | other) - 1)
            if n_open == 2 and last >> (one | other) - 1 & 1 and COUNT[extra] == 1:
                return True
    return False


@called
def choices(desk: Desk, cells: Set, at: int) -> int:
    """Note the digits and cells of each choice of open ones of some cells; return how many."""
    desk[at] = 0
    put(desk, at + 1, as_cells(0))
    n = 1
    while cells:
        mask = desk[CELLS + first_of(cells)]
        for i in range(n if mask else 0):
            desk[at + 3 * (n + i)] = desk[at + 3 * i] | mask
            chosen = cells_at(desk, at + 3 * i + 1) | as_cells(1) << first_of(cells)
            put(desk, at + 3 * (n + i) + 1, chosen)
        n *= 2 if mask else 1
        cells &= cells - 1
    return n


@called
def may_have_sue_de_coq(desk: Desk) -> bool:
    """Return whether cells around a crossing use up its digits."""
    for line in range(BOX):
        for third in range(3):
            box = HOUSE_OF[HOUSES[9 * line + 3 * third], 2]
            crossing = house_cells(line) & house_cells(box)
            for some in (3, 5, 6, 7):
                middle, held = cells_in(line, some << 3 * third), 0
                for i in range(3):
                    mask = desk[CELLS + HOUSES[9 * line + 3 * third + i]]
                    if some >> i & 1:
                        held = held | mask if mask else -1 << 20
                if held > 0 and COUNT[held] - COUNT[some] > 1:
                    n_line = choices(desk, house_cells(line) & ~crossing, NOTES)
                    n_box = choices(desk, house_cells(box) & ~crossing, BOX_NOTES)
                    if fills(desk, line, box, n_line, n_box, middle, held):
                        return True
    return False


@called
def fills(desk: Desk, line: int, box: int, n_line: int, n_box: int, middle: Set, held: int) -> bool:
    """Return whether sets of both sides take the surplus of a group, and something is lost."""
    surplus, most = COUNT[held] - size_of(middle), COUNT[held] - 2
    for i in range(1, n_line):
        digits = desk[NOTES + 3 * i]
        taken = COUNT[i] - COUNT[digits & ~held]
        if not 0 < taken < surplus or COUNT[digits & held] > most or COUNT[digits] <= COUNT[i]:
            continue
        for j in range(1, n_box):
            others = desk[BOX_NOTES + 3 * j]
            if digits & others & held or COUNT[others & held] > most:
                continue
            if COUNT[j] - COUNT[others & ~held] != surplus - taken or COUNT[others] <= COUNT[j]:
                continue
            left = ~(middle | cells_at(desk, NOTES + 3 * i + 1))
            left &= ~cells_at(desk, BOX_NOTES + 3 * j + 1)
            if has_any(desk, held & ~others | digits, house_cells(line) & left) or has_any(
                desk, held & ~digits | others, house_cells(box) & left
            ):
                return True
    return False
