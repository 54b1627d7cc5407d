"""Which bundled technique a strategy is meant to be, by its id and name.

People draw the line between some techniques elsewhere: these are namesakes, or forms of one.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from sudoku_engine.board.step import Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import plain_name

WITH_FINS = re.compile(r"_fins?(_|$)")
"""A word in the name of a finned fish."""


def technique_like(component: Component, ours: Iterable[Component]) -> Component | None:
    """Return the one of `ours` whose id or name is part of the strategy's, or near it.

    None for one of `ours` itself: other techniques may have names near its own.
    """
    techniques = list(ours)
    if any(other.object is component.object for other in techniques):
        return None
    if (inside := technique_named_in(component, techniques)) is not None:
        return inside
    words = _words_of(component)
    by_word = {plain_name(technique.id): technique for technique in techniques}
    for wanted in words:
        for near in difflib.get_close_matches(wanted, by_word, n=1, cutoff=0.85):
            return by_word[near]
    return None


def technique_named_in(component: Component, ours: Iterable[Component]) -> Component | None:
    """Return the one of `ours` whose id is part of the strategy's id or name."""
    words = [f"_{word}" for word in _words_of(component)]
    by_id = {each.id: each for each in ours}
    inside = [name for name in by_id if any(f"_{plain_name(name)}" in word for word in words)]
    if not inside:
        return None
    longest = max(inside, key=len)
    finned = f"finned_{longest}" if any(map(WITH_FINS.search, words)) else longest
    return by_id.get(finned, by_id[longest])


def _words_of(component: Component) -> tuple[str, str]:
    return plain_name(component.id), plain_name(component.name)


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
