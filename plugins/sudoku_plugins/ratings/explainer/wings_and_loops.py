"""Wings, aligned exclusion and uniqueness: eliminations by a few cells with a few digits.

An XY- or XYZ-wing has a pivot and two cells with two digits. A larger wing is an almost locked set
(cells that all see each other, with one digit more than cells) and a cell with two digits; it sees
all places of one or both of its digits in the set. Unique rectangles and loops, and bivalue
universal graves, would allow two solutions.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import and_, or_

from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.ratings.explainer.basics import (
    HOUSES_OF,
    MASKS,
    N_CELLS,
    PEERS,
    Hint,
    Marks,
    all_of,
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
        around = reduce(or_, [PEERS[cell] for cell in members])
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
            common = reduce(and_, [excluders[cell] for cell in base])
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
        taken = reduce(or_, combination)
        if all(limit & ~taken for limit in limits):
            for index, digit in enumerate(combination):
                allowed[index] |= digit
    lost = (all_of(cells[cell] & ~left, 1 << cell) for cell, left in zip(base, allowed))
    return sum(lost)


Loop = tuple[int, ...]


def unique_loops(marks: Marks) -> Iterator[Hint]:
    """Find loops of cells with the same two digits, the shortest and the easiest types first."""
    found: list[tuple[int, int, Hint]] = []
    done: set[tuple[frozenset[int], int]] = set()
    for start in marks.bivalue():
        pair = marks.cells[start]
        for loop in _loops(marks, start, pair):
            if (frozenset(loop), pair) in done:
                continue
            done.add((frozenset(loop), pair))
            size = len(loop)
            base = 45 + (5 if size >= 10 else 2 if size >= 8 else 1 if size >= 6 else 0)
            kind = f"Unique {'Rectangle' if size == 4 else f'Loop {size}'}"
            for number, more, out in _loop_types(marks, loop, pair):
                if out:
                    hint = Hint(base + more, f"{kind} Type {number}", out)
                    found.append((hint.difficulty, number, hint))
    found.sort(key=lambda each: each[:2])
    return (hint for *_, hint in found)


def _loops(marks: Marks, start: int, pair: int) -> Iterator[Loop]:
    """Yield loops from `start`, each cell in a house with the next, whose digits could be swapped.

    At most two cells have further digits, or any number of cells has the same further digit.
    """
    able = reduce(and_, [marks.places[digit] for digit in bits(pair)])

    def grow(loop: Loop, last: int, extra: int, left: int) -> Iterator[Loop]:
        for kind, house in enumerate(HOUSES_OF[loop[-1]]):
            if kind == last:
                continue
            if len(loop) >= 4 and house >> start & 1 and _is_deadly(loop):
                yield loop
            for cell in bits(house & able & ~mask_of(loop)):
                more = marks.cells[cell] & ~pair
                if not more or (extra | more).bit_count() == 1 or left > 0:
                    yield from grow((*loop, cell), kind, extra | more, left - bool(more))

    return grow((start,), -1, 0, 2)


def _is_deadly(loop: Loop) -> bool:
    """Return whether each house of the loop has one cell of each parity."""
    if len(loop) % 2:
        return False
    even = [house for cell in loop[::2] for house in HOUSES_OF[cell]]
    odd = [house for cell in loop[1::2] for house in HOUSES_OF[cell]]
    return len({*even}) == len(even) and len({*odd}) == len(odd) and {*even} == {*odd}


def _loop_types(marks: Marks, loop: Loop, pair: int) -> Iterator[tuple[int, int, int]]:
    """Yield the type of each conclusion, its addition to the difficulty, and its eliminations."""
    cells = marks.cells
    rich = [cell for cell in loop if cells[cell] & ~pair]
    extra = reduce(or_, [cells[cell] & ~pair for cell in rich], 0)
    if len(rich) == 1:
        yield 1, 0, marks.in_set(pair, 1 << rich[0])
    if len(rich) < 2:
        return
    if not extra & extra - 1:
        yield 2, 0, marks.in_set(extra, seen_by_all(mask_of(rich)))
    if len(rich) == 2:
        if extra & extra - 1:
            yield from ((3, more, out) for more, out in _with_set(marks, rich, extra, pair))
        for digit in bits(pair):
            if any(marks.places[digit] & house == mask_of(rich) for house in _common_houses(rich)):
                yield 4, 0, marks.in_set(pair & ~(1 << digit), mask_of(rich))
                return


def _common_houses(cells: Sequence[int]) -> list[int]:
    own = mask_of(cells)
    return [house for house in HOUSES_OF[cells[0]] if not own & ~house]


def _with_set(
    marks: Marks, rich: Sequence[int], extra: int, pair: int
) -> Iterator[tuple[int, int]]:
    """Yield the sets that two cells make with others: addition to the difficulty, eliminations.

    Either one of the two cells has one of the digits `extra`, which makes a naked set with other
    cells, or they lose one digit of the `pair`, which makes a hidden set with other digits.
    """
    cells, own = marks.cells, mask_of(rich)
    shared = extra & cells[rich[0]] & cells[rich[1]]
    for size in range(extra.bit_count(), 8):
        for house in _common_houses(rich):
            n_open = sum(1 for cell in bits(house) if cells[cell])
            others = [cell for cell in bits(house & ~own) if cells[cell]]
            if 2 * size <= n_open:
                for chosen in combinations(others, size - 1):
                    digits = reduce(or_, [cells[cell] for cell in chosen], shared)
                    if digits.bit_count() == size and not extra & ~digits:
                        yield size - 1, marks.in_set(digits, house & ~own & ~mask_of(chosen))
            if 2 * size < n_open:
                able = [d for d in bits(~(extra | pair) & 511) if marks.places[d] & house]
                for more in combinations(able, size - 2):
                    digits = pair | mask_of(more)
                    places = reduce(or_, [marks.places[d] & house for d in bits(digits)]) & ~own
                    if places.bit_count() == size - 1:
                        yield size - 2, marks.in_set(~digits & 511, places)


def universal_graves(marks: Marks) -> Iterator[Hint]:
    """Find boards whose cells would have two candidates each without a few extra ones."""
    extra = _grave(marks)
    if extra is None:
        return
    cells = list(extra)
    own, digits = mask_of(cells), reduce(or_, extra.values())
    common = seen_by_all(own)
    if len(cells) == 1:
        yield Hint(56, "BUG Type 1", marks.in_set(marks.cells[cells[0]] & ~digits, own))
        return
    if not digits & digits - 1 and (out := marks.in_set(digits, common)):
        yield Hint(57, "BUG Type 2", out)
    if not common & reduce(or_, marks.places):
        return
    houses = _common_houses(cells)
    shared = reduce(and_, [marks.cells[cell] for cell in cells]) & ~digits
    if len(cells) == 2 and houses and shared.bit_count() == 1:
        left = [marks.in_set(~(extra[cell] | shared) & 511, 1 << cell) for cell in cells]
        if out := left[0] | left[1]:
            yield Hint(57, "BUG Type 4", out)
    if not digits & digits - 1:
        return
    for house in houses:
        others = [cell for cell in bits(common & house) if marks.cells[cell]]
        for size in range(2, 7):
            for chosen in combinations(others, size - 1):
                union = reduce(or_, [marks.cells[cell] for cell in chosen])
                if union.bit_count() == size and not digits & ~union:
                    out = marks.in_set(union, house & common & ~mask_of(chosen))
                    if out:
                        yield Hint(56 + size, "BUG Type 3", out)


def _grave(marks: Marks) -> dict[int, int] | None:
    """Return, by cell, the extra digits of a bivalue universal grave; None if there is none."""
    extra: dict[int, int] = {}
    for masks in MASKS:
        for house in masks:
            for digit, places in enumerate(marks.places):
                inside = places & house
                if inside.bit_count() in (0, 2):
                    continue
                rich = [cell for cell in bits(inside) if marks.cells[cell].bit_count() > 2]
                if not rich:
                    return None
                if len(rich) == 1:
                    extra[rich[0]] = extra.get(rich[0], 0) | 1 << digit
    if not extra:
        return None
    left = marks.copy()
    for cell, digits in extra.items():
        left.remove(all_of(digits, 1 << cell))
    if any(digits.bit_count() not in (0, 2) for digits in left.cells):
        return None
    is_twofold = all(
        (places & house).bit_count() in (0, 2)
        for masks in MASKS
        for house in masks
        for places in left.places
    )
    return extra if is_twofold else None
