"""Strategies by name: one by its id, or all of a family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_engine.plugins.component import Component, by_default

LOAD_IT = "load the file with -p, and name the strategy in it by its id"

SEVERAL_NAMES = "this is more than one name: repeat the option, or write a list"


def strategies_named(name: str, strategies: Sequence[Component]) -> list[Component]:
    """Return the strategy with the id `name`, or the members of that family, in their order.

    Of a family, those that take part only where they are named are left out, unless it has no
    others. Raises UsageError for an unknown name, with the nearest, and for a family without
    members among the `strategies`.
    """
    by_id = {component.id: component for component in strategies}
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


def near_strategy(name: str, ids: Iterable[str]) -> str:
    """Return a hint for an unknown `name`: the nearest of the `ids` and families, or families."""
    if name.endswith(".py"):
        return LOAD_IT
    if "," in name:
        return SEVERAL_NAMES
    near = near_name(name, [*ids, *FAMILY_NAMES])
    if near.startswith("did"):
        return near
    return f"'plugins list' has the ids; the families are {listed(sorted(FAMILY_NAMES))}"
