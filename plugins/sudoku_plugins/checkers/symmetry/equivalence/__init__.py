"""Whether one board is a copy of another, by which transformation, and the form of all copies.

A transformation swaps rows of a band, columns of a stack, bands, stacks, turns the board by a
quarter, and renames the digits one to one. Plain boards allow all of these, but no quarter turn
if the boxes are not square; boards with diagonals or regions allow the turns and reflections
that keep the houses.

`matching` decides by refinement of colours and pinned clues, `forms` chooses one of all copies in
the same way, `minlex` chooses the copy whose text is smallest.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sudoku_engine.board.grid import Grid
from sudoku_plugins.checkers.symmetry.equivalence.forms import Canonical, canonical_form
from sudoku_plugins.checkers.symmetry.equivalence.matching import find_transformation, why_not
from sudoku_plugins.checkers.symmetry.equivalence.minlex import minlex_form

__all__ = ["ORDERS", "Canonical", "canonical_form", "find_transformation", "minlex_form", "why_not"]

ORDERS: Mapping[str, Callable[[Grid], Canonical]] = MappingProxyType(
    {"refinement": canonical_form, "minlex": minlex_form}
)
"""By the name of an order, the function that finds the least form in it."""
