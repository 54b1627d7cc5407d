"""All steps that strategies find on a board as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sudoku_engine.api.events import Ended, Faulted, Rejected, Stepped
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import tell
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop, NewLoop
from sudoku_engine.solving.settings import LoopSettings


class SurveyedStep(NamedTuple):
    """A step that a strategy finds on the board."""

    event: Stepped
    """The step and its strategy; `number` counts the steps of the survey."""
    n_open: int
    """The number of open cells after the step and all singles that follow."""

    @property
    def outlook(self) -> str:
        """The result of the step, in words: ``then 17 open``."""
        return tell("then {n:#} open", n=self.n_open) if self.n_open else tell("then solved")


class Survey(NamedTuple):
    """All steps on a board."""

    steps: tuple[SurveyedStep, ...]
    """The steps, simplest first; only the simplest of several steps with the same effect."""
    faults: tuple[Faulted | Rejected, ...]
    """The faults of strategies that failed or found a wrong step; none of their steps count."""
    ended: Ended
    """Messages: why a board with a contradiction has no steps, and which strategies sat out."""


def survey(
    grid: Grid,
    strategies: Sequence[Component],
    settings: LoopSettings,
    new_loop: NewLoop = Loop,
) -> Survey:
    """Return all steps that the `strategies` find on `grid`; `new_loop` makes their loop.

    The simplest come first: steps are sorted by the score of their strategy, then by its place in
    the order, then by their difficulty.
    """
    loop = new_loop(strategies, replace(settings, is_survey=True))
    steps: list[Stepped] = []
    faults: list[Faulted | Rejected] = []
    for event in loop.events(grid):
        if isinstance(event, Stepped):
            steps.append(event)
        elif isinstance(event, (Faulted, Rejected)):
            faults.append(event)
        elif isinstance(event, Ended):
            ended = event
    scores = {component.id: component.score for component in strategies}
    places = {component.id: place for place, component in enumerate(strategies)}

    def difficulty(event: Stepped) -> tuple[float, int, float]:
        name = event.strategy.id
        return scores[name], places[name], event.step.difficulty or 0

    steps.sort(key=difficulty)
    simplest: dict[object, Stepped] = {}
    for event in steps:
        simplest.setdefault(event.step.effect, event)
    # If singles solve the board, they also solve it after every true step.
    is_easy = settings.guard and not open_after_singles(grid)
    surveyed = [
        SurveyedStep(
            event._replace(number=number),
            0 if is_easy else open_after_singles(grid.apply(event.step)),
        )
        for number, event in enumerate(simplest.values(), 1)
    ]
    return Survey(tuple(surveyed), tuple(faults), ended)


def open_after_singles(grid: Grid) -> int:
    """Return the number of cells that are open after all naked and hidden singles.

    A contradiction ends the count.
    """
    boards = list(grid.boards)
    layout = grid.layout
    while placed := _singles(boards, layout):
        filled = 0
        for cell, digit in placed:
            if not boards[digit] >> cell & 1:
                return (boards[0] & ~filled).bit_count()
            filled |= 1 << cell
            boards[digit] &= ~layout.peer_masks[cell]
        boards = [board & ~filled for board in boards]
    return boards[0].bit_count()


def _singles(boards: Sequence[int], layout: Layout) -> list[tuple[int, int]]:
    """Return the naked and hidden singles: cells, each with its digit."""
    once = more = 0
    for board in boards[1:]:
        more |= once & board
        once |= board
    alone = once & ~more
    placed: dict[int, int] = {}
    for digit in layout.digits:
        board = boards[digit]
        placed.update(dict.fromkeys(bits(board & alone | _only_places(board, layout)), digit))
    return list(placed.items())


@bounded_cache(lambda _: 200)
def _only_places(board: int, layout: Layout) -> int:
    """Return the cells of a digit's `board` that are its only place in a house."""
    only = 0
    for house in layout.houses:
        places = board & house.mask
        if places.bit_count() == 1:
            only |= places
    return only
