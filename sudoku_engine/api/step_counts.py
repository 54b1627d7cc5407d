"""The number of steps of each strategy in a run, in words."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_engine.api.events import Author, Ended


def step_counts(event: Ended, authors: Mapping[str, Author]) -> str:
    """Return how many steps each of the `authors` found, in the order in which they are tried.

    ``40 Full House, 3 Naked Pair [my_strategy.py]``
    """
    counts = event.counts
    return ", ".join(
        f"{counts[author.id]} {author}" for author in authors.values() if author.id in counts
    )
