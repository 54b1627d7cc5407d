"""Boards with clues, and whether digits obey these, each of their demands looked at alone."""

from collections.abc import Iterable, Mapping

from sudoku_engine import Layout
from sudoku_engine.board.clue import Clue
from sudoku_plugins.variants.rule_book import RULE_BOOK


def layout_with(*clues: str, base: Layout | None = None) -> Layout:
    """Return `base`, or the usual board, with `clues` as they are written in a puzzle."""
    base = base or Layout.named("9x9")
    return RULE_BOOK.with_clues(base, [RULE_BOOK.read(clue, base) for clue in clues])


def obeys(held: Mapping[int, int], clues: Iterable[Clue]) -> bool:
    """Return whether the digits `held`, by cell, meet every demand of the `clues`."""
    for clue in clues:
        for part in clue.parts:
            inside = [held[cell] for cell in part.cells]
            if part.distinct and len({*inside}) < len(inside):
                return False
            if part.fillings and not part.fillings.supported(tuple(1 << d - 1 for d in inside)):
                return False
    return True
