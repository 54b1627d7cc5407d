"""The first chain of almost locked sets: the twin of `als.linked_sets`, which explains the names.

Sets and ends are numbers here too; a set of them is a row of words of 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sudoku_engine.search.compiled.compiler import called, compiled
from sudoku_plugins.strategies.analysis.almost_locked_sets import MOST_SETS
from sudoku_plugins.strategies.compiled.planes import (
    BAND,
    HOUSE,
    PEER,
    SET,
    Desk,
    copy,
    count,
    low,
)

CELLS_OF = np.array(
    [[cell for cell in range(81) if HOUSE[h, cell // 27] >> cell % 27 & 1] for h in range(27)],
    np.int64,
)
"""By house, its cells."""

MOST_RAW = 5000
MOST_ENDS = 2500
MOST_LINKED = 1536
MOST_CHAIN = 20
SET_ROW = 11
END_ROW = MOST_LINKED // 64
"""The words of a row of sets, and of one of linked ends."""

KNOWN = 0
"""The board that the tables are about."""
GIVEN = SET
N_SETS = GIVEN + SET
N_LINKED = N_SETS + 1
UNION = N_LINKED + 1
"""By some cells of a house, their digits."""
RAW = UNION + 512
"""All sets: their size and cells as two words, their digits."""
SETS = RAW + 3 * MOST_RAW
"""By set: three words of cells, its digits, its size."""
NEAR = SETS + 5 * MOST_SETS
"""By set, the candidates that see all places of their digit in it."""
END_OF = NEAR + SET * MOST_SETS
"""By set and digit, the end, later the linked end; -1 for none."""
ENDS = END_OF + 9 * MOST_SETS
"""By end: three words of cells, three of the cells that they see, digit, number as a linked end."""
LINKED = ENDS + 8 * MOST_ENDS
"""The ends that see another one, in order."""
HOLDERS = LINKED + MOST_LINKED
"""By linked end, the sets that have it."""
COMMONS = HOLDERS + SET_ROW * MOST_LINKED
FOLLOWING = COMMONS + END_ROW * MOST_LINKED
LAST = FOLLOWING + END_ROW * MOST_LINKED
"""By linked end, those that are false from the last link on."""
PASSED = LAST + END_ROW * MOST_LINKED
"""By linked end, those that are false from any link on."""
NEAR_END = PASSED + END_ROW * MOST_LINKED
"""By linked end, what its sets see, other than its digit."""
LAYERS = NEAR_END + SET * MOST_LINKED
"""By link of one chain, the ends that are false from it on."""
LOST = LAYERS + END_ROW * (MOST_CHAIN + 1)
BEST = LOST + SET
"""The best chain yet: how many it eliminates, their sum, its size, sets and ends; then what."""
SET_WORDS = BEST + 7 + SET

UNKNOWN = -1
"""There is too much on the board for the desk."""


@called
def put_raw(desk: Desk) -> int:
    """List all sets in order of their size and cells; return their number, or UNKNOWN."""
    n = 0
    for house in range(27):
        m = cells = 0
        for i in range(9):
            cell = CELLS_OF[house, i]
            mask = 0
            for digit in range(9):
                mask |= (desk[GIVEN + 3 * digit + cell // 27] >> cell % 27 & 1) << digit
            if mask & mask - 1:
                desk[UNION + (1 << m)] = mask
                cells |= i << 4 * m
                m += 1
        for some in range(1, 1 << m):
            rest = some & some - 1
            union = desk[UNION + (some ^ rest)]
            if rest:
                union |= desk[UNION + rest]
                desk[UNION + some] = union
            size = count(some)
            if count(union) != size + 1 or (size == 1 and house >= 9):
                continue
            rows = columns = lower = upper = 0
            left = some
            while left:
                cell = CELLS_OF[house, cells >> 4 * low(left) & 15]
                left &= left - 1
                rows |= 1 << cell // 9
                columns |= 1 << cell % 9
                if cell < 27:
                    lower |= 1 << cell
                else:
                    upper |= 1 << cell - 27
            # A line has listed it already.
            if house >= 18 and (not rows & rows - 1 or not columns & columns - 1):
                continue
            if n == MOST_RAW:
                return UNKNOWN
            desk[RAW + 3 * n] = size << 54 | upper
            desk[RAW + 3 * n + 1] = lower
            desk[RAW + 3 * n + 2] = union
            n += 1
    sort_raw(desk, n)
    return n


@compiled
def sort_raw(desk: Desk, n: int) -> None:
    """Sort the sets by their size and cells."""
    gap = 1
    while 3 * gap < n:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, n):
            a, b, c = desk[RAW + 3 * i], desk[RAW + 3 * i + 1], desk[RAW + 3 * i + 2]
            j = i
            while j >= gap:
                at = RAW + 3 * (j - gap)
                if desk[at] < a or (desk[at] == a and desk[at + 1] < b):
                    break
                copy(desk, at, RAW + 3 * j, 3)
                j -= gap
            desk[RAW + 3 * j], desk[RAW + 3 * j + 1], desk[RAW + 3 * j + 2] = a, b, c
        gap //= 3


@compiled
def list_sets(desk: Desk) -> bool:
    """List the sets, those of the fewest cells first; return whether there is room for all."""
    n_raw = put_raw(desk)
    n = i = 0
    while i < n_raw:
        size = desk[RAW + 3 * i] >> 54
        end = i
        while end < n_raw and desk[RAW + 3 * end] >> 54 == size:
            end += 1
        if n and end > MOST_SETS:
            break
        for k in range(i, end):
            at = SETS + 5 * n
            upper = desk[RAW + 3 * k]
            desk[at] = desk[RAW + 3 * k + 1]
            desk[at + 1] = upper & BAND
            desk[at + 2] = upper >> 27 & BAND
            desk[at + 3] = desk[RAW + 3 * k + 2]
            desk[at + 4] = size
            n += 1
        i = end
    desk[N_SETS] = n
    return n_raw != UNKNOWN


@called
def list_ends(desk: Desk) -> int:
    """List the ends that see candidates, digit by digit; return their number, or UNKNOWN."""
    n = 0
    n_sets = desk[N_SETS]
    for i in range(SET * n_sets):
        desk[NEAR + i] = 0
    for digit in range(9):
        first = n
        for number in range(n_sets):
            desk[END_OF + 9 * number + digit] = -1
            at = SETS + 5 * number
            if not desk[at + 3] >> digit & 1:
                continue
            a = desk[at] & desk[GIVEN + 3 * digit]
            b = desk[at + 1] & desk[GIVEN + 3 * digit + 1]
            c = desk[at + 2] & desk[GIVEN + 3 * digit + 2]
            end = first
            while end < n and (
                desk[ENDS + 8 * end] != a
                or desk[ENDS + 8 * end + 1] != b
                or desk[ENDS + 8 * end + 2] != c
            ):
                end += 1
            if end == n:
                if n == MOST_ENDS:
                    return UNKNOWN
                new = ENDS + 8 * n
                desk[new], desk[new + 1], desk[new + 2], desk[new + 6] = a, b, c, digit
                for j in range(3):
                    desk[new + 3 + j] = desk[GIVEN + 3 * digit + j]
                for j in range(3):
                    word = desk[new + j]
                    while word:
                        cell = 27 * j + low(word)
                        word &= word - 1
                        for i in range(3):
                            desk[new + 3 + i] &= PEER[cell, i]
                n += 1
            seen = ENDS + 8 * end + 3
            if desk[seen] | desk[seen + 1] | desk[seen + 2]:
                desk[END_OF + 9 * number + digit] = end
                for j in range(3):
                    desk[NEAR + SET * number + 3 * digit + j] = desk[seen + j]
    return n


@compiled
def is_common(desk: Desk, one: int, other: int) -> bool:
    """Return whether an end sees all cells of another one of its digit."""
    a, b = ENDS + 8 * one, ENDS + 8 * other
    unseen = desk[b] & ~desk[a + 3] | desk[b + 1] & ~desk[a + 4] | desk[b + 2] & ~desk[a + 5]
    return not unseen


@compiled
def find_commons(desk: Desk, linked: int, start: int, stop: int) -> int:
    """Number the ends of a digit, `start` to `stop`, that see another one, and note which.

    Return the number of linked ends; more than there is room for mean that there are too many.
    """
    before = linked
    for end in range(start, stop):
        desk[ENDS + 8 * end + 7] = -1
        for other in range(start, stop):
            if is_common(desk, end, other):
                if linked == MOST_LINKED:
                    return MOST_LINKED + 1
                desk[ENDS + 8 * end + 7] = linked
                desk[LINKED + linked] = end
                linked += 1
                break
    for one in range(before, linked):
        for w in range(END_ROW):
            desk[COMMONS + END_ROW * one + w] = 0
        for other in range(before, linked):
            if is_common(desk, desk[LINKED + one], desk[LINKED + other]):
                desk[COMMONS + END_ROW * one + other // 64] |= 1 << other % 64
    return linked


@called
def link_ends(desk: Desk, n: int) -> bool:
    """Number the ends that see another one, and note which; return whether there is room."""
    linked = start = 0
    while start < n:
        stop = start
        while stop < n and desk[ENDS + 8 * stop + 6] == desk[ENDS + 8 * start + 6]:
            stop += 1
        linked = find_commons(desk, linked, start, stop)
        if linked > MOST_LINKED:
            return False
        start = stop
    desk[N_LINKED] = linked
    for one in range(linked):
        for w in range(SET_ROW):
            desk[HOLDERS + SET_ROW * one + w] = 0
        for k in range(SET):
            desk[NEAR_END + SET * one + k] = 0
    for number in range(desk[N_SETS]):
        for digit in range(9):
            end = desk[END_OF + 9 * number + digit]
            if end < 0:
                continue
            one = desk[ENDS + 8 * end + 7]
            desk[END_OF + 9 * number + digit] = one
            if one >= 0:
                desk[HOLDERS + SET_ROW * one + number // 64] |= 1 << number % 64
                for k in range(SET):
                    if k // 3 != digit:
                        desk[NEAR_END + SET * one + k] |= desk[NEAR + SET * number + k]
    return True


@called
def find_following(desk: Desk) -> None:
    """Find by linked end the commons of its partners."""
    linked = desk[N_LINKED]
    words = (linked + 63) // 64
    for one in range(linked):
        for w in range(words):
            desk[FOLLOWING + END_ROW * one + w] = 0
        for w in range(SET_ROW):
            holders = desk[HOLDERS + SET_ROW * one + w]
            while holders:
                number = 64 * w + low(holders)
                holders &= holders - 1
                for digit in range(9):
                    other = desk[END_OF + 9 * number + digit]
                    if other >= 0 and other != one:
                        for v in range(words):
                            common = desk[COMMONS + END_ROW * other + v]
                            desk[FOLLOWING + END_ROW * one + v] |= common


@compiled
def is_known(desk: Desk) -> bool:
    """Make the tables of the board, unless they are there; return whether there is room."""
    is_same = True
    for k in range(SET):
        is_same = is_same and desk[GIVEN + k] == desk[KNOWN + k]
    if is_same:
        return True
    for k in range(SET):
        desk[KNOWN + k] = 0
    has_room = list_sets(desk)
    n = list_ends(desk)
    if not has_room or n == UNKNOWN or not link_ends(desk, n):
        desk[N_SETS] = desk[N_LINKED] = 0
        return False
    find_following(desk)
    copy(desk, GIVEN, KNOWN, SET)
    return True


@called
def weigh(desk: Desk, size: int, first: int, last: int, start: int, stop: int) -> None:
    """Keep the chain that eliminates what is lost, if it comes before the best one."""
    n = weighted = 0
    for k in range(SET):
        n += count(desk[LOST + k])
    if n == 0 or n < desk[BEST]:
        return
    number = 0
    for k in range(SET):
        word = desk[LOST + k]
        while word:
            node = 27 * k + low(word)
            word &= word - 1
            weighted += node % 81 * (1 + 80 * number) + node // 81 + 1
            number += 1
    is_better = n > desk[BEST]
    is_equal = not is_better
    for i in range(6):
        new = weighted
        if i == 1:
            new = size
        elif i == 2:
            new = first
        elif i == 3:
            new = last
        elif i == 4:
            new = start
        elif i == 5:
            new = stop
        is_better = is_better or (is_equal and new < desk[BEST + 1 + i])
        is_equal = is_equal and new == desk[BEST + 1 + i]
    if is_better:
        desk[BEST], desk[BEST + 1], desk[BEST + 2] = n, weighted, size
        desk[BEST + 3], desk[BEST + 4], desk[BEST + 5], desk[BEST + 6] = first, last, start, stop
        copy(desk, LOST, BEST + 7, SET)


@compiled
def has_loss(desk: Desk, first: int, last: int, joint: int) -> bool:
    """Return whether two sets with one joint eliminate anything."""
    digits = desk[SETS + 5 * first + 3] & desk[SETS + 5 * last + 3] & ~(1 << joint)
    both = 0
    while digits:
        k = 3 * low(digits)
        digits &= digits - 1
        for j in range(k, k + 3):
            both |= desk[NEAR + SET * first + j] & desk[NEAR + SET * last + j]
    return both != 0


@called
def best_pair(desk: Desk, result: Any) -> int:
    """Write down the best pair of sets with one or two restricted commons; return 2, or 0."""
    for first in range(desk[N_SETS]):
        for last in range(first + 1, desk[N_SETS]):
            digits = desk[SETS + 5 * first + 3] & desk[SETS + 5 * last + 3]
            joint = more = -1
            while digits:
                digit = low(digits)
                digits &= digits - 1
                one, other = desk[END_OF + 9 * first + digit], desk[END_OF + 9 * last + digit]
                if (
                    one >= 0
                    and other >= 0
                    and desk[COMMONS + END_ROW * one + other // 64] >> other % 64 & 1
                ):
                    if joint < 0:
                        joint = digit
                    more = digit
            if joint < 0 or (joint == more and not has_loss(desk, first, last, joint)):
                continue
            for k in range(SET):
                one, other = desk[NEAR + SET * first + k], desk[NEAR + SET * last + k]
                is_shared = k // 3 in (joint, more)
                if joint == more:
                    desk[LOST + k] = 0 if is_shared else one & other
                else:
                    desk[LOST + k] = one & other if is_shared else one | other
            size = desk[SETS + 5 * first + 4] + desk[SETS + 5 * last + 4]
            weigh(desk, size, first, last, joint, more)
    result[1], result[2] = desk[BEST + 3], desk[BEST + 4]
    result[22], result[23] = desk[BEST + 5], desk[BEST + 6]
    return 2 if desk[BEST] else 0


@called
def complete(desk: Desk, start: int, stop: int) -> None:
    """Weigh the chains that begin and end with these linked ends."""
    for k in range(SET):
        if desk[NEAR_END + SET * start + k] & desk[NEAR_END + SET * stop + k]:
            break
    else:
        return
    one = desk[ENDS + 8 * desk[LINKED + start] + 6]
    other = desk[ENDS + 8 * desk[LINKED + stop] + 6]
    for w in range(SET_ROW):
        firsts = desk[HOLDERS + SET_ROW * start + w]
        while firsts:
            first = 64 * w + low(firsts)
            firsts &= firsts - 1
            for v in range(w, SET_ROW):
                lasts = desk[HOLDERS + SET_ROW * stop + v]
                while lasts:
                    last = 64 * v + low(lasts)
                    lasts &= lasts - 1
                    if last <= first:
                        continue
                    for k in range(SET):
                        both = desk[NEAR + SET * first + k] & desk[NEAR + SET * last + k]
                        desk[LOST + k] = 0 if k // 3 in (one, other) else both
                    size = desk[SETS + 5 * first + 4] + desk[SETS + 5 * last + 4]
                    weigh(desk, size, first, last, start, stop)


@called
def grow(desk: Desk, start: int, words: int) -> bool:
    """Make the chains from an end longer by a link; return whether there are any."""
    new = LAYERS + END_ROW * MOST_CHAIN
    for w in range(words):
        desk[new + w] = 0
    for w in range(words):
        word = desk[LAST + END_ROW * start + w]
        while word:
            end = 64 * w + low(word)
            word &= word - 1
            for v in range(words):
                desk[new + v] |= desk[FOLLOWING + END_ROW * end + v]
    has_any = False
    for w in range(words):
        word = desk[new + w] & ~desk[PASSED + END_ROW * start + w]
        desk[LAST + END_ROW * start + w] = word
        desk[PASSED + END_ROW * start + w] |= word
        has_any = has_any or word != 0
    return has_any


@called
def best_chain(desk: Desk, shortest: int, longest: int) -> int:
    """Find the best of the shortest chains that eliminate anything; return their length, or 0."""
    linked = desk[N_LINKED]
    words = (linked + 63) // 64
    for start in range(linked):
        copy(desk, COMMONS + END_ROW * start, LAST + END_ROW * start, END_ROW)
        copy(desk, COMMONS + END_ROW * start, PASSED + END_ROW * start, END_ROW)
    for length in range(2, longest + 1):
        if length >= shortest:
            for start in range(linked):
                for w in range(words):
                    stops = desk[LAST + END_ROW * start + w]
                    while stops:
                        complete(desk, start, 64 * w + low(stops))
                        stops &= stops - 1
            if desk[BEST]:
                return length
        has_any = False
        for start in range(linked):
            grown = grow(desk, start, words)
            has_any = has_any or grown
        if not has_any:
            return 0
    return 0


@called
def walk_back(desk: Desk, length: int, result: Any) -> None:
    """Write down the sets of the best chain and its joints, from its last link to its first."""
    words = (desk[N_LINKED] + 63) // 64
    start, stop = desk[BEST + 5], desk[BEST + 6]
    copy(desk, COMMONS + END_ROW * start, LAST + END_ROW * start, END_ROW)
    copy(desk, COMMONS + END_ROW * start, PASSED + END_ROW * start, END_ROW)
    for link in range(length - 1):
        copy(desk, LAST + END_ROW * start, LAYERS + END_ROW * link, END_ROW)
        grow(desk, start, words)
    result[1 + length - 1] = desk[BEST + 4]
    result[22 + 2 * (length - 2) + 1] = stop
    for link in range(length - 3, -1, -1):
        best, least = 0, 1 << 60
        left_by = 0
        for w in range(words):
            passed = desk[LAYERS + END_ROW * link + w]
            while passed:
                came = 64 * w + low(passed)
                passed &= passed - 1
                if not desk[FOLLOWING + END_ROW * came + stop // 64] >> stop % 64 & 1:
                    continue
                for v in range(SET_ROW):
                    holders = desk[HOLDERS + SET_ROW * came + v]
                    while holders:
                        number = 64 * v + low(holders)
                        holders &= holders - 1
                        for digit in range(9):
                            left = desk[END_OF + 9 * number + digit]
                            if (
                                left >= 0
                                and left != came
                                and desk[COMMONS + END_ROW * stop + left // 64] >> left % 64 & 1
                            ):
                                key = desk[SETS + 5 * number + 4] << 40 | number << 28
                                key |= came << 14 | left
                                if key < least:
                                    best, least, left_by = came, key, left
        result[1 + link + 1] = least >> 28 & 4095
        result[22 + 2 * (link + 1)] = left_by
        result[22 + 2 * link + 1] = best
        stop = best
    result[1] = desk[BEST + 3]
    result[22] = start


@compiled
def write_down(desk: Desk, length: int, is_pair: bool, result: Any) -> None:
    """Write the sets and joints of `result` as cells and digits, and what is eliminated."""
    for i in range(2 * length - 2):
        joint = result[22 + i]
        result[64 + i] = joint if is_pair else desk[ENDS + 8 * desk[LINKED + joint] + 6]
    for i in range(length - 1, -1, -1):
        number = result[1 + i]
        for j in range(3):
            result[1 + 3 * i + j] = desk[SETS + 5 * number + j]
    for k in range(SET):
        result[104 + k] = desk[BEST + 7 + k]
