"""The first chain of almost locked sets: the twin of `als.linked_sets`, which explains the names.

Sets and ends are numbers here too.
"""

from __future__ import annotations

from typing import Any

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_candidates,
    as_cells,
    called,
    candidates_at,
    cells_at,
    compiled,
    first_of,
    put,
    size_of,
)
from sudoku_plugins.strategies.analysis.almost_locked_sets import MOST_SETS
from sudoku_plugins.strategies.compiled.shortest_chains import CHAIN_WORDS
from sudoku_plugins.strategies.compiled.tables import (
    COUNT,
    HOUSES,
    LINE,
    SET,
    Desk,
    add,
    has,
    in_digit,
    of_digit,
    peers,
    plane,
    rank_of,
)

MOST_LISTED = 5000
MOST_ENDS = 2500
MOST_LINKED = 768
"""Boards with more sets, ends or linked ends are for Python."""
MOST_CHAIN = 20

KNOWN = CHAIN_WORDS
"""The board that the tables are about."""
N_SETS = KNOWN + SET
N_LINKED = N_SETS + 1
MASKS = N_LINKED + 1
"""By cell, its digits."""
UNION = MASKS + 81
"""By some cells of a house, their digits."""
SETS = UNION + 512
"""By set: two words of its cells, its digits."""
NEAR = SETS + 3 * MOST_LISTED
"""By set, the candidates that see all places of their digit in it."""
END_OF = NEAR + SET * MOST_SETS
"""By set and digit, the end, later the linked end; -1 for none."""
ENDS = END_OF + 9 * MOST_SETS
"""By end: two words of its cells, two of the cells that they see, digit, number as a linked end."""
LINKED = ENDS + 6 * MOST_ENDS
"""The ends that see another one, in order."""
HOLDERS = LINKED + MOST_LINKED
"""By linked end, the sets that have it."""
NEAR_END = HOLDERS + SET * MOST_LINKED
"""By linked end, what its sets see, other than its digit."""
COMMONS = NEAR_END + SET * MOST_LINKED
FOLLOWING = COMMONS + SET * MOST_LINKED
LAST = FOLLOWING + SET * MOST_LINKED
"""By linked end, those that are false from the last link on."""
PASSED = LAST + SET * MOST_LINKED
"""By linked end, those that are false from any link on."""
LAYERS = PASSED + SET * MOST_LINKED
"""By link of one chain, the ends that are false from it on."""
BEST = LAYERS + SET * MOST_CHAIN
"""The rank of the best chain yet, its size, sets and ends as one number, what it eliminates."""
SET_WORDS = BEST + 2 + SET

NOTHING = 1 << 62
JOINTS, LOST = 41, 80
"""Where a result has the digits of joints, and what is eliminated; its sets are before them."""
RESULT_WORDS = LOST + SET


@called
def list_sets(desk: Desk, board: Set) -> int:
    """List the sets, those of the fewest cells first; return their number, -1 for too many."""
    n = 0
    for cell in range(81):
        desk[MASKS + cell] = 0
    for digit in range(9):
        cells = of_digit(board, digit)
        while cells:
            desk[MASKS + first_of(cells)] |= 1 << digit
            cells &= cells - 1
    for house in range(27):
        m = positions = 0
        for i in range(9):
            mask = desk[MASKS + HOUSES[9 * house + i]]
            if mask & mask - 1:
                desk[UNION + (1 << m)] = mask
                positions |= i << 4 * m
                m += 1
        for some in range(1, 1 << m):
            rest = some & some - 1
            union = desk[UNION + (some ^ rest)]
            if rest:
                union |= desk[UNION + rest]
                desk[UNION + some] = union
            size = COUNT[some]
            if COUNT[union] != size + 1 or (size == 1 and house >= 9):
                continue
            cells, where = as_cells(0), 0
            for i in range(m):
                if some >> i & 1:
                    where |= 1 << (positions >> 4 * i & 15)
                    cells |= as_cells(1) << HOUSES[9 * house + (positions >> 4 * i & 15)]
            # A line has listed it already.
            if house >= 18 and LINE[where]:
                continue
            if n == MOST_LISTED:
                return -1
            put(desk, SETS + 3 * n, as_cells(size) << 81 | cells)
            desk[SETS + 3 * n + 2] = union
            n += 1
    return sorted_sets(desk, n)


@called
def sorted_sets(desk: Desk, n: int) -> int:
    """Sort the sets by their size and cells; return how many are small enough to be kept."""
    gap = 1093
    while gap:
        for i in range(gap, n):
            key, digits = cells_at(desk, SETS + 3 * i), desk[SETS + 3 * i + 2]
            at = SETS + 3 * i
            while at >= SETS + 3 * gap and key < cells_at(desk, at - 3 * gap):
                put(desk, at, cells_at(desk, at - 3 * gap))
                desk[at + 2] = desk[at - 3 * gap + 2]
                at -= 3 * gap
            put(desk, at, key)
            desk[at + 2] = digits
        gap //= 3
    kept = 0
    for i in range(n):
        size = cells_at(desk, SETS + 3 * i) >> 81
        if i == n - 1 or cells_at(desk, SETS + 3 * i + 3) >> 81 != size:
            if kept and i >= MOST_SETS:
                break
            kept = i + 1
    for i in range(kept):
        key = cells_at(desk, SETS + 3 * i)
        put(desk, SETS + 3 * i, key ^ key >> 81 << 81)
    return kept


@called
def list_ends(desk: Desk, board: Set) -> int:
    """List the ends that see candidates, digit by digit; return their number, -1 for too many."""
    n = 0
    for number in range(desk[N_SETS]):
        put(desk, NEAR + SET * number, as_candidates(0))
    for digit in range(9):
        first, places = n, of_digit(board, digit)
        for number in range(desk[N_SETS]):
            desk[END_OF + 9 * number + digit] = -1
            if not desk[SETS + 3 * number + 2] >> digit & 1:
                continue
            cells = cells_at(desk, SETS + 3 * number) & places
            end = first
            while end < n and cells_at(desk, ENDS + 6 * end) != cells:
                end += 1
            if end == n:
                if n == MOST_ENDS:
                    return -1
                seen, left = places, cells
                while left:
                    seen &= peers(first_of(left))
                    left &= left - 1
                put(desk, ENDS + 6 * n, cells)
                put(desk, ENDS + 6 * n + 2, seen)
                desk[ENDS + 6 * n + 4] = digit
                n += 1
            seen = cells_at(desk, ENDS + 6 * end + 2)
            if seen:
                desk[END_OF + 9 * number + digit] = end
                near = candidates_at(desk, NEAR + SET * number) | in_digit(seen, digit)
                put(desk, NEAR + SET * number, near)
    return n


@compiled
def is_common(desk: Desk, one: int, other: int) -> bool:
    """Return whether an end sees all cells of another one of its digit."""
    unseen = cells_at(desk, ENDS + 6 * other) & ~cells_at(desk, ENDS + 6 * one + 2)
    return not unseen


@called
def find_commons(desk: Desk, n: int) -> int:
    """Number the ends that see another one, and note which; return their number."""
    linked = stop = 0
    while stop < n:
        start, before = stop, linked
        while stop < n and desk[ENDS + 6 * stop + 4] == desk[ENDS + 6 * start + 4]:
            stop += 1
        for end in range(start, stop):
            desk[ENDS + 6 * end + 5] = -1
            for other in range(start, stop):
                if is_common(desk, end, other):
                    if linked == MOST_LINKED:
                        return -1
                    desk[ENDS + 6 * end + 5] = linked
                    desk[LINKED + linked] = end
                    linked += 1
                    break
        for one in range(before, linked):
            put(desk, COMMONS + SET * one, as_candidates(0))
            for other in range(before, linked):
                if is_common(desk, desk[LINKED + one], desk[LINKED + other]):
                    add(desk, COMMONS + SET * one, other)
    return linked


@called
def link_ends(desk: Desk) -> None:
    """Note which sets have a linked end, what they see, and the commons of its partners."""
    for one in range(desk[N_LINKED]):
        put(desk, HOLDERS + SET * one, as_candidates(0))
        put(desk, NEAR_END + SET * one, as_candidates(0))
        put(desk, FOLLOWING + SET * one, as_candidates(0))
    for number in range(desk[N_SETS]):
        for digit in range(9):
            end = desk[END_OF + 9 * number + digit]
            if end >= 0:
                desk[END_OF + 9 * number + digit] = desk[ENDS + 6 * end + 5]
        for digit in range(9):
            one = desk[END_OF + 9 * number + digit]
            if one < 0:
                continue
            add(desk, HOLDERS + SET * one, number)
            near = candidates_at(desk, NEAR + SET * number) & ~plane(digit)
            put(desk, NEAR_END + SET * one, candidates_at(desk, NEAR_END + SET * one) | near)
            following = candidates_at(desk, FOLLOWING + SET * one)
            for k in range(9):
                other = desk[END_OF + 9 * number + k]
                if other >= 0 and other != one:
                    following |= candidates_at(desk, COMMONS + SET * other)
            put(desk, FOLLOWING + SET * one, following)


@called
def is_known(desk: Desk, board: Set) -> bool:
    """Make the tables of the board, unless they are there; return whether there is room."""
    desk[BEST] = NOTHING
    if candidates_at(desk, KNOWN) == board:
        return True
    put(desk, KNOWN, as_candidates(0))
    desk[N_SETS] = list_sets(desk, board)
    n = list_ends(desk, board)
    desk[N_LINKED] = find_commons(desk, n)
    if desk[N_SETS] < 0 or n < 0 or desk[N_LINKED] < 0:
        return False
    link_ends(desk)
    put(desk, KNOWN, board)
    return True


@called
def weigh(desk: Desk, lost: Set, first: int, last: int, start: int, stop: int) -> None:
    """Keep the chain that eliminates what is lost, if it comes before the best one."""
    n = size_of(lost)
    if n == 0 or 1000 - n > desk[BEST] >> 32:
        return
    rank = rank_of(lost)
    size = size_of(cells_at(desk, SETS + 3 * first)) + size_of(cells_at(desk, SETS + 3 * last))
    chain = (((size << 12 | first) << 12 | last) << 12 | start) << 12 | stop
    if rank < desk[BEST] or (rank == desk[BEST] and chain < desk[BEST + 1]):
        desk[BEST], desk[BEST + 1] = rank, chain
        put(desk, BEST + 2, lost)


@called
def best_pair(desk: Desk) -> int:
    """Find the best pair of sets with one or two restricted commons; return 2, or 0."""
    for start in range(desk[N_LINKED]):
        stops, lasts = candidates_at(desk, COMMONS + SET * start), as_candidates(0)
        while stops:
            lasts |= candidates_at(desk, HOLDERS + SET * first_of(stops))
            stops &= stops - 1
        firsts = candidates_at(desk, HOLDERS + SET * start)
        while firsts:
            others = lasts & ~(firsts ^ firsts - 1)
            while others:
                weigh_pair(desk, first_of(firsts), first_of(others))
                others &= others - 1
            firsts &= firsts - 1
    return 2 if desk[BEST] != NOTHING else 0


@called
def weigh_pair(desk: Desk, first: int, last: int) -> None:
    """Weigh what two joined sets eliminate."""
    digits = desk[SETS + 3 * first + 2] & desk[SETS + 3 * last + 2]
    joint = more = -1
    while digits:
        digit = first_of(digits)
        digits &= digits - 1
        one, other = desk[END_OF + 9 * first + digit], desk[END_OF + 9 * last + digit]
        if one >= 0 and other >= 0 and has(desk, COMMONS + SET * one, other):
            joint = digit if joint < 0 else joint
            more = digit
    a, b = candidates_at(desk, NEAR + SET * first), candidates_at(desk, NEAR + SET * last)
    shared = plane(joint) | plane(more)
    lost = a & b & ~shared
    if joint != more:
        lost = a & b & shared | (a | b) & ~shared
    weigh(desk, lost, first, last, joint, more)


@called
def complete(desk: Desk, start: int, stop: int) -> None:
    """Weigh the chains that begin and end with these linked ends."""
    both = candidates_at(desk, NEAR_END + SET * start) & candidates_at(desk, NEAR_END + SET * stop)
    firsts = candidates_at(desk, HOLDERS + SET * start)
    while both and firsts:
        first = first_of(firsts)
        firsts &= firsts - 1
        near = candidates_at(desk, NEAR + SET * first) & both
        lasts = candidates_at(desk, HOLDERS + SET * stop)
        while near and lasts:
            last = first_of(lasts)
            lasts &= lasts - 1
            lost = near & candidates_at(desk, NEAR + SET * last)
            if lost and first < last:
                weigh(desk, lost, first, last, start, stop)


@called
def grow(desk: Desk, start: int) -> bool:
    """Make the chains from an end longer by a link; return whether there are any."""
    new, passed = as_candidates(0), candidates_at(desk, PASSED + SET * start)
    last = candidates_at(desk, LAST + SET * start)
    while last:
        new |= candidates_at(desk, FOLLOWING + SET * first_of(last))
        last &= last - 1
    put(desk, LAST + SET * start, new & ~passed)
    put(desk, PASSED + SET * start, new | passed)
    return bool(new & ~passed)


@compiled
def begin(desk: Desk, start: int) -> None:
    """Begin with the chains of one link from an end."""
    put(desk, LAST + SET * start, candidates_at(desk, COMMONS + SET * start))
    put(desk, PASSED + SET * start, candidates_at(desk, COMMONS + SET * start))


@called
def best_chain(desk: Desk, shortest: int, longest: int) -> int:
    """Find the best of the shortest chains that eliminate anything; return their length, or 0."""
    for start in range(desk[N_LINKED]):
        begin(desk, start)
    for length in range(2, longest + 1):
        for start in range(desk[N_LINKED] if length >= shortest else 0):
            stops = candidates_at(desk, LAST + SET * start)
            while stops:
                complete(desk, start, first_of(stops))
                stops &= stops - 1
        if desk[BEST] != NOTHING:
            return length
        has_any = False
        for start in range(desk[N_LINKED]):
            has_any |= grow(desk, start)
        if not has_any:
            return 0
    return 0


@called
def first_chain(desk: Desk, board: Set, shortest: int, longest: int) -> int:
    """Find the first chain of `shortest` to `longest` sets; pairs have rules of their own.

    Return the number of its sets: 0 for no chain, -1 if Python must search.
    """
    if not is_known(desk, board):
        return -1
    return best_pair(desk) if longest == 2 else best_chain(desk, shortest, longest)


@called
def came_from(desk: Desk, layer: Set, stop: int) -> int:
    """Return the smallest set that leads to an end, with the ends before and behind it."""
    least = NOTHING
    while layer:
        came = first_of(layer)
        layer &= layer - 1
        holders = candidates_at(desk, HOLDERS + SET * came)
        while holders:
            number = first_of(holders)
            holders &= holders - 1
            size = size_of(cells_at(desk, SETS + 3 * number))
            for digit in range(9):
                left = desk[END_OF + 9 * number + digit]
                if left not in (-1, came) and has(desk, COMMONS + SET * stop, left):
                    least = min(least, ((size << 12 | number) << 12 | came) << 12 | left)
    return least


@compiled
def digit_of(desk: Desk, linked: int) -> int:
    """Return the digit of a linked end."""
    return desk[ENDS + 6 * desk[LINKED + linked] + 4]


@called
def write_down(desk: Desk, length: int, result: Any) -> None:
    """Write the sets of the best chain and the digits of its joints, and what is eliminated."""
    chain = desk[BEST + 1]
    start, stop = chain >> 12 & 4095, chain & 4095
    put(result, 1, cells_at(desk, SETS + 3 * (chain >> 36 & 4095)))
    put(result, 2 * length - 1, cells_at(desk, SETS + 3 * (chain >> 24 & 4095)))
    put(result, LOST, candidates_at(desk, BEST + 2))
    if length == 2:
        result[JOINTS], result[JOINTS + 1] = start, stop
        return
    begin(desk, start)
    for link in range(length - 1):
        put(desk, LAYERS + SET * link, candidates_at(desk, LAST + SET * start))
        grow(desk, start)
    result[JOINTS], result[JOINTS + 2 * length - 3] = digit_of(desk, start), digit_of(desk, stop)
    for link in range(length - 3, -1, -1):
        least = came_from(desk, candidates_at(desk, LAYERS + SET * link), stop)
        put(result, 3 + 2 * link, cells_at(desk, SETS + 3 * (least >> 24 & 4095)))
        stop = least >> 12 & 4095
        result[JOINTS + 2 * link + 1] = digit_of(desk, stop)
        result[JOINTS + 2 * link + 2] = digit_of(desk, least & 4095)
