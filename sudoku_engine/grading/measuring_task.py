"""The tasks of a guest in which a pupil's file is measured: load it, then measure a strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from sudoku_engine.api.record import grid_of
from sudoku_engine.errors import UsageError
from sudoku_engine.grading.measurement import Measurement, SolvedPuzzle
from sudoku_engine.isolation.guest import Guest
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.kit import bundled_kit
from sudoku_engine.testing.plugin_calls import Caller

Given = Mapping[str, Any]


def prepare(guest: Guest) -> None:
    """Add the tasks to the `guest`."""
    guest.is_guarded = True
    loaded = _LoadedFile()
    guest.tasks.update(load=loaded.load, measure=loaded.measure)


class _LoadedFile:
    """The strategies of a pupil's file, by id, and the puzzles."""

    def load(self, given: Given) -> Iterator[Any]:
        """Load the file; yield the ids of its strategies."""
        self._given = given
        registry = Registry(given["load_seconds"])
        registry.load(given["paths"], lost=given["lost"])
        self._strategies = {
            component.id: component
            for plugin in registry.plugins
            for component in (plugin.components if plugin.origin.requested else ())
            if component.kind == "strategy"
        }
        self._puzzles = [
            SolvedPuzzle(grid_of(grid), tuple(digits)) for grid, digits in given["puzzles"]
        ]
        yield from self._strategies

    def measure(self, given: Given) -> Iterator[Any]:
        """Measure a strategy; yield its figures each time they have changed."""
        ours = bundled_kit().ours
        against = next((each for each in ours if each.id == self._given["against"]), None)
        if given["id"] not in self._strategies:
            raise UsageError("it is not there when the file is loaded again")
        caller = Caller(self._strategies[given["id"]], self._given["seconds"])
        for figures in Measurement(caller, ours, against).run(self._puzzles):
            yield asdict(figures)
