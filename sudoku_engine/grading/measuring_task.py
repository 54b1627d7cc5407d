"""The tasks of a guest in which a pupil's file is graded: those of a check, then measure it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from sudoku_engine.api.record import grid_of
from sudoku_engine.errors import UsageError
from sudoku_engine.grading.measurement import Measurement, SolvedPuzzle
from sudoku_engine.isolation.guest import Guest
from sudoku_engine.testing.check_task import PluginChecker
from sudoku_engine.testing.plugin_calls import Caller

Given = Mapping[str, Any]


def prepare(guest: Guest) -> None:
    """Add the tasks to the `guest`."""
    grader = _Grader(guest)
    guest.tasks.update(load=grader.load, check=grader.check, measure=grader.measure)


class _Grader(PluginChecker):
    """The kit, the components to check, and the puzzles."""

    demands_own_work = True

    def load(self, given: Given) -> Iterator[Any]:
        """Load the plugins; yield what there is to check, and each problem."""
        self._puzzles = [
            SolvedPuzzle(grid_of(grid), tuple(digits)) for grid, digits in given["puzzles"]
        ]
        yield from super().load(given)

    def measure(self, given: Given) -> Iterator[Any]:
        """Measure a strategy after its check; yield its figures each time they have changed."""
        component = self.components.get(("strategy", given["id"]))
        if component is None:
            raise UsageError("it is not there when the file is loaded again")
        self.guest.is_guarded = True
        measurement = Measurement(
            Caller(component, self.kit.limit), self.kit.ours, self.kit.against
        )
        examination = self.examination
        if examination is not None and examination.component is component:
            measurement.add_check(examination)
        for figures in measurement.run(self._puzzles):
            yield asdict(figures)
