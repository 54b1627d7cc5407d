"""Ask a strategy about boards in a fresh process, just like that of a run.

Nothing of the kit is loaded there, and it has met no other board. So it shows whether a strategy
does the same when nobody checks it, when sets of texts have another order, and when there is
nothing to remember. The guest in which a plugin is checked may start no process: it asks its host
(`asking`), which has the `FreshProcesses`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from sudoku_engine.api.record import grid_record, step_of
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import SudokuError
from sudoku_engine.guests.guest import Guest
from sudoku_engine.guests.host import GuestDied, GuestSettings
from sudoku_engine.guests.plugin_host import PluginHost
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.plugin_calls import MOST_STEPS, StrategyAnswer

RUN = GuestSettings("sudoku_engine.guests.workshop", is_strict=True, is_silent=True)
"""The guest of a run."""

CHECK_SEED, OTHER_SEED = 3, 48
"""The seeds of the process of the checks, and of another one.

With them the usual sets of texts, such as the kinds of house, have different orders.
"""

QUESTION = "fresh_run"


class FreshRun(NamedTuple):
    """What a strategy answers in a fresh process."""

    answers: Sequence[StrategyAnswer]
    """The answers to the boards, as far as it came."""
    why: str = ""
    """Why it came no further, in words that begin with "it"; empty if it answered all."""


Ask = Callable[[Component, Sequence[Grid], int], FreshRun]
"""Return the answers of a strategy to boards, in a fresh process with a hash seed."""


def asking(guest: Guest, paths: Sequence[str], disable: Sequence[str]) -> Ask:
    """Return a function that asks the host of `guest`; `paths`, `disable`: the plugins to load."""

    def ask(component: Component, boards: Sequence[Grid], hash_seed: int) -> FreshRun:
        question = {
            "plugins": {"paths": list(paths), "disable": list(disable)},
            "about": {"kind": component.kind, "id": component.id, "options": component.options},
            "boards": [grid_record(board) for board in boards],
            "hash_seed": hash_seed,
        }
        try:
            json.dumps(question)
        except TypeError:
            return FreshRun((), "it has options that another process cannot read")
        answers, why = guest.ask({QUESTION: question})
        return FreshRun([_answer(*each) for each in zip(boards, answers)], why)

    return ask


def _answer(grid: Grid, record: Any) -> StrategyAnswer:
    steps, why, line = record
    found = tuple(step_of(step, grid.layout) for step in steps)
    return StrategyAnswer(grid, found, (0,) * len(found), why, line)


class FreshProcesses:
    """Fresh processes, each for one question of a guest; the first is started early."""

    def __init__(self, seconds: float, memory: int, folder: str | None) -> None:
        """Prepare processes in a `folder`, with `memory` bytes; a call may take `seconds`."""
        self._settings = replace(RUN, memory=memory, folder=folder)
        self._seconds = seconds
        self._ready: PluginHost | None = None

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ready is not None:
            self._ready.end()

    def start_one(self) -> None:
        """Start a process that will be needed: it loads while the checks go on."""
        self._ready = self._new({}, OTHER_SEED)
        self._ready.start()

    def answers_to(self, question: Mapping[str, Any]) -> Any:
        """Return the answers to the boards of a `question`, and why there are no more."""
        given, seed = question["plugins"], question["hash_seed"]
        answers: list[Any] = []
        with self._process(given, seed) as process:
            try:
                process.load()
                for board in question["boards"]:
                    answers.append(_asked(process, {**question["about"], "grid": board}))
            except (GuestDied, SudokuError) as error:
                return answers, error.why if isinstance(error, GuestDied) else str(error)
        return answers, ""

    def _process(self, given: Mapping[str, Any], seed: int) -> PluginHost:
        process, self._ready = self._ready, None
        if process is not None and process.settings.hash_seed == seed:
            process.given = given
            return process
        if process is not None:
            process.end()
        return self._new(given, seed)

    def _new(self, given: Mapping[str, Any], seed: int) -> PluginHost:
        return PluginHost(replace(self._settings, hash_seed=seed), given, self._seconds)


def _asked(process: PluginHost, given: Mapping[str, Any]) -> Any:
    """Return the steps on one board, what is wrong with the answer, and at which line."""
    steps: list[Any] = []
    for result in islice(process.results("call", {**given, "method": "find"}), MOST_STEPS):
        if "failure" in result:
            why, line, _ = result["failure"]
            return steps, why, line
        steps.append(result["item"])
    return steps, "", 0
