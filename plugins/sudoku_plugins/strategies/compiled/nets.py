"""Waves that follow from suppositions, and how long a refutation is.

The twin of `forcing.waves` and `forcing.proof`, which explain the names. It counts; Python writes
down what is shown.
"""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import called, compiled
from sudoku_plugins.strategies.compiled.planes import (
    BAND,
    HOUSE,
    HOUSES_OF,
    PEER,
    SET,
    Desk,
    copy,
    count,
    low,
)
from sudoku_plugins.strategies.forcing.proof import AT_ONCE, MOST_ENDS

MOST_WAVES = 84

# Sets on the desk, each by its first word.
GIVEN_BOARD = 0
GIVEN_PLACED = SET
BOARD = 2 * SET
PLACED = 3 * SET
WAVE = 4 * SET
LEFT, TRUE = 5 * SET, 6 * SET
OFF = 7 * SET
BELOW = 8 * SET
"""What the proof needs of earlier waves."""
LOG = 9 * SET
"""By wave, the board before it and its digits."""
NEEDED = LOG + 2 * SET * MOST_WAVES
"""By wave, the digits that the proof needs."""
ENDS = NEEDED + SET * MOST_WAVES
"""By end: two candidates and -1, or -1 and the number of a truth; how many others it has."""
WITHOUT = ENDS + 3 * 400
LENGTHS = WITHOUT + 32
"""By candidate, the number of its waves, negative for a contradiction; 0 for others."""
FOLLOWED = LENGTHS + 729
"""By candidate, the board and the placed digits in the end."""
NET_WORDS = FOLLOWED + 2 * SET * 729


@compiled
def single_out(desk: Desk, node: int, to: int) -> None:
    """Write the set of one candidate."""
    for k in range(SET):
        desk[to + k] = 0
    desk[to + node // 27] = 1 << node % 27


@compiled
def place_wave(desk: Desk) -> int:
    """Place the digits of the wave; return the digits that lose candidates, -1 for a conflict."""
    changed = 0
    for k in range(SET):
        word = desk[WAVE + k]
        digit, band = k // 3, k % 3
        desk[PLACED + k] |= word
        while word:
            bit = word & -word
            word ^= bit
            cell = 27 * band + low(bit)
            own = 3 * digit
            clash = 0
            for j in range(3):
                peers = PEER[cell, j]
                clash |= desk[WAVE + own + j] & peers
                if desk[BOARD + own + j] & peers:
                    desk[BOARD + own + j] &= ~peers
                    changed |= 1 << digit
            for other in range(9):
                if other != digit:
                    clash |= desk[WAVE + 3 * other + band] & bit
                    if desk[BOARD + 3 * other + band] & bit:
                        desk[BOARD + 3 * other + band] ^= bit
                        changed |= 1 << other
            if clash:
                return -1
    return changed


@compiled
def hidden_singles(desk: Desk, digit: int) -> bool:
    """Add the digit's last places to the wave; return whether each house has a place."""
    a, b, c = desk[BOARD + 3 * digit], desk[BOARD + 3 * digit + 1], desk[BOARD + 3 * digit + 2]
    # Columns: three rows of each band are folded to one, then the bands.
    once = twice = 0
    for k in range(3):
        word = desk[BOARD + 3 * digit + k]
        for r in range(3):
            row = word >> 9 * r & 511
            twice |= once & row
            once |= row
            if not row:
                return False
            if not row & row - 1:
                desk[WAVE + 3 * digit + k] |= row << 9 * r
        for s in range(3):
            box = word & 0o7007007 << 3 * s
            if not box:
                return False
            if not box & box - 1:
                desk[WAVE + 3 * digit + k] |= box
    if once != 511:
        return False
    columns = once & ~twice
    if columns:
        columns *= 0o1001001
        desk[WAVE + 3 * digit] |= a & columns
        desk[WAVE + 3 * digit + 1] |= b & columns
        desk[WAVE + 3 * digit + 2] |= c & columns
    return True


@compiled
def next_wave(desk: Desk, changed: int) -> int:
    """Find what has one candidate left; return 1, 0 if nothing has, -1 if something has none."""
    for k in range(SET):
        desk[WAVE + k] = 0
    for digit in range(9):
        if changed >> digit & 1 and not hidden_singles(desk, digit):
            return -1
    new = 0
    for band in range(3):
        once = twice = 0
        for digit in range(9):
            word = desk[BOARD + 3 * digit + band]
            twice |= once & word
            once |= word
        if once != BAND:
            return -1
        for digit in range(9):
            k = 3 * digit + band
            word = (desk[WAVE + k] | desk[BOARD + k] & ~twice) & ~desk[PLACED + k]
            desk[WAVE + k] = word
            new |= word
    return 1 if new else 0


@called
def follow(desk: Desk, log: int) -> int:
    """Follow the wave on the board; return the number of waves, negative for a contradiction.

    `log`: whether the waves are written down.
    """
    n = 0
    changed = 511
    while True:
        if log:
            copy(desk, BOARD, LOG + 2 * SET * n, SET)
            copy(desk, WAVE, LOG + 2 * SET * n + SET, SET)
        n += 1
        now = place_wave(desk)
        if now < 0:
            return -n
        changed |= now
        state = next_wave(desk, changed)
        changed = 0
        if state == 0:
            return n
        if state < 0:
            if log:
                copy(desk, BOARD, LOG + 2 * SET * n, SET)
                for k in range(SET):
                    desk[LOG + 2 * SET * n + SET + k] = 0
            return -n - 1


@compiled
def sees_any(desk: Desk, node: int, at: int) -> bool:
    """Return whether a candidate of the set sees the candidate `node`."""
    digit, cell = node // 81, node % 81
    found = 0
    for j in range(3):
        found |= desk[at + 3 * digit + j] & PEER[cell, j]
    band, bit = cell // 27, 1 << cell % 27
    for other in range(9):
        if other != digit:
            found |= desk[at + 3 * other + band] & bit
    return found != 0


@compiled
def sees(one: int, other: int) -> bool:
    """Return whether two candidates exclude each other."""
    if one // 81 != other // 81:
        return one % 81 == other % 81
    return PEER[one % 81, other % 81 // 27] >> other % 27 & 1 != 0


@compiled
def holds(desk: Desk, at: int, node: int) -> bool:
    """Return whether a set has a candidate."""
    return desk[at + node // 27] >> node % 27 & 1 != 0


@compiled
def truth_word(truth: int, k: int) -> int:
    """Return the word `k` of a truth: cells first, then the digits of each house."""
    if truth < 81:
        return 1 << truth % 27 if k % 3 == truth // 27 else 0
    house, digit = (truth - 81) // 9, (truth - 81) % 9
    return HOUSE[house, k % 3] if k // 3 == digit else 0


@compiled
def truth_with(node: int, i: int) -> int:
    """Return the truth number `i` of the four that hold a candidate."""
    if i == 0:
        return node % 81
    return 81 + 9 * HOUSES_OF[node % 81, i - 1] + node // 81


@called
def need_causes(desk: Desk, number: int, n: int) -> None:
    """Need for each of the `n` candidates on the list what eliminates it before wave `number`."""
    left = 0
    for i in range(n):
        node = desk[WITHOUT + i]
        if not sees_any(desk, node, BELOW):
            desk[WITHOUT + left] = node
            left += 1
    while left:
        first = desk[WITHOUT]
        wave = 0
        while wave < number and not sees_any(desk, first, LOG + 2 * SET * wave + SET):
            wave += 1
        at = LOG + 2 * SET * wave + SET
        best, most = -1, 0
        for k in range(SET):
            word = desk[at + k]
            while word:
                cause = 27 * k + low(word)
                word &= word - 1
                if sees(first, cause):
                    n_seen = 0
                    for i in range(left):
                        if sees(desk[WITHOUT + i], cause):
                            n_seen += 1
                    if n_seen > most:
                        best, most = cause, n_seen
        desk[NEEDED + SET * wave + best // 27] |= 1 << best % 27
        desk[BELOW + best // 27] |= 1 << best % 27
        kept = 0
        for i in range(left):
            node = desk[WITHOUT + i]
            if not sees(node, best):
                desk[WITHOUT + kept] = node
                kept += 1
        left = kept


@called
def others_of(desk: Desk, truth: int, node: int) -> int:
    """List the other candidates of a truth on the first board; return their number."""
    n = 0
    for k in range(SET):
        word = desk[LOG + k] & truth_word(truth, k)
        while word:
            other = 27 * k + low(word)
            word &= word - 1
            if other != node:
                desk[WITHOUT + n] = other
                n += 1
    return n


@compiled
def is_last(desk: Desk, truth: int, at: int) -> bool:
    """Return whether a truth has just one candidate on the board."""
    n = 0
    for k in range(SET):
        n += count(desk[at + k] & truth_word(truth, k))
    return n == 1


@called
def reason(desk: Desk, node: int, at: int) -> int:
    """Return the truth by which a wave has a candidate: the one that needs the fewest digits."""
    best, least = 0, 1 << 20
    for i in range(4):
        truth = truth_with(node, i)
        if is_last(desk, truth, at):
            n = others_of(desk, truth, node)
            without = 0
            for j in range(n):
                if not sees_any(desk, desk[WITHOUT + j], BELOW):
                    without += 1
            if 1000 * without + n < least:
                best, least = truth, 1000 * without + n
    return best


@called
def proof_size(desk: Desk, n_waves: int, one: int, other: int, truth: int) -> int:
    """Return the number of digits of the proof of an end, times 1000, and of its causes.

    The end: two candidates that are true, or a `truth` without any.
    """
    for k in range(SET * n_waves):
        desk[NEEDED + k] = 0
    for k in range(SET):
        desk[OFF + k] = desk[BELOW + k] = 0
    if one >= 0:
        last = NEEDED + SET * (n_waves - 1)
        desk[last + one // 27] |= 1 << one % 27
        desk[last + other // 27] |= 1 << other % 27
    else:
        n = others_of(desk, truth, -1)
        for i in range(n):
            desk[OFF + desk[WITHOUT + i] // 27] |= 1 << desk[WITHOUT + i] % 27
        need_causes(desk, n_waves, n)
    size = 1
    for number in range(n_waves - 1, 0, -1):
        for k in range(SET):
            desk[BELOW + k] = 0
        for k in range(SET * number):
            desk[BELOW + k % SET] |= desk[NEEDED + k]
        at = LOG + 2 * SET * number
        for k in range(SET):
            word = desk[NEEDED + SET * number + k]
            while word:
                node = 27 * k + low(word)
                word &= word - 1
                size += 1
                n = others_of(desk, reason(desk, node, at), node)
                for i in range(n):
                    desk[OFF + desk[WITHOUT + i] // 27] |= 1 << desk[WITHOUT + i] % 27
                need_causes(desk, number, n)
    causes = 0
    for k in range(SET):
        causes += count(desk[OFF + k])
    return 1000 * size + causes


@called
def add_clashes(desk: Desk, at: int) -> int:
    """List the pairs of a wave that see each other, by truth; return their number."""
    n = 0
    for k in range(SET):
        word = desk[at + k]
        while word:
            one = 27 * k + low(word)
            word &= word - 1
            for i in range(4):
                truth = truth_with(one, i)
                for j in range(k, SET):
                    rest = desk[at + j] & truth_word(truth, j)
                    while rest:
                        other = 27 * j + low(rest)
                        rest &= rest - 1
                        if other > one and n < MOST_ENDS:
                            desk[ENDS + 3 * n] = one
                            desk[ENDS + 3 * n + 1] = other
                            desk[ENDS + 3 * n + 2] = 0
                            n += 1
    return n


@called
def add_lacks(desk: Desk, at: int) -> int:
    """List the truths that lack candidates, those with the fewest on the first board first."""
    n = 0
    for truth in range(324):
        left = before = 0
        for k in range(SET):
            mask = truth_word(truth, k)
            left |= desk[at + k] & mask
            before += count(desk[LOG + k] & mask)
        if not left:
            i = n
            while i > 0 and desk[ENDS + 3 * i - 1] > before:
                copy(desk, ENDS + 3 * i - 3, ENDS + 3 * i, 3)
                i -= 1
            desk[ENDS + 3 * i] = -1
            desk[ENDS + 3 * i + 1] = truth
            desk[ENDS + 3 * i + 2] = before
            n += 1
    return n


@called
def refutation(desk: Desk, n_waves: int) -> int:
    """Return the least size of a proof that the waves on the log contradict themselves.

    Times 1000: its causes; times 10: the number of the end.
    """
    at = LOG + 2 * SET * (n_waves - 1)
    wave = 0
    for k in range(SET):
        wave |= desk[at + SET + k]
    n = add_clashes(desk, at + SET) if wave else add_lacks(desk, at)
    best = -1
    for i in range(min(n, MOST_ENDS)):
        one, other = desk[ENDS + 3 * i], desk[ENDS + 3 * i + 1]
        size = 10 * proof_size(desk, n_waves, one, other, other) + i
        if best < 0 or size // 10 < best // 10:
            best = size
    return best


@called
def suppose(desk: Desk, board: int, node: int, log: int) -> int:
    """Follow one more candidate of a board, which has its placed digits behind it."""
    copy(desk, board, BOARD, 2 * SET)
    single_out(desk, node, WAVE)
    return follow(desk, log)


@called
def has_verity(desk: Desk) -> bool:
    """Return whether all cases of a truth have something in common."""
    for truth in range(324):
        for k in range(SET):
            desk[LEFT + k] = 0
            desk[TRUE + k] = BAND & ~desk[GIVEN_PLACED + k]
        n = 0
        for k in range(SET):
            word = desk[GIVEN_BOARD + k] & truth_word(truth, k)
            if word & desk[GIVEN_PLACED + k]:
                n = -1
                break
            while word:
                node = 27 * k + low(word)
                word &= word - 1
                n += 1
                at = FOLLOWED + 2 * SET * node
                for j in range(SET):
                    desk[LEFT + j] |= desk[at + j]
                    desk[TRUE + j] &= desk[at + SET + j]
        if n > 0:
            for k in range(SET):
                if desk[TRUE + k] or desk[GIVEN_BOARD + k] & ~desk[LEFT + k]:
                    return True
    return False


@compiled
def follow_each(desk: Desk) -> bool:
    """Follow each candidate that is not placed; return whether one contradicts itself."""
    has_failed = False
    for node in range(729):
        desk[LENGTHS + node] = 0
        if holds(desk, GIVEN_BOARD, node) and not holds(desk, GIVEN_PLACED, node):
            n = suppose(desk, GIVEN_BOARD, node, 0)
            desk[LENGTHS + node] = n
            has_failed = has_failed or n < 0
            copy(desk, BOARD, FOLLOWED + 2 * SET * node, 2 * SET)
    return has_failed


@compiled
def shortest_refutation(desk: Desk) -> int:
    """Return the candidate with the shortest proof among the first, times 10 and the end's number.

    The first are those with the fewest waves.
    """
    best, least, n, length = -1, 1 << 40, 0, 1
    while n < AT_ONCE and length <= MOST_WAVES:
        for node in range(729):
            if desk[LENGTHS + node] == -length and n < AT_ONCE:
                n += 1
                suppose(desk, GIVEN_BOARD, node, 1)
                size = refutation(desk, length)
                # Of equal ones the first: causes count only among the ends of one.
                if size // 10000 < least // 10000:
                    best, least = node, size
        length += 1
    return 10 * best + least % 10
