"""Ratings made in a guest: one answer for a puzzle, in place of every step of its run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.api.puzzle import Rating
from sudoku_engine.api.record import grid_record
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import RecordError
from sudoku_engine.guests.guest_loop import GuestLoop, told_event
from sudoku_engine.guests.host import GuestDied
from sudoku_engine.guests.option_records import components_record
from sudoku_engine.guests.puzzle_record import rating_of_record
from sudoku_engine.guests.supervisor import Supervisor
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.rating import Rater
from sudoku_engine.solving.settings import LoopSettings


class GuestRater(Rater):
    """A rater with strategies whose code runs in guests."""

    def __init__(
        self,
        supervisor: Supervisor,
        strategies: Sequence[Component],
        settings: LoopSettings,
        by_name: Sequence[Component] = (),
    ) -> None:
        super().__init__(strategies, settings, partial(GuestLoop, supervisor), by_name=by_name)
        self._supervisor = supervisor

    def rating(self, grid: Grid) -> Rating:
        """Return how hard `grid` is, a puzzle with one solution.

        If the guest dies, the run is repeated step by step, so that it is known of what.
        """
        known = [each for each in self.strategies if self._supervisor.why_out(each) is None]
        if any(not each.is_bundled for each in known):
            strategies = components_record(known)
            settings = asdict(self.settings)
            definition = {"strategies": strategies, "by_name": [], "settings": settings}
            given = {"rater": json.dumps(definition), "grid": grid_record(grid)}
            try:
                with self._supervisor.guest() as host:
                    ((record, faults),) = host.results("rate", given)
                told = [told_event(fault, grid) for fault in faults]
                known_faults = [each for each in told if isinstance(each, (Faulted, Rejected))]
                return rating_of_record(record)._replace(faults=tuple(known_faults))
            except (GuestDied, RecordError, ValueError, TypeError):
                pass
        return super().rating(grid)
