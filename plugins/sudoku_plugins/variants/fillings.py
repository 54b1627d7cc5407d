"""The allowed fillings of some cells, as a machine that reads their digits one by one.

Legend:
    layers      by cell, by state before the cell, the moves: pairs of a digit's mask and the
                state after it; every move is part of an allowed filling
    masks       by cell, the digits that it may hold, bit ``digit - 1``
    state       a number; 0 before the first cell, and 0 after the last

A killer cage of five cells has thousands of fillings; its machine has hundreds of moves. Pesant
describes such machines as a "regular constraint" in "A regular language membership constraint for
finite sequences of variables", 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, cached_property
from itertools import (
    combinations,
    combinations_with_replacement,
    pairwise,
    permutations,
    product,
)
from math import comb, gcd, perm
from typing import Any

from sudoku_engine.board.clue import Masks
from sudoku_engine.errors import LayoutError

Moves = tuple[tuple[int, int], ...]

MOST_CALLS = 200_000
"""The most fillings that a rule is asked about for one clue."""

MOST_STATES = 20_000
"""The most states before one cell."""

MOST_KEPT = 20_000
"""The number of cached answers at which all are forgotten."""

MOST_WORK = 1_000_000
"""The most moves that a search for mutually exclusive pairs of candidates looks at."""


class Fillings:
    """The allowed fillings of some cells. It never changes; two with equal layers are equal."""

    def __init__(self, layers: tuple[tuple[Moves, ...], ...]) -> None:
        """Make the machine of `layers`; `read_by`, `asked` and `asked_in_any_order` build them."""
        self.layers = layers
        self._supported: dict[Masks, Masks] = {}

    def supported(self, masks: Masks) -> Masks:
        """Return, by cell, the digits of `masks` that some filling has; empty without a filling.

        >>> Fillings.asked(lambda a, b: a + b == 3, 2, 4).supported((0b1111, 0b1101))
        (2, 1)
        """
        found = self._supported.get(masks)
        if found is None:
            if len(self._supported) == MOST_KEPT:
                self._supported.clear()
            found = self._supported[masks] = self._computed(masks)
        return found

    def _computed(self, masks: Masks) -> Masks:
        alive = [{0}]
        for moves, mask in zip(self.layers, masks):
            after = {to for state in alive[-1] for bit, to in moves[state] if mask & bit}
            if not after:
                return ()
            alive.append(after)
        kept = alive.pop()
        digits = []
        for moves, mask in zip(reversed(self.layers), reversed(masks)):
            before, possible = set(), 0
            for state in alive.pop():
                for bit, to in moves[state]:
                    if mask & bit and to in kept:
                        before.add(state)
                        if possible == mask:
                            break  # this state can add no more digits
                        possible |= bit
            kept = before
            digits.append(possible)
        return tuple(reversed(digits))

    def needed(self, masks: Masks) -> int:
        """Return the mask of the digits that every allowed filling within `masks` has."""
        every: dict[int, int] = {0: 0}
        for moves, mask in zip(self.layers, masks):
            after: dict[int, int] = {}
            for state, had in every.items():
                for bit, to in moves[state]:
                    if mask & bit:
                        after[to] = after.get(to, -1) & (had | bit)
            every = after
        return every.get(0, 0)

    @cached_property
    def equations(self) -> tuple[tuple[Masks, int], ...]:
        """The equations that hold for every filling: the weight of each cell, and the total.

        A cage of 15 has ``(1, 1, 1)`` and 15, an arrow ``(1, -1, -1)`` and 0; a line of three parts
        with equal sums has two equations. Any two paths to a state have the same sum, since the
        same digits can follow. So the first two paths that differ fix one of the weights that are
        still free.
        """
        free: list[list[int]] = []
        sums: dict[int, list[int]] = {0: []}  # by state, one for each of `free`
        for place, layer in enumerate(self.layers):
            free = [[*weights, 0] for weights in free] + [[0] * place + [1]]
            sums = {state: [*before, 0] for state, before in sums.items()}
            after: dict[int, list[int]] = {}
            for state, moves in enumerate(layer):
                for bit, to in moves:
                    digit = bit.bit_length()
                    here = [
                        so_far + digit * weights[place]
                        for so_far, weights in zip(sums.get(state, ()), free)
                    ]
                    known = after.setdefault(to, here)
                    if known != here:
                        free = _without_difference(
                            free,
                            [*sums.values(), *after.values()],
                            [*map(int.__sub__, here, known)],
                        )
            sums = after
        return tuple(
            (tuple([weight * sign for weight in weights]), total * sign)
            for weights, total in zip(free, sums.get(0, ()))
            for sign in [1 if next(filter(None, weights)) > 0 else -1]
        )

    @cached_property
    def excluded(self) -> dict[tuple[int, int], Masks]:
        """By place and digit's mask, the digits that each other place cannot have together with it.

        Digits that a place never has count as excluded. Empty for machines that are too large for a
        quick answer.
        """
        size = len(self.layers)
        whole = self.supported((-1,) * size)
        n_moves = sum(len(moves) for layer in self.layers for moves in layer)
        if not whole or n_moves * size * max(mask.bit_length() for mask in whole) > MOST_WORK:
            return {}
        width = max(mask.bit_length() for mask in whole)
        full = (1 << width) - 1
        together = self._together(width)
        return {
            (place, bit): tuple(
                [~(together[place, bit] >> other * width & full) for other in range(size)]
            )
            for place, mask in enumerate(whole)
            for bit in (1 << shift for shift in range(width))
            if mask & bit
        }

    def _together(self, width: int) -> dict[tuple[int, int], int]:
        """Return, by place and digit's mask, the digits of all fillings that have this one there.

        They are one number, with `width` bits for each place.
        """
        before: list[dict[int, int]] = [{0: 0}]  # by state, the digits of the ways to it
        for place, layer in enumerate(self.layers):
            reached: dict[int, int] = {}
            for state, had in before[-1].items():
                for bit, to in layer[state]:
                    reached[to] = reached.get(to, 0) | had | bit << place * width
            before.append(reached)
        together: dict[tuple[int, int], int] = {}
        later = {0: 0}  # the digits of the ways on from it
        for place in reversed(range(len(self.layers))):
            here: dict[int, int] = {}
            for state, had in before[place].items():
                for bit, to in self.layers[place][state]:
                    if to in later:
                        rest = later[to] | bit << place * width
                        here[state] = here.get(state, 0) | rest
                        together[place, bit] = together.get((place, bit), 0) | had | rest
            later = here
        return together

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether any two cells may exchange their digits."""
        return all(
            {(one, other, end) for one, to in moves for other, end in after[to]}
            == {(one, other, end) for other, to in moves for one, end in after[to]}
            for layer, after in pairwise(self.layers)
            for moves in layer
        )

    def renamed(self, digits: Sequence[int]) -> Fillings:
        """Return the fillings with new names for digits: by old digit, the new one."""
        if list(digits) == list(range(len(digits))):
            return self
        new = {1 << old - 1: 1 << digit - 1 for old, digit in enumerate(digits) if old}
        return Fillings(
            _renumbered(
                [
                    [tuple(sorted((new[bit], to) for bit, to in moves)) for moves in layer]
                    for layer in self.layers
                ]
            )
        )

    def fits(self, size: int, n: int) -> bool:
        """Return whether this is a machine for `size` cells with digits to `n`."""
        n_after = [*map(len, self.layers[1:]), 1]
        return len(self.layers) == size and all(
            0 < bit < 1 << n and not bit & bit - 1 and 0 <= to < count
            for layer, count in zip(self.layers, n_after)
            for moves in layer
            for bit, to in moves
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fillings) and self.layers == other.layers

    def __hash__(self) -> int:
        return hash(self.layers)

    def __repr__(self) -> str:
        return f"<Fillings of {len(self.layers)} cells>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Fillings, (self.layers,)

    @classmethod
    def asked(
        cls, is_allowed: Callable[..., object], size: int, n: int, distinct: bool = False
    ) -> Fillings:
        """Return the fillings of `size` cells with digits to `n` that `is_allowed` accepts.

        It takes a digit for each cell. `distinct`: whether all digits differ. Raises LayoutError
        for too many fillings to ask about.
        """
        _refuse_if_many(perm(n, size) if distinct else n**size, size)
        digits = range(1, n + 1)
        tried: Iterable[tuple[int, ...]]
        tried = permutations(digits, size) if distinct else product(digits, repeat=size)
        allowed = {filling for filling in tried if is_allowed(*filling)}
        starts = {filling[:length] for filling in allowed for length in range(size + 1)}
        return cls.read_by((), lambda had, digit: (*had, digit), size, n, lambda had: had in starts)

    @classmethod
    def asked_in_any_order(
        cls, is_allowed: Callable[..., object], size: int, n: int, distinct: bool = False
    ) -> Fillings:
        """Return the fillings that `is_allowed` accepts, whatever the order of their digits.

        It takes the digits in ascending order; the rest is as for `asked`.
        """
        _refuse_if_many(comb(n if distinct else n + size - 1, size), size)
        digits = range(1, n + 1)
        ways = combinations if distinct else combinations_with_replacement
        allowed = [each for each in ways(digits, size) if is_allowed(*each)]
        parts = {
            part
            for each in allowed
            for length in range(size + 1)
            for part in combinations(each, length)
        }
        return cls.read_by(
            (), lambda had, digit: tuple(sorted((*had, digit))), size, n, lambda had: had in parts
        )

    @classmethod
    def read_by(
        cls,
        start: Hashable,
        step: Callable[[Any, int], Hashable | None],
        size: int,
        n: int,
        accepts: Callable[[Any], object] = lambda state: True,
        accepts_end: Callable[[Any], object] | None = None,
        most_states: int = MOST_STATES,
        later: Sequence[Sequence[int]] = (),
    ) -> Fillings:
        """Return the fillings of `size` cells that a machine reads to the end.

        It begins in `start`; `step` returns the state after a digit, or None to refuse it;
        `accepts` says whether a state is allowed, `accepts_end` whether it is allowed as the last.
        `later`: by place the places after it that must differ from it. Raises LayoutError for too
        many states.
        """
        spreads = [
            sum(1 << n * (other - place - 1) for other in others)
            for place, others in enumerate(later or [()] * size)
        ]

        ways = _ways(step, accepts, n)
        is_end = accepts_end or (lambda state: True)
        # Each state comes with the digits that cells before it exclude, n bits for each next cell.
        states: list[tuple[Any, int]] = [(start, 0)]
        layers: list[list[list[tuple[int, int]]]] = []
        for left, spread in zip(reversed(range(size)), spreads):
            numbers: dict[tuple[Any, int], int] = {}
            layer = []
            for state, lost in states:
                rest, known = lost >> n, ways(state)
                if not left:  # all ends are alike
                    known = [(bit, None) for bit, after in known if is_end(after)]
                layer.append(
                    [
                        (bit, numbers.setdefault((after, rest | bit * spread), len(numbers)))
                        for bit, after in known
                        if not lost & bit
                    ]
                )
                if len(numbers) > most_states:
                    raise LayoutError(f"{size} cells have more than {most_states} states: too many")
            layers.append(layer)
            states = list(numbers)
        return cls(_smallest(layers))


def _ways(
    step: Callable[[Any, int], Any], accepts: Callable[[Any], object], n: int
) -> Callable[[Any], list[tuple[int, Any]]]:
    """Return the function from a state to its moves; it takes each step once."""

    @cache
    def ways(state: Any) -> list[tuple[int, Any]]:
        found = ((1 << digit - 1, step(state, digit)) for digit in range(1, n + 1))
        return [(bit, after) for bit, after in found if after is not None and accepts(after)]

    return ways


def _without_difference(
    free: list[list[int]], sums: Iterable[list[int]], difference: list[int]
) -> list[list[int]]:
    """Return combinations of the weights in `free` that make `difference` 0; adapt `sums`."""
    pivot = max(at for at, each in enumerate(difference) if each)
    factor, lost = difference.pop(pivot), free[pivot]
    combined = [
        [factor * weight - each * other for weight, other in zip(weights, lost)]
        for weights, each in zip([*free[:pivot], *free[pivot + 1 :]], difference)
    ]
    common = [gcd(*weights) for weights in combined]
    for each in sums:
        of_lost = each.pop(pivot)
        each[:] = [
            (factor * total - less * of_lost) // divisor
            for total, less, divisor in zip(each, difference, common)
        ]
    return [[weight // divisor for weight in weights] for weights, divisor in zip(combined, common)]


def _refuse_if_many(count: int, size: int) -> None:
    if count > MOST_CALLS:
        raise LayoutError(f"{size} cells have {count} fillings, too many: write it as a machine")


def _smallest(layers: Sequence[Sequence[Sequence[tuple[int, int]]]]) -> Any:
    """Return the `layers` without dead ends, and with one state for all equivalent states."""
    merged = {0: 0}
    found: list[list[Moves]] = []
    for layer in reversed(layers):
        numbers: dict[Moves, int] = {}
        alike = {}
        for state, moves in enumerate(layer):
            left = tuple([(bit, merged[to]) for bit, to in moves if to in merged])
            if left:
                alike[state] = numbers.setdefault(left, len(numbers))
        found.append(list(numbers))
        merged = alike
    found.reverse()
    return _renumbered(found) if 0 in merged or not layers else ((((),),) * len(layers))


def _renumbered(layers: Sequence[Sequence[Moves]]) -> tuple[tuple[Moves, ...], ...]:
    """Return `layers` with states numbered by first use, so that equal machines compare equal."""
    order = [0]
    renumbered = []
    for layer in layers:
        numbers: dict[int, int] = {}
        renumbered.append(
            tuple(
                [
                    tuple([(bit, numbers.setdefault(to, len(numbers))) for bit, to in layer[state]])
                    for state in order
                ]
            )
        )
        order = list(numbers)
    return tuple(renumbered)
