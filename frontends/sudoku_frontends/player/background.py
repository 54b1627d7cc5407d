"""Work in a thread of its own, so that a view answers keys while a strategy computes."""

from collections import deque
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeVar

LAST_WAIT = 0.3
"""Seconds that current work may take to end when the worker is stopped."""

Result = TypeVar("Result")
Item = TypeVar("Item")

Task = tuple[Callable[[], Any], Callable[[Any], None], bool]
"""Work, what takes its result, and whether it is owed."""

Done = tuple[Callable[[Any], None], Any, BaseException | None]


class Worker:
    """Does one task after another in one thread; the main thread collects the results.

    A controller requests work and goes on; in each tick it collects what is done::

        worker.request(lambda: next(run), self.take)    # soon calls next(run) in the thread
        worker.collect()                                # later calls self.take(event) here

    The thread does only what was requested. It never keeps the program from ending. Where no thread
    can be started, as in a browser, `collect` does the work.
    """

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.gives_way = False
        """Whether the present work is stopped when other work is requested."""
        self._open = 0
        self._since = 0.0
        self._requests: SimpleQueue[Task | None] = SimpleQueue()
        self._done: deque[Done] = deque()
        self._end = Event()
        given = (self._requests, self._done, self._end)
        self._thread: Thread | None = Thread(target=_work, args=given, name="worker", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # no threads here
            self._thread = None

    @property
    def is_busy(self) -> bool:
        """Whether requested work has not been collected yet."""
        return self._open > 0

    @property
    def is_stopped(self) -> bool:
        """Whether it was stopped; long work should check this."""
        return self._end.is_set()

    def busy_for(self, now: float) -> float:
        """Return the seconds for which it has been busy at the monotonic time `now`."""
        return now - self._since if self._open else 0.0

    def request(
        self,
        work: Callable[[], Result],
        then: Callable[[Result], None],
        is_owed: bool = False,
        gives_way: bool = False,
    ) -> None:
        """Request `work`; `collect` will call `then` with its result.

        `is_owed`: do it even if the worker is stopped before its turn. `gives_way`: it is stopped
        when other work is requested; until then the user goes on as usual.
        """
        if self.gives_way:
            self.drop()
        self.gives_way = gives_way
        if not self._open:
            self._since = monotonic()
        self._open += 1
        self._requests.put((work, then, is_owed))

    def request_all(self, items: Iterable[Item], then: Callable[[list[Item]], None]) -> None:
        """Request that all `items` are drawn; `collect` will call `then` with a list of them."""

        def draw(end: Event) -> list[Item]:
            drawn = []
            for item in items:
                drawn.append(item)
                if end.is_set():
                    break
            return drawn

        if self.gives_way:
            self.drop()
        end = self._end
        self.request(lambda: draw(end), then)

    def collect(self) -> None:
        """Hand over the results; raise the error of the work."""
        if self._thread is None and self._open:
            self._requests.put(None)
            _work(self._requests, self._done, self._end)
        while self._done:
            then, result, error = self._done.popleft()
            self._open -= 1
            if error is not None:
                raise error
            then(result)

    def drop(self) -> None:
        """Stop the work and forget its result; other work need not wait for its end."""
        if self._open:
            self.stop()
            self._begin()

    def stop(self) -> None:
        """Begin no more work that is not owed.

        Current and owed work has a moment to end, or its result is lost.
        """
        self._end.set()
        self._requests.put(None)
        if self._thread:
            self._thread.join(LAST_WAIT)


def _work(requests: SimpleQueue[Task | None], done: deque[Done], end: Event) -> None:
    while (request := requests.get()) is not None:
        work, then, is_owed = request
        if end.is_set() and not is_owed:
            continue
        try:
            done.append((then, work(), None))
        except BaseException as error:  # the main thread raises it
            done.append((then, None, error))
