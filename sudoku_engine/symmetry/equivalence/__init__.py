"""Is this board a copy of that one? By which transformation? What do all copies share?

A transformation swaps rows of a band, columns of a stack, bands, stacks, turns the board by a
quarter, and renames the digits one to one. Plain boards allow all of these, but no quarter turn
if the boxes are not square; boards with diagonals or regions allow the turns and reflections
that keep the houses.

`matching` decides by refinement of colours and pinned clues, `forms` chooses one of all copies in
the same way, `minlex` chooses the copy whose text is smallest.
"""

from sudoku_engine.symmetry.equivalence.forms import Canonical, canonical_form
from sudoku_engine.symmetry.equivalence.matching import find_transformation, why_not
from sudoku_engine.symmetry.equivalence.minlex import minlex_form

__all__ = ["Canonical", "canonical_form", "find_transformation", "minlex_form", "why_not"]
