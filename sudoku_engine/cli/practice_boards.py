"""The boards of ``practise``: which techniques, and where their boards come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import listed
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.generation import CheckedGenerator
from sudoku_engine.testing.practice.boards import Supply, boards_of
from sudoku_engine.testing.practice.techniques import PracticeBoard, Techniques

MINIMAL = 100
"""How many minimal puzzles are tried before puzzles are made for a technique on purpose."""

MOST_DRAFTS = 300
"""How many puzzles may be tried for one that needs a technique."""


def wanted_techniques(names: Sequence[str], context: CommandContext) -> list[Component]:
    """Return the techniques that `names` mean, with the options of the configuration.

    Raises UsageError.
    """
    configured = {component.id: component for component in context.strategies()}
    found = []
    for name in names:
        members = context.registry.strategies_named(name)
        # A family is practised with candidates as usual, kept up to date.
        found += [each for each in members if not each.marks or len(members) == 1]
    return list({each.id: configured.get(each.id, each) for each in found}.values())


def techniques_of(context: CommandContext) -> Techniques:
    """Return the strategies of the configuration, as practice uses them."""
    strategies = [each for each in context.strategies() if each.marks is None]
    return Techniques(strategies, context.config.loop, context.new_loop)


def practice_boards(
    wanted: Sequence[Component],
    techniques: Techniques,
    sources: Sequence[str],
    seed: str,
    context: CommandContext,
) -> Iterator[PracticeBoard]:
    """Yield boards for the `wanted` techniques, out of the `sources` if there are any.

    Without sources there is no end. Raises UsageError for a technique that is not for boards of
    the layout, GaveUp if no board is found.
    """
    names = listed((each.name for each in wanted), "or")
    if sources:
        grids = [entry.grid for entry in puzzles(sources, context)]
        found = False
        for board in boards_of(grids, techniques, wanted):
            found = True
            yield board
        if grids and not found:
            where = "this puzzle" if len(grids) == 1 else f"these {len(grids)} puzzles"
            raise GaveUp(f"in {where} {names} is never the next that helps")
        return
    layout = context.config.layout or Layout.named("9x9")
    fit = [each for each in wanted if each.suits(layout.n)]
    if not fit:
        raise UsageError(f"{names} is not for {layout} boards")
    progress = context.progress
    generator = _Generator(context, layout, seed)
    supply = Supply(
        techniques, fit, layout, seed, generator, lambda number: progress.next("puzzle")
    )
    try:
        for board in supply.boards():
            progress.stop()
            yield board
    finally:
        progress.stop()


class _Generator:
    """Makes puzzles when the known ones are used up: any at first, then for the technique."""

    def __init__(self, context: CommandContext, layout: Layout, seed: str) -> None:
        self._context = context
        self._layout = layout
        self._seed = seed

    def __call__(self, technique: Component, number: int) -> Grid:
        """Return puzzle `number` for `technique`; raises GaveUp."""
        find, rater = self._context.registry.find, None
        if number < MINIMAL:
            generator = find("generator", "minimal")
        else:
            rater = self._context.rater()
            options = {"needs": technique.id, "tries": MOST_DRAFTS}
            generator = find("generator", "graded").with_options(options)
        return CheckedGenerator(generator, self._layout, self._seed, rater).make(number).givens
