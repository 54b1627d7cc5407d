"""Find boards that are copies of an earlier one."""

from __future__ import annotations

from hashlib import blake2b

from sudoku_engine.board.layout import Layout


class Classes:
    """The classes of copies seen so far: a digest of the form of each, and its first board.

    So memory grows with the classes, not with the boards.
    """

    def __init__(self) -> None:
        self._first: dict[bytes, str] = {}
        self.n_boards = 0

    def __len__(self) -> int:
        return len(self._first)

    def first(self, digits: bytes, layout: Layout, source: str) -> str:
        """Return the source of the first board whose form has these `digits`, or `source` if new.

        The forms must all be of one order.
        """
        self.n_boards += 1
        digest = blake2b(digits, digest_size=16, person=_short(layout)).digest()
        return self._first.setdefault(digest, source)


def _short(layout: Layout) -> bytes:
    """Return 16 bytes for the shape of a board, so forms of different shapes always differ."""
    return blake2b(layout.name.encode(), digest_size=16).digest()
