"""A board at which a search comes to rest, for those who watch it."""

from __future__ import annotations

from typing import NamedTuple


class Visit(NamedTuple):
    """A board at which the search looked.

    Each field holds the digits that stand, packed: bit ``cells * (digit - 1) + cell``.
    """

    before: int
    """The board that the guess was made on."""
    guess: int
    """The digit that was guessed, 0 if one was eliminated."""
    after: int
    """The board after all that follows, 0 if that led to a contradiction."""
