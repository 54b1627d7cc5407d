"""Solving techniques for people, in families; `order` has all of them.

Needs nothing else. A run without this plugin has only the search.
"""

from collections.abc import Iterable

from sudoku_engine import Strategy, hookimpl


@hookimpl
def sudoku_strategies() -> Iterable[Strategy]:
    """Return the bundled techniques, from easy to hard."""
    from sudoku_plugins.strategies.order import STRATEGIES

    return STRATEGIES
