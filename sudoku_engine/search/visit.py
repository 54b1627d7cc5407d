"""A board that a search visited, for those who watch it."""

from __future__ import annotations

from typing import NamedTuple


class Visit(NamedTuple):
    """A board that the search visited.

    Each field holds the placed digits, packed: bit ``cells * (digit - 1) + cell``.
    """

    before: int
    """The board before the guess."""
    guess: int
    """The guessed digit, 0 if one was eliminated."""
    after: int
    """The board after all that follows, 0 for a contradiction."""
