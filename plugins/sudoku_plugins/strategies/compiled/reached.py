"""Whether a chain eliminates anything at all: if none does, Python need not search.

All that follows from a candidate along links, however long the chains are, is found at once: the
candidates and groups that are true if it is. If it sees one of them, it is false. Nodes are
numbers; a set of nodes is like one of candidates.
"""

from __future__ import annotations

from sudoku_engine.search.classic import LAYOUT
from sudoku_engine.search.compiled.compiler import (
    Set,
    as_candidates,
    as_cells,
    called,
    candidates_at,
    cells_at,
    first_of,
    put,
    size_of,
)
from sudoku_plugins.strategies.compiled.desk import ANY, GROUPED, XY_CHAIN
from sudoku_plugins.strategies.compiled.tables import (
    SET,
    Desk,
    add,
    house_cells,
    in_words,
    of_digit,
    peers,
)
from sudoku_plugins.strategies.intersections.locked_candidates import crossings

MINIS = in_words([crossing.common for crossing in crossings(LAYOUT)], 2)
"""The three cells of each mini-row and mini-column."""

MOST = 768
"""Boards with more nodes are for Python."""

CELLS = 0
"""By node, its cells, and the cells that all of them see."""
DIGIT = CELLS + 4 * MOST
STARTS = DIGIT + MOST
"""By digit, its first node; then the number of nodes."""
NODE_OF = STARTS + 10
"""By candidate, its node, -1 for none."""
INSIDE = NODE_OF + 729
"""The nodes in a house."""
STRONG = INSIDE + 81
"""By node, those that are true if it is false."""
NEAR = STRONG + SET * MOST
"""By node, those with strong links that are false if it is true."""
NEXT = NEAR + SET * MOST
"""By node, those that are true if it is, by one weak and one strong link."""
REACHED = NEXT + SET * MOST
"""The same, by any number of them, and the node itself."""
LINK_WORDS = REACHED + SET * MOST


@called
def add_node(desk: Desk, n: int, digit: int, cells: Set) -> int:
    """Add a node, if there is room; return how many there are."""
    if n < MOST:
        put(desk, CELLS + 4 * n, cells)
        seen = ~as_cells(0)
        while cells:
            seen &= peers(first_of(cells))
            cells &= cells - 1
        put(desk, CELLS + 4 * n + 2, seen)
        desk[DIGIT + n] = digit
        put(desk, STRONG + SET * n, as_candidates(0))
    return n + 1


@called
def number_nodes(desk: Desk, board: Set, kind: int) -> int:
    """Number the candidates and the groups of two or three, digit by digit; return how many."""
    n = 0
    for digit in range(9):
        desk[STARTS + digit] = n
        places = of_digit(board, digit)
        for cell in range(81):
            desk[NODE_OF + 81 * digit + cell] = -1
            here = places & as_cells(1) << cell
            if here:
                desk[NODE_OF + 81 * digit + cell] = n
                n = add_node(desk, n, digit, here)
        for mini in range(54 if kind == GROUPED else 0):
            group = places & cells_at(MINIS, 2 * mini)
            if size_of(group) > 1:
                n = add_node(desk, n, digit, group)
    desk[STARTS + 9] = n
    return n


@called
def tie(desk: Desk, one: int, other: int) -> None:
    """Put a strong link between two nodes."""
    add(desk, STRONG + SET * one, other)
    add(desk, STRONG + SET * other, one)


@called
def tie_all(desk: Desk, board: Set, kind: int) -> None:
    """Put the strong links of cells, houses and groups."""
    for cell in range(81):
        n = one = other = 0
        for digit in range(9):
            node = desk[NODE_OF + 81 * digit + cell]
            if node >= 0:
                n += 1
                one, other = other, node
        if n == 2:
            tie(desk, one, other)
    for digit in range(0 if kind == XY_CHAIN else 9):
        for house in range(27):
            places = of_digit(board, digit) & house_cells(house)
            n = 0
            for node in range(desk[STARTS + digit], desk[STARTS + digit + 1]):
                cells = cells_at(desk, CELLS + 4 * node)
                if not cells & ~places and cells != places:
                    desk[INSIDE + n] = node
                    for i in range(n):
                        other = desk[INSIDE + i]
                        if cells | cells_at(desk, CELLS + 4 * other) == places:
                            tie(desk, node, other)
                    n += 1


@called
def find_near(desk: Desk, node: int, linked: Set, kind: int) -> None:
    """Find the nodes with strong links that a node sees."""
    digit, cells = desk[DIGIT + node], cells_at(desk, CELLS + 4 * node)
    unseen = ~cells_at(desk, CELLS + 4 * node + 2)
    at = NEAR + SET * node
    put(desk, at, as_candidates(0))
    for other in range(desk[STARTS + digit], desk[STARTS + digit + 1]):
        if not cells_at(desk, CELLS + 4 * other) & unseen:
            add(desk, at, other)
    if size_of(cells) == 1 and kind in (ANY, GROUPED):
        for k in range(9):
            other = desk[NODE_OF + 81 * k + first_of(cells)]
            if k != digit and other >= 0:
                add(desk, at, other)
    put(desk, at, candidates_at(desk, at) & linked)


@called
def union_of(desk: Desk, nodes: Set, at: int) -> Set:
    """Return what the rows of some nodes have together."""
    found = as_candidates(0)
    while nodes:
        found |= candidates_at(desk, at + SET * first_of(nodes))
        nodes &= nodes - 1
    return found


@called
def lay_out(desk: Desk, board: Set, kind: int) -> int:
    """Lay out nodes and links, and what each node reaches; return the number of nodes."""
    n = number_nodes(desk, board, kind)
    if n > MOST:
        return n
    tie_all(desk, board, kind)
    linked = union_of(desk, ~as_candidates(0) >> MOST - n, STRONG)
    for node in range(n):
        find_near(desk, node, linked, kind)
        following = union_of(desk, candidates_at(desk, NEAR + SET * node), STRONG)
        put(desk, NEXT + SET * node, following)
        put(desk, REACHED + SET * node, following)
        add(desk, REACHED + SET * node, node)
    is_changed = True
    while is_changed:
        is_changed = False
        for node in range(n):
            before = candidates_at(desk, REACHED + SET * node)
            reached = before | union_of(desk, candidates_at(desk, NEXT + SET * node), REACHED)
            if reached != before:
                put(desk, REACHED + SET * node, reached)
                is_changed = True
    return n


@called
def has_chain(desk: Desk, n: int) -> bool:
    """Return whether a candidate makes something true that it sees."""
    for node in range(n):
        near = candidates_at(desk, NEAR + SET * node)
        if size_of(cells_at(desk, CELLS + 4 * node)) == 1:
            contradiction = candidates_at(desk, REACHED + SET * node) & near
            if contradiction:
                return True
    return False
