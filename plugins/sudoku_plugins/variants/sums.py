"""The sums that clues and houses demand of cells, and the digits that these sums allow.

Legend:
    weight      the factor of a cell's digit in a sum, such as 1, 10 or -1
    block       cells of an equation with one weight that all differ
    sums        the sums that some cells can have, bit ``sum``
    sets        the sets of digits that the cells of a block can hold, bit ``mask of digits``

An arrow says that the digit of one cell is the sum of others. A row adds up to 45, so the cells
outside its cages have a known sum, too. A machine for that many cells would be large. For sums it
is enough to know the sums of the first cells; one shift adds a digit to all sets that lack it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.masks import bits, mask_of, union
from sudoku_plugins.variants.fillings import Fillings

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Masks

MOST_KEPT = 20_000
"""The number of answers that are remembered."""

MOST_DIGITS = 16
"""The most digits of a board whose blocks have several cells: 16 digits have 2 ** 16 sets."""

MOST_HOUSES = 4
"""The most neighbouring lines that a balance combines."""

MOST_LEFT = 8
"""The most innies and outies of a balance, filled cells included."""


class Equation:
    """Cells whose digits, each times its weight, add up to a total. It never changes."""

    def __init__(
        self,
        layout: Layout,
        weights: Iterable[tuple[int, int]],
        total: int,
        houses: tuple[House, ...] = (),
        clues: tuple[Clue, ...] = (),
    ) -> None:
        """Make the equation of `weights`, pairs of a cell and its weight.

        It follows from `houses` and `clues`.
        """
        self.total = total
        self._n = layout.n
        self.houses = houses
        self.clues = clues
        self._blocks: list[tuple[slice, int, int]] = []
        cells: list[int] = []
        for weight, block in _blocks(layout, weights):
            # Negative weights are raised to 0 or more, so that all sums are bits.
            raised = max(0, -weight) * len(block) * layout.n
            self.total += raised
            self._blocks.append((slice(len(cells), len(cells) + len(block)), weight, raised))
            cells += block
        self.cells = tuple(cells)
        """The cells, in the order of the masks that `supported` takes and returns."""
        self.is_one_block = len(self._blocks) == 1

    @property
    def blocks(self) -> list[tuple[int, ...]]:
        """The cells by block; the cells of a block all differ."""
        return [self.cells[block] for block, _, _ in self._blocks]

    def supported(self, masks: Masks) -> Masks:
        """Return, by cell, the digits of `masks` that allow the total; empty if none do.

        Some excluded digits stay: cells of two blocks may see each other, and a block that can have
        each of its sums loses nothing.
        """
        every = [_sums(masks[block], self._n) for block, _, _ in self._blocks]
        most = (2 << max(self.total, 0)) - 1
        before = [1]
        for sums, (_, weight, raised) in zip(every, self._blocks):
            ways = [before[-1] << weight * each + raised for each in bits(sums)]
            before.append(union(ways) & most)
        if self.total < 0 or not before.pop() >> self.total & 1:
            return ()
        after = 1 << self.total
        found: list[Masks] = []
        for sums, (block, weight, raised) in zip(reversed(every), reversed(self._blocks)):
            earlier, reached, left = 0, before.pop(), 0
            for each in bits(sums):
                if ways_here := after >> weight * each + raised & reached:
                    earlier |= ways_here
                    left |= 1 << each
            after = earlier
            here = masks[block]
            found.append(here if left == sums else _with_sums(here, left, self._n))
        return sum(reversed(found), ())


def _blocks(
    layout: Layout, weights: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the cells of `weights` in blocks that are as large as can be, and their weight."""
    left: dict[int, int] = {}
    for cell, weight in weights:
        left[weight] = left.get(weight, 0) | 1 << cell
    different = [house.mask for house in layout.houses] + list(layout.groups)
    largest = layout.n if layout.n <= MOST_DIGITS else 1
    for weight, cells in left.items():
        while cells:
            best = max((cells & each for each in different), key=int.bit_count) or cells & -cells
            block = tuple(bits(best))[:largest]
            cells &= ~mask_of(block)
            yield weight, block


@lru_cache(MOST_KEPT)
def _sums(masks: Masks, n: int) -> int:
    """Return the sums of cells that all differ and may hold the digits of `masks`."""
    if len(masks) == 1:
        return masks[0] << 1
    sets = _ways(masks, n)[-1]
    return mask_of(total for total, alike in _sets_by_sum(len(masks), n).items() if sets & alike)


@lru_cache(MOST_KEPT)
def _with_sums(masks: Masks, sums: int, n: int) -> Masks:
    """Return, by cell, the digits of `masks` that let cells that all differ have one of `sums`."""
    if len(masks) == 1:
        return (masks[0] & sums >> 1,)
    ways, by_sum = _ways(masks, n), _sets_by_sum(len(masks), n)
    kept = ways.pop() & union(by_sum.get(each, 0) for each in bits(sums))
    found = []
    for mask, before in zip(reversed(masks), reversed(ways)):
        possible = earlier = 0
        for bit, without in _singly(mask, n):
            if here := kept >> bit & without & before:
                possible |= bit
                earlier |= here
        kept = earlier
        found.append(possible)
    return tuple(reversed(found))


def _ways(masks: Masks, n: int) -> list[int]:
    """Return, by number of cells, the sets of digits that the first cells can hold."""
    ways = [1]
    for mask in masks:
        sets, after = ways[-1], 0
        for bit, without in _singly(mask, n):
            after |= (sets & without) << bit
        ways.append(after)
    return ways


@lru_cache(MOST_KEPT)
def _singly(mask: int, n: int) -> tuple[tuple[int, int], ...]:
    """Return the bit of each digit in `mask`, with the sets that lack the digit."""
    return tuple((1 << index, _sets_without(index, n)) for index in bits(mask))


@cache
def _sets_without(index: int, n: int) -> int:
    # Blocks of sets without the digit and with it, each 2 ** index long, take turns.
    length = 1 << index
    return ((1 << (1 << n)) - 1) // ((1 << length) + 1)


@cache
def _sets_by_sum(size: int, n: int) -> dict[int, int]:
    """Return by sum the sets of `size` digits up to `n`."""
    found: dict[int, int] = {}
    for digits in combinations(range(1, n + 1), size):
        mask = mask_of(digit - 1 for digit in digits)
        found[sum(digits)] = found.get(sum(digits), 0) | 1 << mask
    return found


class Balance(NamedTuple):
    """A sum of cells: those left over inside some houses (innies), minus those outside (outies)."""

    innies: tuple[Cell, ...]
    outies: tuple[Cell, ...]
    inside: int
    """The sum of the houses."""
    cages: int
    """The sum of the clues."""
    equation: Equation
    """The equation of these cells."""

    @property
    def difference(self) -> int:
        """The sum of the innies minus the sum of the outies."""
        return self.inside - self.cages

    @property
    def size(self) -> int:
        """The number of the cells."""
        return len(self.equation.cells)


@per_layout
def equations(layout: Layout) -> list[Equation]:
    """Return the equations of clues and houses that say more than the fillings of one clue."""
    found: dict[tuple[object, ...], Equation] = {}
    for clue, weights, total in _sums_of_clues(layout):
        equation = Equation(layout, weights, total, clues=(clue,))
        if not equation.is_one_block:
            found.setdefault((tuple(weights), total), equation)
    for balance in balances(layout):
        key = balance.innies, balance.outies, balance.inside - balance.cages
        found.setdefault(key, balance.equation)
    return list(found.values())


def _sums_of_clues(layout: Layout) -> Iterator[tuple[Clue, list[tuple[int, int]], int]]:
    """Yield each sum that a clue has: the clue, pairs of a cell and its weight, the total."""
    for clue in layout.clues:
        for part in clue.parts:
            machine = part.fillings
            for weights, total in machine.equations if isinstance(machine, Fillings) else ():
                yield clue, [pair for pair in zip(part.cells, weights) if pair[1]], total


@per_layout
def cages(layout: Layout) -> Sequence[tuple[Clue, int, int]]:
    """Return the clues with a sum, small ones first: the clue, the mask of its cells, the sum."""
    whole = {house.mask for house in layout.houses}  # their sum is known already
    found = [
        (clue, cells, total)
        for clue, weights, total in _sums_of_clues(layout)
        if all(weight == 1 for _, weight in weights)
        and (cells := mask_of(cell for cell, _ in weights)) not in whole
    ]
    return sorted(found, key=lambda cage: cage[1].bit_count())


@per_layout
def balances(layout: Layout) -> Sequence[Balance]:
    """Return the balances of houses and of neighbouring lines, the fewest cells first."""
    known = cages(layout)
    regions: list[tuple[House, ...]] = [(house,) for house in layout.houses]
    for lines in (layout.rows, layout.columns, layout.boxes):
        for size in range(2, MOST_HOUSES + 1):
            regions += [lines[first : first + size] for first in range(layout.n - size + 1)]
    found = [_balance(layout, region, known) for region in (regions if known else ())]
    kept = [each for each in found if each.equation.clues and 0 < each.size <= MOST_LEFT]
    return sorted(kept, key=lambda each: (each.size, len(each.equation.houses)))


def _balance(
    layout: Layout, houses: tuple[House, ...], cages: Sequence[tuple[Clue, int, int]]
) -> Balance:
    """Return the balance of `houses` with the `cages` that lie in them at least mostly."""
    left = inside = sum(house.mask for house in houses)
    outer = total = 0
    used: dict[Clue, None] = {}
    for clue, cells, cage in cages:
        within = cells & left
        if within.bit_count() > (cells ^ within).bit_count() and not cells & outer:
            if cells & ~left & inside:
                continue  # a cell of it is in another cage
            used[clue] = None
            outer |= cells ^ within
            left ^= within
            total += cage
    innies, outies = tuple(layout.cells_in(left)), tuple(layout.cells_in(outer))
    whole = sum(layout.digits) * len(houses)
    weights = [(cell, 1) for cell in innies] + [(cell, -1) for cell in outies]
    equation = Equation(layout, weights, whole - total, houses, tuple(used))
    return Balance(innies, outies, whole, total, equation)
