"""Which rated puzzles to keep: by technique, level and score."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sudoku_engine.api.puzzle import Rating

Range = tuple[float, float]


@dataclass(frozen=True)
class RatingFilter:
    """What the rating of a puzzle must be like; an empty collection demands nothing."""

    needs: tuple[Collection[str], ...] = ()
    """Ids of strategies: the solution takes a step of one of each collection."""
    without: Collection[str] = frozenset()
    """Ids of strategies: the solution takes no step of them."""
    levels: Collection[str] = ()
    """The level is one of these."""
    scores: tuple[Range, ...] = ()
    """The score is in one of these ranges, their ends included."""

    def keeps(self, rating: Rating) -> bool:
        """Return whether a puzzle with this `rating` is to be kept."""
        used = {name for name, count in rating.counts.items() if count}
        return (
            all(not used.isdisjoint(ids) for ids in self.needs)
            and used.isdisjoint(self.without)
            and (not self.levels or rating.level in self.levels)
            and (not self.scores or any(low <= rating.score <= high for low, high in self.scores))
        )


EVERYTHING = RatingFilter()
"""Keeps every puzzle, also one that is not rated."""
