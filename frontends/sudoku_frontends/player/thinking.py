"""Background work of strategies, hints and checks, while the editor answers keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar, Union

from sudoku_engine.errors import SudokuError
from sudoku_frontends.player.worker import Worker

Result = TypeVar("Result")
Item = TypeVar("Item")


class Thinking:
    """Does one piece of work at a time in a `Worker`; the user can stop it.

    `on_error` is called, by `collect`, with the SudokuError that work raised.
    """

    def __init__(self, on_error: Callable[[SudokuError], None]) -> None:
        self.is_active = False
        self._on_error = on_error
        self._worker = Worker()

    def begin(self, work: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Begin `work`; `collect` will call `then` with its result."""

        def finish(outcome: Result | SudokuError) -> None:
            self.is_active = False
            if isinstance(outcome, SudokuError):
                self._on_error(outcome)
            else:
                then(outcome)

        self.is_active = True
        self._worker.request(partial(_outcome, work), finish)

    def begin_drawing(self, items: Iterable[Item], then: Callable[[list[Item]], None]) -> None:
        """Begin to draw all `items`; `collect` will call `then` with a list of them."""
        self.begin(partial(_drawn, items, self._worker), then)

    def collect(self) -> None:
        """Hand over the result of work that is done."""
        self._worker.collect()

    def busy_for(self, now: float) -> float:
        """Return for how many seconds it has been active at the time `now`."""
        return self._worker.busy_for(now)

    def drop(self) -> None:
        """Stop the work and forget its result."""
        if self.is_active:
            self.is_active = False
            # The work may take long to end, and other work should not wait for that.
            self._worker.stop()
            self._worker = Worker()

    def stop(self) -> None:
        """Stop for good."""
        self._worker.stop()


def _outcome(work: Callable[[], Result]) -> Union[Result, SudokuError]:
    try:
        return work()
    except SudokuError as error:
        return error


def _drawn(items: Iterable[Item], worker: Worker) -> list[Item]:
    drawn = []
    for item in items:
        drawn.append(item)
        if worker.is_stopped:
            break
    return drawn
