"""Which bundled technique a strategy is meant to be, by its id and name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from sudoku_engine.plugins.component import Component


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
    by_word = {_word(technique.id): technique for technique in techniques}
    for wanted in words:
        for near in difflib.get_close_matches(wanted, by_word, n=1, cutoff=0.85):
            return by_word[near]
    return None


def technique_named_in(component: Component, ours: Iterable[Component]) -> Component | None:
    """Return the one of `ours` whose id is part of the strategy's id or name."""
    words = [f"_{word}" for word in _words_of(component)]
    inside = [each for each in ours if any(f"_{_word(each.id)}" in word for word in words)]
    return max(inside, key=lambda technique: len(technique.id), default=None)


def _words_of(component: Component) -> tuple[str, str]:
    return _word(component.id), _word(component.name)


def _word(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())
