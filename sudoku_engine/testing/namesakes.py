"""What a technique may be taken for: people draw the line between some techniques elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku_engine.board.step import Step
from sudoku_engine.plugins.component import Component

TYPE = re.compile(r"_(\d|plus_\w)$")
"""The end of the id of a technique that is one type of several."""

COMPLETE = "missing"
"""The option of a technique whether candidates of its pattern may be missing."""

LOCKED = {"locked_pair": "naked_pair", "locked_triple": "naked_triple"}
"""The subsets that eliminate in two houses, with those that may do so in one."""


def namesakes(technique: Component, ours: Sequence[Component]) -> Sequence[Component]:
    """Return the other types of the `technique`, such as other unique rectangles."""
    name = TYPE.sub("", technique.id)
    return [
        other
        for other in ours
        if name != technique.id and other is not technique and TYPE.sub("", other.id) == name
    ]


def complete_form(technique: Component) -> Component:
    """Return the `technique` as most people look for it: no candidate of its pattern is lacking."""
    if COMPLETE in technique.known_options:
        return technique.with_options({COMPLETE: False})
    return technique


def wider_form(technique: Component, ours: Sequence[Component]) -> Sequence[Component]:
    """Return the technique of which the `technique` is a part, if there is one."""
    return [other for other in ours if other.id == LOCKED.get(technique.id)]


def is_plain_subset(technique: Component, step: Step) -> bool:
    """Return whether a `step` of a locked subset is one of a naked subset, too.

    It eliminates in one house only, and many say that a locked subset does so in two.
    """
    if technique.id not in LOCKED or len(step.houses) < 2:
        return False
    cells = {cell for cell, _ in step.eliminations}
    return any(cells <= {*house.cells} for house in step.houses)
