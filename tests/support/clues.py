"""Whether digits obey clues, each of their demands looked at alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sudoku_engine.board.clue import Clue


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
