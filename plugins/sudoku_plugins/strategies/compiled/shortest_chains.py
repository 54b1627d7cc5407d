"""The first chain that eliminates something: the twin of `chains` and `chains.loops`.

Those explain the names. Here the nodes are numbers, too; a set of nodes is like one of candidates.
Nobody asks for the chain itself, only for what it eliminates. Where that depends on the order in
which Python looks at chains that are equally good, Python has to look.
"""

from __future__ import annotations

from sudoku_engine.search.classic import LAYOUT
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
from sudoku_plugins.strategies.chains import MOST_STEPS
from sudoku_plugins.strategies.compiled.desk import ANY, CHAINS, GROUPED, X_CHAIN, XY_CHAIN
from sudoku_plugins.strategies.compiled.tables import (
    SET,
    Desk,
    add,
    has,
    house_cells,
    in_digit,
    in_words,
    of_digit,
    peers,
    rank_of,
    remove,
)
from sudoku_plugins.strategies.locked_candidates import crossings

MINIS = in_words([crossing.common for crossing in crossings(LAYOUT)], 2)
"""The three cells of each mini-row and mini-column."""
IN_CELL = in_words([LAYOUT.first_cell << cell for cell in LAYOUT.cells], SET)
"""By cell, its candidates."""

MOST = 768
"""Boards with as many nodes are for Python."""
MOST_LAYERS = 10
MOST_LINKS = 20
"""Chains have so many links by default, in layers of two."""

LINKED = CHAINS
"""The nodes that have strong links."""
CELLS = LINKED + SET
"""By node, its cells, and the cells that all of them see."""
DIGIT = CELLS + 4 * MOST
STARTS = DIGIT + MOST
"""By digit, its first node; then the number of nodes."""
NODE_OF = STARTS + 10
"""By candidate, its node, -1 for none."""
INSIDE = NODE_OF + 729
"""The nodes in a house."""
STRONG = INSIDE + 81
"""By node, those that are on if it is off."""
NEAR = STRONG + SET * MOST
"""By node, those with strong links that are off if it is on."""
MATES = NEAR + SET * MOST
"""By node, those with strong links in its cell, itself included."""
SEEN = MATES + SET * MOST
"""By node, the candidates that are false if it is on."""
ENDS = SEEN + SET * MOST
"""By node, those with strong links such that some candidate sees both."""
REACHED = ENDS + SET * MOST
"""By node, those that are on if it is on, in the layers so far."""
OFF = REACHED + SET * MOST
"""By layer and node, those that are on if it is off."""

BEST = OFF + SET * MOST * MOST_LAYERS
"""The key of the best chain, and what it eliminates."""
IS_OPEN = BEST + 1 + SET
"""Whether Python may take another one."""
BUDGET = IS_OPEN + 1
"""How many steps are left to find the nodes of chains between two ends."""
DEPTH = BUDGET + 1
KEPT = DEPTH + 1
"""The node that is free all the time."""
PATH = KEPT + 1
"""The nodes so far, two for each layer: off, on."""
FREE = PATH + 2 * MOST_LAYERS
"""By depth, the nodes that may come next, and those that may come after the next link."""
AFTER = FREE + SET * MOST_LAYERS
ONS = AFTER + SET * MOST_LAYERS
"""By depth, the nodes that are still to be tried: first on, then off."""
OFFS = ONS + SET * MOST_LAYERS
CHAIN_WORDS = OFFS + SET * MOST_LAYERS

WORST = 1 << 62
NOTHING, DONE, UNKNOWN = range(3)
"""What is known of the first step of a strategy: there is none; it is carried out; nothing."""


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
    for node in range(729):
        desk[NODE_OF + node] = -1
    for digit in range(9):
        desk[STARTS + digit] = n
        places = left = of_digit(board, digit)
        while left:
            rest = left & left - 1
            desk[NODE_OF + 81 * digit + first_of(left)] = n
            n = add_node(desk, n, digit, left ^ rest)
            left = rest
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
    add(desk, LINKED, one)
    add(desk, LINKED, other)


@called
def tie_all(desk: Desk, board: Set, kind: int) -> None:
    """Put the strong links of cells, houses and groups."""
    put(desk, LINKED, as_candidates(0))
    for cell in range(0 if kind == X_CHAIN else 81):
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
            if size_of(places) == 2:
                one, other = first_of(places), first_of(places & places - 1)
                tie(desk, desk[NODE_OF + 81 * digit + one], desk[NODE_OF + 81 * digit + other])
                continue
            n, is_wide = 0, kind == GROUPED and 2 < size_of(places) < 7
            for node in range(desk[STARTS + digit], desk[STARTS + digit + 1] if is_wide else 0):
                cells = cells_at(desk, CELLS + 4 * node)
                if not cells & ~places and cells != places:
                    desk[INSIDE + n] = node
                    for i in range(n):
                        other = desk[INSIDE + i]
                        if cells | cells_at(desk, CELLS + 4 * other) == places:
                            tie(desk, node, other)
                    n += 1


@called
def look_around(desk: Desk, board: Set, node: int, kind: int) -> None:
    """Find what a node sees, and those of its cell."""
    digit, cells = desk[DIGIT + node], cells_at(desk, CELLS + 4 * node)
    sight, places = cells_at(desk, CELLS + 4 * node + 2), of_digit(board, digit)
    near_at, mates_at = NEAR + SET * node, MATES + SET * node
    put(desk, near_at, as_candidates(0))
    put(desk, mates_at, as_candidates(0))
    left = seen = places & sight
    while left:
        add(desk, near_at, desk[NODE_OF + 81 * digit + first_of(left)])
        left &= left - 1
    for group in range(desk[STARTS + digit] + size_of(places), desk[STARTS + digit + 1]):
        if not cells_at(desk, CELLS + 4 * group) & ~sight:
            add(desk, near_at, group)
    is_one = size_of(cells) == 1
    for k in range(9 if is_one else 0):
        other = desk[NODE_OF + 81 * k + first_of(cells)]
        if other >= 0 and other != node:
            add(desk, mates_at, other)
            if kind in (ANY, GROUPED):
                add(desk, near_at, other)
    linked = candidates_at(desk, LINKED)
    put(desk, near_at, candidates_at(desk, near_at) & linked)
    put(desk, mates_at, candidates_at(desk, mates_at) & linked)
    add(desk, mates_at, node)
    if has(desk, LINKED, node):
        put(desk, SEEN + SET * node, in_digit(seen, digit))
        if is_one and kind in (ANY, GROUPED):
            others = candidates_at(IN_CELL, SET * first_of(cells)) & board
            put(desk, SEEN + SET * node, candidates_at(desk, SEEN + SET * node) | others)
            remove(desk, SEEN + SET * node, 81 * digit + first_of(cells))


@called
def union_of(desk: Desk, nodes: int, at: int) -> Set:
    """Return what the rows of some nodes have together; `nodes`: where the set of these is."""
    found = as_candidates(0)
    for i in range(SET):
        word = desk[nodes + i]
        while word:
            found |= candidates_at(desk, at + SET * (64 * i + first_of(word)))
            word &= word - 1
    return found


@called
def lay_out(desk: Desk, board: Set, kind: int) -> int:
    """Lay out nodes and links, and what each node reaches.

    Return the number of layers; -1 for too many nodes.
    """
    desk[BEST], desk[IS_OPEN] = WORST, 0
    if number_nodes(desk, board, kind) >= MOST:
        return -1
    tie_all(desk, board, kind)
    for node in range(desk[STARTS + 9]):
        look_around(desk, board, node, kind)
        put(desk, REACHED + SET * node, as_candidates(0))
        add(desk, REACHED + SET * node, node)
    left = candidates_at(desk, LINKED)
    while left:
        find_ends(desk, first_of(left))
        left &= left - 1
    for layer in range(MOST_LAYERS):
        if not grow(desk, layer):
            return layer
    return MOST_LAYERS


@called
def find_ends(desk: Desk, start: int) -> None:
    """Find the nodes with strong links such that a candidate sees them and the start."""
    found, seen = as_candidates(0), candidates_at(desk, SEEN + SET * start)
    while seen:
        found |= candidates_at(desk, NEAR + SET * desk[NODE_OF + first_of(seen)])
        seen &= seen - 1
    put(desk, ENDS + SET * start, found)


@called
def grow(desk: Desk, layer: int) -> bool:
    """Find what nodes reach in a layer; return whether there is anything new."""
    at, is_new = OFF + SET * MOST * layer, False
    left = linked = candidates_at(desk, LINKED)
    while left:
        node = first_of(left)
        left &= left - 1
        off = union_of(desk, STRONG + SET * node, REACHED)
        put(desk, at + SET * node, off)
        if layer == 0 or off != candidates_at(desk, at - SET * MOST + SET * node):
            is_new = True
    while linked and is_new:
        node = first_of(linked)
        linked &= linked - 1
        put(desk, REACHED + SET * node, union_of(desk, NEAR + SET * node, at))
        add(desk, REACHED + SET * node, node)
    return is_new


@called
def new_ends(desk: Desk, start: int, layer: int) -> Set:
    """Return what a node reaches in a layer, and not before."""
    at = OFF + SET * (MOST * layer + start)
    found = candidates_at(desk, at)
    return found & ~candidates_at(desk, at - SET * MOST) if layer else found


@called
def shortest_chain(desk: Desk, board: Set, kind: int) -> int:
    """Return what is known of the first chain of a kind; what it eliminates is noted."""
    n = lay_out(desk, board, kind)
    if n < 0:
        return UNKNOWN
    has_begun = False
    for layer in range(n):
        left = candidates_at(desk, LINKED)
        while left:
            start = first_of(left)
            ends = left & new_ends(desk, start, layer) & candidates_at(desk, ENDS + SET * start)
            left &= left - 1
            has_begun |= bool(ends)
            while ends and layer:
                weigh_chain(desk, kind, start, first_of(ends), layer)
                ends &= ends - 1
        if kind <= GROUPED and layer and has_begun:
            weigh_loops(desk, kind, layer)
        if kind > GROUPED and desk[BEST] != WORST:
            break
    if desk[BEST] != WORST:
        return UNKNOWN if desk[IS_OPEN] else DONE
    return UNKNOWN if has_begun and kind <= GROUPED else NOTHING


@called
def weigh_chain(desk: Desk, kind: int, start: int, end: int, layer: int) -> None:
    """Keep what a chain with these ends eliminates, if it comes before the best one."""
    lost = candidates_at(desk, SEEN + SET * start) & candidates_at(desk, SEEN + SET * end)
    key, links = desk[DIGIT + start], 2 * layer + 1
    if kind <= GROUPED:
        cells = cells_at(desk, CELLS + 4 * start)
        if start == end:
            lost &= candidates_at(IN_CELL, SET * first_of(cells)) if size_of(cells) == 1 else lost
        elif size_of(lost) > 1 and not has(desk, MATES + SET * start, end):
            links += has(desk, NEAR + SET * start, end)
        elif has(desk, NEAR + SET * start, end):
            return
        else:
            links += 2
        key = rank_of(lost) << 5 | links
        if links > MOST_LINKS or not lost:
            return
    elif start == end or (kind == XY_CHAIN and (layer == 1 or desk[BEST] != WORST)):
        return
    if comes_first(desk, key, lost):
        begin(desk, start, end, lost if kind <= GROUPED else as_candidates(0))
        is_found = kind != GROUPED and next_path(desk, end, layer)
        while kind == GROUPED and next_path(desk, end, layer):
            is_found |= has_group(desk, layer)
        if is_found:
            keep(desk, key, lost)
        if kind == GROUPED or (kind == X_CHAIN and not is_found):
            give_up_if_long(desk)


@called
def has_group(desk: Desk, layer: int) -> bool:
    """Return whether a group is on the path."""
    for i in range(2 * layer + 2):
        if size_of(cells_at(desk, CELLS + 4 * desk[PATH + i])) > 1:
            return True
    return False


@compiled
def give_up_if_long(desk: Desk) -> None:
    """Leave the board to Python if the budget is spent, for its links are in another order."""
    if not desk[BUDGET]:
        desk[BEST], desk[IS_OPEN] = -1, 1


@called
def weigh_loops(desk: Desk, kind: int, layer: int) -> None:
    """Keep the best of the continuous loops that are new in a layer."""
    left = candidates_at(desk, LINKED)
    while left:
        start = first_of(left)
        ends = left & new_ends(desk, start, layer) & candidates_at(desk, NEAR + SET * start)
        left &= left - 1
        while ends:
            end = first_of(ends)
            ends &= ends - 1
            begin(desk, start, end, as_candidates(0))
            while next_path(desk, end, layer):
                lost = beside(desk, 2 * layer + 2)
                key = rank_of(lost) << 5 | 2 * layer + 2
                is_wanted = bool(lost) and (kind == ANY or has_group(desk, layer))
                if is_wanted and comes_first(desk, key, lost):
                    keep(desk, key, lost)
            if kind == GROUPED:
                give_up_if_long(desk)


@called
def comes_first(desk: Desk, key: int, lost: Set) -> bool:
    """Return whether a chain comes before the best one, or may do so."""
    best = desk[BEST]
    return key < best or (key == best and lost != candidates_at(desk, BEST + 1))


@called
def keep(desk: Desk, key: int, lost: Set) -> None:
    """Keep what a chain eliminates."""
    desk[IS_OPEN] = key == desk[BEST]
    desk[BEST] = key
    put(desk, BEST + 1, lost)


@called
def beside(desk: Desk, n: int) -> Set:
    """Return what the loop through the `n` nodes of the path eliminates."""
    inside = outside = as_candidates(0)
    for i in range(1, n, 2):
        one, other = desk[PATH + i], desk[PATH + (i + 1) % n]
        both = candidates_at(desk, SEEN + SET * one) & candidates_at(desk, SEEN + SET * other)
        if has(desk, MATES + SET * one, other):
            inside |= both
        else:
            outside |= both
    for i in range(n if outside else 0):
        cells = cells_at(desk, CELLS + 4 * desk[PATH + i])
        while cells:
            outside &= ~candidates_at(IN_CELL, SET * first_of(cells))
            cells &= cells - 1
    return inside | outside


@called
def begin(desk: Desk, start: int, end: int, lost: Set) -> None:
    """Begin to look for the paths from the start to the end.

    They do not visit the cell of what is lost, if it is one, and beside the ends.
    """
    put(desk, FREE, ~as_candidates(0))
    cells = as_cells(0)
    for digit in range(9):
        cells |= of_digit(lost, digit)
    if size_of(cells) == 1:
        cells &= ~(cells_at(desk, CELLS + 4 * start) | cells_at(desk, CELLS + 4 * end))
        for digit in range(9 if cells else 0):
            node = desk[NODE_OF + 81 * digit + first_of(cells)]
            if node >= 0:
                remove(desk, FREE, node)
    remove(desk, FREE, start)
    # If the start is in the cell of the end, the end stays free when the path leaves it.
    desk[KEPT] = end if has(desk, MATES + SET * start, end) else MOST - 1
    add(desk, FREE, desk[KEPT])
    desk[BUDGET], desk[DEPTH], desk[PATH] = MOST_STEPS - 1, 0, start
    put(desk, ONS, candidates_at(desk, STRONG + SET * start))
    put(desk, OFFS, as_candidates(0))


@called
def next_path(desk: Desk, end: int, layer: int) -> bool:
    """Find the next path to the end, in the order of `Search.paths`."""
    while desk[DEPTH] >= 0:
        depth = desk[DEPTH]
        here, row = desk[PATH + 2 * depth], SET * depth
        offs, ons = candidates_at(desk, OFFS + row), candidates_at(desk, ONS + row)
        if depth == layer:
            desk[DEPTH] -= 1
            if has(desk, FREE + row, end) and has(desk, STRONG + SET * here, end):
                desk[PATH + 2 * depth + 1] = end
                return True
        elif offs:
            if not desk[BUDGET]:
                return False
            desk[BUDGET] -= 1
            put(desk, OFFS + row, offs & offs - 1)
            go_on(desk, depth, first_of(offs))
        elif ons:
            on = first_of(ons)
            put(desk, ONS + row, ons & ons - 1)
            if on != end and has(desk, FREE + row, on):
                goal = candidates_at(desk, OFF + SET * (MOST * (layer - depth - 1) + end))
                left_behind(desk, depth, here, on)
                goal &= candidates_at(desk, NEAR + SET * on) & candidates_at(desk, AFTER + row)
                put(desk, OFFS + row, goal)
                if has(desk, OFFS + row, end):
                    remove(desk, OFFS + row, end)
                desk[PATH + 2 * depth + 1] = on
        else:
            desk[DEPTH] -= 1
    return False


@called
def left_behind(desk: Desk, depth: int, here: int, on: int) -> None:
    """Note what stays free after a strong link."""
    at = AFTER + SET * depth
    put(desk, at, candidates_at(desk, FREE + SET * depth))
    if not has(desk, MATES + SET * here, on):
        put(desk, at, candidates_at(desk, at) & ~candidates_at(desk, MATES + SET * here))
    remove(desk, at, here)
    remove(desk, at, on)
    add(desk, at, desk[KEPT])


@called
def go_on(desk: Desk, depth: int, off: int) -> None:
    """Go on to another node by a weak link."""
    on, at = desk[PATH + 2 * depth + 1], FREE + SET * (depth + 1)
    free = candidates_at(desk, AFTER + SET * depth)
    if not has(desk, MATES + SET * on, off):
        free &= ~candidates_at(desk, MATES + SET * on)
    put(desk, at, free)
    add(desk, at, desk[KEPT])
    desk[DEPTH] = depth + 1
    desk[PATH + 2 * depth + 2] = off
    put(desk, ONS + SET * (depth + 1), candidates_at(desk, STRONG + SET * off))
    put(desk, OFFS + SET * (depth + 1), as_candidates(0))
