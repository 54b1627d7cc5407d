"""Sets of small numbers as the bits of an int: cells of a board, digits of a cell."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_


def bits(mask: int) -> Iterator[int]:
    """Return the numbers of the bits that are set in `mask`, in order.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """Return the int with the bits of `cells` set.

    >>> bin(mask_of([1, 3]))
    '0b1010'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def union(masks: Iterable[int]) -> int:
    """Return the int with the bits of all `masks` set.

    >>> bin(union([0b1000, 0b10]))
    '0b1010'
    """
    return reduce(or_, masks, 0)


MOST_SETS = 1 << 12
"""The number of cached sets at which all are forgotten; a 25x25 board has 2 ** 25 sets."""


class _DigitSets(dict[int, frozenset[int]]):
    """The digits of masks; each set is built once while there are not too many."""

    def __missing__(self, mask: int) -> frozenset[int]:
        if len(self) == MOST_SETS:
            self.clear()
        digits = self[mask] = frozenset(bit + 1 for bit in bits(mask))
        return digits


digits_of: _DigitSets = _DigitSets()
"""``digits_of[mask]``: the digits of a mask of candidates, as a frozenset."""
