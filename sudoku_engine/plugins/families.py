"""Strategies by name: one by its id, or all of a family."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_engine.plugins.component import Component, by_default

LOAD_IT = "load the file with -p, and name the strategy in it by its id"

SEVERAL_NAMES = "this is more than one name: repeat the option, or write a list"


def strategy_meant(name: str, strategies: Sequence[Component]) -> str:
    """Return the id of the one of the `strategies`, or the family, that `name` means.

    A strategy may be called by its name, too, if no other has it: capitals, blanks and hyphens do
    not matter, so ``X-Wing`` is ``x_wing``. An unknown name is returned as it is.
    """
    ids = [component.id for component in strategies]
    if name in ids or name in FAMILY_NAMES:
        return name
    plain = plain_name(name)
    if plain in ids or plain in FAMILY_NAMES:
        return plain
    called = [component.id for component in strategies if plain_name(component.name) == plain]
    return called[0] if len(called) == 1 else name


def plain_name(name: str) -> str:
    """Return the `name` of a strategy or a family as it is in ids.

    >>> plain_name("Finned X-Wing")
    'finned_x_wing'
    """
    return re.sub(r"[\s_-]+", "_", name.strip().lower())


def strategies_named(name: str, strategies: Sequence[Component]) -> list[Component]:
    """Return the strategy that `name` means, or the members of that family, in their order.

    Of a family, those that take part only where they are named are left out, unless it has no
    others. Raises UsageError for an unknown name, with the nearest, and for a family without
    members among the `strategies`.
    """
    by_id = {component.id: component for component in strategies}
    name = strategy_meant(name, strategies)
    if name in by_id:
        return [by_id[name]]
    if name not in FAMILY_NAMES:
        raise UsageError(f"unknown strategy {quoted(name)}: {near_strategy(name, by_id)}")
    families = FAMILY_NAMES[name]
    members = [component for component in strategies if component.family in families]
    if not members:
        loaded = sorted({each.family for each in strategies if each.family})
        known = f"name one of {listed(loaded)}" if loaded else "name strategies by their ids"
        raise UsageError(f"no strategy of the family {quoted(name)} is loaded: {known}")
    return by_default(members) or members


def bundled_technique(name: str, strategies: Iterable[Component]) -> Component:
    """Return the bundled one of the `strategies` that `name` means, as in `strategy_meant`.

    Raises UsageError for an unknown name, with the nearest.
    """
    bundled = [component for component in strategies if component.is_bundled]
    by_id = {component.id: component for component in bundled}
    meant = strategy_meant(name, bundled)
    if meant not in by_id:
        raise UsageError(f"unknown technique {quoted(name)}: {near_name(name, by_id)}")
    return by_id[meant]


def not_loaded(name: str) -> str:
    """Return how to load a strategy, if `name` is its file or that of a file at hand, else ''."""
    if name.endswith(".py"):
        return LOAD_IT
    return f"load the file with -p {name}.py" if Path(f"{name}.py").is_file() else ""


def near_strategy(name: str, ids: Iterable[str]) -> str:
    """Return a hint for an unknown `name`: the nearest of the `ids` and families, or families."""
    if mend := not_loaded(name):
        return mend
    if "," in name:
        return SEVERAL_NAMES
    near = near_name(name, [*ids, *FAMILY_NAMES])
    if near.startswith("did"):
        return near
    return f"'plugins list' has the ids; the families are {listed(sorted(FAMILY_NAMES))}"
