"""Which bundled technique a strategy is meant to be, by its id and name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

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
