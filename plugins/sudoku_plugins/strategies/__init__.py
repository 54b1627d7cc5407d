"""Solving techniques for people, in families; `order` has all of them.

Needs nothing else. A run without this plugin has only the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import Strategy, hookimpl

if TYPE_CHECKING:
    from sudoku_plugins.fast.scouting import Scout


@hookimpl
def sudoku_strategies() -> Iterable[Strategy]:
    """Return the bundled techniques, from easy to hard."""
    from sudoku_plugins.strategies.order import STRATEGIES

    return STRATEGIES


def scout() -> Scout:
    """Return the scout, which predicts the bundled strategies that find a step."""
    from sudoku_plugins.strategies.compiled import SCOUT

    return SCOUT
