"""Clues: a rule on certain cells of a board, and its meaning for these cells.

The meaning is plain data, so a board with clues needs no rule, and no plugin, to be used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, Protocol

from sudoku_engine.board.masks import bits, mask_of, union

Value = int | str | None
"""The value of a clue: the sum of a cage, the digits of a quadruple."""

Masks = tuple[int, ...]
"""The digits of some cells, one after another: bit ``digit - 1``."""

MOST_NAMED = 6
"""The cells of a clue that a sentence names."""


class Fillings(Protocol):
    """The allowed fillings of some cells, as a machine; a plugin makes them."""

    layers: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    """By cell, by state before the cell, the moves: pairs of a digit's mask and the next state."""

    def supported(self, masks: Masks) -> Masks:
        """Return, by cell, the digits of `masks` that some filling has; empty without a filling."""

    def needed(self, masks: Masks) -> int:
        """Return the mask of the digits that every allowed filling within `masks` has."""

    @property
    def excluded(self) -> Mapping[tuple[int, int], Masks]:
        """By place and digit's mask, the digits that each other place cannot have with it."""

    @property
    def is_symmetric(self) -> bool:
        """Whether any two cells may exchange their digits."""

    def renamed(self, digits: Sequence[int]) -> Fillings:
        """Return the fillings with new names for digits: by old digit, the new one."""


class Part(NamedTuple):
    """A demand of a clue on some cells."""

    cells: tuple[int, ...]
    """The cells, in the order that `fillings` reads them."""
    fillings: Fillings | None = None
    """The digits that the cells may hold together; None allows everything."""
    distinct: bool = False
    """Whether all cells differ; if there are as many cells as digits, they are a house."""
    word: str = "extra region"
    """The word for such a house: ``diagonal``, ``window``."""

    def allows(self, masks: Masks) -> bool:
        """Return whether the cells may hold digits of `masks`, judged cell by cell.

        A mask has a bit ``digit - 1`` for each digit of a cell: one bit if the cell is filled.
        """
        if self.distinct:
            filled = [mask for mask in masks if not mask & mask - 1]
            if len({*filled}) < len(filled):
                return False
        return self.fillings is None or bool(self.fillings.supported(masks))

    def is_house(self, n: int) -> bool:
        """Return whether its cells are a house of a board of `n` rows."""
        return self.distinct and len(self.cells) == n

    def groups(self) -> list[int]:
        """Return the masks of the cells that all differ."""
        if self.distinct:
            return [mask_of(self.cells)]
        if self.fillings is None or not self.fillings.excluded:
            return []
        alike = {
            (place, other)
            for (place, bit), excluded in self.fillings.excluded.items()
            for other in range(place + 1, len(excluded))
            if not excluded[other] & bit
        }
        if not alike:
            return [mask_of(self.cells)]
        different = {*combinations(range(len(self.cells)), 2)} - alike
        return [1 << self.cells[one] | 1 << self.cells[other] for one, other in sorted(different)]

    def links(self, peer_masks: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield candidates with those that they exclude, besides equal digits of peers.

        Candidates are numbered as in `Layout.weak_links`.
        """
        if self.fillings is None:
            return
        n_cells = len(peer_masks)
        possible = self.fillings.supported((-1,) * len(self.cells))
        for (place, bit), excluded in self.fillings.excluded.items():
            cell, index = self.cells[place], bit.bit_length() - 1
            mask = union(
                1 << other_index * n_cells + other
                for other, digits, ever in zip(self.cells, excluded, possible)
                for other_index in bits(digits & ever)
                if other != cell and not (other_index == index and peer_masks[cell] >> other & 1)
            )
            if mask:
                yield index * n_cells + cell, mask


@dataclass(frozen=True)
class Clue:
    """A rule on certain cells, with a value where it has one. It prints as people write it."""

    rule: str
    """The id of the rule."""
    cells: tuple[int, ...] = ()
    """The cells in order; empty for a rule that holds everywhere."""
    value: Value = None
    parts: tuple[Part, ...] = field(default=(), repr=False)
    """What it demands."""
    draws: str | None = field(default=None, repr=False)
    """The shape that it is drawn as: ``cage``, ``white dot``, ``thermometer``."""

    def __str__(self) -> str:
        return self._named(",".join(map(str, self.cells)))

    @property
    def brief(self) -> str:
        """The clue for a sentence, with only the first and the last of many cells."""
        many = len(self.cells) > MOST_NAMED
        return self._named(f"{self.cells[0]} to {self.cells[-1]}") if many else str(self)

    def _named(self, cells: str) -> str:
        value = "" if self.value is None else str(self.value)
        return " ".join(filter(None, [self.rule.replace("_", " "), value, cells]))


def obeys(parts: Iterable[Part], digits: Mapping[int, int] | Sequence[int]) -> bool:
    """Return whether `digits`, by cell, meet the demands of all `parts`."""
    return all(part.allows(tuple([1 << digits[cell] - 1 for cell in part.cells])) for part in parts)
