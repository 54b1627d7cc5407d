"""Work in a thread of its own, so that a view answers keys while a strategy computes."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar, Union

from sudoku_engine.errors import SudokuError

LAST_WAIT = 0.3
"""Seconds that current work may take to end when the worker is stopped."""

Result = TypeVar("Result")
Item = TypeVar("Item")


class Worker:
    """Does one task after another in one thread; the main thread collects the results.

    A controller requests work and goes on; in each tick it collects what is done::

        worker.request(lambda: next(run), self.take)    # soon calls next(run) in the thread
        worker.collect()                                # later calls self.take(event) here

    The thread does only what was requested. It never keeps the program from ending. Where no thread
    can be started, as in a browser, `collect` does the work.
    """

    def __init__(self) -> None:
        self._requests: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None], bool] | None]
        self._requests = SimpleQueue()
        self._done: deque[tuple[Callable[[Any], None], Any, BaseException | None]] = deque()
        self._open = 0
        self._since = 0.0
        self.is_stopped = False
        """Whether it was stopped; long work should check this."""
        self._has_thread = True
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # no threads here
            self._has_thread = False

    @property
    def is_busy(self) -> bool:
        """Whether requested work has not been collected yet."""
        return self._open > 0

    def busy_for(self, now: float) -> float:
        """Return the seconds for which it has been busy at the monotonic time `now`."""
        return now - self._since if self._open else 0.0

    def request(
        self, work: Callable[[], Result], then: Callable[[Result], None], is_owed: bool = False
    ) -> None:
        """Request `work`; `collect` will call `then` with its result.

        `is_owed`: do it even if the worker is stopped before its turn.
        """
        if not self._open:
            self._since = monotonic()
        self._open += 1
        self._requests.put((work, then, is_owed))

    def collect(self) -> None:
        """Hand over the results; raise the error of the work."""
        if not self._has_thread and self._open:
            self._requests.put(None)
            self._work()
        while self._done:
            then, result, error = self._done.popleft()
            self._open -= 1
            if error is not None:
                raise error
            then(result)

    def stop(self) -> None:
        """Begin no more work that is not owed.

        Current and owed work has a moment to end, or its result is lost.
        """
        self.is_stopped = True
        self._requests.put(None)
        if self._has_thread:
            self._thread.join(LAST_WAIT)

    def _work(self) -> None:
        while (request := self._requests.get()) is not None:
            work, then, is_owed = request
            if self.is_stopped and not is_owed:
                continue
            try:
                self._done.append((then, work(), None))
            except BaseException as error:  # the main thread raises it
                self._done.append((then, None, error))


class Thinking:
    """Does one piece of work at a time in a `Worker`; the user can stop it.

    `on_error` is called, by `collect`, with the SudokuError that work raised.
    """

    def __init__(self, on_error: Callable[[SudokuError], None]) -> None:
        self.is_active = False
        self.gives_way = False
        """Whether the present work is stopped when other work begins."""
        self._on_error = on_error
        self._worker = Worker()

    def begin(
        self, work: Callable[[], Result], then: Callable[[Result], None], gives_way: bool = False
    ) -> None:
        """Begin `work`; `collect` will call `then` with its result.

        `gives_way`: it is stopped when other work begins; until then the user goes on as usual.
        """

        def finish(outcome: Result | SudokuError) -> None:
            self.is_active = False
            if isinstance(outcome, SudokuError):
                self._on_error(outcome)
            else:
                then(outcome)

        if self.gives_way:
            self.drop()
        self.gives_way = gives_way
        self.is_active = True
        self._worker.request(partial(_outcome, work), finish)

    def begin_drawing(self, items: Iterable[Item], then: Callable[[list[Item]], None]) -> None:
        """Begin to draw all `items`; `collect` will call `then` with a list of them."""
        self.begin(partial(_drawn, items, self._worker), then)

    def collect(self) -> None:
        """Hand over the result of work that is done."""
        self._worker.collect()

    def busy_for(self, now: float) -> float:
        """Return the seconds for which it has been active at the time `now`."""
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
