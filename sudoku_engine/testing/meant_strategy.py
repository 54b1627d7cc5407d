"""Which of a file's strategies is meant to be the technique that it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.findings import NotChecked
from sudoku_engine.testing.kit import Kit
from sudoku_engine.testing.plugin_calls import Caller, Unusable
from sudoku_engine.testing.technique_comparison import changes_of, technique_like

MOST_BOARDS = 12
"""The number of boards on which strategies are tried to see which fits best."""


def meant_strategy(strategies: Sequence[Component], technique: Component, kit: Kit) -> Component:
    """Return the one of `strategies` that is meant to be `technique`.

    That is the one with its name, else the only one of its family, else the one that finds most of
    its steps.
    """
    named = {strategy.id: technique_like(strategy, kit.ours) for strategy in strategies}
    rules: tuple[Callable[[Component], bool], ...] = (
        lambda strategy: named[strategy.id] is technique,
        lambda strategy: bool(technique.family) and strategy.family == technique.family,
        lambda strategy: named[strategy.id] is None,
    )
    for rule in rules:
        able = [strategy for strategy in strategies if rule(strategy)]
        if able:
            break
    else:
        able = list(strategies)
    if len(able) == 1:
        return able[0]
    boards = list(islice(_boards_of(technique, kit), MOST_BOARDS))
    return max(able, key=lambda strategy: _fit(strategy, technique, boards, kit.limit))


def _boards_of(technique: Component, kit: Kit) -> Iterator[Grid]:
    """Yield boards on which `technique` finds something and no single is left."""
    easy = [other for other in kit.ours if other.level == "easy" and other is not technique]
    for position in kit.boards.positions(kit.boards.group or "9x9"):
        grid = position.grid
        if any(True for other in easy for _ in other.call(grid) or ()):
            continue
        if any(True for _ in technique.call(grid) or ()):
            yield grid


def _fit(strategy: Component, technique: Component, boards: Sequence[Grid], limit: float) -> float:
    """Return how much of `technique`, and how little else, `strategy` finds on the `boards`."""
    caller = Caller(strategy, limit)
    fit = 0.0
    try:
        for grid in boards:
            wanted = changes_of(technique.call(grid) or (), grid)
            found = changes_of(caller.answer(grid).steps, grid)
            fit += len(wanted & found) / len(wanted | found)
    except (Unusable, NotChecked):
        pass
    return fit
