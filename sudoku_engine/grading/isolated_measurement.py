"""Measure a pupil's file in a guest, which is ended if it does not end itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.grading.measurement import Figures
from sudoku_engine.isolation.host import GuestDied, GuestSettings
from sudoku_engine.isolation.plugin_host import PluginHost
from sudoku_engine.testing.isolation import Limits, ending, own_failure

TASKS = "sudoku_engine.grading.measuring_task"

MOST_SECONDS = 120.0
"""Seconds to load the file, and for one strategy and all puzzles."""


def measured(
    file: str, puzzles: Sequence[Any], against: str | None, limits: Limits
) -> dict[str, Figures]:
    """Return the figures of the strategies in `file` on the `puzzles`, data for JSON, by id.

    If a strategy ends the guest, that is its fault; the next ones get a new guest.
    """
    # What the file writes in its working folder is gone afterwards.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = GuestSettings(
            TASKS, limits.memory, is_strict=True, is_silent=True, folder=folder
        )
        given = {
            "paths": [os.path.abspath(file)],
            "puzzles": puzzles,
            "against": against,
            "seconds": limits.seconds,
            "load_seconds": limits.load_seconds,
        }
        with PluginHost(settings, given, MOST_SECONDS) as host:
            try:
                return {name: _figures(host, name, limits) for name in host.load()}
            except PluginError:  # the checks have reported it
                return {}


def _figures(host: PluginHost, name: str, limits: Limits) -> Figures:
    """Return the figures of the strategy `name`."""
    figures = Figures()
    try:
        for record in host.loaded_results("measure", {"id": name}):
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
