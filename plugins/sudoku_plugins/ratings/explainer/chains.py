"""Forcing chains by level: cycles and simple chains, nishio, multiple, dynamic and nested chains.

A *node* is a candidate that is on (true) or off (false). A candidate that is on switches off the
candidates that it sees; a candidate that is off switches on a candidate that is left alone in a
cell or house. A rule counts the nodes from which its conclusion follows, in the order in which they
are met; more nodes make it harder:

* cycles and simple chains follow links one by one and come back to where they began;
* **nishio** follows one digit to a contradiction, and nodes that are off count as removed;
* **multiple** chains begin with all candidates of a cell or house, and their ends agree;
* **dynamic** chains may end in a contradiction too, and nodes that are off count as removed;
* from level 1 on, when nothing more follows, locked candidates, pairs and X-wings are tried on the
  resulting board (dynamic plus); from level 2 on, simple chains too; on level 3, multiple chains:
  nested chains.

A set of nodes is an int: candidate ``n`` has the bit ``2 * n`` if it is off, ``2 * n + 1`` if on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

from sudoku_engine.board.masks import bits
from sudoku_plugins.ratings.explainer import basics
from sudoku_plugins.ratings.explainer.basics import (
    BOX,
    COLUMN,
    HOUSES_OF,
    N_CELLS,
    PEERS,
    ROW,
    Hint,
    Marks,
    all_of,
    spread,
)

Rule = Callable[[Marks], Iterator[Hint]]


def length_difficulty(complexity: int) -> int:
    """Return the difficulty that this number of nodes adds, in tenths."""
    added, limit = 0, 4
    while complexity - 2 > limit:
        added += 1
        limit = limit * 3 // 2 if added % 2 else limit * 4 // 3
    return added


class Chain(NamedTuple):
    """The conclusion of a chain rule."""

    difficulty: int
    complexity: int
    key: int
    """The rank among chains of equal difficulty; the lower comes first."""
    name: str
    out: int
    placed: int
    targets: tuple[int, ...]
    """For each chain, its nodes."""
    causes: tuple[Mapping[int, int], ...] = ()
    """For each chain, by candidate that is on, the kind of house where it is alone; -1: its cell.
    """

    @property
    def rank(self) -> tuple[int, int, int]:
        """The rank of the chain; easier chains come first."""
        return self.difficulty, self.complexity, self.key

    def parents(self, source: Marks, now: Marks) -> int:
        """Return the candidates of `source` that are removed `now` and that the chains rely on."""
        found = 0
        for nodes, causes in zip(self.targets, self.causes):
            for number, kind in causes.items():
                if nodes >> 2 * number + 1 & 1:
                    found |= _lost(number, kind, source, now)
        return found


def _lost(number: int, kind: int, before: Marks, now: Marks) -> int:
    """Return the candidates gone from the cell of a candidate, -1, or its house of this `kind`."""
    digit, cell = divmod(number, N_CELLS)
    if kind < 0:
        return all_of(before.cells[cell] & ~now.cells[cell], 1 << cell)
    return spread(digit, before.places[digit] & ~now.places[digit] & HOUSES_OF[cell][kind])


def simplest(chains: Iterator[Chain]) -> Iterator[Hint]:
    """Yield the simplest of `chains`, if any."""
    best = min(chains, key=lambda chain: chain.rank, default=None)
    if best is not None:
        yield Hint(best.difficulty, best.name, best.out, best.placed)


def _conclusion(marks: Marks, number: int, is_on: bool) -> int:
    """Return the eliminations if a candidate is on or off."""
    if not is_on:
        return 1 << number
    digit, cell = divmod(number, N_CELLS)
    return all_of(marks.cells[cell] & ~(1 << digit), 1 << cell)


def _made_off(number: int, marks: Marks, in_cells: bool) -> Iterator[int]:
    """Yield the candidates off if another is on: in its cell, its box, its row, its column."""
    digit, cell = divmod(number, N_CELLS)
    if in_cells:
        for other in bits(marks.cells[cell] & ~(1 << digit)):
            yield N_CELLS * other + cell
    box, row, column = HOUSES_OF[cell]
    places = marks.places[digit] & ~(1 << cell)
    first = N_CELLS * digit
    for seen in (places & box, places & row & ~box, places & column & ~box):
        for other in bits(seen):
            yield first + other


def _made_on(
    number: int, marks: Marks, in_cells: bool, in_houses: bool
) -> Iterator[tuple[int, int]]:
    """Yield the candidates that are on if another is off, with the kind of house; -1: a cell."""
    digit, cell = divmod(number, N_CELLS)
    if in_cells:
        digits = marks.cells[cell]
        if digits.bit_count() == 2:
            other = digits & ~(1 << digit)
            yield N_CELLS * (other.bit_length() - 1) + cell, -1
    if in_houses:
        for kind in (BOX, ROW, COLUMN):
            places = marks.places[digit] & HOUSES_OF[cell][kind]
            if places.bit_count() == 2:
                yield N_CELLS * digit + (places & ~(1 << cell)).bit_length() - 1, kind


# Cycles and simple chains


def simple_chains(marks: Marks) -> Iterator[Chain]:
    """Yield cycles and chains of one digit, of cells with two digits, and of both."""
    for in_cells, in_houses in ((False, True), (True, False), (True, True)):
        for cell, digits in enumerate(marks.cells):
            count = digits.bit_count()
            if count < 2 or (count > 2 and not in_houses):
                continue
            for digit in bits(digits):
                number = N_CELLS * digit + cell
                yield from _cycles(marks, number, in_cells, in_houses)
                if in_houses:
                    yield from _back_to_start(marks, number, True, in_cells)
                    yield from _back_to_start(marks, number, False, in_cells)


def _cycles(marks: Marks, start: int, in_cells: bool, in_houses: bool) -> Iterator[Chain]:
    """Yield the cycles through a candidate: chains by which it is on because it is on."""
    both = in_cells and in_houses
    name = "Cycle" if both else "Y-Cycle" if in_cells else "X-Cycle"
    key = 4 if both else 3 if in_cells else 2
    on = {start: 1 << 2 * start + 1}
    causes: dict[int, int] = {}
    pending = [start]
    length = 0
    while pending:
        length += 2
        off = [
            (other, on[number] | 1 << 2 * other)
            for number in pending
            for other in _made_off(number, marks, in_cells)
            if not on[number] >> 2 * other & 1
        ]
        pending = []
        for number, nodes in off:
            for other, kind in _made_on(number, marks, in_cells, in_houses):
                if other == start and length >= 4:
                    yield from _cycle(marks, nodes, {**causes, other: kind}, name, key)
                if other not in on:
                    on[other] = nodes | 1 << 2 * other + 1
                    causes[other] = kind
                    pending.append(other)


def _cycle(
    marks: Marks, nodes: int, causes: Mapping[int, int], name: str, key: int
) -> Iterator[Chain]:
    """Yield the cycle of these `nodes`; it removes candidates that see an on and an off node."""
    own, seen = 0, [[0] * 9, [0] * 9]
    for node in bits(nodes):
        digit, cell = divmod(node >> 1, N_CELLS)
        own |= 1 << cell
        seen[node & 1][digit] |= PEERS[cell]
    out = sum(
        spread(digit, places & seen[0][digit] & seen[1][digit] & ~own)
        for digit, places in enumerate(marks.places)
    )
    if out:
        complexity = nodes.bit_count()
        base = 70 if key == 4 else 65
        difficulty = base + length_difficulty(complexity)
        yield Chain(difficulty, complexity, key, name, out, -1, (nodes,), (causes,))


def _back_to_start(marks: Marks, start: int, is_on: bool, in_cells: bool) -> Iterator[Chain]:
    """Yield the chain by which a candidate that is on turns out to be off, or vice versa."""
    found: dict[bool, dict[int, int]] = {is_on: {start: 1 << 2 * start + is_on}, not is_on: {}}
    causes: dict[int, int] = {}
    pending, state = [start], is_on
    while pending and start not in found[not is_on]:
        made = (
            ((other, -1) for other in _made_off(number, marks, in_cells))
            if state
            else _made_on(number, marks, in_cells, True)
            for number in pending
        )
        nodes, others, new = found[state], found[not state], []
        for number, links in zip(pending, made):
            for other, kind in links:
                if other not in others:
                    others[other] = nodes[number] | 1 << 2 * other + (not state)
                    new.append(other)
                    if not state:
                        causes[other] = kind
        pending, state = new, not state
    end = found[not is_on].get(start, 0)
    if end and (out := _conclusion(marks, start, not is_on)):
        complexity = end.bit_count()
        name, base, key = ("Forcing Chain", 70, 4) if in_cells else ("Forcing X-Chain", 66, 2)
        difficulty = base + length_difficulty(complexity)
        placed = -1 if is_on else start
        yield Chain(difficulty, complexity, key, name, out, placed, (end,), (causes,))


# Chains from all cases, and contradictions


class Kind(NamedTuple):
    """The kind of chains to follow."""

    base: int
    """Ten times the difficulty of the shortest chain."""
    name: str
    is_dynamic: bool = True
    is_nishio: bool = False
    level: int = 0


NISHIO = Kind(75, "Nishio Forcing", is_nishio=True)
MULTIPLE = Kind(80, "Multiple Forcing", is_dynamic=False)
DYNAMIC = Kind(85, "Dynamic Forcing")
DYNAMIC_PLUS = Kind(90, "Dynamic Forcing Plus", level=1)
NESTED = Kind(95, "Nested Forcing", level=2)
NESTED_MULTIPLE = Kind(100, "Nested Multiple Forcing", level=3)

KINDS = NISHIO, MULTIPLE, DYNAMIC, DYNAMIC_PLUS, NESTED, NESTED_MULTIPLE
"""From easy to hard."""


class Outcome(NamedTuple):
    """The consequences of an assumption, with the nodes that each follows from, by candidate."""

    on: dict[int, int]
    off: dict[int, int]
    causes: dict[int, int]
    nested: dict[int, Chain]
    """By candidate that is off, the chain within the chain that proves it."""
    clash: tuple[int, int] | None
    """The nodes by which a candidate is both on and off, if there is a contradiction."""


class Follower:
    """Follows assumptions on a board, each once."""

    def __init__(self, marks: Marks, kind: Kind) -> None:
        self.marks = marks
        self.kind = kind
        self._done: dict[tuple[int, bool], Outcome] = {}

    def outcome(self, start: int, is_on: bool) -> Outcome:
        """Return the consequences of a candidate that is on or off."""
        if (start, is_on) not in self._done:
            self._done[start, is_on] = self._followed(start, is_on)
        return self._done[start, is_on]

    def _followed(self, start: int, is_on: bool) -> Outcome:
        """Follow nodes that are on before nodes that are off, each kind in the order found."""
        now = self.marks.copy() if self.kind.is_dynamic else self.marks
        found = Outcome({}, {}, {}, {}, None)
        (found.on if is_on else found.off)[start] = 1 << 2 * start + is_on
        next_on, next_off = ([start], []) if is_on else ([], [start])
        i_on = i_off = 0
        while True:
            clash = None
            if i_on < len(next_on):
                clash = self._follow_on(next_on[i_on], now, found, next_off)
                i_on += 1
            elif i_off < len(next_off):
                clash = self._follow_off(next_off[i_off], now, found, next_on)
                i_off += 1
            elif not (self.kind.level and self._advance(now, found, next_off)):
                return found
            if clash is not None:
                return found._replace(clash=clash)

    def _follow_on(
        self, number: int, now: Marks, found: Outcome, next_off: list[int]
    ) -> tuple[int, int] | None:
        """Add the nodes that an on candidate switches off; return the nodes of a contradiction."""
        nodes = found.on[number]
        for other in _made_off(number, now, not self.kind.is_nishio):
            own = nodes | 1 << 2 * other
            if other in found.on:
                return found.on[other], own
            if other not in found.off:
                found.off[other] = own
                next_off.append(other)
        return None

    def _follow_off(
        self, number: int, now: Marks, found: Outcome, next_on: list[int]
    ) -> tuple[int, int] | None:
        """Add the nodes that an off candidate switches on; return the nodes of a contradiction."""
        nodes = found.off[number]
        made = [
            (other, cause, nodes | self._gone(other, cause, now, found.off) | 1 << 2 * other + 1)
            for other, cause in _made_on(number, now, not self.kind.is_nishio, True)
        ]
        if self.kind.is_dynamic:
            digit, cell = divmod(number, N_CELLS)
            now.cells[cell] &= ~(1 << digit)
            now.places[digit] &= ~(1 << cell)
        for other, cause, own in made:
            if other in found.off:
                return own, found.off[other]
            if other not in found.on:
                found.on[other] = own
                found.causes[other] = cause
                next_on.append(other)
        return None

    def _gone(self, number: int, kind: int, now: Marks, off: Mapping[int, int]) -> int:
        """Return the nodes that switch off the other candidates of a cell or house but the last."""
        return 0 if now is self.marks else _nodes(_lost(number, kind, self.marks, now), off)

    def _advance(self, now: Marks, found: Outcome, next_off: list[int]) -> bool:
        """Add the finds of rules on the resulting board; return whether there are any."""
        off = found.off
        missing = self.marks.candidates & ~now.candidates
        for rule in _BASIC:
            new: dict[int, int] = {}
            for hint in rule(now):
                self._collect(hint.basis & missing, hint.out, off, new)
            if new:
                return _add(new, off, next_off)
        within = (simple_chains, partial(forcing_chains, kind=MULTIPLE))
        for chains in within[: max(self.kind.level - 1, 0)]:
            new = {}
            for chain in sorted(chains(now), key=lambda each: each.rank):
                self._collect(chain.parents(self.marks, now), chain.out, off, new)
                for number in bits(chain.out):
                    if number in new and number not in off:
                        found.nested.setdefault(number, chain)
            if new:
                return _add(new, off, next_off)
        return False

    def _collect(self, parents: int, out: int, off: Mapping[int, int], new: dict[int, int]) -> None:
        """Add the eliminations of a rule that relies on `parents` in the chain, and their nodes."""
        if parents:
            nodes = _nodes(parents, off)
            for number in bits(out):
                new.setdefault(number, nodes)


def _nodes(candidates: int, off: Mapping[int, int]) -> int:
    return reduce(or_, [off[number] for number in bits(candidates)], 0)


def _add(new: Mapping[int, int], off: dict[int, int], next_off: list[int]) -> bool:
    is_new = False
    for number, nodes in new.items():
        if number not in off:
            off[number] = nodes | 1 << 2 * number
            next_off.append(number)
            is_new = True
    return is_new


_BASIC: Sequence[Rule] = (
    partial(basics.locked, is_direct=False),
    partial(basics.hidden_sets, size=2, is_direct=False),
    partial(basics.naked_sets, size=2),
    partial(basics.fish, size=2),
)


def forcing_chains(marks: Marks, kind: Kind) -> Iterator[Chain]:
    """Yield the common end of all cases of a cell or house, and each contradictory case."""
    follower = Follower(marks, kind)
    least = 2 if kind.is_dynamic else 3
    for cell, digits in enumerate(marks.cells):
        if digits.bit_count() < least:
            continue
        for digit in bits(digits):
            number = N_CELLS * digit + cell
            yield from _binary(follower, number, digits.bit_count() >= 3)
            if not kind.is_nishio:
                for house_kind, house in enumerate(HOUSES_OF[cell]):
                    places = marks.places[digit] & house
                    if places.bit_count() >= 2 and places & -places == 1 << cell:
                        starts = [N_CELLS * digit + other for other in bits(places)]
                        yield from _of_all_cases(follower, starts, 6, " Region", house_kind)
        if not kind.is_nishio:
            starts = [N_CELLS * digit + cell for digit in bits(digits)]
            yield from _of_all_cases(follower, starts, 5, " Cell", -1)


def _binary(follower: Follower, number: int, is_large: bool) -> Iterator[Chain]:
    """Yield the contradictions of a candidate on or off, and the nodes that follow either way."""
    kind = follower.kind
    if not kind.is_dynamic:
        return
    outcomes = {is_on: follower.outcome(number, is_on) for is_on in (True, False)}
    for is_on, outcome in outcomes.items():
        if outcome.clash:
            name, both = "" if kind.is_nishio else " Contradiction", (outcome, outcome)
            yield from _concluded(follower, 7, name, number, not is_on, outcome.clash, both)
    if is_large and not kind.is_nishio:
        yield from _agreeing(follower, [*outcomes.values()], 1, " Double")


def _of_all_cases(
    follower: Follower, starts: Sequence[int], key: int, name: str, house_kind: int
) -> Iterator[Chain]:
    """Yield the nodes that follow from each of the `starts`, one of which is true."""
    outcomes = [follower.outcome(start, True) for start in starts]
    for chain in _agreeing(follower, outcomes, key, name):
        for start, outcome in zip(starts, outcomes):
            outcome.causes.setdefault(start, house_kind)
        yield chain


def _agreeing(
    follower: Follower, outcomes: Sequence[Outcome], key: int, name: str
) -> Iterator[Chain]:
    """Yield the nodes that all `outcomes` have."""
    for is_on in (True, False):
        first, *rest = [outcome.on if is_on else outcome.off for outcome in outcomes]
        for end in first:
            if all(end in other for other in rest):
                nodes = tuple(each[end] for each in (first, *rest))
                yield from _concluded(follower, key, name, end, is_on, nodes, outcomes)


def _concluded(
    follower: Follower,
    key: int,
    what: str,
    end: int,
    is_on: bool,
    nodes: tuple[int, ...],
    outcomes: Sequence[Outcome],
) -> Iterator[Chain]:
    """Yield the chain to an `end` that is on or off, if this eliminates something."""
    kind, out = follower.kind, _conclusion(follower.marks, end, is_on)
    if not out:
        return
    complexity = sum(each.bit_count() for each in nodes)
    if kind.level >= 2:
        complexity += _nested_complexity(nodes, outcomes)
    difficulty = kind.base + length_difficulty(complexity)
    causes = tuple(outcome.causes for outcome in outcomes)
    name, placed = f"{kind.name}{what}", end if is_on else -1
    yield Chain(difficulty, complexity, key, name, out, placed, nodes, causes)


def _nested_complexity(nodes: Sequence[int], outcomes: Sequence[Outcome]) -> int:
    """Return the nodes of the chains within the chains, each counted once."""
    within = {
        (chain.targets, chain.out): chain.complexity
        for each, outcome in zip(nodes, outcomes)
        for number, chain in outcome.nested.items()
        if each >> 2 * number & 1
    }
    return sum(within.values())
