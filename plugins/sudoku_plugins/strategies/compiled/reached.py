"""Whether a chain eliminates anything at all: if none does, Python need not search.

All that follows from a candidate along links, however long the chains are, is found at once: the
candidates and groups that are true if it is. If it sees one of them, it is false. Nodes are
numbers, candidates first; a set of nodes is a row of words of 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sudoku_engine.search.compiled.compiler import called, compiled
from sudoku_plugins.strategies.compiled.planes import (
    HOUSE,
    HOUSES_OF,
    PEER,
    SET,
    Desk,
    count,
    low,
)

_MINIS = [[9 * i + 3 * s + k for k in range(3)] for i in range(9) for s in range(3)] + [
    [27 * b + 9 * k + c for k in range(3)] for b in range(3) for c in range(9)
]
MINI = np.array([sum(1 << cell % 27 for cell in cells) for cells in _MINIS], np.int64)
"""By number of a mini-row or mini-column, its cells in its band."""
MINI_BAND = np.array([cells[0] // 27 for cells in _MINIS], np.int64)
_MINIS_IN = [
    [m for m in range(54) if all(house in HOUSES_OF[cell] for cell in _MINIS[m])]
    for house in range(27)
]
MINIS_IN = np.array([[*minis, *[-1] * (6 - len(minis))] for minis in _MINIS_IN], np.int64)
"""By house, the numbers of its mini-rows and mini-columns, then -1."""

MOST = 729 + 9 * 54
ROW = 20
"""The words of a set of nodes."""

GIVEN = 0
ON, OFF = SET, 2 * SET
"""What is true and false by a claim."""
NODE_OF = 3 * SET
"""By candidate, then by digit and mini, the number of its node, -1 for none."""
ID_OF = NODE_OF + MOST
"""By node, its place in this list."""
STRONG = ID_OF + MOST
"""By node, those that are true if it is false."""
NEAR = STRONG + ROW * MOST
"""By node, those with strong links that are false if it is true."""
NEXT = NEAR + ROW * MOST
"""By node, those that are true if it is, by one weak and one strong link."""
REACHED = NEXT + ROW * MOST
"""The same, by any number of them, and the node itself."""
LINK_WORDS = REACHED + ROW * MOST


@called
def tie(desk: Desk, one: int, other: int) -> None:
    """Put a strong link between two nodes, named by their places in the list."""
    first, second = desk[NODE_OF + one], desk[NODE_OF + other]
    desk[STRONG + ROW * first + second // 64] |= 1 << second % 64
    desk[STRONG + ROW * second + first // 64] |= 1 << first % 64


@compiled
def number_nodes(desk: Desk, has_groups: bool) -> int:
    """Number the candidates, then the groups of two or three; return how many nodes there are."""
    n = 0
    for k in range(MOST):
        desk[NODE_OF + k] = -1
    for k in range(SET):
        word = desk[GIVEN + k]
        while word:
            desk[NODE_OF + 27 * k + low(word)] = n
            desk[ID_OF + n] = 27 * k + low(word)
            n += 1
            word &= word - 1
    if has_groups:
        for digit in range(9):
            for mini in range(54):
                group = desk[GIVEN + 3 * digit + MINI_BAND[mini]] & MINI[mini]
                if group & group - 1:
                    desk[NODE_OF + 729 + 54 * digit + mini] = n
                    desk[ID_OF + n] = 729 + 54 * digit + mini
                    n += 1
    return n


@called
def first_in(desk: Desk, digit: int, house: int, mini: int) -> int:
    """Return the one place of a digit in a house outside a mini, -1 if there are others."""
    found, n = -1, 0
    for j in range(3):
        word = desk[GIVEN + 3 * digit + j] & HOUSE[house, j]
        if mini >= 0 and MINI_BAND[mini] == j:
            word &= ~MINI[mini]
        n += count(word)
        if word:
            found = 81 * digit + 27 * j + low(word)
    return found if n == 1 else -1


@called
def covers_rest(desk: Desk, digit: int, house: int, mini: int, other: int) -> bool:
    """Return whether all places of a digit in a house are in two minis, and some in one alone."""
    left = rest = 0
    for j in range(3):
        word = desk[GIVEN + 3 * digit + j] & HOUSE[house, j]
        if MINI_BAND[mini] == j:
            word &= ~MINI[mini]
        rest |= word
        if MINI_BAND[other] == j:
            word &= ~MINI[other]
        left |= word
    return rest != 0 and left == 0


@called
def tie_all(desk: Desk, has_groups: bool) -> None:
    """Put the strong links of cells, houses and groups."""
    for cell in range(81):
        n = one = other = 0
        for digit in range(9):
            if desk[GIVEN + 3 * digit + cell // 27] >> cell % 27 & 1:
                n += 1
                one, other = other, 81 * digit + cell
        if n == 2:
            tie(desk, one, other)
    for digit in range(9):
        for house in range(27):
            n = one = other = 0
            for j in range(3):
                word = desk[GIVEN + 3 * digit + j] & HOUSE[house, j]
                while word:
                    n += 1
                    one, other = other, 81 * digit + 27 * j + low(word)
                    word &= word - 1
            if n == 2:
                tie(desk, one, other)
            if not has_groups or n < 3:
                continue
            for i in range(6):
                mini = MINIS_IN[house, i]
                if mini < 0 or desk[NODE_OF + 729 + 54 * digit + mini] < 0:
                    continue
                group = 729 + 54 * digit + mini
                single = first_in(desk, digit, house, mini)
                if single >= 0:
                    tie(desk, group, single)
                for j in range(6):
                    second = MINIS_IN[house, j]
                    if second < 0 or second == mini:
                        continue
                    other = 729 + 54 * digit + second
                    if desk[NODE_OF + other] >= 0 and covers_rest(desk, digit, house, mini, second):
                        tie(desk, group, other)


@called
def add_near(desk: Desk, node: int, other: int) -> None:
    """Note that `node` sees the node at a place in the list, if that has strong links."""
    number = desk[NODE_OF + other]
    if number >= 0:
        links = 0
        for w in range(ROW):
            links |= desk[STRONG + ROW * number + w]
        if links:
            desk[NEAR + ROW * node + number // 64] |= 1 << number % 64


@called
def find_near(desk: Desk, node: int, has_groups: bool) -> None:
    """Find the nodes with strong links that a node sees."""
    place = desk[ID_OF + node]
    digit = place // 81 if place < 729 else (place - 729) // 54
    a, b, c = PEER[place % 81, 0], PEER[place % 81, 1], PEER[place % 81, 2]
    if place < 729:
        for other in range(9):
            if other != digit:
                add_near(desk, node, 81 * other + place % 81)
    else:
        mini = (place - 729) % 54
        band = MINI_BAND[mini]
        word = desk[GIVEN + 3 * digit + band] & MINI[mini]
        a = b = c = -1
        while word:
            cell = 27 * band + low(word)
            word &= word - 1
            a &= PEER[cell, 0]
            b &= PEER[cell, 1]
            c &= PEER[cell, 2]
    for j in range(3):
        seen = a if j == 0 else b if j == 1 else c
        word = desk[GIVEN + 3 * digit + j] & seen
        while word:
            add_near(desk, node, 81 * digit + 27 * j + low(word))
            word &= word - 1
        if has_groups:
            for mini in range(54):
                if MINI_BAND[mini] == j:
                    group = desk[GIVEN + 3 * digit + j] & MINI[mini]
                    if group & group - 1 and not group & ~seen:
                        add_near(desk, node, 729 + 54 * digit + mini)


@called
def lay_out(desk: Desk, has_groups: bool) -> int:
    """Lay out nodes and links, and what each node reaches; return the number of nodes."""
    n = number_nodes(desk, has_groups)
    words = (n + 63) // 64
    for i in range(n):
        for w in range(ROW):
            desk[STRONG + ROW * i + w] = desk[NEAR + ROW * i + w] = 0
    tie_all(desk, has_groups)
    for i in range(n):
        find_near(desk, i, has_groups)
        for w in range(words):
            desk[NEXT + ROW * i + w] = 0
        for w in range(words):
            word = desk[NEAR + ROW * i + w]
            while word:
                other = 64 * w + low(word)
                word &= word - 1
                for v in range(words):
                    desk[NEXT + ROW * i + v] |= desk[STRONG + ROW * other + v]
        for w in range(words):
            desk[REACHED + ROW * i + w] = desk[NEXT + ROW * i + w]
        desk[REACHED + ROW * i + i // 64] |= 1 << i % 64
    is_changed = True
    while is_changed:
        is_changed = False
        for i in range(n):
            for w in range(words):
                word = desk[NEXT + ROW * i + w]
                while word:
                    other = 64 * w + low(word)
                    word &= word - 1
                    for v in range(words):
                        new = desk[REACHED + ROW * i + v] | desk[REACHED + ROW * other + v]
                        if new != desk[REACHED + ROW * i + v]:
                            desk[REACHED + ROW * i + v] = new
                            is_changed = True
    return n


@compiled
def has_chain(desk: Desk, n: int) -> bool:
    """Return whether a candidate makes something true that it sees."""
    for i in range(n):
        if desk[ID_OF + i] < 729:
            for w in range((n + 63) // 64):
                if desk[REACHED + ROW * i + w] & desk[NEAR + ROW * i + w]:
                    return True
    return False


@called
def is_refuted(desk: Desk, n: int, node: int, is_true: bool) -> bool:
    """Return whether what follows from a claim contradicts itself, or leaves a truth nothing."""
    for k in range(SET):
        desk[ON + k] = desk[OFF + k] = 0
    for w in range((n + 63) // 64):
        reached = 0
        if is_true:
            reached = desk[REACHED + ROW * node + w]
        else:
            for v in range((n + 63) // 64):
                word = desk[STRONG + ROW * node + v]
                while word:
                    reached |= desk[REACHED + ROW * (64 * v + low(word)) + w]
                    word &= word - 1
        while reached:
            place = desk[ID_OF + 64 * w + low(reached)]
            reached &= reached - 1
            digit, cell = place // 81, place % 81
            band, bit = cell // 27, 1 << cell % 27
            desk[ON + 3 * digit + band] |= bit
            for j in range(3):
                desk[OFF + 3 * digit + j] |= PEER[cell, j]
            for other in range(9):
                if other != digit:
                    desk[OFF + 3 * other + band] |= bit
    if not is_true:
        desk[OFF + desk[ID_OF + node] // 27] |= 1 << desk[ID_OF + node] % 27
    for k in range(SET):
        if desk[ON + k] & desk[OFF + k]:
            return True
    for band in range(3):
        before = left = 0
        for digit in range(9):
            before |= desk[GIVEN + 3 * digit + band]
            left |= desk[GIVEN + 3 * digit + band] & ~desk[OFF + 3 * digit + band]
        if before != left:
            return True
    for digit in range(9):
        for house in range(27):
            before = left = 0
            for j in range(3):
                places = desk[GIVEN + 3 * digit + j] & HOUSE[house, j]
                before |= places
                left |= places & ~desk[OFF + 3 * digit + j]
            if before and not left:
                return True
    return False


@compiled
def refuted_claims(desk: Desk, n: int, claims: Any) -> None:
    """Write down the candidates of which it is refuted that they are true; then, that not."""
    for k in range(2 * SET):
        claims[k] = 0
    for i in range(n):
        place = desk[ID_OF + i]
        links = 0
        for w in range(ROW):
            links |= desk[STRONG + ROW * i + w]
        for is_false in range(2 if links else 1):
            if is_refuted(desk, n, i, is_false == 0):
                claims[SET * is_false + place // 27] |= 1 << place % 27
