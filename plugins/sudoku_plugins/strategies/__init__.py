"""Solving techniques for people, in families; `order` has all of them.

Needs nothing else. A run without this plugin has only the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from sudoku_engine import Strategy, hookimpl, strategy

if TYPE_CHECKING:
    from sudoku_plugins.fast.scouting import Scout

# The decorators of the bundled strategies, one for each family; all are for boards of any size.
single_strategy = partial(strategy, sizes=None, family="singles")
intersection_strategy = partial(strategy, sizes=None, family="intersections")
clue_strategy = partial(strategy, sizes=None, family="clues")
subset_strategy = partial(strategy, sizes=None, family="subsets")
pattern_strategy = partial(strategy, sizes=None, family="patterns")
fish_strategy = partial(strategy, sizes=None, family="fish")
wing_strategy = partial(strategy, sizes=None, family="wings")
uniqueness_strategy = partial(strategy, sizes=None, family="uniqueness", assumes_unique=True)
coloring_strategy = partial(strategy, sizes=None, family="coloring")
chain_strategy = partial(strategy, sizes=None, family="chains")
als_strategy = partial(strategy, sizes=None, family="als")
forcing_strategy = partial(strategy, sizes=None, family="forcing")


@hookimpl
def sudoku_strategies() -> Iterable[Strategy]:
    """Return the bundled techniques, from easy to hard."""
    from sudoku_plugins.strategies.order import STRATEGIES

    return STRATEGIES


def scout() -> Scout:
    """Return the scout, which predicts the bundled strategies that find a step."""
    from sudoku_plugins.strategies.compiled import SCOUT

    return SCOUT
