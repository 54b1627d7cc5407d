"""The first chain of almost locked sets: the twin of `als.linked_sets`, which explains the names.

Sets and ends are numbers here too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_candidates,
    as_cells,
    called,
    compiled,
    first_of,
    put,
    size_of,
)
from sudoku_plugins.strategies.analysis.almost_locked_sets import MOST_SETS
from sudoku_plugins.strategies.compiled.board import (
    COUNT,
    HOUSES,
    LINE,
    SET,
    Desk,
    add,
    candidates_in,
    cells_in,
    has,
    in_digit,
    of_digit,
    peers,
    plane,
    store,
)

MOST_LISTED = 5000
MOST_ENDS = 2500
MOST_LINKED = 768
"""Boards with more sets, ends or linked ends are for Python."""
MOST_CHAIN = 20

TABLES = np.dtype(
    [
        # The board that the tables are about.
        ("known", np.int64, SET),
        ("n_sets", np.int64),
        ("n_linked", np.int64),
        # By cell, its digits; and by some cells of a house.
        ("masks", np.int64, 81),
        ("union", np.int64, 512),
        # By set, its cells, its digits, and what sees all places of its digit in the set.
        ("cells", np.int64, (MOST_LISTED, 2)),
        ("digits", np.int64, MOST_LISTED),
        ("near", np.int64, (MOST_SETS, SET)),
        # By set and digit, the end, later the linked end; -1 for none.
        ("end_of", np.int64, (MOST_SETS, 9)),
        # By end, its cells, the cells that they see, its digit, and its number as a linked end.
        ("end_cells", np.int64, (MOST_ENDS, 2)),
        ("end_seen", np.int64, (MOST_ENDS, 2)),
        ("end_digit", np.int64, MOST_ENDS),
        ("linked_end", np.int64, MOST_ENDS),
        # The ends that see another one, in order.
        ("linked", np.int64, MOST_LINKED),
        # By linked end, the sets that have it, what they see other than its digit, the linked ends
        # that it sees, and those that its partners see.
        ("holders", np.int64, (MOST_LINKED, SET)),
        ("near_end", np.int64, (MOST_LINKED, SET)),
        ("commons", np.int64, (MOST_LINKED, SET)),
        ("following", np.int64, (MOST_LINKED, SET)),
        # By linked end, those that are false from the last link on, and from any link on.
        ("last", np.int64, (MOST_LINKED, SET)),
        ("passed", np.int64, (MOST_LINKED, SET)),
        # By link of one chain, the ends that are false from it on.
        ("layers", np.int64, (MOST_CHAIN, SET)),
        # Of the best chain yet: rank; size, sets and ends in one number; what it eliminates.
        ("rank", np.int64),
        ("chain", np.int64),
        ("lost", np.int64, SET),
    ]
)
"""The arrays of almost locked sets and their ends."""

NOTHING = 1 << 62
JOINTS, LOST = 41, 80
"""Where a result has the digits of joints, and what is eliminated; its sets are before them."""
RESULT_WORDS = LOST + SET


@called
def rank_of(lost: Set) -> int:
    """Return the key by which `analysis.rank` sorts what chains eliminate."""
    rank, number = 1000 - size_of(lost) << 32, 0
    while lost:
        node = first_of(lost)
        lost &= lost - 1
        rank += node % 81 * (1 + 80 * number) + node // 81 + 1
        number += 1
    return rank


@called
def list_sets(desk: Desk, board: Set) -> int:
    """List the sets, those of the fewest cells first; return their number, -1 for too many."""
    n = 0
    for cell in range(81):
        desk.masks[cell] = 0
    for digit in range(9):
        cells = of_digit(board, digit)
        while cells:
            desk.masks[first_of(cells)] |= 1 << digit
            cells &= cells - 1
    for house in range(27):
        m = positions = 0
        for i in range(9):
            mask = desk.masks[HOUSES[9 * house + i]]
            if mask & mask - 1:
                desk.union[(1 << m)] = mask
                positions |= i << 4 * m
                m += 1
        for some in range(1, 1 << m):
            rest = some & some - 1
            union = desk.union[(some ^ rest)]
            if rest:
                union |= desk.union[rest]
                desk.union[some] = union
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
            store(desk.cells[n], as_cells(size) << 81 | cells)
            desk.digits[n] = union
            n += 1
    return sorted_sets(desk, n)


@called
def sorted_sets(desk: Desk, n: int) -> int:
    """Sort the sets by their size and cells; return how many are small enough to be kept."""
    gap = 1093
    while gap:
        for i in range(gap, n):
            key, digits, at = cells_in(desk.cells[i]), desk.digits[i], i
            while at >= gap and key < cells_in(desk.cells[at - gap]):
                store(desk.cells[at], cells_in(desk.cells[at - gap]))
                desk.digits[at] = desk.digits[at - gap]
                at -= gap
            store(desk.cells[at], key)
            desk.digits[at] = digits
        gap //= 3
    kept = 0
    for i in range(n):
        size = cells_in(desk.cells[i]) >> 81
        if i == n - 1 or cells_in(desk.cells[i + 3]) >> 81 != size:
            if kept and i >= MOST_SETS:
                break
            kept = i + 1
    for i in range(kept):
        key = cells_in(desk.cells[i])
        store(desk.cells[i], key ^ key >> 81 << 81)
    return kept


@called
def list_ends(desk: Desk, board: Set) -> int:
    """List the ends that see candidates, digit by digit; return their number, -1 for too many."""
    n = 0
    for number in range(desk.n_sets):
        store(desk.near[number], as_candidates(0))
    for digit in range(9):
        first, places = n, of_digit(board, digit)
        for number in range(desk.n_sets):
            desk.end_of[number, digit] = -1
            if not desk.digits[number] >> digit & 1:
                continue
            cells = cells_in(desk.cells[number]) & places
            end = first
            while end < n and cells_in(desk.end_cells[end]) != cells:
                end += 1
            if end == n:
                if n == MOST_ENDS:
                    return -1
                seen, left = places, cells
                while left:
                    seen &= peers(first_of(left))
                    left &= left - 1
                store(desk.end_cells[n], cells)
                store(desk.end_seen[n], seen)
                desk.end_digit[n] = digit
                n += 1
            seen = cells_in(desk.end_seen[end])
            if seen:
                desk.end_of[number, digit] = end
                near = candidates_in(desk.near[number]) | in_digit(seen, digit)
                store(desk.near[number], near)
    return n


@compiled
def is_common(desk: Desk, one: int, other: int) -> bool:
    """Return whether an end sees all cells of another one of its digit."""
    unseen = cells_in(desk.end_cells[other]) & ~cells_in(desk.end_seen[one])
    return not unseen


@called
def find_commons(desk: Desk, n: int) -> int:
    """Number the ends that see another one, and note which; return their number."""
    linked = stop = 0
    while stop < n:
        start, before = stop, linked
        while stop < n and desk.end_digit[stop] == desk.end_digit[start]:
            stop += 1
        for end in range(start, stop):
            desk.linked_end[end] = -1
            for other in range(start, stop):
                if is_common(desk, end, other):
                    if linked == MOST_LINKED:
                        return -1
                    desk.linked_end[end] = linked
                    desk.linked[linked] = end
                    linked += 1
                    break
        for one in range(before, linked):
            store(desk.commons[one], as_candidates(0))
            for other in range(before, linked):
                if is_common(desk, desk.linked[one], desk.linked[other]):
                    add(desk.commons[one], other)
    return linked


@called
def link_ends(desk: Desk) -> None:
    """Note which sets have a linked end, what they see, and the commons of its partners."""
    for one in range(desk.n_linked):
        store(desk.holders[one], as_candidates(0))
        store(desk.near_end[one], as_candidates(0))
        store(desk.following[one], as_candidates(0))
    for number in range(desk.n_sets):
        for digit in range(9):
            end = desk.end_of[number, digit]
            if end >= 0:
                desk.end_of[number, digit] = desk.linked_end[end]
        for digit in range(9):
            one = desk.end_of[number, digit]
            if one < 0:
                continue
            add(desk.holders[one], number)
            near = candidates_in(desk.near[number]) & ~plane(digit)
            store(desk.near_end[one], candidates_in(desk.near_end[one]) | near)
            following = candidates_in(desk.following[one])
            for k in range(9):
                other = desk.end_of[number, k]
                if other >= 0 and other != one:
                    following |= candidates_in(desk.commons[other])
            store(desk.following[one], following)


@called
def is_known(desk: Desk, board: Set) -> bool:
    """Make the tables of the board, unless they are there; return whether there is room."""
    desk.rank = NOTHING
    if candidates_in(desk.known) == board:
        return True
    store(desk.known, as_candidates(0))
    desk.n_sets = list_sets(desk, board)
    n = list_ends(desk, board)
    desk.n_linked = find_commons(desk, n)
    if desk.n_sets < 0 or n < 0 or desk.n_linked < 0:
        return False
    link_ends(desk)
    store(desk.known, board)
    return True


@called
def weigh(desk: Desk, lost: Set, first: int, last: int, start: int, stop: int) -> None:
    """Keep the chain that eliminates what is lost, if it comes before the best one."""
    n = size_of(lost)
    if n == 0 or 1000 - n > desk.rank >> 32:
        return
    rank = rank_of(lost)
    size = size_of(cells_in(desk.cells[first])) + size_of(cells_in(desk.cells[last]))
    chain = (((size << 12 | first) << 12 | last) << 12 | start) << 12 | stop
    if rank < desk.rank or (rank == desk.rank and chain < desk.chain):
        desk.rank, desk.chain = rank, chain
        store(desk.lost, lost)


@called
def best_pair(desk: Desk) -> int:
    """Find the best pair of sets with one or two restricted commons; return 2, or 0."""
    for start in range(desk.n_linked):
        stops, lasts = candidates_in(desk.commons[start]), as_candidates(0)
        while stops:
            lasts |= candidates_in(desk.holders[first_of(stops)])
            stops &= stops - 1
        firsts = candidates_in(desk.holders[start])
        while firsts:
            others = lasts & ~(firsts ^ firsts - 1)
            while others:
                weigh_pair(desk, first_of(firsts), first_of(others))
                others &= others - 1
            firsts &= firsts - 1
    return 2 if desk.rank != NOTHING else 0


@called
def weigh_pair(desk: Desk, first: int, last: int) -> None:
    """Weigh what two joined sets eliminate."""
    digits = desk.digits[first] & desk.digits[last]
    joint = more = -1
    while digits:
        digit = first_of(digits)
        digits &= digits - 1
        one, other = desk.end_of[first, digit], desk.end_of[last, digit]
        if one >= 0 and other >= 0 and has(desk.commons[one], other):
            joint = digit if joint < 0 else joint
            more = digit
    a, b = candidates_in(desk.near[first]), candidates_in(desk.near[last])
    shared = plane(joint) | plane(more)
    lost = a & b & ~shared
    if joint != more:
        lost = a & b & shared | (a | b) & ~shared
    weigh(desk, lost, first, last, joint, more)


@called
def complete(desk: Desk, start: int, stop: int) -> None:
    """Weigh the chains that begin and end with these linked ends."""
    both = candidates_in(desk.near_end[start]) & candidates_in(desk.near_end[stop])
    firsts = candidates_in(desk.holders[start])
    while both and firsts:
        first = first_of(firsts)
        firsts &= firsts - 1
        near = candidates_in(desk.near[first]) & both
        lasts = candidates_in(desk.holders[stop])
        while near and lasts:
            last = first_of(lasts)
            lasts &= lasts - 1
            lost = near & candidates_in(desk.near[last])
            if lost and first < last:
                weigh(desk, lost, first, last, start, stop)


@called
def grow(desk: Desk, start: int) -> bool:
    """Make the chains from an end longer by a link; return whether there are any."""
    new, passed = as_candidates(0), candidates_in(desk.passed[start])
    last = candidates_in(desk.last[start])
    while last:
        new |= candidates_in(desk.following[first_of(last)])
        last &= last - 1
    store(desk.last[start], new & ~passed)
    store(desk.passed[start], new | passed)
    return bool(new & ~passed)


@compiled
def begin(desk: Desk, start: int) -> None:
    """Begin with the chains of one link from an end."""
    store(desk.last[start], candidates_in(desk.commons[start]))
    store(desk.passed[start], candidates_in(desk.commons[start]))


@called
def best_chain(desk: Desk, shortest: int, longest: int) -> int:
    """Find the best of the shortest chains that eliminate anything; return their length, or 0."""
    for start in range(desk.n_linked):
        begin(desk, start)
    for length in range(2, longest + 1):
        for start in range(desk.n_linked if length >= shortest else 0):
            stops = candidates_in(desk.last[start])
            while stops:
                complete(desk, start, first_of(stops))
                stops &= stops - 1
        if desk.rank != NOTHING:
            return length
        has_any = False
        for start in range(desk.n_linked):
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
        holders = candidates_in(desk.holders[came])
        while holders:
            number = first_of(holders)
            holders &= holders - 1
            size = size_of(cells_in(desk.cells[number]))
            for digit in range(9):
                left = desk.end_of[number, digit]
                if left not in (-1, came) and has(desk.commons[stop], left):
                    least = min(least, ((size << 12 | number) << 12 | came) << 12 | left)
    return least


@compiled
def digit_of(desk: Desk, linked: int) -> int:
    """Return the digit of a linked end."""
    return desk.end_digit[desk.linked[linked]]


@called
def write_down(desk: Desk, length: int, result: Any) -> None:
    """Write the sets of the best chain and the digits of its joints, and what is eliminated."""
    chain = desk.chain
    start, stop = chain >> 12 & 4095, chain & 4095
    put(result, 1, cells_in(desk.cells[chain >> 36 & 4095]))
    put(result, 2 * length - 1, cells_in(desk.cells[chain >> 24 & 4095]))
    put(result, LOST, candidates_in(desk.lost))
    if length == 2:
        result[JOINTS], result[JOINTS + 1] = start, stop
        return
    begin(desk, start)
    for link in range(length - 1):
        store(desk.layers[link], candidates_in(desk.last[start]))
        grow(desk, start)
    result[JOINTS], result[JOINTS + 2 * length - 3] = digit_of(desk, start), digit_of(desk, stop)
    for link in range(length - 3, -1, -1):
        least = came_from(desk, candidates_in(desk.layers[link]), stop)
        put(result, 3 + 2 * link, cells_in(desk.cells[least >> 24 & 4095]))
        stop = least >> 12 & 4095
        result[JOINTS + 2 * link + 1] = digit_of(desk, stop)
        result[JOINTS + 2 * link + 2] = digit_of(desk, least & 4095)
