"""Almost locked sets that are linked by restricted commons, alone or in chains.

Two sets have a *restricted common*, a digit x, if every cell of one that can be x sees every cell
of the other that can be x. So x cannot be in both: one of them lacks it and needs all its other
digits. Sets may overlap, but not in cells that can be x.

A set lacks only one of its digits. If a first set lacks some digit z, it has its x; so the
next lacks x and has its y, and so on, to the last set, which has its z too. So in a chain of sets
z is in the first set or in the last, and is eliminated where all its places in both are seen. The
digits by which the chain comes and leaves must differ in each set; so must those and z in the first
and the last one.

Sets and their ends (a digit, and its places in a set) are numbers here; sets of them are ints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from string import ascii_uppercase
from typing import NamedTuple

from sudoku_engine import Candidate, Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.say import Part, Said, say
from sudoku_plugins.strategies.analysis import rank
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    End,
    almost_locked_sets,
    common_peers,
    told,
)
from sudoku_plugins.strategies.analysis.pattern_texts import linked_sets_text
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import als_strategy


def linked_sets(grid: Grid) -> LinkedSets:
    """Return the almost locked sets of a board, and how they are linked."""
    return _linked(almost_locked_sets(grid), grid.boards, grid.layout)


@dataclass(frozen=True, eq=False)
class LinkedSets:
    """The almost locked sets of a board, and how their ends are linked.

    A set of candidates is an int with bit ``(digit - 1) * cells + cell``.
    """

    sets: tuple[AlmostLockedSet, ...]
    near: list[int]
    """By set, the candidates that see all places of their digit in the set."""
    of_digit: list[int]
    """By digit, its candidates in all cells."""
    ends: list[End]
    """The ends that see another one. Sets with a digit in the same cells share an end."""
    holders: list[list[int]]
    """By end, the sets that have it."""
    commons: list[int]
    """By end, the ends with its digit that it sees: if it is true, each of them is false."""

    @property
    def n_cells(self) -> int:
        """The number of cells of the board."""
        return self.of_digit[1].bit_count()

    @cached_property
    def partners(self) -> list[int]:
        """By end, the other ends of its sets: if it is false, each of them is true."""
        ends_of = [0] * len(self.sets)
        for number, holders in enumerate(self.holders):
            for holder in holders:
                ends_of[holder] |= 1 << number
        return [
            reduce(or_, [ends_of[holder] for holder in holders]) & ~(1 << number)
            for number, holders in enumerate(self.holders)
        ]

    @cached_property
    def following(self) -> list[int]:
        """By end, the commons of its partners: if it is false, each of them is false too."""
        commons = self.commons
        return [
            reduce(or_, [commons[other] for other in bits(partners)], 0)
            for partners in self.partners
        ]


@lru_cache(maxsize=2)
def _linked(
    sets: tuple[AlmostLockedSet, ...], boards: tuple[int, ...], layout: Layout
) -> LinkedSets:
    shifts = [len(layout.cells) * (digit - 1) for digit in range(layout.n + 1)]
    # By digit, by the cells of an end: the end, and the sets that have it.
    holders_of: list[dict[int, tuple[End, list[int]]]] = [{} for _ in boards]
    near = []
    for number, found in enumerate(sets):
        candidates = 0
        for end in found.ends:
            digit, cells, seen = end
            if seen := seen & boards[digit]:
                candidates |= seen << shifts[digit]
                of_digit = holders_of[digit]
                if cells in of_digit:
                    of_digit[cells][1].append(number)
                else:
                    of_digit[cells] = end, [number]
        near.append(candidates)
    ends: list[End] = []
    holders, commons = [], []
    for of_digit, board in zip(holders_of, boards):
        in_order = [*of_digit.values()]
        first = len(ends)
        for number, others in _ends_in_sight(tuple(of_digit), board, layout):
            end, of_end = in_order[number]
            ends.append(end)
            holders.append(of_end)
            commons.append(others << first)
    every_cell = [0, *(layout.all_cells << shift for shift in shifts[1:])]
    return LinkedSets(sets, near, every_cell, ends, holders, commons)


@bounded_cache(lambda found: 1000 + 150 * len(found))
def _ends_in_sight(
    ends: tuple[int, ...], board: int, layout: Layout
) -> tuple[tuple[int, int], ...]:
    """Return the `ends` of a digit that see another end on its `board`; an end is a mask of cells.

    Each has its number, and a mask of the ends that it sees: bit 0 is the first end returned.
    """
    by_first: dict[int, list[tuple[int, int]]] = {}
    for number, cells in enumerate(ends):
        by_first.setdefault(cells & -cells, []).append((number, cells))
    seen_by: dict[int, list[int]] = {}
    in_sight: dict[int, list[int]] = {}
    for number, cells in enumerate(ends):
        seen = common_peers(cells, layout) & board
        if seen not in seen_by:
            near = [each for first in bits(seen) for each in by_first.get(1 << first, ())]
            seen_by[seen] = [other for other, its_cells in near if not its_cells & ~seen]
        if seen_by[seen]:
            in_sight[number] = seen_by[seen]
    rank_of = {number: rank for rank, number in enumerate(in_sight)}
    return tuple(
        [(n, mask_of([rank_of[other] for other in others])) for n, others in in_sight.items()]
    )


class Chain(NamedTuple):
    """Sets, each linked with the next, and their conclusions."""

    sets: list[AlmostLockedSet]
    joints: list[tuple[End, End]]
    """How each set is linked with the next; two sets may be linked in two ways."""
    eliminated: int

    @property
    def is_double(self) -> bool:
        """Whether it is two sets that are linked in two ways."""
        return len(self.joints) == len(self.sets)


def pairs(linked: LinkedSets) -> Iterator[Chain]:
    """Yield the pairs of sets with one or two restricted commons, in the order of `rank`.

    There is one for each effect, that with the fewest cells.
    """
    sets, ends, holders, near = linked.sets, linked.ends, linked.holders, linked.near
    commons, of_digit = linked.commons, linked.of_digit
    # Numbers in place of tuples: there are thousands of pairs, and few of them are of use.
    n_sets, n_ends, n_cells = len(sets), len(ends), linked.n_cells
    joint_of: dict[int, int] = {}
    more: dict[int, int] = {}
    for start, common in enumerate(commons):
        for stop in bits(common):
            joint = start * n_ends + stop
            for first in holders[start]:
                for last in holders[stop]:
                    if first < last:
                        pair = first * n_sets + last
                        if joint_of.setdefault(pair, joint) != joint:
                            more[pair] = joint
    found = []
    for pair, joint in joint_of.items():
        first, last = divmod(pair, n_sets)
        shared = of_digit[ends[joint // n_ends][0]]
        eliminated = near[first] & near[last] & ~shared
        if pair in more:
            shared |= of_digit[ends[more[pair] // n_ends][0]]
            eliminated = near[first] & near[last] & shared | (near[first] | near[last]) & ~shared
        if eliminated:
            joints = [divmod(each, n_ends) for each in (joint, more.get(pair, joint))]
            size = sets[first].size + sets[last].size
            found.append((rank(eliminated, n_cells), size, first, last, joints, eliminated))
    effects = set()
    for *_, first, last, joints, eliminated in sorted(found):
        if eliminated not in effects:
            effects.add(eliminated)
            where = [(ends[start], ends[stop]) for start, stop in dict.fromkeys(joints)]
            yield Chain([sets[first], sets[last]], where, eliminated)


def chains(linked: LinkedSets, shortest: int, longest: int) -> Iterator[Chain]:
    """Yield the chains of `shortest` to `longest` sets, the shortest first, then by `rank`.

    There is one for each effect, and none that eliminates only what a shorter one does.
    """
    commons = linked.commons
    # By the first of them: the ends that are false from the first, second, … link on.
    layers = {common: [common] for common in commons}
    told: list[int] = []
    for length in range(2, longest + 1):
        if length >= shortest:
            effects = dict.fromkeys(told)
            complete = [*_complete(linked, layers)]
            complete.sort(key=lambda found: (rank(found[-1], linked.n_cells), found))
            for found in complete:
                *_, start, _, eliminated = found
                if eliminated not in effects and all(eliminated & ~other for other in told):
                    effects[eliminated] = None
                    yield _chain(linked, layers[commons[start]], found)
            told = [*effects]
        reached = 0
        for passed in layers.values():
            new = reduce(or_, [linked.following[end] for end in bits(passed[-1])], 0)
            passed.append(new & ~reduce(or_, passed))
            reached |= passed[-1]
        if not reached:
            return


def _complete(
    linked: LinkedSets, layers: Mapping[int, list[int]]
) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield the first and last sets of chains that eliminate something, of two directions one.

    Each is: the cells of both, the sets, the ends by which the chain leaves the one and comes to
    the other, what is eliminated. The chains are as long as the `layers`.
    """
    sets, ends, holders, near = linked.sets, linked.ends, linked.holders, linked.near
    commons, of_digit = linked.commons, linked.of_digit
    near_end = [
        reduce(or_, [near[holder] for holder in of_end]) & ~of_digit[end[0]]
        for end, of_end in zip(ends, holders)
    ]
    for start, common in enumerate(commons):
        for stop in bits(layers[common][-1]):
            if not near_end[start] & near_end[stop]:
                continue
            others = ~(of_digit[ends[start][0]] | of_digit[ends[stop][0]])
            for first, last in product(holders[start], holders[stop]):
                eliminated = near[first] & near[last] & others
                if first < last and eliminated:
                    size = sets[first].size + sets[last].size
                    yield size, first, last, start, stop, eliminated


def _chain(
    linked: LinkedSets, passed: Sequence[int], found: tuple[int, int, int, int, int, int]
) -> Chain:
    """Return a chain of which the ends are known, and the layers it has `passed`.

    Of the sets between them choose small ones.
    """
    sets, ends, holders = linked.sets, linked.ends, linked.holders
    _, first, last, start, stop, eliminated = found
    way, joints = [last], [stop]
    for layer in reversed(passed[:-1]):
        _, number, came, left = min(
            (sets[number].size, number, came, left)
            for came in bits(layer)
            if linked.following[came] >> stop & 1
            for left in bits(linked.partners[came] & linked.commons[stop])
            for number in holders[came]
            if number in holders[left]
        )
        way.append(number)
        joints += [left, came]
        stop = came
    joints.append(start)
    joints.reverse()
    return Chain(
        [sets[number] for number in (first, *reversed(way))],
        [(ends[one], ends[other]) for one, other in zip(joints[::2], joints[1::2])],
        eliminated,
    )


def _chains_of(grid: Grid, shortest: int, longest: int, apart: bool) -> Iterator[Chain]:
    """Yield the chains of `shortest` to `longest` sets; those of two are `pairs`."""
    if apart:
        yield from _chains_apart(_sets_apart(linked_sets(grid), grid.layout), shortest, longest)
        return
    linked = linked_sets(grid)
    yield from pairs(linked) if longest == 2 else chains(linked, shortest, longest)


def _joined(sets: list[AlmostLockedSet], digits: Iterable[int], eliminated: int) -> Chain:
    """Return the chain of `sets` that `digits` link; two sets may be linked by two."""
    joints = zip(sets, sets[1:], digits)
    if len(sets) == 2:
        joints = zip(sets[:1] * 2, sets[1:] * 2, dict.fromkeys(digits))
    ends = [(_end(one, digit), _end(other, digit)) for one, other, digit in joints]
    return Chain(sets, ends, eliminated)


def _end(found: AlmostLockedSet, digit: int) -> End:
    return next(end for end in found.ends if end.digit == digit)


MOST_SETS_APART = 6
"""The number of sets in the longest chains of sets that share no cells."""


class SetsApart(NamedTuple):
    """The almost locked sets of a board, and the digits that link two that share no cells.

    They are in HoDoKu's order: by the number of their first house, then by their cells; pairs of
    sets by the first and the second set. A wing is two linked pairs with one set in common. A chain
    goes on to later sets only. A search that ends with the first chain, as in HoDoKu, tries few.
    """

    sets: Sequence[AlmostLockedSet]
    near: Sequence[int]
    """As in `LinkedSets`, and so are those `of_digit`."""
    of_digit: Sequence[int]
    joined: Sequence[dict[int, list[int]]]
    """By set, the restricted commons by the other set, in order."""

    def chain(self, way: Iterable[int], digits: Iterable[int], eliminated: int) -> Chain:
        """Return the chain of the sets on a `way`, linked by `digits`."""
        return _joined([self.sets[number] for number in way], digits, eliminated)


@lru_cache(maxsize=1)
def _sets_apart(linked: LinkedSets, layout: Layout) -> SetsApart:
    def place(number: int) -> tuple[int, list[int]]:
        cells, houses = linked.sets[number].cells, enumerate(layout.houses)
        house = next((i for i, each in houses if not cells & ~each.mask), len(layout.houses))
        return house, [*bits(cells)]

    order = sorted(range(len(linked.sets)), key=place)
    rank_of = {number: place for place, number in enumerate(order)}
    sets = [linked.sets[number] for number in order]
    joined: list[dict[int, list[int]]] = [{} for _ in sets]
    for start, common in enumerate(linked.commons):
        for stop in bits(common):
            for pair in product(linked.holders[start], linked.holders[stop]):
                one, other = (rank_of[number] for number in pair)
                if not sets[one].cells & sets[other].cells:
                    joined[one].setdefault(other, []).append(linked.ends[start].digit)
    return SetsApart(
        sets,
        [linked.near[number] for number in order],
        linked.of_digit,
        [{other: each[other][:2] for other in sorted(each)} for each in joined],
    )


def _chains_apart(board: SetsApart, shortest: int, longest: int) -> Iterator[Chain]:
    if longest == 2:
        return _pairs_apart(board)
    return _wings_apart(board) if longest == 3 else _long_chains_apart(board, shortest)


def _pairs_apart(board: SetsApart) -> Iterator[Chain]:
    sets, near, of_digit, joined = board
    n_cells = of_digit[1].bit_length()
    in_all = sum(1 << n_cells * digit for digit in range(len(of_digit) - 1))
    for first, others in enumerate(joined):
        for last, digits in others.items():
            shared = reduce(or_, [of_digit[digit] for digit in digits])
            eliminated = near[first] & near[last]
            if len(digits) == 1:
                eliminated &= ~shared
            else:
                loose = (near[first] | near[last]) & ~shared
                eliminated = eliminated & shared | loose & ~(
                    (sets[first].cells | sets[last].cells) * in_all
                )
            if eliminated and first < last:
                yield board.chain((first, last), digits, eliminated)


def _wings_apart(board: SetsApart) -> Iterator[Chain]:
    sets, near, of_digit, joined = board
    pairs = [(one, other) for one, others in enumerate(joined) for other in others if one < other]
    pairs_of: list[list[tuple[int, int]]] = [[] for _ in joined]
    for pair in pairs:
        for number in pair:
            pairs_of[number].append(pair)
    for pair in pairs:
        for other in sorted({*pairs_of[pair[0]], *pairs_of[pair[1]]}):
            if other <= pair:
                continue
            middle = pair[0] if pair[0] in other else pair[1]
            first, last = sum(pair) - middle, sum(other) - middle
            both = near[first] & near[last]
            if not both or sets[first].cells & sets[last].cells:
                continue
            for one in joined[middle][first]:
                for two in joined[middle][last]:
                    eliminated = both & ~of_digit[one] & ~of_digit[two]
                    if one != two and eliminated:
                        yield board.chain((first, middle, last), (one, two), eliminated)


def _long_chains_apart(board: SetsApart, shortest: int) -> Iterator[Chain]:
    _, near, of_digit, joined = board

    def on(way: tuple[int, ...], digits: tuple[int, ...]) -> Iterator[Chain]:
        for number, commons in joined[way[-1]].items():
            for digit in commons if number > way[-1] else ():
                if digits[-1:] == (digit,):
                    continue
                longer, left = (*way, number), (*digits, digit)
                eliminated = near[way[0]] & near[number] & ~of_digit[left[0]] & ~of_digit[digit]
                if eliminated and len(longer) >= shortest:
                    yield board.chain(longer, left, eliminated)
                if len(longer) < MOST_SETS_APART:
                    yield from on(longer, left)

    for start in range(len(joined)):
        yield from on((start,), ())


Letters = Mapping[str, AlmostLockedSet]
"""Almost locked sets by their letters."""


def chain_step(grid: Grid, chain: Chain) -> Step:
    """Return the step of a chain of sets."""
    lost = candidates(chain.eliminated, grid.layout)
    loose = [] if chain.is_double else sorted({digit for _, digit in lost})
    sets = lettered(chain.sets)
    commons = [start.digit for start, _ in chain.joints]
    return Step(
        eliminations=lost,
        because=roles(sets, grid),
        houses=houses_of(
            chain.sets, [one.cells | other.cells for one, other in chain.joints], grid
        ),
        links=[(places(one, grid), places(other, grid), False) for one, other in chain.joints],
        pattern=pattern(sets, commons, loose, grid),
        reason=_reason(sets, chain, commons, loose, grid.layout),
        difficulty=len(chain.sets),
    )


def lettered(sets: Iterable[AlmostLockedSet]) -> Letters:
    """Return the `sets`, each once, by the letters that they get."""
    return dict(zip(ascii_uppercase, dict.fromkeys(sets)))


def roles(sets: Letters, grid: Grid) -> dict[str, list[Candidate]]:
    """Return all candidates of the `sets`, by the role ``als A``, ``als B``, …"""
    return {
        f"als {letter}": [place for end in each.ends for place in places(end, grid)]
        for letter, each in sets.items()
    }


def places(end: End, grid: Grid) -> list[Candidate]:
    """Return the candidates of an end."""
    return [Candidate(cell, end.digit) for cell in grid.layout.cells_in(end.cells)]


def pattern(sets: Letters, commons: Iterable[int], loose: Iterable[int], grid: Grid) -> str:
    """Return the notation of the `sets`."""
    written = [
        (letter, grid.layout.cells_in(each.cells), digits_of[each.digits])
        for letter, each in sets.items()
    ]
    return linked_sets_text(written, commons, loose, grid.layout)


def houses_of(sets: Iterable[AlmostLockedSet], joints: Iterable[int], grid: Grid) -> list[House]:
    """Return a house for each of the `sets`; if all are single cells, for each mask of `joints`."""
    groups = [each.cells for each in sets if each.size > 1] or joints
    layout = grid.layout
    shared = (layout.houses_with(layout.cells_in(group))[:1] for group in groups)
    return list(dict.fromkeys(house for some in shared for house in some))


def names_of(sets: Letters, layout: Layout) -> dict[AlmostLockedSet, Said]:
    """Return the letters of the `sets` in words, which name their cells."""
    return {
        each: say("{letter}", letter=letter, cells=layout.cells_in(each.cells))
        for letter, each in sets.items()
    }


def _reason(
    sets: Letters, chain: Chain, commons: Sequence[int], loose: Sequence[int], layout: Layout
) -> Said:
    names = names_of(sets, layout)
    way = [names[each] for each in chain.sets]
    if chain.is_double:
        x, y = commons
        return say(
            "{known};| neither {x} nor {y} can be in both, so one lacks {x}, the other {y},| and "
            "each has all its other digits;| so a cell loses {x} or {y} if it sees all of them in "
            "both, and any other digit if it sees all of them in one of the two",
            known=told(names.values()),
            x=x,
            y=y,
        )
    first = say(
        "if {letter} lacks {loose:or}, it has {digit}",
        letter=way[0],
        loose=loose,
        digit=commons[0],
    )
    after: list[Part] = [*commons[1:], loose]
    others = [
        say("{letter} lacks {digit} and has {after}", letter=letter, digit=digit, after=each)
        for letter, digit, each in zip(way[1:], commons, after)
    ]
    return say(
        "{known};| {cases:|, so };| {conclusion}",
        known=told(names.values()),
        cases=[first, *others],
        conclusion=conclusion(loose, [way[0], way[-1]]),
    )


def conclusion(loose: Sequence[int], letters: Iterable[Said]) -> Said:
    """Return the eliminations in words if one of the sets with these `letters` has `loose`."""
    if len(loose) > 1:
        return say(
            "so each of {loose} is in {letters:or},| and a cell that sees all its places there "
            "loses it",
            loose=loose,
            letters=[*letters],
        )
    return say(
        "so {z} is in {letters:or},| and a cell that sees all {z}s there cannot be {z}",
        z=loose[0],
        letters=[*letters],
    )


ALS_XZ_EXAMPLE = (
    ":0000:x:18...7.6.92.5..317.75..1.8..9..5..7.51...9.23.678...9.851.4..3.749.3.25..3.9.5.4.:41"
    "7 434 344 169 295 695 697 699::"
)
"""1, 2 and 9 in r1c5 and r6c5; 1, 4, 5 and 9 in r1c7, r3c7 and r6c7: r1c9 is not 9."""


@als_strategy("Almost Locked Set XZ-Rule", score=300, level="unfair", example=ALS_XZ_EXAMPLE)
def als_xz(grid: Grid, *, apart: bool = False) -> Iterator[Step]:
    """Eliminate a digit that one of two almost locked sets must have where both are seen.

    apart: only sets that share no cells, house by house, as HoDoKu takes them.

    Cells of one house are an *almost locked set* if they have one digit more than there are cells:
    one cell with two candidates, two cells with three, and so on. Such a set lacks just one of its
    digits: if it loses one, there are as many digits left as cells, and it has them all.

    Look for two such sets, A and B, with two digits in common. One of these must be a *restricted
    common*, x: every cell of A with x sees every cell of B with x. The other is z, here 3::

        123 23 .  | .  .  *       A: r1c1 and r1c2 with 1, 2 and 3
        .   .  .  | .  .  .       B: r5c1 and r5c6 with 1, 3 and 4
        .   .  .  | .  .  .       x is 1: r1c1 and r5c1 see each other
        ----------+---------
        .   .  .  | .  .  .
        14  .  .  | .  .  34      * loses 3

    The 1 cannot be in both sets. So one of them lacks 1 and has all its other digits, also 3: if it
    is A, its 3 is in r1c1 or r1c2; if it is B, its 3 is in r5c6. A cell that sees all of these
    cells cannot be 3.

    Some pairs have two restricted commons. Then one set lacks the one, and the other set lacks the
    other. So each of the two digits is in one of the sets: a cell loses it if it sees all its
    places in both. And each set has all its other digits: a cell loses such a digit if it sees all
    its places in this set.

    The sets may overlap, but not in a cell with x. On boards of more than nine rows only sets of up
    to three cells are tried. Described at https://www.sudokuwiki.org/Almost_Locked_Sets and
    https://hodoku.sourceforge.net/en/tech_als.php.
    """
    return (chain_step(grid, found) for found in _chains_of(grid, 2, 2, apart))


ALS_XY_WING_EXAMPLE = (
    ":0000:x:..9.6538...29..61...6.1.7..461.3..78237....415984712639.5...8..624..81.7..3...4..:43"
    "2 274 276 676 294 594 995 296 299::"
)
"""4 and 8 in r2c5; five digits in four cells of column 4; 1, 4 and 7 in r1c1 and r1c2."""


@als_strategy("Almost Locked Set XY-Wing", score=320, level="unfair", example=ALS_XY_WING_EXAMPLE)
def als_xy_wing(grid: Grid, *, apart: bool = False) -> Iterator[Step]:
    """Eliminate a digit that one of two almost locked sets must have, by a third one.

    apart: only sets that share no cells, house by house, as HoDoKu takes them.

    This is like an XY-wing, but in place of each cell with two candidates there may be any *almost
    locked set*: cells of one house that have one digit more than there are cells. Such a set lacks
    just one of its digits; if it loses one, it has all others.

    Look for a set B that has a restricted common with each of two others: a digit x with A, another
    digit y with C. All cells of A with x must see all those of B, and the same for y in B and C.
    Then look for a digit z that A and C have in common, here 3::

        123 23 .  | .  .  .  | *  *  *    A: r1c1 and r1c2 with 1, 2 and 3
        .   .  .  | .  .  .  | .  356 .   B: r5c1 and r5c8 with 1, 4 and 5
        .   .  .  | .  .  .  | .  36 .    C: r2c8 and r3c8 with 3, 5 and 6
        ----------+----------+---------
        .   .  .  | .  .  .  | .  .  .
        14  .  .  | .  .  .  | .  45 .    x is 1, in column 1; y is 5, in column 8

    If A has no 3, it has the 1; so B has no 1, and has the 5; so C has no 5, and has the 3. So the
    3 is in A or in C, and a cell that sees all their 3s, like those marked with *, cannot be 3.

    The sets may overlap, but not in cells with the digit that joins them. On boards of more than
    nine rows only sets of up to three cells are tried. Described at
    https://hodoku.sourceforge.net/en/tech_als.php and https://www.sudokuwiki.org/ALS_XY_Wing.
    """
    return (chain_step(grid, found) for found in _chains_of(grid, 3, 3, apart))


ALS_CHAIN_EXAMPLE = (
    ":0000:x:..1239...9.37....1.7.18.943....914...1..7....3945621875....3..613862.....6.......:81"
    "2 517 222 422 241 248 559 978 589 495 998 999::"
)
"""2, 5 and 8 in r1c9 and r4c9, joined by sets in row 2 to r4c2 and r4c9: r4c3 is not 2."""

MOST_SETS = 20
"""The number of sets in the longest chains."""


@als_strategy("Almost Locked Set Chain", score=340, level="unfair", example=ALS_CHAIN_EXAMPLE)
def als_chain(grid: Grid, *, apart: bool = False) -> Iterator[Step]:
    """Eliminate a digit that the first or the last set of a chain of four or more must have.

    apart: only sets that share no cells, house by house, as HoDoKu takes them; chains have at most
    six, each later than the one before.

    This is the long form of ALS-XZ and ALS-XY-wing, with four sets or more. An *almost locked set*,
    cells of one house with one digit more than there are cells, lacks just one of its digits; if it
    loses one, it has all others.

    Begin with a set A and a digit z of it. Go from A to a set B that has a *restricted common* with
    it: a digit x, not z, such that all cells of A with x see all those of B. Leave B by another
    digit to a set C, leave C by another than the one by which you came, and so on, until you come,
    by a digit that is not z, to a set that has z too, here 3::

        123 23 .  | .  .  *  | .  .  .      A: r1c1 and r1c2 with 1, 2 and 3
        .   .  .  | .  .  .  | .  .  .      B: r5c1, joined by the 1 in column 1
        .   .  .  | .  .  .  | .  .  .      C: r5c8, r6c8 and r7c8 with 4, 5, 6
        ----------+----------+---------        and 7, joined by the 4 in row 5
        .   .  .  | .  .  .  | .  .  .      D: r7c6, joined by the 6 in row 7
        14  .  .  | .  .  .  | .  457 .
        .   .  .  | .  .  .  | .  57 .
        ----------+----------+---------
        .   .  .  | .  .  36 | .  56 .

    If A has no 3, it has the 1; so B has no 1, and has the 4; so C has no 4, and has the 6; so D
    has no 6, and has the 3. So the 3 is in A or in D, and a cell that sees all their 3s, like r1c6,
    cannot be 3.

    Shorter chains come first; the longest have 20 sets. Sets may overlap, but not in cells with the
    digit that joins them. On boards of more than nine rows only sets of up to three cells are
    tried. Described at https://hodoku.sourceforge.net/en/tech_als.php.
    """
    return (chain_step(grid, found) for found in _chains_of(grid, 4, MOST_SETS, apart))
