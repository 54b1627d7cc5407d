"""Check and measure a pupil's file in one guest, which is ended if it does not end by itself."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.errors import SudokuError
from sudoku_engine.guests.host import GuestDied
from sudoku_engine.guests.plugin_host import PluginHost
from sudoku_engine.testing.findings import Finding, finding_of
from sudoku_engine.testing.grading.hidden_checks import REPEATED
from sudoku_engine.testing.grading.measurement import Figures
from sudoku_engine.testing.isolation import (
    FileReport,
    Limits,
    PluginReport,
    check_plugin,
    ending,
    own_failure,
)

TASKS = "sudoku_engine.testing.grading.measuring_task"


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
    `options`: those of `check_plugin`.
    """
    measured: dict[str, Measured] = {}

    def measure(host: PluginHost, report: PluginReport) -> None:
        if report.kind == "strategy":
            found = measured[report.id] = Measured()
            _measure(host, report, limits, found.figures, "measure", found)
            if hidden_seed and _is_sound(report, found.figures):
                found.hidden = Figures()
                _measure(host, report, limits, found.hidden, "hidden", found, seed=hidden_seed)

    # What the file writes in its working folder is gone afterwards.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        outcome = check_plugin(
            os.path.abspath(file),
            limits=limits,
            tasks=TASKS,
            given={"puzzles": puzzles},
            folder=folder,
            then=measure,
            **options,
        )
    return outcome, measured


def _is_sound(report: PluginReport, figures: Figures) -> bool:
    """Return whether it is right so far, so that hidden boards can tell more."""
    return not figures.wrong and not any(
        finding.check in REPEATED and finding.prevents_pass for finding in report.findings
    )


def _measure(
    host: PluginHost,
    report: PluginReport,
    limits: Limits,
    figures: Figures,
    task: str,
    found: Measured,
    **given: Any,
) -> None:
    """Fill in the `figures` of the strategy of a `report`, and what is `found` on hidden boards.

    If it ends the guest, that is its fault; the next one gets a new guest.
    """
    try:
        for result in host.loaded_results(task, {"id": report.id, **given}):
            if "finding" in result:
                found.findings.append(finding_of(result["finding"]))
            else:
                vars(figures).update(result)
    except GuestDied as death:
        if why := own_failure(death):
            figures.why = why
            return
        figures.has_hung = death.is_late
        # The line where a call that never ends was stopped differs each time.
        figures.add_fault(ending(death, limits), 0 if death.is_late else death.line)
    except SudokuError as error:
        figures.add_fault(str(error))
