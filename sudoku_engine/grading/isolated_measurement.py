"""Check and measure a pupil's file in one guest, which is ended if it does not end by itself."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.errors import SudokuError
from sudoku_engine.grading.measurement import Figures
from sudoku_engine.isolation.host import GuestDied
from sudoku_engine.isolation.plugin_host import PluginHost
from sudoku_engine.testing.isolation import (
    FileReport,
    Limits,
    PluginReport,
    check_plugin,
    ending,
    own_failure,
)

TASKS = "sudoku_engine.grading.measuring_task"


def checked_and_measured(
    file: str, puzzles: Sequence[Any], limits: Limits, **options: Any
) -> tuple[FileReport, Mapping[str, Figures]]:
    """Return the findings on the plugins in `file`, and the figures of its strategies by id.

    `puzzles`: data for JSON; `options`: those of `check_plugin`.
    """
    figures: dict[str, Figures] = {}

    def measure(host: PluginHost, report: PluginReport) -> None:
        if report.kind == "strategy":
            figures[report.id] = _figures(host, report, limits)

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
    return outcome, figures


def _figures(host: PluginHost, report: PluginReport, limits: Limits) -> Figures:
    """Return the figures of the strategy of a `report`.

    If it ends the guest, that is its fault; the next one gets a new guest.
    """
    figures = Figures()
    try:
        for record in host.loaded_results("measure", {"id": report.id}):
            figures = Figures(**record)
    except GuestDied as death:
        if why := own_failure(death):
            figures.why = why
            return figures
        figures.has_hung = death.is_late
        # The line where a call that never ends was stopped differs each time.
        figures.add_fault(ending(death, limits), 0 if death.is_late else death.line)
    except SudokuError as error:
        figures.add_fault(str(error))
    return figures
