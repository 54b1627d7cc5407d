"""The first step of the usual strategies: singles, locked candidates, subsets, fish, links, wings.

Each function carries out the first step that the strategy of the same name finds, and returns
whether there is one. The strategies tell why; here is only the same order. Those that begin with
`may` only say whether a strategy can find anything at all.
"""

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_cells,
    called,
    first_of,
    size_of,
)
from sudoku_plugins.fast.walk.board import (
    AT,
    COUNT,
    HOUSE_OF,
    HOUSES,
    LINE,
    LOWEST,
    MOST_EFFECTS,
    MOST_KITES,
    Desk,
    board_of,
    cells_in,
    cells_of,
    has_any,
    house_cells,
    peers,
    place,
    store,
    strike,
    strike_all,
)

COLUMN, BOX = 9, 18
"""The first house of each kind."""
LOCKED, NAKED, HIDDEN = range(3)
SKYSCRAPER, TURBOT, KITE = range(3)


@called
def full_house(desk: Desk) -> bool:
    """Fill the first cell that is the last open one of a house."""
    cells = cells_in(desk.singles)
    while cells:
        cell = first_of(cells)
        for k in range(3):
            if desk.open_in[HOUSE_OF[cell, k]] == 1:
                place(desk, cell, LOWEST[desk.masks[cell]])
                return True
        cells &= cells - 1
    return False


@called
def naked_single(desk: Desk) -> bool:
    """Fill the first cell with one candidate."""
    cells = cells_in(desk.singles)
    if cells:
        place(desk, first_of(cells), LOWEST[desk.masks[first_of(cells)]])
        return True
    return False


@called
def hidden_single(desk: Desk) -> bool:
    """Place the first digit with one place in a house."""
    for digit in range(9):
        for house in range(27):
            positions = desk.places[digit, house]
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
    depth = desk.depth
    while depth >= 0:
        chosen = desk.chosen[depth] + 1
        if chosen > n - size + depth:
            depth -= 1
            continue
        desk.chosen[depth] = chosen
        union = desk.union[depth] | desk.sets[chosen]
        if COUNT[union] > most:
            continue
        if depth + 1 < size:
            depth += 1
            desk.chosen[depth] = chosen
            desk.union[depth] = union
        elif COUNT[union] == most:
            desk.depth = depth
            return union
    desk.depth = depth
    return 0


@called
def add_set(desk: Desk, n: int, members: int, name: int, most: int) -> int:
    """Add a set of at most so many members, if it has any; return how many there are.

    With the first one begins the search for groups.
    """
    desk.depth = desk.union[0] = 0
    desk.chosen[0] = -1
    if not members or COUNT[members] > most:
        return n
    desk.sets[n] = members
    desk.names[n] = name
    return n + 1


@called
def chosen_names(desk: Desk, size: int) -> int:
    """Return the names of the sets of a group, as a mask."""
    found = 0
    for i in range(size):
        found |= 1 << desk.names[desk.chosen[i]]
    return found


@called
def subset(desk: Desk, kind: int, size: int) -> bool:
    """Look for cells of a house, or of a crossing, with as many digits, or for the reverse."""
    for frame in range(3 * BOX if kind == LOCKED else 27):
        house = frame // 3 if kind == LOCKED else frame
        n = 0
        for i in range(9):
            if kind == HIDDEN:
                n = add_set(desk, n, desk.places[i, house], i, size)
            elif kind == NAKED or i // 3 == frame % 3:
                n = add_set(desk, n, desk.masks[HOUSES[9 * house + i]], i, size)
        while True:
            union = next_group(desk, n, size, size)
            if not union:
                break
            chosen = chosen_names(desk, size)
            if kind == HIDDEN:
                if strike_all(desk, 511 & ~chosen, cells_of(house, union)):
                    return True
            elif strike_around(desk, kind, house, union, chosen):
                return True
    return False


@called
def strike_around(desk: Desk, kind: int, house: int, digits: int, positions: int) -> bool:
    """Carry out a naked subset; a locked one only if both of its houses lose something."""
    cells, around = cells_of(house, positions), house_cells(house)
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
                n = add_set(desk, n, desk.places[digit, base + i], i, size)
            while True:
                covers = next_group(desk, n, size, size)
                if not covers:
                    break
                bases = lines_at(base, chosen_names(desk, size))
                lost = board_of(desk, digit) & lines_at(COLUMN - base, covers) & ~bases
                if lost:
                    if noted == MOST_EFFECTS:
                        return 2
                    store(desk.effects[noted], lost)
                    noted += 1
        for i in range(noted):
            lost = cells_in(desk.effects[i])
            is_best = True
            for j in range(noted):
                other = cells_in(desk.effects[j])
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
                    left = desk.places[digit, 9 * k + line] & ~(1 << across)
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
            store(desk.untried[row], as_cells(0))
            row += 1
        if row < 9:
            store(desk.free[row], free)
            store(desk.untried[row], free & house_cells(row))
        elif has_all(board, free):
            return free
        else:
            row = 8
        while not cells_in(desk.untried[row]):
            row -= 1
            if row < 0:
                return as_cells(0)
        choices = cells_in(desk.untried[row])
        store(desk.untried[row], choices & choices - 1)
        free = cells_in(desk.free[row]) & ~peers(first_of(choices))


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
    desk.n_kites = 0
    for digit in range(9):
        n = 0
        for house in range(27 if form == TURBOT else BOX):
            positions = desk.places[digit, house]
            if COUNT[positions] == 2:
                desk.links[n, 0] = house
                desk.links[n, 1] = HOUSES[9 * house + LOWEST[positions]]
                desk.links[n, 2] = HOUSES[9 * house + LOWEST[positions & positions - 1]]
                n += 1
        for i in range(n):
            for j in range(i + 1, n):
                for way in range(4):
                    a, b = desk.links[i], desk.links[j]
                    start, one = a[1 + way // 2], a[2 - way // 2]
                    other, end = b[1 + way % 2], b[2 - way % 2]
                    if start in (other, end) or one in (other, end):
                        continue
                    lost = board_of(desk, digit) & peers(start) & peers(end)
                    if (
                        lost
                        and peers(one) & as_cells(1) << other
                        and form_of(a[0], b[0], one, other) == form
                    ):
                        if form != KITE:
                            return strike(desk, digit, lost)
                        note_kite(desk, digit, min(one, other) * 81 + max(one, other), lost)
    return first_kite(desk) if form == KITE else 0


@called
def note_kite(desk: Desk, digit: int, tie: int, lost: Set) -> None:
    """Note a kite, with the number of its two cells in a box."""
    n = desk.n_kites
    if n < MOST_KITES:
        desk.kites[n, 0], desk.kites[n, 1] = tie, digit
        store(desk.kite_losers[n], lost)
    desk.n_kites += 1


@called
def first_kite(desk: Desk) -> int:
    """Carry out the smallest group of kites with the same cells and digit, or the first of them."""
    least, best = 1 << 62, as_cells(0)
    if desk.n_kites > MOST_KITES:
        return 2
    for i in range(desk.n_kites):
        tie, digit = desk.kites[i, 0], desk.kites[i, 1]
        number, first, lost = 0, -1, as_cells(0)
        for j in range(desk.n_kites):
            if desk.kites[j, 0] == tie:
                first = j if first < 0 else first
                if desk.kites[j, 1] == digit:
                    number += 1
                    lost |= cells_in(desk.kite_losers[j])
        rank = (number << 20) + (first << 4) + digit
        if rank < least:
            least, best = rank, lost
    return strike(desk, least & 15, best) if desk.n_kites else 0


@called
def bent_set(desk: Desk, everywhere: int) -> bool:
    """Bent sets of three cells, with the loose digit in all of them or not."""
    n = 0
    for cell in range(81):
        if 2 <= COUNT[desk.masks[cell]] <= 3:
            desk.few[n] = cell
            n += 1
    for i in range(n):
        a = desk.few[i]
        in_a = desk.masks[a]
        for j in range(i + 1, n):
            b = desk.few[j]
            in_b = desk.masks[b]
            if COUNT[in_a | in_b] != 3 or not sees(a, b):
                continue
            for k in range(n):
                c = desk.few[k]
                in_c = desk.masks[c]
                if in_c & ~(in_a | in_b) or c in (a, b) or sees(a, c) == sees(b, c):
                    continue
                far = b if sees(a, c) else a
                loose = in_c & desk.masks[far]
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
        if COUNT[desk.places[digit, house]] == 2:
            places = board_of(desk, digit) & house_cells(house)
            one, other = places & peers(first), places & peers(second)
            if one and other and (one != other or one == places):
                return True
    return False


@called
def alike(desk: Desk, cell: int) -> Set:
    """Return the cells with the two candidates of this one, none if it is not the first of them."""
    found = as_cells(0)
    for other in range(81 if COUNT[desk.masks[cell]] == 2 else 0):
        if desk.masks[other] == desk.masks[cell]:
            if other < cell:
                return as_cells(0)
            found |= as_cells(1) << other
    return found


@called
def w_wing(desk: Desk) -> bool:
    """Look for two cells alike with a strong link between them."""
    for cell in range(81):
        pair, firsts = desk.masks[cell], alike(desk, cell)
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
            if strike_all(desk, desk.masks[cell], lost & ~members):
                return True
    return False


@called
def empty_rectangle(desk: Desk) -> int:
    """Of the boxes of a digit take the first with the fewest effects; 2 if there are too many."""
    for digit in range(9):
        board, best_size, best = board_of(desk, digit), MOST_EFFECTS, as_cells(0)
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
            if size >= MOST_EFFECTS:
                return 2
            if size and size < best_size:
                best_size, best = size, as_cells(0)
                for i in range(size):
                    best |= cells_in(desk.effects[i])
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
        if COUNT[desk.places[digit, house]] != 2 or places & ~outside:
            continue
        starts = places & house_cells(across)
        while starts:
            end = places ^ as_cells(1) << first_of(starts)
            starts &= starts - 1
            lost = board & house_cells(along) & outside & peers(first_of(end))
            is_new = bool(lost) and size < MOST_EFFECTS
            for j in range(size):
                if cells_in(desk.effects[j]) == lost:
                    is_new = False
            if is_new:
                store(desk.effects[size], lost)
                size += 1
    return size


@called
def bug_plus_1(desk: Desk) -> bool:
    """Look for the cell with three candidates; the others have two, and so have the houses."""
    n = corner = 0
    for cell in range(81):
        if COUNT[desk.masks[cell]] == 2:
            n += 1
        elif desk.masks[cell]:
            corner = cell
    mask, extra, surplus = desk.masks[corner], -1, 0
    if n != desk.n_open - 1 or COUNT[mask] != 3:
        return False
    for digit in range(9):
        for house in range(27):
            places = COUNT[desk.places[digit, house]]
            if places == 1 or places > 3:
                return False
            if places == 3:
                surplus += 1
                extra = digit
    for k in range(3):
        is_here = extra >= 0 and mask >> extra & 1
        if not is_here or COUNT[desk.places[extra, HOUSE_OF[corner, k]]] != 3:
            return False
    return surplus == 3 and strike_all(desk, mask & ~(1 << extra), as_cells(1) << corner)
