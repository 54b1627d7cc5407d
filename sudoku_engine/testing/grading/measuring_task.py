"""The tasks of a guest in which a pupil's file is graded: those of a check, then measure it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sudoku_engine.api.record import grid_of
from sudoku_engine.errors import UsageError
from sudoku_engine.guests.guest import Guest
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.check_task import PluginChecker
from sudoku_engine.testing.examination import Examination
from sudoku_engine.testing.findings import finding_as_json
from sudoku_engine.testing.grading.hidden_checks import hidden_findings, hidden_kit, hidden_puzzles
from sudoku_engine.testing.grading.measurement import Measurement, SolvedPuzzle
from sudoku_engine.testing.plugin_calls import Caller

Given = Mapping[str, Any]


def prepare(guest: Guest) -> None:
    """Add the tasks to the `guest`."""
    grader = _Grader(guest)
    guest.tasks.update(
        load=grader.load, check=grader.check, measure=grader.measure, hidden=grader.hidden
    )


class _Grader(PluginChecker):
    """The kit, the components to check, and the puzzles."""

    demands_own_work = True

    def load(self, given: Given) -> Iterator[Any]:
        """Load the plugins; yield what there is to check, and each problem."""
        self._puzzles = [
            SolvedPuzzle(grid_of(grid), tuple(digits), *counts)
            for grid, digits, *counts in given["puzzles"]
        ]
        yield from super().load(given)

    def measure(self, given: Given) -> Iterator[Any]:
        """Measure a strategy after its check; yield its figures each time they have changed."""
        component = self._strategy(given)
        examination = self.examination
        if examination is not None and examination.component is not component:
            examination = None
        yield from self._figures(component, examination, self._puzzles)

    def hidden(self, given: Given) -> Iterator[Any]:
        """Check a strategy on the hidden boards of a seed; yield findings, then the figures."""
        component, seed = self._strategy(given), given["seed"]
        known = self.examination
        if known is None or known.component is not component:
            raise UsageError("its first process has ended")
        hidden = Examination(component, hidden_kit(known.kit, seed))
        for finding in hidden_findings(known, hidden):
            yield {"finding": finding_as_json(finding)}
        yield from self._figures(component, hidden, hidden_puzzles(self._puzzles, seed))

    def _strategy(self, given: Given) -> Component:
        component = self.components.get(("strategy", given["id"]))
        if component is None:
            raise UsageError("it is not there when the file is loaded again")
        self.guest.is_guarded = True
        return component

    def _figures(
        self,
        component: Component,
        examination: Examination | None,
        puzzles: Sequence[SolvedPuzzle],
    ) -> Iterator[Any]:
        caller = Caller(component, self.kit.limit)
        measurement = Measurement(caller, self.kit.ours, self.kit.against)
        if examination is not None:
            measurement.add_check(examination)
        for figures in measurement.run(puzzles):
            yield asdict(figures)
