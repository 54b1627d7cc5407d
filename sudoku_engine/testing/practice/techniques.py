"""Techniques in their order of trial: where one is the next that helps, and what it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sudoku_engine.api.events import Faulted, Rejected, Started, Stepped, add_faults
from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop, NewLoop
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings
from sudoku_engine.solving.survey import survey


class PracticeBoard(NamedTuple):
    """A board to practise a technique on."""

    grid: Grid
    """The board as it stands."""
    technique: Component
    """What to look for."""
    event: Stepped
    """A step of the technique on the board; hints speak of it."""
    is_next: bool = True
    """Whether all simpler techniques find nothing more there."""


@dataclass(frozen=True)
class Techniques:
    """The strategies that are loaded, and how they are called."""

    strategies: Sequence[Component]
    """In their order of trial."""
    settings: LoopSettings = DEFAULTS
    new_loop: NewLoop = Loop
    """Makes the loop in which they are called."""
    faults: list[Faulted | Rejected] = field(default_factory=list)
    """What strategies did wrong so far; each strategy has one fault here."""

    def next_board(
        self, puzzle: Grid, wanted: Sequence[Component], turns_before: int = 0
    ) -> PracticeBoard | None:
        """Return the board on the way to the solution of `puzzle` on which a technique is next.

        It is one of the `wanted`; `turns_before`: how many of their turns to pass by. None if the
        puzzle has no such board.
        """
        order = self._order(wanted)
        ids = {each.id for each in wanted}
        board = puzzle
        for event in self._events(puzzle, order, self._settings(wanted[0])):
            if isinstance(event, Stepped) and event.strategy.id in ids:
                if not turns_before:
                    technique = next(each for each in wanted if each.id == event.strategy.id)
                    return _board(board, technique, event)
                turns_before -= 1
            board = event.grid
        return None

    def board_as_it_is(self, grid: Grid, technique: Component) -> PracticeBoard | None:
        """Return `grid` as a board for `technique`, even if simpler ones find something there."""
        for event in self._events(grid, [technique], self._settings(technique)):
            if isinstance(event, Stepped):
                return _board(grid, technique, event)._replace(is_next=False)
            grid = event.grid
        return None

    def steps(self, grid: Grid, technique: Component) -> list[Stepped]:
        """Return all steps of `technique` on `grid`, of those with one effect the first."""
        settings = self._settings(technique)
        found = survey(grid, [technique], settings, self.new_loop)
        add_faults(self.faults, found.faults)
        return [each.event for each in found.steps]

    def _order(self, wanted: Sequence[Component]) -> list[Component]:
        """Return the strategies with those that are `wanted`, which may have other options.

        One that takes no part by default is tried before the first that is not easier. Those that
        were at fault are left out.
        """
        by_id = {each.id: each for each in wanted}
        order = [by_id.pop(each.id, each) for each in self.strategies]
        for technique in by_id.values():
            harder = (i for i, each in enumerate(order) if each.score >= technique.score)
            order.insert(next(harder, len(order)), technique)
        return [each for each in order if not self.is_at_fault(each)]

    def is_at_fault(self, strategy: Component) -> bool:
        """Return whether `strategy` has failed, or found a wrong step, on a board before."""
        return any(fault.strategy.id == strategy.id for fault in self.faults)

    def _events(
        self, grid: Grid, order: Sequence[Component], settings: LoopSettings
    ) -> Iterator[Started | Stepped]:
        for event in self.new_loop(order, settings).events(grid):
            if isinstance(event, (Started, Stepped)):
                yield event
            elif isinstance(event, (Faulted, Rejected)):
                add_faults(self.faults, [event])

    def _settings(self, technique: Component) -> LoopSettings:
        return replace(self.settings, mode="first", pencilmarks=technique.marks or "auto")


def _board(grid: Grid, technique: Component, event: Stepped) -> PracticeBoard:
    return PracticeBoard(grid, technique, event._replace(number=1))
