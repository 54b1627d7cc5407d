"""The steps of coloring: what they name is the same for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudoku_engine import Candidate, House, Layout, Link, Step
from sudoku_engine.board.notation import colours_text
from sudoku_plugins.strategies.analysis.colours import Colouring
from sudoku_plugins.strategies.analysis.nodes import candidates


def colouring_step(
    colourings: Sequence[Colouring],
    eliminations: Iterable[Candidate],
    reason: str,
    layout: Layout,
    *,
    digit: int = 1,
    emptied: Sequence[Candidate] = (),
) -> Step:
    """Return a step that follows from one or more `colourings` of candidates.

    `digit`: as in `candidates`. `emptied`: candidates beside the coloured ones that prove it.
    """
    pairs = [
        tuple(candidates(colour, layout, digit) for colour in each.colours) for each in colourings
    ]
    colours = [colour for pair in pairs for colour in pair]
    because = {f"colour {number}": colour for number, colour in enumerate(colours, 1)}
    houses: list[House] = [house for each in colourings for house in each.houses]
    bonds = [bond for each in colourings for bond in each.bonds]
    ends = [[tuple(candidates(1 << node, layout, digit)) for node in bond[:2]] for bond in bonds]
    return Step(
        eliminations=eliminations,
        because={**because, "cause": emptied} if emptied else because,
        houses=[*dict.fromkeys(houses)],
        links=[Link(start, end, True) for start, end in ends],
        pattern=colours_text(pairs, layout),
        reason=reason,
    )


def sighting(cells: int, others: int, layout: Layout, note: str = "", other_note: str = "") -> str:
    """Return in words which of the `cells` sees which of the `others`; one does.

    `note`, `other_note`: what to say of these cells.
    """
    one = next(cell for cell in layout.cells_in(cells) if layout.peer_masks[cell] & others)
    other = layout.cells_in(layout.peer_masks[one] & others)[0]
    house = next(house for house in layout.houses_of(one) if other in house.cells)
    return f"{one}{note} sees {other}{other_note} in {house}"
