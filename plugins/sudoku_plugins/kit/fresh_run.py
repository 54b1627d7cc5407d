"""Ask a strategy about boards in a fresh process, just like that of a run.

Nothing of the kit is loaded there, and it has met no other board. So it shows whether a strategy
does the same when nobody checks it, when sets of texts have another order, and when there is
nothing to remember.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import SudokuError
from sudoku_engine.plugins.component import Component, Failure
from sudoku_plugins.kit.plugin_calls import MOST_STEPS, StrategyAnswer
from sudoku_plugins.sandbox import workshop
from sudoku_plugins.sandbox.codec import Codec
from sudoku_plugins.sandbox.host import OWN_ERRORS, GuestDied, GuestSettings, PluginHost
from sudoku_plugins.sandbox.stand_ins import request

CHECK_SEED, OTHER_SEED = 3, 48
"""The hash seeds of the process of the checks, and of another one.

With them the usual sets of texts, such as the kinds of house, have different orders.
"""


class FreshRun(NamedTuple):
    """The answers of a strategy in a fresh process."""

    answers: Sequence[StrategyAnswer]  # the answers to the boards, as far as it came
    why: str = ""  # why it came no further, in words that begin with "it"; empty if it answered all


Ask = Callable[[Component, Sequence[Grid], int], FreshRun]
"""Return the answers of a strategy to boards, in a fresh process with this hash seed."""


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

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ready is not None:
            self._ready.end()

    def start_one(self) -> None:
        """Start a process with the other seed: it loads while the checks go on."""
        self._ready = self._new(OTHER_SEED)
        self._ready.start()

    def ask(self, component: Component, boards: Sequence[Grid], seed: int) -> FreshRun:
        """Return the answers of a strategy to `boards`, and why there are no more; see `Ask`."""
        answers: list[StrategyAnswer] = []
        with self._process(seed) as process:
            try:
                process.load()
                for board in boards:
                    answers.append(_asked(process, component, board))
            except (GuestDied, SudokuError) as error:
                return FreshRun(answers, error.why if isinstance(error, GuestDied) else str(error))
        return FreshRun(answers)

    def _process(self, seed: int) -> PluginHost:
        process = self._ready if seed == OTHER_SEED else None
        if process is None:
            return self._new(seed)
        self._ready = None
        return process

    def _new(self, seed: int) -> PluginHost:
        return PluginHost(replace(self._settings, hash_seed=seed), self._given, self._seconds)


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
