"""Work done in a thread of its own, so that a window stays quick while a strategy thinks."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

LAST_WAIT = 0.3
"""Seconds in which what is under way may end when the worker is stopped."""

Result = TypeVar("Result")


class Worker:
    """Does one thing after another, in one thread; what comes of it waits for the main thread.

    A controller asks, and goes on; in each tick it collects what is done::

        worker.ask(lambda: next(run), self.take)    # calls next(run) over there, soon
        worker.collect()                            # calls self.take(event) here, once it is there

    Nothing is done that was not asked for. The thread never keeps the program from ending.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None]] | None]
        self._asked = SimpleQueue()
        self._done: deque[tuple[Callable[[Any], None], Any, BaseException | None]] = deque()
        self._open = 0
        self._since = 0.0
        self._is_stopped = False
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether something was asked for and not collected yet."""
        return self._open > 0

    @property
    def is_stopped(self) -> bool:
        """Whether it was told to stop; work that takes long may look."""
        return self._is_stopped

    def busy_for(self, now: float) -> float:
        """For how many seconds it has been busy at the time `now` of the monotonic clock."""
        return now - self._since if self._open else 0.0

    def ask(self, work: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Has `work` done; `collect` will call `then` with what it gives."""
        if not self._open:
            self._since = monotonic()
        self._open += 1
        self._asked.put((work, then))

    def collect(self) -> None:
        """Hands over what is done; raises what the work raised."""
        while self._done:
            then, result, error = self._done.popleft()
            self._open -= 1
            if error is not None:
                raise error
            then(result)

    def stop(self) -> None:
        """Nothing more is begun; what is under way may end within a moment, or goes for nothing."""
        self._is_stopped = True
        self._asked.put(None)
        self._thread.join(LAST_WAIT)

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None and not self._is_stopped:
            work, then = asked
            try:
                self._done.append((then, work(), None))
            except BaseException as error:  # the main thread raises it
                self._done.append((then, None, error))
