"""Ask a strategy about boards in a fresh process, just like that of a run.

Nothing of the kit is loaded there, and it has met no other board. So it shows whether a strategy
does the same when nobody checks it, when sets of texts have another order, when there is nothing
to remember, and on another day, in another folder, under another name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from itertools import islice
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import SudokuError
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.plugins.own_modules import imported_files
from sudoku_plugins.kit.plugin_calls import MOST_STEPS, StrategyAnswer
from sudoku_plugins.sandbox import elsewhere, workshop
from sudoku_plugins.sandbox.codec import Codec
from sudoku_plugins.sandbox.host import OWN_ERRORS, GuestDied, GuestSettings, PluginHost
from sudoku_plugins.sandbox.stand_ins import request

CHECK_SEED, OTHER_SEED = 3, 48
"""The seeds of the process of the checks, and of another one.

With them the usual sets of texts, such as the kinds of house, have different orders.
"""


class Place(Enum):
    """Where a fresh process runs: the seed for its sets, and whether all around it is different."""

    HERE = CHECK_SEED, False
    REORDERED = OTHER_SEED, False
    AWAY = OTHER_SEED, True

    @property
    def seed(self) -> int:
        """The hash seed of the process."""
        return self.value[0]

    @property
    def is_away(self) -> bool:
        """Whether the day, the folder, and the name of the file are others."""
        return self.value[1]


class FreshRun(NamedTuple):
    """The answers of a strategy in a fresh process."""

    answers: Sequence[StrategyAnswer]  # the answers to the boards, as far as it came
    why: str = ""  # why it came no further, in words that begin with "it"; empty if it answered all


Ask = Callable[[Component, Sequence[Grid], Place], FreshRun]
"""Return the answers of a strategy to boards, in a fresh process at a place."""


class FreshProcesses:
    """Fresh processes, each for the boards of one question; the first is started early.

    The guest of each is that of a run.
    """

    def __init__(
        self, given: Mapping[str, Any], seconds: float, memory: int, folder: str | None
    ) -> None:
        """Prepare processes in a `folder`, with `memory` bytes; a request may take `seconds`.

        `given`: which plugins to load.
        """
        self._settings = GuestSettings(
            workshop.__name__, memory, is_strict=True, is_silent=True, folder=folder
        )
        self._given, self._seconds = given, seconds
        self._ready: PluginHost | None = None
        self._folder: TemporaryDirectory[str] | None = None

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ready is not None:
            self._ready.end()
        if self._folder is not None:
            with suppress(OSError):
                self._folder.cleanup()

    def start_one(self) -> None:
        """Start a process that will be needed: it loads while the checks go on."""
        self._ready = self._new(Place.AWAY)
        self._ready.start()

    def ask(self, component: Component, boards: Sequence[Grid], place: Place) -> FreshRun:
        """Return the answers of a strategy to `boards`, and why there are no more; see `Ask`."""
        answers: list[StrategyAnswer] = []
        with self._process(place) as process:
            try:
                process.load()
                for board in boards:
                    answer = _asked(process, component, board)
                    answers.append(replace(answer, why=self._without_folder(answer.why)))
            except (GuestDied, SudokuError) as error:
                if place.is_away and not answers:  # it needs more of its folder than it imports
                    return self.ask(component, boards, Place.REORDERED)
                why = error.why if isinstance(error, GuestDied) else str(error)
                return FreshRun(answers, why)
        return FreshRun(answers)

    def _process(self, place: Place) -> PluginHost:
        process, self._ready = self._ready, None
        if process is not None and place.is_away:
            return process
        if process is not None:
            process.end()
        return self._new(place)

    def _new(self, place: Place) -> PluginHost:
        settings, given = replace(self._settings, hash_seed=place.seed), self._given
        if place.is_away:
            folder = self._empty_folder()
            settings = replace(settings, tasks=elsewhere.__name__, folder=folder)
            paths = [moved(path, folder) for path in given["paths"]]
            given = {**given, "paths": paths}
        return PluginHost(settings, given, self._seconds)

    def _without_folder(self, text: str) -> str:
        """Return `text` without the name of the folder away, which is another one each time."""
        return text if self._folder is None else text.replace(self._folder.name, "…")

    def _empty_folder(self) -> str:
        if self._folder is None:
            self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        return self._folder.name


def moved(path: str, folder: str) -> str:
    """Return where the file `path` is in a new folder below `folder`, copied under another name.

    The files beside it that it imports come with it. A folder, or what is no file, stays.
    """
    file = Path(os.path.realpath(path))
    if not file.is_file():
        return str(file) if file.exists() else path
    files = [*imported_files(file)]
    with suppress(OSError, ValueError):  # one that is not below this folder
        target = Path(folder, str(len(os.listdir(folder))))
        for copy, each in {target / each.relative_to(file.parent): each for each in files}.items():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copyfile(each, copy)
        return str(copyfile(file, target / f"{file.stem}_{file.suffix}"))
    return str(file)


def _asked(process: PluginHost, component: Component, board: Grid) -> StrategyAnswer:
    """Return the answer to one `board`, without the lines of its steps."""
    codec, steps = Codec(), []
    why, line = "", 0
    given = request(codec, component.kind, component.id, "find", (board,), component.options)
    for data in islice(process.results("call", given, own_errors=OWN_ERRORS), MOST_STEPS):
        found = codec.value(data)
        if isinstance(found, Failure):
            why, line, _ = found
            break
        steps.append(found)
    return StrategyAnswer(board, tuple(steps), (0,) * len(steps), why, line)
