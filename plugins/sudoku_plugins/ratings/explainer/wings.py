"""Wings, and aligned exclusion: eliminations by a few cells with a few digits.

An XY- or XYZ-wing has a pivot and two cells with two digits. A larger wing is an almost locked set
(cells that all see each other, with one digit more than cells) and a cell with two digits; it sees
all places of one or both of its digits in the set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.ratings.explainer.marks import (
    N_CELLS,
    PEERS,
    Hint,
    Marks,
    choices,
    seen_by_all,
    spread,
)


def small_wings(marks: Marks, has_third: bool) -> Iterator[Hint]:
    """Find XY-wings, or with `has_third` XYZ-wings, whose pivot has a third digit."""
    name, difficulty, size = ("XYZ-Wing", 44, 3) if has_third else ("XY-Wing", 42, 2)
    cells = marks.cells
    pairs = mask_of(marks.bivalue())
    for pivot, own in enumerate(cells):
        if own.bit_count() != size:
            continue
        for one in bits(PEERS[pivot] & pairs):
            if (own & ~cells[one]).bit_count() != 1:
                continue
            for other in bits(PEERS[pivot] & pairs):
                shared = cells[one] & cells[other]
                union = own | cells[one] | cells[other]
                if union.bit_count() != 3 or shared.bit_count() != 1:
                    continue
                if bool(own & shared) != has_third:
                    continue
                seen = PEERS[one] & PEERS[other] & (PEERS[pivot] if has_third else -1)
                if out := marks.in_set(shared, seen):
                    yield Hint(difficulty, name, out)


WINGS = {4: "WXYZ-Wing", 5: "VWXYZ-Wing", 6: "UVWXYZ-Wing", 7: "TUVWXYZ-Wing"}
_BASE = {4: 55, 5: 62, 6: 66, 7: 75}


def large_wings(marks: Marks, size: int) -> Iterator[Hint]:
    """Find wings of this `size`, the easiest first, then by effect, the largest first."""
    found = []
    for members, digits in _almost_locked(marks, size - 1):
        sizes = [marks.cells[cell].bit_count() for cell in members]
        difficulty = _BASE[size]
        if size in (4, 5):
            difficulty += size - 3 - abs(3 - max(sizes))
        own = mask_of(members)
        around = 0
        for cell in members:
            around |= PEERS[cell]
        for pair in bits(around & ~own & mask_of(marks.bivalue())):
            if marks.cells[pair] & ~digits:
                continue
            out, is_double = _wing(marks, own, digits, pair)
            if out:
                suffix = f"{1 + is_double}{max(sizes)}{sum(sizes)}"
                hint = Hint(difficulty, f"{WINGS[size]} {suffix}", out)
                found.append((difficulty, -out.bit_count(), -int(suffix), hint))
    found.sort(key=lambda each: each[:3])
    return (each[-1] for each in found)


def _almost_locked(marks: Marks, size: int) -> Iterator[tuple[list[int], int]]:
    """Yield sets of this many cells that see each other, with one digit more than cells."""
    cells, n_digits = marks.cells, size + 1
    able = [cell for cell in range(N_CELLS) if 2 <= cells[cell].bit_count() <= n_digits]

    def grow(members: list[int], digits: int, common: int) -> Iterator[tuple[list[int], int]]:
        if len(members) == size:
            if digits.bit_count() == n_digits:
                yield members, digits
            return
        for cell in bits(common):
            if (digits | cells[cell]).bit_count() <= n_digits:
                later = common & PEERS[cell] & -(2 << cell)
                yield from grow([*members, cell], digits | cells[cell], later)

    yield from grow([], 0, mask_of(able))


def _wing(marks: Marks, own: int, digits: int, pair: int) -> tuple[int, bool]:
    """Return the eliminations by an almost locked set and a `pair`; whether both digits link."""
    linked = [
        digit for digit in bits(marks.cells[pair]) if not marks.places[digit] & own & ~PEERS[pair]
    ]
    if not linked:
        return 0, False
    out = 0
    is_double = len(linked) == 2
    for digit in bits(digits):
        places = marks.places[digit] & own
        if marks.cells[pair] >> digit & 1:
            if [digit] != linked:
                out |= spread(digit, marks.places[digit] & seen_by_all(places | 1 << pair) & ~own)
        elif is_double:
            out |= spread(digit, marks.places[digit] & seen_by_all(places) & ~own & ~(1 << pair))
    return out, is_double


_ALIGNED = {2: (62, "Aligned Pair Exclusion"), 3: (75, "Aligned Triplet Exclusion")}


def aligned_exclusion(marks: Marks, size: int) -> Iterator[Hint]:
    """Find digits of this many cells without a combination that leaves common peers a digit."""
    difficulty, name = _ALIGNED[size]
    cells = marks.cells
    small = mask_of(cell for cell, digits in enumerate(cells) if 2 <= digits.bit_count() <= size)
    single = mask_of(cell for cell, digits in enumerate(cells) if digits.bit_count() == 1)
    excluders = {
        cell: PEERS[cell] & small
        for cell, digits in enumerate(cells)
        if digits & digits - 1 and not PEERS[cell] & single and PEERS[cell] & small
    }
    able = list(excluders)
    for indexes in choices(2, len(able)):
        first = [able[index] for index in indexes]
        tails: list[tuple[int, ...]] = [()]
        if size == 3:
            near = (excluders[first[0]] | excluders[first[1]]) & ~mask_of(first)
            tails = [(cell,) for cell in bits(near) if cell in excluders]
        for tail in tails:
            base = [*first, *tail]
            common = -1
            for cell in base:
                common &= excluders[cell]
            if common.bit_count() >= 2 and (out := _excluded(cells, base, common)):
                yield Hint(difficulty, name, out)


def _excluded(cells: Sequence[int], base: Sequence[int], common: int) -> int:
    """Return the candidates of the cells `base` that no allowed combination has."""
    limits = [cells[cell] for cell in bits(common)]
    seen = [(i, j) for i, j in combinations(range(len(base)), 2) if PEERS[base[i]] >> base[j] & 1]
    allowed = [0] * len(base)
    for combination in product(*[[1 << digit for digit in bits(cells[cell])] for cell in base]):
        if any(combination[i] == combination[j] for i, j in seen):
            continue
        taken = 0
        for digit in combination:
            taken |= digit
        if all(limit & ~taken for limit in limits):
            for index, digit in enumerate(combination):
                allowed[index] |= digit
    out = 0
    for index, cell in enumerate(base):
        for digit in bits(cells[cell] & ~allowed[index]):
            out |= spread(digit, 1 << cell)
    return out
