"""Which of a file's strategies is meant to be the technique that it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.findings import NotChecked
from sudoku_engine.testing.kit import Kit
from sudoku_engine.testing.plugin_calls import Caller, Unusable
from sudoku_engine.testing.step_changes import changes_of
from sudoku_engine.testing.technique_boards import technique_boards
from sudoku_engine.testing.technique_names import technique_like


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
    boards = [position.grid for position in technique_boards(technique.id)]
    return max(able, key=lambda strategy: _fit(kit.caller(strategy), technique, boards))


def _fit(caller: Caller, technique: Component, boards: Sequence[Grid]) -> float:
    """Return how much of `technique`, and how little else, a strategy finds on the `boards`."""
    fit = 0.0
    try:
        for grid, answer in zip(boards, caller.answers(boards)):
            wanted = changes_of(technique.call(grid) or (), grid)
            found = changes_of(answer.steps, grid)
            fit += len(wanted & found) / len(wanted | found)
    except (Unusable, NotChecked):
        pass
    return fit
