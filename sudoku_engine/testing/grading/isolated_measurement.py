"""Check and measure a pupil's file, which runs in a guest that is ended if it does not end."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.api.record import grid_of
from sudoku_engine.errors import SudokuError
from sudoku_engine.guests.host import GuestDied
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.examination import Examination
from sudoku_engine.testing.findings import Finding, PluginReport
from sudoku_engine.testing.grading.hidden_checks import (
    REPEATED,
    hidden_findings,
    hidden_kit,
    hidden_puzzles,
)
from sudoku_engine.testing.grading.measurement import Figures, Measurement, SolvedPuzzle
from sudoku_engine.testing.isolation import (
    FileReport,
    Limits,
    Watcher,
    check_plugin,
    ending,
    own_failure,
)
from sudoku_engine.testing.kit import Kit


@dataclass
class Measured:
    """What is measured of a strategy beside its checks."""

    figures: Figures = field(default_factory=Figures)
    """Its figures on the puzzles."""
    hidden: Figures | None = None
    """Its figures on hidden puzzles; None if it was not tried on them."""
    findings: list[Finding] = field(default_factory=list)
    """The findings on hidden boards."""


def checked_and_measured(
    file: str, puzzles: Sequence[Any], limits: Limits, hidden_seed: str, **options: Any
) -> tuple[FileReport, Mapping[str, Measured]]:
    """Return the findings on the plugins in `file`, and what is measured of its strategies, by id.

    `puzzles`: data for JSON; `hidden_seed`: a word from which hidden boards are made, if any;
    `options`: those of a `CheckRequest`.
    """
    solved = [
        SolvedPuzzle(grid_of(grid), tuple(digits), *counts) for grid, digits, *counts in puzzles
    ]
    measuring = _Measuring(solved, limits, hidden_seed)
    # What the file writes in its working folder is gone afterwards.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        outcome = check_plugin(
            os.path.abspath(file),
            measuring,
            limits=limits,
            demands_own_work=True,
            folder=folder,
            **options,
        )
    return outcome, measuring.measured


class _Measuring(Watcher):
    """Measures each strategy after its check."""

    def __init__(self, puzzles: Sequence[SolvedPuzzle], limits: Limits, hidden_seed: str) -> None:
        self.measured: dict[str, Measured] = {}
        self._puzzles, self._limits, self._hidden_seed = puzzles, limits, hidden_seed

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Measure a strategy, and try it on hidden boards if it is right so far."""
        if component.kind != "strategy":
            return
        found = self.measured[component.id] = Measured()
        with self._blamed(found.figures):
            measurement = Measurement(kit.caller(component), kit.ours, kit.against, found.figures)
            measurement.run(self._puzzles, known)
        is_wrong = found.figures.wrong or any(
            finding.check in REPEATED and finding.prevents_pass for finding in report.findings
        )
        if not self._hidden_seed or is_wrong:
            return  # hidden boards can tell no more
        figures = found.hidden = Figures()
        if known is None:
            figures.add_fault("its first process has ended")
            return
        with self._blamed(figures):
            kit = hidden_kit(known.kit, self._hidden_seed)
            hidden = Examination(component, kit)
            found.findings += hidden_findings(known, hidden)
            measurement = Measurement(kit.caller(component), kit.ours, kit.against, figures)
            measurement.run(hidden_puzzles(self._puzzles, self._hidden_seed), hidden)

    @contextmanager
    def _blamed(self, figures: Figures) -> Iterator[None]:
        """Count what ends the measurement as a fault, such as the end of its guest, if not ours."""
        try:
            yield
        except SudokuError as end:
            figures.add_fault(str(end))
        except GuestDied as end:
            if why := own_failure(end):
                figures.why = why
                return
            figures.has_hung = end.is_late
            # The line where a call that never ends was stopped differs each time.
            figures.add_fault(ending(end, self._limits), 0 if end.is_late else end.line)
