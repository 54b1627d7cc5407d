"""Clues that move with their board: which can, and what becomes of them.

Turns and reflections move nearly every clue, renamed digits some. A rule is asked again about the
moved cells, and must demand what the clue demanded: so nobody lists what each rule allows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sudoku_engine.board.clue import Clue
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.rule_book import RULE_BOOK
from sudoku_engine.errors import LayoutError

Meaning = tuple[Hashable, ...]


def moved_layout(layout: Layout, cells: Sequence[int], digits: Sequence[int]) -> Layout:
    """Return `layout` with its clues on the new `cells`, after the digits got their new names.

    `cells` are a turn or a reflection. Raises LayoutError for a clue that would say something else.
    """
    base = layout.keeping(())
    placed = [
        RULE_BOOK.clue(base, clue.rule, [cells[cell] for cell in clue.cells], clue.value)
        for clue in layout.clues
    ]
    # Rules for the whole board may look at the others, and the clues keep their order.
    made = {(clue.rule, clue.cells): clue for clue in RULE_BOOK.with_clues(base, placed).clues}
    moved = [made[clue.rule, clue.cells] for clue in placed]
    same = range(len(digits))
    for old, new in zip(layout.clues, moved):
        if meaning(old, cells, digits) != meaning(new, range(len(cells)), same):
            raise LayoutError(f"this move would change what the clue {old} says")
    return base.with_clues(moved)


def meaning(clue: Clue, cells: Sequence[int], digits: Sequence[int]) -> Meaning:
    """Return what `clue` demands after a move, equal for clues that demand the same.

    `cells`: by old cell its new one; `digits`: by old digit its new name.
    """
    parts = []
    for part in clue.parts:
        fillings = part.fillings and part.fillings.renamed(digits)
        places = [cells[cell] for cell in part.cells]
        if fillings is None or fillings.is_symmetric:
            places.sort()
        parts.append((*places, fillings, part.distinct, part.word))
    return clue.rule, clue.value, frozenset(parts)


def same_clues(one: Layout, other: Layout) -> bool:
    """Return whether both have clues that demand the same, in whatever order they are written."""
    own = range(len(one.cells))
    first, second = (
        {meaning(clue, own, range(one.n + 1)) for clue in layout.clues} for layout in (one, other)
    )
    return first == second
