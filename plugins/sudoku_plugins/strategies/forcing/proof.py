"""Why something follows from a supposition: the part of its waves that it takes, and no more.

The waves know what was placed, and when, but not why. Here one goes back from the end: a digit was
placed since a unit had nothing else left; each of its other candidates was eliminated by a digit of
an earlier wave that sees it; and that digit was placed for a reason, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine import Layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis.links import weak_links
from sudoku_plugins.strategies.forcing.units import Unit, rules_of


class Placed(NamedTuple):
    """A digit that is placed in a proof."""

    candidate: int
    unit: Unit | None
    """The unit in which it is the last candidate; None for what is supposed."""
    off: int
    """The mask of the other candidates of the unit, which are false."""


class Proof(NamedTuple):
    """How something follows from a supposition."""

    placed: tuple[Placed, ...]
    """In order; what is supposed comes first."""
    causes: tuple[tuple[int, int], ...]
    """By candidate that is eliminated, in order: a placed digit that sees it."""

    @property
    def size(self) -> int:
        """The number of digits placed, with what is supposed."""
        return len(self.placed)


def proof_of(waves: Sequence[tuple[int, int]], on: int, off: int, layout: Layout) -> Proof:
    """Return why, after the `waves`, all of the mask `on` are true and all of `off` are false."""
    return _Search(waves, layout).proof(on, off)


class _Search:
    """Goes back through waves."""

    def __init__(self, waves: Sequence[tuple[int, int]], layout: Layout) -> None:
        self._waves = waves
        self._units_of = rules_of(layout).units_of
        self._weak = weak_links(layout)
        self._needed = [0] * len(waves)
        """By wave, the digits that the proof needs."""

    def proof(self, on: int, off: int) -> Proof:
        """Return the proof."""
        waves, needed = self._waves, self._needed
        for candidate in bits(on):
            needed[self._wave_that_places(candidate)] |= 1 << candidate
        self._need_causes(off, len(waves))
        reasons: list[Placed] = []
        for number in range(len(waves) - 1, 0, -1):
            for candidate in bits(needed[number]):
                unit, others = self._reason(candidate, number)
                self._need_causes(others, number)
                reasons.append(Placed(candidate, unit, others))
        needed[0] |= waves[0][1]
        reasons += [Placed(candidate, None, 0) for candidate in bits(waves[0][1])]
        reasons.reverse()
        causes: dict[int, int] = {}
        for mask in (*(each.off for each in reasons), off):
            for other in bits(mask):
                if other not in causes:
                    seen = self._weak[other]
                    causes[other] = next(
                        next(bits(group & seen)) for group in needed if group & seen
                    )
        return Proof(tuple(reasons), tuple(causes.items()))

    def _wave_that_places(self, candidate: int) -> int:
        return next(i for i, (_, wave) in enumerate(self._waves) if wave >> candidate & 1)

    def _reason(self, candidate: int, number: int) -> tuple[Unit, int]:
        """Return the unit by which wave `number` has `candidate`, and its other candidates.

        Of several it is the one that needs the fewest new digits.
        """
        board, first = self._waves[number][0], self._waves[0][0]
        best: tuple[tuple[int, int], Unit, int] | None = None
        for unit in self._units_of[candidate]:
            if board & unit.mask == 1 << candidate:
                others = first & unit.mask & ~(1 << candidate)
                key = len(self._without_cause(others, number)), others.bit_count()
                if best is None or key < best[0]:
                    best = key, unit, others
        assert best is not None
        return best[1:]

    def _without_cause(self, off: int, number: int) -> list[tuple[int, int]]:
        """Return the candidates of `off` that no needed digit before wave `number` eliminates.

        Each with what it sees.
        """
        causes = 0
        for group in self._needed[:number]:
            causes |= group
        pairs = ((other, self._weak[other]) for other in bits(off))
        return [(other, seen) for other, seen in pairs if not seen & causes]

    def _need_causes(self, off: int, number: int) -> None:
        """Need for each candidate of `off` a digit before wave `number` that eliminates it."""
        without = self._without_cause(off, number)
        while without:
            seen = without[0][1]
            for earlier in range(number):
                if group := self._waves[earlier][1] & seen:
                    break
            # Of several digits take the one that eliminates most of the others.
            best = max(bits(group), key=lambda cause: sum(s >> cause & 1 for _, s in without))
            self._needed[earlier] |= 1 << best
            without = [(o, s) for o, s in without if not s >> best & 1]
