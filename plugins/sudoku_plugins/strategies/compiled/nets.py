"""Waves that follow from suppositions, and how long a refutation is.

The twin of `forcing.waves` and `forcing.proof`, which explain the names. It counts; Python writes
down what is shown. Sets of candidates are those of Python: bit ``81 * digit + cell``.
"""

from __future__ import annotations

from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_candidates,
    called,
    candidates_at,
    compiled,
    first_of,
    put,
    size_of,
)
from sudoku_plugins.strategies.compiled.sets import SET_WORDS
from sudoku_plugins.strategies.compiled.tables import (
    SET,
    TRUTHS,
    TRUTHS_WITH,
    Desk,
    add,
    last_ones,
    weak,
)
from sudoku_plugins.strategies.forcing.proof import AT_ONCE, MOST_ENDS

MOST_WAVES = 84

BOARD = SET_WORDS
PLACED = BOARD + SET
LOG = PLACED + SET
"""By wave, the board before it and its digits."""
NEEDED = LOG + 2 * SET * MOST_WAVES
"""By wave, the digits that the proof needs."""
LACKS = NEEDED + SET * MOST_WAVES
"""The numbers of the truths without candidates."""
LENGTHS = LACKS + 324
"""By candidate, the number of its waves, negative for a contradiction; 0 for others."""
FOLLOWED = LENGTHS + 729
"""By candidate, the board and the placed digits in the end."""
PARTNERS = FOLLOWED + 2 * SET * 729
"""By candidate, those to which it has strong links."""
NET_WORDS = PARTNERS + SET * 729


@compiled
def truth(number: int) -> Set:
    """Return the candidates of a truth."""
    return candidates_at(TRUTHS, SET * number)


@compiled
def single(node: int) -> Set:
    """Return the set of one candidate."""
    return as_candidates(1) << node


@called
def seen_by(wave: Set) -> Set:
    """Return what the candidates of a wave see."""
    seen = as_candidates(0)
    while wave:
        seen |= weak(first_of(wave))
        wave &= wave - 1
    return seen


@called
def follow(desk: Desk, board: Set, placed: Set, wave: Set, log: int) -> int:
    """Follow a wave on the board; return the number of waves, negative for a contradiction.

    `log`: whether the waves are written down. The board in the end is on the desk.
    """
    n = 0
    while True:
        if log:
            put(desk, LOG + 2 * SET * n, board)
            put(desk, LOG + 2 * SET * n + SET, wave)
        n += 1
        seen = seen_by(wave)
        if seen & wave:
            return -n
        board &= ~seen
        placed |= wave
        rows, no_rows = last_ones(board, 0, 1, 3)
        boxes, no_boxes = last_ones(board, 1, 1, 9)
        columns, no_columns = last_ones(board, 2, 9, 27)
        cells, no_cells = last_ones(board, 3, 81, 243)
        if no_rows | no_boxes | no_columns | no_cells:
            put(desk, LOG + 2 * SET * n, board)
            put(desk, LOG + 2 * SET * n + SET, as_candidates(0))
            return -n - 1
        wave = board & (rows | boxes | columns | cells) & ~placed
        if not wave:
            put(desk, BOARD, board)
            put(desk, PLACED, placed)
            return n


@called
def without_cause(off: Set, below: Set) -> Set:
    """Return the candidates of `off` that nothing `below` sees."""
    return off & ~seen_by(below)


@called
def need_causes(desk: Desk, number: int, off: Set) -> None:
    """Need for each candidate of `off` what eliminates it before wave `number`."""
    below = as_candidates(0)
    for wave in range(number):
        below |= candidates_at(desk, NEEDED + SET * wave)
    left = without_cause(off, below)
    while left:
        first = first_of(left)
        wave = 0
        while not candidates_at(desk, LOG + 2 * SET * wave + SET) & weak(first):
            wave += 1
        causes = candidates_at(desk, LOG + 2 * SET * wave + SET) & weak(first)
        best, most = 0, 0
        while causes:
            cause = first_of(causes)
            causes &= causes - 1
            n_seen = size_of(left & weak(cause))
            if n_seen > most:
                best, most = cause, n_seen
        at = NEEDED + SET * wave
        put(desk, at, candidates_at(desk, at) | single(best))
        left &= ~weak(best)


@called
def reason(desk: Desk, node: int, number: int) -> Set:
    """Return the other candidates of the truth by which a wave has a candidate.

    It is the truth that needs the fewest new digits.
    """
    board, first = candidates_at(desk, LOG + 2 * SET * number), candidates_at(desk, LOG)
    below = as_candidates(0)
    for wave in range(number):
        below |= candidates_at(desk, NEEDED + SET * wave)
    best, least = as_candidates(0), 1 << 20
    for i in range(4):
        members = truth(TRUTHS_WITH[node, i])
        if size_of(board & members) == 1:
            others = first & members & ~single(node)
            key = 1000 * size_of(without_cause(others, below)) + size_of(others)
            if key < least:
                best, least = others, key
    return best


@called
def proof_size(desk: Desk, n_waves: int, on: Set, off: Set) -> int:
    """Return the number of digits of the proof of an end, times 1000, and of its causes."""
    for wave in range(n_waves):
        put(desk, NEEDED + SET * wave, as_candidates(0))
    put(desk, NEEDED + SET * (n_waves - 1), on)
    if off:
        need_causes(desk, n_waves, off)
    size = 1
    for number in range(n_waves - 1, 0, -1):
        needed = candidates_at(desk, NEEDED + SET * number)
        size += size_of(needed)
        while needed:
            others = reason(desk, first_of(needed), number)
            needed &= needed - 1
            off |= others
            need_causes(desk, number, others)
    return 1000 * size + size_of(off)


@compiled
def shorter(desk: Desk, n_waves: int, on: Set, off: Set, n: int, best: int) -> int:
    """Return the best size yet, times 10, with the number of its end, after end number `n`."""
    size = 10 * proof_size(desk, n_waves, on, off) + n
    return size if size // 10 < best // 10 else best


@called
def refutation(desk: Desk, n_waves: int) -> int:
    """Return the least size of a proof that the waves on the log contradict themselves.

    Times 1000: its causes; times 10: the number of the end.
    """
    at = LOG + 2 * SET * (n_waves - 1)
    board, wave, first = (
        candidates_at(desk, at),
        candidates_at(desk, at + SET),
        candidates_at(desk, LOG),
    )
    none = as_candidates(0)
    best, n = 1 << 40, 0
    is_clash = bool(wave)
    while wave:
        one = first_of(wave)
        wave &= wave - 1
        for i in range(4):
            others = wave & truth(TRUTHS_WITH[one, i])
            while others and n < MOST_ENDS:
                both = single(one) | single(first_of(others))
                others &= others - 1
                best = shorter(desk, n_waves, both, none, n, best)
                n += 1
    if is_clash:
        return best
    lacks = 0
    for number in range(324):
        lacking = board & truth(number)
        if not lacking:
            desk[LACKS + lacks] = number
            lacks += 1
    for size in range(10):  # 0: the board had no place for it before
        for i in range(lacks):
            off = first & truth(desk[LACKS + i])
            if size_of(off) == size and n < MOST_ENDS:
                best = shorter(desk, n_waves, none, off, n, best)
                n += 1
    return best


@called
def has_verity(desk: Desk, board: Set, placed: Set) -> bool:
    """Return whether all cases of a truth have something in common."""
    for number in range(324):
        cases = board & truth(number)
        is_open = cases & placed
        if is_open or not cases:
            continue
        left, true = as_candidates(0), ~placed
        while cases:
            at = FOLLOWED + 2 * SET * first_of(cases)
            cases &= cases - 1
            left |= candidates_at(desk, at)
            true &= candidates_at(desk, at + SET)
        if true or board & ~left:
            return True
    return False


@called
def first_refutation(desk: Desk, board: Set, placed: Set) -> int:
    """Return the candidate with the shortest proof among the first, times 10 and the end's number.

    The first are those with the fewest waves. Without any: -2 if there is a verity, else -1.
    """
    has_failed = False
    for node in range(729):
        desk[LENGTHS + node] = 0
        is_open = board & ~placed & single(node)
        if is_open:
            length = follow(desk, board, placed, single(node), 0)
            desk[LENGTHS + node] = length
            has_failed = has_failed or length < 0
            put(desk, FOLLOWED + 2 * SET * node, candidates_at(desk, BOARD))
            put(desk, FOLLOWED + 2 * SET * node + SET, candidates_at(desk, PLACED))
    if not has_failed:
        return -2 if has_verity(desk, board, placed) else -1
    best, least, n, length = 0, 1 << 40, 0, 1
    while n < AT_ONCE and length <= MOST_WAVES:
        for node in range(729):
            if desk[LENGTHS + node] == -length and n < AT_ONCE:
                n += 1
                follow(desk, board, placed, single(node), 1)
                size = refutation(desk, length)
                # Of equal ones the first: causes count only among the ends of one.
                if size // 10000 < least // 10000:
                    best, least = node, size
        length += 1
    return 10 * best + least % 10


@called
def tie_all(desk: Desk, board: Set) -> Set:
    """Note the strong links of a board; return the candidates that have any."""
    for node in range(729):
        put(desk, PARTNERS + SET * node, as_candidates(0))
    linked = as_candidates(0)
    for number in range(324):
        both = board & truth(number)
        if size_of(both) == 2:
            linked |= both
            one, other = first_of(both), first_of(both & both - 1)
            add(desk, PARTNERS + SET * one, other)
            add(desk, PARTNERS + SET * other, one)
    return linked


@called
def follow_links(desk: Desk, board: Set, linked: Set, node: int) -> None:
    """Follow links from a candidate; note what is true then, and false."""
    on = new = single(node)
    off = as_candidates(0)
    while new:
        seen = seen_by(new) & board & ~off
        off |= seen
        seen &= linked
        new = as_candidates(0)
        while seen:
            new |= candidates_at(desk, PARTNERS + SET * first_of(seen))
            seen &= seen - 1
        new &= ~on
        on |= new
    put(desk, FOLLOWED + 2 * SET * node, on)
    put(desk, FOLLOWED + 2 * SET * node + SET, off)


@called
def may_have_forcing_chain(desk: Desk, board: Set) -> bool:
    """Return whether links from a candidate, or from its contrary, lead to a contradiction."""
    linked, none = tie_all(desk, board), as_candidates(0)
    left, true, false = board, none, none
    while left:
        follow_links(desk, board, linked, first_of(left))
        left &= left - 1
    for number in range(324):
        cases = board & truth(number)
        on = off = board if cases else none
        while cases:
            at = FOLLOWED + 2 * SET * first_of(cases)
            cases &= cases - 1
            on &= candidates_at(desk, at)
            off &= candidates_at(desk, at + SET)
        true |= on
        false |= off
    left = board
    while left:
        node = first_of(left)
        left &= left - 1
        at = FOLLOWED + 2 * SET * node
        clash = candidates_at(desk, at) & candidates_at(desk, at + SET) | single(node) & false
        on, off = none, single(node)
        partners = candidates_at(desk, PARTNERS + SET * node)
        while partners:
            at = FOLLOWED + 2 * SET * first_of(partners)
            partners &= partners - 1
            on |= candidates_at(desk, at)
            off |= candidates_at(desk, at + SET)
        if clash | on & off | single(node) & true & linked:
            return True
    return False
